/**
 * What a page knows of a game. Answers may be late, out of order, repeated or lost, so each only adds to what is known, and
 * one loop asks for what is missing until nothing is.
 */

/** Milliseconds to wait for further events before the game is read again, so that several are drawn at once. */
const BATCH_DELAY = 40;
/** Milliseconds in which the stream may bring the events of a newer game, before the log is asked for. */
const STREAM_DELAY = 400;
/** Milliseconds between attempts that brought nothing. The last pause is used again and again. */
const PAUSES = [100, 300, 600, 1200];

/** Refusals in a row after which the next one is told. */
const REFUSALS_MAX = 4;

/**
 * @typedef {{game: () => Promise<any>, actions: () => Promise<any>, log: (after: number) => Promise<any[]>, owed?: (game: any) => Promise<any>}} Source
 *   reads a game; `owed` does what the browser owes it, and resolves to the game after it, or null
 * @typedef {{onChange: () => void, onEvent?: (event: any) => void, onGame?: (before: any, after: any) => void,
 *   onError?: (error: any) => void, isFinal: (error: any) => boolean}} Listener `isFinal`: asking again is of no use
 */

/** A game at one event, its log up to there, and what may be done; brought up to date until it lacks nothing. */
export class GameStore {
  /** @type {any} the newest game known */ game;
  /** @type {any[]} events in order, each once */ events = [];
  /** @type {any} the response with the actions of the open decision; null if the viewer may take none */ offered = null;
  /** The number of the event before the first one in the log. */
  logBegins = 0;
  /** The newest event that anything has told of. */
  heard = 0;
  /** The log is known up to this event. */
  logReaches = 0;
  /** Whether the game is to be read again, although nothing newer was told of. */
  isStale = false;
  /** The event at which the browser last did what it owes. */
  done = 0;
  isClosed = false;
  isSettling = false;
  /** @type {(() => void) | null} */ wake = null;
  /** Counts what was learned. */
  learned = 0;

  /**
   * Begins with a game and the end of its log, as far as that was read.
   * @param {Source} source @param {Listener} listener @param {any} game @param {any[]} events @param {number} logBegins
   */
  constructor(source, listener, game, events, logBegins) {
    this.source = source;
    this.listener = listener;
    this.game = game;
    this.heard = game.n;
    this.logBegins = this.logReaches = logBegins;
    this.takeLog(events, 0);
  }

  close() {
    this.isClosed = true;
    this.wake?.();
  }

  // -- what comes in -----------------------------------------------------------------------------------

  /** Takes a game from any answer, unless it is older. @param {any} game */
  takeGame(game) {
    if (game.n < this.game.n) return;
    const before = this.game;
    this.game = game;
    if (game.n > before.n) this.learned += 1;
    // Actions for an earlier decision can no longer be taken, also while the new ones are being read.
    if (this.offered !== null && this.offered.decision !== game.you?.decision) this.offered = null;
    this.listener.onGame?.(before, game);
    this.settle();
  }

  /** Takes the actions of the game's decision from any answer. @param {any} offered */
  takeActions(offered) {
    this.hear(offered.n);
    if (!isAsked(this.game) || offered.decision !== this.game.you.decision) return;
    if (this.offered !== null && offered.n <= this.offered.n) return;
    this.offered = offered;
    this.learned += 1;
  }

  /** Takes an event from the stream. @param {any} event */
  takeEvent(event) {
    this.hear(event.n);
    if (this.add([event])) this.listener.onEvent?.(event);
    if (event.n === this.logReaches + 1) this.logReaches = event.n;
    this.settle();
  }

  /** Takes the end of the log, which reaches event `n` at least. @param {any[]} events @param {number} n */
  takeLog(events, n) {
    const newest = Math.max(n, events.at(-1)?.n ?? 0);
    this.hear(newest);
    this.add(events);
    if (newest > this.logReaches) this.learned += 1;
    this.logReaches = Math.max(this.logReaches, newest);
    this.settle();
  }

  /** Replaces the log, as after a change of language. @param {any[]} events @param {number} logBegins */
  replaceLog(events, logBegins) {
    const kept = this.events.filter((event) => event.n > (events.at(-1)?.n ?? logBegins));
    this.events = [];
    this.logBegins = logBegins;
    this.takeLog([...events, ...kept], 0);
  }

  /** @param {number} n */
  hear(n) {
    if (n > this.heard) this.heard = n;
  }

  /** Asks for the game again. */
  reread() {
    this.isStale = true;
    this.settle();
  }

  /** @param {any[]} events @returns {boolean} whether one was not known */
  add(events) {
    const known = new Set(this.events.map((event) => event.n));
    const added = events.filter((event) => event.n > this.logBegins && !known.has(event.n));
    if (added.length === 0) return false;
    this.events = [...this.events, ...added].sort((a, b) => a.n - b.n);
    this.learned += 1;
    return true;
  }

  // -- what is missing ---------------------------------------------------------------------------------

  /** Whether the actions that are known are those of the game that is known. */
  isOffered() {
    return this.offered !== null && isAsked(this.game) && this.offered.decision === this.game.you.decision && this.offered.n >= this.game.n;
  }

  /** What is missing. @returns {"game" | "actions" | "log" | "owed" | null} */
  lacks() {
    if (this.isStale || this.game.n < this.heard) return "game";
    if (isAsked(this.game) && !this.isOffered()) return "actions";
    if (this.source.owed && this.game.status === "open" && this.done !== this.game.n) return "owed";
    return this.logReaches < this.game.n ? "log" : null;
  }

  /** Asks for what is missing until nothing is. */
  async settle() {
    this.wake?.();
    if (this.isSettling || this.isClosed) return;
    this.isSettling = true;
    await this.loop();
    if (!this.isClosed) this.listener.onChange();
  }

  async loop() {
    await null; // what is told of in one go is asked for in one go
    let attempt = 0;
    let refusals = 0;
    try {
      for (let lack = this.lacks(); lack !== null && !this.isClosed; lack = this.lacks()) {
        const before = this.learned;
        try {
          await this.ask(lack);
        } catch (error) {
          if (this.isClosed) return;
          if (!this.listener.isFinal(error)) this.listener.onError?.(error);
          else if (lack === "game" || ++refusals > REFUSALS_MAX) return this.listener.onError?.(error);
          else this.refused(lack);
        }
        if (this.isClosed) return;
        this.listener.onChange();
        if (this.learned !== before) attempt = refusals = 0;
        else if (this.lacks() !== lack && !this.isStale) attempt = 0;
        else await this.pause(PAUSES[Math.min(attempt++, PAUSES.length - 1)]);
      }
    } finally {
      this.isSettling = false; // at once: what comes in from now on begins another loop
    }
  }

  /** The game has most likely moved on. @param {"actions" | "log" | "owed"} lack */
  refused(lack) {
    if (lack === "owed") this.done = this.game.n;
    this.isStale = true;
  }

  /** @param {"game" | "actions" | "log" | "owed"} lack */
  async ask(lack) {
    if (lack === "game") {
      await sleep(BATCH_DELAY);
      const game = await this.source.game();
      if (this.isClosed) return;
      this.isStale = false;
      this.takeGame(game);
    } else if (lack === "actions") {
      const offered = await this.source.actions();
      if (!this.isClosed) this.takeActions(offered);
    } else if (lack === "log") {
      // The stream brings these events, too, if it is given the time.
      await this.pause(STREAM_DELAY);
      if (this.isClosed || this.lacks() !== "log") return;
      const { n } = this.game;
      const events = await this.source.log(this.logReaches);
      if (!this.isClosed) this.takeLog(events, n);
    } else {
      const { n } = this.game;
      const game = await this.source.owed?.(this.game);
      if (this.isClosed) return;
      this.done = n;
      if (game) this.takeGame(game);
    }
  }

  /** Waits that long, or until anything comes in. @param {number} milliseconds @returns {Promise<void>} */
  pause(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
    });
  }
}

/** @param {number} milliseconds @returns {Promise<void>} */
function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Whether the viewer may act in the game now. @param {any} game */
export function isAsked(game) {
  return game.status === "running" && game.you !== null && game.you.decision !== null;
}
