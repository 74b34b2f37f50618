/** The moment and the viewer that the address names. */

/**
 * The event and the viewer after `#`; null where the address names none.
 * @param {string} hash such as `#n=57&eyes=seat:1`
 */
export function momentIn(hash) {
  const query = new URLSearchParams(hash.replace(/^#/, ""));
  const n = Number(query.get("n") ?? "");
  const eyes = query.get("eyes") ?? "";
  return {
    n: Number.isSafeInteger(n) && n >= 1 ? n : null,
    eyes: /^(?:spectator|public|seat:\d{1,2})$/.test(eyes) ? eyes : null,
  };
}

/** The seat of a viewer; null if the viewer is no seat. @param {string} eyes */
export function seatOf(eyes) {
  const found = /^seat:(\d+)$/.exec(eyes);
  return found === null ? null : Number(found[1]);
}
