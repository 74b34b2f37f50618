/** The pictures of titles, one for each, as their tables look. */
import { html } from "../html.js";

/** Titles with a picture of their own: `emblems/<id>.svg`. */
const DRAWN = new Set(["dice-and-danger", "dungeon-raiders", "labyrinth", "runebound", "the-descent"]);

/** The picture of a title. It stands beside the title's name. @param {string} ruleset `id@version`, or an id */
export function emblemView(ruleset) {
  const id = ruleset.split("@")[0];
  const address = new URL(`../../emblems/${DRAWN.has(id) ? id : "any"}.svg`, import.meta.url);
  return html`<img class="emblem" src=${address.pathname} alt="" width="96" height="64" />`;
}
