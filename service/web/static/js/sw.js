/**
 * The service worker: it keeps the frame of the pages and the verifier for times without a network, and shows what push
 * services bring. It never answers for the API, and never with a page of a game: an old table would be a wrong one.
 *
 * The service puts a line before it that says what to keep (`SHELL`).
 */

/** @type {any} */
const worker = self;
/** @type {{digest: string, base: string, pages: string[], files: string[]}} */
const SHELL = worker.SHELL;
const CACHE = `delvebook-${SHELL.digest}`;
const CHOICES = "delvebook-choices";

const WORDS = /** @type {Record<string, Record<string, string>>} */ ({
  en: {
    turn: "It is your turn",
    nonce_wanted: "A game waits for your browser",
    seat_kept: "A game goes on, and keeps your seat",
    started: "A game has begun",
    take_back_asked: "A player asks to take an action back",
    seat_replaced: "A bot plays for you",
    finished: "A game is over",
    aborted: "A game was broken off",
    dispute_opened: "A game of yours is disputed",
    dispute_ruled: "A dispute has its ruling",
    dispute_appealed: "A ruling is appealed",
    dispute_withdrawn: "A claim was withdrawn",
    invitation: "News of an invitation",
    other: "There is news",
  },
  ru: {
    turn: "Ваш ход",
    nonce_wanted: "Партия ждёт ваш браузер",
    seat_kept: "Партия продолжается, место за вами",
    started: "Партия началась",
    take_back_asked: "Игрок просит вернуть ход",
    seat_replaced: "За вас играет бот",
    finished: "Партия окончена",
    aborted: "Партия прервана",
    dispute_opened: "Вашу партию оспаривают",
    dispute_ruled: "По спору вынесено решение",
    dispute_appealed: "Решение обжаловано",
    dispute_withdrawn: "Жалоба отозвана",
    invitation: "Новости о приглашении",
    other: "Есть новости",
  },
});

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...SHELL.pages, ...SHELL.files])));
});

// It begins once the pages of the version before are closed, so files of two versions are never mixed.
worker.addEventListener("activate", (/** @type {any} */ event) => {
  const isOld = (/** @type {string} */ name) => name.startsWith("delvebook-") && ![CACHE, CHOICES].includes(name);
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(`${SHELL.base}/`)) event.respondWith(kept(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => withoutNetwork(pathname)));
});

/** A static file, whose address changes with its content. @param {Request} request */
async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** The page for an address that cannot be reached. @param {string} path */
async function withoutNetwork(path) {
  const cache = await caches.open(CACHE);
  return (await cache.match(path === "/verify" ? path : "/offline", { ignoreVary: true })) ?? Response.error();
}

worker.addEventListener("message", (/** @type {any} */ event) => {
  const { lang } = event.data;
  if (lang) event.waitUntil(caches.open(CHOICES).then((cache) => cache.put("/lang", new Response(lang))));
});

worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(tell(event.data?.json() ?? {})));

/** Shows a notification, unless the person looks at the page already. @param {{type?: string, game?: string | null}} message */
async function tell({ type = "other", game = null }) {
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.some((/** @type {any} */ client) => client.visibilityState === "visible")) return;
  const words = WORDS[await language()];
  await worker.registration.showNotification("Delvebook", {
    body: words[type] ?? words.other,
    tag: game ?? type,
    icon: `${SHELL.base}/icons/192.png`,
    data: { address: game === null || type === "invitation" ? "/" : `/games/${game}` },
  });
}

async function language() {
  const told = await (await caches.match("/lang", { cacheName: CHOICES }))?.text();
  return (told ?? navigator.language).startsWith("ru") ? "ru" : "en";
}

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data.address));
});

/** Shows the page at that address: in its own tab, or in a new one. @param {string} address */
async function goTo(address) {
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((/** @type {any} */ client) => new URL(client.url).pathname === address);
  return there ? there.focus() : worker.clients.openWindow(address);
}
