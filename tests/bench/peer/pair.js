// The players of a game for two, over HTTP: `Pair.open(port, number, connections)` makes their accounts. They share one
// connection, or have one each.
const { randomUUID } = require("crypto");
const net = require("net");
const TRIES = 20;
const PAUSE = 500; // milliseconds

class Connection {
  static open(port) {
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
    socket.on("close", () => {
      console.error("the server has closed a connection");
      process.exit(1);
    });
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

  async ask(method, path, token, body, key) {
    const sent = body === undefined ? "" : JSON.stringify(body);
    const lines = [`${method} ${path} HTTP/1.1`, "Host: here", `Content-Length: ${Buffer.byteLength(sent)}`];
    if (token) lines.push(`Authorization: Bearer ${token}`);
    if (body !== undefined) lines.push("Content-Type: application/json");
    if (key) lines.push(`Idempotency-Key: ${key}`);
    const answer = new Promise((done) => (this.answered = (status, text) => done({ status, text })));
    this.socket.write(`${lines.join("\r\n")}\r\n\r\n${sent}`);
    const { status, text } = await answer;
    if (status >= 300) throw Object.assign(new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`), { status });
    return text ? JSON.parse(text) : null;
  }
}

class Pair {
  static async open(port, number, connections) {
    const lines = [await Connection.open(port)];
    lines.push(connections === 2 ? await Connection.open(port) : lines[0]);
    const tokens = [];
    for (const [player, line] of lines.entries()) {
      tokens.push((await line.ask("POST", "/v1/accounts", null, { name: `p${number}-${player}` })).token);
    }
    return new Pair(lines, tokens);
  }

  constructor(lines, tokens) {
    this.lines = lines;
    this.tokens = tokens;
  }

  ask(player, method, path, body) {
    return this.lines[player].ask(method, path, this.tokens[player], body);
  }

  // Asks the same again while the service says that it has too much to do.
  async insist(player, method, path, body) {
    const key = randomUUID();
    for (let tries = 1; ; tries++) {
      try {
        return await this.lines[player].ask(method, path, this.tokens[player], body, key);
      } catch (error) {
        if (error.status !== 503 || tries === TRIES) throw error;
        await new Promise((done) => setTimeout(done, PAUSE));
      }
    }
  }

  // Creates a game, seats both, and starts it; with `insists` however long it takes, as while hundreds are made at once.
  async make(insists = false) {
    const ask = insists ? this.insist.bind(this) : this.ask.bind(this);
    const { id } = await ask(0, "POST", "/v1/games", { ruleset: "dungeon-raiders", seats: 2 });
    for (const player of [0, 1]) await ask(player, "POST", `/v1/games/${id}/seats`, {});
    const { game } = await ask(0, "POST", `/v1/games/${id}/start`);
    return { id, game };
  }
}

exports.Pair = Pair;
