/** The events of a game, and the table after each of them, as the public API gives them. */

import { renderer } from "../titles/index.js";

/** @typedef {typeof import("../api.js")} Api */

/**
 * @typedef {object} GameEvent
 * @property {number} n
 * @property {string} type
 * @property {string} by
 * @property {string} at
 * @property {Record<string, any>} data
 * @property {string[]} told
 * @property {string[]} told_short
 * @property {string} hash
 */

/** Most tables that are kept. The oldest one is dropped first. */
const KEPT_MAX = 400;

export class Moments {
  /**
   * @param {Api} api
   * @param {string} game
   */
  constructor(api, game) {
    this.api = api;
    this.game = game;
    /** @type {any} the game as it is now, as the caller sees it */
    this.now = null;
    /** @type {GameEvent[]} */
    this.events = [];
    /** @type {any} */
    this.catalogue = null;
    /** @type {import("../titles/index.js").Renderer | null} */
    this.renderer = null;
    /** @type {Map<string, Promise<any>>} */
    this.kept = new Map();
  }

  /** Loads the game, the catalogue of its title, and its renderer. @throws {import("../api.js").Problem} */
  async open() {
    this.now = await this.api.get(`/v1/games/${this.game}`);
    const [id] = this.now.ruleset.split("@");
    [this.catalogue, this.renderer] = await Promise.all([
      this.api.get(`/v1/rulesets/${id}/catalogue`),
      renderer(this.now.ruleset),
    ]);
  }

  /**
   * Loads every event as a viewer sees it, with sentences in a language.
   * @param {string} eyes
   * @param {"en" | "ru"} lang
   */
  async load(eyes, lang) {
    /** @type {GameEvent[]} */
    const events = [];
    let after = 0;
    for (;;) {
      const query = new URLSearchParams({ after: String(after), limit: "200", lang, viewer: eyes });
      const page = await this.api.get(`/v1/games/${this.game}/events?${query}`);
      events.push(...page.events);
      if (page.next === null || page.events.length === 0) break;
      after = page.events.at(-1).n;
    }
    this.events = events;
    return events;
  }

  /** The viewers that the caller may look as, their own seat first. Before the seed is revealed: that and the spectator. */
  get viewers() {
    const own = this.now.you === null ? [] : [`seat:${this.now.you.seat}`];
    if (this.now.seed === null) return [...own, "spectator"];
    const seats = this.now.seats.map((/** @type {any} */ one) => `seat:${one.seat}`);
    return [...new Set([...own, "spectator", ...seats, "public"])];
  }

  /**
   * The game after an event, as a viewer saw it then.
   * @param {number} n
   * @param {string} eyes
   * @returns {Promise<any>}
   */
  at(n, eyes) {
    const key = `${eyes} ${n}`;
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const query = new URLSearchParams({ event: String(n), viewer: eyes });
    const coming = this.api.get(`/v1/games/${this.game}?${query}`);
    this.kept.set(key, coming);
    coming.catch(() => this.kept.delete(key));
    if (this.kept.size > KEPT_MAX) this.kept.delete(/** @type {string} */ (this.kept.keys().next().value));
    return coming;
  }

  /** @param {number} n */
  event(n) {
    return this.events.find((one) => one.n === n) ?? null;
  }

  /**
   * The number of the event to step to.
   * @param {number} from
   * @param {1 | -1} way
   * @param {boolean} byDecision whether to stop only at decisions, and at both ends
   */
  next(from, way, byDecision) {
    const last = this.events.length;
    for (let n = from + way; n >= 1 && n <= last; n += way) {
      if (!byDecision || n === 1 || n === last || this.events[n - 1]?.type === "ActionTaken") return n;
    }
    return from;
  }
}
