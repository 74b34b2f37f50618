"""
The commands of a game, from the empty table to the revealed seed.

A command judges a request, and records the result as events. A refused command changes nothing. An aggregate that
raised an error while its events were being stored must be thrown away, or rewound to a mark.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Self
from uuid import UUID

from delvebook.domain import forking
from delvebook.domain.canonical import commitment
from delvebook.domain.dispute_commands import DisputeCommands
from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.events import GameCreated
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.seating_commands import SeatingCommands
from delvebook.domain.table import ForkPoint

SEED_BYTES: Final = 32


class Game(SeatingCommands, DisputeCommands):
    """
    One game and its commands.

    Every command takes `at`, the time now in the record's form, and most take `by`, its author (see `GameEvent`).
    """

    __slots__ = ()

    @classmethod
    def create(
        cls,
        game: UUID,
        *,
        ruleset: AnyRuleset,
        options: Mapping[str, object],
        seats: int,
        seed: bytes,
        by: str,
        at: str,
        terms: Mapping[str, object] | None = None,
    ) -> Self:
        """
        A new game with free seats, and the commitment to its seed.

        Args:
            game: Its UUID.
            ruleset: The title.
            options: As the client gave them; parsed here.
            seats: The number of seats.
            seed: 32 secret random bytes.
            by: `player:ID` or `arbiter:ID`, which makes that account the creator, or `service`.
            at: Now.
            terms: Further public terms, such as `clock` and `visibility`.

        Raises:
            InvalidSeatsError, InvalidOptionsError
        """
        if len(seed) != SEED_BYTES:
            raise BrokenRuleError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        author, _, account = by.partition(":")
        data = {
            "ruleset": ruleset.key,
            "content": ruleset.content_digest,
            "options": ruleset.parse_options(options, seats=seats),
            "seats": seats,
            "commitment": commitment(seed),
            **({} if author == "service" else {"creator": account}),
            **(terms or {}),
        }
        made = cls(game, ruleset=ruleset, seed=seed)
        made._record(GameCreated, data, by=by, at=at, metadata={"seed": seed.hex()})
        return made

    def fork_point(self, *, seat: int | None = None) -> ForkPoint:
        """
        The starting point of a fork that leaves this game as it stands now.

        Args:
            seat: The seat whose knowledge the fork keeps, while all else is dealt again; None to keep everything.

        Raises:
            NotForkableError: The game has not started, or is over.
            UnknownSeatError
        """
        return forking.find_fork_point(self.lifecycle, self.table, seat=seat)
