"""Which sentence of `texts.json` fits a fact or an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from delvebook.domain.kit.phrases import Language, Phrasebook
from delvebook.domain.ruleset import View

Fact = Mapping[str, Any]
Cases = tuple[str, ...]


def tell_fact(book: Phrasebook, fact: Mapping[str, Any], language: Language) -> str:
    """The fact as one sentence."""
    cases = _CASES.get(fact["type"])
    told = {**fact, "half": fact["total"] // 2} if fact["type"] == "monster_confused" else fact
    return book.fact(told, language, *(cases(fact) if cases else ()))


def tell_action(book: Phrasebook, action: Mapping[str, Any], language: Language, *, view: View | None = None) -> str:
    """The action as one sentence, as a player would announce it."""
    return book.action(action, language, *(("none",) if action.get("cards") == [] else ()))


def _room_entered(fact: Fact) -> Cases:
    dark = ("dark",) if fact["was_dark"] else ()
    if "strength" not in fact:
        return dark
    return ("unbeatable" if fact["strength"] is None else "fight", *dark)


def _cards_shown(fact: Fact) -> Cases:
    return ("looks",) if fact["looks"] else () if fact["cards"] else ("none",)


def _second_fight(fact: Fact) -> Cases:
    return ("nobody",) if not fact["seats"] else ("unbeatable",) if fact["strength"] is None else ()


def _game_finished(fact: Fact) -> Cases:
    shared = ("shared",) if len(fact["winner_seats"]) > 1 else ()
    return shared if fact["reason"] == "dungeon_explored" else (fact["reason"],)


def _items(fact: Fact) -> Cases:
    return ("items",) if fact["items"] else ()


def _lowest(fact: Fact) -> Cases:
    return ("lowest",) if fact["judged"] == "lowest" else ()


_CASES: Final[Mapping[str, Callable[[Fact], Cases]]] = {
    "room_entered": _room_entered,
    "cards_revealed": _cards_shown,
    "cards_played": _cards_shown,
    "cards_committed": lambda fact: () if fact["card_count"] else ("none",),
    "character_dealt": _items,
    "character_died": _items,
    "character_petrified": _items,
    "room_reset": _items,
    "torch_lit": lambda fact: () if fact["dark_count"] else ("wasted",),
    "rooms_seen": lambda fact: () if fact["rooms"] else ("nothing",),
    "chest_opened": lambda fact: ("shared",) if len(fact["seats"]) > 1 else (),
    "monster_attacked": lambda fact: () if fact.get("strength") is not None else ("unbeatable",),
    "trap_sprung": _lowest,
    "trap_stayed_shut": _lowest,
    "chest_won": lambda fact: () if fact["seats"] else ("nobody",),
    "second_fight_began": _second_fight,
    "game_finished": _game_finished,
}
"""By type of fact, in which of its cases it is told."""
