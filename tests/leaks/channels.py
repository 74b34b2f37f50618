"""
Every channel, compared in two worlds: contents, form, sizes, work, and what the service notes.

A pair is one answer from each world. `pairs` yields all of them for one viewer at one moment.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any, Final, NamedTuple

from delvebook.domain.viewers import Viewer
from delvebook.projections.games_log.reader import LogReader
from delvebook.replays.log.entries import parse_entry
from delvebook.replays.log.tiles import read_bundle
from delvebook.service.base.database import open_engine
from tests.leaks.questions import Ask, answer, questions
from tests.leaks.work import work_of
from tests.leaks.worlds import World, masked, viewers_of

ANSWERS: Final = "answers and log lines"
BYTES: Final = "streams, byte by byte"
WORK: Final = "work"
TRAIL: Final = "audit trail"
LOG: Final = "log of games"
CHANNELS: Final = (ANSWERS, BYTES, WORK, TRAIL, LOG)
STREAMS: Final = (
    ("text/event-stream", "stream", ""),
    ("text/event-stream", "stream", "lang=en"),
    ("application/x-ndjson", "stream", "lang=ru"),
    ("application/x-ndjson", "stream", ""),
    ("application/x-ndjson", "events", "lang=en"),
)
"""Media types, routes, queries."""


class Pair(NamedTuple):
    """One thing in both worlds: the channel, the request, and the two answers."""

    channel: str
    what: str
    first: Any
    second: Any

    @property
    def is_same(self) -> bool:
        return bool(self.first == self.second)


def pairs(
    world: World,
    other: World,
    viewer: Viewer,
    *,
    swapped: bool = False,
    channels: Collection[str] = CHANNELS,
    asking: slice = slice(None),
) -> Iterator[Pair]:
    """
    Every pair.

    Args:
        world: A real game.
        other: A game that is the same to the viewer, but differs in everything that they may not know.
        viewer: The viewer.
        swapped: Whether the second world is asked first, so that the order hides no difference.
        channels: The channels to compare.
        asking: The requests to send.
    """
    asks = list(questions(world, viewer))[asking]
    worlds = (other, world) if swapped else (world, other)

    def both(channel: str, what: str, look: Any) -> Pair:
        first, second = (look(one) for one in worlds)
        return Pair(channel, what, second, first) if swapped else Pair(channel, what, first, second)

    for ask in asks if ANSWERS in channels else ():
        yield both(ANSWERS, told(ask), lambda one, ask=ask: answer(one, viewer, ask))
    n = world.whole().stream.version
    for media_type, route, query in STREAMS if BYTES in channels else ():
        for after in {0, n // 2, n - 1, *((None,) if route == "stream" else ())}:
            asked = "&".join(part for part in ("" if after is None else f"after={after}", query) if part)
            where = f"{route}?{asked}"
            yield both(BYTES, f"{media_type} {where}", lambda one, m=media_type, w=where: heard(one, viewer, m, w, n))
    if WORK in channels:
        world.keep_every_moment()
    for ask in asks if WORK in channels else ():
        if "verification" not in ask[1]:  # A process of its own does the work. It gets only the record.
            yield both(WORK, told(ask), lambda one, ask=ask: effort(one, viewer, ask))
    if TRAIL in channels:
        yield both(TRAIL, "every row", lambda one: one.trail())
        for seat in viewers_of(world)[:-1]:
            yield both(TRAIL, f"as {seat} reads it", lambda one, seat=seat: trail_of(one, seat))
    if LOG in channels:
        yield both(LOG, "every file", files)
        proofs: Ask = ("GET", f"/v1/games/{world.game}/inclusion", None, {})
        yield both(LOG, "the proofs", lambda one: answer(one, viewer, proofs))


def told(ask: Ask) -> str:
    """Returns a request as one line."""
    return f"{ask[0]} {ask[1]} {json.dumps(ask[2], ensure_ascii=False)[:200]} {ask[3] or ''}"


def heard(world: World, viewer: Viewer, media_type: str, where: str, n: int) -> list[Any]:
    """Returns a stream up to event `n`, chunk by chunk: its headers, and the size and content of each chunk."""
    path = f"/v1/games/{world.game}/{where}"
    response = world.person(viewer).get(path, headers={"Accept": media_type, "X-Request-ID": "r"}, buffered=False)
    headers = {name: value for name, value in response.headers.items() if name != "Date"}
    found: list[Any] = [response.status_code, headers]
    for piece in response.response:
        chunk = piece if isinstance(piece, bytes) else piece.encode()
        lines = [frame(line) for line in chunk.decode().splitlines()]
        found.append((len(chunk), lines))
        if any(isinstance(line, dict) and line.get("n") == n for line in lines):
            break
    response.close()
    return found


def frame(line: str) -> Any:
    """Returns a line of a stream: an event without digests, or the framing as it is."""
    text = line.removeprefix("data: ")
    return masked(json.loads(text)) if text.startswith("{") else line


def effort(world: World, viewer: Viewer, ask: Ask) -> dict[str, int]:
    """Returns the work of an answer from the store. It is asked before on both roads, so that caches are filled."""
    for _ in range(2):
        answer(world, viewer, ask)
        world.forget()
    return dict(work_of(lambda: answer(world, viewer, ask)))


def trail_of(world: World, viewer: Viewer) -> Any:
    """Returns what a person reads of the audit trail."""
    return answer(world, viewer, ("GET", "/v1/audit", None, {"Accept": "application/x-ndjson"}))


def files(world: World) -> list[Any]:
    """Returns the files of the log of games: addresses, sizes, and the members of entries besides hashes."""
    world.list_games()
    engine = open_engine(world.app.extensions["delvebook"].settings.projections_url)
    found: list[Any] = []
    for address, data in LogReader(engine).files():
        found.append((address, len(data)))
        if address.startswith("tile/entries/"):
            entries = [parse_entry(one) for one in read_bundle(data, width=int(address.rpartition("/")[2]))]
            found += [(one.game, one.n, one.what) for one in entries if one is not None]
    engine.dispose()
    return found
