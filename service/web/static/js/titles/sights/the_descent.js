/** What a choice in The Descent would do: the way with its falls, the tiles it opens, what it costs and brings. */
import { nothing, svg } from "../../html.js";
import { changeOf, labels, stakesOf, way } from "./parts.js";
import { keysOf, mid, SIDE } from "../the_descent.js";

/** @typedef {import("../sight.js").Sight} Sight */
/** @typedef {import("./parts.js").Stake} Stake */

/** @param {number[]} cell @returns {[number, number]} */
const middle = ([x, y]) => [mid(x), mid(y)];

/** The cells through which the fact takes the seat, from the one where it begins. @param {any} fact @param {number | null} seat @returns {number[][]} */
function cellsOf(fact, seat) {
  if (fact.type === "objects_fell") return fact.seats.includes(seat) ? fact.cells : [];
  if (fact.seat !== seat) return [];
  if (fact.type === "contact_made") return [fact.cell];
  return "to_cell" in fact ? [fact.from_cell, fact.to_cell].filter(Array.isArray) : [];
}

/** @type {Sight} */
export function sight(scene, offer) {
  const { table, own, byPlace } = scene;
  const stakes = stakesOf(offer);
  const start = own === null ? null : table.seats[own].cell;
  /** @type {number[][]} */
  const path = start === null ? [] : [start];
  const falls = [];
  for (const { fact } of stakes) {
    const cells = cellsOf(fact, own);
    if (fact.type === "objects_fell" && cells.length > 0) falls.push([path.at(-1) ?? cells[0], ...cells]);
    path.push(...cells.filter((cell, number) => cell.join() !== (cells[number - 1] ?? path.at(-1))?.join()));
  }
  const hits = [keysOf(offer.action, table, own) ?? []].flat().filter((key) => key.startsWith("cell:")).map((key) => key.slice(5).split(",").map(Number));
  if (path.length <= 1 && hits.length > 0) path.splice(0, path.length, ...hits);
  const end = path.at(-1) ?? null;
  const others = stakes.filter(({ fact }) => fact.type === "objects_fell" && !fact.seats.includes(own));
  const opened = new Set(stakes.filter(({ fact }) => fact.type === "tile_opened").map(({ fact }) => fact.place));
  const width = table.field[0].length * SIDE;
  return {
    board: svg`
      ${[...opened].map((place) => svg`<rect class="tt-goal td-opens" x=${byPlace.get(place).x * SIDE + 3} y=${byPlace.get(place).y * SIDE + 3} width=${4 * SIDE - 6} height=${4 * SIDE - 6} rx="6" />`)}
      ${others.map(({ fact }) => way(fact.cells.map(middle), SIDE / 2, "is-fall"))}
      ${end === null ? nothing : way(path.map(middle), SIDE / 2)}
      ${falls.map((cells) => svg`<polyline class="tt-way is-fall" points=${cells.map((cell) => middle(cell).join(",")).join(" ")} />`)}
      ${[...grouped(scene, stakes, end)].map(([key, found]) => {
        const [x, y] = middle(key.split(",").map(Number));
        return svg`<g data-cell=${key}>${labels(found, x, y, width - x)}</g>`;
      })}`,
  };
}

/** Whether nothing can come of it: a collapse on level 1, where no die is low enough, or a death in one that the health outlasts. @param {Stake} stake */
function isHarmless({ kind, fact }) {
  if (!kind.startsWith("collapse")) return false;
  return kind.endsWith(".safe") || (fact.type === "character_died" && !kind.endsWith(".dead"));
}

/** The labels of stakes, by the cell that they stand beside: that of the creature, or the end of the way. @param {any} scene @param {Stake[]} stakes @param {number[] | null} end */
function grouped({ table, own }, stakes, end) {
  /** @type {Map<string, any[]>} */
  const found = new Map();
  for (const stake of stakes) {
    const { fact } = stake;
    if (isHarmless(stake)) continue;
    const change = fact.type === "collapse_began" ? { sign: "doubles", told: `<${stake.said.level}`, isSure: false } : changeOf("the-descent", stake);
    const enemy = table.creatures.find((/** @type {any} */ one) => one.kind === fact.creature);
    const cell = enemy?.cell ?? (fact.seat !== undefined && fact.seat !== own ? table.seats[fact.seat].cell : end);
    if (change === null || cell === null || cell === undefined || fact.type === "objects_fell") continue;
    const there = found.get(cell.join(",")) ?? [];
    if (!there.some((one) => one.sign === change.sign && one.told === change.told)) there.push(change);
    found.set(cell.join(","), there);
  }
  return found;
}
