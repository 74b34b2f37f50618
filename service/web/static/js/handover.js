/** This account on another device: a code, drawn and in letters, and whether it was used. Loaded only when it is asked for. */
import * as api from "./api.js";
import { html, nothing } from "./html.js";
import { t } from "./words.js";

const PLACE = "/v1/session/handovers";
/** Milliseconds between looks whether the code was used. */
const LOOK = 2000;
/** The hosts that lead to this machine alone. */
const ONLY_HERE = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** A code from its making to its end. Whoever draws it is told of every change. */
export class Handover {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {"open" | "used" | "ended"} */
    this.status = "ended";
    /** @type {any} */
    this.made = null;
  }

  /** Makes the code, which ends the one before. @throws {api.Problem} */
  async begin() {
    this.made = await api.post(PLACE, {}, { key: null });
    this.status = "open";
    this.follow();
  }

  /** Ends the code. @throws {api.Problem} */
  async cancel() {
    await api.del(PLACE, { key: null });
    this.status = "ended";
  }

  /** Looks until the code was used or has ended. A look that fails is made up for by the next one. */
  async follow() {
    const id = this.made.id;
    while (this.status === "open" && this.made.id === id) {
      await new Promise((resolve) => setTimeout(resolve, LOOK));
      if (document.hidden) continue;
      try {
        const { handovers } = await api.get(PLACE);
        const mine = handovers.find((/** @type {any} */ one) => one.id === id);
        if (this.status === "open" && this.made.id === id && mine?.used_at !== null) {
          this.status = mine === undefined ? "ended" : "used";
          this.changed();
        }
      } catch (error) {
        if (error instanceof api.Problem && error.isFinal) {
          this.status = "ended"; // The account is no longer open here, and the code ends with it.
          this.changed();
        }
      }
    }
  }

  /** Ends a code that is still open, as the page that shows it goes away. */
  leave() {
    if (this.status === "open") this.cancel().catch(() => {});
  }

  /** The code, while it can be used. */
  view() {
    if (this.status !== "open") return nothing;
    const { host, hostname, origin } = new URL(this.made.address);
    return html`<p>${t("account.device-how")}</p>
      <img class="qr" src=${this.made.qr} alt=${t("account.device-alt", { host })} />
      <p>${t("account.device-type", { address: `${origin}/device` })}</p>
      <p><code class="code" tabindex="0">${this.made.code}</code></p>
      ${ONLY_HERE.test(hostname) ? html`<p class="small soft">${t("account.device-here")}</p>` : nothing}
      <p class="small soft">${t("account.device-waits")}</p>`;
  }
}
