/** The form of a new game: its title, players and options. */
import * as api from "../api.js";
import { html, nothing, render } from "../html.js";
import { coverView } from "../lobby/shelf.js";
import { clockTerms, clockView, newClock } from "../new/clock.js";
import { numberView } from "../new/number.js";
import { optionsView } from "../new/options.js";
import { accountForm, asProblem, botName, emblemView, newDraft, paragraphs, problemView, titleOf } from "../parts.js";
import { sit, start } from "../seating.js";
import { loadSession, me, sessionLost } from "../session.js";
import { openPage } from "../shell.js";
import { said, t } from "../words.js";

/** The longest delay for spectators, in actions (`domain/delays.py`). */
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
  clock: newClock(),
  isBusy: false,
  /** @type {unknown} */ error: null,
  /** the game, if it was made before a later step failed @type {any} */ made: null,
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

/** Chooses a title, and sets its options to their defaults. @param {string} id */
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
    state.clock.bot = defaultBot(ruleset);
    setSeats(Math.min(ruleset.seats.max, Math.max(ruleset.seats.min, 3)));
    history.replaceState(null, "", `/new?ruleset=${encodeURIComponent(id)}`);
  } catch (error) {
    state.error = asProblem(error);
  }
  state.key = api.newKey();
  draw();
}

/** The kind of bot that is chosen at first: the medium level. @param {any} ruleset @returns {string} */
function defaultBot(ruleset) {
  const medium = String(ruleset.levels?.medium ?? "").split("@")[0];
  return ruleset.bots.includes(medium) ? medium : (ruleset.bots[0] ?? "");
}

/** Sets the number of seats. New seats are for bots, if the title has any. @param {number} count */
function setSeats(count) {
  const other = state.ruleset.bots.length > 0 ? `bot:${defaultBot(state.ruleset)}` : "open";
  state.seats = Array.from({ length: count }, (_, seat) => state.seats[seat] ?? (seat === 0 ? "me" : other));
  if (!state.seats.includes("me")) state.seats[0] = "me";
  edited();
}

/** The options that differ from their defaults. The service fills in the others, because a default may depend on other options. */
function changedOptions() {
  const schemas = state.ruleset.options.properties ?? {};
  return Object.fromEntries(
    Object.entries(state.options).filter(([name, value]) => value !== (schemas[name].default ?? null)),
  );
}

/** @param {string} name @param {any} value */
function setOption(name, value) {
  state.options = { ...state.options, [name]: value };
  edited();
}

/** Draws the form after a change. The request gets another key, because it makes another game. */
function edited() {
  state.key = api.newKey();
  state.made = null;
  draw();
}

/** Makes the game, takes the seat, and starts the game if no seat is free. @param {SubmitEvent} event */
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
          clock: clockTerms(state.clock),
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

/** Starts the guided first game of the chosen title. */
async function playFirst() {
  const account = me();
  if (account === null || state.isBusy) return;
  state.isBusy = true;
  state.error = null;
  draw();
  try {
    const { startFirstGame } = await api.needed(import("../first_game.js"));
    location.assign(`/games/${await startFirstGame(state.ruleset.ruleset, account.id)}`);
  } catch (error) {
    state.error = asProblem(error);
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
            (one) => html`<label class="title-choice" data-title=${one.id}>
              <input
                type="radio"
                name="title"
                value=${one.id}
                .checked=${one.id === titleOf(state.chosen)}
                @change=${() => choose(one.id)}
              />
              ${emblemView(one.id)}
              <span>
                <strong>${said(one.title)}</strong>
                ${coverView(one)}
                ${one.cover ? html`<span class="small soft">${said(one.cover.lead)}</span>` : nothing}
              </span>
            </label>`,
          )}
        </div>
      </fieldset>
      ${state.ruleset && state.catalogue ? formView(account) : nothing}
    </form>
  `;
}

/** The form for the chosen title. @param {any} account */
function formView(account) {
  const { ruleset, catalogue } = state;
  const { min, max } = ruleset.seats;
  const counts = Array.from({ length: max - min + 1 }, (_, i) => min + i);
  return html`
    <section class="panel">
      <details class="rules">
        <summary>${t("rules.short")}</summary>
        <div class="prose">${paragraphs(said(catalogue.summary))}</div>
      </details>
      ${ruleset.guided
        ? html`<p class="row first-game">
            <button type="button" class="primary" ?disabled=${account === null || state.isBusy} @click=${playFirst}>${t("new.first-game")}</button>
            <span class="small soft grow">${t("new.first-game-hint")}</span>
          </p>`
        : nothing}
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
                html`<option value="bot:${bot}" ?selected=${who === `bot:${bot}`}>${botName(bot)}</option>`,
            )}
          </select>
        </div>`,
      )}
      </div>
      <p class="small soft">${t(state.seats.includes("open") ? "new.open-hint" : "new.bots-hint")}</p>
    </fieldset>
    ${optionsView({ ruleset, catalogue, options: state.options, onChange: setOption })}
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
        ${numberView({
          name: "spectatorDelay",
          label: t("new.delay"),
          min: 0,
          max: DELAY_MAX,
          about: t("new.delay.hint", { actions: state.spectatorDelay }),
          value: state.spectatorDelay,
          onChange: (value) => {
            state.spectatorDelay = value;
            edited();
          },
        })}
        ${clockView(state.clock, edited)}
      </div>
    </details>
    <button type="submit" class="primary big" ?disabled=${account === null || state.isBusy}>
      ${t(state.seats.includes("open") ? "new.create" : "new.play")}
    </button>
  `;
}
