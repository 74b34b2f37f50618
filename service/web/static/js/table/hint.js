/** What the strong bot would weigh, for somebody who plays alone: its candidates with what is at stake. */
import * as api from "../api.js";
import { asProblem, problemView } from "../parts.js";
import { html, nothing } from "../html.js";
import { register, said, t } from "../words.js";
import en from "../words/guide.en.js";
import ru from "../words/guide.ru.js";

register("en", en);
register("ru", ru);

/** @typedef {import("./live.js").LiveTable} LiveTable */

/** The hints of a table. A hint is shown until another decision is due. */
export class HintView {
  /** @type {any} the answer that was given last */ found = null;
  /** @type {unknown} */ problem = null;
  isAsking = false;

  /** @param {LiveTable} table */
  constructor(table) {
    this.table = table;
  }

  async ask() {
    if (this.isAsking) return;
    this.isAsking = true;
    this.problem = null;
    this.table.draw();
    try {
      this.found = await api.get(`/v1/games/${this.table.id}/hint`);
      const [best] = this.found.candidates;
      this.table.page.announce(`${t("hint.best")}: ${said(best.text_short)}`);
    } catch (error) {
      this.problem = asProblem(error);
    }
    this.isAsking = false;
    this.table.draw();
  }

  view() {
    const { found, table } = this;
    const isDue = found !== null && found.decision === table.game.you?.decision;
    return html`<div class="hint" role="status">
      ${this.isAsking ? html`<p class="soft small">${t("hint.thinking")}</p>` : problemView(this.problem)}
      ${isDue && !this.isAsking
        ? html`<h3>${t("hint.heading")}</h3>
            <ol>
              ${found.candidates.map(
                (/** @type {any} */ one) => html`<li><strong>${t(`hint.${one.verdict}`)}:</strong> ${said(one.text)}</li>`,
              )}
            </ol>`
        : nothing}
    </div>`;
  }
}
