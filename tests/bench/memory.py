"""
Whether the memory of a process stays flat however many games it serves: creates, plays and reads games, one by one.

`python -m tests.bench.memory --games 2000 --mib 8` prints the resident memory after each tenth. Linux alone tells it.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
from pathlib import Path
from typing import Final

from delvebook.domain.rulesets import registry
from delvebook.service.base.settings import Settings
from tests.memory import resident
from tests.service.tables import open_service, play_on, seated_game

ACTIONS: Final = 6


def main() -> None:
    """Plays, and prints the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.memory", description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--mib", type=int, default=8, help="DELVEBOOK_GAMES_MIB")
    parser.add_argument("--title", default="dungeon-raiders")
    asked = parser.parse_args()
    registry.all_rulesets()
    with tempfile.TemporaryDirectory() as home:
        service = open_service(Settings(home=Path(home), secret="ab" * 32, games_mib=asked.mib))
        kept = service.application.kept
        for number in range(1, asked.games + 1):
            play_on(service, seated_game(service, ["ann", "bob"], title=asked.title), actions=ACTIONS)
            if number % max(1, asked.games // 10) == 0:
                gc.collect()
                taken = resident()
                assert taken is not None
                sys.stdout.write(
                    f"{number:6} games: {taken / 2**20:6.1f} MiB resident, "
                    f"{len(kept):5} games of {kept.bytes / 2**20:.1f} MiB kept\n"
                )
                sys.stdout.flush()
        service.application.close()


if __name__ == "__main__":
    main()
