"""
The input and the interface of a level of verification.

To add a level: a module in this package whose check class has the shape of `LevelCheck`, and a line in
`delvebook.replays.verify.CHECKS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from delvebook.domain.game_event import Created, EventLine
from delvebook.domain.table import ForkPoint
from delvebook.replays.lines import Header
from delvebook.replays.log.notes import Verifier
from delvebook.replays.receipts import PublicKeys
from delvebook.replays.report import Level


class ForkPointSource(Protocol):
    """A source of the fork points of forks; `delvebook.replays.forks.Parents` is one."""

    def fork_point_of(self, created: Created) -> ForkPoint:
        """
        The starting point of the fork with this `GameCreated`.

        Raises:
            MissingParentError: The parent's record is missing, or does not reveal its seed.
            ParentError: The parent's record does not hold, or is not of the game the fork left.
        """

    def is_resumed_in(self, created: Created, game: str) -> bool:
        """
        Whether a ruling in the record of the parent of this resumed game resumes it in that game.

        Raises:
            MissingParentError: The parent's record is missing.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """
    The evidence that a verification can use in addition to the events.

    Attributes:
        header: The record's first line.
        seed: The game's seed; None if it is not known.
        is_seed_given: Whether the seed was given, and not taken from the record.
        receipts: The receipts that players kept, each a compact JWS.
        keys: The public keys of the service that signed them; None if they are not known.
        parents: For a fork: the source of its fork point.
        fork_point: For a fork: its starting point, if that is known without its parent's record.
        inclusion: The proof that the game is in the log of games (the kind `inclusion.INCLUSION`); None to use the one
            in the header.
        checkpoint: The text of a checkpoint of the log, kept earlier or obtained elsewhere.
        log_keys: The public keys of the log, and of witnesses.
    """

    header: Header
    seed: bytes | None = None
    is_seed_given: bool = False
    receipts: Sequence[str] = ()
    keys: PublicKeys | None = None
    parents: ForkPointSource | None = None
    fork_point: ForkPoint | None = None
    inclusion: Mapping[str, object] | None = None
    checkpoint: str | None = None
    log_keys: Sequence[Verifier] = ()


class CheckedEvent(NamedTuple):
    """
    An event in the right shape, as level `chain` passes it on.

    Attributes:
        line: The number of its line.
        event: The event.
        is_sound: Whether its hash and digests are right, so that an equal hash means an equal event.
    """

    line: int
    event: EventLine
    is_sound: bool


class LevelCheck(Protocol):
    """The check of one level above `chain`. It is constructed with the `Evidence`, then given every event in order."""

    @property
    def level(self) -> Level:
        """The result so far; complete after `finish`."""

    def check(self, checked: CheckedEvent) -> None:
        """Checks the next event."""

    def finish(self, *, last_line: int) -> None:
        """Checks what can be known only after the last event, which is on line `last_line`."""
