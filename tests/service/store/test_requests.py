"""Requests that come twice, on real SQLite and real PostgreSQL alike."""

from __future__ import annotations

from datetime import timedelta

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import StaleDecisionError
from delvebook.domain.stream import Request
from delvebook.service.errors import RequestReusedError
from delvebook.service.settings import Settings
from tests.service.store.test_games import services, whole
from tests.service.tables import asked, play_on, player, run_together, seated_game


def test_the_same_request_again_is_answered_the_same_also_by_another_process(store: Settings) -> None:
    with services(store, 2) as [one, two]:
        game_id = seated_game(one, ["ann", "bob"])
        offer = one.playing.actions(player("ann"), game_id)
        request = Request("key", "body")
        arguments = {"decision": offer["decision"], "action": offer["actions"][0]["action"], "request": request}
        first = one.playing.act(player("ann"), game_id, **arguments)
        play_on(one, game_id, actions=10)
        n = whole(one, game_id)["n"]

        for service in (one, two):
            again = service.playing.act(player("ann"), game_id, **arguments)
            assert again.is_repeat
            assert (again.game, again.events) == (first.game, first.events)
        assert whole(one, game_id)["n"] == n


def test_a_request_older_than_a_game_remembers_is_still_answered_the_same(
    store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("delvebook.domain.stream.REQUESTS_MAX", 3)
    monkeypatch.setattr("delvebook.service.store.requests.REQUEST_AGE_MAX", timedelta(days=40_000))
    with services(store) as [service]:
        game_id = seated_game(service, ["ann", "bob"])
        answers = []
        for number in range(8):
            offer = asked(service, game_id, "ann")
            request = Request(f"key {number}", "body")
            arguments = {"decision": offer["decision"], "action": offer["actions"][0]["action"], "request": request}
            answers.append((arguments, service.playing.act(player("ann"), game_id, **arguments)))
            play_on(service, game_id, actions=1)
        for arguments, first in answers:
            again = service.playing.act(player("ann"), game_id, **arguments)
            assert again.is_repeat
            assert again.events == first.events


def test_a_key_used_for_another_request_is_refused(store: Settings) -> None:
    with services(store) as [service]:
        game_id = seated_game(service, ["ann", "bob"])
        offer = service.playing.actions(player("ann"), game_id)
        arguments = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
        service.playing.act(player("ann"), game_id, **arguments, request=Request("key", "one body"))
        with pytest.raises(RequestReusedError):
            service.playing.act(player("ann"), game_id, **arguments, request=Request("key", "another body"))


def test_creating_a_game_twice_with_one_key_makes_one_game(store: Settings) -> None:
    with services(store, 2) as both:
        jobs = [
            lambda service=service: service.games.create(
                player("ann"),
                ruleset="dungeon-raiders",
                seats=2,
                options={},
                bots={1: "random"},
                request=Request("create", "body"),
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
                request=Request("one", "body"),
            )
            for service in both * 4
        ]
        results = run_together(jobs)
        assert not [result for result in results if isinstance(result, Exception)], results
        assert len({jcs(result.events) for result in results}) == 1
        assert whole(both[0], game_id)["n"] == before + 1


def test_a_request_of_more_than_a_day_ago_is_a_new_one(store: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may have forgotten it; a key that the game still knows is answered again."""
    monkeypatch.setattr("delvebook.domain.stream.REQUESTS_MAX", 1)
    with services(store) as [service]:
        game_id = seated_game(service, ["ann", "bob"])
        offer = asked(service, game_id, "ann")
        arguments = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
        service.playing.act(player("ann"), game_id, **arguments, request=Request("old", "body"))
        play_on(service, game_id, actions=1)
        offer = asked(service, game_id, "ann")
        newer = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
        service.playing.act(player("ann"), game_id, **newer, request=Request("new", "body"))

        with pytest.raises(StaleDecisionError):
            service.playing.act(player("ann"), game_id, **arguments, request=Request("old", "body"))
        assert service.playing.act(player("ann"), game_id, **newer, request=Request("new", "body")).is_repeat
