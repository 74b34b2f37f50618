/**
 * A player's own share of the randomness of a game: drawn in the browser and kept there until it is revealed.
 *
 * First only its commitment is sent: the SHA-256 of the canonical JSON of `[game, account, nonce]`.
 */
import { remember, remembered } from "./words.js";

/** Bytes of a nonce: 128 bits. */
const NONCE_BYTES = 16;

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} game @param {string} account */
const place = (game, account) => `delvebook.nonce.${account}.${game}`;

/**
 * The nonce of an account in a game, and its commitment. Draws and keeps the nonce the first time.
 * @param {string} game @param {string} account
 * @returns {Promise<{nonce: string, commitment: string}>}
 */
export async function commit(game, account) {
  const nonce = nonceFor(game, account) ?? hex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
  remember(place(game, account), nonce);
  return { nonce, commitment: await sha256(JSON.stringify([game, account, nonce])) };
}

/** The nonce that this browser keeps; null if it was drawn in another browser. @param {string} game @param {string} account */
export function nonceFor(game, account) {
  return remembered(place(game, account));
}

/** Forgets a nonce: it is public now. @param {string} game @param {string} account */
export function forget(game, account) {
  remember(place(game, account), null);
}

/**
 * SHA-256 of a text in UTF-8, in hex. Browsers offer their own only on secure origins (HTTPS, or this machine), so a
 * service on a home network needs another one.
 * @param {string} text
 */
export async function sha256(text) {
  const data = new TextEncoder().encode(text);
  if (crypto.subtle) return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", data)));
  const { sha256: own } = await import("./sha256.js");
  return hex(own(data));
}
