/** Pictures of a table, made by the browser from what it shows: SVG, PNG, and animated PNG. */

import { apng } from "./apng.js";

const XHTML = "http://www.w3.org/1999/xhtml";
const PNG_SCALE = 2;

/**
 * An SVG that looks like an element and needs no other file: its markup with all styles of the page.
 * @param {HTMLElement} element
 * @param {{ width?: number, height?: number, caption?: string }} [options] in CSS pixels; the element's own size by default
 * @returns {{ text: string, width: number, height: number }}
 */
export function toSvg(element, { width, height, caption = "" } = {}) {
  const box = element.getBoundingClientRect();
  const wide = Math.ceil(width ?? box.width);
  const captionHeight = caption === "" ? 0 : 64;
  const high = Math.ceil((height ?? box.height) + captionHeight);
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  for (const one of copy.querySelectorAll("script, iframe, object, embed")) one.remove();
  for (const one of copy.querySelectorAll("*")) {
    for (const { name } of [...one.attributes]) if (name.startsWith("on")) one.removeAttribute(name);
  }
  const root = document.documentElement;
  // Styles are added as text, because the page's policy rightly forbids style elements in its own markup.
  const inside = new XMLSerializer().serializeToString(copy);
  const words = caption === "" ? "" : `<p class="picture-caption">${escaped(caption)}</p>`;
  const style = escaped(`width:${wide}px;min-height:${high}px;${themeOf(root)}`).replaceAll('"', "&quot;");
  const markup = `<div xmlns="${XHTML}" class="picture" style="${style}">${inside}${words}</div>`;
  const styles = styleText(root.dataset.theme === "dark" || (root.dataset.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches));
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}">` +
    `<foreignObject width="100%" height="100%"><style xmlns="${XHTML}">${escaped(styles)}</style>${markup}</foreignObject></svg>`;
  return { text, width: wide, height: high };
}

/** The custom properties of the page's colours, so that the picture has the theme of the page. @param {HTMLElement} root */
function themeOf(root) {
  const computed = getComputedStyle(root);
  const properties = new Set();
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (rule instanceof CSSStyleRule && rule.selectorText.startsWith(":root")) {
        for (const name of rule.style) if (name.startsWith("--")) properties.add(name);
      }
    }
  }
  const body = getComputedStyle(document.body);
  const own = [...properties].map((name) => `${name}:${computed.getPropertyValue(name).replaceAll('"', "'")}`);
  const font = body.fontFamily.replaceAll('"', "'");
  return [...own, `color:${body.color}`, `background:${body.backgroundColor}`, `font:${body.fontSize}/1.5 ${font}`].join(";");
}

/** @param {boolean} isDark */
function styleText(isDark) {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
  return [...rules, `.picture{color-scheme:${isDark ? "dark" : "light"}}`, "*{animation:none!important;transition:none!important}"].join("\n");
}

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/**
 * @param {{ text: string, width: number, height: number }} svg
 * @param {number} [scale]
 * @returns {Promise<Blob>} a PNG
 */
export async function toPng({ text, width, height }, scale = PNG_SCALE) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error("no picture was made")) : resolve(blob)), "image/png"),
  );
}

/**
 * An animation of frames of one size.
 * @param {{ text: string, width: number, height: number }[]} frames
 * @param {number} milliseconds for each frame; the last one stays four times as long
 * @param {(done: number) => void} progress
 * @returns {Promise<Blob>} an APNG
 */
export async function toAnimation(frames, milliseconds, progress) {
  const pictures = [];
  for (const frame of frames) {
    pictures.push(new Uint8Array(await (await toPng(frame, 1)).arrayBuffer()));
    progress(pictures.length);
  }
  return new Blob([apng(pictures, milliseconds)], { type: "image/apng" });
}

/**
 * Changes the height of a picture without scaling its content.
 * @param {{ text: string, width: number, height: number }} frame
 * @param {number} height
 */
export function resize(frame, height) {
  const before = `width="${frame.width}" height="${frame.height}" viewBox="0 0 ${frame.width} ${frame.height}"`;
  const after = `width="${frame.width}" height="${height}" viewBox="0 0 ${frame.width} ${height}"`;
  frame.text = frame.text.replace(before, after).replace(`min-height:${frame.height}px`, `min-height:${height}px`);
  frame.height = height;
}

/** Saves a file. @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
