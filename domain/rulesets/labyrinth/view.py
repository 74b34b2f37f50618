"""What a viewer may see, each part by name. Only the order of the deck is hidden, from seat and spectator alike."""

from __future__ import annotations

from typing import Any

from delvebook.domain.ruleset import View
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.grid import letters, passages, shortest_path
from delvebook.domain.rulesets.labyrinth.state import (
    Rival,
    State,
    attacker,
    cells_of,
    has_mage,
    pending_location,
    position,
)
from delvebook.domain.viewers import Viewer


def view_of(content: Content, state: State, viewer: Viewer) -> View:
    """Everything that lies open, and the deck for an arbiter, or for anybody once the game is over."""
    result = state["result"]
    view: View = {
        "game": state["game"],
        "content_version": state["content_version"],
        "options": dict(state["options"]),
        "phase": state["phase"],
        "turn": state["turn"],
        "at": list(state["at"]),
        "laid": state["laid"],
        "laid_limit": content.location_limit,
        "hero": _hero(content, state),
        "team": [dict(member) for member in state["team"]],
        "mage_in_team": has_mage(content, state),
        "rivals": [_rival(content, rival) for rival in state["rivals"]],
        "hero_supply": _supply(content, state),
        "table": _table(content, state),
        "chest_aside": all(laid["card"] != content.chest for laid in state["table"]),
        "path_to_chest": _path(content, state),
        "deck_count": len(state["deck"]),
        "unseen": _tally(content, state),
        "discard": list(state["discard"]),
        "removed": list(state["removed"]),
        "pending": _pending(content, state),
        "result": None if result is None else dict(result),
    }
    if viewer.sees_all or state["phase"] == "over":
        view["deck"] = list(state["deck"])
    return view


def _hero(content: Content, state: State) -> dict[str, str]:
    """The player's Hero card; its Ghost side is up once the whole team is lost."""
    lost = state["result"] is not None and state["result"]["ended_by"] == "team_lost"
    colour = state["options"]["colour"]
    return {"card": content.heroes[colour], "colour": colour, "side": "ghost" if lost else "knight"}


def _supply(content: Content, state: State) -> list[str]:
    """The Hero cards that are not in play."""
    taken = [state["options"]["colour"], *(rival["colour"] for rival in state["rivals"])]
    return [content.heroes[colour] for colour in content.colours if colour not in taken]


def _rival(content: Content, rival: Rival) -> dict[str, Any]:
    return {
        "colour": rival["colour"],
        "hero": content.heroes[rival["colour"]],
        "knight": rival["knight"],
        "trophy": rival["trophy"],
        "at": list(rival["at"]),
    }


def _table(content: Content, state: State) -> list[dict[str, Any]]:
    """The Locations as they lie, with their exits as turned and those of them that are passages."""
    cells = cells_of(content, state["table"])
    return [
        {
            "card": laid["card"],
            "at": list(laid["at"]),
            "rotation": laid["rotation"],
            "exits": letters(cells[cell]),
            "passages": letters(passages(cells, cell)),
        }
        for laid, cell in zip(state["table"], cells, strict=True)
    ]


def _path(content: Content, state: State) -> list[list[int]] | None:
    """The cells of a shortest way to the Chest, the Chest's last; None while it is not on the table."""
    if state["table"][-1]["card"] != content.chest:
        return None
    x, y = state["table"][-1]["at"]
    path = shortest_path(cells_of(content, state["table"]), position(state), (x, y))
    return [list(cell) for cell in path]


def _tally(content: Content, state: State) -> dict[str, int]:
    """How many cards of each sort are in the deck, which follows from what lies open."""
    tally = {content.tally_key(card): 0 for card in (*content.knights, *content.deck_rest)}
    for card in state["deck"]:
        tally[content.tally_key(card)] += 1
    return tally


def _pending(content: Content, state: State) -> dict[str, Any] | None:
    """What is being resolved, and which of the cards the decision is about."""
    pending = state["pending"]
    if pending is None:
        return None
    phase = state["phase"]
    about = None
    if phase in ("steambot", "defend"):
        about = attacker(content, state)
    elif phase == "place_location":
        about = pending_location(content, state)
    return {
        "rival": pending["rival"],
        "drawn": list(pending["drawn"]),
        "offer": list(pending["offer"]),
        "about": about,
    }
