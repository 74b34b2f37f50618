"""The page's store takes answers in any order: the table never goes back, and asks for what it was told of."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any, Final

from tests.house.files import ROOT

STORE: Final = ROOT / "service" / "web" / "static" / "js" / "table" / "store.js"
BEGIN: Final = """
const { GameStore } = await import(process.argv[1]);
const game = (n) => ({ id: "g", n, status: "running", you: null });
const never = () => new Promise(() => {});
const drawn = [];
const listener = { onChange() {}, onGame: (before, after) => drawn.push(after.n), isFinal: () => false };
const store = new GameStore({ game: never, actions: never, log: never }, listener, game(5), [{ n: 5 }], 4);
"""
END: Final = "console.log(JSON.stringify({ n: store.game.n, drawn, lacks: store.lacks() })); process.exit(0);"


def after(answers: str) -> dict[str, Any]:
    """What a store that began at event 5 knows after these answers, and what it asks for next."""
    node = shutil.which("node")
    assert node, "install node 20 or newer: the page's store is run in it"
    command = [node, "--input-type=module", "--eval", BEGIN + answers + END, STORE.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_an_older_game_is_not_taken_and_not_drawn() -> None:
    assert after("store.takeGame(game(4));") == {"n": 5, "drawn": [], "lacks": None}


def test_a_newer_game_is_taken_and_its_log_asked_for() -> None:
    assert after("store.takeGame(game(7));") == {"n": 7, "drawn": [7], "lacks": "log"}


def test_a_game_older_than_an_event_of_the_stream_is_taken_and_read_again() -> None:
    assert after("store.takeEvent({ n: 8 }); store.takeGame(game(7));") == {"n": 7, "drawn": [7], "lacks": "game"}
