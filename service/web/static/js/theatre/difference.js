/** The first difference between two records. */

/** @import { GameEvent } from "./moments.js" */

/**
 * @typedef {object} Difference
 * @property {number} here the number of this game's event that differs; the last event if this game ends there
 * @property {number | null} there the number of the other record's event; null if that record ends there
 * @property {any} other the other event
 */

/**
 * The game and the events of a record.
 * @param {string} text
 * @returns {{ game: string, events: any[] } | null} null if the text is not a record
 */
export function recordOf(text) {
  try {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    const header = JSON.parse(lines[0] ?? "");
    if (header?.format !== "delvebook-record/1" || typeof header.game !== "string") return null;
    return { game: header.game, events: lines.slice(1).map((line) => JSON.parse(line)) };
  } catch {
    return null;
  }
}

/**
 * The first difference. Records of the same game are compared by hashes. Records of two games are compared from the start
 * of play by actions and their results, because accounts, times and hashes differ anyway.
 * @param {string} game
 * @param {GameEvent[]} events
 * @param {{ game: string, events: any[] }} other
 * @returns {Difference | null} null if there is none
 */
export function firstDifference(game, events, other) {
  const isSame = game === other.game;
  const [ours, theirs] = isSame ? [events, other.events] : [played(events), played(other.events)];
  const essence = (/** @type {any} */ one) => (isSame ? one.hash : essenceOf(one));
  for (let i = 0; i < Math.max(ours.length, theirs.length); i += 1) {
    const [our, their] = [ours[i], theirs[i]];
    if (our !== undefined && their !== undefined && essence(our) === essence(their)) continue;
    return { here: our?.n ?? events.length, there: their?.n ?? null, other: their ?? null };
  }
  return null;
}

/** @param {any[]} events */
const played = (events) => events.filter((one) => ["GameStarted", "ActionTaken", "GameFinished"].includes(one.type));

/** @param {any} event */
function essenceOf({ type, data }) {
  const { seat, action, facts, outcome } = data;
  return JSON.stringify(sorted({ type, seat, action, facts, outcome }));
}

/** @param {any} value @returns {any} */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort().map(([key, one]) => [key, sorted(one)]));
}
