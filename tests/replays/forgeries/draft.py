"""The material of a forger: the lines of a good record, and what changes them."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from delvebook.domain.envelopes import envelope_digest
from tests.replays.forgeries.records import KEYS, Good


@dataclass
class Draft:
    """The material of a forger: lines to change, or raw bytes, and the receipts to show."""

    good: Good
    lines: list[dict[str, Any]]
    receipts: list[str] = field(default_factory=list)
    keys: dict[str, Any] = field(default_factory=KEYS["service"].to_public)
    raw: bytes | None = None
    checkpoint: str | None = None

    @property
    def header(self) -> dict[str, Any]:
        return self.lines[0]

    def where(self, type_: str, index: int = 0) -> int:
        """Returns the index in `lines` of an event of this type."""
        return [number for number, line in enumerate(self.lines) if line.get("type") == type_][index]

    def of(self, type_: str, index: int = 0) -> dict[str, Any]:
        return self.lines[self.where(type_, index)]

    def line(self, type_: str, index: int = 0) -> int:
        """The line of the file it stands on, from 1."""
        return self.where(type_, index) + 1

    def with_fact(self, index: int = 1) -> tuple[int, dict[str, Any]]:
        """Returns an action that has facts: its line and the event."""
        found = [n for n, one in enumerate(self.lines) if one.get("type") == "ActionTaken" and one["data"]["facts"]]
        return found[index] + 1, self.lines[found[index]]

    def with_envelope(self) -> tuple[int, dict[str, Any]]:
        found = [n for n, one in enumerate(self.lines) if one.get("sealed")]
        return found[0] + 1, self.lines[found[0]]

    def with_opening(self) -> tuple[int, dict[str, Any]]:
        found = [n for n, one in enumerate(self.lines) if one.get("opens")]
        return found[0] + 1, self.lines[found[0]]

    def bytes_of(self, change: Callable[[bytes], bytes], number: int) -> int:
        """Changes the bytes of a line. Returns its number."""
        lines = self.good.record.splitlines(keepends=True)
        changed = change(lines[number - 1])
        assert changed != lines[number - 1]
        lines[number - 1] = changed
        self.raw = b"".join(lines)
        return number

    def reseal(self, number: int, i: int) -> None:
        """Makes an envelope's digest, and every later opening, fit its present content."""
        event = self.lines[number - 1]
        envelope = event["sealed"][i]
        envelope["digest"] = envelope_digest(envelope["salt"], envelope["content"])

        def follow(value: Any) -> None:
            if isinstance(value, dict):
                if {"n", "i", "salt", "content"} == value.keys() and (value["n"], value["i"]) == (event["n"], i):
                    value["salt"], value["content"] = envelope["salt"], copy.deepcopy(envelope["content"])
                for item in value.values():
                    follow(item)
            elif isinstance(value, list):
                for item in value:
                    follow(item)

        for index, later in enumerate(self.lines[number:], number):
            before = copy.deepcopy(later.get("sealed", []))
            follow(later)
            for j, one in enumerate(later.get("sealed", [])):
                if one != before[j]:
                    self.reseal(index + 1, j)

    def action_of(self, event: dict[str, Any]) -> dict[str, Any]:
        inside = [one["content"] for one in event["sealed"] if "action" in (one.get("content") or {})]
        action: dict[str, Any] = (inside or [event["data"]])[0]["action"]
        return action

    def put_action(self, number: int, action: dict[str, Any]) -> None:
        """Puts another action in the place of the one that was taken."""
        event = self.lines[number - 1]
        for i, one in enumerate(event["sealed"]):
            if "action" in (one.get("content") or {}):
                one["content"]["action"] = action
                event["data"]["action"] = {"type": action["type"]}
                self.reseal(number, i)
                return
        event["data"]["action"] = action

    def close(self, *, but: str = "") -> None:
        """Closes every envelope, but not those for one viewer."""
        for event in self.lines[1:]:
            for envelope in event["sealed"]:
                if but not in envelope["for"]:
                    envelope.pop("salt", None)
                    envelope.pop("content", None)

    def add(self, type_: str, data: dict[str, Any], *, by: str, before: int | None = None) -> None:
        """Inserts an event before that line, or appends it, and numbers the events anew."""
        index = len(self.lines) if before is None else before - 1
        last = self.lines[index - 1]
        event = {**last, "type": type_, "data": data, "by": by, "sealed": [], "opens": []}
        self.lines.insert(index, event)
        self.renumber()

    def renumber(self) -> None:
        for n, event in enumerate(self.lines[1:], 1):
            event["n"] = n


Forge = Callable[[Draft], int | None]
"""Does the forgery. Returns the line on which it must be found, None if on no line."""
