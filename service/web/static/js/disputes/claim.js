/** The dialog in which a player says what is wrong with an event. */

import * as api from "../api.js";
import { html, nothing, render } from "../html.js";
import { problemView } from "../parts.js";
import { t } from "../words.js";

/**
 * @param {{game: string, isRunning: boolean, n: number | null, told: string[], onFiled: (dispute: any) => void}} options
 * @returns {void}
 */
export function openClaim({ game, isRunning, n, told, onFiled }) {
  const dialog = document.createElement("dialog");
  dialog.className = "claim";
  dialog.setAttribute("aria-labelledby", "claim-title");
  const state = { problem: /** @type {unknown} */ (null), isBusy: false, filed: "" };
  const key = api.newKey();

  const close = () => dialog.close();
  dialog.addEventListener("close", () => dialog.remove());

  /** @param {SubmitEvent} event */
  const send = async (event) => {
    event.preventDefault();
    const given = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const file = /** @type {File | null} */ (given.get("record"));
    Object.assign(state, { isBusy: true, problem: null });
    draw();
    try {
      const done = await api.post(
        `/v1/games/${game}/disputes`,
        {
          event: Number(given.get("event")),
          claim: String(given.get("claim")).trim(),
          receipts: String(given.get("receipts")).split(/\s+/).filter(Boolean),
          record: file === null || file.size === 0 ? null : await file.text(),
        },
        { key },
      );
      const opened = done.events.find((/** @type {any} */ one) => one.type === "DisputeOpened");
      state.filed = `${game}.${opened.n}`;
      onFiled(done);
    } catch (error) {
      state.problem = error;
    }
    state.isBusy = false;
    draw();
  };

  const draw = () =>
    render(
      html`
        <h2 id="claim-title">${t("disputes.new")}</h2>
        ${state.filed === ""
          ? html`<form class="stack" @submit=${send}>
              ${told.length === 0 ? nothing : html`<blockquote>${told.map((one) => html`<p>${one}</p>`)}</blockquote>`}
              <label>${t("disputes.new.event")}<input type="number" name="event" min="1" required value=${n ?? ""} /></label>
              ${n === null ? html`<p class="soft small">${t("disputes.new.event-hint")}</p>` : nothing}
              <label>${t("disputes.new.claim")}<textarea name="claim" rows="4" maxlength="2000" required autofocus></textarea></label>
              <p class="soft small">${t(isRunning ? "disputes.new.running" : "disputes.new.over")}</p>
              <p class="soft small">${isRunning ? t("disputes.new.limits") : nothing} <a href="/disputes#limits" target="_blank">${t("disputes.new.limits.more")}</a></p>
              <label>${t("disputes.new.receipts")}<textarea name="receipts" rows="2" spellcheck="false"></textarea></label>
              <label>${t("disputes.new.record")}<input type="file" name="record" /></label>
              ${problemView(state.problem)}
              <div class="row">
                <button class="primary" ?disabled=${state.isBusy}>${t("disputes.new.send")}</button>
                <button type="button" class="quiet" @click=${close}>${t("disputes.new.cancel")}</button>
              </div>
            </form>`
          : html`<div role="status"><p>${t("disputes.filed")}</p></div>
              <p><a class="button primary" href="/disputes/${state.filed}">${t("disputes.new.open")}</a></p>`}
      `,
      dialog,
    );
  draw();
  document.body.append(dialog);
  dialog.showModal();
}
