"""
What a view asks, part by part, and cards by their sort.

Each part raises KeyError if the question is about something else, as for an action that does not answer it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from delvebook.domain.rulesets.labyrinth.content import CONTENT
from delvebook.domain.rulesets.labyrinth.words.shapes.table import Resolving, View


def offered_trophies(view: View) -> list[str]:
    """The Trophies on offer."""
    question = view["question"]
    if question is None or "trophies" not in question:
        raise KeyError("no Trophy is on offer")
    return question["trophies"]


def location_in_hand(view: View) -> str:
    """The Location to be laid."""
    question = view["question"]
    if question is None or "location" not in question:
        raise KeyError("no Location is to be laid")
    return question["location"]


def steambot_met(view: View) -> str:
    """The Steambot that attacks, or that is caught."""
    question = view["question"]
    if question is None or "steambot" not in question:
        raise KeyError("no Steambot is met")
    return question["steambot"]


def threat(view: View) -> str:
    """The Steambot that attacks, or the Special that works."""
    question = view["question"]
    if question is not None and "special" in question:
        return question["special"]
    return steambot_met(view)


def resolving_in(view: View) -> Resolving:
    """What was turned up and has to be resolved."""
    if view["resolving"] is None:
        raise KeyError("nothing has to be resolved")
    return view["resolving"]


def by_sort(said: Mapping[str, object]) -> dict[str, object]:
    """The fields, with the sort of each card that has copies in its place. Sorts have forms of a name: `{card:acc}`."""
    return {field: _sort(value) for field, value in said.items()}


def _sort(value: object) -> object:
    if isinstance(value, list):
        return [_sort(item) for item in value]
    return CONTENT.sorts[value] if isinstance(value, str) and value in _TOLD_BY_SORT else value


_TOLD_BY_SORT: Final = frozenset(
    card for card, type_ in CONTENT.types.items() if type_ in ("trophy", "steambot", "cage", "special")
)
