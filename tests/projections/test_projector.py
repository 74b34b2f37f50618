"""The projector applies each event once and in order, in spite of failures."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import Column, Connection, Engine, Integer, MetaData, Table, insert, inspect, select
from sqlalchemy.exc import OperationalError

from delvebook.domain.game_event import GameEvent
from delvebook.projections.apart import TakenError
from delvebook.projections.parked import ParkedGame
from delvebook.projections.projector import ProjectionError, Projector
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from tests.stores import prepare

PAGE = 3
LOG = [cast("GameEvent", SimpleNamespace(n=n, originator_id="game")) for n in range(1, 11)]
LOG_WHOLE = list(LOG)


class Numbers:
    """A read model that keeps the number of each event."""

    name = "numbers"
    is_disposable = True

    def __init__(self, *, shape: int = 1, breaks_at: int | None = None) -> None:
        self.shape = shape
        self.breaks_at = breaks_at
        self.metadata = MetaData()
        columns = [Column(f"extra_{number}", Integer) for number in range(1, shape)]
        self.table = Table("numbers", self.metadata, Column("n", Integer, primary_key=True), *columns)

    def apply(self, connection: Connection, events: Sequence[GameEvent]) -> None:
        for event in events:
            if event.n == self.breaks_at:
                raise RuntimeError("this one is broken")
            connection.execute(insert(self.table).values(n=event.n))


class Truth(Numbers):
    """A read model with data that is not in the log."""

    is_disposable = False


def read_log(position: int) -> Sequence[tuple[int, GameEvent]]:
    return [(event.n, event) for event in LOG[position : position + PAGE]]


@pytest.fixture
def engine(store: Settings, tmp_path: Path) -> Iterator[Engine]:
    opened = open_engine(prepare(store).projections_url)
    yield opened
    opened.dispose()


def kept(engine: Engine, projection: Numbers) -> list[int]:
    with engine.connect() as connection:
        return list(connection.scalars(select(projection.table.c.n).order_by(projection.table.c.n)))


def projecting(engine: Engine, projection: Numbers) -> Projector:
    projector = Projector(engine, cast("Any", projection), read_log)
    projector.create_tables()
    return projector


def test_it_projects_page_by_page_and_then_has_nothing_to_do(engine: Engine) -> None:
    projection = Numbers()
    projector = projecting(engine, projection)

    assert [event.n for event in projector.project_page()] == [1, 2, 3]
    assert projector.position() == 3
    assert projector.catch_up() == 7
    assert projector.project_page() == []
    assert kept(engine, projection) == [event.n for event in LOG]


OTHER = [cast("GameEvent", SimpleNamespace(n=n, originator_id="other")) for n in range(11, 21)]
BOTH = [event for pair in zip(LOG, OTHER, strict=True) for event in pair]


def test_a_broken_event_parks_its_game_and_no_other(engine: Engine) -> None:
    projection = Numbers(breaks_at=5)
    told: list[ParkedGame] = []
    projector = Projector(
        engine,
        cast("Any", projection),
        lambda position: list(enumerate(BOTH, start=1))[position : position + PAGE],
        read_game=lambda game, first, last: [
            one for one in BOTH if one.originator_id == game and first <= one.n <= last
        ],
        on_parked=told.append,
    )
    projector.create_tables()
    projector.catch_up()

    assert kept(engine, projection) == [1, 2, 3, 4, *range(11, 21)]
    assert projector.parked() == [ParkedGame("numbers", "game", 5, 10, 9, "RuntimeError: this one is broken")]
    assert [(row.game, row.n) for row in told] == [("game", 5)]
    assert projector.retry() == []

    projection.breaks_at = 8
    assert projector.retry() == []
    assert kept(engine, projection) == [1, 2, 3, 4, *range(11, 21)]

    projection.breaks_at = None
    assert projector.retry("other") == []
    assert projector.retry("game") == ["game"]
    assert kept(engine, projection) == list(range(1, 21))
    assert projector.parked() == []


class Picky(Numbers):
    """A read model that cannot take some events."""

    def __init__(self, broken: set[int]) -> None:
        super().__init__()
        self.broken = broken

    def apply(self, connection: Connection, events: Sequence[GameEvent]) -> None:
        if any(event.n in self.broken for event in events):
            raise RuntimeError("this one is broken")
        super().apply(connection, events)


def test_a_game_that_is_caught_up_releases_no_other_and_rebuilding_forgets_none(engine: Engine) -> None:
    projection = Picky({5, 15})
    projector = Projector(
        engine,
        cast("Any", projection),
        lambda position: list(enumerate(BOTH, start=1))[position : position + PAGE],
        read_game=lambda game, first, last: [
            one for one in BOTH if one.originator_id == game and first <= one.n <= last
        ],
    )
    projector.create_tables()
    projector.catch_up()
    parked = projector.parked()
    assert [(row.game, row.n) for row in parked] == [("game", 5), ("other", 15)]

    projector.rebuild()
    assert projector.parked() == parked
    projection.broken = {15}
    assert projector.retry() == ["game"]
    assert projector.parked() == parked[1:]
    assert kept(engine, projection) == [*range(1, 11), 11, 12, 13, 14]

    projection.broken = set()
    projector.rebuild()
    assert projector.parked() == []
    assert kept(engine, projection) == list(range(1, 21))


def test_a_database_in_trouble_parks_no_game(engine: Engine) -> None:
    projection = Numbers()
    projector = projecting(engine, projection)

    def fail(connection: Connection, event: GameEvent) -> None:
        raise OperationalError("INSERT", {}, RuntimeError("disk full"))

    projection.apply = fail  # type: ignore[method-assign]
    with pytest.raises(OperationalError):
        projector.catch_up()
    del projection.apply
    assert projector.parked() == []
    assert projector.catch_up() == len(LOG)


def test_several_at_once_project_every_event_once(engine: Engine) -> None:
    projection = Numbers()
    projectors = [projecting(engine, projection) for _ in range(3)]
    counts: list[int] = []
    threads = [threading.Thread(target=lambda one=one: counts.append(one.catch_up())) for one in projectors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sum(counts) == len(LOG)
    assert kept(engine, projection) == [event.n for event in LOG]


def test_a_read_model_of_a_new_shape_is_rebuilt_from_the_log(engine: Engine) -> None:
    projecting(engine, Numbers()).catch_up()
    changed = Numbers(shape=2)
    projector = projecting(engine, changed)

    assert [column["name"] for column in inspect(engine).get_columns("numbers")] == ["n", "extra_1"]
    assert (projector.position(), kept(engine, changed)) == (0, [])
    assert projector.catch_up() == len(LOG)


def test_rebuilding_says_how_far_it_is_and_ends_where_it_was(engine: Engine) -> None:
    projection = Numbers()
    projector = projecting(engine, projection)
    projector.catch_up()
    told: list[int] = []

    assert projector.rebuild(told.append) == len(LOG)
    assert told == [3, 6, 9, 10]
    assert kept(engine, projection) == [event.n for event in LOG]


def test_what_holds_truth_is_neither_rebuilt_nor_dropped(engine: Engine) -> None:
    projection = Truth()
    projector = projecting(engine, projection)
    projector.catch_up()
    with pytest.raises(ProjectionError, match="not in the log"):
        projector.rebuild()
    projecting(engine, Truth(shape=2))

    assert kept(engine, projection) == [event.n for event in LOG]


class Slow(Numbers):
    """A read model that lets others look after each page."""

    def __init__(self) -> None:
        super().__init__()
        self.look: Any = lambda: None

    def apply(self, connection: Connection, events: Sequence[GameEvent]) -> None:
        super().apply(connection, events)
        self.look()


def test_readers_see_the_whole_read_model_all_the_while_it_is_built_anew(engine: Engine) -> None:
    projection = Slow()
    projector = projecting(engine, projection)
    projector.catch_up()
    with engine.begin() as connection:  # a row that only a rebuilding removes
        connection.execute(insert(projection.table).values(n=99))
    seen: list[list[int]] = []
    stopped = threading.Event()

    def poll() -> None:
        while not stopped.is_set():
            seen.append(kept(engine, projection))

    poller = threading.Thread(target=poll)
    poller.start()
    before = len(seen)
    projection.look = lambda: seen.append(kept(engine, projection))
    try:
        assert projector.rebuild() == 10
    finally:
        stopped.set()
        poller.join()
    after = kept(engine, projection)

    whole = list(range(1, 11))
    assert after == whole
    assert len(seen) > before + 3
    assert [one for one in seen if one not in (whole, [*whole, 99])] == []
    assert projector.position() == 10
    assert projector.catch_up() == 0


def test_what_is_projected_while_a_read_model_is_built_anew_is_in_it_once(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    projection, log = Slow(), list(LOG[:4])
    monkeypatch.setattr("tests.projections.test_projector.LOG", log)
    projector = projecting(engine, projection)
    projector.catch_up()
    other = Projector(engine, cast("Any", projection), read_log)
    grown = iter(LOG_WHOLE[4:])

    def grow() -> None:
        projection.look = lambda: None
        log.extend(grown)
        other.project_page()
        projection.look = grow

    projection.look = grow
    projector.rebuild()
    projection.look = lambda: None
    projector.catch_up()
    assert kept(engine, projection) == list(range(1, 11))


def test_readers_lose_nothing_of_what_was_projected_until_the_new_read_model_took_its_place(engine: Engine) -> None:
    projection, log = Numbers(), list(LOG[:4])

    def read(position: int) -> Sequence[tuple[int, GameEvent]]:
        return [(event.n, event) for event in log[position : position + PAGE]]

    other = Projector(engine, cast("Any", projection), read)
    other.create_tables()
    other.catch_up()
    seen: list[list[int]] = []

    def read_to_the_end(position: int) -> Sequence[tuple[int, GameEvent]]:
        page = read(position)
        if not page and not seen:  # It is as new as the log. Now a game goes on, and the other projector is quick.
            log.extend(LOG[4:6])
            other.catch_up()
            seen.append(kept(engine, projection))
        return page

    Projector(engine, cast("Any", projection), read_to_the_end).rebuild()
    assert seen == [[1, 2, 3, 4, 5, 6]]
    assert kept(engine, projection) == [1, 2, 3, 4, 5, 6]


def test_two_cannot_build_the_same_read_model_anew_and_one_that_was_killed_is_no_obstacle(engine: Engine) -> None:
    projection = Slow()
    projector = projecting(engine, projection)
    projector.catch_up()
    refused: list[str] = []

    def again() -> None:
        with pytest.raises(TakenError) as error:
            projector.rebuild()
        refused.append(str(error.value))
        raise SystemExit

    projection.look = again
    with pytest.raises(SystemExit):
        Projector(engine, cast("Any", projection), read_log).rebuild()
    assert refused == ["the numbers is being built anew by another process"]
    assert kept(engine, projection) == list(range(1, 11))
    projection.look = lambda: None
    if engine.dialect.name == "sqlite":
        Path(f"{engine.url.database}.numbers-anew").write_bytes(b"what a killed process left")
    else:
        with engine.begin() as connection:
            connection.exec_driver_sql("CREATE SCHEMA numbers_anew")
    projector.rebuild()
    assert kept(engine, projection) == list(range(1, 11))


class Numbered(Numbers):
    """A read model whose rows the database numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.metadata = MetaData()
        number = Column("number", Integer, primary_key=True, autoincrement=True)
        self.table = Table("numbers", self.metadata, number, Column("n", Integer))


def test_rows_that_the_database_numbers_are_numbered_on_after_a_rebuilding(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    projection, log = Numbered(), list(LOG[:4])
    monkeypatch.setattr("tests.projections.test_projector.LOG", log)
    projector = projecting(engine, projection)
    projector.rebuild()
    log.extend(LOG_WHOLE[4:])
    projector.catch_up()
    with engine.connect() as connection:
        assert connection.execute(select(projection.table)).all() == [(n, n) for n in range(1, 11)]
