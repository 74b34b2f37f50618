"""Plays on in a restored copy, and holds what it publishes then against what was published before."""

from __future__ import annotations

import time
from contextlib import closing
from typing import Final, NamedTuple
from uuid import UUID

from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.projections.games_log.reader import LogReader
from delvebook.projections.games_log.tables import ContradictionError, UnreleasedCopyError
from delvebook.projections.games_log.writer import LogWriter
from delvebook.replays.log.notes import parse_vkeys
from delvebook.service.base.clock import utc_now
from delvebook.service.base.database import opened
from delvebook.service.base.settings import Settings
from delvebook.service.base.temporary import temporary_folder
from delvebook.service.cli.log_monitor import Watch
from delvebook.service.identity.caller import PLAY, Caller
from delvebook.service.identity.log_keys import open_log_keys
from delvebook.service.identity.log_signed import SignedLast
from delvebook.service.store.copies import carry_marks, release_marks
from delvebook.service.usecases.use_cases import UseCases
from delvebook.service.wiring import build_use_cases

ACTIONS: Final = 20
"""The number of actions that are played in the copy."""
PUBLISH_SECONDS_MAX: Final = 10.0
DRILL: Final = Caller(account="drill", scopes=frozenset({PLAY}))


class PlayedOn(NamedTuple):
    """
    What became of the copy when it was used.

    Attributes:
        is_marked: Whether it is marked as a copy, so that it signs nothing by itself.
        actions: The number of actions that were played.
        troubles: What went wrong.
    """

    is_marked: bool
    actions: int
    troubles: list[str]


class _NobodyToWake:
    """In place of the signal: the processes of the running service must not hear of the copy's events."""

    def notify(self, position: int = 0) -> None:
        """Does nothing."""


def play_on(copy: Settings) -> PlayedOn:
    """
    Plays a new game in a restored copy, and signs its log with keys and memory of its own.

    A monitor that saw the log as it was restored must find that it only grows. A marked copy must sign nothing before
    it is released.
    """
    troubles: list[str] = []
    is_marked = bool(carry_marks(copy))
    use = build_use_cases(copy, signal=_NobodyToWake())
    with (
        closing(use.application),
        opened(copy.projections_url) as engine,
        temporary_folder("monitor") as folder,
    ):
        keys, kept = open_log_keys(copy, now=utc_now), SignedLast(folder / "signed")
        rows = use.application.logged_rows_after
        writer = LogWriter(engine, rows, signer=keys.signer, kept=kept, now=utc_now)
        reader, watch = LogReader(engine), Watch(folder / "seen")
        try:
            if is_marked and _signs(writer):
                troubles.append("the marked copy was signed before anybody released it")
            release_marks(copy, now=utc_now())
            writer.go_on()
            troubles += _look(watch, reader)
            actions, trouble = _play(use)
            troubles += trouble
            troubles += _publish(writer, reader)
            troubles += _look(watch, reader)
        except ContradictionError as error:
            return PlayedOn(is_marked, 0, [*troubles, f"the log of games cannot go on: {error}"])
    return PlayedOn(is_marked, actions, troubles)


def _signs(writer: LogWriter) -> bool:
    """Returns whether the writer may sign."""
    try:
        while writer.step().has_more:
            pass
    except UnreleasedCopyError:
        return False
    return True


def _publish(writer: LogWriter, reader: LogReader) -> list[str]:
    """Signs the log with all its entries, which may take a second. Returns what went wrong."""
    deadline = time.monotonic() + PUBLISH_SECONDS_MAX
    while time.monotonic() < deadline:
        _signs(writer)
        published = reader.published()
        if published is not None and published.size == reader.size():
            return []
        time.sleep(0.1)
    return ["the log of games was not signed with what was played in the copy"]


def _look(watch: Watch, reader: LogReader) -> list[str]:
    """Looks at the copy's log as a monitor does. Returns the fault that it finds."""
    published = reader.published()
    if published is None:
        return []
    look = watch.look(reader.file, watch.keys() or parse_vkeys("\n".join(published.keys)))
    return [] if look.fault is None else [f"a monitor would say {look.fault.code}: {look.fault}"]


def _play(use: UseCases) -> tuple[int, list[str]]:
    """Plays a new game of bots. Returns the number of actions, and what went wrong."""
    ruleset = next(iter(all_rulesets().values()))
    seats = ruleset.seats_min
    body = use.games.create(
        DRILL, ruleset=ruleset.id, seats=seats, options={}, bots=dict.fromkeys(range(seats), "random")
    ).game
    game_id = UUID(body["id"])
    use.games.start(DRILL, game_id)
    done = 0
    while done < ACTIONS:
        with use.application.reading(game_id) as game:
            owing = game.to_act()
            decision = game.get_table().decisions[owing[0]] if owing else 0
        if not owing or use.playing.play_bot(game_id, seat=owing[0], decision=decision) is None:
            break
        done += 1
    stored = [event.n for event in use.application.all_events_of(game_id)]
    if stored != list(range(1, len(stored) + 1)) or len(stored) < done:
        return done, [f"a game that was played in the copy is not stored as it was played: {stored}"]
    return done, []
