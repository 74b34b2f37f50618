/**
 * Finds the renderer of a title. No other module knows titles. The page takes on the title's colours with it.
 *
 * A renderer is `titles/<id with _ for ->.js`. It exports
 *
 *     draw({ table, catalogue, viewer, seats, actions, lang, changed, choose }) → TemplateResult
 *
 * and is drawn with `css/titles/<the same>.css`.
 *
 * - `table`: the game's `table` for the viewer; `catalogue`: the title's catalogue, as the API gives it
 * - `viewer`: the viewer's seat, or null; `seats`: the game's `seats`, each with `seat` and `name`
 * - `actions`: `[{ action, text, text_short, stakes }]` as `GET …/actions` gives them, with texts in the language; empty
 *   when the viewer has nothing to decide, and in a replay
 * - `changed`: a Set of JSON Pointers into `table` that the last event changed
 * - `choose(action)`: to be called with an `action` of `actions` when the player takes it
 *
 * It may export `own(drawn)`: the viewer's own life and means in a few figures, which stay in sight beside the choices.
 *
 * It may export `atStake(table, catalogue, lang)`: what the choices are for, where their sentences have too little of it
 * in common; "" otherwise. The headline says it.
 *
 * It may export `isOut(fact, seat)`: whether with that fact the seat was out of the game for good.
 *
 * It may export `givesUp(action)`: whether the action gives something up for good. The page asks before it takes that.
 *
 * It exports `drawingOf(component)`: the name of the sign (`icons.js`) that shows a component of the catalogue.
 *
 * Whatever can be taken is a `<button>`, or has role="button", tabindex="0" and an aria-label with the action's text.
 */

import { needed } from "../api.js";
import { stylesheet } from "../styles.js";
import { titleOf } from "../parts.js";

/**
 * @typedef {object} Drawn
 * @property {any} table
 * @property {any} catalogue
 * @property {number | null} viewer
 * @property {{seat: number, name: string | null, [key: string]: any}[]} seats
 * @property {{action: any, text: string, text_short: string, stakes?: any[]}[]} actions
 * @property {"en" | "ru"} lang
 * @property {Set<string>} changed
 * @property {(action: any) => void} choose
 */
// Nothing is looked at before the reader points at it or moves to it. A finger that holds a choice is not waited for.
const LOOKS = ["pointerover", "keydown", "focusin"];
/** Asks for it again at the next look, if there was no connection. */
const sight = () => {
  for (const name of LOOKS) removeEventListener(name, sight, { capture: true });
  return import("./sight.js").catch(awaitLook);
};
const awaitLook = () => LOOKS.forEach((name) => addEventListener(name, sight, { capture: true, once: true }));
awaitLook();
if (matchMedia("(hover: none)").matches) setTimeout(sight, 2000);

/** @typedef {{draw: (drawn: Drawn) => any, own?: (drawn: Drawn) => any, givesUp?: (action: any) => boolean, isOut?: (fact: any, seat: number) => boolean, atStake?: (table: any, catalogue: any, lang: "en" | "ru") => string}} Renderer */

/** Titles that have a renderer of their own. Every other one is drawn by `generic.js`. */
const OWN = new Set(["dungeon-raiders", "dice-and-danger", "the-descent", "labyrinth", "runebound"]);

/**
 * The renderer of a ruleset.
 * @param {string} ruleset `id@version`, or an id
 * @returns {Promise<Renderer>}
 * @throws {import("../api.js").Problem} it cannot be loaded
 */
export async function renderer(ruleset) {
  const title = titleOf(ruleset);
  const name = title.replaceAll("-", "_");
  document.documentElement.dataset.title = title;
  if (!OWN.has(title)) return needed(import("./generic.js"));
  // Drawn only once the stylesheets are there, or the table would be seen without its style for a moment.
  const [found] = await Promise.all([needed(import(`./${name}.js`)), stylesheet("titles/parts.css"), stylesheet(`titles/${name}.css`)]);
  return found;
}
