/** The parts of a profile: what an account did with games, its results, its ratings, and what it played lately. */
import { html, nothing, svg } from "../html.js";
import { points, seasonTold } from "../leagues/told.js";
import { cardView } from "../lobby/card.js";
import { optionsTold } from "../lobby/told.js";
import { emblemView, moment, nameOf, titleOf } from "../parts.js";
import { t } from "../words.js";
import { curveView } from "./curve.js";

/** @typedef {import("../parts.js").Titles} Titles */

/** Counts that every profile has. */
const ALWAYS = ["games_created", "games_aborted", "created_broken_off", "nonces_withheld"];
/** Counts of what an arbiter or operator did. They are shown only if there is something to show. */
const IN_OFFICE = ["games_broken_off", "games_settled", "games_resumed"];

/** What the account did with games, with what it means. @param {Record<string, number>} counts as the API gives them */
export function countsView(counts) {
  const shown = [...ALWAYS, ...IN_OFFICE.filter((name) => counts[name] > 0)];
  return html`<section class="panel" aria-labelledby="part-counts">
    <h2 id="part-counts">${t("players.counts")}</h2>
    <dl class="counts">
      ${shown.map(
        (name) => html`<div class="count">
          <dt>${t(`players.count.${name}`)}</dt>
          <dd><strong>${counts[name]}</strong> <span class="small soft">${t(`players.count.${name}.means`)}</span></dd>
        </div>`,
      )}
    </dl>
  </section>`;
}

/** Results by title. @param {any[]} results as the API gives them @param {Titles} titles */
export function resultsView(results, titles) {
  if (results.length === 0) return html`<p class="soft">${t("players.results.none")}</p>`;
  const sum = (/** @type {string} */ name) => results.reduce((total, one) => total + one[name], 0);
  const all = { games: sum("games"), wins: sum("wins"), shared_wins: sum("shared_wins") };
  return html`${results.length > 1 ? html`<div class="result is-all">${resultTold(t("players.results.all"), all)}</div>` : nothing}
    <ul class="results">
      ${results.map(
        (one) => html`<li class="result" data-title=${one.title}>
          ${emblemView(one.title)}
          <div class="grow">
            ${resultTold(nameOf(one.title, titles), one)}
            <span class="small soft">${t("players.results.last", { at: moment(one.last_at) })}</span>
          </div>
        </li>`,
      )}
    </ul>`;
}

/** @param {string} name @param {{games: number, wins: number, shared_wins: number}} result */
function resultTold(name, { games, wins, shared_wins: shared }) {
  const alone = wins - shared;
  return html`<strong>${name}</strong>
    <p>${t("players.results.told", { games, won: alone, shared, rest: games - wins })}</p>
    <svg class="share" viewBox="0 0 ${games} 1" preserveAspectRatio="none" aria-hidden="true">
      ${[["won", 0, alone], ["shared", alone, shared], ["rest", wins, games - wins]].map(
        ([what, from, width]) => svg`<rect class=${`share-${what}`} x=${from} width=${width} height="1" />`,
      )}
    </svg>`;
}

/** Ratings by league and season. @param {any[]} ratings as the API gives them @param {Titles} titles */
export function ratingsView(ratings, titles) {
  if (ratings.length === 0) return html`<p class="soft">${t("players.ratings.none")}</p>`;
  return html`<ul class="player-ratings">
    ${ratings.map((one) => {
      const name = [nameOf(one.title, titles), ...optionsTold(one, titles[one.title])].join(" · ");
      const address = `/leagues?league=${encodeURIComponent(one.league)}&season=${encodeURIComponent(one.season)}&kind=${one.kind}`;
      const highest = Math.max(one.rating, ...one.history.map((/** @type {any} */ point) => point.rating));
      return html`<li data-title=${one.title}>
        <h3><a href=${address}>${name}</a> <span class="soft small">${seasonTold(one.season)}</span></h3>
        <p>${t("players.ratings.told", { rating: points(one.rating), highest: points(highest), games: one.game_count })}</p>
        ${one.history.length === 0 ? nothing : curveView(one.history, `${name}, ${seasonTold(one.season)}`)}
      </li>`;
    })}
  </ul>`;
}

/** What was played lately. @param {any[]} games as the API lists them @param {Titles} titles */
export function gamesView(games, titles) {
  if (games.length === 0) return html`<p class="soft">${t("players.games.none")}</p>`;
  return html`<ul class="games">
    ${games.map((game) => html`<li>${cardView(game, titles[titleOf(game.ruleset)], "lately")}</li>`)}
  </ul>`;
}
