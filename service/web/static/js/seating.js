/** Taking a seat, revealing nonces and starting, with everything that the browser does for the player. */
import * as api from "./api.js";
import { commit, forget, nonceFor } from "./nonces.js";

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
  const done = await api.post(`/v1/games/${game.id}/start`, nonce === null ? {} : { nonce });
  forget(game.id, account);
  return done;
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
