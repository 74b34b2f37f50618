"""
Refusals of the service itself, each with its code (`service/api/problems.py`). Those of the domain are in
`domain/errors.py`.
"""

from __future__ import annotations

from delvebook.domain.errors import DelvebookError, MalformedError, NotNowError, UnknownError


class SessionOpenError(DelvebookError):
    """The browser has a session already."""

    code = "session/open"


class ForeignPageError(DelvebookError):
    """A request about a browser's session does not come from a page of the service."""

    code = "session/foreign"


class BusyError(DelvebookError):
    """The service is too busy right now. The same request may be sent again at once."""

    code = "service/busy"


class UnavailableError(DelvebookError):
    """The store cannot be reached, or did not answer in time. With an Idempotency-Key the request is safe to retry."""

    code = "service/unavailable"


class DamagedGameError(DelvebookError):
    """A stored event of the game cannot be read. The operator sees which, and other games go on."""

    code = "game/damaged"


class RateLimitedError(DelvebookError):
    """The account, or the network of a caller without a token, has used up its requests for now."""

    code = "service/rate_limited"


class TooManyRequestsError(DelvebookError):
    """Too many requests of the caller are under way. Once some are answered, the same request may be sent again."""

    code = "service/too_many_requests"


class TooManyStreamsError(DelvebookError):
    """The process, or the caller, has too many open streams. Another process, or a later try, may have room."""

    code = "service/too_many_streams"


class TooSlowError(DelvebookError):
    """A check took longer than its time limit."""

    code = "service/too_slow"


class InterruptedCheckError(DelvebookError):
    """The worker that carried out a check died during it, more than once."""

    code = "service/interrupted"


class FailedCheckError(DelvebookError):
    """A check failed because of a defect of the service. The log has it under the number `details["incident"]`."""

    code = "service/internal"


class RequestReusedError(DelvebookError):
    """The Idempotency-Key was used for a different request."""

    code = "request/reused"


class KeyMalformedError(DelvebookError):
    """An Idempotency-Key is 1 to 255 visible ASCII characters."""

    code = "request/key_malformed"


class AuthenticationError(DelvebookError):
    """The token is unknown or revoked."""

    code = "auth/invalid"


class NoTokenError(AuthenticationError):
    """A token is required, but none was sent."""

    code = "auth/required"


class ForbiddenError(DelvebookError):
    """The token is valid but does not have this right."""

    code = "auth/forbidden"


class OfficialError(DelvebookError):
    """The account has looked as an official, or ruled, in the game's family, so it takes no part in its games."""

    code = "seat/official"


class FalseProofError(DelvebookError):
    """The submitted evidence proves nothing about this game. `details["reason"]` says why."""

    code = "dispute/false_proof"


class NameTakenError(DelvebookError):
    """An account of that name exists."""

    code = "account/name_taken"


class NameReservedError(MalformedError):
    """The name, or a word in it, is reserved for the service. `details["word"]` is that word."""

    code = "account/name_reserved"


class RenamedLatelyError(NotNowError):
    """The account has changed its name too recently. `details["after"]` is when it may change it again."""

    code = "account/renamed_lately"


class BannedError(DelvebookError):
    """The account is banned. `details` has the `reason` and `until`, the time when the ban ends or None."""

    code = "account/banned"


class WrongKindError(DelvebookError):
    """A person's account was asked to play as a bot, or a bot's account as a person."""

    code = "account/kind"


class HasPlayedError(DelvebookError):
    """The account has played as a person, so it can never become a bot's."""

    code = "account/has_played"


class TooManyError(NotNowError):
    """The account or its network has reached a quota: `details["what"]`, with the size `details["limit"]`."""

    code = "service/quota"


class UnknownClientError(UnknownError):
    """The caller has registered no client with this id."""

    code = "client/unknown"


class InvalidInputError(MalformedError):
    """A field is missing, unknown or out of range. `details["fields"]` maps a field to its messages."""

    code = "input/invalid"


class MediaTypeError(MalformedError):
    """The body has another media type than `details["wanted"]`, or is not in UTF-8."""

    code = "input/media_type"


class EncodingError(MalformedError):
    """The body is packed. `details["sent"]` is its Content-Encoding."""

    code = "input/encoding"


class ClockNotOfferedError(MalformedError):
    """The kind of clock does not exist in this version. `details["kinds"]` lists the kinds that it has."""

    code = "clock/not_offered"


class UnknownAccountError(UnknownError):
    """No account has this id or name."""

    code = "account/unknown"


class UnknownTokenError(UnknownError):
    """The caller has no token with this id."""

    code = "token/unknown"


class UnknownOfficeError(UnknownError):
    """The account neither holds this office nor is offered it."""

    code = "office/unknown"


class UnknownVerificationError(UnknownError):
    """No check has this id, or it was forgotten."""

    code = "verification/unknown"


class UnknownJobError(UnknownError):
    """The caller has no job with this id, or it was forgotten."""

    code = "job/unknown"


class UnfinishedJobError(NotNowError):
    """The job has not finished, so it has no result."""

    code = "job/not_finished"


class CancelledJobError(DelvebookError):
    """The job was cancelled."""

    code = "job/cancelled"


class FormatUnavailableError(DelvebookError):
    """Exports in this format need a library that is not installed. `details["install"]` names it."""

    code = "export/format_unavailable"


class ExportTooLargeError(DelvebookError):
    """The export exceeds the size limit or the free disk space."""

    code = "export/too_large"


class UnknownImportError(UnknownError):
    """No imported record has this id."""

    code = "import/unknown"


class NotImportableError(DelvebookError):
    """The record does not hold, or too little of it can be checked. `details["report"]` is the report."""

    code = "import/does_not_hold"


class MissingRecordError(DelvebookError):
    """
    The record of a fork came without the record of one of its parents.

    `details` name the parent's `game`, the event `n` that the fork begins after, and that event's `hash`.
    """

    code = "import/parent_missing"


class TooManyImportsError(DelvebookError):
    """The account has imported the maximum number of records. `details["limit"]` is that number."""

    code = "import/too_many"


class OwnGameError(DelvebookError):
    """The record is of a game that was played on this service. `details["game"]` is that game."""

    code = "import/own_game"


class OwnAccountsError(DelvebookError):
    """The record names accounts of this service, which did not play in it. `details["accounts"]` are their ids."""

    code = "import/own_accounts"


class UnknownCatalogueError(UnknownError):
    """The ruleset has no catalogue with this digest. `details["digest"]` is its digest."""

    code = "catalogue/unknown"


class UnknownClauseError(UnknownError):
    """The ruleset has no clause with this id."""

    code = "clause/unknown"


class UnknownNoticeError(UnknownError):
    """The number is higher than that of the account's last notice."""

    code = "notice/unknown"


class GoneNoticesError(DelvebookError):
    """Notices after the given one were deleted. `details["after"]` is the number of the last deleted one."""

    code = "notice/gone"


class UnknownWebhookError(UnknownError):
    """The caller has no webhook with this id."""

    code = "webhook/unknown"


class TooManyWebhooksError(DelvebookError):
    """The account has the maximum number of webhooks. `details["limit"]` is that number."""

    code = "webhook/too_many"


class WebhookDisabledError(DelvebookError):
    """The webhook is disabled, so nothing can be sent to it."""

    code = "webhook/disabled"


class WebhooksOffError(DelvebookError):
    """The operator of this service offers no webhooks."""

    code = "webhook/not_offered"


class UnknownPushError(UnknownError):
    """The caller has no push subscription with this id."""

    code = "push/unknown"


class PasskeyRefusedError(DelvebookError):
    """A passkey's answer does not prove whose it is, or the passkey cannot be registered."""

    code = "passkey/refused"


class PasskeysOffError(DelvebookError):
    """No passkey can be used at the address that the request was sent to."""

    code = "passkey/not_offered"


class PushOffError(DelvebookError):
    """The operator of this service sends nothing to push services."""

    code = "push/not_offered"


class UnknownLeagueError(UnknownError):
    """There is no such league or season."""

    code = "league/unknown"


class UnknownInvitationError(UnknownError):
    """No invitation with this id is from or to the caller."""

    code = "invitation/unknown"


class InvitationSettledError(NotNowError):
    """The invitation was accepted, declined or withdrawn, or has expired: `details["status"]`."""

    code = "invitation/settled"


class InvitedError(NotNowError):
    """The player already has an open invitation to the game: `details["invitation"]`."""

    code = "invitation/open"


class TooManyInvitationsError(NotNowError):
    """The caller has reached the maximum number of open invitations: `details["limit"]`."""

    code = "invitation/too_many"


class BlockedError(DelvebookError):
    """A player at the table, or who made the game, or who is invited, has blocked the caller."""

    code = "player/blocked"


class BlockedByYouError(DelvebookError):
    """The caller has blocked players whom the request would invite: their names are `details["players"]`."""

    code = "player/blocked_by_you"


class OwnAccountError(MalformedError):
    """The request needs another account than the caller's own."""

    code = "account/own"


class UnknownReportError(UnknownError):
    """There is no such report that the caller may see."""

    code = "report/unknown"


class ReportSettledError(NotNowError):
    """The report was settled in another way: `details["outcome"]`."""

    code = "report/settled"


class GameNotOverError(NotNowError):
    """The request needs a game that is over."""

    code = "game/not_over"


class RematchOfferedError(NotNowError):
    """The game already has a rematch: `details["game"]`."""

    code = "rematch/offered"


class NotLoggedYetError(NotNowError):
    """The log of games does not show this game yet, or has no checkpoint of that size."""

    code = "log/not_yet"


class NotABotsActionError(DelvebookError):
    """The event is not an action, or a person took it."""

    code = "event/not_a_bots"


class NotCheckableError(DelvebookError):
    """The bot cannot be asked again: its program is not known here."""

    code = "bot/not_checkable"
