/** This browser's push subscription: made by choice, renewed when the service's key changes, ended with the session. */
import * as api from "../api.js";
import { lang, remember, remembered, t } from "../words.js";

const HERE = "/v1/push-subscriptions";

/** Whether this browser can be told of notices while no page is open. */
export function canPush() {
  return "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
}

/** @param {string} account */
const chosen = (account) => `delvebook.push.${account}`;

/** Milliseconds to wait for the service worker, which may be forbidden, or stopped by a full disk. */
const PATIENCE = 10_000;

async function manager() {
  const late = new Promise((_, refuse) => setTimeout(() => refuse(new Error("no service worker")), PATIENCE));
  return (await Promise.race([navigator.serviceWorker.ready, late])).pushManager;
}

/** Subscribes this browser. @param {string} account @throws {api.Problem} */
export async function startPush(account) {
  if ((await Notification.requestPermission()) !== "granted") return;
  const { key } = await api.get(HERE);
  if (key === null) throw new api.Problem({ code: "push/not_offered", detail: t("bell.failed") }, 409);
  const push = await manager();
  await (await push.getSubscription())?.unsubscribe();
  const made = await push.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  await api.post(HERE, { endpoint, keys, key, label: lang() });
  remember(chosen(account), "on");
}

/** Ends the subscription of this browser. @param {string} account */
export async function stopPush(account) {
  remember(chosen(account), null);
  if (!canPush()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const made = await registration?.pushManager.getSubscription();
  if (!made) return;
  const { subscriptions } = await api.get(HERE);
  const mine = subscriptions.find((/** @type {any} */ one) => one.endpoint === made.endpoint);
  await made.unsubscribe();
  if (mine) await api.del(`${HERE}/${mine.id}`, { key: null });
}

/** Whether this browser is subscribed for that account. @param {string} account */
export async function isPushing(account) {
  if (!canPush() || remembered(chosen(account)) !== "on") return false;
  const made = await manager().then((push) => push.getSubscription(), () => null);
  return made !== null;
}

/**
 * Subscribes again if the service or the browser has forgotten the subscription, or if the service has another key.
 * @param {string} account @returns {Promise<boolean>} whether this browser is subscribed
 */
export async function renewPush(account) {
  if (!canPush() || remembered(chosen(account)) !== "on" || Notification.permission !== "granted") return false;
  try {
    const { key, subscriptions } = await api.get(HERE);
    const made = await (await manager()).getSubscription();
    const mine = subscriptions.find((/** @type {any} */ one) => one.endpoint === made?.endpoint);
    if (key !== null && mine?.key !== key) await startPush(account);
    return isPushing(account);
  } catch {
    return false;
  }
}
