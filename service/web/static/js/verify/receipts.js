/** Level `receipts`: what the service signed, held against the record (record format, section 4). */

import { isSigned, unbase64url } from "./bytes.js";
import { Failure } from "./finding.js";
import { NotJsonError, hasExactly, isObject, parse } from "./json.js";

/** @import { JsonObject } from "./json.js" */
/** @import { Chain } from "./chain.js" */
/** @import { Header } from "./lines.js" */

/**
 * @typedef {object} Receipt
 * @property {string} game
 * @property {number} n
 * @property {string | null} hash Null of a refusal.
 */

const ACCEPTED = ["game", "n", "hash", "at", "sub"];
const REFUSED = ["game", "n", "code", "clause", "at", "sub"];
const UTF8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The public keys in a JWK set, by their `kid`.
 *
 * @param {string} text
 * @returns {Map<string, Uint8Array> | null} Null if the text is no set of keys.
 */
export function keysOf(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(value?.keys)) return null;
  const keys = new Map();
  for (const one of value.keys) {
    if (one?.kty !== "OKP" || one.crv !== "Ed25519" || typeof one.kid !== "string" || typeof one.x !== "string") continue;
    const key = unbase64url(one.x);
    if (key?.length === 32) keys.set(one.kid, key);
  }
  return keys;
}

/**
 * The receipts in a text: one a line, or a JSON list of strings.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function receiptsIn(text) {
  const trimmed = text.trim();
  if (trimmed.startsWith("[")) {
    try {
      const value = JSON.parse(trimmed);
      if (Array.isArray(value)) return value.map(String);
    } catch {
      // Then it is lines, and the first will be refused as no receipt.
    }
  }
  return trimmed.split(/\s+/).filter((one) => one !== "");
}

/**
 * Checks a record's own receipt and those that were kept.
 *
 * @param {Chain} chain It holds.
 * @param {string[]} receipts
 * @param {Map<string, Uint8Array>} keys
 * @throws {Failure}
 */
export async function checkReceipts(chain, receipts, keys) {
  const header = /** @type {Header} */ (chain.header);
  if (header.receipt !== null) {
    const receipt = await open(header.receipt, keys, { which: "header", number: 0 }, 1);
    requireGame(receipt, header, { which: "header", number: 0 }, 1);
    if (receipt.n !== header.head.n || receipt.hash !== header.head.hash) {
      throw new Failure("receipts/head", "receipt_head", {}, { line: 1 });
    }
  }
  for (const [index, text] of receipts.entries()) {
    const which = { which: "kept", number: index + 1 };
    const receipt = await open(text, keys, which, null);
    requireGame(receipt, header, which, null);
    const { n, hash } = receipt;
    if (n > chain.hashes.length) {
      const key = hash === null ? "refusal_beyond" : "receipt_beyond";
      throw new Failure("receipts/beyond_head", key, { number: index + 1, n, head: chain.hashes.length }, { line: chain.hashes.length + 1, n });
    }
    if (hash !== null && hash !== chain.hashes[n - 1]) {
      throw new Failure("receipts/hash", "receipt_hash", { number: index + 1, n }, { line: n + 1, n });
    }
  }
}

/**
 * @param {Receipt} receipt
 * @param {Header} header
 * @param {{ which: string, number: number }} which
 * @param {number | null} line
 */
function requireGame(receipt, header, which, line) {
  if (receipt.game !== header.game) throw new Failure("receipts/game", "receipt_game", which, { line });
}

/**
 * @param {string} text
 * @param {Map<string, Uint8Array>} keys
 * @param {{ which: string, number: number }} which
 * @param {number | null} line
 * @returns {Promise<Receipt>}
 * @throws {Failure}
 */
async function open(text, keys, which, line) {
  const where = { line };
  const parts = text.split(".");
  const [head, payload, signature] = parts.map(unbase64url);
  if (parts.length !== 3 || !head || !payload || !signature) throw new Failure("receipts/not_a_jws", "not_a_jws", which, where);
  const protectedHeader = objectIn(head);
  if (protectedHeader === null) throw new Failure("receipts/not_a_jws", "not_a_jws", which, where);
  const { alg, kid } = protectedHeader;
  if (alg !== "EdDSA") throw new Failure("receipts/algorithm", "algorithm", { ...which, alg: String(alg).slice(0, 40) }, where);
  const key = typeof kid === "string" ? keys.get(kid) : undefined;
  if (key === undefined) throw new Failure("receipts/unknown_key", "unknown_kid", { ...which, kid: String(kid).slice(0, 80) }, where);
  if (!(await isSigned(key, signature, `${parts[0]}.${parts[1]}`))) {
    throw new Failure("receipts/signature", "receipt_signature", which, where);
  }
  const said = objectIn(payload);
  const is_accepted = said !== null && hasExactly(said, ACCEPTED) && typeof said.hash === "string";
  const is_refused = said !== null && hasExactly(said, REFUSED);
  if (said === null || (!is_accepted && !is_refused) || typeof said.game !== "string" || typeof said.n !== "number" || said.n < 1) {
    throw new Failure("receipts/payload", "receipt_payload", which, where);
  }
  return { game: said.game, n: said.n, hash: is_accepted ? /** @type {string} */ (said.hash) : null };
}

/**
 * @param {Uint8Array} bytes
 * @returns {JsonObject | null}
 */
function objectIn(bytes) {
  try {
    const value = parse(UTF8.decode(bytes));
    return isObject(value) ? value : null;
  } catch (error) {
    if (error instanceof NotJsonError || error instanceof TypeError) return null;
    throw error;
  }
}
