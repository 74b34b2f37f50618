"""Facts and actions as sentences."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.phrases import ENGLISH, LANGUAGES, Language, Part, Phrasebook, Voice, counted
from delvebook.domain.refusals import Refusal

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
RUSSIAN = Voice("ru")


def test_a_fact_is_told_in_both_languages() -> None:
    fact = {"type": "hit", "clauses": ["XX-1"], "seat": 0, "target_seat": 2, "lives": 3, "card": "axe"}

    assert BOOK.fact(fact, ENGLISH) == "Seat 1 hits Seat 3 for 3 with the axe."
    assert BOOK.fact(fact, RUSSIAN) == "Место 1 бьёт Место 3: топор."


def test_an_action_is_told_as_one_would_announce_it() -> None:
    assert BOOK.action({"type": "play", "card": "axe"}, ENGLISH) == "Play the axe."
    assert BOOK.action({"type": "play", "card": "axe"}, RUSSIAN) == "Сыграть топор."


def test_lists_are_told_with_commas_and_seats_by_their_names() -> None:
    fact = {"type": "shared", "seats": [0, 3], "cards": ["axe", "bow"]}

    assert BOOK.fact(fact, ENGLISH) == "Seat 1, Seat 4 share the axe, bow."


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
    assert BOOK.value(field, value, ENGLISH) == said


def test_a_missing_field_is_told_as_a_dash_and_null_as_nobody() -> None:
    assert BOOK.fact({"type": "won", "winner": None}, ENGLISH) == "nobody wins: –."
    assert BOOK.fact({"type": "won", "winner": None, "is_close": True}, RUSSIAN) == "никто побеждает: да."


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_has_no_sentence_is_told_field_by_field(language: Language) -> None:
    told = BOOK.fact({"type": "fell", "clauses": ["XX-9"], "card": "axe", "lives": 2}, Voice(language))

    assert told == f"fell: card: {BOOK.name('axe', Voice(language))}, lives: 2"


def test_a_text_s_braces_in_a_value_are_not_filled() -> None:
    assert BOOK.action({"type": "play", "card": "{seat}", "seat": 1}, ENGLISH) == "Play {seat}."


def test_a_sentence_is_known_if_every_language_has_it() -> None:
    assert BOOK.knows("facts", "hit")
    assert BOOK.knows("actions", "play")
    assert not BOOK.knows("facts", "english_only")
    assert not BOOK.knows("facts", "play")


def test_seats_without_a_name_are_counted_from_one() -> None:
    assert [Voice(language).seat(0) for language in LANGUAGES] == ["Seat 1", "Место 1"]
    assert Voice("en", ("Anna", None)).seat(1) == "Seat 2"
    assert Voice("en", ("Anna",)).seat(2) == "Seat 3"


ANNA = ("Anna", "Борис")


@pytest.mark.parametrize(
    ("case", "english", "named", "nameless"),
    [
        ("nom", "Anna", "Anna", "Место 1"),
        ("gen", "Anna", "игрока «Anna»", "места 1"),
        ("dat", "Anna", "игроку «Anna»", "месту 1"),
        ("acc", "Anna", "игрока «Anna»", "место 1"),
        ("ins", "Anna", "игроком «Anna»", "местом 1"),
        ("prep", "Anna", "игроке «Anna»", "месте 1"),
    ],
)
def test_a_player_s_name_is_quoted_and_the_noun_declined(case: str, english: str, named: str, nameless: str) -> None:
    book = Phrasebook({"facts": {"seen": dict.fromkeys(LANGUAGES, f"{{seat:{case}}}")}})
    fact = {"type": "seen", "clauses": [], "seat": 0}

    assert book.fact(fact, Voice("en", ANNA)) == english
    assert book.fact(fact, Voice("ru", ANNA)) == named
    assert book.fact(fact, RUSSIAN) == nameless
    assert book.fact(fact, ENGLISH) == "Seat 1"


def test_every_seat_of_a_list_is_told_in_the_case_asked_for() -> None:
    book = Phrasebook({"facts": {"seen": {"en": "{seats:dat}", "ru": "{seats:dat}"}}})

    told = book.fact({"type": "seen", "clauses": [], "seats": [0, 1]}, Voice("ru", ANNA))

    assert told == "игроку «Anna», игроку «Борис»"


def test_a_name_has_forms_of_its_own() -> None:
    texts = {
        "facts": {"lost": {"en": "{card:gen} is lost.", "ru": "Больше нет {card:gen}."}},
        "names": {
            "axe": {"en": "the axe", "ru": "топор"},
            "axe.gen": {"en": "the axe", "ru": "топора"},
            "bow": {"en": "the bow", "ru": "лук"},
        },
    }

    assert Phrasebook(texts).fact({"type": "lost", "card": "axe"}, RUSSIAN) == "Больше нет топора."
    assert Phrasebook(texts).fact({"type": "lost", "card": "bow"}, RUSSIAN) == "Больше нет лук."


def test_a_brief_voice_takes_the_short_form_where_there_is_one() -> None:
    texts = {
        "facts": {
            "hit": {"en": "{seat} is hit hard.", "ru": "Удар.", "short": {"en": "{seat} hit", "ru": "удар"}},
            "missed": {"en": "{seat} is missed.", "ru": "Промах."},
        }
    }
    book, brief = Phrasebook(texts), Voice("en", ANNA, brief=True)

    assert book.fact({"type": "hit", "seat": 0}, brief) == "Anna hit"
    assert book.fact({"type": "hit", "seat": 0}, Voice("en", ANNA)) == "Anna is hit hard."
    assert book.fact({"type": "missed", "seat": 0}, brief) == "Anna is missed."


def test_a_refusal_is_told_by_its_sentence_with_its_fields() -> None:
    texts = {
        "refusals": {"absent": {"en": "You hold no {card}.", "ru": "У вас нет карты «{card}»."}},
        "names": {"axe": {"en": "axe", "ru": "топор"}},
    }
    refusal = Refusal("absent", "XX-1", {"card": "axe"})

    assert Phrasebook(texts).refusal(refusal, ENGLISH) == "You hold no axe."
    assert Phrasebook(texts).refusal(refusal, RUSSIAN) == "У вас нет карты «топор»."
    assert Phrasebook(texts).refusal(Refusal.plain("no {card}", "XX-1"), RUSSIAN) == "no {card}"


def test_a_fragment_is_a_part_of_a_sentence() -> None:
    book = Phrasebook({"fragments": {"cost": {"en": " for {n}", "ru": " за {n}"}, "cost.free": {"en": "", "ru": ""}}})

    assert book.fragment("cost", ENGLISH, n=3) == " for 3"
    assert book.fragment("cost", RUSSIAN, "free", n=3) == ""


def test_an_empty_book_still_tells() -> None:
    assert Phrasebook({}).fact({"type": "fell", "clauses": [], "seat": 0}, ENGLISH) == "fell: seat: Seat 1"


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
    assert BOOK.fact({"type": "healed", "seat": 0, "wounds": 2}, ENGLISH, *cases) == said


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
    assert BOOK.fact({"type": "healed", "seat": 0, "wounds": number}, RUSSIAN) == f"Место 1 лечит {russian}."


def test_a_counted_field_without_a_number_is_told_as_any_other() -> None:
    assert BOOK.fact({"type": "healed", "seat": 0}, ENGLISH) == "Seat 1 heals –."
    assert BOOK.fact({"type": "healed", "seat": 0, "wounds": None}, ENGLISH) == "Seat 1 heals nobody."


def test_a_field_may_be_a_fragment_that_is_chosen_before_the_language_is_known() -> None:
    book = Phrasebook(
        {
            "fragments": {
                "losses": {"en": "lose {losses}", "ru": "теряют {losses}"},
                "loss": {"en": "{lost} on a {value}", "ru": "при {value} — {lost}"},
                "loss.half": {"en": "half on a {value}", "ru": "при {value} — половину"},
            }
        }
    )
    losses = [Part("loss", ("half",), {"value": 1}), Part("loss", (), {"value": 2, "lost": 3})]

    assert book.fragment("losses", Voice("en"), losses=losses) == "lose half on a 1, 3 on a 2"
    assert book.fragment("losses", Voice("ru"), losses=losses) == "теряют при 1 — половину, при 2 — 3"
