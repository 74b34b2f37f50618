/** The frame of every page: the head with its settings, the place for the page, announcements for screen readers. */
import { needed } from "./api.js";
import { html, nothing, render } from "./html.js";
import { LANGUAGES, lang, load, onLang, remember, remembered, setLang, t } from "./words.js";
import { problemView } from "./parts.js";
import { endSession, me, onSession, profilePath } from "./session.js";

/**
 * @typedef {object} Page
 * @property {HTMLElement} main where the page draws itself
 * @property {(text: string, options?: {assertive?: boolean}) => void} announce tells screen readers something
 * @property {(redraw: () => void) => void} onChange called when the language or the account changes
 * @property {(title: string) => void} setTitle the document's title
 */

const NAVIGATION = /** @type {const} */ ([
  ["lobby", "/"],
  ["new", "/new"],
  ["leagues", "/leagues"],
  ["verify", "/verify"],
  ["disputes", "/disputes"],
]);

/**
 * Builds the page around `main`.
 * @param {{current: string, title?: string}} options `current` is a name in the navigation, or of another page
 * @returns {Page}
 */
export function openPage({ current, title = "" }) {
  const head = document.createElement("header");
  head.className = "head";
  const main = document.createElement("main");
  main.id = "main";
  main.tabIndex = -1;
  const foot = document.createElement("footer");
  foot.className = "foot";
  const polite = liveRegion("polite");
  const assertive = liveRegion("assertive");
  document.body.replaceChildren(skipLink(), head, main, foot, polite, assertive);

  /** @type {Set<() => void>} */
  const redraws = new Set();
  const draw = () => {
    document.body.querySelector(".skip")?.replaceChildren(t("shell.skip"));
    render(headView(current, draw), head);
    render(footView(), foot);
    if (title) document.title = `${t(title)} – Delvebook`;
  };
  const changed = () => {
    draw();
    for (const redraw of redraws) redraw();
  };
  onLang(changed);
  onSession(changed);
  draw();
  /** @type {Page} */
  const page = {
    main,
    announce: (text, { assertive: isUrgent = false } = {}) => say(isUrgent ? assertive : polite, text),
    onChange: (redraw) => void redraws.add(redraw),
    setTitle: (text) => {
      title = "";
      document.title = `${text} – Delvebook`;
    },
  };
  beginWhenReady(page);
  return page;
}

/** Milliseconds after the load of a page, until what it can do without begins. */
const AFTER = 2500;

/** Begins the service worker and the bell, once the page is ready. Pages in a frame have no session. @param {Page} page */
function beginWhenReady(page) {
  if (window.top !== window) return;
  const hangUp = async () => (await import("./bell.js")).hangUp(page);
  const begin = () => setTimeout(() => hangUp().catch(() => {}), AFTER);
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}

/** @param {string} current @param {() => void} redraw */
function headView(current, redraw) {
  const account = me();
  return html`
    <a class="brand" href="/">
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <rect width="32" height="32" rx="7" class="brand-ground" />
        <path class="brand-page" d="M8 8h7a3 3 0 0 1 3 3v14a3 3 0 0 0-3-3H8zM24 8h-3a3 3 0 0 0-3 3v14a3 3 0 0 1 3-3h3z" />
      </svg>
      <span>Delvebook</span>
    </a>
    <nav class="nav" aria-label=${t("shell.navigation")}>
      ${NAVIGATION.map(
        ([name, href]) =>
          html`<a href=${href} aria-current=${name === current ? "page" : "false"}>${t(`shell.${name}`)}</a>`,
      )}
    </nav>
    <div class="head-choices">
      ${account === null ? nothing : html`<a class="who" dir="auto" href=${profilePath(account)} title=${t("shell.profile")} aria-current=${location.pathname === profilePath(account) ? "page" : "false"}>${account.name}</a>`}
      <span class="bell-place" data-bell></span>
      <details class="menu" @keydown=${closeOnEscape}>
        <summary aria-label=${t("shell.settings")}>⚙</summary>
        <div class="menu-body">
          <fieldset>
            <legend>${t("shell.language")}</legend>
            ${LANGUAGES.map(
              (one) => html`<label class="choice">
                <input type="radio" name="lang" value=${one} ?checked=${one === lang()} @change=${() => speak(one, redraw)} />
                <span lang=${one}>${one === "en" ? "English" : "Русский"}</span>
              </label>`,
            )}
          </fieldset>
          <fieldset>
            <legend>${t("shell.theme")}</legend>
            ${["system", "light", "dark"].map(
              (one) => html`<label class="choice">
                <input
                  type="radio"
                  name="theme"
                  value=${one}
                  ?checked=${one === (remembered("delvebook.theme") ?? "system")}
                  @change=${() => setTheme(one)}
                />
                ${t(`shell.theme.${one}`)}
              </label>`,
            )}
          </fieldset>
          <label class="choice">
            <input
              type="checkbox"
              name="motion"
              ?checked=${remembered("delvebook.motion") !== "off"}
              @change=${(/** @type {Event} */ event) =>
                setMotion(/** @type {HTMLInputElement} */ (event.target).checked)}
            />
            ${t("shell.motion")}
          </label>
          ${account === null
            ? nothing
            : html`<a class="button" href="/account">${t("shell.you")}</a>
                <button type="button" class="quiet" @click=${() => leave(redraw)}>${t("shell.leave")}</button>`}
          ${problemView(trouble)}
        </div>
      </details>
    </div>
  `;
}

/** Why the last choice in the menu changed nothing; null if it did. @type {unknown} */
let trouble = null;

/** Changes the language, or says why not. @param {import("./words.js").Lang} language @param {() => void} redraw */
async function speak(language, redraw) {
  trouble = null;
  try {
    await needed(load(language));
    setLang(language);
  } catch (error) {
    trouble = error;
    redraw();
    for (const one of document.querySelectorAll("input[name=lang]")) {
      const input = /** @type {HTMLInputElement} */ (one);
      input.checked = input.value === lang();
    }
  }
}

/** Signs out, or says why not. On a shared computer, nobody must think that they are signed out while they are not. @param {() => void} redraw */
async function leave(redraw) {
  trouble = null;
  await endSession().catch((error) => (trouble = error));
  redraw();
}

/** @param {KeyboardEvent} event */
function closeOnEscape(event) {
  const menu = /** @type {HTMLDetailsElement} */ (event.currentTarget);
  if (event.key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
}

function footView() {
  return html`<a href="/docs">${t("shell.api")}</a> <a href="/openapi.json">OpenAPI</a>`;
}

/** @param {string} theme */
function setTheme(theme) {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  remember("delvebook.theme", theme === "system" ? null : theme);
}

/** @param {boolean} isOn */
function setMotion(isOn) {
  const root = document.documentElement;
  if (isOn) delete root.dataset.motion;
  else root.dataset.motion = "off";
  remember("delvebook.motion", isOn ? null : "off");
}

function skipLink() {
  const link = document.createElement("a");
  link.className = "skip";
  link.href = "#main";
  link.addEventListener("click", (event) => {
    // The address after `#` belongs to the page: it names a moment of a game.
    event.preventDefault();
    document.getElementById("main")?.focus();
  });
  return link;
}

/** @param {"polite" | "assertive"} urgency */
function liveRegion(urgency) {
  const region = document.createElement("div");
  region.className = "only-heard";
  region.setAttribute("aria-live", urgency);
  if (urgency === "polite") region.setAttribute("role", "log");
  region.dataset.live = urgency;
  return region;
}

/** Adds a line to a live region. Removes old lines, so that nothing is read twice. @param {Element} region @param {string} text */
function say(region, text) {
  if (!text) return;
  const line = document.createElement("p");
  line.textContent = text;
  region.append(line);
  while (region.childElementCount > 20) region.firstElementChild?.remove();
}
