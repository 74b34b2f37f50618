/** What may be said in the disputes of a game, and by whom (record format, section 4). */

import { Failure } from "./finding.js";
import { isObject } from "./json.js";

/** @import { Json } from "./json.js" */
/** @import { Course } from "./course.js" */
/** @import { RecordEvent } from "./lines.js" */

/**
 * @typedef {object} Dispute
 * @property {string} by
 * @property {number} event
 * @property {"open" | "ruled" | "appealed" | "closed" | "withdrawn"} status
 * @property {string[]} judges
 * @property {boolean} has_finding
 * @property {boolean} is_clock_resumed
 */

export class Disputes {
  /** @param {Course} course */
  constructor(course) {
    this.course = course;
    /** @type {Map<Json, Dispute>} By the event that opened it. */
    this.known = new Map();
  }

  /**
   * @param {RecordEvent} event
   * @throws {Failure}
   */
  check(event) {
    if (event.type === "DisputeOpened") {
      this.#open(event);
      return;
    }
    const { n, type, by, data } = event;
    const dispute = this.known.get(data.dispute ?? null);
    if (dispute === undefined) throw wrong("no_dispute", { n });
    const account = by.slice(by.indexOf(":") + 1);
    if (type === "DisputeFindingAttached") {
      if (dispute.has_finding) throw wrong("examined_twice", { n });
      dispute.has_finding = true;
    } else if (type === "DisputeRuled") this.#rule(event, dispute, account);
    else if (type === "DisputeAppealed") {
      this.#requireParty(n, account);
      if (dispute.status !== "ruled") throw wrong("appeals", { n });
      dispute.status = "appealed";
    } else if (dispute.status !== "open") {
      throw wrong("not_open", { n });
    } else if (type === "DisputeWithdrawn") {
      if (account !== dispute.by) throw new Failure("chain/by", "withdrawn_by", { n, by });
      dispute.status = "withdrawn";
    } else {
      if (dispute.is_clock_resumed) throw wrong("clock_twice", { n });
      dispute.is_clock_resumed = true;
    }
  }

  /**
   * @param {number} n
   * @param {string} account
   */
  #requireParty(n, account) {
    if (!this.course.parties.has(account)) throw new Failure("chain/by", "no_party", { n, by: account });
  }

  /** @param {RecordEvent} event */
  #open({ n, by, data }) {
    const account = by.slice("player:".length);
    const disputed = /** @type {number} */ (data.event);
    this.#requireParty(n, account);
    if (data.seat !== this.course.seatOf(account)) throw wrong("claimants_seat", { n });
    if (disputed >= n) throw wrong("later_event", { n });
    const own = [...this.known.values()].filter((one) => one.by === account);
    if (own.some((one) => one.status === "open" || one.status === "appealed")) throw wrong("undecided", { n });
    if (own.some((one) => one.event === disputed)) throw wrong("disputed_twice", { n });
    this.known.set(n, { by: account, event: disputed, status: "open", judges: [], has_finding: false, is_clock_resumed: false });
  }

  /**
   * @param {RecordEvent} event
   * @param {Dispute} dispute
   * @param {string} judge
   */
  #rule({ n, by, data }, dispute, judge) {
    if (this.course.isParty(judge)) throw new Failure("chain/by", "partial", { n, by });
    if (dispute.status !== "open" && dispute.status !== "appealed") throw wrong("ruled_twice", { n });
    if (dispute.judges.includes(judge)) throw wrong("same_judge", { n, by });
    dispute.judges.push(judge);
    dispute.status = dispute.status === "appealed" ? "closed" : "ruled";
    if (!isObject(data.remedy)) return;
    const { type, event, ranking } = data.remedy;
    if (type === "resume" && /** @type {number} */ (event) >= n) throw wrong("later_event", { n });
    if (type === "adjudicate") {
      const ranked = /** @type {number[]} */ (/** @type {Json[]} */ (ranking).flat()).sort((a, b) => a - b);
      const is_whole = ranked.length === this.course.seats && ranked.every((seat, index) => seat === index);
      if (!is_whole) throw wrong("ranking", { n });
    }
    if (this.course.phase !== "over") this.course.due = { type: "GameAborted", code: "chain/dispute", data: {}, by: "service" };
  }
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} fields
 */
const wrong = (key, fields) => new Failure("chain/dispute", key, fields);
