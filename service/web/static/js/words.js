/**
 * The pages' own words, in English and Russian. Titles, cards, sentences and refusals come from the service.
 *
 * A part of the pages keeps its words in `words/<part>.en.js` and `words/<part>.ru.js`. All keys begin with the name of
 * the part. Its module registers them when it is loaded. Of the words of every page, only the chosen language is loaded.
 */

/** @typedef {"en" | "ru"} Lang */
/** @typedef {string | ((values: Record<string, any>) => string)} Entry a text with `{name}` gaps, or a function */

export const LANGUAGES = /** @type {const} */ (["en", "ru"]);

/** @type {Record<Lang, Record<string, Entry>>} */
const dictionaries = { en: {}, ru: {} };
/** @type {Set<() => void>} */
const listeners = new Set();
/** @type {Lang} */
let chosen = document.documentElement.lang === "ru" ? "ru" : "en";

/** The words of every page, by language. @type {Record<Lang, () => Promise<{default: Record<string, Entry>}>>} */
const common = { en: () => import("./words/en.js"), ru: () => import("./words/ru.js") };

await load(chosen);

/** Loads the words of every page in that language. @param {Lang} language */
export async function load(language) {
  register(language, (await common[language]()).default);
}

/** Adds words. @param {Lang} language @param {Record<string, Entry>} dictionary */
export function register(language, dictionary) {
  Object.assign(dictionaries[language], dictionary);
}

/** The chosen language. @returns {Lang} */
export function lang() {
  return chosen;
}

/** Chooses a language whose words are loaded, and remembers it in this browser. @param {Lang} language */
export function setLang(language) {
  chosen = language;
  document.documentElement.lang = language;
  remember("delvebook.lang", language);
  for (const listener of listeners) listener();
}

/** Calls the listener whenever another language is chosen. @param {() => void} listener @returns {() => void} removes it */
export function onLang(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The text of a key in the chosen language, with the values put into its gaps.
 * @param {string} key
 * @param {Record<string, any>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const entry = dictionaries[chosen][key] ?? dictionaries.en[key];
  if (entry === undefined) return key;
  if (typeof entry === "function") return entry(values);
  return entry.replace(/\{(\w+)\}/g, (gap, name) => String(values[name] ?? gap));
}

/** A text that the service gives in both languages. @param {any} told a string, or `{en, ru}` @returns {string} */
export function said(told) {
  if (told === null || told === undefined) return "";
  return typeof told === "string" ? told : (told[chosen] ?? told.en ?? "");
}

/** Choices of this page that could not be stored. @type {Map<string, string | null>} */
const kept = new Map();

/** Keeps a choice in this browser, if storage is allowed. null forgets it. @param {string} name @param {string | null} value */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage is not allowed here. The choice lasts until the page is left.
    kept.set(name, value);
  }
}

/** A choice that was kept; null if none was. @param {string} name @returns {string | null} */
export function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return kept.get(name) ?? null;
  }
}
