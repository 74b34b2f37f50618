"""Disputes: claims, rulings, appeals, and an arbiter's examination."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from uuid import UUID

from delvebook.domain.errors import UnknownDisputeError
from delvebook.service.api.blueprint import Blueprint
from delvebook.service.api.context import caller, done, note, player, repeatable, services
from delvebook.service.api.games import account_of, games
from delvebook.service.api.paging import link_headers
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.schemas.commands import DoneSchema
from delvebook.service.api.schemas.disputes import (
    AppealSchema,
    DisputeSchema,
    DisputesQuerySchema,
    DisputesSchema,
    ExaminationQuerySchema,
    ExaminationSchema,
    NewDisputeSchema,
    RulingSchema,
)
from delvebook.service.base.temporary import temporary_folder
from delvebook.service.identity.caller import ARBITRATE, FILE, READ, Caller

_ID: Final = re.compile(r"([0-9a-f-]{36})\.([1-9][0-9]{0,14})")

disputes = Blueprint("disputes", __name__, url_prefix="/v1/disputes", description="Claims, findings and rulings")


@games.route("/<game_id>/disputes", methods=["POST"])
@games.needs_token(FILE)
@games.repeatable
@games.takes_records
@games.arguments(
    NewDisputeSchema,
    example={"event": 12, "claim": "I bid more than she did, and the prize went to her", "receipts": []},
)
@games.response(201, DoneSchema)
@games.headers("Location")
@games.refuses(
    "game/unknown",
    "event/unknown",
    "dispute/party",
    "dispute/open",
    "dispute/false_proof",
    "service/busy",
    "service/too_slow",
)
def open_dispute(body: Given, game_id: UUID) -> object:
    """
    Dispute an event of a game you play or played in; also after it is over.

    The clock of a running game stops, and bots wait, until the claim is ruled on or withdrawn or the ruling is overdue.
    That holds for a player's first two claims in a game, among the first four of all players. The service replays the
    game and attaches its finding; an arbiter rules. Receipts must be signed by this service. Your own record must be of
    this game, with an intact chain.
    """
    text = body.pop("record")
    use = services().use.disputes
    record = None if text is None else _weigh(player(), game_id, text)
    answer = use.open(player(), game_id, **body, record=record, request=repeatable())
    opened = next(event["n"] for event in answer.events if event["type"] == "DisputeOpened")
    return done(answer, location=f"/v1/disputes/{game_id}.{opened}")


def _weigh(who: Caller, game_id: UUID, text: str) -> dict[str, object]:
    """The result of comparing the claimant's record with ours."""
    with temporary_folder("claim") as directory:
        path = Path(directory) / "record.jsonl"
        path.write_text(text, encoding="utf-8", newline="")
        report = services().checker.check(path)
        return services().use.disputes.weigh(who, game_id, path, report)


@games.route("/<game_id>/examination", methods=["GET"])
@games.needs_token(ARBITRATE)
@games.arguments(ExaminationQuerySchema, location="query")
@games.response(200, ExaminationSchema)
@games.headers("ETag")
@games.refuses("game/unknown", "event/unknown", "seat/unknown", "auth/forbidden")
def examine(query: Given, game_id: UUID) -> object:
    """
    For arbiters: what a seat knew and could have done before an event, and the event's draws with proof.

    A look at secrets is entered in the audit trail before it is answered.
    """
    body = services().use.disputes.look(
        player(), game_id, event=query["event"], seat=query["seat"], language=query["lang"]
    )
    note(n=body["n"])
    return body, {"Content-Language": query["lang"]}


@disputes.route("", methods=["GET"])
@disputes.takes_token(READ)
@disputes.arguments(DisputesQuerySchema, location="query")
@disputes.response(200, DisputesSchema)
@disputes.headers("Link", "ETag")
@disputes.refuses("auth/required", "account/unknown", "game/unknown")
def index(query: Given) -> object:
    """List disputes, the latest first. Those about games that are not public are shown to their players."""
    limit = query["limit"]
    cursor = query.get("cursor")
    game = query.get("game")
    claimant = query.get("claimant")
    found = services().dispute_list.disputes(
        viewer=caller().account,
        sees_all=ARBITRATE in caller().scopes,
        status=query.get("status"),
        game=None if game is None else services().use.disputes.require(caller(), game),
        claimant=None if claimant is None else account_of(claimant),
        before=None if cursor is None else int(cursor),
        limit=limit + 1,
    )
    following = str(found[limit - 1]["number"]) if len(found) > limit else None
    rulesets = services().lobby.rulesets({str(one["game"]) for one in found})
    page = [
        {key: value for key, value in one.items() if key != "number"} | _ruleset(rulesets, str(one["game"]))
        for one in found[:limit]
    ]
    return {"disputes": page, "next": following}, link_headers(following)


def _ruleset(rulesets: Mapping[str, str], game: str) -> dict[str, str]:
    return {"ruleset": rulesets[game]} if game in rulesets else {}


@disputes.route("/<dispute_id>", methods=["GET"])
@disputes.takes_token(READ)
@disputes.response(200, DisputeSchema)
@disputes.headers("ETag")
@disputes.refuses("dispute/unknown", "game/unknown")
def get(dispute_id: str) -> object:
    """Read a dispute: the claim, the finding, the rulings."""
    game, n = read_id(dispute_id)
    return services().use.disputes.get(caller(), game, n)


@disputes.route("/<dispute_id>/ruling", methods=["POST"])
@disputes.needs_token(ARBITRATE)
@disputes.repeatable
@disputes.arguments(
    RulingSchema,
    example={"verdict": "upheld", "remedy": {"type": "resume", "event": 12}, "reason": "the prize went to seat 1"},
)
@disputes.response(201, DoneSchema)
@disputes.headers("Location")
@disputes.refuses(
    "dispute/unknown",
    "game/unknown",
    "event/unknown",
    "auth/forbidden",
    "dispute/party",
    "dispute/ruled",
    "dispute/remedy",
    "fork/refused",
    "ruleset/unknown",
)
def rule(body: Given, dispute_id: str) -> object:
    """
    Rule on a dispute; for arbiters who did not play in the game, nor in one of its forks or parents.

    `dismissed`, or `upheld` with a remedy: `annul` the game, `adjudicate` a ranking, or `resume` it after an event, in
    a fork that is created at once (`remedy.game`) and may continue under another version of the rules. Upholding a
    claim aborts a running game; if it is resumed, its secrets stay sealed until the fork is over. After an appeal
    another arbiter has the last word.
    """
    game, n = read_id(dispute_id)
    return done(services().use.disputes.rule(player(), game, n, **body, request=repeatable()))


@disputes.route("/<dispute_id>/appeal", methods=["POST"])
@disputes.needs_token(FILE)
@disputes.repeatable
@disputes.arguments(AppealSchema, example={"reason": "the arbiter overlooked event 9"})
@disputes.response(201, DoneSchema)
@disputes.headers("Location")
@disputes.refuses(
    "dispute/unknown", "game/unknown", "dispute/party", "dispute/not_ruled", "dispute/appealed", "dispute/settled"
)
def appeal(body: Given, dispute_id: str) -> object:
    """Appeal against a ruling on a game you played in, once; another arbiter rules then."""
    game, n = read_id(dispute_id)
    return done(services().use.disputes.appeal(player(), game, n, reason=body["reason"], request=repeatable()))


@disputes.route("/<dispute_id>/withdrawal", methods=["POST"])
@disputes.needs_token(FILE)
@disputes.repeatable
@disputes.response(201, DoneSchema)
@disputes.headers("Location")
@disputes.refuses("dispute/unknown", "game/unknown", "dispute/party", "dispute/ruled")
def withdraw(dispute_id: str) -> object:
    """Withdraw your claim before an arbiter has ruled on it. A clock that it stopped runs again."""
    game, n = read_id(dispute_id)
    return done(services().use.disputes.withdraw(player(), game, n, request=repeatable()))


def read_id(dispute_id: str) -> tuple[UUID, int]:
    """
    The game and the event that a dispute's id names.

    Raises:
        UnknownDisputeError
    """
    match = _ID.fullmatch(dispute_id)
    try:
        if match is not None:
            return UUID(match[1]), int(match[2])
    except ValueError:
        pass
    raise UnknownDisputeError(f"there is no dispute {dispute_id[:60]!r}")
