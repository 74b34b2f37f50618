/** The log of what happened. */
import { html, nothing, repeat } from "../html.js";
import { sentencesOf } from "../parts.js";
import { t } from "../words.js";

/** @typedef {import("./live.js").LiveTable} LiveTable */

/** @param {LiveTable} table */
export function logView(table) {
  const { game } = table;
  const told = table.events.filter((event) => (event.told ?? []).length > 0);
  return html`<section class="panel" aria-labelledby="log">
    <h2 id="log">${t("table.log")}</h2>
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
