/** The filters of the lobby: which games to list. They are kept in the address. */
import { html } from "../html.js";
import { said, t } from "../words.js";

/** @typedef {{ruleset: string, status: string, free: boolean, mine: boolean}} Filters */

const STATUSES = ["open", "running", "finished", "aborted"];

/** The filters in the page's address. @returns {Filters} */
export function filtersHere() {
  const asked = new URLSearchParams(location.search);
  const status = asked.get("status") ?? "";
  return {
    ruleset: asked.get("ruleset") ?? "",
    status: STATUSES.includes(status) ? status : "",
    free: asked.has("free"),
    mine: asked.has("mine"),
  };
}

/** Whether any filter is chosen. @param {Filters} filters */
export function isFiltered({ ruleset, status, free, mine }) {
  return Boolean(ruleset || status || free || mine);
}

/** The query of the API for these filters. @param {Filters} filters @param {boolean} isSignedIn */
export function queryOf({ ruleset, status, free, mine }, isSignedIn) {
  const query = new URLSearchParams();
  if (ruleset) query.set("ruleset", ruleset);
  if (status) query.set("status", status);
  if (free) query.set("free", "true");
  if (mine && isSignedIn) query.set("player", "me");
  return query.toString();
}

/** Writes the filters into the address. @param {Filters} filters */
export function keepFilters({ ruleset, status, free, mine }) {
  const query = new URLSearchParams();
  if (ruleset) query.set("ruleset", ruleset);
  if (status) query.set("status", status);
  if (free) query.set("free", "");
  if (mine) query.set("mine", "");
  const text = query.toString();
  history.replaceState(null, "", text ? `/?${text}` : "/");
}

/**
 * @param {Filters} filters @param {any[]} titles @param {boolean} isSignedIn
 * @param {(change: Partial<Filters>) => void} onChange
 */
export function filtersView(filters, titles, isSignedIn, onChange) {
  const check = (/** @type {"free" | "mine"} */ name) =>
    html`<label class="choice"
      ><input
        type="checkbox"
        name=${name}
        .checked=${filters[name]}
        @change=${(/** @type {any} */ event) => onChange({ [name]: event.target.checked })}
      />${t(`filter.${name}`)}</label
    >`;
  const pick = (/** @type {"ruleset" | "status"} */ name, /** @type {[string, string][]} */ choices) =>
    html`<label class="filter"
      ><span class="small">${t(`filter.${name}`)}</span>
      <select name=${name} @change=${(/** @type {any} */ event) => onChange({ [name]: event.target.value })}>
        <option value="" ?selected=${filters[name] === ""}>${t(`filter.${name}.any`)}</option>
        ${choices.map(([value, text]) => html`<option value=${value} ?selected=${value === filters[name]}>${text}</option>`)}
      </select></label
    >`;
  return html`<details class="find" ?open=${isFiltered(filters)}>
    <summary>${t("filter.heading")}</summary>
    <form class="filters" role="search" aria-label=${t("filter.heading")} @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
    ${pick("ruleset", titles.map((one) => [one.id, said(one.title)]))}
    ${pick("status", STATUSES.map((one) => [one, t(`filter.status.${one}`)]))} ${check("free")} ${isSignedIn ? check("mine") : ""}
    ${isFiltered(filters)
      ? html`<button type="button" class="quiet small" @click=${() => onChange({ ruleset: "", status: "", free: false, mine: false })}>${t("filter.clear")}</button>`
      : ""}
    </form>
  </details>`;
}
