/** The parts of the table that the last event changed. */
export class Changes {
  /** @param {Set<string> | undefined} changed ids, or JSON Pointers into the table */
  constructor(changed) {
    this.pointers = [...(changed ?? [])];
    this.ids = new Set(this.pointers);
  }

  /** "changed" if any of these ids or pointers, or anything below them, was changed; "" otherwise. @param {...string} where */
  mark(...where) {
    const hit = where.some(
      (one) => this.ids.has(one) || (one.startsWith("/") && this.pointers.some((p) => p.startsWith(`${one}/`))),
    );
    return hit ? "changed" : "";
  }
}
