"""
The starting points of forks, rebuilt from the records of their parents.

A fork's record proves by itself only that it is a chain. The parent's record, which must hold, too, proves where the
parent stood at the fork point. If the parent is a fork itself, the record of its own parent is needed as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import DelvebookError, ParentError
from delvebook.domain.game import Game
from delvebook.domain.game_event import Created, EventLine
from delvebook.domain.table import ForkPoint
from delvebook.domain.viewers import parse_viewer
from delvebook.replays.errors import MissingParentError, RecordError, missing_parent
from delvebook.replays.lines import Source
from delvebook.replays.record import Record, find_seed, read_record
from delvebook.replays.reissue import Reissue
from delvebook.replays.verify import verify

DEPTH_MAX: Final = 32
"""Maximum number of games between a fork and a game that is not a fork."""


def fork_point_at(left: Game, parent: Mapping[str, Any]) -> ForkPoint:
    """
    The starting point of a fork.

    Args:
        left: The parent, as it stood after event `parent["n"]`.
        parent: The `parent` of the fork's `GameCreated`, whose `as` names the seat whose knowledge the fork keeps.

    Raises:
        NotForkableError: No fork can begin there.
    """
    return left.fork_point(seat=parse_viewer(parent["as"]).seat if "as" in parent else None)


class Parents:
    """
    The records of games that may be parents of forks.

    Args:
        sources: Public records, each a path or bytes.
    """

    def __init__(self, sources: Sequence[Source] = ()) -> None:
        self._sources = sources
        self._depth = 0
        self._found: dict[bytes, ForkPoint] = {}

    def fork_point_of(self, created: Created) -> ForkPoint:
        """
        The starting point of a fork.

        Args:
            created: The fork's `GameCreated`. Its `parent` names `game`, `n` and `hash`; `as`, the seat whose
                knowledge the fork keeps, unless it keeps all; and `ruling`, if an arbiter's ruling resumes the game.

        Raises:
            MissingParentError: The parent's record is not here, or does not reveal its seed yet.
            ParentError: The parent's record does not hold, or the fork cannot come from there.
        """
        # Cached: every level of a verification asks, and so does the replay of each fork of this one.
        asked = jcs([created["game"], dict(created["data"])])
        if (known := self._found.get(asked)) is not None:
            return known
        parent = created["data"]["parent"]
        source = self._find(parent["game"])
        if source is None:
            raise missing_parent(created)
        if self._depth == DEPTH_MAX:
            raise ParentError(f"more than {DEPTH_MAX} forks of forks")
        self._depth += 1
        try:
            self._verify(source, parent)
            found = self._found[asked] = self._replay(source, created)
        finally:
            self._depth -= 1
        return found

    def is_resumed_in(self, created: Created, game: str) -> bool:
        """
        Whether a ruling in the record of the parent of this resumed game resumes it in that game.

        Raises:
            MissingParentError: The parent's record is not here.
        """
        source = self._find(created["data"]["parent"]["game"])
        if source is None:
            raise missing_parent(created)
        rulings = (event for event in read_record(source).events() if event["type"] == "DisputeRuled")
        return any((ruling["data"]["remedy"] or {}).get("game") == game for ruling in rulings)

    def fork_point_in(self, record: Record) -> ForkPoint | None:
        """The starting point of a record's game; None if it is not a fork. Raises the errors of `fork_point_of`."""
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

    def _verify(self, source: Source, parent: Mapping[str, object]) -> None:
        report = verify(source, parents=self)
        level = report.level("replay")
        if report.holds and level.status == "not applicable":
            raise MissingParentError(f"the record of the parent, game {parent['game']}: {level.why_not}")
        if not report.holds:
            first = report.first
            where = "" if first is None else f"; event {first.n}: {first.sentence}"
            raise ParentError(f"the record of the parent, game {parent['game']}, does not hold{where}")

    def _replay(self, source: Source, created: Created) -> ForkPoint:
        """The fork point, from a replay of the parent up to that event. The parent's record is known to hold."""
        parent = created["data"]["parent"]
        record = read_record(source)
        seed = find_seed(record)
        if seed is None:
            raise MissingParentError(f"the record of game {record.header['game']} does not reveal its seed")
        replayed = Reissue(seed=seed)
        ruling = parent.get("ruling", 0)
        fork_point: ForkPoint | None = None
        for event in record.events():
            if event["n"] == ruling:
                _require_ruling(event, created)
            if event["n"] == parent["n"] and event["hash"] != parent["hash"]:
                raise ParentError(f"event {parent['n']} of the parent is different: its hash is {event['hash']}")
            if event["n"] > parent["n"]:
                if event["n"] >= ruling:
                    break
                continue
            if event["n"] == 1:
                _require_alike(event, created)
                replayed.fork_point = self.fork_point_of(event) if "parent" in event["data"] else None
            replayed.follow(event)
            if event["n"] == parent["n"] and replayed.game is not None and replayed.next is None:
                fork_point = _fork_point(replayed.game, parent)
        if fork_point is None or ruling > record.header["head"]["n"]:
            raise ParentError(f"the parent has no event {max(parent['n'], ruling)} that this fork could come from")
        return fork_point


def is_left_by(source: Source, created: Created) -> bool:
    """
    Whether the record is of the parent that event 1 of the fork names. It must hold the event after which the fork
    begins, and the ruling that resumes the game in the fork, if there is one.

    Raises:
        RecordError: The record cannot be read.
    """
    parent, record = created["data"]["parent"], read_record(source)
    if record.header["game"] != parent["game"]:
        return False
    wanted = {parent["n"], parent.get("ruling", parent["n"])}
    for event in record.events():
        if event["n"] == parent["n"] and event["hash"] != parent["hash"]:
            return False
        if event["n"] == parent.get("ruling") and not _rules(event, created):
            return False
        wanted.discard(event["n"])
        if not wanted:
            break
    return not wanted


def _fork_point(left: Game, parent: Mapping[str, object]) -> ForkPoint:
    try:
        return fork_point_at(left, parent)
    except DelvebookError as error:
        raise ParentError(f"no fork of game {left.id} can begin after event {parent['n']}: {error}") from None


def _require_alike(theirs: Mapping[str, Any], created: Created) -> None:
    """
    Checks that the two games are of one title, with the same number of seats and the same options.

    Raises:
        ParentError: They are not.
    """
    left, mine = theirs["data"], created["data"]
    if left["ruleset"].partition("@")[0] != mine["ruleset"].partition("@")[0]:
        raise ParentError(f"the parent is a game of {left['ruleset']}, not of {mine['ruleset']}")
    for key in ("seats", "options"):
        if left[key] != mine[key]:
            raise ParentError(f"the parent has a different {key}")


def _require_ruling(event: EventLine, created: Created) -> None:
    """
    Checks that the parent's event rules that the game is resumed in this fork.

    Raises:
        ParentError: It does not.
    """
    if not _rules(event, created):
        raise ParentError(f"event {event['n']} of the parent does not rule that the game is resumed in this fork")


def _rules(event: EventLine, created: Created) -> bool:
    """Whether the parent's event rules that the game is resumed in this fork."""
    data, parent = created["data"], created["data"]["parent"]
    remedy = event["data"].get("remedy") if event["type"] == "DisputeRuled" else None
    named = {"type": "resume", "event": parent["n"], "ruleset": data["ruleset"], "game": created["game"]}
    return bool(remedy == named)
