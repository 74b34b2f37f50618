import * as api from "../api.js";
import { openPage } from "../shell.js";
import { loadSession } from "../session.js";
import { lang } from "../words.js";

const page = openPage({ current: "table", title: "shell.table" });
const game = location.pathname.split("/")[2];
await loadSession().catch(() => {});
if (/^#(?:.*&)?n=/.test(location.hash)) {
  const { mount } = await import("../theatre.js");
  await mount(page.main, { game, api, lang: lang() });
}
