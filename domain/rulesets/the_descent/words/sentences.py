"""Which sentence of `texts.json` fits a fact, an action or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, cast

from delvebook.domain.facts import Fact
from delvebook.domain.phrases import Phrasebook, Voice
from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.the_descent.box.cells import cell_at, xy
from delvebook.domain.rulesets.the_descent.characters.movement import is_pick_jump
from delvebook.domain.rulesets.the_descent.content import CONTENT
from delvebook.domain.rulesets.the_descent.exploring.cards import answering_cards
from delvebook.domain.rulesets.the_descent.state import Action
from delvebook.domain.rulesets.the_descent.words.seen import asked_in, point_of
from delvebook.domain.rulesets.the_descent.words.shapes.facts.exploring import ObjectsFell, ObjectsPutIntoGap
from delvebook.domain.rulesets.the_descent.words.shapes.table import View
from delvebook.domain.rulesets.the_descent.words.stakes import WAY, acting_seat, blasted, stakes_of, target_of
from delvebook.domain.stakes import Promise, tell_promise

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
    "points_gained": "why",
    "creature_moved": "move",
    "creature_attacked": "card",
    "attack_failed": "card",
    "chest_opened": "card",
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
    "character_scored": ("arrived", "arrived"),
}
"""By type, the field that must not be empty for a case, and the case."""
_WEIGHTS: Final = (
    *("dies", "ends", "arrival", "meet", "lost", "thrown_back", "pushed", "tile", "break", "collapse", "late"),
    *("take", "defeat", "wound", "failed", "gain", "undone", "saved", "lured", "hunted", "fall"),
)
"""How kinds of promises begin, the weightiest first."""
_ROOM: Final = 2
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
            words.update(start_cell=point_of(path[0]), end_cell=point_of(path[-1]))
    elif fact["type"] == "kit_taken":
        words["left"] = words["health"]
    elif fact["type"] == "game_ended":
        words.update(why=book.name(str(words["reason"]), voice, "why"), most=_points_of_winners(words))
    return _begun(book.fact(words, voice, *cases), voice)


def tell_action(
    book: Phrasebook,
    action: Action,
    voice: Voice,
    *,
    view: View | None = None,
    promises: Sequence[Promise] | None = None,
) -> str:
    """The action as one sentence: with the acting seat's view, also what it costs and leads to."""
    words, cases = _with_points(action), _cases(action)
    if action["type"] == "route_creature" and "option" in action:
        words["option"] = action["option"] + 1
    if view is None or view["ended"]:
        return _begun(book.action(words, voice, *cases), voice)
    cases += _known(action, view, words)
    head = _begun(book.action(words, voice, *cases), voice).removesuffix(".")
    promises = stakes_of(action, view) if promises is None else promises
    outcomes = _outcomes(book, promises, voice, acting_seat(view))
    if not outcomes:
        return f"{head}."
    listed = ("listed",) if ":" in head else ()
    return book.fragment("leads", voice, *listed, head=head, outcomes=outcomes)


def tell_refusal(book: Phrasebook, refusal: Refusal, voice: Voice) -> str:
    """Why an action is refused, as one sentence to the person who tried it."""
    words, cases = _with_points(refusal.fields), list[str]()
    if "question" in refusal.fields:
        cases = [refusal.fields["question"]]
    if "last" in refusal.fields:
        words["ways"] = refusal.fields["last"] + 1
    return _begun(book.refusal(refusal, voice, *cases, **words), voice)


def _cases(said: Mapping[str, object]) -> list[str]:
    """The cases that choose the variant of a type's sentence."""
    type_ = str(said["type"])
    if type_ == "health_lost":
        return _cases_of_loss(said)
    if type_ == "game_ended":
        return [str(said["by"]), str(said["reason"])]
    if type_ == "tile_opened" and said["by"] == "map":
        return ["map", str(said["turns"])]
    if type_ in _CASE_FIELDS:
        value = said.get(_CASE_FIELDS[type_])
        return [] if value is None else [str(value)]
    if type_ in _CASES_IF:
        field, case = _CASES_IF[type_]
        return [case] if said.get(field) else []
    return [] if said.get(_CASES_UNLESS.get(type_, "type")) else ["none"]


def _cases_of_loss(said: Mapping[str, object]) -> list[str]:
    """A fall can cost more than there is; nothing else threatens more than 1 health."""
    cause = said.get("creature") or said.get("cause")
    cases = [] if cause is None else [str(cause)]
    return [*cases, "more"] if said.get("threatened") != said.get("health") else cases


def _points_of_winners(said: Mapping[str, object]) -> int:
    """The points of the first place."""
    points, winners = cast("list[int]", said["points"]), cast("list[int]", said["winner_seats"])
    return points[winners[0]]


def _with_points(said: Mapping[str, object]) -> Words:
    """The fields, with cells as people write them."""
    words = dict(said)
    for name, value in said.items():
        if name == "cell" or name.endswith("_cell"):
            words[name] = point_of(value)
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
    return [point_of(cell) for cell in cells]


def _begun(sentence: str, voice: Voice) -> str:
    """The sentence with a capital at its start. A player's name stays as the player writes it."""
    if any(isinstance(name, str) and name and sentence.startswith(name) for name in voice.seats):
        return sentence
    return sentence[:1].upper() + sentence[1:]


# -- what is at stake -----------------------------------------------------------------------------


def _outcomes(book: Phrasebook, promises: Sequence[Promise], voice: Voice, own: int) -> str:
    """What is promised, as a list; a narrow screen has room for the two weightiest. The head has named the way."""
    if voice.brief:
        promises = _weightiest([promise for promise in promises if promise.kind != WAY])
    parts: dict[str, bool] = {}
    asked: list[object] = []
    for promise in promises:
        told = tell_promise(book, promise, voice)
        if promise.kind == WAY:  # in these words the head has told it; `test_promises.py` compares them
            continue
        for seat in _those_who_may_save(promise):
            if seat not in asked and told not in parts and not voice.brief:
                asked.append(seat)
                whose = "own" if seat == own else "other"
                told = f"{book.fragment('unless', voice, whose, seat=seat)}{told}"
        parts.setdefault(told, True)
    return "; ".join(parts)


def _those_who_may_save(promise: Promise) -> Iterator[object]:
    """The seats whose cards may still undo what is promised."""
    for one in promise.unless:
        if one.type == "card_used":
            yield one.fields["seat"]


def _weightiest(promises: Sequence[Promise]) -> list[Promise]:
    """The promises of the two kinds that matter most, in order."""
    kinds = list(dict.fromkeys(promise.kind for promise in promises))
    kept = sorted(kinds, key=_weight)[:_ROOM]
    return [promise for promise in promises if promise.kind in kept]


def _weight(kind: str) -> int:
    """The rank of a kind of promise; the first is the weightiest."""
    return next((at for at, start in enumerate(_WEIGHTS) if kind.startswith(start)), len(_WEIGHTS))


def _known(action: Action, view: View, words: Words) -> list[str]:
    """Adds to `words` what the acting seat's view tells of the action itself. Returns the cases for it."""
    tell = _KNOWN.get(action["type"])
    cases = [] if tell is None else tell(action, view, words)
    target = target_of(view, action)
    if target is not None:
        words["cell"] = point_of(xy(target))
    return ["known", *cases]


def _of_move(action: Action, view: View, words: Words) -> list[str]:
    words["cost"] = CONTENT.step if action["type"] == "step" else CONTENT.jump
    return []


def _of_pick(action: Action, view: View, words: Words) -> list[str]:
    words["cost"] = CONTENT.jump if is_pick_jump(action["way"]) else CONTENT.step
    return ["down"] if action["way"] == "down" else []


def _of_end(action: Action, view: View, words: Words) -> list[str]:
    words["endurance"] = view["turn"]["endurance"]
    return []


def _of_surrender(action: Action, view: View, words: Words) -> list[str]:
    words["points"] = view["seats"][acting_seat(view)]["points"]
    return []


def _of_dynamite(action: Action, view: View, words: Words) -> list[str]:
    words["things"] = blasted(view, cell_at(*action["cell"]))
    return []


def _of_confirmation(action: Action, view: View, words: Words) -> list[str]:
    words["cell"] = point_of(asked_in(view)["to_cell"])
    return []


def _of_token(action: Action, view: View, words: Words) -> list[str]:
    words.update(token=asked_in(view)["token"], place=asked_in(view)["place"])
    return []


def _of_rotation(action: Action, view: View, words: Words) -> list[str]:
    pending = asked_in(view)
    rows = CONTENT.face(pending["tile"], action["quarter_turns"])
    words.update(tile=pending["tile"], place=pending["place"], rows=" ".join(rows).replace(".", "·"))
    return []


def _of_answer(action: Action, view: View, words: Words) -> list[str]:
    pending = asked_in(view)
    words.update(pending, cause=pending.get("creature") or pending.get("cause"))
    return ["only"] if action["card"] == "none" and not _helps(view) else []


def _helps(view: View) -> bool:
    """Whether the seat that is asked holds a card that answers."""
    pending = asked_in(view)
    own = view["seats"][pending["seat"]]
    hand = [*own["kit"], *(one["card"] for one in own["drawn"])]
    return any(card in hand for card in answering_cards(pending["type"], pending.get("cause")))


def _of_route(action: Action, view: View, words: Words) -> list[str]:
    move = asked_in(view)["moves"][action["option"]]
    words.update(creature=asked_in(view)["creature"], to_cell=point_of(move["to"]))
    return [move["move"]]


_KNOWN: Final[Mapping[str, Callable[[Action, View, Words], list[str]]]] = {
    "step": _of_move,
    "jump": _of_move,
    "end_turn": _of_end,
    "surrender": _of_surrender,
    "use_pick": _of_pick,
    "use_dynamite": _of_dynamite,
    "place_token": _of_token,
    "rotate_tile": _of_rotation,
    "confirm_step": _of_confirmation,
    "answer_contact": _of_answer,
    "answer_loss": _of_answer,
    "answer_fall": _of_answer,
    "route_creature": _of_route,
}
"""By type, the function that adds the words for what the action itself is, and returns the cases."""
