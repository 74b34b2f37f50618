"""Players: their profiles, and what they do about one another."""

from __future__ import annotations

from marshmallow import fields, validate

from delvebook.projections.leagues import KINDS as LEAGUE_KINDS
from delvebook.service.api.schemas.accounts import AccountSchema, CountsSchema
from delvebook.service.api.schemas.base import (
    AN_ID,
    InSchema,
    OutSchema,
    a_cursor,
    a_time,
    next_page,
    one_of,
    prints,
    says,
)
from delvebook.service.api.schemas.games import GameSummarySchema, PersonSchema
from delvebook.service.identity.accounts import PARTS
from delvebook.service.identity.relations import OUTCOMES, REASONS

WORDS_MAX = 500


class TitleResultsSchema(OutSchema):
    """A player's results in a title."""

    title = fields.String(required=True, metadata=says("The title, in any version", example="dungeon-raiders"))
    games = fields.Integer(required=True, metadata=says("How many games were finished", example=12))
    wins = fields.Integer(required=True, metadata=says("How many of them were won, alone or with others", example=5))
    shared_wins = fields.Integer(
        required=True, metadata=says("How many of the wins were shared with another seat", example=1)
    )
    last_at = a_time("When the last one ended")


class RatingPointSchema(OutSchema):
    """A rating after a game."""

    game = fields.UUID(required=True, metadata=says("The game", example=AN_ID))
    at = a_time("When it ended")
    rating = fields.Integer(required=True, metadata=says("The rating after it", example=6_482_731))


class PlayerRatingSchema(OutSchema):
    """A player's rating in a season of a league, and how it came about."""

    league = fields.String(required=True, metadata=says("The league's id", example="dungeon-raiders.2b1f6a3e9c04"))
    season = fields.String(required=True, metadata=says("The season", example="2026-q4"))
    kind = one_of(LEAGUE_KINDS, "Among whom it is rated")
    title = fields.String(required=True, metadata=says("The title, in any version", example="dungeon-raiders"))
    options = fields.Dict(required=True, metadata=says("The options of its games"))
    rating = fields.Integer(required=True, metadata=says("The rating now, in whole millionths", example=6_482_731))
    game_count = fields.Integer(required=True, metadata=says("How many games have counted"))
    win_count = fields.Integer(required=True, metadata=says("How many of them were won"))
    history = fields.List(
        fields.Nested(RatingPointSchema), required=True, metadata=says("The rating after each game, the latest last")
    )


class PlayerSchema(OutSchema):
    """A player's profile. A part that its owner does not show is null, for everybody else."""

    player = fields.Nested(AccountSchema, required=True, metadata=says("Who it is"))
    counts = fields.Nested(CountsSchema, required=True, metadata=says("What it did with games; always shown"))
    shows = fields.List(one_of(PARTS, "A part"), required=True, metadata=says("The parts that others see"))
    results = fields.List(
        fields.Nested(TitleResultsSchema),
        required=True,
        allow_none=True,
        metadata=says("By title: finished public games that no ruling has changed; for the player itself, all of them"),
    )
    ratings = fields.List(
        fields.Nested(PlayerRatingSchema),
        required=True,
        allow_none=True,
        metadata=says("In leagues, the latest season first"),
    )
    games = fields.List(
        fields.Nested(GameSummarySchema),
        required=True,
        allow_none=True,
        metadata=says("What it played lately, as far as the caller may see it in `GET /v1/games`"),
    )


class ShownSchema(InSchema):
    """The parts of a profile that others see."""

    shows = fields.List(
        fields.String(validate=validate.OneOf(PARTS)),
        required=True,
        validate=validate.Length(0, len(PARTS)),
        metadata=says("The parts; none of them hides all but the counts"),
    )


class ShownDoneSchema(OutSchema):
    """The parts of a profile that others see."""

    shows = fields.List(one_of(PARTS, "A part"), required=True, metadata=says("The parts"))


class BlockSchema(OutSchema):
    """A block."""

    player = fields.Nested(PersonSchema, required=True, metadata=says("Who is blocked"))
    at = a_time("Since when")


class BlocksSchema(OutSchema):
    """The accounts that the caller has blocked."""

    blocks = fields.List(fields.Nested(BlockSchema), required=True, metadata=says("All of them, the latest first"))


class NewPlayerReportSchema(InSchema):
    """A report about a player."""

    player = fields.String(
        required=True,
        validate=validate.Length(1, 40),
        metadata=says("The account, by its id or its name", example="Bob"),
    )
    reason = fields.String(required=True, validate=validate.OneOf(REASONS), metadata=says("What it is about"))
    words = fields.String(
        load_default="",
        validate=[validate.Length(0, WORDS_MAX), prints],
        metadata=says("What happened", example="He insults the others by his name"),
    )
    game = fields.UUID(
        load_default=None, allow_none=True, metadata=says("The game in which it happened", example=AN_ID)
    )


class PlayerReportSchema(OutSchema):
    """A report, for its reporter and for operators."""

    id = fields.UUID(required=True, metadata=says("Its id", example=AN_ID))
    reporter = fields.Nested(PersonSchema, required=True, metadata=says("Who made it"))
    player = fields.Nested(PersonSchema, required=True, metadata=says("Whom it is about"))
    reason = one_of(REASONS, "What it is about")
    words = fields.String(required=True, metadata=says("What happened"))
    game = fields.UUID(required=True, allow_none=True, metadata=says("The game; null for none", example=AN_ID))
    at = a_time("When it was made")
    settled_at = a_time("When an operator settled it; null while it waits", allow_none=True)
    outcome = fields.String(
        required=True,
        allow_none=True,
        metadata=says("What came of it: `acted` or `dismissed`; null while it waits. There may be more.", example=None),
    )
    answer = fields.String(
        required=True, allow_none=True, metadata=says("What the operator says to the reporter; null while it waits")
    )


class PlayerReportsSchema(OutSchema):
    """A page of reports, the latest first."""

    reports = fields.List(fields.Nested(PlayerReportSchema), required=True, metadata=says("The reports of the page"))
    next = next_page()


class PlayerReportsQuerySchema(InSchema):
    """Filters for reports."""

    open = fields.Boolean(metadata=says("With `true`: those that wait for an operator; with `false`: settled ones"))
    cursor = a_cursor()
    limit = fields.Integer(
        load_default=50, validate=validate.Range(1, 200), metadata=says("Reports on a page, at most")
    )


class NewSettlementSchema(InSchema):
    """What an operator makes of a report."""

    outcome = fields.String(required=True, validate=validate.OneOf(OUTCOMES), metadata=says("What came of it"))
    answer = fields.String(
        load_default="",
        validate=[validate.Length(0, WORDS_MAX), prints],
        metadata=says("What the reporter is told", example="The name was changed"),
    )
