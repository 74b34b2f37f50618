"""Laying Locations drawn from the deck: LB-030 to LB-035, and LB-061 for those of a duel."""

from __future__ import annotations

from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.ending import end_turn
from delvebook.domain.rulesets.labyrinth.play import Play
from delvebook.domain.rulesets.labyrinth.state import State, pending_location, pending_of, placements_of


def lay_next(play: Play) -> None:
    """
    The player must lay the next drawn Location; those that fit nowhere go to the discard.

    Clauses: LB-030, LB-034 (no legal placement), LB-061 (the player's first; none after the one that ends the game).
    """
    state = play.state
    for card in pending_of(state)["drawn"]:
        if card is None or state["laid"] >= play.content.location_limit:
            continue
        if placements_of(play.content, state, card):
            state["phase"] = "place_location"
            return
        play.take_drawn(card)
        play.tell("location_shut_out", "LB-034", card=card)
        play.discard(card, clause="LB-034")
    end_turn(play, clause="LB-061")


def location_actions(content: Content, state: State) -> list[Action]:
    """Every way to lay the Location that is next."""
    return [
        {"type": "place_location", "x": x, "y": y, "rotation": rotation}
        for x, y, rotation in placements_of(content, state, pending_location(content, state))
    ]


def place_location(play: Play, action: Action) -> None:
    """
    The Location joins the labyrinth; the token stays where it is.

    Clauses: LB-030, LB-035 (it counts).
    """
    state = play.state
    card, x, y, rotation = pending_location(play.content, state), action["x"], action["y"], action["rotation"]
    play.take_drawn(card)
    state["table"].append({"card": card, "at": [x, y], "rotation": rotation})
    state["laid"] += 1
    play.tell("location_laid", "LB-030", "LB-035", card=card, x=x, y=y, rotation=rotation, laid=state["laid"])
    lay_next(play)
