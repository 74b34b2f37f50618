/** The dispute desk. */

/** @param {import("./shell.js").Page} page @param {{dispute: string | null}} options the one that the address names */
export function mount(page, { dispute }) {
  page.main.replaceChildren(dispute ?? "");
}

/**
 * A player points at an event and says what is wrong with it.
 * @param {{game: string, n: number | null, told: string[], onFiled: (dispute: any) => void}} options
 * @returns {void}
 */
export function openClaim({ game, n }) {
  location.assign(`/disputes#claim=${game}&n=${n ?? ""}`);
}
