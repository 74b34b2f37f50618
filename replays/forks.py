"""
Forks: what a fork begins with, made again from the record of the game it left.

A fork's record proves by itself that it is a chain. That it began as its parent stood is proved beside the
parent's record, which must hold, too; and that one's parent's, if it was a fork itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from delvebook.domain.errors import DelvebookError, ParentError
from delvebook.domain.game import Game
from delvebook.domain.table import ForkPoint
from delvebook.domain.viewers import parse_viewer
from delvebook.replays import reissue
from delvebook.replays.errors import RecordError
from delvebook.replays.lines import Source
from delvebook.replays.record import Record, read_record

DEPTH_MAX = 32
"""So many games a fork may be away from one that is none."""


class MissingParentError(ParentError):
    """The record of the game a fork left is not here, or does not say enough; nothing is wrong with the fork."""


class Parents:
    """
    The records that forks may have left.

    Args:
        sources: Public records, each a path or bytes.
    """

    def __init__(self, sources: Sequence[Source] = ()) -> None:
        self._sources = sources
        self._depth = 0

    def fork_point_of(self, created: Mapping[str, Any]) -> ForkPoint:
        """
        What a fork begins with.

        Args:
            created: The fork's `GameCreated`. Its `parent` names `game`, `n` and `hash`, the seat whose knowledge it
                keeps (`as`) if not all, and the `ruling` that resumes the game, if one does.

        Raises:
            MissingParentError: There is no record of that game here, or its seed is not revealed yet.
            ParentError: The record does not hold, or is of a game that this one cannot have left there.
        """
        parent = created["data"]["parent"]
        source = self._find(parent["game"])
        if source is None:
            raise MissingParentError(
                f"this game left game {parent['game']} at event {parent['n']}: that one's record is needed, too"
            )
        if self._depth == DEPTH_MAX:
            raise ParentError(f"these games left each other more than {DEPTH_MAX} deep")
        self._depth += 1
        try:
            self._verify(source, parent)
            return self._play(source, created)
        finally:
            self._depth -= 1

    def fork_point_in(self, record: Record) -> ForkPoint | None:
        """What the game of a record began with; None if it is no fork. Raises as `fork_point_of` does."""
        created = next(record.events())
        is_fork = created["type"] == "GameCreated" and "parent" in created["data"]
        return self.fork_point_of(created) if is_fork else None

    def _find(self, game: str) -> Source | None:
        for source in self._sources:
            try:
                if read_record(source).header["game"] == game:
                    return source
            except RecordError:
                continue
        return None

    def _verify(self, source: Source, parent: Mapping[str, Any]) -> None:
        from delvebook.replays.verify import verify  # noqa: PLC0415  verifying a fork verifies its parent

        report = verify(source, parents=self)
        level = report.level("replay")
        if report.holds and level.status == "not applicable":
            raise MissingParentError(f"the record of game {parent['game']}, which it left: {level.why_not}")
        if not report.holds:
            first = report.first
            where = "" if first is None else f"; event {first.n}: {first.sentence}"
            raise ParentError(f"the record of game {parent['game']}, which it left, does not hold{where}")

    def _play(self, source: Source, created: Mapping[str, Any]) -> ForkPoint:
        """The parent played to the event where the fork left it; the record is known to hold."""
        parent = created["data"]["parent"]
        record = read_record(source)
        seed = _seed_of(record)
        game: Game | None = None
        begins: ForkPoint | None = None
        ruling = parent.get("ruling", 0)
        fork_point: ForkPoint | None = None
        for event in record.events():
            if event["n"] == ruling:
                _require_ruling(event, created)
            if event["n"] == parent["n"] and event["hash"] != parent["hash"]:
                raise ParentError(f"event {parent['n']} of the game it left is another: its hash is {event['hash']}")
            if event["n"] > parent["n"]:
                if event["n"] >= ruling:
                    break
                continue
            if game is None:
                game = reissue.create(event, seed=seed)
                _require_alike(event, created)
                if "parent" in event["data"]:
                    begins = self.fork_point_of(event)
            elif game.version < event["n"]:
                reissue.issue(game, event, fork_point=begins)
                game.collect_events()
            if game.version == parent["n"]:
                fork_point = _fork_point(game, parent)
        if fork_point is None or ruling > record.header["head"]["n"]:
            raise ParentError(f"the game it left has no event {max(parent['n'], ruling)} that this could come from")
        return fork_point


def _fork_point(game: Game, parent: Mapping[str, Any]) -> ForkPoint:
    try:
        as_seat = None if parent.get("as") is None else parse_viewer(parent["as"]).seat
        return game.fork_point(seat=as_seat)
    except DelvebookError as error:
        raise ParentError(f"it cannot have left game {game.id} at event {parent['n']}: {error}") from None


def _require_alike(theirs: Mapping[str, Any], created: Mapping[str, Any]) -> None:
    """Returns if the two games are of one title, with as many seats and the same options."""
    left, mine = theirs["data"], created["data"]
    if left["ruleset"].partition("@")[0] != mine["ruleset"].partition("@")[0]:
        raise ParentError(f"the game it left is one of {left['ruleset']}, not of {mine['ruleset']}")
    for key in ("seats", "options"):
        if left[key] != mine[key]:
            raise ParentError(f"the game it left has other {key}")


def _require_ruling(event: Mapping[str, Any], created: Mapping[str, Any]) -> None:
    """Returns if the parent's event rules that the game be resumed in this very fork."""
    data, parent = created["data"], created["data"]["parent"]
    remedy = event["data"].get("remedy") if event["type"] == "DisputeRuled" else None
    named = {"type": "resume", "at": parent["n"], "ruleset": data["ruleset"], "game": created["game"]}
    if remedy != named:
        raise ParentError(f"event {event['n']} of the game it left does not rule that it be resumed here")


def _seed_of(record: Record) -> bytes:
    for event in record.events():
        if event["type"] == "SeedRevealed":
            return bytes.fromhex(event["data"]["seed"])
    raise MissingParentError(f"the record of game {record.header['game']} does not reveal its seed")
