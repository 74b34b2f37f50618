/** Small pieces that several pages draw. */
import { html, nothing } from "./html.js";
import * as api from "./api.js";
import { canUsePasskeys, createAccount, me, profilePath, recoverAccount } from "./session.js";
import { lang, said, t } from "./words.js";

/**
 * A refusal: its sentence, and the clause of the rules that forbids the action.
 * @param {unknown} error
 * @param {{onClose?: () => void}} [options]
 */
export function problemView(error, { onClose } = {}) {
  if (!error) return nothing;
  const problem = asProblem(error);
  const clause = problem.clause;
  return html`<div class="problem" role="alert">
    <p class="problem-text">${problemText(problem)}</p>
    ${clause ? html`<p class="small"><strong>${clause}</strong> ${said(problem.body.clause_text)}</p>` : nothing}
    ${problem.body.incident ? html`<p class="small">${t("problem.incident", { incident: problem.body.incident })}</p>` : nothing}
    ${onClose ? html`<button type="button" class="quiet" @click=${onClose}>${t("problem.close")}</button>` : nothing}
  </div>`;
}

/** The sentence of a refusal, in the reader's language. @param {api.Problem} problem */
export function problemText(problem) {
  const own = OWN_WORDS.get(problem.code);
  return own ? t(own) : problem.detail || problem.code;
}

/** What a player is told in other words than the API's, which speak to programs. */
const OWN_WORDS = new Map([["network", "problem.network"], ["action/stale", "problem.stale"], ["action/not_now", "problem.stale"]]);

/** An error as a refusal that can be shown. @param {unknown} error */
export function asProblem(error) {
  if (error instanceof api.Problem) return error;
  console.error(error);
  return new api.Problem({ code: "page", detail: t("problem.page") }, -1);
}

/** The name of a seat: its player's, its bot's in the reader's language, or "free seat". @param {any} seat */
export function seatName(seat) {
  if (seat.free) return t("seat.free");
  if (seat.player === null && seat.bot !== null) return `${programName(seat.bot)} ${seat.seat + 1}`;
  return seat.name ?? t("seat.number", { number: seat.seat + 1 });
}

/** The name of a seat; that of an account leads to its profile. The name of a bot says itself that it is one. @param {any} seat */
export function seatView(seat) {
  return seat.player?.name ? personView(seat.player) : seatName(seat);
}

/**
 * The name of an account, which leads to its profile, with a tag if it is a program's.
 * @param {any} person as the API names people; null, or without a name, for a deleted account
 */
export function personView(person) {
  if (!person?.name) return t("person.deleted");
  // `dir` keeps a name that is written from right to left from turning the words around it.
  const link = html`<a class="person" dir="auto" href=${profilePath(person)}>${person.name}</a>`;
  return person.kind === "bot" ? html`${link} <span class="tag is-bot">${t("seat.bot")}</span>` : link;
}

/** For whom a free seat of a resumed game or a rematch is kept, or null. @param {any} game @param {any} seat */
export const keeperOf = ({ reserved }, { free, seat }) => (free ? (reserved?.[seat] ?? null) : null);

/** Whose a free seat is; null if it is anybody's, or taken. @param {any} game @param {any} seat */
export function keptView(game, seat) {
  const keeper = keeperOf(game, seat);
  return keeper && toldWith("seat.kept", { name: personView(keeper) });
}

/** What a game that has not begun waits for; null if every seat is taken. @param {any} game @returns {string | null} */
export function openTold(game) {
  const free = game.seats.filter((/** @type {any} */ seat) => seat.free);
  const keepers = free.flatMap((/** @type {any} */ seat) => keeperOf(game, seat) ?? []);
  if (keepers.length < free.length) return t("lobby.state.free", { free: free.length - keepers.length });
  if (keepers.some((/** @type {any} */ one) => one.id === me()?.id)) return t("table.kept-for-you");
  return free.length > 0 ? t("table.waits-for", { names: keepers.map((/** @type {any} */ one) => one.name ?? t("person.deleted")).join(", ") }) : null;
}

/** The text of a key as `t` has it, with views in its gaps, such as links. @param {string} key @param {Record<string, any>} views */
export function toldWith(key, views) {
  const names = Object.keys(views);
  const marks = Object.fromEntries(names.map((name, at) => [name, `\0${at}\0`]));
  return t(key, marks)
    .split("\0")
    .map((part, at) => (at % 2 === 1 ? views[names[Number(part)]] : part));
}

/** What a kind of bot is called where one is chosen: in words, and how it plays. @param {string} bot */
export function botName(bot) {
  const key = `bot.${bot}.plays`;
  return t(key) === key ? bot : `${t(`bot.${bot}`)} (${t(key)})`;
}

/** What a bot is called by its program, such as `greedy@1`: "Greedy bot". @param {string} program */
export function programName(program) {
  const kind = program.split("@")[0] ?? "";
  const word = t(`bot.${kind}`);
  return word === `bot.${kind}` ? kind : word;
}

/** The colour of a seat, always beside its name. @param {number} seat */
export function seatMark(seat) {
  return html`<span class="seat-mark seat-${seat % 6}" aria-hidden="true">${seat + 1}</span>`;
}

/** A time as the reader's language writes it. @param {string} at as the API gives times */
export function moment(at) {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString(lang(), isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
}

const A_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** The sentences of an event, with times as the reader's language writes them. @param {any} event @returns {string[]} */
export function sentencesOf(event) {
  return (event?.told ?? []).map((/** @type {string} */ one) => one.replace(A_TIME, (at) => moment(at)));
}

/** The time left until then, as `2:05` or `3 h 10 min`. @param {string} until */
export function timeLeft(until) {
  const seconds = Math.max(0, Math.round((new Date(until).getTime() - Date.now()) / 1000));
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const hours = Math.floor(seconds / 3600);
  if (hours < 48) return t("time.hours", { hours, minutes: Math.floor((seconds % 3600) / 60) });
  return t("time.days", { days: Math.floor(hours / 24) });
}

/** A text of the catalogue with its paragraphs. @param {string} text */
export function paragraphs(text) {
  return text.split(/\n{2,}/).map((one) => html`<p>${one}</p>`);
}

/** A summary of the rules of a title. @param {any} catalogue @param {boolean} [isOpen] */
export function rulesView(catalogue, isOpen = false) {
  return html`<details class="panel rules" ?open=${isOpen}>
    <summary>${t("rules.short")}</summary>
    <div class="prose">${paragraphs(said(catalogue.summary))}</div>
  </details>`;
}

/**
 * The form to sign in: with a name for a new account, with a passkey, or with a recovery code.
 * @param {{draft: {name: string, code: string, error: unknown, isBusy: boolean, isRecovering: boolean}, redraw: () => void}} state
 */
export function accountForm({ draft, redraw }) {
  /** @param {() => Promise<any>} work */
  const run = async (work) => {
    if (draft.isBusy) return;
    draft.isBusy = true;
    draft.error = null;
    redraw();
    try {
      await work();
      draft.name = "";
      draft.code = "";
    } catch (error) {
      draft.error = error;
    }
    draft.isBusy = false;
    redraw();
  };
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    run(() => (draft.isRecovering ? recoverAccount(draft.code.trim()) : createAccount(draft.name.trim())));
  };
  const swap = () => {
    draft.isRecovering = !draft.isRecovering;
    draft.error = null;
    redraw();
  };
  return html`<form class="stack account-form" @submit=${submit} novalidate>
    ${problemView(draft.error)}
    ${draft.isRecovering
      ? html`<label class="field">
          <span>${t("account.code")}</span>
          <input
            type="text"
            name="code"
            autocomplete="off"
            spellcheck="false"
            maxlength="100"
            .value=${draft.code}
            @input=${(/** @type {any} */ event) => (draft.code = event.target.value)}
          />
        </label>`
      : html`<label class="field">
          <span>${t("account.name")}</span>
          <input
            type="text"
            name="name"
            autocomplete="nickname"
            maxlength="40"
            .value=${draft.name}
            @input=${(/** @type {any} */ event) => (draft.name = event.target.value)}
          />
        </label>`}
    <div class="row">
      <button type="submit" class="primary" ?disabled=${draft.isBusy}>
        ${draft.isRecovering ? t("account.recover") : t("account.create")}
      </button>
      <button type="button" class="quiet" @click=${swap}>
        ${draft.isRecovering ? t("account.new") : t("account.have-code")}
      </button>
      ${canUsePasskeys()
        ? html`<button type="button" class="quiet" ?disabled=${draft.isBusy} @click=${() => run(withPasskey)}>${t("account.passkey")}</button>`
        : nothing}
    </div>
    <p class="small soft">${t(draft.isRecovering ? "account.code-hint" : "account.cookie-hint")}</p>
  </form>`;
}

async function withPasskey() {
  await (await api.needed(import("./passkeys.js"))).signInWithPasskey();
}

/** An empty draft of the form. */
export function newDraft() {
  return { name: "", code: "", error: /** @type {unknown} */ (null), isBusy: false, isRecovering: false };
}

/** Titles with a picture of their own: `emblems/<id>.svg`. */
const DRAWN = new Set(["dice-and-danger", "dungeon-raiders", "labyrinth", "runebound", "the-descent"]);

/** The id of a ruleset's title, by which `css/base.css` knows its colours. @param {string} ruleset `id@version`, or an id */
export function titleOf(ruleset) {
  return ruleset.split("@")[0];
}

/** @typedef {Record<string, any>} Titles the list of titles by id */

/** The name of a title. @param {string} title its id @param {Titles} titles */
export function nameOf(title, titles) {
  return titles[title] ? said(titles[title].title) : title;
}

/** The picture of a title. It stands beside the title's name. @param {string} ruleset `id@version`, or an id */
export function emblemView(ruleset) {
  const id = titleOf(ruleset);
  const address = new URL(`../emblems/${DRAWN.has(id) ? id : "any"}.svg`, import.meta.url);
  return html`<img class="emblem" src=${address.pathname} alt="" width="96" height="64" />`;
}
