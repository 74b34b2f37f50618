"""The state that a view shows; whoever asks for it says which cards are in the deck."""

from __future__ import annotations

from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.state import State
from delvebook.domain.rulesets.labyrinth.words.shapes.table import View


def read_state(content: Content, view: View, *, deck: list[str]) -> State:
    """The state with this view and this deck, the top card first."""
    resolving, result = view["resolving"], view["result"]
    return {
        "game": "labyrinth",
        "content_version": content.version,
        "options": {"team_size": view["options"]["team_size"], "colour": view["options"]["colour"]},
        "phase": view["phase"],
        "turn": view["turn"],
        "cell": list(view["cell"]),
        "laid_count": view["laid_count"],
        "team": [{"character": member["character"], "trophy": member["trophy"]} for member in view["team"]],
        "rivals": [
            {
                "colour": rival["colour"],
                "knight": rival["knight"],
                "trophy": rival["trophy"],
                "cell": list(rival["cell"]),
            }
            for rival in view["rivals"]
        ],
        "labyrinth": [
            {"card": laid["card"], "cell": list(laid["cell"]), "rotation": laid["rotation"]}
            for laid in view["labyrinth"]
        ],
        "deck": deck,
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
