/** What a record says and no verifier can confirm: listed beside the levels, and never under what holds. */

import { DECLARATIONS } from "./declarations.js";

/** @import { Statement } from "./finding.js" */
/** @import { RecordEvent } from "./lines.js" */

/**
 * @param {RecordEvent[]} events
 * @returns {Statement[]}
 */
export function statementsOf(events) {
  /** @type {Statement[]} */
  const made = [];
  const first = events[0];
  const last = events.at(-1);
  if (first !== undefined && last !== undefined) {
    made.push({ what: "times", n: null, said: { key: "stated_times", fields: { from: first.at, to: last.at } } });
  }
  made.push({ what: "accounts", n: null, said: { key: "stated_accounts", fields: {} } });
  for (const event of events) {
    const said = statementOf(event);
    if (said !== null) made.push({ what: said.key.slice("stated_".length), n: event.n, said });
  }
  return made;
}

/**
 * @param {RecordEvent} event
 * @returns {import("./finding.js").Said | null}
 */
function statementOf({ n, type, by, data }) {
  const text = (/** @type {import("./json.js").Json | undefined} */ value) =>
    typeof value === "string" || typeof value === "number" ? String(value).slice(0, 300) : "";
  if (!DECLARATIONS.has(type)) return { key: "stated_unknown", fields: { n, type } };
  if (by.startsWith("arbiter:") && ["SeatTaken", "SeatLeft", "GameStarted"].includes(type)) {
    return { key: "stated_official", fields: { n, type, by } };
  }
  if (["SeatTaken", "SeatReplaced", "SeatResigned"].includes(type) && data.bot !== null) {
    return { key: "stated_bot", fields: { n, bot: text(data.bot), seat: Number(data.seat) + 1 } };
  }
  if (type === "GameAborted") return { key: "stated_abort", fields: { n, by, reason: text(data.reason) } };
  if (type === "DisputeOpened") return { key: "stated_claim", fields: { n, by, event: text(data.event), claim: text(data.claim) } };
  if (type === "DisputeFindingAttached") return { key: "stated_finding", fields: { n, dispute: text(data.dispute) } };
  if (type === "DisputeRuled") {
    const fields = { n, by, dispute: text(data.dispute), verdict: text(data.verdict), reason: text(data.reason) };
    return { key: "stated_ruling", fields };
  }
  if (type === "DisputeAppealed") return { key: "stated_appeal", fields: { n, by, dispute: text(data.dispute) } };
  return null;
}
