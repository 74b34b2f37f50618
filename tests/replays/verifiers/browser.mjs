/**
 * The browser's verifier as a command, for the tests: a record on standard input, one line of JSON out.
 *
 * With `--lines` it stays: each line in is `{"record": BASE64, "given": {…}}`, and each line out one answer.
 */

import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import { verify } from "../../../service/web/static/js/verify/verify.js";

async function answer(bytes, given = {}) {
  const report = await verify(bytes, given);
  const levels = {};
  for (const { name, status, findings } of report.levels) {
    levels[name] = { status, line: findings[0]?.line ?? null, code: findings[0]?.code ?? null };
  }
  const { status, line, code } = levels.chain;
  const said = status === "holds" ? { chain: "holds" } : { chain: "fails", line, why: code };
  return JSON.stringify({ ...said, levels });
}

if (process.argv.includes("--lines")) {
  for await (const asked of createInterface({ input: process.stdin })) {
    const { record, given } = JSON.parse(asked);
    process.stdout.write(`${await answer(new Uint8Array(Buffer.from(record, "base64")), given)}\n`);
  }
} else {
  process.stdout.write(`${await answer(new Uint8Array(await buffer(process.stdin)))}\n`);
}
