/** lit-html and its directives, imported in one place. */
export { html, svg, render, nothing } from "../vendor/lit-html/lit-html.js";
export { repeat } from "../vendor/lit-html/directives/repeat.js";
export { live } from "../vendor/lit-html/directives/live.js";
