/** One dispute: the claim, the finding, the rulings; for arbiters also the moment itself and precedents. */
import * as api from "../api.js";
import { html, nothing, render } from "../html.js";
import { accountForm, moment, newDraft, personView, problemView, sentencesOf, titleOf, toldWith } from "../parts.js";
import { me } from "../session.js";
import { renderer } from "../titles/index.js";
import { lang, t } from "../words.js";
import { examinationView } from "./examination.js";
import { findingView } from "./finding.js";
import { UNDECIDED } from "./parts.js";
import { rulingView } from "./ruling.js";

const PRECEDENTS_MAX = 12;
/** Milliseconds between two looks at a dispute that waits for something. */
const PAUSE = 2500;

const isArbiter = () => me()?.scopes.includes("disputes:rule") ?? false;

/** The page of one dispute. */
export class Desk {
  /**
   * @param {import("../shell.js").Page} page
   * @param {string} id
   */
  constructor(page, id) {
    this.page = page;
    this.id = id;
    /** @type {any} */
    this.dispute = null;
    /** @type {any} */
    this.game = null;
    /** @type {any} */
    this.event = null;
    /** @type {import("./examination.js").Seen | null} */
    this.seen = null;
    /** @type {any[] | null} */
    this.precedents = null;
    this.choice = /** @type {import("./ruling.js").Choice} */ ("dismiss");
    this.problems = /** @type {Record<string, unknown>} */ ({});
    this.isBusy = false;
    this.timer = 0;
    this.draft = newDraft();
  }

  open() {
    this.page.onChange(() => this.load());
    this.draw();
    this.load();
  }

  async load() {
    clearTimeout(this.timer);
    try {
      this.dispute = await api.get(`/v1/disputes/${encodeURIComponent(this.id)}`);
      const { game, event } = this.dispute;
      [this.game, this.event] = await Promise.all([
        api.get(`/v1/games/${game}`),
        api.get(`/v1/games/${game}/events/${event}?lang=${lang()}`),
      ]);
      this.problems.page = null;
      if (isArbiter() && this.precedents === null) this.loadPrecedents();
    } catch (error) {
      this.problems.page = error;
    }
    this.draw();
    const isWaiting = this.dispute !== null && (this.dispute.finding === null || UNDECIDED.includes(this.dispute.status));
    if (isWaiting && this.problems.page === null) this.timer = setTimeout(() => this.load(), PAUSE);
  }

  /** Loads earlier rulings in games of the same title. Leaves out those that cannot be read. */
  async loadPrecedents() {
    this.precedents = [];
    const title = titleOf(this.game.ruleset);
    const pages = await Promise.all(["ruled", "closed"].map((status) => api.get(`/v1/disputes?status=${status}&limit=${PRECEDENTS_MAX}`)));
    const found = await Promise.all(
      pages
        .flatMap((one) => one.disputes)
        .filter((one) => one.id !== this.id && one.ruleset !== undefined && titleOf(one.ruleset) === title)
        .map((one) => api.get(`/v1/disputes/${one.id}`).catch(() => null)),
    );
    this.precedents = found.filter((one) => one !== null).slice(0, PRECEDENTS_MAX);
    this.draw();
  }

  /**
   * Runs a request. An error is shown at its place on the page.
   * @param {string} place @param {() => Promise<void>} work
   */
  async run(place, work) {
    this.isBusy = true;
    this.problems[place] = null;
    this.draw();
    try {
      await work();
    } catch (error) {
      this.problems[place] = error;
    }
    this.isBusy = false;
    this.draw();
  }

  /** @param {SubmitEvent} submitted */
  examine(submitted) {
    submitted.preventDefault();
    const given = new FormData(/** @type {HTMLFormElement} */ (submitted.target));
    this.run("examination", async () => {
      const query = new URLSearchParams({ event: String(given.get("event")), lang: lang() });
      const seat = String(given.get("seat"));
      if (seat !== "") query.set("seat", seat);
      const { game } = this.dispute;
      const [examination, catalogue, drawn] = await Promise.all([
        api.get(`/v1/games/${game}/examination?${query}`),
        api.get(`/v1/rulesets/${this.game.ruleset}/catalogue`).catch(() => api.get(`/v1/rulesets/${titleOf(this.game.ruleset)}/catalogue`)),
        renderer(this.game.ruleset),
      ]);
      this.seen = { examination, catalogue, renderer: drawn, seats: this.game.seats };
    });
  }

  /** @param {any} ruling */
  rule(ruling) {
    this.run("ruling", async () => {
      await api.post(`/v1/disputes/${this.id}/ruling`, ruling);
      this.page.announce(t("disputes.ruled"));
      await this.load();
    });
  }

  draw() {
    const { dispute, game } = this;
    if (dispute === null || game === null) {
      render(html`<h1>${t("disputes.title")}</h1>${problemView(this.problems.page)}`, this.page.main);
      return;
    }
    this.page.setTitle(t("disputes.about", dispute));
    render(
      html`
        <p><a href="/disputes">${t("disputes.back")}</a></p>
        <h1>${t("disputes.about", dispute)} <span class="status ${dispute.status}">${t(`disputes.status.${dispute.status}`)}</span></h1>
        <p class="row">
          <a href="/games/${dispute.game}">${t("disputes.game")}</a>
          <a href="/games/${dispute.game}#n=${dispute.event}">${t("disputes.moment")}</a>
        </p>
        ${problemView(this.problems.page)} ${this.claimView()} ${findingView(dispute.finding)}
        ${dispute.rulings.map((/** @type {any} */ one) => this.ruledView(one))} ${this.partyView()}
        ${isArbiter() ? html`${this.examineView()} ${this.precedentsView()} ${this.rulingView()}` : nothing}
        ${me() === null
          ? html`<section class="panel">
              <p>${t("disputes.arbiters")}</p>
              ${accountForm({ draft: this.draft, redraw: () => this.draw() })}
            </section>`
          : nothing}
      `,
      this.page.main,
    );
  }

  claimView() {
    const { claim, claimant, opened_at, receipts, record } = this.dispute;
    return html`<section class="panel" aria-labelledby="claim">
      <h2 id="claim">${t("disputes.claim")}</h2>
      <blockquote class="words">${claim}</blockquote>
      <p class="soft">${toldWith("disputes.claim.by", { name: personView(claimant), when: moment(opened_at) })}</p>
      ${receipts.length === 0 ? nothing : html`<p>${t("disputes.claim.receipts", { count: receipts.length })}</p>`}
      ${record === null
        ? nothing
        : html`<p>${record.event === null ? t("disputes.claim.record.same") : t("disputes.claim.record", record)}</p>`}
      <h3>${t("disputes.event")}</h3>
      ${sentencesOf(this.event).map((one) => html`<p>${one}</p>`)}
    </section>`;
  }

  /** @param {any} ruling */
  ruledView({ arbiter, at, verdict, remedy, reason }) {
    const seats = this.game.seats;
    return html`<section class="panel ruling" aria-label=${t("disputes.ruling")}>
      <h2>${t(`disputes.verdict.${verdict}`)}</h2>
      <p class="soft">${toldWith("disputes.ruling.by", { name: personView(arbiter), when: moment(at) })}</p>
      <blockquote class="words">${reason}</blockquote>
      ${remedy === null
        ? nothing
        : html`<p>
              ${t(`disputes.remedy.${remedy.type}`, {
                event: remedy.event,
                ranking: (remedy.ranking ?? [])
                  .map(
                    (/** @type {number[]} */ place, /** @type {number} */ index) =>
                      `${index + 1}. ${place.map((seat) => seats[seat]?.name ?? seat + 1).join(", ")}`,
                  )
                  .join("; "),
              })}
              ${remedy.ruleset ? t("disputes.remedy.resume.under", remedy) : nothing}
            </p>
            ${remedy.game ? html`<p><a class="button primary" href="/games/${remedy.game}">${t("disputes.fork")}</a></p>` : nothing}`}
    </section>`;
  }

  /** Withdrawing and appealing, for the claimant and the other players. */
  partyView() {
    const { dispute } = this;
    const account = me()?.id;
    if (account === undefined) return nothing;
    const isClaimant = dispute.claimant?.id === account;
    const isParty = isClaimant || this.game.seats.some((/** @type {any} */ seat) => seat.player?.id === account);
    const appeal = dispute.appeal;
    return html`
      ${appeal === null
        ? nothing
        : html`<section class="panel" aria-labelledby="appealed">
            <h2 id="appealed">${t("disputes.appeal")}</h2>
            <p class="soft">${toldWith("disputes.appeal.by", { name: personView(appeal.player), when: moment(appeal.at) })}</p>
            <blockquote class="words">${appeal.reason}</blockquote>
          </section>`}
      ${isClaimant && dispute.status === "open"
        ? html`<section class="panel">
            <p class="soft">${t("disputes.withdraw.why")}</p>
            <button type="button" class="quiet" ?disabled=${this.isBusy} @click=${() => this.withdraw()}>${t("disputes.withdraw")}</button>
            ${problemView(this.problems.withdrawal)}
          </section>`
        : nothing}
      ${isParty && dispute.status === "ruled"
        ? html`<section class="panel" aria-labelledby="appeal">
            <h2 id="appeal">${t("disputes.appeal")}</h2>
            <form class="stack" @submit=${(/** @type {SubmitEvent} */ event) => this.appeal(event)}>
              <label>${t("disputes.appeal.reason")}<textarea name="reason" rows="3" maxlength="2000" required></textarea></label>
              ${problemView(this.problems.appeal)}
              <div><button class="quiet" ?disabled=${this.isBusy}>${t("disputes.appeal.send")}</button></div>
            </form>
          </section>`
        : nothing}
    `;
  }

  withdraw() {
    this.run("withdrawal", async () => {
      await api.post(`/v1/disputes/${this.id}/withdrawal`);
      await this.load();
    });
  }

  /** @param {SubmitEvent} submitted */
  appeal(submitted) {
    submitted.preventDefault();
    const reason = String(new FormData(/** @type {HTMLFormElement} */ (submitted.target)).get("reason")).trim();
    this.run("appeal", async () => {
      await api.post(`/v1/disputes/${this.id}/appeal`, { reason });
      await this.load();
    });
  }

  examineView() {
    return html`<section class="panel" aria-labelledby="examine">
      <h2 id="examine">${t("disputes.examine")}</h2>
      <p class="soft">${t("disputes.examine.lead")}</p>
      <form class="row" @submit=${(/** @type {SubmitEvent} */ event) => this.examine(event)}>
        <label
          >${t("disputes.examine.event")}
          <input type="number" name="event" min="1" max=${this.game.n} required value=${this.dispute.event} />
        </label>
        <label
          >${t("disputes.examine.seat")}
          <select name="seat">
            <option value="">${t("disputes.examine.acting")}</option>
            ${this.game.seats.map((/** @type {any} */ one) => html`<option value=${one.seat}>${one.name ?? one.seat + 1}</option>`)}
          </select>
        </label>
        <button class="quiet" ?disabled=${this.isBusy}>${t("disputes.examine.look")}</button>
      </form>
      ${problemView(this.problems.examination)} ${this.seen === null ? nothing : examinationView(this.seen)}
    </section>`;
  }

  precedentsView() {
    if (this.precedents === null) return nothing;
    return html`<details class="panel precedents">
      <summary>${t("disputes.precedents")} (${this.precedents.length})</summary>
      <p class="soft">${t(this.precedents.length === 0 ? "disputes.precedents.none" : "disputes.precedents.lead")}</p>
      <ul>
        ${this.precedents.map((one) => {
          const last = one.rulings.at(-1);
          return html`<li>
            <a href="/disputes/${one.id}">${one.claim}</a>
            ${last === undefined ? nothing : html`<p><strong>${t(`disputes.verdict.${last.verdict}`)}</strong>: ${last.reason}</p>`}
          </li>`;
        })}
      </ul>
    </details>`;
  }

  rulingView() {
    if (!UNDECIDED.includes(this.dispute.status)) return nothing;
    const versions = (this.dispute.finding?.versions ?? []).map((/** @type {any} */ one) => one.ruleset);
    return html`<section class="panel" aria-labelledby="rule">
      <h2 id="rule">${t("disputes.rule")}</h2>
      ${rulingView({
        choice: this.choice,
        seats: this.game.seats,
        event: this.dispute.event,
        ruleset: this.game.ruleset,
        versions,
        isBusy: this.isBusy,
        onChoose: (choice) => {
          this.choice = choice;
          this.draw();
        },
        onRule: (ruling) => this.rule(ruling),
      })}
      ${problemView(this.problems.ruling)}
    </section>`;
  }
}
