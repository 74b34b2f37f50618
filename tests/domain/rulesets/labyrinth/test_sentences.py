"""Facts and actions as sentences."""

from __future__ import annotations

import ast
from pathlib import Path

from delvebook.domain.kit.phrases import LANGUAGES
from delvebook.domain.rulesets.labyrinth import flow
from tests.domain.rulesets.labyrinth.tables import (
    RULES,
    a_state,
    explored,
    play,
)


def test_every_fact_the_rules_can_tell_has_a_sentence_in_every_language() -> None:
    folder = Path(flow.__file__).parent
    types = set()
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".tell"):
                types |= {node.args[0].value} if isinstance(node.args[0], ast.Constant) else {"?"}
    types.discard("?")
    assert len(types) > 45
    for type_ in types:
        assert RULES.phrasebook.knows("facts", str(type_)), type_


def test_sentences_read_like_somebody_telling_the_table() -> None:
    state, facts = explored("R1", team={"K4": "S1", "K2": None})
    said = {language: [RULES.tell_fact(fact, language) for fact in facts.public] for language in LANGUAGES}
    assert said["en"][-1] == "Seat 1 may take one: Rock."
    assert said["ru"][-1] == "Место 1 может забрать один Трофей: Камень."

    action = RULES.legal(state, 0)[0]
    assert RULES.tell_action(action, "en") == "Gisela Brack swaps its Trophy for Rock."
    assert RULES.tell_action(action, "ru") == "Гизела Брак меняет свой Трофей на другой: Камень."


def test_a_card_laid_the_other_way_round_is_announced_as_such() -> None:
    action = {"type": "place_location", "x": 0, "y": -1, "rotation": 180}

    assert RULES.tell_action(action, "en") == "I lay the Location at (0, -1), turned around."
    assert RULES.tell_action({**action, "rotation": 0}, "en") == "I lay the Location at (0, -1), upright."
    assert "180" in RULES.tell_action({**action, "type": "place_chest"}, "ru")


def test_no_sentence_of_a_duel_misses_a_word() -> None:
    state = a_state(table=[("L10", (1, 0), 0)], rivals=[("blue", "K9", None, (1, 0))], top=["R1", "BL1"])
    for fact in play(state, "move", x=1, y=0).public:
        for language in LANGUAGES:
            sentence = RULES.tell_fact(fact, language)
            assert "–" not in sentence
            assert "nobody" not in sentence
