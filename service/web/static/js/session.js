/** The account that this browser is signed in with. The session is a cookie that no script can read. */
import * as api from "./api.js";

/** @typedef {{id: string, name: string, scopes: string[]}} Account */

/** @type {Account | null} */
let account = null;
/** @type {string | null} */
let passkeysAt = null;
/** @type {Promise<Account | null> | null} */
let loading = null;
/** @type {Set<() => void>} */
const listeners = new Set();

/** The account; null for a visitor. Valid once `loadSession` has returned. */
export function me() {
  return account;
}

/** The address of an account's profile. @param {{id: string, name: string}} person */
export function profilePath({ id, name }) {
  // A slash would end this part of the address, even if it is encoded.
  return `/players/${encodeURIComponent(name.includes("/") ? id : name)}`;
}

/** Asks the service for the account. Asks only once, unless `again`. @param {{again?: boolean}} [options] */
export function loadSession({ again = false } = {}) {
  if (loading === null || again) loading = api.get("/v1/session").then((body) => setSession(body));
  return loading;
}

/** The origin at which passkeys can be used, which may be another one; null if there is none. */
export function placeOfPasskeys() {
  return passkeysAt;
}

/** Whether this page and this browser can use passkeys. */
export function canUsePasskeys() {
  return passkeysAt === location.origin && "parseCreationOptionsFromJSON" in (window.PublicKeyCredential ?? {});
}

/** Signs in as the API describes it. @param {Record<string, any>} proof @throws {api.Problem} */
export async function beginSession(proof) {
  return setSession(await api.post("/v1/session", proof));
}

/** Makes an account with that name, and signs in. @param {string} name @throws {api.Problem} */
export const createAccount = (name) => beginSession({ name });

/** Signs in with the account of a recovery code. @param {string} code @throws {api.Problem} */
export const recoverAccount = (code) => beginSession({ recovery_code: code });

/** Signs in with a code, and out of another account only once that has worked. @param {string} code @throws {api.Problem} */
export async function changeAccount(code) {
  const before = account;
  await beginSession({ recovery_code: code, replace: true });
  if (before !== null && before.id !== account?.id) await forget(before.id);
}

/** Signs out. From then on this browser is told nothing of the account. */
export async function endSession() {
  if (account !== null) await forget(account.id);
  await api.del("/v1/session", { key: null });
  return setSession({ account: null, scopes: [] });
}

/** Ends what this browser is told of the account while no page is open, as far as it can. @param {string} id */
const forget = (id) => import("./bell/push.js").then(({ stopPush }) => stopPush(id)).catch(() => {});

/** Gives the account another name. @param {string} name @throws {api.Problem} */
export async function rename(name) {
  const { id, name: now } = await api.patch("/v1/accounts/me", { name });
  return setSession({ account: { id, name: now }, scopes: account?.scopes ?? [] });
}

/** Deletes the account for good. @throws {api.Problem} */
export async function deleteAccount() {
  await api.del("/v1/accounts/me", { key: null });
  return setSession({ account: null, scopes: [] });
}

/** Calls the listener whenever the account changes. @param {() => void} listener */
export function onSession(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called when the service no longer knows the session. */
export function sessionLost() {
  if (account !== null) setSession({ account: null, scopes: [] });
}

/** @param {{account: {id: string, name: string} | null, scopes: string[], passkeys_origin?: string | null}} session */
function setSession(session) {
  if (session.passkeys_origin !== undefined) passkeysAt = session.passkeys_origin;
  account = session.account === null ? null : { ...session.account, scopes: session.scopes };
  loading = Promise.resolve(account);
  for (const listener of listeners) listener();
  return account;
}
