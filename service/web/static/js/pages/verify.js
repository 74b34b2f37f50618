import { openPage } from "../shell.js";
import { loadSession } from "../session.js";
import { mount } from "../verify/page.js";

const page = openPage({ current: "verify", title: "shell.verify" });
loadSession().catch(() => {});
mount(page);
