/** Names, texts and figures from a title's catalogue, in one language. */
import { capital } from "./words.js";

/** @typedef {import("../words.js").Lang} Lang */

/** @type {WeakMap<object, Map<string, any>>} */
const indexes = new WeakMap();

/** Everything in a catalogue that has an id, by it. @param {any} catalogue @returns {Map<string, any>} */
function indexOf(catalogue) {
  let known = indexes.get(catalogue);
  if (known === undefined) {
    known = new Map();
    for (const section of ["kinds", "figures", "terms"]) {
      for (const [id, one] of Object.entries(catalogue[section])) known.set(id, one);
    }
    for (const table of catalogue.tables) if (!known.has(table.id)) known.set(table.id, table);
    for (const symbol of catalogue.symbols) known.set(symbol.id, symbol);
    for (const map of catalogue.maps) {
      known.set(map.id, map);
      for (const place of map.places) if (!known.has(place.id) && place.name) known.set(place.id, place);
    }
    for (const component of catalogue.components) known.set(component.id, component);
    indexes.set(catalogue, known);
  }
  return known;
}

/** What the catalogue says, in one language. */
export class Legend {
  /** @param {any} catalogue @param {Lang} lang */
  constructor(catalogue, lang) {
    this.catalogue = catalogue;
    this.lang = lang;
    this.index = indexOf(catalogue);
  }

  /** A text in both languages, or one that is in the language already. @param {any} told @returns {string} */
  said(told) {
    if (told === null || told === undefined) return "";
    return typeof told === "string" ? told : (told[this.lang] ?? told.en ?? "");
  }

  /** What an id is called; the id itself if the catalogue does not know it. @param {any} id @returns {string} */
  name(id) {
    const known = this.index.get(String(id));
    return this.said(known?.name) || String(id).replaceAll("_", " ");
  }

  /** The same with a capital, as a heading. @param {any} id */
  title(id) {
    return capital(this.name(id));
  }

  /** What an id means, or does. @param {any} id @returns {string} */
  text(id) {
    return this.said(this.index.get(String(id))?.text);
  }

  /** What is printed on a component. @param {any} id @returns {Record<string, any>} */
  figures(id) {
    return this.index.get(String(id))?.figures ?? {};
  }

  /** What kind of thing an id is. @param {any} id @returns {string} */
  kind(id) {
    return this.index.get(String(id))?.kind ?? "";
  }

  /** Name and meaning in one, for a hint. @param {any} id */
  hint(id) {
    const text = this.text(id);
    return text ? `${this.title(id)}. ${text}` : this.title(id);
  }

  /** A table that people look things up in: its rows as objects. @param {string} id @returns {Record<string, any>[]} */
  rows(id) {
    const table = this.catalogue.tables.find((/** @type {any} */ one) => one.id === id);
    if (!table) return [];
    const keys = table.columns.map((/** @type {any} */ column) => column.id);
    return table.rows.map((/** @type {any[]} */ row) =>
      Object.fromEntries(row.map((value, number) => [keys[number], value])),
    );
  }

  /** A component's copies and figures, for those of one kind. @param {string} kind @returns {any[]} */
  ofKind(kind) {
    return this.catalogue.components.filter((/** @type {any} */ one) => one.kind === kind);
  }
}
