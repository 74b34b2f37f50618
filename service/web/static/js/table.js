/** A game's table, live: the picture, the actions, the seats and the log. */
import * as api from "./api.js";
import { html, nothing, render } from "./html.js";
import { accountForm, emblemView, problemView, rulesView, seatName } from "./parts.js";
import { me } from "./session.js";
import { actionsView } from "./table/actions.js";
import { LiveTable } from "./table/live.js";
import { logView, moreView, outcomeView } from "./table/log.js";
import { connectionView, headlineView, noticesView, proposalsView, sessionView } from "./table/notices.js";
import { seatsView } from "./table/seats.js";
import { lang, said, t } from "./words.js";

/** Milliseconds after which a press that never ended is over, as one on a scroll bar. */
const LONGEST = 8_000;
/** Milliseconds in which the click of a press may follow its end, as it does after a touch. */
const CLICK = 60;

/**
 * Opens the table.
 * @param {{page: import("./shell.js").Page, root: HTMLElement, game: string, invite: string | null, first?: Promise<any>}} options
 *   `first` is the game, if it has been asked for already
 * @returns {() => void} closes it
 */
export function openTable({ page, root, game, invite, first }) {
  const draw = () => {
    table.drawnFor = table.store?.offered?.decision ?? null;
    render(view(table), root);
    keepFocus();
  };
  /** What had the focus last, in the page of the table. @type {any} */
  let held = null;
  root.addEventListener("focusin", (event) => (held = event.target));
  // Whoever plays by keyboard goes on at the next choices, and not at the beginning of the page.
  const keepFocus = () => {
    const isGone = held !== null && (!held.isConnected || held.disabled);
    if (!isGone || table.isBusy || ![document.body, held].includes(document.activeElement)) return;
    held = null;
    document.getElementById("actions")?.focus({ preventScroll: true });
  };
  const press = new Press(root, draw);
  const table = new LiveTable(page, game, invite, () => press.draw());
  const onClick = (/** @type {MouseEvent} */ event) => {
    if (press.isSecond(event, table.drawnFor) || table.stage?.isMeant(event)) event.stopPropagation();
  };
  root.addEventListener("click", onClick, { capture: true });
  const clock = setInterval(() => table.game?.clock && table.draw(), 1000);
  table.open(first);
  return () => {
    clearInterval(clock);
    press.close();
    table.close();
    render(nothing, root);
  };
}

/** @typedef {import("./titles/index.js").Drawn} Scene what renderers draw from */

/** @param {LiveTable} table */
function view(table) {
  if (table.game === null || table.catalogue === null) return before(table);
  const { game } = table;
  const scene = sceneOf(table);
  return html`
    <div class="table-head">
      ${emblemView(game.ruleset)}
      <h1>${said(table.catalogue.title)}</h1>
      ${connectionView(table)}
    </div>
    ${sessionView(table)}
    ${noticesView(table)}
    ${table.guide?.view() ?? nothing}
    <div class="table-page">
      <section class="table-main" aria-labelledby="table">
        <h2 id="table" class="only-heard">${t("table.table")}</h2>
        ${headlineView(table)}
        ${game.status === "open" ? table.seatingView?.(table) : nothing}
        ${game.outcome && !table.stage?.isPlaying ? outcomeView(table) : nothing}
        ${game.table && table.renderer
          ? html`<div class="stage-place" @click=${() => table.stage?.isPlaying && table.stage.skip()}>
              <div class="table-drawn">${drawn(table, scene)}</div>
              ${table.stage?.view() ?? nothing}
            </div>`
          : nothing}
      </section>
      <aside class="table-aside">
        ${actionsView(table, html`${hintButton(table)}${takeBackView(table)}`, ownView(table, scene))} ${table.hint?.view() ?? nothing} ${seatsView(table)} ${logView(table)} ${moreView(table)} ${rulesView(table.catalogue)}
      </aside>
    </div>
    <div class="asks">${refusalView(table)} ${proposalsView(table)}</div>
  `;
}

/** The page while the game is loading, or when it cannot be shown. @param {LiveTable} table */
function before(table) {
  const problem = /** @type {api.Problem | null} */ (table.fault);
  if (problem === null) return html`<p class="soft" role="status">${t("table.loading")}</p>`;
  if (problem.code === "game/unknown" && table.invite) {
    return html`<h1>${t("table.invited")}</h1>
      <section class="panel stack">
        <p>${t("table.invited-hint")}</p>
        ${problemView(table.refusal)}
        ${me() === null
          ? accountForm({ draft: table.draft, redraw: () => table.draw() })
          : html`<button type="button" class="primary" ?disabled=${table.isBusy} @click=${() => table.accept()}>${t("table.sit")}</button>`}
      </section>`;
  }
  return html`<h1>${t("shell.table")}</h1>
    ${problemView(problem)}
    ${me() === null && problem.code === "game/unknown"
      ? html`<section class="panel">
          <p>${t("table.unknown-hint")}</p>
          ${accountForm({ draft: table.draft, redraw: () => table.draw() })}
        </section>`
      : nothing}
    <p><a class="button" href="/">${t("table.to-lobby")}</a>
      <button type="button" class="quiet" @click=${() => table.open()}>${t("table.again")}</button></p>`;
}

/** The table, as the title's renderer draws it. If the renderer fails, the rest of the page still works. @param {LiveTable} table @param {Scene} scene */
function drawn(table, scene) {
  try {
    return table.renderer?.draw(scene);
  } catch (error) {
    console.error(error);
    return html`<p class="notice">${t("table.cannot-draw")}</p>`;
  }
}

/**
 * What renderers draw from. While events are played, the board stands as it stood then; the list has the present choices.
 *
 * @param {LiveTable} table @returns {Scene}
 */
function sceneOf(table) {
  const { game } = table;
  const played = table.stage?.board() ?? null;
  return {
    table: (played ?? game).table,
    catalogue: table.catalogue,
    viewer: game.you ? game.you.seat : null,
    seats: game.seats.map((/** @type {any} */ seat) => ({ ...seat, name: seatName(seat) })),
    actions: table.isBusy || played ? [] : table.actions,
    lang: lang(),
    changed: (played ?? table).changed,
    choose: (action) => table.choose(action),
  };
}

/** The player's own life and means, which stay in sight beside the choices. @param {LiveTable} table @param {Scene} scene */
function ownView(table, scene) {
  const { game, renderer } = table;
  if (!game.you || !game.table || !renderer?.own) return nothing;
  return html`<p class="own-now">${renderer.own(scene)}</p>`;
}

/** Why the last request was refused. It lies over the page, so that the table does not move. @param {LiveTable} table */
function refusalView(table) {
  const onClose = () => {
    table.refusal = null;
    table.draw();
  };
  return problemView(table.refusal, { onClose });
}

/** Asks what the strong bot would weigh. Only who plays alone may, in a game that allows it. @param {LiveTable} table */
function hintButton(table) {
  const { game } = table;
  const people = game.seats.filter((/** @type {any} */ seat) => seat.player !== null).length;
  if (game.status !== "running" || !game.hints || people !== 1 || !game.you?.owed || table.actions.length < 2) return nothing;
  return html`<button type="button" class="quiet" ?disabled=${table.isBusy} @click=${() => table.askForHint()}>${t("table.hint")}</button>`;
}

/** Takes the last action back. @param {LiveTable} table */
function takeBackView(table) {
  if (!table.canTakeBack()) return nothing;
  return html`<button
    type="button"
    class="quiet"
    ?disabled=${table.isBusy}
    @click=${() => table.attempt(() => api.post(`/v1/games/${table.id}/take-backs`))}
  >
    ${t("table.take-back")}
  </button>`;
}

/**
 * A press counts for what was there when it began: while one is under way, the page is not drawn, so nothing moves under
 * the pointer, and no other control takes the place of the pressed one.
 */
class Press {
  isOn = false;
  isLate = false;
  timer = 0;
  /** The decision that the first click of a double click was for. @type {number | null} */
  first = null;
  /** What the first click of a double click was on. @type {EventTarget | null} */
  pressed = null;

  /** @param {HTMLElement} root @param {() => void} onDraw draws the page */
  constructor(root, onDraw) {
    this.onDraw = onDraw;
    root.addEventListener("pointerdown", (event) => event.isPrimary && this.begin(), { capture: true });
    root.addEventListener("keydown", (event) => event.key === " " && this.begin(), { capture: true });
    for (const name of ["pointerup", "pointercancel", "keyup"]) addEventListener(name, this.onUp, { capture: true });
    for (const name of ["click", "blur"]) addEventListener(name, this.end);
  }

  close() {
    clearTimeout(this.timer);
    for (const name of ["pointerup", "pointercancel", "keyup"]) removeEventListener(name, this.onUp, { capture: true });
    for (const name of ["click", "blur"]) removeEventListener(name, this.end);
  }

  /** Draws the page, or once the press is over. */
  draw() {
    if (this.isOn) this.isLate = true;
    else this.onDraw();
  }

  begin() {
    this.isOn = true;
    this.endIn(LONGEST);
  }

  onUp = () => this.isOn && this.endIn(CLICK);

  /** @param {number} milliseconds */
  endIn(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.end, milliseconds);
  }

  end = () => {
    clearTimeout(this.timer);
    this.isOn = false;
    if (!this.isLate) return;
    this.isLate = false;
    this.onDraw();
  };

  /**
   * Whether it is the second click of a double click, and another decision is drawn by now, or what was clicked has gone.
   * @param {MouseEvent} event @param {number | null} decision
   */
  isSecond(event, decision) {
    if (event.detail <= 1) {
      this.first = decision;
      this.pressed = event.target;
    }
    const isGone = this.pressed instanceof Node && !this.pressed.isConnected;
    return event.detail > 1 && (decision !== this.first || isGone);
  }
}
