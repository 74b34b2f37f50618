/** The places of a table that have actions, and the menu of a place with several. */
import { html, nothing, render, svg } from "../html.js";
import { classes, word } from "./text.js";

/** @typedef {import("./index.js").Drawn} Drawn */
/** @typedef {import("./index.js").Drawn["actions"][number]} Offer an action with its sentences */
/** @typedef {import("../words.js").Lang} Lang */

/**
 * The places of a table, by key.
 *
 * A renderer says which keys an action belongs to. `button` and `svg` draw the place of a key. `bar()` comes last and has
 * buttons for all actions that have no place, so that every legal action can be taken.
 */
export class Spots {
  /**
   * @param {Drawn} drawn
   * @param {(action: any) => string | string[] | null} keysOf the places of an action; null if it has none
   * @param {(action: any) => [string, string][]} [dragsOf] the drags that take an action: from a place to a place
   */
  constructor(drawn, keysOf, dragsOf = () => []) {
    this.offers = drawn.actions;
    this.lang = drawn.lang;
    this.choose = drawn.choose;
    /** @type {Map<string, Offer[]>} */
    this.byKey = new Map();
    /** @type {Set<Offer>} */
    this.drawn = new Set();
    /** @type {Map<string, Map<string, Offer[]>>} by the place that a piece is dragged from, and the one it is dragged to */
    this.drags = new Map();
    for (const offer of drawn.actions) {
      for (const [from, to] of dragsOf(offer.action)) {
        const ways = this.drags.get(from) ?? new Map();
        this.drags.set(from, ways.set(to, [...(ways.get(to) ?? []), offer]));
      }
      const keys = keysOf(offer.action);
      for (const key of new Set(keys === null ? [] : [keys].flat())) {
        const there = this.byKey.get(key);
        if (there) there.push(offer);
        else this.byKey.set(key, [offer]);
      }
    }
  }

  /** Whether a place has any action. @param {string} key */
  has(key) {
    return this.byKey.has(key);
  }

  /** The actions of a place. @param {string} key @returns {Offer[]} */
  at(key) {
    return this.byKey.get(key) ?? [];
  }

  /** The places that a piece can be dragged to. @param {string} from @returns {string[]} */
  targets(from) {
    return [...(this.drags.get(from)?.keys() ?? [])];
  }

  /** The class of a place whose piece can be dragged. The place needs its key as `data-place`. @param {string} key */
  grip(key) {
    return this.drags.has(key) ? "grip" : "";
  }

  /** Takes the action of a drag, or opens a menu if there are several. @param {string} from @param {string} to @param {Element} place */
  drop(from, to, place) {
    const offers = this.drags.get(from)?.get(to) ?? [];
    if (offers.length === 1) this.choose(offers[0].action);
    else if (offers.length > 1) openMenu(place, offers, this);
  }

  /** The sentence of an action. @param {Offer} offer @returns {string} */
  told(offer) {
    return sentence(offer.text, this.lang);
  }

  /** The label of a place: the sentences of its actions. @param {Offer[]} offers */
  label(offers) {
    const text = offers.map((offer) => this.told(offer)).join(" · ");
    return offers.length === 1 ? text : word(this.lang, "count", { count: offers.length, text });
  }

  /** Takes the one action of a place, or opens a menu if there are several. @param {Offer[]} offers @param {Event} event */
  take(offers, event) {
    event.stopPropagation();
    if (isPressedForAnother(offers, event)) return;
    if (offers.length === 1) this.choose(offers[0].action);
    else openMenu(/** @type {Element} */ (event.currentTarget), offers, this);
  }

  /**
   * A place in HTML: a button if it has actions, and otherwise only its content.
   * @param {string} key
   * @param {any} content
   * @param {string} [names] classes
   * @param {string} [hint] what the place shows, as a tooltip when it has no actions
   */
  button(key, content, names = "", hint = "") {
    const offers = this.at(key);
    const place = key || nothing;
    if (offers.length === 0) {
      return html`<div class=${classes(names, this.grip(key))} data-place=${place} title=${hint || nothing}>${content}</div>`;
    }
    offers.forEach((offer) => this.drawn.add(offer));
    return html`<button
      type="button"
      class=${classes(names, "spot", this.grip(key))}
      data-spot=${key}
      data-place=${key}
      title=${this.label(offers)}
      aria-haspopup=${offers.length > 1 ? "true" : nothing}
      .offers=${offers}
      @click=${(/** @type {Event} */ event) => this.take(offers, event)}
    >
      ${content}<span class="tt-hear">. ${this.label(offers)}</span>
    </button>`;
  }

  /**
   * A place in a picture. It works as a button if it has actions.
   * @param {string} key
   * @param {any} content
   * @param {string} [names] classes
   * @param {string} [hint] what the place shows
   * @param {string} [seen] the words that can be read in it; its label begins with them
   */
  svg(key, content, names = "", hint = "", seen = "") {
    const offers = this.at(key);
    if (offers.length === 0) {
      return svg`<g class=${classes(names, this.grip(key))} data-place=${key}>${hint ? svg`<title>${hint}</title>` : nothing}${content}</g>`;
    }
    offers.forEach((offer) => this.drawn.add(offer));
    const label = [seen, this.label(offers)].filter(Boolean).join(". ");
    return svg`<g
      class=${classes(names, "spot", this.grip(key))}
      data-spot=${key}
      data-place=${key}
      role="button"
      tabindex="0"
      aria-label=${label}
      aria-haspopup=${offers.length > 1 ? "true" : nothing}
      .offers=${offers}
      @click=${(/** @type {Event} */ event) => this.take(offers, event)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        this.take(offers, event);
      }}
    ><title>${label}</title>${content}</g>`;
  }

  /** Buttons for these actions, each with its sentence. @param {Offer[]} offers */
  buttons(offers) {
    offers.forEach((offer) => this.drawn.add(offer));
    return offers.map(
      (offer, number) => html`<button
        type="button"
        class="tt-do spot"
        data-spot=${`bar:${number}`}
        .offers=${[offer]}
        @click=${(/** @type {Event} */ event) => this.take([offer], event)}
      >
        ${this.told(offer)}
      </button>`,
    );
  }

  /** Buttons for all actions without a place, and the menu that places with several actions open. */
  bar() {
    const rest = this.offers.filter((offer) => !this.drawn.has(offer));
    return html`${rest.length === 0
        ? nothing
        : html`<div class="tt-bar tt-rest" role="group" aria-label=${word(this.lang, "more")}>${this.buttons(rest)}</div>`}
      <spot-menu popover="auto" class="tt-menu" .spots=${this}></spot-menu>`;
  }
}

/** The place that was pressed last, and the actions it had then. @type {{place: Element | null, offers: string}} */
const pressed = { place: null, offers: "" };

document.addEventListener(
  "pointerdown",
  (event) => {
    pressed.place = event.target instanceof Element ? event.target.closest("[data-spot]") : null;
    pressed.offers = pressed.place === null ? "" : actionsOf(/** @type {any} */ (pressed.place).offers);
  },
  { capture: true },
);

/** @param {Offer[]} offers */
function actionsOf(offers) {
  return JSON.stringify(offers.map((offer) => offer.action));
}

/**
 * Whether the table was drawn again between press and release, and the place has other actions now.
 * Clicks by keyboard have no `detail`, and are never refused.
 * @param {Offer[]} offers @param {Event} event
 */
function isPressedForAnother(offers, event) {
  const isByPointer = event instanceof MouseEvent && event.detail > 0;
  return isByPointer && pressed.place === event.currentTarget && pressed.offers !== actionsOf(offers);
}

/** The sentence of an action. The service gives it in one language or in both. @param {any} told @param {Lang} lang */
function sentence(told, lang) {
  return typeof told === "string" ? told : (told?.[lang] ?? told?.en ?? "");
}

/** The menu. It closes when one of its actions is no longer offered. */
class SpotMenu extends HTMLElement {
  constructor() {
    super();
    /** @type {Spots | null} */
    this._spots = null;
    /** @type {Offer[]} */
    this.open = [];
  }

  /** The places of the table as it is drawn now. @param {Spots} spots */
  set spots(spots) {
    this._spots = spots;
    const now = new Set(spots.offers.map((offer) => JSON.stringify(offer.action)));
    if (this.open.length > 0 && !this.open.every((offer) => now.has(JSON.stringify(offer.action)))) this.close();
  }

  close() {
    this.open = [];
    if (this.matches(":popover-open")) this.hidePopover();
  }

  /** @param {Element} anchor @param {Offer[]} offers */
  show(anchor, offers) {
    const spots = /** @type {Spots} */ (this._spots);
    this.open = offers;
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", word(spots.lang, "choices"));
    render(
      offers.map(
        (offer) => html`<button type="button" class="tt-do" .offers=${[offer]} @click=${() => this.pick(offer)}>
          ${spots.told(offer)}
        </button>`,
      ),
      this,
    );
    this.onkeydown = (event) => this.step(event);
    if (!this.matches(":popover-open")) this.showPopover();
    const box = anchor.getBoundingClientRect();
    const own = this.getBoundingClientRect();
    const edge = 8;
    const left = Math.max(edge, Math.min(box.left, innerWidth - own.width - edge));
    const below = box.bottom + 4;
    const top = below + own.height <= innerHeight - edge ? below : Math.max(edge, box.top - own.height - 4);
    this.style.left = `${left}px`;
    this.style.top = `${Math.min(top, Math.max(edge, innerHeight - own.height - edge))}px`;
    this.querySelector("button")?.focus();
  }

  /** @param {Offer} offer */
  pick(offer) {
    const spots = /** @type {Spots} */ (this._spots);
    this.close();
    spots.choose(offer.action);
  }

  /** Moves through the menu with the arrow keys. @param {KeyboardEvent} event */
  step(event) {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const buttons = [...this.querySelectorAll("button")];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  }
}

if (!customElements.get("spot-menu")) customElements.define("spot-menu", SpotMenu);

/** The places of a table as it is drawn now. @param {Element} table its root @returns {Spots | null} */
export function spotsOf(table) {
  const menu = table.querySelector("spot-menu");
  return menu instanceof SpotMenu ? menu._spots : null;
}

/** @param {Element} anchor @param {Offer[]} offers @param {Spots} spots */
function openMenu(anchor, offers, spots) {
  const menu = anchor.closest(".tt")?.querySelector("spot-menu");
  if (menu instanceof SpotMenu) {
    menu.spots = spots;
    menu.show(anchor, offers);
  }
}
