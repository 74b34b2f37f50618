"""Which sentence of `texts.json` fits a fact or an action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from delvebook.domain.kit.phrases import Language, Phrasebook
from delvebook.domain.ruleset import View

_CASE_FIELDS: Final[Mapping[str, str]] = {
    "character_moved": "how",
    "movement_cancelled": "because",
    "rock_destroyed": "cause",
    "health_lost": "cause",
    "points_gained": "why",
    "creature_moved": "move",
    "game_ended": "reason",
    "confirm_step": "choice",
    "answer_contact": "card",
    "answer_loss": "card",
    "answer_fall": "card",
}
"""By type, the field whose value is the case."""
_CASES_IF: Final[Mapping[str, str]] = {
    "kit_taken": "missing",
    "turn_began": "weak",
    "die_rolled": "struck",
    "dynamite_exploded": "things",
}
"""By type, the field that is the case if it is not empty."""


def tell_fact(book: Phrasebook, fact: Mapping[str, Any], language: Language) -> str:
    """The fact as one sentence."""
    words = dict(fact)
    if fact["type"] in ("objects_fell", "objects_put_into_gap"):
        words["who"] = _who(book, fact, language)
    elif fact["type"] == "kit_taken":
        words["left"] = fact["health"]
    return book.fact(words, language, *_cases(fact))


def tell_action(book: Phrasebook, action: Mapping[str, Any], language: Language, *, view: View | None = None) -> str:
    """The action as one sentence."""
    words = dict(action)
    if action["type"] == "route_creature":
        words["option"] = action["option"] + 1
    return book.action(words, language, *_cases(action))


def _cases(said: Mapping[str, Any]) -> list[str]:
    """The variant of a type's sentence that fits."""
    type_ = said["type"]
    if type_ in _CASE_FIELDS:
        return [said[_CASE_FIELDS[type_]]]
    return [_CASES_IF[type_]] if said.get(_CASES_IF.get(type_, "")) else []


def _who(book: Phrasebook, said: Mapping[str, Any], language: Language) -> str:
    """The characters and things of a fall, in words."""
    named = [book.value("seat", seat, language) for seat in said["seats"]]
    return ", ".join([*named, *(book.name(thing, language) for thing in said["things"])])
