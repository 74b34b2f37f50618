/** The hashes of a Merkle log, and the root that a proof of inclusion leads to (RFC 6962, section 2.1). */

import { concat, hex, sha256, unhex } from "./bytes.js";

/** @param {Uint8Array} entry */
export const leafHash = async (entry) => hex(await sha256(concat(new Uint8Array([0]), entry)));

/**
 * @param {string} left
 * @param {string} right
 */
export const nodeHash = async (left, right) => hex(await sha256(concat(new Uint8Array([1]), unhex(left), unhex(right))));

/**
 * The root of a small tree, from its leaves' hashes.
 *
 * @param {string[]} leaves
 * @returns {Promise<string>}
 */
export async function rootOf(leaves) {
  if (leaves.length === 0) return hex(await sha256(new Uint8Array()));
  if (leaves.length === 1) return /** @type {string} */ (leaves[0]);
  let left = 1;
  while (left * 2 < leaves.length) left *= 2;
  return nodeHash(await rootOf(leaves.slice(0, left)), await rootOf(leaves.slice(left)));
}

/** Thrown if a path leads to no root. */
export class ProofError extends Error {
  /** @param {"no_leaf" | "too_short" | "too_long"} why */
  constructor(why) {
    super(why);
    this.why = why;
  }
}

/**
 * The root that a proof leads to.
 *
 * @param {string} leaf The hash of the leaf.
 * @param {number} index Its place, from 0.
 * @param {number} size How many leaves the tree has.
 * @param {string[]} path The siblings, from the leaf upwards.
 * @returns {Promise<string>}
 * @throws {ProofError}
 */
export async function rootFrom(leaf, index, size, path) {
  if (index >= size) throw new ProofError("no_leaf");
  let node = leaf;
  let at = index;
  let last = size - 1;
  for (const sibling of path) {
    if (last === 0) throw new ProofError("too_long");
    if (at % 2 === 1 || at === last) {
      node = await nodeHash(sibling, node);
      // The last node of an odd row has no sibling. It moves up until it has one.
      while (at % 2 === 0 && at !== 0) {
        at /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      node = await nodeHash(node, sibling);
    }
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  if (last !== 0) throw new ProofError("too_short");
  return node;
}
