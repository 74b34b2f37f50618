"""
The result of a verification: for each level, the number of things checked and the findings.

A report is plain data; `delvebook.service.cli.rendering` presents it to people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from delvebook.replays.lines import Header
from delvebook.replays.pointers import ABSENT, Absent, shorten
from delvebook.replays.stated import Statement

LevelName = str
"""The name of a level of verification (record-format §6): one of `delvebook.replays.verify.LEVELS`."""
Status = Literal["holds", "failed", "not applicable"]

_WORDS: Final[Mapping[Status, str]] = {"holds": "holds", "failed": "fails", "not applicable": "not checked"}

FINDINGS_MAX: Final = 50
"""At most this many findings are described per level; any more are only counted."""


@dataclass(frozen=True, slots=True)
class Finding:
    """
    One thing that is not as it should be.

    Attributes:
        code: The kind of finding, stable: `chain/hash`, `replay/facts`, ….
        sentence: What is wrong, for people.
        line: The line of the file, from 1; None if the finding is not about a line.
        n: The event's number, as it says or by its position; None for the header.
        pointer: Where in the line, as a JSON pointer; `""` for the whole line.
        expected: The right value; `ABSENT` if nothing should be there, or there is nothing to compare.
        found: The value that is there; `ABSENT` if there is none.
        clauses: The rule clauses concerned.
        told: The expected and the found fact or action as sentences, each None if there is none.
        also: Further pointers at which the same event differs.
    """

    code: str
    sentence: str
    line: int | None = None
    n: int | None = None
    pointer: str = ""
    expected: object = ABSENT
    found: object = ABSENT
    clauses: tuple[str, ...] = ()
    told: tuple[str | None, str | None] = (None, None)
    also: tuple[str, ...] = ()

    def to_plain(self) -> dict[str, object]:
        """The finding as plain data; long values are shortened, and absent ones omitted."""
        plain: dict[str, object] = {
            "code": self.code,
            "sentence": self.sentence,
            "line": self.line,
            "n": self.n,
            "pointer": self.pointer,
        }
        for key, value in (("expected", self.expected), ("found", self.found)):
            if not isinstance(value, Absent):
                plain[key] = shorten(value)
        plain["clauses"] = list(self.clauses)
        named = zip(("expected_sentence", "found_sentence"), self.told, strict=True)
        plain.update((key, sentence) for key, sentence in named if sentence is not None)
        if self.also:
            plain["also"] = list(self.also)
        return plain


@dataclass(slots=True)
class Level:
    """
    The result of one level.

    Attributes:
        name: The level.
        counts: By kind, the number of things checked: events, envelopes, draws, ….
        findings: The findings, in the order of the file.
        more: How many further findings there are.
        why_not: Why the level could not be checked, or not to the end; empty if it was.
        is_early: Whether `why_not` holds only because the game still keeps its seed secret.
        confirmed: The events whose claims about the record this level has confirmed by itself.
    """

    name: LevelName
    counts: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    more: int = 0
    why_not: str = ""
    is_early: bool = False
    confirmed: set[int] = field(default_factory=set)

    def add(self, finding: Finding) -> None:
        """Adds a finding; beyond `FINDINGS_MAX`, only counts it."""
        if len(self.findings) < FINDINGS_MAX:
            self.findings.append(finding)
        else:
            self.more += 1

    @property
    def status(self) -> Status:
        """Whether the level holds."""
        if self.findings:
            return "failed"
        return "not applicable" if self.why_not else "holds"

    @property
    def words(self) -> str:
        """The status in words for people: `holds`, `fails` or `not checked`."""
        return _WORDS[self.status]

    def to_plain(self) -> dict[str, object]:
        """The level as plain data."""
        return {
            "level": self.name,
            "status": self.status,
            "why_not": self.why_not or None,
            "counts": dict(self.counts),
            "findings": [finding.to_plain() for finding in self.findings],
            "more_findings": self.more,
        }


@dataclass(slots=True)
class Report:
    """
    The result of a verification.

    Attributes:
        name: The name of the file or record; may be empty.
        header: The record's first line; None if it cannot be read.
        levels: The requested levels, weakest first.
        not_asked: The levels that were not asked for, each with the reason.
        stated: The statements of the service that no level proves.
        more_stated: How many further statements there are.
        notes: Remarks on what is unusual but not wrong.
    """

    name: str = ""
    header: Header | None = None
    levels: list[Level] = field(default_factory=list)
    not_asked: dict[LevelName, str] = field(default_factory=dict)
    stated: list[Statement] = field(default_factory=list)
    more_stated: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def summary(self) -> str:
        """Every level with its status, in one line; a level that was not checked is never left out."""
        told = [f"{level.name} {level.words}" for level in self.levels]
        return ", ".join([*told, *(f"{name} not checked" for name in self.not_asked)])

    @property
    def holds(self) -> bool:
        """Whether every level that applies holds, and at least one does."""
        statuses = [level.status for level in self.levels]
        return "failed" not in statuses and "holds" in statuses

    @property
    def level_reached(self) -> LevelName | None:
        """The strongest level that holds while no weaker one fails; None if there is none."""
        reached: LevelName | None = None
        for level in self.levels:
            if level.status == "failed":
                break
            if level.status == "holds":
                reached = level.name
        return reached

    @property
    def first(self) -> Finding | None:
        """The first finding in the file; of several on one line, that of the strongest level."""
        firsts = [level.findings[0] for level in reversed(self.levels) if level.findings]
        return min(firsts, key=lambda finding: finding.line or 0, default=None)

    def level(self, name: LevelName) -> Level:
        """
        The level of that name.

        Raises:
            KeyError: The level was not requested.
        """
        for level in self.levels:
            if level.name == name:
                return level
        raise KeyError(name)

    def to_plain(self) -> dict[str, object]:
        """The report as plain data of the record format."""
        first = self.first
        return {
            "name": self.name,
            "holds": self.holds,
            "level_reached": self.level_reached,
            "summary": self.summary,
            "header": self.header,
            "levels": [level.to_plain() for level in self.levels],
            "first": None if first is None else first.to_plain(),
            "not_asked": [{"level": name, "why_not": why} for name, why in self.not_asked.items()],
            "stated": [statement.to_plain() for statement in self.stated],
            "more_stated": self.more_stated,
            "notes": self.notes,
        }
