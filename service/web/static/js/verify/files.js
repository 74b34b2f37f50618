/** Which of the files that lie beside a record is which, told by what is in it. */

/** @typedef {"record" | "receipts" | "keys" | "logKeys" | "checkpoint" | "inclusion" | "unknown"} Kind */

const RECEIPTS = /^\s*(?:\[\s*"|"?)?[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/;
const LOG_KEY = /^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]{40,}\s*$/m;

/**
 * Which game a record is of, and which one that is a fork of; null where it does not say.
 *
 * @param {Uint8Array} bytes
 * @returns {{ game: string | null, parent: string | null }}
 */
export function kinOf(bytes) {
  const [first, second] = new TextDecoder().decode(bytes.subarray(0, 65_536)).split("\n");
  try {
    return { game: JSON.parse(first).game ?? null, parent: JSON.parse(second).data?.parent?.game ?? null };
  } catch {
    return { game: null, parent: null };
  }
}

/**
 * @param {Uint8Array} bytes
 * @returns {Kind}
 */
export function kindOf(bytes) {
  const start = new TextDecoder().decode(bytes.subarray(0, 65_536));
  if (start.includes('"delvebook-record/')) return "record";
  if (/^\s*\{/.test(start)) {
    if (/"keys"\s*:\s*\[/.test(start)) return "keys";
    if (/"checkpoint"\s*:/.test(start) && /"entries"\s*:/.test(start)) return "inclusion";
    return "unknown";
  }
  if (RECEIPTS.test(start)) return "receipts";
  if (start.includes("\n\n\u2014 ")) return "checkpoint";
  if (LOG_KEY.test(start)) return "logKeys";
  return "unknown";
}
