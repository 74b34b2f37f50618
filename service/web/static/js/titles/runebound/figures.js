/** The figures of Runebound: which drawing each hero, card and token has. */
import { addSigns, hasIcon } from "../icons.js";

const HELM = "M12 4c4.5 0 7 3 7 7.5v8L12 22.5l-7-3v-8C5 7 7.5 4 12 4ZM7 11v2.3h10V11ZM11.3 15v4h1.4v-4Z";
const HAT = "M12 1l5 11.5c2 .3 4 .8 5 1.7-1.5 1.3-3.5 1.8-5 2C16.5 20 14.5 23 12 23s-4.5-3-5-6.8c-1.5-.2-3.5-.7-5-2 1-.9 3-1.4 5-1.7ZM9.7 15.5a1 1 0 1 0 .01 0ZM14.3 15.5a1 1 0 1 0 .01 0Z";
/** People on cards by what they do, and dice. */
addSigns({
  champion: { fill: HELM, line: "M12 4c0-3 4-3.5 6-1.5" },
  sorcerer: { fill: HAT, line: "M20 3v5M17.5 5.5h5" },
  rogue: { fill: "M12 2c5 1 8 5 8 10l1.5 10.5h-19L4 12C4 7 7 3 12 2ZM6.5 11c.3 3 2 4.5 3.7 4.5.8 0 1.4-.5 1.8-1 .4.5 1 1 1.8 1 1.7 0 3.4-1.5 3.7-4.5-3.5-1.5-7.5-1.5-11 0Z" },
  d20: { line: "M12 1.5 21.5 7v10L12 22.5 2.5 17V7ZM12 7 6.5 16h11ZM12 1.5V7M2.5 7 12 7l9.5 0M2.5 7l4 9-4 1M21.5 7l-4 9 4 1M6.5 16l5.5 6.5 5.5-6.5" },
});
/** The heroes, each known by head and gear. */
addSigns({
  H01: { fill: "M10 2c4.5 2 6.5 6 6.5 10.5L18 20.5H2.5L4 12.5C4 8 6 4 10 2Zm.2 5.5c-2 1-2.7 2.8-2.7 4.5s1 3 2.7 3 2.8-1.3 2.8-3-.8-3.5-2.8-4.5Z", line: "M19.5 3c3.5 5 3.5 13 0 18M19.5 3v18M15 12h8" },
  H02: { fill: "M9 2.5c4 0 6 2.8 6 6.5H3c0-3.7 2-6.5 6-6.5ZM3.5 10.5h11v2c0 5-2.5 9.5-5.5 9.5s-5.5-4.5-5.5-9.5ZM5.8 12.3v1.5h2.2v-1.5ZM10 12.3v1.5h2.2v-1.5Z", line: "M19.5 3a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2ZM19.5 6.2V20.5M17 9.3h5M15.8 15.5c.3 3.3 1.7 5 3.7 5s3.4-1.7 3.7-5" },
  H03: { fill: "M10 3.5c4.5 0 6.5 3.2 6.5 7.5 0 4 1 7.5 2.5 10H1c1.5-2.5 2.5-6 2.5-10C3.5 6.7 5.5 3.5 10 3.5ZM10 7c-2.4 0-3.8 1.7-3.8 4.2S7.6 16 10 16s3.8-2.3 3.8-4.8S12.4 7 10 7Z", line: "M20.7 2.5v19M18.2 6.5h5" },
  H04: { fill: "M10 2.5c4 1 6.5 4 6.5 8.5l1.2 10.5H2.3L3.5 11C3.5 6.5 6 3.5 10 2.5ZM5.5 10.5c.2 2.4 1.6 3.7 3 3.7.7 0 1.2-.4 1.5-.9.3.5.8.9 1.5.9 1.4 0 2.8-1.3 3-3.7-3-1.3-6-1.3-9 0Z", line: "M20.7 2.5v11M18.4 13.5H23M20.7 13.5v4" },
  H05: { fill: HELM, line: "M12 4c0-3 4-3.5 6-1.5M21.5 22.5V6M20 9.5l1.5-4.5 1.5 4.5" },
  H06: { fill: "M10 11.5c2.8 0 4.6 1.2 4.6 4 0 3.5-1.9 7-4.6 7s-4.6-3.5-4.6-7c0-2.8 1.8-4 4.6-4ZM8.3 14.5a.9.9 0 1 0 .01 0ZM11.7 14.5a.9.9 0 1 0 .01 0ZM1 10.5 10 3l9 7.5Z", line: "M21 22V8M21 8c-1.4-1.8-1.4-4.2 0-6 1.4 1.8 1.4 4.2 0 6ZM21 17l2.3-3.5" },
  H07: { fill: "M9.5 3c4 0 6 2.8 6 6.5 0 1.5-.3 3-.8 4.3l3.3 5.7-4.7-2.4c-1.1 1.7-2.4 2.9-3.8 2.9-3.6 0-6-4.5-6-10.5C3.5 5.8 5.5 3 9.5 3ZM4.3 7.2v1.6h10.4V7.2ZM7.5 11a.9.9 0 1 0 .01 0ZM11.5 11a.9.9 0 1 0 .01 0Z", line: "M20.7 21.5V3M18.5 6l2.2-3.5L22.9 6M18.7 18.5l2 1.7 2-1.7" },
  H08: { fill: HAT, line: "M20.5 2.5v5M18 5h5M3.8 4.5v3.6M2 6.3h3.6" },
  H09: { fill: "M9.5 2.5c3.8 0 5.8 2.6 5.8 6.2 0 .9-.1 1.8-.3 2.6l1.8 1.2-.5 8-2 1.5-1.5-1.7.6-4.8c-1.1 1.5-2.4 2.5-3.9 2.5s-2.8-1-3.9-2.5l.6 4.8-1.5 1.7-2-1.5-.5-8L4 11.3c-.2-.8-.3-1.7-.3-2.6 0-3.6 2-6.2 5.8-6.2ZM7.5 8.5a.9.9 0 1 0 .01 0ZM11.5 8.5a.9.9 0 1 0 .01 0ZM7.8 12.7h3.4c-.3 1-1 1.5-1.7 1.5s-1.4-.5-1.7-1.5Z", line: "M18 6.5V15c0 3.5 4.6 3.5 4.6 0V6.5M18 9.5h4.6M20.3 9.5v7.3M20.3 17.8V21" },
  H10: { fill: "M9.5 3c4.2 0 6.8 3.5 6.8 8.5L17.5 22H2l1-10.5C3 6.5 5.3 3 9.5 3ZM9 7.5c-1.8.6-2.7 2.3-2.7 4.3l-1.6 2 1.8.7C7 16.2 8 17 9.5 17c2 0 3.2-1.8 3.2-4.6S11.4 7.2 9 7.5Z", line: "M20.3 22V9.3M20.3 9.3a3.2 3.2 0 1 1 2.5-5.4" },
  H11: { fill: "M9.5 3c3.6 0 5.5 2.5 5.5 6v2.7c0 5-2 10-5.5 10S4 16.7 4 11.7V9c0-3.5 1.9-6 5.5-6ZM5.3 9l2.2 1.2h1.2v2H6.8ZM13.7 9l-2.2 1.2h-1.2v2h1.9ZM7 15.3c1.5-1 3.5-1 5 0l-.6 2c-1.2-.8-2.6-.8-3.8 0Z", line: "M18.5 22V2.5M18.5 4c3 0 4.7 1.5 4.7 3.8s-1.7 3.7-4.7 3.7" },
  H12: { fill: "M10 10c2.7 0 4.3 1.6 4.3 4.2 0 .8-.2 1.5-.5 2.2 1.8.9 2.9 2.8 3.2 5.6H3c.3-2.8 1.4-4.7 3.2-5.6-.3-.7-.5-1.4-.5-2.2C5.7 11.6 7.3 10 10 10ZM8.5 13a.8.8 0 1 0 .01 0ZM11.5 13a.8.8 0 1 0 .01 0ZM4 8.7c0-3 2.6-5.2 6-5.2s6 2.2 6 5.2Z", line: "M14 4.5c1-2 3-3 5.3-3-.3 2.3-1.8 3.7-4 4.4M21 18.2a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4ZM20 18c-1.3-2.5-.6-5.3 1.7-7" },
});
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

/** The sign of a component; undefined if it has none. @param {{id: string, kind: string, figures?: any}} component @returns {string | undefined} */
export function drawingOf({ id, kind, figures }) {
  if (kind === "artifact") return SLOT_SIGNS[figures.slot] ?? "gem";
  if (kind === "challenge") return CHALLENGE_SIGNS[id];
  return OTHER_SIGNS[id] ?? OTHER_SIGNS[kind] ?? (hasIcon(id) ? id : undefined);
}
