"""
The outcomes of an action, as far as the acting seat's view tells, for the sentences of legal actions.

Each outcome is a case of the sentence `outcome` in `texts.json`, with the fields it needs.
"""

from __future__ import annotations

from typing import Final

from delvebook.domain.rulesets.the_descent.box.cells import (
    BOTTOM,
    DESTROYED,
    DIRECTIONS,
    DOWN,
    PLACE_OF,
    PLACES,
    THIN,
    Cell,
    Field,
    cell_at,
    xy,
)
from delvebook.domain.rulesets.the_descent.box.geometry import jump_end, jump_question
from delvebook.domain.rulesets.the_descent.cave.ways import DEADLY, Way, fall_loss, walks, way_to
from delvebook.domain.rulesets.the_descent.characters.movement import is_pick_jump, pick_target
from delvebook.domain.rulesets.the_descent.content import CONTENT
from delvebook.domain.rulesets.the_descent.creatures.combat import crossbow_defeats, sword_defeats
from delvebook.domain.rulesets.the_descent.state import Action
from delvebook.domain.rulesets.the_descent.words.seen import asked_in, cell_of
from delvebook.domain.rulesets.the_descent.words.shapes.table import View

Outcome = tuple[tuple[str, ...], dict[str, object]]
"""The cases of the sentence `outcome`, and its fields."""

_WEIGHTS: Final = (
    ("fall", "dead"),
    ("arrival",),
    ("meet",),
    ("fall", "hurt"),
    ("thrown_back",),
    ("tile", "fall"),
    ("tile",),
    ("break",),
    ("collapse",),
    ("take", "coin"),
    ("take", "health"),
    ("take", "backpack"),
    ("fall", "safe"),
)
"""The cases of `outcome`, the most important first."""
_ROOM: Final = 2


def acting_seat(view: View) -> int:
    """The seat whose view this is; in an arbiter's, the one that has to decide."""
    if view["you"] is not None:
        return view["you"]
    seat = view["active"] if view["pending"] is None else view["pending"]["seat"]
    if seat is None:
        raise TypeError("no seat acts now")
    return seat


def target_of(way: Way) -> Cell | None:
    """The cell that a move heads for, before any fall."""
    walked = _walked(way)
    return walked[-1] if walked else way.into


def outcomes(view: View, action: Action, way: Way | None) -> list[Outcome]:
    """
    The outcomes of the action, in the order in which they happen.

    Args:
        way: Its way, if it is a move.
    """
    if way is not None:
        return _outcomes_of(view, way)
    if action["type"] == "end_turn" and not view["tile_opened_this_round"]:
        return [(("collapse",), {})]
    return []


def weightiest(outcomes: list[Outcome]) -> list[Outcome]:
    """The outcomes that matter most, in order; a narrow screen has room for two."""
    ranked = sorted(range(len(outcomes)), key=lambda at: (_WEIGHTS.index(outcomes[at][0]), at))
    return [outcomes[at] for at in sorted(ranked[:_ROOM])]


def way_of(view: View, action: Action) -> Way | None:
    """The way of a move; None for any other action."""
    type_, seat = action["type"], acting_seat(view)
    field = Field(view["field"])
    if type_ == "place_character":
        return way_to(field, action, (cell_at(*action["cell"]),), 0)
    if type_ == "confirm_step" and action["choice"] == "continue":
        return way_to(field, action, (cell_at(*asked_in(view)["to_cell"]),), 0)
    if type_ not in ("step", "jump", "use_rope", "use_pick"):
        return None
    start = cell_of(view["seats"][seat])
    if type_ in ("step", "jump"):
        return next((way for way in walks(field, start) if way.action == action), None)
    if type_ == "use_rope":
        return way_to(field, action, (cell_at(*action["cell"]),), 0)
    target = pick_target(start, action["way"])
    field.put(target, DESTROYED)
    if not is_pick_jump(action["way"]):
        return way_to(field, action, (target,), 0)
    direction = DIRECTIONS[action["way"].removeprefix("up_")]
    unknown, end = jump_question(field, start, direction), jump_end(field, start, direction)
    if unknown is not None or end is None:
        return Way(action, None, unknown, 0, 0, (target,), 0)
    return way_to(field, action, (target,) if end == target else (target, end), 0)


def _walked(way: Way) -> tuple[Cell, ...]:
    """The cells that a move enters before it falls."""
    return way.passed[: len(way.passed) - way.fallen]


def _outcomes_of(view: View, way: Way) -> list[Outcome]:
    """The outcomes of a move."""
    seat = acting_seat(view)
    own = view["seats"][seat]
    found: list[Outcome] = []
    walked = _walked(way)
    dies = way.loss == DEADLY or (way.end is not None and way.loss >= own["health"])
    if way.action["type"] != "place_character":
        found += _met(view, walked)
        if any(fields["creature"] == "monster" for _, fields in found):
            return [*found, (("thrown_back",), {})]
    found += _taken(view, walked)
    if way.fallen and way.end is not None:
        harm = "dead" if dies else "hurt" if way.loss else "safe"
        found.append((("fall", harm), {"length": way.fallen, "cell": xy(way.end), "loss": way.loss}))
    if not dies and way.fallen:
        fallen = way.passed[len(way.passed) - way.fallen :]
        found += [*_met(view, fallen), *_taken(view, fallen)]
    if way.into is not None:
        by_fall = bool(way.passed) and way.into == way.passed[-1] + DOWN
        fields = {"place": PLACES[PLACE_OF[way.into]], "points": CONTENT.points["tile"]}
        found.append((("tile", "fall") if by_fall else ("tile",), fields))
    elif way.end is not None and not dies:
        if PLACE_OF[way.end] in BOTTOM:
            cards = own["cards"] - (way.action["type"] in ("use_rope", "use_pick"))
            found.append((("arrival",), {"points": cards * CONTENT.points["card_on_arrival"]}))
        elif _is_too_heavy(view, seat, way.end):
            found.append((("break",), {"cell": xy(way.end + DOWN)}))
    return found


def _met(view: View, cells: tuple[Cell, ...]) -> list[Outcome]:
    """The creatures in these cells."""
    return [
        (("meet",), {"creature": creature["kind"], "health": CONTENT.contact_loss})
        for cell in cells
        for creature in view["creatures"]
        if cell_at(*creature["cell"]) == cell
    ]


def _taken(view: View, cells: tuple[Cell, ...]) -> list[Outcome]:
    """The tokens in these cells that are taken."""
    gains = {"coin": CONTENT.points["coin"], "health": 1, "backpack": CONTENT.backpack_cards}
    return [
        (("take", token["kind"]), {"token": token["kind"], "gain": gains[token["kind"]]})
        for cell in cells
        for token in view["tokens"]
        if cell_at(*token["cell"]) == cell and token["kind"] in gains
    ]


def _is_too_heavy(view: View, seat: int, cell: Cell) -> bool:
    """Whether thin rock gives way there under the character and what is there already (TD-070)."""
    if Field(view["field"]).cells[cell + DOWN] != THIN:
        return False
    others = [other for other in view["seats"] if other["seat"] != seat and not other["arrived"]]
    lasting = [token for token in view["tokens"] if token["kind"] == "chest"]
    there = [*(one["cell"] for one in (*others, *lasting, *view["creatures"])), *_worms(view)]
    return xy(cell) in there


def _worms(view: View) -> list[list[int]]:
    """The cell above the worm, where it weighs on the thin rock it is in (TD-162)."""
    return [[one["cell"][0], one["cell"][1] - 1] for one in view["creatures"] if one["kind"] == "worm"]


# -- cards ----------------------------------------------------------------------------------------


def shot_case(view: View, kind: str) -> str:
    """The effect of a shot on a creature: wound, defeat or none. Clauses: TD-096, TD-161, TD-165, TD-166."""
    creature = next(one for one in view["creatures"] if one["kind"] == kind)
    cell, field = cell_at(*creature["cell"]), Field(view["field"])
    if kind == "monster":
        return "defeat" if creature["health"] == 1 else "wound"
    own = cell_of(view["seats"][acting_seat(view)])
    return "defeat" if crossbow_defeats(field, kind, cell, own, CONTENT.ranges["crossbow"]) else "none"


def sword_case(view: View) -> str:
    """The effect of a sword on the creature met: wound, defeat or none. Clauses: TD-153, TD-157, TD-161, TD-166."""
    about = asked_in(view)
    kind = about["creature"]
    if kind is None:
        raise TypeError("no creature is met")
    if kind == "monster":
        creature = next(one for one in view["creatures"] if one["kind"] == kind)
        return "defeat" if creature["health"] == 1 else "wound"
    mark = Field(view["field"]).cells[cell_at(*about["cell"])]
    defeats = sword_defeats(kind, mark, fell=about["how"] == "fall", harmless=about["harmless"])
    return "defeat" if defeats else "none"


def blasted(view: View, cell: Cell) -> list[str]:
    """The things that dynamite destroys in a cell: the rock, or what is in it. Clauses: TD-093."""
    mark = Field(view["field"]).cells[cell]
    rock = {"#": ["rock"], THIN: ["thin_rock"]}.get(mark, [])
    return [*rock, *(one["kind"] for one in (*view["tokens"], *view["creatures"]) if cell_at(*one["cell"]) == cell)]


def loss_of_fall(view: View) -> int | None:
    """The health that the open fall costs; None if it kills."""
    loss = fall_loss(asked_in(view)["length"])
    return None if loss >= view["seats"][asked_in(view)["seat"]]["health"] else loss
