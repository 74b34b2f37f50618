"""Which sentence of `texts.json` fits a fact or an action: some types have one sentence for each case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from delvebook.domain.kit.phrases import Language, Phrasebook

Said = Mapping[str, Any]

_CASE_FIELD: Final = {
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
"""By type, the field whose value picks the sentence."""
_CASE_IF: Final = {
    "kit_taken": "missing",
    "turn_began": "weak",
    "die_rolled": "struck",
    "dynamite_exploded": "things",
}
"""By type, the field that picks another sentence if it is not empty."""


def worded(book: Phrasebook, kind: Literal["facts", "actions"], said: Said, language: Language) -> dict[str, Any]:
    """The fact or action with the type of the sentence that fits it, and the words that sentence needs."""
    type_ = said["type"]
    case = said.get(_CASE_FIELD.get(type_, ""))
    if case is None and said.get(_CASE_IF.get(type_, "")):
        case = _CASE_IF[type_]
    fitting = f"{type_}/{case}"
    words = {**said, "type": fitting if book.knows(kind, fitting) else type_}
    if type_ in ("objects_fell", "objects_put_into_gap"):
        words["who"] = _who(book, said, language)
    if type_ == "kit_taken":
        words["left"] = said["health"]
    if type_ == "route_creature":
        words["option"] = said["option"] + 1
    return words


def _who(book: Phrasebook, said: Said, language: Language) -> str:
    """The characters and things of a fall, in words."""
    named = [book.value("seat", seat, language) for seat in said["seats"]]
    return ", ".join([*named, *(book.name(thing, language) for thing in said["things"])])
