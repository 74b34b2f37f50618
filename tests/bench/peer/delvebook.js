// node delvebook.js PORT GAMES SECONDS BEFORE CONNECTIONS PROCESSES: plays so many games of Dungeon Raiders for two at
// once, over HTTP. BEFORE games of each pair of players are made before the clock starts; when they are over, new ones
// are made. CONNECTIONS is 1, both players on one connection, or 2, each on their own. PROCESSES are the ids of the
// server's, divided by commas. The client knows no rules: it takes its choices from the answers to its actions, and
// asks for them where its seat does not owe a decision yet.
// Prints {"actions", "seconds", "choices", "games", "p50", "p99", "cpu"}: accepted actions, how long, requests for
// choices, games made meanwhile, waits for an action in milliseconds, and the server's processor time in seconds.
const fs = require("fs");
const net = require("net");
const [port, games, seconds, before, connections] = process.argv.slice(2, 7).map(Number);
const processes = process.argv[7].split(",");
const WARM_SECONDS = 3;

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

class Connection {
  static open() {
    return new Promise((done, failed) => {
      const socket = net.connect(port, "127.0.0.1", () => done(new Connection(socket)));
      socket.setNoDelay(true);
      socket.on("error", failed);
    });
  }

  constructor(socket) {
    this.socket = socket;
    this.received = Buffer.alloc(0);
    socket.on("data", (data) => this.take(data));
  }

  take(data) {
    this.received = this.received.length ? Buffer.concat([this.received, data]) : data;
    const head = this.received.indexOf("\r\n\r\n");
    if (head < 0) return;
    const said = this.received.slice(0, head).toString("latin1");
    const end = head + 4 + +(/content-length: (\d+)/i.exec(said) || [0, 0])[1];
    if (this.received.length < end) return;
    const body = this.received.slice(head + 4, end).toString();
    this.received = this.received.slice(end);
    this.answered(+said.slice(9, 12), body);
  }

  async ask(method, path, token, body) {
    const sent = body === undefined ? "" : JSON.stringify(body);
    const lines = [`${method} ${path} HTTP/1.1`, "Host: here", `Content-Length: ${Buffer.byteLength(sent)}`];
    if (token) lines.push(`Authorization: Bearer ${token}`);
    if (body !== undefined) lines.push("Content-Type: application/json");
    const answer = new Promise((done) => (this.answered = (status, text) => done({ status, text })));
    this.socket.write(`${lines.join("\r\n")}\r\n\r\n${sent}`);
    const { status, text } = await answer;
    if (status >= 300) throw Object.assign(new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`), { status });
    return text ? JSON.parse(text) : null;
  }
}

const counted = { actions: 0, choices: 0, games: 0 };
const waits = [];
let isMeasured = false;
let isOver = false;

class Pair {
  static async open(number) {
    const lines = [await Connection.open()];
    lines.push(connections === 2 ? await Connection.open() : lines[0]);
    const tokens = [];
    for (const [player, line] of lines.entries()) {
      tokens.push((await line.ask("POST", "/v1/accounts", null, { name: `p${number}-${player}` })).token);
    }
    return new Pair(lines, tokens);
  }

  constructor(lines, tokens) {
    this.lines = lines;
    this.tokens = tokens;
    this.ready = [];
  }

  ask(player, method, path, body) {
    return this.lines[player].ask(method, path, this.tokens[player], body);
  }

  async make() {
    const { id } = await this.ask(0, "POST", "/v1/games", { ruleset: "dungeon-raiders", seats: 2 });
    for (const player of [0, 1]) await this.ask(player, "POST", `/v1/games/${id}/seats`, {});
    const { game } = await this.ask(0, "POST", `/v1/games/${id}/start`);
    if (isMeasured) counted.games++;
    return { id, game };
  }

  async play() {
    while (!isOver) {
      let { id, game } = this.ready.shift() || (await this.make());
      let known = [null, null];
      while (!isOver && game.to_act.length) {
        const player = game.to_act[0];
        let offer = known[player];
        if (!offer || !offer.owed || !offer.actions.length) {
          offer = await this.ask(player, "GET", `/v1/games/${id}/actions`);
          if (isMeasured) counted.choices++;
        }
        const { action } = pick(offer.actions);
        const began = now();
        const chosen = { decision: offer.decision, action };
        const done = await this.ask(player, "POST", `/v1/games/${id}/actions?include=actions`, chosen);
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
  const pairs = [];
  for (let number = 0; number < games; number++) pairs.push(await Pair.open(number));
  await Promise.all(
    pairs.map(async (pair) => {
      for (let made = 0; made < before; made++) pair.ready.push(await pair.make());
    }),
  );
  const playing = Promise.all(pairs.map((pair) => pair.play()));
  playing.catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
  await pause(WARM_SECONDS * 1000);
  const [began, cpu] = [now(), cpuSeconds()];
  isMeasured = true;
  await pause(seconds * 1000);
  isMeasured = false;
  waits.sort((one, other) => one - other);
  const part = (share) => waits[Math.min(waits.length - 1, Math.floor(share * waits.length))];
  const told = { ...counted, seconds: (now() - began) / 1000, p50: part(0.5), p99: part(0.99), cpu: cpuSeconds() - cpu };
  console.log(JSON.stringify(told));
  process.exit(0);
}

main();
