/**
 * Starts games against bots on a bad network, plays a few actions of each, and holds what the page's store knows against
 * what the service says, whenever nothing is under way.
 *
 *     node starts.mjs URL STARTS SEED JOBS   prints progress on standard error, and one line of JSON at the end
 *
 * A table is stuck if it is quiet, the service has waited for two seconds, and the two still differ.
 */
import { createHash, randomBytes } from "node:crypto";
import "./jitter.js";

const [url, starts, seed, jobs] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const STATIC = new URL("../../../service/web/static/js/", import.meta.url);
const ACTIONS = 3;
const PATIENCE = 2_000;
const TITLES = { "dungeon-raiders": [3, 5], "dice-and-danger": [2, 4], "the-descent": [2, 4], labyrinth: [1, 1], runebound: [2, 4] };

// What the page's modules want of a browser when they are loaded.
Object.assign(globalThis, { document: { documentElement: { lang: "en" } }, addEventListener() {}, removeEventListener() {} });
const real = globalThis.fetch;
const at = (/** @type {any} */ path) => (String(path).startsWith("/") ? url + path : path);
/** The account that plays: another one after each hundred games, as there is a limit to the games of one. */
let token = "";
let player = "";
const GAMES_OF_ONE = 100;
const direct = (path, init = {}) => {
  const { credentials, cache, ...rest } = init;
  return real(at(path), { ...rest, headers: { ...rest.headers, Authorization: `Bearer ${token}` } });
};
const { jittered } = globalThis;
const bad = jittered(direct, seed);

/** An answer straight from the service. */
async function ask(method, path, body) {
  const init = { method, headers: { "Content-Type": "application/json" } };
  if (body !== undefined) init.body = JSON.stringify(body);
  const answer = await direct(path, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text ? JSON.parse(text) : null;
}

globalThis.fetch = bad.fetch;
const api = await import(new URL("api.js", STATIC));
const { follow } = await import(new URL("stream.js", STATIC));
const { GameStore } = await import(new URL("table/store.js", STATIC));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Makes an account, which plays from now on. */
async function newPlayer() {
  const body = JSON.stringify({ name: `Jitter ${randomBytes(4).toString("hex")}` });
  const answer = await real(`${url}/v1/accounts`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  ({ token, id: player } = await answer.json());
}

/** A new game with the player on the first seat and greedy bots on the others, which is being started. */
async function newGame(number) {
  const names = Object.keys(TITLES);
  const title = names[number % names.length];
  const [least, most] = TITLES[title];
  const seats = least + (number % (most - least + 1));
  const bots = Array.from({ length: seats - 1 }, (_, i) => ({ seat: i + 1, bot: "greedy" }));
  const { game } = await ask("POST", "/v1/games", { ruleset: title, seats, bots });
  const nonce = randomBytes(16).toString("hex");
  const commitment = createHash("sha256").update(JSON.stringify([game.id, player, nonce])).digest("hex");
  await ask("POST", `/v1/games/${game.id}/seats`, { nonce_commitment: commitment });
  const start = ask("POST", `/v1/games/${game.id}/start`, { nonce });
  return { id: game.id, start, title };
}

/** Opens the table as the page does. */
async function open(id, isOpen) {
  const get = async (path) => {
    for (;;) {
      try {
        return await api.get(path);
      } catch (error) {
        if (error.isFinal) throw error;
      }
    }
  };
  const game = await get(`/v1/games/${id}`);
  const log = async (after) => {
    const events = [];
    for (let from = `after=${after}`; ; ) {
      const body = await api.get(`/v1/games/${id}/events?${from}`);
      events.push(...body.events);
      if (body.next === null) return events;
      from = `cursor=${encodeURIComponent(body.next)}`;
    }
  };
  const source = { game: () => api.get(`/v1/games/${id}`), actions: () => api.get(`/v1/games/${id}/actions`), log };
  const listener = { onChange() {}, isFinal: (error) => !(error instanceof api.Problem) || error.isFinal };
  const faults = [];
  listener.onError = (error) => listener.isFinal(error) && faults.push(String(error));
  const events = await log(0).catch(() => []);
  const store = new GameStore(source, listener, game, events, 0);
  const stop = follow(id, { after: store.logReaches, onEvent: (event) => isOpen.value && store.takeEvent(event) });
  return { store, faults, stop };
}

/** What differs between the store and the service; null if nothing does, undefined if the service is still at work. */
async function differs(id, store) {
  const game = await ask("GET", `/v1/games/${id}`);
  if (game.status === "running" && !game.you?.owed) return undefined;
  if (store.game.n !== game.n) return `the game is ${game.n}, the page shows ${store.game.n}`;
  if (JSON.stringify(store.game) !== JSON.stringify(game)) return "the game of the page is another one";
  if (store.events.at(-1)?.n !== game.n) return `the log ends at ${store.events.at(-1)?.n}, the game at ${game.n}`;
  if (store.events.some((event, i) => i > 0 && event.n <= store.events[i - 1].n)) return "the log is out of order";
  if ((game.you?.decision ?? null) !== (store.offered?.decision ?? null)) return "the actions are those of another decision";
  return null;
}

/** Waits until store and service agree; throws if they never do. */
async function agree(id, store, faults) {
  let quiet = Date.now();
  for (;;) {
    const difference = await differs(id, store);
    if (faults.length) throw new Error(faults.join("; "));
    if (difference === null) return;
    if (difference === undefined || store.isSettling || bad.state.underWay > 0) quiet = Date.now();
    else if (Date.now() - quiet > PATIENCE) throw new Error(difference);
    await sleep(30);
  }
}

const result = { starts: 0, actions: 0, stuck: [] };
let next = 0;

/** Starts games up to this number. */
async function work(end) {
  while (next < end) {
    const number = next++;
    const isOpen = { value: true };
    const { id, start, title } = await newGame(number);
    // Opened while it starts, so that its first events come in beside the first answers.
    const { store, faults, stop } = await open(id, isOpen);
    await start;
    try {
      await agree(id, store, faults);
      for (let i = 0; i < ACTIONS && store.offered; i += 1) {
        const { decision, actions } = store.offered;
        const done = await api.post(`/v1/games/${id}/actions`, { decision, action: actions[(number + i) % actions.length].action }).catch(() => null);
        if (done?.game) store.takeGame(done.game);
        else store.reread();
        await agree(id, store, faults);
        result.actions += 1;
      }
    } catch (error) {
      result.stuck.push({ number, game: id, title, why: String(error) });
    }
    isOpen.value = false;
    stop();
    store.close();
    result.starts += 1;
    if (result.starts % 20 === 0) process.stderr.write(`\r${result.starts} of ${starts} starts, ${result.stuck.length} stuck`);
  }
}

for (let end = 0; end < starts; ) {
  end = Math.min(starts, end + GAMES_OF_ONE);
  await newPlayer();
  await Promise.all(Array.from({ length: jobs }, () => work(end)));
}
process.stderr.write("\n");
process.stdout.write(`${JSON.stringify({ ...result, network: bad.state })}\n`);
process.exit(0);
