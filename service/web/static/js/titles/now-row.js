/** A row that scrolls. When another part of it becomes the current one, it scrolls to that part. */
class NowRow extends HTMLElement {
  /** A value that changes whenever another part becomes the current one. @param {unknown} value */
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
