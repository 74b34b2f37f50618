"""
What a viewer may see, and a whole state made again from it.

Only the order of the deck is hidden, and from everybody alike; so a seat and a spectator see the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from delvebook.domain.ruleset import State, View
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.grid import letters, passages, shortest_path
from delvebook.domain.rulesets.labyrinth.invariants import all_cards
from delvebook.domain.rulesets.labyrinth.state import attacker, cells_of, has_mage, pending_location, position
from delvebook.domain.tape import Chance
from delvebook.domain.viewers import Viewer


def view_of(content: Content, state: State, viewer: Viewer) -> View:
    """Everything that lies open; the deck for those who may see it: an arbiter, or anybody once the game is over."""
    view = {
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
        "result": None if state["result"] is None else dict(state["result"]),
    }
    if viewer.sees_all or state["phase"] == "over":
        view["deck"] = list(state["deck"])
    return view


def state_of(content: Content, view: Mapping[str, Any], *, chance: Chance) -> State:
    """A state with that view; a deck not in view is all unseen cards, shuffled."""
    pending = view["pending"]
    state = {
        "game": view["game"],
        "content_version": view["content_version"],
        "options": dict(view["options"]),
        "phase": view["phase"],
        "turn": view["turn"],
        "at": list(view["at"]),
        "laid": view["laid"],
        "team": [dict(member) for member in view["team"]],
        "rivals": [
            {"colour": rival["colour"], "knight": rival["knight"], "trophy": rival["trophy"], "at": list(rival["at"])}
            for rival in view["rivals"]
        ],
        "table": [
            {"card": laid["card"], "at": list(laid["at"]), "rotation": laid["rotation"]} for laid in view["table"]
        ],
        "deck": [],
        "discard": list(view["discard"]),
        "removed": list(view["removed"]),
        "pending": None
        if pending is None
        else {"rival": pending["rival"], "drawn": list(pending["drawn"]), "offer": list(pending["offer"])},
        "result": None if view["result"] is None else dict(view["result"]),
    }
    if "deck" in view:
        state["deck"] = list(view["deck"])
    else:
        seen = set(all_cards(content, state))
        state["deck"] = chance.shuffle([card for card in content.types if card not in seen], "unseen")
    return state


def _hero(content: Content, state: State) -> dict[str, str]:
    """The player's Hero card; its Ghost side is up once the whole team is lost."""
    lost = state["result"] is not None and state["result"]["ended_by"] == "team_lost"
    colour = state["options"]["colour"]
    return {"card": content.heroes[colour], "colour": colour, "side": "ghost" if lost else "knight"}


def _supply(content: Content, state: State) -> list[str]:
    """The Hero cards that are not in play."""
    taken = [state["options"]["colour"], *(rival["colour"] for rival in state["rivals"])]
    return [content.heroes[colour] for colour in content.colours if colour not in taken]


def _rival(content: Content, rival: Mapping[str, Any]) -> dict[str, Any]:
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
    """How many cards of each sort are in the deck. Anybody can tell from what lies open; the order is not in it."""
    tally = {content.tally_key(card): 0 for card in (*content.knights, *content.deck_rest)}
    for card in state["deck"]:
        tally[content.tally_key(card)] += 1
    return tally


def _pending(content: Content, state: State) -> dict[str, Any] | None:
    """What is being resolved, and which of the cards the question is about."""
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
