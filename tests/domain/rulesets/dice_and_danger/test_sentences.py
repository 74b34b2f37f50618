"""Sentences people read, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.kit.phrases import LANGUAGES
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.ruleset import load_data
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from delvebook.domain.rulesets.dice_and_danger.state import ABILITIES
from tests.domain.rulesets.dice_and_danger.tables import RULES


def fact(type_: str, **fields: Any) -> dict[str, Any]:
    return {"type": type_, "clauses": [], "seat": 0, **fields}


@pytest.mark.parametrize(
    ("said", "english", "russian"),
    [
        (
            fact("dice_rolled", round=3, white=[2, 2, 4, 5], black=1),
            "Round 3: Seat 1 rolls 2, 2, 4, 5, and 1 on the black die.",
            "Раунд 3: Место 1 бросает кубики: 2, 2, 4, 5, на Чёрном — 1.",
        ),
        (
            fact("pairs_chosen", dice=[[2, 2], [4, 5]], sums=[4, 9], black=False, pairs=[[0, 1], [2, 3]]),
            "Seat 1 takes 2+2 and 4+5: 4 and 9.",
            "Место 1 берёт пары 2+2 и 4+5: 4 и 9.",
        ),
        (
            fact("cell_visited", cell="c10", kind="doubles", number=None, by="pair"),
            "Seat 1 visits c10 (doubles cell).",
            "Место 1 посещает клетку: c10 (клетка дублей).",
        ),
        (
            fact("cell_visited", cell="c02", kind="plain", number=4, by="torch"),
            "Seat 1 visits c02 (plain cell 4) by torchlight.",
            "Место 1 с Факелом посещает клетку: c02 (обычная клетка 4).",
        ),
        (
            fact("monster_defeated", room="goose", first=True, gems=2, hearts=0),
            "Seat 1 is first to defeat Grouchy Goose: 2 gems.",
            "Место 1 первым побеждает Монстра Ворчливый Гусь: 2 самоцвета.",
        ),
        (
            fact("monster_defeated", room="goose", first=False, gems=1, hearts=0),
            "Seat 1 defeats Grouchy Goose, as others did before: 1 gem.",
            "Место 1 побеждает Монстра Ворчливый Гусь вслед за другими: 1 самоцвет.",
        ),
        (
            fact("life_lost", reason="skipped", amount=2, extra=1, track=1),
            "Seat 1 loses 2 lives for unused pairs (1 of it from Extra Life).",
            "Место 1 теряет за неиспользованные пары: 2 очка Здоровья (из них с Дополнительной Жизни: 1).",
        ),
        (
            fact("damage_dealt", room="sandy", amount=3, source="worm", left=15),
            "The wound of the coil goes through to Sandy of Seat 1: 3 damage.",
            "Рана витка достаётся и Боссу (Место 1): Sandy, 3 Урона.",
        ),
        (
            fact("black_symbol_crossed", symbols=0),
            "Seat 1 pays for the black die; 0 black-die symbols left.",
            "Место 1 платит за Чёрный кубик; осталось: 0 символов Чёрного кубика.",
        ),
        (
            fact("torches_kept", torches=2),
            "Seat 1 keeps 2 torches for later.",
            "Место 1 оставляет про запас: 2 Факела.",
        ),
        (
            fact("monster_defeated", room="sandy", first=True, gems=8, hearts=2),
            "Seat 1 is first to defeat Sandy: 8 gems.",
            "Место 1 первым побеждает Монстра Sandy: 8 самоцветов.",
        ),
        (
            fact("clouds_revealed", cells=["c03", "c06"], numbers=[8, 3]),
            "Seat 1 shows the clouds: c03: 8, c06: 3.",
            "Место 1 показывает Облака: c03: 8, c06: 3.",
        ),
        (
            fact("step_made", steps=3, finished=True),
            "Seat 1 has finished the round.",
            "Место 1 завершает раунд.",
        ),
    ],
)
def test_facts_read_like_a_person_telling_them(said: dict[str, Any], english: str, russian: str) -> None:
    assert RULES.tell_fact(said, "en") == english
    assert RULES.tell_fact(said, "ru") == russian


@pytest.mark.parametrize(
    ("action", "english", "russian"),
    [
        ({"type": "mark"}, "Mark something on the own sheet, unseen.", "Тайно сделать отметку на своём Листе."),
        ({"type": "write_cloud"}, "Write a cloud number, unseen.", "Тайно вписать число в Облако."),
        (
            {"type": "mark", "step": "pairs", "pairs": [[0, 2], [1, 4]]},
            "Take the pairs white 1+white 3 and white 2+black.",
            "Взять пары: белый 1+белый 3 и белый 2+чёрный.",
        ),
        (
            {"type": "mark", "step": "visit", "pair": 1, "cell": "c21"},
            "Use the second pair on the cell c21.",
            "Посетить клетку c21: вторая пара.",
        ),
        (
            {"type": "mark", "step": "attack", "pair": 0, "room": "goose"},
            "Hit Grouchy Goose with the first pair.",
            "Ударить Монстра Ворчливый Гусь: первая пара.",
        ),
        (
            {"type": "mark", "step": "chest", "ability": "torches"},
            "Take Torches from the chest.",
            "Взять из сундука: Факелы.",
        ),
    ],
)
def test_actions_read_as_one_would_announce_them(action: dict[str, Any], english: str, russian: str) -> None:
    assert RULES.tell_action(action, "en") == english
    assert RULES.tell_action(action, "ru") == russian


@pytest.mark.parametrize("adventure", ["animals", "cultists", "pyramid", "dinosaurs"])
@pytest.mark.parametrize("seats", [1, 2])
def test_no_sentence_of_a_whole_game_has_a_gap(adventure: str, seats: int) -> None:
    gaps = []

    def listen(table: Any, step: Any) -> None:
        said = [*step.body.data["facts"]]
        for envelope in step.body.sealed:
            said += envelope.content["facts"]
        for one in said:
            for language in LANGUAGES:
                sentence = RULES.tell_fact(one, language)
                if any(mark in sentence for mark in ("–", "{", "}", "None", "_", "никто", "nobody is")):
                    gaps.append(sentence)
        for seat in range(table.seats):
            for action in table.legal(seat):
                for language in LANGUAGES:
                    sentence = RULES.tell_action(action, language)
                    if any(mark in sentence for mark in ("–", "{", "}", "None", "_")):
                        gaps.append(sentence)

    bots = [RULES.bot("greedy")] * seats
    play_through(RULES, {"adventure": adventure}, bots=bots, seed=seed_of(f"words/{adventure}"), on_step=listen)

    assert gaps == []


def test_every_id_has_a_name_in_both_languages() -> None:
    ids = [*CONTENT.dungeons, *ABILITIES, *RULES.end_reasons]
    for dungeon in CONTENT.dungeons.values():
        ids += [*dungeon.rooms, *dungeon.bonuses, *(cell.kind for cell in dungeon.cells.values())]
    names = load_data(RULES.package, "texts.json")["names"]

    assert [id_ for id_ in ids if not all(names.get(id_, {}).get(language) for language in LANGUAGES)] == []
