"""What lies sealed in the middle of a round: the steps and cloud numbers of seats, until the round is settled."""

from __future__ import annotations

from delvebook.domain.facts import Seal
from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dice_and_danger.clouds import are_hidden, cloud_key
from delvebook.domain.rulesets.dice_and_danger.rounds import mark_key
from delvebook.domain.rulesets.dice_and_danger.state import MARK, dungeon_of


def face_down(state: State) -> list[Seal]:
    """
    Every step not yet settled, as the action it was; cloud numbers in the order of the map.

    Clauses: DD-003, DD-120.
    """
    seals = []
    if are_hidden(state):
        cells = [cell.id for cell in dungeon_of(state).clouds]
        for seat, sheet in enumerate(state["sheets"]):
            written = [cell for cell in cells if cell in sheet["clouds"]]
            for step, cell in enumerate(written):
                action = {"type": "write_cloud", "cell": cell, "number": sheet["clouds"][cell]}
                seals.append(Seal(cloud_key(seat, step), {"action": action}, (seat,)))
    if state["phase"] == MARK:
        for seat, turn in enumerate(state["turns"]):
            for index, made in enumerate([] if turn is None else turn["steps"]):
                seals.append(Seal(mark_key(seat, index), {"action": {"type": "mark", **made}}, (seat,)))
    return seals
