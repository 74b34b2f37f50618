"""
What one event tells: facts in order, each with who may know it, and the envelopes it seals and opens.

A title's rules write into a `Facts` while they work.
Public and secret are said in the same breath, here, when they are written; nothing downstream ever
decides again who may know what.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Fact = dict[str, Any]
"""`{"type": snake_case, "clauses": [clause ids], …fields}`: plain data of the record format."""


@dataclass(slots=True)
class Seal:
    """One hidden component, fixed now and shown later: its key for `Facts.open`, its content, its audience."""

    key: str
    content: dict[str, Any]
    seats: tuple[int, ...]


def component(key: str, zone: str, at: int, item: Any, *, seats: Sequence[int] = ()) -> Seal:
    """One hidden component as it is sealed: in its zone, at its index there (record-format §2)."""
    return Seal(key, {"zone": zone, "at": at, "item": item}, tuple(seats))


@dataclass(slots=True)
class SeatEnvelope:
    """What one event tells one seat alone."""

    facts: list[Fact] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    with_action: bool = False
    key: str | None = None


class Facts:
    """
    The facts of one event, as a title's rules write them.

    How it becomes an event (record-format §2 and §4): `public` facts stand in `data.facts`; every
    `seal` is an envelope of its own; everything whispered or shown to one seat stands in one further
    envelope for that seat; `opened` keys become `opens`.
    How many envelopes an event has is public, so it must never depend on a secret.
    """

    __slots__ = ("opened", "private", "public", "reset_zones", "seals")

    def __init__(self) -> None:
        self.public: list[Fact] = []
        self.private: dict[int, SeatEnvelope] = {}
        self.seals: list[Seal] = []
        self.opened: list[str] = []
        self.reset_zones: list[str] = []

    def tell(self, type_: str, /, *clauses: str, **fields: Any) -> Fact:
        """Adds a fact that everybody may know, and returns it. `clauses` are the rules it follows from."""
        fact = {"type": type_, "clauses": list(clauses), **fields}
        self.public.append(fact)
        return fact

    def whisper(self, seat: int, type_: str, /, *clauses: str, **fields: Any) -> Fact:
        """
        Adds a fact that only the seat may know (and the arbiter), and returns it.

        What it tells the seat either follows from what that seat knew, or goes with a `show` of the component.
        """
        fact = {"type": type_, "clauses": list(clauses), **fields}
        self.envelope(seat).facts.append(fact)
        return fact

    def seal(self, zone: str, at: int, item: Any, *, key: str | None = None, seats: Sequence[int] = ()) -> str:
        """
        Seals one hidden component; returns its key.

        Args:
            zone: The deck, row or stack it lies in.
            at: Its index there.
            item: What it is.
            key: The name to open it by; `zone/at` if not given. A key sealed again means the new envelope.
            seats: Who may open it at once. Nobody but the arbiter if empty: a face-down card.
        """
        key = f"{zone}/{at}" if key is None else key
        self.seals.append(component(key, zone, at, item, seats=seats))
        return key

    def seal_zone(self, zone: str, items: Sequence[Any]) -> None:
        """Seals a freshly shuffled zone, position by position, as `zone/0`, `zone/1`, …; its earlier keys die."""
        self.reset_zones.append(zone)
        for at, item in enumerate(items):
            self.seal(zone, at, item)

    def open(self, key: str) -> None:
        """Opens an envelope of an earlier event to everybody."""
        self.opened.append(key)

    def show(self, seat: int, key: str) -> None:
        """Opens an envelope of an earlier event to one seat only, inside that seat's envelope."""
        self.envelope(seat).shown.append(key)

    def conceal_action(self, seat: int, *, key: str) -> None:
        """
        Hides the acting seat's choice: only its type is public, the whole is in that seat's envelope.

        What is whispered to the seat in this event is in the same envelope; a later `open(key)` shows all of it.
        """
        envelope = self.envelope(seat)
        envelope.with_action = True
        envelope.key = key

    def envelope(self, seat: int) -> SeatEnvelope:
        """The seat's envelope in this event; it exists from the first call on, even if nothing is put in."""
        return self.private.setdefault(seat, SeatEnvelope())
