"""The same service twice, with the fast lane and without it, so that what is sent down both roads can be compared."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.service.api.cookie import COOKIE, SECURE_COOKIE
from delvebook.service.base.settings import Settings
from tests.service.api.house import Person, body_of, build, quiet
from tests.service.api.roads import LaneInFront
from tests.service.api.story import a_key

TITLES = [ruleset.id for ruleset in all_rulesets().values()]
NAMES = ("Ann", "Bob")
IN_BROWSER = {
    "Sec-Fetch-Site": "same-origin",
    "Origin": "http://localhost",
    "Accept-Encoding": "gzip, br",
    "Accept-Language": "ru, en;q=0.5",
}
"""What a browser sends with a request of the service's own pages."""
SECONDS_LEFT = re.compile(r";t=\d+")


class StandingClock:
    """A clock that moves only when it is told to, so that it does not matter how often a road asks for the time."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

    def __call__(self) -> str:
        return self.moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def bytes_of(clock: StandingClock) -> Callable[[int], bytes]:
    """Bytes that are different each time, and begin anew when the clock moves: a road may ask for some in vain."""
    drawn: Counter[datetime] = Counter()

    def draw(count: int) -> bytes:
        drawn[clock.moment] += 1
        return hashlib.shake_256(f"{clock.moment}/{drawn[clock.moment]}".encode()).digest(count)

    return draw


@dataclass
class Road:
    app: Flask
    clock: StandingClock
    people: list[Person]
    address: str = "http://localhost"
    by_browsers: dict[int, dict[str, str]] = field(default_factory=dict)

    def send(self, who: int, method: str, path: str, **sent: Any) -> TestResponse:
        self.clock.moment += timedelta(seconds=1)
        headers = {**self.by_browsers.get(who, {}), **sent.pop("headers", {})}
        return self.people[who].send(method, path, headers=headers, base_url=self.address, **sent)

    def put_in_browser(self, who: int) -> None:
        """From now on that person's requests come from our own page, in a browser that keeps the token as a cookie."""
        person, name = self.people[who], SECURE_COOKIE if self.address.startswith("https") else COOKIE
        self.by_browsers[who] = {**IN_BROWSER, "Cookie": f"a=b; {name}={person.token}"}
        person.client, person.token = self.app.test_client(use_cookies=False), None


@dataclass
class TwoRoads:
    """The same service twice, with the same clock, chance and keys: with the lane, and without."""

    lane: Road
    framework: Road

    @property
    def in_front(self) -> LaneInFront:
        assert isinstance(self.lane.app.wsgi_app, LaneInFront)
        return self.lane.app.wsgi_app

    def send(self, who: int, method: str, path: str, **sent: Any) -> TestResponse:
        """Sends the request down both roads. Returns the answer, which is the same."""
        headers = {"X-Request-ID": "the-same", **sent.pop("headers", {})}
        fast, slow = (road.send(who, method, path, headers=headers, **sent) for road in (self.lane, self.framework))
        assert fast.status_code == slow.status_code, (fast.text, slow.text)
        assert headers_of(fast) == headers_of(slow), (path, set(headers_of(fast)) ^ set(headers_of(slow)))
        assert fast.data == slow.data
        return fast


def headers_of(answer: TestResponse) -> list[tuple[str, str]]:
    """The headers without the values that time alone changes: the date, and the seconds until a budget is full."""
    return sorted(
        (name.lower(), "" if name == "Date" else SECONDS_LEFT.sub("", value)) for name, value in answer.headers
    )


@contextmanager
def two_roads(tmp_path: Path, *, rate_limit: str = "", **settings: Any) -> Iterator[TwoRoads]:
    """Both roads, with these settings."""
    made = []
    for name in ("lane", "framework"):
        home, clock = tmp_path / name, StandingClock()
        home.mkdir()
        given = Settings(
            home=home, secret="ab" * 32, signing_keys=a_key(b"receipts"), token_cache_seconds=3600, **settings
        )
        app = build(
            quiet(given, rate_limit=rate_limit), has_lane=name == "lane", now=clock, random_bytes=bytes_of(clock)
        )
        app.test_client_class = FlaskClient  # it sends what does not conform, too
        made.append(Road(app, clock, [Person(app, one) for one in NAMES]))
    yield TwoRoads(*made)
    for road in made:
        road.app.extensions["delvebook"].close()


def a_game(roads: TwoRoads, title: str, **terms: Any) -> tuple[str, int]:
    """A running game of that title on both roads, and the number of its players."""
    seats = 1 if title == "labyrinth" else 2
    made = roads.send(0, "POST", "/v1/games", json={"ruleset": title, "seats": seats, **terms})
    assert made.status_code == 201, made.text
    game = str(body_of(made)["id"])
    for who in range(seats):
        roads.send(who, "POST", f"/v1/games/{game}/seats", json={})
    roads.send(0, "POST", f"/v1/games/{game}/start", json={})
    return game, seats


def seats_to_act(roads: TwoRoads, game: str) -> list[int]:
    return list(body_of(roads.send(0, "GET", f"/v1/games/{game}"))["to_act"])
