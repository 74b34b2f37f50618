"""An application over a real SQLite store, and people."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from delvebook.service.base.settings import Settings
from tests.domain.seating import nonce_of
from tests.service.api.house import Person, build, quiet
from tests.service.api.two_roads import TwoRoads, two_roads


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return quiet(Settings(home=tmp_path, secret="ab" * 32))


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    made = build(settings)
    yield made
    made.extensions["delvebook"].close()


@pytest.fixture
def ann(app: Flask) -> Person:
    return Person(app, "Ann")


@pytest.fixture
def bob(app: Flask) -> Person:
    return Person(app, "Bob")


@pytest.fixture
def nobody(app: Flask) -> Person:
    return Person(app)


@pytest.fixture
def table(ann: Person, bob: Person) -> str:
    """A game in which both have committed to nonces, so its seats are closed."""
    game = ann.opens_game()
    for person, name in ((ann, "ann"), (bob, "bob")):
        person.sits(game, nonce=nonce_of(name))
    return game


@pytest.fixture(params=["", "1000 per hour"], ids=["no limits", "limits"])
def roads(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[TwoRoads]:
    with two_roads(tmp_path, rate_limit=request.param) as made:
        yield made
