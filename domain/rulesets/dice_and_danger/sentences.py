"""Which sentence of `texts.json` fits a fact or an action. What an action leads to is worked out in `stakes`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from delvebook.domain.kit.phrases import Phrasebook, Voice
from delvebook.domain.kit.refusals import Refusal
from delvebook.domain.ruleset import View
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT, Cell
from delvebook.domain.rulesets.dice_and_danger.stakes import Stakes
from delvebook.domain.rulesets.dice_and_danger.state import BLACK, BLACK_DICE, EXTRA_LIFE, TORCHES


def tell_fact(book: Phrasebook, fact: Mapping[str, Any], voice: Voice) -> str:
    """The fact as one sentence."""
    said = dict(fact)
    match fact["type"]:
        case "pairs_chosen":
            pairs = [
                pair_in_words(book, dice, pair, voice) for dice, pair in zip(fact["dice"], fact["pairs"], strict=True)
            ]
            said["first_pair"], said["second_pair"] = pairs
        case "cell_visited":
            said["place"] = _cell_in_words(book, fact["kind"], fact["number"], voice)
        case "cloud_written":
            said["place"] = _place(book, _cloud(fact["cell"]), voice)
        case "clouds_revealed":
            said["clouds"] = "; ".join(
                f"{number} ({_place(book, _cloud(cell), voice)})"
                for cell, number in zip(fact["cells"], fact["numbers"], strict=True)
            )
        case "gold_found":
            said["points"] = CONTENT.figures.gold_points
        case "gem_found":
            said["points"] = CONTENT.figures.gem_points
        case "ability_taken":
            said["gives"] = _gives(book, fact["ability"], voice)
        case "bonus_scored":
            said["bonus_name"] = f"bonus.{fact['bonus']}"
    return book.fact(said, voice, *_fact_cases(fact))


def _fact_cases(fact: Mapping[str, Any]) -> tuple[str, ...]:
    """The circumstances in which the fact is told by another sentence."""
    match fact:
        case {"type": "adventure_chosen", "seats": [_]}:
            return ("solo",)
        case {"type": "first_seat_set", "drawn": True}:
            return ("drawn",)
        case {"type": "step_made" | "cloud_number_written", "finished": True}:
            return ("finished",)
        case {"type": "cell_visited" | "rubble_crossed", "by": by}:
            return (by,)
        case {"type": "chest_opened", "abilities": abilities}:
            return ("empty",) if not abilities else ("last",) if len(abilities) == 1 else ()
        case {"type": "damage_dealt", "source": source, "left": left}:
            return (*(() if source == "pair" else (source,)), *(() if left else ("last",)))
        case {"type": "monster_fell", "open": False}:
            return ("afar",)
        case {"type": "life_lost", "reason": reason, "extra": extra, "track": track}:
            covered = () if not extra else ("shared",) if track else ("covered",)
            return (*(() if reason == "skipped" else (reason,)), *covered)
        case {"type": "monster_defeated", "first": first, "gems": gems, "clauses": clauses}:
            order = ("solo",) if "DD-101" in clauses else () if first else ("later",)
            return order if gems else (*order, "part")
        case {"type": "bonus_scored", "first": False}:
            return ("later",)
        case {"type": "seat_died", "clauses": ["DD-106"]}:
            return ("solo",)
        case _:
            return ()


def tell_action(book: Phrasebook, action: Mapping[str, Any], voice: Voice, *, view: View | None = None) -> str:
    """The action as one sentence; of a concealed one, only that it is taken."""
    if action["type"] == "write_cloud":
        if "cell" not in action:
            return book.action(action, voice, "hidden")
        return book.action({**action, "place": _place(book, _cloud(action["cell"]), voice)}, voice)
    if action["type"] != "mark" or "step" not in action:
        return book.action(action, voice)
    stakes = None if view is None else Stakes(CONTENT, view)
    said = dict(action)
    cases: tuple[str, ...] = (action["step"],)
    match action["step"]:
        case "pairs":
            said["first_pair"], said["second_pair"] = _chosen_pairs(book, action["pairs"], stakes, voice)
            if stakes is not None:
                cases += stakes.price_of(action["pairs"])
                said["symbols"] = stakes.symbols_after(action["pairs"])
        case "visit" | "attack" | "skip":
            said |= _pair_fields(book, action["pair"], stakes, voice)
        case "attack_armoured" if stakes is not None:
            cases += ("finish",) if stakes.is_striking else ("begin",)
            said |= _pair_fields(book, 1 if stakes.is_striking else 0, stakes, voice)
            said["other_pair"] = _phrase(book, "other_pair", voice, pair=_pair(book, stakes, 1, voice))
        case "chest":
            said["gives"] = _gives(book, action["ability"], voice)
        case "done" | "torch_visit" | "torch_attack" if stakes is not None:
            cases += ("last",) if action["step"] != "done" and stakes.torches == 1 else ("counted",)
            said["torches"] = stakes.torches
    if action["step"] == "skip" and stakes is not None:
        cases += (stakes.price_of_skipping,)
    if "cell" in action:
        said["place"] = _target(book, action["cell"], stakes, voice)
    effects = [] if stakes is None else [_effect(book, effect, voice) for effect in stakes.effects_of(action)]
    said["effects"] = ": " + "; ".join(effects) if effects else ""
    return book.action(said, voice, *cases)


def pair_in_words(book: Phrasebook, dice: Sequence[int], pair: Sequence[int], voice: Voice) -> str:
    """Two dice and their sum, the black one named: "3 + black 4 = 7"."""
    faces = [
        f"{book.name('black', voice)} {face}" if die == BLACK else str(face)
        for die, face in zip(pair, dice, strict=True)
    ]
    return f"{' + '.join(faces)} = {sum(dice)}"


def _chosen_pairs(book: Phrasebook, pairs: Sequence[Sequence[int]], stakes: Stakes | None, voice: Voice) -> list[str]:
    if stakes is None:
        return [" + ".join(book.name(f"die.{die}", voice) for die in pair) for pair in pairs]
    return [pair_in_words(book, [stakes.dice[die] for die in pair], pair, voice) for pair in pairs]


def _pair(book: Phrasebook, stakes: Stakes, pair: int, voice: Voice) -> str:
    chosen = stakes.pairs[pair]
    return pair_in_words(book, [stakes.dice[die] for die in chosen], chosen, voice)


def _pair_fields(book: Phrasebook, pair: int, stakes: Stakes | None, voice: Voice) -> dict[str, str]:
    """A chosen pair, as the object of a sentence and as its means."""
    if stakes is None:
        return {name: book.name(f"{name}.{pair}", voice) for name in ("the_pair", "with_pair")}
    words = _pair(book, stakes, pair, voice)
    return {name: _phrase(book, name, voice, pair=words) for name in ("the_pair", "with_pair")}


def _target(book: Phrasebook, cell_id: str, stakes: Stakes | None, voice: Voice) -> str:
    """The cell by kind, number and place; by its id where the map is not at hand."""
    if stakes is None:
        return f"{book.name('visit.cell', voice)} {cell_id}"
    cell = stakes.dungeon.cells[cell_id]
    words = _cell_in_words(book, cell.kind, stakes.number_on(cell), voice)
    return f"{words} ({_place(book, cell, voice)})"


def _cell_in_words(book: Phrasebook, kind: str, number: int | None, voice: Voice) -> str:
    words = book.name(f"visit.{kind}", voice)
    return words if number is None else f"{words} {number}"


def _place(book: Phrasebook, cell: Cell, voice: Voice) -> str:
    """Where a cell lies on the map, counted from 1 at the top left."""
    return _phrase(book, "place", voice, column=cell.x + 1, row=cell.y + 1)


def _cloud(cell_id: str) -> Cell:
    """The cloud cell of that id; one adventure alone has clouds."""
    clouds = [cell for dungeon in CONTENT.dungeons.values() for cell in dungeon.clouds]
    return next(cell for cell in clouds if cell.id == cell_id)


def _gives(book: Phrasebook, ability: str, voice: Voice) -> str:
    """What an ability is worth to the seat that takes it."""
    figures = CONTENT.figures
    fields = {
        EXTRA_LIFE: {"boxes": figures.extra_boxes, "gems": figures.extra_gems},
        TORCHES: {"torches": figures.chest_torches},
        BLACK_DICE: {"symbols": figures.chest_symbols},
    }
    return book.action({"type": "gives", **fields[ability]}, voice, ability)


def _effect(book: Phrasebook, effect: Mapping[str, Any], voice: Voice) -> str:
    return book.action({**effect, "type": "effect"}, voice, *effect["cases"])


def _phrase(book: Phrasebook, name: str, voice: Voice, **fields: object) -> str:
    """A named phrase with its fields filled in."""
    return book.name(name, voice).format(**fields)


def tell_refusal(book: Phrasebook, refusal: Refusal, voice: Voice) -> str:
    """Why an action is refused, as one sentence."""
    return book.refusal(refusal, voice)
