"""The files that the pages speak of, about one fair game and a fork of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from tests.replays.forgeries import KEYS, good, log_of, play
from tests.replays.games import lines_of, record_of, to_record
from tests.replays.log.trees import Key
from tests.replays.test_forks import fork_of, moments, plays

TITLE: Final = "dungeon-raiders@1"


def lay_out(folder: Path) -> None:
    """Writes its record, its log's checkpoint and key, its receipts with their keys, and a fork's record."""
    lines = lines_of(good(TITLE).record)
    lines[0]["log"] = log_of(lines)
    (folder / "game.jsonl").write_bytes(to_record(lines))
    (folder / "checkpoint").write_text(lines[0]["log"]["checkpoint"])
    (folder / "log.keys").write_text(Key().verifier.to_vkey())
    _, events, _ = play(TITLE)
    fork = fork_of(events, moments(events)[1])
    (folder / "fork.jsonl").write_bytes(record_of(fork, plays(fork, seed="fair")))
    (folder / "receipts.txt").write_text("\n".join(good(TITLE).receipts))
    (folder / "keys.json").write_text(json.dumps(KEYS["service"].to_public()))
