/**
 * What `type`, `by` and `data` of an event may be: docs/events.md, as data.
 *
 * An event of a type that is not here is left alone, as the page asks.
 */

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
 * @typedef {object} Declaration
 * @property {string[]} by The kinds of actors that may make it.
 * @property {Record<string, Shape>} members What `data` must have.
 * @property {Record<string, Shape>} [optional] What it may have, too.
 */

/** @type {Record<string, Declaration>} */
const DECLARED = {
  GameCreated: {
    by: ["player:ID", "arbiter:ID", "service"],
    members: {
      ruleset: isText,
      content: isHex,
      options: isAnyObject,
      seats: isNumber,
      commitment: isHex,
    },
    optional: {
      creator: orNull(isText),
      clock: orNull(isAnyObject),
      visibility: isText,
      parent: orNull(isAnyObject),
      reserved: orNull((value) => Array.isArray(value) && value.every(orNull(isText))),
      rematch_of: (value) => typeof value === "string" && UUID.test(value),
      spectator_delay: isAnyObject,
    },
  },
  SeatTaken: {
    by: ["player:ID", "service"],
    members: { seat: isSeat, player: orNull(isText), bot: orNull(isText), nonce_commitment: orNull(isHex) },
  },
  SeatLeft: { by: ["player:ID"], members: { seat: isSeat } },
  SeatsClosed: { by: ["service"], members: { deadline: orNull(isTime) } },
  NonceRevealed: { by: ["player:ID"], members: { seat: isSeat, nonce: isText } },
  GameStarted: {
    by: ["player:ID", "arbiter:ID", "service"],
    members: { facts: isFacts, state: isHex },
    optional: { draws: isDraws },
  },
  ActionTaken: {
    by: ["seat:K"],
    members: { seat: isSeat, decision: isNumber, action: isAction, facts: isFacts, state: isHex },
    optional: { draws: isDraws },
  },
  SeatReplaced: {
    by: ["clock", "seat:K", "player:ID"],
    members: { seat: isSeat, player: orNull(isText), bot: orNull(isText), reason: isText },
  },
  SeatResigned: { by: ["clock", "seat:K"], members: { seat: isSeat, bot: orNull(isText), reason: isText } },
  TimeExpired: { by: ["clock"], members: { seat: isSeat, decision: isNumber } },
  EndProposed: { by: ["seat:K"], members: { seat: isSeat, of: isSeats } },
  EndAnswered: { by: ["seat:K"], members: { seat: isSeat, proposed: isNumber, agrees: isTruth } },
  TakeBackAsked: { by: ["seat:K"], members: { seat: isSeat, action: isNumber, of: isSeats } },
  TakeBackAnswered: { by: ["seat:K"], members: { seat: isSeat, asked: isNumber, agrees: isTruth } },
  ActionTakenBack: { by: ["seat:K", "service"], members: { seat: isSeat, action: isNumber, state: isHex } },
  DisputeOpened: {
    by: ["player:ID"],
    members: { seat: orNull(isSeat), event: isNumber, claim: isText, receipts: isTexts, record: orNull(isAnyObject) },
  },
  DisputeFindingAttached: { by: ["service"], members: { dispute: isNumber, finding: isAnyObject } },
  DisputeRuled: {
    by: ["arbiter:ID"],
    members: {
      dispute: isNumber,
      verdict: (value) => value === "dismissed" || value === "upheld",
      remedy: orNull(isAnyObject),
      reason: isText,
    },
  },
  DisputeAppealed: { by: ["player:ID"], members: { dispute: isNumber, reason: isText } },
  DisputeWithdrawn: { by: ["player:ID"], members: { dispute: isNumber } },
  DisputeClockResumed: { by: ["clock"], members: { dispute: isNumber } },
  GameFinished: { by: ["service"], members: { outcome: isAnyObject } },
  GameAborted: {
    by: ["player:ID", "arbiter:ID", "service", "clock"],
    members: { reason: isText },
    optional: { seats: isSeats, resumed_by: (value) => typeof value === "string" && UUID.test(value) },
  },
  SeedRevealed: { by: ["service"], members: { seed: isHex } },
};

export const DECLARATIONS = new Map(Object.entries(DECLARED));

/** What may follow the end of a game, besides its seed: disputes. */
export const AFTER_THE_END = new Set([
  "DisputeOpened",
  "DisputeFindingAttached",
  "DisputeRuled",
  "DisputeAppealed",
  "DisputeWithdrawn",
  "DisputeClockResumed",
  "SeedRevealed",
]);

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
  for (const [member, fits] of Object.entries({ ...declaration.optional, ...declaration.members })) {
    if (Object.hasOwn(data, member) && !fits(data[member] ?? null)) return { code: "kind", member };
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
    Object.hasOwn(declaration.members, member) || Object.hasOwn(declaration.optional ?? {}, member);
  return Object.keys(data).find((member) => !is_declared(member)) ?? null;
}
