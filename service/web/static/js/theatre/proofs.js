/** The draws of an event, computed in the browser from the seed and the nonces (record format, section 3). */

import { Tape, tapeKey } from "../verify/chance.js";

/** @import { GameEvent } from "./moments.js" */

/**
 * @typedef {object} Proof
 * @property {number} number
 * @property {string} block
 * @property {number} below
 * @property {number} drawn
 * @property {number} attempt
 */

/** Most draws of one event that are shown. */
export const SHOWN_MAX = 60;

/**
 * The tape of a game; null before the game starts and while its seed is secret.
 * @param {string} game
 * @param {GameEvent[]} events
 */
export async function tapeOf(game, events) {
  const seed = events.find((one) => one.type === "SeedRevealed")?.data.seed;
  const created = events.find((one) => one.type === "GameCreated");
  const isStarted = events.some((one) => one.type === "GameStarted");
  if (seed === undefined || created === undefined || !isStarted || !globalThis.crypto?.subtle) return null;
  const nonces = Array.from({ length: created.data.seats }, () => "");
  for (const { type, data } of events) {
    if (type === "NonceRevealed") nonces[data.seat] = data.nonce;
    if (type === "GameStarted") break;
  }
  return Tape.of(await tapeKey(seed, game, nonces));
}

/**
 * The draws of one entry of `data.draws`, each below the limit that the reader assumes.
 *
 * The record does not give the limit of a draw: the rules know it. For a die it is the number of sides. A shuffle of
 * `count + 1` things draws below each length, from the longest down to 2.
 *
 * @param {Tape} tape
 * @param {{ from: number, count: number }} draws
 * @param {number} sides of the die; 0 for a shuffle
 * @returns {Promise<Proof[]>}
 */
export async function proofsOf(tape, { from, count }, sides) {
  const made = [];
  for (let i = 0; i < Math.min(count, SHOWN_MAX); i += 1) {
    made.push(await tape.draw(from + i, sides === 0 ? count + 1 - i : sides));
  }
  return made;
}
