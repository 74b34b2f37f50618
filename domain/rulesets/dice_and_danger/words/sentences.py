"""Chooses the sentence of `texts.json` for a fact, an action or a refusal. `stakes` adds what an action leads to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, cast

from delvebook.domain.facts import Fact
from delvebook.domain.phrases import Phrasebook, Voice
from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT, Cell
from delvebook.domain.rulesets.dice_and_danger.state import BLACK, BLACK_DICE, CLOUD_CELLS, EXTRA_LIFE, TORCHES, Action
from delvebook.domain.rulesets.dice_and_danger.words.shapes.facts import (
    AbilityTaken,
    CellVisited,
    CloudsRevealed,
    CloudWritten,
    DiceRolled,
    LifeLost,
    PairsChosen,
    RubbleCrossed,
    SeatFact,
    SheetScored,
    SoloRated,
)
from delvebook.domain.rulesets.dice_and_danger.words.shapes.table import View
from delvebook.domain.rulesets.dice_and_danger.words.stakes import Stakes
from delvebook.domain.stakes import Promise, tell_promise

Said = dict[str, object]
"""Fields for a template."""

ECHOES: Final[Mapping[str, Collection[str]]] = {
    "roll_dice": ("dice_rolled",),
    "write_cloud": ("cloud_number_written",),
    "mark": ("step_made",),
}
"""By action type, the facts that say that it is taken."""
TOLD_BY_FACTS: Final = ("write_cloud", "mark")
"""A step alone knows neither the dice nor the map, so its seat is told the facts of it."""


_SETTLED: Final = frozenset(
    {"life_lost", "monster_defeated", "bonus_scored", "seat_died", "game_ended", "active_passed"}
)
"""The first of these facts ends the retelling of the marks. They are new to all seats."""


def retold(seat: int, facts: Sequence[Fact]) -> dict[int, int]:
    """
    Returns, by index of each fact that retells a mark, the seat that was told it on making the mark.

    The last step of `seat`, which has just acted, is new to it and left out.
    """
    found: dict[int, int] = {}
    last_step = 0
    told_marks = False
    for at, fact in enumerate(facts):
        if fact["type"] == "marks_revealed":
            told_marks = True
        elif fact["type"] in _SETTLED:
            break
        elif told_marks:
            whose = cast("SeatFact", fact)["seat"]
            found[at] = whose
            if whose == seat and _begins_step(fact):
                last_step = at
    return {at: whose for at, whose in found.items() if whose != seat or at < last_step}


def _begins_step(fact: Mapping[str, object]) -> bool:
    """Whether the fact is the first of a step."""
    match fact:
        case {"type": "pairs_chosen" | "strike_begun" | "torch_spent" | "pair_skipped" | "torches_kept"}:
            return True
        case {"type": "ability_taken"} | {"by": "pair"} | {"source": "pair" | "both_pairs"}:
            return True
        case _:
            return False


# -- facts ----------------------------------------------------------------------------------------


def tell_fact(book: Phrasebook, fact: Fact, voice: Voice) -> str:
    """The fact as one sentence."""
    more = _MORE.get(fact["type"])
    return book.fact({**fact, **({} if more is None else more(book, fact, voice))}, voice, *_fact_cases(fact))


def _pairs_chosen(book: Phrasebook, fact: PairsChosen, voice: Voice) -> Said:
    pairs = [pair_in_words(book, pair["faces"], pair["dice"], voice) for pair in fact["pairs"]]
    return dict(zip(("first_pair", "second_pair"), pairs, strict=True))


def _dice_rolled(book: Phrasebook, fact: DiceRolled, voice: Voice) -> Said:
    *white, black = fact["dice"]
    return {"white": white, "black": black}


def _cell_visited(book: Phrasebook, fact: CellVisited, voice: Voice) -> Said:
    kind = _cell_in_words(book, fact["kind"], fact["number"], voice)
    return {"cell_there": kind, "place": _at(book, "place", fact["x"], fact["y"], voice)}


def _rubble_crossed(book: Phrasebook, fact: RubbleCrossed, voice: Voice) -> Said:
    kind = _cell_in_words(book, "rubble", fact["number"], voice)
    return {"cell_there": kind, "place": _at(book, "place", fact["x"], fact["y"], voice)}


def _clouds_revealed(book: Phrasebook, fact: CloudsRevealed, voice: Voice) -> Said:
    clouds = sorted(fact["clouds"].items())
    return {"numbers": "; ".join(f"{number} ({_place(book, _cloud(cell), voice)})" for cell, number in clouds)}


def _cloud_written(book: Phrasebook, fact: CloudWritten, voice: Voice) -> Said:
    return {"place": _place(book, _cloud(fact["cell"]), voice)}


def _ability_taken(book: Phrasebook, fact: AbilityTaken, voice: Voice) -> Said:
    return {"gives": _gives(book, fact["ability"], voice)}


def _life_lost(book: Phrasebook, fact: LifeLost, voice: Voice) -> Said:
    taken = () if not fact["extra"] else ("shared",) if fact["track"] else ("covered",)
    source = book.fragment("source", voice, *taken, extra=fact["extra"]) if taken else ""
    return {"cause": book.fragment("cause", voice, fact["reason"], room=fact["room"]), "source": source}


def _sheet_scored(book: Phrasebook, fact: SheetScored, voice: Voice) -> Said:
    gems = fact["boss_gems"]
    return {"boss": book.fragment("boss", voice, boss_gems=gems) if gems else ""}


def _solo_rated(book: Phrasebook, fact: SoloRated, voice: Voice) -> Said:
    verdict = book.name(f"rating_{fact['rating']}", voice)
    bounds = _bounds(book, fact["rating"], voice)
    return {"ratings": len(CONTENT.figures.rating_scores), "verdict": verdict, "bounds": bounds}


def _bounds(book: Phrasebook, rating: int, voice: Voice) -> str:
    """The scores that earn the rating of a solo game. Clauses: DD-108."""
    scores = CONTENT.figures.rating_scores
    case = ["first"] if rating == 1 else ["last"] if rating == len(scores) else []
    highest = scores[rating] - 1 if rating < len(scores) else None
    return book.fragment("bounds", voice, *case, lowest=scores[rating - 1], highest=highest)


_MORE: Final[Mapping[str, Callable[..., Said]]] = {
    "pairs_chosen": _pairs_chosen,
    "dice_rolled": _dice_rolled,
    "cell_visited": _cell_visited,
    "rubble_crossed": _rubble_crossed,
    "cloud_number_written": lambda *_: {"clouds": CLOUD_CELLS},
    "cloud_written": _cloud_written,
    "clouds_revealed": _clouds_revealed,
    "gold_found": lambda *_: {"points": CONTENT.figures.gold_points},
    "gem_found": lambda *_: {"points": CONTENT.figures.gem_points},
    "ability_taken": _ability_taken,
    "life_lost": _life_lost,
    "sheet_scored": _sheet_scored,
    "solo_rated": _solo_rated,
}
"""By type of fact, the function that returns the fields its templates need beyond its own."""


def _fact_cases(fact: Mapping[str, object]) -> tuple[str, ...]:
    """The cases that choose another sentence for the fact."""
    match fact:
        case {"type": "adventure_chosen" | "marks_revealed", "seats": [_]}:
            return ("solo",)
        case {"type": "first_seat_set", "drawn": True}:
            return ("drawn",)
        case {"type": "step_made" | "cloud_number_written", "finished": True}:
            return ("finished",)
        case {"type": "cell_visited" | "rubble_crossed", "by": str(by)}:
            return (by,)
        case {"type": "chest_opened", "abilities": list(abilities)}:
            return ("empty",) if not abilities else ("last",) if len(abilities) == 1 else ()
        case {"type": "damage_dealt", "source": str(source), "left": left}:
            return (*(() if source == "pair" else (source,)), *(() if left else ("last",)))
        case {"type": "monster_fell", "open": False}:
            return ("afar",)
        case {"type": "life_lost", "amount": int(amount), "threatened": int(threatened)} if amount < threatened:
            return ("capped",) if amount else ("none",)
        case {"type": "pair_skipped", "use": True}:
            return ("given_up",)
        case {"type": "monster_defeated", "first": first, "by": by, "gems": gems, "clauses": list(clauses)}:
            order = ("solo",) if "DD-101" in clauses else () if first else ("splash",) if by == "splash" else ("later",)
            return order if gems else (*order, "part")
        case {"type": "bonus_scored", "first": first, "clauses": list(clauses)}:
            return ("solo",) if "DD-101" in clauses else () if first else ("later",)
        case {"type": "seat_died", "clauses": ["DD-106"]}:
            return ("solo",)
        case {"type": "sheet_scored", "clauses": ["DD-107", *_]}:
            return ("solo",)
        case {"type": "sheet_scored", "life_value": 0}:
            return ("unhurt",)
        case {"type": "winners_found", "winning_seats": list(seats), "by": by}:
            return (*(() if len(seats) == 1 else ("shared",)), *(() if by == "points" else ("lost_life",)))
        case _:
            return ()


# -- actions --------------------------------------------------------------------------------------


def tell_action(
    book: Phrasebook,
    action: Action,
    voice: Voice,
    *,
    view: View | None = None,
    promises: Sequence[Promise] | None = None,
) -> str:
    """The action as one sentence; of a concealed one, only that it is taken."""
    if action["type"] == "write_cloud":
        if "cell" not in action:
            return book.action(action, voice, "hidden")
        return book.action({**action, "place": _place(book, _cloud(action["cell"]), voice)}, voice)
    if action["type"] != "mark" or "step" not in action:
        return book.action(action, voice)
    if view is None:
        return _tell_blind(book, action, voice)
    stakes = Stakes(CONTENT, view)
    said: Said = {**action}
    cases: tuple[str, ...] = (action["step"],)
    match action["step"]:
        case "pairs":
            pairs = [pair_in_words(book, [stakes.dice[die] for die in pair], pair, voice) for pair in action["pairs"]]
            said["first_pair"], said["second_pair"] = pairs
            said["before"] = stakes.symbols
        case "visit" | "attack" | "skip":
            said |= _pair_fields(book, action["pair"], stakes, voice)
        case "attack_armoured":
            cases += ("finish",) if stakes.is_striking else ("begin",)
            said |= _pair_fields(book, 1 if stakes.is_striking else 0, stakes, voice)
            said["other_pair"] = book.fragment("other_pair", voice, pair=_pair(book, stakes, 1, voice))
        case "ability":
            said["gives"] = _gives(book, action["ability"], voice)
        case "done" | "torch_visit" | "torch_attack":
            cases += ("last",) if action["step"] != "done" and stakes.torches == 1 else ("counted",)
            said["torches"] = stakes.torches
    if "cell" in action:
        cell = stakes.dungeon.cells[action["cell"]]
        said |= _cell_fields(book, cell, stakes.number_on(cell), voice)
    promises = stakes.promises_of(action) if promises is None else promises
    if any(promise.kind in ("symbol", "black_free") for promise in promises):
        cases += ("paid",) if promises[0].kind == "symbol" else ("free",)
    if action["step"] == "skip":
        cases += ("given_up",) if stakes.is_given_up() else ()
        said["price"] = _price(book, promises, voice)
    told = dict.fromkeys(tell_promise(book, promise, voice) for promise in promises)
    said["stakes"] = ": " + "; ".join(told) if told else ""
    return book.action(said, voice, *cases)


def _price(book: Phrasebook, promises: Sequence[Promise], voice: Voice) -> str:
    """The life that a skip may cost, in short."""
    losses = [promise for promise in promises if promise.fact.type == "life_lost" and not promise.never]
    most = sum(lost for promise in losses if isinstance(lost := promise.said["lost"], int))
    case = "none" if not losses else "up_to" if any(promise.unless for promise in losses) else ""
    return book.fragment("price", voice, *([case] if case else []), lost=most)


def _tell_blind(book: Phrasebook, action: Action, voice: Voice) -> str:
    """The sentence of a step without the dice and the map. Facts then tell what it is used on."""
    said: Said = {**action, "stakes": ""}
    if "pair" in action:
        said |= {name: book.fragment(name, voice, str(action["pair"])) for name in ("the_pair", "with_pair")}
    if "ability" in action:
        said["gives"] = _gives(book, action["ability"], voice)
    return book.action(said, voice, action["step"], "blind")


def pair_in_words(book: Phrasebook, faces: Sequence[int], pair: Sequence[int], voice: Voice) -> str:
    """Two dice and their sum, the black one named: "3 + black 4 = 7"."""
    words = [
        book.fragment("black", voice, face=face) if die == BLACK else str(face)
        for die, face in zip(pair, faces, strict=True)
    ]
    return f"{' + '.join(words)} = {sum(faces)}"


def _pair(book: Phrasebook, stakes: Stakes, pair: int, voice: Voice) -> str:
    """A chosen pair in words, which say which of the two it is if both read alike."""
    both = [pair_in_words(book, [stakes.dice[die] for die in dice], dice, voice) for dice in stakes.pairs]
    return book.fragment("twin", voice, str(pair), pair=both[pair]) if both[0] == both[1] else both[pair]


def _pair_fields(book: Phrasebook, pair: int, stakes: Stakes, voice: Voice) -> dict[str, str]:
    """A chosen pair: alone, as the object of a sentence, and as its means."""
    words = _pair(book, stakes, pair, voice)
    return {
        "pair_there": words,
        "the_pair": book.fragment("the_pair", voice, pair=words),
        "with_pair": book.fragment("with_pair", voice, pair=words),
    }


def _gives(book: Phrasebook, ability: str, voice: Voice) -> str:
    """What an ability gives the seat that takes it, in words."""
    figures = CONTENT.figures
    fields = {
        EXTRA_LIFE: {"boxes": figures.extra_boxes, "gems": figures.extra_gems},
        TORCHES: {"torches": figures.chest_torches},
        BLACK_DICE: {"symbols": figures.chest_symbols},
    }
    return book.fragment("gives", voice, ability, **fields[ability])


# -- cells ----------------------------------------------------------------------------------------


def _cell_fields(book: Phrasebook, cell: Cell, number: int | None, voice: Voice) -> dict[str, str]:
    """A cell by kind and number, and its place, at length and in short."""
    return {
        "cell_there": _cell_in_words(book, cell.kind, number, voice),
        "place": _place(book, cell, voice),
        "spot": _at(book, "spot", cell.x, cell.y, voice),
    }


def _cell_in_words(book: Phrasebook, kind: str, number: int | None, voice: Voice) -> str:
    words = book.name(kind, voice, "acc")
    return words if number is None else f"{words} {number}"


def _place(book: Phrasebook, cell: Cell, voice: Voice) -> str:
    return _at(book, "place", cell.x, cell.y, voice)


def _at(book: Phrasebook, fragment: str, x: int, y: int, voice: Voice) -> str:
    """The place of a cell on the map in words, counted from 1 at the top left."""
    return book.fragment(fragment, voice, column=x + 1, row=y + 1)


def _cloud(cell_id: str) -> Cell:
    """The cloud cell of that id. Only one adventure has clouds."""
    clouds = [cell for dungeon in CONTENT.dungeons.values() for cell in dungeon.clouds]
    return next(cell for cell in clouds if cell.id == cell_id)


# -- refusals -------------------------------------------------------------------------------------


def tell_refusal(book: Phrasebook, refusal: Refusal, voice: Voice) -> str:
    """Why the action is refused, as one sentence to the player who tried it."""
    fields = refusal.fields
    cell = CONTENT.dungeons[fields["adventure"]].cells.get(fields["cell"]) if "cell" in fields else None
    words = {} if cell is None else _cell_fields(book, cell, fields.get("number"), voice)
    return book.refusal(refusal, voice, *_refusal_cases(refusal), **words)


def _refusal_cases(refusal: Refusal) -> tuple[str, ...]:
    if refusal.key == "roll_first" and refusal.fields["own"]:
        return ("own",)
    if refusal.key == "no_symbol" and refusal.fields["solo"]:
        return ("solo",)
    if refusal.key == "wrong_sum" and not refusal.fields["numbers"]:
        return ("none",)
    return ()
