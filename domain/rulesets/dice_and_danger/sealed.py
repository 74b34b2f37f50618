"""What is sealed during a phase: the cloud numbers and the steps that the other seats have not seen."""

from __future__ import annotations

from collections.abc import Iterator

from delvebook.domain.facts import Seal
from delvebook.domain.rulesets.dice_and_danger.content import Content
from delvebook.domain.rulesets.dice_and_danger.flow import mark_key
from delvebook.domain.rulesets.dice_and_danger.rounds.clouds import are_hidden, cloud_key
from delvebook.domain.rulesets.dice_and_danger.state import State, dungeon_of


def face_down(content: Content, state: State) -> list[Seal]:
    """Every cloud number, in map order, and every step of the round, each as the action it was."""
    return [*_cloud_numbers(content, state), *_steps(state)]


def _cloud_numbers(content: Content, state: State) -> Iterator[Seal]:
    """Clauses: DD-120."""
    if not are_hidden(state):
        return
    for seat, sheet in enumerate(state["sheets"]):
        written = [cell.id for cell in dungeon_of(content, state).clouds if cell.id in sheet["clouds"]]
        for step, cell in enumerate(written):
            action = {"type": "write_cloud", "cell": cell, "number": sheet["clouds"][cell]}
            yield Seal(cloud_key(seat, step), {"action": action}, (seat,))


def _steps(state: State) -> Iterator[Seal]:
    """Clauses: DD-003."""
    for seat, turn in enumerate(state["turns"]):
        for index, step in enumerate([] if turn is None else turn["steps"]):
            yield Seal(mark_key(seat, index), {"action": {"type": "mark", **step}}, (seat,))
