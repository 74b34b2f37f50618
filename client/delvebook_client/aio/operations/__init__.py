"""
A typed method for every operation of the API.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from ..connection import AsyncConnection
from .accounts import AsyncAccountsApi
from .accounts_2 import AsyncAccounts2Api
from .actions import AsyncActionsApi
from .audit import AsyncAuditApi
from .disputes import AsyncDisputesApi
from .exports import AsyncExportsApi
from .game_commands import AsyncGameCommandsApi
from .game_commands_2 import AsyncGameCommands2Api
from .game_looks import AsyncGameLooksApi
from .game_looks_2 import AsyncGameLooks2Api
from .games import AsyncGamesApi
from .handovers import AsyncHandoversApi
from .imports import AsyncImportsApi
from .invitations import AsyncInvitationsApi
from .leagues import AsyncLeaguesApi
from .notices import AsyncNoticesApi
from .oauth import AsyncOauthApi
from .offices import AsyncOfficesApi
from .passkeys import AsyncPasskeysApi
from .players import AsyncPlayersApi
from .push import AsyncPushApi
from .records import AsyncRecordsApi
from .rulesets import AsyncRulesetsApi
from .sessions import AsyncSessionsApi
from .verifications import AsyncVerificationsApi
from .webhooks import AsyncWebhooksApi


class AsyncGameOperations(AsyncGameCommandsApi, AsyncGameCommands2Api, AsyncGameLooksApi, AsyncGameLooks2Api):
    """The operations of one game."""


class AsyncAccounts(AsyncAccountsApi, AsyncAccounts2Api):
    """Who plays, and with which tokens."""


class AsyncOperations(AsyncConnection):
    """The operations of the service, in groups."""

    @property
    def accounts(self) -> AsyncAccounts:
        """Who plays, and with which tokens."""
        return AsyncAccounts(self)

    @property
    def actions(self) -> AsyncActionsApi:
        """Many actions in one request."""
        return AsyncActionsApi(self)

    @property
    def audit(self) -> AsyncAuditApi:
        """Who did what, with which token, from where."""
        return AsyncAuditApi(self)

    @property
    def disputes(self) -> AsyncDisputesApi:
        """Claims, findings and rulings."""
        return AsyncDisputesApi(self)

    @property
    def exports(self) -> AsyncExportsApi:
        """Files with the records of many games, made by jobs."""
        return AsyncExportsApi(self)

    @property
    def games(self) -> AsyncGamesApi:
        """Games, from the empty table to the end."""
        return AsyncGamesApi(self)

    @property
    def handovers(self) -> AsyncHandoversApi:
        """An account on another device, by a code."""
        return AsyncHandoversApi(self)

    @property
    def imports(self) -> AsyncImportsApi:
        """Records of games that were played elsewhere."""
        return AsyncImportsApi(self)

    @property
    def invitations(self) -> AsyncInvitationsApi:
        """Invitations of named players to games."""
        return AsyncInvitationsApi(self)

    @property
    def leagues(self) -> AsyncLeaguesApi:
        """Ratings by title, options and season."""
        return AsyncLeaguesApi(self)

    @property
    def notices(self) -> AsyncNoticesApi:
        """What you are told about your games."""
        return AsyncNoticesApi(self)

    @property
    def oauth(self) -> AsyncOauthApi:
        """Programs that act for accounts, by OAuth 2."""
        return AsyncOauthApi(self)

    @property
    def offices(self) -> AsyncOfficesApi:
        """Arbiters and operators."""
        return AsyncOfficesApi(self)

    @property
    def passkeys(self) -> AsyncPasskeysApi:
        """Keys in a device that lead back to an account."""
        return AsyncPasskeysApi(self)

    @property
    def players(self) -> AsyncPlayersApi:
        """Profiles, blocks, and reports about players."""
        return AsyncPlayersApi(self)

    @property
    def push(self) -> AsyncPushApi:
        """Your notices, sent to your browsers."""
        return AsyncPushApi(self)

    @property
    def records(self) -> AsyncRecordsApi:
        """The records of all games that are over."""
        return AsyncRecordsApi(self)

    @property
    def rulesets(self) -> AsyncRulesetsApi:
        """Titles and their rules."""
        return AsyncRulesetsApi(self)

    @property
    def sessions(self) -> AsyncSessionsApi:
        """How the pages know who plays."""
        return AsyncSessionsApi(self)

    @property
    def verifications(self) -> AsyncVerificationsApi:
        """Checks of any record, whoever wrote it."""
        return AsyncVerificationsApi(self)

    @property
    def webhooks(self) -> AsyncWebhooksApi:
        """Your notices, posted to you."""
        return AsyncWebhooksApi(self)
