"""The market phase: a new card in the box, then purchases, hires, sales and healing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.runebound.adventure import restock
from delvebook.domain.rulesets.runebound.content import Book
from delvebook.domain.rulesets.runebound.decision import Decision, Step, always, nothing
from delvebook.domain.rulesets.runebound.figures import ally_of, crowded, heal_fee, markers_of, price
from delvebook.domain.rulesets.runebound.markers import characters, remove
from delvebook.domain.rulesets.runebound.possessions import gain, take_from
from delvebook.domain.rulesets.runebound.state import Frame, Play, action, require_that


def begin(play: Play, frame: Frame) -> None:
    """
    In a town: puts a new card into its box and opens the market; elsewhere the phase is skipped.

    Clauses: RB-023, RB-170, RB-171.
    """
    state = play.state
    here = play.hero(state["active"])["hex"]
    if play.book.map.terrain[here] != "town":
        return
    state["phase"] = "market"
    play.tell("market_opened", "RB-170", seat=state["active"], town=here)
    restock(play, here, "RB-171")
    play.push("market", seat=state["active"], town=here, used=[])


def selling_price(book: Book, card: str) -> int:
    """What the bank gives for a card: half its printed price, rounded up (RB-174, RB-177)."""
    return (int(book.items[card]["price"]) + 1) // 2


def would_crowd(book: Book, hero: Mapping[str, Any], card: str) -> bool:
    """Whether buying the artifact would break the limits of weapons and armour (RB-172, RB-185)."""
    return crowded(book, {**hero, "artifacts": [*hero["artifacts"], card], "allies": []}) is not None


def _can_sell(book: Book, state: Mapping[str, Any], card: str) -> bool:
    item = book.items[card]
    return item["type"] == "artifact" and item["price"] is not None and card not in state["traded"]


def _legal(book: Book, state: Mapping[str, Any], frame: Frame) -> list[Action]:
    seat = frame["seat"]
    hero = state["heroes"][seat]
    found: list[Action] = []
    for card in state["boxes"][frame["town"]]:
        ally = book.items[card]["type"] == "ally"
        if (
            card not in state["traded"]
            and price(book, state, seat, card) <= hero["gold"]
            and (ally or not would_crowd(book, hero, card))
        ):
            found.append(action("hire" if ally else "buy", card=card))
    found += [action("sell", card=card) for card in hero["artifacts"] if _can_sell(book, state, card)]
    fee = heal_fee(book, state, seat)
    if fee is not None and fee <= hero["gold"]:
        found += [action("heal", character=one) for one in characters(hero) if markers_of(hero, one)["wounds"]]
    return [*found, action("end_market")]


def _buy(play: Play, frame: Frame, action_: Action) -> None:
    _take(play, frame, action_["card"], "artifact", "RB-172")


def _hire(play: Play, frame: Frame, action_: Action) -> None:
    _take(play, frame, action_["card"], "ally", "RB-173")


def _take(play: Play, frame: Frame, card: str, type_: str, clause: str) -> None:
    """
    Buys an artifact or hires an ally of this town's box.

    Clauses: RB-012, RB-172, RB-173, RB-176, RB-185.
    """
    state, seat = play.state, frame["seat"]
    hero, box = play.hero(seat), state["boxes"][frame["town"]]
    require_that(card in box, "that card is not in the box of this town", clause)
    require_that(play.book.items[card]["type"] == type_, f"that card is no {type_}", clause)
    require_that(card not in state["traded"], "what was sold this turn can't be bought back", "RB-176")
    due = price(play.book, state, seat, card)
    require_that(due <= hero["gold"], f"it costs {due} gold, and the hero has {hero['gold']}", "RB-012")
    if type_ == "artifact":
        problem = "that would be more than two weapons or one armour; sell first"
        require_that(not would_crowd(play.book, hero, card), problem, "RB-185")
    hero["gold"] -= due
    box.remove(card)
    state["traded"].append(card)
    play.tell("card_bought" if type_ == "artifact" else "ally_hired", clause, seat=seat, card=card, gold=due)
    gain(play, seat, card)


def _sell(play: Play, frame: Frame, action_: Action) -> None:
    """
    Sells an own artifact into this town's box.

    Clauses: RB-174, RB-176, RB-211.
    """
    state, seat, card = play.state, frame["seat"], action_["card"]
    hero, item = play.hero(seat), play.book.items[card]
    require_that(card not in hero["runes"], "dragon runes can't be sold", "RB-211")
    require_that(ally_of(hero, card) is None, "allies can't be sold", "RB-174")
    require_that(card in hero["artifacts"], "that artifact is not this hero's", "RB-174")
    require_that(item["price"] is not None, "a card without a price can't be sold", "RB-174")
    require_that(card not in state["traded"], "what was bought this turn can't be sold", "RB-176")
    take_from(play, seat, card)
    gold = selling_price(play.book, card)
    hero["gold"] += gold
    state["boxes"][frame["town"]].append(card)
    state["traded"].append(card)
    play.tell("card_sold", "RB-174", seat=seat, card=card, gold=gold, town=frame["town"])


def _heal(play: Play, frame: Frame, action_: Action) -> None:
    """
    Pays for one character: all its wounds are removed, its fatigue stays.

    Clauses: RB-012, RB-175, `no_heal`.
    """
    seat, character = frame["seat"], action_["character"]
    hero = play.hero(seat)
    fee = heal_fee(play.book, play.state, seat)
    require_that(fee is not None, "nobody is healed while this event lasts", "RB-112")
    require_that(character in characters(hero), "that is no ally of this hero", "RB-175")
    require_that(markers_of(hero, character)["wounds"], "there are no wounds to heal", "RB-175")
    require_that((fee or 0) <= hero["gold"], f"healing costs {fee} gold, and the hero has {hero['gold']}", "RB-012")
    hero["gold"] -= fee or 0
    play.tell("healing_paid", "RB-175", seat=seat, character=character, gold=fee)
    remove(play, seat, character, "wounds", "all", "RB-175")


def _end(play: Play, frame: Frame, action_: Action) -> None:
    play.state["agenda"].pop()
    play.tell("market_left", "RB-172", seat=frame["seat"])


DECISIONS = {
    "market": Decision(
        "what to buy, hire, sell or have healed",
        "RB-172",
        always,
        _legal,
        {"buy": _buy, "hire": _hire, "sell": _sell, "heal": _heal, "end_market": _end},
        nothing,
        abilities=True,
    ),
}

STEPS = {"market_phase": Step(begin)}
