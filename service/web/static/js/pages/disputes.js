import { openPage } from "../shell.js";
import { loadSession } from "../session.js";
import { mount } from "../disputes.js";

const page = openPage({ current: "disputes", title: "shell.disputes" });
await loadSession().catch(() => {});
mount(page, { dispute: location.pathname.split("/")[2] ?? null });
