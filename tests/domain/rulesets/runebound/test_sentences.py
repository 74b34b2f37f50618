"""Facts and actions as sentences."""

from __future__ import annotations

import re
from pathlib import Path

import delvebook.domain.rulesets.runebound as package
from delvebook.domain.bots import random_bot
from delvebook.domain.kit.phrases import LANGUAGES
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.rulesets.runebound.bot import greedy_bot
from delvebook.domain.table import Table
from tests.domain.rulesets.runebound.tables import RULESET


def test_actions_are_told_with_their_choices() -> None:
    boost = [{"source": "M59", "index": 0, "times": 1}, {"source": "hero", "index": 0, "times": 2}]
    told = {
        "Attack by Pyromancer Dessa": {"type": "attack", "character": "M78", "boosts": []},
        "The hero defends, with Scroll of Certainty, the hero ×2": {"type": "defend", "boosts": boost},
        "I use Scroll of Passage, to Veldmoor": {"type": "use_ability", "source": "M58", "index": 0, "town": "f13"},
        "I use Compass Rose on dice 1, 3": {"type": "use_ability", "source": "M34", "index": 0, "dice": [0, 2]},
        "I use Red Draught for the hero": {"type": "use_ability", "source": "M53", "index": 0, "target": "hero"},
        "I take the test": {"type": "roll_test", "skill_uses": 0, "boosts": []},
        "I take the test, using the skill ×2": {"type": "roll_test", "skill_uses": 2, "boosts": []},
        "I stay on the hex": {"type": "retreat", "to": None},
        "I go back to H7": {"type": "retreat", "to": "h7"},
        "I keep none of them": {"type": "choose_loot", "card": None},
        "I use none of the dice": {"type": "move", "path": []},
        "I move along H6, I7": {"type": "move", "path": ["h6", "i7"]},
        "I rest: the hero 2, Brother Aldous 1": {"type": "rest", "hero": 2, "allies": {"M73": 1}},
    }
    for sentence, action in told.items():
        assert RULESET.tell_action(action, "en") == sentence
        assert RULESET.parse_action(action) == action


def test_one_wound_is_told_as_one() -> None:
    wounds = {"type": "wounds_suffered", "clauses": [], "seat": 0, "character": "hero", "n": 1}

    assert RULESET.tell_fact(wounds, "en") == "Seat 1: a wound (the hero)"
    assert RULESET.tell_fact({**wounds, "n": 2}, "en") == "Seat 1: 2 wounds (the hero)"


def test_no_sentence_has_a_hole() -> None:
    """Over games that have a bit of everything: no field is missing from a fact that its sentence speaks of."""
    seen = set()

    def listen(game: Table, step: object) -> None:
        for fact in step.body.data["facts"]:  # type: ignore[attr-defined]
            seen.add(fact["type"])
            for language in LANGUAGES:
                said = RULESET.tell_fact(fact, language)
                assert "–" not in said.replace(" – ", ""), (fact, said)
                assert "{" not in said

    for bots in ([greedy_bot] * 3, [random_bot] * 3):
        play_through(RULESET, {"round_limit": 60}, bots=bots, seed=seed_of("sentences"), on_step=listen)
    assert len(seen) > 60


def test_every_sentence_is_for_a_fact_the_rules_tell() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in sorted(Path(package.__path__[0]).glob("*.py")))
    named = set(re.findall(r'"([a-z_]+)"', code))

    assert {type_.partition(".")[0] for type_ in RULESET.phrasebook._templates["facts"]} <= named
