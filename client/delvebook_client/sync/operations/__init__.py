"""
A typed method for every operation of the API.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from ..connection import Connection
from .accounts import AccountsApi
from .accounts_2 import Accounts2Api
from .actions import ActionsApi
from .audit import AuditApi
from .disputes import DisputesApi
from .exports import ExportsApi
from .game_commands import GameCommandsApi
from .game_commands_2 import GameCommands2Api
from .game_looks import GameLooksApi
from .game_looks_2 import GameLooks2Api
from .games import GamesApi
from .handovers import HandoversApi
from .imports import ImportsApi
from .invitations import InvitationsApi
from .leagues import LeaguesApi
from .notices import NoticesApi
from .oauth import OauthApi
from .offices import OfficesApi
from .passkeys import PasskeysApi
from .players import PlayersApi
from .push import PushApi
from .records import RecordsApi
from .rulesets import RulesetsApi
from .sessions import SessionsApi
from .verifications import VerificationsApi
from .webhooks import WebhooksApi


class GameOperations(GameCommandsApi, GameCommands2Api, GameLooksApi, GameLooks2Api):
    """The operations of one game."""


class Accounts(AccountsApi, Accounts2Api):
    """Who plays, and with which tokens."""


class Operations(Connection):
    """The operations of the service, in groups."""

    @property
    def accounts(self) -> Accounts:
        """Who plays, and with which tokens."""
        return Accounts(self)

    @property
    def actions(self) -> ActionsApi:
        """Many actions in one request."""
        return ActionsApi(self)

    @property
    def audit(self) -> AuditApi:
        """Who did what, with which token, from where."""
        return AuditApi(self)

    @property
    def disputes(self) -> DisputesApi:
        """Claims, findings and rulings."""
        return DisputesApi(self)

    @property
    def exports(self) -> ExportsApi:
        """Files with the records of many games, made by jobs."""
        return ExportsApi(self)

    @property
    def games(self) -> GamesApi:
        """Games, from the empty table to the end."""
        return GamesApi(self)

    @property
    def handovers(self) -> HandoversApi:
        """An account on another device, by a code."""
        return HandoversApi(self)

    @property
    def imports(self) -> ImportsApi:
        """Records of games that were played elsewhere."""
        return ImportsApi(self)

    @property
    def invitations(self) -> InvitationsApi:
        """Invitations of named players to games."""
        return InvitationsApi(self)

    @property
    def leagues(self) -> LeaguesApi:
        """Ratings by title, options and season."""
        return LeaguesApi(self)

    @property
    def notices(self) -> NoticesApi:
        """What you are told about your games."""
        return NoticesApi(self)

    @property
    def oauth(self) -> OauthApi:
        """Programs that act for accounts, by OAuth 2."""
        return OauthApi(self)

    @property
    def offices(self) -> OfficesApi:
        """Arbiters and operators."""
        return OfficesApi(self)

    @property
    def passkeys(self) -> PasskeysApi:
        """Keys in a device that lead back to an account."""
        return PasskeysApi(self)

    @property
    def players(self) -> PlayersApi:
        """Profiles, blocks, and reports about players."""
        return PlayersApi(self)

    @property
    def push(self) -> PushApi:
        """Your notices, sent to your browsers."""
        return PushApi(self)

    @property
    def records(self) -> RecordsApi:
        """The records of all games that are over."""
        return RecordsApi(self)

    @property
    def rulesets(self) -> RulesetsApi:
        """Titles and their rules."""
        return RulesetsApi(self)

    @property
    def sessions(self) -> SessionsApi:
        """How the pages know who plays."""
        return SessionsApi(self)

    @property
    def verifications(self) -> VerificationsApi:
        """Checks of any record, whoever wrote it."""
        return VerificationsApi(self)

    @property
    def webhooks(self) -> WebhooksApi:
        """Your notices, posted to you."""
        return WebhooksApi(self)
