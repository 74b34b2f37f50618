/** Asks the service to replay a record. The page shows the result apart from what the browser itself found. */

import * as api from "../api.js";

/**
 * @typedef {{ status: "asking", progress: { lines: number, of: number } | null }
 *   | { status: "refused", problem: api.Problem }
 *   | { status: "done", report: any }} Asked
 */

const PAUSE = 700;

/**
 * @param {Uint8Array} bytes The record.
 * @param {import("./verify.js").Given} given What lies beside it.
 * @param {(asked: Asked) => void} tell Told what has become of it, until it is done or refused.
 */
export async function askService(bytes, given, tell) {
  tell({ status: "asking", progress: null });
  try {
    tell({ status: "done", report: await ask(bytes, given, tell) });
  } catch (error) {
    if (!(error instanceof api.Problem)) throw error;
    tell({ status: "refused", problem: error });
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {import("./verify.js").Given} given
 * @param {(asked: Asked) => void} tell
 * @returns {Promise<any>} The report.
 */
async function ask(bytes, { receipts = "", parents = [] }, tell) {
  const form = new FormData();
  form.append("record", new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)], { type: "application/x-ndjson" }), "record.jsonl");
  if (receipts.trim() !== "") form.append("receipts", new Blob([receipts], { type: "text/plain" }), "receipts.txt");
  for (const one of parents) {
    form.append("parents", new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (one)], { type: "application/x-ndjson" }), "parent.jsonl");
  }
  const response = await send("/v1/verifications", { method: "POST", body: form });
  const body = await bodyOf(response);
  if (response.status !== 202) return body;
  const place = response.headers.get("Location") ?? `/v1/verifications/${body.id}`;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const check = await bodyOf(await send(place, {}));
    if (check.status === "finished") return check.report;
    if (check.status === "failed") throw new api.Problem(check.problem ?? {}, 422);
    tell({ status: "asking", progress: check.progress });
  }
}

/**
 * @param {string} path
 * @param {RequestInit} options
 */
async function send(path, options) {
  try {
    return await fetch(path, { ...options, headers: api.headers({ Accept: "application/json" }), credentials: "same-origin" });
  } catch {
    throw new api.Problem({ code: "network" }, 0);
  }
}

/** @param {Response} response */
async function bodyOf(response) {
  const text = await response.text();
  if (!response.ok) throw api.problemOf(text, response.status);
  return JSON.parse(text);
}
