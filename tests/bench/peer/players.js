// node players.js PORT MATCHES SECONDS: plays so many matches of `cards` at once, both players connected and every move
// pushed to both. Prints {"moves", "seconds", "p99"}: accepted moves, how long, and the wait in milliseconds that 99 of
// 100 moves did not exceed.
const { io } = require("socket.io-client");
const [port, matches, seconds] = process.argv.slice(2).map(Number);
const url = `http://127.0.0.1:${port}`;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function post(path, body) {
  const answer = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function join(match, player) {
  const joined = await post(`/games/cards/${match}/join`, { playerID: player, playerName: `p${player}` });
  return joined.playerCredentials;
}

async function connect(match, player, credentials) {
  const socket = io(`${url}/cards`, { transports: ["websocket"], forceNew: true });
  const synced = new Promise((done) => socket.once("sync", (_, info) => done(info.state)));
  socket.emit("sync", match, player, credentials, 2);
  return { player, socket, credentials, state: await synced };
}

async function open() {
  const { matchID } = await post("/games/cards/create", { numPlayers: 2 });
  // Both join before either connects: the server loses a player who joins while another one connects.
  const credentials = [await join(matchID, "0"), await join(matchID, "1")];
  const seats = [];
  for (const player of ["0", "1"]) seats.push(await connect(matchID, player, credentials[+player]));
  await pause(20);
  return { id: matchID, seats };
}

const counted = { moves: 0, waits: [], isMeasuring: false, isOver: false };

function play({ id, seats }) {
  let { state } = seats[1];
  let sent = 0;
  let moves = 0;
  const told = new Set();
  const move = () => {
    const mover = seats[+state.ctx.currentPlayer];
    const { player, credentials } = mover;
    sent = performance.now();
    const payload = { type: "play", args: [moves % 5], playerID: player, credentials };
    mover.socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, id, player);
  };
  for (const { player, socket } of seats) {
    socket.on("update", (_, next) => {
      if (next._stateID <= state._stateID) return;
      if (counted.isMeasuring && player === state.ctx.currentPlayer) counted.waits.push(performance.now() - sent);
      told.add(player);
      if (told.size < seats.length) return;
      told.clear();
      state = next;
      moves += 1;
      if (counted.isMeasuring) counted.moves += 1;
      if (!counted.isOver) move();
    });
  }
  move();
}

(async () => {
  const opened = [];
  for (let made = 0; made < matches; made += 1) opened.push(await open());
  await pause(300);
  opened.forEach(play);
  await pause(2000);
  counted.isMeasuring = true;
  const began = performance.now();
  await pause(seconds * 1000);
  counted.isMeasuring = false;
  const took = (performance.now() - began) / 1000;
  counted.isOver = true;
  counted.waits.sort((one, other) => one - other);
  const p99 = counted.waits[Math.floor(0.99 * (counted.waits.length - 1))];
  console.log(JSON.stringify({ moves: counted.moves, seconds: took, p99 }));
  process.exit(0);
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
