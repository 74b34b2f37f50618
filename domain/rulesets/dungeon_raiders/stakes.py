"""What is at stake in a room, in words: the rule of a card that is entered, and what a play may win or lose there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from delvebook.domain.kit.phrases import Phrasebook, Voice
from delvebook.domain.ruleset import View
from delvebook.domain.rulesets.dungeon_raiders.boss import prey_of, total_of
from delvebook.domain.rulesets.dungeon_raiders.boss_cards import is_sight
from delvebook.domain.rulesets.dungeon_raiders.components import SYMBOLS, Boss, Content, Reward, Room, Trap
from delvebook.domain.rulesets.dungeon_raiders.state import card_value

_OF_THE_ATTACK: Final = ("hits_lowest_two", "hits_highest", "wounds_highest_card", "petrify", "steal_highest_card")
"""The symbols that are told with the attack."""

Telling = tuple[tuple[str, ...], Mapping[str, Any]]
"""The cases that choose a sentence, and the figures its template needs."""


def phrase(book: Phrasebook, voice: Voice, type_: str, *cases: str, **fields: Any) -> str:
    """A part of a sentence; written in `texts.json` like a fact."""
    return book.fact({"type": type_, **fields}, voice, *cases)


def room_rule(content: Content, book: Phrasebook, card: str, strength: int | None, voice: Voice) -> str:
    """
    What the room does, for a newcomer.

    Args:
        content: The components.
        book: The title's sentences.
        card: The room that is entered.
        strength: What a monster or boss needs to be beaten; None if it cannot be beaten.
        voice: How it is told.
    """
    if card in content.bosses:
        return _boss_rule(book, content.bosses[card], strength, voice)
    room = content.rooms[card]
    if room.kind == "treasure":
        two = ("two",) if len(room.chests) == 2 else ()
        return phrase(book, voice, "rule", "treasure", *two, first=room.chests[0], second=room.chests[-1])
    if room.kind == "monster":
        unbeatable = ("unbeatable",) if strength is None else ()
        return phrase(book, voice, "rule", "monster", *unbeatable, strength=strength, wounds=room.wounds)
    if room.trap is not None:
        return _trap_rule(book, room.trap, voice)
    shelves = [
        phrase(book, voice, "shelf", value=value, reward=_reward(book, reward, voice))
        for value, reward in sorted(room.rewards.items())
    ]
    return phrase(book, voice, "rule", "vault", shelves=shelves)


def _trap_rule(book: Phrasebook, trap: Trap, voice: Voice) -> str:
    losses = [
        phrase(book, voice, "loss", value=value, lost="half" if lost is None else lost)
        for value, lost in sorted(trap.loss.items())
    ]
    return phrase(book, voice, "rule", "trap", trap.judged, trap.of, losses=losses)


def _boss_rule(book: Phrasebook, boss: Boss, strength: int | None, voice: Voice) -> str:
    """The boss's strength, its attack and its other symbols."""
    unbeatable = ("unbeatable",) if strength is None else ()
    parts = [
        phrase(book, voice, "rule", "boss", *unbeatable, strength=strength),
        boss_attack(book, boss, voice),
        *(
            phrase(book, voice, "symbol", symbol, value=_symbol_value(boss, symbol))
            for symbol in boss.symbols
            if symbol not in _OF_THE_ATTACK
        ),
    ]
    return " ".join(parts)


def _symbol_value(boss: Boss, symbol: str) -> int | None:
    """The number printed beside the symbol."""
    if not SYMBOLS[symbol]:
        return None
    return boss.chest if symbol == "chest" else boss.item_values[symbol.removesuffix("_value")]


def boss_attack(book: Phrasebook, boss: Boss, voice: Voice) -> str:
    """Which seats the boss attacks, and what it does to them."""
    how = "stone" if boss.petrify else "highest_card" if boss.wounds_highest_card else "wounds"
    attack = phrase(book, voice, "attack", prey_of(boss)[0], how, wounds=boss.wounds)
    return f"{attack} {phrase(book, voice, 'symbol', 'steal_highest_card')}" if boss.steal_highest_card else attack


def _reward(book: Phrasebook, reward: Reward, voice: Voice) -> str:
    """What a shelf of a vault holds."""
    return phrase(book, voice, "reward", reward.kind, item=reward.item, amount=reward.amount)


def room_play(content: Content, book: Phrasebook, card: str, voice: Voice, *, view: View | None) -> Telling:
    """How a single card is announced, in an ordinary room or for the boss's chest."""
    if card == "ball":
        return ("ball",) if view is None or view["options"]["mode"] == "standard" else ("ball", "tactical"), {}
    played = {"what": f"{card}.played"}
    if view is None or view["phase"] not in ("play", "bonus_play"):
        return (), played
    value = card_value(content, card)
    if view["phase"] == "bonus_play":
        return ("treasure",), {**played, "first": content.bosses[view["card"]].chest}
    room = content.rooms[view["card"]]
    cases, figures = _room_stake(content, room, value, view)
    return cases, {**played, "card": room.id, "value": value, **figures}


def _room_stake(content: Content, room: Room, value: int, view: View) -> Telling:
    """What a card of that value may win or lose in the room."""
    if room.kind == "treasure":
        two = ("two",) if len(room.chests) == 2 else ()
        return ("treasure", *two), {"first": room.chests[0], "second": room.chests[-1]}
    if room.kind == "monster":
        return _monster_stake(content, room, view)
    if room.trap is not None:
        return _trap_stake(room.trap, value, view)
    reward = room.rewards[value]
    left = None if reward.item is None else view["supply"][reward.item]
    return ("vault", reward.kind), {"item": reward.item, "amount": reward.amount, "left": left}


def _monster_stake(content: Content, room: Room, view: View) -> Telling:
    """The strength to beat, what lies on the table towards it, and the wounds."""
    if view["strength"] is None:
        return ("monster", "unbeatable"), {"wounds": room.wounds}
    laid = sum(card_value(content, card) for sheet in view["seats"] for card in sheet["laid"])
    figures = {"strength": view["strength"], "wounds": room.wounds, "laid": laid}
    return ("monster", "so_far") if laid else ("monster",), figures


def _trap_stake(trap: Trap, value: int, view: View) -> Telling:
    """What the trap takes if this card decides, and from which seats."""
    if value not in trap.loss:
        return ("trap", trap.judged, "harmless"), {}
    alive = {seat: sheet for seat, sheet in enumerate(view["seats"]) if sheet["status"] == "alive"}
    most = max(sheet[trap.of] for sheet in alive.values())
    hit = [seat for seat, sheet in alive.items() if trap.hits == "all" or sheet[trap.of] == most]
    amount = trap.loss[value]
    half = ("half",) if amount is None else ()
    return ("trap", trap.judged, trap.of, *half), {"amount": amount, "seats": hit}


def boss_play(content: Content, book: Phrasebook, cards: Sequence[str], voice: Voice, *, view: View | None) -> Telling:
    """How cards against the boss are announced: their total, or the ball that is used for sight."""
    if view is None or view["phase"] != "boss_play":
        return () if cards else ("none",), {"what": [f"{card}.played" for card in cards]}
    boss = content.bosses[view["card"]]
    before = view["seats"][view["you"]]["laid"]
    laid = [card for card in cards if not is_sight(boss, card)]
    figures = {
        "what": [f"{card}.played" for card in laid],
        "total": total_of(content, boss, [*before, *laid]),
        "against": _against(content, book, boss, view, voice),
        "attack": boss_attack(book, boss, voice),
    }
    if len(laid) < len(cards):
        return ("looks", "cards") if laid else ("looks", "more") if before else ("looks",), figures
    if laid:
        return ("laid",), figures
    return ("none", "more") if before else ("none", "at_all"), figures


def _against(content: Content, book: Phrasebook, boss: Boss, view: View, voice: Voice) -> str:
    """The strength to beat, and what lies on the table towards it."""
    laid = sum(total_of(content, boss, sheet["laid"]) for sheet in view["seats"])
    case = ("unbeatable",) if view["strength"] is None else ("so_far",) if laid else ()
    return phrase(book, voice, "against", *case, strength=view["strength"], laid=laid)
