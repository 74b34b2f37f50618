"""Facts and actions as sentences in both languages: one example of each circumstance stands in `sentences.json`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.facts import Fact
from delvebook.domain.kit.phrases import LANGUAGES, Phrasebook, Voice, counted
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.ruleset import View, load_data
from delvebook.domain.rulesets.dungeon_raiders.sentences import tell_action, tell_fact
from delvebook.domain.rulesets.dungeon_raiders.state import State
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    DARK,
    RAIDERS,
    game,
    lay_all,
    light,
    play,
    play_all,
    seat,
    torch_bearer,
)

TEXTS: Final[dict[str, Any]] = load_data(RAIDERS.package, "texts.json")
GOLDEN: Final[dict[str, list[dict[str, Any]]]] = json.loads(
    Path(__file__).with_name("sentences.json").read_text(encoding="utf-8")
)
EVERYTHING: Final = f"{ALL_FIVE} torch ball ball key sword"


def scenes() -> dict[str, State]:
    """Tables at which seat 0 has to decide, by name."""
    rich = seat(EVERYTHING, treasure=6, life=10)
    followed = game("boss", seats=[seat(EVERYTHING), seat(), seat()], boss="boss-hoard")
    lay_all(followed, "p2 ball", "p3", "p4")
    chest = game("boss", seats=[seat(EVERYTHING), seat(), seat()], boss="boss-hoard")
    lay_all(chest, "p5 p4", "p5 p4", "p1")
    second = game("boss", seats=[seat(EVERYTHING), seat(), seat()], boss="boss-twintail")
    lay_all(second, "p5", "p4", "p3")
    tactical = game("mon-dragon", first=1, seats=[seat(EVERYTHING), seat(), seat()])
    play(tactical, 1, "p5")
    play(tactical, 2, "p4")
    known = game("tre-1", seats=[seat(f"{ALL_FIVE} torch torch"), seat(), seat()], lit=DARK)
    light(known, 0)
    rooms = {room: game(room, seats=[rich, seat(), seat()]) for room in RAIDERS.box.rooms}
    bosses = {
        boss: game("boss", seats=[seat(EVERYTHING), seat(), seat()], boss=boss)
        for boss in ("boss-mazebull", "boss-basalt", "boss-gazer", "boss-palecount", "boss-riddle", "boss-bailiff")
    }
    return {
        **rooms,
        **bosses,
        "two living": game("mon-dragon", seats=2),
        "two living and a boss": game("boss", seats=[seat(EVERYTHING), seat()]),
        "after a ball against a boss": followed,
        "the chest of a boss": chest,
        "a second fight": second,
        "others have played": tactical,
        "dark rooms": game("tre-1", seats=[torch_bearer(), seat(), seat()], lit=DARK),
        "dark rooms seen": known,
        "a ball in turn": game("tre-1", first=0, seats=[seat(EVERYTHING), seat(), seat()]),
    }


SCENES: Final = scenes()


def view_in(scene: str | None) -> View | None:
    """What seat 0 sees in the scene; None without one."""
    return None if scene is None else RAIDERS.view(SCENES[scene], seat_viewer(0))


MARKED: Final = Phrasebook(
    {
        **TEXTS,
        **{
            kind: {
                key: {language: f"<{key}>{text}" for language, text in texts.items()}
                for key, texts in TEXTS[kind].items()
            }
            for kind in ("facts", "actions")
        },
    }
)
"""The phrasebook with the key of each template before its words, so that a sentence shows which ones it is made of."""


def keys_of(sentence: str) -> set[str]:
    """The keys of the templates that a marked sentence is made of."""
    return set(re.findall(r"<([^>]+)>", sentence))


@pytest.mark.parametrize("example", GOLDEN["facts"], ids=lambda example: example["fact"]["type"])
def test_a_fact_is_told_as_it_should_be(example: Mapping[str, Any]) -> None:
    told = {language: RAIDERS.tell_fact(example["fact"], Voice(language)) for language in LANGUAGES}

    assert told == {language: example[language] for language in LANGUAGES}


@pytest.mark.parametrize("example", GOLDEN["actions"], ids=lambda example: example["scene"] or "without a view")
def test_an_action_is_announced_as_it_should_be(example: Mapping[str, Any]) -> None:
    view = view_in(example["scene"])
    if view is not None and len(example["action"]) > 1:
        assert RAIDERS.parse_action(example["action"]) in RAIDERS.legal(SCENES[example["scene"]], 0)

    told = {language: RAIDERS.tell_action(example["action"], Voice(language), view=view) for language in LANGUAGES}

    assert told == {language: example[language] for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_has_an_example(language: Any) -> None:
    told = {key for example in GOLDEN["facts"] for key in keys_of(tell_fact(MARKED, example["fact"], Voice(language)))}
    announced = {
        key
        for example in GOLDEN["actions"]
        for key in keys_of(tell_action(MARKED, example["action"], Voice(language), view=view_in(example["scene"])))
    }

    assert told | announced == set(TEXTS["facts"]) | set(TEXTS["actions"])


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("mode", ["standard", "tactical"])
def test_every_sentence_of_whole_games_is_complete(mode: str, seats: int) -> None:
    """No blank is left open, no id is shown, and every sentence begins with a capital and ends with a full stop."""
    said: set[str] = set()

    def listen(table: Any, step: Any) -> None:
        facts = [*step.body.data["facts"], *(f for one in step.body.sealed for f in one.content.get("facts", ()))]
        said.update(RAIDERS.tell_fact(fact, Voice(language)) for fact in facts for language in LANGUAGES)
        for number in range(seats):
            view = RAIDERS.view(table.state, seat_viewer(number))
            for action in table.legal(number):
                said.update(RAIDERS.tell_action(action, Voice(language), view=view) for language in LANGUAGES)
                said.update(RAIDERS.tell_action(action, Voice(language)) for language in LANGUAGES)

    for number in range(4):
        seed = seed_of(f"sentences/{mode}/{seats}/{number}")
        play_through(RAIDERS, {"mode": mode}, bots=[random_bot] * seats, seed=seed, on_step=listen)

    for sentence in said:
        assert re.fullmatch(r"[A-ZА-ЯЁ][^{}_–]*\.", sentence), sentence
        assert not re.search(r"\b(mon|tre|trap|vau|boss|p)-?[a-z0-9]*-|None|\.played", sentence), sentence


@pytest.mark.parametrize(
    ("number", "english", "russian"),
    [
        (1, "1 wound", "1 ранение"),
        (2, "2 wounds", "2 ранения"),
        (5, "5 wounds", "5 ранений"),
        (11, "11 wounds", "11 ранений"),
        (12, "12 wounds", "12 ранений"),
        (21, "21 wounds", "21 ранение"),
        (0, "0 wounds", "0 ранений"),
    ],
)
def test_numbers_take_the_right_form_of_their_noun(number: int, english: str, russian: str) -> None:
    forms = TEXTS["counted"]["wound"]

    assert counted(number, forms["en"], "en") == english
    assert counted(number, forms["ru"], "ru") == russian


def sentences(facts: list[Fact], language: Any = "en") -> list[str]:
    """The facts as they are told."""
    return [RAIDERS.tell_fact(fact, Voice(language)) for fact in facts]


def test_a_monster_room_as_told_in_english() -> None:
    state = game("mon-dragon", ahead={2: "tre-4-2"})

    assert sentences(play_all(state, "p5", "p4", "p3").public) == [
        "Seat 3 lays 1 card face down.",
        "Seat 1 reveals: power 5.",
        "Seat 2 reveals: power 4.",
        "Seat 3 reveals: power 3.",
        "Dragon: 12 is not enough against 14. Attacked: Seat 3.",
        "Seat 3 takes 3 wounds and has 6 life left.",
        "Room 1 of level 1 is done.",
        (
            "Level 1, room 2: treasure room (4 and 2). "
            "The highest value takes the chest of 4, the second highest the chest of 2."
        ),
    ]


def test_a_treasure_room_as_told_in_russian() -> None:
    state = game("tre-4-2", ahead={2: "mon-adder"})

    assert sentences(play_all(state, "p5", "p4", "p4").public, "ru") == [
        "Место 3 выкладывает рубашкой вверх 1 карту.",
        "Место 1 открывает: карта силы 5.",
        "Место 2 открывает: карта силы 4.",
        "Место 3 открывает: карта силы 4.",
        "Сундук за наибольшее значение — Место 1: 4 сокровища.",
        "Место 1 получает 4 сокровища, теперь всего 8.",
        "Сундук за второе по величине значение (2 сокровища) — поровну: Место 2, Место 3, каждому 1 сокровище.",
        "Место 2 получает 1 сокровище, теперь всего 5.",
        "Место 3 получает 1 сокровище, теперь всего 5.",
        "Комната 1 уровня 1 пройдена.",
        (
            "Уровень 1, комната 2: Подвальная гадюка. "
            "Вместе нужно набрать 8, иначе наименьшее значение получает 3 ранения."
        ),
    ]


def test_two_living_are_told_that_equal_values_confuse_a_monster() -> None:
    state = game("mon-dragon", seats=2)

    told = sentences(play_all(state, "p5", "p5").public)

    assert "Dragon: both bring 5; the monster is confused and attacks nobody." in told


def test_a_torch_is_told_to_its_seat_with_what_it_showed() -> None:
    lit = [[True, False, True, True, True], [True] * 5, [True] * 3 + [False] * 2, [False] * 5, [False] * 5]
    state = game("tre-1", lit=lit, ahead={2: "mon-dragon"}, seats=[torch_bearer(), seat()])

    facts = light(state, 0)

    assert sentences(facts.public) == ["Seat 1 lights a torch and looks at 1 dark room."]
    assert sentences(facts.private[0].facts) == ["By torchlight you see, on level 1: Dragon in room 2."]


@pytest.mark.parametrize("number", range(1, 4))
def test_a_seat_that_loses_nothing_is_not_said_to_be_robbed(number: int) -> None:
    """The magnet hits all tied for most treasure, even if that is none."""
    state = game("trap-magnet", seats=[seat(treasure=0) for _ in range(number + 1)])

    told = sentences(play_all(state, *["p5"] * (number + 1)).public)

    assert any("as far as they have it" in sentence for sentence in told)
    assert not any("loses" in sentence for sentence in told)
