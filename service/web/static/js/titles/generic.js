/** Draws any title's table from its view and its catalogue alone. */
import { html } from "../html.js";

/** @param {import("./index.js").Drawn} drawn */
export function draw({ table, actions, choose }) {
  return html`
    <pre>${JSON.stringify(table, null, 1)}</pre>
    ${actions.map((one) => html`<button type="button" @click=${() => choose(one.action)}>${one.text}</button>`)}
  `;
}
