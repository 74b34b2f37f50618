"""The start of a turn: where the token goes, and whether that means a Duel or exploring (LB-020 to LB-026)."""

from __future__ import annotations

from delvebook.domain.rulesets.labyrinth.box.grid import joined
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.play import Play
from delvebook.domain.rulesets.labyrinth.state import Action, State, cells_of, position, rivals_at
from delvebook.domain.rulesets.labyrinth.turn.duel import begin_duel
from delvebook.domain.rulesets.labyrinth.turn.exploring import explore


def move_actions(content: Content, state: State) -> list[Action]:
    """Each cell joined to the player's; with the start alone on the table, staying (LB-021)."""
    if len(state["labyrinth"]) == 1:
        return [{"type": "stay"}]
    cells = joined(cells_of(content, state["labyrinth"]), position(state))
    return [{"type": "move", "x": x, "y": y} for x, y in cells]


def move(play: Play, action: Action) -> None:
    """
    Moves the token. A rival on that cell means a Duel; without one the player explores.

    Clauses: LB-020, LB-022, LB-023 (several rivals).
    """
    state = play.state
    from_x, from_y = state["cell"]
    state["cell"] = [action["x"], action["y"]]
    card = next(laid["card"] for laid in state["labyrinth"] if laid["cell"] == state["cell"])
    play.tell("token_moved", "LB-020", seat=0, card=card, x=action["x"], y=action["y"], from_x=from_x, from_y=from_y)
    met = rivals_at(state, position(state))
    if not met:
        explore(play)
    elif len(met) == 1:
        begin_duel(play, met[0]["colour"], clause="LB-022")
    else:
        state["phase"] = "choose_rival"
        play.tell("rivals_met", "LB-023", seat=0, rivals=[rival["colour"] for rival in met])


def stay(play: Play, action: Action) -> None:
    """The player explores in place, whether or not rivals stand there (LB-024)."""
    x, y = play.state["cell"]
    play.tell("token_stayed", "LB-021", seat=0, x=x, y=y)
    explore(play)


def rival_actions(content: Content, state: State) -> list[Action]:
    """Each rival on the player's cell (LB-023)."""
    return [{"type": "choose_rival", "rival": rival["colour"]} for rival in rivals_at(state, position(state))]


def choose_rival(play: Play, action: Action) -> None:
    """The Duel is with that rival alone (LB-023)."""
    begin_duel(play, action["rival"], clause="LB-023")
