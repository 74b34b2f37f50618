"""A game is started although its nonce has been revealed meanwhile, as by the open table."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any, Final

from tests.house.files import ROOT

SEATING: Final = ROOT / "service" / "web" / "static" / "js" / "seating.js"
BEGIN: Final = """
const kept = new Map([["delvebook.nonce.p.g", "cafe"]]);
Object.assign(globalThis, {
  document: { documentElement: { lang: "en" } }, addEventListener() {},
  localStorage: { getItem: (name) => kept.get(name) ?? null, removeItem: (name) => kept.delete(name) },
});
const asked = [];
const answer = (status, body) => new Response(JSON.stringify(body), { status });
globalThis.fetch = async (_, { body }) => {
  asked.push(JSON.parse(body));
  const isRefused = refusal && (asked.at(-1).nonce || refusal !== "nonce/shown");
  return isRefused ? answer(409, { code: refusal }) : answer(201, {});
};
const { start } = await import(process.argv[1]);
const game = { id: "g", you: { seat: 0 }, nonces: { missing: [0] } };
const ended = await start(game, "p").then(() => "started", (error) => error.code);
console.log(JSON.stringify({ asked, ended, kept: kept.size }));
"""


def start(refusal: str | None) -> dict[str, Any]:
    """What the page asks for to start a game whose start is refused for that reason, and how it ends."""
    node = shutil.which("node")
    assert node, "install node 20 or newer: the page's modules are run in it"
    script = f"const refusal = {json.dumps(refusal)};{BEGIN}"
    command = [node, "--input-type=module", "--eval", script, SEATING.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_game_is_started_with_the_nonce_that_it_waits_for() -> None:
    assert start(None) == {"asked": [{"nonce": "cafe"}], "ended": "started", "kept": 0}


def test_a_game_whose_nonce_was_revealed_meanwhile_is_started_without_it() -> None:
    assert start("nonce/shown") == {"asked": [{"nonce": "cafe"}, {}], "ended": "started", "kept": 0}


def test_any_other_refusal_is_told_and_the_nonce_is_kept() -> None:
    assert start("nonce/late") == {"asked": [{"nonce": "cafe"}], "ended": "nonce/late", "kept": 1}
