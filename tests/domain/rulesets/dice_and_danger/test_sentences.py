"""Sentences that people read, in both languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from delvebook.domain.kit.phrases import LANGUAGES, Language, Phrasebook, Voice
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.ruleset import View, load_data
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from delvebook.domain.rulesets.dice_and_danger.sentences import tell_action, tell_fact
from delvebook.domain.rulesets.dice_and_danger.state import ABILITIES
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.dice_and_danger.positions import POSITIONS
from tests.domain.rulesets.dice_and_danger.tables import RULES

TEXTS = load_data(RULES.package, "texts.json")
GOLDEN: dict[str, list[dict[str, Any]]] = json.loads(
    Path(__file__).with_name("sentences.json").read_text(encoding="utf-8")
)
"""One example of every sentence: each type of fact and of action, in each circumstance."""


def view_at(position: str | None) -> View | None:
    return None if position is None else RULES.view(POSITIONS[position](), seat_viewer(0))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("golden", GOLDEN["facts"], ids=lambda golden: golden["en"])
def test_a_fact_reads_as_a_person_at_the_table_tells_it(golden: dict[str, Any], language: Language) -> None:
    assert RULES.tell_fact(golden["fact"], Voice(language)) == golden[language]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("golden", GOLDEN["actions"], ids=lambda golden: golden["en"])
def test_an_action_says_what_is_at_stake(golden: dict[str, Any], language: Language) -> None:
    view = view_at(golden["position"])

    assert RULES.tell_action(golden["action"], Voice(language), view=view) == golden[language]


def test_the_actions_told_are_legal_in_their_positions() -> None:
    for golden in GOLDEN["actions"]:
        if golden["position"] is not None:
            assert golden["action"] in RULES.legal(POSITIONS[golden["position"]](), 0), golden["position"]


def test_every_sentence_has_an_example() -> None:
    """Each sentence is needed: with it changed, some example reads otherwise."""
    views = [view_at(golden["position"]) for golden in GOLDEN["actions"]]
    without_example = []
    for kind in ("facts", "actions"):
        for key in TEXTS[kind]:
            changed = {**TEXTS, kind: {**TEXTS[kind], key: {"en": "changed", "ru": "changed"}}}
            book = Phrasebook(changed)
            told = [tell_fact(book, golden["fact"], Voice("en")) for golden in GOLDEN["facts"]]
            told += [
                tell_action(book, golden["action"], Voice("en"), view=view)
                for golden, view in zip(GOLDEN["actions"], views, strict=True)
            ]
            if told == [golden["en"] for golden in (*GOLDEN["facts"], *GOLDEN["actions"])]:
                without_example.append(key)

    assert without_example == []


def test_different_choices_read_differently() -> None:
    """In every position, no two legal actions share a sentence."""
    for position in POSITIONS:
        state, view = POSITIONS[position](), view_at(position)
        for language in LANGUAGES:
            told = [RULES.tell_action(action, Voice(language), view=view) for action in RULES.legal(state, 0)]
            assert len(set(told)) == len(told), position


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
                sentence = RULES.tell_fact(one, Voice(language))
                if any(mark in sentence for mark in ("–", "{", "}", "None", "_", "никто", "nobody is")):
                    gaps.append(sentence)
        for seat in range(table.seats):
            view = RULES.view(table.state, seat_viewer(seat))
            for action in table.legal(seat):
                for language in LANGUAGES:
                    told = [RULES.tell_action(action, Voice(language), view=known) for known in (None, view)]
                    gaps.extend(one for one in told if any(mark in one for mark in ("–", "{", "}", "None", "_")))

    bots = [RULES.bot("greedy")] * seats
    play_through(RULES, {"adventure": adventure}, bots=bots, seed=seed_of(f"words/{adventure}"), on_step=listen)

    assert gaps == []


def test_every_id_has_a_name_in_both_languages() -> None:
    ids = [*CONTENT.dungeons, *ABILITIES, *RULES.end_reasons]
    for dungeon in CONTENT.dungeons.values():
        ids += [*dungeon.rooms, *(f"bonus.{bonus}" for bonus in dungeon.bonuses)]
        for cell in dungeon.cells.values():
            ids += [cell.kind, f"visit.{cell.kind}"]
    names = TEXTS["names"]

    assert [id_ for id_ in ids if not all(names.get(id_, {}).get(language) for language in LANGUAGES)] == []
