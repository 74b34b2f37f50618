"""The contract's own helpers, with a title for tests."""

from __future__ import annotations

from typing import Any

import pytest
from marshmallow import fields, validate

from delvebook.domain import ruleset as contract
from delvebook.domain.errors import MalformedActionError
from delvebook.domain.schemas import StrictSchema
from tests.titles.bids import Bids


@pytest.fixture
def bids() -> Bids:
    return Bids()


def test_an_action_parsed_again_is_equal_and_another_object(bids: Bids) -> None:
    first, second = (bids.parse_action({"type": "bid", "card": 3}) for _ in range(2))

    assert first == second == {"type": "bid", "card": 3}
    first["card"] = 6
    assert bids.parse_action({"type": "bid", "card": 3}) == {"type": "bid", "card": 3}


def test_an_action_like_one_that_was_accepted_is_still_judged_for_itself(bids: Bids) -> None:
    bids.parse_action({"type": "bid", "card": 1})

    for card in (True, 1.0, "1", [1], None, 7):
        with pytest.raises(MalformedActionError):
            bids.parse_action({"type": "bid", "card": card})


@pytest.mark.parametrize("action", [{"type": "bid", "card": {1}}, {"type": "bid", "card": 2**70}, object()])
def test_what_has_no_canonical_form_is_malformed(bids: Bids, action: Any) -> None:
    with pytest.raises(MalformedActionError):
        bids.parse_action(action)


def test_what_a_title_remembers_is_bounded(bids: Bids, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "PARSED_MAX", 3)
    for card in (1, 2, 3, 4, 5, 6, 1):
        assert bids.parse_action({"type": "bid", "card": card})["card"] == card

    assert len(bids._parsed) <= 3


class ManyOptions(StrictSchema):
    mode = fields.String(load_default="b", validate=validate.OneOf(["a", "b"]))
    flag = fields.Boolean(load_default=True)
    limit = fields.Integer(load_default=None, allow_none=True, validate=validate.Range(min=1, max=3))
    open_ended = fields.Integer(load_default=0, validate=validate.Range(min=0))
    exclusive = fields.Integer(load_default=1, validate=validate.Range(0, 3, min_inclusive=False, max_inclusive=False))
    names = fields.List(fields.String(), load_default=list)


class Varied(Bids):
    options_schema = ManyOptions


def test_the_values_of_every_listed_option_are_known() -> None:
    assert Varied().option_values() == {
        "mode": ["a", "b"],
        "flag": [False, True],
        "limit": [1, 2, 3, None],
        "exclusive": [1, 2],
    }


def test_the_defaults_are_what_nothing_said_means() -> None:
    varied = Varied()

    assert varied.option_defaults() == varied.parse_options({}, seats=2)
