/**
 * Level `chain`: order, completeness, hashes, envelopes, openings, and what may come when, and by whom.
 *
 * One line at a time, so that a reader of a long record sees how far it is. It needs nothing but the lines.
 */

import { hex, sha256 } from "./bytes.js";
import { Course } from "./course.js";
import { DECLARATIONS, mayMake, undeclaredMember, wrongMember } from "./declarations.js";
import { Failure } from "./finding.js";
import { isObject, jcs } from "./json.js";
import { eventOf, headerOf, isOpening } from "./lines.js";

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
    /** @type {Course | null} */
    this.course = null;
    /** @type {string[][]} The digests of the envelopes of event n at index n - 1. */
    this.digests = [];
    /** @type {{ n: number, i: number }[]} Open envelopes that are not for the record's viewer. */
    this.shown = [];
  }

  /** The seed, null if it is not revealed. */
  get seed() {
    return this.course?.seed ?? null;
  }

  /**
   * Takes the first line.
   *
   * @param {JsonObject} value
   * @throws {Failure}
   */
  begin(value) {
    this.header = headerOf(value);
    this.course = new Course(this.header.game);
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
    await this.#course.check(event);
    this.#requireViewers(event);
    await this.#requireEnvelopes(event);
    for (const opening of event.opens) await this.#requireOpening(n, opening, n);
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
  }

  get #course() {
    return /** @type {Course} */ (this.course);
  }

  /** @param {RecordEvent} event */
  #requireViewers({ n, type, by, data }) {
    const header = /** @type {Header} */ (this.header);
    const seats = this.#course.seats;
    if (type === "GameCreated") {
      if (data.ruleset !== header.ruleset) throw new Failure("chain/header", "other_ruleset");
      if (data.content !== header.content) throw new Failure("chain/header", "other_content");
      if ((seatOf(header.viewer) ?? 0) >= seats) throw new Failure("chain/viewer", "viewer_seat", { viewer: header.viewer, seats });
    }
    const seat = seatOf(by);
    if (seat !== null && seat >= seats) throw new Failure("chain/by", "no_such_seat", { n, seat, seats });
  }

  /** @param {RecordEvent} event */
  async #requireEnvelopes(event) {
    const viewer = /** @type {Header} */ (this.header).viewer;
    const n = event.n;
    for (const [i, envelope] of event.sealed.entries()) {
      for (const one of envelope.for) {
        const seats = this.#course.seats;
        if ((seatOf(one) ?? 0) >= seats) throw new Failure("chain/audience", "audience", { n, i, audience: one, seats });
      }
      if (envelope.salt !== undefined) {
        const digest = await digestOf(envelope.salt, /** @type {Json} */ (envelope.content));
        if (digest !== envelope.digest) throw new Failure("chain/envelope", "envelope", { n, i });
        const is_for_viewer = viewer === "public" || viewer === "arbiter" || envelope.for.includes(viewer);
        if (!is_for_viewer) this.shown.push({ n, i });
        await this.#requireInside(n, envelope.content, n);
      } else if (viewer === "public" || viewer === "arbiter" || envelope.for.includes(viewer)) {
        throw new Failure("chain/closed", "closed", { n, i, viewer });
      }
    }
  }

  /**
   * Holds an opening, and those inside what it shows, against the envelopes of events before the one given.
   *
   * @param {number} n The event that opens.
   * @param {Opening} opening
   * @param {number} before
   */
  async #requireOpening(n, opening, before) {
    const { n: of, i, salt, content } = opening;
    const digest = of < before ? this.digests[of - 1]?.[i] : undefined;
    if (digest === undefined) throw new Failure("chain/opening", "opens_nothing", { n, i, of });
    if ((await digestOf(salt, content)) !== digest) throw new Failure("chain/opening", "opens_other", { n, i, of });
    await this.#requireInside(n, content, of);
  }

  /**
   * The openings inside an open envelope of event `of`, unless it holds a component.
   *
   * @param {number} n
   * @param {Json | undefined} content
   * @param {number} of
   */
  async #requireInside(n, content, of) {
    if (!isObject(content) || Object.hasOwn(content, "zone") || !Array.isArray(content.opens)) return;
    for (const opening of content.opens) {
      if (!isOpening(opening)) throw new Failure("chain/shape", "wrong_kind", { key: "opens" });
      await this.#requireOpening(n, /** @type {Opening} */ (/** @type {unknown} */ (opening)), of);
    }
  }

  /**
   * Takes the end of the file. What is missing is named by the line it would stand on.
   *
   * @throws {Failure}
   */
  end() {
    const header = /** @type {Header} */ (this.header);
    const n = this.hashes.length;
    const head = header.head.n;
    const after = n + 2;
    if (n === 0) throw new Failure("chain/head", "no_events", {}, { line: after });
    if (n < head) throw new Failure("chain/head", "cut_off", { n, head, missing: head - n }, { line: after });
    if (n > head) throw new Failure("chain/head", "too_long", { n, head }, { line: head + 2 });
    if (header.head.hash !== this.last?.hash) throw new Failure("chain/head", "head_hash", {}, { line: 1 });
    this.#course.end(after);
    if (this.seed !== null) return;
    if (header.viewer === "public") throw new Failure("chain/viewer", "not_public", {}, { line: 1 });
    const [shown] = this.shown;
    if (shown === undefined) return;
    const fields = { ...shown, viewer: header.viewer };
    throw new Failure("chain/audience", "open_to_others", fields, { line: shown.n + 1, n: shown.n });
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
