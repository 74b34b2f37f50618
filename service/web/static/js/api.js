/**
 * Calls of the public API: with the session's cookie, in the chosen language, and repeated safely when a response is lost.
 */
import { lang } from "./words.js";

/** Milliseconds to wait before each repetition of a request. */
const PAUSES = [200, 500, 1500];
/** A header that requests from other sites cannot have. The service accepts the session's cookie only with it. */
export const OWN_HEADER = "Delvebook-Page";

/** A refusal (RFC 9457), or a failure to get any response (`status` 0, `code` "network"). */
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

  /** Whether it is of no use to ask again. */
  get isFinal() {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

/**
 * Waits for a module that is loaded when it is needed. If it cannot be loaded, fails as a request without a response does.
 * @template T
 * @param {Promise<T>} loading what `import()` returns
 * @returns {Promise<T>}
 * @throws {Problem}
 */
export async function needed(loading) {
  try {
    return await loading;
  } catch (error) {
    throw error instanceof TypeError ? new Problem({ code: "network" }, 0) : error;
  }
}

/** A new key for a request that changes something. Repetitions of the request carry the same key. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Headers of every request. @param {Record<string, string>} [more] */
export function headers(more = {}) {
  return { "Accept-Language": lang(), [OWN_HEADER]: "1", ...more };
}

/**
 * Sends a GET request.
 * @param {string} path
 * @param {{signal?: AbortSignal, accept?: string}} [options]
 * @returns {Promise<any>} the parsed JSON
 * @throws {Problem}
 */
export function get(path, { signal, accept = "application/json" } = {}) {
  return send("GET", path, { headers: headers({ Accept: accept }), signal });
}

/**
 * Sends a POST request with a JSON body, and with an Idempotency-Key, so that it can be repeated if the network fails.
 * @param {string} path
 * @param {any} [body]
 * @param {{key?: string | null, signal?: AbortSignal}} [options] no key is sent if `key` is null
 * @returns {Promise<any>} the parsed JSON; null for an empty response
 * @throws {Problem}
 */
export function post(path, body = {}, { key = newKey(), signal } = {}) {
  /** @type {Record<string, string>} */
  const more = { "Content-Type": "application/json" };
  if (key !== null) more["Idempotency-Key"] = key;
  return send("POST", path, { headers: headers(more), body: JSON.stringify(body), signal }, key !== null);
}

/**
 * Sends a PATCH request with a JSON body. It may be sent twice: the second one changes nothing.
 * @param {string} path @param {any} body
 * @returns {Promise<any>}
 * @throws {Problem}
 */
export function patch(path, body) {
  return send("PATCH", path, { headers: headers({ "Content-Type": "application/json" }), body: JSON.stringify(body) });
}

/**
 * Sends a PUT request, with a JSON body if there is one. It may be sent twice: the second one changes nothing.
 * @param {string} path @param {any} [body]
 * @returns {Promise<any>}
 */
export function put(path, body) {
  if (body === undefined) return send("PUT", path, { headers: headers() });
  return send("PUT", path, { headers: headers({ "Content-Type": "application/json" }), body: JSON.stringify(body) });
}

/**
 * Sends a DELETE request. It goes on if the page goes away meanwhile.
 * @param {string} path
 * @param {{key?: string | null}} [options]
 * @returns {Promise<any>}
 * @throws {Problem}
 */
export function del(path, { key = newKey() } = {}) {
  /** @type {Record<string, string>} */
  const more = key === null ? {} : { "Idempotency-Key": key };
  return send("DELETE", path, { headers: headers(more), keepalive: true }, key !== null);
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
      const mayHelp = error.status === 0 || (error.status === 503 && error.retryable);
      if (!isRepeatable || !mayHelp || attempt >= PAUSES.length) throw error;
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

/** The refusal in the body of a response. @param {string} text @param {number} status */
export function problemOf(text, status) {
  try {
    return new Problem(JSON.parse(text), status);
  } catch {
    return new Problem({ code: "network", retryable: status >= 500 }, status);
  }
}
