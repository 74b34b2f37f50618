"""
Records with every type of event besides actions: kept as they were first written, and verified forever.

`python -m tests.replays.test_kept` writes those that are missing; it never changes one.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import pytest

from delvebook.domain.events import EVENT_TYPES
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.domain.phrases import LANGUAGES, Language, Voice
from delvebook.domain.playout import seed_of
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.table import ForkPoint
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import PUBLIC
from delvebook.replays.forks import Parents
from delvebook.replays.narration import Narration
from delvebook.replays.record import read_record
from delvebook.replays.verify import verify
from tests.domain.recorded import Recorded
from tests.domain.seating import close, nonce_of, sit
from tests.replays.games import at, lines_of, record_of

KEPT: Final = Path(__file__).parent / "kept"
NAMES: Final = (
    *("taken-back", "resumed", "superseded", "fork", "withdrawn", "given-up", "agreed", "timed-out"),
    *("nobody-came", "withheld", "waiting", "not-resumed"),
)
GAMES: Final = {name: UUID(int=0x4000_8000_0000_0000_0000 + number) for number, name in enumerate(NAMES, 1)}
TITLE: Final = "dungeon-raiders@1"
RESUME: Final = {"type": "resume", "event": 9}


class Keeper(Recorded):
    """A game of two, played and recorded."""

    def __init__(
        self,
        name: str,
        *,
        options: dict[str, Any] | None = None,
        terms: dict[str, Any] | None = None,
        seats: int = 2,
        by: str = "player:ann",
    ) -> None:
        super().__init__()
        self.chance = Tape(seed_of(f"kept/{name}"))
        self.game = Game.create(
            GAMES[name],
            ruleset=get_ruleset(TITLE),
            options=options or {},
            seats=seats,
            seed=seed_of(name),
            by=by,
            at=self.now(),
            terms=terms,
        )

    def seats(self, *players: str, fork_point: ForkPoint | None = None) -> None:
        """The players sit down, and the game starts."""
        for seat, player in enumerate(players):
            sit(self.game, seat, player=player, at=self.now())
        close(self.game, at=self.now())
        self.game.start(by=f"player:{players[0]}", at=self.now(), fork_point=fork_point)
        self.collect()

    def acts(self, seat: int | None = None) -> int:
        table = self.game.get_table()
        seat = self.chance.choose(self.game.to_act(), "who") if seat is None else seat
        legal = [action for action in table.legal(seat) if action["type"] != "light_torch"]
        choice = self.chance.choose(legal, "what")
        self.game.act(seat, decision=table.decisions[seat], action=choice, at=self.now())
        self.collect()
        return seat

    def finishes(self) -> None:
        while self.game.lifecycle.status == "running":
            self.acts()

    def record(self) -> bytes:
        return record_of(self.game, self.events, PUBLIC)

    def rules(self, dispute: int, *, arbiter: str, verdict: str, remedy: dict[str, Any] | None) -> GameEvent:
        """An arbiter rules. Returns the ruling."""
        self.game.rule(dispute, arbiter=arbiter, verdict=verdict, remedy=remedy, reason="so", at=self.now())
        self.collect()
        return next(event for event in reversed(self.events) if event.type == "DisputeRuled")

    def resumed(self, name: str, ruling: GameEvent) -> tuple[Keeper, ForkPoint]:
        """The game in which the ruling resumes this one, and the point from which it goes on."""
        remedy = ruling.data["remedy"]
        GAMES[name] = UUID(remedy["game"])
        stood = Game.project(None, self.events[: remedy["event"]])
        assert stood is not None
        parent = {"game": str(self.game.id), "n": stood.stream.version, "hash": stood.stream.head, "ruling": ruling.n}
        terms = {"parent": parent, "reserved": ["ann", "bob"]}
        fork = Keeper(name, options=dict(stood.lifecycle.options), terms=terms, by=ruling.by)
        return fork, stood.fork_point()


def taken_back() -> Keeper:
    """Actions laid openly: one stays, because another seat declines; the next is taken back, because all agree."""
    kept = Keeper("taken-back", options={"mode": "tactical"}, seats=3)
    kept.seats("ann", "bob", "cid")
    for agrees in (False, True):
        seat = kept.acts()
        kept.game.take_back(seat, at=kept.now(), history=kept.events)
        while (asked := kept.game.lifecycle.pending_take_back) is not None:
            kept.game.answer_take_back(asked.waiting[0], agrees=agrees, at=kept.now(), history=kept.events)
            kept.collect()
    kept.finishes()
    return kept


def resumed_superseded_and_fork() -> tuple[Keeper, Keeper, Keeper]:
    """
    A claim, a finding, a ruling that resumes; in that game officials move a bot and start.

    Then an appeal, a ruling that resumes where the game stood, and that fork, in which it is played to its end.
    """
    left = Keeper("resumed")
    left.seats("ann", "bob")
    seat = left.acts()
    left.game.take_back(seat, at=left.now(), history=left.events)
    left.collect()
    for _ in range(5):
        left.acts()
    record = {"sha256": "0" * 64, "n": 7, "hash": left.events[6].hash, "event": None}
    n = left.game.open_dispute("bob", event=9, claim="this is wrong", record=record, at=left.now())
    finding = {"upto": n, "ruleset": TITLE, "holds": True, "receipts": []}
    left.game.attach_finding(n, finding, sealed={"first": None, "versions": []}, at=left.now())
    first, point = left.resumed("superseded", left.rules(n, arbiter="judy", verdict="upheld", remedy=RESUME))
    sit(first.game, 0, player="ann", at=first.now())
    first.game.put_bot(1, bot="random", by="arbiter:olga", at=first.now())
    close(first.game, at=first.now())
    first.game.start(by="arbiter:olga", at=first.now(), fork_point=point)
    first.collect()
    left.game.appeal(n, player="ann", reason="it is not", at=left.now())
    ruling = left.rules(n, arbiter="jude", verdict="dismissed", remedy=None)
    fork, point = left.resumed("fork", ruling)
    first.game.abort(reason="on appeal", by="service", at=first.now(), resumed_by=str(fork.game.id))
    fork.game.put_bot(1, bot="random", by="arbiter:olga", at=fork.now())
    fork.game.leave_seat(1, by="arbiter:olga", at=fork.now())
    fork.seats("ann", "bob", fork_point=point)
    fork.finishes()
    for kept in (first, left):
        kept.game.reveal(at=kept.now())
        kept.collect()
    return left, first, fork


def nobody_came() -> Keeper:
    """The creator breaks the game off before its start."""
    kept = Keeper("nobody-came")
    sit(kept.game, 0, player="ann", at=kept.now())
    kept.game.abort(reason="nobody came", by="player:ann", at=kept.now())
    kept.collect()
    return kept


def withheld() -> Keeper:
    """A nonce is shown, another is withheld, and the clock breaks the game off."""
    kept = Keeper("withheld")
    for seat, player in enumerate(("ann", "bob")):
        sit(kept.game, seat, player=player, at=kept.now())
    kept.game.close_seats(deadline=at(1000), at=kept.now())
    kept.game.reveal_nonce(nonce_of("ann"), player="ann", at=kept.now())
    kept.game.expire_nonces(at=at(1001))
    kept.collect()
    return kept


def waiting_and_not_resumed() -> tuple[Keeper, Keeper]:
    """A ruling that resumes a game, which then nobody starts."""
    left = Keeper("waiting")
    left.seats("ann", "bob")
    left.acts()
    left.acts()
    n = left.game.open_dispute("ann", event=8, claim="this is wrong", at=left.now())
    fork, _ = left.resumed("not-resumed", left.rules(n, arbiter="judy", verdict="upheld", remedy=RESUME))
    sit(fork.game, 1, player="bob", at=fork.now())
    fork.clock += 30 * 86_400
    fork.game.expire_resumption(at=fork.now())
    fork.collect()
    left.game.reveal(at=left.now())
    left.collect()
    return left, fork


def withdrawn() -> Keeper:
    """A claim that is withdrawn, and one whose ruling is overdue."""
    kept = Keeper("withdrawn")
    kept.seats("ann", "bob")
    kept.acts()
    mine = kept.game.open_dispute("ann", event=7, claim="this is wrong", at=kept.now())
    yours = kept.game.open_dispute("bob", event=8, claim="so is this", at=kept.now())
    kept.game.withdraw_dispute(mine, player="ann", at=kept.now())
    kept.game.resume_clock(yours, at=kept.now())
    kept.collect()
    kept.finishes()
    return kept


def given_up() -> Keeper:
    """The creator removes a player; one of three resigns, and a bot plays on; another does, and the game ends."""
    kept = Keeper("given-up", seats=3)
    sit(kept.game, 0, player="eve", at=kept.now())
    kept.game.leave_seat(0, by="player:ann", at=kept.now())
    kept.seats("ann", "bob", "cid")
    kept.acts()
    kept.game.replace_seat(2, bot="random", reason="left", by="player:cid", at=kept.now())
    kept.game.resign(1, bot="greedy@1", at=kept.now())
    kept.acts(0)
    kept.game.resign(2, bot="greedy@1", at=kept.now())
    kept.collect()
    return kept


def agreed() -> Keeper:
    """An end that one declines, one that is withdrawn, and one that all consent to; the last by resigning."""
    kept = Keeper("agreed", seats=3)
    kept.seats("ann", "bob", "cid")
    kept.game.propose_end(0, at=kept.now())
    kept.game.answer_end(1, agrees=False, at=kept.now())
    kept.acts()
    kept.game.propose_end(1, at=kept.now())
    kept.game.answer_end(1, agrees=False, at=kept.now())
    kept.game.propose_end(1, at=kept.now())
    kept.game.answer_end(0, agrees=True, at=kept.now())
    kept.game.resign(2, bot="random", at=kept.now())
    kept.collect()
    return kept


def timed_out() -> Keeper:
    """A stock of time: the clock decides for a seat that has used it up, until the game ends."""
    clock = {"kind": "budget", "seconds": 20, "increment": 2, "on_expiry": {"kind": "default_action"}}
    kept = Keeper("timed-out", terms={"clock": clock})
    kept.seats("ann", "bob")
    while kept.game.lifecycle.status == "running":
        if 0 in kept.game.to_act():
            kept.acts(0)
        else:
            kept.clock += 30
            kept.game.expire(1, at=kept.now())
            kept.collect()
    return kept


@cache
def played() -> dict[str, Keeper]:
    """All of them, played anew."""
    made = (
        *(taken_back(), *resumed_superseded_and_fork(), withdrawn(), given_up(), agreed(), timed_out()),
        *(nobody_came(), withheld(), *waiting_and_not_resumed()),
    )
    return dict(zip(NAMES, made, strict=True))


def write() -> None:
    """Writes the missing records."""
    KEPT.mkdir(exist_ok=True)
    for name, kept in played().items():
        path = KEPT / f"{name}.jsonl"
        if not path.exists():
            path.write_bytes(kept.record())


@pytest.mark.parametrize("name", NAMES)
def test_a_kept_record_verifies_at_every_level(name: str) -> None:
    parents = Parents([KEPT / f"{other}.jsonl" for other in NAMES])
    report = verify(KEPT / f"{name}.jsonl", parents=parents)

    assert report.first is None, report.first
    assert [level.status for level in report.levels] == ["holds", "holds"]


def test_every_kind_of_event_that_is_no_play_is_kept() -> None:
    kept = {line["type"] for name in NAMES for line in lines_of((KEPT / f"{name}.jsonl").read_bytes())[1:]}

    assert set(EVENT_TYPES) - kept == set()


@pytest.mark.parametrize("name", NAMES)
def test_the_same_game_played_today_is_the_record_that_is_kept(name: str) -> None:
    made = played()[name].record()
    kept = (KEPT / f"{name}.jsonl").read_bytes()

    assert [json.loads(line)["hash"] for line in made.splitlines()[1:]] == [
        json.loads(line)["hash"] for line in kept.splitlines()[1:]
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_event_of_a_kept_record_is_told_in_every_language(name: str, language: Language) -> None:
    record = read_record(KEPT / f"{name}.jsonl")
    told = {
        step.type: step.sentence for step in Narration(record, viewer=PUBLIC, voice=Voice(language), seed=None).events()
    }

    assert all(sentence for type_, sentence in told.items() if type_ != "ActionTaken"), told
    if name == "resumed":
        assert str(GAMES["resumed"]) not in told["GameCreated"]
        assert "jude" not in told["DisputeRuled"]
        assert "dungeon-raiders@1" in told["DisputeRuled"]
    if name == "fork":
        assert str(GAMES["resumed"]) in told["GameCreated"]


if __name__ == "__main__":
    write()
