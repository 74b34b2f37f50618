/** Who this browser is: the account of its session. The session is a cookie that no script can read. */
import * as api from "./api.js";

/** @typedef {{id: string, name: string, scopes: string[]}} Account */

/** @type {Account | null} */
let account = null;
/** @type {Promise<Account | null> | null} */
let loading = null;
/** @type {Set<() => void>} */
const listeners = new Set();

/** The account; null for a visitor. Only right once `loadSession` has come back. */
export function me() {
  return account;
}

/** Asks the service who this browser is; once, unless `again`. @param {{again?: boolean}} [options] */
export function loadSession({ again = false } = {}) {
  if (loading === null || again) loading = api.get("/v1/session").then((body) => become(body));
  return loading;
}

/** Makes an account of that name and a session for it. @param {string} name @throws {api.Problem} */
export async function createAccount(name) {
  return become(await api.post("/v1/session", { name }));
}

/** Goes on with the account of a recovery code. @param {string} code @throws {api.Problem} */
export async function recoverAccount(code) {
  return become(await api.post("/v1/session", { recovery_code: code }));
}

/** Ends the session of this browser. */
export async function endSession() {
  await api.del("/v1/session", { key: null });
  return become({ account: null, scopes: [] });
}

/** Gives the account another name. @param {string} name @throws {api.Problem} */
export async function rename(name) {
  const { id, name: now } = await api.patch("/v1/accounts/me", { name });
  return become({ account: { id, name: now }, scopes: account?.scopes ?? [] });
}

/** Deletes the account for good. @throws {api.Problem} */
export async function deleteAccount() {
  await api.del("/v1/accounts/me", { key: null });
  return become({ account: null, scopes: [] });
}

/** Calls this whenever the account becomes another. @param {() => void} listener */
export function onSession(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The service no longer knows the session. */
export function sessionLost() {
  if (account !== null) become({ account: null, scopes: [] });
}

/** @param {{account: {id: string, name: string} | null, scopes: string[]}} session */
function become(session) {
  account = session.account === null ? null : { ...session.account, scopes: session.scopes };
  loading = Promise.resolve(account);
  for (const listener of listeners) listener();
  return account;
}
