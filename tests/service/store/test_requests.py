"""Requests that come twice, on real SQLite and real PostgreSQL alike."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import TakeBackRefusedError
from delvebook.domain.stream import IdempotentRequest
from delvebook.service.base.database import open_engine
from delvebook.service.base.errors import RequestReusedError
from delvebook.service.base.settings import Settings
from delvebook.service.store.requests import KeptRequests
from tests.service.store.test_games import services, whole
from tests.service.tables import asked, play_on, player, run_together, seated_game


def test_the_same_request_again_is_answered_the_same_also_by_another_process(store: Settings) -> None:
    with services(store, 2) as [one, two]:
        game_id = seated_game(one, ["ann", "bob"])
        offer = one.playing.actions(player("ann"), game_id)
        request = IdempotentRequest("key", "body")
        arguments = {"decision": offer["decision"], "action": offer["actions"][0]["action"], "request": request}
        first = one.playing.act(player("ann"), game_id, **arguments)
        play_on(one, game_id, actions=10)
        n = whole(one, game_id)["n"]

        for service in (one, two):
            again = service.playing.act(player("ann"), game_id, **arguments)
            assert again.is_repeat
            assert jcs([again.game, again.events]) == jcs([first.game, first.events])
        assert whole(one, game_id)["n"] == n


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games remember two requests themselves, or three."""
    monkeypatch.setattr("delvebook.domain.stream.REQUESTS_MAX", 2)
    monkeypatch.setattr("delvebook.domain.stream.REQUESTS_SPARE", 1)
    monkeypatch.setattr("delvebook.service.store.requests.REQUESTS_MAX", 2)


@pytest.mark.usefixtures("forgetful")
def test_a_request_older_than_a_game_remembers_is_still_answered_the_same(store: Settings) -> None:
    with services(store, 2) as [one, two]:
        game_id = seated_game(one, ["ann", "bob"])
        answers = []
        for number in range(8):
            offer = asked(one, game_id, "ann")
            request = IdempotentRequest(f"key {number}", "body")
            arguments = {"decision": offer["decision"], "action": offer["actions"][0]["action"], "request": request}
            answers.append((arguments, one.playing.act(player("ann"), game_id, **arguments)))
            play_on(one, game_id, actions=1)
        n = whole(one, game_id)["n"]
        for service in (one, two):
            for arguments, first in answers:
                again = service.playing.act(player("ann"), game_id, **arguments)
                assert again.is_repeat
                assert again.events == first.events
        assert whole(one, game_id)["n"] == n


@pytest.mark.usefixtures("forgetful")
def test_a_key_that_was_used_in_two_games_is_known_in_each_for_what_it_did_there(store: Settings) -> None:
    with services(store) as [service]:
        games = [seated_game(service, ["ann", "bob"]) for _ in range(2)]
        play_on(service, games[1], actions=1)  # the same key makes another event in each
        answers = []
        for number in range(6):
            for game_id in games:
                offer = asked(service, game_id, "ann")
                request = IdempotentRequest(f"key {number}", "body")
                arguments = {"decision": offer["decision"], "action": offer["actions"][0]["action"], "request": request}
                answers.append((game_id, arguments, service.playing.act(player("ann"), game_id, **arguments)))
                play_on(service, game_id, actions=1)
        for game_id, arguments, first in answers:
            again = service.playing.act(player("ann"), game_id, **arguments)
            assert again.is_repeat
            assert again.events == first.events


@pytest.mark.usefixtures("forgetful")
def test_a_take_back_sent_again_after_many_others_is_not_carried_out_twice(store: Settings) -> None:
    """The command would be accepted again, so that only the memory of requests tells that it was."""
    with services(store) as [service]:
        game_id = seated_game(service, ["ann"], title="labyrinth")
        taken = None
        for number in range(30):  # until an action after which nothing new is known
            offer = asked(service, game_id, "ann")
            action = offer["actions"][0]["action"]
            request = IdempotentRequest(f"first {number}", "body")
            service.playing.act(player("ann"), game_id, decision=offer["decision"], action=action, request=request)
            with contextlib.suppress(TakeBackRefusedError):
                taken = service.playing.take_back(
                    player("ann"), game_id, request=IdempotentRequest("take back", "body")
                )
                break
        assert taken is not None
        for number in range(5, 10):
            offer = asked(service, game_id, "ann")
            action = offer["actions"][0]["action"]
            request = IdempotentRequest(f"action {number}", "body")
            service.playing.act(player("ann"), game_id, decision=offer["decision"], action=action, request=request)
        n = whole(service, game_id)["n"]

        again = service.playing.take_back(player("ann"), game_id, request=IdempotentRequest("take back", "body"))

        assert again.is_repeat
        assert again.events == taken.events
        assert whole(service, game_id)["n"] == n


def test_a_key_used_for_another_request_is_refused(store: Settings) -> None:
    with services(store) as [service]:
        game_id = seated_game(service, ["ann", "bob"])
        offer = service.playing.actions(player("ann"), game_id)
        arguments = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
        service.playing.act(player("ann"), game_id, **arguments, request=IdempotentRequest("key", "one body"))
        with pytest.raises(RequestReusedError):
            service.playing.act(player("ann"), game_id, **arguments, request=IdempotentRequest("key", "another body"))


def test_creating_a_game_twice_with_one_key_makes_one_game(store: Settings) -> None:
    with services(store, 2) as both:
        jobs = [
            lambda service=service: service.games.create(
                player("ann"),
                ruleset="dungeon-raiders",
                seats=2,
                options={},
                bots={1: "random"},
                request=IdempotentRequest("create", "body"),
            )
            for service in (*both, *both)
        ]
        results = run_together(jobs)
        assert not [result for result in results if isinstance(result, Exception)], results
        assert len({result.game["id"] for result in results}) == 1
        assert sorted(result.is_repeat for result in results) == [False, True, True, True]


def test_eight_hands_with_one_key_make_one_event(store: Settings) -> None:
    with services(store, 2) as both:
        game_id = seated_game(both[0], ["ann", "bob"])
        offer = both[0].playing.actions(player("ann"), game_id)
        before = whole(both[0], game_id)["n"]
        jobs = [
            lambda service=service: service.playing.act(
                player("ann"),
                game_id,
                decision=offer["decision"],
                action=offer["actions"][0]["action"],
                request=IdempotentRequest("one", "body"),
            )
            for service in both * 4
        ]
        results = run_together(jobs)
        assert not [result for result in results if isinstance(result, Exception)], results
        assert len({jcs(result.events) for result in results}) == 1
        assert whole(both[0], game_id)["n"] == before + 1


def test_kept_requests_are_dropped_after_a_day(store: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("delvebook.service.store.requests.KEEPS_BETWEEN_CLEANINGS", 1)
    monkeypatch.setattr("delvebook.service.store.requests.REQUESTS_MAX", 0)
    times = iter(["2026-01-01T00:00:00.000000Z", "2026-01-01T23:59:59.000000Z", "2026-01-02T00:00:01.000000Z"])
    with services(store) as [service]:
        game_id = seated_game(service, ["ann", "bob"])
        kept = KeptRequests(open_engine(store.sqlalchemy_url, holds_truth=True), now=lambda: next(times))
        with service.application.reading(game_id) as game:
            kept.keep(game_id, {"old": (3, "body")})
            kept.keep(game_id, {"newer": (4, "body")})
            assert kept.find(game, "old") == (3, "body")

            kept.keep(game_id, {"newest": (5, "body")})

            assert kept.find(game, "old") is None
            assert kept.find(game, "newer") == (4, "body")
            assert kept.find(game, "newest") == (5, "body")
        kept.close()


@pytest.mark.usefixtures("forgetful")
def test_a_request_is_kept_before_the_commit_by_which_its_game_forgets_it(
    store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that is killed between the two must leave a request that is known twice, not one that nobody knows."""
    with services(store) as [service]:
        game_id = seated_game(service, ["ann", "bob"])
        answers: list[Any] = []

        def ask(number: int) -> None:
            offer = asked(service, game_id, "ann")
            move = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
            answers.append({**move, "request": IdempotentRequest(f"key {number}", "body")})

        for number in range(3):
            ask(number)
            service.playing.act(player("ann"), game_id, **answers[-1])
        ask(3)
        before = whole(service, game_id)["n"]
        commit = service.application._events.put

        def commit_and_die(events: Any) -> None:
            commit(events)
            raise KeyboardInterrupt

        monkeypatch.setattr(service.application._events, "put", commit_and_die)
        with pytest.raises(KeyboardInterrupt):
            service.playing.act(player("ann"), game_id, **answers[-1])
    with services(store) as [again]:
        assert whole(again, game_id)["n"] == before + 1
        for arguments in answers:
            assert again.playing.act(player("ann"), game_id, **arguments).is_repeat
        assert whole(again, game_id)["n"] == before + 1
