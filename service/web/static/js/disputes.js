/** The dispute desk: the list of disputes, the page of one, and the form to open one. */
import { openClaim as openForm } from "./disputes/claim.js";
import { Desk } from "./disputes/desk.js";
import { List } from "./disputes/list.js";
import { stylesheet } from "./styles.js";
import { register } from "./words.js";
import en from "./words/disputes.en.js";
import ru from "./words/disputes.ru.js";

register("en", en);
register("ru", ru);

/** Shows a dispute, or the list of all. @param {import("./shell.js").Page} page @param {{dispute: string | null}} options the id in the address */
export function mount(page, { dispute }) {
  stylesheet("disputes.css");
  if (dispute === null || dispute === "") new List(page).open();
  else new Desk(page, decodeURIComponent(dispute)).open();
}

/**
 * Opens the form in which a player says what is wrong with an event.
 * @param {{game: string, isRunning: boolean, n: number | null, told: string[], onFiled: (dispute: any) => void}} options
 */
export function openClaim(options) {
  stylesheet("disputes.css");
  openForm(options);
}
