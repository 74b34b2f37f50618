"""The records that are forged, by name. All of them hold, and but for those of `bots` they are honest."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from tests.replays.forgeries.bots import PLAYERS, record_with
from tests.replays.forgeries.records import TITLES, good, log_of
from tests.replays.games import lines_of, to_record
from tests.replays.verifiers import KIT, load

KEPT: Final = Path(__file__).parents[1] / "kept"
NAMED: Final[Mapping[str, str]] = {"raiders": "dungeon-raiders@1", "labyrinth": "labyrinth@1"}
"""By the first word of a record's name, the title that is played at random."""
RUNNING: Final[Mapping[str, tuple[str, int]]] = {
    "running-open": ("withheld", 4),
    "running-closed": ("withheld", 6),
    "running-shown": ("waiting", 8),
    "running-played": ("waiting", 11),
    "running-clocked": ("timed-out", 10),
    "running-removed": ("given-up", 5),
    "running-fork": ("fork", 5),
    "running-disputed": ("resumed", 18),
}
"""The records of running games: the kept record that each is the beginning of, and the first line that is cut off."""
assert {*NAMED.values()} == {*TITLES}


@cache
def base(name: str) -> bytes:
    """The record of that name."""
    if name in RUNNING:
        whole, line = RUNNING[name]
        made: bytes = load(KIT / "edits.py").forge(
            base(whole), [{"cut": line}, {"set": "/viewer", "in": "header", "to": "arbiter"}], "hashes"
        )
        return made
    first, _, rest = name.partition("-")
    if first not in NAMED:
        return (KEPT / f"{name}.jsonl").read_bytes()
    title = NAMED[first]
    if rest.startswith("bot-"):
        return record_with(title, rest.removeprefix("bot-"))
    one = good(title)
    if rest == "logged":
        lines = lines_of(one.record)
        lines[0]["log"] = log_of(lines)
        return to_record(lines)
    return {"": one.record, "running": one.running, "bot": one.botted}[rest]


def names() -> list[str]:
    """The names of all honest records."""
    played = [f"{name}{kind}" for name in NAMED for kind in ("", "-running", "-bot", "-logged")]
    return [*played, *sorted(path.stem for path in KEPT.glob("*.jsonl")), *RUNNING]


def dishonest_names() -> list[str]:
    """The names of the records in which something else played in a bot's name."""
    return [f"{name}-bot-{player}" for name in NAMED for player in PLAYERS]
