/** Joins PNG pictures of one size into an animated PNG (PNG specification, third edition, section 11.3.6). */
import { concat } from "../verify/bytes.js";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const LAST_STAYS = 4;

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/**
 * @param {Uint8Array[]} pictures PNG files of one size and kind, at least one
 * @param {number} milliseconds for each picture; the last one stays longer
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function apng(pictures, milliseconds) {
  const frames = pictures.map(chunksOf);
  const first = /** @type {Chunk[]} */ (frames[0]);
  const header = /** @type {Chunk} */ (first.find((one) => one.type === "IHDR"));
  const parts = [Uint8Array.from(SIGNATURE), chunk("IHDR", header.data), chunk("acTL", numbers(frames.length, 0))];
  let sequence = 0;
  for (const [index, chunks] of frames.entries()) {
    const delay = index === frames.length - 1 ? milliseconds * LAST_STAYS : milliseconds;
    const control = new Uint8Array(26);
    const view = new DataView(control.buffer);
    view.setUint32(0, sequence);
    control.set(header.data.subarray(0, 8), 4);
    view.setUint16(20, delay);
    view.setUint16(22, 1000);
    sequence += 1;
    parts.push(chunk("fcTL", control));
    for (const { data } of chunks.filter((one) => one.type === "IDAT")) {
      if (index === 0) parts.push(chunk("IDAT", data));
      else {
        const numbered = new Uint8Array(data.length + 4);
        numbered.set(numbers(sequence));
        numbered.set(data, 4);
        sequence += 1;
        parts.push(chunk("fdAT", numbered));
      }
    }
  }
  parts.push(chunk("IEND", new Uint8Array()));
  return concat(...parts);
}

/** @typedef {{ type: string, data: Uint8Array }} Chunk */

/**
 * @param {Uint8Array} file
 * @returns {Chunk[]}
 */
function chunksOf(file) {
  const view = new DataView(file.buffer, file.byteOffset);
  const found = [];
  for (let at = SIGNATURE.length; at < file.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
    found.push({ type, data: file.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return found;
}

/**
 * @param {string} type
 * @param {Uint8Array} data
 */
function chunk(type, data) {
  const made = new Uint8Array(data.length + 12);
  const view = new DataView(made.buffer);
  view.setUint32(0, data.length);
  made.set([...type].map((one) => one.charCodeAt(0)), 4);
  made.set(data, 8);
  let crc = 0xffffffff;
  for (const byte of made.subarray(4, data.length + 8)) crc = /** @type {number} */ (CRC[(crc ^ byte) & 0xff]) ^ (crc >>> 8);
  view.setUint32(data.length + 8, ~crc >>> 0);
  return made;
}

/** @param {...number} values */
function numbers(...values) {
  const made = new Uint8Array(values.length * 4);
  const view = new DataView(made.buffer);
  values.forEach((value, index) => view.setUint32(index * 4, value));
  return made;
}
