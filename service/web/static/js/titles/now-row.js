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
