"""Facts and actions as sentences in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.facts import Fact
from delvebook.domain.kit.phrases import LANGUAGES, counted
from delvebook.domain.ruleset import load_data
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    RAIDERS,
    game,
    lay_all,
    light,
    play,
    play_all,
    seat,
)

TEXTS: dict[str, Any] = load_data(RAIDERS.package, "texts.json")


def sentences(facts: list[Fact], language: Any = "en") -> list[str]:
    return [RAIDERS.tell_fact(fact, language) for fact in facts]


def scenes() -> list[list[Fact]]:
    """The facts of short scenes with everything that is rare."""
    found = []
    for boss in RAIDERS.box.bosses:
        for seats in (2, 3):
            state = game("boss", boss=boss, seats=[seat(f"{ALL_FIVE} torch"), *(seat() for _ in range(seats - 1))])
            found.append(lay_all(state, *["p1 torch", "p5 p4", "p5 p4"][:seats]).public)
            if state["phase"] == "bonus_play":
                found.append(play_all(state, "p2", "p1", "p3").public)
    petrified = game("boss", boss="boss-gazer", seats=[seat(f"{ALL_FIVE} key"), seat(), seat()])
    found.append(lay_all(petrified, "p1", "p2", "p2").public)
    second = game("boss", boss="boss-twintail", seats=[seat("p5"), seat("p4"), seat("p3")])
    found.append(lay_all(second, "p5", "p4", "p3").public)
    chest = game("boss", boss="boss-hoard", seats=[seat("p5 p4"), seat("p5"), seat("p3")])
    found.append(lay_all(chest, "p5 p4", "p5", "p3").public)
    dead = game("trap-spikes", seats=[seat(life=2), seat(f"{ALL_FIVE} key", life=2)])
    found.append(play_all(dead, "p2", "p2").public)
    last = game("trap-spikes", seats=[seat(life=2), seat()])
    found.append(play_all(last, "p2", "p2").public)
    scarce = game("vau-items", seats=[seat(), seat(), seat(f"{ALL_FIVE} key key key key key")])
    found.append(play_all(scarce, "p3", "p3", "p5").public)
    balls = game("tre-1", first=0, seats=[seat(f"{ALL_FIVE} ball"), seat()])
    found.append([*play(balls, 0, "ball").public, *play(balls, 1, "p1").public, *play(balls, 0, "p1").public])
    traps = [play_all(game(trap), *["p1"] * 3).public for trap in ("trap-magnet", "trap-lava")]
    traps += [play_all(game(trap), *["p5"] * 3).public for trap in ("trap-magnet", "trap-lava")]
    tight = [play_all(game("tre-2-1"), "p5", "p5", "p5").public]
    return [*found, *traps, *tight]


def test_a_monster_room_as_told_in_english() -> None:
    state = game("mon-dragon", ahead={2: "tre-4-2"})

    assert sentences(play_all(state, "p5", "p4", "p3").public) == [
        "Seat 3 lays 1 card face down.",
        "Seat 1 reveals: power 5.",
        "Seat 2 reveals: power 4.",
        "Seat 3 reveals: power 3.",
        "Dragon: 12 is not enough against 14. It attacks Seat 3.",
        "Seat 3 takes 3 wounds and has 6 life left.",
        "Room 1 of level 1 is done.",
        "Level 1, room 2: treasure room (4 and 2).",
    ]


def test_a_treasure_room_as_told_in_russian() -> None:
    state = game("tre-4-2", ahead={2: "mon-adder"})

    assert sentences(play_all(state, "p5", "p4", "p4").public, "ru") == [
        "Место 3 выкладывает лицом вниз 1 карту.",
        "Место 1 вскрывает: сила 5.",
        "Место 2 вскрывает: сила 4.",
        "Место 3 вскрывает: сила 4.",
        "Сундук (4) получает Место 1: 4 сокровища.",
        "Место 1 получает 4 сокровища, теперь всего 8.",
        "Сундук (2) делят Место 2, Место 3: каждому 1 сокровище.",
        "Место 2 получает 1 сокровище, теперь всего 5.",
        "Место 3 получает 1 сокровище, теперь всего 5.",
        "Комната 1 уровня 1 отыграна.",
        "Уровень 1, комната 2: Подвальная гадюка, сила 8.",
    ]


def test_two_living_are_told_that_they_cannot_win() -> None:
    state = game("mon-dragon", seats=2)

    told = sentences(play_all(state, "p5", "p5").public)

    assert "Dragon: both bring 5, and in its confusion it hurts nobody." in told


def test_a_torch_is_told_to_its_seat_with_what_it_showed() -> None:
    lit = [[True, False, True, True, True], [True] * 5, [True] * 3 + [False] * 2, [False] * 5, [False] * 5]
    state = game("tre-1", lit=lit, ahead={2: "mon-dragon"}, seats=[seat(f"{ALL_FIVE} torch"), seat()])

    facts = light(state, 0)

    assert sentences(facts.public) == ["Seat 1 lights a torch and looks at 1 dark room."]
    assert sentences(facts.private[0].facts) == ["By torchlight you see on level 1, in rooms 2: Dragon."]


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


def test_actions_as_one_would_announce_them() -> None:
    assert RAIDERS.tell_action({"type": "play_card", "card": "ball"}, "en") == "I play: crystal ball."
    assert RAIDERS.tell_action({"type": "play_boss_cards", "cards": ["p2", "torch"]}, "ru") == (
        "Против босса выкладываю: сила 2, факел."
    )
    assert RAIDERS.tell_action({"type": "play_boss_cards", "cards": []}, "en") == "I lay nothing more."


def test_every_variant_of_a_sentence_exists_in_both_languages_and_fills_all_its_blanks() -> None:
    """Over endings, bosses and modes: no blank of a template is left open, and no variant is missing."""
    said: set[str] = set()
    for facts in scenes():
        for fact in facts:
            for language in LANGUAGES:
                sentence = RAIDERS.tell_fact(fact, language)
                assert "–:" not in sentence
                assert not sentence.startswith(fact["type"]), sentence
                assert "{" not in sentence
                said.add(fact["type"])
    assert {"torch_protected", "chest_won", "second_fight_began", "character_petrified"} <= said
