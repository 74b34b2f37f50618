"""The log of games as static files (C2SP tlog-tiles), its public keys, and proofs for one game."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from flask import Flask, Response
from werkzeug.exceptions import NotFound

from delvebook.domain.canonical import jcs
from delvebook.replays.log.tiles import CHECKPOINT
from delvebook.service.api.context import caller, services
from delvebook.service.api.games import games
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.schemas.records import InclusionQuerySchema, InclusionSchema
from delvebook.service.identity.caller import READ

PREFIX: Final = "/log"
FOR_EVER: Final = "public, max-age=31536000, immutable"
KEYS_SECONDS: Final = 300


@games.route("/<game_id>/inclusion", methods=["GET"])
@games.takes_token(READ)
@games.arguments(InclusionQuerySchema, location="query")
@games.response(200, InclusionSchema)
@games.headers("ETag")
@games.refuses("game/unknown", "log/not_yet")
def inclusion(query: Given, game_id: UUID) -> object:
    """
    Prove that the game is in the log of games: its entries, each with a proof that leads to the checkpoint.

    Anybody who may look at the game may ask. With `size` the proofs lead to the checkpoint of that size, such as one
    that you kept.
    """
    return services().use.exports.inclusion(caller(), game_id, size=query["size"])


def install(app: Flask) -> None:
    """Adds the log's files. C2SP and `docs/log.md` describe them. The API's document does not."""

    @app.get(f"{PREFIX}/<path:address>")
    def log_file(address: str) -> Response:
        data = services().log.file(address)
        if data is None:
            raise NotFound
        if address == CHECKPOINT:
            return _text(data, cache="no-cache")
        response = Response(data, mimetype="application/octet-stream")
        response.headers["Cache-Control"] = FOR_EVER
        return response

    @app.get(f"{PREFIX}/keys")
    def log_keys() -> Response:
        published = services().log.published()
        lines = () if published is None else published.keys
        return _text("".join(f"{key}\n" for key in lines).encode(), cache=f"public, max-age={KEYS_SECONDS}")

    @app.get("/.well-known/delvebook-log.json")
    def about_the_log() -> Response:
        published = services().log.published()
        body = {
            "origin": None if published is None else published.origin,
            "prefix": f"{PREFIX}/",
            "keys": [] if published is None else list(published.keys),
        }
        response = Response(jcs(body), mimetype="application/json")
        response.headers["Cache-Control"] = f"public, max-age={KEYS_SECONDS}"
        return response


def _text(data: bytes, *, cache: str) -> Response:
    response = Response(data, content_type="text/plain; charset=utf-8")
    response.headers["Cache-Control"] = cache
    return response
