/** Plural forms. */

/**
 * The form of a word for a number: `plural(n, "game", "games")`,
 * `plural(n, "игра", "игры", "игр")`.
 * @param {number} n @param {...string} forms
 */
export function plural(n, ...forms) {
  const rule = new Intl.PluralRules(forms.length > 2 ? "ru" : "en").select(n);
  if (rule === "one") return forms[0];
  return forms.length > 2 && rule !== "few" ? forms[2] : forms[1];
}
