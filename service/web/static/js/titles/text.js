/** Words of the tables that no catalogue has, and helpers for texts and classes. */

/** @typedef {import("../words.js").Lang} Lang */

/**
 * By language and key.
 * @type {Record<Lang, Record<string, string>>}
 */
const WORDS = {
  en: {
    choices: "What can be done here",
    count: "{count} choices: {text}",
    more: "More choices",
    hidden: "Face down",
    seat: "Seat {seat}",
    none: "none",
    dice: "Dice",
    map: "Map",
    key: "What the signs mean",
    missing: "{count} missing",
    enough: "enough",
    winner: "winner",
  },
  ru: {
    choices: "Что здесь можно сделать",
    count: "Вариантов: {count}. {text}",
    more: "Другие варианты",
    hidden: "Рубашкой вверх",
    seat: "Место {seat}",
    none: "нет",
    dice: "Кубики",
    map: "Карта",
    key: "Что значат знаки",
    missing: "не хватает {count}",
    enough: "хватает",
    winner: "победитель",
  },
};

/** The words of a key, with the values put into its gaps. @param {Lang} lang @param {string} key @param {Record<string, any>} [values] */
export function word(lang, key, values = {}) {
  return WORDS[lang][key].replace(/\{(\w+)\}/g, (gap, name) => String(values[name] ?? gap));
}

/** The text with a capital at the beginning. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The name of a seat's player, or its number. @param {import("./index.js").Drawn} drawn @param {number} seat */
export function seatName({ seats, lang }, seat) {
  const known = seats.find((one) => one.seat === seat);
  return known?.name || word(lang, "seat", { seat: seat + 1 });
}

/** The value of a `class` attribute, without empty names. @param {...(string | false | null | undefined)} names */
export function classes(...names) {
  return names.filter(Boolean).join(" ");
}

/** Each id with its number of occurrences, in the order of their first occurrences. @param {string[]} ids @returns {[string, number][]} */
export function tally(ids) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts];
}
