/** The strong bot's analysis of a finished game, shown beside the moment. */

import { Problem } from "../api.js";
import { html, nothing } from "../html.js";
import { problemText, programName } from "../parts.js";
import { lang, t } from "../words.js";
import { gradeOf, rangeOf, standings } from "./judging.js";

/** Milliseconds between two readings of the progress. */
const PROGRESS_MILLISECONDS = 1000;
/** How many turning points are shown, and how many of the choices that cost most. */
const SHOWN_MAX = 3;
const ESTIMATES_MAX = 4;

/**
 * @typedef {object} Estimate
 * @property {string} told
 * @property {number} score
 */
/**
 * @typedef {object} Decision
 * @property {number} n
 * @property {number} seat
 * @property {{ told: string }} played
 * @property {Estimate[]} estimates
 * @property {number} lost
 * @property {number | null} turn
 */

/** The analysis of one game, in the language that the page had when the analysis was asked for. */
export class Analysis {
  /**
   * @param {typeof import("../api.js")} api
   * @param {string} game
   * @param {() => void} onChange called when there is something new to show
   */
  constructor(api, game, onChange) {
    this.api = api;
    this.path = `/v1/games/${game}/analyses`;
    this.onChange = onChange;
    /** @type {any} */
    this.job = null;
    this.problem = "";
    this.isClosed = false;
    this.timer = 0;
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  /** Shows the analysis that somebody has asked for before, if it is kept. */
  async find() {
    try {
      const { analyses } = await this.api.get(this.path);
      const kept = analyses.find((/** @type {any} */ one) => one.lang === lang()) ?? analyses[0];
      if (kept === undefined || this.job !== null) return;
      this.job = kept;
      await this.readProgress();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // Without it, the analysis can still be asked for.
    }
  }

  /** Asks for the analysis, and reads its progress until it is done. */
  async ask() {
    this.problem = "";
    try {
      this.show(await this.api.post(`${this.path}?lang=${lang()}`, {}));
    } catch (error) {
      this.fail(error);
    }
  }

  /** Reads how far the analysis is. */
  async readProgress() {
    try {
      this.show(await this.api.get(`${this.path}/${this.job.id}`));
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {any} job */
  show(job) {
    if (this.isClosed) return;
    this.job = job;
    this.problem = job.problem?.detail ?? "";
    if (this.isUnderWay) this.timer = setTimeout(() => this.readProgress(), PROGRESS_MILLISECONDS);
    this.onChange();
  }

  /** @param {unknown} error */
  fail(error) {
    if (!(error instanceof Problem)) throw error;
    if (this.isClosed) return;
    this.job = null;
    this.problem = problemText(error);
    this.onChange();
  }

  get isUnderWay() {
    return this.job !== null && ["queued", "running"].includes(this.job.status);
  }

  /** @returns {Decision[]} */
  get decisions() {
    return this.job?.analysis?.decisions ?? [];
  }

  /**
   * @param {number} n the event that is shown
   * @param {(seat: number) => string} nameOf
   * @param {(n: number) => void} jump
   */
  view(n, nameOf, jump) {
    return html`<details class="panel analysis" ?open=${this.job !== null}>
      <summary>${t("theatre.analysis")}</summary>
      ${this.problem === "" ? nothing : html`<div class="problem" role="alert">${this.problem}</div>`}
      ${this.job === null ? this.askView() : this.isUnderWay ? this.progressView() : this.foundView(n, nameOf, jump)}
    </details>`;
  }

  askView() {
    return html`<p class="soft small">${t("theatre.analysis.how")}</p>
      <button type="button" class="quiet" @click=${() => this.ask()}>${t("theatre.analysis.ask")}</button>`;
  }

  progressView() {
    const { done, of } = this.job.progress;
    return html`<p role="status">
      ${of === null ? t("theatre.analysis.waiting") : t("theatre.analysis.progress", { done, of })}
    </p>`;
  }

  /** @param {number} n @param {(seat: number) => string} nameOf @param {(n: number) => void} jump */
  foundView(n, nameOf, jump) {
    const found = this.job.analysis;
    if (found === null) return this.askView();
    const here = this.decisions.find((one) => one.n === n);
    const byN = new Map(this.decisions.map((one) => [one.n, one]));
    /** @param {string} heading @param {number[]} events the most important first @param {(one: Decision) => string} verdict */
    const list = (heading, events, verdict) =>
      events.length === 0
        ? nothing
        : html`<h3>${heading}</h3>
            <ol>
              ${events
                .slice(0, SHOWN_MAX)
                .sort((one, other) => one - other)
                .map((event) => {
                  const one = /** @type {Decision} */ (byN.get(event));
                  return html`<li>
                    <button type="button" class="quiet" @click=${() => jump(event)}>
                      ${t("theatre.analysis.at", { n: event, name: nameOf(one.seat) })}
                    </button>
                    <strong>${verdict(one)}</strong> <span>${one.played.told}</span>
                  </li>`;
                })}
            </ol>`;
    const range = rangeOf(this.decisions);
    /** @param {Decision} one */
    const turned = (one) => t(`theatre.analysis.turn.${(one.turn ?? 0) > 0 ? "better" : "worse"}.${gradeOf(one.turn ?? 0, range)}`);
    return html`
      ${list(t("theatre.analysis.swings"), found.swings, turned)}
      ${list(t("theatre.analysis.mistakes"), found.mistakes, (one) => t(`theatre.analysis.cost.${gradeOf(one.lost, range)}`))}
      ${this.standingView(n, nameOf)} ${here === undefined ? nothing : this.hereView(here, range)}
      <p class="soft small">${t("theatre.analysis.units", { program: programName(found.program) })}</p>
    `;
  }

  /** How everybody stands at the moment, in words and bars. @param {number} n @param {(seat: number) => string} nameOf */
  standingView(n, nameOf) {
    const { seats, leader, grade } = standings(this.decisions, n);
    if (seats.length === 0) return nothing;
    const words = seats.length < 2 ? "" : leader === null ? t("theatre.analysis.even") : t(`theatre.analysis.ahead.${grade}`, { name: nameOf(leader) });
    return html`<h3>${t("theatre.analysis.standing")}</h3>
      ${words ? html`<p class="standing">${words}</p>` : nothing}
      <ul class="bars">
        ${seats.map(
          ({ seat, share }) => html`<li>
            <p>${nameOf(seat)}</p>
            <meter min="0" max="100" value=${share} aria-label=${t("theatre.analysis.chances", { name: nameOf(seat) })}></meter>
          </li>`,
        )}
      </ul>`;
  }

  /** @param {Decision} decision @param {number} range */
  hereView(decision, range) {
    const best = decision.estimates[0]?.score ?? 0;
    const worst = decision.estimates.at(-1)?.score ?? 0;
    return html`<h3>${t("theatre.analysis.here")}</h3>
      <ol class="analysis-here bars">
        ${decision.estimates.slice(0, ESTIMATES_MAX).map((one) => {
          const verdict = t(`theatre.analysis.choice.${gradeOf(best - one.score, range)}`);
          return html`<li>
            <p>${one.told} <span class="soft">${verdict}</span></p>
            <meter min="0" max="100" value=${best === worst ? 100 : Math.round((100 * (one.score - worst)) / (best - worst))} aria-label=${verdict}></meter>
          </li>`;
        })}
      </ol>
      <p>${t("theatre.analysis.played", { told: decision.played.told, verdict: t(`theatre.analysis.choice.${gradeOf(decision.lost, range)}`) })}</p>`;
  }
}
