// node replay.js MOVES: plays a match of `cards` of so many moves without a server, and feeds its log into the reducer
// again, as this server's own tools do to show an earlier state. Prints {"moves", "seconds"}: how long the replay took.
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");
const { cards } = require("./cards");
const moves = Number(process.argv[2]);

const game = { ...cards, seed: "replay" };
const reduce = CreateGameReducer({ game });
const opened = InitializeGame({ game, numPlayers: 2 });
const log = [];
let state = opened;
for (let n = 0; n < moves; n++) {
  const payload = { type: "play", args: [n % 5], playerID: state.ctx.currentPlayer, credentials: undefined };
  state = reduce(state, { type: "MAKE_MOVE", payload });
  log.push(...state.deltalog);
}
const text = JSON.stringify(log);
const began = process.hrtime.bigint();
let again = opened;
for (const entry of JSON.parse(text)) if (!entry.automatic) again = reduce(again, entry.action);
const seconds = Number(process.hrtime.bigint() - began) / 1e9;
if (JSON.stringify(again.G) !== JSON.stringify(state.G)) throw new Error("the replay came out differently");
console.log(JSON.stringify({ moves, seconds }));
