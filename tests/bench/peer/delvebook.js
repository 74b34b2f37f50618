// node delvebook.js PORT GAMES SECONDS BEFORE CONNECTIONS PACE REST PROCESSES: plays so many games of Dungeon Raiders
// for two at once, over HTTP. BEFORE games of each pair of players are made before the clock starts; when they are
// over, new ones are made. CONNECTIONS is 1, both players on one connection, or 2, each on their own. REST is the time
// between making those games and playing, in seconds. PROCESSES are the ids of the server's, divided by commas. The
// client knows no rules: it takes its choices from the answers to its actions, and asks for them where its seat does
// not owe a decision yet.
// PACE is 0, every pair acts as soon as it can, or actions a second over all pairs. Then the loop is still closed: time
// is divided into spans for each pair, which acts at a random moment of each. If the answer before comes later than
// that, it acts at once, and spans that have passed are left out. The wait for an action counts from when it is sent.
// Prints {"actions", "seconds", "began", "choices", "games", "p50", "p99", "cpu"}: accepted actions, how long, since
// when by the monotonic clock in seconds, requests for choices, games made meanwhile, waits for an action in
// milliseconds, and the server's processor time in seconds.
const fs = require("fs");
const { Pair } = require("./pair");
const [port, games, seconds, before, connections, pace, rest] = process.argv.slice(2, 9).map(Number);
const processes = process.argv[9].split(",");
const WARM_SECONDS = 3;
const SPAN = pace ? (games / pace) * 1000 : 0;

const now = () => Number(process.hrtime.bigint()) / 1e6;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
let chance = 7;
const pick = (list) => list[(chance = (chance * 1103515245 + 12345) & 0x7fffffff) % list.length];

function cpuSeconds() {
  let ticks = 0;
  for (const id of processes) {
    try {
      const fields = fs.readFileSync(`/proc/${id}/stat`, "utf8").split(") ").pop().split(" ");
      ticks += +fields[11] + +fields[12];
    } catch {
      // it has ended
    }
  }
  return ticks / 100;
}

const counted = { actions: 0, choices: 0, games: 0 };
const waits = [];
let isMeasured = false;
let isOver = false;

class Table {
  constructor(pair) {
    this.pair = pair;
    this.ready = [];
    this.span = 0;
  }

  async turn(start) {
    if (!pace) return;
    this.span = Math.max(this.span + 1, Math.floor((now() - start) / SPAN));
    await pause(start + (this.span + Math.random()) * SPAN - now());
  }

  async play() {
    const { pair } = this;
    const start = now();
    while (!isOver) {
      const made = this.ready.shift();
      let { id, game } = made || (await pair.make());
      if (!made && isMeasured) counted.games++;
      const known = [null, null];
      while (!isOver && game.to_act.length) {
        const player = game.to_act[0];
        let offer = known[player];
        if (!offer || !offer.owed || !offer.actions.length) {
          offer = await pair.ask(player, "GET", `/v1/games/${id}/actions`);
          if (isMeasured) counted.choices++;
        }
        const { action } = pick(offer.actions);
        await this.turn(start);
        const began = now();
        const chosen = { decision: offer.decision, action };
        const done = await pair.ask(player, "POST", `/v1/games/${id}/actions?include=actions`, chosen);
        if (isMeasured) {
          counted.actions++;
          waits.push(now() - began);
        }
        game = done.game;
        known[player] = done.actions;
      }
    }
  }
}

async function main() {
  const tables = [];
  for (let number = 0; number < games; number++) {
    tables.push(new Table(await Pair.open(port, number, connections)));
  }
  await Promise.all(
    tables.map(async ({ pair, ready }) => {
      for (let made = 0; made < before; made++) ready.push(await pair.make(true));
    }),
  );
  await pause(rest * 1000);
  const playing = Promise.all(tables.map((table) => table.play()));
  playing.catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
  await pause(WARM_SECONDS * 1000);
  const [began, cpu] = [now(), cpuSeconds()];
  isMeasured = true;
  await pause(seconds * 1000);
  isMeasured = false;
  const [ended, spent] = [now(), cpuSeconds() - cpu];
  waits.sort((one, other) => one - other);
  const part = (share) => waits[Math.min(waits.length - 1, Math.floor(share * waits.length))];
  const took = (ended - began) / 1000;
  const told = { ...counted, seconds: took, began: began / 1000, p50: part(0.5), p99: part(0.99), cpu: spent };
  console.log(JSON.stringify(told));
  process.exit(0);
}

main();
