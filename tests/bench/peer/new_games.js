// node new_games.js PORT GAMES: creates, fills and starts so many games of Dungeon Raiders for two over one connection,
// one at a time, after some to warm up. Nobody plays them.
// Prints {"games", "p50", "p99"}: the time from creating a game to the answer that it has started, in milliseconds.
const { Pair } = require("./pair");
const [port, games] = process.argv.slice(2).map(Number);
const WARM = 20;

async function main() {
  const pair = await Pair.open(port, 0, 1);
  const times = [];
  for (let made = 0; made < WARM + games; made++) {
    const began = performance.now();
    await pair.make();
    if (made >= WARM) times.push(performance.now() - began);
  }
  times.sort((one, other) => one - other);
  const part = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
  console.log(JSON.stringify({ games, p50: part(0.5), p99: part(0.99) }));
  process.exit(0);
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
