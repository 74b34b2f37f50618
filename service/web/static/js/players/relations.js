/** What one may do about another player: block them, and report them to the operators. */
import * as api from "../api.js";
import { openDialog } from "../dialog.js";
import { html, live, nothing } from "../html.js";
import { asProblem, moment, nameOf, problemView, titleOf } from "../parts.js";
import { me } from "../session.js";
import { t } from "../words.js";

/** What players report others for. */
const REASONS = ["insults", "stalling", "cheating", "name", "other"];
const WORDS_MAX = 500;

/** Whether the visitor may block and report others. */
export function mayRelate() {
  return me()?.scopes.some((one) => ["games:play", "bots:play"].includes(one)) ?? false;
}

/** The part of another player's profile for whoever is signed in. */
export class Relations {
  /**
   * @param {{id: string, name: string}} player the other one @param {Record<string, any>} titles the list of titles by id
   * @param {import("../shell.js").Page} page @param {() => void} redraw
   */
  constructor(player, titles, page, redraw) {
    this.player = player;
    this.titles = titles;
    this.page = page;
    this.redraw = redraw;
    /** null before it is known @type {boolean | null} */ this.isBlocked = null;
    /** games that both sat at, the latest first @type {any[]} */ this.games = [];
    /** the visitor's own reports about the player @type {any[]} */ this.reports = [];
    this.draft = { reason: "", words: "", game: "" };
    this.isBusy = false;
    this.done = "";
    /** @type {unknown} */ this.error = null;
  }

  async load() {
    try {
      const [{ blocks }, { reports }, { games }] = await Promise.all([
        api.get("/v1/blocks"),
        api.get("/v1/reports?limit=200"),
        api.get(`/v1/games?player=${this.player.id}&limit=200`),
      ]);
      const mine = me()?.id;
      this.isBlocked = blocks.some((/** @type {any} */ one) => one.player.id === this.player.id);
      // An operator is given the reports of others, too.
      this.reports = reports.filter((/** @type {any} */ one) => one.player.id === this.player.id && one.reporter.id === mine);
      this.games = games.filter((/** @type {any} */ game) => game.seats.some((/** @type {any} */ seat) => seat.player?.id === mine));
    } catch (error) {
      this.error = asProblem(error);
    }
    this.redraw();
  }

  /** Does something and says that it was done, or why not. @param {() => Promise<string>} work */
  async attempt(work) {
    if (this.isBusy) return;
    Object.assign(this, { isBusy: true, done: "", error: null });
    this.redraw();
    try {
      this.done = await work();
      this.page.announce(this.done);
    } catch (error) {
      this.error = asProblem(error);
    }
    this.isBusy = false;
    this.redraw();
  }

  askToBlock() {
    openDialog({
      title: t("players.block.sure", this.player),
      text: t("players.block.means"),
      yes: t("players.block"),
      no: t("players.block.no"),
      onYes: () =>
        this.attempt(async () => {
          await api.put(`/v1/blocks/${this.player.id}`);
          this.isBlocked = true;
          return t("players.block.done", this.player);
        }),
    });
  }

  unblock() {
    return this.attempt(async () => {
      await api.del(`/v1/blocks/${this.player.id}`, { key: null });
      this.isBlocked = false;
      return t("players.unblock.done", this.player);
    });
  }

  report() {
    const { reason, words, game } = this.draft;
    if (reason === "") return;
    this.attempt(async () => {
      const body = { player: this.player.id, reason, words: words.replace(/\s+/g, " ").trim(), game: game || null };
      const made = await api.post("/v1/reports", body);
      const isKnown = this.reports.some((one) => one.id === made.id);
      if (isKnown) return t("players.report.waits");
      this.reports = [made, ...this.reports];
      this.draft = { reason: "", words: "", game: "" };
      return t("players.report.done");
    });
  }

  view() {
    if (this.isBlocked === null) return problemView(this.error);
    return html`<section class="panel stack" aria-labelledby="part-relations">
      <h2 id="part-relations">${t("players.relations")}</h2>
      ${problemView(this.error)}${this.done ? html`<p class="done" role="status">✓ ${this.done}</p>` : nothing}
      <p>${this.isBlocked ? html`<strong>${t("players.blocked")}</strong> ` : nothing}${t("players.block.means")}</p>
      <p>
        <button type="button" class=${this.isBlocked ? "quiet" : "danger"} ?disabled=${this.isBusy} @click=${() => (this.isBlocked ? this.unblock() : this.askToBlock())}>
          ${t(this.isBlocked ? "players.unblock" : "players.block")}
        </button>
      </p>
      <details>
        <summary>${t("players.report")}</summary>
        ${this.formView()}
      </details>
      ${this.reports.length === 0
        ? nothing
        : html`<h3>${t("players.reports")}</h3>
            <ul class="reports">
              ${this.reports.map(
                (one) => html`<li>
                  ${t(`players.reason.${one.reason}`)}, ${moment(one.at)}: <strong>${t(`players.report.${one.outcome ?? "open"}`)}</strong>
                  ${one.answer ? html`<blockquote>${one.answer}</blockquote>` : nothing}
                </li>`,
              )}
            </ul>`}
    </section>`;
  }

  formView() {
    const { draft } = this;
    const set = (/** @type {Partial<typeof draft>} */ change) => {
      Object.assign(draft, change);
      this.redraw();
    };
    return html`<form
      class="stack"
      @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        this.report();
      }}
    >
      <p class="small soft">${t("players.report.who-reads")}</p>
      <label class="field">
        <span>${t("players.report.reason")}</span>
        <select name="reason" .value=${live(draft.reason)} @change=${(/** @type {any} */ event) => set({ reason: event.target.value })}>
          <option value="">${t("players.report.choose")}</option>
          ${REASONS.map((one) => html`<option value=${one}>${t(`players.reason.${one}`)}</option>`)}
        </select>
      </label>
      <label class="field">
        <span>${t("players.report.game")}</span>
        <select name="game" .value=${live(draft.game)} @change=${(/** @type {any} */ event) => set({ game: event.target.value })}>
          <option value="">${t(this.games.length === 0 ? "players.report.no-games" : "players.report.no-game")}</option>
          ${this.games.map((one) => html`<option value=${one.id}>${this.gameTold(one)}</option>`)}
        </select>
      </label>
      <label class="field">
        <span>${t("players.report.words")}</span>
        <textarea name="words" rows="3" maxlength=${WORDS_MAX} .value=${live(draft.words)} @input=${(/** @type {any} */ event) => set({ words: event.target.value })}></textarea>
      </label>
      <p><button type="submit" class="quiet" ?disabled=${this.isBusy || draft.reason === ""}>${t("players.report.send")}</button></p>
    </form>`;
  }

  /** @param {any} game */
  gameTold(game) {
    return `${nameOf(titleOf(game.ruleset), this.titles)}, ${moment(game.updated_at)}`;
  }
}
