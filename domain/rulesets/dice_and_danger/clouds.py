"""
The `clouds` phase of the pyramid: every seat writes its cloud numbers, unseen.

Clauses: DD-120.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dice_and_danger.content import BOOK
from delvebook.domain.rulesets.dice_and_danger.state import CLOUDS, ROLL, dungeon_of


def writing(state: State) -> list[int]:
    """The seats that still have numbers to write, ascending."""
    return [seat for seat in range(len(state["sheets"])) if written(state, seat) < _all(state)]


def written(state: State, seat: int) -> int:
    """How many numbers the seat has written."""
    return len(state["sheets"][seat]["clouds"])


def _all(state: State) -> int:
    return len(dungeon_of(state).clouds)


def legal_writings(state: State, seat: int) -> list[dict[str, Any]]:
    """Every number not yet written, into every cloud without one; map order, then ascending numbers."""
    clouds = state["sheets"][seat]["clouds"]
    numbers = [number for number in BOOK.figures.cloud_numbers if number not in clouds.values()]
    return [
        {"type": "write_cloud", "cell": cell.id, "number": number}
        for cell in dungeon_of(state).clouds
        if cell.id not in clouds
        for number in numbers
    ]


def refuse_writing(state: State, seat: int, action: Mapping[str, Any]) -> None:
    """
    Returns if the seat may write that number there.

    Raises:
        IllegalActionError: DD-120, with the reason.
    """
    clouds = state["sheets"][seat]["clouds"]
    if state["phase"] != CLOUDS:
        raise IllegalActionError("cloud numbers are written before the first round and then stay", clause="DD-120")
    if written(state, seat) == _all(state):
        raise IllegalActionError("this seat has written all its cloud numbers; they stay", clause="DD-120")
    if action["cell"] not in [cell.id for cell in dungeon_of(state).clouds]:
        raise IllegalActionError(f"{action['cell']} is no cloud cell", clause="DD-120")
    if action["cell"] in clouds:
        raise IllegalActionError(f"{action['cell']} has its number already; choose an empty cloud", clause="DD-120")
    if action["number"] in clouds.values():
        raise IllegalActionError(f"the {action['number']} is written already; each is written once", clause="DD-120")


def write(state: State, seat: int, action: Mapping[str, Any]) -> Facts:
    """Writes the number; when it is everybody's last, all are revealed and the first round begins."""
    facts = Facts()
    step = written(state, seat)
    state["sheets"][seat]["clouds"][action["cell"]] = action["number"]
    finished = written(state, seat) == _all(state)
    facts.tell("cloud_number_written", "DD-120", seat=seat, written=step + 1, finished=finished)
    if writing(state):
        facts.conceal_action(seat, key=cloud_key(seat, step))
        facts.whisper(seat, "cloud_written", "DD-120", seat=seat, cell=action["cell"], number=action["number"])
        return facts
    _reveal(state, facts, last=seat)
    state["phase"], state["round"] = ROLL, 1
    return facts


def cloud_key(seat: int, step: int) -> str:
    """The key of the envelope in which the seat's writing of that index lies."""
    return f"cloud/{seat}/{step}"


def _reveal(state: State, facts: Facts, *, last: int) -> None:
    for seat, sheet in enumerate(state["sheets"]):
        cells = [cell.id for cell in dungeon_of(state).clouds]
        numbers = [sheet["clouds"][cell] for cell in cells]
        facts.tell("clouds_revealed", "DD-120", seat=seat, cells=cells, numbers=numbers)
        for step in range(len(cells) - (seat == last)):
            facts.open(cloud_key(seat, step))


def are_hidden(state: State) -> bool:
    """Whether cloud numbers are still secret to the others."""
    return bool(state["phase"] == CLOUDS)
