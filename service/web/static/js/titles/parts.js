/**
 * What the tables of several titles are drawn with: panels, lists, dice, tokens. It also exports what else renderers need.
 *
 * No module here knows a title or a rule. Texts reach the page as text nodes only.
 */
import { html, nothing, svg } from "../html.js";
import { personView } from "../parts.js";
import { stylesheet } from "../styles.js";
import { icon } from "./icons.js";
import { classes, seatName } from "./text.js";

export { html, nothing, repeat, svg } from "../html.js";
export { hasIcon, icon } from "./icons.js";
export { Legend, sceneOf } from "./scene.js";
export { capital, classes, seatName, tally, word } from "./text.js";

stylesheet("titles/parts.css");
import("./dragging.js").catch(() => {}); // clicks and keys can do the same

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

/**
 * A board in a frame, which can be looked at closely (`zoom.js`).
 * @param {import("./index.js").Drawn} drawn @param {string} label what it is @param {any} picture an SVG element
 */
export function board({ lang }, label, picture) {
  import("./zoom.js").catch(() => {}); // without a connection the board is drawn whole, and the next drawing asks again
  return html`<zoom-board lang=${lang}><div class="tt-picture" tabindex="0" role="region" aria-label=${label}>${picture}</div></zoom-board>`;
}

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
    <rect class="under" x="1.5" y="3" width="21" height="20" rx="4.5" /><rect x="1.5" y="1" width="21" height="20" rx="4.5" />
    ${value === null ? nothing : value <= 6
      ? PIPS[value].map(([x, y]) => svg`<circle cx=${x} cy=${y - 1} r="2.1" />`)
      : svg`<text x="12" y="15.5" text-anchor="middle">${value}</text>`}
  </svg>`;
}

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

/** The name of a seat's player, which leads to the profile; that of a bot as text. @param {import("./index.js").Drawn} drawn @param {number} seat */
export function seatLink(drawn, seat) {
  const player = drawn.seats.find((one) => one.seat === seat)?.player;
  return player?.name ? personView(player) : seatName(drawn, seat);
}

/**
 * A seat's figure in a picture: its token as the body, with head, helmet and limbs.
 * @param {number} seat @param {number} x @param {number} y @param {number} [size] half of its height @param {string} [names]
 */
export function figure(seat, x, y, size = 10, names = "") {
  return svg`<g class=${classes("tt-token tt-figure", `seat-${seat}`, names)} transform=${`translate(${x} ${y}) scale(${size / 10})`}>
    <g class="tt-limbs"><path d="M-3 5V10.2h-2.4M3 5V10.2h2.4M-5.5 1.5l-3.2-3M5.5 1.5l3.2-3" /></g>
    <g class="tt-body" transform="translate(0 2.6) scale(0.68)"><path d=${SHAPES[seat % SHAPES.length]} /><text y=${seat % SHAPES.length === 2 ? 6 : 4.2} text-anchor="middle">${seat + 1}</text></g>
    <circle class="tt-face" cy="-7" r="2.9" /><path class="tt-helmet" d="M-4.3-7A4.3 4.3 0 0 1 4.3-7Z" /><circle class="tt-lamp" cx="1.2" cy="-8.7" r="1.1" />
  </g>`;
}

/** The token and the name of a seat. @param {import("./index.js").Drawn} drawn @param {number} seat */
export function seatLabel(drawn, seat) {
  return html`${badge(seat)} ${seatName(drawn, seat)}`;
}

/** A row that scrolls. When another part of it becomes the current one, it scrolls to that part. */
class NowRow extends HTMLElement {
  /** A value that changes whenever another part becomes the current one. @param {unknown} value */
  set now(value) {
    if (value === this._now) return;
    this._now = value;
    requestAnimationFrame(() => {
      const one = this.querySelector("[aria-current]");
      if (!(one instanceof HTMLElement)) return;
      const [box, own] = [one.getBoundingClientRect(), this.getBoundingClientRect()];
      this.scrollLeft += box.left - own.left - (own.width - box.width) / 2;
    });
  }

  /** @type {unknown} */
  _now = null;
}

if (!customElements.get("now-row")) customElements.define("now-row", NowRow);

/**
 * What the signs of a table mean, to be unfolded.
 * @param {import("./scene.js").Legend} legend
 * @param {any} name
 * @param {any[][]} signs the drawing of each sign, and its id in the legend
 */
export function keyView(legend, name, signs) {
  return html`<details class="tt-key"><summary>${name}</summary>
    <ul>${signs.map(([drawing, id]) => html`<li>${drawing}<span><b>${legend.title(id)}.</b> ${legend.text(id)}</span></li>`)}</ul>
  </details>`;
}

/**
 * Shows on the table what a choice would do, while the reader looks at it (`sight.js`).
 * @param {string} title @param {import("./scene.js").Scene} scene
 */
export function sightOf(title, scene) {
  return html`<table-sight .of=${{ title, scene }}></table-sight>`;
}

/** A layer of a panel that only `sight.js` draws. @param {string} name */
export function layer(name) {
  return html`<span class="tt-layer" data-sight=${name}></span>`;
}
