"""
A new type of event, written into a copy of the project in the places that CONTRIBUTING names, and nowhere else.

`add_to(copy)` writes it. `python -m tests.house.new_event`, called in the copy, plays a game with it and looks whether
everything follows: records, verifiers, sentences, exports, projections, the audit trail and the API's views.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from delvebook.client import chain
from delvebook.client.chain import Chain
from delvebook.domain.canonical import event_hash
from delvebook.domain.events import EVENT_TYPES
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.domain.viewers import PUBLIC
from delvebook.replays.pseudonyms import Pseudonyms, pseudonymise
from delvebook.replays.record import read_record
from delvebook.replays.tables import rows_of
from delvebook.replays.verify import verify
from delvebook.service.base.settings import Settings
from delvebook.workers.wiring import open_projectors
from tests.replays.games import forged, played_game, record_of
from tests.service.tables import open_service, player, seated_game

NAME: Final = "HandRaised"
AT: Final = "2026-01-02T03:04:05.000006Z"
DATA: Final = {"seat": 1, "event": 5, "note": "look"}

DECLARATION: Final = '''
class HandRaised(GameEvent):
    """A seat raises its hand."""

    made_by = ("seat",)
    command = "raise_hand"
    data_fields = (
        Field("seat", kinds.SEAT, "The seat."),
        Field("event", kinds.NUMBER, "The event that it is about."),
        Field("note", kinds.TEXT, "What the seat says, if anything.", is_optional=True),
    )


EVENT_TYPES:'''
COMMAND: Final = '''
    def raise_hand(self, seat: int, *, event: int, at: str, note: str | None = None) -> None:
        """Raises the seat's hand."""
        from delvebook.domain.events import HandRaised

        data = {"seat": seat, "event": event} | ({} if note is None else {"note": note})
        self._record(HandRaised, data, by=f"seat:{seat}", at=at)
'''
PLACES: Final = {
    "domain/events.py": (("\nEVENT_TYPES:", DECLARATION),),
    "domain/lifecycle.py": (
        ("    GameStarted,\n", "    GameStarted,\n    HandRaised,\n"),
        ("        case TimeExpired():\n", "        case TimeExpired() | HandRaised():\n"),
    ),
    "replays/sentences.py": (
        ('    "en": {\n', '    "en": {\n        "HandRaised": "{name} raises a hand about event {event}.",\n'),
        ('    "ru": {\n', '    "ru": {\n        "HandRaised": "{name} поднимает руку: событие {event}.",\n'),
    ),
    "replays/pseudonyms.py": (
        (
            '    "SeatsClosed": {},\n',
            '    "SeatsClosed": {},\n    "HandRaised": {"seat": AS_IT_IS, "event": AS_IT_IS},\n',
        ),
        (
            '    "SeatsClosed": frozenset({"deadline"}),\n',
            '    "SeatsClosed": frozenset({"deadline"}),\n    "HandRaised": frozenset({"note"}),\n',
        ),
    ),
}
"""By file, what stands there and what is put in its place."""
SAMPLES: Final = "tests/domain/stored_events.json"


def add_to(copy: Path) -> None:
    """Writes the event into the five places, and the command that makes it into `Game`."""
    for name, changes in PLACES.items():
        text = (copy / name).read_text(encoding="utf-8")
        for old, new in changes:
            assert text.count(old) == 1, (name, old)
            text = text.replace(old, new)
        (copy / name).write_text(text, encoding="utf-8")
    samples = json.loads((copy / SAMPLES).read_text(encoding="utf-8"))
    samples.append(_sample())
    (copy / SAMPLES).write_text(json.dumps(samples, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    with (copy / "domain" / "game.py").open("a", encoding="utf-8") as file:
        file.write(COMMAND)


def _sample() -> list[Any]:
    game, n, prev = "00000000-0000-4000-8000-000000000001", 8, "0" * 64
    stored = {"at": AT, "by": "seat:1", "data": DATA, "prev": prev}
    line = {"game": game, "n": n, "type": NAME, "sealed": [], "opens": [], **stored}
    return [NAME, game, n, {**stored, "hash": event_hash(line)}]


def raise_hand(game: Any) -> GameEvent:
    game.raise_hand(0, event=5, at=game.stream.last_at, note="look at this")
    [event] = game.collect_events()
    return event  # type: ignore[no-any-return]


def check_records() -> None:
    """The event is replayed, checked, told, exported and verified by the client."""
    game, events = played_game(ruleset="dungeon-raiders@1", stop_after=4)
    events.append(raise_hand(game))
    game.abort(reason="enough", by="arbiter:judy", at=game.stream.last_at)
    record = record_of(game, [*events, *game.collect_events()], PUBLIC)
    report = verify(record)
    assert report.first is None, report.first
    assert report.level("replay").status == "holds"

    def add_member(lines: list[dict[str, Any]]) -> None:
        next(line for line in lines if line.get("type") == NAME)["data"]["loud"] = True

    wrong = forged(record, add_member)
    finding = verify(wrong, levels=["chain"]).first
    assert finding is not None
    assert (finding.code, finding.pointer) == ("chain/member", "/data/loud")
    assert _client_holds(record)
    assert not _client_holds(wrong)

    opened = read_record(record)
    hidden = [line for line in pseudonymise(opened.header, opened.events(), Pseudonyms(b"k" * 32)) if "n" in line]
    assert [line["data"] for line in hidden if line["type"] == NAME] == [{"seat": 0, "event": 5}]
    rows = rows_of(opened.header, list(opened.events()))
    assert [row["type"] for row in rows["events"] if row["type"] == NAME] == [NAME]


def _client_holds(record: bytes) -> bool:
    first, *rest = record.splitlines()
    walk = Chain(chain.parse(first))
    try:
        for number, line in enumerate(rest, 2):
            walk.follow(chain.parse(line), number)
        walk.finish()
    except ValueError:
        return False
    return True


def check_service(home: Path) -> None:
    """The event is stored, loaded, projected, listed in the audit trail, and shown in both languages."""
    settings = Settings(home=home, secret="ab" * 32)
    service = open_service(settings)
    game_id = seated_game(service, ["ann", "bob"])
    game = service.application.game_at(game_id, service.application.latest_of(game_id)[0].n)
    event = raise_hand(game)
    service.application._events.put([event])
    service.application.close()

    service = open_service(settings, create_tables=False)
    assert service.application.latest_of(game_id)[0] == event
    assert service.application.game_at(game_id, event.n).stream.version == event.n
    for language, word in (("en", "raises"), ("ru", "поднимает")):
        page = service.playing.events(player("bob"), game_id, after=event.n - 1, limit=5, language=language)
        [shown] = page.events
        assert (shown["type"], shown["data"]) == (NAME, event.data)
        assert word in shown["told"][0]
    with open_projectors(settings) as (projectors, log):
        for projector in projectors:
            projector.catch_up()
        assert [projector.parked() for projector in projectors] == [[]] * len(projectors)
        log.step()
    service.application.close()


if __name__ == "__main__":
    assert NAME in EVENT_TYPES
    assert hasattr(Game, "raise_hand")
    check_records()
    with tempfile.TemporaryDirectory() as home:
        check_service(Path(home))
    sys.stdout.write("everything follows\n")
