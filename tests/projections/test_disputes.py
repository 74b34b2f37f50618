"""The list of disputes, and the pending work for them, on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Connection

from delvebook.domain.events import DisputeOpened
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.projections.disputes import DisputesProjection, DisputesReader
from delvebook.projections.projector import Projector
from delvebook.service.base.clock import utc_now
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from delvebook.service.identity.caller import ARBITRATE, Caller
from tests.service.tables import open_service, play_on, player, seated_game

JUDY = Caller(account="judy", scopes=frozenset({ARBITRATE}))
JUDE = Caller(account="jude", scopes=frozenset({ARBITRATE}))


class Court:
    """A service, a disputed game, and the list."""

    def __init__(self, settings: Settings) -> None:
        self.service = open_service(settings)
        self.forks = self.service.forks
        self.disputes = self.service.disputes
        self.engine = open_engine(settings.projections_url)
        self.projector = Projector(self.engine, DisputesProjection(), self.service.application.page_reader())
        self.projector.create_tables()
        self.reader = DisputesReader(self.engine)
        self.game = seated_game(self.service, ["ann", "bob"])
        play_on(self.service, self.game, actions=4)
        self.dispute = self.disputes.open(player("ann"), self.game, event=8, claim="wrong").last["n"]

    def listed(self) -> DisputesReader:
        self.projector.catch_up()
        return self.reader

    def rules_and_dies(self, arbiter: Caller, verdict: str, remedy: Any) -> None:
        """Rules, and dies before the effects of the ruling are carried out."""

        def command(game: Game) -> None:
            game.rule(
                self.dispute,
                arbiter=str(arbiter.account),
                verdict=verdict,
                remedy=remedy,
                reason="I looked",
                at=utc_now(),
            )

        self.service.application.change(self.game, command)

    def fork(self) -> UUID:
        """The fork of the last ruling."""
        with self.service.application.reading(self.game) as game:
            return UUID(game.lifecycle.disputes[self.dispute]["rulings"][-1]["remedy"]["game"])

    def begins(self, fork: UUID) -> None:
        for name in ("ann", "bob"):
            self.service.games.take_seat(player(name), fork)
        self.service.games.start(player("ann"), fork)

    def is_revealed(self, game_id: UUID) -> bool:
        with self.service.application.reading(game_id) as game:
            return game.lifecycle.is_seed_revealed

    def close(self) -> None:
        self.engine.dispose()
        self.service.application.close()


@pytest.fixture
def court(store: Settings) -> Iterator[Court]:
    made = Court(store)
    yield made
    made.close()


def test_a_dispute_is_listed_from_claim_to_last_word(court: Court) -> None:
    [listed] = court.listed().disputes(viewer=None)
    assert (listed["id"], listed["status"], listed["has_finding"]) == (f"{court.game}.{court.dispute}", "open", False)
    assert court.reader.unexamined() == [(str(court.game), court.dispute)]
    court.disputes.examine(court.game, court.dispute)
    court.disputes.rule(JUDY, court.game, court.dispute, verdict="dismissed", remedy=None, reason="no")
    [listed] = court.listed().disputes(viewer=None)
    assert (listed["status"], listed["has_finding"]) == ("ruled", True)
    assert court.reader.unexamined() == []
    court.disputes.appeal(player("bob"), court.game, court.dispute, reason="!")
    assert [one["status"] for one in court.listed().disputes(viewer=None)] == ["appealed"]
    court.disputes.rule(JUDE, court.game, court.dispute, verdict="dismissed", remedy=None, reason="no")
    assert [one["status"] for one in court.listed().disputes(viewer=None)] == ["closed"]
    assert court.reader.to_carry_out() == []


def test_a_follower_that_dies_while_it_lists_a_dispute_leaves_no_gap_and_a_rebuilt_list_is_the_same(
    court: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    applied = DisputesProjection._apply

    def die(self: DisputesProjection, connection: Connection, event: GameEvent) -> None:
        applied(self, connection, event)
        if isinstance(event, DisputeOpened):
            raise KeyboardInterrupt

    for _ in range(2):
        with monkeypatch.context() as patch:
            patch.setattr(DisputesProjection, "_apply", die)
            with pytest.raises(KeyboardInterrupt):
                court.projector.catch_up()
    other = seated_game(court.service, ["ann", "bob"])
    court.disputes.open(player("bob"), other, event=3, claim="wrong, too")
    listed = court.listed().disputes(viewer=None)

    assert [one["number"] for one in listed] == [2, 1]
    court.projector.rebuild()
    assert court.reader.disputes(viewer=None) == listed


def test_a_ruling_whose_service_died_is_found_and_carried_out_once(court: Court) -> None:
    court.rules_and_dies(JUDY, "upheld", {"type": "resume", "event": 8})
    assert court.listed().to_carry_out() == [(str(court.game), court.dispute)]

    for _ in range(2):
        court.forks.carry_out(court.game, court.dispute)
    assert court.listed().to_carry_out() == []
    assert len(court.service.application.events_of(court.fork())) == 1


def test_a_seed_is_kept_until_the_fork_is_over_and_then_owed(court: Court) -> None:
    court.disputes.rule(
        JUDY, court.game, court.dispute, verdict="upheld", remedy={"type": "resume", "event": 8}, reason="yes"
    )
    fork = court.fork()
    court.begins(fork)
    assert court.listed().to_reveal() == []
    play_on(court.service, fork, actions=5000)
    assert court.listed().to_reveal() == [str(court.game)]
    assert court.forks.reveal(court.game) is not None
    assert court.listed().to_reveal() == []
    assert court.is_revealed(court.game)


def test_what_an_appeal_replaces_is_ended_and_everything_comes_out_in_the_end(court: Court) -> None:
    court.rules_and_dies(JUDY, "upheld", {"type": "resume", "event": 8})
    first = court.fork()
    court.disputes.appeal(player("bob"), court.game, court.dispute, reason="!")
    court.rules_and_dies(JUDE, "dismissed", None)
    second = court.fork()
    assert court.listed().to_carry_out() == [(str(court.game), court.dispute)]

    court.forks.carry_out(court.game, court.dispute)
    assert court.listed().to_carry_out() == []
    with court.service.application.reading(first) as game:
        assert (game.lifecycle.status, game.lifecycle.resumed_by) == ("aborted", str(second))
    court.begins(second)
    play_on(court.service, second, actions=5000)
    for _ in range(2):
        for owed in court.listed().to_reveal():
            court.forks.reveal(UUID(owed))
    assert court.listed().to_reveal() == []
    assert all(court.is_revealed(one) for one in (court.game, first, second))


def test_who_annuls_on_appeal_ends_the_fork_in_the_open(court: Court) -> None:
    court.disputes.rule(
        JUDY, court.game, court.dispute, verdict="upheld", remedy={"type": "resume", "event": 8}, reason="yes"
    )
    fork = court.fork()
    court.disputes.appeal(player("bob"), court.game, court.dispute, reason="!")
    court.disputes.rule(JUDE, court.game, court.dispute, verdict="upheld", remedy={"type": "annul"}, reason="no")

    assert court.listed().to_carry_out() == []
    assert court.is_revealed(fork)
    assert court.reader.to_reveal() == [str(court.game)]
    assert court.forks.reveal(court.game) is not None


def test_an_arbiter_who_has_not_ruled_may_put_a_bot_on_a_seat_that_stays_empty_and_start(court: Court) -> None:
    court.disputes.rule(
        JUDY, court.game, court.dispute, verdict="upheld", remedy={"type": "resume", "event": 8}, reason="yes"
    )
    fork = court.fork()
    olga = Caller(account="olga", scopes=frozenset({ARBITRATE, "games:play"}))
    court.service.games.take_seat(player("ann"), fork)
    court.service.games.put_bot(olga, fork, seat=1, bot="random")
    court.service.games.start(olga, fork)

    assert court.service.games.look(player("ann"), fork)["status"] == "running"
