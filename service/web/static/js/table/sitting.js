/** The seats before the game: sitting down, inviting and starting. Loaded only for a game that has not begun. */
import * as api from "../api.js";
import { html, live, nothing } from "../html.js";
import { accountForm, botName, keeperOf, keptView, moment, personView, seatMark, seatName, seatView } from "../parts.js";
import { sit, start, startAlone } from "../seating.js";
import { me } from "../session.js";
import { t } from "../words.js";

/** @typedef {import("./live.js").LiveTable} LiveTable */

/** @param {LiveTable} table */
export function seatingView(table) {
  const { game } = table;
  const free = game.seats.filter((/** @type {any} */ seat) => seat.free);
  const isSeated = game.you !== null;
  const isCreator = game.creator !== null && game.creator.id === me()?.id;
  const mayHave = (/** @type {any} */ seat) => seat.free && [null, me()?.id].includes(keeperOf(game, seat)?.id ?? null);
  // In a game that a ruling resumes, only officials put a bot on a kept seat.
  const mayFill = (/** @type {any} */ seat) => seat.free && isCreator && !(game.parent?.ruling && keeperOf(game, seat));
  const isOpen = free.some((/** @type {any} */ seat) => keeperOf(game, seat) === null);
  const missing = game.nonces?.missing ?? [];
  const others = missing.filter((/** @type {number} */ seat) => seat !== game.you?.seat);
  const query = game.invite ? `?invite=${encodeURIComponent(game.invite)}` : "";
  const link = `${location.origin}/games/${table.id}${query}`;
  return html`<section class="panel stack" aria-labelledby="seating">
    <h2 id="seating">${t("table.seating")}</h2>
    <ul class="seat-list">
      ${game.seats.map(
        (/** @type {any} */ seat) => html`<li class="row">
          ${seatMark(seat.seat)} <span>${keptView(game, seat) ?? seatView(seat)}</span>
          ${mayHave(seat) && me() !== null && !isSeated
            ? html`<button
                type="button"
                class="primary"
                ?disabled=${table.isBusy}
                @click=${() => begin(table, () => sit(table.id, me()?.id ?? "", { seat: seat.seat, invite: table.invite }))}
              >
                ${t("table.sit-here")}
              </button>`
            : nothing}
          ${mayFill(seat)
            ? table.bots().map(
                (bot) => html`<button
                  type="button"
                  class="quiet"
                  ?disabled=${table.isBusy}
                  @click=${() => begin(table, () => api.post(`/v1/games/${table.id}/seats`, { seat: seat.seat, bot }))}
                >
                  ${t("table.seat-bot", { bot: botName(bot) })}
                </button>`,
              )
            : nothing}
          ${game.you?.seat === seat.seat && game.nonces === null
            ? html`<button
                type="button"
                class="quiet"
                @click=${() => table.attempt(() => api.del(`/v1/games/${table.id}/seats/${seat.seat}`))}
              >
                ${t("table.leave-seat")}
              </button>`
            : nothing}
        </li>`,
      )}
    </ul>
    ${me() === null
      ? html`<p>${t(isOpen ? "table.account-to-sit" : "table.account-seated")}</p>
          ${accountForm({ draft: table.draft, redraw: () => table.draw() })}`
      : nothing}
    ${free.length > 0 && !isOpen ? html`<p class="small soft">${t("table.all-kept")}</p>` : nothing}
    ${isOpen
      ? html`<div class="field">
          <label for="invite">${t("table.invite")}</label>
          <span class="row">
            <input id="invite" type="text" readonly .value=${live(link)} @focus=${(/** @type {any} */ e) => e.target.select()} />
            ${navigator.clipboard
              ? html`<button type="button" class="quiet" @click=${() => copy(table, link)}>${t("table.copy")}</button>`
              : nothing}
          </span>
          <span class="small soft">${t(`table.invite-hint.${game.visibility}`)}</span>
        </div>
        ${isSeated || isCreator ? inviteView(table) : nothing}`
      : nothing}
    ${free.length > 0
      ? nothing
      : html`
          ${others.length > 0
            ? html`<p role="status">
                ${t("table.nonces", {
                  names: others.map((/** @type {number} */ seat) => seatName(game.seats[seat])).join(", "),
                  until: game.nonces?.deadline ? moment(game.nonces.deadline) : "",
                })}
              </p>`
            : nothing}
          ${others.length === 0 && (isSeated || isCreator)
            ? html`<button
                type="button"
                class="primary big"
                ?disabled=${table.isBusy}
                @click=${() => table.attempt(() => start(table.game, me()?.id ?? ""))}
              >
                ${t("table.start")}
              </button>`
            : nothing}
        `}
    ${isCreator
      ? html`<details>
          <summary>${t("table.abort")}</summary>
          <button type="button" class="quiet" @click=${() => table.attempt(() => api.post(`/v1/games/${table.id}/abort`, {}))}>
            ${t("table.abort-now")}
          </button>
        </details>`
      : nothing}
  </section>`;
}

/** Fills a seat. If the player is alone with bots then, the game begins. @param {LiveTable} table @param {() => Promise<any>} fill */
function begin(table, fill) {
  table.attempt(async () => startAlone((await fill()).game, me()?.id ?? ""));
}

/** The form to invite a player by name, and the invitations that were sent. @param {LiveTable} table */
function inviteView(table) {
  /** @param {SubmitEvent} event */
  const invite = (event) => {
    event.preventDefault();
    const name = table.invitee.trim();
    if (!name) return;
    table.attempt(async () => {
      await api.post(`/v1/games/${table.id}/invitations`, { name });
      table.invitee = "";
      await table.readInvitations();
      table.page.announce(t("table.invited-name", { name }));
    });
  };
  const sent = (table.sent ?? []).filter((one) => one.status !== "accepted");
  return html`<form class="field" @submit=${invite}>
      <label for="invitee">${t("table.invite-name")}</label>
      <span class="row">
        <input
          id="invitee"
          type="text"
          maxlength="40"
          autocomplete="off"
          .value=${live(table.invitee)}
          @input=${(/** @type {any} */ event) => {
            table.invitee = event.target.value;
            table.draw();
          }}
        />
        <button type="submit" class="quiet" ?disabled=${table.isBusy || !table.invitee.trim()}>${t("table.invite-now")}</button>
      </span>
    </form>
    ${sent.length === 0
      ? nothing
      : html`<ul class="small sent">
          ${sent.map(
            (one) => html`<li class="row">
              <span>${personView(one.to)}: ${t(`invitation.${one.status}`)}</span>
              ${one.status === "open"
                ? html`<button
                    type="button"
                    class="quiet small"
                    aria-label=${t("table.invite-withdraw-name", { name: one.to.name ?? "" })}
                    ?disabled=${table.isBusy}
                    @click=${() =>
                      table.attempt(async () => {
                        await api.post(`/v1/invitations/${one.id}/withdrawal`, {}, { key: null });
                        await table.readInvitations();
                      })}
                  >
                    ${t("table.invite-withdraw")}
                  </button>`
                : nothing}
            </li>`,
          )}
        </ul>`}`;
}

/** @param {LiveTable} table @param {string} text */
async function copy(table, text) {
  await navigator.clipboard.writeText(text).catch(() => {});
  table.page.announce(t("table.copied"));
}
