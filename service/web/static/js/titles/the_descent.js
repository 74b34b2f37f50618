/** The table of The Descent: the cave and everyone in it, the hands, the creatures and the open decision. */
import { hasIcon, signAt } from "./icons.js";
import {
  badge, board, classes, die, facts, figure, html, icon, keyView, nothing, Legend, panel, sceneOf, seatLabel, sightOf, seatLink, seatName, stat, stock, svg, tally, word,
} from "./parts.js";

/** @typedef {import("./index.js").Drawn} Drawn */
/** @typedef {import("./scene.js").Scene & {own: number | null, byPlace: Map<string, any>}} Scene */

/** @typedef {[number, number]} Rows the first of them, and the one after the last */

/** The side of a cell of the field. */
export const SIDE = 24;
/** The room for the numbers of columns and rows beside the field. */
const RULER = 14;
/** The step in each direction. @type {Record<string, [number, number]>} */
const WAYS = {
  left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1],
  up_left: [-1, -1], up_right: [1, -1], down_left: [-1, 1], down_right: [1, 1],
};

/** The sign of what has none of its own. @type {Record<string, string>} */
const OTHER_SIGNS = {
  tile: "location", character: "person", health: "heart", health_token: "heart", score_board: "star", target_marker: "flag", die: "doubles",
  web_token: "web", destroyed_rock_token: "rubble",
};

/** The sign of a component; undefined if it has none. @param {{id: string, kind: string}} component @returns {string | undefined} */
export function drawingOf({ id, kind }) {
  return OTHER_SIGNS[id] ?? (hasIcon(id) ? id : OTHER_SIGNS[kind]);
}

/** Strokes of a cell of rock, relative to the cell. */
const STONES = "m3 8h8m4-4h6m-17 13h5m5-3h8m-10 7h6";
/** Strokes of a cell of thin rock, relative to the cell. */
const HATCH = "m2 8l6-6m-6 14l14-14m-14 20l20-20m-14 20l14-14m-6 14l6-6";

/** @param {Drawn} drawn */
export function draw(drawn) {
  const { table } = drawn;
  const own = drawn.viewer ?? table.you;
  /** @type {Scene} */
  const scene = {
    ...sceneOf(drawn, (action) => keysOf(action, table, own), (action) => dragsOf(action, table, own)),
    own,
    byPlace: new Map(drawn.catalogue.maps[0].places.map((/** @type {any} */ place) => [place.id, place])),
  };
  return html`<div class="tt td">
    ${head(scene)}
    <div class="tt-beside">
      <div class="tt-side">${cave(scene)} ${key(scene)}</div>
      <div class="tt-side">${decision(scene)} ${own === null ? nothing : hand(scene, own)} ${people(scene)} ${hunters(scene)} ${piles(scene)}</div>
    </div>
    ${scene.spots.bar()} ${sightOf("the-descent", scene)}
  </div>`;
}

/** The viewer's health, points and equipment. @param {Drawn} drawn */
export function own({ table, catalogue, lang, viewer }) {
  const legend = new Legend(catalogue, lang);
  const sheet = table.seats[viewer ?? 0];
  const cards = [...sheet.kit, ...sheet.drawn.map((/** @type {any} */ one) => one.card)].filter((card) => card !== null);
  return html`${stat("heart", sheet.health, legend.name("health"))} ${stat("star", sheet.points, legend.name("points"))}
    <span class="own-cards">${cards.map((card) => html`<span class="own-card" title=${legend.title(card)}>${icon(card)}<span class="only-heard">${legend.name(card)}</span></span>`)}</span>`;
}

/** Whoever surrenders loses all points and cards. @param {any} action */
export const givesUp = (action) => action.type === "surrender";

/** @param {number[]} cell */
const at = (cell) => `cell:${cell[0]},${cell[1]}`;

/**
 * The places of an action: where it leads or hits, and the card that it needs.
 * @param {any} action @param {any} table @param {number | null} own
 * @returns {string | string[] | null}
 */
export function keysOf(action, table, own) {
  const here = own === null ? null : table.seats[own].cell;
  /** @param {string} way @param {number} [up] */
  const towards = (way, up = 0) => at([here[0] + WAYS[way][0], here[1] + WAYS[way][1] + up]);
  const creature = table.creatures.find((/** @type {any} */ one) => one.kind === action.creature);
  switch (action.type) {
    case "step":
      return towards(action.dir);
    case "jump":
      return towards(action.dir, -1);
    case "use_pick":
      return [towards(action.way), "card:pick"];
    case "place_character":
    case "place_token":
      return at(action.cell);
    case "use_rope":
    case "use_dynamite":
    case "use_lure":
      return [at(action.cell), `card:${action.type.slice(4)}`];
    case "use_lamp":
    case "use_map":
      return [`tile:${action.tile}`, `card:${action.type.slice(4)}`];
    case "use_crossbow":
    case "use_sword":
      return [...(creature ? [at(creature.cell)] : []), `card:${action.type.slice(4)}`];
    case "open_chest":
      return [...(here ? [at(here)] : []), `card:${action.card}`];
    case "route_creature":
      return at(table.pending.moves[action.option].to);
    case "rotate_tile":
      return `turn:${action.quarter_turns}`;
    default:
      return "answer";
  }
}

/**
 * The character's token is dragged through the cave, a card to where it is used, a found token to its cell.
 * @param {any} action @param {any} table @param {number | null} own @returns {[string, string][]}
 */
function dragsOf(action, table, own) {
  const keys = [keysOf(action, table, own) ?? []].flat();
  const card = keys.find((key) => key.startsWith("card:"));
  if (card !== undefined) return keys.filter((key) => key !== card).map((where) => [card, where]);
  if (action.type === "step" || action.type === "jump") return keys.map((where) => ["me", where]);
  if (action.type === "place_token") return keys.map((where) => ["token", where]);
  return [];
}

/** @param {Scene} scene */
function head({ table, legend, drawn, changes }) {
  const limit = table.options.round_limit;
  return html`<header class="tt-head">
    <p class=${classes("tt-now", changes.mark("/round", "/phase", "/active"))}>
      <b>${legend.title("round")} ${table.round}${limit ? ` / ${limit}` : ""}</b>
      <span>${legend.title(table.phase)}</span>
      ${table.active === null ? nothing : html`<span>${badge(table.active)} ${legend.title("active")}: ${seatName(drawn, table.active)}</span>`}
      ${table.ended === null && table.round > 0
        ? html`<span class=${table.tile_opened_this_round ? "td-safe" : "td-danger"}>${icon(table.tile_opened_this_round ? "check" : "trap")} ${legend.title("tile_opened_this_round")}${table.tile_opened_this_round ? "" : `: ${word(drawn.lang, "none")} · ${legend.name("collapse")}`}</span>`
        : nothing}
    </p>
    ${table.ended === null
      ? nothing
      : html`<p class="tt-result">${icon("crown")}<b>${legend.title(table.ended)}</b>
          ${table.seats.map((/** @type {any} */ seat) => html`<span>${seatLabel(drawn, seat.seat)}: <b>${seat.points}</b></span>`)}</p>`}
  </header>`;
}

/** The cells of the field that show this symbol, as one path. @param {string[]} field @param {string} symbol */
function cells(field, symbol) {
  let path = "";
  field.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) if (row[x] === symbol) path += `M${x * SIDE} ${y * SIDE}h${SIDE}v${SIDE}h-${SIDE}Z`;
  });
  return path;
}

/** Strokes in each cell that shows this symbol. @param {string[]} field @param {string} symbol @param {string} strokes relative to the cell */
function strokes(field, symbol, strokes) {
  let path = "";
  field.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) if (row[x] === symbol) path += `M${x * SIDE} ${y * SIDE}${strokes}`;
  });
  return path;
}

/** The middle of a cell. @param {number} at */
export const mid = (at) => (at + 0.5) * SIDE;

/** The numbers of columns and rows, which sentences name as (x, y). @param {string[]} field @param {Rows} rows */
function ruler(field, [from, to]) {
  return svg`<g class="td-rulers" aria-hidden="true">
    ${[...field[0]].map((_, x) => svg`<text class="td-ruler" x=${mid(x)} y=${from * SIDE - 3} text-anchor="middle">${x}</text>`)}
    ${Array.from({ length: to - from }, (_, row) => svg`<text class="td-ruler" x="-3" y=${mid(from + row) + 3} text-anchor="end">${from + row}</text>`)}
  </g>`;
}

/** The cave, cut in two halves between levels: they stand side by side where there is room, so that all of it is in sight. @param {Scene} scene */
function cave(scene) {
  const { table, legend, drawn } = scene;
  const high = table.field.length;
  const [cut] = legend.catalogue.maps[0].places.map((/** @type {any} */ place) => place.y).sort((/** @type {number} */ one, /** @type {number} */ other) => Math.abs(one - high / 2) - Math.abs(other - high / 2));
  return board(drawn, legend.title("field"), html`<div class="td-map" role="group" aria-label=${legend.title("field")}>${half(scene, [0, cut])}${half(scene, [cut, high])}</div>`);
}

/** The rows of the cave from one to before another. @param {Scene} scene @param {Rows} rows */
function half(scene, rows) {
  const { table, legend, drawn, changes, spots, own, byPlace } = scene;
  const [from, to] = rows;
  /** @param {number[]} cell */
  const isHere = (cell) => cell[1] >= from && cell[1] < to;
  const width = table.field[0].length * SIDE;
  /** @type {string[]} the rows of this half; the others are empty */
  const field = table.field.map((/** @type {string} */ row, /** @type {number} */ y) => (isHere([0, y]) ? row : ""));
  const symbols = Object.fromEntries(legend.catalogue.symbols.map((/** @type {any} */ one) => [one.id, one.symbol]));
  const fall = table.last_fall;
  const routes = table.pending?.type === "route_creature" ? table.pending.moves : [];
  const hunter = table.creatures.find((/** @type {any} */ one) => one.kind === table.pending?.creature);
  return html`
    <svg viewBox=${`-${RULER} ${from * SIDE - RULER} ${width + RULER + 1} ${(to - from) * SIDE + RULER + 1}`}>
      ${ruler(table.field, rows)}
      <rect class="td-empty" y=${from * SIDE} width=${width} height=${(to - from) * SIDE} />
      <path class="td-frame" d=${cells(field, symbols.frame)} />
      <path class="td-rock" d=${cells(field, symbols.rock)} />
      <path class="td-stones" d=${strokes(field, symbols.rock, STONES)} />
      <path class="td-thin" d=${cells(field, symbols.thin_rock)} />
      <path class="td-hatch" d=${strokes(field, symbols.thin_rock, HATCH)} />
      <path class="td-cracks" d=${strokes(field, symbols.destroyed, "m4 7l4 3 2-4 3 5m-6 9l4-5 4 2 4-4m-1 8l-3-3")} />
      <path class="td-back" d=${cells(field, symbols.face_down)} />
      ${table.places.map((/** @type {any} */ place, /** @type {number} */ number) => {
        const known = byPlace.get(place.place);
        return isHere([known.x, known.y]) ? tile(scene, place, known, number) : nothing;
      })}
      ${table.web === null || !isHere([0, byPlace.get(table.web).y]) ? nothing : web(byPlace.get(table.web), legend)}
      ${fall === null
        ? nothing
        : svg`<g class="td-fall"><title>${legend.title("last_fall")}: ${fall.length}</title><polyline points=${fall.cells.map((/** @type {number[]} */ cell) => `${mid(cell[0])},${mid(cell[1])}`).join(" ")} /></g>`}
      ${spotCells(scene, isHere)}
      ${table.tokens.map((/** @type {any} */ one) => (isHere(one.cell) ? find(scene, one) : nothing))}
      ${table.creatures.map((/** @type {any} */ one, /** @type {number} */ number) => marker(scene, one, number, byPlace))}
      ${table.creatures.map((/** @type {any} */ one, /** @type {number} */ number) => (isHere(one.cell) ? creature(scene, one, number) : nothing))}
      ${table.seats.filter((/** @type {any} */ seat) => seat.cell !== null && isHere(seat.cell)).map((/** @type {any} */ seat) => {
        const there = table.seats.filter((/** @type {any} */ one) => one.cell?.join() === seat.cell.join());
        const shift = there.length === 1 ? [0, 0] : [[-5, -5], [5, 5], [5, -5], [-5, 5]][there.indexOf(seat)];
        return svg`<g class=${classes("td-person", changes.mark(`/seats/${seat.seat}/cell`), seat.seat === own && spots.grip("me"))} data-place=${seat.seat === own ? "me" : nothing}>
          <title>${seatName(drawn, seat.seat)}</title>
          <circle class="mark" cx=${mid(seat.cell[0])} cy=${mid(seat.cell[1])} r="14" />
          ${figure(seat.seat, mid(seat.cell[0]) + shift[0], mid(seat.cell[1]) + shift[1], there.length === 1 ? 11 : 8, seat.seat === table.active ? "active" : "")}
        </g>`;
      })}
      ${hunter === undefined ? nothing : routes.map((/** @type {any} */ route) => svg`<polyline class="td-route" points=${[hunter.cell, ...route.cells, route.to].map((cell) => `${mid(cell[0])},${mid(cell[1])}`).join(" ")} />`)}
      <g class="tt-layer" data-sight="board"></g>
    </svg>`;
}

/** What the field is made of, and what lies there. @param {Scene} scene */
function key({ legend, drawn, table }) {
  /** @type {string[]} */
  const found = [...new Set(table.tokens.map((/** @type {any} */ one) => one.kind))];
  /** @type {[string, any][]} */
  const grounds = [
    ["rock", svg`<rect class="td-rock" width="24" height="24" />`],
    ["thin_rock", svg`<rect class="td-thin" width="24" height="24" /><path class="td-hatch" d=${`M0 0${HATCH}`} />`],
    ["frame", svg`<rect class="td-frame" width="24" height="24" />`],
    ["face_down", svg`<rect class="td-back" width="24" height="24" />`],
  ];
  const signs = [
    ...grounds.map(([id, drawing]) => [html`<svg class="tt-icon" viewBox="0 0 24 24" aria-hidden="true">${drawing}</svg>`, id]),
    ...found.map((id) => [icon(id === "health" ? "heart" : id), id]),
  ];
  return keyView(legend, word(drawn.lang, "key"), signs);
}

/** The border, the level and the actions of a tile. @param {Scene} scene @param {any} place @param {any} known @param {number} number */
function tile({ legend, spots, changes }, place, known, number) {
  const left = known.x * SIDE;
  const top = known.y * SIDE;
  const key = `tile:${place.place}`;
  const hint = `${legend.said(known.name)}${place.tile === null ? "" : `: ${legend.name(place.tile)}`}${place.open ? "" : ` (${legend.name("face_down")})`}`;
  return svg`<g transform=${`translate(${left} ${top})`}>${spots.svg(
    key,
    svg`<rect class="td-tile" width=${4 * SIDE} height=${4 * SIDE} />
      <rect class="mark" x="2" y="2" width=${4 * SIDE - 4} height=${4 * SIDE - 4} />
      ${place.open ? nothing : svg`<text class="td-question" x=${2 * SIDE} y=${2 * SIDE + 14} text-anchor="middle">?</text>`}
      ${known.x === 0 && known.level ? svg`<text class="td-level" x="3" y="11">${known.level}</text>` : nothing}
      ${!place.open && place.tile !== null ? svg`<text class="td-known" x=${2 * SIDE} y=${3 * SIDE + 12} text-anchor="middle">${legend.name(place.tile)}</text>` : nothing}
      ${spots.has(key) ? svg`<rect class="hit" x="3" y="3" width=${4 * SIDE - 6} height=${4 * SIDE - 6} rx="4" />` : nothing}`,
    classes("td-place", changes.mark(`/places/${number}`)),
    hint,
    [known.x === 0 && known.level ? known.level : "", place.open || place.tile === null ? "" : legend.name(place.tile)].join(" ").trim(),
  )}</g>`;
}

/** @param {any} place @param {Legend} legend */
function web(place, legend) {
  return svg`<g class="td-web"><title>${legend.title("web")}</title>${signAt("web", place.x * SIDE, place.y * SIDE, 4 * SIDE)}</g>`;
}

/** The cells that have actions. @param {Scene} scene @param {(cell: number[]) => boolean} isHere */
function spotCells({ spots }, isHere) {
  return [...spots.byKey.keys()]
    .filter((key) => key.startsWith("cell:") && isHere(key.slice(5).split(",").map(Number)))
    .map((key) => {
      const [x, y] = key.slice(5).split(",").map(Number);
      const types = [...new Set(spots.at(key).map((offer) => offer.action.type))];
      const isMove = types.some((type) => ["step", "jump", "place_character", "place_token", "route_creature"].includes(type));
      return svg`<g transform=${`translate(${x * SIDE} ${y * SIDE})`}>${spots.svg(
        key,
        svg`<rect class="hit" x="1" y="1" width=${SIDE - 2} height=${SIDE - 2} rx="4" />
          ${types.map((type, number) => spotSign(type, number, types.length))}`,
        isMove ? "td-near" : "td-far",
      )}</g>`;
    });
}

/** The small sign of an action in a cell. @param {string} type @param {number} number @param {number} count */
function spotSign(type, number, count) {
  const name = { step: "boot", jump: "up", open_chest: "key" }[type] ?? (type.startsWith("use_") ? type.slice(4) : null);
  if (name === null || !hasIcon(name)) return nothing;
  const size = count === 1 ? 12 : 10;
  const spot = count === 1 ? [6, 6] : [[2, 2], [12, 12], [12, 2], [2, 12]][number % 4];
  return svg`<g class="td-do">${signAt(name, spot[0], spot[1], size)}</g>`;
}

/** A token that lies in the cave. @param {Scene} scene @param {any} one */
function find({ legend, changes, table }, one) {
  const same = table.tokens.filter((/** @type {any} */ other) => other.cell.join() === one.cell.join());
  const shift = same.length > 1 ? 4 * (same.indexOf(one) - (same.length - 1) / 2) : 0;
  const sign = one.kind === "health" ? "heart" : one.kind;
  return svg`<g class=${classes("td-find", `find-${one.kind}`, changes.mark(`/tokens/${table.tokens.indexOf(one)}`))} transform=${`translate(${one.cell[0] * SIDE + 3 + shift} ${one.cell[1] * SIDE + 3 + shift})`}>
    <title>${legend.hint(one.kind)}</title><rect width="18" height="18" rx="4" />${signAt(sign, 2, 2, 14)}
  </g>`;
}

/** @param {Scene} scene @param {any} one @param {number} number */
function creature({ legend, changes }, one, number) {
  const [x, y] = one.cell;
  return svg`<g class=${classes("td-creature", `is-${one.kind}`, changes.mark(`/creatures/${number}`))} transform=${`translate(${mid(x)} ${mid(y)})`}>
    <title>${legend.hint(one.kind)}</title><circle class="mark" r="14" /><path d="M0-11.5 11.5 0 0 11.5-11.5 0Z" />${signAt(one.kind, -7, -7, 14)}
  </g>`;
}

/** The line from a creature to its target. @param {Scene} scene @param {any} one @param {number} number @param {Map<string, any>} byPlace */
function marker({ legend, table }, one, number, byPlace) {
  const goal = targetOf(one, table, byPlace);
  if (goal === null) return nothing;
  const [x, y] = goal;
  return svg`<g class=${`td-marker is-${one.kind}`}><title>${legend.title("target_marker")}: ${legend.name(one.kind)}</title>
    <line x1=${mid(one.cell[0])} y1=${mid(one.cell[1])} x2=${x} y2=${y} />
    <path d=${`M${x - 5 + 3 * (number % 3)} ${y - 8}l5-7 5 7Z`} />
  </g>`;
}

/** @param {any} one @param {any} table @param {Map<string, any>} byPlace @returns {number[] | null} */
function targetOf(one, table, byPlace) {
  if (one.marker === null) return null;
  if (one.marker.on === "tile") {
    const place = byPlace.get(one.marker.place);
    return [(place.x + 2) * SIDE, (place.y + 2) * SIDE];
  }
  const cell = one.marker.on === "lure" ? one.marker.cell : table.seats[one.marker.seat].cell;
  return cell ? [mid(cell[0]), mid(cell[1])] : null;
}

/** The rows of a tile after it was turned. @param {string[]} rows @param {number} turns quarter turns clockwise */
function turned(rows, turns) {
  let lying = rows;
  for (let turn = 0; turn < turns; turn += 1) {
    lying = [...lying[0]].map((_, x) => lying.map((row) => row[x]).reverse().join(""));
  }
  return lying;
}

/** The open decision, and actions outside the cave. @param {Scene} scene */
function decision({ table, legend, spots, drawn }) {
  const answers = spots.at("answer");
  const final = answers.filter((offer) => givesUp(offer.action));
  const harmless = answers.filter((offer) => !givesUp(offer.action));
  const pending = table.pending;
  const turns = [0, 1, 2, 3].filter((turn) => spots.has(`turn:${turn}`));
  /** @type {[string, any][]} */
  const rows = [];
  if (table.active !== null && table.ended === null) {
    rows.push([legend.title("endurance"), html`<span class="td-endurance">${Array.from({ length: 5 }, (_, number) => html`<i class=${number < table.turn.endurance ? "full" : ""}></i>`)}<b>${table.turn.endurance}</b></span>`]);
    if (table.turn.weak) rows.push([legend.title("weak"), icon("check")]);
  }
  if (pending !== null) {
    rows.push([legend.title("pending"), html`${seatLabel(drawn, pending.seat)}`]);
    if (pending.token) rows.push([legend.title("token"), html`<span class=${classes("tt-stat", spots.grip("token"))} data-place="token">${signOf(pending.token)} ${legend.name(pending.token)}</span>`]);
    if (pending.creature) rows.push([legend.title("creature"), html`${signOf(pending.creature)} ${legend.name(pending.creature)}`]);
    if (pending.health !== undefined) rows.push([legend.title("health"), `−${pending.health}`]);
    if (pending.length !== undefined) rows.push([legend.title("fall"), pending.length]);
  }
  if (rows.length === 0 && answers.length === 0) return nothing;
  const symbols = Object.fromEntries(legend.catalogue.symbols.map((/** @type {any} */ one) => [one.id, one.symbol]));
  return html`<section class="tt-panel td-decision">
    ${facts(rows)}
    ${turns.length > 0 && pending?.tile
      ? html`<div class="td-turns">${turns.map((turn) => {
          const rows = turned(legend.figures(pending.tile).rows, turn);
          return spots.button(`turn:${turn}`, html`<svg viewBox=${`0 0 ${4 * SIDE} ${4 * SIDE}`} aria-hidden="true"><rect class="td-empty" width=${4 * SIDE} height=${4 * SIDE} /><path class="td-rock" d=${cells(rows, symbols.rock)} /><path class="td-thin" d=${cells(rows, symbols.thin_rock)} /><path class="td-hatch" d=${strokes(rows, symbols.thin_rock, HATCH)} /></svg>`);
        })}</div>`
      : nothing}
    ${harmless.length > 0 ? html`<div class="tt-bar">${spots.buttons(harmless)}</div>` : nothing}
    ${final.length > 0 ? html`<div class="tt-bar td-final">${spots.buttons(final)}</div>` : nothing}
  </section>`;
}

/** The sign of a token, creature or card. @param {string} kind */
function signOf(kind) {
  return icon(kind === "health" ? "heart" : kind);
}

/** The player's own cards. @param {Scene} scene @param {number} seat */
function hand({ table, legend, spots, changes, drawn }, seat) {
  const sheet = table.seats[seat];
  /** @type {string[]} */
  const cards = [...sheet.kit, ...sheet.drawn.map((/** @type {any} */ one) => one.card ?? "")];
  return panel(
    `${legend.title("equipment")} · ${seatName(drawn, seat)}`,
    html`<div class=${classes("td-cards", changes.mark(`/seats/${seat}/kit`, `/seats/${seat}/drawn`))}>
      ${cards.length === 0 ? html`<span class="tt-dim">${word(drawn.lang, "none")}</span>` : nothing}
      ${tally(cards).map(([card, count]) =>
        card === ""
          ? html`<div class="td-card back">${icon("question")}<span>${word(drawn.lang, "hidden")}${count > 1 ? ` × ${count}` : ""}</span></div>`
          : spots.button(`card:${card}`, html`<span class="td-face">${icon(card)}</span><span>${legend.title(card)}${count > 1 ? ` × ${count}` : ""}</span>`, "td-card", legend.hint(card)),
      )}
    </div>`,
  );
}

/** The health, points and cards of each player. @param {Scene} scene */
function people({ table, legend, changes, drawn, own }) {
  const order = table.order.length > 0 ? table.order : table.seats.map((/** @type {any} */ one) => one.seat);
  return html`<div class="td-people">
    ${order.map((/** @type {number} */ seat) => {
      const sheet = table.seats[seat];
      const where = `/seats/${seat}`;
      const die_ = table.last_dice.find((/** @type {any} */ one) => one.seat === seat);
      return html`<section class=${classes("tt-panel", seat === own && "own", seat === table.active && "active", sheet.arrived && "arrived")}>
        <h3>${badge(seat)}<span>${seatLink(drawn, seat)}</span>${seat === table.active ? html`<small>${icon("clock")}${legend.name("active")}</small>` : nothing}</h3>
        <p class="td-counts">
          <span class=${changes.mark(`${where}/health`)}>${stat("heart", sheet.health, legend.name("health"))}</span>
          <span class=${changes.mark(`${where}/points`)}>${stat("star", sheet.points, legend.name("points"))}</span>
          <span class=${changes.mark(`${where}/cards`)}>${stat("card", sheet.cards, legend.name("cards"))}</span>
          ${die_ === undefined ? nothing : html`<span title=${legend.title("last_dice")}>${die(die_.die, legend.title("last_dice"), "small")}</span>`}
        </p>
        <p class="td-counts">
          ${sheet.arrived ? html`<span class="tt-tag good">${icon("flag")}${legend.name("arrived")}</span>` : nothing}
          ${sheet.weakened ? html`<span class="tt-tag bad">${icon("plant")}${legend.name("weakened")}</span>` : nothing}
          ${table.window?.used.includes(seat) ? html`<span class="tt-tag">${icon("card")}${legend.name("used")}</span>` : nothing}
          ${table.window?.barred.includes(seat) ? html`<span class="tt-tag">${icon("lock")}${legend.name("barred")}</span>` : nothing}
          ${table.window?.surrendered.includes(seat) ? html`<span class="tt-tag">${icon("flag")}${legend.name("surrendered")}</span>` : nothing}
        </p>
        <p class="td-kit">${[...sheet.kit, ...sheet.drawn.map((/** @type {any} */ one) => one.card)].map((card) =>
          card === null
            ? html`<span class="td-mini back" title=${word(drawn.lang, "hidden")}><span class="tt-hear">${word(drawn.lang, "hidden")}</span></span>`
            : html`<span class="td-mini" title=${legend.title(card)}>${icon(card)}<span class="tt-hear">${legend.name(card)}</span></span>`,
        )}</p>
      </section>`;
    })}
  </div>`;
}

/** The creatures and their targets. @param {Scene} scene */
function hunters({ table, legend, drawn }) {
  if (table.creatures.length === 0) return nothing;
  return panel(
    legend.title("creature"),
    html`<ul class="td-hunters">${table.creatures.map((/** @type {any} */ one) => html`<li title=${legend.hint(one.kind)}>${icon(one.kind)}<b>${legend.title(one.kind)}</b>
      ${one.health > 0 ? stat("heart", one.health, legend.name("health")) : nothing}
      ${one.marker === null ? nothing : html`<span>→ ${one.marker.on === "tile" ? legend.name(one.marker.place) : one.marker.on === "lure" ? html`${icon("lure")}${legend.name("lure")}` : html`${seatLabel(drawn, one.marker.seat)}`}</span>`}
      ${table.creatures_to_move.includes(one.kind) ? html`<span class="tt-tag">${icon("clock")}${legend.name("creatures_to_move")}</span>` : nothing}</li>`)}</ul>`,
  );
}

/** The deck, the discard pile, and the tokens that are left. @param {Scene} scene */
function piles({ table, legend, drawn }) {
  return panel(
    `${legend.title("deck")}: ${table.deck.size}`,
    html`${table.deck.cards && table.deck.cards.length > 0 ? html`<p class="tt-small">${table.deck.cards.map((/** @type {string} */ card) => legend.name(card)).join(", ")}</p>` : nothing}
      <h4>${legend.title("discard")}: ${table.discard.length}</h4>
      <p class="tt-small tt-dim">${tally(table.discard).map(([card, count]) => `${count > 1 ? `${count} × ` : ""}${legend.name(card)}`).join(", ") || word(drawn.lang, "none")}</p>
      <h4>${legend.title("tokens_left")}</h4>
      ${stock(Object.entries(table.tokens_left).map(([kind, count]) => ({ sign: signOf(kind), title: legend.title(kind), hint: legend.hint(kind), count })))}
      ${table.token_stack ? html`<p class="tt-small">${legend.title("token_stack")}: ${table.token_stack.map((/** @type {string} */ kind) => legend.name(kind)).join(", ")}</p>` : nothing}`,
  );
}
