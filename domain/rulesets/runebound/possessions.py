"""What heroes own: cards and gold coming and going, and the limits of both hands and company."""

from __future__ import annotations

from typing import TypedDict

from delvebook.domain.kit.agenda import Frame
from delvebook.domain.kit.refusals import Refusal
from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.decision import Answer, Decision
from delvebook.domain.rulesets.runebound.decks import set_aside
from delvebook.domain.rulesets.runebound.ending import check_runes
from delvebook.domain.rulesets.runebound.figures import ally_of, crowded, of_kind
from delvebook.domain.rulesets.runebound.state import Play, State, act


class Taken(TypedDict):
    """A card taken from a hero as it lay there: its markers, and whether face down."""

    id: str
    wounds: int
    fatigue: int
    down: bool


def gain(play: Play, seat: int, card: str) -> None:
    """The hero gets the card, and must at once keep to its limits. Clauses: RB-186, RB-187."""
    play.push("choose_discard", seat=seat)
    receive(play, seat, {"id": card, "wounds": 0, "fatigue": 0, "down": False})


def receive(play: Play, seat: int, taken: Taken) -> None:
    """The hero gets the card as it lay; a third rune wins. Clauses: RB-160, RB-210, RB-211."""
    hero, card = play.hero(seat), taken["id"]
    type_ = play.content.items[card]["type"]
    if type_ == "ally":
        hero["allies"].append({"id": card, "wounds": taken["wounds"], "fatigue": taken["fatigue"]})
    else:
        (hero["runes"] if type_ == "rune" else hero["artifacts"]).append(card)
    if taken["down"]:
        hero["down"].append(card)
    play.tell("card_gained", "RB-096", seat=seat, card=card)
    check_runes(play, seat)


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


def turn_down(play: Play, seat: int, card: str) -> None:
    """Turns the seat's card face down. Clauses: RB-008."""
    play.hero(seat)["down"].append(card)
    play.tell("card_turned_down", "RB-008", seat=seat, card=card)


def lose(play: Play, seat: int, card: str) -> None:
    """The seat gives the card up: it goes where such cards go, without markers. Clauses: RB-186."""
    take_from(play, seat, card)
    play.tell("card_given_up", "RB-186", seat=seat, card=card)
    set_aside(play, card)


def lose_gold(play: Play, seat: int, n: int, *clauses: str) -> None:
    """A forced loss of gold, which takes at most what is there. Clauses: RB-012."""
    hero = play.hero(seat)
    lost = min(n, hero["gold"])
    hero["gold"] -= lost
    play.tell("gold_lost", *clauses, "RB-012", seat=seat, n=lost)


# -- limits ---------------------------------------------------------------------------------------


def _discard_waits(content: Content, state: State, frame: Frame) -> bool:
    return crowded(content, state["heroes"][frame["seat"]]) is not None


def _crowd(content: Content, state: State, frame: Frame) -> list[str]:
    """The cards of the kind that the hero has too many of."""
    hero = state["heroes"][frame["seat"]]
    kind = crowded(content, hero)
    return [] if kind is None else of_kind(content, hero, kind)


def _discards(content: Content, state: State, frame: Frame) -> list[Action]:
    return [act("choose_discard", card=card) for card in _crowd(content, state, frame)]


def _discard_objection(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    crowd = _crowd(content, state, frame)
    if action["card"] in crowd:
        return None
    clause = "RB-187" if crowded(content, state["heroes"][frame["seat"]]) == "ally" else "RB-186"
    return Refusal.plain(f"one of {', '.join(crowd)} must go", clause)


def _choose_discard(play: Play, frame: Frame, action: Action) -> None:
    """Gives up the new card or an old one of its kind, until the limits are kept. Clauses: RB-186, RB-187."""
    lose(play, frame["seat"], action["card"])


DECISIONS = {
    "choose_discard": Decision(
        "which card to give up",
        "RB-186",
        _discards,
        {"choose_discard": Answer(_choose_discard, _discard_objection)},
        waits=_discard_waits,
    ),
}
