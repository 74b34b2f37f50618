"""
A sealed deck: a zone of face-down components, each in an envelope of its own (record-format §2).

An envelope is found again by a label that stays with its component while it is face down: the place it was
shuffled to, or the component's own id. The title decides how the deck looks in the state.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from delvebook.domain.facts import Facts, Seal, component


class FaceDown(NamedTuple):
    """
    One face-down component.

    Attributes:
        label: The name of its envelope within the zone.
        at: Its index in the zone, as the record has it.
        item: The component itself.
        seats: The seats that know it.
    """

    label: object
    at: int
    item: object
    seats: tuple[int, ...] = ()


class SealedDeck:
    """
    The envelopes of one zone.

    Args:
        zone: Its name in the record, such as `deck`.
        keys: The prefix of its envelopes' keys; the zone's name if not given. Zones between which
            components move without being shown (a deck and a hand) share one.
    """

    __slots__ = ("_keys", "zone")

    def __init__(self, zone: str, *, keys: str | None = None) -> None:
        self.zone = zone
        self._keys = zone if keys is None else keys

    def key(self, label: object) -> str:
        """The key by which the component's envelope is opened (`Facts.open`)."""
        return f"{self._keys}/{label}"

    def seal(self, facts: Facts, components: Iterable[FaceDown], *, whole: bool = False) -> None:
        """
        Seals these components in new envelopes.

        Args:
            facts: The facts of the present event.
            components: In the order in which the event lists their envelopes.
            whole: Whether they are all the components of the zone. Then its earlier envelopes are forgotten.
        """
        if whole:
            facts.reset_zones.append(self._keys)
        facts.seals.extend(self.face_down(components))

    def face_down(self, components: Iterable[FaceDown]) -> list[Seal]:
        """The envelopes of these components, as a table that begins in mid-game seals them."""
        return [component(self.key(one.label), self.zone, one.at, one.item, seats=one.seats) for one in components]

    def turn_up(self, facts: Facts, label: object) -> None:
        """Opens the component's envelope to everybody. If this same event sealed it, the sealing is dropped instead."""
        sealed = self._sealed_now(facts, label)
        if sealed is None:
            facts.open(self.key(label))
        else:
            facts.seals.remove(sealed)

    def show(self, facts: Facts, seat: int, label: object) -> None:
        """Opens the component's envelope to one seat. If this same event sealed it, the seat joins its audience."""
        sealed = self._sealed_now(facts, label)
        if sealed is None:
            facts.show(seat, self.key(label))
        else:
            sealed.seats = (*sealed.seats, seat)

    def _sealed_now(self, facts: Facts, label: object) -> Seal | None:
        key = self.key(label)
        return next((seal for seal in reversed(facts.seals) if seal.key == key), None)
