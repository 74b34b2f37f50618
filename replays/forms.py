"""
One record in other forms: as a bundle, one JSON object, or as a ledger, a text for people.

A bundle holds what the record holds, and can be turned back into the same lines. A ledger is for reading only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from delvebook.domain.bot_names import BotName
from delvebook.domain.canonical import jcs, parse
from delvebook.domain.errors import DelvebookError, UnknownRulesetError
from delvebook.domain.lifecycle import seat_name
from delvebook.domain.phrases import Language, Voice
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.viewers import parse_viewer
from delvebook.replays.errors import RecordError
from delvebook.replays.narration import Narration, ToldEvent
from delvebook.replays.record import Record, to_line

BUNDLE_FORMAT: Final = "delvebook-bundle/1"
BUNDLE_TYPE: Final = "application/json"
LEDGER_TYPE: Final = "text/plain"
NOBODY: Final[Mapping[str, str]] = MappingProxyType({})

WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        "head": "{title} ({ruleset}), game {game}",
        "seat": "seat {seat}: {name}",
        "seen": "As seen by: {viewer}. Events: {n}. Head: {hash}",
        "spectator": "spectators",
        "arbiter": "an arbiter",
        "public": "everybody, after the end",
    },
    "ru": {
        "head": "{title} ({ruleset}), партия {game}",
        "seat": "место {seat}: {name}",
        "seen": "Глазами: {viewer}. Событий: {n}. Хеш последнего: {hash}",
        "spectator": "зрителя",
        "arbiter": "арбитра",
        "public": "всех, после конца партии",
    },
}


# -- bundles ------------------------------------------------------------------------------------


def to_bundle(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The bundle of a record's lines, in pieces; `from_bundle` gives the same lines back if they are canonical."""
    found = iter(lines)
    header = next(found).rstrip(b"\n")
    yield b'{"format":%b,"header":%b,"events":[' % (jcs(BUNDLE_FORMAT), header)
    between = b"\n"
    for line in found:
        if line.strip():
            yield between + line.rstrip(b"\n")
            between = b",\n"
    yield b"\n]}\n"


def from_bundle(data: bytes) -> Iterator[bytes]:
    """
    The lines of the record in a bundle, each in canonical form.

    Raises:
        RecordError: This is no bundle.
    """
    try:
        bundle = parse(data)
    except DelvebookError as error:
        raise RecordError(f"this is not a bundle: {error}", line=1, is_fatal=True) from None
    yield from bundle_lines(bundle)


def bundle_lines(bundle: Any) -> Iterator[bytes]:
    """
    The lines of the record in a bundle that has been parsed, each in canonical form.

    Raises:
        RecordError: This is no bundle.
    """
    is_bundle = isinstance(bundle, dict) and bundle.get("format") == BUNDLE_FORMAT
    if not is_bundle or not isinstance(bundle.get("header"), dict) or not isinstance(bundle.get("events"), list):
        raise RecordError(
            f"a bundle is an object with `format` {BUNDLE_FORMAT}, `header` and `events`", line=1, is_fatal=True
        )
    yield to_line(bundle["header"])
    for number, event in enumerate(bundle["events"], 2):
        if not isinstance(event, dict):
            raise RecordError("an event is an object", line=number)
        yield to_line(event)


# -- ledgers ------------------------------------------------------------------------------------


def accounts_of(record: Record) -> set[str]:
    """
    The accounts that may be named when the record is told.

    Raises:
        RecordError: The record cannot be read.
    """
    named = (event["data"].get("player") for event in record.events())
    return {account for account in named if isinstance(account, str)}


def to_ledger(record: Record, language: Language, *, people: Mapping[str, str] = NOBODY) -> Iterator[str]:
    """
    The record as a text in that language, in pieces: one paragraph per event, as the record's viewer saw it.

    Args:
        record: The record.
        language: The language of the text.
        people: The names of accounts, by id, as far as they are known.

    Raises:
        RecordError: The record cannot be read.
    """
    header, words = record.header, WORDS[language]
    names = _names_of(record, people)
    yield words["head"].format(title=_title_of(header["ruleset"], language), **header) + "\n"
    viewer, voice = parse_viewer(header["viewer"]), Voice(language, tuple(names))
    for number, name in enumerate(names):
        yield words["seat"].format(seat=number + 1, name=voice.seat(number) if name else "–") + "\n"
    eyes = words[viewer.kind] if viewer.seat is None else voice.seat(viewer.seat, "gen")
    yield words["seen"].format(viewer=eyes, **header["head"]) + "\n\n"
    narration = Narration(record, viewer=viewer, voice=voice, seed=None, people=people)
    for told in narration.events():
        yield _paragraph(told, voice)


def _paragraph(told: ToldEvent, voice: Voice) -> str:
    seat = parse_viewer(told.by).seat if told.by.startswith("seat:") else None
    action = told.action if seat is None or not told.action else f"{voice.seat(seat)}: {told.action}"
    sentences = [one for one in (told.sentence, action) if one]
    sentences += told.facts
    first, *rest = sentences or [told.type]
    at = told.at[:19].replace("T", " ")
    return "".join([f"{told.n:>5}  {at}  {first}\n", *(f"{'':28}{one}\n" for one in rest)])


def _names_of(record: Record, people: Mapping[str, str]) -> list[str | BotName | None]:
    """The name of each seat: that of the player or bot who had it last."""
    names: list[str | BotName | None] = []
    for event in record.events():
        data = event["data"]
        if event["type"] == "GameCreated":
            names = [None] * min(data["seats"], 100)
        elif event["type"] in ("SeatTaken", "SeatReplaced") and data["seat"] < len(names):
            names[data["seat"]] = seat_name(data["seat"], player=data.get("player"), bot=data.get("bot"), people=people)
    return names


def _title_of(ruleset: str, language: Language) -> str:
    try:
        return str(get_ruleset(ruleset).title[language])
    except (UnknownRulesetError, KeyError):
        return ruleset.partition("@")[0]
