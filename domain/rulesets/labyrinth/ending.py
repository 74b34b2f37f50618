"""The end of a turn and of the game: LB-110 to LB-114, the Chest, and the result."""

from __future__ import annotations

from typing import Final

from delvebook.domain.outcome import Outcome
from delvebook.domain.rulesets.labyrinth.box.grid import distances
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.play import Play
from delvebook.domain.rulesets.labyrinth.state import Action, Result, State, cells_of, ended_by, placements_of, position

END_REASONS: Final = ("team_lost", "eight_locations", "deck_empty")


def begin_turn(play: Play) -> None:
    """Begins the next turn with a move (LB-020), or without one while there is nowhere to go (LB-021)."""
    state = play.state
    state["turn"] += 1
    state["phase"] = "choose_move"
    play.tell("turn_began", "LB-020" if len(state["labyrinth"]) > 1 else "LB-021", turn=state["turn"])


def end_turn(play: Play, *, clause: str = "LB-114") -> None:
    """
    The turn is over: the game ends, the Chest is to be laid, or the next turn begins.

    Clauses: LB-110 (the order of the checks), LB-111, LB-112 (no place for the Chest), LB-114 (cards left over).

    Args:
        clause: The clause by which the cards that are still being resolved go to the discard.
    """
    state = play.state
    play.discard_open(clause=clause)
    reason = ended_by(play.content, state)
    if reason is None:
        begin_turn(play)
        return
    play.tell(
        "end_reached",
        *_end_clauses(state),
        reason=reason,
        laid_count=state["laid_count"],
        deck_count=len(state["deck"]),
    )
    if reason == "team_lost":
        _finish(play, won=False)
    elif placements_of(play.content, state, play.content.chest):
        state["phase"] = "place_chest"
    else:
        play.tell("chest_shut_out", "LB-112", card=play.content.chest)
        _finish(play, won=False)


def chest_actions(content: Content, state: State) -> list[Action]:
    """Every way to lay the Chest."""
    return [
        {"type": "place_chest", "x": x, "y": y, "rotation": rotation}
        for x, y, rotation in placements_of(content, state, content.chest)
    ]


def place_chest(play: Play, action: Action) -> None:
    """
    The Chest joins the labyrinth and the game is won.

    Clauses: LB-112, LB-113.
    """
    chest, x, y, rotation = play.content.chest, action["x"], action["y"], action["rotation"]
    play.state["labyrinth"].append({"card": chest, "cell": [x, y], "rotation": rotation})
    play.tell("chest_laid", "LB-112", card=chest, x=x, y=y, rotation=rotation)
    _finish(play, won=True)


def moves_to_chest(content: Content, state: State) -> int | None:
    """
    The least number of passages from the player's cell to the Chest; None while it is not on the table.

    Clauses: LB-113 (over all paths), LB-106 (rivals in the way make no difference).
    """
    chest = next((laid for laid in state["labyrinth"] if laid["card"] == content.chest), None)
    if chest is None:
        return None
    return distances(cells_of(content, state["labyrinth"]), position(state))[chest["cell"][0], chest["cell"][1]]


def result_of(content: Content, state: State) -> Result:
    """The result of a game whose last turn is over, from the cards on the table."""
    moves = moves_to_chest(content, state)
    members = [member["character"] for member in state["team"]]
    return {
        "outcome": "lost" if moves is None else "won",
        "ended_by": str(ended_by(content, state)),
        "chest_placed": moves is not None,
        "moves": moves,
        "place": moves,
        "knights": sum(member != content.mage for member in members),
        "mage": content.mage in members,
        "trophies": sum(member["trophy"] is not None for member in state["team"]),
        "turns": state["turn"],
    }


def _finish(play: Play, *, won: bool) -> None:
    result = result_of(play.content, play.state)
    play.state["result"] = result
    play.state["phase"] = "over"
    counted = {"knights": result["knights"], "trophies": result["trophies"], "turns": result["turns"]}
    if won:
        play.tell("game_won", "LB-112", "LB-113", seat=0, moves=result["moves"], place=result["place"], **counted)
    else:
        clauses = _end_clauses(play.state) if result["ended_by"] == "team_lost" else ["LB-112"]
        play.tell("game_lost", *clauses, seat=0, reason=result["ended_by"], **counted)


def outcome_of(content: Content, state: State) -> Outcome | None:
    """
    Whether the player has won; None while the game goes on.

    `details` is the whole result, with the team size and the key that won games are ranked by.
    """
    result = state["result"]
    if result is None:
        return None
    won = result["outcome"] == "won"
    return Outcome(
        reason=result["ended_by"],
        winners=[0] if won else [],
        ranking=[[0]],
        scores=[result["place"]],
        details={**result, "team_size": state["options"]["team_size"], "rank_key": rank_key(result)},
        clauses=_deciding_clauses(state, result),
    )


def rank_key(result: Result) -> list[int] | None:
    """
    The sort key of won games: fewer moves, then more Knights, then more Trophies. None for a lost game.

    It ranks games of one content version and one team size, best first; equal keys share a rank.
    """
    if result["moves"] is None:
        return None
    return [result["moves"], -result["knights"], -result["trophies"]]


def _end_clauses(state: State) -> list[str]:
    """The clauses by which the game has ended, with LB-111 if the last Character goes with the last card."""
    return ["LB-110"] if state["team"] or state["deck"] else ["LB-110", "LB-111"]


def _deciding_clauses(state: State, result: Result) -> list[str]:
    if result["outcome"] == "won":
        return ["LB-110", "LB-112", "LB-113"]
    return _end_clauses(state) if result["ended_by"] == "team_lost" else ["LB-110", "LB-112"]
