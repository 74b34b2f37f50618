/** The card of a game in the lobby. */
import { html, nothing } from "../html.js";
import { emblemView, keptView, moment, openTold, seatMark, seatView, titleOf } from "../parts.js";
import { me } from "../session.js";
import { said, t } from "../words.js";
import { ago, clockTold, optionsTold, roundTold } from "./told.js";

/**
 * The whole card leads to the game, but for the names on it.
 * @param {any} game as the list has it
 * @param {any} ruleset its title, as the list of titles has it
 * @param {string} list the list that it is in
 */
export function cardView(game, ruleset, list) {
  // The winners before a ruling that says otherwise are not the winners any more.
  const winners = game.remedy === null ? (game.outcome?.winners ?? []) : [];
  const facts = [roundTold(game, ruleset), ...optionsTold(game, ruleset), clockTold(game.clock)].filter(Boolean);
  return html`<div class="game" data-title=${titleOf(game.ruleset)}>
    ${emblemView(game.ruleset)}
    <a class="game-title" href="/games/${game.id}">${ruleset ? said(ruleset.title) : game.ruleset}</a>
    <span class="game-state">${stateTold(game, list)}</span>
    ${facts.length > 0 ? html`<span class="game-facts small">${facts.join(" · ")}</span>` : nothing}
    <span class="game-seats">
      ${game.seats.map(
        (/** @type {any} */ seat) => html`<span class="game-seat ${seat.free ? "soft" : ""}">
          ${seatMark(seat.seat)} ${keptView(game, seat) ?? seatView(seat)}${winners.includes(seat.seat) ? ` ★` : ""}
        </span>`,
      )}
    </span>
    <time class="small soft" datetime=${game.updated_at} title=${moment(game.updated_at)}>${ago(game.updated_at)}</time>
  </div>`;
}

/** @param {any} game @param {string} list */
function stateTold(game, list) {
  if (list === "turn") {
    const owes = game.seats.some((/** @type {any} */ seat) => seat.player?.id === me()?.id && seat.owes_nonce);
    return t(owes ? "lobby.state.nonce" : "lobby.state.turn");
  }
  if (game.remedy) return t(`lobby.remedy.${game.remedy.type}`);
  if (game.status === "open") return openTold(game) ?? t("lobby.state.full");
  if (game.clock_stopped) return t("lobby.state.stopped");
  return t(`lobby.state.${game.status}`);
}
