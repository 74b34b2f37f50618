/** @type {Record<string, import("../words.js").Entry>} */
export default {
  "guide.heading": "Your first game",
  "guide.step": "{done} of {all}",
  "guide.play-on": "Play on. The guide speaks again when something new comes up.",
  "guide.clauses": "What the rules say",
  "guide.next": "Got it",
  "guide.end": "Play without the guide",
  "hint.thinking": "The bot is thinking…",
  "hint.heading": "What the strong bot would weigh",
  "hint.best": "It would do this",
  "hint.close": "Nearly as good",
  "hint.worse": "It expects less of this",
};
