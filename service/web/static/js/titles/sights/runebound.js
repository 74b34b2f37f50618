/** What a choice in Runebound would do: the way over the land and the dice that pay for it, what a roll needs and brings. */
import { html, nothing, svg } from "../../html.js";
import { icon, signAt } from "../icons.js";
import { middle, RADIUS } from "../runebound.js";
import { changesOf, changeOf, isSure, labels, stakesOf, tag, tags, way } from "./parts.js";

/** @typedef {import("../sight.js").Sight} Sight */
/** @typedef {import("./parts.js").Stake} Stake */

const ROLLS = { roll_succeeded: "check", roll_failed: "cross" };

/** @type {Sight} */
export function sight({ table, legend, own }, offer) {
  const stakes = stakesOf(offer);
  const byId = new Map(legend.catalogue.maps[0].places.map((/** @type {any} */ place) => [place.id, place]));
  const ways = stakes.filter(({ fact }) => ["hero_moved", "hero_retreated", "hero_placed"].includes(fact.type) && fact.seat === own);
  const steps = ways.filter(isSure);
  const start = own === null ? null : table.heroes[own].hex;
  const hexes = [start, ...steps.map(({ fact }) => fact.hex)].filter((hex) => hex !== null);
  const needs = stakes.filter(({ kind }) => kind.split(".")[0] === "needs");
  const others = stakes.filter((stake) => !needs.includes(stake) && !ways.includes(stake));
  const told = tags([...needs.map(needed), ...byOutcome(others)]);
  return {
    board: ways.length === 0 ? nothing : svg`${steps.length === 0 ? nothing : svg`<g data-hex=${hexes.at(-1)}>${way(hexes.map((hex) => middle(byId.get(hex))), RADIUS * 0.72)}</g>`}
      ${ways.filter((stake) => !isSure(stake)).map((stake) => maybe(middle(byId.get(stake.fact.hex)), stake))}
      ${steps.map(({ fact, said }) => (said.dice?.length > 0 ? paid(middle(byId.get(fact.hex)), fact, said.dice) : nothing))}`,
    roll: table.combat === null && table.facing === null ? told : nothing,
    facing: table.combat === null && table.facing !== null ? told : nothing,
    fight: table.combat !== null ? told : nothing,
  };
}

/** Where the hero may come, by a success or a failure. It is on no way of the choice itself. @param {[number, number]} at @param {Stake} stake */
function maybe([x, y], { fact, when }) {
  const outcome = when.map(({ type }) => ROLLS[/** @type {"roll_failed"} */ (type)]).find(Boolean) ?? "question";
  return svg`<g data-maybe=${fact.hex}><circle class="tt-goal is-open" cx=${x} cy=${y} r=${RADIUS * 0.72} />
    ${labels([{ sign: outcome, told: "", isSure: false }], x, y, x)}</g>`;
}

/** The dice that pay for a hex, by their order on the table, with its terrain. @param {[number, number]} at @param {any} fact @param {number[]} dice */
function paid([x, y], fact, dice) {
  return svg`<g class="tt-label is-sure" data-paid=${`${fact.hex}:${dice.join("+")}`} transform=${`translate(${x - 17} ${y - RADIUS * 0.95})`}>
    <rect width=${24 + 10 * dice.length} height="17" rx="4" />${signAt(fact.terrain, 2, 2, 13)}<text x="17" y="13">${dice.map((one) => one + 1).join("+")}</text></g>`;
}

/** What the die has to show. @param {Stake} stake */
function needed({ kind, said }) {
  const [, how = ""] = kind.split(".");
  const told = how === "thrown" ? `+${said.own} : +${said.against}` : how === "sure" ? "✓" : `${said.needed}+`;
  return html`<span class=${how === "never" ? "is-open" : "is-sure"} data-needs=${how === "thrown" ? nothing : said.needed}>${icon("doubles")}<b>${told}</b>${how === "never" ? icon("cross") : nothing}</span>`;
}

/** What comes by success, by failure and in any case. @param {Stake[]} stakes */
function byOutcome(stakes) {
  return [null, "roll_succeeded", "roll_failed"].map((outcome) => {
    const found = stakes.filter(({ when }) => (when.find(({ type }) => type in ROLLS)?.type ?? null) === outcome);
    if (outcome === null) return changesOf("runebound", found).map((change) => tag(change));
    const changes = found.map((stake) => changeOf("runebound", { ...stake, when: [], unless: [] })).filter((one) => one !== null);
    if (changes.length === 0) return nothing;
    return html`<span class=${outcome === "roll_succeeded" ? "is-sure" : "is-open"}>${icon(ROLLS[/** @type {"roll_failed"} */ (outcome)])}${changes.map(({ sign, told }) => html` ${icon(sign)}${told}`)}</span>`;
  });
}
