"""What a web process stands on. The composition root makes it, and the API reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from delvebook.projections.disputes import DisputesReader
from delvebook.projections.games_log import LogReader
from delvebook.projections.lobby import LobbyReader
from delvebook.projections.profiles import ProfilesReader
from delvebook.service.checks.jobs import Verifications
from delvebook.service.checks.sandbox import Checker
from delvebook.service.identity.accounts import Accounts
from delvebook.service.identity.audit_log import AuditLog
from delvebook.service.live.feed import Feed
from delvebook.service.settings import Settings
from delvebook.service.usecases.use_cases import UseCases


@dataclass(frozen=True, slots=True)
class Services:
    """
    Everything the API uses.

    Attributes:
        settings: How the process runs.
        use: The use cases.
        accounts: Accounts and their tokens.
        audit: The audit trail.
        lobby: The list of games.
        dispute_list: The list of disputes.
        log: The log of games.
        profiles: What is public about accounts besides their names.
        feed: Wakes streams when their game changes.
        checker: Checks records while the caller waits.
        verifications: Checks that run as jobs.
        probes: By name, whether something the service depends on answers.
        closers: Called in order by `close`.
    """

    settings: Settings
    use: UseCases
    accounts: Accounts
    audit: AuditLog
    lobby: LobbyReader
    dispute_list: DisputesReader
    log: LogReader
    profiles: ProfilesReader
    feed: Feed
    checker: Checker
    verifications: Verifications
    probes: Mapping[str, Callable[[], bool]]
    closers: Sequence[Callable[[], object]]

    def close(self) -> None:
        """Ends streams and closes the stores."""
        self.feed.close()
        self.feed.settle()
        for close in self.closers:
            close()
