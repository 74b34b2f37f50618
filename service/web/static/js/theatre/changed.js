/** What the event changed on the table, value by value. */
import { changes } from "../changes.js";
import { html, nothing } from "../html.js";
import { t } from "../words.js";

/** @typedef {import("../theatre.js").Theatre} Theatre */

/** Most changes that are listed. */
const CHANGES_MAX = 60;

/** @param {Theatre} theatre */
export function changesView(theatre) {
  const { body, before, n } = theatre.state;
  if (body?.n !== n || before === null || !body.table || !before.table) return nothing;
  const changed = [...changes(before.table, body.table)];
  if (changed.length === 0) return nothing;
  return html`<details class="panel changes">
    <summary>${t("theatre.changed", { count: changed.length })}</summary>
    <ul>
      ${changed.slice(0, CHANGES_MAX).map((pointer) => {
        const [now, then] = [valueAt(body.table, pointer), valueAt(before.table, pointer)];
        return html`<li>
          <code>${pointer}</code> <strong>${brief(now)}</strong>
          <span class="soft">${t("theatre.changed.was", { before: brief(then) })}</span>
        </li>`;
      })}
    </ul>
  </details>`;
}

/** The value at a JSON Pointer. @param {any} value @param {string} pointer */
function valueAt(value, pointer) {
  let at = value;
  for (const part of pointer.split("/").slice(1)) at = at?.[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  return at;
}

/** A value as JSON, cut at 60 characters. @param {any} value */
function brief(value) {
  const text = value === undefined ? "–" : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
