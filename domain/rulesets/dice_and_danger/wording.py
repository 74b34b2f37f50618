"""
Sentences where a template alone is not enough: variants of a fact, counted things, places and pairs.

The words themselves are in `texts.json`; a variant's key is the type, a dot, and what varies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from delvebook.domain.kit.phrases import Language, Phrasebook

Said = dict[str, Any]


class Wording:
    """
    Tells facts and actions of this title.

    Args:
        book: The title's phrasebook.
        texts: The whole of `texts.json`; `counted` and `pieces` are used here.
    """

    __slots__ = ("_book", "_counted", "_pieces", "_variants")

    def __init__(self, book: Phrasebook, texts: Mapping[str, Any]) -> None:
        self._book = book
        self._counted = texts["counted"]
        self._pieces = texts["pieces"]
        self._variants = {*texts["facts"], *texts["actions"]}

    def fact(self, fact: Mapping[str, Any], language: Language) -> str:
        """The fact as one sentence."""
        said = dict(fact)
        said["type"] = self._variant(fact["type"], _fact_variant(fact))
        for field in ("gems", "torches", "symbols"):
            if isinstance(said.get(field), int):
                said[f"{field}_counted"] = self._count(field, said[field], language)
        if fact["type"] == "life_lost":
            self._add_life(said, language)
        elif "dice" in fact:
            self._add_pairs(said, ["+".join(str(die) for die in pair) for pair in fact["dice"]])
            said["first_sum"], said["second_sum"] = fact["sums"]
        elif fact["type"] == "clouds_revealed":
            said["clouds"] = [f"{cell}: {number}" for cell, number in zip(fact["cells"], fact["numbers"], strict=True)]
        elif fact["type"] in ("cell_visited", "rubble_crossed"):
            said["place"] = self._place(fact, language)
        return self._book.fact(said, language)

    def action(self, action: Mapping[str, Any], language: Language) -> str:
        """The action as one sentence; of a concealed one, that it is taken."""
        said = dict(action)
        if action["type"] == "write_cloud" and "cell" not in action:
            said["type"] = "write_cloud.hidden"
        said["type"] = self._variant(said["type"], action.get("step"))
        if "pairs" in action:
            dice = self._pieces["dice"][language]
            self._add_pairs(said, ["+".join(dice[die] for die in pair) for pair in action["pairs"]])
        if "pair" in action:
            said["which"] = self._pieces["which"][language][action["pair"]]
        return self._book.action(said, language)

    def _variant(self, type_: str, varied: str | None) -> str:
        key = f"{type_}.{varied}"
        return key if key in self._variants else type_

    def _add_pairs(self, said: Said, pairs: list[str]) -> None:
        said["first_pair"], said["second_pair"] = pairs

    def _add_life(self, said: Said, language: Language) -> None:
        said["life_counted"] = self._count("life", said["amount"], language)
        piece = str(self._pieces["cover"][language])
        said["cover"] = piece.format(extra=said["extra"]) if said["extra"] else ""

    def _place(self, fact: Mapping[str, Any], language: Language) -> str:
        kind = self._book.name(fact.get("kind", "rubble"), language)
        number = "" if fact["number"] is None else f" {fact['number']}"
        return f"{fact['cell']} ({kind}{number})"

    def _count(self, things: str, count: int, language: Language) -> str:
        """The number and the word in the form that goes with it."""
        forms = self._counted[things][language]
        return f"{count} {forms[_russian_form(count) if language == 'ru' else int(count != 1)]}"


def _fact_variant(fact: Mapping[str, Any]) -> str | None:
    """What the sentence varies by, in the order it is asked."""
    if fact["type"] == "chest_opened":
        return None if fact["abilities"] else "empty"
    if fact.get("first") is False:
        return "later"
    for flag in ("drawn", "finished", "black"):
        if fact.get(flag) is True:
            return flag
    for field in ("by", "source", "reason"):
        if field in fact:
            return str(fact[field])
    return None


def _russian_form(count: int) -> int:
    """0 for «1 самоцвет», 1 for «2 самоцвета», 2 for «5 самоцветов»."""
    if count % 10 == 1 and count % 100 != 11:
        return 0
    return 1 if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else 2
