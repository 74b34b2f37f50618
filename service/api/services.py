"""The services of a web process. The composition root makes them, and the API uses them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from delvebook.projections.disputes import DisputesReader
from delvebook.projections.games_log.reader import LogReader
from delvebook.projections.holdings import HoldingsReader
from delvebook.projections.leagues import LeaguesReader
from delvebook.projections.lobby.reader import LobbyReader
from delvebook.projections.parked import ParkedGame
from delvebook.projections.profiles import ProfilesReader
from delvebook.service.base.settings import Settings
from delvebook.service.checks.jobs import Verifications
from delvebook.service.checks.sandbox import Checker
from delvebook.service.exporting.files import Files
from delvebook.service.identity.account_admin import AccountAdmin
from delvebook.service.identity.accounts import Accounts
from delvebook.service.identity.audit_log import AuditLog
from delvebook.service.identity.clients import Clients
from delvebook.service.identity.offices import Offices
from delvebook.service.jobs.long import LongJobs
from delvebook.service.live.feed import Feed
from delvebook.service.live.stream_names import StreamNames
from delvebook.service.live.stream_wakeups import StreamWakeups
from delvebook.service.notices.store import Notices
from delvebook.service.usecases.collection import CollectionService
from delvebook.service.usecases.departures import Departures
from delvebook.service.usecases.use_cases import UseCases
from delvebook.service.webhooks.browsers import Browsers
from delvebook.service.webhooks.store import Webhooks


class ServiceHealth(NamedTuple):
    """
    The state of the whole service.

    Attributes:
        position: The position of the last event of the log.
        lag: By projection, how many positions it is behind.
        parked: The games that a projection has parked.
        disk_free: The free bytes of the disk that holds the state.
        games_log_stopped: Why the log of games is not signed at present; None if it is.
    """

    position: int
    lag: Mapping[str, int]
    parked: Sequence[ParkedGame]
    disk_free: int
    games_log_stopped: str | None = None


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
        account_admin: Renames, bans and deletes accounts.
        offices: The offices of arbiters and operators.
        clients: The programs that may act for accounts, by OAuth.
        departures: Takes an account out of its games.
        holdings: Which games and seats accounts have.
        profiles: The public facts about accounts besides their names.
        collection: The records of all games that are over.
        leagues: Ratings by title, options and season.
        feed: Wakes streams when their game changes.
        notices: The notices of accounts.
        webhooks: The addresses to which accounts have their notices posted.
        browsers: The browsers that are told of notices through push services.
        notice_feed: Wakes streams when their account gets a notice.
        stream_names: The names of streams, and which stream holds each.
        wakeups: Tells streams in all processes to look again.
        checker: Checks records while the caller waits.
        verifications: Checks that run as jobs.
        exports: Exports of many records, made by jobs.
        analyses: Analyses of games, made by jobs.
        files: The files of exports and analyses.
        probes: By name, whether something the service depends on answers.
        health: The state of the whole service. It may block.
        queues: The jobs that wait on each queue. It may block.
        watch_commits: Registers a function that is called with every commit's number of events and seconds.
        closers: Called in order by `close`.
    """

    settings: Settings
    use: UseCases
    accounts: Accounts
    audit: AuditLog
    lobby: LobbyReader
    dispute_list: DisputesReader
    log: LogReader
    account_admin: AccountAdmin
    offices: Offices
    clients: Clients
    departures: Departures
    holdings: HoldingsReader
    profiles: ProfilesReader
    collection: CollectionService
    leagues: LeaguesReader
    feed: Feed
    notices: Notices
    webhooks: Webhooks
    browsers: Browsers
    notice_feed: Feed
    stream_names: StreamNames
    wakeups: StreamWakeups
    checker: Checker
    verifications: Verifications
    exports: LongJobs
    analyses: LongJobs
    files: Files
    probes: Mapping[str, Callable[[], bool]]
    health: Callable[[], ServiceHealth]
    queues: Callable[[], Mapping[str, int]]
    watch_commits: Callable[[Callable[[int, float], None]], None]
    closers: Sequence[Callable[[], object]]

    def close(self) -> None:
        """Ends streams and closes the stores."""
        for feed in (self.feed, self.notice_feed):
            feed.close()
            feed.settle()
        for close in self.closers:
            close()
