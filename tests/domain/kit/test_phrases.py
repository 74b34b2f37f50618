"""Facts and actions as sentences."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.kit.phrases import LANGUAGES, Language, Phrasebook, seat_name

TEXTS = {
    "facts": {
        "hit": {"en": "{seat} hits {target_seat} for {lives} with {card}.", "ru": "{seat} бьёт {target_seat}: {card}."},
        "shared": {"en": "{seats} share {cards}.", "ru": "{seats} делят {cards}."},
        "won": {"en": "{winner} wins: {is_close}.", "ru": "{winner} побеждает: {is_close}."},
        "english_only": {"en": "Nothing."},
    },
    "actions": {"play": {"en": "Play {card}.", "ru": "Сыграть {card}."}},
    "names": {"axe": {"en": "the axe", "ru": "топор"}},
}
BOOK = Phrasebook(TEXTS)


def test_a_fact_is_told_in_both_languages() -> None:
    fact = {"type": "hit", "clauses": ["XX-1"], "seat": 0, "target_seat": 2, "lives": 3, "card": "axe"}

    assert BOOK.fact(fact, "en") == "Seat 1 hits Seat 3 for 3 with the axe."
    assert BOOK.fact(fact, "ru") == "Место 1 бьёт Место 3: топор."


def test_an_action_is_told_as_one_would_announce_it() -> None:
    assert BOOK.action({"type": "play", "card": "axe"}, "en") == "Play the axe."
    assert BOOK.action({"type": "play", "card": "axe"}, "ru") == "Сыграть топор."


def test_lists_are_told_with_commas_and_seats_by_their_names() -> None:
    fact = {"type": "shared", "seats": [0, 3], "cards": ["axe", "bow"]}

    assert BOOK.fact(fact, "en") == "Seat 1, Seat 4 share the axe, bow."


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("gold", 0, "0"),
        ("gold", -3, "-3"),
        ("seat", 1, "Seat 2"),
        ("left_seat", 1, "Seat 2"),
        ("seats_count", 2, "2"),
        ("tied_seats", [0, 1], "Seat 1, Seat 2"),
        ("seats", [], "–"),
        ("cards", [], "–"),
        ("card", None, "nobody"),
        ("is_open", True, "yes"),
        ("is_open", False, "no"),
        ("card", "axe", "the axe"),
        ("card", "unnamed", "unnamed"),
        ("by", {"seat": 1, "axe": 2}, "the axe: 2, seat: Seat 2"),
        ("rolls", [[1, 2], [3]], "1, 2, 3"),
    ],
)
def test_a_value_in_words(field: str, value: Any, said: str) -> None:
    assert BOOK.value(field, value, "en") == said


def test_a_missing_field_is_told_as_a_dash_and_null_as_nobody() -> None:
    assert BOOK.fact({"type": "won", "winner": None}, "en") == "nobody wins: –."
    assert BOOK.fact({"type": "won", "winner": None, "is_close": True}, "ru") == "никто побеждает: да."


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_has_no_sentence_is_told_field_by_field(language: Language) -> None:
    told = BOOK.fact({"type": "fell", "clauses": ["XX-9"], "card": "axe", "lives": 2}, language)

    assert told == f"fell: card: {BOOK.name('axe', language)}, lives: 2"


def test_a_text_s_braces_in_a_value_are_not_filled() -> None:
    assert BOOK.action({"type": "play", "card": "{seat}", "seat": 1}, "en") == "Play {seat}."


def test_a_sentence_is_known_if_every_language_has_it() -> None:
    assert BOOK.knows("facts", "hit")
    assert BOOK.knows("actions", "play")
    assert not BOOK.knows("facts", "english_only")
    assert not BOOK.knows("facts", "play")


def test_seats_are_counted_from_one_for_people() -> None:
    assert [seat_name(0, language) for language in LANGUAGES] == ["Seat 1", "Место 1"]


def test_an_empty_book_still_tells() -> None:
    assert Phrasebook({}).fact({"type": "fell", "clauses": [], "seat": 0}, "en") == "fell: seat: Seat 1"
