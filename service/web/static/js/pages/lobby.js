/** The lobby: signing in, the visitor's games, and games to join, watch or replay. */
import * as api from "../api.js";
import { html, nothing, render } from "../html.js";
import { accountForm, asProblem, moment, newDraft, problemView, seatMark, seatView } from "../parts.js";
import { acceptInvitation } from "../seating.js";
import { loadSession, me } from "../session.js";
import { openPage } from "../shell.js";
import { said, t } from "../words.js";

/** Milliseconds after which the lists are read again. */
const AGAIN = 5000;
const PAGE = 12;

const page = openPage({ current: "lobby", title: "shell.lobby" });
const draft = newDraft();
const state = {
  /** @type {Record<string, any>} by id */ rulesets: {},
  /** @type {Record<string, any[]> | null} */ lists: null,
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
  const query = (/** @type {string} */ text) => api.get(`/v1/games?limit=${PAGE}&${text}`);
  try {
    const [titles, turn, mine, invited, open, running, finished] = await Promise.all([
      Object.keys(state.rulesets).length > 0 ? null : api.get("/v1/rulesets"),
      isMine ? query("waiting_for=me") : null,
      isMine ? query("player=me") : null,
      isMine ? api.get("/v1/invitations?direction=received&status=open") : null,
      query("status=open"),
      query("status=running"),
      query("status=finished"),
    ]);
    if (titles) state.rulesets = Object.fromEntries(titles.rulesets.map((/** @type {any} */ one) => [one.id, one]));
    const turnIds = new Set((turn?.games ?? []).map((/** @type {any} */ game) => game.id));
    const own = new Set((mine?.games ?? []).map((/** @type {any} */ game) => game.id));
    const others = (/** @type {any} */ body) => body.games.filter((/** @type {any} */ game) => !own.has(game.id));
    state.invitations = invited?.invitations ?? [];
    state.lists = {
      turn: turn?.games ?? [],
      mine: (mine?.games ?? []).filter((/** @type {any} */ game) => !turnIds.has(game.id)),
      open: others(open).filter((/** @type {any} */ game) => game.seats.some((/** @type {any} */ seat) => seat.free)),
      running: others(running),
      finished: others(finished),
    };
    state.error = null;
  } catch (error) {
    state.error = asProblem(error);
  }
  draw();
}

function draw() {
  render(view(), page.main);
}

function view() {
  const account = me();
  const lists = state.lists;
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
            <ul class="titles">
              ${Object.values(state.rulesets).map((one) => html`<li><a href="/new?ruleset=${one.id}">${said(one.title)}</a></li>`)}
            </ul>
          </div>
          ${accountForm({ draft, redraw: draw })}
        </section>`
      : html`<div class="row lobby-first">
          <a class="button primary" href="/new">${t("lobby.new")}</a>
          <a class="keep" href="/account">${t("account.keep")}</a>
        </div>`}
    ${lists === null
      ? html`<p class="soft" role="status">${t("lobby.loading")}</p>`
      : html`
          ${account ? invitationsView() : nothing}
          ${account ? section("turn", lists.turn, t("lobby.turn.none")) : nothing}
          ${account ? section("mine", lists.mine, t("lobby.mine.none")) : nothing}
          ${section("open", lists.open, t("lobby.open.none"))} ${section("running", lists.running)}
          ${section("finished", lists.finished)}
        `}
  `;
}

/** Invitations to the player. */
function invitationsView() {
  if (state.invitations.length === 0) return nothing;
  return html`<section class="list" aria-labelledby="list-invitations">
    <h2 id="list-invitations">${t("lobby.invitations")}</h2>
    <ul class="games">
      ${state.invitations.map((one) => {
        const title = state.rulesets[one.ruleset.split("@")[0]];
        return html`<li class="game is-invitation">
          <span class="game-title">${title ? said(title.title) : one.ruleset}</span>
          <span class="game-seats">${t("lobby.invited-by", { name: one.from.name ?? t("person.deleted") })}</span>
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
          ${games.map((game) => html`<li>${card(game, name)}</li>`)}
        </ul>`}
  </section>`;
}

/** @param {any} game @param {string} list */
function card(game, list) {
  const title = state.rulesets[game.ruleset.split("@")[0]];
  const winners = game.outcome?.winners ?? [];
  return html`<a class="game" href="/games/${game.id}">
    <span class="game-title">${title ? said(title.title) : game.ruleset}</span>
    <span class="game-state">${status(game, list)}</span>
    <span class="game-seats">
      ${game.seats.map(
        (/** @type {any} */ seat) => html`<span class="game-seat ${seat.free ? "soft" : ""}">
          ${seatMark(seat.seat)} ${seatView(seat)}${winners.includes(seat.seat) ? ` ★` : ""}
        </span>`,
      )}
    </span>
    <time class="small soft" datetime=${game.updated_at}>${moment(game.updated_at)}</time>
  </a>`;
}

/** @param {any} game @param {string} list */
function status(game, list) {
  if (list === "turn") {
    const owes = game.seats.some((/** @type {any} */ seat) => seat.player?.id === me()?.id && seat.owes_nonce);
    return t(owes ? "lobby.state.nonce" : "lobby.state.turn");
  }
  if (game.status === "open") {
    const free = game.seats.filter((/** @type {any} */ seat) => seat.free).length;
    return free > 0 ? t("lobby.state.free", { free }) : t("lobby.state.full");
  }
  if (game.clock_stopped) return t("lobby.state.stopped");
  return t(`lobby.state.${game.status}`);
}
