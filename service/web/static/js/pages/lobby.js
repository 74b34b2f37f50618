/** The lobby: signing in, the visitor's games, and games to join, watch or replay. */
import * as api from "../api.js";
import { html, nothing, render } from "../html.js";
import { cardView } from "../lobby/card.js";
import { filtersHere, filtersView, isFiltered, keepFilters, queryOf } from "../lobby/filters.js";
import { Shelf } from "../lobby/shelf.js";
import { accountForm, asProblem, emblemView, moment, newDraft, personView, problemView, titleOf, toldWith } from "../parts.js";
import { acceptInvitation } from "../seating.js";
import { loadSession, me } from "../session.js";
import { openPage } from "../shell.js";
import { said, t } from "../words.js";

/** Milliseconds after which the lists are read again. */
const AGAIN = 5000;
const PAGE = 12;

const page = openPage({ current: "lobby", title: "shell.lobby" });
const draft = newDraft();
const shelf = new Shelf(draw, (problem) => {
  state.error = problem;
  draw();
});
const state = {
  filters: filtersHere(),
  /** What the filters find; null before it is read. @type {{games: any[], next: string | null} | null} */ found: null,
  /** @type {Record<string, any>} by id */ rulesets: {},
  /** @type {Record<string, any[]> | null} */ lists: null,
  /** whether the visitor has an account that has never sat at a table */ isNew: false,
  /** @type {unknown} */ error: null,
  /** @type {any[]} */ invitations: [],
  isAnswering: false,
  /** whether the session has been loaded */ isKnown: false,
};

draw();
await loadSession().catch((error) => (state.error = error));
state.isKnown = true;
page.onChange(() => {
  draw();
  refresh();
});
draw();
await refresh();
setInterval(() => document.visibilityState === "visible" && refresh(), AGAIN);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh());

async function refresh() {
  const isMine = me() !== null;
  if (isFiltered(state.filters)) return find();
  const query = (/** @type {string} */ text) => api.get(`/v1/games?limit=${PAGE}&${text}`);
  try {
    const [titles, turn, mine, invited, open, running, finished] = await Promise.all([
      Object.keys(state.rulesets).length > 0 ? null : api.get("/v1/rulesets"),
      isMine ? query("waiting_for=me") : null,
      isMine ? query("player=me") : null,
      isMine ? api.get("/v1/invitations?direction=received&status=open") : null,
      query("free=true"),
      query("status=running"),
      query("status=finished"),
    ]);
    if (titles) keepTitles(titles);
    const turnIds = new Set((turn?.games ?? []).map((/** @type {any} */ game) => game.id));
    const own = new Set((mine?.games ?? []).map((/** @type {any} */ game) => game.id));
    const others = (/** @type {any} */ body) => body.games.filter((/** @type {any} */ game) => !own.has(game.id));
    state.isNew = isMine && own.size === 0;
    state.invitations = invited?.invitations ?? [];
    state.lists = {
      turn: turn?.games ?? [],
      mine: (mine?.games ?? []).filter((/** @type {any} */ game) => !turnIds.has(game.id)),
      open: others(open),
      running: others(running),
      finished: others(finished),
    };
    state.error = null;
  } catch (error) {
    state.error = asProblem(error);
  }
  draw();
}

/** @param {any} titles the list of titles, as the API gives it */
function keepTitles(titles) {
  state.rulesets = Object.fromEntries(titles.rulesets.map((/** @type {any} */ one) => [one.id, one]));
}

/** Reads what the filters find: all that is shown already, or also the next page. @param {string | null} [cursor] */
async function find(cursor = null) {
  const { filters } = state;
  const asked = queryOf(filters, me() !== null);
  const limit = cursor === null ? Math.max(PAGE, Math.min(200, state.found?.games.length ?? 0)) : PAGE;
  try {
    const [titles, body] = await Promise.all([
      Object.keys(state.rulesets).length > 0 ? null : api.get("/v1/rulesets"),
      api.get(`/v1/games?limit=${limit}&${asked}${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`),
    ]);
    if (titles) keepTitles(titles);
    if (filters !== state.filters) return;
    const before = cursor === null ? [] : (state.found?.games ?? []);
    const known = new Set(before.map((one) => one.id));
    state.found = { games: [...before, ...body.games.filter((/** @type {any} */ one) => !known.has(one.id))], next: body.next };
    state.error = null;
  } catch (error) {
    state.error = asProblem(error);
  }
  draw();
}

/** @param {Partial<import("../lobby/filters.js").Filters>} change */
function filter(change) {
  state.filters = { ...state.filters, ...change };
  state.found = null;
  keepFilters(state.filters);
  draw();
  refresh();
}

function draw() {
  render(view(), page.main);
}

function view() {
  const account = me();
  const titles = Object.values(state.rulesets);
  return html`
    <h1 class="only-heard">${t("lobby.heading")}</h1>
    ${problemView(state.error)}
    ${!state.isKnown
      ? nothing
      : account === null
        ? html`<section class="panel welcome" aria-labelledby="welcome">
            <div>
              <h2 id="welcome">${t("lobby.welcome")}</h2>
              <p>${t("lobby.about")}</p>
            </div>
            ${accountForm({ draft, redraw: draw })}
          </section>`
        : html`<div class="row lobby-first">
            <a class="button primary" href="/new">${t("lobby.new")}</a>
            <a class="keep" href="/account">${t("account.keep")}</a>
          </div>`}
    ${titles.length > 0 ? filtersView(state.filters, titles, account !== null, filter) : nothing}
    ${isFiltered(state.filters) ? foundView() : listsView(account, titles)}
  `;
}

/** What the filters find. */
function foundView() {
  const { found } = state;
  if (found === null) return html`<p class="soft" role="status">${t("lobby.loading")}</p>`;
  return html`${section("found", found.games, t("lobby.found.none"))}
  ${found.next === null ? nothing : html`<p><button type="button" class="quiet" @click=${() => find(found.next)}>${t("lobby.more")}</button></p>`}`;
}

/** The lists of a visitor who has chosen no filters. @param {any} account @param {any[]} titles */
function listsView(account, titles) {
  const { lists } = state;
  if (lists === null) return html`<p class="soft" role="status">${t("lobby.loading")}</p>`;
  return html`
    ${account ? html`${invitationsView()} ${state.isNew ? shelf.firstView(titles) : nothing} ${section("turn", lists.turn, t("lobby.turn.none"))} ${section("mine", lists.mine)}` : nothing}
    ${shelf.view(titles, state.isNew)} ${section("open", lists.open, t("lobby.open.none"))} ${section("running", lists.running)}
    ${section("finished", lists.finished)}
  `;
}

/** Invitations to the player. */
function invitationsView() {
  if (state.invitations.length === 0) return nothing;
  return html`<section class="list" aria-labelledby="list-invitations">
    <h2 id="list-invitations">${t("lobby.invitations")}</h2>
    <ul class="games">
      ${state.invitations.map((one) => {
        const title = state.rulesets[titleOf(one.ruleset)];
        return html`<li class="game is-invitation" data-title=${titleOf(one.ruleset)}>
          ${emblemView(one.ruleset)}
          <span class="game-title">${title ? said(title.title) : one.ruleset}</span>
          <span class="game-seats">${toldWith("lobby.invited-by", { name: personView(one.from) })}</span>
          <span class="row">
            <button type="button" class="primary" ?disabled=${state.isAnswering} @click=${() => answer(one, true)}>${t("lobby.accept")}</button>
            <button type="button" class="quiet" ?disabled=${state.isAnswering} @click=${() => answer(one, false)}>${t("lobby.decline")}</button>
          </span>
          <span class="small soft">${t("lobby.invited-until", { until: moment(one.expires_at) })}</span>
        </li>`;
      })}
    </ul>
  </section>`;
}

/** @param {any} invitation @param {boolean} isAccepted */
async function answer(invitation, isAccepted) {
  const account = me();
  if (account === null || state.isAnswering) return;
  state.isAnswering = true;
  draw();
  try {
    if (isAccepted) {
      await acceptInvitation(invitation, account.id);
      location.assign(`/games/${invitation.game}`);
      return;
    }
    await api.post(`/v1/invitations/${invitation.id}/refusal`, {}, { key: null });
    await refresh();
  } catch (error) {
    await refresh();
    state.error = asProblem(error);
  }
  state.isAnswering = false;
  draw();
}

/** @param {string} name @param {any[]} games @param {string} [none] */
function section(name, games, none = "") {
  if (games.length === 0 && !none) return nothing;
  return html`<section class="list" aria-labelledby="list-${name}">
    <h2 id="list-${name}">${t(`lobby.${name}`)}</h2>
    ${games.length === 0
      ? html`<p class="soft">${none}</p>`
      : html`<ul class="games">
          ${games.map((game) => html`<li>${cardView(game, state.rulesets[titleOf(game.ruleset)], name)}</li>`)}
        </ul>`}
  </section>`;
}
