"""All requests about a game, and whole answers: status, headers, body and log lines, without digests."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from typing import Any

from structlog.testing import capture_logs
from werkzeug.test import TestResponse

from delvebook.domain.loading import action_of
from delvebook.domain.viewers import Viewer
from tests.leaks.worlds import World, masked

Ask = tuple[str, str, Any, dict[str, str]]
"""Method, path, body, headers."""


def questions(world: World, viewer: Viewer) -> Iterator[Ask]:
    """Yields every request of this viewer that does not change the game, made from the first world alone."""
    path = f"/v1/games/{world.game}"
    whole = world.whole()
    n = whole.stream.version
    yield "GET", path, None, {}
    yield "HEAD", path, None, {}
    for event in {1, 2, *range(max(3, n - 6), n + 2)}:
        yield "GET", f"{path}?event={event}", None, {}
    for eyes in ("spectator", "arbiter", "public", *(f"seat:{seat}" for seat in range(len(world.people) + 1))):
        for what in ("", "/events", "/record"):
            yield "GET", f"{path}{what}?viewer={eyes}", None, {}
    for query in ("", "?limit=3", "?after=2&lang=ru&limit=500", "?lang=en&limit=500"):
        yield "GET", f"{path}/events{query}", None, {}
    yield "GET", f"{path}/events?lang=en", None, {"Accept": "application/x-ndjson"}
    yield "GET", f"{path}/record", None, {}
    yield "GET", f"{path}/record?format=json", None, {}
    yield "GET", f"{path}/record?format=text&lang=ru", None, {}
    yield "GET", "/v1/records?status=finished&status=aborted", None, {}
    yield "GET", f"/v1/records?after={world.game}", None, {}
    yield "GET", f"{path}/analyses", None, {}
    yield "GET", f"{path}/analyses/{'0' * 32}", None, {}
    yield "POST", f"{path}/analyses", {}, {}
    yield "GET", f"{path}/actions", None, {}
    yield "GET", f"{path}/hint", None, {}
    yield "GET", f"{path}/inclusion", None, {}
    for at in (1, n - 1, n, n + 1):
        yield "GET", f"{path}/events/{at}/reasoning", None, {}
    yield "GET", f"{path}/inclusion?size=1", None, {}
    # Without Redis these are refused; what a job tells is compared below.
    yield "GET", f"{path}/verification", None, {"Prefer": "respond-async"}
    yield "GET", f"/v1/verifications/{'0' * 32}", None, {}
    yield "GET", "/v1/games", None, {}
    yield "GET", "/v1/games?waiting_for=me", None, {}
    for person in world.people:
        yield "GET", f"/v1/players/{person.id}", None, {}
    for query in ("", "?limit=2", f"?game={world.game}&action=game/ActionTaken", "?by=seat:0", "?after=3&account=me"):
        yield "GET", f"/v1/audit{query}", None, {}
    yield "GET", "/v1/audit", None, {"Accept": "application/x-ndjson"}
    yield "GET", f"/v1/audit?account={world.people[0].id}", None, {}
    for method, where in (("POST", "start"), ("POST", "abort"), ("POST", "seats"), ("DELETE", "seats/9")):
        if (viewer.seat, where) != (0, "start"):
            yield method, f"{path}/{where}", None, {}
    yield from tries(world, viewer)


def tries(world: World, viewer: Viewer) -> Iterator[Ask]:
    """Yields actions to be judged: dry runs of every kind, and real ones that will be refused."""
    path = f"/v1/games/{world.game}/actions"
    table = world.whole().get_table()
    seats = range(len(world.people))
    thinkable = {json.dumps(action, sort_keys=True): action for seat in seats for action in table.legal(seat)}
    taken = [event.data["action"] for event in world.events() if "action" in event.data]
    thinkable |= {json.dumps(action, sort_keys=True): action for action in taken if len(action) > 1}
    own = [] if viewer.seat is None else table.legal(viewer.seat)
    decision = 1 if viewer.seat is None else table.decisions[viewer.seat]
    for action in [*list(thinkable.values())[:40], {"type": "fly"}, {}]:
        yield "POST", f"{path}?dry_run=true", {"decision": decision, "action": action}, {}
        yield "POST", path, {"decision": 1, "action": action}, {}
        if action not in own:
            yield "POST", path, {"decision": decision, "action": action}, {}
    for event in world.events()[-8:]:
        # The viewer's earlier commands, sent again, get the same answers.
        if viewer.seat is not None and event.type == "ActionTaken" and event.data["seat"] == viewer.seat:
            body = {"decision": event.data["decision"], "action": action_of(event)}
            yield "POST", path, body, {"Idempotency-Key": f"action-{_number(world, event.n)}"}


def _number(world: World, n: int) -> int:
    """Returns the number under which the action of event `n` was sent."""
    return [event.n for event in world.events() if event.type == "ActionTaken"].index(n)


def answer(world: World, viewer: Viewer, ask: Ask) -> tuple[Any, list[Any]]:
    """Returns the whole answer and the log lines, without digests."""
    method, path, body, headers = ask
    more = {} if body is None else {"json": body}
    with capture_logs() as logs:
        response = world.person(viewer).send(method, path, headers={**headers, "X-Request-ID": "r"}, **more)
        told = whole(response)
    for line in logs:
        assert line.pop("duration_ms") >= 0
    return told, logs


def whole(response: TestResponse) -> dict[str, Any]:
    """Returns status, headers and body. The validator is a digest of the body and nothing else."""
    headers = dict(response.headers)
    headers.pop("Date", None)
    etag = headers.pop("ETag", None)
    if etag is not None and response.request.method == "GET":
        assert etag == f'"{hashlib.sha256(response.data).hexdigest()[:32]}"'
    if response.mimetype == "application/x-ndjson":
        body: Any = [masked(json.loads(line)) for line in response.data.splitlines()]
    elif response.mimetype == "text/plain":
        body = re.sub("[0-9a-f]{64}", "a digest", response.text)
    else:
        body = masked(json.loads(response.data)) if response.data else None
    return {"status": response.status_code, "headers": headers, "body": body}
