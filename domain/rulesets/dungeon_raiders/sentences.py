"""
Which sentence of `texts.json` fits a fact or an action, and with which figures.

Facts name cards by id. What a room, a trap or a boss does is read from the printed components, so that a sentence can
say what is at stake.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from delvebook.domain.kit.phrases import Phrasebook, Voice
from delvebook.domain.kit.refusals import Refusal
from delvebook.domain.ruleset import View
from delvebook.domain.rulesets.dungeon_raiders.components import Trap
from delvebook.domain.rulesets.dungeon_raiders.content import CONTENT
from delvebook.domain.rulesets.dungeon_raiders.stakes import boss_play, phrase, room_play, room_rule

Fact = Mapping[str, Any]
Cases = tuple[str, ...]


def tell_fact(book: Phrasebook, fact: Mapping[str, Any], voice: Voice) -> str:
    """The fact as one or two sentences."""
    cases = _CASES.get(fact["type"])
    return book.fact({**fact, **_figures(book, fact, voice)}, voice, *(cases(fact) if cases else ()))


def tell_action(book: Phrasebook, action: Mapping[str, Any], voice: Voice, *, view: View | None = None) -> str:
    """The action as a player would announce it, with what is at stake if the view says it."""
    type_ = action["type"]
    if type_ == "light_torch":
        cases, figures = _torch_play(view)
    elif "card" not in action and "cards" not in action:
        cases, figures = ("concealed",), {}
    elif type_ == "play_boss_cards":
        cases, figures = boss_play(CONTENT, book, action["cards"], voice, view=view)
    else:
        cases, figures = room_play(CONTENT, book, action["card"], voice, view=view)
    return book.action({"type": type_, **figures}, voice, *cases)


def _torch_play(view: View | None) -> tuple[Cases, Mapping[str, Any]]:
    """How lighting a torch is announced: what it would show, or that it would be wasted."""
    if view is None:
        return (), {}
    dark = [room for room in view["dungeon"][view["level"] - 1] if not room["face_up"]]
    if not dark:
        return ("wasted",), {}
    if all(room["card"] is not None for room in dark):
        return ("known",), {}
    return ("dark",), {"dark_count": len(dark)}


def _figures(book: Phrasebook, fact: Fact, voice: Voice) -> dict[str, Any]:
    """What the templates of a fact need beyond its fields."""
    type_ = fact["type"]
    if type_ == "room_entered":
        return {"rule": room_rule(CONTENT, book, fact["card"], fact.get("strength"), voice)}
    if type_ in ("cards_revealed", "cards_played") and fact["looks"]:
        return {"cards": [card for card in fact["cards"] if card != "ball"]}
    if type_ == "rooms_seen":
        seen = zip(fact["rooms"], fact["cards"], strict=True)
        return {"seen": [phrase(book, voice, "seen_room", room=room, card=card) for room, card in seen]}
    if type_ == "trap_sprung":
        return {"amount": _trap(fact["card"]).loss[fact["value"]]}
    return {"half": fact["total"] // 2} if type_ == "monster_confused" else {}


def _trap(card: str) -> Trap:
    """The table of the trap on that card."""
    trap = CONTENT.rooms[card].trap
    if trap is None:
        raise TypeError(f"{card} is not a trap")
    return trap


def _game_set_up(fact: Fact) -> Cases:
    tactical = ("tactical",) if fact["mode"] == "tactical" else ()
    return (*tactical, "introductory") if fact["difficulty"] == "introductory" else tactical


def _cards_shown(fact: Fact) -> Cases:
    if fact["looks"]:
        return ("looks",) if fact["cards"] == ["ball"] else ("looks", "cards")
    return () if fact["cards"] else ("none",)


def _chest_opened(fact: Fact) -> Cases:
    shared = ("shared",) if len(fact["seats"]) > 1 else ()
    return ("second", *shared) if fact["place"] == 2 else shared


def _trap_sprung(fact: Fact) -> Cases:
    trap = _trap(fact["card"])
    if trap.judged == "highest":
        return ("life",) if trap.of == "life" else ()
    return ("lowest", trap.of, "half") if trap.loss[fact["value"]] is None else ("lowest", trap.of)


def _second_fight(fact: Fact) -> Cases:
    return ("nobody",) if not fact["seats"] else ("unbeatable",) if fact["strength"] is None else ()


def _game_finished(fact: Fact) -> Cases:
    shared = ("shared",) if len(fact["winner_seats"]) > 1 else ()
    return shared if fact["reason"] == "dungeon_explored" else (fact["reason"],)


def _items(fact: Fact) -> Cases:
    return ("items",) if fact["items"] else ()


_CASES: Final[Mapping[str, Callable[[Fact], Cases]]] = {
    "game_set_up": _game_set_up,
    "room_entered": lambda fact: ("dark",) if fact["was_dark"] else (),
    "cards_revealed": _cards_shown,
    "cards_played": _cards_shown,
    "cards_committed": lambda fact: () if fact["card_count"] else ("none",),
    "character_dealt": _items,
    "character_died": _items,
    "character_petrified": _items,
    "room_reset": _items,
    "torch_lit": lambda fact: () if fact["dark_count"] else ("wasted",),
    "rooms_seen": lambda fact: () if fact["rooms"] else ("nothing",),
    "chest_opened": _chest_opened,
    "chest_untouched": lambda fact: ("second",) if fact["place"] == 2 else (),
    "item_run_out": lambda fact: () if fact["left"] else ("empty",),
    "wounded": lambda fact: () if fact["life"] else ("fatal",),
    "healed": lambda fact: () if fact["gained"] else ("full",),
    "monster_attacked": lambda fact: () if fact.get("strength") is not None else ("unbeatable",),
    "trap_sprung": _trap_sprung,
    "trap_stayed_shut": lambda fact: ("lowest",) if fact["judged"] == "lowest" else (),
    "chest_won": lambda fact: () if fact["seats"] else ("nobody",),
    "second_fight_began": _second_fight,
    "game_finished": _game_finished,
}
"""By type of fact, in which of its cases it is told."""


def tell_refusal(book: Phrasebook, refusal: Refusal, voice: Voice) -> str:
    """Why an action is refused, as one sentence."""
    return book.refusal(refusal, voice)
