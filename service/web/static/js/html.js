/** What the pages draw with, from one place: lit-html and the directives that are vendored. */
export { html, svg, render, nothing } from "../vendor/lit-html/lit-html.js";
export { repeat } from "../vendor/lit-html/directives/repeat.js";
export { live } from "../vendor/lit-html/directives/live.js";
export { classMap } from "../vendor/lit-html/directives/class-map.js";
export { keyed } from "../vendor/lit-html/directives/keyed.js";
export { guard } from "../vendor/lit-html/directives/guard.js";
export { ifDefined } from "../vendor/lit-html/directives/if-defined.js";
