/** The table of Dungeons, Dice & Danger: the dice and their pairs, and the sheets with their maps and monsters. */
import { addSigns, hasIcon, signAt } from "./icons.js";
import {
  badge, board, classes, die, facts, html, icon, keyView, nothing, Legend, sceneOf, seatLink, seatName, sightOf, stat, svg, word,
} from "./parts.js";

/** @typedef {import("./index.js").Drawn} Drawn */
/** @typedef {import("./scene.js").Scene & {own: number | null}} Scene */

/** The side of a grid square of a map. */
export const SIDE = 48;
/** The sign of each kind of cell that has more than a number. @type {Record<string, string>} */
const SIGNS = {
  gem: "gem", gold: "gold", chest: "chest", fist: "fist", doubles: "doubles", rubble: "rubble", cloud: "cloud",
  gate_in: "gate", gate_out: "gate", claw: "claw", start: "flag",
};
/** @type {Record<string, string>} */
const ABILITY_SIGNS = { extra_life: "heart", torches: "torch", black_dice: "doubles" };
/** @type {Record<string, string>} */
const BONUS_SIGNS = {
  fist_bonus: "fist", link_bonus: "doubles", mancer_bonus: "necro_mancer", rubble_bonus: "rubble", cloud_bonus: "cloud", worm_bonus: "worm",
  armoured_bonus: "armour", claw_bonus: "claw",
};
/** @type {Record<string, string>} */
const KIND_SIGNS = { sheet: "map", die: "doubles" };
/** Monsters that are drawn as another of their family. @type {Record<string, string>} */
const FAMILY = { ned: "nan", nora: "nan", fritz: "fay", pat: "bess", ron: "bess" };

/** Monsters, by id. */
addSigns({
  goose: { fill: "M15 2c2.5 0 4 1.5 4 3.5L22.5 7 18.7 8.3C18.5 12 19.5 14 19.5 16.5c0 3-4 5-8.5 5-5 0-8-3-9.5-7.5 3.5 1.5 6.5 1.2 8.5.3 2-1 2.5-3.3 1.5-5.8C10.5 5.5 12 2 15 2ZM15.5 4.5a.9.9 0 1 0 .01 0Z" },
  mole: { fill: "M12 5c5 0 9 4 9 9 0 4.5-3 7.5-9 7.5S3 18.5 3 14c0-5 4-9 9-9Zm0 5.5c-1.2 0-2 .6-2 1.5s.8 2 2 2 2-1.1 2-2-.8-1.5-2-1.5ZM7.5 9.5a.9.9 0 1 0 .01 0ZM16.5 9.5a.9.9 0 1 0 .01 0ZM10.5 16v2.5h1.2V16ZM12.3 16v2.5h1.2V16Z" },
  skunk: { fill: "M16 1.5c4 1 6.5 4 6 8.5-.5 3-3 4-3 6.5V22h-2.7v-3.5h-4.8V22H8.8v-4c-3 0-5.8-1-7.3-4.5l3.5-1L6.5 9l3 3h3c3-1 5-3 4-5.5-1-1.5-2.5-3-.5-5ZM5.8 12.8a.8.8 0 1 0 .01 0Z" },
  heron: { fill: "M13 1.5c2 0 3 1 3.5 2L23 6.5l-7 1C15 10 17 11 17 14c0 2.5-2 4-4 4.5v4h-1.5v-4H10v4H8.5V18C5 17 3 14.5 1.5 11c4 2 7.5 2 9 0C12 9 10 8 10 5.3 10 3.3 11 1.5 13 1.5ZM13 3.7a.8.8 0 1 0 .01 0Z" },
  crab: { fill: "M12 9c4.5 0 7.5 2.5 7.5 5.5S16.5 20 12 20s-7.5-2.5-7.5-5.5S7.5 9 12 9ZM9.3 12a1.1 1.1 0 1 0 .01 0ZM14.7 12a1.1 1.1 0 1 0 .01 0ZM5 9C1.5 8 1 4.5 3.5 2L5 5l2.7-2C9 6 8 9 5 9ZM19 9c3.5-1 4-4.5 1.5-7L19 5l-2.7-2C15 6 16 9 19 9Z", line: "M4.5 16.5 2 19M6 19l-1.5 3M19.5 16.5 22 19M18 19l1.5 3" },
  tortoise: { fill: "M10 5.5c5 0 8 4 8.5 9 .5-2 2-3.5 3.7-3 1.3 1 .8 4.5-3.2 5.5v3.5h-3.3V17.5H7.7v3H4.3V17L1.5 15.5C2 9.5 5.5 5.5 10 5.5ZM8.5 8 6.8 11.5h5.4L11 8ZM5.5 13v1.5h9.5V13Z" },
  thunderpaw: { fill: "M5 2.5c2 0 3 1 3.5 2 2-.5 5-.5 7 0 .5-1 1.5-2 3.5-2s3.5 2 3 4.5L20.2 9c1 5-1.2 9-3.2 10.5-1.5 1.5-3 2-5 2s-3.5-.5-5-2C5 18 2.8 14 3.8 9L2 7c-.5-2.5 1-4.5 3-4.5ZM8.5 9.5a1.2 1.2 0 1 0 .01 0ZM15.5 9.5a1.2 1.2 0 1 0 .01 0ZM12 13.5c-1.6 0-2.5.8-2.5 1.7S11 17.5 12 17.5s2.5-1.4 2.5-2.3-.9-1.7-2.5-1.7Z" },
  pastry_mancer: { fill: "M12 1.5c2 0 3.7 1 4.2 2.5C19 3.7 21.5 5.7 21.5 8.3S20 12 18 12.5V17c0 3-2.5 5.5-6 5.5S6 20 6 17v-4.5C4 12 2.5 11 2.5 8.3S5 3.7 7.8 4C8.3 2.5 10 1.5 12 1.5ZM7 12v1.5h10V12ZM9.5 15.5a1 1 0 1 0 .01 0ZM14.5 15.5a1 1 0 1 0 .01 0Z" },
  necro_mancer: { fill: "M12 1l5.5 11.5c2 .3 4 1 5 2-2 1.5-4.5 2-5.5 2.2C16.5 20 14.5 23 12 23s-4.5-3-5-6.3c-1-.2-3.5-.7-5.5-2.2 1-1 3-1.7 5-2ZM9.7 16a1 1 0 1 0 .01 0ZM14.3 16a1 1 0 1 0 .01 0Z", line: "M20.5 2.5c-2.5 0-4 1.5-4 3.5" },
  stumbler: { fill: "M12 1.5c5 3 7 8 7 13l2 7H3l2-7c0-5 2-10 7-13Zm0 5.5c-2.5 1.5-3.5 4-3.5 6.5 0 2.5 1.5 4 3.5 4s3.5-1.5 3.5-4C15.5 11 14.5 8.5 12 7ZM10.6 11.5a1 1 0 1 0 .01 0ZM13.4 11.5a1 1 0 1 0 .01 0Z" },
  snuffer: { fill: "M12 1.5c5 3 7 8 7 13l2 7H3l2-7c0-5 2-10 7-13Zm0 5.5c-2.5 1.5-3.5 4-3.5 6.5 0 2.5 1.5 4 3.5 4s3.5-1.5 3.5-4C15.5 11 14.5 8.5 12 7ZM10.6 11.5a1 1 0 1 0 .01 0ZM13.4 11.5a1 1 0 1 0 .01 0Z", line: "M21.5 13v9M19.5 22.5h4M21.5 10.5v-3" },
  bob: { fill: "M12 2c3.5 0 6 2.5 6 6.5 0 1.5-.5 3-1 4l3-5L22.5 9l-4 8-.5 5.5H6L5.5 17l-4-8L4 7.5l3 5c-.5-1-1-2.5-1-4C6 4.5 8.5 2 12 2ZM9.7 7a1 1 0 1 0 .01 0ZM14.3 7a1 1 0 1 0 .01 0ZM12 11.5a1.7 1.7 0 1 0 .01 0Z" },
  usher: { fill: "M12 1.5c5 3 7 8 7 13l2 7H3l2-7c0-5 2-10 7-13Zm0 5.5c-2.5 1.5-3.5 4-3.5 6.5 0 2.5 1.5 4 3.5 4s3.5-1.5 3.5-4C15.5 11 14.5 8.5 12 7ZM10.6 11.5a1 1 0 1 0 .01 0ZM13.4 11.5a1 1 0 1 0 .01 0Z", line: "M12 16v4M2 4c1.5 1 1.5 3 0 4M22 4c-1.5 1-1.5 3 0 4" },
  fumbler: { fill: "M4.5 1 8 4l4-3.5L16 4l3.5-3L19 8.5c.5 2 .7 4 .5 6l2 8h-19l2-8c-.2-2 0-4 .5-6Zm7.5 6.5c-2.5 1-3.5 3.5-3.5 5.5 0 2.5 1.5 4 3.5 4s3.5-1.5 3.5-4c0-2-1-4.5-3.5-5.5ZM10.6 11.5a1 1 0 1 0 .01 0ZM13.4 11.5a1 1 0 1 0 .01 0Z" },
  brute: { fill: "M12 2c4.5 0 7 3 7 8v11.5H5V10c0-5 2.5-8 7-8ZM5 8.5v1.5l14-2V6.5ZM7.5 11.5v2H11v-2ZM13.5 11v2H17v-2ZM5 16.5V18l14-1.5V15Z" },
  baron: { fill: "M12 3c2 0 3.2 1.5 3.2 3 2.5 1.5 4.3 4.5 4.3 8 0 4.5-3.5 8.5-7.5 8.5S4.5 18.5 4.5 14c0-3.5 1.8-6.5 4.3-8 0-1.5 1.2-3 3.2-3ZM11.4 9v12h1.2V9Z", line: "M4.5 11l-3-2M4 15.5H1M5 19l-2.5 2.5M19.5 11l3-2M20 15.5h3M19 19l2.5 2.5M10 3.5 8 1M14 3.5 16 1" },
  lioness: { fill: "M12 2c4 0 6 3 6.5 7l2.5 12h-5l-1-3c-2 1-4 1-6 0l-1 3H3L5.5 9C6 5 8 2 12 2Zm0 4c-2.5 0-3.5 2-3.5 4.5S10 16 12 16s3.5-3 3.5-5.5S14.5 6 12 6ZM10.6 9.5a.8.8 0 1 0 .01 0ZM13.4 9.5a.8.8 0 1 0 .01 0Z" },
  front_coil: { fill: "M12 2c5 0 8 3 8 7s-2 6-4 6v7.5H8V15c-2 0-4-2-4-6s3-7 8-7Zm0 3.5c-2 0-3.5 1.5-3.5 3.5s1.5 3.5 3.5 3.5 3.5-1.5 3.5-3.5-1.5-3.5-3.5-3.5ZM8 17v1.5h8V17Z" },
  middle_coil: { fill: "M2 22.5V13C2 6.5 6 2 12 2s10 4.5 10 11v9.5h-6.5V13c0-3-1.5-4.5-3.5-4.5S8.5 10 8.5 13v9.5ZM2 17v1.5h6.5V17ZM15.5 17v1.5H22V17Z" },
  tail_coil: { fill: "M20 1.5c1 7-1 11-5 12-3 .8-4.5 2-4.5 4.5v4.5H3.5V17c0-5 3-8 7-9 4-1 7-2.5 9.5-6.5ZM3.5 18v1.5h7V18Z" },
  sandy: { fill: "M12 1.5c5.5 0 8.5 4 8.5 9.5v11.5h-17V11c0-5.5 3-9.5 8.5-9.5Zm0 4c-3.3 0-5 2.5-5 5.2s1.7 5.3 5 5.3 5-2.6 5-5.3-1.7-5.2-5-5.2ZM12 7.5l1.2 2.3 2.3.9-2.3.9L12 14l-1.2-2.4-2.3-.9 2.3-.9ZM3.5 18.5V20h17v-1.5Z" },
  nan: { fill: "M15 1.5h6.5l1 4.5-4.5 2 4 1.5-5.5 1C16 14 15 16 13 17l1 5.5h-2.2L10 18l-2 4.5H5.8L7 17c-3-1-5-4.5-5.5-9.5 2 3.5 4.5 5 7.5 4.5 3-.5 3-3.5 3.5-6.5.3-2.5 1-4 2.5-4ZM17 3.7a.9.9 0 1 0 .01 0Z" },
  fay: { fill: "M12 7.5l2-4L21.5 5l-5 2.5c3 0 5 1.5 7 5.5-3-1.5-5-1.5-7.5 0l-4 2.5v6l-1.5-2.5L9 21.5v-6L5 13c-2-1.5-2.5-1-4.5.5C2 9 5 7 9 7.5Z" },
  bess: { fill: "M2.5 15.5c0-5.5 4-10 9.5-10 4.5 0 7.5 3 8.5 7.5l3 1.5-1.2 4-4.3.5V22h-3.2v-3H8.2v3H5v-3.5c-1.5-.5-2.5-1.5-2.5-3ZM6.5 10l1.7 3L10 10ZM11 8.7l1.7 3 1.8-3ZM9 14l1.7 3 1.8-3ZM14 13.5l1.7 3 1.8-3Z" },
  roar: { fill: "M4 3l3.5 2.5L10 1l2.5 5L16 3.5 15 7.5c4.5 0 8 2 8 5l-2.5 2-6.5-.5-1 1.5 6.5 1.5-1 4C13.5 23 2.5 22.5 2.5 14c0-3 .7-5.5 2-7ZM11 10a1.3 1.3 0 1 0 .01 0Z" },
  pencil: { line: "M3 21l1.5-6L16 3.5 20.5 8 9 19.5ZM13.5 6l4.5 4.5M4.5 15 9 19.5" },
});

/** The sign of a component; undefined if it has none. @param {{id: string, kind: string}} component @returns {string | undefined} */
export function drawingOf({ id, kind }) {
  const name = FAMILY[id] ?? BONUS_SIGNS[id] ?? ABILITY_SIGNS[id] ?? id;
  return hasIcon(name) ? name : KIND_SIGNS[kind];
}

/** The sign of a monster. @param {string} id */
const monsterSign = (id) => drawingOf({ id, kind: "monster" }) ?? "monster";

/** @param {Drawn} drawn */
export function draw(drawn) {
  const { table } = drawn;
  const own = drawn.viewer ?? table.you;
  /** @type {Scene} */
  const scene = { ...sceneOf(drawn, keysOf, dragsOf), own };
  const seats = table.sheets.map((/** @type {any} */ _, /** @type {number} */ seat) => seat);
  const others = seats.filter((/** @type {number} */ seat) => seat !== own);
  return html`<div class="tt dd">
    ${head(scene)} ${desk(scene)}
    ${own === null ? nothing : wholeSheet(scene, own)}
    ${others.length === 1 && own === null
      ? wholeSheet(scene, others[0])
      : html`<div class="dd-others">${others.map((/** @type {number} */ seat) => smallSheet(scene, seat))}</div>`}
    ${scene.spots.bar()} ${sightOf("dice-and-danger", scene)}
  </div>`;
}

/** @param {any} fact @param {number} seat */
export const isOut = (fact, seat) => fact.type === "seat_died" && fact.seat === seat;

/** @param {any} action @returns {string | null} */
export function keysOf(action) {
  if (action.type === "roll_dice") return "roll";
  if (action.type === "write_cloud") return `cell:${action.cell}`;
  switch (action.step) {
    case "pairs":
      return `pairs:${action.pairs.map((/** @type {number[]} */ pair) => pair.join("+")).join(",")}`;
    case "skip":
      return `skip:${action.pair}`;
    case "ability":
      return "ability";
    case "done":
      return "done";
    default:
      return "cell" in action ? `cell:${action.cell}` : "room" in action ? `room:${action.room}` : null;
  }
}

/** A pair of dice is dragged to where its sum is used on the sheet. @param {any} action @returns {[string, string][]} */
function dragsOf(action) {
  const where = keysOf(action);
  return (action.step === "visit" || action.step === "attack") && where ? [[`pair:${action.pair}`, where]] : [];
}

/** The viewer's life, points, gems, gold and torches. @param {Drawn} drawn */
export function own({ table, catalogue, lang, viewer }) {
  const legend = new Legend(catalogue, lang);
  const [sheet] = sheetOf(table, viewer ?? 0);
  return html`${stat("heart", `${sheet.life}/${legend.rows("life_track").length}`, legend.name("life"))} ${stat("star", sheet.points ?? "–", legend.name("points"))}
    ${stat("gem", sheet.gems, legend.name("gem"))} ${stat("gold", sheet.gold, legend.name("gold"))} ${stat("torch", sheet.torches, legend.name("torches"))}`;
}

/** @param {Scene} scene */
function head({ table, legend, drawn, changes }) {
  const verdict = table.rating === null ? null : legend.rows("ratings").find((row) => row.rating === table.rating)?.verdict;
  return html`<header class="tt-head">
    <p class=${classes("tt-now", changes.mark("/round", "/phase"))}>
      <b>${legend.title(table.adventure)}</b>
      <span>${legend.title("round")} ${table.round}</span>
      <span>${legend.title(table.phase)}</span>
      <span>${badge(table.active_seat)} ${legend.title("active_seat")}: ${seatName(drawn, table.active_seat)}</span>
    </p>
    ${table.end === null
      ? nothing
      : html`<p class="tt-result">${icon("crown")}<b>${legend.title(table.end)}</b>
          ${verdict ? html`<span>${legend.title("rating")} ${table.rating}: ${legend.said(verdict)}</span>` : nothing}</p>`}
  </header>`;
}

/** The dice, their possible pairs, and the other open decisions. @param {Scene} scene */
function desk(scene) {
  const { table, legend, spots, own, drawn, changes } = scene;
  const marking = own === null ? null : table.turns[own].marking;
  const pairs = marking?.pairs ?? [];
  const used = new Set(pairs.flatMap((/** @type {any} */ pair) => pair.dice));
  const offered = drawn.actions.filter((offer) => offer.action.step === "pairs");
  const rest = [...spots.at("ability"), ...spots.at("done")];
  return html`<section class="tt-panel dd-desk">
    <h3>${word(drawn.lang, "dice")}${table.question ? html`<small>${legend.title(table.question.asked)}</small>` : nothing}</h3>
    ${spots.button(
      "roll",
      table.dice.length === 0
        ? html`${[0, 1, 2, 3].map(() => die(null, legend.title("white_die")))}${die(null, legend.title("black_die"), "black")}`
        : table.dice.map((/** @type {number} */ face, /** @type {number} */ number) =>
            die(face, legend.title(number === 4 ? "black_die" : "white_die"), classes(number === 4 && "black", pairs.length > 0 && !used.has(number) && "unused")),
          ),
      classes("dd-dice", changes.mark("/dice")),
    )}
    ${pairs.length > 0
      ? html`<div class="dd-pairs">
          ${pairs.map((/** @type {any} */ pair, /** @type {number} */ number) => html`<div class=${classes("dd-pair", pair.status, spots.grip(`pair:${number}`))} data-place=${`pair:${number}`}>
            ${pairOf(scene, pair.dice, pair.sum)}<span class="tt-tag">${icon(pair.status === "open" ? "clock" : pair.status === "used" ? "check" : "cross")}${legend.name(pair.status)}</span>
            ${spots.has(`skip:${number}`) ? spots.button(`skip:${number}`, html`${icon("cross")} ${legend.title("skip")}`, "dd-skip") : nothing}
          </div>`)}
        </div>`
      : nothing}
    ${offered.length > 0
      ? html`<div class="dd-choices">${offered.map((offer) => {
          const [one, two] = offer.action.pairs;
          const sums = sumsOf(table, offer.action);
          return spots.button(
            /** @type {string} */ (keysOf(offer.action)),
            html`${pairOf(scene, one, sums[0])}${pairOf(scene, two, sums[1])}`,
            classes("dd-choice", [...one, ...two].includes(4) && "black"),
          );
        })}</div>`
      : nothing}
    ${rest.length > 0 ? html`<div class="tt-bar">${spots.buttons(rest)}</div>` : nothing}
  </section>`;
}

/** The sums of a pairing. @param {any} table @param {any} action @returns {number[]} */
function sumsOf(table, action) {
  return action.pairs.map((/** @type {number[]} */ pair) => table.dice[pair[0]] + table.dice[pair[1]]);
}

/** Two dice and their sum. @param {Scene} scene @param {number[]} dice @param {number} sum */
function pairOf({ table, legend }, dice, sum) {
  return html`<span class="dd-two">${dice.map((number) => die(table.dice[number], legend.title(number === 4 ? "black_die" : "white_die"), number === 4 ? "black" : ""))}<b>= ${sum}</b></span>`;
}

/** The sheet of a seat as the viewer knows it, and the pointer to it. @param {any} table @param {number} seat @returns {[any, string]} */
export function sheetOf(table, seat) {
  const marking = table.turns[seat].marking;
  return marking === null || marking === undefined ? [table.sheets[seat], `/sheets/${seat}`] : [marking.sheet, `/turns/${seat}/marking/sheet`];
}

/** Name and state of a seat. @param {Scene} scene @param {number} seat @param {any} sheet */
function title({ table, legend, drawn }, seat, sheet) {
  const turn = table.turns[seat];
  return html`<h3>${badge(seat)}<span>${seatLink(drawn, seat)}</span>
    ${sheet.alive ? nothing : html`<span class="tt-tag bad">${icon("skull")}${legend.name("skull")}</span>`}
    ${table.end === null && sheet.alive && ["mark", "clouds"].includes(table.phase)
      ? html`<small>${turn.finished ? html`${icon("check")}${legend.name("finished")}` : html`${icon("clock")}${legend.name("steps_made")}: ${turn.steps_made}`}</small>`
      : nothing}
  </h3>`;
}

/** @param {Scene} scene @param {number} seat */
function wholeSheet(scene, seat) {
  const [sheet, at] = sheetOf(scene.table, seat);
  return html`<section class=${classes("tt-panel dd-sheet", seat === scene.own && "own", !sheet.alive && "out")}>
    ${title(scene, seat, sheet)}
    <div class="tt-beside">
      <div class="tt-side">${map(scene, seat, sheet, at)} ${key(scene)}</div>
      <div class="tt-side">${counters(scene, sheet, at)} ${bonuses(scene, sheet, at)} ${monsters(scene, sheet, at)}</div>
    </div>
  </section>`;
}

/** @param {Scene} scene @param {number} seat */
function smallSheet(scene, seat) {
  const [sheet, at] = sheetOf(scene.table, seat);
  return html`<section class=${classes("tt-panel dd-sheet", !sheet.alive && "out")}>
    ${title(scene, seat, sheet)} ${map(scene, seat, sheet, at)} ${counters(scene, sheet, at)} ${bonuses(scene, sheet, at)}
    <p class="dd-trophies">${Object.entries(sheet.trophies).map(([room, rank]) => html`<span class="tt-tag" title=${scene.legend.title(String(rank))}>${icon(rank === "first" ? "crown" : "check")}${scene.legend.name(room)}</span>`)}</p>
  </section>`;
}

/** Life, symbols, torches, treasure. @param {Scene} scene @param {any} sheet @param {string} at */
function counters({ legend, changes }, sheet, at) {
  const track = legend.rows("life_track");
  const crossed = track.length - sheet.life;
  return html`<div class="dd-counters">
    <p class=${classes("dd-track", changes.mark(`${at}/life`))} title=${`${legend.title("life_track")}: ${sheet.life}`}>
      <span class="tt-hear">${legend.name("life")}: ${sheet.life}</span>
      ${track.map((row, number) => html`<span aria-hidden="true" class=${classes("dd-life", number < crossed && "crossed")}>${number === track.length - 1 ? icon("skull") : row.value}</span>`)}
    </p>
    <p class="dd-stats">
      <span class=${changes.mark(`${at}/points`)}>${stat("star", sheet.points ?? "–", legend.name("points"))}</span>
      <span class=${changes.mark(`${at}/gems`)}>${stat("gem", sheet.gems, legend.name("gem"))}</span>
      <span class=${changes.mark(`${at}/gold`)}>${stat("gold", sheet.gold, legend.name("gold"))}</span>
      <span class=${changes.mark(`${at}/torches`)}>${stat("torch", sheet.torches, legend.name("torches"))}</span>
      <span class=${changes.mark(`${at}/symbols`)}>${stat("doubles", sheet.symbols, legend.name("black_symbol"))}</span>
      <span class=${changes.mark(`${at}/extra`)}>${stat("heart", sheet.extra, legend.name("extra"))}</span>
    </p>
    ${sheet.abilities.length > 0
      ? html`<p class="dd-stats">${sheet.abilities.map((/** @type {string} */ ability) => html`<span class="tt-tag" title=${legend.hint(ability)}>${icon(ABILITY_SIGNS[ability] ?? "star")}${legend.name(ability)}</span>`)}</p>`
      : nothing}
  </div>`;
}

/** @param {Scene} scene @param {any} sheet @param {string} at */
function bonuses({ legend, changes, table }, sheet, at) {
  const all = legend.ofKind("bonus").filter((one) => one.figures.adventure === table.adventure);
  return facts(
    all.map((one) => [
      legend.title(one.id),
      html`<span class=${changes.mark(`${at}/bonuses/${one.id}`, `${at}/progress/${one.id}`)}>${sheet.bonuses[one.id]
        ? html`${icon("check")}${legend.name(sheet.bonuses[one.id])}`
        : `${sheet.progress[one.id] ?? 0} / ${one.figures.needs}`}
        · <span class=${one.id in table.first_bonuses ? "dd-gone" : ""}>${stat("gem", one.figures.first, legend.name("first"))}</span> ${stat("gem", one.figures.later, legend.name("later"))}</span>`,
    ]),
  );
}

/** The monsters of a sheet. @param {Scene} scene @param {any} sheet @param {string} at */
function monsters({ legend, table, changes }, sheet, at) {
  const all = legend.ofKind("monster").filter((one) => one.figures.adventure === table.adventure);
  return html`<ul class="dd-monsters">
    ${all.map(({ id, figures }) => {
      const hurt = sheet.damage[id] ?? 0;
      const isDown = sheet.defeated.includes(id);
      return html`<li class=${classes(isDown && "down", changes.mark(`${at}/damage/${id}`))} title=${legend.hint(id)}>
        <span class="dd-label">${shortLabel(legend, figures.label)}</span>
        <span class="dd-monster"><b>${icon(monsterSign(id))} ${legend.title(id)}</b>
          ${figures.armoured ? html`<span class="tt-tag">${icon("armour")}${legend.name("armoured")}</span>` : nothing}
          ${figures.worm ? html`<span class="tt-tag">${icon("worm")}${legend.name("worm")}</span>` : nothing}
          ${figures.hearts > 0 ? html`<span class=${id in table.first_defeats ? "dd-gone" : ""}>${stat("heart", `−${figures.hearts}`, legend.name("hearts"))}</span>` : nothing}
          <span class="dd-hp"><span class="tt-hear">${legend.name("hp")}: ${figures.hp - hurt}</span>${Array.from({ length: figures.hp }, (_, number) => html`<i aria-hidden="true" class=${number < hurt ? "crossed" : ""}></i>`)}</span>
        </span>
        <span class="dd-reward">${isDown && sheet.trophies[id] ? html`${icon("check")}${legend.name(sheet.trophies[id])}` : html`<span class=${id in table.first_defeats ? "dd-gone" : ""}>${stat("gem", figures.first, legend.name("first"))}</span> / ${stat("gem", figures.later, legend.name("later"))}`}</span>
      </li>`;
    })}
  </ul>`;
}

/** The label that is printed in a room: 1 for `m1`, a sign for the boss. @param {Legend} legend @param {string} label */
function shortLabel(legend, label) {
  return label === "boss" ? html`${icon("boss")}<span class="tt-hear">${legend.name("boss")}</span>` : label.replace(/^m/, "");
}

/** The meaning of the signs. @param {Scene} scene */
function key({ legend, table }) {
  const places = legend.index.get(table.adventure)?.places ?? mapOf(legend, table.adventure);
  const kinds = [...new Set(places.map((/** @type {any} */ place) => place.kind))].filter((kind) => SIGNS[String(kind)]);
  const signs = [...kinds.map((kind) => [icon(SIGNS[String(kind)]), kind]), [html`<span class="dd-grey"></span>`, "grey_cell"]];
  return keyView(legend, legend.title("sheet"), signs);
}

/** @param {Legend} legend @param {string} adventure @returns {any[]} */
export function mapOf(legend, adventure) {
  return legend.catalogue.maps.find((/** @type {any} */ one) => one.id === adventure).places;
}

/** The map of a sheet. @param {Scene} scene @param {number} seat @param {any} sheet @param {string} at */
function map(scene, seat, sheet, at) {
  const { legend, table, own, changes, drawn } = scene;
  const places = mapOf(legend, table.adventure);
  const figures = legend.figures(table.adventure);
  const byId = new Map(places.map((place) => [place.id, place]));
  const fresh = new Set(
    sheet.visited.filter((/** @type {string} */ _, /** @type {number} */ number) => changes.mark(`${at}/visited/${number}`)),
  );
  /** @type {any[]} */
  const links = [];
  /** @type {any[]} */
  const doors = [];
  for (const place of places) {
    if (place.kind === "room") continue;
    for (const id of place.neighbours) {
      const other = byId.get(id);
      if (other.kind === "room") doors.push(door(place, other));
      else if (place.id < other.id) links.push(svg`<line class="dd-link" x1=${mid(place.x)} y1=${mid(place.y)} x2=${mid(other.x)} y2=${mid(other.y)} />`);
    }
    const far = place.opens === null ? undefined : byId.get(place.opens);
    if (far) links.push(svg`<line class="dd-link far" x1=${mid(place.x)} y1=${mid(place.y)} x2=${mid(far.x)} y2=${mid(far.y)} />`);
  }
  const isOwn = seat === own;
  return board(drawn, `${legend.title("sheet")}: ${seatName(drawn, seat)}`, html`
    <svg class="dd-map" viewBox=${`0 0 ${figures.width * SIDE} ${figures.height * SIDE}`} role="group" aria-label=${legend.title(table.adventure)}>
      ${links} ${places.filter((place) => place.kind === "room").map((place) => room(scene, place, sheet, at, isOwn))} ${doors}
      ${places.filter((place) => place.kind !== "room").map((place) => cell(scene, place, sheet, isOwn, fresh.has(place.id)))}
      ${isOwn ? svg`<g class="tt-layer" data-sight="board"></g>` : nothing}
    </svg>`);
}

/** The middle of a column or row. @param {number} at */
function mid(at) {
  return (at + 0.5) * SIDE;
}

/** The line from a cell into a room. @param {any} place @param {any} room */
function door(place, room) {
  const x = place.x < room.x ? room.x * SIDE : place.x >= room.x + room.width ? (room.x + room.width) * SIDE : mid(place.x);
  const y = place.y < room.y ? room.y * SIDE : place.y >= room.y + room.height ? (room.y + room.height) * SIDE : mid(place.y);
  return svg`<line class="dd-door" x1=${mid(place.x)} y1=${mid(place.y)} x2=${x + Math.sign(x - mid(place.x)) * 5} y2=${y + Math.sign(y - mid(place.y)) * 5} />`;
}

/** @param {Scene} scene @param {any} place @param {any} sheet @param {boolean} isOwn @param {boolean} isFresh */
function cell({ legend, spots, table }, place, sheet, isOwn, isFresh) {
  const isVisited = sheet.visited.includes(place.id);
  const number = place.kind === "cloud" ? (sheet.clouds[place.id] ?? null) : place.number;
  const signOf = SIGNS[place.kind];
  const half = sheet.rubble.includes(place.id);
  const hint = [legend.title(place.kind), number, place.grey ? legend.name("grey_cell") : "", isVisited ? legend.name("visited") : ""].filter((one) => one !== null && one !== "").join(", ");
  const content = svg`<rect class="mark" x="2" y="2" width="44" height="44" rx="7" />
    ${place.kind === "start" ? svg`<rect class="box" x="6" y="6" width="36" height="36" rx="16" />` : svg`<rect class="box" x="6" y="6" width="36" height="36" rx="5" />`}
    ${signOf && place.kind !== "start" ? signAt(signOf, number === null ? 12 : 22.5, number === null ? 12 : 22.5, number === null ? 24 : 17) : nothing}
    ${number === null || number === undefined ? nothing : svg`<text class=${classes("dd-number", signOf && place.kind !== "start" && "small")} x=${signOf && place.kind !== "start" ? 18.5 : 24} y=${signOf && place.kind !== "start" ? 23.5 : 31.5} text-anchor="middle">${number}</text>`}
    ${place.kind === "rubble" ? svg`<rect class="dd-half" x="9" y="31" width="8" height="8" /><path class="dd-half" d=${half || isVisited ? "M9 31l8 8M17 31l-8 8" : ""} />` : nothing}
    ${isVisited ? svg`<path class="dd-cross" d="M9 9 39 39M39 9 9 39" />` : nothing}
    <rect class="hit" x="1.5" y="1.5" width="45" height="45" rx="7" fill="none" />`;
  const names = classes("dd-cell", `kind-${place.kind}`, place.grey && "grey", isVisited && "visited", isFresh && "changed");
  return svg`<g transform=${`translate(${place.x * SIDE} ${place.y * SIDE})`}>${isOwn && table.end === null ? spots.svg(`cell:${place.id}`, content, names, hint) : svg`<g class=${names}><title>${hint}</title>${content}</g>`}</g>`;
}

/** @param {Scene} scene @param {any} place @param {any} sheet @param {string} at @param {boolean} isOwn */
function room({ legend, spots, changes, table }, place, sheet, at, isOwn) {
  const figures = legend.figures(place.id);
  const wide = place.width * SIDE;
  const high = place.height * SIDE;
  const hurt = sheet.damage[place.id] ?? 0;
  const isDown = sheet.defeated.includes(place.id);
  const isReached = sheet.reached.includes(place.id);
  const unlocked = sheet.unlocked[place.id] ?? [];
  const numbers = [...figures.black.map((/** @type {number} */ one) => [one, true]), ...figures.white.map((/** @type {number} */ one) => [one, false])];
  const each = Math.min(26, (wide - 8) / Math.max(1, numbers.length));
  const columns = Math.ceil(figures.hp / Math.ceil((figures.hp * 13) / (wide - 10)));
  const lines = Math.ceil(figures.hp / columns);
  const hint = `${legend.title(place.id)}; ${legend.name("hp")}: ${figures.hp - hurt}/${figures.hp}${isReached ? `; ${legend.name("reached")}` : ""}`;
  const content = svg`<rect class="dd-wall" x="3" y="3" width=${wide - 6} height=${high - 6} rx="8" />
    <rect class="mark" x="3" y="3" width=${wide - 6} height=${high - 6} rx="8" />
    ${figures.label === "boss" ? signAt("boss", wide / 2 - 11, 7, 22) : svg`<text class="dd-room-label" x=${wide / 2} y="26" text-anchor="middle">${figures.label.replace(/^m/, "")}</text>`}
    <g class="dd-figure">${signAt(monsterSign(place.id), 6, 5, 24)}</g>
    ${figures.hearts > 0 ? svg`${signAt("heart", wide - 25, 8, 16)}` : nothing}
    ${numbers.map(([number, isBlack], order) => {
      const x = wide / 2 + (order - (numbers.length - 1) / 2) * each;
      const isOpen = isBlack || unlocked.includes(number);
      return svg`${isBlack ? nothing : svg`<circle class=${isOpen ? "dd-open" : "dd-locked"} cx=${x} cy="44" r=${Math.min(12, each / 2)} />`}
        <text class=${isBlack ? "dd-black" : isOpen ? "dd-white open" : "dd-white"} x=${x} y="50" text-anchor="middle">${number}</text>`;
    })}
    ${Array.from({ length: figures.hp }, (_, order) => {
      const x = wide / 2 + ((order % columns) - (columns - 1) / 2) * 13 - 5.5;
      const y = high - 9 - (lines - Math.floor(order / columns)) * 13;
      return svg`<rect class=${classes("dd-box", order < hurt && "crossed")} x=${x} y=${y} width="11" height="11" rx="2" />`;
    })}
    ${isDown ? svg`<path class="dd-cross big" d=${`M12 12 ${wide - 12} ${high - 12}M${wide - 12} 12 12 ${high - 12}`} />` : nothing}
    <rect class="hit" x="2" y="2" width=${wide - 4} height=${high - 4} rx="8" fill="none" />`;
  const names = classes("dd-room", isDown && "down", isReached && "reached", changes.mark(`${at}/damage/${place.id}`));
  return svg`<g transform=${`translate(${place.x * SIDE} ${place.y * SIDE})`}>${isOwn && table.end === null ? spots.svg(`room:${place.id}`, content, names, hint) : svg`<g class=${names}><title>${hint}</title>${content}</g>`}</g>`;
}
