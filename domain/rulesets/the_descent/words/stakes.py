"""
What an action promises: the facts that are sure to follow (`words.foresight`), and what a collapse may cost.

What a face-down tile brings is not known before it is turned up. Promised are the point for it, the end of the turn,
and the loss of a fall that has been deep already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from delvebook.domain.rulesets.the_descent.box.cells import (
    DESTROYED,
    DIRECTIONS,
    EMPTY,
    PLACES,
    THIN,
    UP,
    Cell,
    Field,
    cell_at,
    level_of,
    xy,
)
from delvebook.domain.rulesets.the_descent.box.geometry import jump_end, jump_question
from delvebook.domain.rulesets.the_descent.characters.movement import is_pick_jump, pick_target
from delvebook.domain.rulesets.the_descent.content import CONTENT
from delvebook.domain.rulesets.the_descent.state import FINISHED, Action, Frame
from delvebook.domain.rulesets.the_descent.words.foresight import Ahead, Foresight, foresee
from delvebook.domain.rulesets.the_descent.words.seen import cell_of, point_of
from delvebook.domain.rulesets.the_descent.words.shapes.table import View
from delvebook.domain.stakes import SETTLED, AtLeast, Expected, Foreseen, Has, Promise, Untold, Weighed, expect

_ROUND_OVER: Final = ("round_began", "game_ended")
"""The facts with whose event the collapse of a round is over."""
WAY: Final = "way"
"""The kind of promise that says where the character goes before any fall. The action's own sentence tells it."""
_BEHIND: Final = "What a face-down tile brings is not known before it is turned up."
_DICE: Final = "Who dies in a collapse before it is over changes what follows."
_TYPES: Final = (
    *("points_gained", "points_lost", "health_gained", "health_lost", "cards_drawn", "character_died"),
    *("character_arrived", "creature_defeated", "monster_wounded", "marker_put_on_character", "game_ended"),
)
WEIGHED: Final = Weighed(
    types=_TYPES,
    answers=(
        *("place_character", "place_token", "rotate_tile", "confirm_step"),
        *("answer_contact", "answer_loss", "answer_fall", "route_creature"),
    ),
    untold=(
        Untold(expect("points_lost", points=0), "Nothing is lost by a late turn without points."),
        *(Untold(expect(type_), _BEHIND, beside=(expect("tile_opened"),), of_anyone=True) for type_ in _TYPES),
    ),
)


def acting_seat(view: View) -> int:
    """The seat whose view this is; in an arbiter's, the one that has to decide."""
    if view["you"] is not None:
        return view["you"]
    seat = view["active"] if view["pending"] is None else view["pending"]["seat"]
    if seat is None:
        raise TypeError("no seat acts now")
    return seat


def stakes_of(action: Action, view: View) -> list[Promise]:
    """What the action promises, in the order in which it happens."""
    seat = acting_seat(view)
    return _Stakes(seat, action, view, foresee(seat, action, view)).promises()


class _Stakes:
    """An action of a seat, and what it leads to."""

    def __init__(self, seat: int, action: Action, view: View, ahead: Foresight) -> None:
        self._seat = seat
        self._type = action["type"]
        self._view = view
        self._ahead = ahead
        self._is_own_turn = view["phase"] == "turn" and view["active"] == seat
        self._own = ahead.state["seats"][seat]
        target = target_of(view, action)
        self._goal = action.get("cell") if target is None else xy(target)
        """Where the action's own sentence says that the character goes."""

    def promises(self) -> list[Promise]:
        """What the action promises."""
        found: list[Promise] = []
        for at, one in enumerate(self._ahead.facts):
            found += [
                Promise(kind, _same(one.fact), unless=one.unless, by=SETTLED, said=_written({**one.fact, **said}))
                for kind, said in self._told(one.fact, self._ahead.facts[at + 1 :])
            ]
        if self._ahead.opening is not None:
            found += self._tile(self._ahead.opening)
        if self._ends:
            found += [*self._end(), *self._collapse()]
        return found

    def _facts(self, type_: str) -> list[Foreseen]:
        """The foreseen facts of that type."""
        return [one.fact for one in self._ahead.facts if one.fact["type"] == type_]

    # -- facts that are sure ------------------------------------------------------------------

    def _told(self, fact: Foreseen, later: Sequence[Ahead]) -> Iterator[tuple[str, dict[str, object]]]:
        """How the fact is told, as kind and figures; not at all if it goes without saying."""
        is_own = fact.get("seat") == self._seat
        match fact:
            case {"type": "objects_fell", "seats": seats, "length": length, "cells": cells}:
                if self._seat in seats:
                    hurts = CONTENT.health_lost_by_fall(length) != 0
                    yield "fall" if hurts else "fall.safe", {"cell": cells[-1]}
                for other in seats:
                    if other != self._seat:
                        yield "fall.other", {"seat": other, "cell": cells[-1]}
            case {"type": "rock_destroyed", "cause": "weight"}:
                yield "break", {}
            case {"type": "health_lost" | "character_died"} if not is_own:
                yield ("lost.other" if fact["type"] == "health_lost" else "dies.other"), {}
            case _ if is_own:
                yield from self._own_told(fact, later)
            case {"type": "game_ended"}:
                yield "ends", {}

    def _own_told(self, fact: Foreseen, later: Sequence[Ahead]) -> Iterator[tuple[str, dict[str, object]]]:
        match fact:
            case {"type": "points_gained", "why": "cards", "points": points}:
                yield "arrival", {"points": points}
            case {"type": "turn_ended"} if self._type != "end_turn":
                yield "turn_ends", {}
            case {"type": "points_lost", "points": points} if points:
                yield "late", {}
            case {"type": "character_arrived", "cards": cards}:
                yield ("arrival" if cards else "arrival.bare"), {"points": cards * CONTENT.points["card_on_arrival"]}
            case {"type": "points_gained", "why": "creature"}:
                yield "defeat", {}
            case {"type": "creature_defeated"}:
                yield "defeat", {"points": CONTENT.points["creature"]}
            case {"type": "points_gained", "why": "coin"}:
                yield "take.coin", {}
            case {"type": "points_gained"}:
                yield "gain", {}
            case {"type": "health_gained"}:
                yield "take.health", {}
            case {"type": "cards_drawn", "cards": cards}:
                yield ("take.backpack" if cards else "take.backpack.empty"), {}
            case {"type": "health_lost", "cause": cause, "health": health}:
                yield from self._lost(cause, health)
            case {"type": "character_died", "points": points}:
                discarded = (one.fact for one in later if one.fact["type"] == "hand_discarded")
                yield "dies", {"points": points, "cards": len(next(discarded)["cards"])}
            case {"type": "contact_made"}:
                yield "meet", {}
            case {"type": "character_went_back", "to_cell": cell}:
                yield "thrown_back", {"cell": cell}
            case {"type": "character_moved", "how": "push", "to_cell": cell}:
                yield "pushed", {"cell": cell}
            case {"type": "character_moved" | "jump_went_on", "to_cell": cell} if cell == self._goal:
                yield WAY, {"cell": cell}
            case {"type": "movement_cancelled", "because": "rock"}:
                yield "blocked", {}
            case {"type": "fall_undone"}:
                yield "undone", {}
            case {"type": "loss_averted", "cause": cause}:
                yield "saved", {}
            case {"type": "monster_wounded", "left": left}:
                yield ("wound", {}) if left else ("defeat", {"points": CONTENT.points["creature"]})
            case {"type": "attack_failed", "card": card}:
                yield f"failed.{card}", {}
            case {"type": "marker_put_on_character", "creature": creature}:
                yield ("hunted" if self._is_hunted_by(creature) else "hunted.passing"), {}
            case {"type": "marker_put_on_lure"}:
                yield "lured", {}

    def _lost(self, cause: str, health: int) -> Iterator[tuple[str, dict[str, object]]]:
        """A loss of health. A contact costs all endurance as well, and the plant weakens."""
        case = ".turn" if cause == "contact" and self._is_own_turn else ""
        yield f"lost.{cause}{case}", {"health": health}

    def _is_hunted_by(self, kind: str) -> bool:
        """Whether the creature hunts the seat's character in the end."""
        marker = {"on": "seat", "seat": self._seat}
        return any(one["kind"] == kind and one["marker"] == marker for one in self._ahead.state["creatures"])

    # -- a tile ---------------------------------------------------------------------------------

    def _tile(self, frame: Frame) -> Iterator[Promise]:
        """The tile that is turned up, and what is sure whatever it is. Clauses: TD-060, TD-063, TD-064."""
        seat, unless = frame["seat"], self._ahead.unless
        place = PLACES[frame["place"]]
        opened = expect("tile_opened", seat=seat, place=place)
        if seat != self._seat:
            yield Promise("tile.other", opened, unless=unless, by=SETTLED)
            return
        points = CONTENT.points["tile"]
        kind = "tile.card" if frame["by"] in ("lamp", "map") else "tile"
        gained = expect("points_gained", seat=seat, points=points, why="tile")
        yield Promise(kind, opened, unless=unless, by=SETTLED, said={"points": points})
        yield Promise(kind, gained, unless=unless, by=SETTLED, said={"place": place})
        then = self._ahead.following
        if frame["by"] == "fall" and then is not None and then["do"] == "fall":
            yield from self._fall_so_far(len(then["path"]))

    def _fall_so_far(self, length: int) -> Iterator[Promise]:
        """The loss of a fall that goes on: no card saves from it, as its opener is barred. Clauses: TD-063, TD-052."""
        loss, seat, unless = CONTENT.health_lost_by_fall(length), self._seat, self._ahead.unless
        if loss is None or loss >= self._own["health"]:
            said = {"points": self._own["points"] + CONTENT.points["tile"], "cards": self._hand}
            died = expect("character_died", seat=seat, cause="fall")
            yield Promise("dies", died, unless=unless, by=SETTLED, said=said)
        elif loss:
            lost = expect("health_lost", seat=seat, cause="fall", health=AtLeast(loss))
            killed = expect("fall_killed", seat=seat)
            yield Promise("lost.fall.least", lost, unless=[*unless, killed], by=SETTLED, said={"health": loss})

    @property
    def _hand(self) -> int:
        return len(self._own["kit"]) + len(self._own["drawn"])

    # -- the end of the turn --------------------------------------------------------------------

    @property
    def _ends(self) -> bool:
        """Whether the seat's own turn ends by what follows. Clauses: TD-034."""
        if not self._is_own_turn:
            return False
        opening, state = self._ahead.opening, self._ahead.state
        is_active = state["active"] == self._seat and state["round"] == self._view["round"]
        opens = opening is not None and opening["seat"] == self._seat
        return not is_active or state["turn"]["over"] or opens

    def _end(self) -> Iterator[Promise]:
        """
        That the turn ends, and the point for it after the first arrival, if the rules have not come so far yet.

        Clauses: TD-034, TD-035.
        """
        seat, state = self._seat, self._ahead.state
        if self._facts("turn_ended") or state["phase"] == FINISHED:
            return
        unless = [*self._ahead.unless, expect("game_ended", reason="all_arrived")]
        yield Promise("turn_ends", expect("turn_ended", seat=seat), unless=unless, by=SETTLED)
        points = self._own["points"] + (CONTENT.points["tile"] if self._ahead.opening is not None else 0)
        if points and not self._own["arrived"] and any(one["arrived"] for one in state["seats"]):
            away = [expect("character_arrived", seat=seat), expect("character_died", seat=seat)]
            lost = expect("points_lost", seat=seat, points=CONTENT.points["late_turn"])
            yield Promise("late", lost, unless=[*unless, *away], by=SETTLED)

    def _collapse(self) -> Iterator[Promise]:
        """The collapse at the end of a round without a new tile, and what it may cost. Clauses: TD-123 to TD-126."""
        state, seat, cell = self._ahead.state, self._seat, self._own["cell"]
        has_begun = bool(self._facts("collapse_began"))
        if not has_begun and (
            self._ahead.opening is not None or self._view["tile_opened_this_round"] or self._facts("round_began")
            or self._facts("tile_opened") or state["phase"] == FINISHED
        ):  # fmt: skip
            return
        if self._own["arrived"] or cell is None:
            return
        level = level_of(cell)
        case = ".safe" if level <= 1 else ".dead" if self._own["health"] <= CONTENT.collapse_loss else ""
        kind = f"collapse{'.now' if has_begun else ''}{case}"
        said = {"level": level, "health": CONTENT.collapse_loss}
        unless = [expect("tile_opened"), expect("game_ended", reason="all_arrived")]
        began = expect("collapse_began", seats=Has(seat))
        gone = expect("character_arrived", seat=seat)
        yield Promise(kind, began, unless=[*unless, gone], by=_ROUND_OVER, said=said)
        struck = [expect("die_rolled", seat=seat, struck=True)]
        saved = [expect("loss_averted", seat=seat, cause="collapse")]
        lost = expect("health_lost", seat=seat, cause="collapse", health=CONTENT.collapse_loss)
        yield Promise(kind, lost, when=struck, unless=[*unless, *saved], by=_ROUND_OVER, said=said)
        died = expect("character_died", seat=seat, cause="collapse")
        yield Promise(
            kind, died, when=[expect("health_lost", seat=seat, cause="collapse", left=0)], by=_ROUND_OVER, said=said
        )


def _written(figures: Foreseen) -> dict[str, object]:
    """The figures, with the cell as people write it."""
    plain = {name: value for name, value in figures.items() if name not in ("type", "clauses")}
    return {**plain, "cell": point_of(plain["cell"])} if "cell" in plain else plain


def _same(fact: Foreseen) -> Expected:
    """The same fact, whatever clauses it cites. Of the end it is its reason: dice may still change the rest."""
    if fact["type"] == "game_ended":
        return expect("game_ended", reason=fact["reason"])
    return Expected(fact["type"], {name: value for name, value in fact.items() if name not in ("type", "clauses")})


# -- for the sentences ----------------------------------------------------------------------------


def target_of(view: View, action: Action) -> Cell | None:
    """The cell that a move heads for, before any fall; None if the action names it or is no move."""
    type_ = action["type"]
    if type_ not in ("step", "jump", "use_pick"):
        return None
    field, start = Field(view["field"]), cell_of(view["seats"][acting_seat(view)])
    if type_ == "step":
        return start + DIRECTIONS[action["dir"]]
    if type_ == "use_pick":
        target = pick_target(start, action["way"])
        if not is_pick_jump(action["way"]):
            return target
        field.put(target, DESTROYED)
    direction = DIRECTIONS[action["dir"] if type_ == "jump" else action["way"].removeprefix("up_")]
    first = start + direction + UP
    if field.cells[first] not in EMPTY:
        return first
    unknown, end = jump_question(field, start, direction), jump_end(field, start, direction)
    return unknown if end is None else end


def blasted(view: View, cell: Cell) -> list[str]:
    """The things that dynamite destroys in a cell: the rock, or what is in it. Clauses: TD-093."""
    mark = Field(view["field"]).cells[cell]
    rock = {"#": ["rock"], THIN: ["thin_rock"]}.get(mark, [])
    return [*rock, *(one["kind"] for one in (*view["tokens"], *view["creatures"]) if cell_at(*one["cell"]) == cell)]
