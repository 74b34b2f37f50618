/** What happened around the moment, in sentences. */
import { html } from "../html.js";
import { sentencesOf } from "../parts.js";
import { t } from "../words.js";

/** @typedef {import("../theatre.js").Theatre} Theatre */
/** @import { GameEvent } from "./moments.js" */

/** Events shown before and after the moment. */
const TOLD_AROUND = 12;

/** @param {Theatre} theatre */
export function toldView(theatre) {
  const { n } = theatre.state;
  const events = theatre.moments.events.slice(Math.max(0, n - 1 - TOLD_AROUND), n + TOLD_AROUND);
  const current = theatre.moments.event(n);
  return html`
    <section class="panel" aria-labelledby="told">
      <h2 id="told">${t("theatre.told")}</h2>
      <div class="only-heard" aria-live="polite">${current === null ? "" : sentencesAt(current).join(" ")}</div>
      <ol class="told" tabindex="0" aria-labelledby="told">
        ${events.map(
          (one) => html`<li class=${one.n === n ? "now" : ""}>
            <button
              type="button"
              class="told-n"
              aria-label=${t("theatre.at", { n: one.n, last: theatre.moments.events.length })}
              aria-current=${one.n === n ? "step" : "false"}
              @click=${() => theatre.jump(one.n)}
            >
              ${one.n}
            </button>
            <div>${sentencesAt(one).map((sentence) => html`<p>${sentence}</p>`)}</div>
          </li>`,
        )}
      </ol>
    </section>
  `;
}

/** The sentences of an event; one that names its type if it has none. @param {GameEvent} event @returns {string[]} */
export function sentencesAt(event) {
  return event.told?.length ? sentencesOf(event) : [t("theatre.type", { type: event.type, by: event.by })];
}
