"""The declared breaks: what is broken, how, and which tests must notice it (`breaks.yaml`)."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import yaml

from tests.house.files import ROOT

FILE: Final = Path(__file__).parent / "breaks.yaml"
AREAS: Final = (
    "durability",
    "idempotency",
    "conflicts",
    "catching up",
    "isolation of games",
    "rights",
    "delay of spectators",
    "order of log and requests",
    "restarts",
    "lane",
    "limits",
    "encryption",
    "expiry",
    "webhooks",
    "backups",
)


class Break(NamedTuple):
    """
    A declared break.

    Attributes:
        area: What it endangers, one of `AREAS`.
        what: What goes wrong, as a clause.
        file: The file that is changed.
        old: The text that is replaced; the file has it once.
        new: The text in its place.
        tests: The files and folders of tests of which one must notice.
    """

    area: str
    what: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def applied_to(self, source: str) -> str:
        """
        Returns the source with the break.

        Raises:
            ValueError: The source does not have the text exactly once.
        """
        if source.count(self.old) != 1:
            raise ValueError(f"{self.file} has the text of {self.what!r} {source.count(self.old)} times, not once")
        return source.replace(self.old, self.new)


def declared() -> list[Break]:
    """Returns all declared breaks, in the order of the file."""
    rows = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return [Break(**{**row, "tests": tuple(row["tests"])}) for row in rows]


def source_of(one: Break) -> str:
    """Returns the present text of the file that it changes."""
    return (ROOT / one.file).read_text(encoding="utf-8")
