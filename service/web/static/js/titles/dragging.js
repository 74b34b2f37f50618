/**
 * Dragging on a table: a piece is dragged from its place to another one. Clicks and keys can do the same.
 *
 * A place has `data-place`. A piece that can be dragged is a `.grip`, too. Every step asks the table's `Spots` where the
 * piece may go, because the table may have been drawn again in between. A finger has to rest on a piece for a moment to
 * lift it; until then it scrolls.
 */
import { spotsOf } from "./spots.js";

/** How far a pointer must move before a press becomes a drag, in pixels. */
const SLACK = 6;
/** How long a finger rests on a piece before it is lifted, in milliseconds. */
const HOLD = 220;

/**
 * @typedef {object} Drag
 * @property {number} pointer its id
 * @property {Element} piece what was pressed
 * @property {Element} table the table's root
 * @property {string} from the piece's place
 * @property {number} x where the press was @property {number} y
 * @property {boolean} isTouch
 * @property {HTMLElement | null} ghost what follows the pointer; null until the piece is lifted
 * @property {number} timer
 * @property {{left: number, top: number}} grip where on the piece it was pressed
 */

/** @type {Drag | null} */
let drag = null;

addEventListener("pointerdown", press, { capture: true });
addEventListener("pointermove", move, { capture: true });
addEventListener("pointerup", (event) => release(event), { capture: true });
addEventListener("pointercancel", (event) => event.pointerId === drag?.pointer && stop(), { capture: true });
addEventListener("keydown", (event) => event.key === "Escape" && drag?.ghost && (event.stopPropagation(), stop()), { capture: true });
// While a finger drags a piece, the page must neither scroll nor open the menu of a long press.
addEventListener("touchmove", (event) => drag?.ghost && event.cancelable && event.preventDefault(), { capture: true, passive: false });
addEventListener("contextmenu", (event) => drag?.isTouch && event.preventDefault(), { capture: true });
// No text is selected on the way, and the browser does not drag selected text.
for (const name of ["selectstart", "dragstart"]) addEventListener(name, (event) => drag && event.preventDefault(), { capture: true });
addEventListener("blur", () => stop());

/** @param {PointerEvent} event */
function press(event) {
  if (drag !== null) {
    stop();
    return;
  }
  if (!event.isPrimary || event.button !== 0) return;
  const [table, piece] = gripAt(event);
  if (table === null || piece === null) return;
  const from = /** @type {string} */ (piece.getAttribute("data-place"));
  if (targetsOf(table, from).length === 0) return;
  const box = piece.getBoundingClientRect();
  const isTouch = event.pointerType === "touch";
  drag = {
    pointer: event.pointerId,
    piece,
    table,
    from,
    x: event.clientX,
    y: event.clientY,
    isTouch,
    ghost: null,
    timer: isTouch ? setTimeout(lift, HOLD) : 0,
    grip: { left: event.clientX - box.left, top: event.clientY - box.top },
  };
}

/** @param {PointerEvent} event */
function move(event) {
  if (drag === null && event.pointerType === "mouse" && event.buttons === 0) {
    const [table, piece] = gripAt(event);
    table?.toggleAttribute("data-grab", piece !== null);
  }
  if (drag === null || event.pointerId !== drag.pointer) return;
  if (drag.ghost === null) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLACK) return;
    if (drag.isTouch) {
      stop();
      return;
    }
    lift();
  }
  event.preventDefault();
  moveGhost(event.clientX, event.clientY);
}

/** @param {PointerEvent} event */
function release(event) {
  if (drag === null || event.pointerId !== drag.pointer) return;
  const { ghost, table, from } = drag;
  if (ghost === null) {
    stop();
    return;
  }
  withholdClick();
  const spots = spotsOf(table);
  const place = placeAt(event.clientX, event.clientY, table, new Set(targetsOf(table, from)));
  stop();
  if (place !== null && spots !== null) spots.drop(from, /** @type {string} */ (place.getAttribute("data-place")), place);
}

/**
 * The table of an event, and the piece there that can be dragged. Tokens on a picture let clicks through to the place
 * below them, so they are found by their position.
 * @param {PointerEvent} event @returns {[Element | null, Element | null]}
 */
function gripAt(event) {
  const target = event.target instanceof Element ? event.target : null;
  const table = target?.closest(".tt") ?? null;
  if (target === null || table === null || target.closest("spot-menu")) return [null, null];
  const { clientX: x, clientY: y } = event;
  const tokens = target.closest("svg") === null ? [] : [...table.querySelectorAll("g.grip[data-place]")];
  const token = tokens.reverse().find((one) => {
    const box = one.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  });
  return [table, token ?? target.closest(".grip[data-place]")];
}

/** Lifts the piece: from now on it follows the pointer. */
function lift() {
  if (drag === null) return;
  if (!drag.piece.isConnected) {
    stop();
    return;
  }
  drag.ghost = ghostOf(drag.piece);
  drag.table.setAttribute("data-grab", "");
  drag.table.append(drag.ghost);
  drag.ghost.showPopover();
  drag.piece.setAttribute("data-lifted", "");
  moveGhost(drag.x, drag.y);
}

/** Moves the ghost to the pointer, and marks the place below it. @param {number} x @param {number} y */
function moveGhost(x, y) {
  if (!drag?.ghost) return;
  const { ghost, table, from, grip } = drag;
  const keys = new Set(targetsOf(table, from));
  if (!ghost.isConnected || keys.size === 0) {
    stop();
    return;
  }
  ghost.style.left = `${x - grip.left}px`;
  ghost.style.top = `${y - grip.top}px`;
  const over = placeAt(x, y, table, keys);
  for (const one of table.querySelectorAll("[data-place]")) {
    one.toggleAttribute("data-target", keys.has(one.getAttribute("data-place") ?? ""));
    one.toggleAttribute("data-over", one === over);
  }
}

/** Ends the drag, if there is one. */
function stop() {
  if (drag === null) return;
  const { ghost, table, piece, timer } = drag;
  clearTimeout(timer);
  drag = null;
  ghost?.remove();
  table.removeAttribute("data-grab");
  piece.removeAttribute("data-lifted");
  for (const one of table.querySelectorAll("[data-target], [data-over]")) {
    one.removeAttribute("data-target");
    one.removeAttribute("data-over");
  }
}

/** @param {Element} table @param {string} from @returns {string[]} */
function targetsOf(table, from) {
  return spotsOf(table)?.targets(from) ?? [];
}

/** The uppermost of the places at a point; null if there is none. @param {number} x @param {number} y @param {Element} table @param {Set<string>} keys */
function placeAt(x, y, table, keys) {
  for (const one of document.elementsFromPoint(x, y)) {
    for (let place = one.closest("[data-place]"); place !== null; place = place.parentElement?.closest("[data-place]") ?? null) {
      if (table.contains(place) && keys.has(place.getAttribute("data-place") ?? "")) return place;
    }
  }
  return null;
}

/** Ignores the click that the browser reports at the end of a drag. */
function withholdClick() {
  /** @param {Event} event */
  const withhold = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", withhold, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", withhold, { capture: true }));
}

/** An inert copy of the piece, of the same size. @param {Element} piece */
function ghostOf(piece) {
  const ghost = document.createElement("div");
  ghost.className = "tt-ghost";
  ghost.popover = "manual";
  ghost.setAttribute("aria-hidden", "true");
  const box = piece.getBoundingClientRect();
  ghost.style.width = `${box.width}px`;
  ghost.style.height = `${box.height}px`;
  const copy = /** @type {Element} */ (piece.cloneNode(true));
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["id", "data-place", "data-spot", "role", "tabindex", "title"]) one.removeAttribute(name);
  }
  for (const one of copy.querySelectorAll("title, .tt-hear")) one.remove();
  copy.classList.remove("spot", "changed");
  if (piece instanceof SVGGraphicsElement && !(piece instanceof SVGSVGElement)) {
    const inner = piece.getBBox();
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    picture.setAttribute("class", piece.ownerSVGElement?.getAttribute("class") ?? "");
    picture.setAttribute("viewBox", `${inner.x} ${inner.y} ${inner.width} ${inner.height}`);
    copy.removeAttribute("transform");
    picture.append(copy);
    ghost.append(picture);
  } else {
    if (copy instanceof HTMLButtonElement) copy.tabIndex = -1;
    ghost.append(copy);
  }
  return ghost;
}
