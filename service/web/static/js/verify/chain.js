/**
 * Level `chain`: order, completeness, hashes, envelopes, openings, the seating, the commitment to the seed.
 *
 * One line at a time, so that a reader of a long record sees how far it is. It needs nothing but the lines.
 */

import { hex, sha256, unhex } from "./bytes.js";
import { DECLARATIONS, mayMake, undeclaredMember, wrongMember } from "./declarations.js";
import { Failure } from "./finding.js";
import { isObject, jcs } from "./json.js";
import { eventOf, headerOf, isOpening } from "./lines.js";
import { Seating } from "./seating.js";

/** @import { Json, JsonObject } from "./json.js" */
/** @import { Header, Opening, RecordEvent } from "./lines.js" */

const NO_HASH = "0".repeat(64);

/**
 * @param {RecordEvent} event
 * @returns {Promise<string>}
 */
export async function hashOf(event) {
  const { hash: _, ...rest } = event;
  const reduced = event.sealed.map((one) => ({ for: one.for, digest: one.digest }));
  return hex(await sha256(jcs(/** @type {Json} */ (/** @type {unknown} */ ({ ...rest, sealed: reduced })))));
}

/**
 * @param {string} salt
 * @param {Json} content
 * @returns {Promise<string>}
 */
export const digestOf = async (salt, content) => hex(await sha256(jcs([salt, content])));

export class Chain {
  constructor() {
    /** @type {Header | null} */
    this.header = null;
    /** @type {string[]} The hash of event n at index n - 1, as it was computed. */
    this.hashes = [];
    /** @type {RecordEvent | null} */
    this.last = null;
    /** @type {Seating | null} */
    this.seating = null;
    /** @type {number | null} The event that ended the game. */
    this.ended = null;
    /** @type {number | null} */
    this.seed_at = null;
    /** @type {string | null} */
    this.seed = null;
    /** @type {string[][]} The digests of the envelopes of event n at index n - 1. */
    this.digests = [];
    /** @type {Map<string, { n: number, i: number }>} Open envelopes that are not for the record's viewer. */
    this.shown = new Map();
    this.commitment = "";
    this.seats = 0;
    this.owes_seed = false;
  }

  /**
   * Takes the first line.
   *
   * @param {JsonObject} value
   * @throws {Failure}
   */
  begin(value) {
    this.header = headerOf(value);
    this.seating = new Seating(this.header.game);
  }

  /**
   * Takes the next line.
   *
   * @param {JsonObject} value
   * @returns {Promise<RecordEvent>}
   * @throws {Failure}
   */
  async check(value) {
    const event = eventOf(value);
    try {
      requireKinds(event);
      await this.#checkEvent(event);
    } catch (error) {
      if (error instanceof Failure) error.where.n ??= event.n;
      throw error;
    }
    this.hashes.push(event.hash);
    this.digests.push(event.sealed.map((one) => one.digest));
    this.last = event;
    return event;
  }

  /** @param {RecordEvent} event */
  async #checkEvent(event) {
    const n = event.n;
    if ((await hashOf(event)) !== event.hash) throw new Failure("chain/hash", "hash", { n });
    this.#requirePlace(event);
    this.#requireDeclared(event);
    await this.#requireEnvelopes(event);
    await this.#requireOpenings(event);
    await /** @type {Seating} */ (this.seating).check(event);
    await this.#requireEnd(event);
  }

  /** @param {RecordEvent} event */
  #requirePlace(event) {
    const header = /** @type {Header} */ (this.header);
    const n = event.n;
    const expected = this.hashes.length + 1;
    if (n > expected) throw new Failure("chain/gap", "gap", { missing: expected, n });
    if (n < expected) throw new Failure("chain/order", "order", { n, before: expected - 1 });
    if (event.prev !== (this.last?.hash ?? NO_HASH)) throw new Failure("chain/prev", "prev", { n, before: n - 1 });
    if (event.game !== header.game) throw new Failure("chain/game", "game", { n });
    if (this.last !== null && event.at < this.last.at) throw new Failure("chain/at", "at", { n });
    if ((event.type === "GameCreated") !== (n === 1)) throw new Failure("chain/type", "created", { n, type: event.type });
  }

  /** @param {RecordEvent} event */
  #requireDeclared(event) {
    const header = /** @type {Header} */ (this.header);
    const { n, type, by, data } = event;
    const declaration = DECLARATIONS.get(type);
    if (declaration === undefined) return;
    if (!mayMake(declaration, by)) {
      throw new Failure("chain/by", "by", { n, type, kinds: declaration.by.join(", "), by: by.slice(0, 60) });
    }
    const undeclared = undeclaredMember(declaration, data);
    if (undeclared !== null) throw new Failure("chain/member", "member_undeclared", { n, type, member: undeclared.slice(0, 60) });
    if (by.startsWith("seat:") && by !== `seat:${data.seat}`) {
      throw new Failure("chain/by", "by_seat", { n, seat: /** @type {number} */ (data.seat) });
    }
    if (type === "GameCreated") {
      if (data.ruleset !== header.ruleset) throw new Failure("chain/header", "other_ruleset");
      if (data.content !== header.content) throw new Failure("chain/header", "other_content");
      this.seats = /** @type {number} */ (data.seats);
      this.commitment = /** @type {string} */ (data.commitment);
      const seat = seatOf(header.viewer);
      if (seat !== null && seat >= this.seats) {
        throw new Failure("chain/viewer", "viewer_seat", { viewer: header.viewer, seats: this.seats });
      }
    }
  }

  /** @param {RecordEvent} event */
  async #requireEnvelopes(event) {
    const viewer = /** @type {Header} */ (this.header).viewer;
    const n = event.n;
    for (const [i, envelope] of event.sealed.entries()) {
      for (const one of envelope.for) {
        const seat = seatOf(one);
        if (one !== "arbiter" && (seat === null || seat >= this.seats)) {
          throw new Failure("chain/audience", "audience", { n, i, audience: one.slice(0, 60), seats: this.seats });
        }
      }
      if (envelope.salt !== undefined) {
        const digest = await digestOf(envelope.salt, /** @type {Json} */ (envelope.content));
        if (digest !== envelope.digest) throw new Failure("chain/envelope", "envelope", { n, i });
        const is_for_viewer = viewer === "public" || viewer === "arbiter" || envelope.for.includes(viewer);
        if (!is_for_viewer) this.shown.set(`${n}.${i}`, { n, i });
      } else if (viewer === "public" || viewer === "arbiter" || envelope.for.includes(viewer)) {
        throw new Failure("chain/closed", "closed", { n, i, viewer });
      }
    }
  }

  /** @param {RecordEvent} event */
  async #requireOpenings(event) {
    const inside = event.sealed.flatMap((one) => {
      const opens = isObject(one.content) ? one.content.opens : undefined;
      return Array.isArray(opens) ? opens.filter(isOpening) : [];
    });
    for (const opening of [...event.opens, .../** @type {Opening[]} */ (/** @type {unknown} */ (inside))]) {
      const { n, i, salt, content } = opening;
      const digest = n < event.n ? this.digests[n - 1]?.[i] : undefined;
      if (digest === undefined) throw new Failure("chain/opening", "opens_nothing", { n: event.n, i, of: n });
      if ((await digestOf(salt, content)) !== digest) throw new Failure("chain/opening", "opens_other", { n: event.n, i, of: n });
    }
  }

  /** @param {RecordEvent} event */
  async #requireEnd(event) {
    const { n, type, data } = event;
    if (this.owes_seed && type !== "SeedRevealed") {
      throw new Failure("chain/seed", "seed_delayed", { n, type, ended: /** @type {number} */ (this.ended) });
    }
    if (this.ended !== null && DECLARATIONS.get(type)?.can_follow_end === false) {
      throw new Failure("chain/after_end", "after_end", { n, type, ended: this.ended });
    }
    if (type === "GameFinished" || type === "GameAborted") {
      this.ended = n;
      this.owes_seed = !Object.hasOwn(data, "resumed_by");
    }
    if (type === "SeedRevealed") {
      if (this.seed !== null) throw new Failure("chain/seed", "seed_twice", { n, before: /** @type {number} */ (this.seed_at) });
      if (this.ended === null) throw new Failure("chain/seed", "seed_early", { n });
      const seed = /** @type {string} */ (data.seed);
      if (hex(await sha256(unhex(seed))) !== this.commitment) throw new Failure("chain/commitment", "commitment", { n });
      this.seed = seed;
      this.seed_at = n;
      this.owes_seed = false;
    }
  }

  /**
   * Takes the end of the file.
   *
   * @throws {Failure}
   */
  end() {
    const header = /** @type {Header} */ (this.header);
    const n = this.hashes.length;
    // What is missing is named by the line it would stand on.
    if (n === 0) throw new Failure("chain/head", "no_events", {}, { line: 2 });
    if (n < header.head.n) {
      throw new Failure("chain/head", "cut_off", { n, head: header.head.n, missing: header.head.n - n }, { line: n + 2 });
    }
    if (n > header.head.n) throw new Failure("chain/head", "too_long", { n, head: header.head.n }, { line: header.head.n + 2 });
    if (header.head.hash !== this.last?.hash) throw new Failure("chain/head", "head_hash", {}, { line: 1 });
    if (this.owes_seed) {
      const ended = /** @type {number} */ (this.ended);
      throw new Failure("chain/seed", "seed_missing", { ended }, { line: n + 1, n: ended });
    }
    for (const { n: at, i } of this.seed === null ? this.shown.values() : []) {
      throw new Failure("chain/audience", "open_to_others", { n: at, i, viewer: header.viewer }, { line: at + 1, n: at });
    }
    if (header.viewer === "public" && this.seed === null) throw new Failure("chain/viewer", "not_public", {}, { line: 1 });
  }
}

/**
 * @param {RecordEvent} event
 * @throws {Failure} chain/shape
 */
function requireKinds({ n, type, data }) {
  const declaration = DECLARATIONS.get(type);
  const wrong = declaration === undefined ? null : wrongMember(declaration, data);
  if (wrong !== null) throw new Failure("chain/shape", `member_${wrong.code}`, { n, type, member: wrong.member });
}

/**
 * @param {string} viewer
 * @returns {number | null}
 */
function seatOf(viewer) {
  const found = /^seat:(0|[1-9][0-9]{0,9})$/.exec(viewer);
  return found === null ? null : Number(found[1]);
}
