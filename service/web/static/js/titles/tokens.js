/** Tokens of the seats: in a picture, and beside a name. */
import { html, svg } from "../html.js";
import { classes } from "./classes.js";
import { seatName } from "./words.js";

/** The shape of each seat, so that colour is never the only difference: a path around (0, 0) with radius 10. */
const SHAPES = [
  "M0-9A9 9 0 1 1 0 9 9 9 0 1 1 0-9Z",
  "M-8-8H8V8H-8Z",
  "M0-10 9.5 7.5H-9.5Z",
  "M0-10.5 10.5 0 0 10.5-10.5 0Z",
  "M0-10 9.5-3 6 8.5H-6L-9.5-3Z",
  "M-5-9H5L10 0 5 9H-5L-10 0Z",
];

/**
 * A seat's token in a picture: its shape, its colour and its number.
 * @param {number} seat @param {number} x @param {number} y @param {number} [size] radius @param {string} [names]
 */
export function token(seat, x, y, size = 10, names = "") {
  return svg`<g class=${classes("tt-token", `seat-${seat}`, names)} transform=${`translate(${x} ${y}) scale(${size / 10})`}>
    <path d=${SHAPES[seat % SHAPES.length]} /><text y="4.2" text-anchor="middle">${seat + 1}</text>
  </g>`;
}

/** A seat's token for use beside a name. @param {number} seat */
export function badge(seat) {
  return html`<svg class="tt-badge" viewBox="-12 -12 24 24" aria-hidden="true">${token(seat, 0, 0)}</svg>`;
}

/** The token and the name of a seat. @param {import("./index.js").Drawn} drawn @param {number} seat */
export function seatLabel(drawn, seat) {
  return html`${badge(seat)} ${seatName(drawn, seat)}`;
}
