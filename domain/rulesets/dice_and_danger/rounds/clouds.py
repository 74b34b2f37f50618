"""
The `clouds` phase of the pyramid: all seats write their cloud numbers, unseen by the others.

Clauses: DD-120.
"""

from __future__ import annotations

from collections.abc import Mapping

from delvebook.domain.facts import Facts
from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.dice_and_danger.content import Content
from delvebook.domain.rulesets.dice_and_danger.state import CLOUD_CELLS, CLOUDS, ROLL, Action, State, dungeon_of


def are_hidden(state: State) -> bool:
    """Whether the cloud numbers of a seat are still secret from the others."""
    return state["phase"] == CLOUDS


def written(state: State, seat: int) -> int:
    """The number of cloud cells the seat has written."""
    return len(state["sheets"][seat]["clouds"])


def has_written_all(state: State, seat: int) -> bool:
    """Whether every cloud cell of the seat has its number."""
    return written(state, seat) == CLOUD_CELLS


def writing(state: State) -> list[int]:
    """The seats that still have numbers to write, ascending."""
    return [seat for seat in range(len(state["sheets"])) if not has_written_all(state, seat)]


def writings_of(content: Content, state: State, seat: int) -> list[Action]:
    """Every legal way to write a cloud number: clouds in map order, then numbers."""
    clouds = state["sheets"][seat]["clouds"]
    numbers = [number for number in content.figures.cloud_numbers if number not in clouds.values()]
    return [
        {"type": "write_cloud", "cell": cell.id, "number": number}
        for cell in dungeon_of(content, state).clouds
        if cell.id not in clouds
        for number in numbers
    ]


def refusal_of_writing(content: Content, state: State, seat: int, action: Mapping[str, object]) -> Refusal | None:
    """Why the seat may not write that number there; None if it may."""
    cell, number = action["cell"], action["number"]
    dungeon = dungeon_of(content, state)
    if not dungeon.clouds:
        return Refusal("no_clouds", "DD-120", {"adventure": dungeon.id})
    if has_written_all(state, seat):
        return Refusal("clouds_stay", "DD-120")
    clouds = state["sheets"][seat]["clouds"]
    if cell in clouds:
        return Refusal("cloud_filled", "DD-120", {"adventure": dungeon.id, "cell": cell, "number": clouds[cell]})
    if number in clouds.values():
        return Refusal("number_written", "DD-120", {"number": number})
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
    _reveal(state, facts, last=seat)
    state["phase"], state["round"] = ROLL, 1
    return facts


def cloud_key(seat: int, step: int) -> str:
    """The name of the envelope with the cloud number that the seat wrote as number `step`, from 0."""
    return f"cloud/{seat}/{step}"


def _reveal(state: State, facts: Facts, *, last: int) -> None:
    for seat, sheet in enumerate(state["sheets"]):
        facts.tell("clouds_revealed", "DD-120", seat=seat, clouds=dict(sheet["clouds"]))
        for step in range(len(sheet["clouds"]) - (seat == last)):
            facts.open(cloud_key(seat, step))
