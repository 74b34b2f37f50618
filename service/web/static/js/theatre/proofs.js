/** The draws of an event, worked out from the seed and the nonces by the browser itself (record format, section 3). */

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

/** As many draws of one event are shown. */
export const SHOWN_MAX = 60;

/**
 * The tape of a game; null while its seed is secret or it has not started.
 *
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
    if (type === "SeatTaken") nonces[data.seat] = data.nonce ?? "";
    if (type === "SeatLeft") nonces[data.seat] = "";
    if (type === "NonceRevealed") nonces[data.seat] = data.nonce;
    if (type === "GameStarted") break;
  }
  return Tape.of(await tapeKey(seed, game, nonces));
}

/**
 * The draws of one entry of `data.draws`, each below the number that the reader believes it was asked for.
 *
 * The record does not say below which number a draw was made: that is the rules' part. A die has its sides; a shuffle
 * of `count + 1` things draws below each length from the longest down to 2.
 *
 * @param {Tape} tape
 * @param {{ from: number, count: number }} draws
 * @param {number} sides Of the die; 0 for a shuffle.
 * @returns {Promise<Proof[]>}
 */
export async function proofsOf(tape, { from, count }, sides) {
  const made = [];
  for (let i = 0; i < Math.min(count, SHOWN_MAX); i += 1) {
    made.push(await tape.draw(from + i, sides === 0 ? count + 1 - i : sides));
  }
  return made;
}
