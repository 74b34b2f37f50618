"""The examination of a disputed game compares its record with its own rules and with later versions."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.game_event import GameEvent
from delvebook.domain.viewers import ARBITER, PUBLIC
from delvebook.replays.examination import disclose, examine, not_examined
from delvebook.replays.receipts import PublicKeys
from delvebook.replays.verify import verify
from tests.replays.forgeries import KEYS, receipt_for
from tests.replays.games import lines_of, played_game, record_of
from tests.titles import registered_titles, versions
from tests.titles.bids import Bids

SECRET = {"first", "versions"}


def changed(events: list[GameEvent], n: int, **data: Any) -> list[GameEvent]:
    """The stored events, one of them altered in the store; its hash is left as it was."""
    altered = events[n - 1]
    stored = altered.to_stored()
    stored["data"] = {**stored["data"], **data}
    return [*events[: n - 1], type(altered).from_stored(altered.originator_id, n, stored), *events[n:]]


@pytest.mark.usefixtures("bids_registered")
@pytest.mark.parametrize("stop_after", [None, 4])
def test_an_honest_game_holds_running_or_finished(stop_after: int | None) -> None:
    game, events = played_game(stop_after=stop_after)
    examination = examine(events, seed=game.seed)

    assert examination == {
        "upto": len(events),
        "ruleset": "bids@1",
        "holds": True,
        "receipts": [],
        "first": None,
        "versions": [],
    }


@pytest.mark.usefixtures("bids_registered")
@pytest.mark.parametrize("stop_after", [None, 4])
def test_the_first_wrong_event_is_that_of_verifying_the_exported_record(stop_after: int | None) -> None:
    game, events = played_game(stop_after=stop_after)
    altered = changed(events, 9, state="0" * 64)
    record = record_of(game, altered, ARBITER if stop_after else PUBLIC)
    first = verify(record, seed=game.seed).first

    assert first is not None
    examination = examine(altered, seed=game.seed)
    assert (examination["holds"], examination["first"]) == (False, first.to_plain())


def test_every_later_version_is_compared_even_if_one_fails() -> None:
    with registered_titles(Bids, versions.Showing):
        game, events = played_game()
        (later,) = examine(events, seed=game.seed)["versions"]

    assert (later["ruleset"], later["comparable"], later["first"]["code"]) == ("bids@2", True, "divergence/view")


@pytest.mark.usefixtures("bids_registered")
def test_a_receipt_is_honoured_if_the_event_has_the_signed_hash() -> None:
    game, events = played_game()
    lines = lines_of(record_of(game, events))
    good, other = receipt_for(lines[5]), receipt_for({**lines[5], "hash": "0" * 64})
    keys = PublicKeys(KEYS["service"].to_public())

    assert examine(events, seed=game.seed, receipts=[good, other], keys=keys)["receipts"] == [
        {"n": 5, "honoured": True},
        {"n": 5, "honoured": False},
    ]
    assert examine(events, seed=game.seed, receipts=[good])["receipts"][0]["why_not"] == "receipts/unknown_key"


@pytest.mark.usefixtures("bids_registered")
def test_what_may_depend_on_secrets_is_sealed_until_the_seed_is_revealed() -> None:
    game, events = played_game(stop_after=4)
    for examination in (examine(events, seed=game.seed), not_examined(events, why="no room")):
        public, sealed = disclose(examination, is_seed_revealed=False)
        assert sealed is not None
        assert sealed.keys() == SECRET
        assert public.keys() == examination.keys() - SECRET
        assert disclose(examination, is_seed_revealed=True) == (examination, None)
