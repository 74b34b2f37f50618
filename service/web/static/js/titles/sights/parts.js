/** What the previews of all titles are drawn with, from the stakes of a choice. */
import { html, nothing, svg } from "../../html.js";
import { icon, signAt } from "../icons.js";
import { LOOKS } from "../looks.js";

/** @typedef {import("../spots.js").Offer} Offer */
/** @typedef {{kind: string, fact: any, never: boolean, when: any[], unless: any[], by: string[], said: Record<string, any>}} Stake */
/** @typedef {{sign: string, told: string, isSure: boolean, fact: any}} Change what goes up or down: its sign, and by how much */

/** The stakes of a choice that come, or may come. @param {Offer} offer @returns {Stake[]} */
export function stakesOf(offer) {
  return (offer.stakes ?? []).filter((/** @type {Stake} */ stake) => !stake.never);
}

/** Whether a stake comes in any case. @param {Stake} stake */
export const isSure = ({ when, unless }) => when.length === 0 && unless.length === 0;

/** A number as far as it is known. @param {any} value */
function amountOf(value) {
  if (typeof value === "number") return { told: String(value), isNone: value === 0 };
  if (value?.at_most !== undefined) return { told: `≤${value.at_most}`, isNone: value.at_most === 0 };
  if (value?.at_least !== undefined) return { told: `≥${value.at_least}`, isNone: false };
  return null;
}

/** What goes up or down by a stake; null if nothing that is drawn does. @param {string} title @param {Stake} stake @returns {Change | null} */
export function changeOf(title, stake) {
  const { fact } = stake;
  const look = LOOKS[title][fact.type];
  if (look?.sign === undefined) return null;
  const change = { sign: look.sign, told: "", isSure: isSure(stake), fact };
  const member = look.less ?? look.more;
  if (member === undefined) return change;
  const amount = amountOf(typeof member === "number" ? member : (fact[member] ?? fact.threatened));
  if (amount === null) return change;
  return amount.isNone ? null : { ...change, told: `${look.less === undefined ? "+" : "−"}${amount.told}` };
}

/** All changes of a choice, each once. @param {string} title @param {Stake[]} stakes @returns {Change[]} */
export function changesOf(title, stakes) {
  const found = stakes.map((stake) => changeOf(title, stake)).filter((one) => one !== null);
  const seen = new Map(found.map((one) => [`${one.sign}${one.told}${one.isSure}`, one]));
  return [...seen.values()];
}

/** Tags with signs, in a panel. @param {any[]} parts */
export function tags(parts) {
  const shown = parts.flat().filter((part) => part !== nothing && part !== null);
  return shown.length === 0 ? nothing : html`<span class="tt-foreseen">${shown}</span>`;
}

/** A change as a tag. @param {Change} change @param {any} [before] what stands before it */
export function tag({ sign, told, isSure }, before = nothing) {
  return html`<span class=${isSure ? "is-sure" : "is-open"}>${before}${icon(sign)}${told}${isSure ? nothing : "?"}</span>`;
}

/**
 * Labels in a picture, one below the other, beside a point.
 * @param {{sign: string, told: string, isSure: boolean}[]} labels @param {number} x @param {number} y the point @param {number} room to the right of it
 */
export function labels(labels, x, y, room) {
  const wide = Math.max(0, ...labels.map(({ told, isSure }) => 20 + 7 * (told.length + (isSure ? 0 : 1))));
  const left = wide > room ? x - wide - 12 : x + 12;
  return labels.map(
    ({ sign, told, isSure }, number) => svg`<g class=${isSure ? "tt-label is-sure" : "tt-label is-open"} transform=${`translate(${left} ${y - 9 + 19 * number})`}>
      <rect width=${wide} height="18" rx="5" />${signAt(sign, 3, 2.5, 13)}<text x="18" y="13.5">${told}${isSure ? "" : "?"}</text></g>`,
  );
}

/** A way through a picture, and a ring at its end. @param {[number, number][]} points @param {number} size of the ring @param {string} [names] */
export function way(points, size, names = "") {
  const [x, y] = points[points.length - 1];
  return svg`${points.length > 1 ? svg`<polyline class=${`tt-way ${names}`} points=${points.map((point) => point.join(",")).join(" ")} />` : nothing}
    <circle class="tt-goal" cx=${x} cy=${y} r=${size} />`;
}
