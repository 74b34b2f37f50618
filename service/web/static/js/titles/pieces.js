/** Small pieces of a table: panels, lists, numbers with icons, bars. */
import { html } from "../html.js";
import { classes } from "./classes.js";
import { icon } from "./icons.js";
import { word } from "./words.js";

/** @typedef {import("../words.js").Lang} Lang */

/**
 * A number with an icon, and with words for screen readers.
 * @param {string} sign the icon
 * @param {any} value
 * @param {string} label what is counted
 * @param {string} [names] classes
 */
export function stat(sign, value, label, names = "") {
  return html`<span class=${classes("tt-stat", names)} title=${`${label}: ${value}`}
    >${icon(sign)}<b>${value}</b><span class="tt-hear"> ${label}</span></span
  >`;
}

/** A section with a heading. @param {string} heading @param {any} content @param {string} [names] classes */
export function panel(heading, content, names = "") {
  return html`<section class=${classes("tt-panel", names)}><h3>${heading}</h3>${content}</section>`;
}

/**
 * A list of terms and their values.
 * @param {[string, any][]} rows
 */
export function facts(rows) {
  return html`<dl class="tt-facts">
    ${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}

/** A bar that shows how much is left of something. @param {number} value @param {number} most @param {string} label @param {Lang} lang */
export function meter(value, most, label, lang) {
  return html`<span class="tt-meter" title=${`${label}: ${word(lang, "of", { count: value, most })}`}>
    <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="back" width="100" height="6" /><rect class="fill" width=${most ? (100 * value) / most : 0} height="6" />
    </svg>
  </span>`;
}

/** A heart for each life; lost ones are empty. @param {number} left @param {number} most */
export function hearts(left, most) {
  return Array.from({ length: most }, (_, number) => html`<span class=${number < left ? "full" : "gone"}>${icon("heart")}</span>`);
}

/**
 * How many are left of each sort; sorts that have run out are struck through.
 * @param {{ sign: any, title: string, hint: string, count: number, mark?: string }[]} sorts each with its sign as it is to be drawn
 * @param {string} [names] classes
 */
export function stock(sorts, names = "") {
  return html`<ul class=${classes("tt-stock", names)}>
    ${sorts.map(({ sign, title, hint, count, mark }) => html`<li class=${classes(count === 0 && "none", mark)} title=${hint}>${sign}<span>${title}</span><b>${count}</b></li>`)}
  </ul>`;
}

/** Each id with its number of occurrences, in the order of their first occurrences. @param {string[]} ids @returns {[string, number][]} */
export function tally(ids) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts];
}
