/** For arbiters: a moment as a seat saw it, what the seat could have done, and the draws. */

import { changes } from "../changes.js";
import { html, nothing } from "../html.js";
import { lang, said, t } from "../words.js";

/**
 * @typedef {object} Seen
 * @property {any} examination the response of `GET …/examination`
 * @property {any} catalogue
 * @property {import("../titles/index.js").Renderer} renderer
 * @property {any[]} seats
 */

/** @param {Seen} seen */
export function examinationView({ examination, catalogue, renderer, seats }) {
  const { n, seat, knew, knows, might, chose, happened, told, draws } = examination;
  const name = seats[seat]?.name ?? String(seat + 1);
  /** @param {any} table @param {Set<string>} changed */
  const table = (table, changed) =>
    table === null
      ? html`<p class="soft">${t("disputes.not_started")}</p>`
      : renderer.draw({ table, catalogue, viewer: seat, seats, actions: [], lang: lang(), changed, choose: () => {} });
  const chosen = chose === null ? null : JSON.stringify(sorted(chose));
  return html`
    <div class="examination">
      <section aria-labelledby="happened">
        <h3 id="happened">${t("disputes.examine.happened")}</h3>
        ${told.map((/** @type {string} */ one) => html`<p>${one}</p>`)}
        <details>
          <summary>${t("disputes.examine.raw")}</summary>
          <pre tabindex="0">${JSON.stringify(happened, null, 1)}</pre>
        </details>
      </section>
      <section aria-labelledby="might">
        <h3 id="might">${t("disputes.examine.might", { name })}</h3>
        ${might.length === 0
          ? html`<p class="soft">${t("disputes.examine.might.none")}</p>`
          : html`<ul class="might">
              ${might.map((/** @type {any} */ one) => {
                const isChosen = JSON.stringify(sorted(one.action)) === chosen;
                return html`<li class=${isChosen ? "chosen" : ""}>
                  ${said(one.text)} ${isChosen ? html`<strong>✓ ${t("disputes.examine.chose")}</strong>` : nothing}
                </li>`;
              })}
            </ul>`}
      </section>
      <section aria-labelledby="draws">
        <h3 id="draws">${t("disputes.examine.draws")}</h3>
        ${draws.length === 0
          ? html`<p class="soft">${t("disputes.examine.draws.none")}</p>`
          : html`<ul class="small">
              ${draws.map(
                (/** @type {any} */ one) => html`<li>
                  ${t("disputes.examine.draw", { ...one, top: one.below - 1 })} <code>${one.block}</code>
                </li>`,
              )}
            </ul>`}
      </section>
      ${knew === null
        ? nothing
        : html`<section class="eyes" aria-labelledby="knew">
            <h3 id="knew">${t("disputes.examine.knew", { name, n })}</h3>
            ${table(knew.table, new Set())}
          </section>`}
      <section class="eyes" aria-labelledby="knows">
        <h3 id="knows">${t("disputes.examine.knows", { name, n })}</h3>
        ${table(knows.table, changes(knew?.table ?? null, knows.table))}
      </section>
    </div>
  `;
}

/** @param {any} value @returns {any} */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort().map(([key, one]) => [key, sorted(one)]));
}
