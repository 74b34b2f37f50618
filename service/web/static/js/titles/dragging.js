/**
 * Dragging on a table: a piece is taken from its place and let go on another one, beside the clicks and keys that do
 * the same.
 *
 * A place has `data-place`; where a piece can be taken it is a `.grip`, too. What a piece may be dragged to is asked of
 * the table's `Spots` at every step, so that a table that is drawn anew in between never takes what it no longer
 * offers. A finger holds still for a moment to lift a piece; before that it scrolls, as ever.
 */
import { spotsOf } from "./menu.js";

/** How far a pointer moves before a press is a drag, in pixels. */
const SLACK = 6;
/** How long a finger rests on a piece before it is lifted, in milliseconds. */
const HOLD = 220;

/**
 * @typedef {object} Drag
 * @property {number} pointer whose pointer it is
 * @property {Element} piece what was pressed
 * @property {Element} table the table's root
 * @property {string} from the piece's place
 * @property {number} x where the press was @property {number} y
 * @property {boolean} isTouch
 * @property {HTMLElement | null} ghost what follows the pointer; null until the piece is lifted
 * @property {number} timer
 * @property {{left: number, top: number}} grip where in the piece it was pressed
 */

/** @type {Drag | null} */
let drag = null;

addEventListener("pointerdown", press, { capture: true });
addEventListener("pointermove", move, { capture: true });
addEventListener("pointerup", (event) => release(event), { capture: true });
addEventListener("pointercancel", (event) => event.pointerId === drag?.pointer && stop(), { capture: true });
addEventListener("keydown", (event) => event.key === "Escape" && drag?.ghost && (event.stopPropagation(), stop()), { capture: true });
// While a finger carries a piece the page must not scroll, nor open the menu of a long press.
addEventListener("touchmove", (event) => drag?.ghost && event.cancelable && event.preventDefault(), { capture: true, passive: false });
addEventListener("contextmenu", (event) => drag?.isTouch && event.preventDefault(), { capture: true });
// Neither is text marked on the way, nor does the browser drag what is marked.
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
  follow(event.clientX, event.clientY);
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
 * The table that an event is at, and the piece there that can be taken. Tokens on a picture let clicks through to what
 * they stand on, so they are found by where they are.
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

/** The piece leaves its place. */
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
  follow(drag.x, drag.y);
}

/** The ghost goes where the pointer is, and what lies below it is marked. @param {number} x @param {number} y */
function follow(x, y) {
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

/** Nothing is dragged any more. */
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

/** The uppermost of these places at a point. @param {number} x @param {number} y @param {Element} table @param {Set<string>} keys */
function placeAt(x, y, table, keys) {
  for (const one of document.elementsFromPoint(x, y)) {
    for (let place = one.closest("[data-place]"); place !== null; place = place.parentElement?.closest("[data-place]") ?? null) {
      if (table.contains(place) && keys.has(place.getAttribute("data-place") ?? "")) return place;
    }
  }
  return null;
}

/** The end of a drag is no click. */
function withholdClick() {
  /** @param {Event} event */
  const withhold = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", withhold, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", withhold, { capture: true }));
}

/** A likeness of the piece, of its size, that nothing can be done with. @param {Element} piece */
function ghostOf(piece) {
  const ghost = document.createElement("div");
  ghost.className = "tt-ghost";
  ghost.popover = "manual";
  ghost.setAttribute("aria-hidden", "true");
  const box = piece.getBoundingClientRect();
  ghost.style.width = `${box.width}px`;
  ghost.style.height = `${box.height}px`;
  const likeness = /** @type {Element} */ (piece.cloneNode(true));
  for (const one of [likeness, ...likeness.querySelectorAll("*")]) {
    for (const name of ["id", "data-place", "data-spot", "role", "tabindex", "title"]) one.removeAttribute(name);
  }
  for (const one of likeness.querySelectorAll("title, .tt-hear")) one.remove();
  likeness.classList.remove("spot", "changed");
  if (piece instanceof SVGGraphicsElement && !(piece instanceof SVGSVGElement)) {
    const inner = piece.getBBox();
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    picture.setAttribute("class", piece.ownerSVGElement?.getAttribute("class") ?? "");
    picture.setAttribute("viewBox", `${inner.x} ${inner.y} ${inner.width} ${inner.height}`);
    likeness.removeAttribute("transform");
    picture.append(likeness);
    ghost.append(picture);
  } else {
    if (likeness instanceof HTMLButtonElement) likeness.tabIndex = -1;
    ghost.append(likeness);
  }
  return ghost;
}
