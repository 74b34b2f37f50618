/** The lobby: who one is, which games wait, which can be joined, watched or read again. */
import * as api from "../api.js";
import { html, nothing, render } from "../html.js";
import { accountForm, asProblem, moment, newDraft, problemView, seatMark, seatName } from "../parts.js";
import { loadSession, me } from "../session.js";
import { openPage } from "../shell.js";
import { said, t } from "../words.js";

/** How often the lists are read again, in milliseconds. */
const AGAIN = 5000;
const PAGE = 12;

const page = openPage({ current: "lobby", title: "shell.lobby" });
const draft = newDraft();
const state = {
  /** @type {Record<string, any>} by id */ rulesets: {},
  /** @type {Record<string, any[]> | null} */ lists: null,
  /** @type {unknown} */ error: null,
  /** @type {string | null} */ recoveryCode: null,
};

page.onChange(() => {
  draw();
  refresh();
});
draw();
await loadSession().catch((error) => (state.error = error));
draw();
await refresh();
setInterval(() => document.visibilityState === "visible" && refresh(), AGAIN);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh());

async function refresh() {
  const isMine = me() !== null;
  const query = (/** @type {string} */ text) => api.get(`/v1/games?limit=${PAGE}&${text}`);
  try {
    const [titles, turn, mine, open, running, finished] = await Promise.all([
      Object.keys(state.rulesets).length > 0 ? null : api.get("/v1/rulesets"),
      isMine ? query("waiting_for=me") : null,
      isMine ? query("player=me") : null,
      query("status=open"),
      query("status=running"),
      query("status=finished"),
    ]);
    if (titles) state.rulesets = Object.fromEntries(titles.rulesets.map((/** @type {any} */ one) => [one.id, one]));
    const turnIds = new Set((turn?.games ?? []).map((/** @type {any} */ game) => game.id));
    const own = new Set((mine?.games ?? []).map((/** @type {any} */ game) => game.id));
    const others = (/** @type {any} */ body) => body.games.filter((/** @type {any} */ game) => !own.has(game.id));
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
    <h1 class=${account ? "only-heard" : ""}>${t("lobby.heading")}</h1>
    ${problemView(state.error)}
    ${account === null
      ? html`<section class="panel welcome" aria-labelledby="welcome">
          <div>
            <h2 id="welcome">${t("lobby.welcome")}</h2>
            <p>${t("lobby.about")}</p>
            <ul class="titles">
              ${Object.values(state.rulesets).map((one) => html`<li>${said(one.title)}</li>`)}
            </ul>
          </div>
          ${accountForm({ draft, redraw: draw })}
        </section>`
      : html`<div class="row lobby-first">
          <a class="button primary" href="/new">${t("lobby.new")}</a>
          <details class="recovery">
            <summary>${t("account.keep")}</summary>
            <div class="panel">${recoveryView()}</div>
          </details>
        </div>`}
    ${lists === null
      ? html`<p class="soft" role="status">${t("lobby.loading")}</p>`
      : html`
          ${account ? section("turn", lists.turn, t("lobby.turn.none")) : nothing}
          ${account ? section("mine", lists.mine, t("lobby.mine.none")) : nothing}
          ${section("open", lists.open, t("lobby.open.none"))} ${section("running", lists.running)}
          ${section("finished", lists.finished)}
        `}
  `;
}

function recoveryView() {
  if (state.recoveryCode !== null) {
    return html`<p>${t("account.code-shown")}</p>
      <p><code class="code" tabindex="0">${state.recoveryCode}</code></p>`;
  }
  const make = async () => {
    try {
      state.recoveryCode = (await api.post("/v1/session/recovery", {}, { key: null })).recovery_code;
    } catch (error) {
      state.error = asProblem(error);
    }
    draw();
  };
  return html`<p>${t("account.keep-hint")}</p>
    <button type="button" class="quiet" @click=${make}>${t("account.make-code")}</button>`;
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
          ${seatMark(seat.seat)} ${seatName(seat)}${winners.includes(seat.seat) ? ` ★` : ""}
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
