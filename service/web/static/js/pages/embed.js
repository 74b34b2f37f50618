import * as api from "../api.js";
import { lang } from "../words.js";
import { mount } from "../theatre.js";

const main = document.createElement("main");
main.id = "main";
main.className = "embedded";
document.body.replaceChildren(main);
mount(main, { game: location.pathname.split("/")[3], api, lang: lang() });
