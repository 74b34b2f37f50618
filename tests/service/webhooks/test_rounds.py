"""Rounds: which webhooks are served next, how many at a time, and that slow ones delay nobody."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from delvebook.service.webhooks.rounds import (
    ACCOUNT_MAX,
    HOST_MAX,
    RUNNING_MAX,
    TROUBLE_SECONDS,
    YOUNG_MAX,
    YOUNG_SECONDS,
    Rounds,
)
from delvebook.service.webhooks.store import DueHook


class Crowd:
    """Webhooks that are due until they were served, and receivers of which some hang until `stop`."""

    def __init__(self, *hooks: DueHook, hanging: frozenset[str] = frozenset()) -> None:
        self.due = {hook.id: hook for hook in hooks}
        self.hanging = hanging
        self.stop = threading.Event()
        self.served: list[str] = []
        self.running: Counter[str] = Counter()
        self.most: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._accounts = {hook.id: hook.account for hook in hooks}

    def rounds(self) -> Rounds:
        return Rounds(due=self._due, deliver=self._deliver)

    def _due(self) -> list[DueHook]:
        with self._lock:
            return list(self.due.values())

    def _deliver(self, id_: str) -> int:
        with self._lock:
            for key in ("all", self._accounts[id_], id_):
                self.running[key] += 1
                self.most[key] = max(self.most[key], self.running[key])
        if id_ in self.hanging:
            self.stop.wait(20)
        else:
            time.sleep(0.005)
        with self._lock:
            self.running.subtract(("all", self._accounts[id_], id_))
            self.served.append(id_)
            self.due.pop(id_, None)
        return 1


@contextmanager
def ended(crowd: Crowd) -> Iterator[None]:
    try:
        yield
    finally:
        crowd.stop.set()


def hook(account: str, number: int, host: str = "") -> DueHook:
    return DueHook(f"{account}-{number}", account, host or f"{account}-{number}.test")


def test_every_account_has_a_turn_before_any_has_another() -> None:
    hooks = [hook("ann", number) for number in range(9)] + [hook("bob", 0), hook("cid", 0), hook("cid", 1)]
    rounds = Rounds(due=list, deliver=lambda _: 0)

    chosen = [one.id for one in rounds.choose(hooks)]

    assert chosen == ["ann-0", "bob-0", "cid-0", "ann-1", "cid-1", "ann-2", "ann-3"]


def test_the_account_whose_last_turn_was_longest_ago_comes_first() -> None:
    crowd = Crowd(*(hook(account, 0) for account in ("ann", "bob", "cid")))
    rounds = crowd.rounds()
    rounds.work(seconds=5)
    assert len(crowd.served) == 3
    crowd.due = {one.id: one for one in (hook("bob", 0),)}
    rounds.work(seconds=5)

    again = [hook(account, 0) for account in ("bob", "ann", "eve", "cid")]
    order = [one.account for one in rounds.choose(again)]
    assert (order[0], order[-1], sorted(order[1:-1])) == ("eve", "bob", ["ann", "cid"])


def test_one_host_is_not_flooded_and_does_not_hold_up_the_webhooks_behind_it() -> None:
    hooks = [hook(f"account{number:03}", 0, "same.test:443") for number in range(HOST_MAX + 9)] + [hook("zoe", 0)]
    rounds = Rounds(due=list, deliver=lambda _: 0)

    hosts = Counter(one.host for one in rounds.choose(hooks))

    assert hosts == {"same.test:443": HOST_MAX, "zoe-0.test": 1}


@pytest.mark.parametrize("share", [0, 3, 10])
def test_all_that_do_not_hang_are_served_whatever_the_others_do_and_no_bound_is_broken(share: int) -> None:
    chance = random.Random(share)
    hooks = [hook(f"account{number % 90}", number // 90) for number in range(360)]
    hanging = frozenset(one.id for one in hooks if share and int(one.account[7:]) % share == 0)
    chance.shuffle(hooks)
    crowd = Crowd(*hooks, hanging=hanging)
    with ended(crowd):
        began = time.monotonic()
        count = crowd.rounds().work(seconds=15)
        took = time.monotonic() - began

        assert set(crowd.served) == {one.id for one in hooks} - hanging
        assert count == 360 - len(hanging)
        assert took < 12, took
        assert crowd.most["all"] <= RUNNING_MAX
        assert max(crowd.most[f"account{number}"] for number in range(90)) <= ACCOUNT_MAX
        assert max(crowd.most[one.id] for one in hooks) == 1


def test_a_receiver_that_has_taken_long_holds_no_place_among_the_quick() -> None:
    now = [0.0]
    stop = threading.Event()
    rounds = Rounds(due=list, deliver=lambda _: stop.wait(20), monotonic=lambda: now[0])
    for number in range(YOUNG_MAX):
        rounds._start(hook(f"slow{number}", 0))
    assert list(rounds.choose([hook("bob", 0)])) == []
    now[0] += YOUNG_SECONDS
    assert [one.id for one in rounds.choose([hook("bob", 0)])] == ["bob-0"]
    stop.set()


def test_a_webhook_that_cannot_be_served_ends_neither_the_round_nor_the_others() -> None:
    left = {"ann-0": hook("ann", 0), "bob-0": hook("bob", 0)}

    def deliver(id_: str) -> int:
        one = left.pop(id_)
        if one.account == "ann":
            raise OSError("the store is away")
        return 2

    rounds = Rounds(due=lambda: list(left.values()), deliver=deliver)

    assert rounds.work(seconds=5) + rounds.work(seconds=1) == 2
    assert left == {}


def test_a_webhook_that_cannot_even_be_tried_rests_and_does_not_keep_the_service_busy() -> None:
    now, tried = [0.0], []

    def deliver(id_: str) -> int:
        tried.append(id_)
        if id_ == "ann-0":
            raise ValueError("nobody thought of this")
        now[0] += 0.01
        return 0

    rounds = Rounds(due=lambda: [hook("ann", 0)], deliver=deliver, monotonic=lambda: now[0])

    for _ in range(5):
        rounds.work(seconds=1)
    assert tried == ["ann-0"]

    now[0] += TROUBLE_SECONDS
    rounds.work(seconds=1)
    assert tried == ["ann-0", "ann-0"]
