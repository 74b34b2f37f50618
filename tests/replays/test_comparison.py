"""The first difference between the games of two records."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.game import Game
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.viewers import PUBLIC, SPECTATOR, Viewer, seat_viewer
from delvebook.replays.comparison import compare_records
from delvebook.replays.diff import first_difference
from delvebook.replays.divergence import Divergence
from delvebook.replays.errors import RecordError
from delvebook.replays.pointers import ABSENT
from tests.replays.forgeries import CASES, forge
from tests.replays.forgeries.bases import base
from tests.replays.games import at, forged, lines_of, played_game, record_of, to_record
from tests.replays.test_versions import actions_of, cheat
from tests.titles import registered_titles, versions
from tests.titles.bids import Bids
from tests.titles.skewed import SkewedBids


def record_by(version: type[Ruleset], *, viewer: Viewer = PUBLIC, **how: Any) -> tuple[Game, bytes]:
    """A game that was played by that version alone, and its record."""
    with registered_titles(version):
        game, events = played_game(ruleset=f"{version.id}@{version.version}", **how)
        return game, record_of(game, events, viewer)


def compared(left: bytes, right: bytes, *versions_known: type[Ruleset], **how: Any) -> Divergence:
    with registered_titles(*(versions_known or (Bids,))):
        divergence = compare_records(left, right, **how)
    assert divergence is not None
    return divergence


def test_a_record_does_not_differ_from_itself() -> None:
    _, record = record_by(Bids)
    with registered_titles(Bids):
        assert compare_records(record, record) is None


def test_a_forged_fact_is_told_as_it_is_recorded_in_both() -> None:
    _, record = record_by(Bids)
    found = compared(record, forged(record, cheat))

    assert found.pointer.startswith("/facts/")
    assert found.pointer.endswith("/seat")
    assert None not in found.told
    assert found.clauses == ("BID-006",)
    assert found.sides == ("left", "right")


def test_another_choice_is_the_difference_and_not_what_came_of_it() -> None:
    games = []
    for card in (1, 2):
        with registered_titles(Bids):
            game, events = played_game(stop_after=0, options={"look": False})
            game.act(0, decision=game.get_table().decisions[0], action={"type": "bid", "card": card}, at=at(40))
            events += game.collect_events()
            games.append(record_of(game, events, seat_viewer(0)))
    found = compared(*games)

    assert found.pointer == "/action/card"
    assert (found.expected, found.found) == (1, 2)
    assert found.told == ("Bid 1.", "Bid 2.")
    assert not found.is_public


def test_two_games_of_other_seeds_differ_where_the_table_is_set_up() -> None:
    found = compared(record_by(Bids)[1], record_by(Bids, seed="another")[1])

    assert found.n == 10
    assert found.pointer.startswith("/private/")


@pytest.mark.parametrize(
    ("later", "pointer"),
    [
        (versions.LegalReordering, "/legal/0/0"),
        (versions.Showing, "/view/spectator/time"),
        (versions.Remembering, "/state/memory"),
    ],
)
def test_where_the_records_say_the_same_it_is_what_follows_from_them_that_differs(
    later: type[Ruleset], pointer: str
) -> None:
    """The same commands under two versions: of the setting up alone, which no legal list could bend."""
    game, left = record_by(Bids, stop_after=0, viewer=seat_viewer(0))
    _, right = record_by(later, stop_after=0, viewer=seat_viewer(0))
    found = compared(left, right, Bids, later, seeds=(game.seed, game.seed))

    assert found.pointer.startswith(pointer)


def test_without_a_seed_it_is_what_the_lines_say() -> None:
    _, left = record_by(Bids, stop_after=0, viewer=SPECTATOR)
    _, right = record_by(versions.Remembering, stop_after=0, viewer=SPECTATOR)
    found = compared(left, right, Bids, versions.Remembering)

    assert (found.n, found.pointer) == (None, "/header/ruleset")
    assert (found.expected, found.found) == ("bids@1", "bids@2")


def test_a_forged_digest_is_told_as_the_line_has_it() -> None:
    _, record = record_by(Bids)

    def change(lines: list[dict[str, Any]]) -> None:
        lines[7]["data"]["state"] = "0" * 64

    found = compared(record, forged(record, change))

    assert (found.n, found.pointer, found.found) == (7, "/state", "0" * 64)


def test_a_command_that_only_one_record_could_hold_is_the_difference() -> None:
    _, record = record_by(Bids)

    def change(lines: list[dict[str, Any]]) -> None:
        actions_of(lines)[1]["data"]["decision"] = 3

    found = compared(record, forged(record, change))

    assert found.pointer == "/action"
    assert "only the right record is refused by the rules" in found.sentence


def test_a_record_that_ends_sooner_differs_where_the_other_goes_on() -> None:
    _, record = record_by(Bids)
    lines = lines_of(record)
    found = compared(record, to_record(lines[:-2]))

    assert (found.n, found.pointer) == (lines[-2]["n"], "/event")
    assert (found.expected, found.found) == ("GameFinished", ABSENT)


@pytest.mark.parametrize(("name", "whole"), CASES)
def test_of_every_forgery_it_is_said_where_it_differs_from_the_good_record(name: str, whole: str) -> None:
    record, forgery = base(whole), forge(name, whole).record
    try:
        difference = first_difference(record, forgery)
        divergence = compare_records(record, forgery)
    except RecordError as error:
        assert error.details["side"] == "right"
        return
    assert (divergence is None) == (difference is None)


def test_records_of_a_title_that_is_not_known_here_are_compared_as_they_stand() -> None:
    _, record = record_by(Bids)
    found = compared(record, forged(record, cheat), SkewedBids)

    assert found.pointer.endswith("/seat")
    assert found.told == (None, None)
