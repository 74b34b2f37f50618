/** What is said of leagues on every page that shows ratings. */
import { lang, register, t } from "../words.js";
import en from "../words/leagues.en.js";
import ru from "../words/leagues.ru.js";

register("en", en);
register("ru", ru);

/** Ratings are whole millionths of the model's unit. */
const MILLION = 1_000_000;

/** A rating as the reader's language writes it. @param {number} rating */
export function points(rating) {
  return (rating / MILLION).toLocaleString(lang(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** A season in words: `2026-q4` is the fourth quarter of 2026. @param {string} season */
export function seasonTold(season) {
  const [year, quarter] = season.split("-q");
  return quarter ? t("leagues.quarter", { year, quarter }) : season;
}
