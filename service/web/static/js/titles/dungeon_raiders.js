/** The table of Dungeon Raiders: the five levels, the current room, the raiders, the player's own hand. */
import {
  badge, capital, classes, facts, hearts, html, icon, layer, nothing, panel, repeat, Legend, sceneOf, seatName, sightOf, stat, stock, tally, word,
} from "./parts.js";

/** @typedef {import("./index.js").Drawn} Drawn */
/** @typedef {import("./scene.js").Scene & {own: number | null}} Scene */

/** The sign of each kind of room. @type {Record<string, string>} */
const ROOM_SIGNS = { monster: "monster", treasure_room: "chest", trap: "trap", vault: "vault", boss: "boss" };
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
          ${legend.title("winners")}: ${names(drawn, result.winners)}${result.collapsed.length > 0
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
        class=${classes("dr-room", one.card === null && "back", one.resolved && "done", isNow && "now", secret && "secret", changes.mark(`/row/${number}`))}
        title=${label}
        data-place=${isNow ? "room" : nothing}
        aria-current=${isNow ? "step" : nothing}
      >
        <span class="dr-room-number">${one.room}</span>
        ${one.card === null
          ? html`<span class="dr-room-sign">${icon("question")}</span><span class="dr-room-name">${legend.title("dark")}</span>`
          : html`<span class="dr-room-sign">${icon(ROOM_SIGNS[legend.kind(one.card)])}</span>
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
  return html`<section class=${classes("tt-panel dr-current", changes.mark("/card", "/strength"))} data-place="room">
    <h3>${icon(ROOM_SIGNS[legend.kind(table.card)])}${legend.title(table.card)}</h3>${layer("room")}
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
      classes("dr-card", `card-${card}`),
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
    <h3>${badge(seat)}<span>${seatName(drawn, seat)}</span><small>${legend.title(sheet.character)}</small></h3>
    <p class="dr-state">
      <span class=${classes("tt-tag", `turn-${turn}`, changes.mark(`${at}/turn`, `${at}/status`))}>${icon(isOut ? "skull" : sheet.turn === "acts" ? "clock" : sheet.turn === "looked" ? "ball" : sheet.turn === "waits" ? "clock" : "check")}${legend.name(turn)}</span>
      ${table.first_seat === seat ? html`<span class="tt-tag">${icon("flag")}${legend.name("first_seat")}</span>` : nothing}
      ${sheet.torch_lit ? html`<span class="tt-tag" title=${legend.hint("torch_lit")}>${icon("torch")}${legend.name("lit")}</span>` : nothing}
      ${won ? html`<span class="tt-tag good">${icon("crown")}${legend.name("winners")}</span>` : nothing}
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
    ${rooms.map((one) => html`<span class=${classes("dr-chip", one.card === null && "back", one.lit && "lit")} title=${one.card === null ? word(drawn.lang, "hidden") : legend.hint(one.card)}>${icon(one.card === null ? "question" : ROOM_SIGNS[legend.kind(one.card)])}<span class="tt-hear">${one.card === null ? word(drawn.lang, "hidden") : legend.title(one.card)}</span></span>`)}
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
