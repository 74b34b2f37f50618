/** The replay theatre: every moment of a game, as different viewers saw it. */

import { Problem } from "./api.js";
import { changes } from "./changes.js";
import { html, live, nothing, render } from "./html.js";
import { emblemView, problemText, seatMark, seatName, seatView } from "./parts.js";
import { stylesheet } from "./styles.js";
import { momentIn, seatOf } from "./theatre/address.js";
import { Analysis } from "./theatre/analysis.js";
import { changesView } from "./theatre/changed.js";
import { compareView } from "./theatre/compare.js";
import { controlsView } from "./theatre/controls.js";
import { Draws } from "./theatre/draws.js";
import { Moments } from "./theatre/moments.js";
import { shareView } from "./theatre/share.js";
import { toldView } from "./theatre/told.js";
import { lang, onLang, register, said, t } from "./words.js";
import en from "./words/theatre.en.js";
import ru from "./words/theatre.ru.js";

register("en", en);
register("ru", ru);

/**
 * @typedef {object} State
 * @property {number} n
 * @property {string} eyes
 * @property {any} body the game as of event `n`; null while it is loading
 * @property {any} before the game as of the event before
 * @property {boolean} isPlaying
 * @property {boolean} byDecision
 * @property {number} speed
 * @property {string} notice
 * @property {string} problem
 * @property {{ text: string, isProblem?: boolean } | null} compared
 * @property {{ done: number, all: number } | null} recording
 */

/**
 * Opens the theatre.
 * @param {HTMLElement} root
 * @param {{game: string, api: typeof import("./api.js"), lang: "en" | "ru"}} options
 * @returns {Promise<() => void>} removes it
 */
export async function mount(root, { game, api }) {
  stylesheet("theatre.css");
  const theatre = new Theatre(root, game, api);
  await theatre.open();
  return () => theatre.close();
}

/** What the theatre shows, and what its reader does. */
export class Theatre {
  /**
   * @param {HTMLElement} root
   * @param {string} game
   * @param {typeof import("./api.js")} api
   */
  constructor(root, game, api) {
    this.root = root;
    this.game = game;
    this.moments = new Moments(api, game);
    this.analysis = new Analysis(api, game, () => this.draw());
    this.draws = new Draws(game, () => this.draw());
    this.isEmbedded = location.pathname.startsWith("/embed/");
    this.timer = 0;
    this.isClosed = false;
    /** @type {(() => void)[]} */
    this.endings = [];
    /** @type {State} */
    this.state = {
      n: 0,
      eyes: "spectator",
      body: null,
      before: null,
      isPlaying: false,
      byDecision: false,
      speed: 1,
      notice: "",
      problem: "",
      compared: null,
      recording: null,
    };
  }

  async open() {
    this.draw();
    try {
      await this.moments.open();
      const { eyes } = momentIn(location.hash);
      const viewers = this.moments.viewers;
      if (eyes !== null && !viewers.includes(eyes)) this.state.notice = t("theatre.forbidden");
      this.state.eyes = eyes !== null && viewers.includes(eyes) ? eyes : eyes === null ? viewers[0] : "spectator";
      await this.reload();
    } catch (error) {
      this.fail(error);
      return;
    }
    const onKey = (/** @type {KeyboardEvent} */ event) => this.onKeyDown(event);
    const onHash = () => this.goToAddress();
    document.addEventListener("keydown", onKey);
    addEventListener("hashchange", onHash);
    this.endings.push(
      () => document.removeEventListener("keydown", onKey),
      () => removeEventListener("hashchange", onHash),
      onLang(() => this.reload().catch((error) => this.fail(error))),
    );
    const { n } = momentIn(location.hash);
    const last = this.moments.events.length;
    if (n !== null && n > last) this.state.notice = t("theatre.missing", { n });
    await this.go(n === null ? last : Math.min(n, last));
    if (!this.isEmbedded && this.moments.now.seed !== null) await this.analysis.find();
  }

  close() {
    this.isClosed = true;
    this.pause();
    this.analysis.close();
    for (const end of this.endings) end();
    render(nothing, this.root);
  }

  /** Loads the events again, for another viewer or in another language. */
  async reload() {
    await this.moments.load(this.state.eyes, lang());
    await this.draws.load(this.moments.events, this.moments.now.seats.length);
    this.draw();
  }

  /** Shows a refusal. Any other error is thrown on. @param {unknown} error */
  fail(error) {
    if (!(error instanceof Problem)) throw error;
    this.pause();
    this.state.problem = problemText(error);
    this.draw();
  }

  /** Goes to the moment and the viewer that the address names now. */
  goToAddress() {
    const { n, eyes } = momentIn(location.hash);
    if (eyes !== null && eyes !== this.state.eyes && this.moments.viewers.includes(eyes)) this.lookAs(eyes, n ?? this.state.n);
    else if (n !== null && n !== this.state.n) this.go(Math.min(n, this.moments.events.length));
  }

  /**
   * Shows the game to another viewer.
   * @param {string} eyes
   * @param {number} [n]
   */
  async lookAs(eyes, n = this.state.n) {
    this.state.eyes = eyes;
    this.state.notice = "";
    try {
      await this.reload();
      await this.go(n);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Goes to a moment. @param {number} n */
  async go(n) {
    const state = this.state;
    const { eyes } = state;
    state.n = n;
    state.problem = "";
    this.draw();
    try {
      const [body, before] = await Promise.all([
        this.moments.at(n, eyes),
        n > 1 ? this.moments.at(n - 1, eyes) : Promise.resolve(null),
      ]);
      if (this.isClosed || state.n !== n || state.eyes !== eyes) return;
      Object.assign(state, { body, before });
      await this.draws.prove(this.moments.event(n));
      this.remember();
      this.draw();
      for (const way of /** @type {(1 | -1)[]} */ ([1, -1])) {
        const next = this.moments.next(n, way, state.byDecision);
        if (next !== n) this.moments.at(next, eyes).catch(() => {});
      }
    } catch (error) {
      this.fail(error);
    }
  }

  /** Writes the moment into the address, without an entry in the history. */
  remember() {
    const { n, eyes } = this.state;
    history.replaceState(history.state, "", `#n=${n}&eyes=${eyes}`);
    if (!this.isEmbedded) document.title = `${t("theatre.title", { title: this.title, n })} – Delvebook`;
  }

  get title() {
    return said(this.moments.catalogue?.title) || this.moments.now?.ruleset || "";
  }

  play() {
    if (this.state.n === this.moments.events.length) this.go(1);
    this.state.isPlaying = true;
    this.schedule();
    this.draw();
  }

  pause() {
    this.state.isPlaying = false;
    clearTimeout(this.timer);
  }

  schedule() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const next = this.moments.next(this.state.n, 1, this.state.byDecision);
      if (!this.state.isPlaying) return;
      if (next === this.state.n) {
        this.pause();
        this.draw();
        return;
      }
      await this.go(next);
      if (this.state.isPlaying) this.schedule();
    }, 1000 / this.state.speed);
  }

  /** Goes one step on or back. @param {1 | -1} way */
  step(way) {
    this.pause();
    this.go(this.moments.next(this.state.n, way, this.state.byDecision));
  }

  /** Stops playing and goes to a moment. @param {number} n */
  jump(n) {
    this.pause();
    this.go(n);
  }

  /** Handles the keys of the theatre, except where the reader types. @param {KeyboardEvent} event */
  onKeyDown(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (target.closest("textarea, select, input:not([type=range]), dialog, [contenteditable]")) return;
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.jump(1),
      End: () => this.jump(this.moments.events.length),
    };
    const isButton = target.closest("button, summary, a, [role=button]") !== null;
    if (event.key === " " && !isButton) actions[" "] = () => this.toggle();
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  toggle() {
    if (this.state.isPlaying) {
      this.pause();
      this.draw();
    } else this.play();
  }

  draw() {
    if (this.isClosed) return;
    render(this.view(), this.root);
    const now = /** @type {HTMLElement | null} */ (this.root.querySelector(".told .now"));
    const list = now?.parentElement;
    // Scrolls the list only, never the page.
    if (now && list) list.scrollTop = now.offsetTop - list.clientHeight / 4;
  }

  // -- what is seen -----------------------------------------------------------------------------------

  view() {
    const { state, moments } = this;
    if (moments.now === null || moments.events.length === 0) {
      if (state.problem !== "") return html`<div class="problem" role="alert">${state.problem}</div>`;
      return html`<p class="soft" role="status">${t("theatre.loading")}</p>`;
    }
    return html`
      <div class="theatre ${this.isEmbedded ? "is-embedded" : ""}">
        ${this.headView()}
        ${controlsView(this)}
        ${state.notice === "" ? nothing : html`<p class="notice">${state.notice}</p>`}
        ${state.problem === "" ? nothing : html`<div class="problem" role="alert">${state.problem}</div>`}
        <div class="theatre-stage">
          <section class="theatre-table panel" aria-labelledby="stage">
            <h2 id="stage" class="only-heard">${t("theatre.table", { n: state.n })}</h2>
            ${this.tableView()}
          </section>
          <div class="theatre-side">${toldView(this)} ${this.draws.view(moments.event(state.n))} ${changesView(this)} ${this.analysisView()} ${this.playersView()}</div>
        </div>
        ${this.isEmbedded ? nothing : html`${shareView(this)} ${compareView(this)}`}
      </div>
    `;
  }

  headView() {
    const { state, moments } = this;
    return html`
      <div class="theatre-head row">
        ${emblemView(moments.now.ruleset)}
        <h1>${this.title} <span class="soft">${t("theatre.replay")}</span></h1>
        <label class="row"
          >${t("theatre.eyes")}
          <select
            name="eyes"
            .value=${live(state.eyes)}
            @change=${(/** @type {Event} */ event) => this.lookAs(/** @type {HTMLSelectElement} */ (event.target).value)}
          >
            ${moments.viewers.map(
              (one) => html`<option value=${one} ?selected=${one === state.eyes}>${this.nameOf(one)}</option>`,
            )}
          </select>
        </label>
        ${this.isEmbedded
          ? html`<a href="/games/${this.game}#n=${state.n}&eyes=${state.eyes}" target="_blank" rel="noopener"
              >${t("theatre.open")}</a
            >`
          : nothing}
      </div>
      ${moments.now.seed === null ? html`<p class="soft small">${t("theatre.eyes.running")}</p>` : nothing}
    `;
  }

  /** What a viewer is called. @param {string} eyes */
  nameOf(eyes) {
    const seat = seatOf(eyes);
    if (seat === null) return t(`theatre.eyes.${eyes}`);
    return t("theatre.eyes.seat", { name: seatName(this.moments.now.seats[seat]), seat: seat + 1 });
  }

  tableView() {
    const { body, before, n } = this.state;
    if (body === null) return html`<p class="soft">${t("theatre.loading")}</p>`;
    if (body.n !== n) return html`<div aria-busy="true">${this.drawn(body, before)}</div>`;
    if (body.table === null) return html`<p class="soft">${t("theatre.before_start")}</p>`;
    return this.drawn(body, before);
  }

  /** The picture, with what changed since `before` marked. @param {any} body @param {any} before */
  drawn(body, before) {
    if (body.table === null) return nothing;
    return this.moments.renderer?.draw({
      table: body.table,
      catalogue: this.moments.catalogue,
      viewer: seatOf(this.state.eyes),
      // A page in a frame leads nowhere else.
      seats: body.seats.map((/** @type {any} */ seat) => ({ ...seat, name: seatName(seat), player: this.isEmbedded ? null : seat.player })),
      actions: [],
      lang: lang(),
      changed: changes(before?.table ?? null, body.table),
      choose: () => {},
    });
  }

  analysisView() {
    const { moments, state } = this;
    if (this.isEmbedded || moments.now.seed === null) return nothing;
    const playerOf = (/** @type {number} */ seat) => seatName(moments.now.seats[seat]);
    return this.analysis.view(state.n, playerOf, (n) => this.jump(n));
  }

  /** Who sat at the table. A page in a frame leads nowhere else. */
  playersView() {
    if (this.isEmbedded) return nothing;
    return html`<section class="panel" aria-labelledby="players">
      <h2 id="players">${t("table.seats")}</h2>
      <ul class="seat-list">
        ${this.moments.now.seats.map((/** @type {any} */ seat) => html`<li>${seatMark(seat.seat)} ${seatView(seat)}</li>`)}
      </ul>
    </section>`;
  }

  /** The element that pictures are made of. */
  get stage() {
    return /** @type {HTMLElement} */ (this.root.querySelector(".theatre-table"));
  }
}
