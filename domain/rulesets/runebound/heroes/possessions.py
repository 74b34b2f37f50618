"""Possessions of heroes: cards and gold coming and going, and the limits of weapons, armour and allies."""

from __future__ import annotations

from typing import TypedDict

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.ending import check_runes
from delvebook.domain.rulesets.runebound.heroes.figures import ally_of, crowded, of_kind
from delvebook.domain.rulesets.runebound.state import Action, Frame, Play, State, action_of, card_named
from delvebook.domain.rulesets.runebound.table.decision import Answer, Decision, refuse
from delvebook.domain.rulesets.runebound.table.decks import set_aside


class Taken(TypedDict):
    """A card taken from a hero as it lay there: its markers, and whether face down."""

    id: str
    wounds: int
    fatigue: int
    down: bool


def gain(play: Play, seat: int, card: str) -> None:
    """Gives the hero the card, then enforces its limits. The caller tells the fact. Clauses: RB-186, RB-187."""
    play.push("choose_discard", seat=seat)
    receive(play, seat, {"id": card, "wounds": 0, "fatigue": 0, "down": False}, "RB-210")


def receive(play: Play, seat: int, taken: Taken, clause: str) -> None:
    """
    Gives the hero the card as it lay. A third rune wins.

    Args:
        clause: The clause by which a third rune wins: RB-210, or RB-212 for one taken from another hero.
    """
    hero, card = play.hero(seat), taken["id"]
    type_ = play.content.items[card]["type"]
    if type_ == "ally":
        hero["allies"].append({"id": card, "wounds": taken["wounds"], "fatigue": taken["fatigue"]})
    else:
        (hero["runes"] if type_ == "rune" else hero["artifacts"]).append(card)
    if taken["down"]:
        hero["down"] = sorted([*hero["down"], card])
    check_runes(play, seat, clause)


def take_from(play: Play, seat: int, card: str) -> Taken:
    """Removes the card from the seat's hero. Where it goes is up to the caller."""
    hero = play.hero(seat)
    taken: Taken = {"id": card, "wounds": 0, "fatigue": 0, "down": card in hero["down"]}
    hero["down"] = [one for one in hero["down"] if one != card]
    ally = ally_of(hero, card)
    if ally is None:
        (hero["runes"] if card in hero["runes"] else hero["artifacts"]).remove(card)
    else:
        taken["wounds"], taken["fatigue"] = ally["wounds"], ally["fatigue"]
        hero["allies"].remove(ally)
    return taken


def turn_down(play: Play, seat: int, card: str, clause: str) -> None:
    """Turns the seat's card face down, to pay with it (RB-008) or because the enemy says so."""
    hero = play.hero(seat)
    hero["down"] = sorted([*hero["down"], card])
    play.tell("card_turned_down", clause, seat=seat, card=card)


def lose(play: Play, seat: int, card: str, clause: str) -> None:
    """Takes the card from the seat and sets it aside, without markers. Arguments as in `set_aside`."""
    take_from(play, seat, card)
    set_aside(play, card, clause)


def lose_gold(play: Play, seat: int, n: int, clause: str) -> None:
    """Takes n gold from the seat, or all of it if there is less (RB-012)."""
    hero = play.hero(seat)
    lost = min(n, hero["gold"])
    hero["gold"] -= lost
    play.tell("gold_lost", clause, *(["RB-012"] if lost < n else []), seat=seat, n=lost, threatened=n)


# -- limits ---------------------------------------------------------------------------------------


def _discard_waits(content: Content, state: State, frame: Frame) -> bool:
    return crowded(content, state["heroes"][frame["seat"]]) is not None


def _crowd(content: Content, state: State, frame: Frame) -> list[str]:
    """The cards of the kind that the hero has too many of."""
    hero = state["heroes"][frame["seat"]]
    kind = crowded(content, hero)
    return [] if kind is None else of_kind(content, hero, kind)


def _discards(content: Content, state: State, frame: Frame) -> list[Action]:
    return [action_of("choose_discard", card=card) for card in _crowd(content, state, frame)]


def _discard_refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    crowd = _crowd(content, state, frame)
    if card_named(action) in crowd:
        return None
    return refuse("one_of_these_must_go", _limit(content, state, frame), cards=crowd)


def _limit(content: Content, state: State, frame: Frame) -> str:
    """The clause that makes the hero give up a card: RB-187 for allies, else RB-186."""
    return "RB-187" if crowded(content, state["heroes"][frame["seat"]]) == "ally" else "RB-186"


def _choose_discard(play: Play, frame: Frame, action: Action) -> None:
    """Gives up the new card or an old one of its kind, until the limits are kept. Clauses: RB-186, RB-187."""
    clause = _limit(play.content, play.state, frame)
    play.tell("card_given_up", clause, seat=frame["seat"], card=card_named(action))
    lose(play, frame["seat"], card_named(action), clause)


DECISIONS = {
    "choose_discard": Decision(
        _limit,
        _discards,
        {"choose_discard": Answer(_choose_discard, _discard_refusal)},
        waits=_discard_waits,
    ),
}
