/**
 * Chance, from the seed and the nonces (record format, sections 2 and 3), and level `chance` of the verifier.
 *
 * The level needs a record whose seed is revealed. It shows that every envelope was sealed with the salt that the seed
 * gives it, so none was made later, and that the draws are numbered from 0 without a gap. Whether the rules ask for
 * those draws, and what came of them, only a replay can say.
 */

import { hex, hmac, unhex } from "./bytes.js";
import { Failure } from "./finding.js";
import { jcs } from "./json.js";

/** @import { RecordEvent } from "./lines.js" */

/** @typedef {(message: string) => Promise<Uint8Array>} Keyed */

/**
 * The salt that the seed gives an envelope.
 *
 * @param {Keyed} by_seed
 * @param {number} n
 * @param {number} i
 */
export const saltOf = async (by_seed, n, i) => hex(await by_seed(`seal/1\n${n}\n${i}`)).slice(0, 32);

/**
 * The key of a game's tape, 32 bytes.
 *
 * @param {string} seed
 * @param {string} game
 * @param {string[]} nonces By seat; "" where none was given.
 */
export async function tapeKey(seed, game, nonces) {
  const by_seed = await hmac(unhex(seed));
  return by_seed(`tape/1\n${jcs({ game, nonces })}`);
}

/**
 * The key of the stream that a bot draws from for one decision.
 *
 * @param {Uint8Array} key Of the tape.
 * @param {number} seat
 * @param {number} decision
 */
export const botKey = async (key, seat, decision) => (await hmac(key))(`bot/1\n${seat}\n${decision}`);

/**
 * The keyed digest of a state.
 *
 * @param {string} seed
 * @param {import("./json.js").Json} state
 */
export async function stateDigest(seed, state) {
  const key = await (await hmac(unhex(seed)))("state/1");
  return hex(await (await hmac(key))(jcs(state)));
}

/**
 * @typedef {object} Draw
 * @property {number} number From 0, through the whole game.
 * @property {number} below
 * @property {number} attempt The first that was accepted, from 0.
 * @property {string} block The HMAC, 64 hex digits.
 * @property {number} drawn From 0.
 */

const ALL = 2n ** 64n;

/** A tape: draws by number. */
export class Tape {
  /** @param {Keyed} keyed */
  constructor(keyed) {
    this.keyed = keyed;
  }

  /** @param {Uint8Array} key */
  static async of(key) {
    return new Tape(await hmac(key));
  }

  /**
   * The HMAC of one attempt at a draw, and its first 8 bytes as a number.
   *
   * @param {number} k
   * @param {number} attempt
   */
  async block(k, attempt) {
    const block = await this.keyed(`draw/1\n${k}\n${attempt}`);
    return { block: hex(block), u: new DataView(block.buffer).getBigUint64(0) };
  }

  /**
   * @param {number} k
   * @param {number} below From 1 to 2^32.
   * @returns {Promise<Draw>}
   */
  async draw(k, below) {
    const m = BigInt(below);
    for (let attempt = 0; ; attempt += 1) {
      const { block, u } = await this.block(k, attempt);
      if (u < ALL - (ALL % m)) return { number: k, below, attempt, block, drawn: Number(u % m) };
    }
  }

  /**
   * @template T
   * @param {readonly T[]} list
   * @param {number} from The number of the first draw.
   * @returns {Promise<T[]>}
   */
  async shuffle(list, from) {
    const made = [...list];
    let k = from;
    for (let i = made.length - 1; i >= 1; i -= 1) {
      const { drawn } = await this.draw(k, i + 1);
      [made[i], made[drawn]] = [/** @type {T} */ (made[drawn]), /** @type {T} */ (made[i])];
      k += 1;
    }
    return made;
  }
}

/** What the level looks at, event by event, once the seed is known. */
export class Chance {
  /** @param {Keyed} by_seed */
  constructor(by_seed) {
    this.by_seed = by_seed;
    this.draws = 0;
    this.envelopes = 0;
  }

  /** @param {string} seed */
  static async of(seed) {
    return new Chance(await hmac(unhex(seed)));
  }

  /**
   * @param {RecordEvent} event
   * @throws {Failure} chance/salt, chance/draws
   */
  async check(event) {
    const { n } = event;
    for (const [i, envelope] of event.sealed.entries()) {
      if (envelope.salt === undefined) continue;
      if (envelope.salt !== (await saltOf(this.by_seed, n, i))) throw new Failure("chance/salt", "salt", { n, i }, { n });
      this.envelopes += 1;
    }
    if (event.type !== "GameStarted" && event.type !== "ActionTaken") return;
    const draws = /** @type {{ what: string, from: number, count: number }[]} */ (event.data.draws ?? []);
    for (const { what, from, count } of draws) {
      if (from !== this.draws) {
        throw new Failure("chance/draws", "draws", { n, what: what.slice(0, 60), from, expected: this.draws }, { n });
      }
      this.draws += count;
    }
  }
}
