"""
Which test plays which card and holds which effect: `python -m tests.domain.rulesets.runebound.coverage` writes it to
`docs/clauses/`.

The parameters and names of the tests are read, so the page cannot claim more than is run.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from types import ModuleType
from typing import Final

from delvebook.domain.phrases import Voice
from delvebook.domain.rulesets.runebound.box.vocabulary import words
from tests.domain.rulesets.runebound import test_printed_cards
from tests.domain.rulesets.runebound.heroes import test_effects
from tests.domain.rulesets.runebound.tables import CONTENT, RULESET
from tests.house.files import ROOT

PAGE: Final = ROOT / "docs" / "runebound-coverage.md"
COMMAND: Final = "python -m tests.domain.rulesets.runebound.coverage"


def cards_played() -> dict[str, list[str]]:
    """By card or hero, the tests that are run with it, in the order of the file."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, parameters in _parametrized(test_printed_cards):
        for card in dict.fromkeys(parameters):
            found[card].append(name)
    return found


def effects_held() -> dict[str, list[str]]:
    """By word of the closed vocabulary, the tests of it alone."""
    names = [name for name in vars(test_effects) if name.startswith("test_effect_")]
    return {word: [name for name in names if f"{name}_".startswith(f"test_effect_{word}_")] for word in words()}


def page() -> str:
    """The page."""
    cards, effects = cards_played(), effects_held()
    lines = ["# Runebound: which test plays what", "", f"<!-- Written by `{COMMAND}`; do not edit. -->", ""]
    lines += ["## Effects", "", "| effect | tests in `test_effects.py` |", "|---|---|"]
    lines += [f"| `{word}` | {', '.join(f'`{name}`' for name in names)} |" for word, names in effects.items()]
    lines += ["", "## Cards and heroes", "", "| id | name | tests in `test_printed_cards.py` |", "|---|---|---|"]
    for card in (*CONTENT.heroes, *CONTENT.items, *CONTENT.adventures):
        named = RULESET.phrasebook.name(card, Voice("en"))
        lines.append(f"| {card} | {named} | {', '.join(f'`{name}`' for name in cards[card])} |")
    return "\n".join(lines) + "\n"


def _parametrized(module: ModuleType) -> Iterator[tuple[str, list[str]]]:
    for name, function in vars(module).items():
        for mark in getattr(function, "pytestmark", ()):
            if mark.name == "parametrize":
                values = [getattr(one, "values", one) for one in mark.args[1]]
                yield name, [str(value if isinstance(value, str) else value[0]) for value in values]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
