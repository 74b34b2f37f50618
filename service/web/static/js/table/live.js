/** A game's table as a page follows it: what the service said last, and what the player does. */
import * as api from "../api.js";
import { changes } from "../changes.js";
import { asProblem, newDraft, sentencesOf } from "../parts.js";
import { revealNonce, sit } from "../seating.js";
import { me, sessionLost } from "../session.js";
import { follow } from "../stream.js";
import { renderer } from "../titles/index.js";
import { lang, said, t } from "../words.js";

/** Number of events that the log shows at first, and adds each time the reader asks for earlier ones. */
const LOG_PAGE = 100;
/** Milliseconds to wait for further events before the game is read again, so that several are drawn at once. */
const BATCH_DELAY = 40;

/** The state of the page. It calls `onChange` whenever the page has to be drawn again. */
export class LiveTable {
  /** @type {any} */ game = null;
  /** @type {any} */ catalogue = null;
  /** @type {import("../titles/index.js").Renderer | null} */ renderer = null;
  /** @type {any[]} */ events = [];
  /** @type {{action: any, text: string, text_short: string}[]} in the chosen language */ actions = [];
  /** @type {any} the response that `actions` was made from */ offered = null;
  /** @type {Set<string>} */ changed = new Set();
  /** @type {import("../stream.js").Connection} */ connection = "connecting";
  /** @type {unknown} why the table cannot be shown */ fault = null;
  /** @type {unknown} why the last request was refused */ refusal = null;
  isBusy = false;
  isSessionLost = false;
  search = "";
  /** The number of the event before the first one in the log. */
  logBegins = 0;
  /** @type {any[] | null} invitations to this game that the player has sent; null before they are read */ sent = null;
  /** The name of a player to invite. */
  invitee = "";
  draft = newDraft();
  isClosed = false;
  refreshing = 0;
  wasMyTurn = false;
  /** @type {(() => void) | null} */ unfollow = null;
  timer = 0;
  /** @type {string[] | null} kinds of bots of the title; null before they are asked for */ botKinds = null;
  account = me()?.id ?? null;

  /**
   * @param {import("../shell.js").Page} page
   * @param {string} id the game's
   * @param {string | null} invite the word of an invitation link
   * @param {() => void} onChange
   */
  constructor(page, id, invite, onChange) {
    this.page = page;
    this.id = id;
    this.invite = invite;
    this.onChange = onChange;
    page.onChange(() => this.onPageChange());
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.unfollow?.();
  }

  draw() {
    if (!this.isClosed) this.onChange();
  }

  /** Called when the language or the account has changed. */
  onPageChange() {
    if (this.isClosed) return;
    const account = me()?.id ?? null;
    if (account !== this.account) {
      this.account = account;
      if (account !== null) this.isSessionLost = false;
      if (!this.isSessionLost) {
        this.open();
        return;
      }
    }
    this.reread();
  }

  // -- what the service says ---------------------------------------------------------------------------

  /** Reads everything that the page shows, then follows the game. @param {Promise<any>} [asked] the game, if it is asked for already */
  async open(asked = api.get(`/v1/games/${this.id}`)) {
    this.unfollow?.();
    this.unfollow = null;
    this.fault = null;
    this.draw();
    try {
      const game = await asked;
      // All at once, because each costs a round trip on a slow connection.
      const [catalogue, titleRenderer, offered] = await Promise.all([
        api.get(`/v1/rulesets/${game.ruleset}/catalogue`),
        renderer(game.ruleset),
        isAsked(game) ? api.get(`/v1/games/${this.id}/actions`) : null,
        this.readLog(Math.max(0, game.n - LOG_PAGE)),
      ]);
      if (this.isClosed) return;
      this.catalogue = catalogue;
      this.renderer = titleRenderer;
      this.offered = offered;
      await this.setGame(game);
      this.follow();
    } catch (error) {
      this.fault = asProblem(error);
    }
    this.draw();
  }

  /** Reads the sentences of the log again, in the language that is chosen now. */
  async reread() {
    this.translateActions();
    this.draw();
    if (this.game === null) return;
    try {
      await this.readLog(this.logBegins);
    } catch (error) {
      this.refusal = asProblem(error);
    }
    this.follow();
    this.draw();
  }

  /** Follows the game from the last event in the log, in the chosen language. Reads the game again if the log is newer. */
  follow() {
    const after = this.events.at(-1)?.n ?? this.game.n;
    if (after > this.game.n) this.refresh();
    this.unfollow?.();
    this.unfollow = follow(this.id, {
      after,
      onEvent: (event) => this.onEvent(event),
      onState: (connection, problem) => this.onConnection(connection, problem),
    });
  }

  /** Reads the log anew, beginning with the event after that one. @param {number} after */
  async readLog(after) {
    const events = [];
    let from = `after=${after}`;
    for (;;) {
      const body = await api.get(`/v1/games/${this.id}/events?${from}&lang=${lang()}`);
      events.push(...body.events);
      if (body.next === null) break;
      from = `cursor=${encodeURIComponent(body.next)}`;
    }
    this.events = events;
    this.logBegins = after;
  }

  /** Reads an earlier part of the log, too. */
  async readEarlier() {
    await this.readLog(Math.max(0, this.logBegins - LOG_PAGE)).catch((error) => this.refused(error));
    this.draw();
  }

  /** Adds an event to the log. The game is read again if the event is newer. @param {any} event */
  onEvent(event) {
    if (event.n <= (this.events.at(-1)?.n ?? 0)) return;
    this.events.push(event);
    const told = (event.told_short ?? event.told ?? []).join(" ");
    this.page.announce(told);
    if (event.n > this.game.n) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.refresh(), BATCH_DELAY);
    } else {
      this.draw();
    }
  }

  /** @param {import("../stream.js").Connection} connection @param {api.Problem} [problem] */
  onConnection(connection, problem) {
    const was = this.connection;
    this.connection = connection;
    if (problem) this.refused(problem);
    if (connection === "lost" && was === "live") this.page.announce(t("table.connection.lost"), { assertive: true });
    if (connection === "live" && was === "lost") {
      this.page.announce(t("table.connection.again"));
      this.refresh();
    }
    this.draw();
  }

  /** Reads the game again. Only the latest of several calls counts. */
  async refresh() {
    const call = ++this.refreshing;
    try {
      const game = await api.get(`/v1/games/${this.id}`);
      if (call !== this.refreshing || this.isClosed) return;
      await this.setGame(game);
    } catch (error) {
      this.refused(error);
    }
    this.draw();
  }

  /** Shows this version of the game, unless a newer one is shown. @param {any} game */
  async setGame(game) {
    if (this.game !== null && game.n < this.game.n) return;
    if (this.game !== null && game.n > this.game.n) this.changed = changes(this.game.table, game.table);
    this.game = game;
    // Actions for an earlier decision can no longer be taken, also while the new ones are being read.
    if (this.offered !== null && this.offered.decision !== game.you?.decision) {
      this.offered = null;
      this.translateActions();
    }
    await this.readActions();
    if (game.status === "open" && this.sent === null) this.readInvitations();
    // The browser reveals the nonce by itself as soon as the game waits for it.
    if (game.status === "open" && me() !== null) {
      const done = await revealNonce(game, me()?.id ?? "").catch((error) => this.refused(error));
      if (done) this.game = done.game;
    }
    const isMyTurn = Boolean(game.you?.owed) && game.status === "running";
    if (isMyTurn && !this.wasMyTurn) this.page.announce(t("table.your-turn"));
    this.wasMyTurn = isMyTurn;
    const title = said(this.catalogue?.title);
    this.page.setTitle(isMyTurn ? `● ${t("table.your-turn")} – ${title}` : title);
  }

  /** Reads the actions that the player may take, unless those of this event are here already. */
  async readActions() {
    const { game } = this;
    if (!isAsked(game)) {
      this.offered = null;
    } else if (this.offered?.n !== game.n) {
      const offered = await api.get(`/v1/games/${this.id}/actions`);
      // A decision may have passed since the game was read; the actions are then those of a later one.
      if (this.game === game && offered.decision === game.you.decision) this.offered = offered;
    }
    this.translateActions();
  }

  /** Puts the actions into the chosen language. */
  translateActions() {
    this.actions = (this.offered?.actions ?? []).map((/** @type {any} */ one) => ({
      action: one.action,
      text: said(one.text),
      text_short: said(one.text_short),
    }));
  }

  // -- what the player does ----------------------------------------------------------------------------

  /**
   * Sends a change, and shows the game after it. If it is refused, shows why.
   * @param {() => Promise<any>} work
   */
  async attempt(work) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.refusal = null;
    this.draw();
    try {
      const done = await work();
      if (done?.game) await this.setGame(done.game);
      else await this.refresh();
    } catch (error) {
      this.refused(error);
      await this.refresh();
    }
    this.isBusy = false;
    this.draw();
  }

  /** Keeps an error to be shown. If the session has ended, the player is asked to sign in again. @param {unknown} error */
  refused(error) {
    const problem = asProblem(error);
    if (problem.status === 401) {
      this.isSessionLost = true;
      sessionLost();
    }
    this.refusal = problem;
  }

  /** Takes an action. @param {any} action */
  choose(action) {
    const decision = this.offered?.decision ?? this.game.you?.decision;
    this.attempt(() => api.post(`/v1/games/${this.id}/actions`, { decision, action }));
  }

  /** Offers all players the same game again, one seat further on. If it has been offered already, goes to that game. */
  async rematch() {
    if (this.isBusy) return;
    this.isBusy = true;
    this.refusal = null;
    this.draw();
    try {
      const done = await api.post(`/v1/games/${this.id}/rematches`);
      const game = done.game;
      // The player who offers it sits down at once, because a seat is reserved for them anyway.
      await sit(game.id, me()?.id ?? "").catch(() => null);
      location.assign(`/games/${game.id}`);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === "rematch/offered" && problem.body.game) {
        location.assign(`/games/${problem.body.game}`);
        return;
      }
      this.refused(problem);
      this.isBusy = false;
      this.draw();
    }
  }

  /** Sits down by the invitation link, then opens the table. */
  async accept() {
    this.isBusy = true;
    this.refusal = null;
    this.draw();
    try {
      await sit(this.id, me()?.id ?? "", { invite: this.invite });
      this.isBusy = false;
      await this.open();
    } catch (error) {
      this.isBusy = false;
      this.refusal = asProblem(error);
      this.draw();
    }
  }

  /** Reads the invitations to this game that the player has sent. */
  async readInvitations() {
    if (me() === null) return;
    this.sent ??= [];
    try {
      this.sent = (await api.get(`/v1/invitations?direction=sent&game=${this.id}`)).invitations;
    } catch {
      // Players can be invited without the list.
    }
    this.draw();
  }

  /** Kinds of bots of the title; none until the service has answered. */
  bots() {
    if (this.botKinds === null) {
      this.botKinds = [];
      api
        .get(`/v1/rulesets/${this.game.ruleset}`)
        .then((ruleset) => {
          this.botKinds = ruleset.bots;
          this.draw();
        })
        .catch(() => {});
    }
    return this.botKinds;
  }

  /** The player's seat, also while a bot plays it; null without one. */
  mySeat() {
    const account = me()?.id;
    return this.game.seats.find((/** @type {any} */ seat) => seat.player !== null && seat.player.id === account) ?? null;
  }

  /** Whether the visitor has a seat in the game. */
  isPlayer() {
    return me() !== null && this.mySeat() !== null;
  }

  /** Opens the form of a dispute. @param {any} event the disputed one; null if the player is to name it there */
  async claim(event) {
    const { openClaim } = await import("../disputes.js");
    openClaim({ game: this.id, isRunning: this.game.status === "running", n: event?.n ?? null, told: sentencesOf(event), onFiled: () => this.refresh() });
  }
}

/** Whether the player may act in the game now. @param {any} game */
function isAsked(game) {
  return game.status === "running" && game.you !== null && game.you.decision !== null;
}
