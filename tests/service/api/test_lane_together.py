"""Requests that find nothing at hand: the lane reads for all of them at once."""

from __future__ import annotations

from pathlib import Path
from typing import Final, cast

import pytest
from sqlalchemy import event

from delvebook.service.api.context import EXTENSION
from delvebook.service.api.lane import Answer, HandedOver
from delvebook.service.api.lane_routes import Asked
from delvebook.service.api.services import Services
from delvebook.service.base.settings import Settings
from tests.service.api.house import Person, build, quiet
from tests.service.api.roads import LaneInFront

PEOPLE: Final = 30


def look(game: str, token: str) -> Asked:
    headers = {"authorization": f"Bearer {token}", "host": "here"}
    return Asked("GET", "http", f"/v1/games/{game}", "", headers, "127.0.0.1", b"")


@pytest.mark.parametrize("stranger", ["", "dvb_nobody-has-this-one"])
def test_many_people_who_come_after_a_while_are_read_with_a_few_statements(tmp_path: Path, stranger: str) -> None:
    app = build(quiet(Settings(home=tmp_path, secret="ab" * 32)))
    services: Services = app.extensions[EXTENSION]
    lane = cast("LaneInFront", app.wsgi_app)
    people = [Person(app, f"Ann{number}") for number in range(PEOPLE)]
    games = [one.opens_game() for one in people]
    for one, game in zip(people, games, strict=True):
        one.sees(game)  # so that the game is at hand, and the first use of the token is noted
    accounts, asked = services.accounts, list[str]()
    accounts.tokens._cache.clear()
    accounts._named.clear()
    event.listen(accounts.engine, "before_cursor_execute", lambda _c, _u, said, *_: asked.append(said))
    come = [(game, str(one.token)) for one, game in zip(people, games, strict=True)]
    come += [(games[0], stranger)] * bool(stranger)
    answers = lane.ask_together([look(game, token) for game, token in come])
    answered = [one for one in answers[:PEOPLE] if isinstance(one, Answer) and one.status == 200]
    assert len(answered) == PEOPLE
    assert [type(one) for one in answers[PEOPLE:]] == [HandedOver] * bool(stranger)
    assert len([said for said in asked if "FROM tokens" in said]) <= 2
    assert len([said for said in asked if "FROM accounts" in said and "FROM tokens" not in said]) <= 2
    services.close()
