"""Leagues and ratings, going out."""

from __future__ import annotations

from marshmallow import fields, validate

from delvebook.projections.leagues import KINDS, PLAYERS
from delvebook.service.api.schemas.base import InSchema, OutSchema, a_cursor, next_page, one_of, says
from delvebook.service.api.schemas.games import PersonSchema


class LeagueSchema(OutSchema):
    """One season of a league."""

    id = fields.String(required=True, metadata=says("The league's id", example="dungeon-raiders.2b1f6a3e9c04"))
    season = fields.String(required=True, metadata=says("The season, a quarter of a year in UTC", example="2026-q4"))
    title = fields.String(required=True, metadata=says("The title, in any version", example="dungeon-raiders"))
    options = fields.Dict(required=True, metadata=says("The options of its games, with defaults filled in"))
    games = fields.Integer(required=True, metadata=says("How many games count"))
    players = fields.Integer(required=True, metadata=says("How many players are rated"))
    bots = fields.Integer(required=True, metadata=says("How many programs are rated"))


class LeaguesSchema(OutSchema):
    """A page of leagues, by id; of each the latest season first."""

    leagues = fields.List(fields.Nested(LeagueSchema), required=True, metadata=says("The leagues of the page"))
    next = next_page()


class LeaguesQuerySchema(InSchema):
    """Filters for leagues."""

    title = fields.String(
        load_default=None, validate=validate.Length(1, 80), metadata=says("The id of a title", example="labyrinth")
    )
    cursor = a_cursor()
    limit = fields.Integer(
        load_default=50, validate=validate.Range(1, 200), metadata=says("Leagues on a page, at most")
    )


class RatingSchema(OutSchema):
    """The rating of a player or a bot. Skills are whole millionths of the model's unit."""

    place = fields.Integer(required=True, metadata=says("From 1; equal ratings share a place"))
    player = fields.Nested(
        PersonSchema, required=True, allow_none=True, metadata=says("The account; null for a program of the service")
    )
    bot = fields.String(
        required=True,
        allow_none=True,
        metadata=says("The program of the service; null for an account", example="greedy@1"),
    )
    rating = fields.Integer(
        required=True, metadata=says("The rating that decides the place: `mu` - 3 `sigma`", example=6_482_731)
    )
    mu = fields.Integer(required=True, metadata=says("The estimated skill; 25000000 at first", example=27_869_049))
    sigma = fields.Integer(required=True, metadata=says("Its standard deviation; 8333333 at first", example=7_128_773))
    game_count = fields.Integer(required=True, metadata=says("How many games have counted"))
    win_count = fields.Integer(required=True, metadata=says("How many of them were won, among those compared"))


class RatingsSchema(OutSchema):
    """A page of ratings, the best first."""

    league = fields.String(required=True, metadata=says("The league"))
    season = fields.String(required=True, metadata=says("The season", example="2026-q4"))
    kind = one_of(KINDS, "Who is rated")
    ratings = fields.List(fields.Nested(RatingSchema), required=True, metadata=says("The ratings of the page"))
    next = next_page()


class RatingsQuerySchema(InSchema):
    """Filters for ratings."""

    kind = fields.String(
        load_default=PLAYERS,
        validate=validate.OneOf(KINDS),
        metadata=says("`players`, or `bots`: the programs of the service, and accounts that are bots'"),
    )
    cursor = a_cursor()
    limit = fields.Integer(
        load_default=50, validate=validate.Range(1, 200), metadata=says("Ratings on a page, at most")
    )
