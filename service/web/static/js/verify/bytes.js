/** Bytes, their spellings, and the three operations of cryptography that records need, all by WebCrypto. */

const UTF8 = new TextEncoder();

/** The browser lacks what verification needs. `code` names the sentence in `messages.js`. */
export class MissingCryptoError extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** @returns {SubtleCrypto} */
function subtle() {
  const found = globalThis.crypto?.subtle;
  if (found === undefined) throw new MissingCryptoError("no_webcrypto");
  return found;
}

/**
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
export const utf8 = (text) => /** @type {Uint8Array<ArrayBuffer>} */ (UTF8.encode(text));

/**
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function hex(bytes) {
  let made = "";
  for (const byte of bytes) made += byte.toString(16).padStart(2, "0");
  return made;
}

/**
 * @param {string} text Lower-case hex digits, an even number of them.
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function unhex(text) {
  const made = new Uint8Array(text.length / 2);
  for (let i = 0; i < made.length; i += 1) made[i] = parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return made;
}

/**
 * @param {string} text Standard base64 with its padding, and nothing else.
 * @returns {Uint8Array<ArrayBuffer> | null} Null if it is not the one right spelling of some bytes.
 */
export function unbase64(text) {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const raw = atob(text);
  return btoa(raw) === text ? Uint8Array.from(raw, (one) => one.charCodeAt(0)) : null;
}

/**
 * @param {string} text Base64 in the URL alphabet, without padding.
 * @returns {Uint8Array<ArrayBuffer> | null}
 */
export function unbase64url(text) {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null;
  const standard = text.replaceAll("-", "+").replaceAll("_", "/");
  return unbase64(standard + "=".repeat((4 - (text.length % 4)) % 4));
}

/**
 * @param {...Uint8Array} parts
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function concat(...parts) {
  const made = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    made.set(part, at);
    at += part.length;
  }
  return made;
}

/**
 * @param {Uint8Array | string} data
 * @returns {Uint8Array<ArrayBuffer>}
 */
const given = (data) => (typeof data === "string" ? utf8(data) : /** @type {Uint8Array<ArrayBuffer>} */ (data));

/**
 * @param {Uint8Array | string} data
 * @returns {Promise<Uint8Array<ArrayBuffer>>} 32 bytes.
 */
export async function sha256(data) {
  return new Uint8Array(await subtle().digest("SHA-256", given(data)));
}

/**
 * A function that signs messages under one key by HMAC-SHA256.
 *
 * @param {Uint8Array} key
 * @returns {Promise<(message: string) => Promise<Uint8Array<ArrayBuffer>>>}
 */
export async function hmac(key) {
  const ready = await subtle().importKey("raw", given(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (message) => new Uint8Array(await subtle().sign("HMAC", ready, utf8(message)));
}

/**
 * Whether a signature is right.
 *
 * @param {Uint8Array} key 32 bytes.
 * @param {Uint8Array} signature
 * @param {Uint8Array | string} message
 * @returns {Promise<boolean>}
 * @throws {MissingCryptoError} The browser has no Ed25519.
 */
export async function isSigned(key, signature, message) {
  let ready;
  try {
    ready = await subtle().importKey("raw", given(key), { name: "Ed25519" }, false, ["verify"]);
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotSupportedError") throw new MissingCryptoError("no_ed25519");
    if (error instanceof MissingCryptoError) throw error;
    return false; // No key that could have signed anything.
  }
  return subtle().verify({ name: "Ed25519" }, ready, given(signature), given(message));
}
