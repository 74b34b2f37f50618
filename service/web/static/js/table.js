/** A game's table, live: what lies there, what one may do, what happened, and who is here. */
import * as api from "./api.js";
import { changes } from "./changes.js";
import { html, live, nothing, render, repeat } from "./html.js";
import {
  accountForm,
  asProblem,
  botName,
  moment,
  newDraft,
  problemView,
  rulesView,
  seatMark,
  seatName,
  seatView,
  sentencesOf,
  timeLeft,
} from "./parts.js";
import { showNonce, sit, start } from "./seating.js";
import { me, sessionLost } from "./session.js";
import { follow } from "./stream.js";
import { renderer } from "./titles/index.js";
import { lang, said, t } from "./words.js";

/** Events that the log shows at first, and each time one asks for more. */
const LOG = 100;
/** More actions than this are searched by a word. */
const MANY = 12;
/** Events that come together are drawn together, in milliseconds. */
const TOGETHER = 40;

/**
 * Opens the table.
 * @param {{page: import("./shell.js").Page, root: HTMLElement, game: string, invite: string | null, first?: Promise<any>}} options
 *   `first` is the game, if it has been asked for already
 * @returns {() => void} leaves it
 */
export function openTable({ page, root, game: id, invite, first }) {
  const draft = newDraft();
  const state = {
    /** @type {any} */ game: null,
    /** @type {any} */ catalogue: null,
    /** @type {import("./titles/index.js").Renderer | null} */ renderer: null,
    /** @type {any[]} */ events: [],
    /** @type {{action: any, text: string, text_short: string}[]} */ actions: [],
    /** the answer that `actions` was made from @type {any} */ offered: null,
    /** @type {Set<string>} */ changed: new Set(),
    /** @type {import("./stream.js").Connection} */ connection: "connecting",
    /** @type {unknown} why the table cannot be shown */ fault: null,
    /** @type {unknown} why the last thing that was tried was refused */ refusal: null,
    isBusy: false,
    isSessionLost: false,
    search: "",
    logBegins: 0,
    /** invitations to this game that were sent from here; null if nobody has looked yet @type {any[] | null} */ sent: null,
    /** the name of somebody to be invited */ invitee: "",
  };
  let isClosed = false;
  let refreshing = 0;
  let wasMyTurn = false;
  /** @type {(() => void) | null} */
  let unfollow = null;
  /** @type {number} */
  let timer = 0;
  const account = me()?.id ?? null;
  let wasAccount = account;

  page.onChange(() => {
    if (isClosed) return;
    const now = me()?.id ?? null;
    if (now !== wasAccount) {
      wasAccount = now;
      if (now !== null) state.isSessionLost = false;
      if (!state.isSessionLost) {
        open();
        return;
      }
    }
    reread();
  });
  const clock = setInterval(() => state.game?.clock && !isClosed && draw(), 1000);
  open(first);

  return () => {
    isClosed = true;
    clearInterval(clock);
    clearTimeout(timer);
    unfollow?.();
    render(nothing, root);
  };

  // -- what the service says ---------------------------------------------------------------------------

  /** @param {Promise<any>} [asked] */
  async function open(asked = api.get(`/v1/games/${id}`)) {
    unfollow?.();
    unfollow = null;
    state.fault = null;
    draw();
    try {
      const game = await asked;
      // All at once: on a slow line each of them is a round trip.
      const [catalogue, made, offered] = await Promise.all([
        api.get(`/v1/rulesets/${game.ruleset}/catalogue`),
        renderer(game.ruleset),
        isAsked(game) ? api.get(`/v1/games/${id}/actions`) : null,
        readLog(Math.max(0, game.n - LOG)),
      ]);
      if (isClosed) return;
      state.catalogue = catalogue;
      state.renderer = made;
      state.offered = offered;
      await become(game);
      unfollow = follow(id, { after: game.n, onEvent: onEvent, onState: onConnection });
    } catch (error) {
      state.fault = asProblem(error);
    }
    draw();
  }

  /** The language is another: everything that is told is told again. */
  async function reread() {
    tellActions();
    draw();
    if (state.game === null) return;
    try {
      await readLog(state.logBegins);
    } catch (error) {
      state.refusal = asProblem(error);
    }
    unfollow?.();
    unfollow = follow(id, { after: state.events.at(-1)?.n ?? state.game.n, onEvent, onState: onConnection });
    draw();
  }

  /** Reads the events after that one. @param {number} after */
  async function readLog(after) {
    const events = [];
    let from = `after=${after}`;
    for (;;) {
      const body = await api.get(`/v1/games/${id}/events?${from}&lang=${lang()}`);
      events.push(...body.events);
      if (body.next === null) break;
      from = `cursor=${encodeURIComponent(body.next)}`;
    }
    state.events = events;
    state.logBegins = after;
  }

  /** @param {any} event */
  function onEvent(event) {
    if (event.n <= (state.events.at(-1)?.n ?? 0)) return;
    state.events.push(event);
    const told = (event.told_short ?? event.told ?? []).join(" ");
    page.announce(told);
    if (event.n > state.game.n) {
      clearTimeout(timer);
      timer = setTimeout(refresh, TOGETHER);
    } else {
      draw();
    }
  }

  /** @param {import("./stream.js").Connection} connection @param {api.Problem} [problem] */
  function onConnection(connection, problem) {
    const was = state.connection;
    state.connection = connection;
    if (problem) refused(problem);
    if (connection === "lost" && was === "live") page.announce(t("table.connection.lost"), { assertive: true });
    if (connection === "live" && was === "lost") {
      page.announce(t("table.connection.again"));
      refresh();
    }
    draw();
  }

  /** Looks at the game again. */
  async function refresh() {
    const turn = ++refreshing;
    try {
      const game = await api.get(`/v1/games/${id}`);
      if (turn !== refreshing || isClosed) return;
      await become(game);
    } catch (error) {
      refused(error);
    }
    draw();
  }

  /** The game stands like this now. @param {any} game */
  async function become(game) {
    if (state.game !== null && game.n < state.game.n) return;
    if (state.game !== null && game.n > state.game.n) state.changed = changes(state.game.table, game.table);
    state.game = game;
    // What was offered for another decision is no offer any more, also while the new ones are on their way.
    if (state.offered !== null && state.offered.decision !== game.you?.decision) {
      state.offered = null;
      tellActions();
    }
    await readActions();
    if (game.status === "open" && state.sent === null) readInvitations();
    // The nonce is the browser's business, not the player's: it is shown as soon as that is the next thing to do.
    if (game.status === "open" && me() !== null) {
      const done = await showNonce(game, me()?.id ?? "").catch((error) => refused(error));
      if (done) state.game = done.game;
    }
    const isMyTurn = Boolean(game.you?.owed) && game.status === "running";
    if (isMyTurn && !wasMyTurn) page.announce(t("table.your-turn"));
    wasMyTurn = isMyTurn;
    const title = said(state.catalogue?.title);
    page.setTitle(isMyTurn ? `● ${t("table.your-turn")} – ${title}` : title);
  }

  async function readActions() {
    const { game } = state;
    if (!isAsked(game)) {
      state.offered = null;
    } else if (state.offered?.n !== game.n) {
      const offered = await api.get(`/v1/games/${id}/actions`);
      if (state.game === game) state.offered = offered;
    }
    tellActions();
  }

  function tellActions() {
    state.actions = (state.offered?.actions ?? []).map((/** @type {any} */ one) => ({
      action: one.action,
      text: said(one.text),
      text_short: said(one.text_short),
    }));
  }

  // -- what one does -----------------------------------------------------------------------------------

  /**
   * Does something that changes the game; a refusal is shown, and the table stays as it is.
   * @param {() => Promise<any>} work
   */
  async function attempt(work) {
    if (state.isBusy) return;
    state.isBusy = true;
    state.refusal = null;
    draw();
    try {
      const done = await work();
      if (done?.game) await become(done.game);
      else await refresh();
    } catch (error) {
      refused(error);
      await refresh();
    }
    state.isBusy = false;
    draw();
  }

  /** @param {unknown} error */
  function refused(error) {
    const problem = asProblem(error);
    if (problem.status === 401) {
      state.isSessionLost = true;
      sessionLost();
    }
    state.refusal = problem;
  }

  /** @param {any} action */
  function choose(action) {
    const decision = state.offered?.decision ?? state.game.you?.decision;
    attempt(() => api.post(`/v1/games/${id}/actions`, { decision, action }));
  }

  /** Offers everybody the same game again, one seat further on; if that is done already, goes there. */
  async function rematch() {
    if (state.isBusy) return;
    state.isBusy = true;
    state.refusal = null;
    draw();
    try {
      const done = await api.post(`/v1/games/${id}/rematches`);
      const game = done.game;
      // Whoever offers it sits down at once: the seat is kept anyway.
      await sit(game.id, me()?.id ?? "").catch(() => null);
      location.assign(`/games/${game.id}`);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === "rematch/offered" && problem.body.game) {
        location.assign(`/games/${problem.body.game}`);
        return;
      }
      refused(problem);
      state.isBusy = false;
      draw();
    }
  }

  // -- what is seen --------------------------------------------------------------------------------------

  function draw() {
    if (!isClosed) render(view(), root);
  }

  function view() {
    if (state.game === null || state.catalogue === null) return before();
    const { game } = state;
    return html`
      <div class="table-head">
        <h1>${said(state.catalogue.title)}</h1>
        ${connectionView()}
      </div>
      ${sessionView()}
      ${noticesView()}
      <div class="table-page">
        <section class="table-main" aria-labelledby="table">
          <h2 id="table" class="only-heard">${t("table.table")}</h2>
          ${headline()}
          ${problemView(state.refusal, {
            onClose: () => {
              state.refusal = null;
              draw();
            },
          })}
          ${game.status === "open" ? seatingView() : nothing}
          ${game.outcome ? outcomeView() : nothing}
          ${game.table && state.renderer
            ? html`<div class="table-drawn">${drawn()}</div>`
            : nothing}
        </section>
        <aside class="table-aside">
          ${actionsView()} ${seatsView()} ${logView()} ${moreView()} ${rulesView(state.catalogue)}
        </aside>
      </div>
      ${asksView()}
    `;
  }

  /** What is shown before there is a table. */
  function before() {
    const problem = /** @type {api.Problem | null} */ (state.fault);
    if (problem === null) return html`<p class="soft" role="status">${t("table.loading")}</p>`;
    if (problem.code === "game/unknown" && invite) {
      return html`<h1>${t("table.invited")}</h1>
        <section class="panel stack">
          <p>${t("table.invited-hint")}</p>
          ${problemView(state.refusal)}
          ${me() === null
            ? accountForm({ draft, redraw: draw })
            : html`<button type="button" class="primary" ?disabled=${state.isBusy} @click=${accept}>${t("table.sit")}</button>`}
        </section>`;
    }
    return html`<h1>${t("shell.table")}</h1>
      ${problemView(problem)}
      ${me() === null && problem.code === "game/unknown"
        ? html`<section class="panel">
            <p>${t("table.unknown-hint")}</p>
            ${accountForm({ draft, redraw: draw })}
          </section>`
        : nothing}
      <p><a class="button" href="/">${t("table.to-lobby")}</a>
        <button type="button" class="quiet" @click=${() => open()}>${t("table.again")}</button></p>`;
  }

  async function accept() {
    state.isBusy = true;
    state.refusal = null;
    draw();
    try {
      await sit(id, me()?.id ?? "", { invite });
      state.isBusy = false;
      await open();
    } catch (error) {
      state.isBusy = false;
      state.refusal = asProblem(error);
      draw();
    }
  }

  /** The table, as the title's renderer draws it; a fault of the renderer takes nothing else away. */
  function drawn() {
    const { game } = state;
    try {
      return state.renderer?.draw({
        table: game.table,
        catalogue: state.catalogue,
        viewer: game.you ? game.you.seat : null,
        seats: game.seats.map((/** @type {any} */ seat) => ({ ...seat, name: seatName(seat) })),
        actions: state.isBusy ? [] : state.actions,
        lang: lang(),
        changed: state.changed,
        choose,
      });
    } catch (error) {
      console.error(error);
      return html`<p class="notice">${t("table.cannot-draw")}</p>`;
    }
  }

  function headline() {
    const { game } = state;
    const names = (/** @type {number[]} */ seats) =>
      seats.map((seat) => seatName(game.seats[seat])).join(", ");
    let text = "";
    if (game.status === "running") {
      if (game.clock_stopped) text = t("table.stopped");
      else if (game.you?.owed) text = t("table.your-turn");
      else text = game.to_act.length > 0 ? t("table.waits-for", { names: names(game.to_act) }) : t("table.goes-on");
    } else if (game.status === "finished") {
      text = t("table.finished");
    } else if (game.status === "aborted") {
      text = t("table.aborted");
    } else {
      const free = game.seats.filter((/** @type {any} */ seat) => seat.free).length;
      text = free > 0 ? t("lobby.state.free", { free }) : t("table.all-sit");
    }
    const deadline = game.status === "running" && game.you?.deadline;
    return html`<p class="headline ${game.you?.owed && game.status === "running" ? "is-mine" : ""}">
      <strong>${text}</strong>
      ${deadline ? html`<span class="clock">${timeLeft(deadline)}</span>` : nothing}
    </p>`;
  }

  function connectionView() {
    const { connection } = state;
    if (connection === "over") return nothing;
    return html`<span class="connection is-${connection}">
      <span class="dot" aria-hidden="true"></span>${t(`table.connection.${connection}`)}
    </span>`;
  }

  function sessionView() {
    if (!state.isSessionLost) return nothing;
    return html`<section class="notice stack" role="alert">
      <p><strong>${t("table.session-lost")}</strong></p>
      ${accountForm({ draft: Object.assign(draft, { isRecovering: draft.isRecovering }), redraw: draw })}
    </section>`;
  }

  function noticesView() {
    const { game } = state;
    return html`
      ${game.resumed_by
        ? html`<p class="notice"><a href="/games/${game.resumed_by}">${t("table.resumed-by")}</a></p>`
        : nothing}
      ${game.parent
        ? html`<p class="soft small"><a href="/games/${game.parent.game}#n=${game.parent.n}">${t("table.parent", { n: game.parent.n })}</a></p>`
        : nothing}
      ${delayView(game)}
      ${game.disputes.length > 0
        ? html`<p class="notice">
            ${game.clock_stopped ? t("table.disputed-stopped") : t("table.disputed")}
            ${game.disputes.map(
              (/** @type {string} */ dispute, /** @type {number} */ i) =>
                html` <a href="/disputes/${dispute}">${t("table.dispute", { number: i + 1 })}</a>`,
            )}
          </p>`
        : nothing}
    `;
  }

  /** How far behind spectators are: told to them, and to all who may still sit down or play. @param {any} game */
  function delayView({ spectator_delay: delay, status, you }) {
    if (!delay || !["open", "running"].includes(status)) return nothing;
    return status === "running" && !you
      ? html`<p class="notice">${t("table.delayed", delay)}</p>`
      : html`<p class="soft small">${t("table.delay", delay)}</p>`;
  }

  /** What one seat asks of the others. It lies over the page, so that the table below keeps its place. */
  function asksView() {
    const { game } = state;
    const mine = mySeat();
    if (game.status !== "running" || !mine) return nothing;
    return html`<div class="asks">
      ${askView("take-back", game.take_back, `take-backs/${game.take_back?.n}`, mine.seat)}
      ${askView("end", game.end_proposal, `end-proposals/${game.end_proposal?.n}`, mine.seat)}
    </div>`;
  }

  /**
   * @param {string} kind @param {any} asked the open question; null if there is none
   * @param {string} path where it is answered @param {number} seat one's own
   */
  function askView(kind, asked, path, seat) {
    if (!asked) return nothing;
    const answer = (/** @type {boolean} */ agrees) => attempt(() => api.post(`/v1/games/${id}/${path}/answers`, { agrees }));
    if (asked.seat === seat) return html`<p class="ask" role="status">${t(`table.${kind}-waits`)}</p>`;
    if (!asked.waiting.includes(seat)) return nothing;
    return html`<section class="ask row" role="alert">
      <span class="grow">${t(`table.${kind}-asked`, { name: seatName(state.game.seats[asked.seat]) })}</span>
      <button type="button" class="primary" ?disabled=${state.isBusy} @click=${() => answer(true)}>${t("table.agree")}</button>
      <button type="button" class="quiet" ?disabled=${state.isBusy} @click=${() => answer(false)}>${t("table.decline")}</button>
    </section>`;
  }

  function seatingView() {
    const { game } = state;
    const free = game.seats.filter((/** @type {any} */ seat) => seat.free);
    const isSeated = game.you !== null;
    const isCreator = game.creator !== null && game.creator.id === me()?.id;
    const missing = game.nonces?.missing ?? [];
    const others = missing.filter((/** @type {number} */ seat) => seat !== game.you?.seat);
    const word = game.invite ? `?invite=${encodeURIComponent(game.invite)}` : "";
    const link = `${location.origin}/games/${id}${word}`;
    return html`<section class="panel stack" aria-labelledby="seating">
      <h2 id="seating">${t("table.seating")}</h2>
      <ul class="seat-list">
        ${game.seats.map(
          (/** @type {any} */ seat) => html`<li class="row">
            ${seatMark(seat.seat)} <span>${seatView(seat)}</span>
            ${seat.free && me() !== null && !isSeated
              ? html`<button
                  type="button"
                  class="primary"
                  ?disabled=${state.isBusy}
                  @click=${() => attempt(() => sit(id, me()?.id ?? "", { seat: seat.seat, invite }))}
                >
                  ${t("table.sit-here")}
                </button>`
              : nothing}
            ${seat.free && isCreator
              ? (botsOf()).map(
                  (bot) => html`<button
                    type="button"
                    class="quiet"
                    ?disabled=${state.isBusy}
                    @click=${() => attempt(() => api.post(`/v1/games/${id}/seats`, { seat: seat.seat, bot }))}
                  >
                    ${t("table.seat-bot", { bot: botName(bot) })}
                  </button>`,
                )
              : nothing}
            ${game.you?.seat === seat.seat && game.nonces === null
              ? html`<button
                  type="button"
                  class="quiet"
                  @click=${() => attempt(() => api.del(`/v1/games/${id}/seats/${seat.seat}`))}
                >
                  ${t("table.leave-seat")}
                </button>`
              : nothing}
          </li>`,
        )}
      </ul>
      ${me() === null
        ? html`<p>${t("table.account-to-sit")}</p>
            ${accountForm({ draft, redraw: draw })}`
        : nothing}
      ${free.length > 0
        ? html`<div class="field">
            <label for="invite">${t("table.invite")}</label>
            <span class="row">
              <input id="invite" type="text" readonly .value=${live(link)} @focus=${(/** @type {any} */ e) => e.target.select()} />
              ${navigator.clipboard
                ? html`<button type="button" class="quiet" @click=${() => copy(link)}>${t("table.copy")}</button>`
                : nothing}
            </span>
            <span class="small soft">${t(`table.invite-hint.${game.visibility}`)}</span>
          </div>
          ${isSeated || isCreator ? inviteView() : nothing}`
        : html`
            ${others.length > 0
              ? html`<p role="status">
                  ${t("table.nonces", {
                    names: others.map((/** @type {number} */ seat) => seatName(game.seats[seat])).join(", "),
                    until: game.nonces?.deadline ? moment(game.nonces.deadline) : "",
                  })}
                </p>`
              : nothing}
            ${others.length === 0 && (isSeated || isCreator)
              ? html`<button
                  type="button"
                  class="primary big"
                  ?disabled=${state.isBusy}
                  @click=${() => attempt(() => start(state.game, me()?.id ?? ""))}
                >
                  ${t("table.start")}
                </button>`
              : nothing}
          `}
      ${isCreator
        ? html`<details>
            <summary>${t("table.abort")}</summary>
            <button type="button" class="quiet" @click=${() => attempt(() => api.post(`/v1/games/${id}/abort`, {}))}>
              ${t("table.abort-now")}
            </button>
          </details>`
        : nothing}
    </section>`;
  }

  /** Players are invited by their names. */
  function inviteView() {
    /** @param {SubmitEvent} event */
    const invite = (event) => {
      event.preventDefault();
      const name = state.invitee.trim();
      if (!name) return;
      attempt(async () => {
        await api.post(`/v1/games/${id}/invitations`, { name });
        state.invitee = "";
        await readInvitations();
        page.announce(t("table.invited-name", { name }));
      });
    };
    const sent = (state.sent ?? []).filter((one) => one.status !== "accepted");
    return html`<form class="field" @submit=${invite}>
        <label for="invitee">${t("table.invite-name")}</label>
        <span class="row">
          <input
            id="invitee"
            type="text"
            maxlength="40"
            autocomplete="off"
            .value=${live(state.invitee)}
            @input=${(/** @type {any} */ event) => {
              state.invitee = event.target.value;
              draw();
            }}
          />
          <button type="submit" class="quiet" ?disabled=${state.isBusy || !state.invitee.trim()}>${t("table.invite-now")}</button>
        </span>
      </form>
      ${sent.length === 0
        ? nothing
        : html`<ul class="small sent">
            ${sent.map(
              (one) => html`<li class="row">
                <span>${one.to.name ?? t("person.deleted")}: ${t(`invitation.${one.status}`)}</span>
                ${one.status === "open"
                  ? html`<button
                      type="button"
                      class="quiet small"
                      aria-label=${t("table.invite-withdraw-name", { name: one.to.name ?? "" })}
                      ?disabled=${state.isBusy}
                      @click=${() =>
                        attempt(async () => {
                          await api.post(`/v1/invitations/${one.id}/withdrawal`, {}, { key: null });
                          await readInvitations();
                        })}
                    >
                      ${t("table.invite-withdraw")}
                    </button>`
                  : nothing}
              </li>`,
            )}
          </ul>`}`;
  }

  /** Reads the invitations that one has sent to this game. */
  async function readInvitations() {
    if (me() === null) return;
    state.sent ??= [];
    try {
      state.sent = (await api.get(`/v1/invitations?direction=sent&game=${id}`)).invitations;
    } catch {
      // Without the list one can invite all the same.
    }
    draw();
  }

  /** @param {string} text */
  async function copy(text) {
    await navigator.clipboard.writeText(text).catch(() => {});
    page.announce(t("table.copied"));
  }

  /** Kinds of bots of the title. The list of titles knows them. */
  function botsOf() {
    if (bots === null) {
      bots = [];
      api
        .get(`/v1/rulesets/${state.game.ruleset}`)
        .then((ruleset) => {
          bots = ruleset.bots;
          draw();
        })
        .catch(() => {});
    }
    return bots;
  }

  function outcomeView() {
    const { outcome, seats } = state.game;
    const reason = state.catalogue.terms[outcome.reason] ?? ownReason(outcome.reason);
    const hasScores = outcome.scores.some((/** @type {number | null} */ score) => score !== null);
    const winners = outcome.winners.map((/** @type {number} */ seat) => seatName(seats[seat]));
    return html`<section class="panel outcome" aria-labelledby="outcome">
      <h2 id="outcome">
        ${winners.length > 0 ? t("outcome.won", { names: winners.join(", "), count: winners.length }) : t("outcome.lost")}
      </h2>
      ${reason ? html`<p>${sentence(said(reason.name))}${reason.text?.[lang()] ? html` ${said(reason.text)}` : nothing}</p>` : nothing}
      <div class="scroll" tabindex="0" role="group" aria-label=${t("outcome.table")}>
        <table>
          <thead>
            <tr><th scope="col">${t("outcome.place")}</th><th scope="col">${t("outcome.player")}</th>${hasScores ? html`<th scope="col">${t("outcome.score")}</th>` : nothing}</tr>
          </thead>
          <tbody>
            ${outcome.ranking.flatMap((/** @type {number[]} */ group, /** @type {number} */ place) =>
              group.map(
                (seat) => html`<tr>
                  <td>${place + 1}</td>
                  <td>${seatMark(seat)} ${seatView(seats[seat])}${outcome.winners.includes(seat) ? " ★" : ""}</td>
                  ${hasScores ? html`<td>${outcome.scores[seat] ?? "–"}</td>` : nothing}
                </tr>`,
              ),
            )}
          </tbody>
        </table>
      </div>
      <p class="row">
        <a class="button primary" href="#n=1">${t("table.replay")}</a>
        <a class="button" href="/verify#game=${id}">${t("table.verify")}</a>
        <a class="button" href="/v1/games/${id}/record" download="${id}.jsonl">${t("table.record")}</a>
        ${isPlayer()
          ? html`<button type="button" class="button" ?disabled=${state.isBusy} @click=${rematch}>${t("table.rematch")}</button>`
          : nothing}
        <a class="button" href="/new?ruleset=${state.game.ruleset.split("@")[0]}">${t(isPlayer() ? "table.play-another" : "table.play-again")}</a>
        ${isPlayer()
          ? html`<button type="button" class="quiet" @click=${() => claim(null)}>⚑ ${t("table.wrong")}</button>`
          : nothing}
      </p>
    </section>`;
  }

  function actionsView() {
    const { game, actions } = state;
    if (game.status !== "running" || !game.you) return nothing;
    const word = state.search.trim().toLocaleLowerCase();
    const found = word ? actions.filter((one) => one.text.toLocaleLowerCase().includes(word)) : actions;
    const canTakeBack = !game.take_back && state.events.some((event) => event.by === `seat:${game.you.seat}`);
    return html`<section class="panel" aria-labelledby="actions">
      <h2 id="actions">${t("table.actions")}</h2>
      ${actions.length === 0
        ? html`<p class="soft">${t(state.isBusy ? "table.sending" : "table.no-actions")}</p>`
        : html`
            ${actions.length > MANY
              ? html`<div class="field">
                  <label for="search" class="only-heard">${t("table.search")}</label>
                  <input
                    id="search"
                    type="text"
                    placeholder=${t("table.search")}
                    .value=${live(state.search)}
                    @input=${(/** @type {any} */ event) => {
                      state.search = event.target.value;
                      draw();
                    }}
                  />
                </div>`
              : nothing}
            <ol class="actions">
              ${repeat(
                found,
                (one) => JSON.stringify(one.action),
                (one) => html`<li>
                  <button type="button" class="action" ?disabled=${state.isBusy} @click=${() => choose(one.action)}>
                    ${one.text}
                  </button>
                </li>`,
              )}
            </ol>
            ${found.length === 0 ? html`<p class="soft">${t("table.search-none")}</p>` : nothing}
          `}
      ${canTakeBack
        ? html`<button
            type="button"
            class="quiet"
            ?disabled=${state.isBusy}
            @click=${() => attempt(() => api.post(`/v1/games/${id}/take-backs`))}
          >
            ${t("table.take-back")}
          </button>`
        : nothing}
    </section>`;
  }

  function seatsView() {
    const { game } = state;
    if (game.status === "open") return nothing;
    return html`<section class="panel" aria-labelledby="seats">
      <h2 id="seats">${t("table.seats")}</h2>
      <ul class="seat-list">
        ${game.seats.map((/** @type {any} */ seat) => {
          const isToAct = game.status === "running" && game.to_act.includes(seat.seat);
          const { deadline } = seat;
          return html`<li class="row ${isToAct ? "to-act" : ""}">
            ${seatMark(seat.seat)}
            <span class="grow">
              ${seatView(seat)}${game.you?.seat === seat.seat ? html` <span class="soft">${t("table.you")}</span>` : nothing}
              ${seat.resigned
                ? html`<span class="small soft">${t("table.resigned")}</span>`
                : seat.player && seat.bot
                  ? html`<span class="small soft">${t("table.away", { bot: seat.bot })}</span>`
                  : nothing}
            </span>
            ${isToAct ? html`<span class="tag">${t("table.to-act")}</span>` : nothing}
            ${deadline ? html`<span class="clock small">${timeLeft(deadline)}</span>` : nothing}
          </li>`;
        })}
      </ul>
      ${awayView()}
    </section>`;
  }

  /** One's own seat: to a bot while one is away, and back. */
  function awayView() {
    const { game } = state;
    const mine = mySeat();
    if (game.status !== "running" || !mine) return nothing;
    if (mine.resigned) return html`<p class="small">${t("table.you-resigned")}</p>`;
    if (mine.bot) {
      return html`<p class="small">${t("table.bot-plays")}</p>
        <button
          type="button"
          class="primary"
          ?disabled=${state.isBusy}
          @click=${() => attempt(() => api.post(`/v1/games/${id}/seats`, { seat: mine.seat }))}
        >
          ${t("table.seat-back")}
        </button>`;
    }
    return html`<details class="away">
      <summary>${t("table.go-away")}</summary>
      <p class="small soft">${t("table.go-away-hint")}</p>
      <div class="row">
        ${botsOf().map(
          (bot) => html`<button
            type="button"
            class="quiet"
            ?disabled=${state.isBusy}
            @click=${() => attempt(() => api.post(`/v1/games/${id}/seats`, { seat: mine.seat, bot }))}
          >
            ${botName(bot)}
          </button>`,
        )}
      </div>
      ${game.end_proposal
        ? nothing
        : html`<p class="small soft">${t("table.end-hint")}</p>
            <button
              type="button"
              class="quiet"
              ?disabled=${state.isBusy}
              @click=${() => attempt(() => api.post(`/v1/games/${id}/end-proposals`))}
            >
              ${t("table.end-propose")}
            </button>`}
      <p class="small soft">${t("table.resign-hint")}</p>
      <button type="button" class="danger" ?disabled=${state.isBusy} @click=${resign}>${t("table.resign")}</button>
    </details>`;
  }

  /** Gives up for good, if the player means it. */
  async function resign() {
    const { openDialog } = await import("./dialog.js");
    openDialog({
      title: t("table.resign-sure"),
      text: t("table.resign-hint"),
      yes: t("table.resign"),
      no: t("table.resign-not"),
      onYes: () => attempt(() => api.post(`/v1/games/${id}/resignations`)),
    });
  }

  /** The seat that is this player's, also while a bot plays it. */
  function mySeat() {
    const account = me()?.id;
    return state.game.seats.find((/** @type {any} */ seat) => seat.player !== null && seat.player.id === account) ?? null;
  }

  function logView() {
    const { game } = state;
    const told = state.events.filter((event) => (event.told ?? []).length > 0);
    return html`<section class="panel" aria-labelledby="log">
      <h2 id="log">${t("table.log")}</h2>
      ${state.logBegins > 0
        ? html`<button
            type="button"
            class="quiet"
            @click=${async () => {
              await readLog(Math.max(0, state.logBegins - LOG)).catch((error) => refused(error));
              draw();
            }}
          >
            ${t("table.earlier")}
          </button>`
        : nothing}
      <ol class="log" tabindex="0" reversed aria-labelledby="log">
        ${repeat(
          [...told].reverse(),
          (event) => event.n,
          (event) => html`<li class=${event.n === told.at(-1)?.n ? "is-last" : ""}>
            <div class="log-told">${sentencesOf(event).map((line) => html`<p>${line}</p>`)}</div>
            <span class="log-links">
              <a href="#n=${event.n}" aria-label=${t("table.see", { n: event.n })}>${event.n}</a>
              ${game.you || isPlayer()
                ? html`<button type="button" class="flag" aria-label=${t("table.claim", { n: event.n })} title=${t("table.claim", { n: event.n })} @click=${() => claim(event)}>⚑</button>`
                : nothing}
            </span>
          </li>`,
        )}
      </ol>
    </section>`;
  }

  function isPlayer() {
    return me() !== null && mySeat() !== null;
  }

  /** @param {any} event the one that is wrong; null if that is still to be said */
  async function claim(event) {
    const { openClaim } = await import("./disputes.js");
    openClaim({ game: id, isRunning: state.game.status === "running", n: event?.n ?? null, told: sentencesOf(event), onFiled: () => refresh() });
  }

  function moreView() {
    return html`<p class="row small">
      <a href="#n=${state.game.n}">${t("table.replay")}</a>
      <a href="/v1/games/${id}/record" download="${id}.jsonl">${t("table.record")}</a>
    </p>`;
  }
}

/** Whether the player may act in the game now. @param {any} game */
function isAsked(game) {
  return game.status === "running" && game.you !== null && game.you.decision !== null;
}

/** @type {string[] | null} kinds of bots of this page's title */
let bots = null;

/** Ends that are the same for all titles, so that no catalogue has them. @param {string} reason */
function ownReason(reason) {
  const text = t(`outcome.reason.${reason}`);
  return text === `outcome.reason.${reason}` ? null : { name: text };
}

/** A text as a sentence of its own. @param {string} text */
function sentence(text) {
  if (!text) return "";
  const whole = text[0].toLocaleUpperCase() + text.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}
