"""What games tell is read by a linter, and the linter by a table of what it must find and must not."""

from __future__ import annotations

import pytest

from delvebook.domain.phrases import Language
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets.registry import get_ruleset
from tests.contract.language import Linter, Told, run

SENTENCES = 40_000


def test_a_title_tells_nothing_that_no_native_speaker_would_write(ruleset: AnyRuleset) -> None:
    faults = [fault for _, found in run(ruleset, count=SENTENCES) for fault in found]

    assert faults == []


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("en", "Anna takes 1 wounds.", "plural after 1"),
        ("en", "Anna takes 2 wound.", "wrong number"),
        ("en", "Anna takes 1 wound", "full stop"),
        ("en", "anna's torch is lit.", "capital"),
        ("en", "Anna lights a torch torch.", "doubled word"),
        ("en", "Anna  lights a torch.", "two blanks"),
        ("en", "Anna lights a torch .", "blank before a mark"),
        ("en", "Anna lights a torch; .", "two marks"),
        ("en", "Anna lights the a torch.", "article before another"),
        ("en", "Anna finds a item.", "a before a vowel"),
        ("en", "Anna finds an key.", "an before a consonant"),
        ("en", "Anna plays mon_dragon.", "an id"),
        ("en", "Anna plays {card}.", "an id"),
        ("en", "Anna plays –.", "figure that is missing"),
        ("en", "Anna plays (a torch.", "unbalanced"),
        ("en", "Anna plays факел.", "Cyrillic"),
        ("ru", "Анна получает 1 ранения.", "wrong number"),
        ("ru", "Анна получает 5 ранения.", "wrong number"),
        ("ru", "Анна получает 22 ранений.", "wrong number"),
        ("ru", "Анна получает 11 ранение.", "wrong number"),
        ("ru", "Анна играет torch.", "Latin"),
        ("ru", "Анна идёт в темную комнату.", "ё"),
        ("ru", "Анна идёт еще раз.", "ё"),
        ("ru", "Анна - вор.", "hyphen"),
        ("ru", "Анна — вор", "full stop"),
    ],
)
def test_a_bad_sentence_is_found(language: Language, text: str, found: str) -> None:
    faults = [*Linter(get_ruleset("dungeon-raiders")).faults(Told("fact", language, text))]

    assert any(found in fault for fault in faults), faults


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Anna takes 1 wound, then 2 wounds."),
        ("en", "The chest of 1 goes to Anna."),
        ("en", "Anna has an item, a unicorn and a key."),
        ("en", "Rooms 2–4 are dark."),
        ("ru", "Анна получает 1 ранение, затем 22 ранения и 11 ранений."),
        ("ru", "Анна идёт в темноту: на гекс B10."),
        ("ru", "«Анна» — вор."),
        ("ru", "Анна бросает: 1) до 1 ранения, 2) из 2 ранений."),
    ],
)
def test_a_good_sentence_is_left_alone(language: Language, text: str) -> None:
    assert [*Linter(get_ruleset("dungeon-raiders")).faults(Told("fact", language, text))] == []
