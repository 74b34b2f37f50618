"""
Measures which parts of the program the time goes to, by samples of py-spy: `make shares`.

Four subjects are watched: random games (`steps`), the verification of records (`verification`), the web processes while
50 games are played (`web`), and the follower on PostgreSQL while 20 are (`follower`). The shares of one run belong
together; the machine's speed does not matter to them, so it need not be quiet.

A sample belongs to the first part of its subject that is called anywhere on its stack.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from tests.bench import beside, http, load, served
from tests.bench.databases import Databases
from tests.house.files import ROOT

RATE: Final = 200
"""The samples in a second."""
WARM_SECONDS: Final = 3.0
"""How long games are played before the samples begin."""
REST: Final = "the rest"


class Part(NamedTuple):
    """
    A part of the program.

    Attributes:
        name: What it does.
        places: Its calls are those of a folder (`projections/lobby/`), of a file, or of a function
            (`domain/table.py:Table.play`).
    """

    name: str
    places: tuple[str, ...]


STEPS: Final = (
    Part("judging the action", ("domain/ruleset.py:Ruleset.require_legal",)),
    Part("carrying it out", ("domain/ruleset.py:Ruleset.play",)),
    Part("the legal list", ("legality.py:legal_actions",)),
    Part("setting up", ("setup.py:set_up",)),
)
PIECES: Final[Mapping[str, Part]] = MappingProxyType(
    {
        "dice-and-danger": Part("the settlement of a round", ("rounds/settlement.py:settle",)),
        "dungeon-raiders": Part("the resolution of a room", ("rooms/ordinary.py:resolve_room",)),
        "labyrinth": Part("the shuffle", ("domain/tape.py:Tape.shuffle",)),
        "runebound": Part("what the movement dice reach", ("turn/movement.py:_paths",)),
        "the-descent": Part("coming to rest after a move", ("falling/falls.py:settle",)),
    }
)
"""By title, a piece of a step that takes much of it."""
VERIFICATION: Final = (
    Part("reading lines: JSON, canonical form, floats, depth", ("replays/lines.py",)),
    Part("level `chain`: shapes, hash, envelopes, order", ("replays/checks/chain.py",)),
    Part("the rules", ("domain/ruleset.py:Ruleset.play", "domain/ruleset.py:Ruleset.setup")),
    Part("facts into envelopes and openings, decisions, digest of the state", ("domain/table.py",)),
    Part("the event, its hash, its effects on the game", ("domain/aggregate.py",)),
)
WEB: Final = (
    Part(
        "sentences and promises of the choices, in two languages and two lengths",
        ("projections/views.py:_told_action",),
    ),
    Part("the receipt", ("service/identity/signing.py",)),
    Part("the rules, the event and its hashes", ("domain/aggregate.py", "domain/table.py", "domain/play_commands.py")),
    Part(
        "the table, the game and the events in the answer",
        ("projections/views.py", "service/usecases/visibility.py", "service/usecases/commands.py:Commands.answer"),
    ),
    Part("measuring how much memory games take", ("service/store/kept.py",)),
    Part("the log line and the figures", ("service/api/edge.py:finish",)),
    Part(
        "the store: rows, commits, and news from other processes",
        ("service/store/committer.py", "service/store/mapper.py", "service/store/looped.py", "service/live/"),
    ),
    Part(
        "the lane, authentication, locks of games, bytes of the answer",
        ("service/api/", "service/usecases/", "service/identity/", "service/store/"),
    ),
    Part("the gateway: reading, sending, handing over to the web server", ("service/process/gateway.py",)),
)
FOLLOWER: Final = (
    Part("reading and decoding the log", ("service/store/log.py",)),
    Part("turns of bots", ("projections/lobby/reader.py", "workers/turns.py")),
    Part("the lobby", ("projections/lobby/",)),
    Part("notices and the audit trail", ("service/notices/", "service/identity/audit_log.py")),
    Part(
        "the other read models: disputes, profiles, the collection, leagues",
        ("projections/disputes.py", "projections/profiles.py", "projections/collection.py", "projections/leagues.py"),
    ),
    Part("the log of games", ("projections/games_log/",)),
    Part("positions and parked games", ("projections/projector.py", "projections/parked.py")),
)
FOLLOWING: Final = "workers/follower.py:Follower.run"
"""The follower's own thread; the others mostly wait."""


class Sampled(NamedTuple):
    """
    A line of py-spy's raw format.

    Attributes:
        calls: The calls on a stack, outermost first, as `/file:function`.
        count: How often it was seen.
    """

    calls: tuple[str, ...]
    count: int


def parsed(raw: str) -> list[Sampled]:
    """
    Returns the stacks of py-spy's raw format.

    Raises:
        ValueError: A line has no count.
    """
    found = []
    for line in raw.splitlines():
        stack, _, count = line.rpartition(" ")
        found.append(Sampled(tuple(_call(frame) for frame in stack.split(";")), int(count)))
    return found


def _call(frame: str) -> str:
    """Returns `file:function` of py-spy's `function (file:line)`."""
    function, _, place = frame.rpartition(" (")
    return f"/{place.rpartition(':')[0]}:{function}"


def is_called(place: str, calls: Sequence[str]) -> bool:
    """Returns whether a call of the place is on the stack."""
    sought = f"/{place}"
    if ":" in place:
        return any(call.endswith(sought) for call in calls)
    return any(sought in call for call in calls)


def counted(stacks: Sequence[Sampled], parts: Sequence[Part], *, within: str = "") -> Counter[str]:
    """
    Returns the samples of each part, and of the rest.

    Args:
        stacks: What was seen.
        parts: The parts. A stack belongs to the first one that is called on it.
        within: If given, only stacks with a call of this place count.
    """
    found: Counter[str] = Counter()
    for calls, count in stacks:
        if within and not is_called(within, calls):
            continue
        names = (part.name for part in parts if any(is_called(place, calls) for place in part.places))
        found[next(names, REST)] += count
    return found


def table(columns: Mapping[str, Counter[str]]) -> list[str]:
    """Returns a table: a row for each part, largest first and the rest last, a column for each subject, in percent."""
    totals = {name: counts.total() for name, counts in columns.items()}
    whole = sum((counts for counts in columns.values()), Counter[str]())
    rows = sorted(whole, key=lambda name: (name == REST, -whole[name]))
    return [
        f"| | {' | '.join(columns)} |",
        "|---" * (len(columns) + 1) + "|",
        *(f"| {row} | {' | '.join(_percent(columns[of][row], totals[of]) for of in columns)} |" for row in rows),
        f"| samples | {' | '.join(f'{total:,}' for total in totals.values())} |",
    ]


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "–"


# -- watching -----------------------------------------------------------------------------------------


@contextlib.contextmanager
def watched(process: int, *, seconds: float, options: Sequence[str] = ()) -> Iterator[list[Sampled]]:
    """
    Watches a process during the block. Yields a list that has the stacks after the block.

    Args:
        process: Its number.
        seconds: How long it is watched; the block should take longer.
        options: More options of py-spy.

    Raises:
        RuntimeError: py-spy could not watch it.
    """
    found: list[Sampled] = []
    with tempfile.TemporaryDirectory(prefix="dvshares") as folder:
        output = Path(folder) / "raw.txt"
        asked = ["--rate", str(RATE), "--duration", str(round(seconds)), "--pid", str(process), *options]
        command = ["record", "--format", "raw", "--function", "--output", str(output), *asked]
        program = Path(sys.executable).parent / "py-spy"
        spy = subprocess.Popen([program, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            yield found
            _, told = spy.communicate(timeout=seconds + 60)
        finally:
            spy.kill()
        if spy.returncode or not output.exists():
            raise RuntimeError(f"py-spy could not watch process {process}: {told.strip()}")
        found += parsed(output.read_text())


def steps(seconds: float) -> None:
    """Prints the shares of a step of random games, by title."""
    stacks = dict(_worked("playouts", seconds))
    columns = {title: counted(found, STEPS) for title, found in stacks.items()}
    _tell(table(columns))
    for title, found in stacks.items():
        piece = counted(found, [PIECES[title]])
        _tell([f"{title}: {PIECES[title].name}, {_percent(piece[PIECES[title].name], piece.total())}"])


def verification(seconds: float) -> None:
    """Prints the shares of the verification of the longest golden record of each title."""
    _tell(table({title: counted(found, VERIFICATION) for title, found in _worked("verification", seconds)}))


def _worked(kind: str, seconds: float) -> Iterator[tuple[str, list[Sampled]]]:
    """Yields each title, and what was seen while this checkout did the work of `tests.bench.beside`."""
    for title in beside.titles():
        with contextlib.closing(beside.Checkout(ROOT)) as here:
            here.rate(kind, title, seconds=0.1)
            with watched(here.process, seconds=seconds) as found:
                here.rate(kind, title, seconds=seconds)
        yield title, found


def web(seconds: float) -> None:
    """Prints the shares of the web processes on SQLite while 50 games are played."""
    with (
        tempfile.TemporaryDirectory(prefix="dvshares") as home,
        http.redis_for(Path(home)) as redis,
        served.delvebook(Path(home), redis=redis) as one,
    ):
        found = _played(one, one.process, games=50, seconds=seconds, options=("--gil", "--subprocesses"))
    _tell(table({"web": counted(found, WEB)}))


def follower(seconds: float) -> None:
    """Prints the shares of the follower on PostgreSQL while 20 games are played."""
    with (
        contextlib.closing(Databases(["postgres"])) as databases,
        databases.empty("postgres") as database,
        tempfile.TemporaryDirectory(prefix="dvshares") as home,
        served.whole_service(Path(home), database=database) as one,
    ):
        named = {process: Path(f"/proc/{process}/cmdline").read_text() for process in one.family()}
        process = next(number for number, name in named.items() if name.startswith("delvebook follow"))
        found = _played(one, process, games=20, seconds=seconds)
    _tell(table({"follower": counted(found, FOLLOWER, within=FOLLOWING)}))


def _played(
    one: served.Served, process: int, *, games: int, seconds: float, options: Sequence[str] = ()
) -> list[Sampled]:
    """Returns what was seen of a process while games were played on the service."""
    played = load.play(one.port, games=games, seconds=WARM_SECONDS + seconds, watched=one.family())
    players = threading.Thread(target=lambda: asyncio.run(played))
    players.start()
    players.join(WARM_SECONDS)
    with watched(process, seconds=seconds, options=options) as found:
        players.join()
    return found


def _tell(lines: Sequence[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


SUBJECTS: Final = MappingProxyType({"steps": steps, "verification": verification, "web": web, "follower": follower})


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="make shares", description=__doc__)
    parser.add_argument("--only", choices=tuple(SUBJECTS))
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each is watched")
    asked = parser.parse_args()
    for name, measure in SUBJECTS.items():
        if asked.only in (None, name):
            _tell([f"{name}:"])
            measure(asked.seconds)


if __name__ == "__main__":
    main()
