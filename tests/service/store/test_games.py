"""Games loaded, changed and saved, on real SQLite and real PostgreSQL alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import (
    GameFinishedError,
    IllegalActionError,
    NotYoursError,
    StaleDecisionError,
    UnknownEventError,
    UnknownGameError,
)
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.domain.rulesets.registry import all_rulesets, get_ruleset
from delvebook.domain.viewers import ARBITER
from delvebook.projections.views import game_body
from delvebook.service.base.errors import BusyError
from delvebook.service.base.settings import Settings
from delvebook.service.store.changes import BatchCommand, Change
from delvebook.service.store.mapper import GameMapper
from delvebook.service.usecases.use_cases import UseCases
from tests.service.tables import (
    Ticking,
    asked,
    numbered_bytes,
    open_service,
    play_on,
    player,
    run_together,
    seated_game,
)


@contextmanager
def services(settings: Settings, count: int = 1) -> Iterator[list[UseCases]]:
    """Several services over one store, as several processes would have them."""
    chance = numbered_bytes()
    opened = [open_service(settings, create_tables=number == 0, random_bytes=chance) for number in range(count)]
    try:
        yield opened
    finally:
        for service in opened:
            service.application.close()


def whole(service: UseCases, game_id: UUID) -> Any:
    """Everything there is to see of a game."""
    with service.application.reading(game_id) as game:
        return game_body(game, ARBITER)


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
    assert len(commits) == len(events) - 3  # SeatsClosed, GameFinished and SeedRevealed follow other events


def test_a_snapshot_and_the_whole_log_give_the_same_game(store: Settings) -> None:
    with services(replace(store, snapshot_every=10)) as [service]:
        game_id = seated_game(service, ["ann", "bob", "cid"])
        play_on(service, game_id, actions=45)
        n = whole(service, game_id)["n"]
        from_a_snapshot = service.application.game_at(game_id, n)
        assert service.application._snapshots.latest(game_id) is not None
    with services(replace(store, snapshot_every=0)) as [service]:
        from_the_start = service.application.game_at(game_id, n)
        assert service.application._snapshots.latest(game_id) is None
    assert jcs(from_the_start.to_snapshot()) == jcs(from_a_snapshot.to_snapshot())
    assert game_body(from_the_start, ARBITER) == game_body(from_a_snapshot, ARBITER)


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
        service.games.look(player("ann"), uuid4())


def test_two_processes_see_each_others_moves_at_once(store: Settings) -> None:
    with services(store, 2) as [one, two]:
        game_id = seated_game(one, ["ann", "bob"])
        for _ in range(20):
            play_on(one, game_id, actions=1)
            assert whole(two, game_id) == whole(one, game_id)
            play_on(two, game_id, actions=1)


def test_a_new_game_is_never_older_in_memory_than_what_was_read_of_it(
    store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with services(store, 2) as [one, two]:
        put = one.application._events.put
        made: list[UUID] = []

        def put_and_go_on(events: Sequence[GameEvent]) -> Any:
            stored = put(events)
            if not made:
                made.append(events[0].originator_id)
                whole(one, made[0])
                two.application.change(made[0], lambda game: game.abort(reason="", by="arbiter:judy", at=events[0].at))
                whole(one, made[0])
            return stored

        monkeypatch.setattr(one.application._events, "put", put_and_go_on)
        one.games.create(player("ann"), ruleset="dungeon-raiders", seats=2, options={}, bots={})
        assert whole(one, made[0]) == whole(two, made[0])
        assert whole(one, made[0])["status"] == "aborted"


def test_a_command_that_others_overtake_again_and_again_is_refused_as_busy(store: Settings) -> None:
    with services(store, 2) as [one, two]:
        game_id = seated_game(one, ["ann", "bob"])
        judged: list[int] = []

        def overtaken(game: Any) -> None:
            judged.append(game.stream.version)
            play_on(two, game_id, actions=1)
            raise GameFinishedError("refused as the game stood")

        with pytest.raises(BusyError):
            one.application.change(game_id, overtaken)
        assert len(judged) == len(set(judged)) == 20


def test_simultaneous_choices_in_two_processes_never_stale_each_other(store: Settings) -> None:
    """Each seat answers its own open decision from a process that has not seen the others' answers."""
    with services(store, 3) as (one, two, three):
        names = ["ann", "bob", "cid"]
        game_id = seated_game(one, names)
        for _ in range(6):
            offers = [
                service.playing.actions(player(name), game_id)
                for service, name in zip((one, two, three), names, strict=True)
            ]
            jobs = [
                lambda service=service, name=name, offer=offer: service.playing.act(
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
            two.games.look(player("ann"), game_id)
            before = whole(one, game_id)["n"]
            answers = [offer["actions"][place]["action"] for place in (0, -1)]
            jobs = [
                lambda service=service, action=action, decision=offer["decision"]: service.playing.act(
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
        decision = service.playing.actions(player("ann"), game_id)["decision"]
        for error, attempt in (
            (
                StaleDecisionError,
                lambda: service.playing.act(player("ann"), game_id, decision=1, action={"type": "light_torch"}),
            ),
            (
                NotYoursError,
                lambda: service.playing.act(player("eve"), game_id, decision=decision, action={"type": "light_torch"}),
            ),
            (
                IllegalActionError,
                lambda: service.playing.act(
                    player("ann"), game_id, decision=decision, action={"type": "play_boss_cards", "cards": []}
                ),
            ),
        ):
            with pytest.raises(error):
                attempt()
            assert whole(service, game_id) == before


def test_a_command_that_is_refused_after_it_began_to_change_the_game_leaves_no_trace(store: Settings) -> None:
    with services(store) as [service]:
        game_id = seated_game(service, ["ann", "bob"])
        offer = asked(service, game_id, "ann")
        now = Ticking()

        def half(game: Game) -> None:
            game.act(0, decision=offer["decision"], action=offer["actions"][0]["action"], at=now())
            raise NotYoursError("the second half may not be done")

        before = whole(service, game_id)
        with pytest.raises(NotYoursError):
            service.application.change(game_id, half)
        assert whole(service, game_id) == before
        assert play_on(service, game_id, actions=2) == 2


def test_a_dry_run_says_whether_it_would_do_and_changes_nothing(store: Settings) -> None:
    with services(store) as [service]:
        game_id = seated_game(service, ["ann", "bob"])
        before = whole(service, game_id)
        offer = service.playing.actions(player("ann"), game_id)
        for one in offer["actions"]:
            service.playing.try_action(player("ann"), game_id, decision=offer["decision"], action=one["action"])
        with pytest.raises(IllegalActionError):
            service.playing.try_action(
                player("ann"), game_id, decision=offer["decision"], action={"type": "play_boss_cards", "cards": []}
            )
        assert whole(service, game_id) == before


def test_a_finished_game_takes_no_more_actions(store: Settings) -> None:
    with services(store) as [service]:
        game_id = seated_game(service, ["ann", "bob"])
        play_on(service, game_id, actions=5000)
        with pytest.raises(GameFinishedError):
            service.playing.act(player("ann"), game_id, decision=1, action={"type": "light_torch"})


def test_a_player_who_left_is_played_for_and_may_come_back(store: Settings) -> None:
    with services(store) as [service]:
        game_id = seated_game(service, ["ann", "bob"])
        service.games.leave_seat(player("ann"), game_id, seat=0)
        seen = whole(service, game_id)
        assert seen["seats"][0] == {
            "seat": 0,
            "player": {"id": "ann", "name": None, "kind": "person"},
            "name": None,
            "bot": "random@1",
            "away_until": None,
            "free": False,
            "to_act": True,
            "since": seen["updated_at"],
            "deadline": None,
            "owes_nonce": False,
            "time_left_ms": None,
            "resigned": False,
        }
        offer = service.playing.actions(player("ann"), game_id)
        with pytest.raises(NotYoursError):
            service.playing.act(
                player("ann"), game_id, decision=offer["decision"], action=offer["actions"][0]["action"]
            )
        service.games.take_seat(player("ann"), game_id)
        assert whole(service, game_id)["seats"][0]["bot"] is None
        assert play_on(service, game_id, actions=3) == 3


def test_a_bots_turn_done_twice_or_late_does_nothing(store: Settings) -> None:
    with services(store, 2) as [one, two]:
        body = one.games.create(
            player("ann"), ruleset="dungeon-raiders", seats=2, options={}, bots={0: "random", 1: "greedy"}
        ).game
        game_id = UUID(body["id"])
        one.games.start(player("ann"), game_id)
        with one.application.reading(game_id) as game:
            decision = game.get_table().decisions[0]
        done = run_together(
            [
                lambda service=service: service.playing.play_bot(game_id, seat=0, decision=decision)
                for service in (one, two, one, two)
            ]
        )
        assert sorted(result is None for result in done if not isinstance(result, Exception)).count(False) == 1
        assert one.playing.play_bot(game_id, seat=0, decision=decision) is None
        assert whole(one, game_id)["n"] == body["n"] + 2


@pytest.mark.parametrize("title", sorted({ruleset.id for ruleset in all_rulesets().values()}))
def test_what_a_change_tells_of_its_events_is_what_is_stored_and_stays_so(tmp_path: Path, title: str) -> None:
    """The events at hand are used and the rows not read again, so no event may share anything with the game."""
    with services(Settings(home=tmp_path, secret="ab" * 32)) as [service]:
        told: list[GameEvent] = []
        carry_out = service.application.change_together

        def change_together(commands: Sequence[BatchCommand], answer: Callable[[Change], Any], **of: Any) -> list[Any]:
            def noted(change: Change) -> Any:
                told.extend(change.events)
                return answer(change)

            return carry_out(commands, noted, **of)

        service.application.change_together = change_together  # type: ignore[method-assign,assignment]
        seats = max(get_ruleset(title).seats_min, min(get_ruleset(title).seats_max, 2))
        game_id = seated_game(service, ["ann", "bob"][:seats], title=title)
        play_on(service, game_id, actions=60)
        stored = list(service.application.all_events_of(game_id))[1:]

    assert [event.n for event in told] == [event.n for event in stored]
    for at_hand, read in zip(told, stored, strict=True):
        assert at_hand == read
        assert jcs(at_hand.to_stored()) == jcs(read.to_stored())


def test_no_row_that_was_just_written_is_read_again(store: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with services(store) as [service]:
        game_id = seated_game(service, ["ann", "bob"])
        offer = asked(service, game_id, "ann")
        monkeypatch.setattr(GameMapper, "to_domain_event", None)
        answer = service.playing.act(
            player("ann"), game_id, decision=offer["decision"], action=offer["actions"][0]["action"]
        )
        assert answer.events
