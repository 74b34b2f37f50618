/** What a choice in Labyrinth would do: where the team goes, what beats what, and what it costs and brings. */
import { html, nothing, svg } from "../../html.js";
import { icon } from "../icons.js";
import { LOOKS } from "../looks.js";
import { cardSign, HIGH, keysOf, WIDE } from "../labyrinth.js";
import { stakesOf, tags, way } from "./parts.js";

/** @typedef {import("../sight.js").Sight} Sight */

/** The signs of what cards of the team come and go by. @type {Record<string, string>} */
const SIGNS = { trophy_taken: "check", trophy_stolen: "check", trophy_swapped: "turn", trophies_traded: "turn", cards_discarded: "cross", location_laid: "location", rival_out: "skull" };

/** @param {number[]} cell @returns {[number, number]} */
const middle = ([x, y]) => [x * WIDE + WIDE / 2, y * HIGH + HIGH / 2];

/** @type {Sight} */
export function sight({ table, legend }, offer) {
  const goal = [keysOf(offer.action, table) ?? []].flat().find((key) => /^(cell|lay):/.test(key))?.split(":")[1].split(",").slice(0, 2).map(Number);
  const isMove = offer.action.type === "move";
  const stakes = stakesOf(offer);
  return {
    board: goal === undefined ? nothing : svg`<g data-cell=${goal.join(",")}>${way(isMove ? [middle(table.cell), middle(goal)] : [middle(goal)], WIDE / 2 - 5)}</g>`,
    turned: tags(stakes.map(({ fact }) => told(fact, legend))),
  };
}

/** A fact in signs and names. @param {any} fact @param {any} legend */
function told(fact, legend) {
  const look = LOOKS.labyrinth[fact.type];
  /** @param {any} card */
  const named = (card) => html`${icon(cardSign(legend, card))}${legend.title(card)}`;
  if (look?.compared) {
    const [one, other] = look.compared.map((/** @type {string} */ name) => fact[name]);
    if (one && other) return html`<span class="is-sure" data-beats=${`${one}>${other}`}>${named(one)} <b>›</b> ${named(other)}</span>`;
  }
  const sign = look?.sign ?? SIGNS[fact.type];
  if (sign === undefined) return nothing;
  const cards = [fact.card, fact.character, ...(fact.cards ?? [])].filter((card) => typeof card === "string");
  return html`<span class="is-sure">${icon(sign)}${cards.map((card) => html` ${legend.title(card)}`)}</span>`;
}
