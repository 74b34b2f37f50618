"""The rule of a room in words, for a newcomer: what is told when a room is entered, and in the catalogue."""

from __future__ import annotations

from typing import Final, Literal

from delvebook.domain.phrases import Phrasebook, Voice
from delvebook.domain.rulesets.dungeon_raiders.box.components import SYMBOLS, Boss, Content, Reward, Trap
from delvebook.domain.rulesets.dungeon_raiders.rooms.boss import prey_of

_OF_THE_ATTACK: Final = ("hits_lowest_two", "hits_highest", "wounds_highest_card", "petrify", "steal_highest_card")
"""The symbols that are told with the attack."""


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
        _attack(book, boss, voice),
        *(book.fragment("symbol", voice, symbol, value=symbol_value(boss, symbol)) for symbol in told),
    ]
    return " ".join(parts)


def symbol_value(boss: Boss, symbol: str) -> int | None:
    """The number printed beside the symbol; None if there is none."""
    if not SYMBOLS[symbol]:
        return None
    return boss.chest if symbol == "chest" else boss.item_values[symbol.removesuffix("_value")]


def attack_of(boss: Boss) -> str:
    """Which seats the boss attacks and what it does to them, as the case of the fragment `stake.attack`."""
    how = "stone" if boss.petrify else "highest_card" if boss.wounds_highest_card else "wounds"
    return f"{prey_of(boss)}.{how}"


def _attack(book: Phrasebook, boss: Boss, voice: Voice) -> str:
    """The attack in words, with the treasure that it costs."""
    parts = [book.fragment("stake", voice, "attack", *attack_of(boss).split("."), wounds=boss.wounds)]
    parts += [book.fragment("stake", voice, "steal")] if boss.steal_highest_card else []
    return "".join(parts).strip()


def _reward(book: Phrasebook, reward: Reward, voice: Voice) -> str:
    """The reward on a shelf of a vault, in words."""
    return book.fragment("reward", voice, reward.kind, item=reward.item, amount=reward.amount)
