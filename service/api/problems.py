"""
Refusals as RFC 9457 problem details: the status of each code, and the content of the answer.

The table is the only source: the documentation pages, the OpenAPI document and `docs/api.md` are generated from it or
tested against it.
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import DelvebookError, IllegalActionError
from delvebook.domain.phrases import Language
from delvebook.domain.refusals import PLAIN
from delvebook.domain.rulesets import registry
from delvebook.projections.views import Body
from delvebook.service.api.problem_titles import RUSSIAN
from delvebook.service.api.russian_details import russian_detail

PROBLEM_TYPE: Final = "application/problem+json"
DOCS_PATH: Final = "/docs/errors/"


@dataclass(frozen=True, slots=True)
class Problem:
    """
    One kind of refusal.

    Attributes:
        status: The HTTP status.
        title: The fault in one line; the same for every occurrence.
        advice: The remedy for a client. It ends the English `detail`.
        is_retryable: Whether the same request, unchanged, may be accepted later.
        retry_after: Seconds until a retry makes sense, where that is known.
    """

    status: int
    title: str
    advice: str
    is_retryable: bool = False
    retry_after: int | None = None


PROBLEMS: Final[dict[str, Problem]] = {
    # -- what came in ---------------------------------------------------------------------------
    "input/not_utf8": Problem(400, "The body is not UTF-8", "Send JSON in UTF-8."),
    "input/not_json": Problem(400, "The body is not JSON", "Send one JSON value."),
    "input/doubled_key": Problem(400, "An object names a key twice", "Name each key once."),
    "input/not_an_integer": Problem(
        400, "A number is not a whole number", "Numbers are integers within ±(2^53-1), written without a point."
    ),
    "input/too_deep": Problem(400, "The JSON is nested too deeply", "Nest at most 64 levels."),
    "input/not_canonical": Problem(
        400, "The JSON holds what a record cannot hold", "Use ASCII keys and whole Unicode characters."
    ),
    "input/malformed": Problem(400, "The request is malformed", "See `detail`."),
    "input/invalid": Problem(422, "A field is missing, unknown or out of range", "See `fields` and `where`."),
    "input/too_large": Problem(413, "The body is too large", "Send less: at most `bytes_max` bytes."),
    "input/too_slow": Problem(
        408, "The body did not come in time", "Send it again, faster; `seconds` is the time for it.", is_retryable=True
    ),
    "input/media_type": Problem(415, "The body has the wrong media type", "Send one of `wanted`, in UTF-8."),
    "input/encoding": Problem(415, "The body is packed", "Send it as it is, without `Content-Encoding`."),
    "record/malformed": Problem(
        422, "The upload is not a game record", "Send the NDJSON of `GET …/record`, unchanged."
    ),
    "record/not_public_yet": Problem(
        409, "The seed is not revealed yet", "Ask again when the game is over.", is_retryable=True
    ),
    "hint/refused": Problem(
        409, "No hint is given in this game", "Create a game with `hints`, in which nobody but you plays."
    ),
    "job/unknown": Problem(
        404, "There is no such job of yours, or it was forgotten", "Check the id, or ask for it anew."
    ),
    "job/not_finished": Problem(
        409, "The job has not finished", "Look at its `status`; ask again when it is `finished`.", is_retryable=True
    ),
    "job/cancelled": Problem(409, "The job was cancelled", "Ask for it anew."),
    "export/format_unavailable": Problem(
        422,
        "The service has not installed what this format needs",
        "Choose another format, or have its operator install `install`.",
    ),
    "export/too_large": Problem(
        422, "The export is too large", "Ask for fewer games at a time, or stream them from `GET /v1/records`."
    ),
    "import/unknown": Problem(404, "There is no such imported record for you", "See `GET /v1/imports`."),
    "import/does_not_hold": Problem(
        422, "The record does not hold, or cannot be checked", "`report` says what was found; import a true record."
    ),
    "import/parent_missing": Problem(
        422,
        "The record is of a fork, and the record of its parent is needed, too",
        "Send the record of `game` in `parents`, or import it first.",
    ),
    "import/too_many": Problem(
        409, "You have reached the limit of imported records", "`limit` says how many you may have."
    ),
    "import/own_game": Problem(409, "The game was played here", "Look at the game itself: `game`."),
    "import/own_accounts": Problem(
        409,
        "The record names accounts of this service",
        "They did not play in it; `accounts` are their ids.",
    ),
    "analysis/impossible": Problem(
        409, "The game cannot be analysed", "Choose a game of a title with a bot that searches; see `detail`."
    ),
    "verification/unknown": Problem(
        404, "There is no such check, or it was forgotten", "Check the id, or send the record again."
    ),
    "log/not_yet": Problem(
        409,
        "The log of games does not show this yet",
        "Ask again in a few seconds; a `size` must be that of a published checkpoint.",
        is_retryable=True,
    ),
    # -- who asks -------------------------------------------------------------------------------
    "auth/required": Problem(401, "A token is needed", "Send `Authorization: Bearer dvb_…`."),
    "auth/invalid": Problem(401, "The token or code is unknown, revoked or expired", "Use another token or code."),
    "auth/forbidden": Problem(403, "The token does not carry this right", "See `scope`, if there is one."),
    "session/open": Problem(409, "The browser has a session already", "End it with `DELETE /v1/session` first."),
    "session/foreign": Problem(
        403, "The request is not from a page of the service", "Use a token: `Authorization: Bearer dvb_…`."
    ),
    "passkey/refused": Problem(
        403, "The passkey does not prove whose it is", "Begin again, with another challenge or another passkey."
    ),
    "passkey/not_offered": Problem(
        409, "No passkey can be used at this address", "`passkeys_origin` in `GET /v1/session` says where they can."
    ),
    "account/name_taken": Problem(409, "The name is taken", "Choose another name."),
    "account/name_reserved": Problem(422, "The name is kept for the service", "Choose another name."),
    "account/renamed_lately": Problem(
        409, "The name was changed a short time ago", "`after` says when you may.", is_retryable=True
    ),
    "account/banned": Problem(403, "The account is banned", "`reason` says why, and `until` until when."),
    "account/kind": Problem(
        422, "The account is of the other kind", "A person plays with `games:play`, a bot with `bots:play`."
    ),
    "account/has_played": Problem(
        409, "The account has played as a person", "Create another account, with `kind` `bot`."
    ),
    "account/unknown": Problem(404, "There is no such account", "Check the id or the name."),
    "token/unknown": Problem(404, "You have no such token", "See `GET /v1/tokens`."),
    "office/unknown": Problem(
        404, "The account neither holds this office nor is offered it", "See `GET /v1/accounts/me/offices`."
    ),
    "notice/unknown": Problem(404, "You have had no such notice", "See `GET /v1/notices`."),
    "notice/gone": Problem(
        410, "These notices are no longer kept", "Look at your games, and go on with `after` from the answer."
    ),
    "webhook/unknown": Problem(404, "You have no such webhook", "See `GET /v1/webhooks`."),
    "webhook/too_many": Problem(
        409, "You have reached the limit of webhooks", "Delete one first; `limit` is the maximum."
    ),
    "webhook/disabled": Problem(409, "The webhook is disabled", "Enable it with `POST /v1/webhooks/{id}/enabling`."),
    "push/unknown": Problem(404, "You have no such push subscription", "See `GET /v1/push-subscriptions`."),
    "push/not_offered": Problem(
        409, "This service sends nothing to push services", "Use the stream of notices instead."
    ),
    "webhook/not_offered": Problem(409, "This service offers no webhooks", "Use the stream of notices instead."),
    "client/unknown": Problem(404, "You have registered no such client", "See `GET /v1/oauth/clients`."),
    # -- which ruleset, which game --------------------------------------------------------------
    "ruleset/unknown": Problem(404, "There is no such ruleset", "See `GET /v1/rulesets`."),
    "catalogue/unknown": Problem(
        404, "The ruleset has another catalogue", "`digest` is its own; see `GET /v1/rulesets/{id}/catalogue`."
    ),
    "clause/unknown": Problem(404, "The ruleset has no such clause", "See `GET /v1/rulesets/{id}/clauses`."),
    "bot/unknown": Problem(422, "The ruleset has no such bot", "See `bots`."),
    "game/invalid_options": Problem(422, "These are not options of the ruleset", "See `fields`."),
    "game/invalid_seats": Problem(
        422, "The ruleset does not support this number of seats", "See `seats_min` and `seats_max`."
    ),
    "game/damaged": Problem(
        503,
        "A stored event of the game is damaged",
        "The operator has to mend it; ask again later. Other games go on.",
        is_retryable=True,
        retry_after=60,
    ),
    "game/unknown": Problem(404, "There is no such game for you", "Check the id; a private game needs its invitation."),
    "event/unknown": Problem(404, "The game has no such event", "`n` is its last."),
    "event/not_a_bots": Problem(
        409, "The event is not an action of a bot", "Choose an `ActionTaken` of a seat that a bot played then."
    ),
    "bot/not_checkable": Problem(
        409,
        "The bot cannot be asked again",
        "Ask a service, or install a version, that has the program the record names.",
    ),
    "seat/unknown": Problem(404, "The game has no such seat", "Seats are numbered from 0."),
    # -- playing --------------------------------------------------------------------------------
    "seat/not_yours": Problem(403, "The seat is not yours", "Act for your own seat only."),
    "seat/official": Problem(
        403,
        "You have looked or ruled in this game, its forks or parents",
        "Leave its seats and bots to others: players, or an arbiter or operator who has not looked.",
    ),
    "seat/taken": Problem(409, "The seat is taken", "Choose another seat."),
    "seat/reserved": Problem(409, "The seat is kept for another player", "Choose another seat, or leave it to them."),
    "seat/yours": Problem(409, "You sit at this table already", "Your seat is in `you`."),
    "seat/bots": Problem(409, "A bot plays the seat already", "Look at the game."),
    "seat/removed": Problem(403, "The creator has removed you from the table", "Look for another game."),
    "seat/not_absent": Problem(
        409,
        "The seat has not kept the game waiting",
        "`after` says from when you may claim it; null for never.",
        is_retryable=True,
    ),
    "seat/resigned": Problem(409, "The seat was given up for good", "A bot plays on, or the game is over."),
    "seat/out_of_time": Problem(
        409, "The seat has used up its time", "Come back once a bot has decided `decision`; without one, never."
    ),
    "game/full": Problem(409, "No seat is free for you", "Look for another game."),
    "game/seats_missing": Problem(
        409, "Not every seat is taken", "Start when all sit; `seats`, from 0, are free.", is_retryable=True
    ),
    "game/seats_open": Problem(
        409, "Not every seat is taken", "Show nonces once all sit; `seats`, from 0, are free.", is_retryable=True
    ),
    "game/seats_closed": Problem(
        409, "Every seat is taken, and the seating is over", "Start the game; look at `nonces`."
    ),
    "game/nonces_missing": Problem(
        409,
        "Not every nonce is shown",
        "Show yours with `POST …/nonces`; `seats`, from 0, have not shown theirs.",
        is_retryable=True,
    ),
    "nonce/mismatch": Problem(
        422, "This is not the nonce that you committed to", "Send the very string whose commitment you sent."
    ),
    "nonce/none": Problem(409, "Your seat has committed to no nonce", "The game does not wait for yours."),
    "nonce/shown": Problem(409, "Your nonce is shown already", "Look at `nonces` of the game."),
    "nonce/late": Problem(409, "The deadline for nonces has passed", "The game ends; look for another."),
    "game/not_started": Problem(409, "The game has not started", "Wait for its start.", is_retryable=True),
    "game/started": Problem(409, "The game has started already", "Play on; look at the game."),
    "game/finished": Problem(409, "The game is over", "Nothing more can be done in it."),
    "game/reason": Problem(422, "Only the service gives this reason", "Give your own."),
    "clock/not_offered": Problem(
        422, "There is no such clock", "`kinds` and `on_expiry_kinds` list what is offered; more may come."
    ),
    "viewer/unknown": Problem(422, "This names no viewer", "Use one of `viewers`."),
    "action/malformed": Problem(422, "This is not an action of the ruleset", "See `types` or `fields`."),
    "action/not_now": Problem(409, "The seat has no pending decision", "Wait until it has one.", is_retryable=True),
    "action/stale": Problem(409, "The decision is no longer open", "Look at the game again, and choose again."),
    "action/illegal": Problem(422, "The rules forbid the action", "`clause` says why; choose from `GET …/actions`."),
    "takeback/refused": Problem(409, "The action stands", "`reason` says why."),
    "takeback/not_asked": Problem(409, "The seat is not asked about a take-back", "Look at the game's events."),
    "league/unknown": Problem(404, "There is no such league or season", "See `GET /v1/leagues`."),
    "game/not_over": Problem(409, "The game is not over", "Wait for its end.", is_retryable=True),
    "rematch/offered": Problem(409, "There is a rematch of this game already", "Take your seat in `game`."),
    "player/blocked": Problem(403, "A player there has blocked you", "Look for another game, or other players."),
    "player/blocked_by_you": Problem(
        409,
        "You have blocked a player there",
        "End the block first: `DELETE /v1/blocks/{player}`, for each of `players`.",
    ),
    "account/own": Problem(422, "This is your own account", "Name another player."),
    "report/unknown": Problem(404, "There is no such report for you", "See `GET /v1/reports`."),
    "report/settled": Problem(409, "The report is settled already", "`outcome` says how."),
    "invitation/unknown": Problem(404, "There is no such invitation for you", "See `GET /v1/invitations`."),
    "invitation/settled": Problem(409, "The invitation is no longer open", "`status` says what became of it."),
    "invitation/open": Problem(409, "The player is invited already", "`invitation` is the one that is open."),
    "invitation/too_many": Problem(
        409, "Too many of your invitations are open", "Withdraw some; at most `limit` may be open.", is_retryable=True
    ),
    "end/proposed": Problem(
        409, "An end is proposed already, or too often", "Answer `event`, or play on; `limit` is for each seat."
    ),
    "end/not_asked": Problem(
        409, "The seat is not asked about this proposed end", "Look at `end_proposal` of the game."
    ),
    # -- disputes -------------------------------------------------------------------------------
    "dispute/unknown": Problem(404, "There is no such dispute for you", "See `GET /v1/disputes`."),
    "dispute/party": Problem(
        403,
        "Your part in this game does not allow this",
        "Its players claim and appeal; officials who never played in it, its forks or parents look, rule and abort.",
    ),
    "dispute/false_proof": Problem(
        422,
        "The evidence proves nothing about this game",
        "`reason` says why; hand in what you were given.",
    ),
    "dispute/remedy": Problem(
        422, "Verdict and remedy do not go together", "`upheld` has a remedy with its fields, `dismissed` has none."
    ),
    "dispute/open": Problem(
        409, "You have disputed this already, or another claim of yours is undecided", "`dispute` says which."
    ),
    "dispute/ruled": Problem(
        409, "The dispute has been ruled on, or withdrawn", "A ruling may be appealed once, by a player."
    ),
    "dispute/not_ruled": Problem(409, "There is no ruling yet", "Wait for one.", is_retryable=True),
    "dispute/appealed": Problem(409, "The dispute has been appealed already", "The next ruling is the last."),
    "dispute/settled": Problem(
        409, "The resumed game is over, which settled the dispute", "Dispute an event of the resumed game instead."
    ),
    # -- forks ----------------------------------------------------------------------------------
    "fork/refused": Problem(409, "No fork can begin there", "See `detail`."),
    "fork/parent": Problem(409, "The parent of the fork is missing", "Check the fork beside its parent."),
    # -- repeating ------------------------------------------------------------------------------
    "request/reused": Problem(422, "The Idempotency-Key was used for another request", "Make a new key."),
    "request/key_malformed": Problem(
        400, "The Idempotency-Key is malformed", "Send 1 to 255 visible ASCII characters; `detail` says how many."
    ),
    # -- the service ----------------------------------------------------------------------------
    "service/busy": Problem(
        503, "The service is too busy right now", "Send it again in a moment.", is_retryable=True, retry_after=1
    ),
    "service/unavailable": Problem(
        503, "The store does not answer", "Send it again, with its Idempotency-Key.", is_retryable=True, retry_after=2
    ),
    "service/too_many_streams": Problem(
        503, "Too many streams are open", "Try again, or read pages.", is_retryable=True, retry_after=5
    ),
    "service/too_many_requests": Problem(
        429,
        "Too many requests at a time",
        "Wait for the answers to some of them; `limit` is how many may be open.",
        is_retryable=True,
        retry_after=1,
    ),
    "service/too_slow": Problem(503, "The check or job takes too long", "Do it on your own machine.", retry_after=60),
    "service/interrupted": Problem(
        503, "The check or job was interrupted", "Ask again in some minutes.", is_retryable=True, retry_after=60
    ),
    "service/quota": Problem(
        429,
        "You have reached a quota",
        "`what` names the quota, and `limit` is its size; end some, or wait.",
        is_retryable=True,
        retry_after=60,
    ),
    "service/rate_limited": Problem(
        429, "Too many requests", "Wait as long as `Retry-After` says.", is_retryable=True, retry_after=1
    ),
    "service/internal": Problem(500, "Something is wrong with the service", "Tell its operator the `incident`."),
    "ruleset/broken": Problem(500, "The ruleset broke a promise", "Tell the operator the `incident`."),
    "route/unknown": Problem(404, "There is nothing at this address", "See `/docs`."),
    "route/method": Problem(405, "This address does not take this method", "See the header `Allow`."),
    "delvebook/error": Problem(500, "Something is wrong with the service", "Tell its operator the `incident`."),
}

TOLD: Final = frozenset(
    {
        "action/illegal",
        "action/malformed",
        "auth/required",
        "bot/unknown",
        "catalogue/unknown",
        "clock/not_offered",
        "delvebook/error",
        "event/unknown",
        "export/format_unavailable",
        "fork/refused",
        "game/invalid_options",
        "game/invalid_seats",
        "game/reason",
        "import/own_game",
        "import/parent_missing",
        "input/encoding",
        "input/invalid",
        "input/malformed",
        "input/media_type",
        "job/unknown",
        "notice/gone",
        "notice/unknown",
        "office/unknown",
        "record/not_public_yet",
        "request/key_malformed",
        "route/method",
        "ruleset/broken",
        "ruleset/unknown",
        "seat/unknown",
        "service/internal",
        "service/quota",
        "service/rate_limited",
        "service/too_many_streams",
        "service/too_slow",
        "session/open",
        "verification/unknown",
        "viewer/unknown",
        "webhook/disabled",
    }
)
"""Codes whose messages name the remedy. After the others `detail` gives the advice of the table."""
NEVER_SENT: Final = frozenset(
    {
        # Only jobs get these, when they come too early or too late, and they have nothing to do.
        "action/not_due",
        "analysis/not_over",
        "dispute/clock_runs",
        "dispute/examined",
        "dispute/not_due",
        "game/not_withheld",
        "nonce/not_due",
        # The schema of the request refuses these first, as `input/invalid`.
        "nonce/commitment",
        "nonce/length",
        # Families of errors; each member has its own code.
        "game/not_now",
        "input/unknown",
    }
)
"""Codes of errors that never reach an answer."""
INTERNAL_CODES: Final = frozenset(
    code for code, problem in PROBLEMS.items() if problem.status >= 500 and "/" in code
) - {code for code, problem in PROBLEMS.items() if problem.status == 503}
"""Codes of defects of ours. The error's message stays inside, and the client gets an incident number."""


def title_of(code: str, language: Language) -> str:
    """The problem's title, in one line."""
    return PROBLEMS[code].title if language == "en" else RUSSIAN[code]


def problem_body(
    code: str, detail: str, details: dict[str, Any], *, language: Language = "en", told: str | None = None
) -> Body:
    """
    The problem details of a refusal.

    Args:
        code: A key of `PROBLEMS`.
        detail: The fault of this occurrence, for people, in English.
        details: Further members; `clause` adds the clause's text.
        language: The language of `title` and `detail`.
        told: `detail` in that language. If it is missing and the language is not English, a sentence for the code takes
            its place (`russian_details`), and the English sentence is in `detail_en`.
    """
    problem = PROBLEMS[code]
    extra = dict(details)
    ruleset = extra.pop("ruleset", None)
    if told is None and language != "en":
        extra["detail_en"] = in_words(code, detail)
        told = russian_detail(code, details)
    if "clause" in extra:
        extra["clause_text"] = clause_text(ruleset, extra["clause"])
    return {
        **extra,
        "type": DOCS_PATH + code,
        "title": title_of(code, language),
        "status": problem.status,
        "detail": in_words(code, detail) if told is None else told,
        "code": code,
        "retryable": problem.is_retryable,
    }


def in_words(code: str, message: str) -> str:
    """The message, and the advice if it does not give it: "seat 1 is taken; choose another seat"."""
    if code in TOLD:
        return message
    advice = PROBLEMS[code].advice.removesuffix(".")
    return f"{message}; {advice[0].lower() if advice[1].islower() else advice[0]}{advice[1:]}"


def refusal_body(error: DelvebookError, *, language: Language = "en", told: str | None = None) -> dict[str, object]:
    """The problem details of one of our own errors, whose message may be shown. Arguments as for `problem_body`."""
    code = error.code if error.code in PROBLEMS else "delvebook/error"
    details = {key: value for key, value in error.details.items() if is_plain(value)}
    if isinstance(error, IllegalActionError) and error.refusal.key != PLAIN:
        details["refusal"] = {"key": error.refusal.key, "values": dict(error.refusal.fields)}
    return problem_body(code, error.message, details, language=language, told=told)


def clause_text(ruleset: str | None, clause: str) -> dict[str, str] | None:
    """The clause's text by language; None if the clause is unknown."""
    title = None if ruleset is None else registry.all_rulesets().get(ruleset)
    text = None if title is None else title.clauses.get(clause)
    return None if text is None else {str(language): said for language, said in text.items()}


def is_plain(value: object) -> bool:
    """Whether the value can be written in an answer."""
    try:
        jcs(value)
    except ValueError:
        return False
    except DelvebookError:
        return False
    return True


def phrase(status: int) -> str:
    """The standard phrase for the status."""
    return HTTPStatus(status).phrase
