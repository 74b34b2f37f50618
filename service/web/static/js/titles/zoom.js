/**
 * A board that can be looked at closely: by buttons, by Ctrl and the wheel, by two fingers, or by + − 0 while it has focus.
 *
 * The picture grows within its frame, and the frame scrolls as the browser scrolls anything: with a finger, the wheel, the
 * arrow keys. At its natural size there is nothing to scroll, so the board never takes the page's own scrolling.
 */

/** @typedef {"in" | "out" | "whole"} Step */

const MOST = 5;
const FACTOR = 1.5;
/** @type {Record<string, Record<Step | "how", string>>} */
const WORDS = {
  en: { in: "Closer", out: "Farther", whole: "Whole board", how: "Closer: two fingers, or Ctrl and the wheel" },
  ru: { in: "Ближе", out: "Дальше", whole: "Поле целиком", how: "Ближе: два пальца или Ctrl и колесо" },
};
/** @type {Record<string, Step>} */
const KEYS = { "+": "in", "=": "in", "-": "out", 0: "whole" };
/** @type {[Step, string][]} */
const BUTTONS = [["out", "−"], ["in", "+"], ["whole", "⤢"]];

export class ZoomBoard extends HTMLElement {
  static observedAttributes = ["lang"];
  zoom = 1;
  /** The distance of two fingers when they were last looked at; null while there are not two. @type {number | null} */
  apart = null;
  /** @type {HTMLElement | null} */
  bar = null;

  connectedCallback() {
    if (this.bar !== null) return;
    this.bar = this.appendChild(document.createElement("div"));
    this.bar.className = "tt-zoom";
    for (const [step, sign] of BUTTONS) {
      const button = this.bar.appendChild(document.createElement("button"));
      button.type = "button";
      button.dataset.step = step;
      button.textContent = sign;
      button.addEventListener("click", () => this.take(step));
    }
    this.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    this.addEventListener("keydown", (event) => this.onKey(event));
    this.addEventListener("touchstart", (event) => this.onFingers(event), { passive: false });
    this.addEventListener("touchmove", (event) => this.onFingers(event), { passive: false });
    this.addEventListener("touchend", (event) => this.onFingers(event));
    this.show();
  }

  attributeChangedCallback() {
    if (this.bar !== null) this.show();
  }

  /** The frame that the picture scrolls in. */
  get frame() {
    return /** @type {HTMLElement} */ (this.firstElementChild);
  }

  /** One press. @param {Step} step */
  take(step) {
    this.to(step === "whole" ? 1 : this.zoom * (step === "in" ? FACTOR : 1 / FACTOR));
  }

  /** Shows the board at that size. The point of the screen stays where it is; by default the middle of the frame. @param {number} wanted @param {number} [x] @param {number} [y] */
  to(wanted, x, y) {
    const { frame } = this;
    const box = frame.getBoundingClientRect();
    const zoom = Math.min(MOST, Math.max(1, wanted));
    if (this.zoom === 1) frame.style.setProperty("--tt-high", `${box.height}px`);
    const dx = (x ?? box.left + box.width / 2) - box.left;
    const dy = (y ?? box.top + box.height / 2) - box.top;
    const grown = zoom / this.zoom;
    const [left, top] = [(frame.scrollLeft + dx) * grown - dx, (frame.scrollTop + dy) * grown - dy];
    this.zoom = zoom;
    this.show();
    frame.scrollTo({ left, top, behavior: "instant" });
  }

  show() {
    const words = WORDS[this.lang] ?? WORDS.en;
    this.frame.style.setProperty("--tt-zoom", String(this.zoom));
    this.toggleAttribute("data-close", this.zoom > 1);
    for (const button of this.bar?.querySelectorAll("button") ?? []) {
      const step = /** @type {Step} */ (button.dataset.step);
      button.ariaLabel = words[step];
      button.title = step === "in" ? words.how : words[step];
      // Not `disabled`: focus would fall out of the page at the last press.
      button.ariaDisabled = String(step === "in" ? this.zoom >= MOST : this.zoom <= 1);
    }
  }

  /** @param {WheelEvent} event */
  onWheel(event) {
    if (!event.ctrlKey || !this.frame.contains(/** @type {Node} */ (event.target))) return;
    event.preventDefault();
    this.to(this.zoom * Math.exp(-event.deltaY * (event.deltaMode === 0 ? 0.004 : 0.1)), event.clientX, event.clientY);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const step = KEYS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.take(step);
  }

  /** @param {TouchEvent} event */
  onFingers(event) {
    const [one, other] = event.touches;
    if (one === undefined || other === undefined || event.touches.length !== 2) {
      this.apart = null;
      return;
    }
    event.preventDefault();
    const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (this.apart !== null) this.to((this.zoom * apart) / this.apart, (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2);
    this.apart = apart;
  }
}

if (!customElements.get("zoom-board")) customElements.define("zoom-board", ZoomBoard);
