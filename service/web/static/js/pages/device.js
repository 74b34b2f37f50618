/** An account on this device, by a code from another one. The page says whose account it is, and asks before it opens it. */
import * as api from "../api.js";
import { html, nothing, render } from "../html.js";
import { asProblem, problemView } from "../parts.js";
import { endSession, loadSession, me, recoverAccount } from "../session.js";
import { openPage } from "../shell.js";
import { register, t } from "../words.js";
import en from "../words/device.en.js";
import ru from "../words/device.ru.js";

register("en", en);
register("ru", ru);

const page = openPage({ current: "device", title: "device.page" });
const state = {
  code: "",
  /** whose account the code opens @type {any} */ account: null,
  /** @type {unknown} */ error: null,
  isBusy: false,
};

page.onChange(draw);
window.addEventListener("hashchange", begin);
draw();
await loadSession().catch((error) => (state.error = asProblem(error)));
await begin();

/** Takes the code out of the address, which stays on the screen and in the browser's memory, and looks whose it is. */
async function begin() {
  const given = location.hash.slice(1);
  if (given !== "") {
    history.replaceState(null, "", location.pathname);
    state.code = given;
    state.account = null;
    await attempt(look);
  }
  draw();
}

/** @param {() => Promise<any>} work */
async function attempt(work) {
  if (state.isBusy) return;
  Object.assign(state, { isBusy: true, error: null });
  draw();
  try {
    await work();
  } catch (error) {
    state.error = asProblem(error);
    state.account = null;
  }
  state.isBusy = false;
  draw();
}

async function look() {
  const { account } = await api.post("/v1/session/handovers/inspection", { code: state.code.trim() }, { key: null });
  state.account = account;
  page.announce(question());
}

async function open() {
  if (me() !== null) {
    await look(); // A code that has ended meanwhile must not cost the other account.
    await endSession();
  }
  await recoverAccount(state.code.trim());
}

function question() {
  return t(me()?.id === state.account.id ? "device.already" : "device.question", { name: state.account.name });
}

function draw() {
  render(view(), page.main);
}

function view() {
  const account = me();
  return html`<h1>${t("device.page")}</h1>
    <section class="panel stack">
      ${problemView(state.error)}
      ${state.account === null ? codeView() : state.account.id === account?.id ? openedView() : askView(account)}
    </section>`;
}

function codeView() {
  return html`<p>${t("device.hint")}</p>
    <form
      class="stack"
      @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (state.code.trim() !== "") attempt(look);
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
          .value=${state.code}
          @input=${(/** @type {any} */ event) => (state.code = event.target.value)}
        />
      </label>
      <p><button type="submit" class="primary" ?disabled=${state.isBusy}>${t("device.look")}</button></p>
    </form>`;
}

/** @param {{name: string} | null} account the one that this browser is signed in with */
function askView(account) {
  const name = state.account.name;
  return html`<h2>${t("device.question", { name })}</h2>
    ${account === null ? nothing : html`<p class="notice">${t("device.other", { name: account.name })}</p>`}
    <p>${t("device.only-yours")}</p>
    <div class="row">
      <button type="button" class="primary" ?disabled=${state.isBusy} @click=${() => attempt(open)}>
        ${account === null ? t("device.open", { name }) : t("device.change", { name, other: account.name })}
      </button>
      <a class="button" href="/">${t("device.no")}</a>
    </div>`;
}

function openedView() {
  return html`<p role="status">${question()}</p>
    <p><a class="button" href="/">${t("device.games")}</a></p>`;
}
