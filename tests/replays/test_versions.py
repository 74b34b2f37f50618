"""The first event at which a game differs under another version of its rules, and the clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from delvebook.domain.canonical import event_hash
from delvebook.domain.errors import MalformedError, UnknownRulesetError
from delvebook.domain.playout import seed_of
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.rulesets import registry
from delvebook.domain.viewers import ARBITER, PUBLIC, SPECTATOR, Viewer, seat_viewer
from delvebook.replays.divergence import Divergence
from delvebook.replays.errors import CannotFollowError
from delvebook.replays.golden_plans import GOLDEN
from delvebook.replays.pointers import ABSENT
from delvebook.replays.record import find_seed, read_record
from delvebook.replays.versions import first_divergence, versions_of
from tests.replays.games import at, lines_of, played_game, record_of
from tests.titles import registered_titles, versions
from tests.titles.bids import Bids
from tests.titles.skewed import MendedBids, SkewedBids

SEED = seed_of("records")


def divergence_under(
    later: type[Ruleset],
    *,
    first: type[Ruleset] = Bids,
    viewer: Viewer = PUBLIC,
    stop_after: int | None = None,
    seed: bytes = SEED,
    change: Callable[[list[dict[str, Any]]], None] = lambda _: None,
) -> Divergence | None:
    """The first difference of a game that was played by the first version, under the later one."""
    with registered_titles(first):
        game, events = played_game(ruleset=f"{first.id}@1", stop_after=stop_after)
        lines = lines_of(record_of(game, events, viewer))
    change(lines)
    with registered_titles(first, later):
        return first_divergence(lines[1:], seed=seed, ruleset=f"{later.id}@{later.version}")


def found_under(later: type[Ruleset], **how: Any) -> Divergence:
    divergence = divergence_under(later, **how)
    assert divergence is not None
    return divergence


def test_a_fact_that_differs_is_told_by_both_versions_with_its_clause() -> None:
    found = found_under(MendedBids, first=SkewedBids)

    assert found.pointer == "/facts/2/seat"
    assert (found.expected, found.found) == (1, 0)
    assert found.told == ("Seat 2 wins the cloak.", "Seat 1 wins the cloak.")
    assert found.clauses == ("BID-006",)
    assert found.is_public
    assert found.sides == ("skewed-bids@2", "skewed-bids@1")
    assert found.sentence == (f"event {found.n}, ActionTaken by seat:0: what happens differs under skewed-bids@2")


def test_another_fact_is_told_as_a_whole_and_the_same_one_by_what_differs() -> None:
    turned = found_under(versions.FactsTurned)
    mended = found_under(versions.ClauseMended)

    assert turned.pointer == "/facts/0"
    assert (turned.expected["type"], turned.found["type"]) == ("prize_won", "bid_made")
    assert turned.clauses == ("BID-006", "BID-003")
    assert mended.pointer == "/facts/0/clauses/0"
    assert mended.clauses == ("BID-005", "BID-003")


def test_an_action_that_the_other_version_refuses_is_named_with_the_refusing_clause() -> None:
    found = found_under(versions.ActionRefusing)

    assert found.pointer == "/action"
    assert found.expected is ABSENT
    assert found.found == {"type": "bid", "card": 5}
    assert found.told == (None, "Bid 5.")
    assert found.clauses == ("BID-001",)
    assert "is refused by bids@2: this card is not for bidding" in found.sentence


def test_the_refusal_of_an_action_is_public_only_if_the_action_is() -> None:
    concealed, announced = found_under(versions.ActionRefusing), found_under(versions.LowRefusing)

    assert (concealed.found["card"], concealed.is_public) == (5, False)
    assert (announced.found["card"], announced.is_public) == (2, True)


def test_what_is_told_in_private_differs_in_the_seats_envelope() -> None:
    found = found_under(versions.Chatty)

    assert found.pointer == "/private/0/content/facts/0"
    assert found.found is ABSENT
    assert found.told == ("Seat 1 looks at the top prize.", None)
    assert found.clauses == ("BID-002",)
    assert not found.is_public


def test_what_is_turned_up_differs_among_the_openings() -> None:
    found = found_under(versions.Reticent)

    assert found.pointer.startswith("/opens/")
    assert found.expected is ABSENT
    assert "BID-006" in found.clauses


def test_draws_differ_where_the_tape_is_asked_for_more() -> None:
    found = found_under(versions.Superstitious)

    assert found.pointer == "/draws/1"
    assert found.expected == {"what": "luck", "from": 8, "count": 1}
    assert found.clauses == ("BID-001",)


def test_a_shorter_legal_list_is_told_with_the_clause_by_which_the_rest_is_refused() -> None:
    found = found_under(versions.LegalShortening)

    assert found.pointer == "/legal/0/5"
    assert (found.expected, found.found) == (ABSENT, {"type": "bid", "card": 5})
    assert found.told == (None, "Bid 5.")
    assert found.clauses == ("BID-001",)
    assert not found.is_public


def test_a_longer_legal_list_is_told_with_the_clause_by_which_the_recorded_version_refuses() -> None:
    found = found_under(versions.Unlocked)

    assert found.pointer == "/legal/1/0"
    assert (found.expected, found.found) == ({"type": "look"}, ABSENT)
    assert found.told == ("Look at the top prize.", None)
    assert found.clauses == ("BID-002",)


def test_a_legal_list_in_another_order_differs_too() -> None:
    found = found_under(versions.LegalReordering)

    assert found.pointer.startswith("/legal/0/0")


def test_a_view_differs_under_the_viewer_who_has_it() -> None:
    found = found_under(versions.Showing)

    assert found.pointer == "/view/spectator/time"
    assert (found.expected, found.found) == ("noon", ABSENT)
    assert found.clauses == ("BID-001",)
    assert "what spectator sees" in found.sentence


def test_a_state_that_no_viewer_sees_differs_last() -> None:
    found = found_under(versions.Remembering)

    assert found.pointer == "/state/memory"
    assert not found.is_public


def test_an_outcome_differs_with_the_clause_that_decides_it() -> None:
    found = found_under(versions.Consoling)

    assert found.pointer.startswith("/outcome/winners")
    assert found.clauses == ("BID-007",)


def test_options_that_the_other_version_does_not_have_are_the_difference() -> None:
    found = found_under(versions.Short)

    assert (found.n, found.pointer) == (1, "/options")
    assert found.found == {"rounds": 3, "look": True}


def test_the_numbers_of_decisions_are_not_compared() -> None:
    assert divergence_under(versions.Asking) is None


def test_a_version_that_fails_on_a_game_differs_and_leaves_no_traceback() -> None:
    falling, blind = found_under(versions.Falling), found_under(versions.Blind)

    assert falling.pointer == "/action"
    assert "is refused by bids@2: KeyError" in falling.sentence
    assert blind.pointer == "/view/seat:0"
    assert "ZeroDivisionError: nothing to see" in blind.sentence


def test_a_running_game_is_compared_with_its_seed_whosever_record_it_is() -> None:
    for viewer in (SPECTATOR, seat_viewer(1)):
        found = found_under(MendedBids, first=SkewedBids, viewer=viewer, stop_after=8)
        assert found == found_under(MendedBids, first=SkewedBids)


def test_an_aborted_game_is_compared_up_to_its_end() -> None:
    with registered_titles(Bids, versions.Renaming):
        game, events = played_game(stop_after=4, ruleset="bids@1")
        game.abort(reason="rain", by="arbiter:a", at=at(99))
        record = read_record(record_of(game, [*events, *game.collect_events()]))
        assert first_divergence(record.events(), seed=game.seed, ruleset="bids@2") is None


def actions_of(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events of a record in which a seat acts."""
    return [line for line in lines if line.get("type") == "ActionTaken"]


def cheat(lines: list[dict[str, Any]]) -> None:
    fact = next(fact for line in lines[1:] for fact in line["data"].get("facts", []) if fact["type"] == "prize_won")
    fact["seat"] = (fact["seat"] + 1) % 3


def rechain(lines: list[dict[str, Any]]) -> None:
    cheat(lines)
    for line in lines[1:]:
        line["hash"] = event_hash(line)


def drop(lines: list[dict[str, Any]]) -> None:
    del lines[9]


def act_too_early(lines: list[dict[str, Any]]) -> None:
    lines[3] = {**actions_of(lines)[0], "n": 3}


def begin_late(lines: list[dict[str, Any]]) -> None:
    del lines[1]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (rechain, "is not what bids@1 makes of it"),
        (drop, "event 9 is missing"),
        (act_too_early, "cannot be replayed"),
        (begin_late, "begins with GameCreated"),
    ],
)
def test_a_record_that_is_not_what_its_own_rules_make_of_it_is_refused(
    change: Callable[[list[dict[str, Any]]], None], said: str
) -> None:
    with pytest.raises(CannotFollowError, match=said):
        divergence_under(versions.Renaming, change=change)


def test_a_false_seed_is_refused() -> None:
    with pytest.raises(CannotFollowError, match="not the one that the service committed to"):
        divergence_under(versions.Renaming, seed=b"x" * 32)


def test_a_title_that_fails_on_its_own_record_is_an_error_with_a_sentence() -> None:
    with pytest.raises(CannotFollowError, match="bids@1 has no /view/seat:0: ZeroDivisionError"):
        divergence_under(versions.Renaming, first=versions.BlindFirst, stop_after=0, viewer=ARBITER)


def test_another_title_and_an_unknown_version_are_refused() -> None:
    with pytest.raises(MalformedError, match="other-bids@1 is not a version of bids"):
        divergence_under(versions.Other)
    with registered_titles(Bids), pytest.raises(UnknownRulesetError):
        first_divergence([], seed=SEED, ruleset="bids@7")


def test_the_versions_of_a_title_are_named_in_order() -> None:
    with registered_titles(versions.Renaming, Bids):
        assert versions_of("bids@1") == versions_of("bids") == ["bids@1", "bids@2"]
        assert versions_of("chess") == []


EACH_TITLE = pytest.mark.parametrize("title", sorted({one.id for one in registry.all_rulesets().values()}))


@contextmanager
def renamed(title: str) -> Iterator[None]:
    """The title beside a second version of it that is the same."""
    newest = registry.get_ruleset(title)
    with registered_titles(type("Later", (type(newest),), {"version": newest.version + 1})):
        yield


def golden_records(title: str) -> list[Path]:
    """A few of the title's golden games: the two shortest, and one of the longer ones."""
    records = sorted((GOLDEN / title).glob("*.jsonl"), key=lambda path: path.stat().st_size)
    return [*records[:2], records[len(records) // 2]]


@EACH_TITLE
def test_a_golden_game_has_no_difference_under_its_own_version_or_one_that_is_the_same(title: str) -> None:
    with renamed(title):
        for path in golden_records(title):
            record = read_record(path)
            seed = find_seed(record)
            assert seed is not None
            for ruleset in (record.header["ruleset"], versions_of(title)[-1]):
                assert first_divergence(record.events(), seed=seed, ruleset=ruleset) is None
