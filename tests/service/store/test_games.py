"""The event-sourced application, on real SQLite and real PostgreSQL alike."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from delvebook.domain.aggregate import GameSnapshot
from delvebook.domain.canonical import jcs
from delvebook.domain.errors import (
    GameFinishedError,
    IllegalActionError,
    NotYoursError,
    StaleDecisionError,
    UnknownEventError,
    UnknownGameError,
)
from delvebook.domain.stream import Request
from delvebook.domain.viewers import ARBITER
from delvebook.projections.views import game_body
from delvebook.service.errors import RequestReusedError
from delvebook.service.settings import Settings
from delvebook.service.store.recorder import Committer
from delvebook.service.usecases.games import GameService
from tests.service.tables import asked, numbered_bytes, open_service, play_on, player, seated_game


@contextmanager
def services(settings: Settings, count: int = 1) -> Iterator[list[GameService]]:
    """Several services over one store, as several processes would have them."""
    chance = numbered_bytes()
    opened = [open_service(settings, create_tables=number == 0, random_bytes=chance) for number in range(count)]
    try:
        yield opened
    finally:
        for service in opened:
            service.application.close()


def whole(service: GameService, game_id: UUID) -> Any:
    """Everything there is to see of a game."""
    with service.application.reading(game_id) as game:
        return game_body(game, ARBITER)


def run_together(jobs: list[Callable[[], Any]]) -> list[Any]:
    """Runs the jobs at the same time; their results, or what they raised."""
    results: list[Any] = [None] * len(jobs)
    gate = threading.Barrier(len(jobs))

    def run(index: int) -> None:
        gate.wait()
        try:
            results[index] = jobs[index]()
        except Exception as error:  # noqa: BLE001
            results[index] = error

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_a_game_is_the_same_after_every_process_was_restarted(store: Settings) -> None:
    with services(store) as [service]:
        game_id = seated_game(service, ["ann", "bob", "cid"])
        play_on(service, game_id, actions=37)
        before = whole(service, game_id)
    with services(store) as [service]:
        assert whole(service, game_id) == before


def test_a_whole_game_ends_with_its_seed_revealed_in_the_same_commit(store: Settings) -> None:
    commits: list[int] = []
    service = open_service(store, on_commit=commits.append)
    game_id = seated_game(service, ["ann", "bob"])
    play_on(service, game_id, actions=5000)
    events = list(service.application.all_events_of(game_id))
    service.application.close()

    assert [event.type for event in events[-3:]] == ["ActionTaken", "GameFinished", "SeedRevealed"]
    assert events[-1].data["seed"] != ""
    assert len(commits) == len(events) - 2


def test_a_snapshot_and_the_whole_log_give_the_same_game(store: Settings) -> None:
    with services(replace(store, snapshot_every=10)) as [service]:
        game_id = seated_game(service, ["ann", "bob", "cid"])
        play_on(service, game_id, actions=45)
        with_snapshot = whole(service, game_id)
        assert service.application.snapshots is not None
        assert len(list(service.application.snapshots.get(game_id))) >= 4
        service.application.snapshots = None
        from_the_start = service.application.game_at(game_id, with_snapshot["n"])
        assert jcs(from_the_start.to_snapshot()) == jcs(
            service.application.game_at(game_id, with_snapshot["n"]).to_snapshot()
        )
        assert game_body(from_the_start, ARBITER) == with_snapshot


def test_a_snapshot_of_another_version_is_ignored_and_the_game_is_loaded_from_its_events(
    store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with services(replace(store, snapshot_every=10)) as [service]:
        game_id = seated_game(service, ["ann", "bob"])
        play_on(service, game_id, actions=25)
        seen = whole(service, game_id)
        assert service.application.snapshots is not None
        assert all(snapshot is not None for snapshot in service.application.snapshots.get(game_id))
        monkeypatch.setattr(GameSnapshot, "version", GameSnapshot.version + 1)
        assert all(snapshot is None for snapshot in service.application.snapshots.get(game_id))

        assert game_body(service.application.game_at(game_id, seen["n"]), ARBITER) == seen


def test_the_past_can_be_looked_at_event_by_event(store: Settings) -> None:
    with services(replace(store, snapshot_every=7)) as [service]:
        game_id = seated_game(service, ["ann", "bob"])
        seen = []
        for _ in range(25):
            seen.append(whole(service, game_id))
            play_on(service, game_id, actions=1)
        for body in seen:
            assert game_body(service.application.game_at(game_id, body["n"]), ARBITER) == body
        with pytest.raises(UnknownEventError):
            service.application.game_at(game_id, 10_000)


def test_an_unknown_game_is_refused(store: Settings) -> None:
    with services(store) as [service], pytest.raises(UnknownGameError):
        service.look(player("ann"), uuid4())


def test_two_processes_see_each_others_moves_at_once(store: Settings) -> None:
    with services(store, 2) as [one, two]:
        game_id = seated_game(one, ["ann", "bob"])
        for _ in range(20):
            play_on(one, game_id, actions=1)
            assert whole(two, game_id) == whole(one, game_id)
            play_on(two, game_id, actions=1)


def test_simultaneous_choices_in_two_processes_never_stale_each_other(store: Settings) -> None:
    """Each seat answers its own open decision from a process that has not seen the others' answers."""
    with services(store, 3) as (one, two, three):
        names = ["ann", "bob", "cid"]
        game_id = seated_game(one, names)
        for _ in range(6):
            offers = [
                service.actions(player(name), game_id) for service, name in zip((one, two, three), names, strict=True)
            ]
            jobs = [
                lambda service=service, name=name, offer=offer: service.act(
                    player(name), game_id, decision=offer["decision"], action=offer["actions"][0]["action"]
                )
                for service, name, offer in zip((one, two, three), names, offers, strict=True)
                if offer["owed"]
            ]
            for result in run_together(jobs):
                assert not isinstance(result, Exception), result


def test_of_two_answers_to_one_decision_exactly_one_wins(store: Settings) -> None:
    with services(store, 2) as [one, two]:
        game_id = seated_game(one, ["ann", "bob"])
        for _ in range(8):
            offer = asked(one, game_id, "ann")
            two.look(player("ann"), game_id)
            before = whole(one, game_id)["n"]
            answers = [offer["actions"][place]["action"] for place in (0, -1)]
            jobs = [
                lambda service=service, action=action, decision=offer["decision"]: service.act(
                    player("ann"), game_id, decision=decision, action=action
                )
                for service, action in zip((one, two), answers, strict=True)
            ]
            results = run_together(jobs)
            refused = [result for result in results if isinstance(result, Exception)]
            assert len(refused) == 1
            assert isinstance(refused[0], StaleDecisionError)
            assert whole(one, game_id)["n"] == before + 1
            assert whole(two, game_id) == whole(one, game_id)
            play_on(one, game_id, actions=1)


def test_what_is_refused_leaves_no_trace(store: Settings) -> None:
    with services(store) as [service]:
        game_id = seated_game(service, ["ann", "bob"])
        before = whole(service, game_id)
        decision = service.actions(player("ann"), game_id)["decision"]
        for error, attempt in (
            (
                StaleDecisionError,
                lambda: service.act(player("ann"), game_id, decision=1, action={"type": "light_torch"}),
            ),
            (
                NotYoursError,
                lambda: service.act(player("eve"), game_id, decision=decision, action={"type": "light_torch"}),
            ),
            (
                IllegalActionError,
                lambda: service.act(
                    player("ann"), game_id, decision=decision, action={"type": "play_boss_cards", "cards": []}
                ),
            ),
        ):
            with pytest.raises(error):
                attempt()
            assert whole(service, game_id) == before


def test_a_dry_run_says_whether_it_would_do_and_changes_nothing(store: Settings) -> None:
    with services(store) as [service]:
        game_id = seated_game(service, ["ann", "bob"])
        before = whole(service, game_id)
        offer = service.actions(player("ann"), game_id)
        for one in offer["actions"]:
            service.try_action(player("ann"), game_id, decision=offer["decision"], action=one["action"])
        with pytest.raises(IllegalActionError):
            service.try_action(
                player("ann"), game_id, decision=offer["decision"], action={"type": "play_boss_cards", "cards": []}
            )
        assert whole(service, game_id) == before


def test_the_same_request_again_is_answered_the_same_also_by_another_process(store: Settings) -> None:
    with services(store, 2) as [one, two]:
        game_id = seated_game(one, ["ann", "bob"])
        offer = one.actions(player("ann"), game_id)
        request = Request("key", "body")
        arguments = {"decision": offer["decision"], "action": offer["actions"][0]["action"], "request": request}
        first = one.act(player("ann"), game_id, **arguments)
        play_on(one, game_id, actions=10)
        n = whole(one, game_id)["n"]

        for service in (one, two):
            again = service.act(player("ann"), game_id, **arguments)
            assert again.is_repeat
            assert (again.game, again.events) == (first.game, first.events)
        assert whole(one, game_id)["n"] == n


def test_a_request_older_than_a_game_remembers_is_still_answered_the_same(
    store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("delvebook.domain.stream.REQUESTS_MAX", 3)
    monkeypatch.setattr("delvebook.service.store.games.REQUEST_AGE_MAX", timedelta(days=40_000))
    with services(store) as [service]:
        game_id = seated_game(service, ["ann", "bob"])
        answers = []
        for number in range(8):
            offer = asked(service, game_id, "ann")
            request = Request(f"key {number}", "body")
            arguments = {"decision": offer["decision"], "action": offer["actions"][0]["action"], "request": request}
            answers.append((arguments, service.act(player("ann"), game_id, **arguments)))
            play_on(service, game_id, actions=1)
        for arguments, first in answers:
            again = service.act(player("ann"), game_id, **arguments)
            assert again.is_repeat
            assert again.events == first.events


def test_a_key_used_for_another_request_is_refused(store: Settings) -> None:
    with services(store) as [service]:
        game_id = seated_game(service, ["ann", "bob"])
        offer = service.actions(player("ann"), game_id)
        arguments = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
        service.act(player("ann"), game_id, **arguments, request=Request("key", "one body"))
        with pytest.raises(RequestReusedError):
            service.act(player("ann"), game_id, **arguments, request=Request("key", "another body"))


def test_creating_a_game_twice_with_one_key_makes_one_game(store: Settings) -> None:
    with services(store, 2) as both:
        jobs = [
            lambda service=service: service.create(
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
        offer = both[0].actions(player("ann"), game_id)
        before = whole(both[0], game_id)["n"]
        jobs = [
            lambda service=service: service.act(
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


def test_a_finished_game_takes_no_more_actions(store: Settings) -> None:
    with services(store) as [service]:
        game_id = seated_game(service, ["ann", "bob"])
        play_on(service, game_id, actions=5000)
        with pytest.raises(GameFinishedError):
            service.act(player("ann"), game_id, decision=1, action={"type": "light_torch"})


def test_a_player_who_left_is_played_for_and_may_come_back(store: Settings) -> None:
    with services(store) as [service]:
        game_id = seated_game(service, ["ann", "bob"])
        service.leave_seat(player("ann"), game_id, seat=0)
        assert whole(service, game_id)["seats"][0] == {"seat": 0, "player": "ann", "bot": "random", "free": False}
        offer = service.actions(player("ann"), game_id)
        with pytest.raises(NotYoursError):
            service.act(player("ann"), game_id, decision=offer["decision"], action=offer["actions"][0]["action"])
        service.take_seat(player("ann"), game_id)
        assert whole(service, game_id)["seats"][0]["bot"] is None
        assert play_on(service, game_id, actions=3) == 3


def test_a_bots_turn_done_twice_or_late_does_nothing(store: Settings) -> None:
    with services(store, 2) as [one, two]:
        body = one.create(
            player("ann"), ruleset="dungeon-raiders", seats=2, options={}, bots={0: "random", 1: "greedy"}
        ).game
        game_id = UUID(body["id"])
        one.start(player("ann"), game_id)
        with one.application.reading(game_id) as game:
            version = game.get_table().decisions[0]
        done = run_together(
            [
                lambda service=service: service.play_bot(game_id, seat=0, version=version)
                for service in (one, two, one, two)
            ]
        )
        assert sorted(result is None for result in done if not isinstance(result, Exception)).count(False) == 1
        assert one.play_bot(game_id, seat=0, version=version) is None
        assert whole(one, game_id)["n"] == body["n"] + 2


def test_a_follower_by_position_never_misses_an_event_of_many_writers(store: Settings) -> None:
    """Eight writers in four services, a follower that reads as fast as it can: every event once, in order."""
    with services(store, 4) as writers:
        games = [seated_game(writers[index % 4], ["ann", "bob"]) for index in range(8)]
        reader = writers[0].application
        seen: list[tuple[UUID, int]] = []
        stop = threading.Event()

        def follow() -> None:
            position = 0
            while True:
                is_last_look = stop.is_set()
                for place, event in reader.log_after(position, limit=7):
                    position = place
                    seen.append((event.originator_id, event.n))
                if is_last_look and position >= reader.log_position():
                    return

        follower = threading.Thread(target=follow)
        follower.start()
        run_together([lambda index=index: play_on(writers[index % 4], games[index], actions=30) for index in range(8)])
        stop.set()
        follower.join()

        for game_id in games:
            numbers = [n for game, n in seen if game == game_id]
            assert numbers == list(range(1, whole(writers[0], game_id)["n"] + 1))


class RecorderWithConflicts:
    """Stands for a store in which some versions are taken already."""

    def __init__(self, taken: set[int]) -> None:
        self.taken = taken
        self.calls: list[list[int]] = []

    def insert_events(self, events: list[StoredEvent]) -> list[int]:
        versions = [event.originator_version for event in events]
        self.calls.append(versions)
        if self.taken & set(versions):
            raise IntegrityError
        return versions


def test_a_conflict_in_a_batch_fails_its_own_writer_only() -> None:
    recorder = RecorderWithConflicts({3})
    committer = Committer(recorder)  # type: ignore[arg-type]
    game = uuid4()
    results = run_together(
        [
            lambda n=n: committer.commit([StoredEvent(originator_id=game, originator_version=n, topic="t", state=b"")])
            for n in range(6)
        ]
    )

    assert [type(result) is IntegrityError for result in results] == [False, False, False, True, False, False]
    assert [result[0] for n, result in enumerate(results) if n != 3] == [0, 1, 2, 4, 5]


def test_waiting_writers_are_written_in_one_call() -> None:
    """While one writer is at the disk, the others gather and go together."""
    at_the_disk = threading.Event()
    go_on = threading.Event()
    calls: list[int] = []

    class SlowRecorder:
        def insert_events(self, events: list[StoredEvent]) -> list[int]:
            calls.append(len(events))
            at_the_disk.set()
            go_on.wait()
            return [event.originator_version for event in events]

    committer = Committer(SlowRecorder())  # type: ignore[arg-type]

    def commit(n: int) -> None:
        committer.commit([StoredEvent(originator_id=uuid4(), originator_version=n, topic="t", state=b"")])

    first = threading.Thread(target=commit, args=(0,))
    first.start()
    at_the_disk.wait()
    others = [threading.Thread(target=commit, args=(n,)) for n in range(1, 9)]
    for thread in others:
        thread.start()
    while len(committer._waiting) < 8:
        pass
    go_on.set()
    for thread in (first, *others):
        thread.join()

    assert calls == [1, 8]
