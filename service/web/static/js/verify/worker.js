/** Runs the verifier in a worker, so that the page stays responsive. It receives one record and returns a report. */

import { verify } from "./verify.js";

self.addEventListener("message", async (/** @type {MessageEvent} */ message) => {
  const { bytes, given } = message.data;
  try {
    const report = await verify(bytes, given, (line, lines) => self.postMessage({ line, lines }));
    self.postMessage({ report });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
});
