/** Stylesheets that a part of the pages loads when it is first needed. */

/** @type {Map<string, Promise<void>>} */
const stylesheets = new Map();

/**
 * Loads a stylesheet, once.
 * @param {string} name a file in `static/css/`
 * @returns {Promise<void>} settled when the stylesheet is loaded, or has failed to load
 */
export function stylesheet(name) {
  const known = stylesheets.get(name);
  if (known) return known;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(`../css/${name}`, import.meta.url).href;
  /** @type {Promise<void>} */
  const coming = new Promise((resolve) => {
    for (const end of ["load", "error"]) link.addEventListener(end, () => resolve());
  });
  stylesheets.set(name, coming);
  document.head.append(link);
  return coming;
}
