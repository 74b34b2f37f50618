/** On the account's page: which parts of the profile others see, and whom the player has blocked. */
import * as api from "../api.js";
import { html, live, nothing } from "../html.js";
import { asProblem, personView, problemView } from "../parts.js";
import { profilePath } from "../session.js";
import { t } from "../words.js";

/** The parts that a player shows or not. */
const PARTS = ["results", "ratings", "games"];

/**
 * @typedef {object} Room the page that it stands in
 * @property {(text: string) => void} announce tells screen readers something
 * @property {(where: string, done: string, work: () => Promise<any>) => Promise<void>} attempt runs a request, and says that it was done, or why not
 * @property {(where: string) => any} outcomeOf what was said of the last request
 * @property {() => void} draw
 */

export class OwnProfile {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    /** What is shown, as far as the player has chosen; null before it is known. @type {string[] | null} */ this.shows = null;
    /** What the service has. @type {string[] | null} */ this.kept = null;
    /** @type {any[]} */ this.blocks = [];
    /** How many choices were made: what was read before the last one is out of date. */
    this.choices = 0;
    /** Choices are saved one after the other, so that the last one counts. @type {Promise<void>} */
    this.saved = Promise.resolve();
    this.done = "";
    /** @type {unknown} */ this.error = null;
  }

  async load() {
    const { choices } = this;
    try {
      const [{ shows }, { blocks }] = await Promise.all([api.get("/v1/players/me"), api.get("/v1/blocks")]);
      if (choices === this.choices) this.shows = this.kept = shows;
      this.blocks = blocks;
    } catch (error) {
      this.error = asProblem(error);
    }
  }

  /** @param {string} part @param {boolean} isShown */
  choose(part, isShown) {
    const shows = PARTS.filter((one) => (one === part ? isShown : this.shows?.includes(one)));
    this.shows = shows;
    this.choices += 1;
    const { choices } = this;
    this.room.draw();
    this.saved = this.saved.then(() => this.save(shows, () => choices === this.choices));
  }

  /** @param {string[]} shows @param {() => boolean} isLast whether nothing was chosen since */
  async save(shows, isLast) {
    try {
      await api.put("/v1/accounts/me/profile", { shows });
      this.kept = shows;
      Object.assign(this, { done: t("account.shown-saved"), error: null });
      this.room.announce(this.done);
    } catch (error) {
      Object.assign(this, { done: "", error: asProblem(error) });
    }
    if (isLast()) this.shows = this.kept;
    this.room.draw();
  }

  /** @param {{id: string, name: string}} account */
  shownView(account) {
    const { shows } = this;
    if (shows === null) return problemView(this.error);
    return html`<section class="panel stack" aria-labelledby="shown">
      <h2 id="shown">${t("account.shown")}</h2>
      ${problemView(this.error)}${this.done ? html`<p class="done" role="status">✓ ${this.done}</p>` : nothing}
      <fieldset>
        <legend>${t("account.shown-parts")}</legend>
        ${PARTS.map(
          (part) => html`<label class="choice">
            <input
              type="checkbox"
              name=${`shows-${part}`}
              .checked=${live(shows.includes(part))}
              @change=${(/** @type {any} */ event) => this.choose(part, event.target.checked)}
            />
            ${t(`account.shown.${part}`)}
          </label>`,
        )}
      </fieldset>
      <p class="small soft">${t("account.shown-hint")}</p>
      <p><a href=${profilePath(account)}>${t("shell.profile")}</a></p>
    </section>`;
  }

  /** @param {boolean} isBusy */
  blockedView(isBusy) {
    return html`<section class="panel stack" aria-labelledby="part-blocked">
      <h2 id="part-blocked">${t("account.blocked")}</h2>
      ${this.room.outcomeOf("blocked")}
      <p class="small soft">${t("account.blocked-hint")}</p>
      ${this.blocks.length === 0
        ? html`<p>${t("account.blocked-none")}</p>`
        : html`<ul class="tokens">
            ${this.blocks.map(({ player }) => {
              const name = player.name ?? t("person.deleted");
              return html`<li>
                <span class="grow">${personView(player)}</span>
                <button type="button" class="quiet" ?disabled=${isBusy} aria-label=${t("account.unblock-named", { name })} @click=${() => this.unblock(player.id, name)}>
                  ${t("account.unblock")}
                </button>
              </li>`;
            })}
          </ul>`}
    </section>`;
  }

  /** @param {string} id @param {string} name */
  unblock(id, name) {
    return this.room.attempt("blocked", t("account.unblocked", { name }), async () => {
      await api.del(`/v1/blocks/${id}`, { key: null });
      this.blocks = this.blocks.filter(({ player }) => player.id !== id);
    });
  }
}
