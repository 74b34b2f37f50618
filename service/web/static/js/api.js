/**
 * The public API, as a page calls it: by the session's cookie, in the chosen language, and so that a lost answer
 * does no harm.
 */
import { lang } from "./words.js";

/** Times to wait before a request is sent again, in milliseconds. */
const PAUSES = [300, 1000, 3000];
/** The header that a request of another site cannot carry. With it the service believes the session's cookie. */
export const OWN_HEADER = "Delvebook-Page";

/** A refusal (RFC 9457), or a failure to get any answer (`status` 0, `code` "network"). */
export class Problem extends Error {
  /** @param {Record<string, any>} body @param {number} status */
  constructor(body, status) {
    super(body.detail || body.title || body.code || String(status));
    this.name = "Problem";
    /** @type {number} */ this.status = status;
    /** @type {string} */ this.code = body.code ?? "network";
    /** @type {string} */ this.title = body.title ?? "";
    /** @type {string} */ this.detail = body.detail ?? body.title ?? "";
    /** @type {string | undefined} */ this.clause = body.clause;
    /** @type {boolean} */ this.retryable = body.retryable ?? status === 0;
    /** @type {Record<string, any>} */ this.body = body;
  }
}

/** A key for a request that changes something; the same request sent again has the same key. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Headers of every request. @param {Record<string, string>} [more] */
export function headers(more = {}) {
  return { "Accept-Language": lang(), [OWN_HEADER]: "1", ...more };
}

/**
 * GET a path of the API.
 * @param {string} path
 * @param {{signal?: AbortSignal, accept?: string}} [options]
 * @returns {Promise<any>} the parsed JSON
 * @throws {Problem}
 */
export function get(path, { signal, accept = "application/json" } = {}) {
  return send("GET", path, { headers: headers({ Accept: accept }), signal });
}

/**
 * POST a JSON body, with an Idempotency-Key, so that it can be sent again when the network fails.
 * @param {string} path
 * @param {any} [body]
 * @param {{key?: string | null, signal?: AbortSignal}} [options] `key` null sends none
 * @returns {Promise<any>} the parsed JSON; null for an empty answer
 * @throws {Problem}
 */
export function post(path, body = {}, { key = newKey(), signal } = {}) {
  /** @type {Record<string, string>} */
  const more = { "Content-Type": "application/json" };
  if (key !== null) more["Idempotency-Key"] = key;
  return send("POST", path, { headers: headers(more), body: JSON.stringify(body), signal }, key !== null);
}

/**
 * PATCH a path with a JSON body. The same change may be sent twice: it changes nothing the second time.
 * @param {string} path @param {any} body
 * @returns {Promise<any>}
 * @throws {Problem}
 */
export function patch(path, body) {
  return send("PATCH", path, { headers: headers({ "Content-Type": "application/json" }), body: JSON.stringify(body) });
}

/**
 * DELETE a path.
 * @param {string} path
 * @param {{key?: string | null}} [options]
 * @returns {Promise<any>}
 * @throws {Problem}
 */
export function del(path, { key = newKey() } = {}) {
  return send("DELETE", path, { headers: headers(key === null ? {} : { "Idempotency-Key": key }) }, key !== null);
}

/**
 * @param {string} method @param {string} path @param {RequestInit} init @param {boolean} [isRepeatable]
 * @returns {Promise<any>}
 */
async function send(method, path, init, isRepeatable = method === "GET") {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await once(path, { method, credentials: "same-origin", ...init });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const isWorthIt = error.status === 0 || (error.status === 503 && error.retryable);
      if (!isRepeatable || !isWorthIt || attempt >= PAUSES.length) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSES[attempt]));
    init.signal?.throwIfAborted();
  }
}

/** @param {string} path @param {RequestInit} init */
async function once(path, init) {
  let response;
  let text;
  try {
    response = await fetch(path, init);
    text = await response.text();
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Problem({ code: "network" }, 0);
  }
  if (response.ok) return text ? JSON.parse(text) : null;
  throw problemOf(text, response.status);
}

/** The refusal in an answer's body. @param {string} text @param {number} status */
export function problemOf(text, status) {
  try {
    return new Problem(JSON.parse(text), status);
  } catch {
    return new Problem({ code: "network", retryable: status >= 500 }, status);
  }
}
