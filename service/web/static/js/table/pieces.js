/** What a fact is drawn with on the stage: who, which cards, what is compared, what goes up or down, from where to where. */
import { html, nothing } from "../html.js";
import { badge, die, hasIcon, icon } from "../titles/parts.js";

/** @typedef {import("../titles/looks.js").Look} Look */
/** @typedef {import("../titles/scene.js").Legend} Legend */

/** Signs that are drawn one by one; of more than these only the number is shown. */
const SIGNS_MAX = 12;
/** Cards of one fact that are drawn. */
const CARDS_MAX = 8;
/** Steps by which parts of a piece follow each other. */
const STEPS = 8;

/** The step after the others, as a class. @param {number} number */
const after = (number) => `after-${Math.min(number, STEPS)}`;

/** @typedef {(component: any) => string | undefined} DrawingOf the sign of a component, as the title draws it */

/** @param {any} fact @param {Look} look @param {Legend} legend @param {DrawingOf} [drawingOf] */
export function piecesOf(fact, look, legend, drawingOf = () => undefined) {
  const parts = [whoOf(fact), look.sign && !isCounted(fact, look) ? signOf(look.sign) : nothing, comparedOf(fact, look, legend, drawingOf), moveOf(fact, legend), cardsOf(fact, look, legend, drawingOf), diceOf(fact), countOf(fact, look)];
  const drawn = parts.filter((part) => part !== nothing);
  return drawn.length === 0 ? nothing : html`<div class="tt stage-pieces">${drawn}</div>`;
}

/** Whether the fact says how much there is now, so that its signs are drawn one by one. @param {any} fact @param {Look} look */
const isCounted = (fact, { now }) => now !== undefined && typeof fact[now] === "number";

/** @param {string} name */
const signOf = (name) => html`<span class="stage-sign">${icon(name)}</span>`;

/** The seats that a fact names. Winners are lit. @param {any} fact */
function whoOf(fact) {
  const winners = fact.winner_seats ?? fact.winning_seats ?? [];
  const seats = fact.seat !== undefined && fact.seat !== null ? [fact.seat] : [...winners, ...(fact.seats ?? [])];
  if (seats.length === 0 || hasMove(fact)) return nothing;
  return html`<span class="stage-who ${winners.length > 0 ? "is-lit" : ""}">${seats.map((/** @type {number} */ seat) => badge(seat))}</span>`;
}

/** Two numbers or two cards, held against each other. @param {any} fact @param {Look} look @param {Legend} legend @param {DrawingOf} drawingOf */
function comparedOf(fact, { compared, lost = false, turned = false, sign }, legend, drawingOf) {
  if (!compared) return nothing;
  const [one, other] = compared.map((name) => fact[name]);
  if (one === undefined || other === undefined || other === null) return nothing;
  const areNumbers = typeof one === "number" && typeof other === "number";
  // Cards that are only turned face up are not judged yet: another fact tells who wins.
  const isJudged = areNumbers || !turned || sign !== undefined;
  const wins = areNumbers ? !lost && one >= other : !lost;
  const side = (/** @type {any} */ value, /** @type {boolean} */ isLit, /** @type {number} */ number) =>
    html`<span class="stage-card ${turned ? "is-turned" : ""} ${isJudged && isLit ? "is-lit" : ""} ${after(number)}">${typeof value === "number" ? value : faceOf(value, legend, drawingOf)}</span>`;
  const between = areNumbers ? (one >= other ? "≥" : "<") : isJudged ? "›" : "·";
  return html`<span class="stage-compared">${side(one, wins, 1)}<span class="stage-between">${between}</span>${side(other, !wins, 2)}</span>`;
}

/** @param {any} fact */
const hasMove = (fact) => fact.from_cell !== undefined || fact.from_x !== undefined || fact.from_seat !== undefined || fact.hex !== undefined && fact.terrain !== undefined;

/** A token on its way. @param {any} fact @param {Legend} legend */
function moveOf(fact, legend) {
  if (!hasMove(fact)) return nothing;
  const names = typeof fact.creature === "string" ? fact.creature : null;
  const token = fact.from_seat !== undefined ? badge(fact.from_seat) : fact.seat !== undefined ? badge(fact.seat) : names && hasIcon(names) ? icon(names) : icon("dot");
  const goal = fact.from_seat !== undefined ? badge(fact.seat) : typeof fact.hex === "string" ? legend.title(fact.terrain) : icon("dot");
  return html`<span class="stage-move"><span class="stage-token">${token}</span><span class="stage-way"></span><span class="stage-goal">${goal}</span></span>`;
}

/** The cards and other components that a fact names, in its order. @param {any} fact @param {Look} look @param {Legend} legend @param {DrawingOf} drawingOf */
function cardsOf(fact, { compared = ["", ""], turned = false }, legend, drawingOf) {
  /** @type {string[]} */
  const found = [];
  for (const [name, value] of Object.entries(fact)) {
    if (name === "type" || name === "rows" || compared.includes(name)) continue;
    for (const one of [value].flat()) if (typeof one === "string" && componentOf(one, legend)) found.push(one);
  }
  if (found.length === 0) return nothing;
  const shown = found.slice(0, CARDS_MAX);
  return html`<span class="stage-cards">${shown.map(
    (id, number) => html`<span class="stage-card ${turned ? "is-turned" : ""} ${after(number + 1)}">${faceOf(id, legend, drawingOf)}</span>`,
  )}${found.length > shown.length ? html`<span class="stage-card">+${found.length - shown.length}</span>` : nothing}</span>`;
}

/** The drawing and the name of a card. @param {string} id @param {Legend} legend @param {DrawingOf} drawingOf */
function faceOf(id, legend, drawingOf) {
  const component = componentOf(id, legend);
  const name = (component && drawingOf(component)) ?? id;
  return html`${hasIcon(name) ? icon(name) : nothing}${legend.title(id)}`;
}

/** @type {WeakMap<object, Map<string, any>>} */
const known = new WeakMap();

/** What has that id in the box; undefined if nothing has. @param {string} id @param {Legend} legend */
function componentOf(id, { catalogue }) {
  let byId = known.get(catalogue);
  if (byId === undefined) {
    byId = new Map(catalogue.components.map((/** @type {any} */ one) => [String(one.id), one]));
    known.set(catalogue, byId);
  }
  return byId.get(id);
}

/** Dice as they have fallen. @param {any} fact */
function diceOf(fact) {
  const dice = fact.die !== undefined ? [fact.die] : Array.isArray(fact.dice) ? fact.dice : [];
  if (dice.length === 0 || !dice.every((/** @type {any} */ one) => typeof one === "number")) return nothing;
  return html`<span class="stage-dice">${dice.map((/** @type {number} */ one, /** @type {number} */ number) => die(one, "", `is-thrown ${after(number + 1)}`))}</span>`;
}

/** What goes up or down: its signs come or go one by one, from the number before to the number after. @param {any} fact @param {Look} look */
function countOf(fact, look) {
  const { less, more, now = "", sign = "dot" } = look;
  const size = (/** @type {string | number | undefined} */ member) => (typeof member === "number" ? member : member === undefined ? 0 : Number(fact[member] ?? 0));
  const change = size(more) - size(less);
  if (less === undefined && more === undefined) return nothing;
  const told = change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "0";
  if (!isCounted(fact, look)) return html`<span class="stage-count ${change < 0 ? "is-less" : "is-more"}">${told}</span>`;
  const to = fact[now];
  const from = to - change;
  const most = Math.max(from, to);
  const signs = Array.from({ length: most <= SIGNS_MAX ? most : 0 }, (_, at) => {
    if (at >= to) return html`<span class="goes ${after(from - at)}">${icon(sign)}</span>`;
    return at >= from ? html`<span class="comes ${after(at - from + 1)}">${icon(sign)}</span>` : html`<span>${icon(sign)}</span>`;
  });
  return html`<span class="stage-count ${change < 0 ? "is-less" : "is-more"}"
    ><span class="stage-signs">${signs}</span><span class="stage-from">${from}</span> → <b class="stage-to">${to}</b></span
  >`;
}
