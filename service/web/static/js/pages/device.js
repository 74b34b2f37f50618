/** An account on this device, by a code from another one. The page says whose account it is, and asks before it opens it. */
import * as api from "../api.js";
import { html, nothing, render } from "../html.js";
import { asProblem, problemView } from "../parts.js";
import { changeAccount, loadSession, me } from "../session.js";
import { openPage } from "../shell.js";
import { register, t } from "../words.js";
import en from "../words/device.en.js";
import ru from "../words/device.ru.js";

register("en", en);
register("ru", ru);

/** The code of the address, which stays on the screen and in the browser's memory unless it is taken out at once. */
let waiting = taken();
const page = openPage({ current: "device", title: "device.page" });
const state = {
  /** what the person types */ typed: "",
  /** a code, and whose account it opens; null until one was looked at @type {{code: string, account: any} | null} */ found: null,
  /** @type {unknown} */ error: null,
  isBusy: false,
};

page.onChange(draw);
window.addEventListener("hashchange", () => {
  waiting = taken() || waiting;
  next();
});
draw();
await attempt(() => loadSession());

/** Takes the code out of the address; empty if there is none. */
function taken() {
  const given = location.hash.slice(1);
  if (given !== "") history.replaceState(null, "", location.pathname);
  return given;
}

/** Looks whose the waiting code is, once nothing else is under way. */
async function next() {
  if (waiting === "" || state.isBusy) return;
  const code = waiting;
  waiting = "";
  state.typed = code;
  await attempt(() => look(code));
}

/** Does something, says why it failed, and goes on with the code that waits. @param {() => Promise<any>} work */
async function attempt(work) {
  if (state.isBusy) return;
  Object.assign(state, { isBusy: true, error: null });
  draw();
  try {
    await work();
  } catch (error) {
    state.error = asProblem(error);
    state.found = null;
  }
  state.isBusy = false;
  draw();
  await next();
}

/** @param {string} code */
async function look(code) {
  state.found = null;
  const { account } = await api.post("/v1/session/handovers/inspection", { code: code.trim() }, { key: null });
  state.found = { code: code.trim(), account };
  page.announce(question());
}

function question() {
  const account = state.found?.account;
  return t(me()?.id === account.id ? "device.already" : "device.question", { name: account.name });
}

function draw() {
  render(view(), page.main);
}

function view() {
  const account = me();
  return html`<h1>${t("device.page")}</h1>
    <section class="panel stack">
      ${problemView(state.error)}
      ${state.found === null ? codeView() : state.found.account.id === account?.id ? openedView() : askView(account, state.found)}
    </section>`;
}

function codeView() {
  return html`<p>${t("device.hint")}</p>
    <form
      class="stack"
      @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const code = state.typed;
        if (code.trim() !== "") attempt(() => look(code));
      }}
    >
      <label class="field">
        <span>${t("device.code")}</span>
        <input
          type="text"
          name="code"
          autocomplete="one-time-code"
          autocapitalize="characters"
          spellcheck="false"
          maxlength="100"
          .value=${state.typed}
          @input=${(/** @type {any} */ event) => (state.typed = event.target.value)}
        />
      </label>
      <p><button type="submit" class="primary" ?disabled=${state.isBusy}>${t("device.look")}</button></p>
    </form>`;
}

/**
 * @param {{name: string} | null} account the one that this browser is signed in with
 * @param {{code: string, account: any}} found
 */
function askView(account, found) {
  const name = found.account.name;
  return html`<h2>${t("device.question", { name })}</h2>
    ${account === null ? nothing : html`<p class="notice">${t("device.other", { name: account.name })}</p>`}
    <p>${t("device.only-yours")}</p>
    <div class="row">
      <button type="button" class="primary" ?disabled=${state.isBusy} @click=${() => attempt(() => changeAccount(found.code))}>
        ${account === null ? t("device.open", { name }) : t("device.change", { name, other: account.name })}
      </button>
      <a class="button" href="/">${t("device.no")}</a>
    </div>`;
}

function openedView() {
  return html`<p role="status">${question()}</p>
    <p><a class="button" href="/">${t("device.games")}</a></p>`;
}
