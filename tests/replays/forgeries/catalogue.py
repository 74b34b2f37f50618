"""The table of forgeries, read from `table/`, and the record that each makes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from delvebook.replays.receipts import PublicKeys
from delvebook.replays.report import LevelName, Report
from delvebook.replays.verify import LEVELS, USUAL_LEVELS, verify
from tests.replays.forgeries.bases import NAMED, base
from tests.replays.forgeries.records import KEYS, good
from tests.replays.log.trees import Key
from tests.replays.verifiers import KIT, load

TABLE: Final = Path(__file__).parent / "table"
STATED: Final = "stated"
Edit = Mapping[str, Any]


class Case(NamedTuple):
    """
    A forgery of one record.

    Attributes:
        base: The record's name.
        edits: The edits, in the language of the conformance kit.
        where: The place of the line on which it must be found; None if on no line.
        receipts: Receipts that are given with the record; a number stands for one of the base's own.
        keys: The service's keys that are given; None for the right ones.
        checkpoint: A checkpoint that is given.
    """

    base: str
    edits: Sequence[Edit]
    where: str | int | None
    receipts: Sequence[str | int] = ()
    keys: Mapping[str, Any] | None = None
    checkpoint: str | None = None


class Forgery(NamedTuple):
    """
    A kind of tampering.

    Attributes:
        name: Its name.
        does: The change.
        section: The section of the record format that it breaks.
        level: The weakest level that finds it.
        codes: The codes of our finding; more than one if that depends on the title.
        chain: `all` or `hashes` if the chain is computed anew (see `edits.forge`), so that every hash is right.
        is_appended: Whether it only adds events after the last one, which no receipt contradicts.
        cases: The records that are forged.
    """

    name: str
    does: str
    section: str
    level: LevelName
    codes: Sequence[str]
    chain: str | None
    is_appended: bool
    cases: Sequence[Case]


class Unprovable(NamedTuple):
    """
    A kind of tampering that a record cannot show, because only the service knows the truth.

    Attributes:
        name: Its name.
        does: What is done; every hash is recomputed.
        what: The kind of statement under which the report lists it.
        cases: The records that are forged; `where` is the event that is listed, None if the statement is about many.
    """

    name: str
    does: str
    what: str
    cases: Sequence[Case]


class Forged(NamedTuple):
    """A forged record, the receipts and keys given with it, and the line on which the forgery must be found."""

    record: bytes
    receipts: list[str]
    keys: dict[str, Any]
    line: int | None
    is_logged: bool = False
    checkpoint: str | None = None
    is_botted: bool = False

    def verify(self) -> Report:
        return verify(
            self.record,
            levels=LEVELS if self.is_botted else USUAL_LEVELS,
            receipts=self.receipts,
            keys=PublicKeys(self.keys),
            checkpoint=self.checkpoint,
            log_keys=[Key().verifier] if self.is_logged else [],
        )


def _cases(entry: Mapping[str, Any]) -> list[Case]:
    return [Case(**{**case, "base": name}) for case in entry["cases"] for name in case["base"]]


def _read(chapter: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((TABLE / f"{chapter}.json").read_text(encoding="utf-8"))
    return found


def _forgeries() -> Iterator[Forgery]:
    for path in sorted(TABLE.glob("*.json")):
        for entry in _read(path.stem) if path.stem != STATED else []:
            yield Forgery(**{"chain": None, "is_appended": False, **entry, "cases": _cases(entry)})


FORGERIES: Final = {one.name: one for one in _forgeries()}
"""Every forgery by its name."""
UNPROVABLE: Final = {
    entry["name"]: Unprovable(entry["name"], entry["does"], entry["what"], _cases(entry)) for entry in _read(STATED)
}
CASES: Final = [(one.name, case.base) for one in FORGERIES.values() for case in one.cases]
"""Every forgery of every record: its name, and the record's."""


def case_of(cases: Sequence[Case], record: str) -> Case:
    """The case of a record, or of a title."""
    short = next((short for short, title in NAMED.items() if title == record), None)
    return next(case for case in cases if case.base == record or (short and case.base.split("-")[0] == short))


@lru_cache(maxsize=8)  # thousands of records together would take much memory
def forge(name: str, record: str) -> Forged:
    """What a forgery makes of a record; `record` may also be a title whose record it forges."""
    one = FORGERIES[name]
    case = case_of(one.cases, record)
    edits = load(KIT / "edits.py")
    line = (
        None if case.where is None else edits.line_of(edits.edited(base(case.base), case.edits, one.chain), case.where)
    )
    title = NAMED.get(case.base.split("-")[0], "")
    return Forged(
        edits.forge(base(case.base), case.edits, one.chain),
        [good(title).receipts[one] if isinstance(one, int) else one for one in case.receipts],
        dict(case.keys or KEYS["service"].to_public()),
        line,
        is_logged=case.base.endswith("-logged"),
        checkpoint=case.checkpoint,
        is_botted="-bot" in case.base,
    )


@lru_cache(maxsize=8)  # thousands of records together would take much memory
def forge_unprovable(name: str, record: str) -> tuple[bytes, int | None]:
    """The forged record, and the event whose statement the report must list."""
    case = case_of(UNPROVABLE[name].cases, record)
    edits = load(KIT / "edits.py")
    lines = edits.edited(base(case.base), case.edits, "all")
    n = None if case.where is None else int(edits.line_of(lines, case.where)) - 1
    return edits.forge(base(case.base), case.edits, "all"), n
