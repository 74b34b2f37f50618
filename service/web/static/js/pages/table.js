/** The page of a game: the live table, or the replay theatre if the address names a moment. */
import * as api from "../api.js";
import { html, render } from "../html.js";
import { problemView } from "../parts.js";
import { loadSession } from "../session.js";
import { openPage } from "../shell.js";
import { openTable } from "../table.js";
import { lang, t } from "../words.js";

const page = openPage({ current: "table", title: "shell.table" });
const game = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const invite = new URLSearchParams(location.search).get("invite");
/** @type {(() => void) | null} */
let leave = null;
/** @type {boolean | null} */
let wasReplay = null;

// The game is read together with the session, and only once.
/** @type {Promise<any> | undefined} */
let first = new URLSearchParams(location.hash.slice(1)).has("n") ? undefined : api.get(`/v1/games/${game}`);
first?.catch(() => null);
await loadSession().catch(() => null);
addEventListener("hashchange", route);
await route();

/** Shows the theatre if the address names a moment, such as `#n=57`, and the table otherwise. */
async function route() {
  const isReplay = new URLSearchParams(location.hash.slice(1)).has("n");
  if (isReplay === wasReplay) return;
  wasReplay = isReplay;
  leave?.();
  leave = null;
  const root = document.createElement("div");
  if (!isReplay) {
    page.main.replaceChildren(root);
    leave = openTable({ page, root, game, invite, first });
    first = undefined;
    return;
  }
  const back = document.createElement("p");
  back.className = "row";
  const drawBack = () => render(html`<a class="button" href="/games/${game}">${t("table.back")}</a>`, back);
  drawBack();
  page.onChange(drawBack);
  page.main.replaceChildren(back, root);
  const loaded = await api.needed(import("../theatre.js")).catch((/** @type {unknown} */ error) => {
    render(problemView(error), root);
    wasReplay = null; // so that the next address is shown
    return null;
  });
  leave = (await loaded?.mount(root, { game, api, lang: lang() })) ?? null;
}
