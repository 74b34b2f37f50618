/** The list of the actions that the player may take. */
import * as api from "../api.js";
import { html, live, nothing, repeat } from "../html.js";
import { t } from "../words.js";

/** @typedef {import("./live.js").LiveTable} LiveTable */

/** The list has a search field if it is longer than this. */
const MANY = 12;

/** @param {LiveTable} table */
export function actionsView(table) {
  const { game, actions } = table;
  if (game.status !== "running" || !game.you) return nothing;
  const word = table.search.trim().toLocaleLowerCase();
  const found = word ? actions.filter((one) => one.text.toLocaleLowerCase().includes(word)) : actions;
  const canTakeBack = !game.take_back && table.events.some((event) => event.by === `seat:${game.you.seat}`);
  return html`<section class="panel" aria-labelledby="actions">
    <h2 id="actions">${t("table.actions")}</h2>
    ${actions.length === 0
      ? html`<p class="soft">${t(table.isBusy ? "table.sending" : "table.no-actions")}</p>`
      : html`
          ${actions.length > MANY
            ? html`<div class="field">
                <label for="search" class="only-heard">${t("table.search")}</label>
                <input
                  id="search"
                  type="text"
                  placeholder=${t("table.search")}
                  .value=${live(table.search)}
                  @input=${(/** @type {any} */ event) => {
                    table.search = event.target.value;
                    table.draw();
                  }}
                />
              </div>`
            : nothing}
          <ol class="actions">
            ${repeat(
              found,
              (one) => JSON.stringify(one.action),
              (one) => html`<li>
                <button type="button" class="action" ?disabled=${table.isBusy} @click=${() => table.choose(one.action)}>
                  ${one.text}
                </button>
              </li>`,
            )}
          </ol>
          ${found.length === 0 ? html`<p class="soft">${t("table.search-none")}</p>` : nothing}
        `}
    ${canTakeBack
      ? html`<button
          type="button"
          class="quiet"
          ?disabled=${table.isBusy}
          @click=${() => table.attempt(() => api.post(`/v1/games/${table.id}/take-backs`))}
        >
          ${t("table.take-back")}
        </button>`
      : nothing}
  </section>`;
}
