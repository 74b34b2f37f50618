"""A filled service: accounts with tokens of every scope, games in every state, a dispute."""

from __future__ import annotations

import http.client
import json
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.house.files import ROOT
from tests.rights.oracle import Secret, Who
from tests.servers import official_at
from tests.service.process.test_web import Web

SECRET = "f0" * 32
MORTAL = "cid"
"""The owner of the spare account. Each process has its own, and makes a new one when it is gone."""
GAMES_MAX = 12
DELAY = 200
"""More actions than anybody takes by chance in the game that is shown with this delay."""
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
        people: Who has these tokens, and with which rights. Of the spare account nothing is said.
        secrets: The games that not everybody may see whole.
    """

    web: Web
    port: int
    tokens: dict[str, str] = field(default_factory=dict)
    values: dict[str, list[str]] = field(default_factory=dict)
    document: dict[str, Any] = field(default_factory=dict)
    people: dict[str, Who] = field(default_factory=lambda: {"nobody": Who()})
    secrets: dict[str, Secret] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: Any = None, *, token: str = "", is_made: bool = False) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        assert answer.status < 500, data
        assert answer.status < 400 or not is_made, data
        return json.loads(data) if data else None

    def make(self, method: str, path: str, body: Any = None, *, token: str) -> Any:
        """Makes something that later requests need. A refusal ends the run."""
        return self.ask(method, path, body, token=token, is_made=True)

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
        self.ask("POST", "/v1/games", {"ruleset": "dungeon-raiders", "seats": 5}, token=bob)
        free = self.ask("POST", "/v1/games", {"ruleset": "dungeon-raiders", "seats": 5}, token=ann)["game"]["id"]
        older = [one for one in self.values["game_id"] if one not in self.secrets]
        self.values["game_id"] = [*self.secrets, *older[-GAMES_MAX + 2 :], game, free]

    def keep_secret(self) -> None:
        """Begins a private game of Ann and Bob, and a game of Ann's that others see with a delay. Both go on."""
        ann, bob = self.tokens["ann"], self.tokens["bob"]
        accounts = [self.values[f"of {name}"][0] for name in ("ann", "bob")]
        body = {"ruleset": "dungeon-raiders", "seats": 2, "visibility": "private"}
        made = self.make("POST", "/v1/games", body, token=ann)["game"]
        for token in (ann, bob):
            self.make("POST", f"/v1/games/{made['id']}/seats", {"invite": made["invite"]}, token=token)
        self.make("POST", f"/v1/games/{made['id']}/start", {}, token=ann)
        self.secrets[made["id"]] = Secret(tuple(accounts), insiders=frozenset(accounts))
        body = {"ruleset": "dice-and-danger", "seats": 1, "spectator_delay": {"actions": DELAY}}
        made = self.make("POST", "/v1/games", body, token=ann)["game"]
        self.make("POST", f"/v1/games/{made['id']}/seats", {}, token=ann)
        started = self.make("POST", f"/v1/games/{made['id']}/start", {}, token=ann)
        for _ in range(3):
            may = self.make("GET", f"/v1/games/{made['id']}/actions", token=ann)
            chosen = {"decision": may["decision"], "action": may["actions"][0]["action"]}
            self.make("POST", f"/v1/games/{made['id']}/actions", chosen, token=ann)
        self.secrets[made["id"]] = Secret((accounts[0],), shown=started["n"])

    def is_secret(self, game: str) -> bool:
        """Returns whether the game still goes on. When it is over, everybody may see it, and it is no secret here."""
        if self.ask("GET", f"/v1/games/{game}/head", token=self.tokens["ann"]).get("status") == "running":
            return True
        self.secrets.pop(game, None)
        return False

    def know(self, who: str, *, scopes: Sequence[str] | None = None, manages: bool = True) -> None:
        """Keeps what the person may do; with `scopes` their token is another one, of these scopes alone."""
        if scopes is not None:
            own, name = self.tokens[who], f"{who} with {' '.join(scopes)}"
            body = {"scopes": list(scopes), "manages_account": manages}
            self.tokens[name] = self.ask("POST", "/v1/tokens", body, token=own)["token"]
            who = name
        known = self.ask("GET", "/v1/tokens/self", token=self.tokens[who])
        self.people[who] = Who(known["account"]["id"], frozenset(known["scopes"]), known["manages_account"])


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
    for name in ("ann", "bob", "sue", MORTAL):
        world.register(name, name)
    people, tokens = zip(*(world.values[f"of {name}"] for name in ("ann", "bob")), strict=True)
    world.values |= {"account_id": ["me", *people], "token_id": list(tokens)}
    for offices in (["arbiter"], ["operator"], ["arbiter", "operator"]):
        _official(world, home, *offices)
    for who, scope in (("arbiter", "disputes:rule"), ("operator", "service:operate")):
        world.know(who, scopes=[scope], manages=False)
    for scope in ("games:read", "records:export", "disputes:file"):
        world.know("ann", scopes=[scope], manages=False)
    for who in ("ann", "bob", "sue", "arbiter", "operator", "arbiter+operator"):
        world.know(who)
    world.tokens |= {"nobody": "", "a wrong one": "dvb_" + "x" * 43}
    ann, bob = world.tokens["ann"], world.tokens["bob"]
    world.values["game_id"] = []
    world.keep_secret()
    for _ in range(len(TITLES)):
        world.start_game()
    games = [one for one in world.values["game_id"] if one not in world.secrets]
    games.append(world.make("POST", "/v1/games", {"ruleset": "dungeon-raiders", "seats": 2}, token=ann)["game"]["id"])
    over = world.make("POST", "/v1/games", {"ruleset": "labyrinth", "seats": 1}, token=ann)["game"]["id"]
    world.make("POST", f"/v1/games/{over}/abort", {"reason": "rain"}, token=ann)
    games.append(over)
    world.values["game_id"] = [*world.secrets, *games]
    claimed = world.make(
        "POST", f"/v1/games/{games[0]}/disputes", {"event": 5, "claim": "This card was not mine."}, token=bob
    )
    world.document = world.ask("GET", "/openapi.json")
    world.values |= {
        "ruleset_id": ["dungeon-raiders", "labyrinth@1", "runebound@1"],
        "n": ["1", "2", "5"],
        "seat": ["0", "1"],
        "clause": ["DR-021"],
        "dispute_id": [f"{games[0]}.{claimed['n']}"],
    }
    _own_things(world, games[0])
    return world


def _own_things(world: World, game: str) -> None:
    """Makes what is Ann's own, and nobody else may see."""
    ann = world.tokens["ann"]
    hook = {"url": "https://bot.example/hook", "types": ["turn"]}
    client = {"name": "Dungeon Clock", "redirect_uris": ["https://clock.example/back"]}
    open_game = world.make("POST", "/v1/games", {"ruleset": "dungeon-raiders", "seats": 3}, token=ann)["game"]["id"]
    report = {"player": "bob", "reason": "name", "words": "A rude name", "game": game}
    world.values |= {
        "webhook_id": [world.make("POST", "/v1/webhooks", hook, token=ann)["id"]],
        "client_id": [world.make("POST", "/v1/oauth/clients", client, token=ann)["id"]],
        "invitation": [world.make("POST", f"/v1/games/{open_game}/invitations", {"name": "sue"}, token=ann)["id"]],
        "report_id": [world.make("POST", "/v1/reports", report, token=ann)["id"]],
    }


def _official(world: World, home: Path, *offices: str) -> None:
    """Makes an account that was prepared on the machine and accepted these offices, and keeps its token."""
    environment = {"PYTHONPATH": str(ROOT), "DELVEBOOK_HOME": str(home), "DELVEBOOK_SECRET": SECRET, "LANG": "C.UTF-8"}
    world.tokens["+".join(offices)] = official_at(
        f"http://127.0.0.1:{world.port}", environment, "-".join(offices), *offices
    )
