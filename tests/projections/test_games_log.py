"""The log of games is written from the event log, each entry once in spite of kills, and rebuilt the same."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, delete, event, select, update

from delvebook.projections.games_log import tables
from delvebook.projections.games_log.reader import LogReader
from delvebook.projections.games_log.tables import ContradictionError
from delvebook.projections.games_log.writer import Kept, LoggedRow, LogWriter, Signer, SignerOf
from delvebook.projections.projector import POSITIONS
from delvebook.replays.log.checkpoints import open_checkpoint
from delvebook.replays.log.entries import WHAT, LogEntry, hidden_id
from delvebook.replays.log.growth import grow
from delvebook.replays.log.merkle import leaf_hash, root_from_inclusion
from delvebook.replays.log.notes import parse_note
from delvebook.replays.log.tiles import CHECKPOINT, Tile
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from delvebook.service.identity.log_signed import SignedLast
from tests.replays.log.trees import ORIGIN, Key, files_of
from tests.stores import prepare, prepare_engine

pytestmark = pytest.mark.servers
TYPES = ("GameCreated", "SeatTaken", "GameStarted", "ActionTaken", "ActionTaken", "GameFinished", "DisputeRuled")


class EventLog:
    """An event log of many games whose events come one after the other, at positions with gaps."""

    def __init__(self, count: int) -> None:
        self.rows = [self._row(index) for index in range(count)]

    def _row(self, index: int) -> LoggedRow:
        n, game = divmod(index, 10)
        type_ = TYPES[n % len(TYPES)]
        id_ = f"game {game} of {n // len(TYPES)}"
        hash_ = hidden_id(f"{id_}/{n}") if type_ in WHAT else None
        return LoggedRow(3 * index + 5, id_, n % len(TYPES) + 1, type_, hash_)

    def breaks(self, index: int) -> LoggedRow:
        """Makes the event unreadable. Returns its former row."""
        whole = self.rows[index]
        self.rows[index] = whole._replace(hash=None, trouble="the disk has a hole")
        return whole

    def __call__(self, position: int, limit: int) -> Sequence[LoggedRow]:
        return [row for row in self.rows if row.position > position][:limit]

    def entries(self) -> list[bytes]:
        """Returns the entries that the log of games has to hold, in order."""
        logged = [row for row in self.rows if row.hash is not None]
        return [LogEntry(hidden_id(row.game), row.n, str(row.hash), WHAT[row.type]).to_bytes() for row in logged]


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.seconds = 0

    def __call__(self) -> str:
        return f"2026-01-01T{self.seconds // 3600:02}:{self.seconds // 60 % 60:02}:{self.seconds % 60:02}.000000Z"


def signer(*keys: Key) -> Callable[..., Signer]:
    used = keys or (Key(),)
    return lambda epoch=1: Signer(
        used[0].verifier.name,
        tuple(key.verifier.to_vkey() for key in used),
        lambda text: [key.signs(text) for key in used],
    )


@pytest.fixture
def engine(store: Settings) -> Iterator[Engine]:
    made = open_engine(prepare(store).projections_url)
    yield made
    made.dispose()


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Engine]:
    made = open_engine(f"sqlite:///{tmp_path / 'log.db'}")
    prepare_engine(made)
    yield made
    made.dispose()


def writer(
    engine: Engine,
    rows: Any,
    *,
    keys: tuple[Key, ...] = (),
    clock: Clock | None = None,
    page: int = 7,
    signed: SignerOf | None = None,
    kept: Kept | None = None,
) -> LogWriter:
    signs = signed or signer(*keys)
    return LogWriter(engine, rows, signer=signs, now=clock or Clock(), page=page, kept=kept)


def write(one: LogWriter) -> None:
    while one.step().has_more:
        pass


def files(engine: Engine) -> dict[str, bytes]:
    return dict(LogReader(engine).files())


def test_the_files_are_those_of_the_entries_in_the_order_of_the_event_log(engine: Engine) -> None:
    rows = EventLog(700)
    clock = Clock()
    one = writer(engine, rows, clock=clock, page=100)
    write(one)
    clock.seconds += 1
    one.publish()

    assert len(rows.entries()) > 256
    assert files(engine) == files_of(rows.entries(), Key())


def test_a_store_without_a_log_gets_all_of_it(sqlite: Engine) -> None:
    rows = EventLog(300)
    write(writer(sqlite, rows, page=1000))

    assert files(sqlite) == files_of(rows.entries(), Key())


def test_a_store_without_games_has_a_checkpoint_of_nothing(sqlite: Engine) -> None:
    write(writer(sqlite, EventLog(0)))

    assert files(sqlite) == files_of([], Key())


def test_at_most_one_checkpoint_a_second_is_published_and_the_last_entry_is_soon_in_one(sqlite: Engine) -> None:
    rows, clock = EventLog(1), Clock()
    one = writer(sqlite, rows, clock=clock)
    write(one)
    rows.rows = EventLog(30).rows
    write(one)
    assert b"\n1\n" in files(sqlite)[CHECKPOINT]

    clock.seconds += 1
    write(one)
    assert files(sqlite) == files_of(rows.entries(), Key())


def test_a_clock_that_is_set_back_does_not_silence_the_log(sqlite: Engine) -> None:
    rows, clock = EventLog(1), Clock()
    clock.seconds = 3000
    one = writer(sqlite, rows, clock=clock, page=100)
    write(one)
    rows.rows = EventLog(30).rows
    clock.seconds = 10
    write(one)

    assert files(sqlite) == files_of(rows.entries(), Key())


def test_nothing_new_is_published_while_nothing_happens(sqlite: Engine) -> None:
    clock = Clock()
    one = writer(sqlite, EventLog(30), clock=clock, page=100)
    write(one)
    clock.seconds += 60

    assert not one.publish()


# -- killed at every step -----------------------------------------------------------------------


class PowerCut(BaseException):
    """The process has died."""


class Fuse:
    """Cuts the power before the statement of that number, or before a commit."""

    def __init__(self, engine: Engine, at: int) -> None:
        self._engine = engine
        self.left = at
        event.listen(engine, "before_cursor_execute", self._burn)
        event.listen(engine, "commit", self._burn)

    def _burn(self, *_: Any) -> None:
        self.left -= 1
        if self.left < 0:
            self.remove()
            raise PowerCut

    def remove(self) -> None:
        if event.contains(self._engine, "commit", self._burn):
            event.remove(self._engine, "before_cursor_execute", self._burn)
            event.remove(self._engine, "commit", self._burn)


def steps_of(path: Path, rows: EventLog) -> int:
    """Returns the number of statements and commits of a whole run."""
    engine = open_engine(f"sqlite:///{path}")
    prepare_engine(engine)
    fuse = Fuse(engine, 10**9)
    write(writer(engine, rows, page=13))
    fuse.remove()
    engine.dispose()
    return 10**9 - fuse.left


@pytest.mark.long
def test_each_entry_is_there_once_wherever_the_writer_is_killed(tmp_path: Path) -> None:
    rows = EventLog(40)
    steps = steps_of(tmp_path / "whole.db", rows)
    expected = files_of(rows.entries(), Key())
    assert steps > 50

    for at in range(steps):
        engine = open_engine(f"sqlite:///{tmp_path / f'{at}.db'}")
        prepare_engine(engine)
        Fuse(engine, at)
        with pytest.raises(PowerCut):
            write(writer(engine, rows, page=13))
        engine.dispose()

        again = open_engine(f"sqlite:///{tmp_path / f'{at}.db'}")
        prepare_engine(again)
        clock = Clock()
        clock.seconds = 100
        write(writer(again, rows, clock=clock, page=13))
        assert files(again) == expected, at
        again.dispose()
        for suffix in ("", "-wal", "-shm"):
            (tmp_path / f"{at}.db{suffix}").unlink(missing_ok=True)


def test_two_writers_write_each_entry_once(engine: Engine) -> None:
    rows = EventLog(400)
    ones = [writer(engine, rows, page=13) for _ in range(2)]
    threads = [threading.Thread(target=write, args=(one,)) for one in ones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    clock = Clock()
    clock.seconds = 100
    write(writer(engine, rows, clock=clock))

    assert files(engine) == files_of(rows.entries(), Key())


# -- built again, and what must not happen --------------------------------------------------------


def test_a_log_that_is_built_again_is_the_same_byte_for_byte(engine: Engine) -> None:
    rows = EventLog(420)
    one = writer(engine, rows, page=1000)
    write(one)
    before = files(engine)

    assert one.rebuild() == len(rows.entries())
    assert files(engine) == before
    assert not one.step().has_more


def test_damaged_tables_are_mended_by_building_them_again(sqlite: Engine) -> None:
    rows = EventLog(420)
    one = writer(sqlite, rows, page=1000)
    write(one)
    before = files(sqlite)
    with sqlite.begin() as connection:
        table = tables.LOG_ENTRIES
        connection.execute(update(table).where(table.c.index == 3).values(hash=b"\0" * 32))
    assert files(sqlite) != before
    one.rebuild()

    assert files(sqlite) == before


@pytest.mark.parametrize("at", [0, 40, 69])
def test_a_log_that_would_contradict_what_was_signed_is_neither_signed_nor_rebuilt(sqlite: Engine, at: int) -> None:
    rows, clock = EventLog(70), Clock()
    one = writer(sqlite, rows, clock=clock)
    write(one)
    clock.seconds += 1
    write(one)
    before = files(sqlite)
    rows.rows[at] = rows.rows[at]._replace(type="GameCreated", hash=hidden_id("another history"))

    with pytest.raises(ContradictionError):
        one.rebuild()
    assert files(sqlite) == before


def test_an_event_log_that_lost_events_is_found_before_anything_is_signed(sqlite: Engine) -> None:
    """As after restoring an old backup of events and entries, but not of the checkpoints."""
    rows, clock = EventLog(70), Clock()
    one = writer(sqlite, rows, clock=clock)
    write(one)
    clock.seconds += 1
    write(one)
    signed = files(sqlite)[CHECKPOINT]
    with sqlite.begin() as connection:
        connection.execute(delete(tables.LOG_ENTRIES).where(tables.LOG_ENTRIES.c.index >= 5))
        connection.execute(update(POSITIONS).values(position=rows.rows[9].position))
    rows.rows = rows.rows[:10]
    clock.seconds += 5

    with pytest.raises(ContradictionError, match="lost events"):
        one.step()
    with sqlite.connect() as connection:
        assert connection.scalars(select(tables.LOG_CHECKPOINTS.c.note)).all()[-1] == signed.decode()
    reader = LogReader(sqlite)
    assert "lost events" in str(reader.stopped())
    assert reader.file(CHECKPOINT) is None  # An old checkpoint would contradict it as much as a new one.
    assert reader.published() is None


# -- keys ----------------------------------------------------------------------------------------


def test_after_a_rotation_both_keys_sign_and_the_new_one_is_published_at_once(sqlite: Engine) -> None:
    rows, clock = EventLog(30), Clock()
    write(writer(sqlite, rows, clock=clock))
    clock.seconds += 5
    both = (Key(number=1), Key(number=2))
    write(writer(sqlite, rows, keys=both, clock=clock))
    published = LogReader(sqlite).published()

    assert published is not None
    assert published.keys == tuple(key.verifier.to_vkey() for key in both)
    for key in both:
        open_checkpoint(published.note, [key.verifier])


def test_another_name_is_another_log_of_the_same_entries(sqlite: Engine) -> None:
    rows, clock = EventLog(30), Clock()
    write(writer(sqlite, rows, clock=clock))
    clock.seconds += 5
    other = Key("elsewhere.example/log")
    write(writer(sqlite, rows, keys=(other,), clock=clock))
    published = LogReader(sqlite).published()

    assert published is not None
    assert (published.origin, published.size) == ("elsewhere.example/log", len(rows.entries()))


def test_another_log_has_the_first_number_after_this_one_under_which_nothing_was_signed(
    sqlite: Engine, tmp_path: Path
) -> None:
    kept, key = SignedLast(tmp_path / "signed"), Key()

    def named(epoch: int = 1) -> Signer:
        name = ORIGIN if epoch == 1 else f"{ORIGIN}-{epoch}"
        return Signer(name, (key.verifier.to_vkey(),), lambda text: [key.signs(text)])

    log = writer(sqlite, EventLog(20), signed=named, kept=kept)
    write(log)
    last = files(sqlite)[CHECKPOINT].decode()
    for number in (2, 3, 5):  # logs that were begun after an earlier backup, and are not in this store
        name = f"{ORIGIN}-{number}"
        kept.keep(name, last.replace(ORIGIN, name, 1))
    assert log.begin_anew(last).number == 4
    assert log.begin_anew(last).number == 6
    _, origin, size, root, *_ = ("", *parse_note(last).text.split("\n"))
    write(log)
    lines = parse_note(files(sqlite)[CHECKPOINT].decode()).text.split("\n")
    assert lines[0] == f"{ORIGIN}-6"
    assert lines[3:] == [f"after {origin} {size} {root}", ""]


# -- events that cannot be read --------------------------------------------------------------------


def test_an_event_that_cannot_be_read_holds_up_no_other_and_is_added_when_it_can(engine: Engine) -> None:
    rows, clock = EventLog(70), Clock()
    whole = rows.breaks(20)
    assert whole.hash is not None
    one = writer(engine, rows, clock=clock)
    write(one)
    clock.seconds += 1
    write(one)
    without = rows.entries()
    assert files(engine) == files_of(without, Key())
    assert one.retry() == 0

    rows.rows[20] = whole
    assert one.retry() == 1
    assert one.retry() == 0
    rows.rows += EventLog(90).rows[70:]
    clock.seconds += 1
    write(one)
    late = LogEntry(hidden_id(whole.game), whole.n, whole.hash, WHAT[whole.type]).to_bytes()
    expected = files_of([*without, late, *(EventLog(90).entries()[len(without) + 1 :])], Key())
    assert files(engine) == expected
    one.rebuild()
    assert files(engine) == expected


def test_it_is_said_which_events_cannot_be_read(sqlite: Engine) -> None:
    rows = EventLog(30)
    whole = rows.breaks(20)
    step = writer(sqlite, rows, page=100).step()

    assert [(row.game, row.n) for row in step.unreadable] == [(whole.game, whole.n)]


# -- reading --------------------------------------------------------------------------------------


def test_every_entry_of_a_game_is_proved_to_the_checkpoint_of_each_size(engine: Engine) -> None:
    rows, clock = EventLog(0), Clock()
    sizes = []
    for count in (1, 30, 75, 400):
        rows.rows = EventLog(count).rows
        write(writer(engine, rows, clock=clock, page=1000))
        clock.seconds += 1
        sizes.append(len(rows.entries()))
    game = rows.rows[0].game
    reader = LogReader(engine)

    for size in (*sizes, None):
        found = reader.inclusion(game, size=size)
        assert found is not None
        published, inclusion = found
        _, checkpoint = open_checkpoint(inclusion.checkpoint, [Key().verifier])
        assert checkpoint.size == published.size == (size or sizes[-1])
        assert len(inclusion.proved) == sum(row.game == game and row.hash is not None for row in rows.rows) or size
        for proved in inclusion.proved:
            leaf = leaf_hash(proved.entry.to_bytes())
            assert root_from_inclusion(leaf, proved.index, checkpoint.size, proved.path) == checkpoint.root
    assert reader.inclusion(game, size=2) is None


def test_a_partial_tile_stays_readable_when_the_log_has_grown(sqlite: Engine) -> None:
    rows = EventLog(700)
    write(writer(sqlite, rows, page=2000))
    reader = LogReader(sqlite)

    whole = reader.file(Tile(0, 0).address)
    assert whole is not None
    assert reader.file(Tile(0, 0, 17).address) == whole[: 17 * 32]


@pytest.mark.parametrize(
    "address", ["tile/0/001", "tile/1/000.p/2", "tile/0/000.p/41", "tile/entries/000", "elsewhere", ""]
)
def test_what_is_not_in_the_published_log_is_not_there(sqlite: Engine, address: str) -> None:
    rows = EventLog(70)
    write(writer(sqlite, rows, page=100))

    assert len(rows.entries()) == 40
    assert LogReader(sqlite).file(address) is None


def test_entries_that_no_checkpoint_covers_yet_are_not_served(sqlite: Engine) -> None:
    rows = EventLog(30)
    one = writer(sqlite, rows)
    one.log_page()

    assert LogReader(sqlite).file(Tile(0, 0, 1).address) is None
    assert LogReader(sqlite).published() is None
    assert files(sqlite) == {}


def test_a_monitor_that_follows_the_files_finds_nothing_wrong(sqlite: Engine) -> None:
    rows, clock, kept = EventLog(0), Clock(), None
    reader = LogReader(sqlite)
    for count in (0, 10, 300, 310, 700):
        rows.rows = EventLog(count).rows
        write(writer(sqlite, rows, clock=clock, page=1000))
        clock.seconds += 1
        data = reader.file(CHECKPOINT)
        assert data is not None
        kept = grow(kept, data, keys=[Key().verifier], fetch=reader.file)
        assert parse_note(kept.note).signatures[0].name == ORIGIN
        assert kept.checkpoint.size == len(rows.entries())


def test_positions_are_kept_apart_from_those_of_read_models(sqlite: Engine) -> None:
    write(writer(sqlite, EventLog(30)))
    with sqlite.connect() as connection:
        assert connection.scalars(select(POSITIONS.c.name)).all() == [tables.NAME]
