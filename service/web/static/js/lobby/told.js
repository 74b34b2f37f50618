/** What is said of a game without its table: its options, clock and round, and how long ago it changed. */
import { lang, said, t } from "../words.js";

/** Seconds of the units in which times are told, the longest first. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["year", 31_557_600], ["month", 2_629_800], ["week", 604_800], ["day", 86_400], ["hour", 3600], ["minute", 60]];

/** How long ago that was, in words. @param {string} at as the API gives times */
export function ago(at) {
  const seconds = Math.max(0, (Date.now() - new Date(at).getTime()) / 1000);
  const [unit, length] = UNITS.find(([, one]) => seconds >= one) ?? ["minute", 60];
  if (seconds < 60) return t("lobby.now");
  return new Intl.RelativeTimeFormat(lang(), { numeric: "always" }).format(-Math.floor(seconds / length), unit);
}

/** The clock in a few words; "" for none. @param {any} clock as the API gives it */
export function clockTold(clock) {
  if (!clock) return "";
  if (clock.kind === "days") return t("lobby.clock.days", { days: clock.days });
  const time = span(clock.seconds);
  if (clock.kind === "per_decision") return t("lobby.clock.per_decision", { time });
  return t(clock.increment > 0 ? "lobby.clock.budget-more" : "lobby.clock.budget", { time, more: clock.increment });
}

/** @param {number} seconds */
function span(seconds) {
  const [unit, length] = seconds >= 3600 ? ["hour", 3600] : seconds >= 60 ? ["minute", 60] : ["second", 1];
  const number = Math.round((seconds / Number(length)) * 10) / 10;
  return number.toLocaleString(lang(), { style: "unit", unit: String(unit), unitDisplay: "short" });
}

/** The options that differ from a usual game, in words. @param {any} game @param {any} ruleset as the list of titles has it */
export function optionsTold(game, ruleset) {
  return (ruleset?.option_names ?? []).flatMap((/** @type {any} */ one) => {
    const value = game.options[one.option];
    if (value === undefined || value === null || value === one.default) return [];
    const known = one.values.find((/** @type {any} */ each) => each.value === value);
    if (known) return [said(known.name)];
    const worth = typeof value === "boolean" ? t(value ? "yes" : "no") : one.option.endsWith("seat") && typeof value === "number" ? value + 1 : value;
    return [`${said(one.name)}: ${worth}`];
  });
}

/** The round of a running game, by the title's own word; "" before the first. @param {any} game @param {any} ruleset */
export function roundTold(game, ruleset) {
  const named = said(ruleset?.cover?.round);
  return game.status === "running" && game.round && named ? named.replace("{round}", String(game.round)) : "";
}
