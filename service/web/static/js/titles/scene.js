/** What a renderer draws from. */
import { Changes } from "./changed.js";
import { Legend } from "./legend.js";
import { Spots } from "./spots.js";

/** @typedef {import("./index.js").Drawn} Drawn */
/** @typedef {ReturnType<typeof sceneOf>} Scene */

/**
 * The table with its legend, what the last event changed, and where something can be done.
 * @param {Drawn} drawn
 * @param {(action: any) => string | string[] | null} keysOf the places of an action; null if it has none
 * @param {(action: any) => [string, string][]} dragsOf the drags that take an action: from a place to a place
 */
export function sceneOf(drawn, keysOf, dragsOf) {
  const { table, catalogue, lang, changed } = drawn;
  return { drawn, table, legend: new Legend(catalogue, lang), changes: new Changes(changed), spots: new Spots(drawn, keysOf, dragsOf) };
}
