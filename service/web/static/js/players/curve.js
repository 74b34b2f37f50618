/** The way of a rating, drawn over time. */
import { html, svg } from "../html.js";
import { points } from "../leagues/told.js";
import { moment } from "../parts.js";
import { lang, t } from "../words.js";

/** The size of the picture in its own units. It is stretched to the room that it has. */
const WIDE = 400;
const HIGH = 100;
/** Free room above and below, so that the line is drawn whole. */
const ROOM = 8;
/** Games up to which each one is marked on the line. */
const MARKED_MAX = 60;

/** @typedef {{game: string, at: string, rating: number}} Point a rating after a game, as the API gives it */

/**
 * The curve with its axes, and the same as a table.
 * @param {Point[]} history the latest last, at least one @param {string} name of the league
 */
export function curveView(history, name) {
  const ratings = history.map((one) => one.rating);
  const [lowest, highest, last] = [Math.min(...ratings), Math.max(...ratings), ratings[ratings.length - 1]];
  const spots = placed(history, lowest, highest);
  const [from, to] = endsOf(history[0].at, history[history.length - 1].at);
  const told = t("players.curve", {
    name,
    from,
    to,
    lowest: points(lowest),
    highest: points(highest),
    last: points(last),
  });
  return html`<figure class="curve">
    <div class="curve-drawn">
      <div class="curve-axis small soft" aria-hidden="true"><span>${points(highest)}</span><span>${lowest === highest ? "" : points(lowest)}</span></div>
      <svg viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none" role="img" aria-label=${told}>
        ${[ROOM, HIGH / 2, HIGH - ROOM].map((y) => svg`<path class="curve-grid" d=${`M0 ${y}H${WIDE}`} />`)}
        <path class="curve-line" d=${`M${spots.map(([x, y]) => `${x} ${y}`).join("L")}`} />
        ${spots.length > MARKED_MAX ? "" : svg`<path class="curve-games" d=${spots.map(([x, y]) => `M${x} ${y}h0`).join("")} />`}
        <path class="curve-last" d=${`M${spots[spots.length - 1].join(" ")}h0`} />
      </svg>
      <div class="curve-times small soft" aria-hidden="true"><span>${from}</span><span>${to}</span></div>
    </div>
    <details>
      <summary>${t("players.curve.table")}</summary>
      <div class="scroll curve-table" tabindex="0" role="group" aria-label=${t("players.curve.games", { name })}>
        <table class="ratings">
          <thead>
            <tr><th scope="col">${t("players.curve.at")}</th><th scope="col" class="number">${t("leagues.rating")}</th></tr>
          </thead>
          <tbody>
            ${[...history].reverse().map((one) => html`<tr>
              <td><a href="/games/${one.game}">${moment(one.at)}</a></td>
              <td class="number">${points(one.rating)}</td>
            </tr>`)}
          </tbody>
        </table>
      </div>
    </details>
  </figure>`;
}

/** Where each point is drawn: by its time from left to right, by its rating upwards. @param {Point[]} history @param {number} lowest @param {number} highest */
function placed(history, lowest, highest) {
  const times = history.map((one) => new Date(one.at).getTime());
  const [first, last] = [times[0], times[times.length - 1]];
  const share = (/** @type {number} */ value, /** @type {number} */ from, /** @type {number} */ to) => (to === from ? 0.5 : (value - from) / (to - from));
  return history.map((one, at) => [
    Math.round(share(times[at], first, last) * (WIDE - 2 * ROOM) + ROOM),
    Math.round((HIGH - ROOM - share(one.rating, lowest, highest) * (HIGH - 2 * ROOM)) * 10) / 10,
  ]);
}

/** The days of two times, or the times themselves if they are on one day. @param {string} first @param {string} last */
function endsOf(first, last) {
  const days = [first, last].map((at) => new Date(at).toLocaleDateString(lang(), { dateStyle: "medium" }));
  return days[0] === days[1] ? [moment(first), moment(last)] : days;
}
