/**
 * JSON as the record format demands it: read strictly, written canonically (RFC 8785).
 *
 * `JSON.parse` accepts what a record may not contain: repeated keys, fractions, numbers too large to be exact.
 * So this module has a parser of its own, which also says at which character the fault is.
 */

/** @typedef {null | boolean | number | string | JsonArray | JsonObject} Json */
/** @typedef {Json[]} JsonArray */
/** @typedef {{ [key: string]: Json }} JsonObject */

/** Text that the format does not allow. `code` names the sentence in `messages.js`; `fields` fill it. */
export class NotJsonError extends Error {
  /**
   * @param {string} code
   * @param {Record<string, string | number>} [fields]
   */
  constructor(code, fields = {}) {
    super(code);
    this.code = code;
    this.fields = fields;
  }
}

/** How deep arrays and objects may be nested inside the object of a line. */
const DEPTH_MAX = 64;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPES = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/**
 * The value of a JSON text. Objects have no prototype, so that no key is special.
 *
 * @param {string} text
 * @returns {Json}
 * @throws {NotJsonError}
 */
export function parse(text) {
  const reader = new Reader(text);
  reader.space();
  const value = reader.value(0);
  reader.space();
  if (reader.at < text.length) throw reader.unexpected();
  return value;
}

class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  space() {
    while (" \t\n".includes(this.text[this.at] ?? "x")) this.at += 1;
  }

  unexpected() {
    if (this.at >= this.text.length) return new NotJsonError("breaks_off");
    return new NotJsonError("not_json", { at: this.at + 1 });
  }

  /**
   * @param {number} depth
   * @returns {Json}
   */
  value(depth) {
    const first = this.text[this.at];
    if (depth > DEPTH_MAX && (first === "{" || first === "[")) throw new NotJsonError("too_deep");
    if (first === "{") return this.object(depth);
    if (first === "[") return this.array(depth);
    if (first === '"') return this.string();
    if (first === "t") return this.word("true", true);
    if (first === "f") return this.word("false", false);
    if (first === "n") return this.word("null", null);
    return this.number();
  }

  /**
   * @param {string} word
   * @param {true | false | null} value
   */
  word(word, value) {
    const found = this.text.slice(this.at, this.at + word.length);
    if (found !== word) {
      if (word.startsWith(found)) this.at = this.text.length;
      throw this.unexpected();
    }
    this.at += word.length;
    return value;
  }

  number() {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text);
    if (found === null) {
      if (this.text.slice(this.at) === "-") this.at += 1;
      throw this.unexpected();
    }
    const value = Number(found[0]);
    if (found[1] !== undefined || found[2] !== undefined || !Number.isSafeInteger(value) || Object.is(value, -0)) {
      throw new NotJsonError("not_an_integer", { number: found[0].slice(0, 40) });
    }
    this.at += found[0].length;
    return value;
  }

  string() {
    let made = "";
    this.at += 1;
    for (;;) {
      PLAIN.lastIndex = this.at;
      const plain = /** @type {RegExpExecArray} */ (PLAIN.exec(this.text))[0];
      made += plain;
      this.at += plain.length;
      const next = this.text[this.at];
      if (next === '"') break;
      if (next !== "\\") throw this.unexpected();
      const escape = this.text[this.at + 1];
      if (escape === "u") {
        const digits = this.text.slice(this.at + 2, this.at + 6);
        if (!/^[0-9a-fA-F]{4}$/.test(digits)) {
          if (this.at + 6 > this.text.length) this.at = this.text.length;
          throw this.unexpected();
        }
        made += String.fromCharCode(parseInt(digits, 16));
        this.at += 6;
      } else {
        const meant = ESCAPES.get(escape ?? "");
        if (meant === undefined) {
          this.at += 1;
          throw this.unexpected();
        }
        made += meant;
        this.at += 2;
      }
    }
    this.at += 1;
    if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(made)) {
      throw new NotJsonError("half_a_character");
    }
    return made;
  }

  /** @param {number} depth */
  array(depth) {
    /** @type {Json[]} */
    const made = [];
    this.at += 1;
    this.space();
    if (this.text[this.at] === "]") {
      this.at += 1;
      return made;
    }
    for (;;) {
      this.space();
      made.push(this.value(depth + 1));
      this.space();
      const next = this.text[this.at];
      if (next !== "," && next !== "]") throw this.unexpected();
      this.at += 1;
      if (next === "]") return made;
    }
  }

  /** @param {number} depth */
  object(depth) {
    /** @type {JsonObject} */
    const made = Object.create(null);
    this.at += 1;
    this.space();
    if (this.text[this.at] === "}") {
      this.at += 1;
      return made;
    }
    for (;;) {
      this.space();
      if (this.text[this.at] !== '"') throw this.unexpected();
      const key = this.string();
      if (/[^\u0000-\u007f]/.test(key)) throw new NotJsonError("key_not_ascii", { key: key.slice(0, 40) });
      if (Object.hasOwn(made, key)) throw new NotJsonError("key_twice", { key: key.slice(0, 40) });
      this.space();
      if (this.text[this.at] !== ":") throw this.unexpected();
      this.at += 1;
      this.space();
      made[key] = this.value(depth + 1);
      this.space();
      const next = this.text[this.at];
      if (next !== "," && next !== "}") throw this.unexpected();
      this.at += 1;
      if (next === "}") return made;
    }
  }
}

/**
 * The canonical text of a value: keys sorted, no white space, the short escapes.
 *
 * @param {Json} value Without lone surrogates and without fractions, as `parse` gives it.
 * @returns {string}
 */
export function jcs(value) {
  if (Array.isArray(value)) return `[${value.map(jcs).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${jcs(/** @type {Json} */ (value[key]))}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

/**
 * Whether a value is an object (no array, not null).
 *
 * @param {Json | undefined} value
 * @returns {value is JsonObject}
 */
export function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/**
 * Whether an object has exactly these keys.
 *
 * @param {JsonObject} value
 * @param {string[]} keys
 */
export function hasExactly(value, keys) {
  return Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key));
}
