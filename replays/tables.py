"""
Records as tables, for questions about many games: one row per game, seat, event, fact or decision.

The columns are declared once, here. Files are written from them, and `docs/exports.md` lists them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from delvebook.domain.canonical import jcs
from delvebook.domain.envelopes import concealed_action
from delvebook.domain.game_event import EventLine
from delvebook.replays.lines import Header

Kind = Literal["text", "number", "truth", "time", "texts", "numbers", "json"]
Row = dict[str, Any]


class TableColumn(NamedTuple):
    """A column: its name, the kind of its values, and their meaning. `json` is canonical JSON as text."""

    name: str
    kind: Kind
    text: str


TABLES: Final[Mapping[str, tuple[TableColumn, ...]]] = MappingProxyType(
    {
        "games": (
            TableColumn("game", "text", "The game."),
            TableColumn("ruleset", "text", "The title and its version."),
            TableColumn("title", "text", "The title."),
            TableColumn("content", "text", "The SHA-256 of the ruleset's content data."),
            TableColumn("status", "text", "`finished` or `aborted`."),
            TableColumn("reason", "text", "Why it ended, in the title's words for programs."),
            TableColumn("created_at", "time", "When it was created."),
            TableColumn("started_at", "time", "When the table was set up; null if it never was."),
            TableColumn("ended_at", "time", "When it ended."),
            TableColumn("seats", "number", "How many seats it has."),
            TableColumn("events", "number", "How many events the record has."),
            TableColumn("actions", "number", "How many actions were taken."),
            TableColumn("options", "json", "The options."),
            TableColumn("clock", "json", "The deadline for decisions; null without one."),
            TableColumn("parent_game", "text", "Of a fork: the game that it left."),
            TableColumn("parent_n", "number", "Of a fork: the last event before."),
            TableColumn("winners", "numbers", "The seats that won."),
            TableColumn("details", "json", "The title's own details of the outcome."),
            TableColumn("head", "text", "The hash of the last event; null under pseudonyms."),
        ),
        "seats": (
            TableColumn("game", "text", "The game."),
            TableColumn("seat", "number", "The seat, from 0."),
            TableColumn("player", "text", "The account that had it last; null for a bot."),
            TableColumn("bot", "text", "The program that played it last; null for a player."),
            TableColumn("rank", "number", "Its place in the outcome, from 1; null if there is no outcome."),
            TableColumn("score", "number", "Its score in the outcome; null if there is none."),
            TableColumn("won", "truth", "Whether it won; null if there is no outcome."),
        ),
        "events": (
            TableColumn("game", "text", "The game."),
            TableColumn("n", "number", "The event's number, from 1."),
            TableColumn("type", "text", "Its type."),
            TableColumn("at", "time", "When."),
            TableColumn("by", "text", "Who made it."),
            TableColumn("seat", "number", "Of an event about a seat: the seat."),
            TableColumn("data", "json", "What everybody could know at once."),
            TableColumn("hash", "text", "Its hash; null under pseudonyms."),
        ),
        "facts": (
            TableColumn("game", "text", "The game."),
            TableColumn("n", "number", "The event that the fact is part of."),
            TableColumn(
                "i", "number", "Its place among the facts of the event, from 0: first those that everybody knew."
            ),
            TableColumn("type", "text", "Its type."),
            TableColumn("seat", "number", "The seat that it names, if it names one."),
            TableColumn("known_to", "texts", "Who knew it at once, such as `seat:1`; null for everybody."),
            TableColumn("clauses", "texts", "The rule clauses that it follows from."),
            TableColumn("data", "json", "The whole fact."),
        ),
        "decisions": (
            TableColumn("game", "text", "The game."),
            TableColumn("n", "number", "The event that answers the decision."),
            TableColumn("decision", "number", "The event that opened it."),
            TableColumn("seat", "number", "Whose decision it was."),
            TableColumn("player", "text", "The account on the seat then; null for a bot."),
            TableColumn("bot", "text", "The program that chose; null for a player."),
            TableColumn("type", "text", "The type of the action."),
            TableColumn("action", "json", "The whole action, also where it was secret then."),
            TableColumn("secret", "truth", "Whether others could not see the action then."),
            TableColumn("opened_at", "time", "When the decision was opened."),
            TableColumn("at", "time", "When it was answered."),
            TableColumn("micros", "number", "The time between the two, in microseconds."),
            TableColumn("taken_back", "truth", "Whether the action was taken back later."),
        ),
    }
)


def rows_of(header: Header, events: Iterable[EventLine]) -> dict[str, list[Row]]:
    """
    The rows of one game, by table. Every row has every column.

    Args:
        header: The header of a public record, or of a pseudonymised one.
        events: Its events, in shape.
    """
    return _Writer(header).read(events)


class _Writer:
    """Reads one game's events from the first to the last."""

    def __init__(self, header: Header) -> None:
        self._game: Row = {
            "game": header["game"],
            "ruleset": header["ruleset"],
            "title": header["ruleset"].partition("@")[0],
            "content": header["content"],
            "head": header["head"].get("hash"),
            "actions": 0,
        }
        self._at: dict[int, datetime] = {}
        self._sitting: dict[int, tuple[str | None, str | None]] = {}
        self._ranks: dict[int, int] = {}
        self._scores: list[Any] = []
        self._rows: dict[str, list[Row]] = defaultdict(list)
        self._answered: dict[int, Row] = {}

    def read(self, events: Iterable[EventLine]) -> dict[str, list[Row]]:
        for event in events:
            self._add(event)
        winners = self._game.get("winners")
        for seat in range(self._game.get("seats", 0)):
            player, bot = self._sitting.get(seat, (None, None))
            row = {"seat": seat, "player": player, "bot": bot, "rank": self._ranks.get(seat)}
            row["score"] = self._scores[seat] if seat < len(self._scores) else None
            row["won"] = None if winners is None else seat in winners
            self._append("seats", row)
        self._append("games", self._game)
        return dict(self._rows)

    def _append(self, table: str, row: Row) -> Row:
        whole = {column.name: row.get(column.name) for column in TABLES[table]}
        whole["game"] = self._game["game"]
        self._rows[table].append(whole)
        return whole

    def _add(self, event: EventLine) -> None:
        data, at = event["data"], datetime.fromisoformat(event["at"])
        self._at[event["n"]] = at
        self._game["events"] = event["n"]
        row = {key: event.get(key) for key in ("n", "type", "by", "hash")}
        self._append("events", {**row, "at": at, "seat": data.get("seat"), "data": _json(data)})
        self._add_facts(event)
        match event["type"]:
            case "GameCreated":
                self._create(data, at)
            case "SeatTaken" | "SeatReplaced":
                self._sitting[data["seat"]] = (None, data["bot"]) if data["bot"] else (data["player"], None)
            case "SeatLeft":
                self._sitting.pop(data["seat"], None)
            case "GameStarted":
                self._game["started_at"] = at
            case "ActionTaken":
                self._decide(event, at)
            case "ActionTakenBack":
                if (answered := self._answered.get(data["action"])) is not None:
                    answered["taken_back"] = True
            case "GameFinished":
                self._finish(data["outcome"], at)
            case "GameAborted":
                self._game |= {"status": "aborted", "reason": data.get("reason"), "ended_at": at}
            case _:
                pass

    def _create(self, data: Mapping[str, Any], at: datetime) -> None:
        parent = data.get("parent") or {}
        self._game |= {
            "created_at": at,
            "seats": data["seats"],
            "options": _json(data["options"]),
            "clock": None if data.get("clock") is None else _json(data["clock"]),
            "parent_game": parent.get("game"),
            "parent_n": parent.get("n"),
        }

    def _finish(self, outcome: Mapping[str, Any], at: datetime) -> None:
        self._game |= {
            "status": "finished",
            "reason": outcome.get("reason"),
            "ended_at": at,
            "winners": list(outcome.get("winners") or ()),
            "details": _json(outcome.get("details")),
        }
        place = 1
        for tied in outcome.get("ranking") or ():
            self._ranks |= dict.fromkeys(tied, place)
            place += len(tied)
        self._scores = list(outcome.get("scores") or ())

    def _decide(self, event: EventLine, at: datetime) -> None:
        data = event["data"]
        self._game["actions"] += 1
        player, bot = self._sitting.get(data["seat"], (None, None))
        hidden = concealed_action(data["seat"], ((one["for"], one.get("content")) for one in event["sealed"]))
        action = data["action"] if hidden is None else hidden
        opened = self._at.get(data["decision"])
        self._answered[event["n"]] = self._append(
            "decisions",
            {
                "n": event["n"],
                "decision": data["decision"],
                "seat": data["seat"],
                "player": player,
                "bot": bot,
                "type": action["type"],
                "action": _json(action),
                "secret": hidden is not None,
                "opened_at": opened,
                "at": at,
                "micros": None if opened is None else _micros(at, opened),
                "taken_back": False,
            },
        )

    def _add_facts(self, event: EventLine) -> None:
        told: list[tuple[list[str] | None, Any]] = [(None, fact) for fact in event["data"].get("facts", ())]
        for envelope in event["sealed"]:
            content = envelope.get("content")
            if isinstance(content, dict):
                told += [(envelope["for"], fact) for fact in content.get("facts", ())]
        for i, (audience, fact) in enumerate(told):
            seat = fact.get("seat")
            row = {"n": event["n"], "i": i, "type": fact["type"], "clauses": fact["clauses"], "data": _json(fact)}
            self._append("facts", {**row, "seat": seat if isinstance(seat, int) else None, "known_to": audience})


def _micros(later: datetime, earlier: datetime) -> int:
    between = later - earlier
    return (between.days * 86_400 + between.seconds) * 1_000_000 + between.microseconds


def _json(value: object) -> str:
    return jcs(value).decode()
