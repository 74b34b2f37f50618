"""Forks: the right to fork a game, and the forks of rulings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from delvebook.domain.errors import NotForkableError, UnknownEventError, UnknownGameError
from delvebook.domain.stream import IdempotentRequest
from delvebook.service.base.settings import Settings
from delvebook.service.identity.caller import ARBITRATE, OPERATE, Caller
from delvebook.service.usecases.forks import ForkService
from delvebook.service.usecases.use_cases import UseCases
from tests.service.tables import open_service, play_on, player, seated_game

ANN, EVE = player("ann"), player("eve")
JUDGE = Caller(account="judy", scopes=frozenset({"games:play", ARBITRATE}))
OPERATOR = Caller(account="olga", scopes=frozenset({"games:play", OPERATE}))


@pytest.fixture
def service(tmp_path: Path) -> Iterator[UseCases]:
    opened = open_service(Settings(home=tmp_path, secret="ab" * 32))
    yield opened
    opened.application.close()


@pytest.fixture
def over(service: UseCases) -> UUID:
    """A game that is over."""
    game = seated_game(service, ["ann", "bob"])
    play_on(service, game, actions=6)
    service.games.abort(OPERATOR, game, reason="the end")
    return game


def test_a_running_game_is_not_forked_for_study(service: UseCases) -> None:
    game = seated_game(service, ["ann", "bob"])
    with pytest.raises(NotForkableError, match="only by a ruling"):
        service.forks.fork(ANN, game, event=7, bots={})


def test_a_stranger_forks_a_game_that_is_over_and_starts_it_where_it_stood(service: UseCases, over: UUID) -> None:
    answer = service.forks.fork(EVE, over, event=9, bots={0: "greedy", 1: "random"})
    fork = UUID(answer.game["id"])
    started = service.games.start(EVE, fork)

    with service.application.reading(fork) as game:
        then = service.application.game_at(over, 9)
        assert game.get_table().state == then.get_table().state
    assert (answer.game["parent"]["game"], answer.game["parent"]["n"]) == (str(over), 9)
    assert started.game["status"] == "running"
    assert service.forks.ancestors(fork) == [over]
    assert service.forks.ancestors(over) == []


def test_the_same_request_makes_one_fork(service: UseCases, over: UUID) -> None:
    first, again = (
        service.forks.fork(EVE, over, event=9, bots={1: "random"}, request=IdempotentRequest("key", "body"))
        for _ in range(2)
    )

    assert (first.game["id"], first.is_repeat) == (again.game["id"], False)
    assert (again.game, again.is_repeat) == (first.game, True)


@pytest.mark.parametrize("viewer", ["spectator", "arbiter", "public"])
def test_a_fork_keeps_everything_or_what_one_seat_knew(service: UseCases, over: UUID, viewer: str) -> None:
    with pytest.raises(NotForkableError, match="null or a seat"):
        service.forks.fork(EVE, over, event=9, bots={}, as_viewer=viewer)


def test_a_fork_begins_at_an_event_there_is_and_in_a_game_that_had_begun(service: UseCases, over: UUID) -> None:
    with pytest.raises(UnknownEventError):
        service.forks.fork(EVE, over, event=999, bots={})
    with pytest.raises(NotForkableError):
        service.forks.fork(EVE, over, event=1, bots={})


def test_a_fork_goes_on_by_a_version_of_its_own_title(service: UseCases, over: UUID) -> None:
    with pytest.raises(NotForkableError, match="own title"):
        service.forks.fork(EVE, over, event=9, bots={}, ruleset="runebound@1")


def test_a_private_game_that_is_not_over_does_not_exist_for_strangers_who_would_fork_it(service: UseCases) -> None:
    made = service.games.create(ANN, ruleset="dungeon-raiders", seats=2, options={}, bots={}, visibility="private")
    game = UUID(made.game["id"])
    with pytest.raises(UnknownGameError):
        service.forks.fork(EVE, game, event=1, bots={})


def test_a_ruling_is_carried_out_once_and_keeps_the_players_seats(service: UseCases) -> None:
    game = seated_game(service, ["ann", "bob"])
    dispute = service.disputes.open(ANN, game, event=7, claim="wrong").last["n"]
    service.disputes.rule(
        JUDGE, game, dispute, verdict="upheld", remedy={"type": "resume", "event": 7}, reason="look at it"
    )
    fork = UUID(service.games.look(ANN, game)["resumed_by"])
    before = service.application.log_position()
    service.forks.carry_out(game, dispute)

    assert service.application.log_position() == before
    resumed = service.games.look(ANN, fork)
    assert [one["id"] for one in resumed["reserved"]] == ["ann", "bob"]
    assert resumed["parent"]["ruling"] > 0
    assert service.forks.reveal(game) is None
    assert service.games.look(ANN, game)["seed"] is None

    for name in ("ann", "bob"):
        service.games.take_seat(player(name), fork)
    service.games.start(ANN, fork)
    service.games.abort(OPERATOR, fork, reason="the end")
    assert service.forks.reveal(game) is not None
    assert service.forks.reveal(game) is None
    assert service.games.look(ANN, game)["seed"] is not None


@pytest.mark.parametrize("first", ["the seed", "the fork"])
def test_a_resumed_game_that_is_created_as_it_is_given_up_is_broken_off_at_once(
    service: UseCases, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    """Whichever of the two comes first: no game goes on whose hidden cards are public."""
    game = seated_game(service, ["ann", "bob"])
    dispute = service.disputes.open(ANN, game, event=7, claim="wrong").last["n"]
    create = ForkService._resume

    def gives_up_first(self: ForkService, *args: Any) -> None:
        assert service.forks.reveal(game, days=0) is not None
        create(self, *args)

    with monkeypatch.context() as broken:
        broken.setattr(ForkService, "_resume", lambda *_: 1 / 0)
        resume = {"type": "resume", "event": 7}
        service.disputes.rule(JUDGE, game, dispute, verdict="upheld", remedy=resume, reason="look at it")
    fork = UUID(service.games.look(ANN, game)["resumed_by"])
    if first == "the seed":
        monkeypatch.setattr(ForkService, "_resume", gives_up_first)
        service.forks.carry_out(game, dispute)
    else:
        change = service.application.change

        def creates_first(id_: UUID, command: Any) -> Any:
            with monkeypatch.context() as once:
                once.setattr(service.application, "change", change)
                service.forks.carry_out(game, dispute)
            return change(id_, command)

        with monkeypatch.context() as raced:
            raced.setattr(service.application, "change", creates_first)
            service.forks.reveal(game, days=0)

    ends = [service.games.look(ANN, one) for one in (game, fork)]
    assert [(one["status"], one["seed"] is not None) for one in ends] == [("aborted", True)] * 2


def test_an_unmade_fork_of_an_earlier_ruling_reveals_nothing_while_a_later_one_goes_on(service: UseCases) -> None:
    game = seated_game(service, ["ann", "bob"])
    dispute = service.disputes.open(ANN, game, event=7, claim="wrong").last["n"]
    resume = {"type": "resume", "event": 7}
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(ForkService, "_resume", lambda *_: 1 / 0)
        service.disputes.rule(JUDGE, game, dispute, verdict="upheld", remedy=resume, reason="look at it")
        service.disputes.appeal(player("bob"), game, dispute, reason="no")
        jude = Caller(account="jude", scopes=JUDGE.scopes)
        service.disputes.rule(jude, game, dispute, verdict="dismissed", remedy=None, reason="no")
    with service.application.reading(game) as left:
        first, second = (UUID(one["remedy"]["game"]) for one in left.lifecycle.disputes[dispute]["rulings"])
    with pytest.MonkeyPatch.context() as once:
        once.setattr(ForkService, "_is_overdue", lambda _, ruling, days: ruling["remedy"]["game"] == str(first))
        service.forks.carry_out(game, dispute, days=30)
        assert [bool(service.application.events_of(one)) for one in (first, second)] == [False, True]
        assert service.forks.reveal(game, days=30) is None
        service.games.abort(OPERATOR, second, reason="the end")
        assert service.forks.reveal(game, days=30) is not None


def test_rulings_resume_a_game_and_those_that_resume_it_three_times_at_most_in_all(service: UseCases) -> None:
    """Each time chance is drawn anew, so an arbiter and a player together could go on until they like it."""
    game, event = seated_game(service, ["ann", "bob"]), 7
    for _ in range(3):
        dispute = service.disputes.open(ANN, game, event=event, claim="again").last["n"]
        resume = {"type": "resume", "event": event}
        service.disputes.rule(JUDGE, game, dispute, verdict="upheld", remedy=resume, reason="why not")
        game, event = UUID(service.games.look(ANN, game)["resumed_by"]), 5
        for name in ("ann", "bob"):
            service.games.take_seat(player(name), game)
        service.games.start(ANN, game)
    dispute = service.disputes.open(ANN, game, event=event, claim="again").last["n"]

    with pytest.raises(NotForkableError, match="resumed this game 3 times"):
        service.disputes.rule(
            JUDGE, game, dispute, verdict="upheld", remedy={"type": "resume", "event": 5}, reason="once more"
        )

    assert service.games.look(ANN, game)["status"] == "running"
    service.disputes.rule(JUDGE, game, dispute, verdict="upheld", remedy={"type": "annul"}, reason="enough")
    assert service.games.look(ANN, game)["status"] == "aborted"
