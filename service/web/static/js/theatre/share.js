/** What a reader takes away from a moment: its address, pictures, the record, a dispute. */
import { needed } from "../api.js";
import { html, nothing } from "../html.js";
import { t } from "../words.js";
import { sentencesAt } from "./told.js";

/** @typedef {import("../theatre.js").Theatre} Theatre */

/** Most frames of an animation. */
const FRAMES_MAX = 240;
/** How long each frame stays at normal speed. */
const PICTURE_MILLISECONDS = 900;

/** @param {Theatre} theatre */
export function shareView(theatre) {
  const { state, moments } = theatre;
  const address = `${location.origin}/games/${theatre.game}#n=${state.n}&eyes=${state.eyes}`;
  const frame = `<iframe src="${location.origin}/embed/games/${theatre.game}#n=${state.n}&eyes=${state.eyes}" width="900" height="700" title="${theatre.title.replaceAll('"', "")}"></iframe>`;
  const isPlayer = moments.now.you !== null;
  const failed = (/** @type {unknown} */ error) => theatre.fail(error);
  return html`
    <details class="panel share">
      <summary>${t("theatre.share")}</summary>
      <div class="stack">
        <label>${t("theatre.link")}<input type="text" readonly name="link" .value=${address} /></label>
        <label>${t("theatre.embed")}<input type="text" readonly name="embed" .value=${frame} /></label>
        <div class="row">
          <button type="button" class="quiet" @click=${() => savePicture(theatre, "svg").catch(failed)}>${t("theatre.svg")}</button>
          <button type="button" class="quiet" @click=${() => savePicture(theatre, "png").catch(failed)}>${t("theatre.png")}</button>
        </div>
        <form
          class="row"
          @submit=${(/** @type {SubmitEvent} */ event) => {
            event.preventDefault();
            const given = new FormData(/** @type {HTMLFormElement} */ (event.target));
            saveAnimation(theatre, Number(given.get("from")), Number(given.get("to"))).catch(failed);
          }}
        >
          ${["from", "to"].map(
            (name) => html`<label class="row"
              >${t(`theatre.animation.${name}`)}
              <input
                type="number"
                name=${name}
                min="1"
                max=${moments.events.length}
                value=${name === "from" ? Math.max(1, state.n - 10) : state.n}
                required
              />
            </label>`,
          )}
          <button class="quiet" ?disabled=${state.recording !== null}>${t("theatre.animation")}</button>
          <span role="status">${state.recording === null ? "" : t("theatre.animation.progress", state.recording)}</span>
        </form>
        <p class="row">
          <a class="button" href="/v1/games/${theatre.game}/record" download="${theatre.game}.jsonl">${t("theatre.record")}</a>
          <a class="button" href="/verify#game=${theatre.game}">${t("theatre.verify")}</a>
          ${isPlayer
            ? html`<button type="button" class="quiet" @click=${() => openDispute(theatre).catch(failed)}>${t("theatre.dispute")}</button>`
            : nothing}
        </p>
      </div>
    </details>
  `;
}

/** The line below a picture: the title, the moment, the viewer, what happened. @param {Theatre} theatre */
function caption(theatre) {
  const { n, eyes } = theatre.state;
  const event = theatre.moments.event(n);
  return `${theatre.title} · ${t("theatre.at", { n, last: theatre.moments.events.length })} · ${theatre.nameOf(eyes)}${event === null ? "" : ` · ${sentencesAt(event)[0]}`}`;
}

/** Saves the table as it is shown. @param {Theatre} theatre @param {"svg" | "png"} kind */
async function savePicture(theatre, kind) {
  const { save, toPng, toSvg } = await needed(import("./pictures.js"));
  const svg = toSvg(theatre.stage, { caption: caption(theatre) });
  const blob = kind === "svg" ? new Blob([svg.text], { type: "image/svg+xml" }) : await toPng(svg);
  save(blob, `${theatre.game}-${theatre.state.n}.${kind}`);
}

/**
 * Saves an animation of the events between two, by the steps that the reader has chosen.
 * @param {Theatre} theatre
 * @param {number} from @param {number} to
 */
async function saveAnimation(theatre, from, to) {
  const { state, moments } = theatre;
  const last = moments.events.length;
  const numbers = [];
  for (let n = Math.max(1, Math.min(from, to)); n <= Math.min(last, Math.max(from, to)); ) {
    numbers.push(n);
    const next = moments.next(n, 1, state.byDecision);
    if (next === n) break;
    n = next;
  }
  if (numbers.length > FRAMES_MAX) {
    state.notice = t("theatre.animation.too_long", { max: FRAMES_MAX });
    theatre.draw();
    return;
  }
  const { resize, save, toAnimation, toSvg } = await needed(import("./pictures.js"));
  theatre.pause();
  const was = state.n;
  state.recording = { done: 0, all: numbers.length };
  const width = theatre.stage.getBoundingClientRect().width;
  const frames = [];
  for (const n of numbers) {
    await theatre.go(n);
    frames.push(toSvg(theatre.stage, { width, caption: caption(theatre) }));
  }
  const height = Math.max(...frames.map((one) => one.height));
  for (const frame of frames) resize(frame, height);
  const made = await toAnimation(frames, PICTURE_MILLISECONDS / state.speed, (done) => {
    state.recording = { done, all: numbers.length };
    theatre.draw();
  });
  save(made, `${theatre.game}-${numbers[0]}-${numbers.at(-1)}.png`);
  state.recording = null;
  await theatre.go(was);
}

/** Opens the form of a dispute about the event that is shown. @param {Theatre} theatre */
async function openDispute({ game, moments, state }) {
  const { openClaim } = await needed(import("../disputes.js"));
  const event = moments.event(state.n);
  const told = event === null ? [] : sentencesAt(event);
  openClaim({ game, isRunning: moments.now.seed === null, n: state.n, told, onFiled: () => {} });
}
