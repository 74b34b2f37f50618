"""Which sentence of `texts.json` fits a fact or an action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from delvebook.domain.kit.phrases import Language, Phrasebook
from delvebook.domain.ruleset import View


def tell_fact(book: Phrasebook, fact: Mapping[str, Any], language: Language) -> str:
    """The fact as one sentence."""
    said = dict(fact)
    if fact["type"] == "pairs_chosen":
        said["first_pair"], said["second_pair"] = ("+".join(str(die) for die in pair) for pair in fact["dice"])
        said["first_sum"], said["second_sum"] = fact["sums"]
    elif fact["type"] == "clouds_revealed":
        said["clouds"] = [f"{cell}: {number}" for cell, number in zip(fact["cells"], fact["numbers"], strict=True)]
    elif fact["type"] in ("cell_visited", "rubble_crossed"):
        said["place"] = _place(book, fact, language)
    return book.fact(said, language, *_cases(fact))


def tell_action(book: Phrasebook, action: Mapping[str, Any], language: Language, *, view: View | None = None) -> str:
    """The action as one sentence; of a concealed one, only that it is taken."""
    said = dict(action)
    if action["type"] == "write_cloud":
        return book.action(said, language, *(() if "cell" in action else ("hidden",)))
    if "pairs" in action:
        said["first_pair"], said["second_pair"] = (
            "+".join(book.name(f"die_{die}", language) for die in pair) for pair in action["pairs"]
        )
    if "pair" in action:
        said["which"] = f"pair_{action['pair']}"
    return book.action(said, language, *([action["step"]] if "step" in action else []))


def _cases(fact: Mapping[str, Any]) -> tuple[str, ...]:
    """The circumstances in which the fact's sentence is another one."""
    match fact:
        case {"type": "chest_opened", "abilities": []}:
            return ("empty",)
        case {"type": "monster_defeated" | "bonus_scored", "first": False}:
            return ("later",)
        case {"type": "first_seat_set", "drawn": True}:
            return ("drawn",)
        case {"type": "step_made" | "cloud_number_written", "finished": True}:
            return ("finished",)
        case {"type": "pairs_chosen", "black": True}:
            return ("black",)
        case {"type": "cell_visited" | "rubble_crossed", "by": by}:
            return (by,)
        case {"type": "damage_dealt", "source": source}:
            return (source,)
        case {"type": "life_lost", "reason": reason, "extra": extra}:
            return (*([] if reason == "skipped" else [reason]), *(["extra"] if extra else []))
        case _:
            return ()


def _place(book: Phrasebook, fact: Mapping[str, Any], language: Language) -> str:
    """A cell with its kind and number."""
    kind = book.name(fact.get("kind", "rubble"), language)
    number = "" if fact["number"] is None else f" {fact['number']}"
    return f"{fact['cell']} ({kind}{number})"
