import { plural } from "../plural.js";

/** The words of the stage, in English. @type {Record<string, import("../words.js").Entry>} */
export default {
  "stage.pace": "Play events",
  "stage.pace.off": "all at once",
  "stage.pace.quick": "quickly",
  "stage.pace.normal": "one by one",
  "stage.pace.slow": "slowly",
  "stage.skip": "Skip",
  "stage.missed": "While you were away",
  "stage.rest": ({ count }) => `${plural(count, "One earlier event is", `${count} earlier events are`)} in the log only.`,
};
