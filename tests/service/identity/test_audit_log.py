"""
The audit trail, copied from the log of a real service, on SQLite and PostgreSQL.

Aim: an entry for each event, exactly once, whatever is killed when and however many copy; it says who, and
never what; nothing in it can be changed, and reading on after an id misses nothing.
"""

from __future__ import annotations

import itertools
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from delvebook.domain.game import Game
from delvebook.projections.projector import ProjectionError, Projector
from delvebook.service.base.settings import Settings
from delvebook.service.identity.accounts import open_accounts_engine
from delvebook.service.identity.audit_log import AUDIT, METADATA, AuditLog, AuditProjection, AuditQuery
from delvebook.service.usecases.use_cases import UseCases
from delvebook.service.wiring import audit_projector
from tests.house.files import ROOT
from tests.service.tables import Ticking, asked, open_service, pass_time, play_on, player, seated_game

COPY_SLOWLY = """
import sys, time

from pathlib import Path
from delvebook.service.identity.audit_log import AuditProjection
from delvebook.projections.projector import ProjectionError, Projector
from delvebook.service.identity.accounts import open_accounts_engine
from delvebook.service.base.settings import Settings
from delvebook.service.wiring import build_use_cases

settings = Settings(home=Path(sys.argv[1]), database_url=sys.argv[2], secret="ab" * 32)

class Slow(AuditProjection):
    def apply(self, connection, events):
        for event in events:
            super().apply(connection, [event])
            time.sleep(0.002)

log = build_use_cases(settings).application.page_reader(limit=7)
Projector(open_accounts_engine(settings.sqlalchemy_url), Slow(), log).catch_up()
print("done")
"""


class Trail:
    """A service, what copies its log into the trail, and who reads."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.service: UseCases = open_service(settings)
        self.engine = open_accounts_engine(settings.sqlalchemy_url)
        self.log = AuditLog(self.engine, now=Ticking())
        self.projector = audit_projector(self.engine, self.service.application)

    def entries(self, **wanted: Any) -> list[dict[str, Any]]:
        self.projector.catch_up()
        return list(self.log.all_entries(AuditQuery(**wanted), upto=self.log.last()))

    def copier(self, projection: AuditProjection | None = None, *, page: int) -> Projector:
        """One more projector, which takes that many events at a time."""
        return Projector(self.engine, projection or AuditProjection(), self.service.application.page_reader(limit=page))

    def in_the_log(self) -> list[tuple[str, int]]:
        """Every event there is, as game and number."""
        read = self.service.application.page_reader()
        found: list[tuple[str, int]] = []
        position = 0
        while page := read(position):
            found += [(str(event.originator_id), event.n) for _, event in page]
            position = page[-1][0]
        return found

    def copied(self) -> list[tuple[str, int]]:
        return [(entry["game"], entry["n"]) for entry in self.log.all_entries(upto=self.log.last())]

    def count(self) -> int:
        """How many entries there are; cheap enough to ask often while another process copies."""
        with self.engine.connect() as connection:
            return int(connection.execute(text("SELECT count(*) FROM audit")).scalar_one())

    def close(self) -> None:
        self.engine.dispose()
        self.service.application.close()


@pytest.fixture
def trail(store: Settings) -> Iterator[Trail]:
    made = Trail(store)
    yield made
    made.close()


def test_every_event_has_an_entry_that_says_who_and_for_which_seat(trail: Trail) -> None:
    game = seated_game(trail.service, ["ann", "bob"])
    offer = asked(trail.service, game, "bob")
    trail.service.playing.act(player("bob"), game, decision=offer["decision"], action=offer["actions"][0]["action"])
    entries = trail.entries()

    assert [entry["n"] for entry in entries] == list(range(1, len(entries) + 1))
    assert [(entry["action"], entry["account"], entry["by"], entry["on_behalf_of"]) for entry in entries] == [
        ("game/GameCreated", "ann", "player:ann", None),
        ("game/SeatTaken", "ann", "player:ann", "seat:0"),
        ("game/SeatTaken", "bob", "player:bob", "seat:1"),
        ("game/SeatsClosed", "bob", "service", None),
        ("game/NonceRevealed", "ann", "player:ann", "seat:0"),
        ("game/NonceRevealed", "bob", "player:bob", "seat:1"),
        ("game/GameStarted", "ann", "player:ann", None),
        ("game/ActionTaken", "bob", "seat:1", "seat:1"),
    ]
    assert [entry["token"] for entry in entries] == [f"token-of-{entry['account']}" for entry in entries]
    times = [event.at for event in trail.service.application.all_events_of(game)]
    assert [entry["at"] for entry in entries] == times
    assert all(entry["bot"] is None and entry["details"] == {} for entry in entries)


def test_a_bots_move_says_which_bot_and_on_whose_behalf(trail: Trail) -> None:
    service = trail.service
    seats = {"ruleset": "dungeon-raiders", "seats": 2, "options": {}, "bots": {1: "greedy"}}
    game = UUID(service.games.create(player("ann"), **seats).game["id"])
    service.games.take_seat(player("ann"), game, seat=0)
    service.games.start(player("ann"), game)
    service.games.put_bot(player("ann"), game, seat=0, bot="random")
    for seat in (0, 1):
        with service.application.reading(game) as seen:
            decision = seen.get_table().decisions[seat]
        assert service.playing.play_bot(game, seat=seat, decision=decision) is not None
    handed_over, *moves = trail.entries()[-3:]

    assert (handed_over["account"], handed_over["bot"], handed_over["on_behalf_of"]) == ("ann", None, "seat:0")
    assert [(move["by"], move["bot"], move["account"], move["token"], move["on_behalf_of"]) for move in moves] == [
        ("seat:0", "random@1", None, None, "player:ann"),
        ("seat:1", "greedy@1", None, None, None),
    ]


def test_what_the_clock_does_names_the_seat_and_nobody_else(trail: Trail) -> None:
    clock = {"kind": "per_decision", "seconds": 1, "on_expiry": {"kind": "bot", "bot": "greedy"}}
    game = seated_game(trail.service, ["ann", "bob"], clock=clock)
    with trail.service.application.reading(game) as seen:
        decision = seen.get_table().decisions[1]
    pass_time(trail.service, 2)
    trail.service.playing.expire(game, seat=1, decision=decision)
    [entry] = trail.entries(by="clock")

    assert (entry["action"], entry["on_behalf_of"]) == ("game/SeatReplaced", "seat:1")
    assert (entry["account"], entry["token"], entry["address"], entry["bot"]) == (None, None, None, None)


def test_the_events_that_end_a_game_name_whose_command_made_them(trail: Trail) -> None:
    game = seated_game(trail.service, ["ann", "bob"])
    play_on(trail.service, game, actions=5000)
    *_, last, finished, revealed = trail.entries()

    assert [entry["action"] for entry in (finished, revealed)] == ["game/GameFinished", "game/SeedRevealed"]
    for entry in (finished, revealed):
        assert entry["by"] == "service"
        assert (entry["account"], entry["token"]) == (last["account"], last["token"])
        assert entry["details"] == {}


def test_events_older_than_the_trail_are_there_without_what_nobody_noted(
    trail: Trail, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Game, "stamp", lambda *_, **__: None)
    seated_game(trail.service, ["ann", "bob"])
    entries = trail.entries()

    by = ["player:ann", "player:ann", "player:bob", "service", "player:ann", "player:bob", "player:ann"]
    assert [entry["by"] for entry in entries] == by
    assert {(entry["account"], entry["token"], entry["address"], entry["bot"]) for entry in entries} == {
        (None, None, None, None)
    }


def test_an_entry_holds_nothing_of_what_was_done(trail: Trail) -> None:
    game = seated_game(trail.service, ["ann", "bob"])
    play_on(trail.service, game, actions=5000)
    trail.projector.catch_up()
    with trail.engine.begin() as connection:
        kept = repr(connection.execute(text("SELECT * FROM audit")).all())
    events = list(trail.service.application.all_events_of(game))

    assert kept.count("game/ActionTaken") > 10
    for event in events:
        for secret in (event.hash, event.data.get("state"), *(envelope.digest for envelope in event.sealed)):
            assert secret is None or secret not in kept
    for word in (events[0].metadata["seed"], "nonce", "play_card", "winners", "facts"):
        assert word not in kept


def test_a_copier_that_fails_in_the_middle_of_a_page_leaves_nothing_of_it(trail: Trail) -> None:
    for _ in range(4):
        play_on(trail.service, seated_game(trail.service, ["ann", "bob"]), actions=6)

    class Dying(AuditProjection):
        def apply(self, connection: Any, events: Any) -> None:
            for event in events:
                super().apply(connection, [event])
                if chance.random() < 0.1:
                    raise KeyboardInterrupt if chance.random() < 0.5 else OperationalError("", {}, RuntimeError("died"))

    chance = random.Random("dying")
    deaths = 0
    while True:
        try:
            trail.copier(Dying(), page=5).catch_up()
            break
        except (KeyboardInterrupt, OperationalError):
            deaths += 1
            assert len(trail.copied()) % 5 == 0

    assert deaths > 5
    assert trail.copied() == trail.in_the_log()


def test_two_that_copy_at_once_from_the_first_event_on_copy_everything_once(trail: Trail) -> None:
    for _ in range(4):
        play_on(trail.service, seated_game(trail.service, ["ann", "bob", "cid"]), actions=12)
    counts: list[int] = []
    ready = threading.Barrier(4)

    def copy() -> None:
        ready.wait()
        counts.append(trail.copier(page=3).catch_up())

    threads = [threading.Thread(target=copy) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert trail.copied() == trail.in_the_log()
    assert sum(counts) == len(trail.in_the_log())


@pytest.mark.servers
@pytest.mark.long
def test_a_copier_that_is_killed_again_and_again_copies_everything_once(trail: Trail) -> None:
    for _ in range(3):
        play_on(trail.service, seated_game(trail.service, ["ann", "bob", "cid"]), actions=5000)
    wanted = trail.in_the_log()
    command = [sys.executable, "-c", COPY_SLOWLY, str(trail.settings.home), trail.settings.database_url]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for share in (0.2, 0.5, 0.8):
        with subprocess.Popen(command, env=environment) as process:
            deadline = time.monotonic() + 60
            while trail.count() < share * len(wanted):
                assert process.poll() is None, "it ended by itself"
                assert time.monotonic() < deadline
                time.sleep(0.02)
            process.send_signal(signal.SIGKILL)
        assert trail.copied() == wanted[: len(trail.copied())]
    assert len(trail.copied()) < len(wanted)

    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    assert trail.copied() == wanted


def test_it_cannot_be_rebuilt_because_nothing_can_be_deleted(trail: Trail) -> None:
    seated_game(trail.service, ["ann", "bob"])
    trail.log.note(player("ann"), "token/issue")
    before = trail.entries()

    with pytest.raises(ProjectionError, match="cannot be rebuilt"):
        trail.projector.rebuild()
    trail.projector.create_tables()

    assert trail.projector.position() == trail.service.application.log_position()
    assert trail.entries() == before


def test_a_reader_who_goes_on_after_an_id_misses_no_note_that_was_begun_before(trail: Trail) -> None:
    """Ids are given out before a transaction ends; the later one must not be seen before the earlier one."""
    begun = trail.engine.connect()
    first = trail.log.note(player("ann"), "token/issue", connection=begun)
    noted: list[int] = []
    other = threading.Thread(target=lambda: noted.append(trail.log.note(player("bob"), "token/issue")))
    other.start()
    other.join(0.3)

    assert trail.log.entries() == []
    assert noted == []
    begun.commit()
    begun.close()
    other.join()
    assert [entry["id"] for entry in trail.log.entries()] == [first, *noted]
    assert noted[0] > first


def test_entries_are_found_by_everything_they_say(trail: Trail) -> None:
    games = [str(seated_game(trail.service, ["ann", name])) for name in ("bob", "cid")]
    trail.log.note(player("judge"), "game/look", game=games[1], n=4, viewer="seat:1")
    everything = trail.entries()
    middle = everything[4]["at"]

    found = {
        "account": trail.entries(account="cid"),
        "token": trail.entries(token="token-of-bob"),
        "game": trail.entries(game=games[1]),
        "action": trail.entries(action="game/look"),
        "by": trail.entries(by="player:bob"),
        "since": trail.entries(since=middle),
        "until": trail.entries(until=middle),
        "both": trail.entries(account="ann", game=games[0]),
        "none": trail.entries(account="ann", by="player:bob"),
    }
    assert [entry["action"] for entry in found["account"]] == [
        "game/SeatTaken",
        "game/SeatsClosed",
        "game/NonceRevealed",
    ]
    assert {entry["account"] for entry in found["token"]} == {"bob"}
    assert {entry["game"] for entry in found["game"]} == {games[1]}
    assert [(entry["account"], entry["details"]) for entry in found["action"]] == [("judge", {"viewer": "seat:1"})]
    assert [entry["account"] for entry in found["by"]] == ["bob", "bob"]
    assert sorted(entry["id"] for entry in (*found["since"], *found["until"])) == [one["id"] for one in everything]
    assert all(entry["at"] >= middle for entry in found["since"])
    assert [entry["n"] for entry in found["both"]] == [1, 2, 5, 7]
    assert found["none"] == []


def test_pages_follow_one_another_and_the_latest_are_the_end_of_them(trail: Trail) -> None:
    for _ in range(3):
        seated_game(trail.service, ["ann", "bob"])
    everything = trail.entries()
    seen: list[dict[str, Any]] = []
    while page := trail.log.entries(after=seen[-1]["id"] if seen else 0, limit=5):
        seen += page

    assert seen == everything
    assert all(later["id"] > earlier["id"] for earlier, later in itertools.pairwise(seen))
    assert trail.log.latest(limit=5) == everything[-5:]
    assert (
        trail.log.latest(AuditQuery(account="bob"), limit=2)
        == [entry for entry in everything if entry["account"] == "bob"][-2:]
    )
    assert trail.log.latest(after=everything[-3]["id"], limit=50) == everything[-2:]


def test_the_table_has_the_columns_it_always_had() -> None:
    """What is new goes into `details`, or beside it: a table that may not be changed is not rewritten either."""
    assert [column.name for column in AUDIT.columns] == [
        "id", "at", "account", "token", "action", "game", "n", "address", "details",
    ]  # fmt: skip
    assert list(METADATA.tables) == ["audit", "audit_owners"]
