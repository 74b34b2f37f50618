/** On the account's page: which parts of the profile others see, and whom the player has blocked. */
import * as api from "../api.js";
import { html, live } from "../html.js";
import { personView } from "../parts.js";
import { profilePath } from "../session.js";
import { t } from "../words.js";

/** The parts that a player shows or not. */
const PARTS = ["results", "ratings", "games"];

/**
 * @typedef {object} Room the page that it stands in
 * @property {(where: string, done: string, work: () => Promise<any>) => Promise<void>} attempt runs a request, and says that it was done, or why not
 * @property {(where: string) => any} outcomeOf what was said of the last request
 * @property {() => void} draw
 */

export class OwnProfile {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    /** null before it is known @type {string[] | null} */ this.shows = null;
    /** @type {any[]} */ this.blocks = [];
    /** Choices are saved one after the other, so that the last one counts. @type {Promise<void>} */
    this.saved = Promise.resolve();
  }

  async load() {
    const [{ shows }, { blocks }] = await Promise.all([api.get("/v1/players/me"), api.get("/v1/blocks")]);
    this.shows = shows;
    this.blocks = blocks;
  }

  /** @param {string} part @param {boolean} isShown */
  choose(part, isShown) {
    const before = this.shows ?? [];
    const shows = PARTS.filter((one) => (one === part ? isShown : before.includes(one)));
    this.shows = shows;
    this.room.draw();
    const save = async () => {
      try {
        await api.put("/v1/accounts/me/profile", { shows });
      } catch (error) {
        this.shows = before;
        throw error;
      }
    };
    this.saved = this.saved.then(() => this.room.attempt("shown", t("account.shown-saved"), save));
  }

  /** @param {{id: string, name: string}} account */
  shownView(account) {
    const { shows } = this;
    if (shows === null) return this.room.outcomeOf("shown");
    return html`<section class="panel stack" aria-labelledby="shown">
      <h2 id="shown">${t("account.shown")}</h2>
      ${this.room.outcomeOf("shown")}
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
