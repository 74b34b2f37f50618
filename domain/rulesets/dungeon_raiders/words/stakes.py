"""What is at stake in a room, in words: the rule of a card that is entered, and what a play may win or lose there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from delvebook.domain.bots import seat_of
from delvebook.domain.phrases import Phrasebook, Voice
from delvebook.domain.rulesets.dungeon_raiders.box.components import (
    POWER_VALUE,
    SYMBOLS,
    Boss,
    Content,
    Reward,
    Room,
    Trap,
)
from delvebook.domain.rulesets.dungeon_raiders.cards.boss import is_sight, value_against
from delvebook.domain.rulesets.dungeon_raiders.rooms.boss import prey_of, total_of
from delvebook.domain.rulesets.dungeon_raiders.rooms.trap import hit_by
from delvebook.domain.rulesets.dungeon_raiders.state import card_value
from delvebook.domain.rulesets.dungeon_raiders.words.shapes.table import View, counts_of

_OF_THE_ATTACK: Final = ("hits_lowest_two", "hits_highest", "wounds_highest_card", "petrify", "steal_highest_card")
"""The symbols that are told with the attack."""

Telling = tuple[tuple[str, ...], Mapping[str, object]]
"""The cases that choose a sentence, and the figures its template needs."""


def room_rule(
    content: Content, book: Phrasebook, card: str, voice: Voice, *, strength: int | Literal["printed"] | None
) -> str:
    """
    The rule of the room in words, for a newcomer.

    Args:
        content: The components.
        book: The title's sentences.
        card: The room.
        voice: How it is told.
        strength: The strength of a monster or boss; None if it cannot be beaten. `printed` if the number of the
            living is not known.
    """
    case = (strength,) if strength == "printed" else ("unbeatable",) if strength is None else ()
    if card in content.bosses:
        return _boss_rule(book, content.bosses[card], voice, *case, strength=strength)
    room = content.rooms[card]
    if room.kind == "treasure":
        two = ("two",) if len(room.chests) == 2 else ()
        return book.fragment("rule", voice, "treasure", *two, first=room.chests[0], second=room.chests[-1])
    if room.kind == "monster":
        return book.fragment("rule", voice, "monster", *case, strength=strength, wounds=room.wounds)
    if room.trap is not None:
        return _trap_rule(book, room.trap, voice)
    shelves = [
        book.fragment("shelf", voice, value=value, reward=_reward(book, reward, voice))
        for value, reward in sorted(room.rewards.items())
    ]
    return book.fragment("rule", voice, "vault", shelves=shelves)


def _trap_rule(book: Phrasebook, trap: Trap, voice: Voice) -> str:
    losses = [
        book.fragment("loss", voice, *(["half"] if lost is None else []), value=value, lost=lost)
        for value, lost in sorted(trap.loss.items())
    ]
    return book.fragment("rule", voice, "trap", trap.judged, trap.of, losses=losses)


def _boss_rule(book: Phrasebook, boss: Boss, voice: Voice, *case: str, strength: int | str | None) -> str:
    """The boss's strength, its attack and its other symbols; not its chest, if it cannot be beaten."""
    told = [symbol for symbol in boss.symbols if symbol not in _OF_THE_ATTACK]
    if strength is None:
        told = [symbol for symbol in told if symbol != "chest"]
    parts = [
        book.fragment("rule", voice, "boss", *case, strength=strength),
        boss_attack(book, boss, voice),
        *(book.fragment("symbol", voice, symbol, value=symbol_value(boss, symbol)) for symbol in told),
    ]
    return " ".join(parts)


def symbol_value(boss: Boss, symbol: str) -> int | None:
    """The number printed beside the symbol; None if there is none."""
    if not SYMBOLS[symbol]:
        return None
    return boss.chest if symbol == "chest" else boss.item_values[symbol.removesuffix("_value")]


def boss_attack(book: Phrasebook, boss: Boss, voice: Voice) -> str:
    """Which seats the boss attacks, and what it does to them."""
    how = "stone" if boss.petrify else "highest_card" if boss.wounds_highest_card else "wounds"
    attack = book.fragment("attack", voice, prey_of(boss), how, wounds=boss.wounds)
    return f"{attack} {book.fragment('symbol', voice, 'steal_highest_card')}" if boss.steal_highest_card else attack


def _reward(book: Phrasebook, reward: Reward, voice: Voice) -> str:
    """The reward on a shelf of a vault, in words."""
    return book.fragment("reward", voice, reward.kind, item=reward.item, amount=reward.amount)


def room_play(content: Content, book: Phrasebook, card: str, voice: Voice, *, view: View | None) -> Telling:
    """How a single card is announced, in an ordinary room or for the boss's chest."""
    if card == content.sight:
        return ("ball",) if view is None or view["options"]["mode"] == "standard" else ("ball", "tactical"), {}
    value = card_value(content, card)
    played = {"what": _valued(book, card, value, voice)}
    if view is None or view["phase"] not in ("play", "bonus_play"):
        return (), played
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
    left = None if reward.item is None else counts_of(view["supply"])[reward.item]
    return ("vault", reward.kind), {"item": reward.item, "amount": reward.amount, "left": left}


def _monster_stake(content: Content, room: Room, view: View) -> Telling:
    """The strength to beat, the total already on the table, and the wounds."""
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
    hit = hit_by(trap, {seat: sheet[trap.of] for seat, sheet in alive.items()})
    amount = trap.loss[value]
    half = ("half",) if amount is None else ()
    return ("trap", trap.judged, trap.of, *half), {"amount": amount, "seats": hit}


def _valued(book: Phrasebook, card: str, value: int, voice: Voice) -> str:
    """The card in words; an item with its value there, unless the voice is brief."""
    if card in POWER_VALUE or voice.brief:
        return book.name(card, voice, "acc")
    return book.fragment("valued", voice, card=card, value=value)


def boss_play(content: Content, book: Phrasebook, cards: Sequence[str], voice: Voice, *, view: View | None) -> Telling:
    """How cards against the boss are announced: their total, or the ball that is used for sight."""
    if view is None or view["phase"] != "boss_play":
        return () if cards else ("none",), {"what": [book.name(card, voice, "acc") for card in cards]}
    boss = content.bosses[view["card"]]
    before = view["seats"][seat_of(view)]["laid"]
    laid = [card for card in cards if not is_sight(content, boss, card)]
    figures = {
        "what": [_valued(book, card, value_against(content, boss, card), voice) for card in laid],
        "total": total_of(content, boss, [*before, *laid]),
        "against": _against(content, book, boss, view, voice),
        "attack": boss_attack(book, boss, voice),
    }
    if len(laid) < len(cards):
        return ("fight", "looks", *(("cards",) if laid else ("more",) if before else ())), figures
    if laid:
        return ("fight", "laid"), figures
    return ("fight", "none", "more") if before else ("fight", "none"), figures


def _against(content: Content, book: Phrasebook, boss: Boss, view: View, voice: Voice) -> str:
    """The strength to beat, and the total already on the table."""
    laid = sum(total_of(content, boss, sheet["laid"]) for sheet in view["seats"])
    case = ("unbeatable",) if view["strength"] is None else ("so_far",) if laid else ()
    return book.fragment("against", voice, *case, strength=view["strength"], laid=laid)
