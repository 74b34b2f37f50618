"""The parts of a state that a viewer may see. Only the order of the deck is hidden, from seat and spectator alike."""

from __future__ import annotations

from collections import Counter

from delvebook.domain.rulesets.labyrinth.box.grid import letters, passages, shortest_path
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.state import (
    Rival,
    State,
    attacker,
    cells_of,
    location_to_lay,
    position,
    resolving_of,
    rivals_at,
)
from delvebook.domain.rulesets.labyrinth.words.shapes import table as shapes
from delvebook.domain.viewers import Viewer


def view_of(content: Content, state: State, viewer: Viewer) -> shapes.Table:
    """Everything that lies open, and the deck for an arbiter, or for anybody once the game is over."""
    resolving, result = state["resolving"], state["result"]
    view: shapes.Table = {
        "options": {"team_size": state["options"]["team_size"], "colour": state["options"]["colour"]},
        "phase": state["phase"],
        "turn": state["turn"],
        "cell": list(state["cell"]),
        "laid_count": state["laid_count"],
        "hero": _hero(content, state),
        "hero_supply": _supply(content, state),
        "team": [{"character": member["character"], "trophy": member["trophy"]} for member in state["team"]],
        "rivals": [_rival(content, rival) for rival in state["rivals"]],
        "labyrinth": _labyrinth(content, state),
        "chest_aside": all(laid["card"] != content.chest for laid in state["labyrinth"]),
        "path_to_chest": _path(content, state),
        "deck_count": len(state["deck"]),
        "unseen": _tally(content, state),
        "discard": list(state["discard"]),
        "resolving": None
        if resolving is None
        else {
            "rival": resolving["rival"],
            "card": resolving["card"],
            "rival_card": resolving["rival_card"],
            "open": list(resolving["open"]),
        },
        "question": _question(content, state),
        "result": None
        if result is None
        else {
            "outcome": result["outcome"],
            "ended_by": result["ended_by"],
            "chest_placed": result["chest_placed"],
            "moves": result["moves"],
            "place": result["place"],
            "knights": result["knights"],
            "mage": result["mage"],
            "trophies": result["trophies"],
            "turns": result["turns"],
        },
    }
    if viewer.sees_all or state["phase"] == "over":
        view["deck"] = list(state["deck"])
    return view


def _hero(content: Content, state: State) -> shapes.HeroCard:
    """The player's Hero card; its Ghost side is up once the whole team is lost."""
    lost = state["result"] is not None and state["result"]["ended_by"] == "team_lost"
    return {"card": content.heroes[state["options"]["colour"]], "side": "ghost" if lost else "knight"}


def _supply(content: Content, state: State) -> list[str]:
    """The Hero cards that are not in play."""
    taken = [state["options"]["colour"], *(rival["colour"] for rival in state["rivals"])]
    return [content.heroes[colour] for colour in content.colours if colour not in taken]


def _rival(content: Content, rival: Rival) -> shapes.Rival:
    return {
        "colour": rival["colour"],
        "hero": content.heroes[rival["colour"]],
        "knight": rival["knight"],
        "trophy": rival["trophy"],
        "cell": list(rival["cell"]),
    }


def _labyrinth(content: Content, state: State) -> list[shapes.Laid]:
    """The Locations as they lie, with their exits as turned and those of them that are passages."""
    cells = cells_of(content, state["labyrinth"])
    return [
        {
            "card": laid["card"],
            "cell": list(laid["cell"]),
            "rotation": laid["rotation"],
            "exits": letters(cells[cell]),
            "passages": letters(passages(cells, cell)),
        }
        for laid, cell in zip(state["labyrinth"], cells, strict=True)
    ]


def _path(content: Content, state: State) -> list[list[int]] | None:
    """The cells of a shortest way to the Chest, its own cell last; None while it is not laid."""
    last = state["labyrinth"][-1]
    if last["card"] != content.chest:
        return None
    x, y = last["cell"]
    path = shortest_path(cells_of(content, state["labyrinth"]), position(state), (x, y))
    return [list(cell) for cell in path]


def _tally(content: Content, state: State) -> dict[str, int]:
    """The number of cards of each sort in the deck, which follows from the open cards."""
    counts = Counter(map(content.sorts.__getitem__, state["deck"]))
    return {sort: counts[sort] for sort in content.deck_sorts}


def _question(content: Content, state: State) -> shapes.Question | None:
    """The subject of the decision in this phase; None if nothing is asked, or only where to go."""
    phase = state["phase"]
    if phase in ("setup_trophy", "trophy"):
        return {"trophies": list(resolving_of(state)["open"])}
    if phase == "choose_rival":
        return {"rivals": [rival["colour"] for rival in rivals_at(state, position(state))]}
    if phase == "place_location":
        return {"location": location_to_lay(content, state)}
    if phase == "place_chest":
        return {"location": content.chest}
    if phase in ("steambot", "defend", "duel_cage"):
        return {"steambot": attacker(content, state)}
    if phase in ("dragon", "thief", "market"):
        return {"special": next(card for card in resolving_of(state)["open"] if content.sorts[card] == phase)}
    if phase == "duel_draw":
        return {"kind": content.kinds[str(resolving_of(state)["rival_card"])]}
    return None
