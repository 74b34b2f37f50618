"""The lifecycle: commands and stored events change it through the same function, and it can be stored."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delvebook.domain.aggregate import Aggregate
from delvebook.domain.canonical import decode, jcs
from delvebook.domain.errors import BrokenRuleError, DelvebookError
from delvebook.domain.events import EVENT_TYPES, TakeBackAnswered
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.domain.lifecycle import EndProposal, Lifecycle, Seat, TakeBackRequest, evolve
from delvebook.domain.playout import seed_of
from delvebook.domain.stream import ChainHead
from tests.domain.seating import close, sit
from tests.domain.test_disputes import FORK, GAME, Case
from tests.domain.test_events import SAMPLES, read
from tests.domain.test_walks import STEPS
from tests.titles import registered_titles
from tests.titles.bids import Bids


@pytest.fixture(autouse=True)
def titles() -> Iterator[None]:
    with registered_titles(Bids):
        yield


class Forked(Case):
    """Returns a game of two that starts where another one stood."""

    def __init__(self, *, seed: str, seat: int | None) -> None:
        left = Case(seed=seed)
        left.plays_round()
        super(Case, self).__init__()
        parent = {"game": str(GAME), "n": left.game.stream.version, "hash": left.game.stream.head}
        self.game = Game.create(
            FORK,
            ruleset=Bids(),
            options={},
            seats=2,
            seed=seed_of(f"fork/{seed}"),
            by="player:ann",
            at=self.now(),
            terms={"parent": parent},
        )
        for name in ("ann", "bob"):
            sit(self.game, None, player=name, at=self.now())
        close(self.game, at=self.now())
        self.game.start(by="player:ann", at=self.now(), fork_point=left.game.fork_point(seat=seat))
        self.collect()


@settings(max_examples=150)
@given(data=st.data())
def test_the_stored_events_give_the_lifecycle_that_the_commands_produced(data: st.DataObject) -> None:
    produced: list[Lifecycle] = []
    move = Aggregate._move

    def watched(game: Aggregate, event: GameEvent, stream: ChainHead) -> None:
        move(game, event, stream)
        if game is case.game:
            del produced[event.n - 1 :]  # a command that was rewound left some
            produced.append(game.lifecycle)

    def choose(below: int) -> int:
        return data.draw(st.integers(0, below - 1))

    seed = str(data.draw(st.integers(0, 9), "seed"))
    case: Case = Forked(seed=seed, seat=choose(2) or None) if data.draw(st.booleans(), "fork") else Case(seed=seed)
    produced += lifecycles(case.events)
    with patch.object(Aggregate, "_move", watched):
        for _ in range(data.draw(st.integers(1, 30), "steps")):
            mark = case.game.mark()
            try:
                data.draw(st.sampled_from(STEPS), "step")(case, choose)
            except BrokenRuleError:
                raise
            except DelvebookError:
                case.game.rewind(mark)
            case.collect()
    del produced[len(case.events) :]

    assert lifecycles(case.events) == produced
    for n, lifecycle in enumerate(produced, start=1):
        kept = Lifecycle.from_plain(decode(jcs(lifecycle.to_plain())))
        assert kept == lifecycle
        assert lifecycles(case.events[n:], kept) == produced[n:]


def lifecycles(events: list[GameEvent], start: Lifecycle | None = None) -> list[Lifecycle]:
    """Returns the lifecycle after each of the events."""
    lifecycle = Lifecycle() if start is None else start
    found = []
    for event in events:
        lifecycle = evolve(lifecycle, event)
        found.append(lifecycle)
    return found


def test_an_event_changes_no_earlier_lifecycle() -> None:
    case = Case()
    case.plays_round()
    case.rules(case.claims("ann", 4))
    case.appeals(case.claims("bob", 4) and next(iter(case.game.lifecycle.disputes)))
    before = lifecycles(case.events)
    plain = [decode(jcs(lifecycle.to_plain())) for lifecycle in before]
    lifecycles(case.events, before[0])

    assert [decode(jcs(lifecycle.to_plain())) for lifecycle in before] == plain


def test_evolve_is_the_only_place_that_changes_a_lifecycle() -> None:
    """Finds code that assigns one outside evolve's callers, or replaces a part of it elsewhere."""
    source = ast.parse(inspect.getsource(inspect.getmodule(Aggregate)))  # type: ignore[arg-type]
    assigned = [
        ast.unparse(node)
        for node in ast.walk(source)
        if isinstance(node, ast.Assign)
        and any(ast.unparse(part).endswith(".lifecycle") for target in node.targets for part in ast.walk(target))
    ]

    assert assigned == [
        "self.lifecycle = Lifecycle()",
        "self.stream, self.lifecycle, self.table = (mark.stream, mark.lifecycle, mark.table)",
        "made.lifecycle = lifecycle",
        "self.lifecycle = evolve(self.lifecycle, event)",
    ]


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample[0] for sample in SAMPLES])
def test_every_type_of_event_evolves_a_lifecycle(sample: tuple[str, str, int, dict[str, object]]) -> None:
    event = read(sample)
    opened = read(next(one for one in SAMPLES if one[0] == "DisputeOpened"))
    some = Lifecycle(
        created={"seats": 2},
        seats=(Seat("ann"), Seat("bob")),
        take_back=TakeBackRequest(1, 0, 1, (1,)),
        end_proposal=EndProposal(1, 0, (1,)),
        disputes=evolve(Lifecycle(), opened).disputes,
    )
    if "dispute" in event.data:
        known = {event.data["dispute"]: {**some.disputes[opened.n], "n": event.data["dispute"]}}
        some = some._replace(disputes=known)

    assert isinstance(evolve(some, event), Lifecycle)
    assert event.type in EVENT_TYPES


def test_an_unknown_type_of_event_is_refused_and_named() -> None:
    class Unheard(GameEvent):
        pass

    event = Unheard(GAME, 7, "", "service", {}, "", "")
    with pytest.raises(BrokenRuleError, match="event 7 is a Unheard"):
        evolve(Lifecycle(), event)


def test_an_answer_to_no_question_is_refused() -> None:
    event = TakeBackAnswered(GAME, 7, "", "seat:1", {"seat": 1, "asked": 6, "agrees": True}, "", "")
    with pytest.raises(BrokenRuleError, match="no event asked for"):
        evolve(Lifecycle(), event)


def test_a_take_back_waits_until_all_agree_or_one_declines() -> None:
    asked = TakeBackRequest(9, 0, 8, (1, 2))

    assert asked.answered(1, agrees=True).waiting == (2,)
    assert asked.answered(2, agrees=True).answered(1, agrees=True).waiting == ()
    assert asked.answered(1, agrees=False).waiting == ()
    assert Lifecycle(take_back=asked).pending_take_back == asked
    assert Lifecycle(take_back=asked.answered(1, agrees=False)).pending_take_back is None
