/** What a step in Dungeons, Dice & Danger would hit: the numbers of a pairing, or the cell or room of a pair. */
import { nothing, svg } from "../../html.js";
import { keysOf, mapOf, sheetOf, SIDE } from "../dice_and_danger.js";
import { changesOf, labels, stakesOf } from "./parts.js";

/** @typedef {import("../sight.js").Sight} Sight */

/** @type {Sight} */
export function sight({ table, legend, own }, offer) {
  if (own === null) return {};
  const [sheet] = sheetOf(table, own);
  const places = mapOf(legend, table.adventure);
  const where = keysOf(offer.action);
  /** @type {number[][]} */
  const pairs = offer.action.step === "pairs" ? offer.action.pairs.map((/** @type {number[]} */ pair) => pair.map((one) => table.dice[one])) : [];
  const hit = places.filter((place) => `cell:${place.id}` === where || `room:${place.id}` === where || pairs.some((pair) => hits(legend, sheet, place, pair)));
  const isFar = (/** @type {any} */ place) => pairs.length > 0 && !isInReach(sheet, place);
  const changes = changesOf("dice-and-danger", stakesOf(offer));
  const width = legend.figures(table.adventure).width * SIDE;
  return {
    board: svg`${hit.map((place) => svg`<rect class=${isFar(place) ? "tt-goal is-far" : "tt-goal"} data-at=${place.id} x=${place.x * SIDE + 1.5} y=${place.y * SIDE + 1.5} width=${(place.width ?? 1) * SIDE - 3} height=${(place.height ?? 1) * SIDE - 3} rx="8" />`)}
      ${where === null || hit.length !== 1 ? nothing : labels(changes, (hit[0].x + (hit[0].width ?? 1)) * SIDE - 12, (hit[0].y + 0.5) * SIDE, width - (hit[0].x + (hit[0].width ?? 1)) * SIDE)}`,
  };
}

/** Whether the place can be taken now: a start, beside what is visited, or a room that is reached. @param {any} sheet @param {any} place */
function isInReach(sheet, place) {
  if (place.kind === "start") return true;
  if (place.kind === "room") return sheet.reached.includes(place.id);
  const isOpen = (/** @type {string} */ id) => sheet.visited.includes(id) || (sheet.defeated.includes(id) && sheet.reached.includes(id));
  return place.neighbours.some(isOpen);
}

/** Whether the number stands there, and is neither crossed out nor locked. @param {any} legend @param {any} sheet @param {any} place @param {number[]} pair of dice */
function hits(legend, sheet, place, [one, other]) {
  const sum = one + other;
  if (place.kind === "doubles") return one === other && !sheet.visited.includes(place.id);
  if (place.kind !== "room") return !sheet.visited.includes(place.id) && (place.kind === "cloud" ? sheet.clouds[place.id] : place.number) === sum;
  const { black, white } = legend.figures(place.id);
  return !sheet.defeated.includes(place.id) && (black.includes(sum) || (white.includes(sum) && (sheet.unlocked[place.id] ?? []).includes(sum)));
}
