"""
Chooses the sentence of `texts.json` for a fact, an action or a refusal, and the figures for it.

Facts name cards by id. What a room, a trap or a boss does is read from the printed components, so that a sentence can
say what is at stake.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, cast

from delvebook.domain.bots import seat_of
from delvebook.domain.facts import Fact
from delvebook.domain.phrases import Phrasebook, Voice
from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.dungeon_raiders.box.components import DARK, ITEMS, POWER_VALUE, Boss, Trap
from delvebook.domain.rulesets.dungeon_raiders.cards.boss import is_sight, value_against
from delvebook.domain.rulesets.dungeon_raiders.content import CONTENT
from delvebook.domain.rulesets.dungeon_raiders.rooms.boss import total_of
from delvebook.domain.rulesets.dungeon_raiders.state import Action, card_value
from delvebook.domain.rulesets.dungeon_raiders.words.rooms import room_rule
from delvebook.domain.rulesets.dungeon_raiders.words.shapes.facts import (
    BoxOpened,
    CardsShown,
    CharacterDealt,
    CharacterLeft,
    ChestOpened,
    GameFinished,
    GameSetUp,
    LevelPrepared,
    RoomEntered,
    RoomReset,
    RoomsSeen,
    SecondFightBegan,
    TrapSprung,
)
from delvebook.domain.rulesets.dungeon_raiders.words.shapes.table import View
from delvebook.domain.rulesets.dungeon_raiders.words.stakes import stakes_of
from delvebook.domain.stakes import Promise, tell_promise

Cases = tuple[str, ...]

ECHOES: Final[Mapping[str, Collection[str]]] = {
    "play_card": ("cards_committed", "cards_revealed", "cards_played"),
    "play_boss_cards": ("cards_committed", "cards_revealed", "cards_played"),
    "light_torch": ("torch_lit",),
}
"""By action type, the facts that repeat the action, or the public part of it."""


def retold(seat: int, facts: Sequence[Fact]) -> dict[int, int]:
    """By index of the cards that are turned up, the seat that laid them face down before. `seat` lays its own now."""
    revealed = {
        at: cast("CardsShown", fact)["seat"] for at, fact in enumerate(facts) if fact["type"] == "cards_revealed"
    }
    return {at: whose for at, whose in revealed.items() if whose != seat}


def tell_fact(book: Phrasebook, fact: Fact, voice: Voice) -> str:
    """The fact as one or two sentences."""
    cases = _CASES.get(fact["type"])
    return book.fact({**fact, **_figures(book, fact, voice)}, voice, *(cases(fact) if cases else ()))


def tell_action(
    book: Phrasebook,
    action: Action,
    voice: Voice,
    *,
    view: View | None = None,
    promises: Sequence[Promise] | None = None,
) -> str:
    """The action as a player would announce it, with what is at stake if the view says it."""
    type_ = action["type"]
    if type_ == "light_torch":
        cases, figures = _torch_play(view)
    elif "card" not in action and "cards" not in action:
        cases, figures = ("concealed",), {}
    elif type_ == "play_boss_cards":
        cases, figures = _boss_play(book, action["cards"], voice, view)
    else:
        cases, figures = _room_play(book, action["card"], voice, view)
    if promises is None:
        promises = [] if view is None else stakes_of(action, view)
    if voice.brief and any(promise.kind.startswith("sure") for promise in promises):
        promises = [promise for promise in promises if promise.kind.startswith("sure")]
    told = dict.fromkeys(tell_promise(book, promise, voice) for promise in promises)
    return book.action({"type": type_, **figures, "stakes": "".join(told)}, voice, *cases)


def _room_play(book: Phrasebook, card: str, voice: Voice, view: View | None) -> tuple[Cases, Mapping[str, object]]:
    """How a single card is announced, in an ordinary room or for the boss's chest."""
    if card == CONTENT.sight:
        return ("ball",) if view is None or view["options"]["mode"] == "standard" else ("ball", "tactical"), {}
    return (), {"what": _valued(book, card, card_value(CONTENT, card), voice)}


def _boss_play(
    book: Phrasebook, cards: Sequence[str], voice: Voice, view: View | None
) -> tuple[Cases, Mapping[str, object]]:
    """How cards against the boss are announced: their total, or the ball that is used for sight."""
    if view is None or view["phase"] != "boss_play":
        return () if cards else ("none",), {"what": [book.name(card, voice, "acc") for card in cards]}
    boss = CONTENT.bosses[view["card"]]
    before = view["seats"][seat_of(view)]["laid"]
    laid = [card for card in cards if not is_sight(CONTENT, boss, card)]
    figures = {
        "what": [_valued(book, card, value_against(CONTENT, boss, card), voice) for card in laid],
        "total": total_of(CONTENT, boss, [*before, *laid]),
        "against": _against(book, boss, view, voice),
    }
    if len(laid) < len(cards):
        return ("fight", "looks", *(("cards",) if laid else ("more",) if before else ())), figures
    if laid:
        return ("fight", "laid"), figures
    return ("fight", "none", "more") if before else ("fight", "none"), figures


def _valued(book: Phrasebook, card: str, value: int, voice: Voice) -> str:
    """The card in words; an item with its value there, unless the voice is brief."""
    if card in POWER_VALUE or voice.brief:
        return book.name(card, voice, "acc")
    return book.fragment("valued", voice, card=card, value=value)


def _against(book: Phrasebook, boss: Boss, view: View, voice: Voice) -> str:
    """The strength to beat, and the total already on the table."""
    laid = sum(total_of(CONTENT, boss, sheet["laid"]) for sheet in view["seats"])
    case = ("unbeatable",) if view["strength"] is None else ("so_far",) if laid else ()
    return book.fragment("against", voice, *case, strength=view["strength"], laid=laid)


def tell_refusal(book: Phrasebook, refusal: Refusal, voice: Voice) -> str:
    """Why an action is refused, as one sentence that addresses the player who tried it."""
    counts_in = CONTENT.items[refusal.fields["card"]].counts_in if refusal.key == "wrong_room" else None
    return book.refusal(refusal, voice, *(["monster"] if counts_in == "monster" else []))


def _torch_play(view: View | None) -> tuple[Cases, Mapping[str, object]]:
    """How lighting a torch is announced: what it would show, or that it would be wasted."""
    if view is None:
        return (), {}
    dark = [room for room in view["row"] if not room["face_up"]]
    if not dark:
        return ("wasted",), {}
    if all(room["card"] is not None for room in dark):
        return ("known",), {}
    return ("dark",), {"dark_count": len(dark)}


def _figures(book: Phrasebook, fact: Fact, voice: Voice) -> Mapping[str, object]:
    """The figures that the templates of a fact need beyond its fields."""
    figures = _FIGURES.get(fact["type"])
    return {} if figures is None else figures(book, fact, voice)


def _counted_items(
    book: Phrasebook, fact: CharacterDealt | CharacterLeft | RoomReset, voice: Voice
) -> Mapping[str, object]:
    """Items by their number: "2 crystal balls, 1 key"."""
    counts: Counter[str] = Counter(fact["items"])
    return {"items": [book.count(counts[item], item, voice) for item in ITEMS if counts[item]]}


def _counted_rooms(book: Phrasebook, fact: BoxOpened, voice: Voice) -> Mapping[str, object]:
    """The removed cards, each design once with its number of copies."""
    counts: Counter[str] = Counter(fact["removed"])
    rooms = [
        card if count == 1 else book.fragment("several_cards", voice, card=card, count=count)
        for card, count in counts.items()
    ]
    return {"removed": rooms, "removed_count": len(fact["removed"])}


def _rule(book: Phrasebook, fact: RoomEntered, voice: Voice) -> Mapping[str, object]:
    """The rule of the entered room."""
    return {"rule": room_rule(CONTENT, book, fact["card"], voice, strength=fact.get("strength"))}


def _laid_out(book: Phrasebook, fact: LevelPrepared, voice: Voice) -> Mapping[str, object]:
    """How many rooms of a level lie face up and face down."""
    dark = fact["cards"].count(DARK)
    return {"dark_count": dark, "lit_count": len(fact["cards"]) - dark}


def _without_sight(book: Phrasebook, fact: CardsShown, voice: Voice) -> Mapping[str, object]:
    """The cards without the crystal ball that is looked into."""
    return {"cards": [card for card in fact["cards"] if card != CONTENT.sight]} if fact["looks"] else {}


def _seen(book: Phrasebook, fact: RoomsSeen, voice: Voice) -> Mapping[str, object]:
    """Each room that a torch shows, and where it is."""
    seen = zip(fact["rooms"], fact["cards"], strict=True)
    return {"seen": [book.fragment("seen_room", voice, room=room, card=card) for room, card in seen]}


_FIGURES: Final[Mapping[str, Callable[..., Mapping[str, object]]]] = {
    "character_dealt": _counted_items,
    "level_prepared": _laid_out,
    "room_entered": _rule,
    "cards_revealed": _without_sight,
    "cards_played": _without_sight,
    "rooms_seen": _seen,
    "monster_confused": lambda _, fact, __: {"half": fact["total"] // 2},
    "trap_sprung": lambda _, fact, __: {"amount": _trap(fact["card"]).loss[fact["value"]]},
    "character_died": _counted_items,
    "character_petrified": _counted_items,
    "room_reset": _counted_items,
    "box_opened": _counted_rooms,
}
"""By type of fact, the function that returns the figures its templates need beyond its fields."""


def _trap(card: str) -> Trap:
    """The table of the trap on that card."""
    trap = CONTENT.rooms[card].trap
    if trap is None:
        raise TypeError(f"{card} is not a trap")
    return trap


def _room_entered(fact: RoomEntered) -> Cases:
    dark = ("dark",) if fact["was_dark"] else ()
    if "strength" not in fact:
        return dark
    return (*dark, "unbeatable" if fact["strength"] is None else "fight")


def _game_set_up(fact: GameSetUp) -> Cases:
    tactical = ("tactical",) if fact["mode"] == "tactical" else ()
    return (*tactical, "introductory") if fact["difficulty"] == "introductory" else tactical


def _cards_shown(fact: CardsShown) -> Cases:
    if fact["looks"]:
        return ("looks",) if fact["cards"] == [CONTENT.sight] else ("looks", "cards")
    return () if fact["cards"] else ("none",)


def _chest_opened(fact: ChestOpened) -> Cases:
    shared = ("shared",) if len(fact["seats"]) > 1 else ()
    return ("second", *shared) if fact["place"] == 2 else shared


def _trap_sprung(fact: TrapSprung) -> Cases:
    trap = _trap(fact["card"])
    if trap.judged == "highest":
        return ("life",) if trap.of == "life" else ()
    return ("lowest", trap.of, "half") if trap.loss[fact["value"]] is None else ("lowest", trap.of)


def _second_fight(fact: SecondFightBegan) -> Cases:
    return ("nobody",) if not fact["seats"] else ("unbeatable",) if fact["strength"] is None else ()


def _game_finished(fact: GameFinished) -> Cases:
    if fact["by"] is None:
        return (fact["reason"],)
    shared = ("shared",) if len(fact["winner_seats"]) > 1 else ()
    return (*shared, "life") if fact["by"] == "life" else shared


def _capped(amount: int, threatened: int) -> Cases:
    return ("capped",) if amount < threatened else ()


def _items(fact: CharacterDealt | CharacterLeft | RoomReset) -> Cases:
    return ("items",) if fact["items"] else ()


_CASES: Final[Mapping[str, Callable[..., Cases]]] = {
    "game_set_up": _game_set_up,
    "room_entered": _room_entered,
    "cards_revealed": _cards_shown,
    "cards_played": _cards_shown,
    "cards_committed": lambda fact: {0: ("none",), 1: ("one",)}.get(fact["card_count"], ()),
    "character_dealt": _items,
    "character_died": _items,
    "character_petrified": _items,
    "room_reset": _items,
    "torch_lit": lambda fact: () if fact["dark_count"] else ("wasted",),
    "rooms_seen": lambda fact: () if fact["rooms"] else ("nothing",),
    "chest_opened": _chest_opened,
    "chest_untouched": lambda fact: ("second",) if fact["place"] == 2 else (),
    "item_run_out": lambda fact: () if fact["left"] else ("empty",),
    "wounded": lambda fact: () if fact["life"] else ("fatal", *_capped(fact["wounds"], fact["threatened"])),
    "treasure_lost": lambda fact: _capped(fact["amount"], fact["threatened"]),
    "healed": lambda fact: ("full",) if not fact["gained"] else ("capped",) if fact["gained"] < fact["potion"] else (),
    "characters_collapsed": lambda fact: ("two",) if "DR-155" in fact["clauses"] else (),
    "nobody_collapsed": lambda fact: () if fact["because"] == "equal" else (fact["because"],),
    "character_scored": lambda fact: ("collapsed",) if fact["collapsed"] else (),
    "monster_attacked": lambda fact: () if fact["strength"] is not None else ("unbeatable",),
    "trap_sprung": _trap_sprung,
    "trap_stayed_shut": lambda fact: ("lowest",) if fact["judged"] == "lowest" else (),
    "chest_won": lambda fact: () if fact["seats"] else ("nobody",),
    "second_fight_began": _second_fight,
    "game_finished": _game_finished,
}
"""By type of fact, the function that chooses the cases of its sentence."""
