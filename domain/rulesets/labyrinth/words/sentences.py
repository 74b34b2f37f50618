"""Chooses the sentence of `texts.json` for a fact or an action, and its further fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from delvebook.domain.facts import Fact
from delvebook.domain.phrases import Phrasebook, Voice
from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.labyrinth.content import CONTENT
from delvebook.domain.rulesets.labyrinth.state import Action
from delvebook.domain.rulesets.labyrinth.words.actions import Told, exits_of, seen_of, side_of, turned, ways_out
from delvebook.domain.rulesets.labyrinth.words.seen import by_sort
from delvebook.domain.rulesets.labyrinth.words.shapes.facts import (
    CardsDiscarded,
    CharacterLost,
    ChestLaid,
    DuelCardsRevealed,
    GameLost,
    LabyrinthBegun,
    LocationLaid,
    RivalOut,
    SpecialDeclined,
    SpecialWithoutEffect,
    SteambotAttacked,
    TeamGathered,
    TokenMoved,
    TrophiesOffered,
    TrophySwapped,
)
from delvebook.domain.rulesets.labyrinth.words.shapes.table import View
from delvebook.domain.rulesets.labyrinth.words.stakes import stakes_of
from delvebook.domain.stakes import Promise, tell_promise

MANY: Final = 3
"""More cards than this are only counted in a short sentence."""

_ADDED: Final = ("discard", "end", "last_card", "rival_out_too", "rival_spends_too")
"""The kinds of promises that follow the sentence of an action; it tells the others itself."""
_VITAL: Final = ("end", "last_card")
"""How the kinds begin that a narrow screen has room for."""

ECHOES: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "place_starting_trophy": frozenset({"starting_trophy_placed"}),
        "move": frozenset({"token_moved"}),
        "stay": frozenset({"token_stayed"}),
        "choose_rival": frozenset({"duel_begun"}),
        "take_trophy": frozenset({"trophy_taken"}),
        "swap_trophy": frozenset({"trophy_swapped"}),
        "leave_trophy": frozenset({"trophies_left"}),
        "place_location": frozenset({"location_laid"}),
        "fight_steambot": frozenset({"steambot_beaten"}),
        "lose_character": frozenset({"character_lost"}),
        "steal_trophy": frozenset({"trophy_stolen"}),
        "trade_trophy": frozenset({"trophies_traded"}),
        "decline": frozenset({"special_declined"}),
        "change_duel": frozenset({"draw_changed"}),
        "accept_draw": frozenset({"draw_accepted"}),
        "release_steambot": frozenset({"steambot_released"}),
        "discard_steambot": frozenset({"steambot_put_away"}),
        "place_chest": frozenset({"chest_laid"}),
    }
)
"""By action type, the fact that says the same."""


def tell_fact(book: Phrasebook, fact: Fact, voice: Voice) -> str:
    """The fact as one sentence."""
    more, cases = _FACTS.get(fact["type"], _plain)(fact)
    return book.fact(by_sort({**fact, **more}), voice, *cases)


def tell_action(
    book: Phrasebook,
    action: Action,
    voice: Voice,
    *,
    view: View | None = None,
    promises: Sequence[Promise] | None = None,
) -> str:
    """
    The action as one sentence, as the player would announce it.

    With the view of the decision it says what the action gains and costs, without it only what the action is.
    """
    if view is None:
        return book.action(by_sort(action), voice, *turned(action))
    more, cases = seen_of(action, view)
    head = book.action(by_sort({**action, **more}), voice, *cases)
    promises = stakes_of(action, view) if promises is None else promises
    promises = [one for one in promises if one.kind.partition(".")[0] in _ADDED]
    if voice.brief:
        promises = [one for one in promises if one.kind.startswith(_VITAL)]
    told = dict.fromkeys(tell_promise(book, promise, voice) for promise in promises)
    return "; ".join([head.removesuffix("."), *told]) + "." if told else head


def tell_refusal(book: Phrasebook, refusal: Refusal, voice: Voice) -> str:
    """Why an action is refused, as a sentence that addresses the player."""
    fields = refusal.fields
    words = by_sort(fields)
    if refusal.key == "not_now":
        return book.refusal(refusal, voice, fields["phase"])
    if refusal.key == "not_suitable":
        return book.refusal(refusal, voice, *(("mage",) if fields["mage"] else ()), **words)
    if "ways" in fields:
        words["ways"] = ", ".join(book.fragment("way", voice, **way) for way in fields["ways"])
    if "exits" in fields:
        words |= ways_out(fields["exits"])
    return book.refusal(refusal, voice, *turned(fields), **words)


def _plain(fact: Mapping[str, object]) -> Told:
    return {}, ()


def _moved(fact: TokenMoved) -> Told:
    return {"side": side_of(fact["x"] - fact["from_x"], fact["y"] - fact["from_y"])}, ()


def _gathered(fact: TeamGathered) -> Told:
    return {"knights": len(fact["cards"])}, ()


def _begun(fact: LabyrinthBegun) -> Told:
    chest, turn = fact["chest"], CONTENT.rotations[fact["chest"]][-1]
    return {"exits": exits_of(chest, 0), "turned_exits": exits_of(chest, turn)}, ()


def _offered(fact: TrophiesOffered) -> Told:
    """The case `one` is for a single Trophy, which was explored and is named already."""
    return {}, ("one",) if len(fact["cards"]) == 1 else ()


def _discarded(fact: CardsDiscarded) -> Told:
    count = len(fact["cards"])
    return {"count": count}, ("many",) if count > MANY else ()


def _laid(fact: LocationLaid | ChestLaid) -> Told:
    return {**ways_out(exits_of(fact["card"], fact["rotation"])), "limit": CONTENT.location_limit}, turned(fact)


def _revealed(fact: DuelCardsRevealed) -> Told:
    """The case `location` is for a Duel that ends before it is fought."""
    types = {CONTENT.types[fact["card"]], CONTENT.types[fact["rival_card"]]}
    return {}, ("location",) if "location" in types else ()


def _swapped(fact: TrophySwapped) -> Told:
    return {}, ("same",) if CONTENT.kinds[fact["card"]] == CONTENT.kinds[fact["old"]] else ()


def _armed(fact: CharacterLost | RivalOut) -> Told:
    return {}, () if fact["card"] is None else ("armed",)


def _by_card(fact: SpecialWithoutEffect | SpecialDeclined) -> Told:
    return {}, (CONTENT.effects[fact["card"]],)


def _by_reason(fact: GameLost) -> Told:
    return {}, (fact["reason"],)


def _by_model(fact: SteambotAttacked) -> Told:
    return {}, (CONTENT.models[fact["steambot"]],)


_FACTS: Final[Mapping[str, Callable[..., Told]]] = MappingProxyType(
    {
        "token_moved": _moved,
        "labyrinth_begun": _begun,
        "team_gathered": _gathered,
        "trophies_offered": _offered,
        "cards_discarded": _discarded,
        "duel_cards_revealed": _revealed,
        "location_laid": _laid,
        "chest_laid": _laid,
        "trophy_swapped": _swapped,
        "special_without_effect": _by_card,
        "special_declined": _by_card,
        "steambot_attacked": _by_model,
        "character_lost": _armed,
        "rival_out": _armed,
        "game_lost": _by_reason,
    }
)
