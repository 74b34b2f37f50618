import { openPage } from "../shell.js";
import { loadSession } from "../session.js";

openPage({ current: "lobby", title: "shell.lobby" });
loadSession().catch(() => {});
