/** The disputes that wait for a ruling, the visitor's own, and those that are over. */
import * as api from "../api.js";
import { html, nothing, render } from "../html.js";
import { accountForm, moment, nameOf, newDraft, personView, problemView, titleOf, toldWith } from "../parts.js";
import { me } from "../session.js";
import { t } from "../words.js";
import { DECIDED, UNDECIDED } from "./parts.js";

/** The list of all disputes that the visitor may see. */
export class List {
  /** @param {import("../shell.js").Page} page */
  constructor(page) {
    this.page = page;
    this.draft = newDraft();
    /** @type {Record<string, any[] | null>} */
    this.lists = { queue: null, mine: null, past: null };
    /** @type {import("../parts.js").Titles} */
    this.titles = {};
    this.problem = /** @type {unknown} */ (null);
  }

  open() {
    this.page.onChange(() => this.load());
    this.draw();
    this.load();
  }

  async load() {
    try {
      const of = async (/** @type {string[]} */ statuses) => {
        const pages = await Promise.all(statuses.map((status) => api.get(`/v1/disputes?status=${status}&limit=100`)));
        const found = pages.flatMap((one) => one.disputes);
        return found.sort((a, b) => (a.opened_at < b.opened_at ? 1 : -1));
      };
      const [queue, past, { rulesets }] = await Promise.all([of(UNDECIDED), of(DECIDED), api.get("/v1/rulesets")]);
      this.titles = Object.fromEntries(rulesets.map((/** @type {any} */ one) => [one.id, one]));
      const mine = me() === null ? null : (await api.get("/v1/disputes?claimant=me&limit=100")).disputes;
      this.lists = { queue, mine, past };
      this.problem = null;
    } catch (error) {
      this.problem = error;
    }
    this.draw();
  }

  draw() {
    render(
      html`
        <h1>${t("disputes.title")}</h1>
        <p class="lead">${t("disputes.lead")}</p>
        <details class="panel" id="limits" ?open=${location.hash === "#limits"}>
          <summary>${t("disputes.limits")}</summary>
          <ul>${["who", "clock", "time", "withdraw", "appeal", "arbiter"].map((one) => html`<li>${t(`disputes.limits.${one}`)}</li>`)}</ul>
        </details>
        ${problemView(this.problem)}
        ${me() !== null
          ? nothing
          : html`<section class="panel">
              <p>${t("disputes.arbiters")}</p>
              ${accountForm({ draft: this.draft, redraw: () => this.draw() })}
            </section>`}
        ${this.listView("queue")} ${me() === null ? nothing : this.listView("mine")} ${this.listView("past")}
      `,
      this.page.main,
    );
  }

  /** What a dispute is about. @param {any} one */
  told({ event, ruleset }) {
    if (ruleset === undefined) return t("disputes.one", { event });
    return t("disputes.one.of", { event, title: nameOf(titleOf(ruleset), this.titles) });
  }

  /** @param {"queue" | "mine" | "past"} name */
  listView(name) {
    const list = this.lists[name];
    if (list === null || list === undefined) return nothing;
    return html`<section class="panel" aria-labelledby=${`list-${name}`}>
      <h2 id=${`list-${name}`}>${t(`disputes.${name}`)}</h2>
      ${list.length === 0
        ? html`<p class="soft">${t(`disputes.${name}.none`)}</p>`
        : html`<ul class="dispute-list">
            ${list.map(
              (one) => html`<li>
                <a href="/disputes/${one.id}">${this.told(one)}</a>
                <span>${toldWith("disputes.one.by", { name: personView(one.claimant) })}</span>
                <span class="status ${one.status}">${t(`disputes.status.${one.status}`)}</span>
                <span class="soft small"
                  >${t(one.has_finding ? "disputes.finding.there" : "disputes.finding.waiting")} · ${moment(one.opened_at)}</span
                >
              </li>`,
            )}
          </ul>`}
    </section>`;
  }
}
