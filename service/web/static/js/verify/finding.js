/**
 * Findings of the verification. They have no language: `messages.js` makes sentences of them.
 *
 * @typedef {"chain" | "chance" | "receipts" | "log" | "parent"} LevelName
 *
 * @typedef {object} Said
 * @property {string} key Which sentence.
 * @property {Record<string, string | number>} fields What is filled in.
 *
 * @typedef {object} Finding
 * @property {string} code Such as `chain/hash`; the same as every verifier of the project uses.
 * @property {number | null} line The line of the file, from 1; null if it is about no line.
 * @property {number | null} n The number of the event.
 * @property {Said} said
 *
 * @typedef {object} Level
 * @property {LevelName} name
 * @property {"holds" | "failed" | "not_checked"} status
 * @property {Finding[]} findings
 * @property {Said | null} reason Why it was not checked.
 *
 * @typedef {object} Statement
 * @property {string} what
 * @property {number | null} n
 * @property {Said} said
 */

/** Thrown at the first fault. It ends the level. */
export class Failure extends Error {
  /**
   * @param {string} code
   * @param {string} key
   * @param {Record<string, string | number>} [fields]
   * @param {{ line?: number | null, n?: number | null }} [where]
   */
  constructor(code, key, fields = {}, where = {}) {
    super(`${code}: ${key}`);
    this.code = code;
    this.key = key;
    this.fields = fields;
    this.where = where;
  }

  /**
   * @param {{ line?: number | null, n?: number | null }} [place] Where the reader was, if the failure does not say.
   * @returns {Finding}
   */
  toFinding(place = {}) {
    return {
      code: this.code,
      line: this.where.line ?? place.line ?? null,
      n: this.where.n ?? place.n ?? null,
      said: { key: this.key, fields: this.fields },
    };
  }
}
