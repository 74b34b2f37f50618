"""Take-backs in every title: tried again and again in whole games, and every record verifies and loads the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import TakeBackRefusedError
from delvebook.domain.game import Game
from delvebook.domain.playout import seed_of
from delvebook.domain.rulesets.registry import all_rulesets, get_ruleset
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import PUBLIC
from delvebook.replays.verify import verify
from tests.domain.recorded import Recorded
from tests.domain.seating import close
from tests.replays.games import GAME, record_of
from tests.titles import TEST_TITLES, registered_titles
from tests.titles.bids import Bids

TITLES = sorted({ruleset.id for ruleset in [*all_rulesets().values(), *TEST_TITLES.values()]})
ACTIONS = 60


@pytest.fixture(autouse=True)
def titles() -> Iterator[None]:
    with registered_titles(Bids):
        yield


class Hesitant(Recorded):
    """A game in which everybody takes back what they can, and the others agree or not, as chance has it."""

    def __init__(self, title: str, *, seats: int, options: dict[str, Any], seed: str) -> None:
        super().__init__()
        self.chance = Tape(seed_of(f"hesitant/{seed}"))
        self.verdicts: Counter[str] = Counter()
        ruleset = get_ruleset(f"{title}@1")
        self.game = Game.create(
            GAME,
            ruleset=ruleset,
            options={**ruleset.brief_options, **options},
            seats=seats,
            seed=seed_of(seed),
            by="player:host",
            at=self.now(),
        )
        for seat in range(seats):
            self.game.take_seat(seat, player=f"p{seat}", at=self.now())
        close(self.game, at=self.now())
        self.game.start(by="player:host", at=self.now())
        self.collect()

    def plays(self) -> None:
        for _ in range(ACTIONS):
            if self.game.lifecycle.is_over:
                return
            seat = self.chance.choose(self.game.to_act(), "who")
            table = self.game.get_table()
            choice = self.chance.choose(table.legal(seat), "what")
            self.game.act(seat, decision=table.decisions[seat], action=choice, at=self.now())
            self.collect()
            if not self.game.lifecycle.is_over and self.chance.below(2, "whether"):
                self.takes_back(self.chance.below(len(self.game.lifecycle.seats), "who takes back"))
        if not self.game.lifecycle.is_over:
            self.game.abort(reason="enough", by="arbiter:judy", at=self.now())
            self.collect()

    def takes_back(self, seat: int) -> None:
        before = jcs(self.game.to_snapshot())
        try:
            self.game.take_back(seat, at=self.now(), history=self.events)
        except TakeBackRefusedError as refusal:
            assert jcs(self.game.to_snapshot()) == before
            self.verdicts[str(refusal.details["reason"])] += 1
            return
        self.collect()
        self.verdicts[self.events[-1].type] += 1
        while (pending := self.game.lifecycle.pending_take_back) is not None:
            agrees = bool(self.chance.below(4, "whether one agrees"))
            self.game.answer_take_back(pending.waiting[0], agrees=agrees, at=self.now(), history=self.events)
            self.collect()


@pytest.mark.parametrize("title", TITLES)
def test_games_full_of_take_backs_verify_and_load_the_same(title: str) -> None:
    ruleset = get_ruleset(f"{title}@1")
    options: list[dict[str, Any]] = [{"mode": "tactical"}, {}] if title == "dungeon-raiders" else [{}]
    verdicts: Counter[str] = Counter()
    for seats in {ruleset.seats_min, ruleset.seats_max}:
        for number, one in enumerate([*options, *options]):
            kept = Hesitant(title, seats=seats, options=one, seed=f"{seats}/{number}")
            kept.plays()
            verdicts += kept.verdicts
            report = verify(record_of(kept.game, kept.events, PUBLIC))
            assert report.first is None, report.first
            assert report.level("replay").status == "holds"
            loaded = Game.project(None, kept.events)
            assert loaded is not None
            assert jcs(loaded.to_snapshot()) == jcs(kept.game.to_snapshot())
            ruleset.check(kept.game.get_table().state)
    assert verdicts["ActionTakenBack"] + verdicts["TakeBackAsked"], verdicts
