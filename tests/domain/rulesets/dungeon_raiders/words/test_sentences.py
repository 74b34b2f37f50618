"""Facts and actions as sentences in both languages: one example of each circumstance stands in `sentences.json`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from delvebook.domain.bots import View, random_bot
from delvebook.domain.facts import Fact
from delvebook.domain.phrases import ENGLISH, LANGUAGES, SECTIONS, Part, Phrasebook, Voice, counted
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.refusals import Refusal
from delvebook.domain.ruleset import load_data
from delvebook.domain.rulesets.dungeon_raiders.state import State
from delvebook.domain.rulesets.dungeon_raiders.words.rooms import room_rule
from delvebook.domain.rulesets.dungeon_raiders.words.sentences import tell_action, tell_fact, tell_refusal
from delvebook.domain.stakes import Promise, expect, tell_promise
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
GOLDEN: Final[dict[str, Any]] = json.loads(Path(__file__).with_name("sentences.json").read_text(encoding="utf-8"))
VOICES: Final = {language: Voice(language, tuple(GOLDEN["seats"][language])) for language in LANGUAGES}
BRIEF_MAX: Final = 60
"""The maximum length of a short sentence, with names of ordinary length."""
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
    """The view of seat 0 in the scene; None without a scene."""
    return None if scene is None else RAIDERS.view(SCENES[scene], seat_viewer(0))


def marked(section: Mapping[str, Any]) -> dict[str, Any]:
    """The templates, each with its key before its words."""
    return {
        key: {language: f"<{key}>{texts[language]}" for language in LANGUAGES} | {"short": texts.get("short", {})}
        for key, texts in section.items()
    }


MARKED: Final = Phrasebook({**TEXTS, **{section: marked(TEXTS[section]) for section in SECTIONS}})
"""A phrasebook whose sentences show which templates they are made of."""


def keys_of(sentence: str) -> set[str]:
    """The keys of the templates that a marked sentence is made of."""
    return set(re.findall(r"<([^>]+)>", sentence))


def refusal_in(example: Mapping[str, Any]) -> Refusal:
    return Refusal(example["refusal"]["key"], "DR-020", example["refusal"]["fields"])


def promise_in(example: Mapping[str, Any]) -> Promise:
    """The promise of an example; its losses are told by the fragment `loss`."""
    said = dict(example["stake"]["said"])
    if "losses" in said:
        said["losses"] = [
            Part("loss", ("half",) if lost is None else (), {"value": value, "lost": lost})
            for value, lost in said["losses"]
        ]
    return Promise(example["stake"]["kind"], expect("anything"), said=said)


def assert_told_as(example: Mapping[str, Any], tell: Callable[[Voice], str]) -> None:
    """Compares with the example in both languages, long and brief; a brief form that is left out is the long one."""
    long = {language: example[language] for language in LANGUAGES}
    brief = example.get("short", long)
    assert {language: tell(voice) for language, voice in VOICES.items()} == long
    assert {language: tell(replace(voice, brief=True)) for language, voice in VOICES.items()} == brief
    if "refusal" not in example and "stake" not in example:
        assert all(len(sentence) <= BRIEF_MAX for sentence in brief.values()), brief


@pytest.mark.parametrize("example", GOLDEN["facts"], ids=lambda example: example["fact"]["type"])
def test_a_fact_is_told_as_it_should_be(example: Mapping[str, Any]) -> None:
    assert_told_as(example, lambda voice: RAIDERS.tell_fact(example["fact"], voice))


@pytest.mark.parametrize("example", GOLDEN["actions"], ids=lambda example: example["scene"] or "without a view")
def test_an_action_is_announced_as_it_should_be(example: Mapping[str, Any]) -> None:
    view = view_in(example["scene"])
    if view is not None and len(example["action"]) > 1:
        assert RAIDERS.parse_action(example["action"]) in RAIDERS.legal(SCENES[example["scene"]], 0)

    assert_told_as(example, lambda voice: RAIDERS.tell_action(example["action"], voice, view=view))


@pytest.mark.parametrize("example", GOLDEN["stakes"], ids=lambda example: example["stake"]["kind"])
def test_a_promise_is_told_as_it_should_be(example: Mapping[str, Any]) -> None:
    assert_told_as(example, lambda voice: tell_promise(RAIDERS.phrasebook, promise_in(example), voice))


@pytest.mark.parametrize("example", GOLDEN["refusals"], ids=lambda example: example["refusal"]["key"])
def test_a_refusal_is_told_as_it_should_be(example: Mapping[str, Any]) -> None:
    assert_told_as(example, lambda voice: RAIDERS.tell_refusal(refusal_in(example), voice))


def test_every_example_names_the_clause_that_it_was_read_from() -> None:
    read_from = {example["rule"] for kind in ("facts", "actions", "stakes", "refusals") for example in GOLDEN[kind]}

    assert read_from <= set(RAIDERS.clauses)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_has_an_example(language: Any) -> None:
    """Some fragments are told by the catalogue alone: what a monster or boss does with any number of living seats."""
    voice = Voice(language)
    told = [
        *(tell_fact(MARKED, example["fact"], voice) for example in GOLDEN["facts"]),
        *(
            tell_action(MARKED, example["action"], voice, view=view_in(example["scene"]))
            for example in GOLDEN["actions"]
        ),
        *(tell_promise(MARKED, promise_in(example), voice) for example in GOLDEN["stakes"]),
        *(tell_refusal(MARKED, refusal_in(example), voice) for example in GOLDEN["refusals"]),
        *(
            room_rule(RAIDERS.box, MARKED, card, voice, strength="printed")
            for card in [*RAIDERS.box.rooms, *RAIDERS.box.bosses]
        ),
    ]

    assert {key for sentence in told for key in keys_of(sentence)} == {key for kind in SECTIONS for key in TEXTS[kind]}


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("mode", ["standard", "tactical"])
def test_every_sentence_of_whole_games_is_complete(mode: str, seats: int) -> None:
    """No blank is left open, no id is shown, and every sentence begins with a capital and ends with a full stop."""
    said: set[str] = set()
    voices = [Voice(language, brief=brief) for language in LANGUAGES for brief in (False, True)]

    def listen(table: Any, step: Any) -> None:
        facts = [*step.body.data["facts"], *(f for one in step.body.sealed for f in one.content.get("facts", ()))]
        said.update(RAIDERS.tell_fact(fact, voice) for fact in facts for voice in voices)
        for number in range(seats):
            view = RAIDERS.view(table.state, seat_viewer(number))
            for action in table.legal(number):
                said.update(RAIDERS.tell_action(action, voice, view=view) for voice in voices)
                said.update(RAIDERS.tell_action(action, voice) for voice in voices)

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


def sentences(facts: list[Fact], voice: Voice = ENGLISH) -> list[str]:
    """The sentences of the facts."""
    return [RAIDERS.tell_fact(fact, voice) for fact in facts]


def test_a_monster_room_as_told_in_english() -> None:
    state = game("mon-dragon", ahead={2: "tre-4-2"})

    assert sentences(play_all(state, "p5", "p4", "p3").public) == [
        "Seat 1 reveals power 5.",
        "Seat 2 reveals power 4.",
        "Seat 3 reveals power 3.",
        "Dragon: 12 is not enough against 14. It attacks Seat 3.",
        "Seat 3 takes 3 wounds and has 6 life left.",
        "Room 1 of level 1 is done.",
        (
            "Level 1, room 2: Treasure room (4 and 2). "
            "The highest value takes the chest of 4, the second highest the chest of 2."
        ),
    ]


def test_a_treasure_room_as_told_in_russian() -> None:
    state = game("tre-4-2", ahead={2: "mon-adder"})

    assert sentences(play_all(state, "p5", "p4", "p4").public, VOICES["ru"]) == [
        "Анна открывает карту силы 5.",
        "Борис открывает карту силы 4.",
        "Вера открывает карту силы 4.",
        "Сундук за наибольшее значение (4 сокровища) достаётся игроку «Анна».",
        "Анна получает 4 сокровища, теперь всего 8.",
        "Сундук за второе по величине значение (2 сокровища) делят поровну, округляя вниз: Борис, Вера.",
        "Борис получает 1 сокровище, теперь всего 5.",
        "Вера получает 1 сокровище, теперь всего 5.",
        "Комната 1 уровня 1 пройдена.",
        (
            "Уровень 1, комната 2: Подвальная гадюка. "
            "Вместе нужно набрать 8, иначе тот, у кого наименьшее значение, получает 3 ранения."
        ),
    ]


def test_two_living_are_told_that_equal_values_confuse_a_monster() -> None:
    state = game("mon-dragon", seats=2)

    told = sentences(play_all(state, "p5", "p5").public)

    assert "Dragon: both bring 5, so it is confused and attacks nobody." in told


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
