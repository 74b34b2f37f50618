"""Names that people can trust."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebook.service.base.errors import InvalidInputError, NameReservedError
from delvebook.service.identity.names import FORM_MAX, NAME_MAX, clean_name, fold, require_free_words, skeleton


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
