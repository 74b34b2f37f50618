/** A field for a whole number within limits. */
import { html, nothing } from "../html.js";

/**
 * @param {{name: string, label: string, min: number, max: number, about?: string, value: number, onChange: (value: number) => void}} field
 */
export function numberView({ name, label, min, max, about, value, onChange }) {
  return html`<div class="field">
    <label for="number-${name}">${label}</label>
    <input
      type="number"
      id="number-${name}"
      name=${name}
      step="1"
      required
      min=${min}
      max=${max}
      aria-describedby=${about ? `about-${name}` : nothing}
      .value=${String(value)}
      @change=${(/** @type {any} */ event) => {
        const given = Math.round(Number(event.target.value));
        const chosen = Math.min(max, Math.max(min, Number.isFinite(given) ? given : min));
        event.target.value = String(chosen);
        onChange(chosen);
      }}
    />
    ${about ? html`<span class="small soft" id="about-${name}">${about}</span>` : nothing}
  </div>`;
}
