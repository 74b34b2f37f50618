/** The replay theatre: any moment of a game, through the eyes of every viewer that one may be. */

import { sentencesOf } from "./parts.js";
import { Problem } from "./api.js";
import { changes } from "./changes.js";
import { html, live, nothing, render, svg } from "./html.js";
import { stylesheet } from "./styles.js";
import { Analysis } from "./theatre/analysis.js";
import { firstDifference, recordOf } from "./theatre/difference.js";
import { Moments } from "./theatre/moments.js";
import { SHOWN_MAX, proofsOf, tapeOf } from "./theatre/proofs.js";
import { lang, onLang, register, said, t } from "./words.js";
import en from "./words/theatre.en.js";
import ru from "./words/theatre.ru.js";

/** @import { GameEvent } from "./theatre/moments.js" */

register("en", en);
register("ru", ru);

/** Events or decisions a second. */
const SPEEDS = [0.5, 1, 2, 4];
/** The signs on the buttons, in a square of 24. */
const SIGNS = {
  first: svg`<path d="M5 5h3v14H5zM19 5v14L9 12z" />`,
  previous: svg`<path d="M17 5v14L7 12z" />`,
  play: svg`<path d="M6 4v16l14-8z" />`,
  pause: svg`<path d="M6 4h4v16H6zM14 4h4v16h-4z" />`,
  next: svg`<path d="M7 5v14l10-7z" />`,
  last: svg`<path d="M16 5h3v14h-3zM5 5v14l10-7z" />`,
};
const TOLD_AROUND = 12;
const CHANGES_MAX = 60;
const FRAMES_MAX = 240;
const PICTURE_MILLISECONDS = 900;

/**
 * @typedef {object} State
 * @property {number} n
 * @property {string} eyes
 * @property {any} body The game as of event `n`; null while it comes.
 * @property {any} before The same as of the event before.
 * @property {boolean} isPlaying
 * @property {boolean} byDecision
 * @property {number} speed
 * @property {string} notice
 * @property {string} problem
 * @property {Map<number, number>} sides By the first number of some draws: the die they are shown as; 0 is a shuffle.
 * @property {Map<number, import("./theatre/proofs.js").Proof[]>} proofs
 * @property {{ text: string, isProblem?: boolean } | null} compared
 * @property {{ done: number, all: number } | null} recording
 */

/**
 * What the address says after `#`: a moment, and whose eyes.
 *
 * @param {string} hash Such as `#n=57&eyes=seat:1`.
 */
export function momentIn(hash) {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const n = Number(said.get("n") ?? "");
  const eyes = said.get("eyes") ?? "";
  return {
    n: Number.isSafeInteger(n) && n >= 1 ? n : null,
    eyes: /^(?:spectator|public|seat:\d{1,2})$/.test(eyes) ? eyes : null,
  };
}

/**
 * Mounts the theatre.
 *
 * @param {HTMLElement} root
 * @param {{game: string, api: typeof import("./api.js"), lang: "en" | "ru"}} options
 * @returns {Promise<() => void>} takes it away again
 */
export async function mount(root, { game, api }) {
  stylesheet("theatre.css");
  const theatre = new Theatre(root, game, api);
  await theatre.open();
  return () => theatre.close();
}

class Theatre {
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
    this.isEmbedded = location.pathname.startsWith("/embed/");
    /** @type {import("./verify/chance.js").Tape | null} */
    this.tape = null;
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
      sides: new Map(),
      proofs: new Map(),
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
    const onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    const onHash = () => this.followAddress();
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
  }

  close() {
    this.isClosed = true;
    this.pause();
    this.analysis.close();
    for (const end of this.endings) end();
    render(nothing, this.root);
  }

  /** Loads the events anew: for other eyes, or in another language. */
  async reload() {
    await this.moments.load(this.state.eyes, lang());
    this.tape = await tapeOf(this.game, this.moments.events);
    this.draw();
  }

  /** @param {unknown} error */
  fail(error) {
    if (!(error instanceof Problem)) throw error;
    this.pause();
    this.state.problem = error.detail || error.code;
    this.draw();
  }

  followAddress() {
    const { n, eyes } = momentIn(location.hash);
    if (eyes !== null && eyes !== this.state.eyes && this.moments.viewers.includes(eyes)) this.look(eyes, n ?? this.state.n);
    else if (n !== null && n !== this.state.n) this.go(Math.min(n, this.moments.events.length));
  }

  /**
   * Looks with other eyes.
   *
   * @param {string} eyes
   * @param {number} [n]
   */
  async look(eyes, n = this.state.n) {
    this.state.eyes = eyes;
    this.state.notice = "";
    try {
      await this.reload();
      await this.go(n);
    } catch (error) {
      this.fail(error);
    }
  }

  /**
   * Goes to a moment.
   *
   * @param {number} n
   */
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
      await this.prove();
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

  /** Writes the moment into the address, without a step in the history. */
  remember() {
    const { n, eyes } = this.state;
    history.replaceState(history.state, "", `#n=${n}&eyes=${eyes}`);
    if (!this.isEmbedded) document.title = `${t("theatre.title", { title: this.title, n })} – Delvebook`;
  }

  get title() {
    return said(this.moments.catalogue?.title) || this.moments.now?.ruleset || "";
  }

  /** Works out the draws of the event that is shown. */
  async prove() {
    const { state, tape } = this;
    state.proofs = new Map();
    if (tape === null) return;
    for (const draws of this.moments.event(state.n)?.data.draws ?? []) {
      const sides = state.sides.get(draws.from) ?? this.usualSides(draws);
      state.proofs.set(draws.from, await proofsOf(tape, draws, sides));
    }
  }

  /** @param {{ what: string, count: number }} draws */
  usualSides({ what, count }) {
    if (/dice|die|attack|defend|escape|test|movement/i.test(what)) return /dice|die/i.test(what) && !/movement/i.test(what) ? 6 : 10;
    if (count > 3) return 0;
    return Math.max(2, this.moments.now.seats.length);
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

  /** @param {1 | -1} way */
  step(way) {
    this.pause();
    this.go(this.moments.next(this.state.n, way, this.state.byDecision));
  }

  /** @param {number} n */
  jump(n) {
    this.pause();
    this.go(n);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (target.closest("textarea, select, input:not([type=range]), dialog, [contenteditable]")) return;
    /** @type {Record<string, () => void>} */
    const does = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.jump(1),
      End: () => this.jump(this.moments.events.length),
    };
    const isButton = target.closest("button, summary, a, [role=button]") !== null;
    if (event.key === " " && !isButton) does[" "] = () => this.toggle();
    const action = does[event.key];
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
    // Only the list is scrolled, never the page.
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
        ${state.notice === "" ? nothing : html`<p class="notice">${state.notice}</p>`}
        ${state.problem === "" ? nothing : html`<div class="problem" role="alert">${state.problem}</div>`}
        <div class="theatre-stage">
          <section class="theatre-table panel" aria-labelledby="stage">
            <h2 id="stage" class="only-heard">${t("theatre.table", { n: state.n })}</h2>
            ${this.tableView()}
          </section>
          <div class="theatre-side">${this.toldView()} ${this.drawsView()} ${this.changesView()} ${this.analysisView()}</div>
        </div>
        ${this.controlsView()} ${this.isEmbedded ? nothing : html`${this.shareView()} ${this.compareView()}`}
      </div>
    `;
  }

  headView() {
    const { state, moments } = this;
    return html`
      <div class="theatre-head row">
        <h1>${this.title} <span class="soft">${t("theatre.replay")}</span></h1>
        <label class="row"
          >${t("theatre.eyes")}
          <select
            name="eyes"
            .value=${live(state.eyes)}
            @change=${(/** @type {Event} */ event) => this.look(/** @type {HTMLSelectElement} */ (event.target).value)}
          >
            ${moments.viewers.map(
              (one) => html`<option value=${one} ?selected=${one === state.eyes}>${this.eyesSaid(one)}</option>`,
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

  /** @param {string} eyes */
  eyesSaid(eyes) {
    const seat = eyesSeat(eyes);
    if (seat === null) return t(`theatre.eyes.${eyes}`);
    return t("theatre.eyes.seat", { name: this.moments.now.seats[seat]?.name ?? "–", seat: seat + 1 });
  }

  tableView() {
    const { body, before, n } = this.state;
    if (body === null) return html`<p class="soft">${t("theatre.loading")}</p>`;
    if (body.n !== n) return html`<div aria-busy="true">${this.drawn(body, before)}</div>`;
    if (body.table === null) return html`<p class="soft">${t("theatre.before_start")}</p>`;
    return this.drawn(body, before);
  }

  /**
   * @param {any} body
   * @param {any} before
   */
  drawn(body, before) {
    if (body.table === null) return nothing;
    return this.moments.renderer?.draw({
      table: body.table,
      catalogue: this.moments.catalogue,
      viewer: eyesSeat(this.state.eyes),
      seats: body.seats,
      actions: [],
      lang: lang(),
      changed: changes(before?.table ?? null, body.table),
      choose: () => {},
    });
  }

  toldView() {
    const { n } = this.state;
    const events = this.moments.events.slice(Math.max(0, n - 1 - TOLD_AROUND), n + TOLD_AROUND);
    const current = this.moments.event(n);
    return html`
      <section class="panel" aria-labelledby="told">
        <h2 id="told">${t("theatre.told")}</h2>
        <div class="only-heard" aria-live="polite">${current === null ? "" : this.sentences(current).join(" ")}</div>
        <ol class="told" tabindex="0" aria-labelledby="told">
          ${events.map(
            (one) => html`<li class=${one.n === n ? "now" : ""}>
              <button
                type="button"
                class="told-n"
                aria-label=${t("theatre.at", { n: one.n, last: this.moments.events.length })}
                aria-current=${one.n === n ? "step" : "false"}
                @click=${() => this.jump(one.n)}
              >
                ${one.n}
              </button>
              <div>${this.sentences(one).map((sentence) => html`<p>${sentence}</p>`)}</div>
            </li>`,
          )}
        </ol>
      </section>
    `;
  }

  /** @param {GameEvent} event */
  sentences(event) {
    return event.told?.length ? sentencesOf(event) : [t("theatre.type", { type: event.type, by: event.by })];
  }

  changesView() {
    const { body, before, n } = this.state;
    if (body?.n !== n || before === null || !body.table || !before.table) return nothing;
    const changed = [...changes(before.table, body.table)];
    if (changed.length === 0) return nothing;
    return html`<details class="panel changes">
      <summary>${t("theatre.changed", { count: changed.length })}</summary>
      <ul>
        ${changed.slice(0, CHANGES_MAX).map((pointer) => {
          const [now, then] = [valueAt(body.table, pointer), valueAt(before.table, pointer)];
          return html`<li>
            <code>${pointer}</code> <strong>${brief(now)}</strong>
            <span class="soft">${t("theatre.changed.was", { before: brief(then) })}</span>
          </li>`;
        })}
      </ul>
    </details>`;
  }

  analysisView() {
    const { moments, state } = this;
    if (this.isEmbedded || moments.now.seed === null) return nothing;
    const nameOf = (/** @type {number} */ seat) => moments.now.seats[seat]?.name ?? String(seat + 1);
    return this.analysis.view(state.n, nameOf, (n) => this.jump(n));
  }

  drawsView() {
    const draws = this.moments.event(this.state.n)?.data.draws ?? [];
    if (draws.length === 0) return nothing;
    return html`<details class="panel draws">
      <summary>${t("theatre.draws")} (${draws.length})</summary>
      <p class="soft small">${t(this.tape === null ? "theatre.draws.secret" : "theatre.draws.how")}</p>
      ${draws.map((/** @type {any} */ one) => this.drawView(one))}
    </details>`;
  }

  /** @param {{ what: string, from: number, count: number }} draws */
  drawView(draws) {
    const { state } = this;
    const proofs = state.proofs.get(draws.from);
    const sides = state.sides.get(draws.from) ?? this.usualSides(draws);
    const show = (/** @type {number} */ chosen) => {
      state.sides.set(draws.from, chosen);
      this.prove().then(() => this.draw());
    };
    if (proofs === undefined) return html`<h3>${t("theatre.draws.one", draws)}</h3>`;
    return html`
      <h3>${t("theatre.draws.one", draws)}</h3>
      <p class="row small">
        <label class="row"
          >${t("theatre.draws.as")}
          <select
            .value=${live(sides === 0 ? "shuffle" : "die")}
            @change=${(/** @type {Event} */ event) =>
              show(/** @type {HTMLSelectElement} */ (event.target).value === "shuffle" ? 0 : 6)}
          >
            <option value="die" ?selected=${sides !== 0}>${t("theatre.draws.die", { sides: sides || 6 })}</option>
            <option value="shuffle" ?selected=${sides === 0}>
              ${t("theatre.draws.shuffle", { count: draws.count + 1 })}
            </option>
          </select>
        </label>
        ${sides === 0
          ? nothing
          : html`<label class="row"
              >${t("theatre.draws.sides")}
              <input
                type="number"
                min="1"
                max="1000"
                .value=${live(String(sides))}
                @change=${(/** @type {Event} */ event) => {
                  const chosen = Number(/** @type {HTMLInputElement} */ (event.target).value);
                  if (Number.isInteger(chosen) && chosen >= 1 && chosen <= 1000) show(chosen);
                }}
              />
            </label>`}
      </p>
      <div class="scroll" tabindex="0" role="group" aria-label=${t("theatre.draws.one", draws)}>
        <table>
          <thead>
            <tr>
              ${["number", "below", "drawn", "block"].map((one) => html`<th scope="col">${t(`theatre.draws.${one}`)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${proofs.map(
              (one) => html`<tr>
                <td>${one.number}</td>
                <td>${one.below}</td>
                <td>${one.drawn}${sides === 0 ? nothing : html` <span class="soft">(${one.drawn + 1})</span>`}</td>
                <td><code><mark>${one.block.slice(0, 16)}</mark>${one.block.slice(16)}</code></td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${draws.count > SHOWN_MAX ? html`<p>${t("theatre.draws.more", { count: draws.count - SHOWN_MAX })}</p>` : nothing}
    `;
  }

  controlsView() {
    const { state, moments } = this;
    const last = moments.events.length;
    const button = (/** @type {keyof typeof SIGNS} */ name, /** @type {() => void} */ act, isOff = false) =>
      html`<button
        type="button"
        class="quiet"
        aria-label=${t(`theatre.${name}`)}
        title=${t(`theatre.${name}`)}
        ?disabled=${isOff}
        @click=${act}
      >
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" fill="currentColor">${SIGNS[name]}</svg>
      </button>`;
    return html`
      <section class="theatre-controls panel" aria-label=${t("theatre.controls")}>
        <div class="row buttons">
          ${button("first", () => this.jump(1), state.n === 1)}
          ${button("previous", () => this.step(-1), state.n === 1)}
          ${button(state.isPlaying ? "pause" : "play", () => this.toggle())}
          ${button("next", () => this.step(1), state.n === last)}
          ${button("last", () => this.jump(last), state.n === last)}
        </div>
        <label class="slider"
          ><span class="at">${t("theatre.at", { n: state.n, last })}</span>
          <input
            type="range"
            min="1"
            max=${last}
            step="1"
            .value=${live(String(state.n))}
            aria-valuetext=${t("theatre.at", { n: state.n, last })}
            @input=${(/** @type {Event} */ event) => this.jump(Number(/** @type {HTMLInputElement} */ (event.target).value))}
          />
        </label>
        <div class="row">
          <label class="row small"
            >${t("theatre.step")}
            <select
              name="step"
              @change=${(/** @type {Event} */ event) => {
                state.byDecision = /** @type {HTMLSelectElement} */ (event.target).value === "decision";
                this.draw();
              }}
            >
              <option value="event" ?selected=${!state.byDecision}>${t("theatre.step.event")}</option>
              <option value="decision" ?selected=${state.byDecision}>${t("theatre.step.decision")}</option>
            </select>
          </label>
          <label class="row small"
            >${t("theatre.speed")}
            <select
              name="speed"
              @change=${(/** @type {Event} */ event) => {
                state.speed = Number(/** @type {HTMLSelectElement} */ (event.target).value);
                if (state.isPlaying) this.schedule();
                this.draw();
              }}
            >
              ${SPEEDS.map(
                (one) => html`<option value=${one} ?selected=${one === state.speed}>
                  ${t("theatre.speed.one", { speed: one })}
                </option>`,
              )}
            </select>
          </label>
        </div>
        <p class="soft small keys">${t("theatre.keys")}</p>
      </section>
    `;
  }

  shareView() {
    const { state, moments } = this;
    const address = `${location.origin}/games/${this.game}#n=${state.n}&eyes=${state.eyes}`;
    const frame = `<iframe src="${location.origin}/embed/games/${this.game}#n=${state.n}&eyes=${state.eyes}" width="900" height="700" title="${this.title.replaceAll('"', "")}"></iframe>`;
    const own = moments.now.you !== null;
    return html`
      <details class="panel share">
        <summary>${t("theatre.share")}</summary>
        <div class="stack">
          <label>${t("theatre.link")}<input type="text" readonly name="link" .value=${address} /></label>
          <label>${t("theatre.embed")}<input type="text" readonly name="embed" .value=${frame} /></label>
          <div class="row">
            <button type="button" class="quiet" @click=${() => this.picture("svg")}>${t("theatre.svg")}</button>
            <button type="button" class="quiet" @click=${() => this.picture("png")}>${t("theatre.png")}</button>
          </div>
          <form
            class="row"
            @submit=${(/** @type {SubmitEvent} */ event) => {
              event.preventDefault();
              const given = new FormData(/** @type {HTMLFormElement} */ (event.target));
              this.animation(Number(given.get("from")), Number(given.get("to")));
            }}
          >
            ${["from", "to"].map(
              (name) => html`<label class="row"
                >${t(`theatre.animation.${name}`)}
                <input
                  type="number"
                  name=${name}
                  min="1"
                  max=${moments.events.length}
                  value=${name === "from" ? Math.max(1, state.n - 10) : state.n}
                  required
                />
              </label>`,
            )}
            <button class="quiet" ?disabled=${state.recording !== null}>${t("theatre.animation")}</button>
            <span role="status">${state.recording === null ? "" : t("theatre.animation.progress", state.recording)}</span>
          </form>
          <p class="row">
            <a class="button" href="/v1/games/${this.game}/record" download="${this.game}.jsonl">${t("theatre.record")}</a>
            <a class="button" href="/verify#game=${this.game}">${t("theatre.verify")}</a>
            ${own
              ? html`<button type="button" class="quiet" @click=${() => this.dispute()}>${t("theatre.dispute")}</button>`
              : nothing}
          </p>
        </div>
      </details>
    `;
  }

  compareView() {
    const { compared } = this.state;
    return html`
      <details class="panel compare">
        <summary>${t("theatre.compare")}</summary>
        <label
          >${t("theatre.compare.choose")}
          <input type="file" @change=${(/** @type {Event} */ event) => this.compare(/** @type {HTMLInputElement} */ (event.target))}
        /></label>
        <div role="status">
          ${compared === null ? nothing : html`<p class=${compared.isProblem ? "problem" : "notice"}>${compared.text}</p>`}
        </div>
      </details>
    `;
  }

  // -- what is done with it ---------------------------------------------------------------------------

  /** @param {HTMLInputElement} input */
  async compare(input) {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    const other = recordOf(await file.text());
    const found = other === null ? null : firstDifference(this.game, this.moments.events, other);
    if (other === null) this.state.compared = { text: t("theatre.compare.none"), isProblem: true };
    else if (found === null) this.state.compared = { text: t("theatre.compare.same") };
    else {
      const there = found.other === null ? t("theatre.compare.ends") : t("theatre.compare.there", { n: found.there, type: found.other.type });
      this.state.compared = { text: `${t("theatre.compare.found", { n: found.here })} ${there}` };
      this.jump(found.here);
    }
    this.draw();
  }

  async dispute() {
    const { openClaim } = await import("./disputes.js");
    const event = this.moments.event(this.state.n);
    openClaim({ game: this.game, isRunning: this.moments.now.seed === null, n: this.state.n, told: event === null ? [] : this.sentences(event), onFiled: () => {} });
  }

  get stage() {
    return /** @type {HTMLElement} */ (this.root.querySelector(".theatre-table"));
  }

  caption() {
    const { n, eyes } = this.state;
    const event = this.moments.event(n);
    return `${this.title} · ${t("theatre.at", { n, last: this.moments.events.length })} · ${this.eyesSaid(eyes)}${event === null ? "" : ` · ${this.sentences(event)[0]}`}`;
  }

  /** @param {"svg" | "png"} kind */
  async picture(kind) {
    const { save, toPng, toSvg } = await import("./theatre/pictures.js");
    const svg = toSvg(this.stage, { caption: this.caption() });
    const blob = kind === "svg" ? new Blob([svg.text], { type: "image/svg+xml" }) : await toPng(svg);
    save(blob, `${this.game}-${this.state.n}.${kind}`);
  }

  /**
   * Makes an animation of the events between two, stepping as the player steps.
   *
   * @param {number} from
   * @param {number} to
   */
  async animation(from, to) {
    const { state, moments } = this;
    const last = moments.events.length;
    const numbers = [];
    for (let n = Math.max(1, Math.min(from, to)); n <= Math.min(last, Math.max(from, to)); ) {
      numbers.push(n);
      const next = moments.next(n, 1, state.byDecision);
      if (next === n) break;
      n = next;
    }
    if (numbers.length > FRAMES_MAX) {
      state.notice = t("theatre.animation.too_long", { max: FRAMES_MAX });
      this.draw();
      return;
    }
    const { save, toAnimation, toSvg } = await import("./theatre/pictures.js");
    this.pause();
    const was = state.n;
    state.recording = { done: 0, all: numbers.length };
    const width = this.stage.getBoundingClientRect().width;
    const frames = [];
    for (const n of numbers) {
      await this.go(n);
      frames.push(toSvg(this.stage, { width, caption: this.caption() }));
    }
    const height = Math.max(...frames.map((one) => one.height));
    for (const frame of frames) resize(frame, height);
    const made = await toAnimation(frames, PICTURE_MILLISECONDS / state.speed, (done) => {
      state.recording = { done, all: numbers.length };
      this.draw();
    });
    save(made, `${this.game}-${numbers[0]}-${numbers.at(-1)}.png`);
    state.recording = null;
    await this.go(was);
  }
}

/**
 * Gives a picture another height; what is in it stays.
 *
 * @param {{ text: string, width: number, height: number }} frame
 * @param {number} height
 */
function resize(frame, height) {
  const before = `width="${frame.width}" height="${frame.height}" viewBox="0 0 ${frame.width} ${frame.height}"`;
  const after = `width="${frame.width}" height="${height}" viewBox="0 0 ${frame.width} ${height}"`;
  frame.text = frame.text.replace(before, after).replace(`min-height:${frame.height}px`, `min-height:${height}px`);
  frame.height = height;
}

/** @param {string} eyes */
function eyesSeat(eyes) {
  const found = /^seat:(\d+)$/.exec(eyes);
  return found === null ? null : Number(found[1]);
}

/**
 * @param {any} value
 * @param {string} pointer
 */
function valueAt(value, pointer) {
  let at = value;
  for (const part of pointer.split("/").slice(1)) at = at?.[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  return at;
}

/** @param {any} value */
function brief(value) {
  const text = value === undefined ? "–" : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
