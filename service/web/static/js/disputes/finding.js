/** The service's own finding about a claim. */
import { html } from "../html.js";
import { t } from "../words.js";

/** @param {any} finding null until the service has checked the claim */
export function findingView(finding) {
  return html`<section class="panel" aria-labelledby="finding">
    <h2 id="finding">${t("disputes.finding")}</h2>
    ${finding === null ? html`<p role="status">${t("disputes.finding.none")}</p>` : findingLines(finding).map((one) => html`<p>${one}</p>`)}
  </section>`;
}

/** The finding in sentences. @param {any} finding @returns {string[]} */
function findingLines(finding) {
  const lines = [];
  if (finding.holds === null) lines.push(t("disputes.finding.unknown", { why: finding.why_not ?? "" }));
  else lines.push(t(finding.holds ? "disputes.finding.holds" : "disputes.finding.fails"));
  for (const one of finding.receipts ?? []) {
    lines.push(one.honoured ? t("disputes.finding.receipt", one) : t("disputes.finding.receipt.not", { why: one.why_not ?? `${one.n}` }));
  }
  if (finding.first) lines.push(t("disputes.finding.first", finding.first), finding.first.sentence ?? "");
  if (finding.versions === undefined) lines.push(t("disputes.finding.sealed"));
  for (const one of finding.versions ?? []) {
    if (!one.comparable) lines.push(t("disputes.finding.version.not", { ruleset: one.ruleset, why: one.why_not ?? "" }));
    else if (one.first === null) lines.push(t("disputes.finding.version.same", one));
    else {
      const clauses = one.first.clauses?.length ? ` (${one.first.clauses.join(", ")})` : "";
      lines.push(`${t("disputes.finding.version", { ruleset: one.ruleset, n: one.first.n })}${clauses}`);
    }
  }
  return lines.filter((one) => one !== "");
}
