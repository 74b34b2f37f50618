/** The page that verifies a record in the browser. */

/** @param {import("../shell.js").Page} page */
export function mount(page) {
  page.main.replaceChildren();
}
