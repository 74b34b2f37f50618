/** The menu of a place with several actions. */
import { html, render } from "../html.js";
import { word } from "./words.js";

/** @typedef {import("./index.js").Drawn["actions"][number]} Offer an action with its sentences */
/** @typedef {import("./spots.js").Spots} Spots */

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
export function openMenu(anchor, offers, spots) {
  const menu = anchor.closest(".tt")?.querySelector("spot-menu");
  if (menu instanceof SpotMenu) {
    menu.spots = spots;
    menu.show(anchor, offers);
  }
}
