/** A player's profile: who it is, how it played, and what it played lately. */
import * as api from "../api.js";
import { html, nothing, render } from "../html.js";
import { asProblem, moment, problemView } from "../parts.js";
import { countsView, gamesView, ratingsView, resultsView } from "../players/parts.js";
import { Relations, mayRelate } from "../players/relations.js";
import { loadSession, me } from "../session.js";
import { openPage } from "../shell.js";
import { stylesheet } from "../styles.js";
import { lang, register, t } from "../words.js";
import en from "../words/players.en.js";
import ru from "../words/players.ru.js";

register("en", en);
register("ru", ru);

const page = openPage({ current: "players", title: "players.page" });
/** Who is asked for, as the address has it: encoded. */
const asked = location.pathname.split("/")[2] ?? "";
const state = {
  /** @type {any} as the API gives it */ profile: null,
  /** @type {any} the account, with what is public about it */ account: null,
  /** @type {Record<string, any>} by id */ titles: {},
  /** for a visitor who may block and report @type {Relations | null} */ relations: null,
  /** @type {unknown} */ error: null,
};

const styled = stylesheet("players.css");
draw();
await Promise.all([loadSession().catch(() => null), styled]);
await open();
/** Whose session it was when the profile was read: others are told less. */
let seenBy = me()?.id;
page.onChange(() => {
  draw();
  if (me()?.id === seenBy) return;
  seenBy = me()?.id;
  open();
});

async function open() {
  try {
    const [profile, titles] = await Promise.all([api.get(`/v1/players/${asked}`), api.get("/v1/rulesets")]);
    state.account = await api.get(`/v1/accounts/${profile.player.id}`);
    state.titles = Object.fromEntries(titles.rulesets.map((/** @type {any} */ one) => [one.id, one]));
    state.profile = profile;
    state.error = null;
    page.setTitle(profile.player.name);
    const isOther = profile.player.id !== me()?.id;
    state.relations = isOther && mayRelate() ? new Relations(profile.player, state.titles, page, draw) : null;
    state.relations?.load();
  } catch (error) {
    state.profile = null;
    state.error = asProblem(error);
  }
  draw();
}

function draw() {
  render(view(), page.main);
}

function view() {
  const { profile, error } = state;
  if (profile !== null) return profileView(profile);
  if (error === null) return html`<p class="soft" role="status">${t("players.loading")}</p>`;
  const isUnknown = /** @type {api.Problem} */ (error).code === "account/unknown";
  return html`<h1>${t("players.page")}</h1>
    ${isUnknown ? html`<p class="panel" role="alert">${t("players.unknown")}</p>` : problemView(error)}
    <p><a class="button" href="/leagues">${t("shell.leagues")}</a></p>`;
}

/** @param {any} profile */
function profileView(profile) {
  const isOwn = profile.player.id === me()?.id;
  return html`${headView(profile, isOwn)}
    <div class="player-parts">
      <div>${partView("results", profile, isOwn, resultsView)} ${countsView(profile.counts)}</div>
      ${partView("ratings", profile, isOwn, ratingsView)}
    </div>
    ${partView("games", profile, isOwn, gamesView)} ${state.relations?.view() ?? nothing}`;
}

/** @param {any} profile @param {boolean} isOwn */
function headView({ player }, isOwn) {
  const { offices = [], ban, away_until: away } = state.account;
  const since = new Date(player.created_at).toLocaleDateString(lang(), { dateStyle: "long" });
  return html`<header class="player-head">
    <h1 dir="auto">${player.name}</h1>
    <p class="row">
      <span class="tag is-bot">${t(`players.kind.${player.kind}`)}</span>
      ${offices.map((/** @type {string} */ one) => html`<span class="tag">${t(`players.office.${one}`)}</span>`)}
      <span class="soft">${t("players.since", { since })}</span>
    </p>
    ${away ? html`<p>${t("players.away", { until: moment(away) })}</p>` : nothing}
    ${ban ? html`<p class="notice">${ban.until === null ? t("players.banned") : t("players.banned-until", { until: moment(ban.until) })}</p>` : nothing}
    ${isOwn
      ? html`<p class="row"><span>${t("players.own")}</span> <a class="button" href="/account#shown">${t("players.choose")}</a></p>`
      : nothing}
  </header>`;
}

/**
 * A part that the player shows or not. What others do not see is marked for the player.
 * @param {string} name @param {any} profile @param {boolean} isOwn
 * @param {(found: any[], titles: Record<string, any>) => any} draw
 */
function partView(name, profile, isOwn, draw) {
  const found = profile[name];
  const isHidden = !profile.shows.includes(name);
  return html`<section class=${name === "games" ? "list" : "panel"} aria-labelledby=${`part-${name}`}>
    <h2 id=${`part-${name}`}>${t(`players.${name}`)} ${isOwn && isHidden ? html`<span class="tag is-bot">${t("players.only-you")}</span>` : nothing}</h2>
    ${found === null ? html`<p class="soft">${t("players.hidden")}</p>` : draw(found, state.titles)}
    ${isOwn && name === "results" && found.length > 0 ? html`<p class="small soft">${t("players.results.own")}</p>` : nothing}
  </section>`;
}
