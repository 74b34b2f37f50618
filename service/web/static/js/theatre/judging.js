/**
 * What a bot's estimates say in words and bars. They are in the title's own units, so a difference is judged by the largest
 * one of the same game.
 */

/** @typedef {import("./analysis.js").Decision} Decision */
/** @typedef {"none" | "little" | "clear" | "much"} Grade */

/** Shares of the range, in hundredths, below which a difference is none, a little, or clear. */
const NONE = 3;
const LITTLE = 15;
const CLEAR = 45;

/** The largest difference between two estimates of one game; 0 if all are alike. @param {Decision[]} decisions */
export function rangeOf(decisions) {
  const scores = decisions.flatMap((one) => one.estimates.map((estimate) => estimate.score));
  return scores.length === 0 ? 0 : scores.reduce((a, b) => Math.max(a, b)) - scores.reduce((a, b) => Math.min(a, b));
}

/** How much a difference is in a game whose estimates differ by up to that range. @param {number} difference @param {number} range @returns {Grade} */
export function gradeOf(difference, range) {
  const share = range === 0 ? 0 : (100 * Math.abs(difference)) / range;
  return share < NONE ? "none" : share < LITTLE ? "little" : share < CLEAR ? "clear" : "much";
}

/**
 * How the seats stand at an event: by seat the share of the way from the worst estimate of the game to the best, in hundredths.
 * `leader` is null if nobody is ahead, and until every seat has decided something.
 * @param {Decision[]} decisions in order
 * @param {number} n
 * @returns {{seats: {seat: number, share: number}[], leader: number | null, grade: Grade}}
 */
export function standings(decisions, n) {
  /** @type {Map<number, number>} by seat, what its best choice promised at its last decision */
  const promised = new Map();
  for (const one of decisions) if (one.n <= n && one.estimates[0]) promised.set(one.seat, one.estimates[0].score);
  const range = rangeOf(decisions);
  const best = decisions.map((one) => one.estimates[0]?.score ?? 0);
  const low = best.length === 0 ? 0 : best.reduce((a, b) => Math.min(a, b));
  const high = best.length === 0 ? 0 : best.reduce((a, b) => Math.max(a, b));
  const seats = [...promised]
    .sort(([one], [other]) => one - other)
    .map(([seat, score]) => ({ seat, share: high === low ? 50 : Math.round((100 * (score - low)) / (high - low)) }));
  const [first, second] = [...promised].sort(([, one], [, other]) => other - one);
  const isWhole = promised.size === new Set(decisions.map((one) => one.seat)).size;
  if (first === undefined || second === undefined || !isWhole) return { seats, leader: null, grade: "none" };
  const grade = gradeOf(first[1] - second[1], range);
  return { seats, leader: grade === "none" ? null : first[0], grade };
}
