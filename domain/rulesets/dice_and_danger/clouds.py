"""
The `clouds` phase of the pyramid: all seats write their cloud numbers, unseen by the others.

Clauses: DD-120.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from delvebook.domain.facts import Facts
from delvebook.domain.kit.refusals import Refusal
from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.dice_and_danger.content import Content
from delvebook.domain.rulesets.dice_and_danger.state import CLOUD_CELLS, CLOUDS, ROLL, State, dungeon_of


def are_hidden(state: State) -> bool:
    """Whether the cloud numbers of a seat are still secret from the others."""
    return state["phase"] == CLOUDS


def written(state: State, seat: int) -> int:
    """How many numbers the seat has written."""
    return len(state["sheets"][seat]["clouds"])


def has_written_all(state: State, seat: int) -> bool:
    """Whether every cloud cell of the seat has its number."""
    return written(state, seat) == CLOUD_CELLS


def writing(state: State) -> list[int]:
    """The seats that still have numbers to write, ascending."""
    return [seat for seat in range(len(state["sheets"])) if not has_written_all(state, seat)]


def writings_of(content: Content, state: State, seat: int) -> list[Action]:
    """Every number the seat may write into every cloud: in map order, then by number."""
    clouds = state["sheets"][seat]["clouds"]
    numbers = [number for number in content.figures.cloud_numbers if number not in clouds.values()]
    actions = [
        {"type": "write_cloud", "cell": cell.id, "number": number}
        for cell in dungeon_of(content, state).clouds
        if cell.id not in clouds
        for number in numbers
    ]
    return [action for action in actions if obstacle_to_writing(content, state, seat, action) is None]


def obstacle_to_writing(content: Content, state: State, seat: int, action: Mapping[str, Any]) -> Refusal | None:
    """Why the seat may not write that number there, as clause and sentence; None if it may."""
    cell, number = action["cell"], action["number"]
    if state["phase"] != CLOUDS:
        return Refusal.plain("cloud numbers are written before the first round and then stay", "DD-120")
    if has_written_all(state, seat):
        return Refusal.plain("this seat has written all its cloud numbers; they stay", "DD-120")
    clouds, cells = state["sheets"][seat]["clouds"], dungeon_of(content, state).cells
    if cell not in cells or cells[cell].kind != "cloud":
        return Refusal.plain(f"{cell} is not a cloud cell", "DD-120")
    if cell in clouds:
        return Refusal.plain(f"{cell} has its number already; choose an empty cloud", "DD-120")
    if number in clouds.values():
        return Refusal.plain(f"the {number} is written already; each number is written once", "DD-120")
    return None


def write(content: Content, state: State, seat: int, action: Action) -> Facts:
    """Writes the number. After the last number of all seats everything is revealed and the first round begins."""
    facts = Facts()
    step = written(state, seat)
    state["sheets"][seat]["clouds"][action["cell"]] = action["number"]
    facts.tell("cloud_number_written", "DD-120", seat=seat, written=step + 1, finished=has_written_all(state, seat))
    if writing(state):
        facts.conceal_action(seat, key=cloud_key(seat, step))
        facts.whisper(seat, "cloud_written", "DD-120", seat=seat, cell=action["cell"], number=action["number"])
        return facts
    _reveal(content, state, facts, last=seat)
    state["phase"], state["round"] = ROLL, 1
    return facts


def cloud_key(seat: int, step: int) -> str:
    """Names the envelope in which the seat's cloud number lies that it wrote as number `step`, from 0."""
    return f"cloud/{seat}/{step}"


def _reveal(content: Content, state: State, facts: Facts, *, last: int) -> None:
    cells = [cell.id for cell in dungeon_of(content, state).clouds]
    for seat, sheet in enumerate(state["sheets"]):
        numbers = [sheet["clouds"][cell] for cell in cells]
        facts.tell("clouds_revealed", "DD-120", seat=seat, cells=cells, numbers=numbers)
        for step in range(len(cells) - (seat == last)):
            facts.open(cloud_key(seat, step))
