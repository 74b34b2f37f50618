/** Compares the game with a record from a file. */
import { html, nothing } from "../html.js";
import { t } from "../words.js";
import { firstDifference, recordOf } from "./difference.js";

/** @typedef {import("../theatre.js").Theatre} Theatre */

/** @param {Theatre} theatre */
export function compareView(theatre) {
  const { compared } = theatre.state;
  return html`
    <details class="panel compare">
      <summary>${t("theatre.compare")}</summary>
      <label
        >${t("theatre.compare.choose")}
        <input type="file" @change=${(/** @type {Event} */ event) => compare(theatre, /** @type {HTMLInputElement} */ (event.target))}
      /></label>
      <div role="status">
        ${compared === null ? nothing : html`<p class=${compared.isProblem ? "problem" : "notice"}>${compared.text}</p>`}
      </div>
    </details>
  `;
}

/** Compares the game with the chosen file, and goes to the first difference. @param {Theatre} theatre @param {HTMLInputElement} input */
async function compare(theatre, input) {
  const [file] = input.files ?? [];
  if (file === undefined) return;
  const other = recordOf(await file.text());
  const found = other === null ? null : firstDifference(theatre.game, theatre.moments.events, other);
  if (other === null) theatre.state.compared = { text: t("theatre.compare.none"), isProblem: true };
  else if (found === null) theatre.state.compared = { text: t("theatre.compare.same") };
  else {
    const there = found.other === null ? t("theatre.compare.ends") : t("theatre.compare.there", { n: found.there, type: found.other.type });
    theatre.state.compared = { text: `${t("theatre.compare.found", { n: found.here })} ${there}` };
    theatre.jump(found.here);
  }
  theatre.draw();
}
