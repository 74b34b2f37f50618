"""
The checks of `content.json` when it is loaded.

A map with a one-sided way, a number that two dice cannot make or a bonus that no sheet can complete is refused at
start-up, before a game uses it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NoReturn

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.ruleset import Printed
from delvebook.domain.rulesets.dice_and_danger.box.paths import distances

ADVENTURES: Final = ("animals", "cultists", "pyramid", "dinosaurs")
KINDS: Final = (
    *("start", "plain", "gem", "gold", "chest", "doubles"),
    *("fist", "rubble", "cloud", "gate_in", "gate_out", "claw"),
)
WITHOUT_NUMBER: Final = ("doubles", "cloud", "gate_out")
SPECIAL_COUNTS: Final = {"fist": 6, "rubble": 7, "cloud": 8, "claw": 7}
"""By special kind, the number of its cells on a map that has any."""
SUMS: Final = range(2, 13)
ELEMENTS_MAX: Final = 105
"""The most elements that a sheet may have. It bounds the length of a game (specification, section 9)."""


def check_content(content: Printed) -> None:
    """
    Checks that the content is what the rules require.

    Raises:
        BrokenRuleError: It is not; the message names the adventure, the place, and the requirement.
    """
    try:
        _check_all(content)
    except (KeyError, TypeError, AttributeError) as error:
        raise BrokenRuleError(
            f"dice-and-danger: the content lacks something or has it in another shape: {error!r}"
        ) from error


def _check_all(content: Printed) -> None:
    if tuple(content["adventures"]) != ADVENTURES:
        _refuse("content", f"the adventures are {', '.join(ADVENTURES)}")
    _check_figures(content)
    for id_, adventure in content["adventures"].items():
        _check_cells(id_, adventure)
        _check_counts(id_, adventure)
        _check_ways(id_, adventure)
        _check_rooms(id_, adventure, content)
        _check_unlocking(id_, adventure)
        _check_gate(id_, adventure)
        _check_bonuses(id_, adventure)
        if adventure["counts"]["kinds"].get("cloud", 0) not in (0, len(content["cloud_numbers"]["numbers"])):
            _refuse(id_, "there should be one cloud cell for each cloud number")


def _refuse(where: str, what: str) -> NoReturn:
    raise BrokenRuleError(f"dice-and-danger, {where}: {what}")


def _check_figures(content: Printed) -> None:
    dice = content["dice"]
    if (dice["white"], dice["black"], dice["sides"]) != (4, 1, 6):
        _refuse("dice", "there are four white dice and a black one, six-sided")
    if len(content["life_track"]["values"]) != 10:
        _refuse("life_track", "the track has ten marks")
    numbers = content["cloud_numbers"]["numbers"]
    if len(set(numbers)) != len(numbers) or any(number not in SUMS for number in numbers):
        _refuse("cloud_numbers", "each is a sum of two dice and stands there once")
    scores = content["ratings"]["lowest_scores"]
    if not scores or scores[0] != 0 or scores != sorted(set(scores)):
        _refuse("ratings", "the lowest scores begin at 0 and rise")


def _check_cells(id_: str, adventure: Printed) -> None:
    ids = [cell["id"] for cell in adventure["cells"]]
    if ids != [f"c{index:02}" for index in range(1, len(ids) + 1)]:
        _refuse(id_, "the cells are numbered c01, c02, … in order")
    for cell in adventure["cells"]:
        if cell["kind"] not in KINDS:
            _refuse(id_, f"{cell['id']} is of no known kind")
        if (cell["number"] is None) != (cell["kind"] in WITHOUT_NUMBER):
            _refuse(id_, f"{cell['id']} has a number, or lacks one, against its kind")
        if cell["number"] is not None and cell["number"] not in SUMS:
            _refuse(id_, f"{cell['id']} shows a number two dice cannot make")
        if cell["kind"] == "fist" and cell["number"] % 2:
            _refuse(id_, f"{cell['id']} is a fist with an odd number")
        if bool(cell.get("unlocks")) != cell.get("grey", False):
            _refuse(id_, f"{cell['id']} is grey if and only if it unlocks something")
    starts = sorted(cell["number"] for cell in adventure["cells"] if cell["kind"] == "start")
    if starts != list(SUMS):
        _refuse(id_, "the start cells show each sum from 2 to 12 once")


def _check_counts(id_: str, adventure: Printed) -> None:
    cells, rooms, counts = adventure["cells"], adventure["rooms"], adventure["counts"]
    kinds = {kind: sum(cell["kind"] == kind for cell in cells) for kind in counts["kinds"]}
    found = {
        "cells": len(cells),
        "kinds": kinds,
        "grey": sum(cell.get("grey", False) for cell in cells),
        "rooms": len(rooms),
        "hp": sum(room["hp"] for room in rooms),
    }
    if found != counts or sum(kinds.values()) != len(cells):
        _refuse(id_, f"the map holds {found}, and should hold {counts}")
    if kinds.get("chest") != 2:
        _refuse(id_, "a map has two chests")
    for kind, count in SPECIAL_COUNTS.items():
        if kinds.get(kind, count) != count:
            _refuse(id_, f"a map with {kind} cells has {count} of them")
    if len(cells) + kinds.get("rubble", 0) + counts["hp"] > ELEMENTS_MAX:
        _refuse(id_, f"a sheet has more than {ELEMENTS_MAX} elements to cross")


def _check_ways(id_: str, adventure: Printed) -> None:
    """Adjacency is symmetric and equal to shared sides; rooms do not touch; every place can be reached."""
    squares = _squares(id_, adventure)
    rooms = [room["id"] for room in adventure["rooms"]]
    ways = {cell["id"]: cell["adjacent"] for cell in adventure["cells"]}
    ways |= {room["id"]: room["cells"] for room in adventure["rooms"]}
    touching = _touching(squares)
    for node, listed in ways.items():
        if len(set(listed)) != len(listed) or sorted(listed) != sorted(touching[node]):
            _refuse(id_, f"{node} lists {listed} as adjacent, and touches {sorted(touching[node])}")
        if any(node not in ways[other] for other in listed):
            _refuse(id_, f"a way from {node} does not lead back")
        if node in rooms and any(other in rooms for other in listed):
            _refuse(id_, f"{node} touches another room")
    reached = distances([next(iter(ways))], lambda node: ways[node])
    if len(reached) != len(ways):
        _refuse(id_, f"{sorted(set(ways) - set(reached))} cannot be reached")


def _squares(id_: str, adventure: Printed) -> dict[tuple[int, int], str]:
    """The node on each square of the grid."""
    squares: dict[tuple[int, int], str] = {}
    size = adventure["size"]
    for node in (*adventure["cells"], *adventure["rooms"]):
        for x in range(node["x"], node["x"] + node.get("width", 1)):
            for y in range(node["y"], node["y"] + node.get("height", 1)):
                if not (0 <= x < size["width"] and 0 <= y < size["height"]):
                    _refuse(id_, f"{node['id']} lies outside the map")
                if (x, y) in squares:
                    _refuse(id_, f"{node['id']} lies on {squares[x, y]}")
                squares[x, y] = node["id"]
    return squares


def _touching(squares: Mapping[tuple[int, int], str]) -> dict[str, list[str]]:
    """The nodes whose squares share a side with each node's. Clauses: DD-029."""
    touching: dict[str, list[str]] = {node: [] for node in squares.values()}
    for (x, y), node in squares.items():
        for beside in ((x + 1, y), (x, y + 1)):
            other = squares.get(beside)
            if other is not None and other != node and other not in touching[node]:
                touching[node].append(other)
                touching[other].append(node)
    return touching


def _check_rooms(id_: str, adventure: Printed, content: Printed) -> None:
    rooms: Sequence[Printed] = adventure["rooms"]
    if len({room["id"] for room in rooms}) != len(rooms):
        _refuse(id_, "two rooms have the same id")
    bosses = [room for room in rooms if room.get("boss")]
    if len(bosses) != 1:
        _refuse(id_, "a map has one boss")
    if bosses[0]["later"] <= (bosses[0]["hp"] - 1) // content["boss_damage"]["per_gem"]:
        _refuse(id_, "the boss is worth less when defeated late than when only damaged")
    for room in rooms:
        numbers = [*room["black"], *room["white"]]
        if not numbers or any(number not in SUMS for number in numbers):
            _refuse(id_, f"{room['id']} shows a number two dice cannot make, or none")
        if len(set(numbers)) != len(numbers):
            _refuse(id_, f"{room['id']} shows a number twice")
        if room["hp"] < 1 or room["hearts"] < 0 or not room["first"] >= room["later"] >= 0:
            _refuse(id_, f"{room['id']} has health, hearts or rewards out of range")
        if room.get("armoured") and room["hp"] % content["damage"]["strike"]:
            _refuse(id_, f"{room['id']} is armoured, and whole strikes cannot defeat it exactly")
        if room.get("worm") and (room["first"], room["later"], room["hearts"]) != (0, 0, 0):
            _refuse(id_, f"{room['id']} is a worm part and gives gems or costs hearts")
    for trait in ("armoured", "worm"):
        if sum(room.get(trait, False) for room in rooms) not in (0, 3):
            _refuse(id_, f"a map has three {trait} rooms or none")


def _check_unlocking(id_: str, adventure: Printed) -> None:
    """Every locked number has its key, and every key fits a lock."""
    rooms = {room["id"]: room for room in adventure["rooms"]}
    greys = [cell for cell in adventure["cells"] if cell.get("grey")]
    claws = [cell for cell in adventure["cells"] if cell["kind"] == "claw"]
    if claws:
        if greys:
            _refuse(id_, "an adventure with claws has no grey cells")
        if sorted(cell["number"] for cell in claws) != list(range(4, 11)):
            _refuse(id_, "the claws show 4 to 10, each once")
    for cell in greys:
        for room in cell["unlocks"]:
            if room not in cell["adjacent"] or room not in rooms:
                _refuse(id_, f"{cell['id']} unlocks {room}, which is not adjacent")
    for room in rooms.values():
        keys = [cell["number"] for cell in greys if room["id"] in cell["unlocks"]]
        if claws:
            keys = [cell["number"] for cell in claws if cell["number"] in room["white"]]
        if sorted(keys) != sorted(room["white"]):
            _refuse(id_, f"{room['id']} has the locked numbers {room['white']}, and keys for {sorted(keys)}")


def _check_gate(id_: str, adventure: Printed) -> None:
    outs = [cell["id"] for cell in adventure["cells"] if cell["kind"] == "gate_out"]
    opened = [cell["opens"] for cell in adventure["cells"] if "opens" in cell]
    ins = [cell["id"] for cell in adventure["cells"] if cell["kind"] == "gate_in"]
    if opened != outs or len(ins) != len(outs) or any("opens" not in c for c in adventure["cells"] if c["id"] in ins):
        _refuse(id_, "each numbered gate cell opens the unnumbered one")


def _check_bonuses(id_: str, adventure: Printed) -> None:
    cells = {cell["id"]: cell for cell in adventure["cells"]}
    rooms = [room["id"] for room in adventure["rooms"]]
    if len({bonus["id"] for bonus in adventure["bonuses"]}) != 2 or len(adventure["bonuses"]) != 2:
        _refuse(id_, "an adventure has two bonus rewards")
    for bonus in adventure["bonuses"]:
        if bonus["kind"] == "cells":
            kinds = {cells[cell]["kind"] for cell in bonus["cells"] if cell in cells}
            same = [cell for cell in cells if cells[cell]["kind"] in kinds]
            if len(kinds) != 1 or sorted(bonus["cells"]) != same or not 1 <= bonus["need"] <= len(same):
                _refuse(id_, f"the bonus {bonus['id']} does not count all cells of one kind, or asks for too many")
        elif bonus["kind"] == "rooms":
            if not bonus["rooms"] or any(room not in rooms for room in bonus["rooms"]):
                _refuse(id_, f"the bonus {bonus['id']} names a room that is not there")
        elif bonus["kind"] == "link":
            for side, x in (("left", 0), ("right", adventure["size"]["width"] - 1)):
                edge = [cell for cell in cells if cells[cell]["kind"] == "start" and cells[cell]["x"] == x]
                if sorted(bonus[side]) != edge or not edge:
                    _refuse(id_, f"the bonus {bonus['id']} does not name the {side} start cells")
        else:
            _refuse(id_, f"the bonus {bonus['id']} is of no known kind")
