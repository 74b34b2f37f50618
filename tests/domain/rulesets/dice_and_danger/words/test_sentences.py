"""Sentences that people read, in both languages, at length and in short."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from delvebook.domain.bots import View
from delvebook.domain.phrases import LANGUAGES, SECTIONS, Phrasebook, Voice
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.refusals import Refusal
from delvebook.domain.ruleset import load_data
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from delvebook.domain.rulesets.dice_and_danger.state import ABILITIES
from delvebook.domain.rulesets.dice_and_danger.words.sentences import tell_action, tell_fact, tell_refusal
from delvebook.domain.stakes import Promise, expect, tell_promise
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.dice_and_danger.positions import POSITIONS
from tests.domain.rulesets.dice_and_danger.tables import RULES, act, game, sheet, take

TEXTS = load_data(RULES.package, "texts.json")
GOLDEN: dict[str, list[dict[str, Any]]] = json.loads(
    Path(__file__).with_name("sentences.json").read_text(encoding="utf-8")
)
"""One example of every sentence: each type of fact, action and refusal, in each circumstance."""
NAMES: Final = ("Anna", "Boris", None)
"""The players of the examples; the third has no name."""
NARROW: Final = 60
"""A short sentence has at most this many characters."""
VOICES: Final = [Voice(language, NAMES, brief) for language in LANGUAGES for brief in (False, True)]
GAPS: Final = ("–", "{", "}", "None", "_", "никто", "nobody is", "  ")
"""A pattern that a sentence matches only if a field or a name is missing."""


def view_at(position: str | None) -> View | None:
    return None if position is None else RULES.view(POSITIONS[position](), seat_viewer(0))


def tell(book: Phrasebook, golden: dict[str, Any], voice: Voice, view: View | None = None) -> str:
    """One example of any kind."""
    if "fact" in golden:
        return tell_fact(book, golden["fact"], voice)
    if "refusal" in golden:
        return tell_refusal(book, Refusal(**golden["refusal"]), voice)
    if "stake" in golden:
        kind, said = golden["stake"]["kind"], golden["stake"]["said"]
        return tell_promise(book, Promise(kind, expect("anything"), said=said), voice)
    return tell_action(book, golden["action"], voice, view=view)


def examples() -> Iterator[Any]:
    for kind, listed in GOLDEN.items():
        for golden in listed:
            yield pytest.param(golden, id=f"{kind}: {golden['en']}")


@pytest.mark.parametrize("golden", [*examples()])
def test_a_sentence_reads_as_a_person_at_the_table_says_it(golden: dict[str, Any]) -> None:
    view = view_at(golden.get("position"))
    short = golden.get("short", {})
    for language in LANGUAGES:
        assert tell(RULES.phrasebook, golden, Voice(language, NAMES), view) == golden[language]
        brief = tell(RULES.phrasebook, golden, Voice(language, NAMES, brief=True), view)
        assert brief == short.get(language, golden[language])
        assert "stake" in golden or len(brief) <= NARROW


def test_every_example_names_the_clause_that_it_was_read_from() -> None:
    read_from = [
        golden["refusal"]["clause"] if kind == "refusals" else golden["rule"]
        for kind, listed in GOLDEN.items()
        for golden in listed
    ]

    assert set(read_from) <= set(RULES.clauses)


def test_the_actions_told_are_legal_in_their_positions() -> None:
    for golden in GOLDEN["actions"]:
        if golden["position"] is not None:
            assert golden["action"] in RULES.legal(POSITIONS[golden["position"]](), 0), golden["position"]


def test_every_sentence_has_an_example() -> None:
    """Each sentence is needed: if it is changed, some example reads differently."""
    listed = [(golden, view_at(golden.get("position"))) for kind in GOLDEN.values() for golden in kind]
    expected = [(golden["en"], golden.get("short", {}).get("en", golden["en"])) for golden, _ in listed]
    without_example = []
    for section in SECTIONS:
        for key, texts in TEXTS[section].items():
            changed = {"en": "changed", "ru": "changed", "short": {"en": "changed", "ru": "changed"}}
            book = Phrasebook({**TEXTS, section: {**TEXTS[section], key: changed}})
            told = [
                (tell(book, golden, Voice("en", NAMES), view), tell(book, golden, Voice("en", NAMES, brief=True), view))
                for golden, view in listed
            ]
            if told == expected or ("short" in texts and [one[1] for one in told] == [one[1] for one in expected]):
                without_example.append(f"{section}: {key}")

    assert without_example == []


def test_different_choices_read_differently() -> None:
    """In every position, no two legal actions share a sentence, at length or in short."""
    for position in POSITIONS:
        state, view = POSITIONS[position](), view_at(position)
        for voice in VOICES:
            told = [RULES.tell_action(action, voice, view=view) for action in RULES.legal(state, 0)]
            assert len(set(told)) == len(told), position


@pytest.mark.parametrize("adventure", ["animals", "cultists", "pyramid", "dinosaurs"])
@pytest.mark.parametrize("seats", [1, 2])
def test_no_sentence_of_a_whole_game_has_a_gap_or_is_too_long_in_short(adventure: str, seats: int) -> None:
    gaps: list[str] = []
    broad: set[str] = set()

    def listen(table: Any, step: Any) -> None:
        said = [*step.body.data["facts"]]
        for envelope in step.body.sealed:
            said += envelope.content["facts"]
        told = [RULES.tell_fact(one, voice) for one in said for voice in VOICES]
        short = [RULES.tell_fact(one, voice) for one in said for voice in VOICES if voice.brief]
        for seat in range(table.seats) if step.n % 3 == 0 else ():
            view = RULES.view(table.state, seat_viewer(seat))
            for action in table.legal(seat):
                told += [RULES.tell_action(action, voice, view=known) for known in (None, view) for voice in VOICES]
                short += [RULES.tell_action(action, voice, view=view) for voice in VOICES if voice.brief]
        gaps.extend(one for one in told if any(mark in one for mark in GAPS))
        broad.update(one for one in short if len(one) > NARROW)

    bots = [RULES.bot("greedy")] * seats
    play_through(RULES, {"adventure": adventure}, bots=bots, seed=seed_of(f"words/{adventure}"), on_step=listen)

    assert gaps == []
    assert broad == set()


def test_every_refusal_has_its_sentence() -> None:
    """The refusal of every action, in every position and for every seat, is told without a gap."""
    told: dict[str, str] = {}
    for position in POSITIONS.values():
        state = position()
        for seat in range(len(state["sheets"])):
            for action in RULES.action_space(state):
                refusal = RULES.refusal(state, seat, action)
                if refusal is not None:
                    told |= {RULES.tell_refusal(refusal, voice): refusal.key for voice in VOICES}

    assert [sentence for sentence in told if any(mark in sentence for mark in GAPS)] == []
    assert set(told.values()) <= set(TEXTS["refusals"])
    assert len(set(told.values())) > 20


def test_nothing_is_told_twice_to_the_seat_that_marks() -> None:
    """Its step says what was done, not on what. The seat is told the facts alone, which say what, and what follows."""
    state = game(sheet(visited=["c39", "c43", "c47"]), dice=(2, 2, 3, 5, 1))
    take(state, 0)
    action = {"type": "mark", "step": "visit", "pair": 0, "cell": "c48"}
    facts = act(state, 0, "visit", pair=0, cell="c48")
    echoes = RULES.echoes(action, facts)

    assert "mark" in RULES.told_by_facts
    left = [fact["type"] for at, fact in enumerate(facts) if at not in echoes]
    assert left == ["cell_visited", "number_unlocked", *["damage_dealt"] * 7]


def test_every_id_has_a_name_in_both_languages() -> None:
    ids = [*CONTENT.dungeons, *ABILITIES, *RULES.end_reasons]
    for dungeon in CONTENT.dungeons.values():
        ids += [*dungeon.rooms, *dungeon.bonuses]
        for cell in dungeon.cells.values():
            ids += [cell.kind, f"{cell.kind}.acc"]
    names = TEXTS["names"]

    assert [id_ for id_ in ids if not all(names.get(id_, {}).get(language) for language in LANGUAGES)] == []
