/** Signs, drawn for these pages on a square of 24 units. They have the colour of the text around them. */
import { html, svg } from "../html.js";

/**
 * The paths of each sign: `line` is stroked, `fill` is filled.
 * @type {Record<string, {line?: string, fill?: string}>}
 */
const SIGNS = {
  heart: { fill: "M12 21C5 15.5 2.5 12 2.5 8.3A5 5 0 0 1 12 6.2a5 5 0 0 1 9.5 2.1C21.5 12 19 15.5 12 21Z" },
  coin: { line: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM12 7.5v9M9.5 9.5h4a1.5 1.5 0 0 1 0 4h-3" },
  torch: { fill: "M12 1.5c3 3 4.5 5 4.5 7.2a4.5 4.5 0 0 1-9 0C7.5 7 9 5.5 9.5 4c1 .8 1.5 1.6 1.7 2.5.8-1.5 1-3 .8-5Z", line: "M9.5 14.5h5l-1.2 8h-2.6Z" },
  ball: { line: "M12 3a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15ZM6 21.5h12l-2-4H8ZM8.5 9a4 4 0 0 1 2.5-3" },
  key: { line: "M7.5 7.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM11.5 11.5h10v4M17.5 11.5v3" },
  sword: { line: "M20.5 3.5 9 15M20.5 3.5l-.5 4L10.5 17l-3.5-3.5L16.5 4ZM5.5 12l6.5 6.5M8 16l-4.5 4.5" },
  card: { line: "M5.5 3h13v18h-13ZM8.5 6.5h7v11h-7Z" },
  door: { line: "M5 21.5v-14a7 7 0 0 1 14 0v14ZM3 21.5h18M15.5 13.5v1" },
  chest: { line: "M3.5 10.5h17v10h-17ZM3.5 10.5c0-4 2-6 4-6h9c2 0 4 2 4 6M10.5 10.5v4h3v-4" },
  skull: { fill: "M12 2.5c5 0 8.5 3.3 8.5 7.8 0 2.7-1.3 4.6-3 5.9V20a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 20v-3.8c-1.7-1.3-3-3.2-3-5.9 0-4.5 3.5-7.8 8.5-7.8ZM8.5 8.5a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4Zm7 0a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4ZM12 13.5l-1.3 2.5h2.6Z" },
  monster: { line: "M4.5 10C4.5 5.5 8 3.5 12 3.5S19.5 5.5 19.5 10v11l-2.5-2-2.5 2-2.5-2-2.5 2-2.5-2-2.5 2ZM7.5 9l3 1.5M16.5 9l-3 1.5M8.5 15h7l-1.7 1.7L12 15l-1.7 1.7Z" },
  boss: { line: "M4 20.5 2.5 6l5.5 5L12 3.5l4 7.5 5.5-5L20 20.5ZM8.5 15.5h.1M15.5 15.5h.1M10 18.5h4" },
  trap: { line: "M2.5 20.5h19M4 20.5 6.5 9 9 20.5M9.5 20.5 12 5l2.5 15.5M15 20.5 17.5 9 20 20.5" },
  vault: { line: "M3.5 3.5h17v15h-17ZM6 18.5v3M18 18.5v3M12 7.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM12 7.5V5.5M12 16.5v-2M8.5 11h-2M17.5 11h-2" },
  potion: { line: "M9.5 2.5h5M10.5 2.5v6L5 18.5a2 2 0 0 0 1.8 3h10.4a2 2 0 0 0 1.8-3L13.5 8.5v-6M7.5 15.5h9" },
  person: { line: "M12 3.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4 21.5c0-4.5 3.5-7.5 8-7.5s8 3 8 7.5Z" },
  eye: { line: "M1.5 12C4 7.5 7.8 5.5 12 5.5S20 7.5 22.5 12C20 16.5 16.2 18.5 12 18.5S4 16.5 1.5 12ZM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z" },
  flag: { line: "M5 22V3M5 4h13l-3 4.5 3 4.5H5" },
  check: { line: "M4 12.5l5.5 5.5L20.5 6.5" },
  cross: { line: "M5 5l14 14M19 5 5 19" },
  clock: { line: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM12 7v5.5l3.5 2" },
  lock: { line: "M5 11h14v10H5ZM8 11V7.5a4 4 0 0 1 8 0V11" },
  gem: { line: "M6.5 4h11l4 6L12 21 2.5 10ZM2.5 10h19M9 10l3 11 3-11-3-6Z" },
  gold: { line: "M3 19.5 5.5 13h6l2.5 6.5ZM10.5 19.5 13 13h6l2.5 6.5ZM7 13l2-5.5h6l2 5.5" },
  fist: { line: "M5 11V8a2 2 0 0 1 4 0V7a2 2 0 0 1 4 0v1a2 2 0 0 1 3.5 0c2 0 3 1 3 3.5v3c0 4-2.5 6.5-6.5 6.5h-2C7.5 21 5 18.5 5 15ZM9 8v4M13 8v4M5 13h7a2 2 0 0 1 0 4H9.5" },
  doubles: { line: "M2.5 2.5h11v11h-11ZM10.5 13.5v8h11v-11h-8M6 6h.1M10 10h.1M14 18h.1M18 14h.1" },
  rubble: { line: "M2 20.5 5 14h5l2.5 6.5ZM11 14l2-5h5.5l3.5 11.5H12.5M7 14l1-6 4.5-3 2.5 4" },
  cloud: { line: "M6.5 18.5a4.5 4.5 0 0 1-.5-9 6 6 0 0 1 11.5-1 5 5 0 0 1 .5 10Z" },
  gate: { line: "M4 21.5V9.5a8 8 0 0 1 16 0v12M8.5 21.5V8M12 21.5v-14M15.5 21.5V8M4 13.5h16" },
  claw: { line: "M6 3c0 7-.5 12-3.5 18M12.5 3c0 7-.5 12-3.5 18M19 3c0 7-.5 12-3.5 18" },
  armour: { line: "M12 2.5 20 5v7c0 5-3.5 8-8 9.5C7.5 20 4 17 4 12V5ZM12 2.5v19M4 10.5h16" },
  plant: { line: "M12 22V10M12 10c-5 0-7.5-2.5-7.5-7 5 0 7.5 2.5 7.5 7ZM12 13c4 0 7-2 7-6-4 0-7 2-7 6ZM12 18c-3.5 0-6-1.5-6.5-4.5M6.5 22h11" },
  spider: { line: "M12 8a4.5 5 0 1 1 0 10 4.5 5 0 0 1 0-10ZM12 4.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM8 11 3 7.5V4.5M16 11l5-3.5v-3M7.5 13.5H2M16.5 13.5H22M8.5 16.5l-5 3v2.5M15.5 16.5l5 3v2.5" },
  pick: { line: "M5 21 15.5 8.5M6.5 5c4.5-3 9.5-2 13 3.5M19.5 8.5 17 8M6.5 5l1 2" },
  dynamite: { line: "M6 9.5h4v12H6ZM10 9.5h4v12h-4ZM14 9.5h4v12h-4ZM12 9.5V7c0-3 3-3 4-5M6 14h12" },
  crossbow: { line: "M4 4c8 0 16 8 16 16M4 4l16 16M4 4v16h16M8 16 20 4M20 4h-4M20 4v4" },
  lure: { line: "M12 2v9a5 5 0 1 1-9 3M12 5h3M3 14l-1 3M3 14l3 1.5M16 14c2-1.5 4-1.5 6 0-2 1.5-4 1.5-6 0Z" },
  lamp: { line: "M3 16.5a9 9 0 0 1 18 0ZM2 16.5h20v2.5H2ZM9.5 10a2.5 2.5 0 0 1 5 0v2h-5ZM12 2v2M6 4.5l1 1.5M18 4.5l-1 1.5" },
  map: { line: "M2.5 5.5 9 3l6 2.5L21.5 3v15.5L15 21l-6-2.5L2.5 21ZM9 3v15.5M15 5.5V21" },
  insurance: { line: "M12 3a9 9 0 0 1 9 9H3a9 9 0 0 1 9-9ZM12 12v7a2.5 2.5 0 0 1-5 0M12 1.5V3" },
  worm: { line: "M3 17c3 4 6 0 6-4s3-8 7-6 5 7 2 9-6-1-4-4" },
  bolt: { fill: "M13.5 2 5 13.5h6L9.5 22 19 9.5h-6.5Z" },
  star: { line: "M12 2.5l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.7l-6.1 3.4 1.4-6.8L2.2 9.6l6.9-.8Z" },
  rope: { line: "M9 2.5v4a3 3 0 0 0 6 0v-1a2 2 0 0 0-4 0v16M8 21.5h6M8.5 12l5-1.5M8.5 15.5l5-1.5M8.5 19l5-1.5" },
  boot: { line: "M7 2.5h7v9c0 2 6.5 2 6.5 7v2.5H6.5c-1 0-1.5-1-1-2C7 15 7 9 7 2.5ZM5.5 18h15" },
  backpack: { line: "M6 9.5a6 6 0 0 1 12 0v11.5H6ZM9.5 4a2.5 2.5 0 0 1 5 0M9 13.5h6v4H9Z" },
  hand: { line: "M7 12V6a1.6 1.6 0 0 1 3.2 0v5-6.5a1.6 1.6 0 0 1 3.2 0V11 5.5a1.6 1.6 0 0 1 3.2 0V13 9a1.6 1.6 0 0 1 3 0v6c0 4-2.7 6.5-6.5 6.5-4 0-5.6-2-7.1-5L4 12.5c-.6-1.5 1.5-2.5 2.4-1Z" },
  web: { line: "M12 1v22M1 12h22M4 4l16 16M20 4 4 20M12 9q1.5.6 2.1-.1.6 1.5.9 3.1-.6 1.5-.9 3.1Q13 14.5 12 15q-1-.5-2.1.1-.3-1.6-.9-3.1.3-1.6.9-3.1Q10.5 9.6 12 9ZM12 5.5q3 1.300 4.6-.1-.4 3 1.9 6.6-2.300 3.6-1.9 6.6-1.6-1.4-4.6-.1-3-1.300-4.6.1.4-3-1.9-6.6 2.300-3.6 1.9-6.6Q9 6.800 12 5.5ZM12 2q4.5 2 7.1.9.9 5 2.9 9.1-2 4-2.9 9.1Q16.5 20 12 22q-4.5-2-7.1-.9Q4 16 2 12q2-4 2.9-9.1Q7.5 4 12 2Z" },
  fire: { fill: "M12 1.5c4 4 7 7.5 7 12a7 7 0 0 1-14 0c0-3 1.5-5 3.5-7 .2 2 1 3.2 2 4C12 8 12.8 5 12 1.5Z" },
  dragon: { line: "M3 8.5C6 4 11 2.5 15 4l6-1-3 4c2 2 3 4.5 3 7.5l-4-2c0 5-4 8-9 8.5 2-2 2.5-4 2-6l-6 2 3-4ZM14 8h.1" },
  thief: { line: "M3 8.5c3-1.5 6-1.5 9 .5 3-2 6-2 9-.5 0 4-2 6.5-4.5 6.5-2 0-3.5-1-4.5-2.5C11 14 9.5 15 7.5 15 5 15 3 12.5 3 8.5ZM7.5 11h2M14.5 11h2" },
  market: { line: "M12 3v18M6 21h12M4 7h16M4 7l-2.5 6.5a3 3 0 0 0 5.5 0L4.5 7M20 7l-2.5 6.5a3 3 0 0 0 5.5 0L20.5 7" },
  rock: { line: "M3 17.5 5.5 9 12 4.5l7 3.5 2.5 8-5 4.5h-9ZM12 4.5l-2 6-4.5-1.5M10 10.5l6 3 5.5 2.5M10 10.5 7.5 20.5" },
  paper: { line: "M5.5 2.5h9l4.5 4.5v14.5H5.5ZM14.5 2.5V7H19M8.5 11h7M8.5 14.5h7M8.5 18h4" },
  scissors: { line: "M6 15.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM18 15.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM7.7 16 17 2.5M16.3 16 7 2.5" },
  steambot: { line: "M5 8.5h14V19H5ZM9 12.5h.1M15 12.5h.1M9 16h6M12 8.5V5M9.5 5h5M8 19v2.5M16 19v2.5M5 12H2.5v4M19 12h2.5v4" },
  cage: { line: "M4.5 21.5V10a7.5 7.5 0 0 1 15 0v11.5ZM8.5 21.5V6.5M12 21.5v-19M15.5 21.5V6.5" },
  knight: { line: "M12 2.5c4.5 0 7 3 7 7.5v9.5l-7 2-7-2V10c0-4.5 2.5-7.5 7-7.5ZM5 11h14M12 11v6M9 14.5v2M15 14.5v2" },
  mage: { line: "M12 1.5 17.5 14h-11ZM3.5 14h17M7 14c0 4.5 2 7.5 5 8.5 3-1 5-4 5-8.5" },
  location: { line: "M3.5 3.5h17v17h-17ZM9.5 3.5v6h-6M14.5 3.5v6h6M9.5 20.5v-6h-6M14.5 20.5v-6h6" },
  deck: { line: "M6.5 6.5h13v15h-13ZM4.5 18.5v-14h13M2.5 16V2.5h13" },
  mountain: { line: "M1.5 20.5 9 6.5l4 7 3-4.5 6.5 11.5ZM6.5 11.5l2.5 2 2-2.5" },
  hills: { line: "M1.5 19c2-6 7-7 10-1 2-7 8-7 11 1Z" },
  forest: { line: "M8 3 3 12h3l-3 5h10l-3-5h3ZM8 17v4.5M17 7l-4 8h8ZM17 15v6.5" },
  river: { line: "M2 8c3-3 5 3 8.5 0s5.5 3 9-0M2 13.5c3-3 5 3 8.5 0s5.5 3 9 0M2 19c3-3 5 3 8.5 0s5.5 3 9 0" },
  swamp: { line: "M2 20.5h20M6 20.5v-9M6 14 3 11M6 14l3-4M14 20.5v-13M14 12l-3-3M14 12l4-4M14 16.5l4-2" },
  plains: { line: "M3 20l2-5 2 5M10 20l2-7 2 7M17 20l2-5 2 5" },
  road: { line: "M8.5 2.5 4 21.5M15.5 2.5 20 21.5M12 4v3M12 10.5v3M12 17v3.5" },
  town: { line: "M2.5 21.5V11L7 7l4.5 4v10.5ZM11.5 21.5V6L16.5 2l5 4v15.5ZM6 21.5v-5h2.5v5M16 9.5h1.5M16 13.5h1.5" },
  shield: { line: "M12 2.5 20 5v7c0 5-3.5 8-8 9.5C7.5 20 4 17 4 12V5Z" },
  bow: { line: "M5 3c9 1 15 7 16 16M5 3l16 16M3 21l11-11M3 21l1-4M3 21l4-1" },
  wand: { line: "M3 21 14 10M17.5 2.5v5M15 5h5M19.5 10v3M18 11.5h3M11 3v3M9.5 4.5h3" },
  run: { line: "M14 3.5h.1M6 11l4-3.5 4 1.5-2.5 5 4 3v5M11.5 14 8 20M14 9l2 3h4" },
  body: { line: "M12 3.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM6 11.5h12M12 11.5v5l-4 5M12 16.5l4 5" },
  mind: { line: "M12 2.5a8 8 0 0 1 8 8c0 3-1.5 4.5-1.5 7H9v-3H6.5v-3L4 11a8.5 8.5 0 0 1 8-8.5ZM9 17.5v4h8.5M10 9.5c1-2 4-2 4 0s-2 2-2 3.5" },
  spirit: { line: "M12 2.5c2 3.5 5 5.5 5 10a5 5 0 0 1-10 0c0-4.5 3-6.5 5-10ZM5 21.5c4-2.5 10-2.5 14 0" },
  dot: { fill: "M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10Z" },
  up: { line: "M12 21V4M5 11l7-7 7 7" },
  down: { line: "M12 3v17M5 13l7 7 7-7" },
  turn: { line: "M4 12a8 8 0 1 1 2.5 5.8M4 12l-2-3M4 12l3.5-1.5" },
  crown: { line: "M3 19.5 2 7l5.5 4.5L12 4l4.5 7.5L22 7l-1 12.5Z" },
  question: { line: "M8 8.5a4 4 0 1 1 5.5 3.7c-1.2.5-1.5 1.3-1.5 2.8M12 19.5v.1" },
};

/** Adds the signs of a title, such as its monsters, each under the id of what it shows. @param {typeof SIGNS} more */
export function addSigns(more) {
  Object.assign(SIGNS, more);
}

/** Whether there is a sign with that name. @param {string} name */
export function hasIcon(name) {
  return name in SIGNS;
}

/** The paths of a sign, for use in a picture. @param {string} name */
export function sign(name) {
  const { line, fill } = SIGNS[name] ?? SIGNS.question;
  return svg`${fill ? svg`<path class="sign-fill" d=${fill} />` : ""}${line ? svg`<path class="sign-line" d=${line} />` : ""}`;
}

/** A sign in a line of text. Its meaning has to be written beside it. @param {string} name */
export function icon(name) {
  return html`<svg class=${`tt-icon is-${name}`} viewBox="0 0 24 24" aria-hidden="true">${sign(name)}</svg>`;
}

/** A sign at a place of a picture. @param {string} name @param {number} x left @param {number} y top @param {number} size */
export function signAt(name, x, y, size) {
  return svg`<g class=${`tt-sign is-${name}`} transform=${`translate(${x} ${y}) scale(${size / 24})`}>${sign(name)}</g>`;
}
