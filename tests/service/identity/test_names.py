"""Names that people can trust."""

from __future__ import annotations

import re
import sys
import unicodedata
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebook.service.base.errors import InvalidInputError, NameReservedError
from delvebook.service.identity.names import (
    FORM_MAX,
    MARKS_MAX,
    NAME_MAX,
    clean_name,
    fold,
    require_free_words,
    skeleton,
)


@pytest.mark.parametrize(
    "name",
    [
        *("Ada", "Ада Л.", "José", "Nguyễn", "李小龙", "カナ漢字 X", "홍길동", "Ольга-2", "me-8f14", "file-abc (bot)"),
        *("O'Hara", "Ωμέγα", "R2 😀"),
    ],
)
def test_people_are_called_as_people_are(name: str) -> None:
    assert clean_name(f"  {name} ") == name
    require_free_words(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "1 to 40"),
        ("a" * 41, "1 to 40"),
        ("a\u202eb", "printable"),
        ("a\u200bb", "printable"),
        ("a\x00b", "printable"),
        ("...", "a letter or a digit"),
        ("Аda", "one script"),  # a Cyrillic А
        ("Adа", "one script"),
        ("αdmin", "one script"),
        ("漢字я", "one script"),
        ("1٢", "digits of one kind"),
        ("a" + "\u0301" * 4, "at most 2 marks"),
        ("1c88220f5e724cb0", "look like an id"),
        ("1C88-220F-5E72-4CB0", "look like an id"),
        ("lc8822Of5e724cbo", "look like an id"),
        ("ас88220аее724са0", "look like an id"),  # Cyrillic letters
    ],
)
def test_a_name_that_could_mislead_is_refused(name: str, why: str) -> None:
    with pytest.raises(InvalidInputError, match=why):
        clean_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("сосо", "coco"),  # Cyrillic, Latin
        ("Ilya", "llya"),
        ("O0", "00"),
        ("modern", "modem"),
        ("paypal", "paypa1"),
        ("ＡＤＡ", "ada"),
        ("Ада", "АДА"),
        ("Ann  Lee", "ann lee"),
    ],
)
def test_names_that_look_the_same_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anna"), ("Bob", "Rob"), ("Ада", "Ида"), ("me-1", "me-2"), ("a b", "ab")]
)
def test_names_that_look_different_stay_different(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


LISTED = [
    line
    for line in (Path(__file__).parent / "names.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def test_a_thousand_names_of_people_in_many_scripts_are_taken_as_they_are() -> None:
    assert len(set(LISTED)) > 1000
    scripts = {unicodedata.name(letter).split()[0] for name in LISTED for letter in name if letter.isalpha()}
    assert len(scripts) > 30, scripts
    for name in LISTED:
        assert clean_name(name) == unicodedata.normalize("NFKC", name)
        require_free_words(clean_name(name))


UNSEEN = [
    *"\ufe0f\ufe00\u034f\U000e0101\u115f\u1160\u3164\uffa0\U0001d159\ufffc\ufffd\u00ad\u061c\u17b4\u17b5\u180b\u180e\u180f",
    *"\u200b\u200c\u200d\u200e\u202e\u2060\u2061\u2063\u2065\u2066\u206f\u2800\ufeff\ufff0\ufff9\U0001bca0\U0001d173",
    *"\U000e0001\U000e0041\U000e0fff\U00016fe4\ue000\U000f0000\ufffe\u0378\x07\x7f\ud800",
]
"""Characters that a font may leave blank: ignorable ones, fillers, controls, and what is no character."""


@pytest.mark.parametrize("unseen", UNSEEN, ids=lambda unseen: f"U+{ord(unseen):04X}")
@pytest.mark.parametrize("name", ["Vera{}", "{}Vera", "Ve{}ra", "Вера{}", "{}", "arbi{}ter", "ad{}min", "greedy{}"])
def test_what_a_font_may_leave_blank_is_refused_by_its_number(name: str, unseen: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        clean_name(name.format(unseen))
    (told,) = refused.value.details["fields"]["name"]
    shown = unicodedata.normalize("NFKC", unseen)
    assert f"U+{ord(unseen):04X}" in told or f"U+{ord(shown):04X}" in told


def test_no_character_is_in_a_name_that_has_no_look_of_its_own() -> None:
    taken = []
    words = ("FILLER", "BLANK", "INVISIBLE", "VARIATION SELECTOR", "NULL NOTEHEAD", "REPLACEMENT CHARACTER")
    for one in map(chr, range(sys.maxunicode + 1)):
        called = unicodedata.name(one, "")
        if unicodedata.category(one) in ("Cf", "Cc", "Zl", "Zp") or any(word in called for word in words):
            with suppress(InvalidInputError):
                clean_name(f"a{one}b")
                taken.append(one)
    # Ends of lines count as spaces. The symbol for a blank (U+2422) is drawn.
    assert [one for one in taken if not one.isspace()] == ["\u2422"]


def test_joiners_that_a_script_needs_make_no_other_name() -> None:
    assert clean_name("علی\u200cرضا") == "علی\u200cرضا"
    assert (fold("علی\u200cرضا"), skeleton("علی\u200cرضا")) == (fold("علیرضا"), skeleton("علیرضا"))
    with pytest.raises(InvalidInputError, match=r"U\+200D"):
        clean_name("Ve\u200dra")


def test_marks_may_be_as_many_as_a_script_has_and_not_pile_up() -> None:
    kinds = ["".join(unicodedata.category(one)[0] for one in unicodedata.normalize("NFKC", name)) for name in LISTED]
    most = max(len(marks) for kind in kinds for marks in re.findall("M+", kind))
    assert 3 <= most <= MARKS_MAX
    for pile in (
        "ก\u0e47\u0e47",
        "ก" + "\u0e34\u0e35\u0e36\u0e37\u0e38\u0e39",
        "o" + "\u0316\u0317\u0318",
        "\u0301a",
    ):
        with pytest.raises(InvalidInputError, match="mark"):
            clean_name(pile)


@pytest.mark.parametrize(
    "name",
    ["Root", "root 1", "Staff", "Service", "The Staff", "Game Staff", "Staff Ann", "Customer Service", "System Root",
     "r\uff4f\uff4ft", "R00t", "Service Desk", "Official Staff", "root root", "Root Joe"],
)  # fmt: skip
def test_a_surname_that_is_a_word_of_the_service_follows_a_given_name(name: str) -> None:
    with pytest.raises(NameReservedError):
        require_free_words(clean_name(name))


@pytest.mark.parametrize(
    "name",
    [
        "admin", "ADMIN", "Admin 1", "_admin_", "a.d.m.i.n", "Delvebook Support", "de1vebook", "Moderator Ann",
        "Оператор", "seat 3", "Seat3", "Место 2", "player 1", "greedy", "Random 2", "me", "0wner",
    ],
)  # fmt: skip
def test_nobody_is_called_what_the_service_its_seats_and_its_bots_are_called(name: str) -> None:
    with pytest.raises(NameReservedError):
        require_free_words(clean_name(name))


@pytest.mark.parametrize("name", ["Badminton", "Easy Rider", "Random Joe", "Clockmaker", "Rooter", "Teamster"])
def test_a_word_is_reserved_as_a_word_alone(name: str) -> None:
    require_free_words(clean_name(name))


@given(st.text(max_size=60))
def test_every_text_has_forms_that_can_be_stored(text: str) -> None:
    assert len(fold(text)) <= FORM_MAX
    assert len(skeleton(text)) <= FORM_MAX
    try:
        clean = clean_name(text)
    except InvalidInputError:
        return
    assert 1 <= len(clean) <= NAME_MAX
    assert clean_name(clean) == clean
