"""A filled service: accounts with tokens of every scope, games in every state, a dispute."""

from __future__ import annotations

import http.client
import json
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.house.files import ROOT
from tests.servers import official_at
from tests.service.process.test_web import Web

SECRET = "f0" * 32
MORTAL = "cid"
"""The owner of the spare account. Each process has its own, and makes a new one when it is gone."""
GAMES_MAX = 12
TITLES = deque((("dungeon-raiders", 2), ("labyrinth", 1), ("the-descent", 2), ("dice-and-danger", 2)))


@dataclass
class World:
    """
    The material for requests.

    Attributes:
        web: The server.
        tokens: Tokens by their owners; that of `nobody` is empty.
        values: Ids that exist, by the name of the parameter.
        document: The OpenAPI document.
        port: Where the server listens.
    """

    web: Web
    port: int
    tokens: dict[str, str] = field(default_factory=dict)
    values: dict[str, list[str]] = field(default_factory=dict)
    document: dict[str, Any] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: Any = None, *, token: str = "") -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        assert answer.status < 500, data
        return json.loads(data) if data else None

    def register(self, who: str, name: str) -> None:
        """Makes an account, and keeps its token for that person."""
        made = self.ask("POST", "/v1/accounts", {"name": name})
        self.tokens[who] = made["token"]
        self.values[f"of {who}"] = [made["id"], made["token_id"]]

    def start_game(self) -> None:
        """Begins one more game of Ann and Bob, and drops the oldest of theirs from the requests."""
        ann, bob = self.tokens["ann"], self.tokens["bob"]
        title, seats = TITLES[0]
        TITLES.rotate(-1)
        game = self.ask("POST", "/v1/games", {"ruleset": title, "seats": seats}, token=ann)["game"]["id"]
        for token in (ann, bob)[:seats]:
            self.ask("POST", f"/v1/games/{game}/seats", {}, token=token)
        self.ask("POST", f"/v1/games/{game}/start", {}, token=ann)
        self.values["game_id"] = [*self.values["game_id"][-GAMES_MAX + 1 :], game]


def make(home: Path) -> World:
    """Starts a server on an empty directory, and fills it with games."""
    web = Web(
        home,
        rate_limit="",
        web_threads=8,
        header_seconds=2,
        body_seconds=2,
        accounts_limit="",
        requests_owned_max=10_000,
        games_owned_max=10_000,
        secret=SECRET,
    )
    world = World(web, web.port)
    for name in ("ann", "bob", MORTAL):
        world.register(name, name)
    people, tokens = zip(*(world.values[f"of {name}"] for name in ("ann", "bob")), strict=True)
    world.values |= {"account_id": ["me", *people], "token_id": list(tokens)}
    for offices in (["arbiter"], ["operator"], ["arbiter", "operator"]):
        _official(world, home, *offices)
    world.tokens |= {"nobody": "", "a wrong one": "dvb_" + "x" * 43}
    ann, bob = world.tokens["ann"], world.tokens["bob"]
    world.values["game_id"] = []
    for _ in range(len(TITLES)):
        world.start_game()
    games = world.values["game_id"]
    games.append(world.ask("POST", "/v1/games", {"ruleset": "dungeon-raiders", "seats": 2}, token=ann)["game"]["id"])
    over = world.ask("POST", "/v1/games", {"ruleset": "labyrinth", "seats": 1}, token=ann)["game"]["id"]
    world.ask("POST", f"/v1/games/{over}/abort", {"reason": "rain"}, token=ann)
    games.append(over)
    claimed = world.ask(
        "POST", f"/v1/games/{games[0]}/disputes", {"event": 5, "claim": "This card was not mine."}, token=bob
    )
    world.document = world.ask("GET", "/openapi.json")
    world.values |= {
        "ruleset_id": ["dungeon-raiders", "labyrinth@1", "runebound@1"],
        "n": ["1", "2", "5"],
        "seat": ["0", "1"],
        "clause": ["DR-021"],
        "dispute_id": [str((claimed or {}).get("dispute", {}).get("id", f"{games[0]}.5"))],
    }
    return world


def _official(world: World, home: Path, *offices: str) -> None:
    """Makes an account that was prepared on the machine and accepted these offices, and keeps its token."""
    environment = {"PYTHONPATH": str(ROOT), "DELVEBOOK_HOME": str(home), "DELVEBOOK_SECRET": SECRET, "LANG": "C.UTF-8"}
    world.tokens["+".join(offices)] = official_at(
        f"http://127.0.0.1:{world.port}", environment, "-".join(offices), *offices
    )
