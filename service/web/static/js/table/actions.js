/** What is to be decided: the question, and the list of choices. Both say once what all choices have in common. */
import { html, live, nothing, repeat } from "../html.js";
import { lang, remember, remembered, said, t } from "../words.js";
import { FORCED } from "./live.js";

/** @typedef {import("./live.js").LiveTable} LiveTable */
/** @typedef {LiveTable["actions"][number]} Offer */
/** @typedef {{offer: Offer, differs: string}} Line `differs` is the part of its short sentence that no other line has */
/** @typedef {{type: string, begin: string, end: string, lines: Line[]}} Group choices of one type, or some of them, and what their short sentences share */

/** The list has a search field if it is longer than this. */
const MANY = 12;
/** What all sentences share in their middle is worth saying if it has this many words. */
const SHARED_WORDS_MIN = 3;
/** A frame that ends with some words of what is at stake. */
const TAIL = new RegExp(`… \\S+( \\S+){${SHARED_WORDS_MIN - 1}}`);
/** The headline names what may be done one by one if there is no more than this. */
const WAYS_MAX = 6;
/** The headline says what most choices share if there are no more kinds of them than this. The other kinds would go unsaid. */
const KINDS_MAX = 3;
/** Choices of the reader, kept in the browser. */
const FOLDED = "delvebook.choices-folded";
const IN_FULL = "delvebook.choices-in-full";

/** The words of a text. What stands in brackets, as a cell `(4, 2)`, is one word, and so is a sum, `6 + black 3 = 9`. @param {string} text @returns {string[]} */
const wordsOf = (text) => text.match(/\S*\([^()]*\)\S*|\d+ \+ (?:\p{L}+ )?\d+ = \S+|\S+/gu) ?? [];

/**
 * The words with which all texts begin and end, and what stands between them in each. That is never empty.
 * @param {string[]} texts @param {boolean} [isAlone] whether what stands between is read alone: then it is no bare figure
 * @returns {{begin: string, end: string, middles: string[]}}
 */
export function apart(texts, isAlone = false) {
  if (texts.length < 2) return { begin: "", end: "", middles: texts };
  const words = texts.map(wordsOf);
  const room = Math.min(...words.map((one) => one.length)) - 1;
  let begin = 0;
  while (begin < room && words.every((one) => one[begin] === words[0][begin])) begin += 1;
  let end = 0;
  while (begin + end < room && words.every((one) => one.at(-1 - end) === words[0].at(-1 - end))) end += 1;
  // A bare figure says too little: "power 1" is better than "1", and in Russian "карту силы 1" than "силы 1".
  const isBare = words.every((one) => /^\d+\W*$/.test(one.slice(begin, one.length - end).join(" ")));
  if (isAlone && isBare) begin = Math.max(0, begin - (lang() === "ru" ? 2 : 1));
  return {
    begin: words[0].slice(0, begin).join(" "),
    end: end === 0 ? "" : words[0].slice(-end).join(" "),
    middles: words.map((one) => one.slice(begin, one.length - end).join(" ")),
  };
}

/** What all texts have in common, with "…" for what differs; "" if that is nothing. @param {string[]} texts */
export function frame(texts) {
  if (texts.length === 1) return texts[0];
  const { begin, end, middles } = apart(texts);
  const shared = end || middleOf(middles);
  if (!begin && !shared) return "";
  const tail = end || !shared ? shared : `${shared} …`;
  return [begin, "…", tail].filter(Boolean).join(" ");
}

/** The longest run of whole words that is in all texts, up to the end of its last sentence. @param {string[]} texts */
function middleOf(texts) {
  const words = wordsOf(texts[0]);
  const others = texts.slice(1).map((one) => ` ${one} `);
  let longest = 0;
  let found = "";
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + Math.max(longest + 1, SHARED_WORDS_MIN); to <= words.length; to += 1) {
      const run = words.slice(from, to).join(" ");
      if (!others.every((one) => one.includes(` ${run} `))) break;
      longest = to - from;
      found = run;
    }
  }
  const whole = /^.*[.;](?= |$)/.exec(found)?.[0] ?? "";
  return whole.split(" ").length >= SHARED_WORDS_MIN ? whole : found;
}

/** The things by a key, in the order of the first of each. @template T @param {T[]} things @param {(thing: T, at: number) => string} keyOf */
function grouped(things, keyOf) {
  /** @type {Map<string, T[]>} */
  const found = new Map();
  things.forEach((thing, at) => found.set(keyOf(thing, at), [...(found.get(keyOf(thing, at)) ?? []), thing]));
  return found;
}

/** @type {WeakMap<Offer[], Group[]>} */
const known = new WeakMap();

/**
 * The choices of one type, in two parts if most of them say more in common than all do, such as cards of power beside a
 * crystal ball.
 * @param {Offer[]} offers @returns {Offer[][]}
 */
function partsOf(offers) {
  const { begin, end, middles } = apart(offers.map((one) => one.text_short));
  if (end) return [offers];
  const words = middles.map((middle) => wordsOf(middle)[0]);
  const [most] = [...grouped(offers, (_, at) => words[at]).values()].sort((a, b) => b.length - a.length);
  const isMost = begin !== "" && most.length < offers.length && most.length * 2 > offers.length;
  if (!isMost || wordsOf(apart(most.map((one) => one.text_short)).end).length < SHARED_WORDS_MIN) return [offers];
  return [most, offers.filter((one) => !most.includes(one))];
}

/** The choices by type, in the order of the first of each type. @param {Offer[]} offers @returns {Group[]} */
export function groupsOf(offers) {
  let groups = known.get(offers);
  if (groups === undefined) {
    groups = [...grouped(offers, ({ action }) => action.type)].flatMap(([type, all]) =>
      partsOf(all).map((ones, part) => {
        const { begin, end, middles } = apart(ones.map((one) => one.text_short), true);
        return { type: part === 0 ? type : `${type}, others`, begin, end, lines: ones.map((offer, at) => ({ offer, differs: middles[at] })) };
      }),
    );
    known.set(offers, groups);
  }
  return groups;
}

/**
 * What the player decides now, from the choices and from the names that the catalogue gives to the view's question; ""
 * while that is not known.
 * @param {LiveTable} table
 */
export function questionOf({ game, catalogue, actions, renderer }) {
  if (actions.length === 0) return "";
  const all = groupsOf(actions);
  // To give up is always possible, and not what is to be decided.
  const rest = all.filter(({ lines }) => !renderer?.givesUp?.(lines[0].offer.action));
  const groups = rest.length > 0 ? rest : all;
  const [most] = groups.toSorted((a, b) => b.lines.length - a.lines.length);
  const texts = most.lines.map(({ offer }) => offer.text);
  const own = texts.length > 1 ? (renderer?.atStake?.(game.table, catalogue, lang()) ?? "") : "";
  if (own) return [apart(texts).begin, "…", own].filter(Boolean).join(" ");
  const shared = frame(texts);
  // Choices of several types have no frame in common. What is at stake in most of them says more than a name.
  const tells = groups.length === 1 || (groups.length <= KINDS_MAX && most.lines.length * 2 > actions.length && TAIL.test(shared));
  const isEnough = texts.length === 1 || (wordsOf(shared).length >= SHARED_WORDS_MIN && !shared.startsWith("…"));
  if (tells && isEnough) return shared;
  const { question, phase } = game.table ?? {};
  /** @param {string[]} ids */
  const named = (...ids) => ids.map((id) => said(catalogue.terms[id]?.name)).find(Boolean);
  const subjects = subjectsOf(question, catalogue, named(phase));
  const ways = groups.length > 1 || !subjects ? waysOf(groups) : "";
  const name = named(question?.asked, question?.asks) || ways || [named(phase), subjects].filter(Boolean).join(": ") || shared;
  return name.charAt(0).toLocaleUpperCase(lang()) + name.slice(1);
}

/** The names of the components that the question is about, such as a card that was turned up, but for what the phase is called. @param {any} question @param {any} catalogue @param {string} [phase] */
function subjectsOf(question, catalogue, phase = "") {
  const ids = Object.values(question ?? {}).flat();
  const names = catalogue.components.filter((/** @type {any} */ one) => ids.includes(one.id)).map((/** @type {any} */ one) => said(one.name));
  return names.filter((/** @type {string} */ name) => name.toLocaleLowerCase() !== phase.toLocaleLowerCase()).join(", ");
}

/**
 * What may be done, in the words with which the groups of choices begin: "Step … · End the turn". Of a single group each
 * choice is named. "" if something has no such words.
 * @param {Group[]} groups
 */
function waysOf(groups) {
  const named = (/** @type {Line} */ { offer }) => /^[^:;,.(]+/.exec(offer.text_short)?.[0] ?? "";
  const ways = groups.length === 1 ? groups[0].lines.map(named) : groups.map(({ begin, lines }) => (lines.length > 1 ? begin && `${begin} …` : named(lines[0])));
  return ways.length > 1 && ways.length <= WAYS_MAX && ways.every(Boolean) && new Set(ways).size === ways.length ? ways.join(" · ") : "";
}

/** Whether the reader has made that choice. @param {string} name */
const isOn = (name) => remembered(name) === "yes";

/**
 * The list of the actions that the player may take.
 * @param {LiveTable} table @param {any} below what stands under the list @param {any} own what is always in sight of one's own
 */
export function actionsView(table, below = nothing, own = nothing) {
  const { game, actions } = table;
  if (game.status !== "running" || !game.you) return nothing;
  const isFolded = isOn(FOLDED);
  return html`<section class="panel choices" aria-labelledby="actions">
    <div class="row list-head">
      <h2 id="actions" class="grow" tabindex="-1">${t("table.actions")}</h2>
      ${actions.length === 0
        ? nothing
        : html`${isFolded ? nothing : switchView(table, IN_FULL, "table.in-full", "aria-pressed")}
            ${switchView(table, FOLDED, isFolded ? "table.unfold" : "table.fold", "aria-expanded")}`}
    </div>
    ${own}
    ${actions.length === 0
      ? html`<p class="soft">${t(table.isBusy ? "table.sending" : "table.no-actions")}</p>`
      : isFolded
        ? nothing
        : listView(table)}
    <div class="row choices-more"><label class="choice small">
      <input
        type="checkbox"
        name="forced"
        .checked=${live(isOn(FORCED))}
        @change=${() => {
          remember(FORCED, isOn(FORCED) ? null : "yes");
          table.draw();
        }}
      />
      ${t("table.forced")}
    </label>
    ${below}</div>
  </section>`;
}

/**
 * A button that switches a choice of the reader.
 * @param {LiveTable} table @param {string} name @param {string} label @param {"aria-pressed" | "aria-expanded"} says
 */
function switchView(table, name, label, says) {
  const flip = () => {
    remember(name, isOn(name) ? null : "yes");
    table.draw();
  };
  const state = String(isOn(name));
  return says === "aria-pressed"
    ? html`<button type="button" class="quiet small" aria-pressed=${state} @click=${flip}>${t(label)}</button>`
    : html`<button type="button" class="quiet small" aria-expanded=${String(!isOn(name))} @click=${flip}>${t(label)}</button>`;
}

/** @param {LiveTable} table */
function listView(table) {
  const { actions } = table;
  const word = table.search.trim().toLocaleLowerCase();
  const isFound = (/** @type {Line} */ { offer }) => !word || offer.text.toLocaleLowerCase().includes(word);
  const groups = groupsOf(actions).map((group) => ({ ...group, lines: group.lines.filter(isFound) }));
  const isLast = (/** @type {Group} */ { lines }) => Number(table.givesUp(lines[0].offer.action));
  const found = groups.filter((group) => group.lines.length > 0).sort((a, b) => isLast(a) - isLast(b));
  const isHeaded = groups.length > 1;
  return html`
    ${actions.length > MANY
      ? html`<div class="field">
          <label for="search" class="only-heard">${t("table.search")}</label>
          <input
            id="search"
            type="text"
            placeholder=${t("table.search")}
            .value=${live(table.search)}
            @input=${(/** @type {any} */ event) => {
              table.search = event.target.value;
              table.draw();
            }}
          />
        </div>`
      : nothing}
    <div class="actions">${repeat(
      found,
      (group) => group.type,
      (group) => groupView(table, group, isHeaded),
    )}</div>
    ${found.length === 0 ? html`<p class="soft">${t("table.search-none")}</p>` : nothing}
  `;
}

/** @param {LiveTable} table @param {Group} group @param {boolean} isHeaded whether what its lines share is said above them */
function groupView(table, { begin, end, lines }, isHeaded) {
  const inFull = isOn(IN_FULL);
  return html`${isHeaded && begin && !inFull ? html`<p class="small soft shared" aria-hidden="true">${begin} …</p>` : nothing}
    <ol class=${table.givesUp(lines[0].offer.action) ? "is-final" : ""}>
      ${repeat(
        lines,
        ({ offer }) => JSON.stringify(offer.action),
        ({ offer, differs }) => html`<li>
          <button
            type="button"
            class="action"
            title=${inFull || offer.text === offer.text_short ? nothing : offer.text}
            ?disabled=${table.isBusy}
            .offers=${[offer]}
            @click=${() => table.choose(offer.action)}
          >${inFull ? offer.text : lineView(begin, differs, end)}</button>
        </li>`,
      )}
    </ol>`;
}

/** A short sentence. What it shares with the others is heard, and not seen, like a stop where it was cut. @param {string} begin @param {string} differs @param {string} end */
function lineView(begin, differs, end) {
  const seen = begin || end ? differs.replace(/[.:;,]+$/, "") : differs;
  const stop = differs.slice(seen.length);
  return html`${heard(begin, `${begin} `)}<span class="differs">${seen}</span>${heard(stop, stop)}${heard(end, ` ${end}`)}`;
}

/** @param {string} part @param {string} text */
const heard = (part, text) => (part ? html`<span class="only-heard">${text}</span>` : nothing);
