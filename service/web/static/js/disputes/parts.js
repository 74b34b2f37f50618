/** Small pieces of the dispute desk. */
import { t } from "../words.js";

export const UNDECIDED = ["open", "appealed"];
export const DECIDED = ["ruled", "closed", "withdrawn"];

/** The name of an account. @param {any} person as the API names it, or null for a deleted account */
export function nameOf(person) {
  return person?.name ?? t("disputes.somebody");
}
