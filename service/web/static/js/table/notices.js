/** Lines above the table: whose turn it is, the connection, and what else concerns the whole game. */
import * as api from "../api.js";
import { html, nothing } from "../html.js";
import { accountForm, openTold, seatView, timeLeft, toldWith } from "../parts.js";
import { t } from "../words.js";
import { questionOf } from "./actions.js";

/** @typedef {import("./live.js").LiveTable} LiveTable */

/** @param {LiveTable} table */
export function headlineView(table) {
  const { game } = table;
  // The result says by itself that the game is over.
  if (game.status === "finished" && game.outcome && !table.stage?.isPlaying) return nothing;
  const names = (/** @type {number[]} */ seats) => seats.map((seat, at) => [at > 0 ? ", " : "", seatView(game.seats[seat])]);
  /** @type {any} */
  let text = "";
  if (game.status === "running") {
    if (game.clock_stopped) text = t(game.you?.owed ? "table.stopped-for-you" : "table.stopped");
    else if (game.you?.owed) text = t("table.your-turn");
    else text = game.to_act.length > 0 ? toldWith("table.waits-for", { names: names(game.to_act) }) : t("table.goes-on");
  } else if (game.status === "finished") {
    text = t("table.finished");
  } else if (game.status === "aborted") {
    text = t(game.remedy ? `lobby.remedy.${game.remedy.type}` : "table.aborted");
  } else {
    text = openTold(game) ?? t("table.all-sit");
  }
  const deadline = game.status === "running" && game.you?.deadline;
  const isMine = Boolean(game.you?.owed) && game.status === "running";
  const question = isMine ? questionOf(table) : "";
  return html`<p class="headline ${isMine ? "is-mine" : ""}">
    <span class="grow">${question ? html`<span class="small turn">${text}</span> <strong>${question}</strong>` : html`<strong>${text}</strong>`}</span>
    ${game.status === "running" && !game.you && !table.isPlayer() ? html`<span class="small">${t("table.watching")}</span>` : nothing}
    ${deadline ? html`<span class="clock">${timeLeft(deadline)}</span>` : nothing}
  </p>`;
}

/** @param {LiveTable} table */
export function connectionView(table) {
  const { connection } = table;
  if (connection === "over") return nothing;
  return html`<span class="connection is-${connection}">
    <span class="dot" aria-hidden="true"></span>${t(`table.connection.${connection}`)}
  </span>`;
}

/** @param {LiveTable} table */
export function sessionView(table) {
  if (!table.isSessionLost) return nothing;
  return html`<section class="notice stack" role="alert">
    <p><strong>${t("table.session-lost")}</strong></p>
    ${accountForm({ draft: table.draft, redraw: () => table.draw() })}
  </section>`;
}

/** @param {LiveTable} table */
export function noticesView(table) {
  const { game } = table;
  return html`
    ${game.resumed_by
      ? html`<p class="notice"><a href="/games/${game.resumed_by}">${t("table.resumed-by")}</a></p>`
      : nothing}
    ${game.parent
      ? html`<p class="soft small"><a href="/games/${game.parent.game}#n=${game.parent.n}">${t("table.parent", { n: game.parent.n })}</a></p>`
      : nothing}
    ${delayView(game)}
    ${game.disputes.length > 0
      ? html`<p class="notice">
          ${game.clock_stopped && game.clock ? t("table.disputed-stopped") : t("table.disputed")}
          ${game.disputes.map(
            (/** @type {string} */ dispute) =>
              html` <a href="/disputes/${dispute}">${t("table.dispute", { number: dispute.split(".")[1] })}</a>`,
          )}
        </p>`
      : nothing}
  `;
}

/** How far behind the game spectators see it. Players and those who may still sit down are told, too. @param {any} game */
function delayView({ spectator_delay: delay, status, you }) {
  if (!delay || !["open", "running"].includes(status)) return nothing;
  return status === "running" && !you
    ? html`<p class="notice">${t("table.delayed", delay)}</p>`
    : html`<p class="soft small">${t("table.delay", delay)}</p>`;
}

/** Open proposals of a seat to the others. They lie over the page, so that the table does not move. @param {LiveTable} table */
export function proposalsView(table) {
  const { game } = table;
  const mine = table.mySeat();
  if (game.status !== "running" || !mine) return nothing;
  return html`${proposalView(table, "take-back", game.take_back, `take-backs/${game.take_back?.n}`, mine.seat)}
    ${proposalView(table, "end", game.end_proposal, `end-proposals/${game.end_proposal?.n}`, mine.seat)}`;
}

/**
 * @param {LiveTable} table
 * @param {string} kind @param {any} proposal null if none is open
 * @param {string} path where it is answered @param {number} seat the player's own
 */
function proposalView(table, kind, proposal, path, seat) {
  if (!proposal) return nothing;
  const answer = (/** @type {boolean} */ agrees) => table.attempt(() => api.post(`/v1/games/${table.id}/${path}/answers`, { agrees }));
  if (proposal.seat === seat) return html`<p class="ask" role="status">${t(`table.${kind}-waits`)}</p>`;
  if (!proposal.waiting.includes(seat)) return nothing;
  return html`<section class="ask row" role="alert">
    <span class="grow">${toldWith(`table.${kind}-asked`, { name: seatView(table.game.seats[proposal.seat]) })}</span>
    <button type="button" class="primary" ?disabled=${table.isBusy} @click=${() => answer(true)}>${t("table.agree")}</button>
    <button type="button" class="quiet" ?disabled=${table.isBusy} @click=${() => answer(false)}>${t("table.decline")}</button>
  </section>`;
}
