/**
 * What the tables of several titles are drawn with, from one place.
 *
 * No module here knows a title or a rule. Texts reach the page as text nodes only.
 */
import { stylesheet } from "../styles.js";
import "./now-row.js";

export { html, nothing, repeat, svg } from "../html.js";
export { classes } from "./classes.js";
export { die } from "./dice.js";
export { hasIcon, icon } from "./icons.js";
export { facts, hearts, meter, panel, stat, stock, tally } from "./pieces.js";
export { sceneOf } from "./scene.js";
export { badge, seatLabel, token } from "./tokens.js";
export { capital, seatName, word } from "./words.js";

stylesheet("titles/parts.css");
import("./dragging.js");
