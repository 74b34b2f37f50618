// Plays a game to the end with openapi-fetch and the types that openapi-typescript has generated.
//
//     node built/play.js ADDRESS NAME RULESET SEATS
//
// Every other seat is a bot's. Prints the outcome as JSON. It knows the API by the generated types alone, and no rules:
// it takes one of the actions that it is offered, by the number of the last event.

import createClient from "openapi-fetch";
import type { components, paths } from "./generated.js";

type Fact = components["schemas"]["dungeon-raiders.v1.AnyFact"];

/** The answer's body; a refusal ends the program. */
function body<Body>(answer: { data?: Body; error?: components["schemas"]["Problem"] | undefined }): Body {
  if (answer.data === undefined) throw new Error(`${answer.error?.code}: ${answer.error?.detail}`);
  return answer.data;
}

/** A fact in words: the compiler knows the members of each type. */
function told(fact: Fact): string {
  switch (fact.type) {
    case "cards_revealed":
      return `seat ${fact.seat} shows ${fact.cards.join()}`;
    case "wounded":
      return `seat ${fact.seat} has ${fact.life} life`;
    default:
      return fact.type;
  }
}

const [address, name, ruleset, seats] = process.argv.slice(2) as [string, string, string, string];
const newcomer = body(
  await createClient<paths>({ baseUrl: address }).POST("/v1/accounts", { body: { name } }),
);
const client = createClient<paths>({ baseUrl: address, headers: { Authorization: `Bearer ${newcomer.token}` } });
const bots = Array.from({ length: Number(seats) - 1 }, (_, at) => ({ seat: at + 1, bot: "random" }));
const title = body(await client.GET("/v1/rulesets/{ruleset_id}", { params: { path: { ruleset_id: ruleset } } }));
const made = body(
  await client.POST("/v1/games", { body: { ruleset, seats: Number(seats), bots, options: title.brief_options } }),
);
if (made.game === undefined) throw new Error("the answer leaves out the game only if it is asked to");
const path = { game_id: made.game.id };
body(await client.POST("/v1/games/{game_id}/seats", { params: { path }, body: { seat: 0 } }));
body(await client.POST("/v1/games/{game_id}/start", { params: { path } }));

let game: components["schemas"]["Game"];
for (;;) {
  game = body(await client.GET("/v1/games/{game_id}", { params: { path } }));
  if (game.status === "finished") break;
  if (!game.you?.owed) {
    await new Promise((wake) => setTimeout(wake, 20));
    continue;
  }
  const legal = body(await client.GET("/v1/games/{game_id}/actions", { params: { path } }));
  const chosen = legal.actions[game.n % legal.actions.length];
  if (legal.decision === null || chosen === undefined) continue;
  body(
    await client.POST("/v1/games/{game_id}/actions", {
      params: { path, header: { "Idempotency-Key": `${game.id}-${legal.decision}` } },
      body: { decision: legal.decision, action: chosen.action },
    }),
  );
}

const lines: string[] = [];
let after = 0;
for (;;) {
  const page = body(await client.GET("/v1/games/{game_id}/events", { params: { path, query: { after, limit: 500 } } }));
  if (typeof page !== "object") throw new Error("a page is JSON unless a stream is asked for");
  const last = page.events.at(-1);
  if (last === undefined) break;
  after = last.n;
  for (const event of page.events) for (const fact of event.data.facts ?? []) lines.push(told(fact as Fact));
}
console.log(JSON.stringify({ outcome: game.outcome, n: game.n, events: after, facts: lines.length }));
