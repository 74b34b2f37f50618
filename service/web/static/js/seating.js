/**
 * Taking a seat, revealing nonces and starting, with everything that the browser does for the player.
 *
 * A nonce is the player's own share of the randomness of a game: drawn in the browser and kept there until it is revealed.
 * First only its commitment is sent: the SHA-256 of the canonical JSON of `[game, account, nonce]`.
 */
import * as api from "./api.js";
import { remember, remembered } from "./words.js";

/**
 * Takes a seat with a committed nonce.
 * @param {string} game @param {string} account
 * @param {{seat?: number | null, invite?: string | null}} [where]
 */
export async function sit(game, account, { seat = null, invite = null } = {}) {
  const { commitment } = await commit(game, account);
  /** @type {Record<string, any>} */
  const body = { nonce_commitment: commitment };
  if (seat !== null) body.seat = seat;
  if (invite) body.invite = invite;
  return api.post(`/v1/games/${game}/seats`, body);
}

/**
 * Accepts an invitation: takes the seat with a committed nonce.
 * @param {{id: string, game: string}} invitation @param {string} account
 */
export async function acceptInvitation(invitation, account) {
  const { commitment } = await commit(invitation.game, account);
  return api.post(`/v1/invitations/${invitation.id}/acceptance`, { nonce_commitment: commitment });
}

/**
 * Starts a game whose seats are all taken. Sends the player's nonce with the request, if it is still missing.
 * @param {any} game the game, as the API shows it to this player
 * @param {string} account
 */
export async function start(game, account) {
  const owes = game.you && game.nonces?.missing.includes(game.you.seat);
  const nonce = owes ? nonceFor(game.id, account) : null;
  const begin = (/** @type {object} */ body) => api.post(`/v1/games/${game.id}/start`, body);
  const done = await begin(nonce === null ? {} : { nonce }).catch((error) => {
    // The open table, here or in another tab, reveals the nonce by itself, and may have been faster.
    if (error.code !== "nonce/shown") throw error;
    return begin({});
  });
  forget(game.id, account);
  return done;
}

/**
 * Starts a game whose seats are all taken if nobody has to wait for anybody: all others at the table are bots.
 * @param {any} game the game, as the API shows it to this player
 * @param {string} account
 */
export async function startAlone(game, account) {
  const others = game.seats.some((/** @type {any} */ seat) => seat.free || (seat.player !== null && seat.player.id !== account));
  if (game.status !== "open" || others || (!game.you && game.creator?.id !== account)) return;
  await start(game, account);
}

/**
 * Reveals the player's nonce, if the game waits for it and this browser has it.
 * @param {any} game @param {string} account
 * @returns {Promise<any>} the response; null if there was nothing to reveal
 */
export async function revealNonce(game, account) {
  if (!game.you || !game.nonces?.missing.includes(game.you.seat)) return null;
  const nonce = nonceFor(game.id, account);
  return nonce === null ? null : api.post(`/v1/games/${game.id}/nonces`, { nonce });
}

/** Where this browser keeps what was told in a guided first game. @param {string} game */
export const guidePlace = (game) => `delvebook.guide.${game}`;

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
async function commit(game, account) {
  const nonce = nonceFor(game, account) ?? hex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
  remember(place(game, account), nonce);
  return { nonce, commitment: await sha256(JSON.stringify([game, account, nonce])) };
}

/** The nonce that this browser keeps; null if it was drawn in another browser. @param {string} game @param {string} account */
function nonceFor(game, account) {
  return remembered(place(game, account));
}

/** Forgets a nonce: it is public now. @param {string} game @param {string} account */
function forget(game, account) {
  remember(place(game, account), null);
}

/**
 * SHA-256 of a text in UTF-8, in hex. Browsers offer their own only on secure origins (HTTPS, or this machine), so a
 * service on a home network needs another one.
 * @param {string} text
 */
async function sha256(text) {
  const data = new TextEncoder().encode(text);
  if (crypto.subtle) return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", data)));
  const { sha256: own } = await import("./sha256.js");
  return hex(own(data));
}
