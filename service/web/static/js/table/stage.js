/**
 * The stage: events are played one after the other, like cards that are laid on a table.
 *
 * It only shows. Whatever can be decided stands in the list at once, and an action, a click on the board or Esc ends the
 * play. Screen readers are told every event by the page's live region, so what is played is hidden from them.
 */
import * as api from "../api.js";
import { changes } from "../changes.js";
import { html, nothing } from "../html.js";
import { sentencesOf, titleOf } from "../parts.js";
import { LOOKS } from "../titles/looks.js";
import { Legend } from "../titles/scene.js";
import { lang, register, remember, remembered, t } from "../words.js";
import en from "../words/stage.en.js";
import ru from "../words/stage.ru.js";
import { piecesOf } from "./pieces.js";

/** @typedef {import("./live.js").LiveTable} LiveTable */
/** @typedef {{table: any, changed: Set<string>}} Position the table after an event, and what the event changed of it */
/** @typedef {{n: number, text: string, fact: any, isMissed: boolean, ms: number}} Beat one sentence of event `n` */

register("en", en);
register("ru", ru);

/** The choice, kept in the browser, of how fast events are played. */
const PACE = "delvebook.pace";
/** Milliseconds: for each sentence, for each of its characters, and at most for all that wait. */
const PACES = {
  quick: { each: 250, letter: 6, all: 4_000 },
  normal: { each: 600, letter: 16, all: 15_000 },
  slow: { each: 900, letter: 32, all: Infinity },
};
/** Most events that are played to somebody who has been away. */
const MISSED_MAX = 12;
/** Milliseconds for which the board stands still, because the sentences of a newer game are still on their way. */
const HOLD = 3_000;
/** Milliseconds by which timers may be early. */
const BLINK = 20;
/** Milliseconds for which an event waits for the view of its position. */
const VIEW = 700;
/** Milliseconds in which a player notices that something has ended. */
const REACTION = 300;
/** Sentences of one event that are seen at once. */
const LINES = 3;
/** Events that concern the seats before the game, or only those who check the record. */
const UNSTAGED = new Set(["GameCreated", "SeatTaken", "SeatLeft", "SeatsClosed", "NonceRevealed", "SeedRevealed"]);

/** How fast events are played: as chosen, otherwise one by one; not at all where nothing is to move. */
export function pace() {
  const chosen = remembered(PACE);
  if (chosen === "off" || (chosen !== null && chosen in PACES)) return /** @type {"off" | keyof PACES} */ (chosen);
  const isStill = document.documentElement.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  return isStill ? "off" : "normal";
}

export class Stage {
  /** @type {Beat[]} */ queue = [];
  /** @type {Beat[]} the sentences that are seen, all of one event; the last one is the present */ seen = [];
  /** @type {Position | null} the board as it was drawn last; null before the game began */ held = null;
  /** @type {Map<number, Position>} */ positions = new Map();
  /** Events that were too many to be played. */ rest = 0;
  /** Since when sentences are waited for. @type {number | null} */ waits = null;
  isRunning = false;
  /** Ends the pause between two sentences. */ wake = () => {};

  /** When something was played last. */ endedAt = -Infinity;
  /** What the browser keeps. @type {string | null | undefined} */ kept = undefined;
  isClosed = false;
  /** Whether the player has seen the game under way here, and not yet its end. */ isUnderWay = false;

  /**
   * @param {LiveTable} table
   * @param {LiveTable["opened"]} opened what needs no playing, what came while the player was away, and whether the end is yet to be seen
   */
  constructor(table, { shown, missed, isUnderWay }) {
    this.table = table;
    this.taken = shown;
    this.missed = missed;
    this.isUnderWay = isUnderWay;
    document.addEventListener("keydown", this.onKey);
    document.addEventListener("visibilitychange", this.onVisible);
  }

  close() {
    this.isClosed = true;
    this.queue = this.seen = [];
    this.wake();
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("visibilitychange", this.onVisible);
  }

  get isPlaying() {
    return this.seen.length > 0 || this.queue.length > 0;
  }

  /** Takes what has happened since. Called before every drawing. */
  update() {
    const { game, store } = this.table;
    if (store === null) return;
    if (game.outcome && this.isUnderWay) setTimeout(() => this.showEnd());
    if (pace() === "off" || game.status === "open") {
      this.skip();
      return;
    }
    const reach = Math.min(store.logReaches, game.n);
    if (reach > this.taken) {
      const events = store.events.filter((event) => event.n > this.taken && event.n <= reach);
      this.taken = reach;
      this.enqueue(events);
    }
    if (game.n > this.taken && this.waits === null) setTimeout(() => this.table.draw(), HOLD);
    this.waits = game.n > this.taken ? (this.waits ?? performance.now()) : null;
    this.run();
  }

  /** @param {any[]} events */
  enqueue(events) {
    const speed = PACES[/** @type {keyof PACES} */ (pace())];
    for (const event of events.filter((one) => !UNSTAGED.has(one.type))) {
      sentencesOf(event).forEach((text, at) => {
        const ms = speed.each + speed.letter * text.length;
        this.queue.push({ n: event.n, text, fact: event.told_facts?.[at] ?? null, isMissed: event.n <= this.missed || document.hidden, ms });
      });
    }
    const missed = [...new Set(this.queue.filter((beat) => beat.isMissed).map((beat) => beat.n))];
    if (missed.length > MISSED_MAX) {
      const first = missed[missed.length - MISSED_MAX];
      this.rest += missed.length - MISSED_MAX;
      this.queue = this.queue.filter((beat) => beat.n >= first);
    }
    const all = this.queue.reduce((sum, beat) => sum + beat.ms, 0);
    if (all > speed.all) for (const beat of this.queue) beat.ms *= speed.all / all;
  }

  /** Plays what waits, unless the page is hidden. */
  async run() {
    if (this.isRunning) return;
    this.isRunning = true;
    await null; // a drawing may be under way
    while (this.queue.length > 0 && !document.hidden) {
      const [beat] = this.queue;
      await this.prepare(beat.n);
      if (this.queue[0] !== beat) continue; // skipped meanwhile
      this.queue.shift();
      this.seen = this.seen.at(-1)?.n === beat.n ? [...this.seen, beat] : [beat];
      this.table.draw();
      await this.pause(beat.ms);
    }
    this.isRunning = false;
    if (!document.hidden) this.end();
  }

  /** Waits that long, or until the play is ended. @param {number} milliseconds @returns {Promise<void>} */
  pause(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Ends the play: the present table is shown. */
  skip() {
    this.queue = [];
    this.waits = null;
    this.taken = Math.max(this.taken, this.table.game.n);
    this.end();
    this.wake();
  }

  /** Nothing more is to be played. */
  end() {
    if (this.isClosed) return;
    this.remember();
    if (this.seen.length === 0) return;
    this.seen = [];
    this.endedAt = performance.now();
    if (document.activeElement?.closest(".stage")) this.table.page.main.focus({ preventScroll: true });
    this.rest = 0;
    this.positions.clear();
    this.asked.clear();
    this.table.draw();
  }

  /** Brings the result into sight, once: the player may be looking at a far part of the board, or at the log. */
  showEnd() {
    const result = document.getElementById("outcome");
    if (result === null || !this.isUnderWay) return;
    this.isUnderWay = false;
    const { top, bottom } = result.getBoundingClientRect();
    if (this.table.isPlayer() && (top < 0 || bottom > innerHeight)) result.closest(".outcome")?.scrollIntoView();
  }

  /** Keeps in the browser how far the game was shown. Of a game that is over nothing can be missed. */
  remember() {
    const kept = this.table.game.outcome ? null : String(this.taken);
    if (document.hidden || kept === this.kept) return;
    this.kept = kept;
    remember(this.table.seenPlace, kept);
  }

  /** Whether a click was most likely meant to end what was played a moment ago. @param {MouseEvent} event */
  isMeant(event) {
    const isBoard = event.target instanceof Element && event.target.closest(".stage-place") !== null;
    return isBoard && event.detail > 0 && performance.now() - this.endedAt < REACTION;
  }

  onKey = (/** @type {KeyboardEvent} */ event) => {
    const isElsewhere = event.target instanceof Element && event.target.closest("dialog, details[open].menu, input, textarea, select, spot-menu");
    if (event.key === "Escape" && !event.defaultPrevented && !isElsewhere && this.isPlaying) this.skip();
  };

  onVisible = () => {
    if (!document.hidden) this.table.draw();
  };

  // -- the board ---------------------------------------------------------------------------------------

  /** The board to draw; null for the present one, where one may act. @returns {Position | null} */
  board() {
    const { game, changed } = this.table;
    const n = this.seen.at(-1)?.n ?? this.queue[0]?.n ?? null;
    const waits = n === null && this.waits !== null && performance.now() - this.waits < HOLD - BLINK;
    const isPresent = n === null ? !waits : this.seen.length > 0 && n >= game.n;
    if (isPresent) {
      this.held = game.table ? { table: game.table, changed } : null;
      return null;
    }
    this.held = (this.seen.length > 0 && n !== null && this.positions.get(n)) || this.held;
    return this.held;
  }

  /** Waits for the view after event `n`, but not for long. Asks for the next one, too. @param {number} n */
  async prepare(n) {
    if (pace() === "quick" || n >= this.table.game.n) return;
    const next = this.queue.find((beat) => beat.n > n)?.n;
    const coming = this.ask(n);
    if (next !== undefined && next < this.table.game.n) this.ask(next);
    await Promise.race([coming, new Promise((resolve) => setTimeout(resolve, VIEW))]);
  }

  /** @type {Map<number, Promise<void>>} */ asked = new Map();

  /** @param {number} n */
  ask(n) {
    let coming = this.asked.get(n);
    if (coming === undefined) {
      coming = api.get(`/v1/games/${this.table.id}?event=${n}`).then(
        (game) => {
          if (game.table) this.positions.set(n, { table: game.table, changed: changes(this.positions.get(n - 1)?.table ?? this.held?.table, game.table) });
        },
        () => {}, // the sentences are played all the same
      );
      this.asked.set(n, coming);
    }
    return coming;
  }

  // -- what is seen ------------------------------------------------------------------------------------

  view() {
    const beat = this.seen.at(-1);
    if (beat === undefined) return nothing;
    const { catalogue, game, renderer } = this.table;
    const look = LOOKS[titleOf(game.ruleset)]?.[beat.fact?.type] ?? {};
    const number = this.seen.length - 1;
    return html`<div class="stage" data-pace=${pace()}>
      <div class="stage-played" aria-hidden="true">
        ${beat.isMissed ? html`<p class="small soft">${t("stage.missed")}${this.rest > 0 ? `. ${t("stage.rest", { count: this.rest })}` : ""}</p>` : nothing}
        ${this.seen.slice(-LINES, -1).map((one) => html`<p class="stage-line small soft">${one.text}</p>`)}
        <div class="stage-now ${number % 2 ? "is-odd" : ""}" data-line="${beat.n}.${number}">
          ${beat.fact ? piecesOf(beat.fact, look, new Legend(catalogue, lang()), /** @type {any} */ (renderer)?.drawingOf) : nothing}
          <p class="stage-line">${beat.text}</p>
        </div>
      </div>
      <button type="button" class="quiet small stage-skip" @click=${() => this.skip()}>${t("stage.skip")}</button>
    </div>`;
  }

  /** The choice of the pace. */
  paceView() {
    const chosen = pace();
    const choose = (/** @type {Event} */ event) => {
      remember(PACE, /** @type {HTMLSelectElement} */ (event.target).value);
      this.table.draw();
    };
    return html`<label class="small pace"
      ><span class="only-heard">${t("stage.pace")}</span>
      <select name="pace" title=${t("stage.pace")} @change=${choose}>
        ${["off", ...Object.keys(PACES)].map((one) => html`<option value=${one} ?selected=${one === chosen}>${t(`stage.pace.${one}`)}</option>`)}
      </select></label
    >`;
  }
}
