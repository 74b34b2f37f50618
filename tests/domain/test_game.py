"""The aggregate: the events and refusals of each command, and that a refusal changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest

from delvebook.domain.aggregate import GameSnapshot
from delvebook.domain.canonical import commitment, decode, jcs
from delvebook.domain.errors import (
    AlreadyStartedError,
    BotSeatedError,
    BrokenRuleError,
    DelvebookError,
    GameFinishedError,
    GameNotRunningError,
    IllegalActionError,
    InvalidOptionsError,
    InvalidSeatsError,
    MalformedActionError,
    NoFreeSeatError,
    NotForkableError,
    NotYourDecisionError,
    NotYoursError,
    ParentError,
    SeatedError,
    SeatReservedError,
    SeatsMissingError,
    SeatTakenError,
    StaleDecisionError,
    UnknownBotError,
    UnknownSeatError,
)
from delvebook.domain.game import Game
from delvebook.domain.game_event import FIRST_PREV, Origin
from delvebook.domain.lifecycle import Seat
from delvebook.domain.playout import seed_of
from delvebook.domain.stream import IdempotentRequest
from delvebook.domain.viewers import SPECTATOR, seat_viewer
from tests.domain.recorded import Recorded
from tests.domain.seating import close, promise_of, sit
from tests.replays.games import at
from tests.titles import registered_titles
from tests.titles.bids import Bids

GAME = UUID("00000000-0000-4000-8000-000000000001")
FORK = UUID("00000000-0000-4000-8000-000000000002")
SEED = seed_of("game")


@pytest.fixture(autouse=True)
def titles() -> Iterator[None]:
    with registered_titles(Bids):
        yield


class Table(Recorded):
    """A game of two, by default with ann and bob on its seats."""

    def __init__(self, *players: str, seats: int = 2, terms: dict[str, Any] | None = None, game: UUID = GAME) -> None:
        super().__init__()
        self.game = Game.create(
            game, ruleset=Bids(), options={}, seats=seats, seed=SEED, by="player:ann", at=self.now(), terms=terms
        )
        for player in players:
            self.game.take_seat(None, player=player, at=self.now())
        if len(players) == seats:
            close(self.game, at=self.now())
        self.collect()

    def starts(self) -> list[str]:
        self.game.start(by="player:ann", at=self.now())
        return self.collect()

    def acts(self, seat: int) -> list[str]:
        table = self.game.get_table()
        self.game.act(seat, decision=table.decisions[seat], action=table.legal(seat)[-1], at=self.now())
        return self.collect()

    def finishes(self) -> list[str]:
        made: list[str] = []
        while not self.game.lifecycle.is_over:
            made += self.acts(self.game.to_act()[0])
        return made

    def refuses(self, kind: type[DelvebookError], command: Callable[[Game], Any]) -> DelvebookError:
        """Checks that the command is refused in this way and changes nothing. Returns the refusal."""
        before = jcs(self.game.to_snapshot())
        with pytest.raises(kind) as refusal:
            command(self.game)
        assert type(refusal.value) is kind
        assert jcs(self.game.to_snapshot()) == before
        assert self.collect() == []
        return refusal.value


def waiting() -> Table:
    """Returns a game with free seats."""
    return Table()


def seated() -> Table:
    """Returns a game with both seats taken that has not started."""
    return Table("ann", "bob")


def running() -> Table:
    table = seated()
    table.starts()
    return table


def finished() -> Table:
    table = running()
    table.finishes()
    return table


def aborted() -> Table:
    table = running()
    table.game.abort(reason="enough", by="arbiter:judy", at=table.now())
    table.collect()
    return table


# -- creating ---------------------------------------------------------------------------------------


def test_a_new_game_has_free_seats_and_has_committed_to_its_seed() -> None:
    game = Game.create(
        GAME,
        ruleset=Bids(),
        options={},
        seats=3,
        seed=SEED,
        by="player:ann",
        at=at(1),
        terms={"visibility": "private"},
    )

    [created] = game.collect_events()
    assert (created.type, created.n, created.by, created.prev) == ("GameCreated", 1, "player:ann", FIRST_PREV)
    assert created.data["commitment"] == commitment(SEED)
    assert created.data["visibility"] == "private"
    assert created.metadata == {"seed": SEED.hex()}
    assert (game.lifecycle.status, game.lifecycle.seats, game.stream.version, game.stream.head) == (
        "open",
        (Seat(),) * 3,
        1,
        created.hash,
    )
    assert game.table is None
    assert game.to_act() == []


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"seats": 99}, InvalidSeatsError),
        ({"options": {"colour": "red"}}, InvalidOptionsError),
        ({"seed": b"short"}, BrokenRuleError),
        ({"at": "yesterday"}, BrokenRuleError),
    ],
)
def test_a_game_is_not_created_from_wrong_terms(change: dict[str, Any], kind: type[DelvebookError]) -> None:
    terms: dict[str, Any] = {"options": {}, "seats": 2, "seed": SEED, "by": "player:ann", "at": at(1)}
    with pytest.raises(kind):
        Game.create(GAME, ruleset=Bids(), **{**terms, **change})


# -- seats ------------------------------------------------------------------------------------------


def test_a_player_gets_the_first_free_seat_unless_they_name_one() -> None:
    table = Table(seats=3)

    assert sit(table.game, 1, player="ann", at=table.now()) == 1
    assert table.game.take_seat(None, player="bob", at=table.now()) == 0
    assert table.game.take_seat(None, player="cid", at=table.now()) == 2
    assert table.game.lifecycle.seats == (
        Seat("bob"),
        Seat("ann", nonce_commitment=promise_of(table.game, "ann")),
        Seat("cid"),
    )
    assert table.game.lifecycle.parties == ("ann", "bob", "cid")
    assert (table.game.viewer_of("ann"), table.game.viewer_of("sue")) == (seat_viewer(1), SPECTATOR)


def test_a_seat_is_taken_once_and_a_player_takes_one_seat() -> None:
    table = Table("ann")

    table.refuses(SeatTakenError, lambda game: game.take_seat(0, player="bob", at=table.now()))
    table.refuses(SeatedError, lambda game: game.take_seat(1, player="ann", at=table.now()))
    table.refuses(UnknownSeatError, lambda game: game.take_seat(2, player="bob", at=table.now()))
    table.refuses(UnknownSeatError, lambda game: game.take_seat(-1, player="bob", at=table.now()))
    table.game.take_seat(1, player="bob", at=table.now())
    table.collect()
    table.refuses(NoFreeSeatError, lambda game: game.take_seat(None, player="cid", at=table.now()))


def test_the_seats_of_a_resumed_game_are_reserved_for_the_players_who_sat_there() -> None:
    parent = {"game": str(GAME), "n": 4, "hash": "0" * 64, "ruling": 6}
    fork = Table(game=FORK, terms={"parent": parent, "reserved": ["ann", "bob"]})

    fork.refuses(SeatReservedError, lambda game: game.take_seat(1, player="ann", at=fork.now()))
    fork.refuses(NoFreeSeatError, lambda game: game.take_seat(None, player="sue", at=fork.now()))
    assert fork.game.take_seat(None, player="bob", at=fork.now()) == 1


def test_a_bot_is_put_on_a_free_seat_before_the_start() -> None:
    table = Table("ann")
    table.refuses(UnknownBotError, lambda game: game.put_bot(1, bot="genius", by="player:ann", at=table.now()))
    table.refuses(SeatTakenError, lambda game: game.put_bot(0, bot="random", by="player:ann", at=table.now()))
    table.refuses(UnknownSeatError, lambda game: game.put_bot(2, bot="random", by="player:ann", at=table.now()))

    table.game.put_bot(1, bot="random", by="player:ann", at=table.now())

    assert table.game.lifecycle.seats[1] == Seat(bot="random@1")
    assert table.game.lifecycle.parties == ("ann",)
    close(table.game, at=table.now())
    table.collect()
    table.starts()
    table.refuses(AlreadyStartedError, lambda game: game.put_bot(1, bot="random", by="player:ann", at=table.now()))


def test_a_seat_that_is_left_before_the_start_is_free_and_its_player_stays_a_party() -> None:
    table = Table("ann", "bob", seats=3)
    table.game.leave_seat(0, by="player:ann", at=table.now())

    assert table.collect() == ["SeatLeft"]
    assert table.game.lifecycle.seats == (Seat(), Seat("bob"), Seat())
    assert table.game.lifecycle.parties == ("ann", "bob")
    table.refuses(NotYoursError, lambda game: game.leave_seat(0, by="player:ann", at=table.now()))
    table.refuses(UnknownSeatError, lambda game: game.leave_seat(7, by="player:ann", at=table.now()))
    table.game.take_seat(0, player="ann", at=table.now())
    assert table.game.lifecycle.parties == ("ann", "bob")


def test_a_seat_that_is_left_in_a_running_game_is_played_by_a_bot_until_its_player_returns() -> None:
    table = running()
    table.game.leave_seat(1, by="player:bob", at=table.now(), bot="greedy")

    assert table.collect() == ["SeatReplaced"]
    assert table.game.lifecycle.seats[1] == Seat("bob", bot="greedy@1")
    assert table.events[-1].data["reason"] == "left"
    table.refuses(BotSeatedError, lambda game: game.leave_seat(1, by="player:bob", at=table.now()))
    table.refuses(AlreadyStartedError, lambda game: game.take_seat(0, player="bob", at=table.now()))
    table.refuses(AlreadyStartedError, lambda game: game.take_seat(None, player="sue", at=table.now()))

    assert table.game.take_seat(None, player="bob", at=table.now()) == 1
    assert table.collect() == ["SeatReplaced"]
    assert table.game.lifecycle.seats[1] == Seat("bob")
    assert table.events[-1].data["reason"] == "returned"
    table.refuses(SeatedError, lambda game: game.take_seat(1, player="bob", at=table.now()))


def test_only_a_running_game_has_seats_to_replace() -> None:
    def replace(game: Game, seat: int = 0, bot: str = "random") -> None:
        game.replace_seat(seat, bot=bot, reason="deadline", by="clock", at=at(99))

    seated().refuses(GameNotRunningError, replace)
    finished().refuses(GameFinishedError, replace)
    running().refuses(UnknownBotError, lambda game: replace(game, bot="genius"))
    running().refuses(UnknownSeatError, lambda game: replace(game, seat=2))


# -- starting and playing ---------------------------------------------------------------------------


def test_a_game_starts_once_when_every_seat_is_taken() -> None:
    table = Table("ann")
    missing = table.refuses(SeatsMissingError, lambda game: game.start(by="player:ann", at=table.now()))
    assert missing.details["seats"] == [1]
    table.game.take_seat(1, player="bob", at=table.now())
    close(table.game, at=table.now())
    table.collect()

    assert table.starts() == ["GameStarted"]
    assert table.game.lifecycle.status == "running"
    assert table.events[-1].metadata["owes"] == [[0, table.game.stream.version], [1, table.game.stream.version]]
    again = table.refuses(AlreadyStartedError, lambda game: game.start(by="player:ann", at=table.now()))
    assert again.code == "game/started"


def test_an_action_answers_an_open_decision() -> None:
    table = running()
    decision = table.game.get_table().decisions[0]
    action = {"type": "bid", "card": 1}

    def act(**change: Any) -> Callable[[Game], None]:
        answer: dict[str, Any] = {"seat": 0, "decision": decision, "action": action, **change}
        return lambda game: game.act(answer["seat"], decision=answer["decision"], action=answer["action"], at=at(99))

    table.refuses(MalformedActionError, act(action={"type": "sing"}))
    table.refuses(UnknownSeatError, act(seat=5))
    table.refuses(StaleDecisionError, act(decision=decision - 1))
    act()(table.game)
    assert table.collect() == ["ActionTaken"]
    assert (table.events[-1].by, table.events[-1].data["decision"]) == ("seat:0", decision)
    assert table.events[-1].metadata["owes"] == [[1, decision]]
    table.refuses(NotYourDecisionError, act(decision=table.game.get_table().decisions[0]))
    act(seat=1, action={"type": "bid", "card": 2})(table.game)
    table.collect()
    used = table.refuses(IllegalActionError, act(decision=table.game.stream.version))
    assert used.details["clause"]


def test_the_event_that_ends_a_game_is_followed_by_its_end_and_its_seed() -> None:
    table = running()

    assert table.finishes()[-3:] == ["ActionTaken", "GameFinished", "SeedRevealed"]
    assert table.game.lifecycle.status == "finished"
    assert table.game.lifecycle.is_seed_revealed
    assert table.game.lifecycle.outcome == table.events[-2].data["outcome"]
    assert table.events[-1].data == {"seed": SEED.hex()}
    assert table.game.to_act() == []


@pytest.mark.parametrize("over", [finished, aborted])
def test_nothing_is_played_after_the_end(over: Callable[[], Table]) -> None:
    table = over()
    now = table.now()
    commands: list[Callable[[Game], Any]] = [
        lambda game: game.take_seat(None, player="sue", at=now),
        lambda game: game.put_bot(0, bot="random", by="player:ann", at=now),
        lambda game: game.leave_seat(0, by="player:ann", at=now),
        lambda game: game.start(by="player:ann", at=now),
        lambda game: game.act(0, decision=4, action={"type": "bid", "card": 1}, at=now),
        lambda game: game.replace_seat(0, bot="random", reason="deadline", by="clock", at=now),
        lambda game: game.take_back(0, at=now, history=table.events),
        lambda game: game.answer_take_back(0, agrees=True, at=now),
        lambda game: game.abort(reason="again", by="arbiter:judy", at=now),
    ]
    for command in commands:
        table.refuses(GameFinishedError, command)


def test_before_the_start_there_is_nothing_to_play() -> None:
    table = seated()

    table.refuses(GameNotRunningError, lambda game: game.act(0, decision=1, action={"type": "bid"}, at=table.now()))
    table.refuses(GameNotRunningError, lambda game: game.take_back(0, at=table.now(), history=table.events))
    table.refuses(NotForkableError, lambda game: game.fork_point())


def test_a_game_that_had_not_started_is_aborted_and_reveals_its_seed_too() -> None:
    table = seated()
    table.game.abort(reason="nobody came", by="player:ann", at=table.now())

    assert table.collect() == ["GameAborted", "SeedRevealed"]
    assert (table.game.lifecycle.status, table.game.lifecycle.is_seed_revealed) == ("aborted", True)
    with pytest.raises(GameNotRunningError, match="before it started"):
        table.game.get_table()


def test_a_running_game_is_aborted_in_the_open_unless_another_game_resumes_it() -> None:
    assert aborted().game.lifecycle.is_seed_revealed
    table = running()
    dispute = table.game.open_dispute("ann", event=table.game.stream.version, claim="?", at=table.now())
    remedy = {"type": "resume", "event": dispute - 1}
    table.game.rule(dispute, arbiter="judy", verdict="upheld", remedy=remedy, reason="so", at=table.now())

    assert table.collect() == ["DisputeOpened", "DisputeRuled", "GameAborted"]
    assert table.game.lifecycle.is_withheld
    assert table.game.lifecycle.resumed_by == table.events[-2].data["remedy"]["game"]
    table.game.reveal(at=table.now())
    assert table.collect() == ["SeedRevealed"]
    assert not table.game.lifecycle.is_withheld


# -- forks ------------------------------------------------------------------------------------------


def fork_of(left: Table) -> Table:
    """A fork of the game with both seats taken, which has not started."""
    fork = Table(
        game=FORK, terms={"parent": {"game": str(GAME), "n": left.game.stream.version, "hash": left.game.stream.head}}
    )
    for player in ("ann", "bob"):
        fork.game.take_seat(None, player=player, at=fork.now())
    close(fork.game, at=fork.now())
    fork.collect()
    return fork


@pytest.mark.parametrize("seat", [None, 0])
def test_a_fork_starts_where_the_other_game_stood(seat: int | None) -> None:
    left = running()
    left.acts(0)
    fork = fork_of(left)
    fork.refuses(ParentError, lambda game: game.start(by="player:ann", at=fork.now()))
    fork.game.start(by="player:ann", at=fork.now(), fork_point=left.game.fork_point(seat=seat))

    assert fork.collect() == ["GameStarted"]
    assert fork.game.to_act() == left.game.to_act() == [1]
    if seat is None:
        assert fork.game.get_table().state == left.game.get_table().state
    assert jcs(loaded(fork).to_snapshot()) == jcs(fork.game.to_snapshot())


def test_a_game_that_is_over_has_no_fork_point() -> None:
    finished().refuses(NotForkableError, lambda game: game.fork_point())
    aborted().refuses(NotForkableError, lambda game: game.fork_point())
    running().refuses(UnknownSeatError, lambda game: game.fork_point(seat=2))


# -- loading ----------------------------------------------------------------------------------------


def loaded(table: Table, *, upto: int | None = None) -> Game:
    game = Game.project(None, table.events[:upto])
    assert game is not None
    return game


def test_a_game_is_what_its_events_make_of_it() -> None:
    table = finished()

    assert jcs(loaded(table).to_snapshot()) == jcs(table.game.to_snapshot())
    assert Game.project(None, []) is None


def test_a_snapshot_of_any_moment_and_the_later_events_give_the_same_game() -> None:
    table = finished()
    for n in range(1, len(table.events) + 1):
        stored = decode(jcs(GameSnapshot(GAME, n, loaded(table, upto=n).to_snapshot()).to_stored()))
        snapshot = GameSnapshot.from_stored(GAME, n, stored)
        assert snapshot is not None
        game = Game.project(Game.from_snapshot(GAME, snapshot.state), table.events[n:])
        assert game is not None
        assert jcs(game.to_snapshot()) == jcs(table.game.to_snapshot())


@pytest.mark.parametrize("form", [GameSnapshot.version - 1, GameSnapshot.version + 1])
def test_a_snapshot_of_another_version_is_ignored(form: int) -> None:
    stored = GameSnapshot(GAME, 4, running().game.to_snapshot()).to_stored()

    assert GameSnapshot.from_stored(GAME, 4, {**stored, "form": form}) is None


def test_events_are_followed_in_order_and_from_the_first() -> None:
    table = running()
    game = loaded(table, upto=2)

    with pytest.raises(BrokenRuleError, match="event 4 does not follow event 2"):
        game.apply(table.events[3])
    with pytest.raises(BrokenRuleError, match="begins with GameCreated"):
        Game.project(None, table.events[1:])


def test_an_event_is_never_earlier_than_the_one_before() -> None:
    table = Table()
    table.game.take_seat(0, player="ann", at=at(50))
    table.game.take_seat(1, player="bob", at=at(40))
    table.collect()

    assert [event.at for event in table.events[1:]] == [at(50), at(50)]
    assert table.game.stream.last_at == at(50)


# -- going back -------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", [waiting, seated, running])
def test_a_game_that_is_rewound_is_what_it_was_at_the_mark(start: Callable[[], Table]) -> None:
    table = start()
    commands: list[Callable[[Game], Any]] = [
        lambda game: game.take_seat(None, player="ann", at=at(99)),
        lambda game: game.start(by="player:ann", at=at(99)),
        lambda game: game.act(0, decision=game.stream.version, action={"type": "bid", "card": 1}, at=at(99)),
        lambda game: game.leave_seat(0, by="player:ann", at=at(99)),
        lambda game: game.take_back(0, at=at(99), history=[*table.events, *game.pending]),
        lambda game: game.open_dispute("ann", event=1, claim="?", at=at(99)),
        lambda game: game.abort(reason="enough", by="arbiter:judy", at=at(99)),
    ]
    before = jcs(table.game.to_snapshot())
    is_changed = False
    for command in commands:
        mark = table.game.mark()
        try:
            command(table.game)
        except DelvebookError:
            continue
        is_changed = jcs(table.game.to_snapshot()) != before
        table.game.rewind(mark)
        assert jcs(table.game.to_snapshot()) == before
        assert table.game.collect_events() == []
    assert is_changed


def test_a_rewound_journal_forgets_the_events_too() -> None:
    table = seated()
    table.game.journal = []
    table.starts()
    mark = table.game.mark()
    table.acts(0)
    table.game.rewind(mark)
    assert [event.type for event in table.game.journal] == ["GameStarted"]

    table.acts(0)
    table.game.take_back(0, at=table.now())
    assert table.collect() == ["ActionTakenBack"]


def test_a_take_back_needs_the_events_of_the_game() -> None:
    table = running()
    table.acts(0)

    with pytest.raises(BrokenRuleError, match="journal"):
        table.game.take_back(0, at=table.now())


# -- what stands beside events ----------------------------------------------------------------------


def test_pending_events_are_stamped_with_request_and_origin() -> None:
    table = seated()
    table.game.start(by="player:ann", at=table.now())
    table.game.stamp(request=IdempotentRequest("key", "digest"), origin=Origin("ann", "token", "v4:0"))
    table.collect()

    assert table.events[-1].metadata["request"] == ["key", "digest"]
    assert table.events[-1].origin == Origin("ann", "token", "v4:0")
    assert table.game.stream.requests == {"key": (table.game.stream.version, "digest")}
    assert loaded(table).stream.requests == table.game.stream.requests


def test_a_request_is_remembered_with_its_first_event_and_without_events_not_at_all() -> None:
    table = seated()
    table.game.stamp(request=IdempotentRequest("idle", "digest"))
    assert table.game.stream.requests == {}
    table.game.start(by="player:ann", at=table.now())
    while not table.game.lifecycle.is_over:
        seat = table.game.to_act()[0]
        legal = table.game.get_table().legal(seat)
        table.game.act(seat, decision=table.game.get_table().decisions[seat], action=legal[-1], at=table.now())
    table.game.stamp(request=IdempotentRequest("all", "digest"))
    first = table.game.pending[0].n
    table.collect()

    assert table.game.stream.requests == {"all": (first, "digest")}
    assert loaded(table).stream.requests == table.game.stream.requests
