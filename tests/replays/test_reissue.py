"""A game is rebuilt from its record event by event, or the obstacle is named."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.viewers import SPECTATOR
from delvebook.replays.errors import CannotFollowError
from delvebook.replays.reissue import Reissue, UncalledEventError, recorded_action
from tests.replays.games import lines_of, played_game, record_of

pytestmark = pytest.mark.usefixtures("bids_registered")


def followed(events: list[dict[str, Any]], *, seed: bytes) -> Reissue:
    reissued = Reissue(seed=seed)
    for event in events:
        reissued.follow(event)
    return reissued


def test_every_event_of_a_record_is_made_again_with_its_hash() -> None:
    game, events = played_game()
    reissued = Reissue(seed=game.seed)

    for event in lines_of(record_of(game, events))[1:]:
        assert reissued.make(event).hash == event["hash"]
    assert reissued.game is not None
    assert reissued.game.to_snapshot() == game.to_snapshot()


def test_a_spectators_record_gives_the_same_game_although_actions_are_sealed() -> None:
    game, events = played_game(stop_after=6)
    lines = lines_of(record_of(game, events, SPECTATOR))[1:]

    assert None in [recorded_action(line) for line in lines if line["type"] == "ActionTaken"]
    assert followed(lines, seed=game.seed).game is not None
    assert followed(lines, seed=game.seed).game.to_snapshot() == game.to_snapshot()  # type: ignore[union-attr]


def test_the_end_of_a_game_follows_without_a_command() -> None:
    game, events = played_game()
    *lines, finished, _ = lines_of(record_of(game, events))[1:]
    reissued = followed(lines, seed=game.seed)

    assert reissued.next is not None
    assert reissued.next.type == finished["type"] == "GameFinished"


def test_an_event_that_no_command_makes_is_refused() -> None:
    game, events = played_game()
    lines = lines_of(record_of(game, events))[1:]
    reissued = followed(lines[:7], seed=game.seed)

    with pytest.raises(UncalledEventError, match="GameFinished"):
        reissued.make(lines[-2])


def test_a_seed_that_the_service_did_not_commit_to_is_refused() -> None:
    game, events = played_game()

    with pytest.raises(CannotFollowError, match="not the one that the service committed to"):
        followed(lines_of(record_of(game, events))[1:], seed=b"x" * 32)


@pytest.mark.parametrize(
    ("dropped", "said"),
    [
        (8, "event 9 is missing; event 10 is in its place"),
        (0, "event 2 cannot be replayed: a record begins with GameCreated, not with a SeatTaken"),
    ],
)
def test_a_dropped_event_is_named(dropped: int, said: str) -> None:
    game, events = played_game()
    lines = lines_of(record_of(game, events))[1:]
    del lines[dropped]

    with pytest.raises(CannotFollowError, match=said):
        followed(lines, seed=game.seed)


def test_an_event_of_another_type_than_the_rules_make_is_named() -> None:
    game, events = played_game()
    *lines, finished, revealed = lines_of(record_of(game, events))[1:]

    with pytest.raises(CannotFollowError, match="a GameFinished must come here, not a SeedRevealed"):
        followed([*lines, {**revealed, "n": finished["n"]}], seed=game.seed)
