/** Signed notes and checkpoints, in the forms that docs/log.md names. */

import { concat, hex, isSigned, sha256, unbase64, utf8 } from "./bytes.js";

const KEY = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/;
const SIGNATURE = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/=]+)$/;
const SIZE = /^(?:0|[1-9][0-9]{0,15})$/;
/** The kind of keys and signatures of a checkpoint: Ed25519. */
const ED25519 = 1;

/**
 * @typedef {object} LogKey
 * @property {string} name
 * @property {string} id 8 hex digits.
 * @property {Uint8Array} key
 *
 * @typedef {object} Checkpoint
 * @property {string} origin
 * @property {number} size
 * @property {string} root Hex.
 * @property {string} text What is signed.
 * @property {{ name: string, id: string, signature: Uint8Array }[]} signatures
 */

/**
 * The keys in a text, one per line. Lines without an Ed25519 key are ignored.
 *
 * @param {string} text
 * @returns {Promise<LogKey[]>}
 */
export async function logKeysIn(text) {
  const keys = [];
  for (const line of text.split(/\r?\n/)) {
    const found = KEY.exec(line.trim());
    const bytes = found === null ? null : unbase64(/** @type {string} */ (found[3]));
    if (found === null || bytes === null || bytes[0] !== ED25519 || bytes.length !== 33) continue;
    const name = /** @type {string} */ (found[1]);
    const id = hex(await sha256(concat(utf8(`${name}\n`), bytes))).slice(0, 8);
    if (id === found[2]) keys.push({ name, id, key: bytes.subarray(1) });
  }
  return keys;
}

/**
 * @param {string} text
 * @returns {Checkpoint | null} Null if it is none.
 */
export function checkpointOf(text) {
  const cut = text.lastIndexOf("\n\n");
  if (cut === -1 || !text.endsWith("\n")) return null;
  const signed = text.slice(0, cut + 1);
  const lines = signed.slice(0, -1).split("\n");
  if (lines.includes("")) return null;
  const [origin, size, root] = lines;
  if (!origin || size === undefined || !SIZE.test(size) || !Number.isSafeInteger(Number(size)) || root === undefined) return null;
  const bytes = unbase64(root);
  if (bytes?.length !== 32) return null;
  const signatures = [];
  for (const line of text.slice(cut + 2, -1).split("\n")) {
    const found = SIGNATURE.exec(line);
    const blob = found === null ? null : unbase64(/** @type {string} */ (found[2]));
    if (found === null || blob === null || blob.length < 5) return null;
    signatures.push({ name: /** @type {string} */ (found[1]), id: hex(blob.subarray(0, 4)), signature: blob.subarray(4) });
  }
  return { origin, size: Number(size), root: hex(bytes), text: signed, signatures };
}

/**
 * Whether one of the keys, under the log's own name, has signed.
 *
 * @param {Checkpoint} checkpoint
 * @param {LogKey[]} keys
 * @returns {Promise<"signed" | "wrong" | "unsigned">} "wrong": a line is there for a given key, and its signature is not.
 */
export async function signedBy(checkpoint, keys) {
  let is_signed = false;
  for (const line of checkpoint.signatures) {
    const key = keys.find((one) => one.name === line.name && one.id === line.id && one.name === checkpoint.origin);
    if (key === undefined) continue;
    if (!(await isSigned(key.key, line.signature, checkpoint.text))) return "wrong";
    is_signed = true;
  }
  return is_signed ? "signed" : "unsigned";
}
