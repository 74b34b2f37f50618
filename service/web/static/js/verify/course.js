/** What may come when in a game, and by whom: its seats, nonces and end (record format, section 4). */

import { hex, sha256, unhex } from "./bytes.js";
import { DECLARATIONS } from "./declarations.js";
import { Disputes } from "./disputes.js";
import { Failure } from "./finding.js";
import { isObject, jcs } from "./json.js";

/** @import { Json, JsonObject } from "./json.js" */
/** @import { RecordEvent } from "./lines.js" */

/**
 * @typedef {object} Sitter
 * @property {string | null} player The account that the seat belongs to.
 * @property {string | null} bot The program that plays it.
 * @property {string | null} commitment
 * @property {string | null} nonce What was shown.
 * @property {boolean} has_resigned
 *
 * @typedef {object} Due What must follow at once.
 * @property {string} type
 * @property {string} code
 * @property {JsonObject} data Members that it must have.
 * @property {string} [by] Who must make it.
 */

const BEFORE_START = new Set(["SeatTaken", "SeatLeft", "SeatsClosed", "NonceRevealed", "GameStarted"]);
const PLAYED = new Set([
  "ActionTaken", "SeatReplaced", "SeatResigned", "TimeExpired", "EndProposed", "EndAnswered", "TakeBackAsked",
  "TakeBackAnswered", "ActionTakenBack", "GameFinished",
]); // prettier-ignore

export class Course {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    /** @type {"open" | "running" | "over"} */
    this.phase = "open";
    this.seats = 0;
    this.commitment = "";
    this.is_resumed = false;
    this.is_services = false;
    /** @type {string | null} The account with the rights of a creator. */
    this.creator = null;
    /** @type {Json[] | null} By seat, the account that it is reserved for. */
    this.reserved = null;
    /** @type {JsonObject | null} What the clock does when time is over. */
    this.expiry = null;
    /** @type {Map<number, Sitter>} */
    this.sitters = new Map();
    /** @type {Set<string>} Accounts that sit or sat in the game. */
    this.parties = new Set();
    /** @type {Set<string>} */
    this.removed = new Set();
    this.disputes = new Disputes(this);
    this.is_closed = false;
    this.is_started = false;
    this.is_shown = false;
    /** @type {string | null} */
    this.deadline = null;
    /** @type {number | null} The event that ended the game. */
    this.ended = null;
    /** @type {string | null} */
    this.seed = null;
    /** @type {Due | null} */
    this.due = null;
    /** @type {RecordEvent | null} */
    this.before = null;
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
   * @param {RecordEvent} event Its shape is checked, and that this kind of author may make such events.
   * @throws {Failure}
   */
  async check(event) {
    const { n, type, data } = event;
    const due = this.due;
    if (due !== null) {
      const is_met = type === due.type && (due.by ?? event.by) === event.by && Object.entries(due.data).every(([key, value]) => data[key] === value);
      if (!is_met) throw new Failure(due.code, "due", { n, type, due: due.type });
      this.due = null;
    }
    if (DECLARATIONS.has(type)) {
      if (type === "GameCreated") this.#create(event);
      else {
        this.#requirePhase(event);
        this.#requireSeats(event);
        await this.#judge(event);
      }
    }
    this.before = event;
  }

  /**
   * Takes the end of the record.
   *
   * @param {number} line The line after the last.
   * @throws {Failure}
   */
  end(line) {
    if (this.due !== null) throw new Failure(this.due.code, "due_missing", { due: this.due.type }, { line });
  }

  /** @param {RecordEvent} event */
  #requirePhase({ n, type }) {
    const ended = this.ended ?? 0;
    if (type === "SeedRevealed") {
      if (this.ended === null) throw new Failure("chain/seed", "seed_early", { n });
      if (this.seed !== null) throw new Failure("chain/seed", "seed_twice", { n });
    } else if (this.phase === "over" && DECLARATIONS.get(type)?.can_follow_end === false) {
      throw new Failure("chain/after_end", "after_end", { n, type, ended });
    }
    if (BEFORE_START.has(type) && this.phase !== "open") throw seating("after_start", { n, type });
    if (PLAYED.has(type) && this.phase !== "running") throw new Failure("chain/course", "before_start", { n, type });
  }

  /** @param {RecordEvent} event */
  #requireSeats({ n, data }) {
    for (const named of [data.seat ?? [], data.of ?? [], data.seats ?? []].flat()) {
      const seat = /** @type {number} */ (named);
      if (seat >= this.seats) throw seating("no_such_seat", { n, seat, seats: this.seats });
    }
  }

  /** @param {RecordEvent} event */
  async #judge(event) {
    const { type, data } = event;
    if (type === "SeatTaken") this.#take(event);
    else if (type === "SeatLeft") this.#leave(event);
    else if (type === "SeatsClosed") this.#close(event);
    else if (type === "NonceRevealed") await this.#show(event);
    else if (type === "GameStarted") this.#start(event);
    else if (type === "SeatReplaced") this.#replace(event);
    else if (type === "SeatResigned") this.#resign(event);
    else if (type === "TimeExpired") {
      if (this.expiry?.kind !== "default_action") throw new Failure("chain/course", "no_default", { n: event.n });
      const { seat, decision } = data;
      this.due = { type: "ActionTaken", code: "chain/course", data: { seat: seat ?? null, decision: decision ?? null } };
    } else if (type.startsWith("Dispute")) this.disputes.check(event);
    else if (type === "GameFinished") this.#finish(event, true);
    else if (type === "GameAborted") this.#abort(event);
    else if (type === "SeedRevealed") await this.#reveal(event);
  }

  // -- who is meant ------------------------------------------------------------------------------------

  /**
   * @param {RecordEvent} event
   * @param {number} seat
   */
  #isPlayer({ by }, seat) {
    const player = this.sitters.get(seat)?.player ?? null;
    return player !== null && by === `player:${player}`;
  }

  /** @param {RecordEvent} event */
  #isCreator({ by }) {
    return this.creator !== null && by === `player:${this.creator}`;
  }

  /**
   * Whether an arbiter acts who has, had and is kept no seat in the game.
   *
   * @param {RecordEvent} event
   */
  #isOfficial({ by }) {
    const [kind, account] = by.split(":");
    return kind === "arbiter" && !this.isParty(account);
  }

  /**
   * Whether the account has, had or is kept a seat in the game.
   *
   * @param {string} account
   */
  isParty(account) {
    return this.parties.has(account) || (this.reserved?.includes(account) ?? false);
  }

  /**
   * The account's seat, null if it has none.
   *
   * @param {string} account
   */
  seatOf(account) {
    for (const [seat, one] of this.sitters) if (one.player === account) return seat;
    return null;
  }

  /** @param {number} seat */
  #keeper(seat) {
    return this.reserved?.[seat] ?? null;
  }

  // -- before the start --------------------------------------------------------------------------------

  /** @param {RecordEvent} event */
  #create(event) {
    const { n, by, data } = event;
    const parent = isObject(data.parent) ? data.parent : null;
    this.seats = /** @type {number} */ (data.seats);
    this.commitment = /** @type {string} */ (data.commitment);
    this.is_resumed = parent !== null && Object.hasOwn(parent, "ruling");
    this.is_services = by === "service";
    const named = /** @type {string | undefined} */ (data.creator);
    const maker = this.is_resumed ? "arbiter" : "player";
    const is_right = this.is_services ? named === undefined && !this.is_resumed : by === `${maker}:${named}`;
    if (!is_right) throw new Failure("chain/by", "other_creator", { n });
    if (!this.is_resumed) this.creator = named ?? null;
    if (isObject(data.clock)) this.expiry = /** @type {JsonObject} */ (data.clock.on_expiry);
    if (Object.hasOwn(data, "reserved") !== (this.is_resumed || Object.hasOwn(data, "rematch_of"))) {
      throw new Failure("chain/member", "reserved_when", { n });
    }
    if (Array.isArray(data.reserved)) {
      if (data.reserved.length !== this.seats) throw new Failure("chain/member", "reserved_count", { n, seats: this.seats });
      this.reserved = data.reserved;
    }
    if (this.is_resumed && !this.#isOfficial(event)) throw new Failure("chain/by", "partial", { n, by });
    if (parent?.game === this.game) throw new Failure("chain/member", "parent_itself", { n });
    if (this.is_resumed && Number(parent?.n) >= Number(parent?.ruling)) {
      throw new Failure("chain/member", "ruling_before", { n });
    }
    const seen_by = parent?.as ?? null;
    if (typeof seen_by === "string" && Number(seen_by.slice("seat:".length)) >= this.seats) {
      throw new Failure("chain/member", "parent_seat", { n, seats: this.seats });
    }
  }

  /** @param {RecordEvent} event */
  #take(event) {
    const { n, by, data } = event;
    const seat = /** @type {number} */ (data.seat);
    const player = /** @type {string | null} */ (data.player);
    const bot = /** @type {string | null} */ (data.bot);
    const commitment = /** @type {string | null} */ (data.nonce_commitment);
    if (this.is_closed) throw seating("takes_after_closing", { n });
    if (this.sitters.has(seat)) throw seating("seat_not_free", { n, seat });
    if ((player === null) === (bot === null)) throw seating("player_or_bot", { n, seat });
    const keeper = this.#keeper(seat);
    if (player === null) {
      const may =
        this.#isCreator(event) ||
        (by === "service" && (this.is_services || (this.is_resumed && keeper === null))) ||
        (this.#isOfficial(event) && this.is_resumed && keeper !== null);
      if (!may) throw new Failure("chain/by", "bot_put", { n, seat, by });
      if (commitment !== null) throw seating("bot_commits", { n, seat });
    } else {
      if (by !== `player:${player}`) throw new Failure("chain/by", "taken_for_another", { n, seat, by });
      if (this.seatOf(player) !== null) throw seating("two_seats", { n, player });
      if (this.removed.has(player)) throw seating("was_removed", { n, player });
      if (keeper !== null && keeper !== player) throw seating("kept_for_another", { n, seat });
      this.parties.add(player);
    }
    this.sitters.set(seat, { player, bot, commitment, nonce: null, has_resigned: false });
    if (this.sitters.size === this.seats) this.due = { type: "SeatsClosed", code: "chain/seating", data: {} };
  }

  /** @param {RecordEvent} event */
  #leave(event) {
    const { n, by } = event;
    const seat = /** @type {number} */ (event.data.seat);
    if (this.is_closed) throw seating("leaves_after_closing", { n });
    const sitter = this.sitters.get(seat);
    if (sitter === undefined) throw seating("nobody_leaves", { n, seat });
    const is_own = this.#isPlayer(event, seat);
    const is_officials = this.#isOfficial(event) && this.is_resumed && sitter.player === null && this.#keeper(seat) !== null;
    if (!is_own && !this.#isCreator(event) && !is_officials) throw new Failure("chain/by", "freed_by", { n, seat, by });
    if (sitter.player !== null && !is_own) this.removed.add(sitter.player);
    this.sitters.delete(seat);
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
    if (!this.#isPlayer(event, seat)) throw new Failure("chain/by", "shown_by_another", { n, seat });
    if (this.deadline !== null && event.at > this.deadline) throw seating("shown_late", { n });
    const digest = hex(await sha256(jcs([this.game, sitter.player, nonce])));
    if (digest !== sitter.commitment) throw seating("other_nonce", { n, seat });
    sitter.nonce = nonce;
    this.is_shown = true;
  }

  /** @param {RecordEvent} event */
  #start(event) {
    const { n, by } = event;
    if (!this.is_closed) throw seating("starts_without_players", { n });
    if (this.owing.length > 0) throw seating("starts_without_nonces", { n, seats: this.owing.join(", ") });
    const sitters = [...this.sitters.values()];
    const may =
      [...this.sitters.keys()].some((seat) => this.#isPlayer(event, seat)) ||
      this.#isCreator(event) ||
      (by === "service" && sitters.every((one) => one.player === null)) ||
      (this.#isOfficial(event) && this.is_resumed);
    if (!may) throw new Failure("chain/by", "started_by", { n, by });
    this.is_started = true;
    this.phase = "running";
  }

  // -- between start and end ---------------------------------------------------------------------------

  /** @param {RecordEvent} event */
  #replace(event) {
    const { n, by, data } = event;
    const seat = /** @type {number} */ (data.seat);
    const bot = /** @type {string | null} */ (data.bot);
    const reason = /** @type {string} */ (data.reason);
    const sitter = /** @type {Sitter} */ (this.sitters.get(seat));
    if (data.player !== sitter.player) throw seating("seat_of_another", { n, seat });
    if ((bot === null) !== (reason === "returned")) throw seating("replaced_so", { n, seat, reason });
    if ((bot === null) === (sitter.bot === null)) throw seating("plays_already", { n, seat });
    if (bot === null && sitter.has_resigned) throw seating("given_up", { n, seat });
    const asking = [...this.sitters].find(([other]) => other !== seat && this.#isPlayer(event, other))?.[1];
    const may = {
      deadline: by === "clock" && this.expiry?.kind === "bot" && this.expiry.bot === bot,
      left: this.#isPlayer(event, seat),
      "handed over": by === `seat:${seat}`,
      absent: this.expiry === null && asking !== undefined && asking.bot === null && !asking.has_resigned,
      returned: this.#isPlayer(event, seat),
    };
    if (!may[/** @type {keyof may} */ (reason)]) throw new Failure("chain/by", "replaced_by", { n, seat, reason, by });
    sitter.bot = bot;
  }

  /** @param {RecordEvent} event */
  #resign({ n, by, data }) {
    const seat = /** @type {number} */ (data.seat);
    const sitter = /** @type {Sitter} */ (this.sitters.get(seat));
    if (sitter.player === null || sitter.has_resigned) throw seating("given_up", { n, seat });
    const is_right = data.reason === "deadline" ? by === "clock" && this.expiry?.kind === "forfeit" : by !== "clock";
    if (!is_right) throw new Failure("chain/by", "resigned_by", { n, seat, by });
    sitter.bot = /** @type {string | null} */ (data.bot);
    sitter.has_resigned = true;
    if (data.bot === null) this.due = { type: "GameFinished", code: "chain/course", data: {} };
  }

  // -- the end -----------------------------------------------------------------------------------------

  /** @param {RecordEvent} event */
  #abort(event) {
    const { n, by, at, data } = event;
    const reason = /** @type {string} */ (data.reason);
    const is_withheld = reason === "nonce_withheld";
    const is_clocks = is_withheld || reason === "not_resumed";
    const resumed_by = /** @type {string | null} */ (data.resumed_by ?? null);
    if (Object.hasOwn(data, "seats") !== is_withheld) throw abort("withheld_seats", { n });
    if (is_clocks !== (by === "clock") || (reason === "agreed" && by !== "service")) throw abort("reason_of", { n, reason, by });
    if (resumed_by !== null && by !== "service") throw abort("resumed_by", { n, by });
    if (is_withheld) this.#requireOverdue(n, at, data.seats ?? null);
    else if (by === "clock") {
      if (!this.is_resumed || this.phase !== "open") throw abort("resumed_in_time", { n });
    } else if (by === "service") this.#requireCause(n, reason, resumed_by);
    else if (by.startsWith("player:")) {
      if (!this.#isCreator(event)) throw new Failure("chain/by", "aborted_by", { n, by });
      if (this.phase !== "open" || this.is_shown) throw abort("aborted_late", { n });
    } else if (!this.#isOfficial(event)) throw new Failure("chain/by", "partial", { n, by });
    this.#finish(event, resumed_by === null);
  }

  /**
   * @param {number} n
   * @param {string} at
   * @param {Json} seats
   */
  #requireOverdue(n, at, seats) {
    const owing = this.owing;
    const is_overdue = this.phase === "open" && this.deadline !== null && at > this.deadline && owing.length > 0;
    if (!is_overdue) throw abort("not_overdue", { n });
    if (jcs(seats) !== jcs(owing)) throw abort("withheld_by", { n, seats: `[${owing.join(", ")}]` });
  }

  /**
   * The service breaks a game off only after the event that is the cause, but for one that a ruling resumes.
   *
   * @param {number} n
   * @param {string} reason
   * @param {string | null} resumed_by
   */
  #requireCause(n, reason, resumed_by) {
    const { type = "", data = {} } = this.before ?? {};
    if (reason === "agreed") {
      const is_agreed = ["EndProposed", "SeatResigned"].includes(type) || (type === "EndAnswered" && data.agrees === true);
      if (!is_agreed || resumed_by !== null) throw abort("not_agreed", { n });
      return;
    }
    const remedy = type === "DisputeRuled" && isObject(data.remedy) ? data.remedy : null;
    const is_ruled = remedy !== null && resumed_by === (remedy.game ?? null);
    if (!is_ruled && (remedy !== null || !this.is_resumed)) throw abort("no_cause", { n });
  }

  /**
   * @param {RecordEvent} event
   * @param {boolean} is_seed_due
   */
  #finish({ n }, is_seed_due) {
    this.phase = "over";
    this.ended = n;
    if (is_seed_due) this.due = { type: "SeedRevealed", code: "chain/seed", data: {} };
  }

  /** @param {RecordEvent} event */
  async #reveal({ n, data }) {
    const seed = /** @type {string} */ (data.seed);
    if (hex(await sha256(unhex(seed))) !== this.commitment) throw new Failure("chain/commitment", "commitment", { n });
    this.seed = seed;
  }
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} fields
 */
const seating = (key, fields) => new Failure("chain/seating", key, fields);

/**
 * @param {string} key
 * @param {Record<string, string | number>} fields
 */
const abort = (key, fields) => new Failure("chain/abort", key, fields);
