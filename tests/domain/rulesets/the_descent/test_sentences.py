"""Facts and actions as sentences."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from delvebook.domain.kit.phrases import LANGUAGES, Phrasebook, Voice
from delvebook.domain.playout import steps
from delvebook.domain.ruleset import copy_state, load_data
from delvebook.domain.rulesets.the_descent import sentences, stakes
from delvebook.domain.rulesets.the_descent.content import CARDS, CREATURE_KINDS, FINDS, PACKAGE
from delvebook.domain.rulesets.the_descent.geometry import PLACES
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.the_descent.tables import CONTENT, RULESET, Cave, at, daring, deciding, table_of, told

TEXTS: Final = load_data(PACKAGE, "texts.json")
EXAMPLES: Final = json.loads(Path(__file__).with_name("sentences.json").read_text(encoding="utf-8"))
"""`facts` and `actions` without a view as they are told, and by scene its actions with the acting seat's view."""


class Listening(Phrasebook):
    """A phrasebook that remembers which of its sentences have been told."""

    __slots__ = ("told",)

    def __init__(self) -> None:
        super().__init__(TEXTS)
        self.told: dict[str, bool] = {}

    def fact(self, fact: Mapping[str, Any], voice: Voice, *cases: str) -> str:
        self._note("facts", fact["type"], cases)
        return super().fact(fact, voice, *cases)

    def action(self, action: Mapping[str, Any], voice: Voice, *cases: str) -> str:
        self._note("actions", action["type"], cases)
        return super().action(action, voice, *cases)

    def _note(self, kind: Any, type_: str, cases: tuple[str, ...]) -> None:
        keys = [".".join((type_, *cases[:length])) for length in range(len(cases), -1, -1)]
        self.told[f"{kind}: {next(key for key in keys if self.knows(kind, key))}"] = True


BOOK: Final = Listening()

# -- scenes: a seat that has to decide ------------------------------------------------------------


def hunted_with_all_cards() -> Cave:
    """Every card in hand, a chest underfoot, the worm in the own cell, the dragon hunting, tiles to open."""
    cave = Cave((5, 8), (4, 2), closed=("r4c2", "r1c1", "r2c2")).kit(0, *CONTENT.kit)
    cave.drawn(0, "dynamite", "key", "crossbow", "shield", "lure", "insurance", "map")
    cave.token("chest", (5, 8)).token("coin", (4, 8)).creature("worm", (5, 8)).creature("dragon", (7, 8), hunts=0)
    return cave.creature("monster", (8, 8)).have(0, points=7)


def late_in_a_round_without_a_tile() -> Cave:
    cave = Cave((5, 8), (4, 25)).have(1, arrived=True).have(0, points=3)
    cave.state["opened"] = False
    return cave


def late() -> Cave:
    return Cave((5, 8), (4, 25)).have(1, arrived=True).have(0, points=3)


def quiet() -> Cave:
    cave = Cave((5, 8), (4, 2)).token("health", (4, 8)).token("backpack", (6, 12))
    cave.state["opened"] = False
    return cave


def above_an_abyss() -> Cave:
    """Thin rock underfoot, a deadly fall on the left."""
    return Cave((6, 12), (4, 2)).dig((5, 22)).kit(0, "rope", "pick").have(0, health=2)


def on_thin_rock() -> Cave:
    return Cave((5, 5), (4, 2)).kit(0, "pick", "rope").token("chest", (6, 5)).creature("monster", (5, 8))


def beside_thin_rock() -> Cave:
    return Cave((10, 17), (4, 2)).kit(0, "pick").have(0, health=1)


def under_thin_rock() -> Cave:
    return Cave((11, 15), (4, 2)).kit(0, "pick", "rope")


def under_the_dragon() -> Cave:
    cave = Cave((6, 12), (4, 2)).drawn(0, "crossbow").creature("dragon", (6, 9)).creature("plant", (7, 13))
    return cave.creature("monster", (7, 10)).creature("worm", (5, 11))


def above_the_bottom() -> Cave:
    return Cave((8, 23), (4, 2)).kit(0, "rope", "pick")


def before_face_down_tiles() -> Cave:
    return Cave((8, 8), (4, 2), closed=("r3c2", "r2c2", "r4c3")).kit(0, "rope")


def in_the_dark_shaft() -> Cave:
    return Cave((5, 1), (4, 2), closed=("r2c2",)).kit(0, "rope")


def placing_above_thin_rock() -> Cave:
    cave = Cave((5, 8), (4, 2)).discard("sword", "lamp", "pick", "rope").token("coin", (5, 1))
    cave.do(0, "surrender")
    return cave


def going_on_into_a_fall() -> Cave:
    cave = Cave((3, 6), (4, 2), closed=("r2c2",)).stack("worm")
    cave.do(0, "step", dir="right")
    cave.do(0, "place_token", cell=cave.choices("cell")[0])
    return cave


def meeting(kind: str, *, health: int = 3, wounded: bool = False) -> Cave:
    cave = Cave((5, 8), (4, 2)).kit(0, "sword").drawn(0, "shield").have(0, health=health).creature(kind, (4, 8))
    if wounded:
        cave.beast(kind)["health"] = 1
    cave.do(0, "step", dir="left")
    return cave


def falling(start: tuple[int, int], direction: str, *, health: int = 3) -> Cave:
    cave = Cave(start, (4, 2)).drawn(0, "insurance").have(0, health=health)
    cave.do(0, "step", dir=direction)
    return cave


def losing(cause: str, *, health: int = 3) -> Cave:
    cave = Cave((6, 12), (4, 2)).kit(0, "lamp").drawn(0, "shield").have(0, health=health)
    cave.state["pending"] = {"type": "answer_loss", "seat": 0, "amount": 1, "cause": cause, "then": None}
    return cave


def routing(kind: str, lair: tuple[int, int], prey: tuple[int, int]) -> Cave:
    cave = Cave(prey, (4, 2)).creature(kind, lair, hunts=0).turn(1)
    cave.do(1, "end_turn")
    return cave


def choosing_among_all_moves() -> Cave:
    """A choice no field offers, with one move of each kind that the other scenes lack."""
    cave = Cave((5, 8), (4, 2)).creature("worm", (0, 8), hunts=0)
    moves = [{"to": at((0, 7)), "kind": kind, "via": [at((0, 7))], "cost": 1} for kind in ("dig", "fly", "burrow")]
    cave.state["pending"] = {"type": "route_creature", "seat": 0, "kind": "worm", "endurance": 5, "moves": moves}
    return cave


SCENES: Final[dict[str, Callable[[], Cave]]] = {
    **{type_: (lambda type_=type_: deciding(type_)) for type_ in ("place_token", "rotate_tile", "confirm_step")},
    "hunted with all cards": hunted_with_all_cards,
    "late": late,
    "late in a round without a tile": late_in_a_round_without_a_tile,
    "quiet": quiet,
    "above an abyss": above_an_abyss,
    "on thin rock": on_thin_rock,
    "beside thin rock": beside_thin_rock,
    "under thin rock": under_thin_rock,
    "under the dragon": under_the_dragon,
    "above the bottom": above_the_bottom,
    "before face-down tiles": before_face_down_tiles,
    "in the dark shaft": in_the_dark_shaft,
    "placing": placing_above_thin_rock,
    "going on into a fall": going_on_into_a_fall,
    "meeting the plant": lambda: meeting("plant"),
    "meeting the dragon": lambda: meeting("dragon"),
    "meeting the monster": lambda: meeting("monster"),
    "meeting the wounded monster": lambda: meeting("monster", wounded=True),
    "meeting the spider with 1 health": lambda: meeting("spider", health=1),
    "a harmless fall": lambda: falling((3, 6), "right"),
    "a fall that hurts": lambda: falling((5, 8), "right"),
    "a deadly fall": lambda: falling((5, 8), "right", health=1),
    "a collapse": lambda: losing("collapse"),
    "a last collapse": lambda: losing("collapse", health=1),
    "above thin rock over rock": lambda: Cave((9, 16), (4, 2)).kit(0, "pick"),
    "all moves of a creature": choosing_among_all_moves,
    "a last loss": lambda: losing("dragon", health=1),
    "the monster's way": lambda: routing("monster", (1, 1), (5, 1)),
    "the worm's way": lambda: routing("worm", (0, 7), (4, 8)),
    "the spider's way": lambda: routing("spider", (8, 14), (7, 13)),
}


def in_scene(name: str) -> tuple[Any, list[dict[str, Any]]]:
    """The view of the seat that decides in a scene, and its legal actions."""
    cave = SCENES[name]()
    seat = RULESET.to_act(cave.state)[0]
    return RULESET.view(cave.state, seat_viewer(seat)), RULESET.legal(cave.state, seat)


# -- the examples ---------------------------------------------------------------------------------


@pytest.mark.parametrize("example", EXAMPLES["facts"], ids=lambda example: example["en"][:60])
def test_a_fact_is_told_as_its_example_says(example: dict[str, Any]) -> None:
    for language in LANGUAGES:
        assert sentences.tell_fact(BOOK, example["fact"], Voice(language)) == example[language]


@pytest.mark.parametrize("example", EXAMPLES["actions"], ids=lambda example: example["en"][:60])
def test_an_action_alone_is_told_as_its_example_says(example: dict[str, Any]) -> None:
    for language in LANGUAGES:
        assert sentences.tell_action(BOOK, example["action"], Voice(language)) == example[language]


@pytest.mark.parametrize("scene", SCENES)
def test_an_action_says_what_is_at_stake_in_its_scene(scene: str) -> None:
    view, legal = in_scene(scene)
    for example in EXAMPLES["scenes"][scene]:
        assert example["action"] in legal
        for language in LANGUAGES:
            assert sentences.tell_action(BOOK, example["action"], Voice(language), view=view) == example[language]


def test_every_sentence_there_is_has_an_example() -> None:
    for example in EXAMPLES["facts"]:
        sentences.tell_fact(BOOK, example["fact"], Voice("en"))
    for example in EXAMPLES["actions"]:
        sentences.tell_action(BOOK, example["action"], Voice("en"))
    for scene, examples in EXAMPLES["scenes"].items():
        view, _ = in_scene(scene)
        for example in examples:
            sentences.tell_action(BOOK, example["action"], Voice("en"), view=view)
    every = {f"{kind}: {key}" for kind in ("facts", "actions") for key in TEXTS[kind]}

    assert sorted(every - set(BOOK.told)) == []


# -- all sentences --------------------------------------------------------------------------------


def test_every_id_has_a_name_in_every_language() -> None:
    for identifier in (*CARDS, *CREATURE_KINDS, *FINDS, *PLACES, *CONTENT.tiles, *RULESET.end_reasons):
        for language in LANGUAGES:
            assert RULESET.phrasebook.name(identifier, Voice(language)) != identifier or language == "en"


def flaw(sentence: str) -> str | None:
    """What is wrong with a sentence, whatever it says."""
    if any(sign in sentence for sign in ("–", "{", "_", ".accusative", ".instrumental", ".cause", ".side")):
        return "it has a gap or an id in it"
    if sentence[:1] != sentence[:1].upper() or sentence[-1:] != ".":
        return "it does not begin with a capital and end with a full stop"
    return "it has two full stops" if ".." in sentence.replace("(", "") else None


def test_sentences_leave_no_gap_and_no_id_over_whole_games() -> None:
    for game in range(3):
        table, options = table_of(3, f"words/{game}", round_limit=20)
        for step in steps(table, options, bots=[daring] * 3):
            facts = list(step.body.data["facts"])
            for envelope in step.body.sealed:
                facts += envelope.content.get("facts", [])
            for language in LANGUAGES:
                for fact in facts:
                    assert flaw(RULESET.tell_fact(fact, Voice(language))) is None, RULESET.tell_fact(
                        fact, Voice(language)
                    )
                for seat in range(3) if table.outcome is None else ():
                    view = RULESET.view(table.state, seat_viewer(seat))
                    for action in table.legal(seat):
                        alone, told_ = (
                            RULESET.tell_action(action, Voice(language)),
                            RULESET.tell_action(action, Voice(language), view=view),
                        )
                        assert flaw(alone) is None, alone
                        assert flaw(told_) is None, told_


def test_no_two_legal_actions_of_a_seat_read_alike() -> None:
    table, options = table_of(2, "alike", round_limit=20)
    for step in steps(table, options, bots=[daring] * 2):
        for seat in table.to_act() if step.n % 3 == 0 else ():
            view = RULESET.view(table.state, seat_viewer(seat))
            for language in LANGUAGES:
                told_ = [RULESET.tell_action(action, Voice(language), view=view) for action in table.legal(seat)]
                assert len(set(told_)) == len(told_), told_


def test_what_a_sentence_says_of_a_fall_is_what_happens() -> None:
    """Each move is played on a copy; the first fall of the character is as long as told, or there is none."""
    tried = 0
    table, options = table_of(2, "falls", round_limit=20)
    for step in steps(table, options, bots=[daring] * 2):
        for seat in table.to_act() if step.n % 2 else ():
            view = RULESET.view(table.state, seat_viewer(seat))
            for action in table.legal(seat):
                way = stakes.way_of(view, action)
                if way is None or way.into is not None or action["type"] == "place_character":
                    continue
                outcomes = dict(stakes.outcomes(view, action, way))
                if any(case[0] in ("meet", "break") for case in outcomes):
                    continue
                facts = RULESET.play(copy_state(table.state), seat, action, tape=Tape(b"copy"))
                falls = [fact["length"] for fact in told(facts, "objects_fell") if seat in fact["seats"]]
                said = [fields["length"] for case, fields in outcomes.items() if case[0] == "fall"]
                assert falls[: len(said)] == said, (step.n, action)
                assert said or not falls, (step.n, action)
                tried += 1
    assert tried > 100


def test_a_fall_names_everybody_in_it() -> None:
    cave = Cave((5, 5), (4, 2)).token("chest", (6, 5))
    facts = cave.do(0, "step", dir="right")

    sentence = RULESET.tell_fact(told(facts, "objects_fell")[0], Voice("en"))
    assert sentence == "Seat 1, chest fall 6 cells from (6, 6) to (6, 12)."
