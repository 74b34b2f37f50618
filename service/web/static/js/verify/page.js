/** The page that verifies a record in the browser. The service's own verdict is shown apart. */

import * as api from "../api.js";
import { html, nothing, render } from "../html.js";
import { problemText } from "../parts.js";
import { stylesheet } from "../styles.js";
import { lang, register, t } from "../words.js";
import en from "../words/verify.en.js";
import ru from "../words/verify.ru.js";
import { kindOf, kinOf } from "./files.js";
import { sentence } from "./messages.js";
import { askService } from "./service.js";

/** @import { Report } from "./verify.js" */
/** @import { Level, Finding } from "./finding.js" */
/** @import { Kind } from "./files.js" */

register("en", en);
register("ru", ru);

const MEGABYTES_MAX = 200;
const SHOWN_MAX = 40;
/** A sign for each status, so that colour is never the only difference. */
const SIGNS = { holds: "✓", failed: "✗", not_checked: "–" };

/** @typedef {{ name: string, kind: Kind, bytes: Uint8Array }} Given */

/**
 * @typedef {object} State
 * @property {Given[]} files
 * @property {{ line: number, lines: number } | null} progress
 * @property {Report | null} report
 * @property {string | null} problem
 * @property {import("./service.js").Asked | null} asked
 */

/** @param {import("../shell.js").Page} page */
export function mount(page) {
  stylesheet("verify.css");
  /** @type {State} */
  const state = { files: [], progress: null, report: null, problem: null, asked: null };
  /** @type {Worker | null} */
  let worker = null;

  const draw = () => render(view(state, does), page.main);

  const stop = () => {
    worker?.terminate();
    worker = null;
  };

  const run = () => {
    stop();
    Object.assign(state, { report: null, progress: null, problem: null, asked: null });
    const record = recordOf(state.files);
    if (record === null) {
      draw();
      return;
    }
    if (record.bytes.length > MEGABYTES_MAX * 2 ** 20) {
      state.problem = t("verify.too_large", { megabytes: MEGABYTES_MAX });
      draw();
      return;
    }
    state.progress = { line: 0, lines: 0 };
    worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      if (data.line !== undefined) state.progress = data;
      else {
        state.progress = null;
        state.report = data.report ?? null;
        state.problem = data.error === undefined ? null : t("verify.error", { error: data.error });
        stop();
        page.announce(state.report === null ? (state.problem ?? "") : headline(state.report));
      }
      draw();
    });
    worker.addEventListener("error", ({ message }) => {
      state.progress = null;
      state.problem = t("verify.error", { error: message || "worker.js" });
      stop();
      page.announce(state.problem);
      draw();
    });
    worker.postMessage({ bytes: record.bytes, given: besides(state.files) });
    draw();
  };

  /** @param {Iterable<File>} files */
  const take = async (files) => {
    for (const file of files) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      put({ name: file.name, kind: kindOf(bytes), bytes });
    }
    run();
  };

  /** @param {Given} file */
  const put = (file) => {
    const isOneOfAKind = file.kind !== "unknown";
    state.files = [...state.files.filter((one) => !isOneOfAKind || one.kind !== file.kind || areKin(one, file)), file];
  };

  /** @param {() => Promise<void>} fetching */
  const fetched = async (fetching) => {
    try {
      await fetching();
    } catch (error) {
      if (!(error instanceof api.Problem)) throw error;
      state.problem = problemText(error);
      draw();
      return;
    }
    run();
  };

  const does = {
    take,
    /** @param {Given} file */
    remove: (file) => {
      state.files = state.files.filter((one) => one !== file);
      run();
    },
    fetchKeys: () =>
      fetched(async () => {
        put(named("jwks.json", "keys", await text("/.well-known/jwks.json")));
        put(named("log.keys", "logKeys", await text("/log/keys")));
      }),
    /** @param {string} game */
    fetchGame: (game) =>
      fetched(async () => put(named(`${game}.jsonl`, "record", await text(`/v1/games/${game}/record`)))),
    ask: async () => {
      const record = recordOf(state.files);
      if (record === null) return;
      await askService(record.bytes, besides(state.files), (asked) => {
        state.asked = asked;
        draw();
        if (asked.status === "done") page.announce(t(asked.report.holds ? "verify.service.holds" : "verify.service.fails"));
      });
    },
  };

  page.onChange(draw);
  draw();
  const game = /[#&]game=([0-9a-f-]{36})/.exec(location.hash);
  if (game !== null) does.fetchGame(/** @type {string} */ (game[1]));
}

/**
 * @param {string} name
 * @param {Kind} kind
 * @param {string} content
 * @returns {Given}
 */
const named = (name, kind, content) => ({ name, kind, bytes: new TextEncoder().encode(content) });

/** @param {string} path */
async function text(path) {
  const response = await fetch(path, { headers: api.headers(), credentials: "same-origin" });
  const body = await response.text();
  if (!response.ok) throw api.problemOf(body, response.status);
  return body;
}

/**
 * The file to verify: the record. If there is none, the last unrecognised file, so that the page can say why it is not one.
 *
 * @param {Given[]} files
 */
function recordOf(files) {
  const records = files.filter((one) => one.kind === "record");
  const parents = new Set(records.map((one) => kinOf(one.bytes).parent));
  return records.find((one) => !parents.has(kinOf(one.bytes).game)) ?? records[0] ?? files.findLast((one) => one.kind === "unknown") ?? null;
}

/**
 * Whether two files are records of a fork and of its parent, which are verified together.
 *
 * @param {Given} one
 * @param {Given} other
 */
function areKin(one, other) {
  if (one.kind !== "record" || other.kind !== "record") return false;
  const [mine, its] = [kinOf(one.bytes), kinOf(other.bytes)];
  return mine.parent === its.game || its.parent === mine.game;
}

/**
 * @param {Given[]} files
 * @returns {import("./verify.js").Given}
 */
function besides(files) {
  const record = recordOf(files);
  const parents = files.filter((one) => one.kind === "record" && one !== record).map((one) => one.bytes);
  const given = files.filter((one) => one.kind !== "record" && one.kind !== "unknown");
  return { ...Object.fromEntries(given.map((one) => [one.kind, new TextDecoder().decode(one.bytes)])), parents };
}

/** @param {Report} report */
function headline(report) {
  if (!report.is_record) return t("verify.no_record");
  if (report.levels.some((level) => level.status === "failed")) return t("verify.fails");
  if (report.levels[0].status === "not_checked") return t("verify.none");
  return t(report.levels.every((level) => level.status === "holds") ? "verify.holds" : "verify.holds.chain");
}

/**
 * @param {State} state
 * @param {any} does
 */
function view(state, does) {
  return html`
    <h1>${t("verify.title")}</h1>
    <p class="lead">${t("verify.lead")}</p>
    ${dropView(state, does)} ${filesView(state, does)}
    ${state.problem === null ? nothing : html`<div class="problem" role="alert">${state.problem}</div>`}
    ${progressView(state)} ${state.report === null ? nothing : verdictView(state, state.report, does)}
  `;
}

/**
 * @param {State} state
 * @param {any} does
 */
function dropView(state, does) {
  const over = (/** @type {DragEvent} */ event, /** @type {boolean} */ isOver) => {
    event.preventDefault();
    /** @type {HTMLElement} */ (event.currentTarget).classList.toggle("over", isOver);
  };
  return html`
    <section
      class="panel drop"
      @dragover=${(/** @type {DragEvent} */ event) => over(event, true)}
      @dragleave=${(/** @type {DragEvent} */ event) => over(event, false)}
      @drop=${(/** @type {DragEvent} */ event) => {
        over(event, false);
        does.take(event.dataTransfer?.files ?? []);
      }}
    >
      <label class="drop-label">
        <span class="drop-sign" aria-hidden="true">⇩</span>
        <span>${t("verify.drop")}</span>
        <input
          type="file"
          multiple
          @change=${(/** @type {Event} */ event) => {
            const input = /** @type {HTMLInputElement} */ (event.target);
            does.take([...(input.files ?? [])]);
            input.value = "";
          }}
        />
      </label>
      <p class="soft small">${t("verify.also")}</p>
      <details class="fetching">
        <summary>${t("verify.fetchGame")}</summary>
        <form
          class="row"
          @submit=${(/** @type {SubmitEvent} */ event) => {
            event.preventDefault();
            const value = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("game"));
            const found = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(value.toLowerCase());
            if (found !== null) does.fetchGame(found[0]);
          }}
        >
          <label class="grow">${t("verify.game")}<input type="text" name="game" required autocomplete="off" /></label>
          <button class="quiet">${t("verify.get")}</button>
        </form>
        <p class="row">
          <button type="button" class="quiet" @click=${does.fetchKeys}>${t("verify.fetchKeys")}</button>
          <span class="soft small grow">${t("verify.fetchKeys.why")}</span>
        </p>
      </details>
    </section>
  `;
}

/**
 * @param {State} state
 * @param {any} does
 */
function filesView(state, does) {
  if (state.files.length === 0) return nothing;
  return html`
    <h2 class="only-heard">${t("verify.files")}</h2>
    <ul class="files">
      ${state.files.map(
        (file) => html`<li class=${file.kind === "unknown" ? "unknown" : ""}>
          <span class="file-name">${file.name}</span> <span class="soft">${t(file.kind === "record" && file !== recordOf(state.files) ? "verify.kind.parent" : `verify.kind.${file.kind}`)}</span>
          <button
            type="button"
            class="quiet"
            aria-label=${t("verify.remove", { name: file.name })}
            @click=${() => does.remove(file)}
          >
            ×
          </button>
        </li>`,
      )}
    </ul>
  `;
}

/** @param {State} state */
function progressView({ progress }) {
  if (progress === null) return nothing;
  const said = progress.lines === 0 ? t("verify.running") : t("verify.progress", progress);
  return html`<div class="panel">
    <label class="stack">${said}<progress max=${progress.lines || 1} value=${progress.line}></progress></label>
  </div>`;
}

/**
 * @param {State} state
 * @param {Report} report
 * @param {any} does
 */
function verdictView(state, report, does) {
  const isBad = report.levels.some((level) => level.status === "failed");
  const isChecked = report.levels[0].status !== "not_checked";
  const header = report.header;
  const reason = report.levels.find((level) => level.name === "parent")?.reason;
  const parentMissing = reason?.key === "no_parent" ? String(reason.fields.game) : undefined;
  return html`
    <section class="panel verdict ${isBad ? "bad" : isChecked ? "good" : ""}" aria-labelledby="verdict">
      <h2 id="verdict"><span aria-hidden="true">${isBad ? SIGNS.failed : isChecked ? SIGNS.holds : SIGNS.not_checked}</span> ${headline(report)}</h2>
      ${report.is_record ? nothing : html`<p>${t("verify.no_record.how")}</p>`}
      ${header === null
        ? nothing
        : html`<p class="soft">
            ${t("verify.about", { ruleset: header.ruleset, events: report.events, viewer: viewerSaid(header.viewer) })}
            <a href="/games/${header.game}#n=1">${t("verify.watch")}</a>
          </p>`}
      <h3>${t("verify.here")}</h3>
      <ul class="levels">
        ${report.levels.map((level) => levelView(level, report))}
      </ul>
      ${parentMissing === undefined
        ? nothing
        : html`<p><button type="button" class="quiet" @click=${() => does.fetchGame(parentMissing)}>${t("verify.fetchParent")}</button></p>`}
      ${header === null || state.files.some((one) => one.kind === "keys" || one.kind === "logKeys")
        ? nothing
        : html`<p class="row">
            <button type="button" class="quiet" @click=${does.fetchKeys}>${t("verify.fetchKeys")}</button>
            <span class="soft small grow">${t("verify.fetchKeys.why")}</span>
          </p>`}
      ${report.tape === null
        ? nothing
        : html`<p class="small soft">${t("verify.tape")}: <code>${report.tape}</code></p>`}
    </section>
    ${statedView(report)} ${report.is_record ? serviceView(state, does) : nothing}
  `;
}

/** @param {string} viewer */
function viewerSaid(viewer) {
  const [kind, seat] = viewer.split(":");
  return t(`verify.viewer.${kind}`, { seat: Number(seat) + 1 });
}

/**
 * @param {Level} level
 * @param {Report} report
 */
function levelView(level, report) {
  return html`<li class=${level.status} data-level=${level.name}>
    <span class="sign" aria-hidden="true">${SIGNS[level.status]}</span>
    <div>
      <strong>${t(`verify.level.${level.name}`)}</strong>: ${t(`verify.status.${level.status}`)}
      ${level.status === "holds" ? html`<p>${t(`verify.level.${level.name}.is`, { ...report })}</p>` : nothing}
      ${level.reason === null ? nothing : html`<p class="soft">${sentence(level.reason, lang())}</p>`}
      ${level.findings.map((finding) => findingView(finding))}
    </div>
  </li>`;
}

/** @param {Finding} finding */
function findingView(finding) {
  const isLine = finding.line !== null;
  return html`<p class="finding">
      <strong>${isLine ? t("verify.line", { line: finding.line }) : t("verify.whole")}.</strong>
      ${sentence(finding.said, lang())} <code class="soft">${finding.code}</code>
    </p>
    ${finding.code.startsWith("chain/") && isLine && Number(finding.line) > 1
      ? html`<p class="soft">${t("verify.before")}</p>`
      : nothing}`;
}

/** @param {Report} report */
function statedView({ stated }) {
  if (stated.length === 0) return nothing;
  return html`<details class="panel">
    <summary>${t("verify.stated")} (${stated.length})</summary>
    <p class="soft">${t("verify.stated.lead")}</p>
    <ul>
      ${stated.slice(0, SHOWN_MAX).map((one) => html`<li>${sentence(one.said, lang())}</li>`)}
      ${stated.length > SHOWN_MAX ? html`<li>${t("verify.more", { count: stated.length - SHOWN_MAX })}</li>` : nothing}
    </ul>
  </details>`;
}

/**
 * @param {State} state
 * @param {any} does
 */
function serviceView({ asked }, does) {
  return html`<section class="panel service" aria-labelledby="service">
    <h2 id="service">${t("verify.service")}</h2>
    <p>${t("verify.service.lead")}</p>
    <button type="button" class="quiet" ?disabled=${asked?.status === "asking"} @click=${does.ask}>
      ${t("verify.service.ask")}
    </button>
    ${asked === null ? nothing : askedView(asked)}
  </section>`;
}

/** @param {import("./service.js").Asked} asked */
function askedView(asked) {
  if (asked.status === "asking") {
    const progress = asked.progress;
    const bar =
      progress === null
        ? html`<progress></progress>`
        : html`<progress max=${progress.of || 1} value=${progress.lines}></progress>`;
    return html`<label class="stack">${t("verify.service.asking")}${bar}</label>`;
  }
  if (asked.status === "refused") {
    return html`<div class="problem" role="alert">${t("verify.service.refused", { detail: problemText(asked.problem) })}</div>`;
  }
  const { report } = asked;
  return html`
    <h3>${t("verify.service.says")}</h3>
    <p>${t(report.holds ? "verify.service.holds" : "verify.service.fails")}</p>
    <ul class="levels">
      ${report.levels.map(
        (/** @type {any} */ level) => html`<li class=${level.status} data-asked=${level.level}>
          <span class="sign" aria-hidden="true">${SIGNS[/** @type {keyof typeof SIGNS} */ (level.status)] ?? "–"}</span>
          <div>
            <strong>${t(`verify.level.${level.level}`)}</strong>: ${t(`verify.status.${level.status}`)}
            ${level.reason ? html`<p class="soft" lang="en">${level.reason}</p>` : nothing}
            ${level.findings.map(
              (/** @type {any} */ one) => html`<p class="finding" lang="en">
                ${one.line === null ? nothing : html`<strong>${t("verify.line", { line: one.line })}.</strong>`}
                ${one.sentence} <code class="soft">${one.code}</code>
              </p>`,
            )}
          </div>
        </li>`,
      )}
    </ul>
  `;
}
