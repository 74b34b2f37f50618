"""What must hold in every state between two events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from delvebook.domain.rulesets.runebound.content import Book
from delvebook.domain.rulesets.runebound.engine import DECISIONS
from delvebook.domain.rulesets.runebound.figures import crowded, life, limits_of
from delvebook.domain.rulesets.runebound.markers import characters
from delvebook.domain.rulesets.runebound.view import open_cards
from delvebook.domain.rulesets.runebound.vocabulary import COLOURS

Broken = Callable[[str], Exception]


def check_state(book: Book, state: Mapping[str, Any], broken: Broken) -> None:
    """Raises `broken(sentence)` if an invariant does not hold."""

    def hold(condition: object, invariant: str) -> None:
        if not condition:
            raise broken(invariant)

    _check_turn(book, state, hold)
    _check_cards(book, state, hold)
    _check_counters(book, state, hold)
    for seat in range(len(state["heroes"])):
        _check_hero(book, state, seat, hold)


Hold = Callable[[object, str], None]


def _check_turn(book: Book, state: Mapping[str, Any], hold: Hold) -> None:
    over = state["result"] is not None
    hold(over != bool(state["agenda"]), "either the game is over or something is to be done")
    hold(1 <= len(state["heroes"]) <= 6, "there are 1 to 6 heroes")
    hold(0 <= state["active"] < len(state["heroes"]), "the active seat is at the table")
    hold(state["round"] >= 1 and state["turn"] >= state["round"], "rounds and turns count up")
    if not over:
        frame = state["agenda"][-1]
        hold(frame["do"] in DECISIONS, f"a decision is pending, not {frame['do']}")
        hold(0 <= frame["seat"] < len(state["heroes"]), "the seat that decides is at the table")
        hold(DECISIONS[frame["do"]].waits(book, state, frame), f"{frame['do']} leaves something to decide")
    combat = state["combat"]
    if combat is not None and combat["card"] is not None:
        enemy = book.adventures[combat["card"]]["enemy"]
        hold(over or 0 <= combat["wounds"] < enemy["life"], "the enemy still stands")
        hold(state["attempt"] is not None and state["attempt"]["card"] == combat["card"], "the card fought is at hand")
    if combat is not None:
        hold(combat["round"] <= book.decided["combat_rounds_max"], "no combat goes on for ever")


def _check_cards(book: Book, state: Mapping[str, Any], hold: Hold) -> None:
    found = open_cards(book, state)
    for zone, deck in state["decks"].items():
        hold(deck["top"] >= 0 and deck["bottom"] >= 0, f"what is known of the {zone} deck is a number")
        hold(deck["top"] + deck["bottom"] <= len(deck["cards"]), f"no more of the {zone} deck is known than there is")
        hold(all(card in book.decks[zone] for card in deck["cards"]), f"the {zone} deck holds cards of its own")
        found += deck["cards"]
    every = sorted(card for deck in book.decks.values() for card in deck)
    hold(sorted(found) == every, "every card is in one place, and nowhere else")
    dealt = [hero["id"] for hero in state["heroes"]]
    hold(sorted([*dealt, *state["undealt"]]) == sorted(book.heroes), "every hero card is in one place")
    for colour in COLOURS:
        hold(
            all(book.adventures[card]["colour"] == colour for card in state["out"][colour]),
            f"the {colour} out pile holds {colour} cards",
        )
    values = [book.adventures[card]["value"] for card in state["events"]]
    hold(values == sorted(set(values)), "each event covers one of a lower value")


def _check_counters(book: Book, state: Mapping[str, Any], hold: Hold) -> None:
    for colour in COLOURS:
        laid = state["counters"][colour]
        hold(laid == [site for site in book.sites[colour] if site in laid], f"{colour} counters lie on their sites")
        held = sum(hero["counters"][colour] for hero in state["heroes"])
        total = len(laid) + state["bank"][colour] + held
        hold(total == book.counter_counts[colour], f"no {colour} counter comes or goes")
        hold(state["bank"][colour] >= 0, f"the bank owes no {colour} counter")
    entries = [entry for entry in state["track"] if entry is not None]
    hold(len(state["track"]) == book.track_spaces, "the track has its spaces")
    hold(len({entry["hex"] for entry in entries}) == len(entries), "no hex has two unfinished markers")
    hold(len({entry["age"] for entry in entries}) == len(entries), "no two cards on the track are of one age")
    for entry in entries:
        site = book.site_colour.get(entry["hex"])
        on_site = site is not None and entry["hex"] in state["counters"][site]
        hold(state["result"] is not None or on_site, "a marker lies beside a counter")
        hold(book.adventures[entry["card"]]["category"] == "challenge", "the track holds challenges")


def _check_hero(book: Book, state: Mapping[str, Any], seat: int, hold: Hold) -> None:
    hero = state["heroes"][seat]
    name = f"seat {seat}'s hero"
    over = state["result"] is not None
    falling = any(frame["do"] in ("window_knockout", "losses") and frame["seat"] == seat for frame in state["agenda"])
    hold(over or falling or 0 <= hero["wounds"] < life(book, hero), f"{name} stands or is about to fall")
    for character in characters(hero):
        most_wounds, most_fatigue = limits_of(book, hero, character)
        markers = hero if character == "hero" else next(one for one in hero["allies"] if one["id"] == character)
        hold(0 <= markers["fatigue"] <= most_fatigue, f"{character} of {name} has no more fatigue than stamina")
        if character != "hero":
            dying = any(frame["do"] == "ally_check" and frame["ally"] == character for frame in state["agenda"])
            hold(
                over or dying or 0 <= markers["wounds"] < most_wounds, f"{character} of {name} lives or is about to die"
            )
    hold(hero["gold"] >= 0 and hero["paper"] >= 0, f"{name} owes nothing")
    hold(all(n >= 0 for n in hero["counters"].values()), f"{name} owes no counter")
    hold(all(n >= 0 for n in hero["raises"].values()), f"{name} has been raised, never lowered")
    owned = [*hero["artifacts"], *(ally["id"] for ally in hero["allies"])]
    hold(all(card in owned for card in hero["down"]), f"{name} has turned down only own cards")
    hold(len(set(hero["down"])) == len(hero["down"]), f"{name} has turned no card down twice")
    choosing = any(frame["do"] == "choose_discard" and frame["seat"] == seat for frame in state["agenda"])
    hold(over or choosing or crowded(book, hero) is None, f"{name} keeps to its limits")
    hold(over or len(hero["runes"]) < book.rules["runes_to_win"], f"{name} has not won yet")
    hold(hero["hex"] is None or hero["hex"] in book.map.terrain, f"{name} is on the map or not yet")
    hold(hero["from"] is None or hero["from"] in book.map.neighbours[hero["hex"]], f"{name} came from a neighbour")
    if hero["hex"] is None:
        hold(seat != state["active"] or over, f"{name} is on the map in its turn")
