/** A new game: which title, who plays, by which options; every one explained. */
import * as api from "../api.js";
import { html, nothing, render } from "../html.js";
import { accountForm, asProblem, botName, newDraft, paragraphs, problemView } from "../parts.js";
import { sit, start } from "../seating.js";
import { loadSession, me, sessionLost } from "../session.js";
import { openPage } from "../shell.js";
import { said, t } from "../words.js";

/** Kinds of clocks on offer, and what each of them starts with. */
const CLOCKS = ["none", "per_decision", "budget", "days"];
/** Times for a decision on offer, in seconds. */
const TURN_SECONDS = [60, 300, 900, 3600, 43_200];
/** What may happen when a seat's time is over. */
const ENDS = ["bot", "default_action", "forfeit"];
/** The most actions that spectators may be behind (`domain/delays.py`). */
const DELAY_MAX = 200;

const page = openPage({ current: "new", title: "shell.new" });
const draft = newDraft();
const state = {
  /** @type {any[]} */ rulesets: [],
  /** @type {string} */ chosen: new URLSearchParams(location.search).get("ruleset") ?? "",
  /** @type {any} */ ruleset: null,
  /** @type {any} */ catalogue: null,
  /** @type {string[]} who sits where: "me", "open", or "bot:<kind>" */ seats: [],
  /** @type {Record<string, any>} */ options: {},
  visibility: "public",
  spectatorDelay: 0,
  clock: "none",
  turnSeconds: 300,
  budgetMinutes: 20,
  incrementSeconds: 10,
  days: 2,
  onExpiry: "bot",
  onTimeout: "",
  isBusy: false,
  /** @type {unknown} */ error: null,
  /** what has been made already, if a later step failed @type {any} */ made: null,
  key: api.newKey(),
};

page.onChange(draw);
draw();
await loadSession().catch((error) => (state.error = asProblem(error)));
try {
  state.rulesets = (await api.get("/v1/rulesets")).rulesets;
  if (state.chosen) await choose(state.chosen);
} catch (error) {
  state.error = asProblem(error);
}
draw();

/** @param {string} id */
async function choose(id) {
  state.chosen = id;
  state.error = null;
  draw();
  try {
    const ruleset = await api.get(`/v1/rulesets/${encodeURIComponent(id)}`);
    const catalogue = await api.get(ruleset.catalogue.href);
    if (state.chosen !== id) return;
    state.ruleset = ruleset;
    state.catalogue = catalogue;
    state.options = Object.fromEntries(
      Object.entries(ruleset.options.properties ?? {}).map(([name, schema]) => [name, schema.default ?? null]),
    );
    state.onTimeout = usualBot(ruleset);
    setSeats(Math.min(ruleset.seats.max, Math.max(ruleset.seats.min, 3)));
    history.replaceState(null, "", `/new?ruleset=${encodeURIComponent(id)}`);
  } catch (error) {
    state.error = asProblem(error);
  }
  state.key = api.newKey();
  draw();
}

/**
 * The bot that is chosen unless somebody chooses another: the medium level.
 *
 * @param {any} ruleset
 * @returns {string}
 */
function usualBot(ruleset) {
  const usual = String(ruleset.levels?.medium ?? "").split("@")[0];
  return ruleset.bots.includes(usual) ? usual : (ruleset.bots[0] ?? "");
}

/** @param {number} count */
function setSeats(count) {
  const other = state.ruleset.bots.length > 0 ? `bot:${usualBot(state.ruleset)}` : "open";
  state.seats = Array.from({ length: count }, (_, seat) => state.seats[seat] ?? (seat === 0 ? "me" : other));
  if (!state.seats.includes("me")) state.seats[0] = "me";
  edited();
}

/** The options that are not as they are by default; a default may hang on other options, and is the service's. */
function changedOptions() {
  const schemas = state.ruleset.options.properties ?? {};
  return Object.fromEntries(
    Object.entries(state.options).filter(([name, value]) => value !== (schemas[name].default ?? null)),
  );
}

/** The clock as the service takes it; null for a game without one. */
function clockWanted() {
  if (state.clock === "none") return null;
  const end = { kind: state.onExpiry, ...(state.onExpiry === "default_action" ? {} : { bot: state.onTimeout }) };
  if (state.clock === "days") return { kind: "days", days: state.days, on_expiry: end };
  if (state.clock === "per_decision") return { kind: "per_decision", seconds: state.turnSeconds, on_expiry: end };
  return { kind: "budget", seconds: state.budgetMinutes * 60, increment: state.incrementSeconds, on_expiry: end };
}

/** Another game is meant now, so the request has another key. */
function edited() {
  state.key = api.newKey();
  state.made = null;
  draw();
}

/** @param {SubmitEvent} event */
async function create(event) {
  event.preventDefault();
  const account = me();
  if (account === null || state.isBusy) return;
  state.isBusy = true;
  state.error = null;
  draw();
  try {
    if (state.made === null) {
      const bots = state.seats.flatMap((who, seat) => (who.startsWith("bot:") ? [{ seat, bot: who.slice(4) }] : []));
      const done = await api.post(
        "/v1/games",
        {
          ruleset: state.ruleset.ruleset,
          seats: state.seats.length,
          options: changedOptions(),
          bots,
          visibility: state.visibility,
          ...(state.spectatorDelay > 0 ? { spectator_delay: { actions: state.spectatorDelay } } : {}),
          clock: clockWanted(),
        },
        { key: state.key },
      );
      state.made = done.game;
    }
    const mine = state.seats.indexOf("me");
    let game = state.made;
    if (mine >= 0 && !game.you) {
      game = (await sit(game.id, account.id, { seat: mine })).game;
      state.made = game;
    }
    if (!state.seats.includes("open") && game.status === "open") await start(game, account.id);
    location.assign(`/games/${game.id}`);
  } catch (error) {
    const problem = asProblem(error);
    if (problem.status === 401) sessionLost();
    state.error = problem;
    state.isBusy = false;
    draw();
  }
}

function draw() {
  render(view(), page.main);
}

function view() {
  const account = me();
  return html`
    <h1>${t("new.heading")}</h1>
    ${problemView(state.error)}
    ${account === null
      ? html`<section class="panel">
          <p>${t("new.account-first")}</p>
          ${accountForm({ draft, redraw: draw })}
        </section>`
      : nothing}
    <form @submit=${create}>
      <fieldset class="panel">
        <legend class="legend">${t("new.title")}</legend>
        <div class="title-choices">
          ${state.rulesets.map(
            (one) => html`<label class="title-choice">
              <input
                type="radio"
                name="title"
                value=${one.id}
                .checked=${one.id === state.chosen.split("@")[0]}
                @change=${() => choose(one.id)}
              />
              <span>
                <strong>${said(one.title)}</strong>
                <span class="small soft">${seatsWords(one.seats)}</span>
              </span>
            </label>`,
          )}
        </div>
      </fieldset>
      ${state.ruleset && state.catalogue ? details(account) : nothing}
    </form>
  `;
}

/** @param {{min: number, max: number}} seats */
function seatsWords({ min, max }) {
  return min === max ? t("new.players", { count: String(max), max }) : t("new.players", { count: `${min}–${max}`, max });
}

/** @param {any} account */
function details(account) {
  const { ruleset, catalogue } = state;
  const { min, max } = ruleset.seats;
  const counts = Array.from({ length: max - min + 1 }, (_, i) => min + i);
  return html`
    <section class="panel">
      <details class="rules">
        <summary>${t("rules.short")}</summary>
        <div class="prose">${paragraphs(said(catalogue.summary))}</div>
      </details>
    </section>
    <fieldset class="panel stack">
      <legend class="legend">${t("new.who")}</legend>
      <div class="fields">
      ${counts.length > 1
        ? html`<div class="field">
            <label for="seats">${t("new.count")}</label>
            <select id="seats" name="seats" @change=${(/** @type {any} */ event) => setSeats(Number(event.target.value))}>
              ${counts.map((n) => html`<option value=${n} ?selected=${n === state.seats.length}>${n}</option>`)}
            </select>
          </div>`
        : nothing}
      ${state.seats.map(
        (who, seat) => html`<div class="field">
          <label for="seat-${seat}">${t("seat.number", { number: seat + 1 })}</label>
          <select
            id="seat-${seat}"
            name="seat-${seat}"
            @change=${(/** @type {any} */ event) => {
              const next = event.target.value;
              if (next === "me") state.seats = state.seats.map((one) => (one === "me" ? "open" : one));
              state.seats[seat] = next;
              edited();
            }}
          >
            <option value="me" ?selected=${who === "me"}>${t("new.me")}</option>
            <option value="open" ?selected=${who === "open"}>${t("new.open")}</option>
            ${ruleset.bots.map(
              (/** @type {string} */ bot) =>
                html`<option value="bot:${bot}" ?selected=${who === `bot:${bot}`}>${t("new.bot", { bot: botName(bot) })}</option>`,
            )}
          </select>
        </div>`,
      )}
      </div>
      <p class="small soft">${t(state.seats.includes("open") ? "new.open-hint" : "new.bots-hint")}</p>
    </fieldset>
    ${optionsView()}
    <details class="panel more">
      <summary>${t("new.more")}</summary>
      <div class="fields">
        <div class="field">
          <label for="visibility">${t("new.visibility")}</label>
          <select
            id="visibility"
            name="visibility"
            aria-describedby="about-visibility"
            @change=${(/** @type {any} */ event) => {
              state.visibility = event.target.value;
              edited();
            }}
          >
            ${["public", "unlisted", "private"].map(
              (one) => html`<option value=${one} ?selected=${one === state.visibility}>${t(`visibility.${one}`)}</option>`,
            )}
          </select>
          <span class="small soft" id="about-visibility">${t(`visibility.${state.visibility}.hint`)}</span>
        </div>
        ${numberView("spectatorDelay", {
          label: t("new.delay"),
          min: 0,
          max: DELAY_MAX,
          about: t("new.delay.hint", { actions: state.spectatorDelay }),
        })}
        <div class="field">
          <label for="clock">${t("new.clock")}</label>
          <select
            id="clock"
            name="clock"
            aria-describedby="about-clock"
            @change=${(/** @type {any} */ event) => {
              state.clock = event.target.value;
              edited();
            }}
          >
            ${CLOCKS.map((one) => html`<option value=${one} ?selected=${one === state.clock}>${t(`clock.${one}`)}</option>`)}
          </select>
          <span class="small soft" id="about-clock">${t(`clock.${state.clock}.hint`)}</span>
        </div>
        ${clockView()}
      </div>
    </details>
    <button type="submit" class="primary big" ?disabled=${account === null || state.isBusy}>
      ${t(state.seats.includes("open") ? "new.create" : "new.play")}
    </button>
  `;
}

/** The times of the chosen clock, and what happens when they are over. */
function clockView() {
  if (state.clock === "none") return nothing;
  return html`${state.clock === "per_decision"
      ? html`<div class="field">
          <label for="turn">${t("clock.turn")}</label>
          <select
            id="turn"
            name="turn"
            @change=${(/** @type {any} */ event) => {
              state.turnSeconds = Number(event.target.value);
              edited();
            }}
          >
            ${TURN_SECONDS.map((one) => html`<option value=${one} ?selected=${one === state.turnSeconds}>${t(`clock.turn.${one}`)}</option>`)}
          </select>
        </div>`
      : nothing}
    ${state.clock === "budget" ? html`${timeView("budgetMinutes", 1, 1440)}${timeView("incrementSeconds", 0, 3600)}` : nothing}
    ${state.clock === "days" ? timeView("days", 1, 90) : nothing}
    <div class="field">
      <label for="expiry">${t("clock.expiry")}</label>
      <select
        id="expiry"
        name="expiry"
        aria-describedby="about-expiry"
        @change=${(/** @type {any} */ event) => {
          state.onExpiry = event.target.value;
          edited();
        }}
      >
        ${ENDS.map((one) => html`<option value=${one} ?selected=${one === state.onExpiry}>${t(`clock.expiry.${one}`)}</option>`)}
      </select>
      <span class="small soft" id="about-expiry">${t(`clock.expiry.${state.onExpiry}.hint`)}</span>
    </div>`;
}

/**
 * A time of the clock, as a number.
 * @param {"budgetMinutes" | "incrementSeconds" | "days"} name @param {number} min @param {number} max
 */
function timeView(name, min, max) {
  return numberView(name, { label: t(`clock.time.${name}`), min, max });
}

/**
 * A whole number within limits.
 * @param {"spectatorDelay" | "budgetMinutes" | "incrementSeconds" | "days"} name
 * @param {{label: string, min: number, max: number, about?: string}} terms
 */
function numberView(name, { label, min, max, about }) {
  return html`<div class="field">
    <label for="number-${name}">${label}</label>
    <input
      type="number"
      id="number-${name}"
      name=${name}
      step="1"
      required
      min=${min}
      max=${max}
      aria-describedby=${about ? `about-${name}` : nothing}
      .value=${String(state[name])}
      @change=${(/** @type {any} */ event) => {
        const value = Math.round(Number(event.target.value));
        state[name] = Math.min(max, Math.max(min, Number.isFinite(value) ? value : min));
        event.target.value = String(state[name]);
        edited();
      }}
    />
    ${about ? html`<span class="small soft" id="about-${name}">${about}</span>` : nothing}
  </div>`;
}

function optionsView() {
  const schemas = Object.entries(state.ruleset.options.properties ?? {});
  const offered = schemas.filter(([, schema]) => (schema.enum ?? [1, 2]).length > 1);
  if (offered.length === 0) return nothing;
  return html`<fieldset class="panel stack">
    <legend class="legend">${t("new.options")}</legend>
    <div class="fields">${offered.map(([name, schema]) => optionView(name, schema))}</div>
  </fieldset>`;
}

/** @param {string} name @param {any} schema */
function optionView(name, schema) {
  const about = explained(name);
  const value = state.options[name];
  const set = (/** @type {any} */ next) => {
    state.options = { ...state.options, [name]: next };
    edited();
  };
  const label = about.name || name.replaceAll("_", " ");
  const hints = [about.text || (schema.description && !about.name ? schema.description : "")];
  /** @type {any} */
  let control;
  if (schema.enum) {
    const texts = value === null ? "" : explained(String(value)).text;
    if (texts) hints.push(texts);
    control = html`<select
      id="option-${name}" name="option-${name}" aria-describedby="about-${name}"
      @change=${(/** @type {any} */ event) => set(schema.enum[Number(event.target.value)])}
    >
      ${schema.enum.map(
        (/** @type {any} */ one, /** @type {number} */ i) => html`<option value=${i} ?selected=${one === value}>${valueName(name, one)}</option>`,
      )}
    </select>`;
  } else if (schema.type === "boolean") {
    control = html`<select id="option-${name}" name="option-${name}" aria-describedby="about-${name}" @change=${(/** @type {any} */ event) => set(event.target.value === "true")}>
      <option value="true" ?selected=${value === true}>${t("yes")}</option>
      <option value="false" ?selected=${value === false}>${t("no")}</option>
    </select>`;
  } else {
    const isNullable = [schema.type].flat().includes("null");
    control = html`<input
      type="number"
      id="option-${name}" name="option-${name}" aria-describedby="about-${name}"
      step="1"
      min=${schema.minimum ?? ""}
      max=${schema.maximum ?? ""}
      placeholder=${isNullable ? t("new.not-set") : ""}
      .value=${value === null ? "" : String(value)}
      @change=${(/** @type {any} */ event) =>
        set(event.target.value === "" ? (isNullable ? null : schema.default) : Number(event.target.value))}
    />`;
    hints.push(
      [
        schema.minimum !== undefined && schema.maximum !== undefined
          ? t("new.range", { min: schema.minimum, max: schema.maximum })
          : "",
        isNullable ? t("new.may-be-empty") : "",
      ].join(" "),
    );
  }
  return html`<div class="field">
    <label for="option-${name}">${label}</label>
    ${control}
    <span class="small soft" id="about-${name}">${hints.filter((hint) => hint.trim()).map((hint) => html`<span class="hint">${hint}</span>`)}</span>
  </div>`;
}

/** What the catalogue says of an id. @param {string} id */
function explained(id) {
  const term = state.catalogue.terms[id];
  return { name: said(term?.name), text: said(term?.text) };
}

/** @param {string} name @param {any} value */
function valueName(name, value) {
  if (typeof value === "number") return name.endsWith("seat") ? t("seat.number", { number: value + 1 }) : String(value);
  return explained(String(value)).name || String(value);
}
