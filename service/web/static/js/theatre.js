/** The replay theatre: any moment of a game, through the eyes of every viewer that one may be. */

/**
 * Mounts the theatre.
 * @param {HTMLElement} root
 * @param {{game: string, api: typeof import("./api.js"), lang: "en" | "ru"}} options
 * @returns {Promise<() => void>} takes it away again
 */
export async function mount(root, { game }) {
  root.replaceChildren(game);
  return () => root.replaceChildren();
}
