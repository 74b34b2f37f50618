/** Level `log`: the game's beginning and end are in the log of games (docs/log.md). */

import { hex, sha256, utf8 } from "./bytes.js";
import { HEX64 } from "./declarations.js";
import { Failure } from "./finding.js";
import { hasExactly, isObject, jcs } from "./json.js";
import { ProofError, leafHash, rootFrom } from "./merkle.js";
import { checkpointOf, signedBy } from "./notes.js";

/** @import { Json } from "./json.js" */
/** @import { Said } from "./finding.js" */
/** @import { Header } from "./lines.js" */
/** @import { Checkpoint, LogKey } from "./notes.js" */

/** Which events are entries, and what an entry calls them. A game aborted late is `broken_off` instead. */
const WHAT = new Map([
  ["GameCreated", "created"],
  ["GameStarted", "started"],
  ["GameFinished", "finished"],
  ["GameAborted", "aborted"],
  ["DisputeRuled", "ruled"],
]);
const BROKEN_OFF = "broken_off";
const WORDS = new Set([...WHAT.values(), BROKEN_OFF]);
/** How long a checkpoint may be, in characters; how many entries a game may have, and hashes a proof. */
const CHECKPOINT_MAX = 65_536;
const ENTRIES_MAX = 10_000;
const PATH_MAX = 64;

/**
 * The events that the log has, and what it calls each.
 *
 * @param {{ n: number, type: string }[]} events
 * @returns {{ n: number, type: string, what: string }[]}
 */
export function loggedIn(events) {
  const made = [];
  let is_late = false;
  for (const { n, type } of events) {
    is_late ||= type === "NonceRevealed" || type === "GameStarted";
    const what = type === "GameAborted" && is_late ? BROKEN_OFF : WHAT.get(type);
    if (what !== undefined) made.push({ n, type, what });
  }
  return made;
}

/**
 * @typedef {object} Proved
 * @property {number} n
 * @property {string} hash
 * @property {string} what
 * @property {number} index
 * @property {string[]} path
 *
 * @typedef {object} Inclusion
 * @property {string} checkpoint
 * @property {Proved[]} entries
 */

/**
 * The proofs in a record's header, or in a response of `GET …/inclusion`.
 *
 * @param {Json | undefined} value
 * @returns {Inclusion | null} Null if they are not of that form.
 */
export function inclusionOf(value) {
  if (!isObject(value) || typeof value.checkpoint !== "string" || !Array.isArray(value.entries)) return null;
  if ([...value.checkpoint].length > CHECKPOINT_MAX || value.entries.length > ENTRIES_MAX) return null;
  return value.entries.every(isProved) ? /** @type {Inclusion} */ (/** @type {unknown} */ (value)) : null;
}

/** @param {Json} value */
const isHash = (value) => typeof value === "string" && HEX64.test(value);

/** @param {Json} value */
function isProved(value) {
  if (!isObject(value) || !hasExactly(value, ["n", "hash", "what", "index", "path"])) return false;
  const { n, hash, what, index, path } = value;
  const is_placed = typeof n === "number" && n >= 1 && typeof index === "number" && index >= 0;
  const isPath = (/** @type {Json} */ one) => Array.isArray(one) && one.length <= PATH_MAX && one.every(isHash);
  return is_placed && isHash(hash ?? null) && typeof what === "string" && WORDS.has(what) && isPath(path ?? null);
}

/**
 * The entry of an event, as bytes.
 *
 * @param {string} game The game's id.
 * @param {number} n
 * @param {string} hash
 * @param {string} what
 */
export async function entryOf(game, n, hash, what) {
  return utf8(jcs({ game: hex(await sha256(game)), n, hash, what }));
}

/**
 * Checks the proofs.
 *
 * @param {Header} header
 * @param {{ n: number, type: string, what: string }[]} logged The record's events that the log must have (`loggedIn`).
 * @param {string[]} hashes The hash of event n at index n - 1.
 * @param {Inclusion} inclusion
 * @param {LogKey[]} keys
 * @param {string | null} kept A checkpoint that somebody kept.
 * @returns {Promise<Said | null>} Why it could not be checked to the end; null if it holds.
 * @throws {Failure}
 */
export async function checkLog(header, logged, hashes, inclusion, keys, kept) {
  const checkpoint = await open(inclusion.checkpoint, keys, "proofs");
  const given = kept === null ? null : await open(kept, keys, "given", checkpoint.origin);
  if (given !== null && given.size === checkpoint.size && given.root !== checkpoint.root) {
    throw new Failure("log/contradiction", "two_faces", { size: given.size }, { line: 1 });
  }
  const seen = new Set();
  for (const entry of inclusion.entries) {
    await requireProof(header.game, entry, checkpoint);
    const where = { line: entry.n + 1, n: entry.n };
    if (seen.has(entry.n)) throw new Failure("log/doubled", "doubled", { n: entry.n }, { line: 1, n: entry.n });
    seen.add(entry.n);
    if (entry.n > hashes.length) {
      const fields = { n: entry.n, what: entry.what, head: hashes.length };
      throw new Failure("log/beyond_head", "logged_beyond", fields, { line: hashes.length + 1, n: entry.n });
    }
    if (entry.hash !== hashes[entry.n - 1]) throw new Failure("log/hash", "logged_hash", { n: entry.n }, where);
    const event = logged.find((one) => one.n === entry.n);
    if (event?.what !== entry.what) {
      throw new Failure("log/what", "logged_what", { n: entry.n, what: entry.what }, where);
    }
  }
  const uncovered = logged.find((one) => !seen.has(one.n));
  if (uncovered !== undefined) return { key: "not_covered", fields: { n: uncovered.n, type: uncovered.type } };
  if (given !== null && given.size !== checkpoint.size) {
    return { key: "other_size", fields: { given: given.size, size: checkpoint.size } };
  }
  return null;
}

/**
 * @param {string} text
 * @param {LogKey[]} keys
 * @param {"proofs" | "given"} which
 * @param {string} [origin] The log it must be of.
 * @returns {Promise<Checkpoint>}
 */
async function open(text, keys, which, origin) {
  const line = 1; // The proofs are in the header, and what was given is held against them.
  const checkpoint = checkpointOf(text);
  if (checkpoint === null) throw new Failure("log/malformed", "no_checkpoint", { which }, { line });
  if (origin !== undefined && checkpoint.origin !== origin) {
    throw new Failure("log/origin", "other_log", { origin: checkpoint.origin.slice(0, 80) }, { line });
  }
  const signed = await signedBy(checkpoint, keys);
  if (signed === "unsigned") throw new Failure("log/unsigned", "unsigned", { which }, { line });
  if (signed === "wrong") throw new Failure("log/signature", "log_signature", { which, origin: checkpoint.origin.slice(0, 80) }, { line });
  return checkpoint;
}

/**
 * @param {string} game
 * @param {Proved} entry
 * @param {Checkpoint} checkpoint
 */
async function requireProof(game, entry, checkpoint) {
  const { n, hash, what, index, path } = entry;
  const where = { line: 1, n };
  let root;
  try {
    root = await rootFrom(await leafHash(await entryOf(game, n, hash, what)), index, checkpoint.size, path);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    throw new Failure("log/proof", `proof_${error.why}`, { n, index, size: checkpoint.size }, where);
  }
  if (root !== checkpoint.root) throw new Failure("log/proof", "proof_elsewhere", { n }, where);
}
