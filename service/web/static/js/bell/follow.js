/** Follows the account's notices over any number of lost connections. */
import { headers } from "../api.js";

/** Milliseconds between attempts. The last pause is used again and again. */
const PAUSES = [1000, 2000, 5000, 15_000, 60_000];
/** Milliseconds without data after which a connection counts as lost. */
const SILENCE = 45_000;

/**
 * Follows the notices until the caller stops, or until the service refuses.
 * @param {object} options
 * @param {(number: number, waiting: any[]) => void} options.onSnapshot the number of the last notice, and what waits
 * @param {(notice: any) => void} options.onNotice
 * @returns {() => void} stops it
 */
export function followNotices({ onSnapshot, onNotice }) {
  let last = -1;
  let attempt = 0;
  let isStopped = false;
  let controller = new AbortController();

  /** Reads until the connection is lost. Returns whether to try again. */
  const read = async () => {
    controller = new AbortController();
    const response = await fetch(`/v1/notices/stream${last < 0 ? "" : `?after=${last}`}`, {
      headers: headers({ Accept: "application/x-ndjson" }),
      signal: controller.signal,
      credentials: "same-origin",
      cache: "no-store",
    });
    if (response.status === 410 || response.status === 404) last = -1; // Begin anew, with a snapshot.
    else if (response.status >= 400 && response.status < 500 && response.status !== 429) return false;
    if (!response.ok || response.body === null) return true;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    let timer = 0;
    try {
      for (;;) {
        clearTimeout(timer);
        timer = setTimeout(() => controller.abort(), SILENCE);
        const { value, done } = await reader.read();
        if (done) return true;
        attempt = 0;
        const lines = (rest + value).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines.filter(Boolean).map((text) => JSON.parse(text))) {
          if (line.kind === "end" && line.reason === "revoked") return false;
          if (line.kind === "snapshot") onSnapshot((last = line.number), line.waiting);
          if (line.kind !== "notice" || line.number <= last) continue;
          last = line.number;
          onNotice(line.notice);
        }
      }
    } finally {
      clearTimeout(timer);
    }
  };

  const run = async () => {
    while (!isStopped && (await read().catch(() => true))) {
      await new Promise((resolve) => setTimeout(resolve, PAUSES[Math.min(attempt, PAUSES.length - 1)]));
      attempt += 1;
    }
  };
  run();
  return () => {
    isStopped = true;
    controller.abort();
  };
}
