/** The draws of an event, and how each number follows from the seed and the nonces. */
import { html, live, nothing } from "../html.js";
import { t } from "../words.js";
import { SHOWN_MAX, proofsOf, tapeOf } from "./proofs.js";

/** @import { GameEvent } from "./moments.js" */

/** Draws of one game, as the reader chooses to have them shown. */
export class Draws {
  /** @type {import("../verify/chance.js").Tape | null} null while the seed is secret */
  tape = null;
  /** @type {GameEvent | null} the event that `proofs` belong to */
  event = null;
  /** @type {Map<number, number>} by the first number of some draws: the sides of their die; 0 for a shuffle */
  sides = new Map();
  /** @type {Map<number, import("./proofs.js").Proof[]>} by the first number of some draws */
  proofs = new Map();
  seats = 0;

  /** @param {string} game @param {() => void} onChange called when something new can be shown */
  constructor(game, onChange) {
    this.game = game;
    this.onChange = onChange;
  }

  /** @param {GameEvent[]} events all of the game @param {number} seats how many seats it has */
  async load(events, seats) {
    this.seats = seats;
    this.tape = await tapeOf(this.game, events);
  }

  /** Works out the draws of an event. @param {GameEvent | null} event */
  async prove(event) {
    this.event = event;
    this.proofs = new Map();
    if (this.tape === null) return;
    for (const draws of event?.data.draws ?? []) {
      const sides = this.sides.get(draws.from) ?? this.usualSides(draws);
      this.proofs.set(draws.from, await proofsOf(this.tape, draws, sides));
    }
  }

  /** The number of sides to show some draws with until the reader chooses: a guess from their name. @param {{ what: string, count: number }} draws */
  usualSides({ what, count }) {
    if (/dice|die|attack|defend|escape|test|movement/i.test(what)) return /dice|die/i.test(what) && !/movement/i.test(what) ? 6 : 10;
    if (count > 3) return 0;
    return Math.max(2, this.seats);
  }

  /** @param {GameEvent | null} event the one that is shown */
  view(event) {
    const draws = event?.data.draws ?? [];
    if (draws.length === 0) return nothing;
    return html`<details class="panel draws">
      <summary>${t("theatre.draws")} (${draws.length})</summary>
      <p class="soft small">${t(this.tape === null ? "theatre.draws.secret" : "theatre.draws.how")}</p>
      ${draws.map((/** @type {any} */ one) => this.drawView(one))}
    </details>`;
  }

  /** @param {{ what: string, from: number, count: number }} draws */
  drawView(draws) {
    const proofs = this.proofs.get(draws.from);
    const sides = this.sides.get(draws.from) ?? this.usualSides(draws);
    const show = (/** @type {number} */ chosen) => {
      this.sides.set(draws.from, chosen);
      this.prove(this.event).then(this.onChange);
    };
    if (proofs === undefined) return html`<h3>${t("theatre.draws.one", draws)}</h3>`;
    return html`
      <h3>${t("theatre.draws.one", draws)}</h3>
      <p class="row small">
        <label class="row"
          >${t("theatre.draws.as")}
          <select
            .value=${live(sides === 0 ? "shuffle" : "die")}
            @change=${(/** @type {Event} */ event) =>
              show(/** @type {HTMLSelectElement} */ (event.target).value === "shuffle" ? 0 : 6)}
          >
            <option value="die" ?selected=${sides !== 0}>${t("theatre.draws.die", { sides: sides || 6 })}</option>
            <option value="shuffle" ?selected=${sides === 0}>
              ${t("theatre.draws.shuffle", { count: draws.count + 1 })}
            </option>
          </select>
        </label>
        ${sides === 0
          ? nothing
          : html`<label class="row"
              >${t("theatre.draws.sides")}
              <input
                type="number"
                min="1"
                max="1000"
                .value=${live(String(sides))}
                @change=${(/** @type {Event} */ event) => {
                  const chosen = Number(/** @type {HTMLInputElement} */ (event.target).value);
                  if (Number.isInteger(chosen) && chosen >= 1 && chosen <= 1000) show(chosen);
                }}
              />
            </label>`}
      </p>
      <div class="scroll" tabindex="0" role="group" aria-label=${t("theatre.draws.one", draws)}>
        <table>
          <thead>
            <tr>
              ${["number", "below", "drawn", "block"].map((one) => html`<th scope="col">${t(`theatre.draws.${one}`)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${proofs.map(
              (one) => html`<tr>
                <td>${one.number}</td>
                <td>${one.below}</td>
                <td>${one.drawn}${sides === 0 ? nothing : html` <span class="soft">(${one.drawn + 1})</span>`}</td>
                <td><code><mark>${one.block.slice(0, 16)}</mark>${one.block.slice(16)}</code></td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${draws.count > SHOWN_MAX ? html`<p>${t("theatre.draws.more", { count: draws.count - SHOWN_MAX })}</p>` : nothing}
    `;
  }
}
