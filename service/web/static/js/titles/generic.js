/**
 * Draws any title's table from its view and its catalogue alone: names for every id and member, maps with the pieces on
 * them, and buttons where an action names a thing.
 */
import { html, nothing, svg } from "../html.js";

/** Records with at most this many plain members are drawn as rows of a table. */
const COLUMNS = 8;
/** The side of a place on a map, in units of the drawing. */
const PLACE = 60;

/**
 * @typedef {object} Scene
 * @property {import("./index.js").Drawn} drawn
 * @property {Map<string, {name: string, text: string}>} names by id: what the catalogue says
 * @property {Map<string, {action: any, text: string}[]>} actions by id: the actions that name it
 */

/** @param {import("./index.js").Drawn} drawn */
export function draw(drawn) {
  const { table, catalogue } = drawn;
  /** @type {Scene} */
  const scene = { drawn, names: namesOf(catalogue, drawn.lang), actions: byId(drawn.actions) };
  return html`<div class="generic">
    ${(catalogue.maps ?? []).map((/** @type {any} */ map) => mapView(scene, map))}
    ${group(scene, table, "", "")}
  </div>`;
}

/** @param {any} catalogue @param {"en" | "ru"} lang @returns {Scene["names"]} */
function namesOf(catalogue, lang) {
  const names = new Map();
  /** @param {string} id @param {any} entry */
  const add = (id, entry) => {
    if (entry?.name && !names.has(id)) names.set(id, { name: entry.name[lang], text: entry.text?.[lang] ?? "" });
  };
  for (const one of catalogue.components ?? []) add(one.id, one);
  for (const map of catalogue.maps ?? []) for (const place of map.places) add(place.id, place);
  for (const one of catalogue.symbols ?? []) add(one.id, one);
  for (const part of [catalogue.terms, catalogue.figures, catalogue.kinds]) {
    for (const [id, one] of Object.entries(part ?? {})) add(id, one);
  }
  return names;
}

/** By id: the actions that name it anywhere in their members. @param {{action: any, text: string}[]} actions */
function byId(actions) {
  /** @type {Scene["actions"]} */
  const found = new Map();
  for (const one of actions) {
    const ids = new Set();
    const look = (/** @type {any} */ value) => {
      if (typeof value === "string") ids.add(value);
      else if (typeof value === "object" && value !== null) Object.values(value).forEach(look);
    };
    const { type: _, ...members } = one.action;
    look(members);
    for (const id of ids) found.set(id, [...(found.get(id) ?? []), one]);
  }
  return found;
}

/** The name of a member or an id. @param {Scene} scene @param {string} id */
function nameOf(scene, id) {
  return scene.names.get(id)?.name ?? id.replaceAll("_", " ");
}

/** @param {any} value */
const isPlain = (value) => typeof value !== "object" || value === null;

/** Whether the last event changed the value at a pointer. @param {Scene} scene @param {string} at */
function isChanged({ drawn }, at) {
  return drawn.changed.has(at);
}

/** An object: its plain members as a list, everything else below it. @param {Scene} scene @param {any} value @param {string} at @param {string} title @returns {any} */
function group(scene, value, at, title) {
  const entries = Object.entries(value ?? {});
  const plain = entries.filter(([, one]) => isPlain(one) || isPlainList(one));
  const deep = entries.filter(([, one]) => !(isPlain(one) || isPlainList(one)));
  return html`<section class=${at === "" ? "" : "group"}>
    ${title ? html`<h3>${title}</h3>` : nothing}
    ${plain.length > 0
      ? html`<dl>
          ${plain.map(
            ([name, one]) => html`<dt title=${scene.names.get(name)?.text ?? ""}>${nameOf(scene, name)}</dt>
              <dd class=${isChanged(scene, `${at}/${name}`) ? "is-changed" : ""}>${content(scene, one, name)}</dd>`,
          )}
        </dl>`
      : nothing}
    ${deep.map(([name, one]) => below(scene, one, `${at}/${name}`, name))}
  </section>`;
}

/** @param {any} value */
function isPlainList(value) {
  return Array.isArray(value) && value.every(isPlain);
}

/** A nested member. @param {Scene} scene @param {any} value @param {string} at @param {string} name @returns {any} */
function below(scene, value, at, name) {
  if (!Array.isArray(value)) return group(scene, value, at, nameOf(scene, name));
  const records = value.filter((one) => !isPlain(one) && !Array.isArray(one));
  const columns = [...new Set(records.flatMap((one) => Object.keys(one)))];
  const isFlat = records.length === value.length && records.every((one) => Object.values(one).every((item) => isPlain(item) || isPlainList(item)));
  if (isFlat && columns.length <= COLUMNS) return rows(scene, records, columns, at, name);
  return html`<section class="group">
    <h3>${nameOf(scene, name)}</h3>
    ${value.map((one, i) =>
      isPlain(one) || isPlainList(one)
        ? html`<p>${content(scene, one, name)}</p>`
        : Array.isArray(one)
          ? below(scene, one, `${at}/${i}`, String(i + 1))
          : group(scene, one, `${at}/${i}`, ordinal(scene, name, i)),
    )}
  </section>`;
}

/** The label of the nth item of a list; for a list of seats, the player. @param {Scene} scene @param {string} name @param {number} i */
function ordinal({ drawn }, name, i) {
  const seat = name === "seats" || name === "players" ? drawn.seats[i] : undefined;
  return seat ? `${i + 1}. ${seat.name}` : String(i + 1);
}

/** @param {Scene} scene @param {any[]} records @param {string[]} columns @param {string} at @param {string} name */
function rows(scene, records, columns, at, name) {
  return html`<section class="group">
    <h3>${nameOf(scene, name)}</h3>
    <div class="scroll" tabindex="0" role="region" aria-label=${nameOf(scene, name)}>
      <table>
        <thead>
          <tr>${columns.map((column) => html`<th scope="col">${nameOf(scene, column)}</th>`)}</tr>
        </thead>
        <tbody>
          ${records.map(
            (record, i) => html`<tr>
              ${columns.map(
                (column) => html`<td class=${isChanged(scene, `${at}/${i}/${column}`) ? "is-changed" : ""}>
                  ${content(scene, record[column], column)}
                </td>`,
              )}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** A plain value, or a list of them. @param {Scene} scene @param {any} value @param {string} name @returns {any} */
function content(scene, value, name) {
  if (Array.isArray(value)) {
    if (value.length === 0) return "–";
    return html`<span class="chips">${value.map((one) => content(scene, one, name))}</span>`;
  }
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? "✓" : "✗";
  if (typeof value === "number") return /seat$/.test(name) || name === "you" ? seatName(scene, value) : String(value);
  const known = scene.names.get(value);
  const takes = scene.actions.get(value) ?? [];
  if (takes.length > 0) return html`${takes.map((one) => takeView(scene, one, known?.name ?? value, takes.length))}`;
  return known ? html`<span class="chip" title=${known.text}>${known.name}</span>` : String(value);
}

/** The button of an action. @param {Scene} scene @param {{action: any, text: string}} one @param {string} name @param {number} count */
function takeView({ drawn }, one, name, count) {
  return html`<button type="button" class="chip" aria-label=${one.text} title=${one.text} @click=${() => drawn.choose(one.action)}>
    ${count === 1 ? name : one.text}
  </button>`;
}

/** @param {Scene} scene @param {number} seat */
function seatName({ drawn }, seat) {
  return drawn.seats[seat]?.name ?? String(seat + 1);
}

/** A map: its places, the ways between them, the pieces, and the places to go to. @param {Scene} scene @param {any} map */
function mapView(scene, map) {
  const places = map.places.filter((/** @type {any} */ place) => typeof place.x === "number" && typeof place.y === "number");
  if (places.length === 0) return nothing;
  const used = usedPlaces(scene.drawn.table, new Set(places.map((/** @type {any} */ place) => place.id)));
  if (used.size === 0 && !places.some((/** @type {any} */ place) => scene.actions.has(place.id))) return nothing;
  const step = spacing(places);
  const xs = places.map((/** @type {any} */ place) => place.x);
  const ys = places.map((/** @type {any} */ place) => place.y);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  const width = ((Math.max(...xs) - left) / step + 1) * PLACE;
  const height = ((Math.max(...ys) - top) / step + 1) * PLACE;
  const at = new Map(
    places.map((/** @type {any} */ place) => [place.id, { x: ((place.x - left) / step + 0.5) * PLACE, y: ((place.y - top) / step + 0.5) * PLACE }]),
  );
  return html`<figure class="group">
    <figcaption><strong>${map.name?.[scene.drawn.lang] ?? map.id}</strong></figcaption>
    <svg viewBox="0 0 ${width} ${height}" role="group" aria-label=${map.name?.[scene.drawn.lang] ?? map.id}>
      ${places.flatMap((/** @type {any} */ place) =>
        (place.neighbours ?? [])
          .filter((/** @type {string} */ other) => place.id < other && at.has(other))
          .map((/** @type {string} */ other) => {
            const [from, to] = [at.get(place.id), at.get(other)];
            return svg`<line class="edge" x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} stroke-width="2" />`;
          }),
      )}
      ${places.map((/** @type {any} */ place) => placeView(scene, place, at.get(place.id), used.get(place.id) ?? []))}
    </svg>
  </figure>`;
}

/** The smallest distance between two places along an axis. @param {any[]} places */
function spacing(places) {
  let least = Infinity;
  for (const [i, one] of places.entries()) {
    for (const other of places.slice(i + 1)) {
      least = Math.min(least, Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) || Infinity);
    }
  }
  return Number.isFinite(least) ? least : 1;
}

/** @param {Scene} scene @param {any} place @param {{x: number, y: number}} at @param {string[]} marks */
function placeView(scene, place, { x, y }, marks) {
  const takes = scene.actions.get(place.id) ?? [];
  const label = place.label ?? place.id;
  const inside = svg`
    <circle class="place ${marks.length > 0 ? "is-used" : ""}" cx=${x} cy=${y} r=${PLACE * 0.36} stroke-width=${takes.length > 0 ? 3 : 1} />
    <text x=${x} y=${y + 4} font-size="12">${label}</text>
    ${marks.length > 0 ? svg`<text x=${x} y=${y + PLACE * 0.5} font-size="10">${marks.map((mark) => nameOf(scene, mark)).join(", ")}</text>` : nothing}`;
  if (takes.length !== 1) return svg`<g>${inside}</g>`;
  const take = () => scene.drawn.choose(takes[0].action);
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    take();
  };
  return svg`<g role="button" tabindex="0" aria-label=${takes[0].text} @click=${take} @keydown=${onKey}>${inside}</g>`;
}

/** By place: the members of the table that name it. @param {any} table @param {Set<string>} places */
function usedPlaces(table, places) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  const look = (/** @type {any} */ value, /** @type {string} */ name) => {
    if (typeof value === "string") {
      if (places.has(value)) found.set(value, [...(found.get(value) ?? []), name]);
    } else if (Array.isArray(value)) value.forEach((one) => look(one, name));
    else if (value !== null && typeof value === "object") Object.entries(value).forEach(([key, one]) => look(one, key));
  };
  look(table, "");
  return found;
}
