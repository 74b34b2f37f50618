/** What the pages draw with, from one place: lit-html and the directives that are vendored. */
export { html, svg, render, nothing } from "../vendor/lit-html/lit-html.js";
export { repeat } from "../vendor/lit-html/directives/repeat.js";
export { live } from "../vendor/lit-html/directives/live.js";
