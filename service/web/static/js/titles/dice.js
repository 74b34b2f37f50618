/** Dice of six and more sides. */
import { html, nothing, svg } from "../html.js";
import { classes } from "./classes.js";

/** The pips of each face from 1 to 6, on a square of 24 units. @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[12, 12]],
  2: [[7, 7], [17, 17]],
  3: [[7, 7], [12, 12], [17, 17]],
  4: [[7, 7], [17, 7], [7, 17], [17, 17]],
  5: [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]],
  6: [[7, 6.5], [17, 6.5], [7, 12], [17, 12], [7, 17.5], [17, 17.5]],
};

/**
 * A die that shows its upper face.
 * @param {number | null} value null for a die that is not rolled
 * @param {string} label what it is
 * @param {string} [names] classes
 */
export function die(value, label, names = "") {
  const told = value === null ? label : `${label}: ${value}`;
  return html`<svg class=${classes("tt-die", names)} viewBox="0 0 24 24" role="img" aria-label=${told}>
    <rect x="1.5" y="1.5" width="21" height="21" rx="4.5" />
    ${value === null ? nothing : value <= 6
      ? PIPS[value].map(([x, y]) => svg`<circle cx=${x} cy=${y} r="2.2" />`)
      : svg`<text x="12" y="16.5" text-anchor="middle">${value}</text>`}
  </svg>`;
}
