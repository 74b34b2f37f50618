/** The visitor's account: its name, passkeys, recovery code, offices, browsers and programs, and its deletion. */
import * as api from "../api.js";
import { html, nothing, render } from "../html.js";
import { accountForm, asProblem, moment, newDraft, problemView } from "../parts.js";
import { canUsePasskeys, deleteAccount, loadSession, me, placeOfPasskeys, rename, sessionLost } from "../session.js";
import { OwnProfile } from "../players/own.js";
import { openPage } from "../shell.js";
import { lang, register, said, t } from "../words.js";
import en from "../words/account.en.js";
import ru from "../words/account.ru.js";

register("en", en);
register("ru", ru);

/** Labels that the service gives to tokens. */
const OWN_LABELS = ["browser", "recovery code", "second device", "passkey"];

const page = openPage({ current: "account", title: "account.page" });
const draft = newDraft();
const own = new OwnProfile({ announce: page.announce, attempt, outcomeOf, draw });
const state = {
  /** @type {any[] | null} */ tokens: null,
  /** @type {any[]} those held and those offered */ offices: [],
  /** by id, who offered an office @type {Record<string, string>} */ offeredBy: {},
  /** @type {Record<string, any>} by scope, in words */ scopes: {},
  /** the token of this browser @type {string | null} */ own: null,
  /** @type {unknown} */ error: null,
  /** the part of the page that the refusal belongs to */ where: "",
  /** the sentence that says what was done */ done: "",
  /** @type {string | null} */ recoveryCode: null,
  /** the code for another device @type {import("../handover.js").Handover | null} */ handover: null,
  name: "",
  typed: "",
  isBusy: false,
};

/** Whose account is shown. @type {string | undefined} */
let owner;
let refreshed = Promise.resolve();
page.onChange(() => {
  const account = me();
  if (account !== null && account.id !== owner) {
    owner = account.id;
    state.name = account.name;
    state.tokens = null;
    refreshed = refresh();
  }
  draw();
});
draw();
await loadSession().catch((error) => (state.error = asProblem(error)));
await refreshed;
draw();
if (location.hash === "#shown") document.getElementById("shown")?.scrollIntoView();

async function refresh() {
  if (me() !== null) {
    try {
      const [{ tokens }, used, service, { offices }] = await Promise.all([
        api.get("/v1/tokens"),
        api.get("/v1/tokens/self"),
        api.get("/.well-known/delvebook"),
        api.get("/v1/accounts/me/offices"),
        own.load(),
      ]);
      await Promise.all(offices.map(nameOfferer));
      state.offices = offices;
      state.own = used.id;
      state.scopes = service.scopes;
      state.tokens = tokens;
    } catch (error) {
      refused(error, "programs");
    }
  }
  draw();
}

/** Finds the name of the account that offered an office; it may be deleted. @param {any} office */
async function nameOfferer({ offered_by: id }) {
  if (id !== null && !(id in state.offeredBy)) state.offeredBy[id] = (await api.get(`/v1/accounts/${id}`)).name ?? id;
}

/** @param {unknown} error @param {string} where */
function refused(error, where) {
  const problem = asProblem(error);
  if (problem.status === 401) sessionLost();
  state.error = problem;
  state.where = where;
}

/**
 * Runs a request, and says that it was done, or why not.
 * @param {string} where a part of the page @param {string} done what is said then @param {() => Promise<any>} work
 */
async function attempt(where, done, work) {
  if (state.isBusy) return;
  Object.assign(state, { isBusy: true, error: null, done: "", where });
  draw();
  try {
    await work();
    state.done = done;
    page.announce(done);
  } catch (error) {
    refused(error, where);
  }
  state.isBusy = false;
  draw();
}

function draw() {
  render(view(), page.main);
}

/** The result of the last request in a part of the page. @param {string} where */
function outcomeOf(where) {
  if (state.where !== where) return nothing;
  return html`${problemView(state.error)}${state.done ? html`<p class="done" role="status">✓ ${state.done}</p>` : nothing}`;
}

function view() {
  const account = me();
  return html`
    <h1>${t("account.page")}</h1>
    ${account === null
      ? html`${state.done ? html`<p class="notice" role="status">${state.done}</p>` : nothing}
          <section class="panel">
            <p>${t("account.none")}</p>
            ${accountForm({ draft, redraw: draw })}
          </section>`
      : html`<div class="account-parts">${nameView(account)} ${recoveryView()} ${deviceView()} ${own.shownView(account)} ${own.blockedView(state.isBusy)} ${officesView()} ${programsView()} ${endView(account)}</div>`}
  `;
}

/** @param {{name: string}} account */
function nameView(account) {
  return html`<section class="panel stack" aria-labelledby="part-name">
    <h2 id="part-name">${t("account.name")}</h2>
    ${outcomeOf("name")}
    <form
      class="row"
      @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        attempt("name", t("account.renamed"), () => rename(state.name.trim()));
      }}
    >
      <label class="grow only-heard" for="new-name">${t("account.name")}</label>
      <input
        id="new-name"
        class="grow"
        type="text"
        name="name"
        autocomplete="nickname"
        maxlength="40"
        .value=${state.name}
        @input=${(/** @type {any} */ event) => {
          state.name = event.target.value;
          draw();
        }}
      />
      <button type="submit" class="quiet" ?disabled=${state.isBusy || state.name.trim() === account.name}>${t("account.rename")}</button>
    </form>
    <p class="small soft">${t("account.rename-hint")}</p>
  </section>`;
}

function recoveryView() {
  return html`<section class="panel stack" aria-labelledby="part-recovery">
    <h2 id="part-recovery">${t("account.keep")}</h2>
    ${outcomeOf("recovery")}
    ${state.recoveryCode === null
      ? html`<p>${t("account.keep-hint")}</p>
          <p>
            <button
              type="button"
              class="quiet"
              ?disabled=${state.isBusy}
              @click=${() =>
                attempt("recovery", "", async () => {
                  state.recoveryCode = (await api.post("/v1/session/recovery", {}, { key: null })).recovery_code;
                })}
            >
              ${t("account.make-code")}
            </button>
            ${passkeyButton()}
          </p>
          ${passkeyNote()}`
      : html`<p>${t("account.code-shown")}</p>
          <p><code class="code" tabindex="0">${state.recoveryCode}</code></p>`}
  </section>`;
}

function deviceView() {
  const { handover } = state;
  const isOpen = handover?.status === "open";
  /** @param {any} label @param {() => Promise<any>} work */
  const button = (label, work) =>
    html`<p><button type="button" class="quiet" ?disabled=${state.isBusy} @click=${() => attempt("device", "", work)}>${label}</button></p>`;
  return html`<section class="panel stack" aria-labelledby="part-device">
    <h2 id="part-device">${t("account.device")}</h2>
    ${outcomeOf("device")}
    ${isOpen ? html`${handover.view()}${button(t("account.device-cancel"), () => handover.cancel())}` : html`<p>${t("account.device-hint")}</p>${button(t("account.device-make"), makeHandover)}`}
  </section>`;
}

async function makeHandover() {
  const { Handover } = await api.needed(import("../handover.js"));
  const made = new Handover(async () => {
    if (state.handover !== made) return;
    const said = t(made.status === "used" ? "account.device-used" : "account.device-ended");
    Object.assign(state, { error: null, done: said, where: "device" });
    page.announce(said);
    await refresh();
  });
  await made.begin();
  state.handover = made;
  window.addEventListener("pagehide", () => made.leave(), { once: true });
}

function passkeyButton() {
  if (!canUsePasskeys()) return nothing;
  const make = () =>
    attempt("recovery", t("account.passkey-made"), async () => {
      await (await api.needed(import("../passkeys.js"))).makePasskey();
      await refresh();
    });
  return html`<button type="button" class="quiet" ?disabled=${state.isBusy} @click=${make}>${t("account.make-passkey")}</button>`;
}

/** Why there are no passkeys here, if there are none. */
function passkeyNote() {
  const place = placeOfPasskeys();
  if (canUsePasskeys()) return nothing;
  if (place === location.origin) return html`<p class="small soft">${t("account.passkey-old")}</p>`;
  if (place === null) return html`<p class="small soft">${t("account.passkey-nowhere")}</p>`;
  return html`<p class="small soft">${t("account.passkey-elsewhere")} <a href="${place}/account">${place}</a></p>`;
}

function officesView() {
  if (state.offices.length === 0 && state.where !== "offices") return nothing;
  return html`<section class="panel stack" aria-labelledby="part-offices">
    <h2 id="part-offices">${t("account.offices")}</h2>
    <p class="soft">${t("account.offices-hint")}</p>
    ${outcomeOf("offices")}
    <ul class="tokens">
      ${state.offices.map((one) => officeView(one))}
    </ul>
  </section>`;
}

/** An office that is offered or held. @param {any} office */
function officeView(office) {
  const name = t(`account.office.${office.office}`);
  const isHeld = office.accepted_at !== null;
  const by = office.offered_by === null ? t("account.office.machine") : state.offeredBy[office.offered_by];
  const address = `/v1/accounts/me/offices/${office.office}`;
  /** @param {string} does @param {() => Promise<any>} work */
  const act = (does, work) =>
    attempt("offices", t(`account.office.${does}-done`, { name }), async () => {
      await work();
      await loadSession({ again: true }); // This browser has gained a right, or lost it.
      await refresh();
    });
  const end = isHeld ? "give-up" : "decline";
  return html`<li>
    <div class="grow">
      <strong>${name}</strong> ${isHeld ? nothing : html`<span class="tag">${t("account.office.offered")}</span>`}
      <p class="small soft">${scopeWords(office.scope)}</p>
      <p class="small soft">
        ${t("account.office.from", { by, at: moment(office.offered_at) })}${isHeld ? ` · ${t("account.office.since", { at: moment(office.accepted_at) })}` : ""}
      </p>
    </div>
    ${isHeld
      ? nothing
      : html`<button
          type="button"
          ?disabled=${state.isBusy}
          aria-label=${t("account.office.accept-named", { name })}
          @click=${() => act("accept", () => api.put(address))}
        >
          ${t("account.office.accept")}
        </button>`}
    <button
      type="button"
      class="quiet"
      ?disabled=${state.isBusy}
      aria-label=${t(`account.office.${end}-named`, { name })}
      @click=${() => act(end, () => api.del(address, { key: null }))}
    >
      ${t(`account.office.${end}`)}
    </button>
  </li>`;
}

function programsView() {
  const tokens = state.tokens ?? [];
  return html`<section class="panel stack" aria-labelledby="part-programs">
    <h2 id="part-programs">${t("account.programs")}</h2>
    <p class="soft">${t("account.programs-hint")}</p>
    ${outcomeOf("programs")}
    ${state.tokens === null
      ? html`<p class="soft" role="status">${t("account.loading")}</p>`
      : html`<ul class="tokens">
          ${tokens.map((one) => tokenView(one))}
        </ul>`}
  </section>`;
}

/** The name of a token. The label of a program's token is the program's name. @param {any} token */
function tokenName(token) {
  if (token.id === state.own) return t("account.token.this");
  if (token.client === null && OWN_LABELS.includes(token.label)) return t(`account.token.${token.label.replace(" ", "-")}`);
  return token.label || t("account.token.unnamed");
}

/** @param {any} token */
function tokenView(token) {
  const name = tokenName(token);
  const isSession = token.manages_account;
  return html`<li>
    <div class="grow">
      <strong>${name}</strong> ${token.client === null ? nothing : html`<span class="tag is-bot">${t("account.token.program")}</span>`}
      ${isSession
        ? html`<p class="small soft">${t("account.token.all")}</p>`
        : html`<ul class="small soft scopes">
            ${token.scopes.map((/** @type {string} */ scope) => html`<li>${scopeWords(scope)}</li>`)}
          </ul>`}
      <p class="small soft">
        ${t("account.token.since", { at: moment(token.created_at) })}${token.last_used_at ? ` · ${t("account.token.used", { at: moment(token.last_used_at) })}` : ""}${token.expires_at ? ` · ${t("account.token.until", { at: moment(token.expires_at) })}` : ""}
      </p>
    </div>
    ${token.id === state.own
      ? nothing
      : html`<button
          type="button"
          class="quiet"
          ?disabled=${state.isBusy}
          aria-label=${t("account.revoke-named", { name })}
          @click=${() =>
            attempt("programs", t("account.revoked", { name }), async () => {
              await api.del(`/v1/tokens/${token.id}`, { key: null });
              await refresh();
            })}
        >
          ${t("account.revoke")}
        </button>`}
  </li>`;
}

/** What a scope allows. The English text comes from the service, the Russian one from the pages. @param {string} scope */
function scopeWords(scope) {
  const word = t(`account.scope.${scope}`);
  if (word !== `account.scope.${scope}` && lang() !== "en") return word;
  return said(state.scopes[scope]) || scope;
}

/** @param {{name: string}} account */
function endView(account) {
  return html`<section class="panel" aria-labelledby="part-end">
    <h2 id="part-end">${t("account.end")}</h2>
    ${outcomeOf("end")}
    <p>${t("account.end-hint")}</p>
    <details>
      <summary>${t("account.end-open")}</summary>
      <form
        class="stack"
        @submit=${(/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          if (state.typed !== account.name) return;
          attempt("end", t("account.ended"), deleteAccount);
        }}
      >
        <label class="field">
          <span>${t("account.end-type", { name: account.name })}</span>
          <input
            type="text"
            name="typed"
            autocomplete="off"
            spellcheck="false"
            .value=${state.typed}
            @input=${(/** @type {any} */ event) => {
              state.typed = event.target.value;
              draw();
            }}
          />
        </label>
        <p><button type="submit" class="danger" ?disabled=${state.isBusy || state.typed !== account.name}>${t("account.end-now")}</button></p>
      </form>
    </details>
  </section>`;
}
