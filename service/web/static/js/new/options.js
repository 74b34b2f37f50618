/** The options of a new game, made from the schema that the service gives. */
import { html, nothing } from "../html.js";
import { said, t } from "../words.js";

/**
 * @typedef {object} Choices
 * @property {any} ruleset
 * @property {any} catalogue
 * @property {Record<string, any>} options what is chosen, by name
 * @property {(name: string, value: any) => void} onChange
 */

/** @param {Choices} choices */
export function optionsView(choices) {
  const schemas = Object.entries(choices.ruleset.options.properties ?? {});
  const offered = schemas.filter(([, schema]) => (schema.enum ?? [1, 2]).length > 1);
  if (offered.length === 0) return nothing;
  return html`<fieldset class="panel stack">
    <legend class="legend">${t("new.options")}</legend>
    <div class="fields">${offered.map(([name, schema]) => optionView(choices, name, schema))}</div>
  </fieldset>`;
}

/** @param {Choices} choices @param {string} name @param {any} schema */
function optionView({ ruleset, catalogue, options, onChange }, name, schema) {
  const about = explained(catalogue, name);
  const value = options[name];
  const set = (/** @type {any} */ next) => onChange(name, next);
  const label = about.name || name.replaceAll("_", " ");
  const hints = [about.text || (schema.description && !about.name ? schema.description : "")];
  /** @type {any} */
  let control;
  if (schema.enum) {
    const texts = value === null ? "" : explained(catalogue, String(value)).text;
    const isShared = Object.entries(ruleset.options.properties).some(([other, one]) => other !== name && /** @type {any} */ (one).enum?.includes(value));
    if (texts) hints.push(isShared ? partAbout(texts, label) : texts);
    control = html`<select
      id="option-${name}" name="option-${name}" aria-describedby="about-${name}"
      @change=${(/** @type {any} */ event) => set(schema.enum[Number(event.target.value)])}
    >
      ${schema.enum.map(
        (/** @type {any} */ one, /** @type {number} */ i) => html`<option value=${i} ?selected=${one === value}>${valueName(catalogue, name, one)}</option>`,
      )}
    </select>`;
  } else if (schema.type === "boolean") {
    control = html`<select id="option-${name}" name="option-${name}" aria-describedby="about-${name}" @change=${(/** @type {any} */ event) => set(event.target.value === "true")}>
      <option value="true" ?selected=${value === true}>${t("yes")}</option>
      <option value="false" ?selected=${value === false}>${t("no")}</option>
    </select>`;
  } else {
    const isNullable = [schema.type].flat().includes("null");
    control = html`<input
      type="number"
      id="option-${name}" name="option-${name}" aria-describedby="about-${name}"
      step="1"
      min=${schema.minimum ?? ""}
      max=${schema.maximum ?? ""}
      placeholder=${isNullable ? t("new.not-set") : ""}
      .value=${value === null ? "" : String(value)}
      @change=${(/** @type {any} */ event) =>
        set(event.target.value === "" ? (isNullable ? null : schema.default) : Number(event.target.value))}
    />`;
    hints.push(
      [
        schema.minimum !== undefined && schema.maximum !== undefined
          ? t("new.range", { min: schema.minimum, max: schema.maximum })
          : "",
        isNullable ? t("new.may-be-empty") : "",
      ].join(" "),
    );
  }
  return html`<div class="field">
    <label for="option-${name}">${label}</label>
    ${control}
    <span class="small soft" id="about-${name}">${hints.filter((hint) => hint.trim()).map((hint) => html`<span class="hint">${hint}</span>`)}</span>
  </div>`;
}

/**
 * The part of a text that is about one option, where options share a value: "As mode: … As difficulty: …".
 * @param {string} text @param {string} label of the option
 */
function partAbout(text, label) {
  const sentence = text.split(/(?<=\.) /).find((one) => one.split(":")[0].toLowerCase().includes(label.toLowerCase()));
  const about = sentence?.slice(sentence.indexOf(":") + 1).trim();
  return about ? about.charAt(0).toUpperCase() + about.slice(1) : text;
}

/** The name and the text of an id in the catalogue. @param {any} catalogue @param {string} id */
function explained(catalogue, id) {
  const term = catalogue.terms[id];
  return { name: said(term?.name), text: said(term?.text) };
}

/** What a value of an option is called. @param {any} catalogue @param {string} name @param {any} value */
function valueName(catalogue, name, value) {
  if (typeof value === "number") return name.endsWith("seat") ? t("seat.number", { number: value + 1 }) : String(value);
  return explained(catalogue, String(value)).name || String(value);
}
