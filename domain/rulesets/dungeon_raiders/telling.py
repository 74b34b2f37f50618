"""
What templates cannot say by themselves: which of several sentences fits, and numbers with their nouns.

A fact's sentence is looked up under its type and, where that depends on the fact, a variant of it such
as `room_entered:fight:dark`. A counted field `wounds` is in words as `wounds_words`: "1 wound", «3 ранения».
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from delvebook.domain.kit.phrases import Language


def fact_variant(fact: Mapping[str, Any]) -> str:
    """The key of the sentence that fits the fact."""
    type_ = str(fact["type"])
    suffixes: list[str] = []
    if type_ == "room_entered":
        if "strength" in fact:
            suffixes.append("unbeatable" if fact["strength"] is None else "fight")
        if fact["was_dark"]:
            suffixes.append("dark")
    elif type_ in ("cards_revealed", "cards_played"):
        suffixes = ["looks"] if fact["looks"] else ["none"] if not fact["cards"] else []
    elif type_ == "cards_committed":
        suffixes = [] if fact["card_count"] else ["none"]
    elif type_ in ("character_dealt", "character_died", "character_petrified", "room_reset"):
        suffixes = ["items"] if fact["items"] else []
    elif type_ == "torch_lit":
        suffixes = [] if fact["dark_count"] else ["wasted"]
    elif type_ == "rooms_seen":
        suffixes = [] if fact["rooms"] else ["nothing"]
    elif type_ == "chest_opened":
        suffixes = ["shared"] if len(fact["seats"]) > 1 else []
    elif type_ == "monster_attacked":
        suffixes = [] if fact.get("strength") is not None else ["unbeatable"]
    elif type_ in ("trap_sprung", "trap_stayed_shut"):
        suffixes = [fact["judged"]]
    elif type_ in ("chest_won", "second_fight_began") and not fact["seats"]:
        suffixes = ["nobody"]
    elif type_ == "second_fight_began":
        suffixes = [] if fact["strength"] is not None else ["unbeatable"]
    elif type_ == "game_finished":
        suffixes = [fact["reason"], *(["shared"] if len(fact["winner_seats"]) > 1 else [])]
    return ":".join([type_, *suffixes])


def action_variant(action: Mapping[str, Any]) -> str:
    """The key of the sentence that fits the action."""
    type_ = str(action["type"])
    return f"{type_}:none" if action.get("cards") == [] else type_


def counted(number: int, forms: Sequence[str], language: Language) -> str:
    """
    The number with its noun.

    Args:
        forms: In English for one and for more; in Russian for 1, for 2 to 4 and for 5 and more.
    """
    if language == "en":
        return f"{number} {forms[number != 1]}"
    if number % 10 == 1 and number % 100 != 11:
        return f"{number} {forms[0]}"
    few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    return f"{number} {forms[1 if few else 2]}"


def with_counts(
    fact: Mapping[str, Any], nouns: Mapping[str, Mapping[Language, Sequence[str]]], language: Language
) -> dict[str, Any]:
    """The fact with every counted field in words beside it."""
    told = dict(fact)
    for field, forms in nouns.items():
        if isinstance(fact.get(field), int):
            told[f"{field}_words"] = counted(fact[field], forms[language], language)
    if fact["type"] == "monster_confused":
        told["half"] = fact["total"] // 2
    return told
