/** The table of Labyrinth: the labyrinth, the team and the rivals, the card turned up, and the cards still to come. */
import { addSigns, hasIcon, sign, signAt } from "./icons.js";
import {
  board, classes, facts, html, icon, layer, Legend, nothing, panel, sceneOf, sightOf, stock, svg, tally, word,
} from "./parts.js";

/** @typedef {import("./index.js").Drawn} Drawn */
/** @typedef {import("./scene.js").Scene} Scene */

/** The width and the height of a card. */
export const WIDE = 64;
export const HIGH = 88;
/** The step to the neighbour on each side. @type {Record<string, [number, number]>} */
const SIDES = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
/** The floor that leads to each side of a card. @type {Record<string, string>} */
const FLOORS = {
  N: "M23 0H41V44H23Z",
  S: "M23 44H41V88H23Z",
  W: "M0 35H32V53H0Z",
  E: "M32 35H64V53H32Z",
};
/** The courses of the walls. */
const COURSES = "M2 16H62M2 30H62M2 44H62M2 58H62M2 72H62M12 2V16M52 2V16M7 16V30M57 16V30M12 30V44M52 30V44M7 44V58M57 44V58M12 58V72M52 58V72M7 72V86M57 72V86M27 72V86M27 2V16";
/** A bar across an exit that a neighbour's wall closes. @type {Record<string, string>} */
const BARS = { N: "M21 3H43", S: "M21 85H43", W: "M3 33V55", E: "M61 33V55" };
/** The shape of each colour's token around (0, 0), so that colour is never the only difference. */
const SHAPES = [
  "M0-9A9 9 0 1 1 0 9 9 9 0 1 1 0-9Z",
  "M-8-8H8V8H-8Z",
  "M0-10 10 7.5H-10Z",
  "M0-10.5 10.5 0 0 10.5-10.5 0Z",
];

/** Characters, each Knight with a helmet of their own, special cards and the models of Steambots. */
addSigns({
  K1: { line: "M12 5.5c4.5 0 7 2.700 7 6.5v8l-7 2-7-2v-8c0-3.800 2.5-6.5 7-6.5ZM5 13h14M12 13v6.5M9 15.5v2.5M15 15.5v2.5M12 5.5C12 2 15 1 18 2" },
  K2: { line: "M12 5.5c4.5 0 7 2.700 7 6.5v8l-7 2-7-2v-8c0-3.800 2.5-6.5 7-6.5ZM5 12h14M8 15.5h8M8 18h8M12 5.5V1.5M9.5 1.5h5" },
  K3: { line: "M12 5.5c4.5 0 7 2.700 7 6.5v8l-7 2-7-2v-8c0-3.800 2.5-6.5 7-6.5ZM5 11.5l7 3 7-3M12 14.5V20M8 17h.1M16 17h.1M7 6.5C4 5 3.5 2.5 4.5 1M17 6.5c3-1.5 3.5-4 2.5-5.5" },
  K4: { line: "M12 5.5c4.5 0 7 2.700 7 6.5v8l-7 2-7-2v-8c0-3.800 2.5-6.5 7-6.5ZM5 13.5h14M7.5 16.5l3 1.5M16.5 16.5l-3 1.5M12 5.5c-4-1-6-3-8-1.5M12 5.5V2" },
  K5: { line: "M12 5.5c4.5 0 7 2.700 7 6.5v8l-7 2-7-2v-8c0-3.800 2.5-6.5 7-6.5ZM12 5.5V21M5 12.5h14M8.5 12.5v3M15.5 12.5v3M10 2.5l2-1.5 2 1.5-2 3Z" },
  K6: { line: "M12 5.5c4.5 0 7 2.700 7 6.5v8l-7 2-7-2v-8c0-3.800 2.5-6.5 7-6.5ZM6 11.5h12v3H6ZM9 17.5h6M8.5 6.300 6 2.5M12 5.5v-4M15.5 6.300 18 2.5" },
  K7: { line: "M12 5.5c4.5 0 7 2.700 7 6.5v8l-7 2-7-2v-8c0-3.800 2.5-6.5 7-6.5ZM5 12c4 2 10 2 14 0M9 16h.1M12 17h.1M15 16h.1M9 18.5h.1M15 18.5h.1M12 5.5C8 4 8 1.5 12 1.5s4 2.5 0 4Z" },
  K8: { line: "M12 5.5c4.5 0 7 2.700 7 6.5v8l-7 2-7-2v-8c0-3.800 2.5-6.5 7-6.5ZM5 13h5.5v3H5M19 13h-5.5v3H19M12 16v4M8 6.200V2.5h2V4h4V2.5h2v3.700" },
  K9: { line: "M12 5.5c4.5 0 7 2.700 7 6.5v8l-7 2-7-2v-8c0-3.800 2.5-6.5 7-6.5ZM5 11h14M5 14h14M12 11v10M12 5.5C9 3 13 2.5 11.5 1M14.5 5.800c-.5-2 1.5-2 1-3.5" },
  hero: { fill: "M12 2c5 0 7.5 3 7.5 8v9.5L12 22.5l-7.5-3V10C4.5 5 7 2 12 2ZM6.5 10v2.5H11V10ZM13 10v2.5h4.5V10ZM11.3 15v4h1.4v-4Z", line: "M12 2c-2-2-5-1.5-6 1 3-1 4 1 6-1" },
  princess: { fill: "M12 7c3 0 5 2 5 5l3 10.5H4L7 12c0-3 2-5 5-5ZM10.2 11.5a.9.9 0 1 0 .01 0ZM13.8 11.5a.9.9 0 1 0 .01 0ZM6.5 6.2 5.8 1.5l3.7 2L12 1l2.5 2.5 3.7-2-.7 4.7Z" },
  greed: { fill: "M9 2h6l-1.5 4C18 8 21 12 21 16c0 4-3.5 6.5-9 6.5S3 20 3 16c0-4 3-8 7.5-10ZM11.3 9.5V11c-1.5.3-2.5 1.3-2.5 2.7 0 3 4.7 1.8 4.7 3.3 0 .7-.7 1-1.5 1s-1.7-.4-1.7-1.4H8.7c0 1.5 1 2.5 2.6 2.8v1.3h1.4v-1.3c1.5-.3 2.6-1.2 2.6-2.6 0-3-4.8-1.9-4.8-3.3 0-.6.6-1 1.4-1s1.5.4 1.6 1.3h1.7c-.1-1.4-1-2.4-2.5-2.7V9.5Z" },
  lancer: { line: "M4 9.5h11V19H4ZM7 13h.1M12 13h.1M7 16.2h5M9.5 9.5V6M7.5 6h4M7 19v2.5M12 19v2.5M20.5 22V7M20.5 1.5 18.5 7h4Z" },
  armoured: { line: "M4 7.5h16V19H4ZM4 11h16M8.5 14.5h2M13.5 14.5h2M12 7.5V4M9.5 4h5M7.5 19v2.5M16.5 19v2.5M4 11.5H1.5V17M20 11.5h2.5V17M8 7.5V11M16 7.5V11" },
});
/** @type {Record<string, string>} */
const MODELS = { simple: "steambot", lancer: "lancer", armoured: "armoured" };

/** The sign of a component; undefined if it has none. @param {{id: string, kind: string, figures?: any}} component @returns {string | undefined} */
export function drawingOf({ id, kind, figures }) {
  const name = kind === "trophy" ? figures.kind : kind === "steambot" ? MODELS[figures.model] : kind === "special" ? id.toLowerCase() : kind === "token" ? "flag" : hasIcon(id) ? id : kind;
  return hasIcon(name) ? name : undefined;
}

/** @param {Drawn} drawn */
export function draw(drawn) {
  const { table } = drawn;
  /** @type {Scene} */
  const scene = sceneOf(drawn, (action) => keysOf(action, table), dragsOf);
  return html`<div class="tt lb">
    ${head(scene)}
    <div class="tt-beside">
      ${labyrinth(scene)}
      <div class="tt-side">${turnedUp(scene)} ${team(scene)} ${rivals(scene)}</div>
    </div>
    <div class="tt-columns">${deck(scene)} ${discard(scene)}</div>
    ${scene.spots.bar()} ${sightOf("labyrinth", scene)}
  </div>`;
}

/** The viewer's team, and the trophies that it carries. @param {Drawn} drawn */
export function own({ table, catalogue, lang }) {
  const legend = new Legend(catalogue, lang);
  return html`<span class="own-cards">${table.team.map((/** @type {any} */ member) => html`<span class="own-card" title=${`${legend.title(member.character)}: ${member.trophy === null ? "–" : legend.title(member.trophy)}`}
    >${icon(cardSign(legend, member.character))}${member.trophy === null ? "–" : icon(legend.figures(member.trophy).kind)}<span class="only-heard">${legend.name(member.character)}${member.trophy === null ? nothing : html`: ${legend.name(member.trophy)}`}</span></span>`)}</span>`;
}

/** @param {any} action @param {any} table @returns {string | string[] | null} */
export function keysOf(action, table) {
  switch (action.type) {
    case "move":
      return `cell:${action.x},${action.y}`;
    case "stay":
      return `cell:${table.cell.join(",")}`;
    case "place_location":
    case "place_chest":
      return `lay:${action.x},${action.y},${action.rotation}`;
    case "take_trophy":
    case "swap_trophy":
      return [`character:${action.character}`, `kind:${action.kind}`];
    case "steal_trophy":
    case "trade_trophy":
      return [`character:${action.character}`, `rival:${action.rival}`];
    case "choose_rival":
      return `rival:${action.rival}`;
    case "release_steambot":
      return [`rival:${table.resolving?.rival}`, "answer"];
    case "leave_trophy":
    case "discard_steambot":
    case "accept_draw":
    case "decline":
      return "answer";
    default:
      return "character" in action ? `character:${action.character}` : null;
  }
}

/**
 * The team's token is dragged through the labyrinth, a Location to its place, a Trophy to the Character who is to carry
 * it, and a Character into the fight.
 * @param {any} action @returns {[string, string][]}
 */
function dragsOf(action) {
  switch (action.type) {
    case "move":
      return [["me", `cell:${action.x},${action.y}`]];
    case "place_location":
    case "place_chest":
      return [["location", `lay:${action.x},${action.y},${action.rotation}`]];
    case "take_trophy":
    case "swap_trophy":
      return [[`kind:${action.kind}`, `character:${action.character}`]];
    case "steal_trophy":
      return [[`rival:${action.rival}`, `character:${action.character}`]];
    case "trade_trophy":
      return [[`rival:${action.rival}`, `character:${action.character}`], [`character:${action.character}`, `rival:${action.rival}`]];
    case "fight_steambot":
    case "change_duel":
      return [[`character:${action.character}`, "duel"]];
    default:
      return [];
  }
}

/** @param {Scene} scene */
function head({ table, legend, changes }) {
  const limit = legend.rows("fixed").find((row) => row.what === "location_limit")?.value ?? 8;
  const result = table.result;
  return html`<header class="tt-head">
    <p class=${classes("tt-now", changes.mark("/turn", "/phase", "/laid_count"))}>
      <b>${legend.title("turn")} ${table.turn}</b>
      <span>${legend.title(table.phase)}</span>
      <span class="lb-laid" title=${`${legend.title("laid_count")}: ${table.laid_count}`}>
        ${Array.from({ length: limit }, (_, number) => html`<span class=${number < table.laid_count ? "full" : ""}>${icon("location")}</span>`)}
        <b>${table.laid_count} / ${limit}</b><span class="tt-hear">${legend.name("laid_count")}</span>
      </span>
    </p>
    ${legend.text(table.phase) && result === null ? html`<p class="tt-dim tt-small">${legend.text(table.phase)}</p>` : nothing}
    ${result === null
      ? nothing
      : html`<p class="tt-result">${icon(result.outcome === "won" ? "crown" : "skull")}<b>${legend.title(result.outcome)}</b>
          <span>${legend.title(result.ended_by)}</span>
          ${result.place === null ? nothing : html`<span>${legend.title("place")}: <b>${result.place}</b></span><span>${legend.title("moves")}: <b>${result.moves}</b></span>`}
          <span>${legend.title("knights")}: ${result.knights}</span><span>${legend.title("trophies")}: ${result.trophies}</span></p>`}
  </header>`;
}

/** The cards that are laid, the tokens, and the places where a card may be laid. @param {Scene} scene */
function labyrinth(scene) {
  const { table, drawn, legend } = scene;
  /** @type {Map<string, any>} */
  const laid = new Map(table.labyrinth.map((/** @type {any} */ one) => [one.cell.join(","), one]));
  const ghosts = drawn.actions.map((offer) => offer.action).filter((action) => /^place_(location|chest)$/.test(action.type));
  /** @type {Set<string>} */
  const open = new Set();
  for (const one of table.labyrinth) {
    for (const side of one.exits) {
      const key = `${one.cell[0] + SIDES[side][0]},${one.cell[1] + SIDES[side][1]}`;
      if (!laid.has(key)) open.add(key);
    }
  }
  const cells = [...laid.keys(), ...open, ...ghosts.map((action) => `${action.x},${action.y}`)].map((key) => key.split(",").map(Number));
  const left = Math.min(...cells.map(([x]) => x));
  const top = Math.min(...cells.map(([, y]) => y));
  const columns = Math.max(3, Math.max(...cells.map(([x]) => x)) - left + 1);
  const rows = Math.max(2, Math.max(...cells.map(([, y]) => y)) - top + 1);
  const path = table.path_to_chest === null ? [] : [table.cell, ...table.path_to_chest];
  const places = new Set(ghosts.map((action) => `${action.x},${action.y}`));
  return board(scene.drawn, legend.title("labyrinth"), html`
    <svg class="lb-map" viewBox=${`${left * WIDE - 6} ${top * HIGH - 6} ${columns * WIDE + 12} ${rows * HIGH + 12}`} role="group" aria-label=${legend.title("labyrinth")}>
      ${[...open].filter((key) => !places.has(key)).map((key) => hollow(key))}
      ${table.labyrinth.map((/** @type {any} */ one, /** @type {number} */ number) => laidCard(scene, one, number, laid))}
      ${path.length > 1
        ? svg`<polyline class="lb-path" points=${path.map(([x, y]) => `${x * WIDE + 32},${y * HIGH + 44}`).join(" ")} />`
        : nothing}
      ${[...places].map((key) => ghost(scene, key, ghosts.filter((action) => `${action.x},${action.y}` === key)))}
      ${table.rivals.map((/** @type {any} */ rival) => {
        const there = table.rivals.filter((/** @type {any} */ one) => one.cell.join() === rival.cell.join());
        return tokenAt(scene, rival.colour, rival.cell, 13 + 19 * there.indexOf(rival), 75, 0.8);
      })}
      ${tokenAt(scene, table.options.colour, table.cell, 32, 44, 1.25, true)}
      <g class="tt-layer" data-sight="board"></g>
    </svg>`);
}

/** An empty cell that an exit leads to. @param {string} key */
function hollow(key) {
  const [x, y] = key.split(",").map(Number);
  return svg`<rect class="lb-hollow" x=${x * WIDE + 6} y=${y * HIGH + 6} width=${WIDE - 12} height=${HIGH - 12} rx="6" />`;
}

/** Walls and floor of a card, with a bar across the exits that lead against a neighbour's wall. @param {string[]} exits @param {string[]} [shut] */
function floor(exits, shut = []) {
  return svg`<rect class="lb-wall" x="1" y="1" width=${WIDE - 2} height=${HIGH - 2} rx="5" />
    <path class="lb-courses" d=${COURSES} />
    ${exits.map((side) => svg`<path class="lb-floor" d=${FLOORS[side]} />`)}
    <rect class="lb-floor" x="16" y="26" width="32" height="36" rx=${exits.length === 1 ? 16 : 7} />
    <path class="lb-flags" d="M18 44H46M32 28V44M25 44V60M39 44V60" />
    ${shut.map((side) => svg`<path class="lb-bar" d=${BARS[side]} />`)}`;
}

/** @param {Scene} scene @param {any} one @param {number} number @param {Map<string, any>} laid */
function laidCard({ legend, spots, changes, table }, one, number, laid) {
  const [x, y] = one.cell;
  const shut = one.exits.filter(
    (/** @type {string} */ side) => !one.passages.includes(side) && laid.has(`${x + SIDES[side][0]},${y + SIDES[side][1]}`),
  );
  const key = `cell:${x},${y}`;
  const name = legend.title(one.card);
  const isHere = table.cell[0] === x && table.cell[1] === y;
  const signOf = one.card === "CHEST" ? "chest" : one.card === "START" ? "gate" : null;
  const hint = `${name} (${x}, ${y}); ${legend.name("passages")}: ${one.passages.map((/** @type {string} */ side) => legend.name(side)).join(", ") || "–"}`;
  return svg`<g transform=${`translate(${x * WIDE} ${y * HIGH})`}>${spots.svg(
    key,
    svg`${floor(one.exits, shut)}
      ${signOf === null ? nothing : signAt(signOf, isHere ? 44 : 20, isHere ? 66 : 32, isHere ? 17 : 24)}
      ${nameLines(name).map((line, at, all) => svg`<text class="lb-name" x="32" y=${(all.length === 1 ? 13 : 10) + 8 * at} text-anchor="middle">${line}</text>`)}
      <rect class="mark" x="2" y="2" width=${WIDE - 4} height=${HIGH - 4} rx="5" />
      <rect class="hit" x="4" y="4" width=${WIDE - 8} height=${HIGH - 8} rx="5" fill="none" />`,
    classes("lb-card", changes.mark(`/labyrinth/${number}`)),
    hint,
    nameLines(name).join(" "),
  )}</g>`;
}

/** A name in at most two lines. @param {string} name */
function nameLines(name) {
  if (name.length <= 13) return [name];
  const words = name.split(" ");
  const lines = ["", ""];
  for (const one of words) {
    if (lines[1] === "" && (lines[0] === "" || `${lines[0]} ${one}`.length <= name.length / 2 + 3)) lines[0] = `${lines[0]} ${one}`.trim();
    else lines[1] = `${lines[1]} ${one}`.trim();
  }
  return lines.map((line) => (line.length > 15 ? `${line.slice(0, 14)}…` : line)).filter(Boolean);
}

/** A place where a card may be laid: the card as it would lie, or two small ones if it may be turned. @param {Scene} scene @param {string} key @param {any[]} ways */
function ghost({ table, legend, spots }, key, ways) {
  const [x, y] = key.split(",").map(Number);
  const figures = legend.figures(table.question.location);
  const isOne = ways.length === 1;
  return ways.map((way, number) => {
    const exits = way.rotation === 0 ? figures.exits : figures.exits_turned;
    const place = isOne
      ? `translate(${x * WIDE + 4} ${y * HIGH + 5.5}) scale(0.875)`
      : `translate(${x * WIDE + 16} ${y * HIGH + 2 + 43 * number}) scale(0.47)`;
    return svg`<g transform=${place}>${spots.svg(
      `lay:${x},${y},${way.rotation}`,
      svg`<g class="lb-ghost">${floor(exits)}${way.type === "place_chest" ? signAt("chest", 20, 32, 24) : nothing}</g>
        <rect class="hit" x=${isOne ? 0 : -30} y="0" width=${isOne ? WIDE : WIDE + 60} height=${HIGH} rx="5" />`,
    )}</g>`;
  });
}

/** A token, with the shape of its colour. @param {Scene} scene @param {string} colour @param {number[]} at @param {number} dx @param {number} dy @param {number} size @param {boolean} [isOwn] */
function tokenAt({ legend, changes, spots }, colour, at, dx, dy, size, isOwn = false) {
  return svg`<g class=${classes("lb-token", `colour-${colour}`, isOwn && changes.mark("/at"), isOwn && spots.grip("me"))} data-place=${isOwn ? "me" : nothing} transform=${`translate(${at[0] * WIDE + dx} ${at[1] * HIGH + dy}) scale(${size})`}>
    <title>${legend.title(colour)}</title>
    <circle class="mark" r="14" />
    <path d=${shapeOf(legend, colour)} />
    ${isOwn ? svg`<g transform="translate(-6 -6) scale(0.5)">${sign("knight")}</g>` : svg`<text y="4" text-anchor="middle">${legend.title(colour).charAt(0)}</text>`}
  </g>`;
}

/** @param {Legend} legend @param {string} colour */
function shapeOf(legend, colour) {
  const colours = legend.rows("fixed").find((row) => row.what === "rival_order")?.value ?? [];
  return SHAPES[Math.max(0, colours.indexOf(colour)) % SHAPES.length];
}

/** A colour's token in a line of text. @param {Legend} legend @param {string} colour */
function banner(legend, colour) {
  return html`<svg class="tt-badge" viewBox="-12 -12 24 24" aria-hidden="true"><g class=${`lb-token colour-${colour}`}><path d=${shapeOf(legend, colour)} /></g></svg>`;
}

/** The sign of a card. @param {Legend} legend @param {string} card */
export function cardSign(legend, card) {
  return drawingOf({ id: card, kind: legend.kind(card), figures: legend.figures(card) }) ?? "question";
}

/** A card with its sign and name. @param {Scene} scene @param {string} card @param {string} [names] @param {string} [key] */
function cardOf({ legend, spots }, card, names = "", key = "") {
  const kind = legend.kind(card);
  const figures = legend.figures(card);
  return spots.button(
    key,
    html`<span class="lb-sign">${kind === "location" ? mini(figures.exits) : icon(cardSign(legend, card))}</span><span>${legend.title(card)}</span>
      ${kind === "steambot"
        ? html`<small title=${legend.title("beaten_by")}>${icon("sword")}${figures.beaten_by.map((/** @type {string} */ one) => html`${icon(one)}<span class="tt-hear">${legend.name(one)}</span>`)}
            ${icon("mage")}${figures.beaten_by_with_mage.map((/** @type {string} */ one) => html`${icon(one)}<span class="tt-hear">${legend.name(one)}</span>`)}</small>`
        : nothing}`,
    classes("lb-piece", `kind-${kind}`, names),
    legend.hint(card),
  );
}

/** A small Location card. @param {string[]} exits */
function mini(exits) {
  return html`<svg class="lb-mini" viewBox=${`0 0 ${WIDE} ${HIGH}`} aria-hidden="true">${floor(exits)}</svg>`;
}

/** The card that was turned up and has to be resolved; both cards of a Duel. @param {Scene} scene */
function turnedUp(scene) {
  const { table, legend, spots, changes, drawn } = scene;
  const resolving = table.resolving;
  const question = table.question ?? {};
  const offered = question.trophies ?? [];
  const answers = spots.at("answer");
  if (resolving === null && table.question === null && answers.length === 0) return nothing;
  const kinds = [...new Set(offered.map((/** @type {string} */ card) => legend.figures(card).kind))];
  const rest = [...offered, question.steambot, question.special, question.location].filter(
    (card) => card && card !== resolving?.card && card !== resolving?.rival_card,
  );
  /** @param {string} card */
  const keyOf = (card) => (offered.includes(card) ? `kind:${legend.figures(card).kind}` : card === question.location ? "location" : "");
  return panel(
    `${legend.title("resolving")}${resolving?.rival ? ` · ${legend.name("rival")}: ${legend.name(resolving.rival)}` : ""}`,
    html`${layer("turned")}<div class=${classes("lb-duel", changes.mark("/resolving"))} data-place="duel">
        ${resolving?.card ? html`<div><small>${resolving.rival ? legend.title("team") : legend.title("card")}</small>${cardOf(scene, resolving.card, dim(resolving, resolving.card), keyOf(resolving.card))}</div>` : nothing}
        ${resolving?.rival_card ? html`<div><small>${legend.title("rival_card")}</small>${cardOf(scene, resolving.rival_card, dim(resolving, resolving.rival_card), keyOf(resolving.rival_card))}</div>` : nothing}
        ${rest.length > 0 ? html`<div><small>${legend.title("question")}</small>${rest.map((card) => cardOf(scene, card, "", keyOf(card)))}</div>` : nothing}
      </div>
      ${table.phase === "duel_draw" && question.kind ? html`<p class="tt-small">${legend.text("duel_draw")} ${icon(question.kind)}${legend.name(question.kind)}</p>` : nothing}
      ${kinds.length > 1 && drawn.actions.length > 0 ? html`<p class="tt-small tt-dim">${kinds.map((kind) => legend.title(kind)).join(" · ")}</p>` : nothing}
      ${answers.length > 0 ? html`<div class="tt-bar">${spots.buttons(answers)}</div>` : nothing}`,
    "lb-turned",
  );
}

/** Cards that no longer lie open. @param {any} resolving @param {string} card */
function dim(resolving, card) {
  return resolving.open.includes(card) ? "" : "spent";
}

/** The team, each Character with the Trophy under it. @param {Scene} scene */
function team(scene) {
  const { table, legend, changes, spots } = scene;
  const hasMage = table.team.some((/** @type {any} */ one) => legend.kind(one.character) === "mage");
  return panel(
    legend.title("team"),
    html`<p class="lb-banner">${banner(legend, table.options.colour)}<span>${legend.title(table.hero.card)}</span><span class="tt-dim">${legend.title(table.hero.side)}</span></p>
      <div class="lb-people">
        ${table.team.map((/** @type {any} */ member, /** @type {number} */ number) =>
          spots.button(
            `character:${member.character}`,
            html`<span class="lb-sign">${icon(cardSign(legend, member.character))}</span><span>${legend.title(member.character)}</span>${slot(legend, member.trophy)}`,
            classes("lb-person", changes.mark(`/team/${number}`)),
            legend.hint(member.character),
          ),
        )}
      </div>
      ${hasMage ? html`<p class="tt-small">${icon("mage")} ${legend.text("mage")}</p>` : nothing}`,
  );
}

/** A place for a Trophy. @param {Legend} legend @param {string | null} trophy */
function slot(legend, trophy) {
  return trophy === null
    ? html`<span class="lb-slot empty" title=${legend.title("trophy")}>–<span class="tt-hear">${legend.name("trophy")}</span></span>`
    : html`<span class="lb-slot" title=${legend.hint(trophy)}>${icon(legend.figures(trophy).kind)}<small>${legend.title(trophy)}</small></span>`;
}

/** @param {Scene} scene */
function rivals(scene) {
  const { table, legend, changes, spots } = scene;
  if (table.rivals.length === 0) return nothing;
  return panel(
    legend.title("rivals"),
    html`<div class="lb-people">
      ${table.rivals.map((/** @type {any} */ rival, /** @type {number} */ number) =>
        spots.button(
          `rival:${rival.colour}`,
          html`<span class="lb-banner">${banner(legend, rival.colour)}<span>${legend.title(rival.colour)}</span></span><span class="lb-sign">${icon(cardSign(legend, rival.knight))}</span><span>${legend.title(rival.knight)}</span>
            <small>(${rival.cell.join(", ")})</small>${slot(legend, rival.trophy)}`,
          classes("lb-person", changes.mark(`/rivals/${number}`)),
          legend.hint(rival.knight),
        ),
      )}
    </div>`,
  );
}

/** The number of cards of each sort in the deck. @param {Scene} scene */
function deck({ table, legend, changes }) {
  const sorts = legend.rows("deck").map((row) => row.sort).filter((sort) => sort in table.unseen);
  return panel(
    `${legend.title("deck_count")}: ${table.deck_count}`,
    html`${stock(
        sorts.map((sort) => ({
          sign: icon(MODELS[sort] ?? sort),
          title: legend.title(sort),
          hint: legend.hint(sort),
          count: table.unseen[sort],
        })),
        changes.mark("/deck_count"),
      )}
      ${table.deck && table.deck.length > 0
        ? html`<details><summary>${legend.title("deck")}</summary><ol class="tt-small lb-deck">${table.deck.map((/** @type {string} */ card) => html`<li>${icon(cardSign(legend, card))} ${legend.title(card)}</li>`)}</ol></details>`
        : nothing}`,
  );
}

/** @param {Scene} scene */
function discard({ table, legend, changes, drawn }) {
  const names = table.discard.map((/** @type {string} */ card) => legend.title(card));
  const newest = table.discard.at(-1);
  return panel(
    `${legend.title("discard")}: ${table.discard.length}`,
    html`<p class=${classes("lb-newest", changes.mark("/discard"))}>${newest === undefined ? word(drawn.lang, "none") : html`${icon(cardSign(legend, newest))} ${legend.title(newest)}`}</p>
      ${names.length > 1 ? html`<p class="tt-small tt-dim">${tally(names).map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(", ")}</p>` : nothing}
      ${facts([[legend.title("hero_supply"), html`${table.hero_supply.map((/** @type {string} */ hero) => banner(legend, legend.figures(hero).colour))}${table.hero_supply.length === 0 ? "–" : nothing}`],
        [legend.title("chest_aside"), table.chest_aside ? icon("check") : icon("cross")]])}
`,
  );
}
