/** What a renderer draws from: the catalogue in one language, what changed, and the places of actions. */
import { Spots } from "./spots.js";
import { capital } from "./text.js";

/** @typedef {import("./index.js").Drawn} Drawn */
/** @typedef {ReturnType<typeof sceneOf>} Scene */
/** @typedef {import("../words.js").Lang} Lang */

/**
 * The table with its legend, what the last event changed, and where something can be done.
 * @param {Drawn} drawn
 * @param {(action: any) => string | string[] | null} keysOf the places of an action; null if it has none
 * @param {(action: any) => [string, string][]} dragsOf the drags that take an action: from a place to a place
 */
export function sceneOf(drawn, keysOf, dragsOf) {
  const { table, catalogue, lang, changed } = drawn;
  return { drawn, table, legend: new Legend(catalogue, lang), changes: new Changes(changed), spots: new Spots(drawn, keysOf, dragsOf) };
}

/** @type {WeakMap<object, Map<string, any>>} */
const indexes = new WeakMap();

/** Everything in a catalogue that has an id, by id. @param {any} catalogue @returns {Map<string, any>} */
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

/** A title's catalogue in one language. */
export class Legend {
  /** @param {any} catalogue @param {Lang} lang */
  constructor(catalogue, lang) {
    this.catalogue = catalogue;
    this.lang = lang;
    this.index = indexOf(catalogue);
  }

  /** A text in the language, from one in both languages or in one. @param {any} told @returns {string} */
  said(told) {
    if (told === null || told === undefined) return "";
    return typeof told === "string" ? told : (told[this.lang] ?? told.en ?? "");
  }

  /** The name of an id; the id itself if the catalogue does not know it. @param {any} id @returns {string} */
  name(id) {
    const known = this.index.get(String(id));
    return this.said(known?.name) || String(id).replaceAll("_", " ");
  }

  /** The name of an id with a capital, as a heading. @param {any} id */
  title(id) {
    return capital(this.name(id));
  }

  /** The explanation of an id. @param {any} id @returns {string} */
  text(id) {
    return this.said(this.index.get(String(id))?.text);
  }

  /** The figures that are printed on a component. @param {any} id @returns {Record<string, any>} */
  figures(id) {
    return this.index.get(String(id))?.figures ?? {};
  }

  /** The kind of an id. @param {any} id @returns {string} */
  kind(id) {
    return this.index.get(String(id))?.kind ?? "";
  }

  /** The name and the explanation of an id, for a tooltip. @param {any} id */
  hint(id) {
    const text = this.text(id);
    return text ? `${this.title(id)}. ${text}` : this.title(id);
  }

  /** The rows of a table of the catalogue, as objects. @param {string} id @returns {Record<string, any>[]} */
  rows(id) {
    const table = this.catalogue.tables.find((/** @type {any} */ one) => one.id === id);
    if (!table) return [];
    const keys = table.columns.map((/** @type {any} */ column) => column.id);
    return table.rows.map((/** @type {any[]} */ row) =>
      Object.fromEntries(row.map((value, number) => [keys[number], value])),
    );
  }

  /** The components of one kind. @param {string} kind @returns {any[]} */
  ofKind(kind) {
    return this.catalogue.components.filter((/** @type {any} */ one) => one.kind === kind);
  }
}

/** The parts of the table that the last event changed. */
export class Changes {
  /** @param {Set<string> | undefined} changed ids, or JSON Pointers into the table */
  constructor(changed) {
    this.pointers = [...(changed ?? [])];
    this.ids = new Set(this.pointers);
  }

  /** "changed" if any of these ids or pointers, or anything below them, was changed; "" otherwise. @param {...string} where */
  mark(...where) {
    const hit = where.some(
      (one) => this.ids.has(one) || (one.startsWith("/") && this.pointers.some((p) => p.startsWith(`${one}/`))),
    );
    return hit ? "changed" : "";
  }
}
