/** The lines of a record: cut, decoded, parsed, and held against their shape (record format, section 1). */

import { HEX64, RULESET, UUID, isActor, isTime } from "./declarations.js";
import { Failure } from "./finding.js";
import { NotJsonError, hasExactly, isObject, parse } from "./json.js";
import { inclusionOf } from "./log.js";

/** @import { Json, JsonObject } from "./json.js" */

/**
 * @typedef {object} Header
 * @property {string} format
 * @property {string} game
 * @property {string} ruleset
 * @property {string} content
 * @property {string} viewer
 * @property {string} exported_at
 * @property {{ n: number, hash: string }} head
 * @property {string | null} receipt
 * @property {Json} [log]
 *
 * @typedef {{ for: string[], digest: string, salt?: string, content?: Json }} Envelope
 * @typedef {{ n: number, i: number, salt: string, content: Json }} Opening
 *
 * @typedef {object} RecordEvent
 * @property {string} game
 * @property {number} n
 * @property {string} type
 * @property {string} at
 * @property {string} by
 * @property {JsonObject} data
 * @property {Envelope[]} sealed
 * @property {Opening[]} opens
 * @property {string} prev
 * @property {string} hash
 */

export const FORMAT = "delvebook-record/1";
const HEADER_KEYS = ["format", "game", "ruleset", "content", "viewer", "exported_at", "head", "receipt"];
const EVENT_KEYS = ["game", "n", "type", "at", "by", "data", "sealed", "opens", "prev", "hash"];
const VIEWER = /^(?:spectator|arbiter|public|seat:(?:0|[1-9][0-9]?))$/;
const AUDIENCE = /^(?:arbiter|seat:(?:0|[1-9][0-9]?))$/;
const TYPE = /^[A-Z][A-Za-z]{0,63}$/;
const JWS = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+){2}$/;
const MIB = 2 ** 20;
/** How long a header and any other line may be, without the line feed. */
const HEADER_MAX = MIB;
const LINE_MAX = 8 * MIB;
/** How many lines a record may have, the header among them. */
export const LINES_MAX = 1_000_000;
const SALT = /^[0-9a-f]{32}$/;
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LF = 0x0a;

/**
 * Cuts a file into lines. A line that lacks its end is marked: it may have been cut off.
 *
 * @param {Uint8Array} bytes
 * @returns {{ bytes: Uint8Array, is_ended: boolean }[]}
 */
export function cut(bytes) {
  const lines = [];
  let from = 0;
  while (from < bytes.length) {
    const to = bytes.indexOf(LF, from);
    const end = to === -1 ? bytes.length : to;
    lines.push({ bytes: bytes.subarray(from, end), is_ended: to !== -1 });
    from = end + 1;
  }
  // An empty line at the very end is where some editor left off, and no event.
  if (lines.length > 1 && lines.at(-1)?.bytes.length === 0) lines.pop();
  return lines;
}

/**
 * The object on a line.
 *
 * @param {{ bytes: Uint8Array, is_ended: boolean }} line
 * @param {boolean} is_header
 * @returns {JsonObject}
 * @throws {Failure} chain/unreadable
 */
export function read(line, is_header = false) {
  const most = is_header ? HEADER_MAX : LINE_MAX;
  if (line.bytes.length > most) throw new Failure("chain/unreadable", "too_long_a_line", { most: most / MIB });
  let text;
  try {
    text = UTF8.decode(line.bytes);
  } catch {
    throw new Failure("chain/unreadable", "not_utf8");
  }
  if (text === "") throw new Failure("chain/unreadable", "empty_line");
  let value;
  try {
    value = parse(text);
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    throw new Failure("chain/unreadable", error.code, error.fields);
  }
  if (!isObject(value)) throw new Failure("chain/unreadable", "no_object");
  return value;
}

/**
 * @param {JsonObject} value
 * @returns {Header}
 * @throws {Failure} chain/header
 */
export function headerOf(value) {
  if (value.format !== FORMAT) {
    const format = typeof value.format === "string" ? value.format.slice(0, 60) : "-";
    throw new Failure("chain/header", "format", { format });
  }
  const allowed = new Set([...HEADER_KEYS, "log"]);
  requireKeys(value, HEADER_KEYS, allowed, "chain/header");
  const head = value.head;
  const shapes = {
    game: typeof value.game === "string" && UUID.test(value.game),
    ruleset: typeof value.ruleset === "string" && RULESET.test(value.ruleset),
    content: isHex(value.content),
    viewer: typeof value.viewer === "string" && VIEWER.test(value.viewer),
    exported_at: isTime(value.exported_at ?? null),
    head: isObject(head) && hasExactly(head, ["n", "hash"]) && isFrom(head.n, 1) && isHex(head.hash),
    receipt: value.receipt === null || (typeof value.receipt === "string" && JWS.test(value.receipt)),
  };
  requireShapes(shapes, "chain/header");
  if (Object.hasOwn(value, "log") && !isLog(value.log)) throw new Failure("chain/header", "wrong_kind", { key: "log" });
  return /** @type {Header} */ (/** @type {unknown} */ (value));
}

/**
 * @param {JsonObject} value
 * @returns {RecordEvent}
 * @throws {Failure} chain/shape
 */
export function eventOf(value) {
  requireKeys(value, EVENT_KEYS, new Set(EVENT_KEYS), "chain/shape");
  const shapes = {
    game: typeof value.game === "string" && UUID.test(value.game),
    n: isFrom(value.n, 1),
    type: typeof value.type === "string" && TYPE.test(value.type),
    at: isTime(value.at ?? null),
    by: typeof value.by === "string" && isActor(value.by),
    data: isObject(value.data),
    sealed: Array.isArray(value.sealed) && value.sealed.every(isEnvelope),
    opens: Array.isArray(value.opens) && value.opens.every(isOpening),
    prev: isHex(value.prev),
    hash: isHex(value.hash),
  };
  requireShapes(shapes, "chain/shape");
  return /** @type {RecordEvent} */ (/** @type {unknown} */ (value));
}

/**
 * @param {JsonObject} value
 * @param {string[]} needed
 * @param {Set<string>} allowed
 * @param {string} code
 */
function requireKeys(value, needed, allowed, code) {
  for (const key of Object.keys(value)) {
    if (!allowed.has(key)) throw new Failure(code, "unknown_key", { key: key.slice(0, 60) });
  }
  for (const key of needed) {
    if (!Object.hasOwn(value, key)) throw new Failure(code, "missing_key", { key });
  }
}

/**
 * @param {Record<string, boolean>} shapes
 * @param {string} code
 */
function requireShapes(shapes, code) {
  for (const [key, fits] of Object.entries(shapes)) {
    if (!fits) throw new Failure(code, "wrong_kind", { key });
  }
}

/** @param {Json | undefined} value */
const isHex = (value) => typeof value === "string" && HEX64.test(value);

/**
 * @param {Json | undefined} value
 * @param {number} least
 */
const isFrom = (value, least) => typeof value === "number" && value >= least;

/**
 * An envelope: closed, with two members, or open, with four.
 *
 * @param {Json} value
 */
function isEnvelope(value) {
  if (!isObject(value)) return false;
  const isOpen = hasExactly(value, ["for", "digest", "salt", "content"]);
  if (!isOpen && !hasExactly(value, ["for", "digest"])) return false;
  const viewers = value.for;
  if (!Array.isArray(viewers) || viewers.length === 0 || new Set(viewers).size !== viewers.length) return false;
  if (!viewers.every((one) => typeof one === "string" && AUDIENCE.test(one))) return false;
  return isHex(value.digest) && (!isOpen || (typeof value.salt === "string" && SALT.test(value.salt)));
}

/**
 * The proofs of the log of games, as docs/log.md gives them.
 *
 * @param {Json | undefined} value
 */
function isLog(value) {
  return isObject(value) && hasExactly(value, ["checkpoint", "entries"]) && inclusionOf(value) !== null;
}

/** @param {Json} value */
export function isOpening(value) {
  return (
    isObject(value) &&
    hasExactly(value, ["n", "i", "salt", "content"]) &&
    isFrom(value.n, 1) &&
    isFrom(value.i, 0) &&
    typeof value.salt === "string" &&
    SALT.test(value.salt)
  );
}
