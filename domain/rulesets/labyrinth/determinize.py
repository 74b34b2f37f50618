"""A complete state for a view: only the order of the deck is unknown, and it is dealt at random."""

from __future__ import annotations

from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.state import State, all_cards
from delvebook.domain.rulesets.labyrinth.words.shapes.table import View
from delvebook.domain.tape import Chance


def determinize(content: Content, view: View, *, chance: Chance) -> State:
    """Returns a state that has this view. A deck that is not in the view consists of all unseen cards, shuffled."""
    resolving, result = view["resolving"], view["result"]
    state: State = {
        "game": "labyrinth",
        "content_version": content.version,
        "options": {"team_size": view["options"]["team_size"], "colour": view["options"]["colour"]},
        "phase": view["phase"],
        "turn": view["turn"],
        "at": list(view["at"]),
        "laid_count": view["laid_count"],
        "team": [{"character": member["character"], "trophy": member["trophy"]} for member in view["team"]],
        "rivals": [
            {"colour": rival["colour"], "knight": rival["knight"], "trophy": rival["trophy"], "at": list(rival["at"])}
            for rival in view["rivals"]
        ],
        "labyrinth": [
            {"card": laid["card"], "at": list(laid["at"]), "rotation": laid["rotation"]} for laid in view["labyrinth"]
        ],
        "deck": [],
        "discard": list(view["discard"]),
        "removed": list(content.removed),
        "resolving": None
        if resolving is None
        else {
            "rival": resolving["rival"],
            "card": resolving["card"],
            "rival_card": resolving["rival_card"],
            "open": list(resolving["open"]),
        },
        "result": None if result is None else result.copy(),
    }
    if "deck" in view:
        state["deck"] = list(view["deck"])
    else:
        seen = set(all_cards(content, state))
        state["deck"] = chance.shuffle([card for card in content.types if card not in seen], "unseen")
    return state
