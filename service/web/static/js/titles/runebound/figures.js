/** The figures of Runebound: which drawing each hero, card and token has. */
import { addSigns, hasIcon } from "../icons.js";

/** Heroes by what they do best, and dice. */
addSigns({
  archer: { fill: "M10 2c4.5 2 6.5 6 6.5 10.5L18 20.5H2.5L4 12.5C4 8 6 4 10 2Zm.2 5.5c-2 1-2.7 2.8-2.7 4.5s1 3 2.7 3 2.8-1.3 2.8-3-.8-3.5-2.8-4.5Z", line: "M19.5 3c3.5 5 3.5 13 0 18M19.5 3v18M15 12h8" },
  champion: { fill: "M12 4c4.5 0 7 3 7 7.5v8L12 22.5l-7-3v-8C5 7 7.5 4 12 4ZM7 11v2.3h10V11ZM11.3 15v4h1.4v-4Z", line: "M12 4c0-3 4-3.5 6-1.5" },
  sorcerer: { fill: "M12 1l5 11.5c2 .3 4 .8 5 1.7-1.5 1.3-3.5 1.8-5 2C16.5 20 14.5 23 12 23s-4.5-3-5-6.8c-1.5-.2-3.5-.7-5-2 1-.9 3-1.4 5-1.7ZM9.7 15.5a1 1 0 1 0 .01 0ZM14.3 15.5a1 1 0 1 0 .01 0Z", line: "M20 3v5M17.5 5.5h5" },
  rogue: { fill: "M12 2c5 1 8 5 8 10l1.5 10.5h-19L4 12C4 7 7 3 12 2ZM6.5 11c.3 3 2 4.5 3.7 4.5.8 0 1.4-.5 1.8-1 .4.5 1 1 1.8 1 1.7 0 3.4-1.5 3.7-4.5-3.5-1.5-7.5-1.5-11 0Z" },
  sage: { fill: "M12 1.5c4.5 0 7 3.2 7 7.5 0 6-3 13.5-7 13.5S5 15 5 9c0-4.3 2.5-7.5 7-7.5ZM12 6c-2.6 0-4.2 1.5-4.2 3.7 0 1.5.9 2.4 2 2.8h4.4c1.1-.4 2-1.3 2-2.8C16.2 7.5 14.6 6 12 6ZM10.3 8.5a.9.9 0 1 0 .01 0ZM13.7 8.5a.9.9 0 1 0 .01 0Z" },
  d20: { line: "M12 1.5 21.5 7v10L12 22.5 2.5 17V7ZM12 7 6.5 16h11ZM12 1.5V7M2.5 7 12 7l9.5 0M2.5 7l4 9-4 1M21.5 7l-4 9 4 1M6.5 16l5.5 6.5 5.5-6.5" },
});
/** @type {Record<string, string>} */
const HERO_SIGNS = { ranged: "archer", melee: "champion", magic: "sorcerer", body: "champion", mind: "rogue", spirit: "sage" };
/** @type {Record<string, string>} */
const SLOT_SIGNS = { weapon: "sword", armour: "shield" };
/** What each challenge is about. @type {Record<string, string>} */
const CHALLENGE_SIGNS = {
  G01: "rogue", G02: "claw", G03: "sorcerer", G04: "bow", G05: "skull", G06: "claw", G07: "rogue", G08: "cloud", G09: "spider", G10: "fist",
  G11: "rogue", G12: "river", G13: "question", G14: "road", Y01: "sword", Y02: "fist", Y03: "sorcerer", Y04: "claw", Y05: "champion", Y06: "rogue",
  Y07: "mage", Y08: "boss", Y09: "rogue", Y10: "boss", Y11: "champion", Y12: "mountain", Y13: "crown", Y14: "lock", B01: "dragon", B02: "skull",
  B03: "fist", B04: "sorcerer", B05: "claw", B06: "armour", B07: "crown", B08: "worm", B09: "champion", B10: "mage", B11: "fist", B12: "river",
  B13: "bolt", B14: "lock", R01: "dragon", R02: "dragon", R03: "dragon", R04: "dragon", R05: "dragon", R06: "dragon", R07: "dragon", R08: "dragon",
  R09: "dragon", R10: "dragon", R11: "skull", R12: "dragon", R13: "champion", R14: "dragon", R15: "fire",
};
/** The sign of each other component, by id or by kind. @type {Record<string, string>} */
const OTHER_SIGNS = {
  ally: "person", event: "cloud", encounter: "road", counter: "dot", movement_die: "road", unfinished_marker: "flag", gold_marker: "coin",
  wound_marker: "heart", fatigue_marker: "bolt", experience_marker: "star",
};

/** The key of the largest number. @param {Record<string, number>} numbers */
const most = (numbers) => Object.entries(numbers).sort((one, other) => other[1] - one[1])[0];

/** The sign of a component; undefined if it has none. @param {{id: string, kind: string, figures?: any}} component @returns {string | undefined} */
export function drawingOf({ id, kind, figures }) {
  if (kind === "hero") {
    const [best, damage] = most(figures.damage);
    return HERO_SIGNS[damage > 1 ? best : most(figures.attributes)[0]];
  }
  if (kind === "artifact") return SLOT_SIGNS[figures.slot] ?? "gem";
  if (kind === "challenge") return CHALLENGE_SIGNS[id];
  return OTHER_SIGNS[id] ?? OTHER_SIGNS[kind] ?? (hasIcon(id) ? id : undefined);
}
