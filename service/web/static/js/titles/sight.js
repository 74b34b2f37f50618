/**
 * What a choice would do, shown on the table before it is chosen: while it is pointed at, has the keyboard's focus, or is
 * held with a finger. The choice may be in the list, on the board, or in a menu.
 *
 * `sights/<title>.js` draws it from the choice's `stakes`, as the API gives them. It exports
 *
 *     sight(scene, offer) → { layer: template, … }
 *
 * A layer is an empty element of the table with `data-sight`. Nothing else is drawn anew, so nothing moves.
 */
import { html, nothing, render } from "../html.js";

/** @typedef {import("./spots.js").Offer} Offer */
/** @typedef {(scene: any, offer: Offer) => Record<string, any>} Sight */

/** How long a finger rests on a choice until it shows, in milliseconds. */
const HOLD = 400;
/** How far the finger may move meanwhile, in pixels. */
const SLACK = 10;

/** How long after a touch its click may come, in milliseconds. */
const LATE = 350;

/** What a title's choices show. @type {Map<string, Sight>} */
const sights = new Map();

/** The choices of an element, or of one around it. @param {Element | null | undefined} found @returns {[Element, Offer[]] | null} */
function offersAt(found) {
  for (let one = found ?? null; one !== null; one = one.parentElement) {
    const { offers } = /** @type {any} */ (one);
    if (Array.isArray(offers) && offers.length > 0) return [one, offers];
  }
  return null;
}

export class TableSight extends HTMLElement {
  /** Whether the reader's last press was one of a finger, which points at nothing. */
  isTouch = false;
  /** @type {Element | null} */
  held = null;
  /** What Esc has put away. @type {Element | null} */
  dismissed = null;
  timer = 0;
  /** Where the finger is that may hold a choice. @type {[number, number]} */
  finger = [0, 0];
  /** @type {Element[]} */
  layers = [];

  connectedCallback() {
    // What was set before this module came hides the setter.
    if (Object.hasOwn(this, "of")) {
      const { of } = this;
      Reflect.deleteProperty(this, "of");
      this.of = of;
    }
    for (const name of EVENTS) document.addEventListener(name, this, { capture: true });
  }

  disconnectedCallback() {
    for (const name of EVENTS) document.removeEventListener(name, this, { capture: true });
    clearTimeout(this.timer);
  }

  /** The table as it is drawn now. @param {{title: string, scene: any}} of */
  set of(of) {
    this._of = of;
    queueMicrotask(() => this.look());
  }

  /** @returns {{title: string, scene: any}} */
  get of() {
    return /** @type {any} */ (this._of);
  }

  /** @type {{title: string, scene: any} | undefined} */
  _of;

  /** @param {Event} event */
  handleEvent(event) {
    if (event instanceof PointerEvent) {
      this.isTouch = event.pointerType === "touch";
      if (event.type === "pointerdown") this.press(event);
      else if (event.type === "pointermove" && this.timer !== 0) {
        if (Math.hypot(event.clientX - this.finger[0], event.clientY - this.finger[1]) > SLACK) this.rest();
      } else if (event.type === "pointercancel" || event.type === "pointerup") this.rest();
      if (event.type === "pointermove") return;
    }
    if (event.type === "contextmenu" && this.isTouch && this.held !== null) event.preventDefault();
    if (event instanceof KeyboardEvent) {
      this.isTouch = false;
      this.held = null;
      if (event.key === "Escape") {
        this.dismissed = this.found()?.[0] ?? null;
      }
    }
    queueMicrotask(() => this.look());
  }

  /** A finger begins to hold a choice. What can be dragged is lifted instead. @param {PointerEvent} event */
  press(event) {
    this.rest();
    this.held = null;
    if (!this.isTouch || !(event.target instanceof Element) || event.target.closest(".grip")) return;
    const found = offersAt(event.target);
    if (found === null) return;
    this.finger = [event.clientX, event.clientY];
    this.timer = setTimeout(() => {
      this.timer = 0;
      [this.held] = found;
      withholdClick();
      this.look();
    }, HOLD);
  }

  rest() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** The choices that are looked at, with their element. @returns {[Element, Offer[]] | null} */
  found() {
    if (this.held !== null) return offersAt(this.held);
    const pointed = this.isTouch ? null : offersAt([...document.querySelectorAll(":hover")].at(-1));
    const focused = document.activeElement?.matches(":focus-visible") ? offersAt(document.activeElement) : null;
    return pointed ?? focused;
  }

  /** Shows what is looked at now. */
  async look() {
    const { _of: of } = this;
    if (of === undefined || !this.isConnected) return;
    let found = this.found();
    if (found !== null && found[0] === this.dismissed) found = null;
    else this.dismissed = null;
    const offers = (found?.[1] ?? []).filter((one) => of.scene.drawn.actions.includes(one));
    const module = of.title.replaceAll("-", "_");
    if (offers.length > 0 && !sights.has(of.title)) {
      // Without a connection nothing is shown. The next look asks again.
      const loaded = await import(`./sights/${module}.js`).catch(() => null);
      if (loaded === null) return;
      sights.set(of.title, loaded.sight);
      if (this._of === of) this.look();
      return;
    }
    const show = sights.get(of.title);
    const shown = show === undefined ? [] : offers.map((offer) => show(of.scene, offer));
    const table = this.closest(".tt");
    for (const layer of table?.querySelectorAll("[data-sight]") ?? []) {
      const name = layer.getAttribute("data-sight") ?? "";
      const parts = shown.map((one) => one[name] ?? nothing).filter((one) => one !== nothing);
      render(parts.length > 0 ? parts : nothing, /** @type {HTMLElement} */ (layer));
      layer.toggleAttribute("data-shown", parts.length > 0);
    }
    // Who holds a choice has no pointer to read its tooltip with.
    render(this.held !== null && offers.length > 0 ? html`<p role="status">${offers.map((offer) => of.scene.spots.told(offer)).join(" · ")}</p>` : nothing, this);
  }
}

const EVENTS = ["pointerover", "pointerout", "pointermove", "pointerdown", "pointerup", "pointercancel", "focusin", "focusout", "keydown", "contextmenu"];

/** Ignores the click at the end of a hold. */
function withholdClick() {
  /** @param {Event} event */
  const withhold = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", withhold, { capture: true, once: true });
  for (const name of ["pointerup", "pointercancel"]) {
    addEventListener(name, () => setTimeout(() => removeEventListener("click", withhold, { capture: true }), LATE), { once: true });
  }
}

if (!customElements.get("table-sight")) customElements.define("table-sight", TableSight);
