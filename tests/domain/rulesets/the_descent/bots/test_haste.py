"""The greedy bot inside a search: it is in haste, and remembers what it chose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

from delvebook.domain.rulesets.the_descent.bots import haste
from delvebook.domain.rulesets.the_descent.bots.greedy import PATIENCE, hasty_bot
from delvebook.domain.rulesets.the_descent.bots.haste import hasty_choice
from delvebook.domain.tape import Tape
from tests.domain.rulesets.the_descent.tables import RULESET, Cave, deciding

T = TypeVar("T")
CONTENT = RULESET.box
GREEDY = RULESET.bot("greedy")


class Counted(Tape):
    """A tape that counts how often it is asked."""

    def __init__(self) -> None:
        super().__init__(b"haste")
        self.asked = 0

    def choose(self, items: Sequence[T], what: str) -> T:
        self.asked += 1
        return super().choose(items, what)

    def below(self, bound: int, what: str) -> int:
        self.asked += 1
        return super().below(bound, what)


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> dict[bytes, Any]:
    """Empties the bot's memory before each test."""
    known: dict[bytes, Any] = {}
    monkeypatch.setattr(haste, "_known", known)
    return known


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that grows whenever the hasty bot thinks."""
    thoughts: list[int] = []

    def watched(view: Any, legal: Any, *, chance: Any) -> Any:
        thoughts.append(view["you"])
        return hasty_bot(view, legal, chance=chance)

    monkeypatch.setattr(haste, "hasty_bot", watched)
    return thoughts


def choice(cave: Cave, seat: int = 0) -> dict[str, Any]:
    """The choice for that seat inside a search."""
    return hasty_choice(CONTENT, cave.state, seat, RULESET.legal(cave.state, seat), chance=Tape(b"haste"))


def greedy_choice(cave: Cave, seat: int = 0) -> dict[str, Any]:
    """The greedy bot's choice in that position."""
    return dict(GREEDY(cave.view(seat), RULESET.legal(cave.state, seat), chance=Tape(b"haste")))


@pytest.mark.parametrize(
    "cave",
    [
        Cave((5, 8)).token("coin", (4, 8)),
        Cave((0, 23)),
        Cave((4, 2), closed=("r1c1",)),
        Cave((6, 12)).have(0, health=2),
    ],
    ids=["a coin", "the bottom", "a tile", "a deadly fall"],
)
def test_where_it_sees_a_way_it_does_as_the_greedy_bot(cave: Cave) -> None:
    assert choice(cave) == greedy_choice(cave)


def test_who_has_lost_its_way_but_sees_one_leaves_nothing_to_chance() -> None:
    cave = Cave((4, 2), closed=("r1c1", "r2c1")).kit(0, "rope", "pick")
    cave.state["round"] = PATIENCE + 1
    greedy, hasty = Counted(), Counted()
    view, legal = cave.view(0), RULESET.legal(cave.state, 0)

    GREEDY(view, legal, chance=greedy)
    hasty_bot(view, legal, chance=hasty)

    assert greedy.asked > 0
    assert hasty.asked == 0


def test_it_thinks_once_about_a_position_and_again_about_another(searched: list[int]) -> None:
    cave = Cave((5, 8)).token("coin", (4, 8))

    assert choice(cave) == choice(cave)
    assert len(searched) == 1
    assert choice(cave.token("backpack", (6, 8))) in RULESET.legal(cave.state, 0)
    assert len(searched) == 2


def test_what_others_have_makes_no_difference_but_where_they_are_does(searched: list[int]) -> None:
    cave = Cave((5, 8), (4, 2)).token("coin", (4, 8))
    choice(cave)

    choice(cave.have(1, points=9, health=1))
    assert len(searched) == 1
    cave.state["seats"][1]["cell"] = cave.state["seats"][0]["cell"]
    choice(cave)
    assert len(searched) == 2


def test_what_was_left_to_chance_is_not_remembered(
    searched: list[int], fresh: dict[bytes, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def by_lot(view: Any, legal: Any, *, chance: Any) -> Any:
        return chance.choose(legal, "by lot")

    monkeypatch.setattr(haste, "hasty_bot", by_lot)
    choice(Cave((5, 8)))

    assert not fresh


def test_its_memory_is_emptied_when_it_is_full(fresh: dict[bytes, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(haste, "KEPT", 2)
    for x in (4, 5, 7):
        choice(Cave((x, 8)).token("coin", (x, 8)))

    assert len(fresh) == 1


@pytest.mark.parametrize("type_", ["place_token", "answer_fall", "answer_loss", "answer_contact", "confirm_step"])
def test_an_open_decision_is_answered_legally(type_: str) -> None:
    cave = deciding(type_)
    pending = cave.state["pending"]
    assert pending is not None

    assert choice(cave, pending["seat"]) in RULESET.legal(cave.state, pending["seat"])
