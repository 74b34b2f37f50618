"""Facts and actions as sentences."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from delvebook.domain.phrases import LANGUAGES, SECTIONS, Language, Phrasebook, Section, Voice
from delvebook.domain.playout import steps
from delvebook.domain.refusals import Refusal
from delvebook.domain.ruleset import load_data
from delvebook.domain.rulesets.the_descent.box.cells import PLACES
from delvebook.domain.rulesets.the_descent.content import CARDS, CREATURE_KINDS, FINDS, PACKAGE
from delvebook.domain.rulesets.the_descent.words import sentences
from delvebook.domain.rulesets.the_descent.words.refusals import CARD_OF
from delvebook.domain.rulesets.the_descent.words.shapes import FACTS
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.the_descent.tables import CONTENT, RULESET, Cave, Dice, at, daring, deciding, table_of, told

TEXTS: Final = load_data(PACKAGE, "texts.json")
EXAMPLES: Final = json.loads(Path(__file__).with_name("sentences.json").read_text(encoding="utf-8"))
"""
`facts`, `refusals`, `actions` without a view, and by scene its actions with the acting seat's view.

Told with players' names; `short` is the form for narrow screens, where it differs.
"""
NAMES: Final[Mapping[Language, tuple[str, ...]]] = {
    "en": ("Anna", "Boris", "Vera", "Gleb"),
    "ru": ("Анна", "Борис", "Вера", "Глеб"),
}
ROOM: Final = 60
"""How many characters a short form has at most, with names of ordinary length."""


class Listening(Phrasebook):
    """A phrasebook that remembers which of its sentences have been told."""

    __slots__ = ("told",)

    def __init__(self) -> None:
        super().__init__(TEXTS)
        self.told: dict[str, bool] = {}

    def _tell(self, section: Section, said: Mapping[str, Any], voice: Voice, cases: Any) -> str:
        keys = [".".join((said["type"], *cases[:length])) for length in range(len(cases), -1, -1)]
        self.told[f"{section}: {next(key for key in keys if self.knows(section, key))}"] = True
        return super()._tell(section, said, voice, cases)


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


def buried(*, health: int = 3) -> Cave:
    """The first seat rolls less than its level in the collapse that ends the round."""
    cave = Cave((6, 12), (4, 2)).kit(0, "lamp").drawn(0, "shield").have(0, health=health).turn(1)
    cave.state["opened"] = False
    cave.tape = Dice(1, 1)
    cave.do(1, "end_turn")
    return cave


def hit_by_the_dragon(card: str, *, health: int = 3) -> Cave:
    """The dragon flies onto the first seat's cell, after everybody's turn."""
    cave = Cave((6, 12), (4, 2)).drawn(0, card).have(0, health=health).creature("dragon", (6, 9), hunts=0).turn(1)
    cave.do(1, "end_turn")
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


def above_the_bottom_without_cards(*, alone: bool = False) -> Cave:
    return Cave((8, 23)) if alone else Cave((8, 23), (4, 2))


def without_a_tile(where: tuple[int, int], *, health: int, is_last: bool) -> Cave:
    """A round in which no tile has been opened yet, in its first or only turn."""
    cave = Cave(where) if is_last else Cave(where, (4, 2))
    cave.state["opened"] = False
    return cave.have(0, health=health)


def onto_thin_rock_with_boris(*, shield: bool, health: int = 3) -> Cave:
    """Boris stands above thin rock, which does not carry two."""
    cave = Cave((5, 5), (6, 5)).have(1, health=health)
    return cave.drawn(1, "shield") if shield else cave


def dynamite_below_boris() -> Cave:
    """Boris stands on rock above a face-down tile."""
    return Cave((3, 2), (5, 1), closed=("r2c2",)).drawn(0, "dynamite")


def before_a_backpack_when_all_cards_are_held() -> Cave:
    kinds = [kind for kind, number in CONTENT.cards.items() for _ in range(number)]
    return Cave((5, 8), (4, 2)).token("backpack", (4, 8)).drawn(1, *kinds)


def stepping_into_rock() -> Cave:
    cave = Cave((3, 9), (4, 2), closed=("r3c2",)).stack("spider")
    cave.do(0, "step", dir="right")
    return cave


def pushed_onto_the_plant() -> Cave:
    cave = Cave((5, 1), (4, 2)).creature("monster", (1, 1), hunts=0).creature("plant", (6, 5)).turn(1)
    cave.do(1, "end_turn")
    return cave


def without_a_card_that_helps(ask: Callable[[Cave], object]) -> Cave:
    """A seat that has taken a backpack is asked even if it holds nothing that helps."""
    cave = Cave((5, 8), (4, 2)).drawn(0, "map")
    ask(cave)
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
    "a collapse": buried,
    "a last collapse": lambda: buried(health=1),
    "above thin rock over rock": lambda: Cave((9, 16), (4, 2)).kit(0, "pick"),
    "all moves of a creature": choosing_among_all_moves,
    "a last loss": lambda: hit_by_the_dragon("shield", health=1),
    "the monster's way": lambda: routing("monster", (1, 1), (5, 1)),
    "the worm's way": lambda: routing("worm", (0, 7), (4, 8)),
    "above the bottom without cards": above_the_bottom_without_cards,
    "alone above the bottom": lambda: above_the_bottom_without_cards(alone=True),
    "before the turn of others, with 1 health": lambda: without_a_tile((5, 8), health=1, is_last=False),
    "before the turn of others, on level 1": lambda: without_a_tile((5, 1), health=3, is_last=False),
    "last in a round, with 1 health": lambda: without_a_tile((5, 8), health=1, is_last=True),
    "last in a round, on level 1": lambda: without_a_tile((5, 1), health=3, is_last=True),
    "beside Boris, who has 2 health": lambda: onto_thin_rock_with_boris(shield=False, health=2),
    "beside Boris, who has a backpack": lambda: onto_thin_rock_with_boris(shield=True),
    "with dynamite below Boris": dynamite_below_boris,
    "beside the plant": lambda: Cave((5, 8)).creature("plant", (6, 8), hunts=0),
    "insured above a fall": lambda: Cave((5, 8), (4, 2)).drawn(0, "insurance"),
    "before a backpack when all cards are held": before_a_backpack_when_all_cards_are_held,
    "stepping into rock": stepping_into_rock,
    "pushed onto the plant": pushed_onto_the_plant,
    "a meeting without a card that helps": lambda: without_a_card_that_helps(
        lambda cave: cave.creature("dragon", (4, 8)).do(0, "step", dir="left")
    ),
    "a fall without insurance": lambda: without_a_card_that_helps(lambda cave: cave.do(0, "step", dir="right")),
    "a loss without a card that helps": lambda: hit_by_the_dragon("map"),
    "the spider's way": lambda: routing("spider", (8, 14), (7, 13)),
}


def in_scene(name: str) -> tuple[Any, list[dict[str, Any]]]:
    """The view of the seat that decides in a scene, and its legal actions."""
    cave = SCENES[name]()
    seat = RULESET.to_act(cave.state)[0]
    return RULESET.view(cave.state, seat_viewer(seat)), RULESET.legal(cave.state, seat)


# -- the examples ---------------------------------------------------------------------------------


def check(example: dict[str, Any], tell: Callable[[Voice], str]) -> None:
    """A sentence is as its example says, in both languages, in full and in short."""
    for language in LANGUAGES:
        names = NAMES[language]
        assert tell(Voice(language, names)) == example[language]
        short = tell(Voice(language, names, brief=True))
        assert short == example.get("short", example)[language]
        assert len(short) <= ROOM


def name_of(example: dict[str, Any]) -> str:
    return str(example["en"][:60])


@pytest.mark.parametrize("example", EXAMPLES["facts"], ids=name_of)
def test_a_fact_is_told_as_its_example_says(example: dict[str, Any]) -> None:
    check(example, lambda voice: sentences.tell_fact(BOOK, example["fact"], voice))


@pytest.mark.parametrize("example", EXAMPLES["actions"], ids=name_of)
def test_an_action_alone_is_told_as_its_example_says(example: dict[str, Any]) -> None:
    check(example, lambda voice: sentences.tell_action(BOOK, example["action"], voice))


@pytest.mark.parametrize("example", EXAMPLES["refusals"], ids=name_of)
def test_a_refusal_is_told_as_its_example_says(example: dict[str, Any]) -> None:
    check(example, lambda voice: sentences.tell_refusal(BOOK, Refusal(**example["refusal"]), voice))


@pytest.mark.parametrize("scene", SCENES)
def test_an_action_says_what_is_at_stake_in_its_scene(scene: str) -> None:
    view, legal = in_scene(scene)
    for example in EXAMPLES["scenes"][scene]:
        assert example["action"] in legal

        def tell(voice: Voice, action: dict[str, Any] = example["action"]) -> str:
            return sentences.tell_action(BOOK, action, voice, view=view)

        check(example, tell)


def test_without_a_name_a_player_is_told_by_the_seat() -> None:
    fact = {"type": "character_hit", "seat": 1, "creature": "dragon"}

    assert sentences.tell_fact(BOOK, fact, Voice("en")) == "The dragon attacks Seat 2."
    assert sentences.tell_fact(BOOK, fact, Voice("ru")) == "Дракон нападает на место 2."


def test_a_sentence_begins_with_a_capital_but_leaves_a_players_name_as_it_is_written() -> None:
    step = {"type": "character_moved", "how": "step", "seat": 0, "from_cell": [5, 0], "to_cell": [4, 0]}
    hit = {"type": "character_hit", "seat": 0, "creature": "dragon"}

    for language, said in (("en", "iris steps from"), ("ru", "iris делает шаг")):
        assert sentences.tell_fact(BOOK, step, Voice(language, ("iris",))).startswith(said)
    assert sentences.tell_fact(BOOK, hit, Voice("ru", ("iris",))) == "Дракон нападает на игрока «iris»."


def test_every_sentence_there_is_has_an_example() -> None:
    voice = Voice("en")
    for example in EXAMPLES["facts"]:
        sentences.tell_fact(BOOK, example["fact"], voice)
    for example in EXAMPLES["actions"]:
        sentences.tell_action(BOOK, example["action"], voice)
    for example in EXAMPLES["refusals"]:
        sentences.tell_refusal(BOOK, Refusal(**example["refusal"]), voice)
    for scene, examples in EXAMPLES["scenes"].items():
        view, _ = in_scene(scene)
        for example in examples:
            sentences.tell_action(BOOK, example["action"], voice, view=view)
    every = {f"{kind}: {key}" for kind in SECTIONS for key in TEXTS[kind]}

    assert sorted(every - set(BOOK.told)) == []


def test_every_sentence_is_there_in_both_languages_and_forms() -> None:
    for section in SECTIONS:
        for key, forms in TEXTS[section].items():
            for form in (forms, forms.get("short", forms)):
                assert all(form[language].strip() for language in LANGUAGES), (section, key)


def test_every_example_names_the_rule_it_was_read_from() -> None:
    examples = [
        *EXAMPLES["facts"],
        *EXAMPLES["actions"],
        *(one for many in EXAMPLES["scenes"].values() for one in many),
    ]
    read = {one["rule"] for one in examples} | {one["refusal"]["clause"] for one in EXAMPLES["refusals"]}

    assert read <= set(RULESET.clauses)


# -- all sentences --------------------------------------------------------------------------------


def test_every_id_has_a_name_in_every_language() -> None:
    for identifier in (*CARDS, *CREATURE_KINDS, *FINDS, *PLACES, *CONTENT.tiles, *RULESET.end_reasons):
        for language in LANGUAGES:
            assert RULESET.phrasebook.name(identifier, Voice(language)) != identifier or language == "en"


def test_no_two_things_on_the_table_have_one_name() -> None:
    for language in LANGUAGES:
        named = [
            RULESET.phrasebook.name(one, Voice(language)).casefold()
            for one in (*CARDS, *CREATURE_KINDS, *FINDS, *PLACES, *CONTENT.tiles)
        ]
        nouns = [form for noun in ("card", "cell", "point", "health") for form in TEXTS["counted"][noun][language]]
        assert len(set(named)) == len(named)
        assert not {*named} & {*nouns, "карта"}


def flaw(sentence: str) -> str | None:
    """What is wrong with the form of a sentence."""
    if any(sign in sentence for sign in ("–", "{", "_", ".acc", ".gen", ".ins", ".the", ".cause", ".side", ".brief")):
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
            for voice in (Voice(language, brief=brief) for language in LANGUAGES for brief in (False, True)):
                told_ = [RULESET.tell_action(action, voice, view=view) for action in table.legal(seat)]
                assert len(set(told_)) == len(told_), told_


def test_a_fall_names_everybody_in_it() -> None:
    cave = Cave((5, 5), (4, 2)).token("chest", (6, 5))
    facts = cave.do(0, "step", dir="right")

    sentence = RULESET.tell_fact(told(facts, "objects_fell")[0], Voice("en"))
    assert sentence == "Seat 1 and the chest fall 6 cells from (6, 6) to (6, 12)."


def test_a_fact_that_is_told_instead_of_its_action_says_at_least_as_much() -> None:
    """An echo names the cell, direction, card or choice of the action that it replaces."""
    assert set(sentences.ECHOES) == set(RULESET.action_schemas)
    assert {type_ for types in sentences.ECHOES.values() for type_ in types} <= set(FACTS)
    tried: dict[str, bool] = {}
    for game in range(6):
        table, options = table_of(3, f"echoes/{game}", round_limit=20)
        for step in steps(table, options, bots=[daring] * 3):
            action, facts = step.action, step.body.data["facts"]
            echoes = [] if action is None else [facts[index] for index in RULESET.echoes(action, facts)]
            for echo in [one for one in echoes if one.get("seat", step.seat) == step.seat][:1]:
                tried[action["type"]] = True
                if action["type"] in ("place_character", "place_token"):
                    assert echo["cell"] == action["cell"]
                elif action["type"] == "step":
                    assert echo["to_cell"][0] - echo["from_cell"][0] == (1 if action["dir"] == "right" else -1)
                elif action["type"] == "rotate_tile":
                    assert echo["turns"] == action["quarter_turns"]
                elif echo["type"] == "card_used":
                    assert echo["card"] in (action.get("card"), CARD_OF.get(action["type"]))
    assert {"step", "jump", "place_token", "end_turn", "use_rope"} <= set(tried)


def test_who_may_surrender_in_anothers_turn_is_told_of_the_own_points() -> None:
    cave = Cave((5, 8), (4, 2)).have(0, points=7).have(1, points=4)
    told_ = RULESET.tell_action({"type": "surrender"}, Voice("en"), view=cave.view(1))

    assert "loses all points (4)" in told_
