/** The words of the page without a network, in English. @type {Record<string, import("../words.js").Entry>} */
export default {
  "offline.heading": "You are offline",
  "offline.hint": "Without a network there are no games: what a table showed from memory could be wrong. They come back by themselves. The verifier checks records that you have on this device.",
  "offline.verify": "Open the verifier",
};
