/** What happened: the outcome and the log. */
import { html, nothing, repeat } from "../html.js";
import { emblemView, seatMark, seatName, seatView, sentencesOf, titleOf } from "../parts.js";
import { said, t } from "../words.js";

/** @typedef {import("./live.js").LiveTable} LiveTable */

/** Events for those who check the record. The log tells the game, and ends with the result. */
const PROOF = ["SeatsClosed", "NonceRevealed", "SeedRevealed"];

/** @param {LiveTable} table */
export function outcomeView(table) {
  const { outcome, seats } = table.game;
  const reason = table.catalogue.terms[outcome.reason] ?? ownReason(outcome.reason);
  // A limit that ended the game has the name of its option. What the catalogue says there is about setting it.
  const isOption = outcome.reason in (table.catalogue.options.properties ?? {});
  const hasScores = outcome.scores.some((/** @type {number | null} */ score) => score !== null);
  // If nobody wins and all are equal, nobody is first.
  const isRanked = outcome.winners.length > 0 || outcome.ranking.length > 1;
  const why = ownEnd(table);
  const loss = ownLoss(table);
  const result = resultOf(table, why);
  return html`<section class="panel outcome" aria-labelledby="outcome">
    <div class="outcome-banner">
      ${emblemView(table.game.ruleset)}
      <h2 id="outcome">
        ${result}
      </h2>
    </div>
    ${loss ? html`<p class="own-loss"><strong>${loss}</strong></p>` : nothing}
    ${why && why !== result ? html`<p><strong>${why}</strong></p>` : nothing}
    ${reason ? html`<p>${sentence(said(reason.name))}${isOption ? "" : ` ${said(reason.text)}`}</p>` : nothing}
    ${seats.length === 1 && !hasScores && !isRanked ? nothing : html`<div class="scroll" tabindex="0" role="group" aria-label=${t("outcome.table")}>
      <table>
        <thead>
          <tr>${isRanked ? html`<th scope="col">${t("outcome.place")}</th>` : nothing}<th scope="col">${t("outcome.player")}</th>${hasScores ? html`<th scope="col">${t("outcome.score")}</th>` : nothing}</tr>
        </thead>
        <tbody>
          ${outcome.ranking.flatMap((/** @type {number[]} */ group, /** @type {number} */ place) =>
            group.map(
              (seat) => html`<tr>
                ${isRanked ? html`<td>${place + 1}</td>` : nothing}
                <td>${seatMark(seat)} ${seatView(seats[seat])}${outcome.winners.includes(seat) ? " ★" : ""}</td>
                ${hasScores ? html`<td>${outcome.scores[seat] ?? "–"}</td>` : nothing}
              </tr>`,
            ),
          )}
        </tbody>
      </table>
    </div>`}
    <p class="row">
      <a class="button primary" href="#n=${table.game.n}">${t("table.replay")}</a>
      <a class="button" href="/verify#game=${table.id}">${t("table.verify")}</a>
      <a class="button" href="/v1/games/${table.id}/record" download="${table.id}.jsonl">${t("table.record")}</a>
      ${table.isPlayer()
        ? html`<button type="button" class="button" ?disabled=${table.isBusy} @click=${() => table.rematch()}>${t("table.rematch")}</button>`
        : nothing}
      <a class="button" href="/new?ruleset=${titleOf(table.game.ruleset)}">${t(table.isPlayer() ? "table.play-another" : "table.play-again")}</a>
      ${table.isPlayer()
        ? html`<button type="button" class="quiet" @click=${() => table.claim(null)}>⚑ ${t("table.wrong")}</button>`
        : nothing}
    </p>
  </section>`;
}

/** The result for the one who looks: their own first, then who won. @param {LiveTable} table @param {string} why what the last action says */
function resultOf(table, why) {
  const { outcome, seats } = table.game;
  // A game for one may be played for points, and be neither won nor lost.
  if (seats.length === 1 && why) return why;
  const names = outcome.winners.map((/** @type {number} */ seat) => seatName(seats[seat])).join(", ");
  const won = names ? t("outcome.won", { names, count: outcome.winners.length }) : t("outcome.lost");
  const mine = table.mySeat()?.seat;
  if (mine === undefined) return won;
  if (outcome.winners.includes(mine)) return t(outcome.winners.length === 1 ? "outcome.you-won" : "outcome.you-share", { names });
  return names ? t("outcome.you-lost", { won }) : t("outcome.you-lost-all");
}

/** What the event that ended the game says of it; empty if no action ended it. @param {LiveTable} table */
function ownEnd(table) {
  const end = table.events.findLast((event) => event.type === "GameFinished");
  const last = table.events.find((event) => event.n === (end?.n ?? 0) - 1);
  return last?.type === "ActionTaken" ? (sentencesOf(last).at(-1) ?? "") : "";
}

/** What the log tells of how the one who looks was out of the game before its end; empty if they were not. @param {LiveTable} table */
function ownLoss(table) {
  const { events, renderer, game } = table;
  const seat = table.mySeat()?.seat;
  if (seat === undefined || game.outcome.winners.includes(seat)) return "";
  const isOut = (/** @type {any} */ fact) => fact && renderer?.isOut?.(fact, seat);
  const last = events.findLast((event) => (event.told_facts ?? []).some(isOut));
  if (last === undefined) return "";
  const concerns = (/** @type {any} */ fact) => fact && fact.type !== "cards_revealed" && (fact.seat === seat || fact.seats?.includes(seat));
  return sentencesOf(last).filter((_, at) => concerns(last.told_facts[at])).join(" ");
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

/** @param {LiveTable} table */
export function logView(table) {
  const { game } = table;
  const told = table.events.filter((event) => (event.told ?? []).length > 0 && !PROOF.includes(event.type));
  return html`<section class="panel" aria-labelledby="log">
    <div class="row log-head"><h2 id="log" class="grow">${t("table.log")}</h2>${table.stage?.paceView() ?? nothing}</div>
    ${table.logBegins > 0
      ? html`<button
          type="button"
          class="quiet"
          @click=${() => table.readEarlier()}
        >
          ${t("table.earlier")}
        </button>`
      : nothing}
    <ol class="log" tabindex="0" reversed aria-labelledby="log">
      ${repeat(
        [...told].reverse(),
        (event) => event.n,
        (event) => html`<li class=${event.n === told.at(-1)?.n ? "is-last" : ""}>
          <div class="log-told">${sentencesOf(event).map((line) => html`<p>${line}</p>`)}</div>
          <span class="log-links">
            <a href="#n=${event.n}" aria-label=${t("table.see", { n: event.n })}>${event.n}</a>
            ${game.you || table.isPlayer()
              ? html`<button type="button" class="flag" aria-label=${t("table.claim", { n: event.n })} title=${t("table.claim", { n: event.n })} @click=${() => table.claim(event)}>⚑</button>`
              : nothing}
          </span>
        </li>`,
      )}
    </ol>
  </section>`;
}

/** @param {LiveTable} table */
export function moreView(table) {
  return html`<p class="row small">
    <a href="#n=${table.game.n}">${t("table.replay")}</a>
    <a href="/v1/games/${table.id}/record" download="${table.id}.jsonl">${t("table.record")}</a>
  </p>`;
}
