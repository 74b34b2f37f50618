/** A game's table as a page follows it: what the service said last, and what the player does. */
import * as api from "../api.js";
import { changes } from "../changes.js";
import { asProblem, newDraft, sentencesOf } from "../parts.js";
import { guidePlace, revealNonce, sit } from "../seating.js";
import { me, sessionLost } from "../session.js";
import { follow } from "../stream.js";
import { stylesheet } from "../styles.js";
import { renderer } from "../titles/index.js";
import { lang, remembered, said, t } from "../words.js";
import { GameStore, isAsked } from "./store.js";

/** Number of events that the log shows at first, and adds each time the reader asks for earlier ones. */
const LOG_PAGE = 100;

/** Milliseconds until the stage is loaded, once the table is there. An action or an event that was missed loads it at once. */
const STAGE_DELAY = 2500;

/** The choice, kept in the browser, that forced moves are made by themselves. */
export const FORCED = "delvebook.forced";

/** The state of the page. It calls `onChange` whenever the page has to be drawn again. */
export class LiveTable {
  /** @type {GameStore | null} what is known of the game; null before it is read */ store = null;
  /** @type {any} */ catalogue = null;
  /** @type {import("../titles/index.js").Renderer | null} */ renderer = null;
  /** @type {{action: any, text: string, text_short: string, stakes: any[]}[]} in the chosen language */ actions = [];
  /** @type {any} the response that `actions` was made from */ translated = null;
  /** @type {Set<string>} */ changed = new Set();
  /** @type {import("../stream.js").Connection} */ connection = "connecting";
  /** @type {unknown} why the table cannot be shown */ fault = null;
  /** @type {unknown} why the last request was refused */ refusal = null;
  /** Whether the last action can be taken back, as the service said at event `n`. */
  takeBack = { n: 0, allowed: false };
  isBusy = false;
  /** The decision that was answered by itself last. @type {number | null} */
  passed = null;
  isSessionLost = false;
  search = "";
  /** @type {any[] | null} invitations to this game that the player has sent; null before they are read */ sent = null;
  /** The name of a player to invite. */
  invitee = "";
  draft = newDraft();
  isClosed = false;
  wasMyTurn = false;
  /** @type {(() => void) | null} */ unfollow = null;
  /** @type {string[] | null} kinds of bots of the title; null before they are asked for */ botKinds = null;
  /** Whether the player looks at the bots that could play on for them. */ isLeaving = false;
  account = me()?.id ?? null;
  /** @type {import("./guide.js").GuideView | null} the guide of a first game */ guide = null;
  /** @type {import("./stage.js").Stage | null} plays events one after the other; null until it is loaded */ stage = null;
  /** When the table was opened: the last event that was shown, the last one that was missed, and whether the game was under way. */
  opened = { shown: 0, missed: 0, isUnderWay: false };
  /** The decision of the choices that are drawn. @type {number | null} */ drawnFor = null;
  /** Draws the seats before the game. @type {((table: LiveTable) => any) | null} */ seatingView = null;
  /** @type {import("./hint.js").HintView | null} null until a hint is asked for */ hint = null;

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
    this.store?.close();
    this.stage?.close();
    this.unfollow?.();
  }

  /** @type {any} the newest game known; null before it is read */
  get game() {
    return this.store?.game ?? null;
  }

  /** @type {any[]} the events of the log, in order */
  get events() {
    return this.store?.events ?? [];
  }

  /** The number of the event before the first one in the log. */
  get logBegins() {
    return this.store?.logBegins ?? 0;
  }

  draw() {
    if (this.isClosed) return;
    this.translateActions();
    this.stage?.update();
    try {
      this.onChange();
    } catch (error) {
      reportError(error); // what could not be drawn must not keep the game from going on
    }
    this.passForced();
  }

  /** Takes the only choice by itself, once for each decision, if the player wants that. */
  passForced() {
    const decision = this.store?.offered?.decision ?? null;
    const [only, ...others] = this.actions;
    if (decision === null || this.passed === decision || this.isBusy || !only || others.length > 0) return;
    if (remembered(FORCED) !== "yes" || !this.game.you?.owed || this.game.clock_stopped || this.givesUp(only.action)) return;
    this.passed = decision;
    this.page.announce(only.text_short);
    this.send(decision, only.action);
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
    this.store?.close();
    this.store = null;
    this.stage?.close();
    this.stage = null;
    this.fault = null;
    this.draw();
    try {
      const game = await asked;
      const logBegins = Math.max(0, game.n - LOG_PAGE);
      // All at once, because each costs a round trip on a slow connection.
      const [catalogue, titleRenderer, offered, events, sitting] = await Promise.all([
        api.get(`/v1/rulesets/${game.ruleset}/catalogue`),
        renderer(game.ruleset),
        isAsked(game) ? this.source.actions() : null,
        this.source.log(logBegins),
        game.status === "open" ? api.needed(import("./sitting.js")) : null,
      ]);
      if (this.isClosed) return;
      this.catalogue = catalogue;
      this.renderer = titleRenderer;
      this.seatingView = sitting?.seatingView ?? null;
      this.store = new GameStore(this.source, this.listener, game, events, logBegins);
      if (offered) this.store.takeActions(offered);
      this.onGame(null, game);
      this.follow();
      this.openGuide();
      this.openStage(game);
    } catch (error) {
      this.fault = asProblem(error);
    }
    this.draw();
  }

  /** Opens the guide, if this is a guided first game. The table works without it. */
  async openGuide() {
    if (remembered(guidePlace(this.id)) === null) return;
    this.guide = await import("./guide.js").then(({ GuideView }) => new GuideView(this), () => null);
    await this.guide?.open().catch(() => (this.guide = null));
  }

  /** Where this browser keeps the last event of the game that was shown here. */
  get seenPlace() {
    return `delvebook.seen.${this.id}`;
  }

  /** Plays what came since the player was here last, and from now on what comes. @param {any} game as it was read */
  openStage({ n, outcome }) {
    const shown = Math.min(Number(remembered(this.seenPlace) ?? n), n);
    this.opened = { shown, missed: shown < n ? n : 0, isUnderWay: !outcome };
    if (shown < n) this.loadStage();
    else setTimeout(() => this.loadStage(), STAGE_DELAY);
  }

  /** Loads the stage, once. The table works without it. */
  async loadStage() {
    const { store } = this;
    // It is drawn only with its stylesheet. Drawn before, it would move the page twice.
    const [loaded] = await Promise.all([import("./stage.js").catch(() => null), stylesheet("stage.css")]);
    if (loaded === null || this.stage !== null || this.isClosed || store === null || store !== this.store) return;
    this.stage = new loaded.Stage(this, this.opened);
    this.draw();
  }

  /** @type {import("./store.js").Source} */
  source = {
    game: () => api.get(`/v1/games/${this.id}`),
    actions: () => api.get(`/v1/games/${this.id}/actions`),
    log: (after) => this.readLog(after),
    // The browser reveals the nonce by itself as soon as the game waits for it.
    owed: async (game) => (me() === null ? null : ((await revealNonce(game, me()?.id ?? ""))?.game ?? null)),
  };

  /** @type {import("./store.js").Listener} */
  listener = {
    onChange: () => this.draw(),
    onEvent: (event) => this.page.announce((event.told_short ?? event.told ?? []).join(" ")),
    onGame: (before, game) => this.onGame(before, game),
    // A lost connection is told beside the title; what asking again cannot mend is told as a refusal.
    onError: (error) => isFinal(error) && this.refused(error),
    isFinal,
  };

  /** Reads the sentences of the log again, in the language that is chosen now. */
  async reread() {
    this.translated = null;
    this.draw();
    const { store } = this;
    if (store === null) return;
    try {
      store.replaceLog(await this.readLog(store.logBegins), store.logBegins);
    } catch (error) {
      this.refusal = asProblem(error);
    }
    if (store !== this.store) return;
    this.follow();
    this.draw();
  }

  /** Follows the game from the last event in the log, in the chosen language. */
  follow() {
    const { store } = this;
    if (store === null || this.isClosed) return;
    this.unfollow?.();
    this.unfollow = follow(this.id, {
      after: store.logReaches,
      onEvent: (event) => store.takeEvent(event),
      onState: (connection, problem) => this.onConnection(connection, problem),
    });
  }

  /** All events after that one, told in the chosen language. @param {number} after @returns {Promise<any[]>} */
  async readLog(after) {
    const events = [];
    let from = `after=${after}`;
    for (;;) {
      const body = await api.get(`/v1/games/${this.id}/events?${from}&lang=${lang()}`);
      events.push(...body.events);
      if (body.next === null) return events;
      from = `cursor=${encodeURIComponent(body.next)}`;
    }
  }

  /** Reads an earlier part of the log, too. */
  async readEarlier() {
    const { store } = this;
    if (store === null) return;
    const after = Math.max(0, store.logBegins - LOG_PAGE);
    try {
      store.replaceLog(await this.readLog(after), after);
    } catch (error) {
      this.refused(error);
    }
    this.draw();
  }

  /** @param {import("../stream.js").Connection} connection @param {api.Problem} [problem] */
  onConnection(connection, problem) {
    const was = this.connection;
    this.connection = connection;
    if (problem) this.refused(problem);
    if (connection === "lost" && was === "live") this.page.announce(t("table.connection.lost"), { assertive: true });
    if (connection === "live" && was === "lost") {
      // The service responds again.
      if (this.refusal instanceof api.Problem && this.refusal.code === "network") this.refusal = null;
      this.page.announce(t("table.connection.again"));
      this.refresh();
    }
    this.draw();
  }

  /** Reads the game again. */
  refresh() {
    this.store?.reread();
  }

  /** Called when a newer game is known. @param {any} before the one that was known; null for the first @param {any} game */
  onGame(before, game) {
    if (before !== null && game.n > before.n) this.changed = changes(before.table, game.table);
    if (game.status === "open" && this.sent === null) this.readInvitations();
    const isMyTurn = Boolean(game.you?.owed) && game.status === "running";
    if (isMyTurn && !this.wasMyTurn) this.page.announce(t("table.your-turn"));
    this.wasMyTurn = isMyTurn;
    const title = said(this.catalogue?.title);
    this.page.setTitle(isMyTurn ? `● ${t("table.your-turn")} – ${title}` : title);
  }

  /** Puts the actions into the chosen language, if that is not done. */
  translateActions() {
    const offered = this.store?.offered ?? null;
    if (this.translated === offered) return;
    this.translated = offered;
    this.actions = (offered?.actions ?? []).map((/** @type {any} */ one) => ({
      action: one.action,
      text: said(one.text),
      text_short: said(one.text_short),
      stakes: one.stakes,
    }));
  }

  /** Whether the player's last action can be taken back; false until the service has said so. */
  canTakeBack() {
    const { game } = this;
    const last = this.events.findLast((event) => event.type === "ActionTaken");
    // Once another seat has acted, only asking would tell.
    if (game.status !== "running" || !game.you || game.take_back || last?.by !== `seat:${game.you.seat}`) return false;
    if (this.takeBack.n !== game.n) {
      this.takeBack = { n: game.n, allowed: false };
      api
        .get(`/v1/games/${this.id}/take-backs`)
        .then((answer) => {
          if (this.takeBack.n === answer.n) this.takeBack.allowed = answer.allowed === true;
          this.draw();
        })
        .catch(() => {});
    }
    return this.takeBack.allowed;
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
      if (done?.game) this.store?.takeGame(done.game);
      else this.refresh();
    } catch (error) {
      this.refused(error);
      this.refresh();
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

  /** Waits for a module that is needed now. If it cannot be loaded, says so and returns null. @template T @param {Promise<T>} loading */
  needed(loading) {
    return api.needed(loading).catch((error) => {
      this.refused(error);
      this.draw();
      return null;
    });
  }

  /** Asks the service what the strong bot would weigh here. */
  async askForHint() {
    const loaded = await this.needed(import("./hint.js"));
    if (loaded === null) return;
    this.hint ??= new loaded.HintView(this);
    await this.hint.ask();
  }

  /** Whether the action gives something up for good, so that it is asked about first. @param {any} action */
  givesUp(action) {
    return this.renderer?.givesUp?.(action) ?? false;
  }

  /** Takes an action. What cannot be undone is asked about once. @param {any} action */
  async choose(action) {
    this.stage?.skip();
    const decision = this.drawnFor ?? this.store?.offered?.decision ?? this.game.you?.decision;
    if (!this.givesUp(action)) return this.send(decision, action);
    const offer = this.actions.find((one) => JSON.stringify(one.action) === JSON.stringify(action));
    (await this.needed(import("../dialog.js")))?.openDialog({
      title: t("table.sure"),
      text: offer?.text ?? "",
      yes: t("table.sure-yes"),
      no: t("table.sure-no"),
      onYes: () => this.send(decision, action),
    });
  }

  /** @param {number | null | undefined} decision @param {any} action */
  send(decision, action) {
    this.loadStage();
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
    (await this.needed(import("../disputes.js")))?.openClaim({ game: this.id, isRunning: this.game.status === "running", n: event?.n ?? null, told: sentencesOf(event), onFiled: () => this.refresh() });
  }
}

/** Whether it is of no use to ask again. @param {unknown} error */
function isFinal(error) {
  return !(error instanceof api.Problem) || error.isFinal;
}
