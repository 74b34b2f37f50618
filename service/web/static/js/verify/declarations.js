/**
 * What `type`, `by` and `data` of an event may be, by docs/events.md. The types are listed in `declared.js`.
 *
 * An event of a type that is not there is left alone, as the page asks.
 */

import { DECLARED } from "./declared.js";
import { hasExactly, isObject } from "./json.js";

/** @import { Json } from "./json.js" */

export const HEX64 = /^[0-9a-f]{64}$/;
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const RULESET = /^[a-z0-9]+(?:-[a-z0-9]+)*@[1-9][0-9]{0,5}$/;
const ID = /^[A-Za-z0-9._-]{1,64}$/;
const PROGRAM = /^[A-Za-z0-9._-]{1,64}@[1-9][0-9]{0,5}$/;
const SEAT_VIEWER = /^seat:(?:0|[1-9][0-9]?)$/;
const SEATS_MAX = 100;
/** The shortest and the longest nonce, in characters (code points). */
const NONCE_MIN = 16;
const NONCE_MAX = 64;
const TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{6})Z$/;

/** @typedef {(value: Json) => boolean} Shape */

/** @type {Shape} */
export const isText = (value) => typeof value === "string";
/** @type {Shape} */
const isTruth = (value) => typeof value === "boolean";
/** @type {Shape} */
const isAnyObject = (value) => isObject(value);
/** @type {Shape} */
const isSeat = (value) => typeof value === "number" && value >= 0 && value < SEATS_MAX;
/** @type {Shape} */
const isIndex = (value) => typeof value === "number" && value >= 0;
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
  Array.isArray(value) && value.every((one) => isObject(one) && fits(one, { what: isText, from: isIndex, count: isNumber }));
/** @type {Shape} */
const isAction = (value) => isObject(value) && typeof value.type === "string";

/**
 * @param {RegExp} pattern
 * @returns {Shape}
 */
const matching = (pattern) => (value) => typeof value === "string" && pattern.test(value);

/**
 * @param {...string} words
 * @returns {Shape}
 */
const word =
  (...words) =>
  (value) =>
    typeof value === "string" && words.includes(value);

/**
 * Whether an object has exactly these members, each of its kind.
 *
 * @param {import("./json.js").JsonObject} value
 * @param {Record<string, Shape>} members
 */
const fits = (value, members) =>
  hasExactly(value, Object.keys(members)) && Object.entries(members).every(([key, shape]) => shape(value[key] ?? null));

/**
 * The kind of objects that have exactly the members of one of these lists.
 *
 * @param {...Record<string, Shape>} forms
 * @returns {Shape}
 */
const oneOf =
  (...forms) =>
  (value) =>
    isObject(value) && forms.some((members) => fits(value, members));

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
  "seat:K": SEAT_VIEWER,
  "player:ID": /^player:[A-Za-z0-9._-]{1,64}$/,
  "arbiter:ID": /^arbiter:[A-Za-z0-9._-]{1,64}$/,
};

/**
 * @param {string} by
 * @returns {boolean} Whether it is one of the five kinds at all.
 */
export const isActor = (by) => Object.values(ACTORS).some((kind) => kind.test(by));

/** @type {Shape} */
const isGame = matching(UUID);
/** @type {Shape} */
const isRuleset = matching(RULESET);
/** @type {Shape} */
const isProgram = matching(PROGRAM);
const isExpiry = oneOf({ kind: word("bot", "forfeit"), bot: isProgram }, { kind: word("default_action") });
const isClock = oneOf(
  { kind: word("per_decision"), seconds: isNumber, on_expiry: isExpiry },
  { kind: word("budget"), seconds: isNumber, increment: isIndex, on_expiry: isExpiry },
  { kind: word("days"), days: isNumber, on_expiry: isExpiry },
);
const LEFT = { game: isGame, n: isNumber, hash: isHex };
const isRemedy = oneOf(
  { type: word("annul") },
  { type: word("adjudicate"), ranking: (value) => Array.isArray(value) && value.every(isSeats) },
  { type: word("resume"), event: isNumber, ruleset: isRuleset, game: isGame },
);
/** @type {Shape} */
const isReserved = (value) => {
  if (!Array.isArray(value) || !value.every(orNull(matching(ID)))) return false;
  const named = value.filter((one) => one !== null);
  return new Set(named).size === named.length;
};

/**
 * What a value of each kind is, by the names of kinds that `declared.js` uses.
 *
 * @type {Record<string, Shape>}
 */
const KINDS = {
  ACTION: isAction,
  CLOCK_OR_NULL: orNull(isClock),
  DELAY: oneOf({ actions: isNumber }),
  DRAWS: isDraws,
  FACTS: isFacts,
  GAME: isGame,
  HEX64: isHex,
  HEX64_OR_NULL: orNull(isHex),
  ID: matching(ID),
  ID_OR_NULL: orNull(matching(ID)),
  NONCE: (value) => typeof value === "string" && [...value].length >= NONCE_MIN && [...value].length <= NONCE_MAX,
  NUMBER: isNumber,
  OBJECT: isAnyObject,
  OWN_RECORD_OR_NULL: orNull(oneOf({ sha256: isHex, n: isNumber, hash: isHex, event: orNull(isNumber) })),
  PARENT: oneOf(LEFT, { ...LEFT, as: matching(SEAT_VIEWER) }, { ...LEFT, ruling: isNumber }),
  PROGRAM_OR_NULL: orNull(isProgram),
  REMEDY_OR_NULL: orNull(isRemedy),
  REPLACED_REASON: word("deadline", "left", "handed over", "absent", "returned"),
  RESERVED: isReserved,
  RESIGNED_REASON: word("resigned", "deadline"),
  RULESET: isRuleset,
  SEAT: isSeat,
  SEATS: isSeats,
  SEAT_COUNT: (value) => isNumber(value) && /** @type {number} */ (value) <= SEATS_MAX,
  SEAT_OR_NULL: orNull(isSeat),
  TEXT: isText,
  TEXTS: isTexts,
  TIME_OR_NULL: orNull(isTime),
  TRUTH: isTruth,
  VERDICT: word("dismissed", "upheld"),
  VISIBILITY: word("public", "unlisted", "private"),
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
