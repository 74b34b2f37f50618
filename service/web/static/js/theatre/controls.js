/** Buttons, slider and speed of the replay. */
import { html, live, svg } from "../html.js";
import { t } from "../words.js";
import { sentencesAt } from "./told.js";

/** @typedef {import("../theatre.js").Theatre} Theatre */

/** Events, or decisions, per second. */
const SPEEDS = [0.5, 1, 2, 4];
/** Paths of the icons on the buttons, in a square of 24 units. */
const SIGNS = {
  first: svg`<path d="M5 5h3v14H5zM19 5v14L9 12z" />`,
  previous: svg`<path d="M17 5v14L7 12z" />`,
  play: svg`<path d="M6 4v16l14-8z" />`,
  pause: svg`<path d="M6 4h4v16H6zM14 4h4v16h-4z" />`,
  next: svg`<path d="M7 5v14l10-7z" />`,
  last: svg`<path d="M16 5h3v14h-3zM5 5v14l10-7z" />`,
};

/** @param {Theatre} theatre */
export function controlsView(theatre) {
  const { state, moments } = theatre;
  const last = moments.events.length;
  const event = moments.event(state.n);
  const button = (/** @type {keyof typeof SIGNS} */ name, /** @type {() => void} */ onClick, isOff = false) =>
    html`<button
      type="button"
      class="quiet"
      aria-label=${t(`theatre.${name}`)}
      title=${t(`theatre.${name}`)}
      ?disabled=${isOff}
      @click=${onClick}
    >
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" fill="currentColor">${SIGNS[name]}</svg>
    </button>`;
  return html`
    <section class="theatre-controls panel" aria-label=${t("theatre.controls")}>
      <div class="row buttons">
        ${button("first", () => theatre.jump(1), state.n === 1)}
        ${button("previous", () => theatre.step(-1), state.n === 1)}
        ${button(state.isPlaying ? "pause" : "play", () => theatre.toggle())}
        ${button("next", () => theatre.step(1), state.n === last)}
        ${button("last", () => theatre.jump(last), state.n === last)}
      </div>
      <label class="slider"
        ><span class="at">${t("theatre.at", { n: state.n, last })}</span>
        <input
          type="range"
          min="1"
          max=${last}
          step="1"
          .value=${live(String(state.n))}
          aria-valuetext=${t("theatre.at", { n: state.n, last })}
          @input=${(/** @type {Event} */ event) => theatre.jump(Number(/** @type {HTMLInputElement} */ (event.target).value))}
        />
      </label>
      <p class="told-now small" role="group" tabindex="0" aria-label=${t("theatre.told")}>${event === null ? "" : sentencesAt(event).join(" ")}</p>
      <div class="row">
        <label class="row small"
          >${t("theatre.step")}
          <select
            name="step"
            @change=${(/** @type {Event} */ event) => {
              state.byDecision = /** @type {HTMLSelectElement} */ (event.target).value === "decision";
              theatre.draw();
            }}
          >
            <option value="event" ?selected=${!state.byDecision}>${t("theatre.step.event")}</option>
            <option value="decision" ?selected=${state.byDecision}>${t("theatre.step.decision")}</option>
          </select>
        </label>
        <label class="row small"
          >${t("theatre.speed")}
          <select
            name="speed"
            @change=${(/** @type {Event} */ event) => {
              state.speed = Number(/** @type {HTMLSelectElement} */ (event.target).value);
              if (state.isPlaying) theatre.schedule();
              theatre.draw();
            }}
          >
            ${SPEEDS.map(
              (one) => html`<option value=${one} ?selected=${one === state.speed}>
                ${t("theatre.speed.one", { speed: one })}
              </option>`,
            )}
          </select>
        </label>
      </div>
      <p class="soft small keys">${t("theatre.keys")}</p>
    </section>
  `;
}
