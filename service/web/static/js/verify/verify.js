/**
 * A verifier of records that runs where it is loaded, in a page or a worker, and asks nobody.
 *
 * Written from docs/record-format.md, docs/events.md and docs/log.md. It checks everything that needs no rules of a
 * title: whether the rules were followed, only a replay shows.
 */

import { MissingCryptoError, hex } from "./bytes.js";
import { Chain } from "./chain.js";
import { Chance, tapeKey } from "./chance.js";
import { Failure } from "./finding.js";
import { NotJsonError, isObject, parse } from "./json.js";
import { LINES_MAX, cut, read } from "./lines.js";
import { checkLog, inclusionOf, loggedIn } from "./log.js";
import { logKeysIn } from "./notes.js";
import { checkReceipts, keysOf, receiptsIn } from "./receipts.js";
import { statementsOf } from "./stated.js";

/** @import { Level, LevelName, Said, Statement } from "./finding.js" */
/** @import { Header, RecordEvent } from "./lines.js" */

/**
 * @typedef {object} Given What lies beside the record; every part may be missing.
 * @property {string} [receipts] Receipts: one a line, or a JSON list.
 * @property {string} [keys] The service's public keys, a JWK set.
 * @property {string} [logKeys] The log's public keys, one a line.
 * @property {string} [checkpoint] A checkpoint that was kept.
 * @property {Uint8Array[]} [parents] For a fork: records of the games that it, or its parent, was forked from.
 * @property {string} [inclusion] A response of `GET …/inclusion`, instead of the proofs in the record.
 *
 * @typedef {object} Report
 * @property {boolean} is_record False if the file is no record at all; then the first level says why.
 * @property {Header | null} header
 * @property {number} lines
 * @property {number} events How many events were read.
 * @property {number} envelopes How many envelopes were held against the seed.
 * @property {number} draws How many draws the game made.
 * @property {string | null} tape The key of the tape, if the seed is revealed.
 * @property {Level[]} levels
 * @property {Statement[]} stated
 */

const EVERY_LINES = 25;

/**
 * @param {Uint8Array} bytes The record.
 * @param {Given} [given]
 * @param {(line: number, lines: number) => void} [progress] Told now and then how far it is.
 * @returns {Promise<Report>}
 */
export async function verify(bytes, given = {}, progress = () => {}) {
  const run = new Run(bytes, given, progress);
  await run.all();
  return run.report;
}

class Run {
  /**
   * @param {Uint8Array} bytes
   * @param {Given} given
   * @param {(line: number, lines: number) => void} progress
   */
  constructor(bytes, given, progress) {
    this.lines = cut(bytes);
    this.given = given;
    this.progress = progress;
    this.chain = new Chain();
    /** @type {RecordEvent[]} */
    this.events = [];
    /** @type {Report} */
    this.report = {
      is_record: true,
      header: null,
      lines: this.lines.length,
      events: 0,
      envelopes: 0,
      draws: 0,
      tape: null,
      levels: [],
      stated: [],
    };
  }

  async all() {
    const chain = await this.level("chain", () => this.checkChain());
    this.report.events = this.events.length;
    this.report.header = this.chain.header;
    const others = /** @type {[LevelName, () => Promise<Said | null>][]} */ ([
      ["chance", () => this.checkChance()],
      ["receipts", () => this.checkReceipts()],
      ["log", () => this.checkLog()],
    ]);
    if (this.forkedFrom() !== null) others.push(["parent", () => this.checkParent()]);
    for (const [name, check] of others) {
      if (chain.status === "holds") await this.level(name, check);
      else this.report.levels.push({ name, status: "not_checked", findings: [], reason: chain.reason ?? { key: "chain_broken", fields: {} } });
    }
    if (chain.status === "holds") this.report.stated = statementsOf(this.events);
  }

  /**
   * @param {LevelName} name
   * @param {() => Promise<Said | null>} check Why it was not checked, or null if it holds.
   * @returns {Promise<Level>}
   */
  async level(name, check) {
    /** @type {Level} */
    const level = { name, status: "holds", findings: [], reason: null };
    try {
      level.reason = await check();
      if (level.reason !== null) level.status = "not_checked";
    } catch (error) {
      if (error instanceof Failure) {
        level.status = "failed";
        level.findings.push(error.toFinding());
      } else if (error instanceof MissingCryptoError) {
        level.status = "not_checked";
        level.reason = { key: error.code, fields: {} };
      } else throw error;
    }
    this.report.levels.push(level);
    return level;
  }

  async checkChain() {
    if (this.lines.length === 0) {
      this.report.is_record = false;
      throw new Failure("chain/header", "empty_file", {}, { line: 1 });
    }
    for (const [index, line] of this.lines.entries()) {
      try {
        if (index >= LINES_MAX) throw new Failure("chain/unreadable", "too_many_lines", { most: LINES_MAX });
        const value = read(line, index === 0);
        if (index === 0) this.chain.begin(value);
        else this.events.push(await this.chain.check(value));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        const is_cut = error.key === "breaks_off" && !line.is_ended;
        if (is_cut) error.key = "truncated";
        if (index === 0) error.code = "chain/header";
        if (index === 0) this.report.is_record = this.looksLikeRecord(line.bytes);
        error.where.line ??= index + 1;
        throw error;
      }
      if (index % EVERY_LINES === 0) this.progress(index + 1, this.lines.length);
    }
    this.progress(this.lines.length, this.lines.length);
    this.chain.end();
    return null;
  }

  /**
   * Whether a first line that does not hold is that of a record at all.
   *
   * @param {Uint8Array} bytes
   */
  looksLikeRecord(bytes) {
    return new TextDecoder().decode(bytes.subarray(0, 20_000)).includes('"delvebook-record/');
  }

  async checkChance() {
    const { seed, course, header } = this.chain;
    if (seed === null) return { key: "no_seed", fields: {} };
    const chance = await Chance.of(seed);
    for (const [index, event] of this.events.entries()) {
      try {
        await chance.check(event);
      } catch (error) {
        if (error instanceof Failure) error.where.line ??= index + 2;
        throw error;
      }
    }
    this.report.envelopes = chance.envelopes;
    this.report.draws = chance.draws;
    if (course?.is_started && header !== null) this.report.tape = hex(await tapeKey(seed, header.game, course.nonces));
    return null;
  }

  async checkReceipts() {
    const header = /** @type {Header} */ (this.chain.header);
    const receipts = receiptsIn(this.given.receipts ?? "");
    if (receipts.length === 0 && header.receipt === null) return { key: "no_receipts", fields: {} };
    if (!this.given.keys?.trim()) return { key: "no_keys", fields: {} };
    const keys = keysOf(this.given.keys);
    if (keys === null || keys.size === 0) return { key: "keys_unreadable", fields: {} };
    await checkReceipts(this.chain, receipts, keys);
    return null;
  }

  async checkLog() {
    const header = /** @type {Header} */ (this.chain.header);
    const proofs = this.proofs(header);
    if (proofs === undefined) return { key: "no_proofs", fields: {} };
    if (!this.given.logKeys?.trim()) return { key: "no_log_keys", fields: {} };
    const keys = await logKeysIn(this.given.logKeys);
    if (keys.length === 0) return { key: "log_keys_unreadable", fields: {} };
    if (proofs === null) throw new Failure("log/malformed", "no_proofs_there", {}, { line: 1 });
    return checkLog(header, loggedIn(this.events), this.chain.hashes, proofs, keys, this.given.checkpoint?.trim() ? this.given.checkpoint : null);
  }

  /** What the game was forked from: its game, the event that it begins after, and that event's hash; null for no fork. */
  forkedFrom() {
    const parent = this.events[0]?.data.parent;
    return isObject(parent) ? /** @type {{ game: string, n: number, hash: string }} */ (/** @type {unknown} */ (parent)) : null;
  }

  /** The parent's record must hold, as far as it can be checked here, and have that very event. */
  async checkParent() {
    const { game, n, hash } = /** @type {{ game: string, n: number, hash: string }} */ (this.forkedFrom());
    const others = [...(this.given.parents ?? [])];
    for (const [index, bytes] of others.entries()) {
      const beside = others.toSpliced(index, 1);
      const parent = new Run(bytes, { parents: beside }, () => {});
      await parent.all();
      if (parent.report.header?.game !== game) continue;
      const failed = parent.report.levels.find((level) => level.status === "failed");
      if (failed !== undefined) {
        throw new Failure("parent/broken", "parent_broken", { line: failed.findings[0]?.line ?? 1 }, { line: 2, n: 1 });
      }
      if (parent.chain.hashes.length < n) throw new Failure("parent/short", "parent_short", { n }, { line: 2, n: 1 });
      if (parent.chain.hashes[n - 1] !== hash) throw new Failure("parent/hash", "parent_hash", { n }, { line: 2, n: 1 });
      const unchecked = parent.report.levels.find((level) => level.name === "parent" && level.status === "not_checked");
      return unchecked?.reason ?? null;
    }
    return { key: "no_parent", fields: { game, n } };
  }

  /**
   * @param {Header} header
   * @returns Undefined if there are none, null if they are malformed.
   */
  proofs(header) {
    if (!this.given.inclusion?.trim()) return Object.hasOwn(header, "log") ? inclusionOf(header.log) : undefined;
    try {
      const value = parse(this.given.inclusion);
      return isObject(value) && value.game === header.game ? inclusionOf(value) : null;
    } catch (error) {
      if (error instanceof NotJsonError) return null;
      throw error;
    }
  }
}
