"""
Records with every type of event besides actions: kept as they were first written, and verified forever.

`python -m tests.replays.test_kept` writes those that are missing; it never changes one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import pytest

from delvebook.domain.events import EVENT_TYPES
from delvebook.domain.game import Game
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
from tests.domain.seating import close, sit
from tests.replays.games import lines_of, record_of

KEPT: Final = Path(__file__).parent / "kept"
NAMES: Final = ("taken-back", "resumed", "fork", "withdrawn", "given-up", "agreed", "timed-out")
GAMES: Final = {name: UUID(int=0x4000_8000_0000_0000_0000 + number) for number, name in enumerate(NAMES, 1)}
TITLE: Final = "dungeon-raiders@1"


class Keeper(Recorded):
    """A game of two, played and recorded."""

    def __init__(
        self, name: str, *, options: dict[str, Any], terms: dict[str, Any] | None = None, seats: int = 2
    ) -> None:
        super().__init__()
        self.chance = Tape(seed_of(f"kept/{name}"))
        self.game = Game.create(
            GAMES[name],
            ruleset=get_ruleset(TITLE),
            options=options,
            seats=seats,
            seed=seed_of(name),
            by="player:ann",
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


def resumed_and_fork() -> tuple[Keeper, Keeper]:
    """A claim, a finding, a ruling that resumes, an appeal, a ruling that resumes where it stood; and that fork."""
    left = Keeper("resumed", options={})
    left.seats("ann", "bob")
    seat = left.acts()
    left.game.take_back(seat, at=left.now(), history=left.events)
    left.collect()
    for _ in range(5):
        left.acts()
    record = {"sha256": "0" * 64, "n": 7, "hash": left.events[6].hash, "differs_at": None}
    n = left.game.open_dispute("bob", event=9, claim="this is wrong", record=record, at=left.now())
    finding = {"upto": n, "ruleset": TITLE, "holds": True, "receipts": []}
    left.game.attach_finding(n, finding, sealed={"first": None, "versions": []}, at=left.now())
    resume = {"type": "resume", "event": 9}
    left.game.rule(n, arbiter="judy", verdict="upheld", remedy=resume, reason="it is", at=left.now())
    left.game.appeal(n, player="ann", reason="it is not", at=left.now())
    left.game.rule(n, arbiter="jude", verdict="dismissed", remedy=None, reason="it is not", at=left.now())
    left.collect()
    ruling = left.events[-1]
    remedy = ruling.data["remedy"]
    GAMES["fork"] = UUID(remedy["game"])
    stood = Game.project(None, left.events[: remedy["event"]])
    assert stood is not None
    parent = {"game": str(left.game.id), "n": stood.stream.version, "hash": stood.stream.head, "ruling": ruling.n}
    fork = Keeper("fork", options=stood.lifecycle.options, terms={"parent": parent, "reserved": ["ann", "bob"]})
    fork.seats("ann", "bob", fork_point=stood.fork_point())
    fork.finishes()
    left.game.reveal(at=left.now())
    left.collect()
    return left, fork


def withdrawn() -> Keeper:
    """A claim that is withdrawn, and one whose ruling is overdue."""
    kept = Keeper("withdrawn", options={})
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
    kept = Keeper("given-up", options={}, seats=3, terms={"creator": "ann"})
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
    kept = Keeper("agreed", options={}, seats=3)
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
    kept = Keeper("timed-out", options={}, terms={"clock": clock})
    kept.seats("ann", "bob")
    while kept.game.lifecycle.status == "running":
        if 0 in kept.game.to_act():
            kept.acts(0)
        else:
            kept.clock += 30
            kept.game.expire(1, at=kept.now())
            kept.collect()
    return kept


def played() -> dict[str, Keeper]:
    """All of them, played anew."""
    made = (taken_back(), *resumed_and_fork(), withdrawn(), given_up(), agreed(), timed_out())
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
