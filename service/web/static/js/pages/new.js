import { openPage } from "../shell.js";
import { loadSession } from "../session.js";

openPage({ current: "new", title: "shell.new" });
loadSession().catch(() => {});
