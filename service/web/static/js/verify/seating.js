/** Who sits down, commits to a nonce and shows it, in which order (record format, section 3). */

import { sha256, hex } from "./bytes.js";
import { Failure } from "./finding.js";
import { jcs } from "./json.js";

/** @import { RecordEvent } from "./lines.js" */

/**
 * @typedef {object} Sitter
 * @property {string | null} player
 * @property {string} by
 * @property {string | null} commitment
 * @property {string | null} nonce What was shown.
 */

/** The shortest and the longest nonce, in characters (code points). */
const NONCE_MIN = 16;
const NONCE_MAX = 64;

export class Seating {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.seats = 0;
    /** @type {Map<number, Sitter>} */
    this.sitters = new Map();
    this.is_closed = false;
    this.is_started = false;
    /** @type {string | null} */
    this.deadline = null;
  }

  /** The nonces, by seat; a seat that gave none has "". */
  get nonces() {
    return Array.from({ length: this.seats }, (_, seat) => this.sitters.get(seat)?.nonce ?? "");
  }

  /** The seats that committed and have not shown, ascending. */
  get owing() {
    const owing = [...this.sitters].filter(([, one]) => one.commitment !== null && one.nonce === null);
    return owing.map(([seat]) => seat).sort((a, b) => a - b);
  }

  /**
   * @param {RecordEvent} event Its shape and its `by` are checked.
   * @throws {Failure} chain/seating
   */
  async check(event) {
    if (this.is_started) return;
    const is_full = this.seats > 0 && this.sitters.size === this.seats;
    if (is_full && !this.is_closed && event.type !== "SeatsClosed") {
      throw seating("seats_not_closed", { n: event.n, type: event.type });
    }
    if (event.type === "GameCreated") this.seats = /** @type {number} */ (event.data.seats);
    else if (event.type === "SeatTaken") this.#take(event);
    else if (event.type === "SeatLeft") this.#leave(event);
    else if (event.type === "SeatsClosed") this.#close(event);
    else if (event.type === "NonceRevealed") await this.#show(event);
    else if (event.type === "GameStarted") this.#start(event);
    else if (event.type === "GameAborted") this.#abort(event);
  }

  /** @param {RecordEvent} event */
  #take(event) {
    const { n, data } = event;
    const seat = /** @type {number} */ (data.seat);
    if (this.is_closed) throw seating("takes_after_closing", { n });
    if (seat >= this.seats) throw seating("no_such_seat", { n, seat, seats: this.seats });
    if (this.sitters.has(seat)) throw seating("seat_not_free", { n, seat });
    this.sitters.set(seat, {
      player: /** @type {string | null} */ (data.player),
      by: event.by,
      commitment: /** @type {string | null} */ (data.nonce_commitment ?? null),
      nonce: null,
    });
  }

  /** @param {RecordEvent} event */
  #leave(event) {
    const seat = /** @type {number} */ (event.data.seat);
    if (this.is_closed) throw seating("leaves_after_closing", { n: event.n });
    if (!this.sitters.delete(seat)) throw seating("nobody_leaves", { n: event.n, seat });
  }

  /** @param {RecordEvent} event */
  #close(event) {
    const { n } = event;
    const deadline = /** @type {string | null} */ (event.data.deadline);
    if (this.is_closed || this.sitters.size !== this.seats) throw seating("closes", { n });
    if ((deadline === null) !== (this.owing.length === 0)) throw seating("deadline", { n });
    if (deadline !== null && deadline <= event.at) throw seating("deadline_over", { n });
    this.is_closed = true;
    this.deadline = deadline;
  }

  /** @param {RecordEvent} event */
  async #show(event) {
    const { n } = event;
    const seat = /** @type {number} */ (event.data.seat);
    const nonce = /** @type {string} */ (event.data.nonce);
    const sitter = this.sitters.get(seat);
    if (!this.is_closed) throw seating("shows_before_closing", { n });
    if (sitter === undefined || sitter.commitment === null || sitter.nonce !== null) throw seating("none_to_show", { n, seat });
    if (event.by !== `player:${sitter.player}`) throw seating("shown_by_another", { n, seat });
    if (this.deadline !== null && event.at > this.deadline) throw seating("shown_late", { n });
    const digest = hex(await sha256(jcs([this.game, sitter.player, nonce])));
    if (digest !== sitter.commitment) throw seating("other_nonce", { n, seat });
    const length = [...nonce].length;
    if (length < NONCE_MIN || length > NONCE_MAX) throw seating("nonce_length", { n, seat, length });
    sitter.nonce = nonce;
  }

  /** @param {RecordEvent} event */
  #start(event) {
    const { n } = event;
    if (this.sitters.size !== this.seats) throw seating("starts_without_players", { n });
    if (!this.is_closed) throw seating("seats_not_closed", { n, type: event.type });
    if (this.owing.length > 0) throw seating("starts_without_nonces", { n, seats: this.owing.join(", ") });
    this.is_started = true;
  }

  /** @param {RecordEvent} event */
  #abort(event) {
    const { n, at, data } = event;
    const is_withheld = data.reason === "nonce_withheld";
    if ((event.by === "clock") !== is_withheld || is_withheld !== Object.hasOwn(data, "seats")) {
      throw seating("withheld_together", { n });
    }
    if (!is_withheld) return;
    const owing = this.owing;
    if (jcs(data.seats ?? null) !== jcs(owing) || owing.length === 0) {
      throw seating("withheld_by", { n, seats: `[${owing.join(", ")}]` });
    }
    if (this.deadline === null || at <= this.deadline) throw seating("not_overdue", { n });
  }
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} fields
 */
const seating = (key, fields) => new Failure("chain/seating", key, fields);
