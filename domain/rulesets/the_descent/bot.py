"""
The greedy bot: looks for the way down through what it can see, and picks up what lies near it.

It knows its seat's view and its legal actions, nothing else, and keeps nothing between decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Any, Final, NamedTuple

from delvebook.domain.rulesets.the_descent.geometry import (
    BOTTOM,
    CELLS_OF,
    CLOSED,
    DIRECTIONS,
    DOWN,
    EMPTY,
    PLACE_OF,
    PLACES,
    THIN,
    UP,
    YS,
    Cell,
    Field,
    cell_at,
    corner_blocks,
    fall_path,
    jump_end,
    jump_question,
    off_grid,
    reach,
    rotate,
    xy,
)
from delvebook.domain.tape import Chance

View = dict[str, Any]
Action = dict[str, Any]

DEPTH: Final = 5
"""What one row further down is worth; an endurance point is 1."""
HEALTH: Final = 8
CARD: Final = 6
TURN_LOST: Final = 3
PLANT_NEAR: Final = 8
HUNTER_NEAR: Final = 3
LAST_HEALTH: Final = 12
NEW_TILE: Final = 8
LATE_TILE: Final = 2
"""A new tile when somebody has arrived and every turn costs a point."""
TREASURE: Final = 1000
THE_BOTTOM: Final = 40
DETOUR_MAX: Final = 5
_FALLS: Final = (0, 0, 0, 0, 1, 1, 2, 2, 3, 3)


class Way(NamedTuple):
    """
    One move of the search.

    Attributes:
        action: What starts it.
        end: Where it ends; None if it leads into a face-down tile.
        into: The face-down cell it leads into, if it does.
        cost: Endurance, and what cards are worth.
        loss: Health the known part of its fall costs.
        passed: The cells it enters.
    """

    action: Action
    end: Cell | None
    into: Cell | None
    cost: int
    loss: int
    passed: tuple[Cell, ...]


class Plan(NamedTuple):
    """A way to somewhere: what it is worth, its first action, and where it leads."""

    value: int
    action: Action
    end: Cell


def greedy_bot(view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
    """One of `legal`: answers with simple rules, moves along the best plan, surrenders only in a pit."""
    if len(legal) == 1:
        return legal[0]
    pending = view["pending"]
    if pending is not None:
        return _answer(view, pending, legal, chance)
    return _act(Eyes(view, view["active"]), legal, chance)


# -- what it sees ---------------------------------------------------------------------------------


class Eyes:
    """The view, as the search needs it."""

    def __init__(self, view: View, seat: int, field: Field | None = None) -> None:
        self.view = view
        self.seat = seat
        self.field = field or Field(view["field"])
        self.own = view["seats"][seat]
        self.hand: list[str] = [*self.own["kit"], *(self.own["drawn"] or [])]
        self.health: int = self.own["health"]
        self.late = any(seat["arrived"] for seat in view["seats"])
        self.armed = "sword" in self.hand and not view["turn"]["weak"]
        self.danger = self._dangers()
        self.heavy = [cell_at(*token["cell"]) for token in view["tokens"] if token["kind"] == "chest"]
        self.heavy += [
            cell_at(*other["cell"])
            for other in view["seats"]
            if other["seat"] != seat and other["cell"] is not None and not other["arrived"]
        ]

    def _dangers(self) -> dict[Cell, int]:
        """By cell, what entering it may cost."""
        danger: dict[Cell, int] = {}
        if self.view["web"] is not None:
            danger = dict.fromkeys(CELLS_OF[PLACES.index(self.view["web"])], 2)
        for creature in self.view["creatures"]:
            cell = cell_at(*creature["cell"])
            if creature["kind"] == "plant" and self.armed:
                continue
            near = PLANT_NEAR if creature["kind"] == "plant" else HUNTER_NEAR
            danger.update({other: max(near, danger.get(other, 0)) for other in CELLS_OF[PLACE_OF[cell]]})
            danger[cell] = 3 * HEALTH if creature["kind"] == "monster" else HEALTH + TURN_LOST
        return danger

    def wanted(self) -> dict[Cell, bool]:
        """The cells with something to take or, with the card for it, to open or to cut down."""
        kinds = ["coin", "backpack", "health"]
        if "key" in self.hand or "sword" in self.hand:
            kinds.append("chest")
        prey = [creature for creature in self.view["creatures"] if creature["kind"] == "plant" and self.armed]
        return {
            cell_at(*one["cell"]): True for one in (*self.view["tokens"], *prey) if one["kind"] in (*kinds, "plant")
        }


# -- the search -----------------------------------------------------------------------------------


def _drop(field: Field, cell: Cell) -> tuple[list[Cell], Cell | None]:
    """The cells a fall from there leads through, and the face-down cell below, if there is one."""
    path = fall_path(field, cell)
    below = (path[-1] if path else cell) + DOWN
    return path, below if field.cells[below] == CLOSED else None


def _way(field: Field, action: Action, entered: tuple[Cell, ...], cost: int) -> Way:
    """The way that enters these cells and then falls as far as it must."""
    path, into = _drop(field, entered[-1])
    depth = len(path)
    loss = _FALLS[depth] if depth < len(_FALLS) else 99
    end = None if into is not None else (path[-1] if path else entered[-1])
    return Way(action, end, into, cost, loss, (*entered, *path))


def _walks(field: Field, cell: Cell) -> list[Way]:
    """Steps and jumps."""
    cells = field.cells
    ways: list[Way] = []
    for name, direction in DIRECTIONS.items():
        front = cell + direction
        step = {"type": "step", "dir": name}
        if cells[front] == CLOSED:
            ways.append(Way(step, None, front, 1, 0, ()))
        elif cells[front] in EMPTY:
            ways.append(_way(field, step, (front,), 1))
        first = front + UP
        jump = {"type": "jump", "dir": name}
        if cells[first] == CLOSED:
            if not corner_blocks(field, cell, direction):
                ways.append(Way(jump, None, first, 2, 0, ()))
        elif cells[first] in EMPTY and not corner_blocks(field, cell, direction):
            unknown = jump_question(field, cell, direction)
            end = jump_end(field, cell, direction)
            if unknown is not None or end is None:
                ways.append(Way(jump, None, unknown, 2, 0, (first,)))
            else:
                ways.append(_way(field, jump, (first,) if end == first else (first, end), 2))
    return ways


def _card_ways(eyes: Eyes, cell: Cell) -> list[Way]:
    """What rope and pick lead to from there."""
    field = eyes.field
    ways: list[Way] = []
    if "rope" in eyes.hand:
        ways += [
            _way(field, {"type": "use_rope", "cell": xy(target)}, (target,), CARD + TURN_LOST)
            for target, distance in reach(field, cell, 5).items()
            if distance and field.cells[target] in EMPTY and YS[target] >= YS[cell] - 3
        ]
    if "pick" in eyes.hand:
        for name, target, cost in (("down", cell + DOWN, 0), ("left", cell - 1, 1), ("right", cell + 1, 1)):
            if field.cells[target] == THIN:
                ways.append(_way(field, {"type": "use_pick", "way": name}, (target,), CARD + TURN_LOST + cost))
    return ways


def _plans(eyes: Eyes, start: Cell, *, cards: bool) -> list[Plan]:
    """
    Every plan worth naming: into a face-down tile, to the bottom, to something to take nearby.

    Args:
        cards: Whether one rope or pick may be used on the way.
    """
    wanted = {} if eyes.late else eyes.wanted()
    plans: list[Plan] = []
    best: dict[tuple[Cell, bool], int] = {(start, False): 0}
    queue: list[tuple[int, int, int, Cell, bool]] = [(0, 0, 0, start, False)]
    firsts: list[Action | None] = [None]
    while queue:
        cost, number, loss, cell, used = heappop(queue)
        if cost > best[cell, used]:
            continue
        ways = [(way, used) for way in _walks(eyes.field, cell)]
        if cards and not used:
            ways += [(way, True) for way in _card_ways(eyes, cell)]
        for way, uses in ways:
            lost = loss + way.loss
            if lost >= eyes.health:
                continue
            first = firsts[number] or way.action
            total = cost + way.cost + way.loss * HEALTH + (TURN_LOST if way.loss else 0)
            if way.loss and eyes.health - lost == 1:
                total += LAST_HEALTH
            total += max((eyes.danger.get(passed, 0) for passed in way.passed), default=0)
            plans += [Plan(value, first, at) for value, at in _prizes(eyes, way, wanted, cost=total, lost=lost)]
            end = way.end
            if end is None or PLACE_OF[end] in BOTTOM or _breaks(eyes, end):
                continue
            if total < best.get((end, uses), 1 << 30):
                best[end, uses] = total
                firsts.append(first)
                heappush(queue, (total, len(firsts) - 1, lost, end, uses))
    return plans


def _breaks(eyes: Eyes, end: Cell) -> bool:
    """Whether thin rock would give way there under a second object."""
    return eyes.field.cells[end + DOWN] == THIN and end in eyes.heavy


def _prizes(eyes: Eyes, way: Way, wanted: dict[Cell, bool], *, cost: int, lost: int) -> list[tuple[int, Cell]]:
    """What this way leads to, if it is worth something: the value, and the cell."""
    if way.into is not None:
        value = DEPTH * YS[way.into] + (LATE_TILE if eyes.late else NEW_TILE) - cost - _risk(eyes, way, lost)
        return [(value + (NEW_TILE if PLACE_OF[way.into] in BOTTOM else 0), way.into)]
    prizes: list[tuple[int, Cell]] = []
    if way.end is not None:
        if PLACE_OF[way.end] in BOTTOM:
            prizes.append((DEPTH * YS[way.end] + THE_BOTTOM - cost, way.end))
        if cost <= DETOUR_MAX and lost == 0 and any(cell in wanted for cell in way.passed):
            prizes.append((TREASURE - cost, way.end))
    return prizes


def _risk(eyes: Eyes, way: Way, lost: int) -> int:
    """What going into the unknown may cost: the fall may go on for some cells."""
    if way.action["type"] == "step" and not way.passed:
        return 2
    length = 0
    for before, after in zip(way.passed, way.passed[1:], strict=False):
        length = length + 1 if after == before + DOWN else 0
    likely = _FALLS[min(length + 2, 9)]
    worst = _FALLS[min(length + 4, 9)]
    return likely * HEALTH + (4 * HEALTH if lost + worst >= eyes.health else 0)


# -- the own turn ---------------------------------------------------------------------------------


def _act(eyes: Eyes, legal: Sequence[Action], chance: Chance) -> Action:
    """The next action of the own turn."""
    chest = _chest(legal)
    if chest is not None and (not eyes.late or chest["card"] == "key"):
        return chest
    start = cell_at(*eyes.own["cell"])
    plans = _plans(eyes, start, cards=False)
    plan = max(plans, key=lambda one: one.value, default=None)
    if plan is None or plan.value < DEPTH * YS[start]:
        with_cards = _plans(eyes, start, cards=True) if eyes.view["turn"]["weak"] is False else []
        plan = max([*plans, *with_cards], key=lambda one: one.value, default=None)
    if plan is not None and plan.value >= DEPTH * YS[start] - 4 * HEALTH:
        return plan.action if plan.action in legal else _wait(eyes, legal, chance)
    return _way_out(eyes, legal, chance)


def _chest(legal: Sequence[Action]) -> Action | None:
    """Opening the chest here with the card that is worth most."""
    found = {action["card"]: action for action in legal if action["type"] == "open_chest"}
    return found.get("key") or found.get("sword")


def _wait(eyes: Eyes, legal: Sequence[Action], chance: Chance) -> Action:
    """What to do when the plan must wait for the next turn: a shot, light into the dark, or nothing."""
    for action in legal:
        if action["type"] == "use_crossbow" and action["creature"] in ("monster", "worm", "dragon"):
            return action
    if not eyes.view["tile_opened_this_round"] and YS[cell_at(*eyes.own["cell"])] >= 8:
        lamps = [action for action in legal if action["type"] == "use_lamp"]
        if lamps:
            return max(lamps, key=lambda action: PLACES.index(action["tile"]))
    return {"type": "end_turn"}


def _way_out(eyes: Eyes, legal: Sequence[Action], chance: Chance) -> Action:
    """Without any plan: lamp, map, dynamite, rope; at last, after some waiting, surrender."""
    for type_ in ("use_lamp", "use_map"):
        found = [action for action in legal if action["type"] == type_]
        if found:
            near = cell_at(*eyes.own["cell"])
            return min(found, key=lambda action: _tile_distance(action["tile"], near))
    blasts = [action for action in legal if action["type"] == "use_dynamite"]
    if blasts:
        return max(blasts, key=lambda action: (action["cell"][1], eyes.field.cells[cell_at(*action["cell"])] != "."))
    surrender: Action = {"type": "surrender"}
    has_tools = {"rope", "pick"} <= set(eyes.hand) and eyes.health > 2
    if surrender in legal and not has_tools and (eyes.own["points"] <= 2 or chance.below(3, "give up") == 0):
        return surrender
    walks = [action for action in legal if action["type"] in ("step", "jump")]
    tools = [action for action in legal if action["type"] in ("use_rope", "use_pick")]
    if tools and chance.below(3, "try a tool") == 0:
        return chance.choose(tools, "tool")
    safe = [action for action in walks if _is_safe(eyes, action)]
    if safe and chance.below(2, "wander"):
        return chance.choose(safe, "wander")
    return {"type": "end_turn"}


def _is_safe(eyes: Eyes, action: Action) -> bool:
    """Whether a walk costs no health."""
    start = cell_at(*eyes.own["cell"])
    return any(way.action == action and way.loss == 0 for way in _walks(eyes.field, start))


def _tile_distance(tile: str, cell: Cell) -> int:
    """How far a face-down tile is; one that lies higher counts as further."""
    corner = CELLS_OF[PLACES.index(tile)][0]
    return off_grid(corner, cell) + (8 if YS[corner] < YS[cell] - 3 else 0)


# -- answers --------------------------------------------------------------------------------------


def _answer(view: View, pending: View, legal: Sequence[Action], chance: Chance) -> Action:
    """An answer to the open decision."""
    type_, eyes = pending["type"], Eyes(view, pending["seat"])
    if type_ == "place_character":
        return max(legal, key=lambda action: _promise(eyes, cell_at(*action["cell"])))
    if type_ == "place_token":
        return _place_token(eyes, pending, legal)
    if type_ == "rotate_tile":
        return max(legal, key=lambda action: _rotation_promise(eyes, pending, action["quarter_turns"]))
    if type_ == "confirm_step":
        return _confirm_step(eyes, pending, legal)
    if type_ == "route_creature":
        moves = pending["moves"]
        return max(legal, key=lambda action: _harmlessness(eyes, moves[action["option"]]["to"]))
    return _answer_with_card(eyes, pending, legal)


def _answer_with_card(eyes: Eyes, pending: View, legal: Sequence[Action]) -> Action:
    """Spends a card where it saves enough."""
    cards = {action["card"]: action for action in legal}
    if pending["type"] == "answer_contact":
        worth = pending["creature"] in ("plant", "monster", "worm")
        chosen = cards.get("sword") if worth else None
        return chosen or (cards.get("shield") or cards.get("sword") if eyes.health <= 2 else None) or cards["none"]
    if pending["type"] == "answer_fall":
        length = pending["length"]
        loss = _FALLS[length] if length < len(_FALLS) else 99
        return cards.get("insurance", cards["none"]) if loss >= min(2, eyes.health) else cards["none"]
    if pending["health"] >= min(2, eyes.health) or eyes.health <= 2:
        return cards.get("shield") or cards.get("lamp") or cards["none"]
    return cards["none"]


def _promise(eyes: Eyes, cell: Cell) -> int:
    """What the best plan from a cell is worth."""
    return max((plan.value for plan in _plans(eyes, cell, cards=False)), default=-100)


def _rotation_promise(eyes: Eyes, pending: View, turns: int) -> int:
    """What the best plan is worth with the tile laid that way, seen from where the character is."""
    field = Field(eyes.view["field"])
    faces = eyes.view["pending"]["face"]
    field.lay(PLACES.index(pending["place"]), rotate(faces, turns))
    start = cell_at(*eyes.own["cell"])
    return max((plan.value for plan in _plans(Eyes(eyes.view, eyes.seat, field), start, cards=False)), default=-100)


def _confirm_step(eyes: Eyes, pending: View, legal: Sequence[Action]) -> Action:
    """Goes on if what lies ahead is better than what is here."""
    go, stay = legal[0], legal[-1]
    path, into = _drop(eyes.field, cell_at(*pending["cell"]))
    loss = _FALLS[min(len(path), 9)]
    if len(path) > 9 or loss >= eyes.health:
        return stay
    if into is not None:
        return go
    end = path[-1] if path else cell_at(*pending["cell"])
    if PLACE_OF[end] in BOTTOM:
        return go
    here = _promise(eyes, cell_at(*eyes.own["cell"]))
    return go if _promise(eyes, end) - loss * HEALTH - eyes.danger.get(end, 0) >= here else stay


def _place_token(eyes: Eyes, pending: View, legal: Sequence[Action]) -> Action:
    """Treasure near itself, creatures far from itself."""
    own = eyes.own["cell"]
    if own is None:
        return legal[0]
    here = cell_at(*own)
    sign = 1 if pending["token"] in ("coin", "backpack", "health", "chest") else -1
    return min(legal, key=lambda action: sign * off_grid(cell_at(*action["cell"]), here))


def _harmlessness(eyes: Eyes, end: list[int]) -> int:
    """How far a creature stays away from the own character."""
    own = eyes.own["cell"]
    return 0 if own is None else off_grid(cell_at(*end), cell_at(*own))
