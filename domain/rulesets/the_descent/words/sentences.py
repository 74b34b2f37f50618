"""Which sentence of `texts.json` fits a fact, an action or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from delvebook.domain.facts import Fact
from delvebook.domain.phrases import Phrasebook, Voice
from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.the_descent.box.cells import cell_at, xy
from delvebook.domain.rulesets.the_descent.content import CONTENT
from delvebook.domain.rulesets.the_descent.state import Action
from delvebook.domain.rulesets.the_descent.words import stakes
from delvebook.domain.rulesets.the_descent.words.seen import asked_in
from delvebook.domain.rulesets.the_descent.words.shapes.facts.exploring import ObjectsFell, ObjectsPutIntoGap
from delvebook.domain.rulesets.the_descent.words.shapes.table import View

Words = dict[str, object]

ECHOES: Final[Mapping[str, Sequence[str]]] = {
    "place_character": ("character_placed",),
    "step": ("character_moved",),
    "jump": ("character_moved",),
    "end_turn": ("turn_ended",),
    "surrender": ("surrendered",),
    "use_rope": ("card_used",),
    "use_pick": ("card_used",),
    "use_dynamite": ("card_used",),
    "open_chest": ("card_used",),
    "use_crossbow": ("card_used",),
    "use_lure": ("card_used",),
    "use_lamp": ("card_used",),
    "use_map": ("card_used",),
    "use_sword": ("card_used",),
    "place_token": ("token_placed",),
    "rotate_tile": ("tile_opened",),
    "confirm_step": ("character_moved", "movement_cancelled"),
    "answer_contact": ("card_used",),
    "answer_loss": ("card_used",),
    "answer_fall": ("card_used",),
    "route_creature": ("creature_moved",),
}
"""By action, the facts that repeat it."""
_CASE_FIELDS: Final[Mapping[str, str]] = {
    "character_moved": "how",
    "movement_cancelled": "because",
    "tile_opened": "by",
    "rock_destroyed": "cause",
    "health_lost": "cause",
    "points_gained": "why",
    "creature_moved": "move",
    "creature_attacked": "card",
    "attack_failed": "card",
    "chest_opened": "card",
    "game_ended": "reason",
    "open_chest": "card",
    "rotate_tile": "quarter_turns",
    "confirm_step": "choice",
    "answer_contact": "card",
    "answer_loss": "card",
    "answer_fall": "card",
}
"""By type, the field whose value is the case."""
_CASES_IF: Final[Mapping[str, tuple[str, str]]] = {
    "kit_taken": ("missing", "missing"),
    "turn_began": ("weak", "weak"),
    "die_rolled": ("struck", "struck"),
    "dynamite_exploded": ("things", "things"),
}
"""By type, the field that must not be empty for a case, and the case."""
_POINTS: Final[Mapping[str, str]] = {
    "use_lamp": "tile",
    "use_map": "tile",
    "use_sword": "creature",
    "use_crossbow": "creature",
    "answer_contact": "creature",
}
"""By action, the achievement for which it can bring points."""
_CASES_UNLESS: Final[Mapping[str, str]] = {
    "hand_discarded": "cards",
    "creature_phase_began": "creatures",
    "cards_drawn": "cards",
    "points_lost": "points",
}
"""By type, the field that must not be empty, else the case is `none`."""


def tell_fact(book: Phrasebook, fact: Fact, voice: Voice) -> str:
    """The fact as one sentence."""
    words = _with_points(fact)
    cases = _cases(fact)
    if fact["type"] in ("objects_fell", "objects_put_into_gap"):
        fallen = cast("ObjectsFell | ObjectsPutIntoGap", fact)
        who = [*(voice.seat(seat) for seat in fallen["seats"])]
        who += [book.name(thing, voice, "the") for thing in fallen["things"]]
        words["who"] = _listed(book, who, voice)
        cases = ["many"] if len(who) > 1 else ["spider"] if fallen["things"] == ["spider"] else []
        if fact["type"] == "objects_fell" and (path := cast("ObjectsFell", fact)["cells"]):
            words.update(start_cell=_point(path[0]), end_cell=_point(path[-1]))
    elif fact["type"] == "kit_taken":
        words["left"] = words["health"]
    return _begun(book.fact(words, voice, *cases))


def tell_action(book: Phrasebook, action: Action, voice: Voice, *, view: View | None = None) -> str:
    """The action as one sentence: with the acting seat's view, also what it costs and leads to."""
    words, cases = _with_points(action), _cases(action)
    if action["type"] == "route_creature" and "option" in action:
        words["option"] = action["option"] + 1
    elif action["type"] in _POINTS:
        words["points"] = CONTENT.points[_POINTS[action["type"]]]
    elif action["type"] == "open_chest":
        words["points"] = CONTENT.points["chest_unlocked" if action.get("card") == "key" else "chest_broken"]
    if view is not None and not view["ended"]:
        cases += _at_stake(book, action, view, words, voice)
    return _begun(book.action(words, voice, *cases))


def tell_refusal(book: Phrasebook, refusal: Refusal, voice: Voice) -> str:
    """Why an action is refused, as one sentence to the person who tried it."""
    cases = [refusal.fields["question"]] if "question" in refusal.fields else []
    return _begun(book.refusal(refusal, voice, *cases, **_with_points(refusal.fields)))


def _cases(said: Mapping[str, object]) -> list[str]:
    """The cases that choose the variant of a type's sentence."""
    type_ = str(said["type"])
    if type_ == "health_lost" and said.get("creature"):
        return [str(said["creature"])]
    if type_ == "tile_opened" and said["by"] == "map":
        return ["map", str(said["turns"])]
    if type_ in _CASE_FIELDS:
        value = said.get(_CASE_FIELDS[type_])
        return [] if value is None else [str(value)]
    if type_ in _CASES_IF:
        field, case = _CASES_IF[type_]
        return [case] if said.get(field) else []
    return [] if said.get(_CASES_UNLESS.get(type_, "type")) else ["none"]


def _with_points(said: Mapping[str, object]) -> Words:
    """The fields, with cells as people write them."""
    words = dict(said)
    for name, value in said.items():
        if name == "cell" or name.endswith("_cell"):
            words[name] = _point(value)
        elif name == "cells":
            words[name] = _points(value)
    return words


def _listed(book: Phrasebook, names: list[str], voice: Voice) -> str:
    """The names as people list them: "Anna, Boris and the coin"."""
    if len(names) < 2:
        return "".join(names)
    return book.fragment("list", voice, "and", first=", ".join(names[:-1]), last=names[-1])


def _points(cells: object) -> list[str]:
    """Cells as people write them. Raises TypeError for anything else."""
    if not isinstance(cells, list):
        raise TypeError("not a list of cells")
    return [_point(cell) for cell in cells]


def _point(cell: object) -> str:
    """A cell as people write it: `(5, 8)`. Raises TypeError for anything else."""
    if not isinstance(cell, list):
        raise TypeError("not a cell")
    return f"({cell[0]}, {cell[1]})"


def _begun(sentence: str) -> str:
    """The sentence with a capital at its start."""
    return sentence[:1].upper() + sentence[1:]


# -- what is at stake -----------------------------------------------------------------------------


def _at_stake(book: Phrasebook, action: Action, view: View, words: Words, voice: Voice) -> list[str]:
    """Adds to `words` what the acting seat's view tells of the action. Returns the cases for it."""
    tell = _STAKES.get(action["type"], _no_stakes)
    cases = tell(action, view, words)
    way = stakes.way_of(view, action)
    target = None if way is None else stakes.target_of(way)
    if target is not None:
        words["cell"] = _point(xy(target))
    outcomes = stakes.outcomes(view, action, way)
    if voice.brief:
        outcomes = stakes.weightiest(outcomes)
    told = [book.fragment("outcome", voice, *which, **_with_points(fields)) for which, fields in outcomes]
    words["outcomes"] = "; ".join(told)
    return [*cases, "known", *(["leads"] if told else [])]


def _no_stakes(action: Action, view: View, words: Words) -> list[str]:
    return []


def _of_move(action: Action, view: View, words: Words) -> list[str]:
    words["cost"] = CONTENT.step if action["type"] == "step" else CONTENT.jump
    return []


def _of_pick(action: Action, view: View, words: Words) -> list[str]:
    if action["way"] == "down":
        return ["down"]
    words["cost"] = CONTENT.jump if action["way"].startswith("up_") else CONTENT.step
    return []


def _of_end(action: Action, view: View, words: Words) -> list[str]:
    words["endurance"] = view["turn"]["endurance"]
    words["points"] = CONTENT.points["late_turn"]
    active = view["active"]
    has_points = active is not None and view["seats"][active]["points"] > 0
    is_late = any(seat["arrived"] for seat in view["seats"]) and has_points
    return ["late"] if is_late else []


def _of_surrender(action: Action, view: View, words: Words) -> list[str]:
    own = view["seats"][stakes.acting_seat(view)]
    words.update(points=own["points"], cards=own["cards"])
    return []


def _of_dynamite(action: Action, view: View, words: Words) -> list[str]:
    words["things"] = stakes.blasted(view, cell_at(*action["cell"]))
    return []


def _of_shot(action: Action, view: View, words: Words) -> list[str]:
    return [stakes.shot_case(view, action["creature"])]


def _of_lure(action: Action, view: View, words: Words) -> list[str]:
    seat = stakes.acting_seat(view)
    words["creatures"] = [
        creature["kind"]
        for creature in view["creatures"]
        if creature["marker"] is not None and creature["marker"] == {"on": "seat", "seat": seat}
    ]
    return []


def _of_confirmation(action: Action, view: View, words: Words) -> list[str]:
    words["cell"] = _point(asked_in(view)["to_cell"])
    return []


def _of_token(action: Action, view: View, words: Words) -> list[str]:
    token = asked_in(view)["token"]
    words.update(token=token, place=asked_in(view)["place"])
    return []


def _of_rotation(action: Action, view: View, words: Words) -> list[str]:
    pending = asked_in(view)
    rows = CONTENT.face(pending["tile"], action["quarter_turns"])
    words.update(tile=pending["tile"], place=pending["place"], rows=" ".join(rows).replace(".", "·"))
    return []


def _of_contact(action: Action, view: View, words: Words) -> list[str]:
    pending = asked_in(view)
    creature = pending["creature"]
    words.update(creature=creature, health=CONTENT.contact_loss)
    return [stakes.sword_case(view)] if action["card"] == "sword" else _if_deadly(view, CONTENT.contact_loss)


def _of_loss(action: Action, view: View, words: Words) -> list[str]:
    pending = asked_in(view)
    words.update(health=pending["health"], cause=pending["creature"] or pending["cause"])
    return _if_deadly(view, pending["health"])


def _if_deadly(view: View, loss: int) -> list[str]:
    """The case of a loss that the character does not survive."""
    return ["dead"] if loss >= view["seats"][asked_in(view)["seat"]]["health"] else []


def _of_fall(action: Action, view: View, words: Words) -> list[str]:
    loss = stakes.loss_of_fall(view)
    words.update(length=asked_in(view)["length"], health=loss or 0, back=_point(asked_in(view)["back_cell"]))
    return ["dead"] if loss is None else ["hurt"] if loss else ["safe"]


def _of_route(action: Action, view: View, words: Words) -> list[str]:
    move = asked_in(view)["moves"][action["option"]]
    words.update(creature=asked_in(view)["creature"], to_cell=_point(move["to"]))
    return [move["move"]]


_STAKES: Final[Mapping[str, Callable[[Action, View, Words], list[str]]]] = {
    "step": _of_move,
    "jump": _of_move,
    "end_turn": _of_end,
    "surrender": _of_surrender,
    "use_pick": _of_pick,
    "use_dynamite": _of_dynamite,
    "use_crossbow": _of_shot,
    "use_lure": _of_lure,
    "place_token": _of_token,
    "rotate_tile": _of_rotation,
    "confirm_step": _of_confirmation,
    "answer_contact": _of_contact,
    "answer_loss": _of_loss,
    "answer_fall": _of_fall,
    "route_creature": _of_route,
}
"""By type, the function that adds the words for what is at stake and returns the cases."""
