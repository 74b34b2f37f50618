"""
What a stored event costs, by type: `make rows`.

Games of every title are played to some length on an SQLite store, and their rows are measured: as JSON, and as stored.
`--train 2` trains a dictionary with that number on other games, and adds it to `service/store/dictionaries`.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Final

import orjson
import zstandard
from eventsourcing.persistence import StoredEvent

from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.service.base.settings import Settings
from delvebook.service.store.packing import DICTIONARIES, LEVEL, take_out
from delvebook.service.store.recorder import open_factory
from delvebook.service.wiring import build_use_cases, migrate
from tests.bench.tables import Silence, Table

ACTIONS: Final = 60
"""The length of a measured game, in actions."""
TRAINED_BYTES: Final = 32_768
"""The size of a dictionary. Twice as much saves nothing, and is slower; half of it costs a twentieth."""
TRAINED_GAMES: Final = 6
BEFORE: Final = ("GameCreated", "SeatTaken", "SeatsClosed", "GameStarted")
STARTED: Final = "a started game"


def rows_of(titles: Sequence[str], *, games: int, actions: int) -> Iterator[tuple[str, StoredEvent, bytes]]:
    """Yields for each event of new games of these titles the title, the row, and the JSON in it."""
    with tempfile.TemporaryDirectory(prefix="dvrows") as home, ExitStack() as stack:
        settings = Settings(home=Path(home), secret="00" * 32)
        migrate(settings)
        service = build_use_cases(settings, signal=Silence())
        stack.callback(service.application.close)
        factory = open_factory(settings)
        stack.callback(factory.close)
        recorder, mapper = factory.application_recorder(), factory.mapper()
        for title in titles:
            for number in range(games):
                table = Table(service, f"{title}-{number}", title=title)
                list(islice(table.acts(), actions))
                for row in recorder.select_events(table.game):
                    yield title, row, orjson.dumps(mapper.to_domain_event(row).to_stored())


def measure() -> Iterator[tuple[str, str, int, float, float]]:
    """Yields for each title and type the number of rows, and their mean bytes as JSON and as stored."""
    sizes: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for title, row, plain in rows_of(all_rulesets(), games=1, actions=ACTIONS):
        sizes[title, row.topic].append((len(plain), len(row.state)))
    for title in all_rulesets():
        before = [
            one for (its, topic), found in sizes.items() if its == title and topic != "ActionTaken" for one in found
        ]
        sizes[title, STARTED].append((sum(one for one, _ in before), sum(one for _, one in before)))
    for (title, topic), found in sorted(sizes.items()):
        yield title, topic, len(found), *(sum(column) / len(found) for column in zip(*found, strict=True))  # type: ignore[misc]


def train(number: int) -> bytes:
    """Returns a dictionary with that number trained on games of every title."""
    samples = [take_out(plain)[1] for _, _, plain in rows_of(all_rulesets(), games=TRAINED_GAMES, actions=ACTIONS)]
    return zstandard.train_dictionary(TRAINED_BYTES, samples, level=LEVEL, dict_id=number).as_bytes()


def main() -> None:
    """Prints the table, or writes a dictionary."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().splitlines()[0])
    parser.add_argument("--train", type=int, metavar="NUMBER", help="write the dictionary with this number instead")
    asked = parser.parse_args()
    if asked.train is not None:
        file = DICTIONARIES / f"{asked.train}.zdict"
        if file.exists():
            parser.error(f"{file.name} is there, and rows may need it; take the next number")
        file.write_bytes(train(asked.train))
        print(f"{file} is written")
        return
    print("| title | event | rows | JSON, in bytes | stored, in bytes | ratio |\n|---|---|---|---|---|---|")
    for title, topic, count, plain, stored in measure():
        print(f"| {title} | {topic} | {count} | {plain:,.0f} | {stored:,.0f} | {stored / plain:.2f} |")


if __name__ == "__main__":
    main()
