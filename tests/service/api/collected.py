"""Finished games, and streams of their records."""

from __future__ import annotations

import json
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from delvebook.service.base.database import open_engine
from delvebook.service.wiring import projectors
from tests.service.api.house import Person, play_bots


def catch_up(app: Flask) -> None:
    """Brings every read model up to date, as the follower does."""
    services = app.extensions["delvebook"]
    engine = open_engine(services.settings.projections_url)
    for projector in projectors(engine, services.use.application):
        projector.catch_up()
    engine.dispose()


def over(app: Flask, person: Person, *bots: str, **terms: Any) -> str:
    """Returns a game of these bots, played to its end."""
    seats = [{"seat": seat, "bot": bot} for seat, bot in enumerate(bots or ("random", "random"))]
    game = person.opens_game(seats=len(seats), bots=seats, **terms)
    person.starts(game)
    play_bots(app, game)
    assert person.sees(game)["status"] == "finished"
    return game


def split(answer: TestResponse) -> tuple[dict[str, bytes], dict[str, Any]]:
    """Returns the records by game, and the last line."""
    assert answer.status_code == 200, answer.text
    *lines, last = answer.data.splitlines(keepends=True)
    found: dict[str, bytes] = {}
    game = ""
    for line in lines:
        value = json.loads(line)
        if value.get("format") == "delvebook-record/1":
            game = value["game"]
            found[game] = b""
        found[game] += line
    return found, json.loads(last)
