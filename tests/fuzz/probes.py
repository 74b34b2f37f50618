"""Well-formed requests for every right of the table in `tests/rights/`, by whoever has it or not."""

from __future__ import annotations

import json
import random
from typing import Final

from tests.fuzz.wild import Ask
from tests.fuzz.world import World
from tests.rights.table import BODIES, IN_GAME, NEEDS_BY_BODY

BY_BODY: Final = [right for right in IN_GAME if right.partition(" (")[0] in NEEDS_BY_BODY]
NEW_GAME: Final = {"ruleset": "dungeon-raiders", "seats": 5}
LISTS: Final = ("/v1/games", "/v1/disputes", "/v1/records?limit=2", "/v1/audit")
KEYS: Final = 5
"""Each process sends requests with so few keys that different callers send the same one."""


FRESH: Final = 6
"""How many of the games that probes made are kept, because most rights are of use before a game starts."""


def remember(world: World, ask: Ask, status: int, body: bytes) -> None:
    """Keeps the id of a game that a probe made."""
    if (ask.method, ask.target, status) == ("POST", "/v1/games", 201):
        world.values["fresh"] = [*world.values.get("fresh", [])[-FRESH + 1 :], json.loads(body)["id"]]


def probe(world: World, chance: random.Random, *, seed: str) -> Ask:
    """Returns a request that would do something if its sender had the right."""
    who = chance.choice(list(world.tokens))
    token = world.tokens[who]
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    draw = chance.random()
    if draw < 0.1 and (ask := _action(world, chance)):
        return ask
    if draw < 0.2:
        headers |= {"Content-Type": "application/json", "Idempotency-Key": f"{seed}/{chance.randrange(KEYS)}"}
        return Ask("POST", "/v1/games", json.dumps(NEW_GAME).encode(), headers, who)
    if draw < 0.3:
        return Ask("GET", chance.choice(LISTS), None, headers, who)
    # Half of them by the routes that need another right by their body, because the route alone refuses the rest.
    right = chance.choice(BY_BODY if chance.random() < 0.5 else list(IN_GAME))
    method, _, rest = right.partition(" ")
    kinds = [list(world.secrets), world.values.get("fresh", []), world.values["game_id"]]
    games = chance.choice([kind for kind in kinds if kind])
    target = rest.partition(" (")[0].format(game_id=chance.choice(games))
    if method == "GET":
        return Ask(method, target, None, headers, who)
    body = BODIES.get(right, {})
    if body == {"account": "SUE"}:
        body = {"account": world.values["account_id"][-1]}
    headers["Content-Type"] = "application/json"
    return Ask(method, target, json.dumps(body).encode(), headers, who)


def _action(world: World, chance: random.Random) -> Ask | None:
    """Returns an action that Ann or Bob may take now in a game that need not go on; None if they owe none there."""
    who, game = chance.choice(("ann", "bob")), chance.choice(world.values["game_id"])
    if game in world.secrets:
        return None
    may = world.ask("GET", f"/v1/games/{game}/actions", token=world.tokens[who])
    if not may.get("owed") or not may["actions"]:
        return None
    body = {"decision": may["decision"], "action": chance.choice(may["actions"])["action"]}
    headers = {"Authorization": f"Bearer {world.tokens[who]}", "Content-Type": "application/json"}
    return Ask("POST", f"/v1/games/{game}/actions", json.dumps(body).encode(), headers, who)
