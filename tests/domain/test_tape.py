"""The tape: fair, in order, and with a label for each draw."""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebook.domain import tape as tape_module
from delvebook.domain.tape import BOUND_MAX, Tape, tape_key

KEY = bytes(range(32))


def stubbed(monkeypatch: pytest.MonkeyPatch, number: Callable[[int, int], int]) -> list[tuple[int, int]]:
    """Makes the tape's raw 64-bit numbers a function of draw and attempt; returns the list of those asked for."""
    asked = []

    def fake(key: bytes, message: bytes) -> bytes:
        assert key == KEY
        tag, draw, attempt = message.split(b"\n")
        assert tag == b"draw/1"
        asked.append((int(draw), int(attempt)))
        return number(int(draw), int(attempt)).to_bytes(8, "big") + bytes(24)

    monkeypatch.setattr(tape_module, "hmac_bytes", fake)
    return asked


@pytest.mark.parametrize("bound", [3, 6, 7, 52, 100, 2**31 + 1, BOUND_MAX - 1])
def test_the_last_number_below_the_limit_is_taken_and_the_first_at_it_is_drawn_again(
    monkeypatch: pytest.MonkeyPatch, bound: int
) -> None:
    limit = 2**64 - 2**64 % bound
    asked = stubbed(monkeypatch, lambda draw, attempt: limit - 1 if attempt else (limit, 2**64 - 1, limit - 1)[draw])
    tape = Tape(KEY)

    assert [tape.below(bound, "x") for _ in range(3)] == [bound - 1] * 3
    assert asked == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]
    assert tape.position == 3


@pytest.mark.parametrize("bound", [1, 2, 4, 2**31, BOUND_MAX])
def test_below_a_power_of_two_no_number_is_thrown_away(monkeypatch: pytest.MonkeyPatch, bound: int) -> None:
    asked = stubbed(monkeypatch, lambda draw, attempt: 2**64 - 1)

    assert Tape(KEY).below(bound, "x") == bound - 1
    assert asked == [(0, 0)]


def test_attempts_go_on_until_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = stubbed(monkeypatch, lambda draw, attempt: 2**64 - 1 if attempt < 12 else 8)

    assert Tape(KEY).below(6, "x") == 2
    assert asked == [(0, attempt) for attempt in range(13)]


@given(bound=st.integers(1, BOUND_MAX), position=st.integers(0, 10**6))
def test_a_draw_is_the_number_the_record_format_says(bound: int, position: int) -> None:
    """Written again from the text of the format, by the standard library alone."""
    attempt = 0
    while True:
        message = f"draw/1\n{position}\n{attempt}".encode()
        number = int.from_bytes(hmac.new(KEY, message, "sha256").digest()[:8], "big")
        if number < 2**64 - 2**64 % bound:
            break
        attempt += 1

    assert Tape(KEY, position=position).below(bound, "x") == number % bound


@pytest.mark.parametrize("bound", [0, -1, BOUND_MAX + 1])
def test_a_bound_outside_1_to_2_to_the_32_is_refused_and_nothing_is_drawn(bound: int) -> None:
    tape = Tape(KEY)
    with pytest.raises(ValueError, match=f"not below {bound}"):
        tape.below(bound, "x")

    assert (tape.position, tape.draws) == (0, [])


def test_there_is_nothing_to_choose_from_an_empty_list() -> None:
    with pytest.raises(ValueError, match="not below 0"):
        Tape(KEY).choose([], "x")


@given(st.integers(1, 100), st.integers(0, 50))
def test_a_die_shows_1_to_its_sides(sides: int, position: int) -> None:
    assert 1 <= Tape(KEY, position=position).die(sides, "x") <= sides


def test_a_die_is_one_more_than_the_draw() -> None:
    draws, dice = Tape(KEY), Tape(KEY)

    assert [dice.die(6, "x") for _ in range(20)] == [1 + draws.below(6, "x") for _ in range(20)]


def test_every_face_comes_up_about_as_often() -> None:
    """6,000 throws of a fixed tape: each face 1,000 times, give or take four standard deviations."""
    tape = Tape(KEY)
    faces = Counter(tape.die(6, "x") for _ in range(6000))

    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(abs(count - 1000) < 4 * (6000 * 5 / 36) ** 0.5 for count in faces.values())


@given(st.lists(st.integers()))
def test_a_shuffle_keeps_every_item_and_leaves_its_argument_alone(items: list[int]) -> None:
    before = list(items)
    shuffled = Tape(KEY).shuffle(items, "x")

    assert sorted(shuffled) == sorted(items)
    assert items == before
    assert shuffled is not items


def test_every_order_of_three_comes_about_as_often() -> None:
    orders = Counter("".join(Tape(KEY, position=2 * k).shuffle("abc", "x")) for k in range(1200))

    assert len(orders) == 6
    assert all(abs(count - 200) < 4 * (1200 * 5 / 36) ** 0.5 for count in orders.values())


@pytest.mark.parametrize(("count", "draws"), [(0, 0), (1, 0), (2, 1), (10, 9)])
def test_a_shuffle_takes_one_draw_less_than_there_are_items(count: int, draws: int) -> None:
    tape = Tape(KEY)
    tape.shuffle(range(count), "cards")

    assert tape.position == draws
    assert tape.take_draws() == ([{"what": "cards", "from": 0, "count": draws}] if draws else [])


def test_choosing_takes_one_draw_below_the_number_of_items() -> None:
    choosing, drawing = Tape(KEY), Tape(KEY)
    items = "abcdefg"

    assert [choosing.choose(items, "x") for _ in range(9)] == [items[drawing.below(7, "x")] for _ in range(9)]
    assert choosing.position == 9


def test_draws_for_the_same_thing_in_a_row_are_told_as_one() -> None:
    tape = Tape(KEY)
    tape.die(6, "attack")
    tape.die(8, "attack")
    tape.shuffle("abcd", "deck")
    tape.below(2, "attack")

    assert tape.take_draws() == [
        {"what": "attack", "from": 0, "count": 2},
        {"what": "deck", "from": 2, "count": 3},
        {"what": "attack", "from": 5, "count": 1},
    ]


def test_draws_are_told_once_and_counting_goes_on_through_the_game() -> None:
    tape = Tape(KEY)
    tape.die(6, "attack")
    tape.take_draws()
    tape.die(6, "attack")

    assert tape.take_draws() == [{"what": "attack", "from": 1, "count": 1}]
    assert tape.take_draws() == []
    assert tape.position == 2


@given(st.integers(0, 1000), st.integers(1, 100))
def test_a_tape_put_at_a_position_goes_on_as_the_one_that_was_there(position: int, bound: int) -> None:
    there = Tape(KEY)
    there.position = position

    assert [Tape(KEY, position=position).below(bound, "x")] == [there.below(bound, "x")]


def test_the_key_depends_on_seed_game_and_every_nonce_in_its_seat() -> None:
    keys = {
        tape_key(seed, game=game, nonces=nonces)
        for seed in (bytes(32), bytes([1] * 32))
        for game in ("a", "b")
        for nonces in ([], [""], ["", ""], ["x", ""], ["", "x"], ["x\n"], ['x","'], ["é"])
    }

    assert len(keys) == 2 * 2 * 8
    assert all(len(key) == 32 for key in keys)
