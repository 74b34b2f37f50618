/** The shelf of titles: what each is like, and one press to play it against bots. */
import * as api from "../api.js";
import { html, nothing } from "../html.js";
import { asProblem, botName, emblemView } from "../parts.js";
import { sit, start } from "../seating.js";
import { me, sessionLost } from "../session.js";
import { remember, remembered, said, t } from "../words.js";

/** The choice, kept in the browser, of the level that bots play at. */
const LEVEL = "delvebook.level";
/** Seats of a game that one press begins, if the title has room for so many. */
const SEATS = 3;

/** What the lid of the box says: players, minutes, weight. @param {any} one a title, as the list of titles has it */
export function coverView(one) {
  const { min, max } = one.seats;
  const count = min === max ? String(max) : `${min}–${max}`;
  const { cover } = one;
  return html`<span class="cover small">
    <span>${t("new.players", { count, max })}</span>
    ${cover
      ? html`<span>${t("cover.minutes", { min: cover.minutes.min, max: cover.minutes.max })}</span>
          <span>${t("cover.weight")} ${weightView(cover.weight)}</span>`
      : nothing}
  </span>`;
}

/** @param {number} weight from 1 to 5 */
function weightView(weight) {
  return html`<span aria-hidden="true" class="weight">${"●".repeat(weight)}${"○".repeat(5 - weight)}</span
    ><span class="only-heard">${t("cover.weight-of", { weight })}</span>`;
}

/** The level that was chosen last, or else the medium one. @param {any} one a title */
function levelOf(one) {
  const kept = remembered(LEVEL) ?? "medium";
  return one.levels[kept] ? kept : (Object.keys(one.levels)[0] ?? "");
}

/** Begins a game of the title against bots, with the player at the table. @param {any} one @returns {Promise<string>} its id */
async function begin(one, /** @type {string} */ account) {
  const seats = Math.min(one.seats.max, Math.max(one.seats.min, SEATS));
  const bots = Array.from({ length: seats - 1 }, (_, i) => ({ seat: i + 1, bot: levelOf(one) }));
  const made = await api.post("/v1/games", { ruleset: one.ruleset, seats, bots });
  const seated = await sit(made.game.id, account, { seat: 0 });
  await start(seated.game, account);
  return made.game.id;
}

/** The shelf. */
export class Shelf {
  /** @param {() => void} redraw @param {(problem: unknown) => void} fail */
  constructor(redraw, fail) {
    this.redraw = redraw;
    this.fail = fail;
    this.isBusy = false;
  }

  /** Begins a game against bots. @param {any} one */
  play(one) {
    return this.enter((account) => begin(one, account));
  }

  /** Begins the guided first game. @param {any} one */
  learn(one) {
    return this.enter(async (account) => (await api.needed(import("../first_game.js"))).startFirstGame(one.ruleset, account));
  }

  /** @param {(account: string) => Promise<string>} makeGame returns the id of the game to open */
  async enter(makeGame) {
    const account = me();
    if (account === null || this.isBusy) return;
    this.isBusy = true;
    this.redraw();
    try {
      location.assign(`/games/${await makeGame(account.id)}`);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.status === 401) sessionLost();
      this.isBusy = false;
      this.fail(problem);
    }
  }

  /** What a player who has not played yet sees first: the guided game of the title that is learnt soonest. @param {any[]} titles */
  firstView(titles) {
    const [one] = titles.filter((title) => title.guided).sort((a, b) => (a.cover?.weight ?? Infinity) - (b.cover?.weight ?? Infinity));
    if (!one) return nothing;
    return html`<section class="panel first-game-card" data-title=${one.id} aria-labelledby="first-game">
      ${emblemView(one.id)}
      <div class="stack">
        <h2 id="first-game">${t("new.first-game")}: ${said(one.title)}</h2>
        <p>${t("new.first-game-hint")} ${t("lobby.first-game-others")}</p>
        <p><button type="button" class="primary big" ?disabled=${this.isBusy} @click=${() => this.learn(one)}>${t("lobby.first-game")}</button></p>
      </div>
    </section>`;
  }

  /** @param {any[]} titles @param {boolean} isNew whether the player has not played yet */
  view(titles, isNew) {
    const account = me();
    const levels = [...new Set(titles.flatMap((one) => Object.keys(one.levels)))];
    const level = remembered(LEVEL) ?? "medium";
    return html`<section class="list" aria-labelledby="shelf">
      <div class="row shelf-head">
        <h2 id="shelf">${t("shelf.heading")}</h2>
        ${account && levels.length > 1
          ? html`<label class="row small"
              >${t("shelf.level")}
              <select
                name="level"
                @change=${(/** @type {any} */ event) => {
                  remember(LEVEL, event.target.value);
                  this.redraw();
                }}
              >
                ${levels.map((one) => html`<option value=${one} ?selected=${one === level}>${t(`shelf.level.${one}`)}</option>`)}
              </select></label
            >`
          : nothing}
      </div>
      <ul class="shelf">
        ${titles.map((one) => this.titleView(one, account !== null, isNew))}
      </ul>
    </section>`;
  }

  /** @param {any} one @param {boolean} isSignedIn @param {boolean} isNew */
  titleView(one, isSignedIn, isNew) {
    const others = Math.min(one.seats.max, Math.max(one.seats.min, SEATS)) - 1;
    const name = said(one.title);
    const bot = others > 0 ? botName(String(one.levels[levelOf(one)] ?? "").split("@")[0]) : "";
    return html`<li class="shelf-title" data-title=${one.id}>
      ${emblemView(one.id)}
      <h3>${name}</h3>
      ${coverView(one)}
      ${one.cover ? html`<p class="small">${said(one.cover.lead)}</p>` : nothing}
      <div class="row">
        ${isSignedIn && isNew && one.guided
          ? html`<button type="button" class="primary" ?disabled=${this.isBusy} aria-label=${`${t("new.first-game")}: ${name}`} @click=${() => this.learn(one)}>
              ${t("new.first-game")}
            </button>`
          : nothing}
        ${isSignedIn
          ? html`<button type="button" class=${isNew && one.guided ? "quiet" : "primary"} ?disabled=${this.isBusy} aria-label=${t("shelf.play-title", { name })} @click=${() => this.play(one)}>
              ${t("shelf.play")}
            </button>`
          : nothing}
        <a href="/new?ruleset=${one.id}" aria-label=${t("shelf.set-up-title", { name })}>${t("shelf.set-up")}</a>
      </div>
      ${isSignedIn ? html`<p class="small soft">${others > 0 ? t("shelf.against", { count: others, bot }) : t("shelf.alone")}</p>` : nothing}
    </li>`;
  }
}
