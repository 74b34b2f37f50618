/**
 * What `type`, `by` and `data` of an event may be, by docs/events.md. The types are listed in `declared.js`.
 *
 * An event of a type that is not there is left alone, as the page asks.
 */

import { DECLARED } from "./declared.js";
import { isObject } from "./json.js";

/** @import { Json } from "./json.js" */

export const HEX64 = /^[0-9a-f]{64}$/;
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const RULESET = /^[a-z0-9]+(?:-[a-z0-9]+)*@[1-9][0-9]*$/;
const TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{6})Z$/;

/** @typedef {(value: Json) => boolean} Shape */

/** @type {Shape} */
export const isText = (value) => typeof value === "string";
/** @type {Shape} */
const isTruth = (value) => typeof value === "boolean";
/** @type {Shape} */
const isAnyObject = (value) => isObject(value);
/** @type {Shape} */
const isSeat = (value) => typeof value === "number" && value >= 0;
/** @type {Shape} */
const isNumber = (value) => typeof value === "number" && value >= 1;
/** @type {Shape} */
const isHex = (value) => typeof value === "string" && HEX64.test(value);
/** @type {Shape} */
const isSeats = (value) => Array.isArray(value) && value.every(isSeat);
/** @type {Shape} */
const isTexts = (value) => Array.isArray(value) && value.every(isText);
/** @type {Shape} */
const isFacts = (value) =>
  Array.isArray(value) && value.every((one) => isObject(one) && typeof one.type === "string" && isTexts(one.clauses ?? null));
/** @type {Shape} */
const isDraws = (value) =>
  Array.isArray(value) &&
  value.every((one) => isObject(one) && isText(one.what ?? null) && isSeat(one.from ?? null) && isNumber(one.count ?? null));
/** @type {Shape} */
const isAction = (value) => isObject(value) && typeof value.type === "string";

/** @type {Shape} */
const isId = (value) => typeof value === "string" && /^[A-Za-z0-9._-]{1,64}$/.test(value);
/** @type {Shape} */
const isProgram = (value) => typeof value === "string" && /^[A-Za-z0-9._-]{1,64}@[1-9][0-9]{0,5}$/.test(value);
/** @type {Shape} */
const isNonce = (value) => typeof value === "string" && [...value].length >= 16 && [...value].length <= 64;
/**
 * @param {string[]} words
 * @returns {Shape}
 */
const oneOf = (...words) => (value) => typeof value === "string" && words.includes(value);

/**
 * @param {Shape} shape
 * @returns {Shape}
 */
const orNull = (shape) => (value) => value === null || shape(value);

/** @type {Shape} */
export function isTime(value) {
  if (typeof value !== "string") return false;
  const found = TIME.exec(value);
  if (found === null) return false;
  const [year, month, day, hour, minute, second] = found.slice(1).map(Number);
  if (year === undefined || year < 1) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, /** @type {number} */ (month) - 1, day);
  date.setUTCHours(/** @type {number} */ (hour), minute, second);
  return date.toISOString().slice(0, 19) === value.slice(0, 19);
}

/** @type {Record<string, RegExp>} */
const ACTORS = {
  service: /^service$/,
  clock: /^clock$/,
  "seat:K": /^seat:(?:0|[1-9][0-9]*)$/,
  "player:ID": /^player:./s,
  "arbiter:ID": /^arbiter:./s,
};

/**
 * @param {string} by
 * @returns {boolean} Whether it is one of the five kinds at all.
 */
export const isActor = (by) => Object.values(ACTORS).some((kind) => kind.test(by));

/**
 * What a value of each kind is, by the names of kinds that `declared.js` uses.
 *
 * @type {Record<string, Shape>}
 */
const KINDS = {
  ACTION: isAction,
  CLOCK_OR_NULL: orNull(isAnyObject),
  DELAY: isAnyObject,
  DRAWS: isDraws,
  FACTS: isFacts,
  GAME: (value) => typeof value === "string" && UUID.test(value),
  HEX64: isHex,
  HEX64_OR_NULL: orNull(isHex),
  ID: isId,
  ID_OR_NULL: orNull(isId),
  NONCE: isNonce,
  NUMBER: isNumber,
  OBJECT: isAnyObject,
  OWN_RECORD_OR_NULL: orNull(isAnyObject),
  PARENT: isAnyObject,
  PROGRAM_OR_NULL: orNull(isProgram),
  REMEDY_OR_NULL: orNull(isAnyObject),
  REPLACED_REASON: oneOf("deadline", "left", "handed over", "absent", "returned"),
  RESERVED: (value) => Array.isArray(value) && value.every(orNull(isText)),
  RESIGNED_REASON: oneOf("resigned", "deadline"),
  RULESET: (value) => typeof value === "string" && RULESET.test(value),
  SEAT: isSeat,
  SEATS: isSeats,
  SEAT_COUNT: (value) => isNumber(value) && Number(value) <= 100,
  SEAT_OR_NULL: orNull(isSeat),
  TEXT: isText,
  TEXTS: isTexts,
  TIME_OR_NULL: orNull(isTime),
  TRUTH: isTruth,
  VISIBILITY: oneOf("public", "unlisted", "private"),
  VERDICT: (value) => value === "dismissed" || value === "upheld",
};

/**
 * @typedef {object} Declaration
 * @property {string[]} by The kinds of actors that may make it.
 * @property {Record<string, string>} members What `data` must have, and the names of the kinds.
 * @property {Record<string, string>} optional What it may have, too.
 * @property {boolean} can_follow_end Whether it can come after the end of the game.
 */

/** @type {Map<string, Declaration>} */
export const DECLARATIONS = new Map(Object.entries(DECLARED));

/**
 * Whether that kind of actor may make an event of that type.
 *
 * @param {Declaration} declaration
 * @param {string} by
 */
export const mayMake = (declaration, by) => declaration.by.some((kind) => ACTORS[kind]?.test(by));

/**
 * The first declared member of `data` that is missing or of the wrong kind.
 *
 * @param {Declaration} declaration
 * @param {import("./json.js").JsonObject} data
 * @returns {{ code: "missing" | "kind", member: string } | null}
 */
export function wrongMember(declaration, data) {
  for (const member of Object.keys(declaration.members)) {
    if (!Object.hasOwn(data, member)) return { code: "missing", member };
  }
  for (const [member, kind] of Object.entries({ ...declaration.optional, ...declaration.members })) {
    if (Object.hasOwn(data, member) && !KINDS[kind]?.(data[member] ?? null)) return { code: "kind", member };
  }
  return null;
}

/**
 * The first member of `data` that is not declared.
 *
 * @param {Declaration} declaration
 * @param {import("./json.js").JsonObject} data
 * @returns {string | null}
 */
export function undeclaredMember(declaration, data) {
  const is_declared = (/** @type {string} */ member) =>
    Object.hasOwn(declaration.members, member) || Object.hasOwn(declaration.optional, member);
  return Object.keys(data).find((member) => !is_declared(member)) ?? null;
}
