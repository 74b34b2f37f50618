"""
The facts of one event in order, who may know each of them, and the envelopes that the event seals and opens.

The rules of a title write into a `Facts` while they work. Whether a fact is public or secret is declared here, when
it is written; no later code decides who may know what.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypedDict, cast


class Fact(TypedDict):
    """
    A fact of any title: plain data of the record format. Its fields stand beside these members.

    A title names the fields of each type in its `words/shapes/facts.py`.
    """

    type: str
    """In snake case."""
    clauses: list[str]
    """The rules from which it follows."""


@dataclass(slots=True)
class Seal:
    """One hidden component, fixed now and shown later: its key for `Facts.open`, its content and its audience."""

    key: str
    content: dict[str, object]
    seats: tuple[int, ...]


def component(key: str, zone: str, at: int, item: object, *, seats: Sequence[int] = ()) -> Seal:
    """One hidden component as it is sealed: in its zone, at its index there (record-format §2)."""
    return Seal(key, {"zone": zone, "at": at, "item": item}, tuple(seats))


@dataclass(slots=True)
class SeatEnvelope:
    """The part of one event that only one seat may know."""

    facts: list[Fact] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    with_action: bool = False
    key: str | None = None


class Facts:
    """
    The facts of one event, as the rules of a title write them.

    They become an event as follows (record-format §2 and §4). `public` facts go into `data.facts`. Every `seal` is
    an envelope. Everything whispered or shown to one seat goes into one more envelope for that seat. The `opened`
    keys become `opens`.
    The number of an event's envelopes is public, so it must never depend on a secret.
    """

    __slots__ = ("opened", "private", "public", "reset_zones", "seals")

    def __init__(self) -> None:
        self.public: list[Fact] = []
        self.private: dict[int, SeatEnvelope] = {}
        self.seals: list[Seal] = []
        self.opened: list[str] = []
        self.reset_zones: list[str] = []

    def tell(self, type_: str, /, *clauses: str, **fields: object) -> Fact:
        """Adds a fact that everybody may know, and returns it. `clauses` are the rules from which it follows."""
        fact = cast("Fact", {"type": type_, "clauses": list(clauses), **fields})
        self.public.append(fact)
        return fact

    def whisper(self, seat: int, type_: str, /, *clauses: str, **fields: object) -> Fact:
        """
        Adds a fact that only the seat may know (and the arbiter), and returns it.

        It must follow from what the seat knew already, or accompany a `show` of the component.
        """
        fact = cast("Fact", {"type": type_, "clauses": list(clauses), **fields})
        self.envelope(seat).facts.append(fact)
        return fact

    def seal(self, zone: str, at: int, item: object, *, key: str | None = None, seats: Sequence[int] = ()) -> str:
        """
        Seals one hidden component. Returns its key.

        Args:
            zone: The deck, row or stack it lies in.
            at: Its index there.
            item: The component itself.
            key: The name by which it is opened; `zone/at` if not given. A key sealed again names the new envelope.
            seats: The seats that may open it at once; none for a face-down card, which only an arbiter may see.
        """
        key = f"{zone}/{at}" if key is None else key
        self.seals.append(component(key, zone, at, item, seats=seats))
        return key

    def open(self, key: str) -> None:
        """Opens an envelope of an earlier event to everybody."""
        self.opened.append(key)

    def show(self, seat: int, key: str) -> None:
        """Opens an envelope of an earlier event to one seat only, inside the envelope for that seat."""
        self.envelope(seat).shown.append(key)

    def conceal_action(self, seat: int, *, key: str) -> None:
        """
        Conceals the seat's action: only its type is public, and the whole action is in the envelope for that seat.

        Facts whispered to the seat in this event are in the same envelope. A later `open(key)` shows all of it.
        """
        envelope = self.envelope(seat)
        envelope.with_action = True
        envelope.key = key

    def envelope(self, seat: int) -> SeatEnvelope:
        """The envelope for the seat in this event. It exists from the first call on, even if it stays empty."""
        return self.private.setdefault(seat, SeatEnvelope())
