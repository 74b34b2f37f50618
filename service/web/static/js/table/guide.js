/** The guide of a first game: what is told at the moments that matter, beside the table, until the player ends it. */
import * as api from "../api.js";
import { keepTold, toldIn } from "../first_game.js";
import { html, nothing } from "../html.js";
import { register, said, t } from "../words.js";
import en from "../words/guide.en.js";
import ru from "../words/guide.ru.js";

register("en", en);
register("ru", ru);

/** Where the guide lies over the choices, as `css/base.css` says. */
const NARROW = matchMedia("(max-width: 60rem)");

/** @typedef {import("./live.js").LiveTable} LiveTable */
/** @typedef {{id: string, when: Record<string, any>, clauses: string[], text: {en: string, ru: string}}} Moment */
/** @typedef {{view: any, actions: string[], facts: string[], over: boolean, decision: number | null}} Now */

/** The guide of the game at a table. */
export class GuideView {
  /** @type {Moment[]} */ moments = [];
  /** @type {string[]} what was told, and read */ told;
  /** @type {Moment | null} what is told now */ current = null;
  /** The decision at which it is told; null at the end. @type {number | null} */ decision = null;

  /** @param {LiveTable} table */
  constructor(table) {
    this.table = table;
    this.told = toldIn(table.id) ?? [];
  }

  async open() {
    this.moments = (await api.get(`/v1/rulesets/${this.table.game.ruleset}/guide`)).moments;
    this.table.draw();
  }

  /** Finds out what is to be told now. What stands there already stays until it is read or another decision is due. */
  update() {
    const now = nowAt(this.table);
    if (now === null || this.moments.length === 0) return;
    // There it would hide what is being played.
    if (this.current === null && NARROW.matches && this.table.stage?.isPlaying) return;
    const { decision } = now;
    if (this.current !== null && (this.decision === decision || this.current.when.over)) return;
    this.decision = decision;
    this.next(now);
  }

  /** Tells the next moment that is there. @param {Now | null} now */
  next(now) {
    if (this.current !== null) {
      this.told.push(this.current.id);
      keepTold(this.table.id, this.told);
    }
    this.current = now === null ? null : (this.moments.find((one) => !this.told.includes(one.id) && isThere(one.when, now)) ?? null);
    if (this.current !== null) this.table.page.announce(said(this.current.text));
  }

  view() {
    this.update();
    const { current, table } = this;
    if (this.moments.length === 0 || (current === null && table.game.status !== "running")) return nothing;
    const onNext = () => {
      this.next(nowAt(table));
      table.draw();
      keepFocus(table);
    };
    const onEnd = () => {
      keepTold(table.id, null);
      table.guide = null;
      table.draw();
      keepFocus(table);
    };
    return html`<section class="panel guide ${current === null ? "" : "is-telling"}" aria-labelledby="guide">
      <h2 id="guide">${t("guide.heading")} <span class="soft small">${t("guide.step", { done: this.told.length + (current ? 1 : 0), all: this.moments.length })}</span></h2>
      <p class="guide-text">${current === null ? t("guide.play-on") : said(current.text)}</p>
      <div class="row">
        ${current === null ? nothing : html`<button type="button" class="primary" @click=${onNext}>${t("guide.next")}</button>`}
        <button type="button" class="quiet" @click=${onEnd}>${t("guide.end")}</button>
        ${current === null
          ? nothing
          : html`<details class="small">
              <summary>${t("guide.clauses")}</summary>
              ${current.clauses.map((clause) => html`<p><strong>${clause}</strong> ${said(table.catalogue.clauses[clause])}</p>`)}
            </details>`}
      </div>
    </section>`;
  }
}

/** If the pressed button has gone, the keyboard goes on from the beginning of the table, and not of the page. @param {LiveTable} table */
function keepFocus({ page }) {
  setTimeout(() => document.activeElement === document.body && page.main.focus({ preventScroll: true }));
}

/** What a guide is judged by at the player's decision or the end; null in between. @param {LiveTable} table @returns {Now | null} */
function nowAt(table) {
  const { game } = table;
  const over = game.status === "finished";
  if (!over && (!game.you?.owed || table.actions.length === 0)) return null;
  const own = table.events.findLast((event) => event.type === "ActionTaken" && event.by === `seat:${game.you?.seat}`)?.n ?? 0;
  const facts = table.events.filter((event) => event.n >= own).flatMap((event) => (event.data.facts ?? []).map((/** @type {any} */ fact) => fact.type));
  return { view: game.table, actions: over ? [] : table.actions.map((one) => one.action.type), facts, over, decision: over ? null : game.you.decision };
}

/** Whether a moment is there, as `domain/guides.py` says. @param {Record<string, any>} when @param {Omit<Now, "decision">} now */
export function isThere(when, now) {
  return (
    (when.over ?? false) === now.over &&
    (when.actions ?? []).every((/** @type {string} */ one) => now.actions.includes(one)) &&
    (when.facts === undefined || when.facts.some((/** @type {string} */ one) => now.facts.includes(one))) &&
    Object.entries(when.view ?? {}).every(([pointer, expected]) => isAs(valueAt(now.view, pointer), expected))
  );
}

/** @param {any} view @param {string} pointer a JSON Pointer */
function valueAt(view, pointer) {
  let at = view;
  for (const part of pointer.split("/").slice(1)) at = at !== null && typeof at === "object" && Object.hasOwn(at, part) ? at[part] : undefined;
  return at;
}

/** @param {any} value @param {any} expected */
function isAs(value, expected) {
  if (expected === null || typeof expected !== "object") return value === expected;
  if ("begins" in expected) return typeof value === "string" && value.startsWith(expected.begins);
  const size = value !== null && typeof value === "object" ? Object.keys(value).length : value;
  return typeof size === "number" && size >= (expected.min ?? size) && size <= (expected.max ?? size);
}
