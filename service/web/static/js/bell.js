/**
 * The bell in the head of every page: what the account was told, and how this browser passes it on.
 *
 * It is loaded when the page is ready. Of all tabs of a browser one follows the account's stream, and tells the others.
 */
import * as api from "./api.js";
import { followNotices } from "./bell/follow.js";
import { beep } from "./bell/sound.js";
import { canPush, isPushing, renewPush, startPush, stopPush } from "./bell/push.js";
import { html, live, nothing, render } from "./html.js";
import { moment, problemView } from "./parts.js";
import { me, onSession } from "./session.js";
import { stylesheet } from "./styles.js";
import { lang, onLang, register, remember, remembered, said, t } from "./words.js";
import en from "./words/bell.en.js";
import ru from "./words/bell.ru.js";

/** @typedef {{number: number, type: string, at: string, game: string | null, about: Record<string, any>}} Notice */

register("en", en);
register("ru", ru);

const LISTED_MAX = 20;

/** @type {{account: string | null, last: number, waiting: number, list: Notice[], titles: Record<string, any>, mayBeLost: boolean, isPushing: boolean, isBusy: boolean, trouble: unknown}} `trouble` is why this browser could not be subscribed, or null */
const state = { account: null, last: 0, waiting: 0, list: [], titles: {}, mayBeLost: false, isPushing: false, isBusy: false, trouble: null };
/** What the reader has just chosen, while the browser is being asked. @type {Map<string, boolean>} */
const asked = new Map();
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("delvebook.bell") : null;
/** @type {(() => void) | null} */
let stop = null;
/** @type {import("./shell.js").Page | null} */
let page = null;

/** Hangs up the bell, and has the service worker keep the shell. @param {import("./shell.js").Page} of */
export function hangUp(of) {
  page = of;
  stylesheet("bell.css");
  keepShell();
  onSession(begin);
  onLang(draw);
  document.addEventListener("visibilitychange", draw);
  channel?.addEventListener("message", ({ data }) => {
    if (data.ask) return void (stop !== null && share());
    if (data.account !== state.account) return;
    Object.assign(state, { last: data.last, waiting: data.waiting, list: data.list });
    draw();
    offerToKeep();
  });
  begin();
}

/** The service worker exists only over HTTPS, or on one's own machine. It speaks the language of the pages. */
async function keepShell() {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register("/sw.js");
    const tell = () => (registration.active ?? registration.installing)?.postMessage({ lang: lang() });
    onLang(tell);
    tell();
  } catch {
    // Not allowed here. The pages work without it.
  }
}

/** Begins with the account of this browser, or ends with it. */
function begin() {
  const account = me()?.id ?? null;
  if (account === state.account) return draw();
  stop?.();
  stop = null;
  Object.assign(state, { account, last: 0, waiting: 0, list: [], mayBeLost: false, isPushing: false, trouble: null });
  draw();
  if (account === null) return;
  const lead = () => new Promise((resolve) => {
    if (state.account !== account) return resolve(undefined);
    const end = followNotices({ onSnapshot, onNotice });
    stop = () => {
      end();
      resolve(undefined);
    };
  });
  if (navigator.locks) navigator.locks.request(`delvebook.bell.${account}`, lead);
  else lead();
  channel?.postMessage({ ask: true });
  renewPush(account).then((isOn) => {
    state.isPushing = isOn;
    draw();
  });
}

/** What waits for the account, and the notices before. @param {number} number @param {any[]} waiting */
async function onSnapshot(number, waiting) {
  state.last = number;
  state.waiting = new Set(waiting.map((one) => one.game)).size;
  if (remembered(seenName()) === null) remember(seenName(), String(number));
  const before = await api.get(`/v1/notices?after=${Math.max(0, number - LISTED_MAX)}&limit=${LISTED_MAX}`).catch(() => null);
  if (before !== null) state.list = lastOfEach(before.notices.reverse());
  share();
}

/** The notices without those that a newer one about the same game replaces, such as of earlier turns. @param {Notice[]} all the newest first */
function lastOfEach(all) {
  const named = new Set();
  return all.filter(({ type, game, number }) => {
    const name = `${type} ${game ?? number}`;
    return type !== "ping" && !named.has(name) && named.add(name);
  });
}

/** @param {Notice} notice */
function onNotice(notice) {
  state.last = notice.number;
  if (notice.type === "ping") return;
  state.list = lastOfEach([notice, ...state.list]).slice(0, LISTED_MAX);
  share();
  if (isOn("sound")) beep();
  if (!isInSight(notice)) page?.announce(wordOf(notice));
  if (isOn("notify") && document.hidden && !state.isPushing) show(notice);
}

/** A notification of the system. One of a game replaces the earlier one. @param {Notice} notice */
function show(notice) {
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  const shown = new Notification("Delvebook", { body: wordOf(notice), tag: notice.game ?? notice.type });
  shown.addEventListener("click", () => {
    window.focus();
    location.assign(addressOf(notice));
  });
}

function share() {
  channel?.postMessage({ account: state.account, last: state.last, waiting: state.waiting, list: state.list });
  draw();
  offerToKeep();
}

/** Once a game is over, the account is worth keeping. Without a passkey or a recovery code it is lost with this browser's cookie. */
async function offerToKeep() {
  if (state.mayBeLost || !state.list.some((one) => one.type === "finished") || remembered(keptName()) !== null) return;
  const account = state.account;
  const known = await api.get("/v1/tokens").catch(() => null);
  if (known === null || account !== state.account) return;
  state.mayBeLost = known.tokens.every((/** @type {any} */ one) => !["recovery code", "passkey"].includes(one.label));
  if (!state.mayBeLost) remember(keptName(), "yes");
  draw();
}

/** @param {Notice} notice */
function wordOf({ type }) {
  const word = t(`bell.${type}`);
  return word === `bell.${type}` ? t("bell.other") : word;
}

/** The page that a notice is about. @param {Notice} notice */
function addressOf({ type, game, about }) {
  if (type.startsWith("dispute_") && about.dispute) return `/disputes/${about.dispute}`;
  if (type === "office" || type === "account") return "/account";
  return game === null || type === "invitation" ? "/" : `/games/${game}`;
}

const keptName = () => `delvebook.kept.${state.account}`;
const seenName = () => `delvebook.seen.${state.account}`;
/** @param {"sound" | "notify"} how */
const isOn = (how) => remembered(`delvebook.bell.${how}`) === "on";
const readName = () => `delvebook.read.${state.account}`;
/** The notices that came while their own table was in sight. */
const readThere = () => new Set((remembered(readName()) ?? "").split(" "));

function unread() {
  const there = readThere();
  return state.list.filter(({ number }) => number > Number(remembered(seenName()) ?? state.last) && !there.has(String(number))).length;
}

/** Whether the reader has the notice's table in sight. @param {Notice} notice */
const isInSight = ({ game }) => game !== null && !document.hidden && location.pathname === `/games/${game}`;

/** Keeps what needs no telling, because the reader has the table in sight. */
function readHere() {
  const there = readThere();
  const here = state.list.filter((one) => isInSight(one) && !there.has(String(one.number)));
  if (here.length === 0) return;
  const kept = state.list.filter((one) => here.includes(one) || there.has(String(one.number)));
  remember(readName(), kept.map(({ number }) => number).join(" "));
}

function draw() {
  readHere();
  const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-bell]"));
  if (place !== null) render(state.account === null ? nothing : view(), place);
}

function view() {
  const count = unread() + (state.mayBeLost ? 1 : 0);
  return html`<details class="menu bell" @toggle=${onToggle} @keydown=${closeOnEscape}>
    <summary aria-label=${count > 0 ? t("bell.unread", { count }) : t("bell.open")}>
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path fill="currentColor" d="M12 3a6 6 0 0 0-6 6c0 5-2 6-2 8h16c0-2-2-3-2-8a6 6 0 0 0-6-6zm-2.3 15.5a2.4 2.4 0 0 0 4.6 0z" />
      </svg>
      ${count > 0 ? html`<span class="bell-count" aria-hidden="true">${count}</span>` : nothing}
    </summary>
    <div class="menu-body">
      ${state.mayBeLost ? html`<a href="/account#part-recovery">${t("bell.keep")}</a>` : nothing}
      ${state.waiting > 0 ? html`<a href="/">${t("bell.waiting", { count: state.waiting })}</a>` : nothing}
      ${state.list.length === 0
        ? html`<p class="soft">${t("bell.none")}</p>`
        : html`<ul class="bell-list">
            ${state.list.map(
              (one) => html`<li>
                <a href=${addressOf(one)}>${wordOf(one)}</a>
                <span class="small soft">${titleOf(one)}${moment(one.at)}</span>
              </li>`,
            )}
          </ul>`}
      <fieldset>
        <legend>${t("bell.tell-me")}</legend>
        ${choice("sound", isOn("sound"), (on) => choose("sound", on))}
        ${"Notification" in globalThis ? choice("notify", isOn("notify"), (on) => choose("notify", on)) : nothing}
        ${canPush() ? html`${choice("push", state.isPushing, push)}<p class="small soft">${t("bell.push-hint")}</p>` : nothing}
        ${problemView(state.trouble)}
        ${globalThis.Notification?.permission === "denied" ? html`<p class="small">${t("bell.blocked")}</p>` : nothing}
      </fieldset>
    </div>
  </details>`;
}

/** @param {string} name @param {boolean} isChosen @param {(on: boolean) => void} choose */
function choice(name, isChosen, choose) {
  return html`<label class="choice">
    <input
      type="checkbox"
      name="bell-${name}"
      .checked=${live(asked.get(name) ?? isChosen)}
      ?disabled=${state.isBusy}
      @change=${(/** @type {any} */ event) => choose(event.target.checked)}
    />
    ${t(`bell.${name}`)}
  </label>`;
}

/** The title of a notice's game, once it is known. @param {Notice} notice */
function titleOf({ game }) {
  const title = game === null ? "" : said(state.titles[game]);
  return title ? `${title} · ` : "";
}

/** @param {"sound" | "notify"} how @param {boolean} on */
async function choose(how, on) {
  if (how === "sound" && on) beep();
  asked.set(how, on);
  const isAllowed = how === "sound" || !on || (await Notification.requestPermission()) === "granted";
  asked.delete(how);
  remember(`delvebook.bell.${how}`, on && isAllowed ? "on" : null);
  draw();
}

/** @param {boolean} on */
async function push(on) {
  const account = state.account;
  if (account === null) return;
  Object.assign(state, { isBusy: true, trouble: null });
  asked.set("push", on);
  draw();
  try {
    await (on ? startPush(account) : stopPush(account));
  } catch (error) {
    state.trouble = error instanceof api.Problem ? error : new api.Problem({ code: "push/failed", detail: t("bell.failed") }, 0);
  }
  state.isPushing = await isPushing(account);
  state.isBusy = false;
  asked.delete("push");
  draw();
}

/** @param {Event} event */
async function onToggle(event) {
  if (!(/** @type {HTMLDetailsElement} */ (event.currentTarget).open)) return;
  remember(seenName(), String(state.last));
  draw();
  const games = [...new Set(state.list.map((one) => one.game))].filter((game) => game !== null && !(game in state.titles));
  const { rulesets } = games.length > 0 ? await api.get("/v1/rulesets").catch(() => ({ rulesets: [] })) : { rulesets: [] };
  await Promise.all(
    games.map(async (game) => {
      const body = await api.get(`/v1/games/${game}`).catch(() => null);
      const one = rulesets.find((/** @type {any} */ ruleset) => ruleset.id === body?.ruleset || body?.ruleset?.startsWith?.(`${ruleset.id}@`));
      state.titles[/** @type {string} */ (game)] = one?.title ?? "";
    }),
  );
  draw();
}

/** @param {KeyboardEvent} event */
function closeOnEscape(event) {
  const menu = /** @type {HTMLDetailsElement} */ (event.currentTarget);
  if (event.key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
}
