/** The clock of a new game: the fields of the form, and the terms for the service. */
import { html, nothing } from "../html.js";
import { t } from "../words.js";
import { numberView } from "./number.js";

/** Kinds of clocks on offer. */
const CLOCKS = ["none", "per_decision", "budget", "days"];
/** Times for a decision on offer, in seconds. */
const TURN_SECONDS = [60, 300, 900, 3600, 43_200];
/** What can happen when the time of a seat is up. */
const ENDS = ["bot", "default_action", "forfeit"];

/** @typedef {ReturnType<typeof newClock>} Clock */

/** The clock as the form shows it first. */
export function newClock() {
  return { kind: "none", turnSeconds: 300, budgetMinutes: 20, incrementSeconds: 10, days: 2, onExpiry: "bot", bot: "" };
}

/** The clock as the service takes it; null for a game without one. @param {Clock} clock */
export function clockTerms(clock) {
  if (clock.kind === "none") return null;
  const end = { kind: clock.onExpiry, ...(clock.onExpiry === "default_action" ? {} : { bot: clock.bot }) };
  if (clock.kind === "days") return { kind: "days", days: clock.days, on_expiry: end };
  if (clock.kind === "per_decision") return { kind: "per_decision", seconds: clock.turnSeconds, on_expiry: end };
  return { kind: "budget", seconds: clock.budgetMinutes * 60, increment: clock.incrementSeconds, on_expiry: end };
}

/** The kind of the clock, its times, and what happens when they are up. @param {Clock} clock @param {() => void} onChange */
export function clockView(clock, onChange) {
  return html`
    <div class="field">
      <label for="clock">${t("new.clock")}</label>
      <select
        id="clock"
        name="clock"
        aria-describedby="about-clock"
        @change=${(/** @type {any} */ event) => {
          clock.kind = event.target.value;
          onChange();
        }}
      >
        ${CLOCKS.map((one) => html`<option value=${one} ?selected=${one === clock.kind}>${t(`clock.${one}`)}</option>`)}
      </select>
      <span class="small soft" id="about-clock">${t(`clock.${clock.kind}.hint`)}</span>
    </div>
    ${clock.kind === "none" ? nothing : timesView(clock, onChange)}
  `;
}

/** @param {Clock} clock @param {() => void} onChange */
function timesView(clock, onChange) {
  /** A number of the clock. @param {"budgetMinutes" | "incrementSeconds" | "days"} name @param {number} min @param {number} max */
  const time = (name, min, max) =>
    numberView({
      name,
      label: t(`clock.time.${name}`),
      min,
      max,
      value: clock[name],
      onChange: (value) => {
        clock[name] = value;
        onChange();
      },
    });
  return html`${clock.kind === "per_decision"
      ? html`<div class="field">
          <label for="turn">${t("clock.turn")}</label>
          <select
            id="turn"
            name="turn"
            @change=${(/** @type {any} */ event) => {
              clock.turnSeconds = Number(event.target.value);
              onChange();
            }}
          >
            ${TURN_SECONDS.map((one) => html`<option value=${one} ?selected=${one === clock.turnSeconds}>${t(`clock.turn.${one}`)}</option>`)}
          </select>
        </div>`
      : nothing}
    ${clock.kind === "budget" ? html`${time("budgetMinutes", 1, 1440)}${time("incrementSeconds", 0, 3600)}` : nothing}
    ${clock.kind === "days" ? time("days", 1, 90) : nothing}
    <div class="field">
      <label for="expiry">${t("clock.expiry")}</label>
      <select
        id="expiry"
        name="expiry"
        aria-describedby="about-expiry"
        @change=${(/** @type {any} */ event) => {
          clock.onExpiry = event.target.value;
          onChange();
        }}
      >
        ${ENDS.map((one) => html`<option value=${one} ?selected=${one === clock.onExpiry}>${t(`clock.expiry.${one}`)}</option>`)}
      </select>
      <span class="small soft" id="about-expiry">${t(`clock.expiry.${clock.onExpiry}.hint`)}</span>
    </div>`;
}
