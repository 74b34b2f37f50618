/** What a card in Dungeon Raiders would do in the room: what is needed and still missing, and what it may cost and bring. */
import { html, nothing } from "../../html.js";
import { changeOf, changesOf, stakesOf, tag, tags } from "./parts.js";
import { icon } from "../icons.js";
import { word } from "../text.js";

/** @typedef {import("../sight.js").Sight} Sight */
/** @typedef {import("./parts.js").Stake} Stake */

/** @type {Sight} */
export function sight({ drawn }, offer) {
  const stakes = stakesOf(offer);
  const fight = stakes.find(({ said }) => typeof said.strength === "number" && typeof said.value === "number");
  const byValue = stakes.filter(({ when }) => when[0]?.type === "trap_sprung");
  const others = stakes.filter((stake) => !byValue.includes(stake));
  return {
    room: tags([
      fight === undefined ? nothing : needed(fight.said, drawn.lang),
      ...byValue.map((stake) => {
        const change = changeOf("dungeon-raiders", stake);
        return change === null ? nothing : tag(change, html`<small>${stake.when[0].value}:</small>`);
      }),
      ...changesOf("dungeon-raiders", others).map((change) => tag(change)),
      ...others.filter(({ fact }) => fact.type === "item_taken").map(({ fact, unless }) => tag({ sign: fact.item, told: "+1", isSure: unless.length === 0, fact })),
    ]),
  };
}

/** What is laid with the card, what is needed, and what is missing. @param {Record<string, any>} said @param {"en" | "ru"} lang */
function needed({ strength, laid, value }, lang) {
  const missing = strength - laid - value;
  return html`<span class=${missing > 0 ? "is-open" : "is-sure"}>${icon("sword")}${laid > 0 ? `${laid} + ` : ""}${value} / ${strength}
    <b>${missing > 0 ? word(lang, "missing", { count: missing }) : word(lang, "enough")}</b></span>`;
}
