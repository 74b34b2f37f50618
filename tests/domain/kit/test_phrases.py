"""Facts and actions as sentences."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.kit.phrases import LANGUAGES, Language, Phrasebook, counted, seat_name

TEXTS = {
    "facts": {
        "hit": {"en": "{seat} hits {target_seat} for {lives} with {card}.", "ru": "{seat} бьёт {target_seat}: {card}."},
        "shared": {"en": "{seats} share {cards}.", "ru": "{seats} делят {cards}."},
        "won": {"en": "{winner} wins: {is_close}.", "ru": "{winner} побеждает: {is_close}."},
        "healed": {"en": "{seat} heals {wounds:wound}.", "ru": "{seat} лечит {wounds:wound}."},
        "healed.all": {"en": "{seat} is well again.", "ru": "{seat} снова здоров."},
        "healed.all.magic": {"en": "{seat} glows.", "ru": "{seat} сияет."},
        "english_only": {"en": "Nothing."},
    },
    "actions": {"play": {"en": "Play {card}.", "ru": "Сыграть {card}."}},
    "counted": {"wound": {"en": ["wound", "wounds"], "ru": ["рану", "раны", "ран"]}},
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


@pytest.mark.parametrize(
    ("cases", "said"),
    [
        ((), "Seat 1 heals 2 wounds."),
        (("all",), "Seat 1 is well again."),
        (("all", "magic"), "Seat 1 glows."),
        (("all", "herbs"), "Seat 1 is well again."),
        (("some", "magic"), "Seat 1 heals 2 wounds."),
    ],
)
def test_the_longest_variant_that_has_a_sentence_is_told(cases: tuple[str, ...], said: str) -> None:
    assert BOOK.fact({"type": "healed", "seat": 0, "wounds": 2}, "en", *cases) == said


@pytest.mark.parametrize(
    ("number", "english", "russian"),
    [
        (0, "0 wounds", "0 ран"),
        (1, "1 wound", "1 рану"),
        (2, "2 wounds", "2 раны"),
        (5, "5 wounds", "5 ран"),
        (11, "11 wounds", "11 ран"),
        (12, "12 wounds", "12 ран"),
        (21, "21 wounds", "21 рану"),
        (114, "114 wounds", "114 ран"),
    ],
)
def test_a_counted_noun_takes_the_form_that_goes_with_the_number(number: int, english: str, russian: str) -> None:
    forms = {"en": ["wound", "wounds"], "ru": ["рану", "раны", "ран"]}

    assert counted(number, forms["en"], "en") == english
    assert counted(number, forms["ru"], "ru") == russian
    assert BOOK.fact({"type": "healed", "seat": 0, "wounds": number}, "ru") == f"Место 1 лечит {russian}."


def test_a_counted_field_without_a_number_is_told_as_any_other() -> None:
    assert BOOK.fact({"type": "healed", "seat": 0}, "en") == "Seat 1 heals –."
    assert BOOK.fact({"type": "healed", "seat": 0, "wounds": None}, "en") == "Seat 1 heals nobody."
