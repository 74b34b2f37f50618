"""The observables of a game after an event, and the difference that says most."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.replays.observables import most_telling, open_line, seen_after, told_by
from delvebook.replays.pointers import ABSENT
from tests.replays.games import lines_of, played_game, record_of

pytestmark = pytest.mark.usefixtures("bids_registered")


def test_an_event_says_the_same_in_the_store_and_in_a_public_record() -> None:
    game, events = played_game()
    for event, line in zip(events, lines_of(record_of(game, events))[1:], strict=True):
        stored, recorded = told_by(open_line(event)), told_by(line)
        assert {key: one() for key, one in stored.items()} == {key: one() for key, one in recorded.items()}


def test_every_seat_every_viewer_and_the_state_can_be_observed() -> None:
    game, _ = played_game(stop_after=4)
    seen = seen_after(game)

    assert [pointer for pointer in seen if pointer.startswith("/legal")] == ["/legal/0", "/legal/1", "/legal/2"]
    assert {"/outcome", "/view/seat:2", "/view/spectator", "/view/arbiter", "/state"} <= seen.keys()
    assert seen["/outcome"]() is None
    assert seen["/state"]() == game.get_table().state


@pytest.mark.parametrize(
    ("pointer", "expected", "found", "place"),
    [
        ("/legal/0", [{"type": "a"}], [{"type": "a"}, {"type": "b"}], ("/legal/0/1", ABSENT, {"type": "b"})),
        ("/legal/0", [{"type": "a"}, {"type": "b"}], [{"type": "b"}], ("/legal/0/0", {"type": "a"}, ABSENT)),
        ("/facts", [{"type": "a", "clauses": []}], [{"type": "a", "clauses": [7]}], ("/facts/0/clauses/0", ABSENT, 7)),
        ("/facts", [{"type": "a"}], [{"type": "b"}], ("/facts/0", {"type": "a"}, {"type": "b"})),
        ("/state", {"a": {"b": 1}}, {"a": {"b": 2}}, ("/state/a/b", 1, 2)),
        ("/state", {"a": 1, "b": 2}, {"b": 2, "a": 1}, None),
    ],
)  # fmt: skip
def test_the_most_telling_difference_is_the_whole_action_or_fact_or_the_smallest_value(
    pointer: str, expected: Any, found: Any, place: tuple[str, Any, Any] | None
) -> None:
    assert most_telling(pointer, expected, found) == place
