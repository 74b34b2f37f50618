/** The guided first game of a title: it is set up by one press, and told beside the table (`table/guide.js`). */
import * as api from "./api.js";
import { guidePlace, sit, start } from "./seating.js";
import { remember, remembered } from "./words.js";

/**
 * Makes the guided first game of a title, sits down and starts it. Returns the game's id.
 * @param {string} ruleset @param {string} account the player's @returns {Promise<string>}
 */
export async function startFirstGame(ruleset, account) {
  const guide = await api.get(`/v1/rulesets/${ruleset}/guide`);
  const bots = Array.from({ length: guide.seats - 1 }, (_, i) => ({ seat: i + 1, bot: guide.bot }));
  const { game } = await api.post("/v1/games", { ruleset: guide.ruleset, seats: guide.seats, options: guide.options, bots, visibility: "private" });
  keepTold(game.id, []);
  await start((await sit(game.id, account, { seat: 0 })).game, account);
  return game.id;
}

/** The ids of the moments that were told in a guided game; null if the game is not guided here. @param {string} game @returns {string[] | null} */
export function toldIn(game) {
  const kept = remembered(guidePlace(game));
  return kept === null ? null : kept.split(" ").filter(Boolean);
}

/** Keeps which moments were told. null ends the guide. @param {string} game @param {string[] | null} told */
export function keepTold(game, told) {
  remember(guidePlace(game), told === null ? null : told.join(" "));
}
