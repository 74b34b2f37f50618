/** Where two records part. */

/** @import { GameEvent } from "./moments.js" */

/**
 * @typedef {object} Difference
 * @property {number} here The number of this game's event that differs; one past the end if it merely ends there.
 * @property {number | null} there The number of the other record's event; null if that one ends.
 * @property {any} other The other event.
 */

/**
 * The events of a record's text.
 *
 * @param {string} text
 * @returns {{ game: string, events: any[] } | null} Null if it is no record.
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
 * The first difference. Records of one game differ where their hashes do. Those of two games are held against each other
 * from the start on, by what was done and what came of it: accounts, times and hashes differ anyway.
 *
 * @param {string} game
 * @param {GameEvent[]} events
 * @param {{ game: string, events: any[] }} other
 * @returns {Difference | null} Null if one goes as far as the other and all is the same.
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
