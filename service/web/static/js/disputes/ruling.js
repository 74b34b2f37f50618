/** The form in which an arbiter rules. */

import { html, nothing } from "../html.js";
import { seatName } from "../parts.js";
import { t } from "../words.js";

/** @typedef {"dismiss" | "annul" | "adjudicate" | "resume"} Choice */
const CHOICES = /** @type {Choice[]} */ (["dismiss", "annul", "adjudicate", "resume"]);

/**
 * @param {object} options
 * @param {Choice} options.choice
 * @param {any[]} options.seats
 * @param {number} options.event the disputed event
 * @param {string} options.ruleset
 * @param {string[]} options.versions versions of the rules that the game may go on under
 * @param {boolean} options.isBusy
 * @param {(choice: Choice) => void} options.onChoose
 * @param {(ruling: any) => void} options.onRule
 */
export function rulingView({ choice, seats, event, ruleset, versions, isBusy, onChoose, onRule }) {
  /** @param {SubmitEvent} submitted */
  const send = (submitted) => {
    submitted.preventDefault();
    onRule(rulingIn(choice, new FormData(/** @type {HTMLFormElement} */ (submitted.target)), seats.length, ruleset));
  };
  return html`<form class="stack" @submit=${send}>
    <fieldset>
      <legend>${t("disputes.rule.verdict")}</legend>
      ${CHOICES.map(
        (one) => html`<label class="choice">
          <input type="radio" name="choice" value=${one} .checked=${one === choice} @change=${() => onChoose(one)} />
          ${t(`disputes.rule.${one}`)}
        </label>`,
      )}
    </fieldset>
    ${choice === "adjudicate"
      ? html`<div class="row">
          ${seats.map(
            (seat) => html`<label
              >${t("disputes.rule.place", { name: seatName(seat) })}
              <input type="number" name=${`place-${seat.seat}`} min="1" max=${seats.length} required value="1" />
            </label>`,
          )}
        </div>`
      : nothing}
    ${choice === "resume"
      ? html`<div class="row">
          <label
            >${t("disputes.rule.event")}
            <input type="number" name="event" min="1" required value=${Math.max(1, event - 1)} />
          </label>
          <label
            >${t("disputes.rule.ruleset")}
            <select name="ruleset">
              ${[ruleset, ...versions].map((one) => html`<option value=${one}>${one}</option>`)}
            </select>
          </label>
        </div>`
      : nothing}
    ${choice === "annul" || choice === "adjudicate" ? html`<p class="notice">${t("disputes.rule.reveals")}</p>` : nothing}
    <label>${t("disputes.rule.reason")}<textarea name="reason" rows="4" maxlength="2000" required></textarea></label>
    <div><button class="primary" ?disabled=${isBusy}>${t("disputes.rule.send")}</button></div>
  </form>`;
}

/**
 * @param {Choice} choice
 * @param {FormData} given
 * @param {number} seats
 * @param {string} ruleset
 */
function rulingIn(choice, given, seats, ruleset) {
  const reason = String(given.get("reason")).trim();
  if (choice === "dismiss") return { verdict: "dismissed", reason };
  if (choice === "annul") return { verdict: "upheld", remedy: { type: "annul" }, reason };
  if (choice === "adjudicate") return { verdict: "upheld", remedy: { type: "adjudicate", ranking: rankingIn(given, seats) }, reason };
  const under = String(given.get("ruleset"));
  const remedy = { type: "resume", event: Number(given.get("event")), ...(under === ruleset ? {} : { ruleset: under }) };
  return { verdict: "upheld", remedy, reason };
}

/**
 * The seats by place. Seats with the same place share it.
 *
 * @param {FormData} given
 * @param {number} seats
 */
function rankingIn(given, seats) {
  /** @type {Map<number, number[]>} */
  const places = new Map();
  for (let seat = 0; seat < seats; seat += 1) {
    const place = Number(given.get(`place-${seat}`));
    places.set(place, [...(places.get(place) ?? []), seat]);
  }
  return [...places].sort(([a], [b]) => a - b).map(([, one]) => one);
}
