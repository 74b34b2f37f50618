/**
 * What the tables of several titles are drawn with: names from the catalogue, places where something can be done,
 * panels, pips and icons.
 *
 * Nothing here knows a title or a rule. Texts reach the page as text nodes only.
 */
import { html, svg, nothing, render, repeat } from "../html.js";
import { icon, hasIcon } from "./icons.js";
import { addStylesheet } from "./index.js";

addStylesheet("parts.css");
import("./dragging.js");

export { html, svg, nothing, repeat, icon, hasIcon };

/** @typedef {import("./index.js").Drawn} Drawn */
/** @typedef {Drawn["actions"][number]} Offer an action with its sentences */
/** @typedef {"en" | "ru"} Lang */

/**
 * The few words of the tables that no catalogue has.
 * @type {Record<Lang, Record<string, string>>}
 */
const WORDS = {
  en: {
    choices: "What can be done here",
    count: "{count} choices: {text}",
    more: "More choices",
    hidden: "Face down",
    nothing: "nothing",
    seat: "Seat {seat}",
    you: "you",
    of: "{count} of {most}",
    times: "{count} × {name}",
    none: "none",
    dice: "Dice",
    map: "Map",
    log: "Chosen",
  },
  ru: {
    choices: "Что здесь можно сделать",
    count: "Вариантов: {count}. {text}",
    more: "Другие варианты",
    hidden: "Рубашкой вверх",
    nothing: "ничего",
    seat: "Место {seat}",
    you: "вы",
    of: "{count} из {most}",
    times: "{count} × {name}",
    none: "нет",
    dice: "Кубики",
    map: "Карта",
    log: "Выбрано",
  },
};

/** A word of the tables. @param {Lang} lang @param {string} key @param {Record<string, any>} [values] */
export function word(lang, key, values = {}) {
  return WORDS[lang][key].replace(/\{(\w+)\}/g, (gap, name) => String(values[name] ?? gap));
}

/** With a capital at the beginning. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @type {WeakMap<object, Map<string, any>>} */
const indexes = new WeakMap();

/** Everything in a catalogue that has an id, by it. @param {any} catalogue @returns {Map<string, any>} */
function indexOf(catalogue) {
  let known = indexes.get(catalogue);
  if (known === undefined) {
    known = new Map();
    for (const section of ["kinds", "figures", "terms"]) {
      for (const [id, one] of Object.entries(catalogue[section])) known.set(id, one);
    }
    for (const table of catalogue.tables) if (!known.has(table.id)) known.set(table.id, table);
    for (const symbol of catalogue.symbols) known.set(symbol.id, symbol);
    for (const map of catalogue.maps) {
      known.set(map.id, map);
      for (const place of map.places) if (!known.has(place.id) && place.name) known.set(place.id, place);
    }
    for (const component of catalogue.components) known.set(component.id, component);
    indexes.set(catalogue, known);
  }
  return known;
}

/** What the catalogue says, in one language. */
export class Legend {
  /** @param {any} catalogue @param {Lang} lang */
  constructor(catalogue, lang) {
    this.catalogue = catalogue;
    this.lang = lang;
    this.index = indexOf(catalogue);
  }

  /** A text in both languages, or one that is in the language already. @param {any} told @returns {string} */
  said(told) {
    if (told === null || told === undefined) return "";
    return typeof told === "string" ? told : (told[this.lang] ?? told.en ?? "");
  }

  /** What an id is called; the id itself if the catalogue does not know it. @param {any} id @returns {string} */
  name(id) {
    const known = this.index.get(String(id));
    return this.said(known?.name) || String(id).replaceAll("_", " ");
  }

  /** The same with a capital, as a heading. @param {any} id */
  title(id) {
    return capital(this.name(id));
  }

  /** What an id means, or does. @param {any} id @returns {string} */
  text(id) {
    return this.said(this.index.get(String(id))?.text);
  }

  /** What is printed on a component. @param {any} id @returns {Record<string, any>} */
  figures(id) {
    return this.index.get(String(id))?.figures ?? {};
  }

  /** What kind of thing an id is. @param {any} id @returns {string} */
  kind(id) {
    return this.index.get(String(id))?.kind ?? "";
  }

  /** Name and meaning in one, for a hint. @param {any} id */
  hint(id) {
    const text = this.text(id);
    return text ? `${this.title(id)}. ${text}` : this.title(id);
  }

  /** A table that people look things up in: its rows as objects. @param {string} id @returns {Record<string, any>[]} */
  rows(id) {
    const table = this.catalogue.tables.find((/** @type {any} */ one) => one.id === id);
    if (!table) return [];
    const keys = table.columns.map((/** @type {any} */ column) => column.id);
    return table.rows.map((/** @type {any[]} */ row) =>
      Object.fromEntries(row.map((value, number) => [keys[number], value])),
    );
  }

  /** A component's copies and figures, for those of one kind. @param {string} kind @returns {any[]} */
  ofKind(kind) {
    return this.catalogue.components.filter((/** @type {any} */ one) => one.kind === kind);
  }
}

/** What a seat is called. @param {Drawn["seats"]} seats @param {number} seat @param {Lang} lang */
export function seatName(seats, seat, lang) {
  const known = seats.find((one) => one.seat === seat);
  return known?.name || word(lang, "seat", { seat: seat + 1 });
}

/** Which parts of the table the last event changed. */
export class Changes {
  /** @param {Set<string> | undefined} changed ids, or JSON Pointers into the table */
  constructor(changed) {
    this.pointers = [...(changed ?? [])];
    this.ids = new Set(this.pointers);
  }

  /** "changed" if any of these ids or pointers, or anything below them, was changed. @param {...string} where */
  mark(...where) {
    const hit = where.some(
      (one) => this.ids.has(one) || (one.startsWith("/") && this.pointers.some((p) => p.startsWith(`${one}/`))),
    );
    return hit ? "changed" : "";
  }
}

/** Values of an attribute, without those that are empty. @param {...(string | false | null | undefined)} names */
export function classes(...names) {
  return names.filter(Boolean).join(" ");
}

/**
 * Where on the picture something can be done.
 *
 * A renderer says which keys an action belongs to; `button` and `svg` draw the place of a key. What was not drawn
 * anywhere stands in `bar()`, which comes last, so that nothing that is legal is ever out of reach.
 */
export class Spots {
  /**
   * @param {Drawn} drawn
   * @param {(action: any) => string | string[] | null} keysOf the places of an action; null if it has none
   * @param {(action: any) => [string, string][]} [dragsOf] the ways to take an action by dragging: from a place to a place
   */
  constructor(drawn, keysOf, dragsOf = () => []) {
    this.offers = drawn.actions;
    this.lang = drawn.lang;
    this.choose = drawn.choose;
    /** @type {Map<string, Offer[]>} */
    this.byKey = new Map();
    /** @type {Set<Offer>} */
    this.drawn = new Set();
    /** @type {Map<string, Map<string, Offer[]>>} by the place that something is dragged from, by the one it is dragged to */
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

  /** Whether anything can be done there. @param {string} key */
  has(key) {
    return this.byKey.has(key);
  }

  /** What can be done there. @param {string} key @returns {Offer[]} */
  at(key) {
    return this.byKey.get(key) ?? [];
  }

  /** Where what lies at a place can be dragged to. @param {string} from @returns {string[]} */
  targets(from) {
    return [...(this.drags.get(from)?.keys() ?? [])];
  }

  /** The class of a place whose piece can be dragged; the place needs its key as `data-place`. @param {string} key */
  grip(key) {
    return this.drags.has(key) ? "grip" : "";
  }

  /** Takes what a drag means; asks if that is several things. @param {string} from @param {string} to @param {Element} place */
  drop(from, to, place) {
    const offers = this.drags.get(from)?.get(to) ?? [];
    if (offers.length === 1) this.choose(offers[0].action);
    else if (offers.length > 1) openMenu(place, offers, this);
  }

  /** The sentence of an action. @param {Offer} offer @returns {string} */
  told(offer) {
    return sentence(offer.text, this.lang);
  }

  /** What a place is called: its one sentence, or the first of several. @param {Offer[]} offers */
  label(offers) {
    const text = offers.map((offer) => this.told(offer)).join(" · ");
    return offers.length === 1 ? text : word(this.lang, "count", { count: offers.length, text });
  }

  /** @param {Offer[]} offers @param {Event} event */
  take(offers, event) {
    event.stopPropagation();
    if (isPressedForAnother(offers, event)) return;
    if (offers.length === 1) this.choose(offers[0].action);
    else openMenu(/** @type {Element} */ (event.currentTarget), offers, this);
  }

  /**
   * A place in HTML: a button if something can be done there, else just what is drawn.
   * @param {string} key
   * @param {any} content
   * @param {string} [names] classes
   * @param {string} [hint] what the place shows, for those who point at it when nothing can be done there
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
   * A place in a picture: works as a button if something can be done there.
   * @param {string} key
   * @param {any} content
   * @param {string} [names] classes
   * @param {string} [hint] what the place shows
   * @param {string} [seen] the words that are to be read in it; they are part of what it is called
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

  /** Buttons for all that has no place on the picture, and the menu that places with several actions open. */
  bar() {
    const rest = this.offers.filter((offer) => !this.drawn.has(offer));
    return html`${rest.length === 0
        ? nothing
        : html`<div class="tt-bar tt-rest" role="group" aria-label=${word(this.lang, "more")}>${this.buttons(rest)}</div>`}
      <spot-menu popover="auto" class="tt-menu" .spots=${this}></spot-menu>`;
  }
}

/** What could be done at the place that was pressed last, when it was pressed. @type {{place: Element | null, offers: string}} */
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
 * Whether the table was drawn anew between press and release, and the place now stands for something else.
 * Keys press nothing: their clicks have no `detail`.
 * @param {Offer[]} offers @param {Event} event
 */
function isPressedForAnother(offers, event) {
  const isByPointer = event instanceof MouseEvent && event.detail > 0;
  return isByPointer && pressed.place === event.currentTarget && pressed.offers !== actionsOf(offers);
}

/** The sentence of an action; the service may give it in one language or in both. @param {any} told @param {Lang} lang */
function sentence(told, lang) {
  return typeof told === "string" ? told : (told?.[lang] ?? told?.en ?? "");
}

/** The list that a place opens where several things can be done. It closes when they no longer can. */
class SpotMenu extends HTMLElement {
  constructor() {
    super();
    /** @type {Spots | null} */
    this._spots = null;
    /** @type {Offer[]} */
    this.open = [];
  }

  /** What can be done now. @param {Spots} spots */
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

  /** Arrow keys go through the list. @param {KeyboardEvent} event */
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

/** A row that is wider than its place. When another part of it becomes the present one, that part is moved into sight. */
class NowRow extends HTMLElement {
  /** What is present: a value that changes when another part is. @param {unknown} value */
  set now(value) {
    if (value === this._now) return;
    this._now = value;
    requestAnimationFrame(() => {
      const one = this.querySelector("[aria-current]");
      if (!(one instanceof HTMLElement)) return;
      const [box, own] = [one.getBoundingClientRect(), this.getBoundingClientRect()];
      this.scrollLeft += box.left - own.left - (own.width - box.width) / 2;
    });
  }

  /** @type {unknown} */
  _now = null;
}

if (!customElements.get("now-row")) customElements.define("now-row", NowRow);

/** What can be done at a table, as it is drawn now. @param {Element} table its root @returns {Spots | null} */
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

/**
 * A number with an icon, told in words to those who hear it.
 * @param {string} sign the icon
 * @param {any} value
 * @param {string} label what is counted
 * @param {string} [names] classes
 */
export function stat(sign, value, label, names = "") {
  return html`<span class=${classes("tt-stat", names)} title=${`${label}: ${value}`}
    >${icon(sign)}<b>${value}</b><span class="tt-hear"> ${label}</span></span
  >`;
}

/** A heading with something below it. @param {string} heading @param {any} content @param {string} [names] classes */
export function panel(heading, content, names = "") {
  return html`<section class=${classes("tt-panel", names)}><h3>${heading}</h3>${content}</section>`;
}

/**
 * A term and its value, one after the other.
 * @param {[string, any][]} rows
 */
export function facts(rows) {
  return html`<dl class="tt-facts">
    ${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}

/** Pips of a die from 1 to 6, on a square of 24 units. @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[12, 12]],
  2: [[7, 7], [17, 17]],
  3: [[7, 7], [12, 12], [17, 17]],
  4: [[7, 7], [17, 7], [7, 17], [17, 17]],
  5: [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]],
  6: [[7, 6.5], [17, 6.5], [7, 12], [17, 12], [7, 17.5], [17, 17.5]],
};

/**
 * A die with its upper face.
 * @param {number | null} value null for one that is not rolled
 * @param {string} label what it is
 * @param {string} [names] classes
 */
export function die(value, label, names = "") {
  const told = value === null ? label : `${label}: ${value}`;
  return html`<svg class=${classes("tt-die", names)} viewBox="0 0 24 24" role="img" aria-label=${told}>
    <rect x="1.5" y="1.5" width="21" height="21" rx="4.5" />
    ${value === null ? nothing : value <= 6
      ? PIPS[value].map(([x, y]) => svg`<circle cx=${x} cy=${y} r="2.2" />`)
      : svg`<text x="12" y="16.5" text-anchor="middle">${value}</text>`}
  </svg>`;
}

/** The shape that stands for a seat, so that it is told not by colour alone: as a path around (0, 0), radius 10. */
const SHAPES = [
  "M0-9A9 9 0 1 1 0 9 9 9 0 1 1 0-9Z",
  "M-8-8H8V8H-8Z",
  "M0-10 9.5 7.5H-9.5Z",
  "M0-10.5 10.5 0 0 10.5-10.5 0Z",
  "M0-10 9.5-3 6 8.5H-6L-9.5-3Z",
  "M-5-9H5L10 0 5 9H-5L-10 0Z",
];

/**
 * A seat's token in a picture: its shape, its colour and its number.
 * @param {number} seat @param {number} x @param {number} y @param {number} [size] radius @param {string} [names]
 */
export function token(seat, x, y, size = 10, names = "") {
  return svg`<g class=${classes("tt-token", `seat-${seat}`, names)} transform=${`translate(${x} ${y}) scale(${size / 10})`}>
    <path d=${SHAPES[seat % SHAPES.length]} /><text y="4.2" text-anchor="middle">${seat + 1}</text>
  </g>`;
}

/** The same beside a name. @param {number} seat */
export function badge(seat) {
  return html`<svg class="tt-badge" viewBox="-12 -12 24 24" aria-hidden="true">${token(seat, 0, 0)}</svg>`;
}

/** How much is left of something, as a bar with its number. @param {number} value @param {number} most @param {string} label @param {Lang} lang */
export function meter(value, most, label, lang) {
  return html`<span class="tt-meter" title=${`${label}: ${word(lang, "of", { count: value, most })}`}>
    <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="back" width="100" height="6" /><rect class="fill" width=${most ? (100 * value) / most : 0} height="6" />
    </svg>
  </span>`;
}

/** Lives as hearts, the lost ones empty. @param {number} left @param {number} most */
export function hearts(left, most) {
  return Array.from({ length: most }, (_, number) => html`<span class=${number < left ? "full" : "gone"}>${icon("heart")}</span>`);
}

/**
 * What is left of each sort, those that have run out struck through.
 * @param {{ sign: any, title: string, hint: string, count: number, mark?: string }[]} sorts the sign is drawn as it is given
 * @param {string} [names] classes
 */
export function stock(sorts, names = "") {
  return html`<ul class=${classes("tt-stock", names)}>
    ${sorts.map(({ sign, title, hint, count, mark }) => html`<li class=${classes(count === 0 && "none", mark)} title=${hint}>${sign}<span>${title}</span><b>${count}</b></li>`)}
  </ul>`;
}

/** Ids with how often each occurs, in the order in which they first do. @param {string[]} ids @returns {[string, number][]} */
export function tally(ids) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts];
}
