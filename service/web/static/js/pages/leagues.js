/** The leagues: ratings of players or bots, by title and season. */
import * as api from "../api.js";
import { html, nothing, render } from "../html.js";
import { points, seasonTold } from "../leagues/told.js";
import { asProblem, emblemView, personView, problemView, programName } from "../parts.js";
import { loadSession, me } from "../session.js";
import { openPage } from "../shell.js";
import { said, t } from "../words.js";

const page = openPage({ current: "leagues", title: "leagues.title" });
const chosen = new URLSearchParams(location.search);
const state = {
  /** @type {Record<string, any>} by id */ rulesets: {},
  /** @type {Record<string, any>} by id */ catalogues: {},
  /** @type {any[] | null} */ leagues: null,
  league: chosen.get("league") ?? "",
  season: chosen.get("season") ?? "",
  kind: chosen.get("kind") === "bots" ? "bots" : "players",
  /** @type {any[] | null} */ ratings: null,
  /** @type {string | null} */ next: null,
  /** @type {unknown} */ error: null,
};

page.onChange(draw);
draw();
await loadSession().catch(() => null);
await open();

async function open() {
  try {
    const [titles, leagues] = await Promise.all([api.get("/v1/rulesets"), every("/v1/leagues?limit=200")]);
    state.rulesets = Object.fromEntries(titles.rulesets.map((/** @type {any} */ one) => [one.id, one]));
    state.leagues = leagues;
    const first = leagues.find((one) => one.id === state.league) ?? busiest(leagues);
    if (first) {
      if (first.id !== state.league || !seasonsOf(first.id).includes(state.season)) state.season = first.season;
      state.league = first.id;
      await look();
    }
  } catch (error) {
    state.error = asProblem(error);
  }
  draw();
}

/** All pages of the list of leagues. @param {string} path */
async function every(path) {
  const found = [];
  let from = path;
  for (;;) {
    const body = await api.get(from);
    found.push(...body.leagues);
    if (body.next === null) return found;
    from = `${path}&cursor=${encodeURIComponent(body.next)}`;
  }
}

/** The league with the most participants. @param {any[]} leagues */
function busiest(leagues) {
  return leagues.reduce((best, one) => (best === null || one.players + one.bots > best.players + best.bots ? one : best), null);
}

/** @param {string} league @returns {string[]} the latest first */
function seasonsOf(league) {
  return (state.leagues ?? []).filter((one) => one.id === league).map((one) => one.season);
}

/** Reads the chosen table, or its next page. @param {string | null} [cursor] */
async function look(cursor = null) {
  const { league, season, kind } = state;
  state.error = null;
  try {
    const path = `/v1/leagues/${encodeURIComponent(league)}/seasons/${encodeURIComponent(season)}/ratings?kind=${kind}`;
    const body = await api.get(cursor === null ? path : `${path}&cursor=${encodeURIComponent(cursor)}`);
    if (league !== state.league || season !== state.season || kind !== state.kind) return;
    state.ratings = cursor === null ? body.ratings : [...(state.ratings ?? []), ...body.ratings];
    state.next = body.next;
    const title = state.leagues?.find((one) => one.id === league)?.title;
    const known = state.rulesets[title];
    if (known && !state.catalogues[title]) {
      state.catalogues[title] = await api.get(`/v1/rulesets/${encodeURIComponent(title)}/catalogue`);
    }
    history.replaceState(null, "", `/leagues?league=${encodeURIComponent(league)}&season=${encodeURIComponent(season)}&kind=${kind}`);
  } catch (error) {
    state.error = asProblem(error);
  }
  draw();
}

/** @param {Record<string, string>} change */
function choose(change) {
  Object.assign(state, change);
  if (change.league) state.season = seasonsOf(state.league)[0] ?? "";
  state.ratings = null;
  state.next = null;
  draw();
  look();
}

function draw() {
  render(view(), page.main);
}

function view() {
  const { leagues } = state;
  return html`
    <h1>${t("leagues.title")}</h1>
    <p>${t("leagues.lead")}</p>
    ${problemView(state.error)}
    ${leagues === null
      ? html`<p class="soft" role="status">${t("leagues.loading")}</p>`
      : leagues.length === 0
        ? html`<p class="panel">${t("leagues.none")} <a href="/new">${t("leagues.begin")}</a></p>`
        : html`${choicesView(leagues)} ${tableView()}`}
  `;
}

/** @param {any[]} leagues */
function choicesView(leagues) {
  const ids = [...new Set(leagues.map((one) => one.id))];
  const seasons = seasonsOf(state.league);
  const title = leagues.find((one) => one.id === state.league)?.title ?? "";
  return html`<div class="panel league-choices" data-title=${title}>
    ${emblemView(title)}
    <label class="field"
      ><span>${t("leagues.league")}</span>
      <select name="league" @change=${(/** @type {any} */ event) => choose({ league: event.target.value })}>
        ${ids.map((id) => html`<option value=${id} ?selected=${id === state.league}>${leagueName(leagues.find((one) => one.id === id))}</option>`)}
      </select>
    </label>
    <label class="field"
      ><span>${t("leagues.season")}</span>
      <select name="season" @change=${(/** @type {any} */ event) => choose({ season: event.target.value })}>
        ${seasons.map((one) => html`<option value=${one} ?selected=${one === state.season}>${seasonTold(one)}</option>`)}
      </select>
    </label>
    <label class="field"
      ><span>${t("leagues.kind")}</span>
      <select name="kind" @change=${(/** @type {any} */ event) => choose({ kind: event.target.value })}>
        ${["players", "bots"].map((one) => html`<option value=${one} ?selected=${one === state.kind}>${t(`leagues.kind.${one}`)}</option>`)}
      </select>
    </label>
  </div>`;
}

/** A league in words: its title, and the options that the title names. @param {any} league */
function leagueName(league) {
  const title = state.rulesets[league.title];
  const terms = state.catalogues[league.title]?.terms ?? {};
  const options = Object.entries(league.options)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      const called = said(terms[name]?.name) || name.replaceAll("_", " ");
      const worth = typeof value === "boolean" ? t(value ? "yes" : "no") : said(terms[String(value)]?.name) || String(value);
      return `${called}: ${worth}`;
    });
  return [title ? said(title.title) : league.title, ...options].join(" · ");
}

function tableView() {
  const { ratings } = state;
  if (ratings === null) return html`<p class="soft" role="status">${t("leagues.loading")}</p>`;
  if (ratings.length === 0) return html`<p class="panel">${t(`leagues.empty.${state.kind}`)}</p>`;
  const mine = me()?.id;
  return html`<section class="panel">
    <div class="scroll" tabindex="0" role="group" aria-label=${t("leagues.table")}>
      <table class="ratings">
        <thead>
          <tr>
            <th scope="col">${t("leagues.place")}</th>
            <th scope="col">${t(`leagues.who.${state.kind}`)}</th>
            <th scope="col" class="number">${t("leagues.rating")}</th>
            <th scope="col" class="number">${t("leagues.games")}</th>
            <th scope="col" class="number">${t("leagues.wins")}</th>
          </tr>
        </thead>
        <tbody>
          ${ratings.map(
            (one) => html`<tr class=${one.player && one.player.id === mine ? "is-mine" : ""}>
              <td>${one.place}</td>
              <td>${one.bot === null ? personView(one.player) : t("leagues.program", { name: programName(one.bot), version: one.bot.split("@")[1] })}${one.player && one.player.id === mine ? html` <span class="soft">${t("table.you")}</span>` : nothing}</td>
              <td class="number">${points(one.rating)}</td>
              <td class="number">${one.game_count}</td>
              <td class="number">${one.win_count}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${state.next === null ? nothing : html`<p><button type="button" class="quiet" @click=${() => look(state.next)}>${t("leagues.more")}</button></p>`}
    <p class="small soft">${t("leagues.how")}</p>
  </section>`;
}
