"""
No channel tells more than its viewer may know: not the bytes of streams, not the work that an answer takes, not what
is noted, and not on PostgreSQL either.

Method: `channels.py`, here on a few moments of every title; `make leaks` goes on for as long as one likes.
"""

from __future__ import annotations

from collections import Counter

import pytest

from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.viewers import SPECTATOR
from tests.leaks.channels import ANSWERS, BYTES, LOG, TRAIL, WORK, Pair, effort, pairs
from tests.leaks.questions import Ask
from tests.leaks.work import work_of
from tests.leaks.worlds import differing, other_world, played, viewers_of


def require_same(found: list[Pair]) -> Counter[str]:
    """Checks that all pairs are the same in both worlds. Returns their number for each channel."""
    for pair in found:
        assert pair.first == pair.second, f"{pair.channel}: {pair.what} tells more"
    return Counter(pair.channel for pair in found)


def test_neither_bytes_nor_work_nor_what_is_noted_depends_on_what_is_hidden(title: str) -> None:
    ruleset = get_ruleset(title)
    with played(title, seats=ruleset.seats_min, options={}, actions=10, seed="channels") as world:
        world.list_games()
        viewer = viewers_of(world)[0]
        with other_world(world, viewer, seed="channels") as other:
            other.list_games()
            channels = (BYTES, WORK, TRAIL, LOG)
            count = require_same(list(pairs(world, other, viewer, channels=channels, asking=slice(None, None, 12))))

    assert set(count) == set(channels)
    assert count[WORK] >= 5


@pytest.mark.servers
@pytest.mark.parametrize("played_title", ["bids@1", "dice-and-danger@1"])
@pytest.mark.long
def test_nothing_depends_on_what_is_hidden_on_postgres_either(played_title: str, postgres_server: str) -> None:
    """The other titles are played there by `make leaks`."""
    with played(played_title, seats=2, options={}, actions=6, seed="pg", server=postgres_server) as world:
        world.list_games()
        viewer = viewers_of(world)[0]
        with other_world(world, viewer, seed="pg") as other:
            other.list_games()
            count = require_same(list(pairs(world, other, viewer, swapped=True, asking=slice(None, None, 15))))

    assert set(count) == {ANSWERS, BYTES, WORK, TRAIL, LOG}


def test_views_store_and_cipher_are_among_the_work_that_is_counted() -> None:
    """The comparison is useful only if it counts what could differ."""
    with differing("bids@1") as (world, other):
        ask: Ask = ("GET", f"/v1/games/{world.game}", None, {})
        world.keep_every_moment()
        first, second = (effort(one, SPECTATOR, ask) for one in (world, other))

    assert first == second
    for name in (
        "projections/views.py:game_body",
        "service/store/cipher.py:KeyRingCipher.decrypt",
        "service/store/mapper.py:GameMapper.to_domain_event",
    ):
        assert first[name] > 0, sorted(first)


def test_a_step_that_depends_on_a_secret_is_counted() -> None:
    from delvebook.domain.canonical import jcs  # noqa: PLC0415

    def judge(secret: int) -> None:
        for _ in range(secret):
            jcs({})

    first, second = (work_of(lambda secret=secret: judge(secret)) for secret in (3, 4))
    assert (first, second) == ({"domain/canonical.py:jcs": 3}, {"domain/canonical.py:jcs": 4})
