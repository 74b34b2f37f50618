/** How the game ended. */
import { html, nothing } from "../html.js";
import { seatMark, seatName, seatView } from "../parts.js";
import { lang, said, t } from "../words.js";

/** @typedef {import("./live.js").LiveTable} LiveTable */

/** @param {LiveTable} table */
export function outcomeView(table) {
  const { outcome, seats } = table.game;
  const reason = table.catalogue.terms[outcome.reason] ?? ownReason(outcome.reason);
  const hasScores = outcome.scores.some((/** @type {number | null} */ score) => score !== null);
  const winners = outcome.winners.map((/** @type {number} */ seat) => seatName(seats[seat]));
  return html`<section class="panel outcome" aria-labelledby="outcome">
    <h2 id="outcome">
      ${winners.length > 0 ? t("outcome.won", { names: winners.join(", "), count: winners.length }) : t("outcome.lost")}
    </h2>
    ${reason ? html`<p>${sentence(said(reason.name))}${reason.text?.[lang()] ? html` ${said(reason.text)}` : nothing}</p>` : nothing}
    <div class="scroll" tabindex="0" role="group" aria-label=${t("outcome.table")}>
      <table>
        <thead>
          <tr><th scope="col">${t("outcome.place")}</th><th scope="col">${t("outcome.player")}</th>${hasScores ? html`<th scope="col">${t("outcome.score")}</th>` : nothing}</tr>
        </thead>
        <tbody>
          ${outcome.ranking.flatMap((/** @type {number[]} */ group, /** @type {number} */ place) =>
            group.map(
              (seat) => html`<tr>
                <td>${place + 1}</td>
                <td>${seatMark(seat)} ${seatView(seats[seat])}${outcome.winners.includes(seat) ? " ★" : ""}</td>
                ${hasScores ? html`<td>${outcome.scores[seat] ?? "–"}</td>` : nothing}
              </tr>`,
            ),
          )}
        </tbody>
      </table>
    </div>
    <p class="row">
      <a class="button primary" href="#n=1">${t("table.replay")}</a>
      <a class="button" href="/verify#game=${table.id}">${t("table.verify")}</a>
      <a class="button" href="/v1/games/${table.id}/record" download="${table.id}.jsonl">${t("table.record")}</a>
      ${table.isPlayer()
        ? html`<button type="button" class="button" ?disabled=${table.isBusy} @click=${() => table.rematch()}>${t("table.rematch")}</button>`
        : nothing}
      <a class="button" href="/new?ruleset=${table.game.ruleset.split("@")[0]}">${t(table.isPlayer() ? "table.play-another" : "table.play-again")}</a>
      ${table.isPlayer()
        ? html`<button type="button" class="quiet" @click=${() => table.claim(null)}>⚑ ${t("table.wrong")}</button>`
        : nothing}
    </p>
  </section>`;
}

/** The reason of an end that all titles share, as a catalogue would give it; null for any other. @param {string} reason */
function ownReason(reason) {
  const text = t(`outcome.reason.${reason}`);
  return text === `outcome.reason.${reason}` ? null : { name: text };
}

/** The text with a capital and a full stop. @param {string} text */
function sentence(text) {
  if (!text) return "";
  const whole = text[0].toLocaleUpperCase() + text.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}
