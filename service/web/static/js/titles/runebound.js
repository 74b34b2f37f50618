/** The table of Runebound: the map with the heroes, the open decision, fights, hero sheets, markets, challenges. */
import { sign, signAt } from "./icons.js";
import {
  badge, board, classes, facts, hearts, html, icon, keyView, layer, nothing, Legend, panel, sceneOf, seatLabel, seatLink, seatName, sightOf, stat, svg, token, word,
} from "./parts.js";
import { drawingOf } from "./runebound/figures.js";

export { drawingOf } from "./runebound/figures.js";

/** @typedef {import("./index.js").Drawn} Drawn */
/** @typedef {import("./scene.js").Scene & {own: number | null, asked: number | null}} Scene */

/** The radius of a hex, and half its height. */
export const RADIUS = 30;
/** How near the edge of the picture a long name may not stand across its hex. */
const EDGE = 110;
const HALF = (RADIUS * Math.sqrt(3)) / 2;
const CORNERS = [0, 60, 120, 180, 240, 300]
  .map((angle) => (angle * Math.PI) / 180)
  .map((angle) => `${(RADIUS * Math.cos(angle)).toFixed(2)},${(RADIUS * Math.sin(angle)).toFixed(2)}`)
  .join(" ");
/** The attacks in the order of a combat round. @type {Record<string, string>} */
const KIND_SIGNS = { ranged: "bow", melee: "sword", magic: "wand" };
/** @type {Record<string, string>} */
const STAT_SIGNS = { mind: "mind", body: "body", spirit: "spirit", life: "heart", stamina: "bolt" };
/** The shape of each colour's counters, so that colour is never the only difference. @type {Record<string, string>} */
const COUNTERS = {
  green: "M0-9A9 9 0 1 1 0 9 9 9 0 1 1 0-9Z",
  yellow: "M-8-8H8V8H-8Z",
  blue: "M0-10 10 7.5H-10Z",
  red: "M0-11 11 0 0 11-11 0Z",
};
/** The steps of a combat round, in order. */
const STEPS = ["escape", "ranged", "melee", "magic"];

/** The drawing of a card or a hero. @param {Legend} legend @param {string} id */
const drawing = (legend, id) => icon(drawingOf({ id, kind: legend.kind(id), figures: legend.figures(id) }) ?? "question");

/** @param {Drawn} drawn */
export function draw(drawn) {
  const { table } = drawn;
  const own = drawn.viewer;
  const asked = table.question?.seat ?? null;
  /** @type {Scene} */
  const scene = { ...sceneOf(drawn, (action) => keysOf(action, own), (action) => dragsOf(action, own)), own, asked };
  const first = own ?? asked ?? table.active_seat;
  const order = [first, ...table.heroes.map((/** @type {any} */ _, /** @type {number} */ seat) => seat).filter((/** @type {number} */ seat) => seat !== first)];
  return html`<div class="tt rb">
    ${head(scene)}
    <div class="tt-beside">
      <div class="tt-side">${land(scene)} ${key(scene)}</div>
      <div class="tt-side">${question(scene)} ${fight(scene)} ${facing(scene)} ${market(scene)}</div>
    </div>
    <div class="rb-heroes">${order.map((seat) => hero(scene, seat))}</div>
    <div class="tt-columns">${challenges(scene)} ${markets(scene)} ${decks(scene)}</div>
    ${scene.spots.bar()} ${sightOf("runebound", scene)}
  </div>`;
}

/** The viewer's life, stamina, gold and experience. @param {Drawn} drawn */
export function own({ table, catalogue, lang, viewer }) {
  const legend = new Legend(catalogue, lang);
  const one = table.heroes[viewer ?? 0];
  return html`${stat("heart", `${one.life - one.wounds}/${one.life}`, legend.name("life"))}
    ${stat("bolt", `${one.stamina - one.fatigue}/${one.stamina}`, legend.name("stamina"))} ${stat("coin", one.gold, legend.name("gold"))}
    ${stat("star", one.experience, legend.name("experience"))} ${one.runes.length > 0 ? stat("dragon", one.runes.length, legend.name("runes")) : nothing}`;
}

/** The places of an action: the hex it leads to, the card it needs, or "desk", below the open decision. @param {any} action @param {number | null} own @returns {string | string[]} */
function keysOf(action, own) {
  /** @param {string} who */
  const character = (who) => (who === "hero" ? `hero:${own}` : `card:${who}`);
  switch (action.type) {
    case "move":
      return action.path.length > 0 ? `hex:${action.path.at(-1)}` : "desk";
    case "step_one":
    case "retreat":
      return `hex:${action.to}`;
    case "choose_town":
      return [`hex:${action.town}`, "desk"];
    case "attack_hero":
      return [`hero:${action.seat}`, "desk"];
    case "buy":
    case "hire":
    case "sell":
    case "choose_discard":
    case "choose_loot":
    case "take_spoils":
      return `card:${action.card}`;
    case "choose_exhaust":
      return action.cards.length > 0 ? action.cards.map((/** @type {string} */ card) => `card:${card}`) : "desk";
    case "raise_stat":
      return `stat:${action.stat}`;
    case "heal":
      return character(action.character);
    case "attack":
      return [character(action.character), "desk"];
    case "use_ability":
      return [character(action.source), "desk"];
    default:
      return "desk";
  }
}

/**
 * The hero's token is dragged over the map, goods to the hero who buys them or to the market, and an attacker to the
 * enemy.
 * @param {any} action @param {number | null} own @returns {[string, string][]}
 */
function dragsOf(action, own) {
  switch (action.type) {
    case "move":
      return action.path.length > 0 ? [["me", `hex:${action.path.at(-1)}`]] : [];
    case "step_one":
    case "retreat":
      return [["me", `hex:${action.to}`]];
    case "choose_town":
      return [["me", `hex:${action.town}`]];
    case "buy":
    case "hire":
    case "choose_loot":
    case "take_spoils":
      return [[`card:${action.card}`, `hero:${own}`]];
    case "sell":
      return [[`card:${action.card}`, "market"]];
    case "attack":
      return [[action.character === "hero" ? `hero:${own}` : `card:${action.character}`, "enemy"]];
    default:
      return [];
  }
}

/** @param {Scene} scene */
function head({ table, legend, drawn, changes }) {
  const result = table.result;
  const limit = table.options.round_limit;
  return html`<header class="tt-head">
    <p class=${classes("tt-now", changes.mark("/round", "/phase", "/active_seat"))}>
      <b>${legend.title("round")} ${table.round}${limit ? ` / ${limit}` : ""}</b>
      <span>${badge(table.active_seat)} ${legend.title("active_seat")}: ${seatName(drawn, table.active_seat)}</span>
      <span>${legend.title(table.phase)}</span>
    </p>
    ${result === null
      ? nothing
      : html`<p class="tt-result">${icon("crown")}<b>${legend.title(result.reason)}</b>
          ${result.seat === null ? nothing : html`<span>${seatLabel(drawn, result.seat)}</span>`}</p>`}
  </header>`;
}

// -- the land ---------------------------------------------------------------------------------------

/** The middle of a hex. @param {any} place @returns {[number, number]} */
export function middle(place) {
  return [RADIUS + 6 + (place.x * RADIUS) / 2, HALF + 6 + place.y * HALF];
}

/** @param {Scene} scene */
function land(scene) {
  const { table, legend } = scene;
  const places = legend.catalogue.maps[0].places;
  const byId = new Map(places.map((/** @type {any} */ place) => [place.id, place]));
  const wide = (Math.max(...places.map((/** @type {any} */ place) => place.x)) * RADIUS) / 2 + 2 * RADIUS + 12;
  const high = Math.max(...places.map((/** @type {any} */ place) => place.y)) * HALF + 2 * HALF + 12;
  /** @param {any} place */
  const isRoad = (place) => place.kind === "road" || place.kind === "town";
  const roads = places.filter(isRoad).flatMap((/** @type {any} */ place) =>
    place.neighbours.map((/** @type {string} */ id) => byId.get(id)).filter((/** @type {any} */ other) => isRoad(other) && place.id < other.id).map((/** @type {any} */ other) => {
      const [x1, y1] = middle(place);
      const [x2, y2] = middle(other);
      return svg`<line x1=${x1} y1=${y1} x2=${x2} y2=${y2} />`;
    }),
  );
  return board(scene.drawn, word(scene.drawn.lang, "map"), html`
    <svg class="rb-map" viewBox=${`0 0 ${wide} ${high.toFixed(0)}`} role="group" aria-label=${legend.said(legend.catalogue.maps[0].name)}>
      ${places.map((/** @type {any} */ place) => ground(place))}
      <g class="rb-roads under">${roads}</g><g class="rb-roads">${roads}</g>
      ${places.map((/** @type {any} */ place) => hex(scene, place, wide))}
      ${table.heroes.map((/** @type {any} */ one, /** @type {number} */ seat) => pin(scene, one, seat, byId))}
      <g class="tt-layer" data-sight="board"></g>
    </svg>`);
}

/** The meaning of the counters and of the ground. @param {Scene} scene */
function key({ legend, drawn }) {
  const kinds = [...new Set(legend.catalogue.maps[0].places.map((/** @type {any} */ place) => place.kind))];
  const signs = [
    ...Object.keys(COUNTERS).map((colour) => [html`<svg class="tt-icon" viewBox="-12 -12 24 24" aria-hidden="true"><path class=${`rb-counter colour-${colour}`} d=${COUNTERS[colour]} /></svg>`, `counter_${colour}`]),
    ...kinds.map((kind) => [html`<svg class="tt-icon" viewBox="-32 -28 64 56" aria-hidden="true"><g class=${`rb-ground is-${kind}`}><polygon points=${CORNERS} /></g></svg>`, kind]),
  ];
  return keyView(legend, word(drawn.lang, "key"), signs);
}

/** The terrain of a hex. @param {any} place */
function ground(place) {
  const [x, y] = middle(place);
  return svg`<g class=${`rb-ground is-${place.kind}`} transform=${`translate(${x} ${y.toFixed(2)})`}>
    <polygon points=${CORNERS} /><polygon class="rb-light" points=${CORNERS} transform="scale(0.9)" />
    ${place.kind === "road" || place.kind === "town" ? nothing : svg`<g class="rb-terrain" transform="translate(-11 4) scale(0.9)">${sign(place.kind)}</g>`}
  </g>`;
}

/** The pieces on a hex, and its actions. @param {Scene} scene @param {any} place @param {number} wide the width of the picture */
function hex({ table, legend, spots, changes }, place, wide) {
  const [x, y] = middle(place);
  const key = `hex:${place.id}`;
  const space = table.track.findIndex((/** @type {any} */ one) => one?.hex === place.id);
  const has = place.site && table.counters[place.site]?.includes(place.id);
  const isFacing = table.facing?.hex === place.id;
  const hint = [place.name ? legend.said(place.name) : legend.said(place.label), legend.name(place.kind), has ? legend.name(`counter_${place.site}`) : ""].filter(Boolean).join(", ");
  const name = place.name ? legend.said(place.name) : "";
  const content = svg`${place.kind === "town" ? signAt("town", -13, -17, 26) : nothing}
    ${name ? svg`<text class=${classes("rb-town", x < EDGE && "is-first", x > wide - EDGE && "is-last")} y="22" text-anchor="middle">${name}</text>` : svg`<text class="rb-label" y="-17" text-anchor="middle">${legend.said(place.label)}</text>`}
    ${place.site ? svg`<path class=${classes("rb-counter", `colour-${place.site}`, !has && "gone")} transform="translate(0 -2)" d=${COUNTERS[place.site]} />` : nothing}
    ${space >= 0 ? svg`<g class="rb-marker" transform="translate(-19 -8)"><rect width="15" height="15" rx="2" /><text x="7.5" y="12" text-anchor="middle">${space + 1}</text></g>` : nothing}
    <polygon class="mark" points=${CORNERS} />
    ${isFacing ? svg`<polygon class="rb-facing" points=${CORNERS} transform="scale(0.93)" />` : nothing}
    <polygon class="hit" points=${CORNERS} transform="scale(0.93)" fill="none" />`;
  const seen = [name || legend.said(place.label), space >= 0 ? space + 1 : ""].join(" ").trim();
  const isChanged = space >= 0 && changes.mark(`/track/${space}`);
  return svg`<g transform=${`translate(${x} ${y.toFixed(2)})`}>${spots.svg(key, content, classes("rb-hex", isChanged && "changed"), hint, seen)}</g>`;
}

/** A hero on the map. @param {Scene} scene @param {any} one @param {number} seat @param {Map<string, any>} byId */
function pin({ table, legend, changes, drawn, spots, own }, one, seat, byId) {
  if (one.hex === null) return nothing;
  const [x, y] = middle(byId.get(one.hex));
  const there = table.heroes.map((/** @type {any} */ other, /** @type {number} */ number) => (other.hex === one.hex ? number : -1)).filter((/** @type {number} */ number) => number >= 0);
  const step = Math.min(15, 44 / there.length);
  const shift = there.length === 1 ? 0 : (there.indexOf(seat) - (there.length - 1) / 2) * step;
  return svg`<g class=${classes("rb-pin", changes.mark(`/heroes/${seat}/hex`), seat === own && spots.grip("me"))} data-place=${seat === own ? "me" : nothing} transform=${`translate(${(x + shift).toFixed(1)} ${(y + 9).toFixed(1)})`}>
    <title>${seatName(drawn, seat)}: ${legend.name(one.hero)}</title>
    <circle class="mark" r="17" />${token(seat, 0, 0, there.length > 1 ? 10 : 12, seat === table.active_seat ? "active" : "")}
  </g>`;
}

// -- the open decision ------------------------------------------------------------------------------------

/** A colour's counter beside its number. @param {Legend} legend @param {string} colour @param {any} count */
function counter(legend, colour, count) {
  return html`<span class="tt-stat" title=${`${legend.title(`counter_${colour}`)}: ${count}`}><svg class="tt-icon" viewBox="-12 -12 24 24" aria-hidden="true"><path class=${`rb-counter colour-${colour}`} d=${COUNTERS[colour]} /></svg><b>${count}</b><span class="tt-hear"> ${legend.name(colour)}</span></span>`;
}

/** The terrains on the faces of the movement dice. @param {Scene} scene @param {number} face @param {boolean} isWild */
function movementDie({ legend }, face, isWild) {
  const terrains = legend.rows("faces").find((row) => row.face === face)?.terrains ?? [];
  const label = isWild ? legend.name("wild") : terrains.map((/** @type {string} */ one) => legend.name(one)).join(", ");
  return html`<span class="rb-die" title=${label}>${isWild ? icon("star") : terrains.map((/** @type {string} */ one) => icon(one))}<span class="tt-hear">${label}</span></span>`;
}

/** @param {Scene} scene */
function question(scene) {
  const { table, legend, spots, drawn } = scene;
  const asked = table.question;
  if (asked === null) return nothing;
  const desk = spots.at("desk");
  const roll = asked.roll;
  return html`<section class="tt-panel rb-question">
    <h3>${badge(asked.seat)}<span>${seatName(drawn, asked.seat)}</span><small>${legend.title(asked.asks)}</small></h3>${layer("roll")}
    ${asked.dice ? html`<p class="rb-dice">${asked.dice.map((/** @type {number} */ face, /** @type {number} */ number) => movementDie(scene, face, asked.wild.includes(number)))}</p>` : nothing}
    ${asked.asks === "move_choice" ? html`<p class="rb-dice" title=${legend.title("dice_left")}>${Array.from({ length: asked.dice_left }, () => html`<span class="rb-die">?</span>`)}${Array.from({ length: asked.rested }, () => html`<span class="rb-die rested">${icon("cross")}</span>`)}<span class="tt-hear">${legend.name("dice_left")}: ${asked.dice_left}</span></p>` : nothing}
    ${asked.target !== undefined ? facts([[`${legend.title(asked.attribute)} (${legend.name(asked.skill)})`, html`<b>${asked.target}</b>`]]) : nothing}
    ${roll && typeof roll === "object"
      ? facts([[legend.title(roll.roll ?? roll.aim), html`<span>${icon("doubles")} + ${roll.attribute} + ${roll.bonus} → <b>${roll.target}</b> ${icon(roll.ok ? "check" : "cross")}</span>`]])
      : nothing}
    ${asked.wounds !== undefined ? facts([[legend.title("wounds"), html`${icon("heart")} ${asked.wounds}`]]) : nothing}
    ${asked.cards || asked.to_choose_from
      ? html`<div class="rb-cards">${(asked.cards ?? asked.to_choose_from).map((/** @type {string} */ card) => wholeCard(scene, card))}</div>`
      : nothing}
    ${desk.length > 0 ? html`<div class="tt-bar rb-desk">${spots.buttons(desk)}</div>` : nothing}
  </section>`;
}

/** The step of the combat round that the open decision belongs to. @param {any} table */
function stepNow(table) {
  const asked = table.question;
  if (asked === null) return null;
  if (asked.asks === "round_start" || asked.roll?.aim === "escape") return "escape";
  return asked.kind ?? STEPS.find((step) => typeof asked.roll?.roll === "string" && asked.roll.roll.startsWith(step)) ?? null;
}

/** A fight: both sides with their numbers, and the current step. @param {Scene} scene */
function fight(scene) {
  const { table, legend, changes, drawn } = scene;
  const combat = table.combat;
  if (combat === null) return nothing;
  const now = stepNow(table);
  const enemy = combat.enemy;
  return html`<section class="tt-panel rb-fight">
    <h3>${icon("sword")}<span>${enemy === null ? combat.seats.map((/** @type {number} */ seat) => seatName(drawn, seat)).join(" – ") : legend.title(enemy.card)}</span><small>${legend.title("round")} ${combat.round}</small></h3>${layer("fight")}
    <ol class="rb-steps">${STEPS.map((step) => html`<li class=${step === now ? "now" : ""} aria-current=${step === now ? "step" : nothing}>${icon(step === "escape" ? "run" : KIND_SIGNS[step])}${legend.title(step)}</li>`)}</ol>
    <div class="rb-sides">
      ${enemy === null
        ? nothing
        : html`<div class=${classes("rb-side", changes.mark("/combat/enemy"))} data-place="enemy">
            <b>${drawing(legend, enemy.card)} ${legend.title(enemy.card)}</b>
            ${lives(legend, enemy.life, enemy.wounds)}
            ${attacks(legend, enemy.targets, enemy.damage, legend.title("targets"))}
          </div>`}
      ${combat.seats.map((/** @type {number} */ seat) => {
        const one = table.heroes[seat];
        return html`<div class=${classes("rb-side", seat === combat.fighter_seat && "fights")}>
          <b>${badge(seat)} ${drawing(legend, one.hero)} ${legend.title(one.hero)}</b>
          ${lives(legend, one.life, one.wounds)} ${attacks(legend, one.attributes, one.damage, legend.title("attributes"))}
        </div>`;
      })}
    </div>
    ${combat.number_thrown === null ? nothing : facts([[legend.title("number_thrown"), combat.number_thrown]])}
    ${combat.hampered.length > 0 ? html`<p class="tt-small">${legend.title("hampered")}: ${combat.hampered.map((/** @type {any} */ one) => `${legend.name(one.what)} −${one.by}`).join(", ")}</p>` : nothing}
  </section>`;
}

/** Life as hearts, or as one number if there are many. @param {Legend} legend @param {number} life @param {number} wounds */
function lives(legend, life, wounds) {
  return html`<span class="tt-life" title=${`${legend.title("life")}: ${life - wounds} / ${life}`}>${life <= 12
      ? hearts(life - wounds, life)
      : html`<span class="full">${icon("heart")}</span>`}<b>${life - wounds}/${life}</b><span class="tt-hear"> ${legend.name("life")}</span></span>`;
}

/** The value and the damage of each attack. @param {Legend} legend @param {any} attributes @param {any} damage @param {string} label */
function attacks(legend, attributes, damage, label) {
  return html`<span class="rb-attacks" title=${label}>${legend.rows("attacks").map((row) => html`<span class=${damage[row.kind] === 0 ? "weak" : ""} title=${`${legend.title(row.attribute)} ${attributes[row.attribute]}; ${legend.name(row.kind)}: ${legend.name("damage")} ${damage[row.kind]}`}>
    ${icon(KIND_SIGNS[row.kind])}<b>${attributes[row.attribute]}</b><small>${icon("heart")}${damage[row.kind]}</small><span class="tt-hear">${legend.name(row.attribute)}, ${legend.name(row.kind)}</span></span>`)}</span>`;
}

/** The adventure that the hero faces, in words. @param {Scene} scene */
function facing(scene) {
  const { table, legend, changes } = scene;
  const one = table.facing;
  if (one === null) return nothing;
  return html`<section class=${classes("tt-panel", changes.mark("/facing/card"))}>
    <h3>${counterSign(one.colour)}${one.card === null ? nothing : html`<span class="rb-face">${drawing(legend, one.card)}</span>`}<span>${one.card === null ? legend.title("facing") : legend.title(one.card)}</span><small>${legend.name(one.colour)}${one.card === null ? "" : ` · ${legend.name(legend.kind(one.card))}`}</small></h3>${layer("facing")}
    ${one.card === null ? nothing : html`<p class="tt-small">${legend.text(one.card)}</p>`}
  </section>`;
}

/** @param {string} colour */
function counterSign(colour) {
  return html`<svg class="tt-badge" viewBox="-13 -13 26 26" aria-hidden="true"><path class=${`rb-counter colour-${colour}`} d=${COUNTERS[colour] ?? COUNTERS.green} /></svg>`;
}

/** A card with its text. @param {Scene} scene @param {string} card @param {number | null} [price] */
function wholeCard({ legend, spots }, card, price = null) {
  const shown = held(legend, card);
  const slot = shown.figures.slot ?? (shown.figures.life === undefined ? "" : "ally");
  return spots.button(
    `card:${card}`,
    html`<span class="rb-card-head"><b>${shown.name}</b>${price === null ? nothing : stat("coin", price, legend.name("price"))}</span>
      <small>${slot === "" ? "" : legend.title(slot)}</small><span class="tt-small">${shown.text}</span>`,
    "rb-card",
    `${shown.name}. ${shown.text}`,
  );
}

/** The market of the town that the hero is in, with prices. @param {Scene} scene */
function market(scene) {
  const { table, legend } = scene;
  const asked = table.question;
  if (asked?.asks !== "market") return nothing;
  const cards = table.markets[asked.town] ?? [];
  return panel(
    `${legend.title("market")}: ${legend.name(asked.town)}`,
    html`<div class="rb-cards" data-place="market">${cards.map((/** @type {string} */ card) => wholeCard(scene, card, asked.prices[card] ?? null))}</div>
      ${asked.heal_price === null ? nothing : facts([[legend.title("heal_price"), stat("coin", asked.heal_price, legend.name("gold"))]])}`,
  );
}

// -- heroes -----------------------------------------------------------------------------------------------

/** A hero with all belongings. @param {Scene} scene @param {number} seat */
function hero(scene, seat) {
  const { table, legend, changes, drawn, own, spots } = scene;
  const one = table.heroes[seat];
  const at = `/heroes/${seat}`;
  const isOwn = seat === own;
  const place = one.hex === null ? null : legend.catalogue.maps[0].places.find((/** @type {any} */ hex) => hex.id === one.hex);
  const figure = html`<span class="rb-portrait">${drawing(legend, one.hero)}</span><span><b>${legend.title(one.hero)}</b><br /><small>${place ? `${place.name ? legend.said(place.name) : place.label} · ${legend.name(place.kind)}` : ""}</small></span>`;
  /** @param {string} which @param {number} value */
  const figureOf = (which, value) => {
    const content = html`${icon(STAT_SIGNS[which])}<span>${legend.title(which)}</span><b>${value}</b>${one.raises[which] ? html`<small>+${one.raises[which]}</small>` : nothing}`;
    const names = classes("rb-stat", changes.mark(`${at}/attributes/${which}`, `${at}/raises/${which}`));
    return isOwn ? spots.button(`stat:${which}`, content, names) : html`<div class=${names}>${content}</div>`;
  };
  return html`<section class=${classes("tt-panel rb-hero", isOwn && "own", seat === table.active_seat && "active")}>
    <h3>${badge(seat)}<span>${seatLink(drawn, seat)}</span>${seat === table.active_seat ? html`<small>${icon("clock")}${legend.name("active_seat")}</small>` : nothing}</h3>
    ${spots.button(`hero:${seat}`, figure, "rb-figure", legend.hint(one.hero))}
    <p class=${classes("rb-line", changes.mark(`${at}/wounds`, `${at}/life`))}>${lives(legend, one.life, one.wounds)}</p>
    <p class="rb-line">
      <span class=${changes.mark(`${at}/fatigue`, `${at}/stamina`)}>${stat("bolt", `${one.stamina - one.fatigue}/${one.stamina}`, legend.name("stamina"))}</span>
      <span class=${changes.mark(`${at}/gold`)}>${stat("coin", one.gold, legend.name("gold"))}</span>
      <span class=${changes.mark(`${at}/experience`)}>${stat("star", one.experience, legend.name("experience"))}</span>
      ${Object.entries(one.counters).filter(([, count]) => Number(count) > 0).map(([colour, count]) => counter(legend, colour, count))}
      ${one.runes.map((/** @type {string} */ card) => html`<span class="tt-tag" title=${held(legend, card).text}>${icon("dragon")}${held(legend, card).name}</span>`)}
    </p>
    <div class="rb-stats">${["mind", "body", "spirit"].map((which) => figureOf(which, one.attributes[which]))}
      ${isOwn ? ["life", "stamina"].filter((which) => spots.has(`stat:${which}`)).map((which) => figureOf(which, which === "life" ? one.life : one.stamina)) : nothing}</div>
    <p class="rb-line tt-small">${attacks(legend, one.attributes, one.damage, legend.title("damage"))}
      ${Object.entries(one.skills).map(([skill, bonus]) => html`<span>${legend.title(skill)} +${bonus}</span>`)}</p>
    ${isOwn ? html`<p class="tt-small tt-dim">${legend.text(one.hero)}</p>` : nothing}
    ${one.allies.length > 0
      ? html`<h4>${legend.title("allies")}</h4><div class="rb-owned">${one.allies.map((/** @type {any} */ ally, /** @type {number} */ number) => {
          const printed = held(legend, ally.card).figures;
          return owned(scene, ally, html`${printed.life === undefined ? nothing : lives(legend, printed.life, ally.wounds)}
            ${ally.fatigue > 0 ? stat("bolt", `−${ally.fatigue}`, legend.name("fatigue")) : nothing}
            ${printed.attributes === undefined || !printed.damage ? nothing : attacks(legend, printed.attributes, printed.damage, legend.title("attributes"))}`, isOwn, `${at}/allies/${number}`);
        })}</div>`
      : nothing}
    ${one.artifacts.length > 0
      ? html`<h4>${legend.title("artifacts")}</h4><div class="rb-owned">${one.artifacts.map((/** @type {any} */ artifact, /** @type {number} */ number) => owned(scene, artifact, nothing, isOwn, `${at}/artifacts/${number}`))}</div>`
      : nothing}
  </section>`;
}

/** The name, text and figures of a card that a hero has. An adventure that is kept becomes an ally, an artifact or a rune. @param {Legend} legend @param {string} card */
function held(legend, card) {
  const figures = legend.figures(card);
  const kept = figures.kept_as;
  return kept === undefined
    ? { name: legend.title(card), text: legend.text(card), figures }
    : { name: legend.said(kept.name), text: legend.said(kept.text), figures: kept };
}

/** A card that a hero has. @param {Scene} scene @param {any} one @param {any} figures @param {boolean} isOwn @param {string} at */
function owned({ legend, spots, changes }, one, figures, isOwn, at) {
  const card = held(legend, one.card);
  const slot = card.figures.slot;
  const isAlly = card.figures.life !== undefined;
  return spots.button(
    `card:${one.card}`,
    html`<span class="rb-card-head"><b>${icon(slot === "weapon" ? "sword" : slot === "armour" ? "shield" : isAlly ? "person" : "gem")} ${card.name}</b>${one.face_down ? html`<span class="tt-tag">${icon("turn")}${legend.name("face_down")}</span>` : nothing}</span>
      ${figures}${isOwn ? html`<span class="tt-small tt-dim">${card.text}</span>` : nothing}`,
    classes("rb-card small", one.face_down && "down", changes.mark(at)),
    `${card.name}. ${card.text}`,
  );
}

// -- the rest of the table ----------------------------------------------------------------------------------

/** The track of unfinished challenges, and the event in force. @param {Scene} scene */
function challenges({ table, legend, changes }) {
  const event = table.event_box.at(-1);
  const labels = new Map(legend.catalogue.maps[0].places.map((/** @type {any} */ place) => [place.id, place.name ? legend.said(place.name) : place.label]));
  return panel(
    legend.title("track"),
    html`<ol class="rb-track">${table.track.map((/** @type {any} */ one, /** @type {number} */ number) => html`<li class=${classes(one === null && "tt-dim", changes.mark(`/track/${number}`))} title=${one === null ? nothing : legend.hint(one.card)}><b>${number + 1}</b>${one === null ? html`<span>–</span>` : html`<span>${counterSign(legend.figures(one.card).colour)} ${legend.title(one.card)} · ${labels.get(one.hex)}</span>`}</li>`)}</ol>
      <h4>${legend.title("event_box")}</h4>
      ${event === undefined ? html`<p class="tt-dim">–</p>` : html`<p class=${changes.mark("/event_box")}><b>${legend.title(event)}</b> <span class="tt-small">${legend.text(event)}</span></p>`}`,
  );
}

/** The goods of every market. @param {Scene} scene */
function markets({ table, legend, changes }) {
  return panel(
    legend.title("markets"),
    html`<ul class="rb-markets">${Object.entries(table.markets).map(([town, cards]) => html`<li class=${changes.mark(`/markets/${town}`)}><b>${legend.name(town)}</b>
      <span>${/** @type {string[]} */ (cards).map((card) => html`<span class="tt-tag" title=${legend.hint(card)}>${legend.title(card)} ${stat("coin", legend.figures(card).price, legend.name("price"))}</span>`)}${/** @type {string[]} */ (cards).length === 0 ? "–" : nothing}</span></li>`)}</ul>`,
  );
}

/** The decks, the bank, and the heroes that nobody plays. @param {Scene} scene */
function decks({ table, legend }) {
  return panel(
    legend.title("decks"),
    html`<ul class="rb-decks">${Object.entries(table.decks).map(([deck, { count }]) => html`<li>${deck in COUNTERS ? counterSign(deck) : icon("market")}<span>${legend.title(deck)}</span><b>${count}</b></li>`)}</ul>
      <h4>${legend.title("bank")}</h4>
      <p class="rb-line">${Object.entries(table.bank).map(([colour, count]) => counter(legend, colour, count))}</p>
      ${facts([[legend.title("raise_cost"), stat("star", table.raise_cost, legend.name("experience"))]])}
      <details><summary>${legend.title("heroes_not_dealt")}: ${table.heroes_not_dealt.length}</summary><p class="tt-small">${table.heroes_not_dealt.map((/** @type {string} */ one) => legend.title(one)).join(", ")}</p></details>
      ${Object.entries(table.decks).filter(([, deck]) => deck.cards?.length).map(([name, deck]) => html`<details><summary>${legend.title(name)}</summary><p class="tt-small">${deck.cards.map((/** @type {string} */ card) => legend.title(card)).join(", ")}</p></details>`)}`,
  );
}
