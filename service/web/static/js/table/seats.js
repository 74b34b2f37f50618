/** The seats during the game: leaving, coming back and resigning. */
import * as api from "../api.js";
import { html, nothing } from "../html.js";
import { botName, programName, seatMark, seatView, timeLeft } from "../parts.js";
import { t } from "../words.js";

/** @typedef {import("./live.js").LiveTable} LiveTable */

/** @param {LiveTable} table */
export function seatsView(table) {
  const { game } = table;
  if (game.status === "open") return nothing;
  return html`<section class="panel" aria-labelledby="seats">
    <h2 id="seats">${t("table.seats")}</h2>
    <ul class="seat-list">
      ${game.seats.map((/** @type {any} */ seat) => {
        const isToAct = game.status === "running" && game.to_act.includes(seat.seat);
        const { deadline } = seat;
        return html`<li class="row ${isToAct ? "to-act" : ""}">
          ${seatMark(seat.seat)}
          <span class="grow">
            ${seatView(seat)}${game.you?.seat === seat.seat ? html` <span class="soft">${t("table.you")}</span>` : nothing}
            ${seat.resigned
              ? html`<span class="small soft">${t("table.resigned")}</span>`
              : seat.player && seat.bot
                ? html`<span class="small soft">${t("table.away", { bot: programName(seat.bot) })}</span>`
                : nothing}
          </span>
          ${isToAct ? html`<span class="tag">${t("table.to-act")}</span>` : nothing}
          ${deadline ? html`<span class="clock small">${timeLeft(deadline)}</span>` : nothing}
        </li>`;
      })}
    </ul>
    ${awayView(table)}
  </section>`;
}

/** Gives the player's own seat to a bot, takes it back, proposes an end, resigns. @param {LiveTable} table */
function awayView(table) {
  const { game } = table;
  const mine = table.mySeat();
  if (game.status !== "running" || !mine) return nothing;
  if (mine.resigned) return html`<p class="small">${t("table.you-resigned")}</p>`;
  if (mine.bot) {
    return html`<p class="small">${t("table.bot-plays")}</p>
      <button
        type="button"
        class="primary"
        ?disabled=${table.isBusy}
        @click=${() => table.attempt(() => api.post(`/v1/games/${table.id}/seats`, { seat: mine.seat }))}
      >
        ${t("table.seat-back")}
      </button>`;
  }
  const see = (/** @type {Event} */ { target }) => {
    table.isLeaving = /** @type {HTMLDetailsElement} */ (target).open;
    if (table.isLeaving) table.draw();
  };
  return html`<details class="away" @toggle=${see}>
    <summary>${t("table.go-away")}</summary>
    <p class="small soft">${t("table.go-away-hint")}</p>
    <div class="row">
      ${(table.isLeaving ? table.bots() : []).map(
        (bot) => html`<button
          type="button"
          class="quiet"
          ?disabled=${table.isBusy}
          @click=${() => table.attempt(() => api.post(`/v1/games/${table.id}/seats`, { seat: mine.seat, bot }))}
        >
          ${botName(bot)}
        </button>`,
      )}
    </div>
    ${game.end_proposal
      ? nothing
      : html`<p class="small soft">${t("table.end-hint")}</p>
          <button
            type="button"
            class="quiet"
            ?disabled=${table.isBusy}
            @click=${() => table.attempt(() => api.post(`/v1/games/${table.id}/end-proposals`))}
          >
            ${t("table.end-propose")}
          </button>`}
    <p class="small soft">${t("table.resign-hint")}</p>
    <button type="button" class="danger" ?disabled=${table.isBusy} @click=${() => resign(table)}>${t("table.resign")}</button>
  </details>`;
}

/** Asks whether the player means it, then resigns for good. @param {LiveTable} table */
async function resign(table) {
  (await table.needed(import("../dialog.js")))?.openDialog({
    title: t("table.resign-sure"),
    text: t("table.resign-hint"),
    yes: t("table.resign"),
    no: t("table.resign-not"),
    onYes: () => table.attempt(() => api.post(`/v1/games/${table.id}/resignations`)),
  });
}
