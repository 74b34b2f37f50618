/** The table of Dungeon Raiders: the five levels, the current room, the raiders, the player's own hand. */
import { addSigns, hasIcon } from "./icons.js";
import {
  badge, capital, classes, facts, hearts, html, icon, layer, nothing, panel, repeat, Legend, sceneOf, seatLink, seatName, sightOf, stat, stock, tally, word,
} from "./parts.js";

/** @typedef {import("./index.js").Drawn} Drawn */
/** @typedef {import("./scene.js").Scene & {own: number | null}} Scene */

/** The sign of each kind of card and token that has none of its own. @type {Record<string, string>} */
const KIND_SIGNS = { treasure_room: "chest", vault: "vault", power_card: "card", door: "door" };
/** @type {Record<string, string>} */
const TOKEN_SIGNS = { "life-token": "heart", "treasure-token": "coin", "first-player-token": "flag" };

/** Monsters, bosses, traps and characters, by id. */
addSigns({
  "mon-adder": { line: "M2.5 19c4 3 10 2.5 13-.5s5-5 2-6.5-9 1-11-2S8.5 3.5 13 3.5c4 0 7 2 7.5 5l-3.5.5c-2 0-3-2-2-3M20.5 8.5l2 1.5M20.5 8.5l1.5-1" },
  "mon-lodger": { fill: "M2 20h16c3 0 4-3 3.5-7l1.5-4-2.5 1.5L18 9l.5 4.5c.3 2-.8 3-2 3 .3-5-2-9-6.5-9s-7 3.5-7 7.5c0 1 .2 1.7.5 2.5-1 .3-1.5 1.2-1.5 2.5ZM10 10.5a4 4 0 1 1-.01 0Zm0 2a2 2 0 1 0 .01 0Z" },
  "mon-rattlejack": { fill: "M12 1.5c3.5 0 6 2 6 5 0 2-1 3.2-2 4V13H8v-2.5c-1-.8-2-2-2-4 0-3 2.5-5 6-5ZM9.5 5.5a1.4 1.4 0 1 0 .01 0ZM14.5 5.5a1.4 1.4 0 1 0 .01 0Z", line: "M12 13v9M6.5 15.5c3.5 1 7.5 1 11 0M7.5 18.5c3 1 6 1 9 0M9 21.5h6" },
  "mon-clubfoot": { fill: "M12 8c3.5 0 5.5 2.5 5.5 6s-2.5 7.5-5.5 7.5-5.5-4-5.5-7.5S8.5 8 12 8ZM6.5 10.5C3.5 9 3 5 4.5 2 5.5 5 8 6.5 10 7.2ZM17.5 10.5C20.5 9 21 5 19.5 2c-1 3-3.5 4.5-5.5 5.2ZM8.5 12.5v2l2.5-.3ZM15.5 12.5v2l-2.5-.3ZM9.3 17 12 19.5 14.7 17Z" },
  "mon-mass": { fill: "M2.5 20.5c-1-4 1-6.5 2-9.5C5 6.5 8 3.5 12 3.5s5.5 3.5 6.5 7c1 3 4 5 3 10-2 1.5-4 .5-5.5 0s-3 1.5-5 .5-6 1.5-8.5-.5ZM8.5 9a1.7 1.7 0 1 0 .01 0ZM15 8a2.1 2.1 0 1 0 .01 0ZM12 14a1.4 1.4 0 1 0 .01 0Z" },
  "mon-warden": { fill: "M9 2.5h6V7c3 .5 5 2 5.5 5.5L19.5 22h-4.5l-1-5h-4l-1 5H4.5L3.5 12.5C4 9 6 7.5 9 7ZM10 4.5V6h1.3V4.5ZM12.7 4.5V6H14V4.5ZM7.5 11v3h9v-3Z" },
  "mon-dragon": { fill: "M1.5 14c2-1 3.5-4 5-6C7.5 6 7.5 4 6.5 1.5c3.5.5 5.5 2.5 6.5 4.5 4 0 7.5 2.5 9.5 6.5l-1 3.5-4.5-.5-3.5 1.5c2 1.2 4 1.2 6.5 0C19 20 16 21 12.5 21c-1 0-2 .5-2.5 1.5H1.5c3.5-2 2.5-5 0-8.5ZM14.5 9v2.2l3-.5Z" },
  "boss-bailiff": { fill: "M1.5 8C6 3.5 18 3.5 22.5 8c-2 1.5-4.5 2-5.5 2v3c0 3-2 5-5 5s-5-2-5-5v-3c-1 0-3.5-.5-5.5-2ZM9.7 11a1 1 0 1 0 .01 0ZM14.3 11a1 1 0 1 0 .01 0ZM3.5 22.5c.5-3 3-4.5 5-5l3.5 2.5 3.5-2.5c2 .5 4.5 2 5 5Z" },
  "boss-riddle": { fill: "M12 2c4 0 6 3 6.5 7l2.5 12h-5l-1-3c-2 1-4 1-6 0l-1 3H3L5.5 9C6 5 8 2 12 2Zm0 4c-2.5 0-3.5 2-3.5 4.5S10 16 12 16s3.5-3 3.5-5.5S14.5 6 12 6ZM10.6 9.5a.8.8 0 1 0 .01 0ZM13.4 9.5a.8.8 0 1 0 .01 0Z" },
  "boss-basalt": { fill: "M6 2.5h12l3.5 6.5-1.5 5 1.5 8h-7V18h-5v4h-7L4 14 2.5 9ZM7 9v3h4V9.5ZM17 9v3h-4V9.5Z" },
  "boss-twintail": { fill: "M12 12c3 0 5 2 5 5s-2 4.5-5 4.5S7 20 7 17s2-5 5-5ZM10.3 15.5a1 1 0 1 0 .01 0ZM13.7 15.5a1 1 0 1 0 .01 0Z", line: "M9 13C4 12 1.5 8 4 4l3 1M15 13c5-1 7.5-5 5-9l-3 1M7 18l-4.5 2M17 18l4.5 2" },
  "boss-nightpack": { fill: "M2.5 1.5 9 7h6l6.5-5.5-.5 9.5-2 4-4.5 2.5L12 22.5l-2.5-5L5 15l-2-4ZM7 11l1.2 2.5 2.8-.5ZM17 11l-1.2 2.5L13 13Z" },
  "boss-gazer": { fill: "M1.5 15c3-5 6.5-7 10.5-7s7.5 2 10.5 7c-3 4.5-6.5 6.5-10.5 6.5S4.5 19.5 1.5 15Zm10.5-4.2a4 4 0 1 0 .01 0Zm0 2.4a1.7 1.7 0 1 1-.01 0Z", line: "M5.5 9C3.5 7 4.5 5 3 2.5M9.5 7.5c-1-2 .8-3-.3-6M14.5 7.5c1-2-.8-3 .3-6M18.5 9c2-2 1-4 2.5-6.5" },
  "boss-hoard": { fill: "M2.5 5l5 4L12 1.5 16.5 9l5-4L20 15H4ZM12 9l-1.5 2.5L12 14l1.5-2.5ZM4 17h16v5H4Z" },
  "boss-mazebull": { fill: "M2 3c0 4 2 6 5 6.5C8 8 10 7.5 12 7.5s4 .5 5 2c3-.5 5-2.5 5-6.5 2 5 0 9.5-4 10.5-.5 5-2.5 9-6 9s-5.5-4-6-9C2 12.5 0 8 2 3ZM9.5 12a1.3 1.3 0 1 0 .01 0ZM14.5 12a1.3 1.3 0 1 0 .01 0ZM10.5 18a.9.9 0 1 0 .01 0ZM13.5 18a.9.9 0 1 0 .01 0Z" },
  "boss-linen": { fill: "M12 2c4.5 0 7 3 7 8v11.5H5V10c0-5 2.5-8 7-8ZM5 8.5v1.5l14-2V6.5ZM7.5 11.5v2H11v-2ZM13.5 11v2H17v-2ZM5 16.5V18l14-1.5V15Z" },
  "boss-gravecaller": { fill: "M12 1.5c5 3 7 8 7 13l2 7H3l2-7c0-5 2-10 7-13Zm0 5.5c-2.5 1.5-3.5 4-3.5 6.5 0 2.5 1.5 4 3.5 4s3.5-1.5 3.5-4C15.5 11 14.5 8.5 12 7ZM10.6 11.5a1 1 0 1 0 .01 0ZM13.4 11.5a1 1 0 1 0 .01 0Z", line: "M21.5 2v20M19.5 4h4" },
  "boss-palecount": { fill: "M12 2.5c4 0 6 3 6 6.5L22 5l-1.5 17h-17L2 5l4 4c0-3.5 2-6.5 6-6.5ZM8.5 9v2l2.7-.3ZM15.5 9v2l-2.7-.3ZM9 14l1.5 3 1-1.8h1l1 1.8L15 14Z" },
  "trap-magnet": { fill: "M3.5 2.5H9V12a3 3 0 0 0 6 0V2.5h5.5V12a8.5 8.5 0 0 1-17 0ZM3.5 6.5V8H9V6.5ZM15 6.5V8h5.5V6.5Z" },
  "trap-boulder": { fill: "M12 2.5c5 0 9 3.5 9.5 9S17.5 21 12 21s-9.5-4-9.5-9.5S7 2.5 12 2.5ZM8 6l2 4-2.5 3 1.3.8L12 10l-2.5-4.5ZM15 12l-1.5 3.5L16 18l1-.8-1.8-1.9 1.2-2.8Z", line: "M1.5 22.5h21" },
  "trap-lava": { fill: "M1.5 14c3-3 5 2 8 0s4-3 6-1 4 1 7 0v9.5h-21ZM8 2.5c2 2 3.5 4 2.5 6-1 1.8-4 1.8-4.7 0C5.3 6.5 7.5 5.5 8 2.5ZM16.5 1.5c2.5 3 3.5 5 2.5 7-1.2 2-4.2 2-5.2 0-.7-2 2.2-4 2.7-7Z" },
  "trap-spikes": { fill: "M1.5 19.5 4.5 8l3 10L12 3.5 16.5 18l3-10 3 11.5v3h-21Z" },
  explorer: { fill: "M1.5 10.5C3.5 9.5 6 9 7 9c.5-4 2-6.5 5-6.5S16.5 5 17 9c1 0 3.5.5 5.5 1.5-1 1.5-3.5 2-5.5 2V14c0 3-2 5-5 5s-5-2-5-5v-1.5c-2 0-4.5-.5-5.5-2ZM9.7 13.5a.9.9 0 1 0 .01 0ZM14.3 13.5a.9.9 0 1 0 .01 0ZM3.5 23c.5-3 2.5-4 5-4.5l3.5 2 3.5-2c2.5.5 4.5 1.5 5 4.5Z" },
  knight: { fill: "M12 2c5 0 7.5 3 7.5 8v9.5L12 22.5l-7.5-3V10C4.5 5 7 2 12 2ZM6.5 10v2.5H11V10ZM13 10v2.5h4.5V10ZM9 15v3h1.3v-3ZM13.7 15v3H15v-3Z", line: "M12 2C13 .8 15 .8 17 2" },
  thief: { fill: "M12 2c5 1 8 5 8 10l1.5 10h-19L4 12C4 7 7 3 12 2ZM6.5 11c.3 3 2 4.5 3.7 4.5.8 0 1.4-.5 1.8-1 .4.5 1 1 1.8 1 1.7 0 3.4-1.5 3.7-4.5-3.5-1.5-7.5-1.5-11 0Z" },
  warrior: { fill: "M2 2c0 4 1.5 6.5 4 7.5.5-4 2.5-6 6-6s5.5 2 6 6c2.5-1 4-3.5 4-7.5 2 5 .5 9.5-4 11V17c0 3.5-3 5.5-6 5.5S6 20.5 6 17v-4C1.5 11.5 0 7 2 2ZM8 12v2h3v-2ZM13 12v2h3v-2ZM9.5 17v1.5h5V17Z" },
  wizard: { fill: "M12 1l5.5 11.5c2 .3 4 1 5 2-2 1.5-4.5 2-5.5 2.2C16.5 20 14.5 23 12 23s-4.5-3-5-6.3c-1-.2-3.5-.7-5.5-2.2 1-1 3-1.7 5-2ZM9.7 16a1 1 0 1 0 .01 0ZM14.3 16a1 1 0 1 0 .01 0Z" },
});

/** The sign of a component; undefined if it has none. @param {{id: string, kind: string}} component @returns {string | undefined} */
export function drawingOf({ id, kind }) {
  return hasIcon(id) ? id : (TOKEN_SIGNS[id] ?? KIND_SIGNS[kind]);
}

/** The drawing of a card of the dungeon. @param {Legend} legend @param {string} card */
const roomSign = (legend, card) => icon(drawingOf({ id: card, kind: legend.kind(card) }) ?? "question");
/** The signs of each symbol of a boss. @type {Record<string, string[]>} */
const SYMBOL_SIGNS = {
  hits_lowest_two: ["down", "down"],
  hits_highest: ["up"],
  no_sword: ["sword", "cross"],
  torch_value: ["torch"],
  no_ball: ["ball", "cross"],
  ball_value: ["ball"],
  chest: ["chest"],
  wounds_highest_card: ["heart", "up"],
  steal_highest_card: ["coin", "up"],
  petrify: ["skull"],
  double: ["monster", "monster"],
  torch_immunity: ["torch", "shield"],
};

/** @param {Drawn} drawn */
export function draw(drawn) {
  const { table } = drawn;
  const own = drawn.viewer ?? table.you;
  /** @type {Scene} */
  const scene = { ...sceneOf(drawn, keysOf, dragsOf), own };
  return html`<div class="tt dr">
    ${head(scene)}
    <div class="dr-now">${levelRow(scene)} ${room(scene)}</div>
    ${own === null ? nothing : hand(scene, own)}
    <div class="dr-seats">${order(table.seats.length, own).map((seat) => raider(scene, seat))}</div>
    <div class="tt-columns">${dungeon(scene)} ${supply(scene)}</div>
    ${scene.spots.bar()} ${sightOf("dungeon-raiders", scene)}
  </div>`;
}

/** The viewer's life, treasure, and cards in hand. @param {Drawn} drawn */
export function own({ table, catalogue, lang, viewer }) {
  const legend = new Legend(catalogue, lang);
  const { life, treasure, hand } = table.seats[viewer ?? 0];
  const cards = tally(hand.cards ?? []).map(([card, count]) => html`<span class="own-card" title=${legend.title(card)}>${face(card)}${count > 1 ? html`<small>×${count}</small>` : nothing}<span class="only-heard">${legend.name(card)}</span></span>`);
  return html`${stat("heart", life, legend.name("life"))} ${stat("coin", treasure, legend.name("treasure"))} <span class="own-cards">${cards}</span>`;
}

/** What a trap or a vault does: each card has a loss or a reward of its own there. @type {NonNullable<import("./index.js").Renderer["atStake"]>} */
export function atStake({ phase, card }, catalogue, lang) {
  const legend = new Legend(catalogue, lang);
  if (phase !== "play" || !["trap", "vault"].includes(legend.kind(card))) return "";
  return `(${legend.name(card)}). ${legend.text(card)}`;
}

/** @param {any} fact @param {number} seat */
export function isOut({ type, seat: whose, seats }, seat) {
  return type === "characters_collapsed" ? seats.includes(seat) : ["character_died", "character_petrified"].includes(type) && whose === seat;
}

/** The cards of the hand that an action plays. A pair against the boss can be played from either card. @param {any} action */
function keysOf(action) {
  if (action.type === "light_torch") return "hand:torch";
  if (action.type === "play_card") return `hand:${action.card}`;
  if (action.type === "play_boss_cards" && action.cards.length > 0) {
    return action.cards.map((/** @type {string} */ card) => `hand:${card}`);
  }
  return null;
}

/** A card of the hand is dragged to the room, a torch to the row of rooms. @param {any} action @returns {[string, string][]} */
function dragsOf(action) {
  const cards = [keysOf(action) ?? []].flat();
  return cards.flatMap((card) => (action.type === "light_torch" ? [[card, "room"], [card, "row"]] : [[card, "room"]]));
}

/** The seats in their order at the table, the player's own first. @param {number} count @param {number | null} own */
function order(count, own) {
  return Array.from({ length: count }, (_, number) => ((own ?? 0) + number) % count);
}

/** @param {Scene} scene */
function head({ table, legend, changes, drawn }) {
  const levels = table.earlier.length + 1 + (5 - table.level);
  const result = table.result;
  return html`<header class="tt-head">
    <p class=${classes("tt-now", changes.mark("/level", "/room", "/phase"))}>
      <b>${legend.title("level")} ${table.level}</b>
      <span class="dr-doors" aria-hidden="true">
        ${Array.from({ length: levels }, (_, number) => html`<span class=${number + 1 < table.level ? "done" : number + 1 === table.level ? "now" : ""}>${icon("door")}</span>`)}
      </span>
      <span>${legend.title("room")} ${table.room}</span>
      ${table.phase === "play" ? nothing : html`<span>${legend.title(table.phase)}</span>`}
      ${table.fight > 0 ? html`<span>${legend.title("fight")} ${table.fight}</span>` : nothing}
      ${table.wave > 1 ? html`<span>${legend.title("wave")} ${table.wave}</span>` : nothing}
      ${table.first_seat === null ? nothing : html`<span>${icon("flag")}${legend.title("first_seat")}: ${seatName(drawn, table.first_seat)}</span>`}
    </p>
    ${result === null
      ? nothing
      : html`<p class="tt-result">${icon("crown")}<b>${legend.title(result.reason)}</b>
          ${result.winners.length === 1 ? capital(word(drawn.lang, "winner")) : legend.title("winners")}: ${names(drawn, result.winners)}${result.collapsed.length > 0
            ? html` · ${legend.title("collapsed")}: ${names(drawn, result.collapsed)}`
            : nothing}</p>`}
  </header>`;
}

/** @param {Drawn} drawn @param {number[]} seats */
function names(drawn, seats) {
  return seats.map((seat) => seatName(drawn, seat)).join(", ") || word(drawn.lang, "none");
}

/** The five cards of this level. @param {Scene} scene */
function levelRow({ table, legend, changes, drawn }) {
  return html`<now-row class="dr-scroll" data-place="row" tabindex="0" role="region" aria-label=${legend.title("row")} .now=${`${table.level}/${table.room}`}><ol class="dr-row">
    ${table.row.map((/** @type {any} */ one, /** @type {number} */ number) => {
      const isNow = one.room === table.room && table.result === null;
      const secret = one.card !== null && !one.face_up;
      const label = one.card === null ? word(drawn.lang, "hidden") : legend.hint(one.card);
      return html`<li
        class=${classes("dr-room", one.card === null && "back", one.resolved && "done", one.card !== null && `kind-${legend.kind(one.card)}`, isNow && "now", secret && "secret", changes.mark(`/row/${number}`))}
        title=${label}
        data-place=${isNow ? "room" : nothing}
        aria-current=${isNow ? "step" : nothing}
      >
        <span class="dr-room-number">${one.room}</span>
        ${one.card === null
          ? html`<span class="dr-room-sign">${icon("question")}</span><span class="dr-room-name">${legend.title("dark")}</span>`
          : html`<span class="dr-room-sign">${roomSign(legend, one.card)}</span>
              <span class="dr-room-name">${legend.title(one.card)}</span>${printed(legend, one.card, table)}`}
        ${one.resolved ? html`<span class="dr-stamp">${icon("check")}<span class="tt-hear">${legend.name("resolved")}</span></span>` : nothing}
        ${secret ? html`<span class="dr-stamp">${icon("torch")}<span class="tt-hear">${legend.name("torch_lit")}</span></span>` : nothing}
      </li>`;
    })}
  </ol></now-row>`;
}

/** What is printed on a room card, with its signs. @param {Legend} legend @param {string} card @param {any} table */
function printed(legend, card, table) {
  const figures = legend.figures(card);
  const kind = legend.kind(card);
  if (kind === "treasure_room") {
    return html`<span class="dr-print">${figures.chests.map((/** @type {number} */ chest) => stat("coin", chest, legend.name("chest")))}</span>`;
  }
  if (kind === "monster" || kind === "boss") {
    const living = table.seats.filter((/** @type {any} */ seat) => seat.status === "alive").length;
    return html`<span class="dr-print">
        ${Object.entries(figures.strength).map(([count, sum]) => html`<span class=${classes("dr-strength", Number(count) === living && "now")}
            ><small>${count}${icon("person")}</small>${sum}</span>`)}
      </span>
      <span class="dr-print">
        ${figures.wounds === null || figures.wounds === undefined ? nothing : stat("heart", `−${figures.wounds}`, legend.name("wounds"))}
        ${(figures.symbols ?? []).map((/** @type {any} */ symbol) => bossSymbol(legend, symbol))}
      </span>`;
  }
  if (kind === "trap") {
    const sign = figures.takes === "treasure" ? "coin" : "heart";
    return html`<span class="dr-print"><small>${legend.name(figures.judged)}</small></span>
      <span class="dr-print dr-scale">${Object.entries(figures.loss).map(([value, loss]) => html`<span><small>${value}</small>
          ${icon(sign)}−${loss === "half" ? "½" : loss}</span>`)}</span>`;
  }
  if (kind === "vault") {
    return html`<span class="dr-print dr-scale">${Object.entries(figures.rewards).map(([value, reward]) => html`<span
        ><small>${value}</small>${prize(legend, reward)}</span>`)}</span>`;
  }
  return nothing;
}

/** A reward of a vault. @param {Legend} legend @param {any} reward */
function prize(legend, reward) {
  if (typeof reward === "string") return html`${icon(reward)}<span class="tt-hear">${legend.name(reward)}</span>`;
  return Object.entries(reward).map(([what, count]) => html`${icon(what === "coins" ? "coin" : what)}${count}<span class="tt-hear"> ${legend.name(what)}</span>`);
}

/** @param {Legend} legend @param {any} symbol an id, or an object with the id and its number */
function bossSymbol(legend, symbol) {
  const [id, number] = typeof symbol === "string" ? [symbol, null] : Object.entries(symbol)[0];
  return html`<span class="dr-symbol" title=${legend.hint(id)}>${(SYMBOL_SIGNS[id] ?? ["question"]).map((sign) => icon(sign))}${number}<span class="tt-hear">${legend.name(id)}</span></span>`;
}

/** The current room, in words. @param {Scene} scene */
function room({ table, legend, drawn, changes }) {
  const symbols = (legend.figures(table.card).symbols ?? []).map((/** @type {any} */ one) => (typeof one === "string" ? one : Object.keys(one)[0]));
  const laid = table.seats.flatMap((/** @type {any} */ seat) => (seat.status === "alive" ? seat.laid : []));
  /** @type {[string, any][]} */
  const rows = [];
  if (table.strength !== null) rows.push([legend.title("strength"), html`<b>${table.strength}</b>`]);
  if (table.unbeatable) rows.push([legend.title("strength"), html`<b>${legend.title("unbeatable")}</b>`]);
  // Both rows are always there, so that nothing below moves while cards are laid.
  if (table.result === null) {
    rows.push([legend.title("laid"), laid.length === 0 ? html`<span class="tt-stat">–</span>` : tally(laid).map(([card, count]) => html`<span class="tt-stat">${face(card)}${count > 1 ? html`× ${count}` : nothing}<span class="tt-hear">${legend.name(card)}</span></span>`)]);
  }
  if (table.result === null) {
    rows.push([legend.title("in_play"), table.in_play.length === 0 ? html`<span class="tt-stat">–</span>` : table.in_play.map((/** @type {any} */ one) => html`<span class="tt-stat" title=${`${legend.title(one.item)} · ${seatName(drawn, one.seat)}`}>${icon(one.item)}${badge(one.seat)}<span class="tt-hear">${legend.name(one.item)}</span></span>`)]);
  }
  return html`<section class=${classes("tt-panel dr-current", `kind-${legend.kind(table.card)}`, changes.mark("/card", "/strength"))} data-place="room">
    <h3>${roomSign(legend, table.card)}${legend.title(table.card)}</h3>${layer("room")}
    <p>${legend.text(table.card)}</p>
    ${symbols.map((/** @type {string} */ id) => html`<p class="tt-small">${SYMBOL_SIGNS[id]?.map((sign) => icon(sign))} ${legend.text(id)}</p>`)}
    ${rows.length > 0 ? facts(rows) : nothing}
  </section>`;
}

/** The face of a card of a hand: its number or its sign. @param {string} card */
function face(card) {
  return /^p[1-5]$/.test(card) ? html`<b class="dr-value">${card.slice(1)}</b>` : icon(card);
}

/** The player's own cards, large. @param {Scene} scene @param {number} seat */
function hand({ table, legend, spots, changes, drawn }, seat) {
  const cards = table.seats[seat].hand.cards;
  if (cards === null || table.result !== null) return nothing;
  const faceDown = table.seats[seat].face_down;
  // Drawn before `repeat` does it, because `bar()` must know which actions have a place.
  const places = tally(cards).map(([card, count]) => ({
    card,
    place: spots.button(
      `hand:${card}`,
      html`<span class="dr-face">${face(card)}</span><span class="dr-card-name">${legend.title(card)}</span>${count > 1 ? html`<span class="dr-count">× ${count}</span>` : nothing}`,
      classes("dr-card", `card-${card}`, /^p[1-5]$/.test(card) && "power"),
      legend.hint(card),
    ),
  }));
  return html`<section class="tt-panel dr-hand">
    <h3>${badge(seat)}${legend.title("hand")} · ${seatName(drawn, seat)}</h3>
    <div class=${classes("dr-cards", changes.mark(`/seats/${seat}/hand`))}>
      ${cards.length === 0 ? html`<span class="tt-dim">${word(drawn.lang, "none")}</span>` : nothing}
      ${repeat(places, ({ card }) => card, ({ place }) => place)}
      ${faceDown === null
        ? nothing
        : html`<div class="dr-laid-own"><small>${legend.title("face_down")}</small>
            ${(faceDown.cards ?? []).map((/** @type {string} */ card) => html`<div class=${classes("dr-card down", `card-${card}`)} title=${legend.hint(card)}><span class="dr-face">${face(card)}</span><span class="dr-card-name">${legend.title(card)}</span></div>`)}
          </div>`}
    </div>
  </section>`;
}

/** A raider: life, treasure, cards. @param {Scene} scene @param {number} seat */
function raider({ table, legend, changes, drawn, own }, seat) {
  const sheet = table.seats[seat];
  const at = `/seats/${seat}`;
  const most = legend.rows("setup").find((row) => row.part === "life_max")?.count ?? sheet.life;
  const result = table.result;
  const won = result?.winners.includes(seat);
  const collapsed = result?.collapsed.includes(seat);
  const isOut = sheet.status !== "alive";
  const turn = isOut ? sheet.status : sheet.turn;
  return html`<section class=${classes("tt-panel dr-raider", seat === own && "own", isOut && "out", won && "won")}>
    <h3>${badge(seat)}<span>${seatLink(drawn, seat)}</span><small class="dr-character">${icon(sheet.character)}${legend.title(sheet.character)}</small></h3>
    <p class="dr-state">
      <span class=${classes("tt-tag", `turn-${turn}`, changes.mark(`${at}/turn`, `${at}/status`))}>${icon(isOut ? "skull" : sheet.turn === "acts" ? "clock" : sheet.turn === "looked" ? "ball" : sheet.turn === "waits" ? "clock" : "check")}${legend.name(turn)}</span>
      ${table.first_seat === seat ? html`<span class="tt-tag">${icon("flag")}${legend.name("first_seat")}</span>` : nothing}
      ${sheet.torch_lit ? html`<span class="tt-tag" title=${legend.hint("torch_lit")}>${icon("torch")}${legend.name("lit")}</span>` : nothing}
      ${won ? html`<span class="tt-tag good">${icon("crown")}${word(drawn.lang, "winner")}</span>` : nothing}
      ${collapsed ? html`<span class="tt-tag">${icon("down")}${legend.name("collapsed")}</span>` : nothing}
    </p>
    <p class=${classes("tt-life", changes.mark(`${at}/life`))} title=${`${legend.title("life")}: ${sheet.life}`}>
      ${hearts(sheet.life, most)}
      <b>${sheet.life}</b><span class="tt-hear">${legend.name("life")}</span>
    </p>
    <p class="dr-counts">
      <span class=${changes.mark(`${at}/treasure`)}>${stat("coin", sheet.treasure, legend.name("treasure"))}</span>
      ${stat("card", sheet.hand.count, legend.name("hand"))}
      ${Object.entries(sheet.items_taken)
        .map(([item, taken]) => [item, Number(taken) - sheet.items_spent[item]])
        .filter(([, left]) => Number(left) > 0)
        .map(([item, left]) => stat(String(item), left, legend.name(item)))}
    </p>
    ${sheet.hand.cards !== null && seat !== own && sheet.hand.cards.length > 0
      ? html`<p class="dr-open">${sheet.hand.cards.map((/** @type {string} */ card) => small(legend, card))}</p>`
      : nothing}
    <div class="dr-before">
      ${sheet.laid.length > 0 || sheet.face_down !== null
        ? html`<span class=${classes("dr-laid", changes.mark(`${at}/laid`, `${at}/face_down`))} title=${legend.title("laid")}>
            ${sheet.laid.map((/** @type {string} */ card) => small(legend, card, "laid"))}
            ${sheet.face_down === null ? nothing : down(legend, sheet.face_down, drawn.lang)}
          </span>`
        : nothing}
      ${sheet.played.length > 0
        ? html`<span class="dr-played" title=${legend.title("played")}><span class="tt-hear">${legend.name("played")}</span>${sheet.played.map((/** @type {string} */ card) => small(legend, card, "used"))}</span>`
        : nothing}
    </div>
  </section>`;
}

/** @param {Legend} legend @param {string} card @param {string} [names] */
function small(legend, card, names = "") {
  return html`<span class=${classes("dr-small", `card-${card}`, names)} title=${legend.title(card)}>${face(card)}<span class="tt-hear">${legend.name(card)}</span></span>`;
}

/** Cards laid face down. @param {Legend} legend @param {any} faceDown @param {"en" | "ru"} lang */
function down(legend, faceDown, lang) {
  if (faceDown.cards !== null) return faceDown.cards.map((/** @type {string} */ card) => small(legend, card, "secret"));
  return Array.from({ length: Math.max(1, faceDown.count) }, () => html`<span class=${classes("dr-small back", faceDown.count === 0 && "empty")} title=${word(lang, "hidden")}><span class="tt-hear">${word(lang, "hidden")}</span></span>`);
}

/** All five levels: past, current and to come. @param {Scene} scene */
function dungeon({ table, legend, drawn }) {
  const later = 5 - table.level;
  /** @param {any[]} rooms @param {string} names @param {number} level */
  const line = (rooms, names, level) => html`<li class=${names}>
    <b>${level}</b>
    ${rooms.map((one) => html`<span class=${classes("dr-chip", one.card === null && "back", one.lit && "lit")} title=${one.card === null ? word(drawn.lang, "hidden") : legend.hint(one.card)}>${one.card === null ? icon("question") : roomSign(legend, one.card)}<span class="tt-hear">${one.card === null ? word(drawn.lang, "hidden") : legend.title(one.card)}</span></span>`)}
  </li>`;
  const back = Array.from({ length: 5 }, () => ({ card: null, lit: false }));
  return panel(
    capital(legend.name("levels")),
    html`<ol class="dr-levels">
      ${table.earlier.map((/** @type {any[]} */ rooms, /** @type {number} */ number) => line(rooms, "done", number + 1))}
      ${line(table.row, "now", table.level)}
      ${Array.from({ length: later }, (_, number) => line(table.stacks?.[number] ?? back, "later", table.level + 1 + number))}
    </ol>
    ${table.removed === null || table.removed.length === 0 ? nothing : html`<p class="tt-small"><b>${legend.title("removed")}:</b> ${tally(table.removed).map(([card, count]) => `${count > 1 ? `${count} × ` : ""}${legend.name(card)}`).join(", ")}</p>`}`,
    "dr-dungeon",
  );
}

/** The items that can still be taken. @param {Scene} scene */
function supply({ table, legend, changes }) {
  return panel(
    legend.title("supply"),
    stock(
      Object.entries(table.supply).map(([item, count]) => ({
        sign: icon(item),
        title: legend.title(item),
        hint: legend.hint(item),
        count,
        mark: changes.mark(`/supply/${item}`),
      })),
    ),
  );
}
