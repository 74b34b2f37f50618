"""Readers learn of other processes' commits by one question for all that ask together."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from uuid import UUID

from delvebook.service.store.freshness import ROWS_MAX, Freshness, Row

GAME = UUID(int=1)


class Log:
    """Rows that others commit, and how often they were asked for."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.asked = 0
        self.news: dict[UUID, int] = {}
        self.gaps = 0
        self.freshness = Freshness(self.rows_after, lambda: len(self.rows), on_change=self.change, on_gap=self.gap)

    def rows_after(self, position: int, limit: int) -> Sequence[Row]:
        self.asked += 1
        return self.rows[position : position + limit]

    def commit(self, n: int) -> None:
        self.rows.append((len(self.rows) + 1, GAME, n))

    def change(self, game: UUID, n: int) -> None:
        self.news[game] = n

    def gap(self) -> None:
        self.gaps += 1


def test_what_was_committed_before_the_question_is_known_after_it() -> None:
    log = Log()
    log.freshness.ask()
    log.commit(7)
    log.freshness.ask()

    assert log.news == {GAME: 7}


def test_at_first_and_after_a_gap_every_game_is_doubted() -> None:
    log = Log()
    log.freshness.ask()
    assert log.gaps == 1
    for n in range(ROWS_MAX):
        log.commit(n)
    log.freshness.ask()

    assert log.gaps == 2
    log.commit(9999)
    log.freshness.ask()
    assert log.news == {GAME: 9999}


def test_who_asks_while_a_question_is_on_its_way_shares_the_next_one() -> None:
    log = Log()
    log.freshness.ask()
    on_its_way, may_answer = threading.Event(), threading.Event()
    plain = log.freshness._rows_after

    def slow(position: int, limit: int) -> Sequence[Row]:
        rows = plain(position, limit)
        on_its_way.set()
        may_answer.wait(10)
        return rows

    log.freshness._rows_after = slow
    first = threading.Thread(target=log.freshness.ask)
    first.start()
    on_its_way.wait(10)
    log.commit(7)  # the first question has read the log already
    others = [threading.Thread(target=log.freshness.ask) for _ in range(8)]
    for other in others:
        other.start()
    asked = log.asked
    may_answer.set()
    for thread in (first, *others):
        thread.join(10)

    assert log.news == {GAME: 7}
    assert 1 <= log.asked - asked <= 2
