/**
 * People with a Firefox: node firefox.mjs SECONDS FIREFOX ADDRESS TITLE…
 *
 * For each title somebody new signs in, begins a game, plays some of it with the mouse and the rest by the API, looks back
 * at it in the theatre, and verifies its record. Each prints what they saw, as a line of JSON. Errors on the console,
 * exceptions and requests to anywhere else are faults. After that many seconds it gives up, and takes Firefox with it.
 */
import puppeteer from "puppeteer-core";

/** Clicks on the page; the API plays the rest, faster. */
const CLICKS = 5;
const [seconds, firefox, address, ...titles] = process.argv.slice(2);
setTimeout(() => {
  console.error(`Firefox was not done in ${seconds} seconds`);
  process.exit(1); // Puppeteer stops the browser on the way out.
}, Number(seconds) * 1000).unref();

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: firefox,
  args: ["--width=1280", "--height=900"],
  extraPrefsFirefox: { "intl.accept_languages": "en-GB", "ui.prefersReducedMotion": 1 },
});
for (const title of titles) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const faults = [];
  try {
    console.log(JSON.stringify({ title, ...(await visit(page, title, faults)), faults }));
  } catch (error) {
    const seen = await page.evaluate(() => `${location}\n${document.body.innerText}`).catch(String);
    console.log(JSON.stringify({ title, error: `${error}\n${seen}`, faults }));
  }
  await context.close();
}
await browser.close();

/** @param {import("puppeteer-core").Page} page @param {string} title @param {string[]} faults */
async function visit(page, title, faults) {
  await page.setViewport({ width: 1280, height: 900 });
  page.setDefaultTimeout(30_000);
  page.on("pageerror", (error) => faults.push(`exception: ${error}`));
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["data:", "blob:"].includes(url.protocol) && url.origin !== address) faults.push(`request to ${url}`);
  });

  await page.goto(`${address}/new?ruleset=${title}`);
  await page.locator("input[name=name]").fill(`Fox at ${title}`);
  await page.locator("form button[type=submit]").click();
  await page.waitForSelector(".title-choice");
  await press(page, "main button", "Play");
  await page.waitForFunction(() => /^\/games\/[0-9a-f-]{36}$/.test(location.pathname));
  const game = await page.evaluate(() => location.pathname.split("/")[2]);
  let clicks = 0;
  while (clicks < CLICKS && (await playOnce(page))) clicks += 1;
  const played = await playOut(page, game);
  await page.waitForSelector(".outcome");

  await press(page, ".outcome a", "Watch the replay");
  await page.waitForSelector(".told .now");
  const replayed = [await moment(page)];
  await page.waitForSelector(".theatre-table svg");
  for (const key of ["ArrowLeft", "Home", "ArrowRight"]) {
    await page.keyboard.press(key);
    await page.waitForFunction((before) => !location.hash.startsWith(`#n=${before}&`), {}, replayed.at(-1));
    await page.waitForFunction(() => document.querySelector(".theatre-table [aria-busy]") === null);
    replayed.push(await moment(page));
  }
  await page.goto(`${address}/verify#game=${game}`);
  const report = await page.waitForFunction(
    () => /(Everything that could be checked here holds|The chain holds|does not hold)[^\n]*/.exec(document.body.innerText)?.[0],
    { timeout: 60_000 },
  );
  return { clicks, ...played, replayed, verdict: await report.jsonValue() };
}

/** Presses what says exactly this. */
async function press(page, selector, words) {
  const found = await page.waitForFunction(
    (selector, words) => [...document.querySelectorAll(selector)].find((one) => one.innerText.trim() === words && !one.disabled),
    {},
    selector,
    words,
  );
  await found.click();
}

/** Takes the first choice of the list, and waits until the log tells of it. Returns false once the game is over. */
async function playOnce(page) {
  await page.waitForSelector(".action:enabled, .outcome");
  if ((await page.$(".outcome")) !== null) return false;
  const before = await page.$$eval(".log li", (lines) => lines.length);
  await page.locator(".action:enabled").click();
  await page.waitForFunction(
    (before) => document.querySelectorAll(".log li").length > before || document.querySelector(".outcome") !== null,
    {},
    before,
  );
  return true;
}

/** Plays the rest by the API as the page would: by the session's cookie, which no script can read. */
function playOut(page, game) {
  return page.evaluate(async (game) => {
    const ask = async (path, body) => {
      const headers = { "Delvebook-Page": "1", "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() };
      const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
      const answer = await (await fetch(`/v1/games/${game}${path}`, init)).json();
      if (answer.code && !["action/stale", "action/not_now"].includes(answer.code)) throw new Error(JSON.stringify(answer));
      return answer;
    };
    for (;;) {
      const { status, n } = await ask("");
      if (status !== "running") return { status, n };
      const { decision, actions } = await ask("/actions");
      if (decision !== null && actions.length > 0) await ask("/actions", { decision, action: actions[0].action });
    }
  }, game);
}

/** The number of the event that the theatre shows. */
async function moment(page) {
  await page.waitForFunction(() => /^#n=\d+/.test(location.hash));
  return page.evaluate(() => Number(/^#n=(\d+)/.exec(location.hash)[1]));
}
