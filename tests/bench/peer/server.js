// node server.js PORT [DATABASE]: serves `cards` on this machine; DATABASE is JSON for the store, in memory without it.
const net = require("net");
const [port, database] = process.argv.slice(2);

const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (where, ...rest) {
  const at = typeof where === "number" ? { port: where } : where;
  return listen.call(this, at && at.port ? { ...at, host: "127.0.0.1" } : at, ...rest);
};

const { Server } = require("boardgame.io/server");
const { cards } = require("./cards");

let db;
if (database) {
  const { PostgresStore } = require("bgio-postgres");
  db = new PostgresStore({ ...JSON.parse(database), logging: false });
}
Server({ games: [cards], db, origins: [`http://127.0.0.1:${port}`] }).run(+port);
process.on("SIGTERM", () => process.exit(0));
