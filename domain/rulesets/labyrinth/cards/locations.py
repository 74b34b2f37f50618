"""Laying Locations drawn from the deck: LB-030 to LB-035, and LB-061 for those of a duel."""

from __future__ import annotations

from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.ending import end_turn
from delvebook.domain.rulesets.labyrinth.play import Play
from delvebook.domain.rulesets.labyrinth.state import (
    Action,
    State,
    in_duel,
    location_to_lay,
    placements_of,
    resolving_of,
)


def lay_next(play: Play) -> None:
    """
    Asks the player to lay the next drawn Location; discards those that fit nowhere.

    Clauses: LB-030, LB-034 (no legal placement), LB-061 (the player's first; none after the one that ends the game).
    """
    state = play.state
    for card in list(resolving_of(state)["open"]):
        if state["laid_count"] >= play.content.location_limit:
            break
        if placements_of(play.content, state, card):
            state["phase"] = "place_location"
            return
        play.take_up(card)
        play.tell("location_shut_out", *_in_duel(state), "LB-034", card=card)
        play.discard(card, clause="LB-034")
    end_turn(play, clause="LB-061")


def location_actions(content: Content, state: State) -> list[Action]:
    """Every way to lay the Location that is next."""
    return [
        {"type": "place_location", "x": x, "y": y, "rotation": rotation}
        for x, y, rotation in placements_of(content, state, location_to_lay(content, state))
    ]


def place_location(play: Play, action: Action) -> None:
    """
    Adds the Location to the labyrinth; the token stays where it is.

    Clauses: LB-030, LB-061 (in a Duel), LB-035 (it counts).
    """
    state = play.state
    card, x, y, rotation = location_to_lay(play.content, state), action["x"], action["y"], action["rotation"]
    play.take_up(card)
    state["labyrinth"].append({"card": card, "cell": [x, y], "rotation": rotation})
    state["laid_count"] += 1
    play.tell(
        "location_laid",
        *(_in_duel(state) or ["LB-030"]),
        "LB-035",
        card=card,
        x=x,
        y=y,
        rotation=rotation,
        laid_count=state["laid_count"],
    )
    lay_next(play)


def _in_duel(state: State) -> list[str]:
    """The clause of a Location drawn in a Duel; empty while exploring."""
    return ["LB-061"] if in_duel(state) else []
