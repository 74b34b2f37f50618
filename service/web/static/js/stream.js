/**
 * Follows a game: every event once and in order, over any number of lost connections.
 *
 * It reads `GET …/stream` as lines of JSON with `fetch`. After a lost connection it asks for the events after the last one it has.
 */
import { headers, problemOf } from "./api.js";
import { lang } from "./words.js";

/** @typedef {"connecting" | "live" | "lost" | "over" | "refused"} Connection */

/** Milliseconds between attempts. The last pause is used again and again. */
const PAUSES = [250, 500, 1000, 2000, 5000, 10_000];
/** Milliseconds without data after which a connection counts as lost. The service sends something at least every 15 seconds. */
const SILENCE = 45_000;

/**
 * Follows a game until it is over or the caller stops.
 * @param {string} game its id
 * @param {object} options
 * @param {number} options.after the last event that the caller has
 * @param {string} [options.viewer] who the events are shown to; by default the caller
 * @param {(event: any) => void} options.onEvent an event, with `told` and `told_short` in the chosen language
 * @param {(state: Connection, problem?: import("./api.js").Problem) => void} [options.onState]
 * @returns {() => void} stops it
 */
export function follow(game, { after, viewer, onEvent, onState = () => {} }) {
  let last = after;
  let attempt = 0;
  let isStopped = false;
  /** @type {AbortController | null} */
  let current = null;
  /** @type {(() => void) | null} */
  let wake = null;

  const run = async () => {
    while (!isStopped) {
      current = new AbortController();
      onState(attempt === 0 ? "connecting" : "lost");
      try {
        const outcome = await read(current);
        if (isStopped) return;
        if (outcome === "over") {
          onState("over");
          return;
        }
      } catch (error) {
        if (isStopped) return;
        const refused = /** @type {import("./api.js").Problem} */ (error);
        if (refused.isFinal) {
          onState("refused", refused);
          return;
        }
      }
      onState("lost");
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, PAUSES[Math.min(attempt, PAUSES.length - 1)]);
        wake = () => {
          clearTimeout(timer);
          resolve(undefined);
        };
      });
      wake = null;
      attempt += 1;
    }
  };

  /** @param {AbortController} controller @returns {Promise<"over" | "broken">} */
  const read = async (controller) => {
    const query = new URLSearchParams({ after: String(last), lang: lang() });
    if (viewer) query.set("viewer", viewer);
    const response = await fetch(`/v1/games/${game}/stream?${query}`, {
      headers: headers({ Accept: "application/x-ndjson" }),
      signal: controller.signal,
      credentials: "same-origin",
      cache: "no-store",
    });
    if (!response.ok || response.body === null) throw problemOf(await response.text(), response.status);
    onState("live");
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let timer = 0;
    let rest = "";
    let isOver = false;
    try {
      for (;;) {
        clearTimeout(timer);
        timer = setTimeout(() => controller.abort(), SILENCE);
        const { value, done } = await reader.read();
        if (done) return isOver ? "over" : "broken";
        attempt = 0;
        const lines = (rest + value).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          if (!line) continue;
          const { kind, reason, event } = JSON.parse(line);
          if (kind === "end" && reason === "finished") isOver = true;
          if (kind !== "event" || event.n <= last) continue;
          last = event.n;
          if (event.type === "GameFinished" || event.type === "GameAborted") isOver = true;
          onEvent(event);
        }
      }
    } finally {
      clearTimeout(timer);
    }
  };

  const onOnline = () => wake?.();
  // A browser that reports to be offline is believed at once. Any other silence is noticed after `SILENCE`.
  const onOffline = () => current?.abort();
  addEventListener("online", onOnline);
  addEventListener("offline", onOffline);
  run();
  return () => {
    isStopped = true;
    removeEventListener("online", onOnline);
    removeEventListener("offline", onOffline);
    current?.abort();
    wake?.();
  };
}
