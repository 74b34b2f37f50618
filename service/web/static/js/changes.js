/** Differences between two tables. */

/**
 * JSON Pointers into `after` of everything that differs from `before`: each value that changed, as deep as possible, and
 * each value that was added. If something was removed, the pointer to what it was removed from.
 * @param {any} before
 * @param {any} after
 * @returns {Set<string>}
 */
export function changes(before, after) {
  /** @type {Set<string>} */
  const found = new Set();
  if (before !== null && before !== undefined) compare(before, after, "", found);
  return found;
}

/** @param {any} before @param {any} after @param {string} at @param {Set<string>} found */
function compare(before, after, at, found) {
  if (before === after) return;
  if (isPlain(before) && isPlain(after) && Array.isArray(before) === Array.isArray(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const path = `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      if (!(key in after)) found.add(at || "/");
      else if (!(key in before)) found.add(path);
      else compare(before[key], after[key], path, found);
    }
    return;
  }
  found.add(at || "/");
}

/** @param {any} value */
function isPlain(value) {
  return typeof value === "object" && value !== null;
}
