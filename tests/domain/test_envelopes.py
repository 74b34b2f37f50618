"""Sealed envelopes: fixed when written, silent until opened."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from delvebook.domain.canonical import jcs
from delvebook.domain.envelopes import envelope_digest, envelope_salt, seal

SEED = bytes(range(32))
contents = st.dictionaries(st.sampled_from("abc"), st.integers(0, 9) | st.text(max_size=3), max_size=3)


@given(n=st.integers(1, 10**6), i=st.integers(0, 200))
def test_a_salt_is_the_first_half_of_a_keyed_digest_of_its_place(n: int, i: int) -> None:
    keyed = hmac.new(SEED, f"seal/1\n{n}\n{i}".encode(), "sha256").hexdigest()

    assert envelope_salt(SEED, n=n, i=i) == keyed[:32]


def test_no_two_places_share_a_salt() -> None:
    salts = {envelope_salt(SEED, n=n, i=i) for n in range(1, 40) for i in range(40)}

    assert len(salts) == 39 * 40


@given(contents, st.text("0123456789abcdef", min_size=32, max_size=32))
def test_a_digest_is_that_of_salt_and_content(content: Any, salt: str) -> None:
    assert envelope_digest(salt, content) == hashlib.sha256(jcs([salt, content])).hexdigest()


@given(contents, contents)
def test_another_content_has_another_digest(one: Any, other: Any) -> None:
    salt = envelope_salt(SEED, n=1, i=0)

    assert (envelope_digest(salt, one) == envelope_digest(salt, other)) == (one == other)


def test_the_same_card_in_two_places_cannot_be_recognised() -> None:
    card = {"zone": "deck", "at": 0, "item": "dragon"}
    digests = {seal(SEED, card, n=n, i=i, audience=("arbiter",)).digest for n in (1, 2) for i in (0, 1)}

    assert len(digests) == 4


def test_sealing_keeps_audience_and_content_and_can_be_proved() -> None:
    envelope = seal(SEED, {"card": 4}, n=3, i=1, audience=("seat:0", "seat:2"))

    assert envelope.audience == ("seat:0", "seat:2")
    assert envelope.content == {"card": 4}
    assert envelope_digest(envelope.salt, envelope.content) == envelope.digest
