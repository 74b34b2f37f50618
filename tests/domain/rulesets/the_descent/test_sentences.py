"""Facts and actions as sentences."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.kit.phrases import LANGUAGES
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.rulesets.the_descent.content import CARDS, CREATURE_KINDS, FINDS
from delvebook.domain.rulesets.the_descent.geometry import PLACES
from tests.domain.rulesets.the_descent.tables import (
    CONTENT,
    RULESET,
    Cave,
    told,
)


def test_every_id_has_a_name_in_every_language() -> None:
    for identifier in (*CARDS, *CREATURE_KINDS, *FINDS, *PLACES, *CONTENT.tiles, *RULESET.end_reasons):
        for language in LANGUAGES:
            assert RULESET.phrasebook.name(identifier, language) != identifier or language == "en"


def test_sentences_leave_no_gap_and_no_id_over_whole_games() -> None:
    gaps: dict[str, str] = {}

    def watch(table: Any, step: Any) -> None:
        facts = list(step.body.data["facts"])
        for envelope in step.body.sealed:
            facts += envelope.content.get("facts", [])
        for fact in facts:
            for language in LANGUAGES:
                sentence = RULESET.tell_fact(fact, language)
                if "–" in sentence or "{" in sentence or "_" in sentence or sentence.startswith(fact["type"]):
                    gaps[fact["type"]] = sentence

    def bold(view: Any, legal: Any, *, chance: Any) -> Any:
        rest = [action for action in legal if action["type"] not in ("end_turn", "surrender")]
        return random_bot(view, rest or legal, chance=chance)

    for game in range(3):
        play_through(RULESET, {"round_limit": 20}, bots=[bold] * 3, seed=seed_of(f"words/{game}"), on_step=watch)
    assert {
        type_: text for type_, text in gaps.items() if type_ not in ("hand_discarded", "creature_phase_began")
    } == {}


@pytest.mark.parametrize(
    ("fact", "english", "russian"),
    [
        (
            {"type": "character_moved", "how": "rope", "seat": 0, "from_cell": [5, 8], "to_cell": [4, 8]},
            "Seat 1 moves on a rope from (5, 8) to (4, 8).",
            "Место 1 перебирается по верёвке с (5, 8) на (4, 8).",
        ),
        (
            {"type": "health_lost", "seat": 1, "health": 1, "left": 2, "cause": "collapse"},
            "Falling stones cost Seat 2 1 health; 2 left.",
            "Место 2 теряет при обвале здоровье: 1, остаётся 2.",
        ),
        (
            {"type": "game_ended", "reason": "round_limit"},
            "The last round is over, and so is the game.",
            "Последний круг сыгран: игра окончена.",
        ),
    ],
)
def test_sentences_fit_their_case(fact: dict[str, Any], english: str, russian: str) -> None:
    assert RULESET.tell_fact(fact, "en") == english
    assert RULESET.tell_fact(fact, "ru") == russian


def test_actions_are_announced() -> None:
    assert RULESET.tell_action({"type": "answer_loss", "card": "none"}, "en") == "Take the loss."
    assert (
        RULESET.tell_action({"type": "use_lamp", "tile": "r2c1"}, "ru") == "Каска-фонарь: открыть левый тайл уровня 2."
    )
    assert RULESET.tell_action({"type": "route_creature", "option": 0}, "en") == "Let the creature take way number 1."


def test_a_fall_names_everybody_in_it() -> None:
    cave = Cave((5, 5), (4, 2)).token("chest", (6, 5))
    facts = cave.do(0, "step", dir="right")

    assert RULESET.tell_fact(told(facts, "objects_fell")[0], "en") == "Seat 1, chest fall: 6 cells."
