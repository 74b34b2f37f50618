import { plural } from "../plural.js";

/** The words of the stage, in Russian. @type {Record<string, import("../words.js").Entry>} */
export default {
  "stage.pace": "Показ событий",
  "stage.pace.off": "все сразу",
  "stage.pace.quick": "быстро",
  "stage.pace.normal": "по одному",
  "stage.pace.slow": "медленно",
  "stage.skip": "Пропустить",
  "stage.missed": "Пока вас не было",
  "stage.rest": ({ count }) => `Ещё ${count} ${plural(count, "событие", "события", "событий")} раньше – только в журнале.`,
};
