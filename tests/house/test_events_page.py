"""What an event holds is declared once: the page, verifiers, samples and sentences follow from the declaration."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from delvebook.domain import kinds
from delvebook.domain.events import EVENT_TYPES
from delvebook.domain.game_event import Field, GameEvent, Sealed
from delvebook.domain.phrases import Language, Voice
from delvebook.replays.schema import event_problems
from delvebook.replays.sentences import WORDS, tell_event
from tests.domain.test_events import SAMPLES
from tests.house.events import PAGE, render
from tests.house.files import ROOT
from tests.replays.games import lines_of
from tests.replays.test_kept import KEPT

GOLDEN = ROOT / "replays" / "golden_games"
AUTHORS = {"service", "clock", "seat", "player", "arbiter"}
TOLD_BY_TITLES = {"ActionTaken"}
"""Of an action the title of the game makes the sentence."""
LANGUAGES: tuple[Language, ...] = ("en", "ru")


def recorded(*paths: Path) -> Iterator[dict[str, Any]]:
    """Every event of these records."""
    for path in paths:
        yield from lines_of(path.read_bytes())[1:]


def some_event(**change: Any) -> dict[str, Any]:
    """An event of a record, changed."""
    return {**next(recorded(KEPT / "fork.jsonl")), **change}


def test_the_page_is_the_one_that_the_declarations_give() -> None:
    assert PAGE.read_text(encoding="utf-8") == render(EVENT_TYPES.values()), "make events"


def test_the_page_names_every_event() -> None:
    page = PAGE.read_text(encoding="utf-8")

    assert re.findall(r"^## `(\w+)`$", page, flags=re.MULTILINE) == list(EVENT_TYPES)


@pytest.mark.parametrize("kind", EVENT_TYPES.values(), ids=EVENT_TYPES)
def test_an_event_declares_everything_once(kind: type[GameEvent]) -> None:
    names = [field.name for field in kind.data_fields]

    assert names
    assert len(set(names)) == len(names)
    assert kind.made_by
    assert set(kind.made_by) <= AUTHORS
    assert {sealed.audience for sealed in kind.seals} <= {"arbiter", "seat"}
    assert (kind.__doc__ or "").endswith(".")
    assert all(field.meaning.endswith(".") for field in kind.data_fields)
    assert all(sealed.what.endswith(".") for sealed in kind.seals)


@pytest.mark.parametrize("type_", EVENT_TYPES)
def test_a_verifier_misses_every_member_that_must_be_there(type_: str) -> None:
    missing = [problem.pointer for problem in event_problems(some_event(type=type_, data={}))]

    assert missing == [f"/data/{field.name}" for field in EVENT_TYPES[type_].data_fields if not field.is_optional]


@pytest.mark.parametrize("type_", EVENT_TYPES)
def test_a_verifier_finds_a_member_of_the_wrong_kind_and_says_what_would_be_right(type_: str) -> None:
    declared = EVENT_TYPES[type_]
    wrong = dict.fromkeys((field.name for field in declared.data_fields), 0.5)
    found = {problem.pointer: problem.sentence for problem in event_problems(some_event(type=type_, data=wrong))}

    assert found == {f"/data/{field.name}": f"must be {field.kind.words}" for field in declared.data_fields}


@pytest.mark.parametrize("path", sorted(KEPT.iterdir()), ids=lambda path: path.stem)
def test_nothing_stands_in_an_event_that_is_not_declared(path: Path) -> None:
    for event in recorded(path):
        undeclared(event)


def test_nothing_stands_in_the_events_of_golden_games_that_is_not_declared() -> None:
    for title in sorted(GOLDEN.iterdir()):
        for event in recorded(*sorted(title.glob("*.jsonl"))[:2]):
            undeclared(event)


def undeclared(event: dict[str, Any]) -> None:
    declared = EVENT_TYPES[event["type"]]
    audiences = {viewer.partition(":")[0] for envelope in event["sealed"] for viewer in envelope["for"]}

    assert event["by"].partition(":")[0] in declared.made_by, event
    assert set(event["data"]) <= {field.name for field in declared.data_fields}, event
    assert audiences <= {sealed.audience for sealed in declared.seals}, event


def test_every_member_that_is_declared_occurs_in_a_sample_or_record() -> None:
    seen: dict[str, set[str]] = defaultdict(set)
    for type_, _, _, stored in SAMPLES:
        seen[type_] |= set(stored["data"])
    records = [*KEPT.iterdir(), *(next(title.glob("*.jsonl")) for title in GOLDEN.iterdir())]
    for event in recorded(*records):
        seen[event["type"]] |= set(event["data"])

    for type_, declared in EVENT_TYPES.items():
        assert {field.name for field in declared.data_fields} == seen[type_], type_


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sample", SAMPLES, ids=[sample[0] for sample in SAMPLES])
def test_every_event_is_told_in_both_languages(sample: tuple[str, str, int, Any], language: Language) -> None:
    type_, _, _, stored = sample
    told = tell_event(type_, stored["data"], Voice(language), ruleset=None)

    assert bool(told) == (type_ not in TOLD_BY_TITLES)
    assert set(EVENT_TYPES) - set(WORDS[language]) == TOLD_BY_TITLES


# -- a new type of event ----------------------------------------------------------------------------


class BellRung(GameEvent):
    """A seat rings the bell."""

    made_by = ("seat",)
    data_fields = (
        Field("seat", kinds.SEAT, "The seat."),
        Field("times", kinds.NUMBER, "How often."),
        Field("tune", kinds.TEXT, "The tune, if there is one.", is_optional=True),
    )
    seals = (Sealed("arbiter", "Why."),)


@pytest.fixture
def bell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EVENT_TYPES, "BellRung", BellRung)
    for language, sentence in (("en", "Seat {seat} rings {times} times."), ("ru", "Место {seat} звонит: {times}.")):
        monkeypatch.setitem(WORDS[language], "BellRung", sentence)  # type: ignore[arg-type,index]


@pytest.mark.usefixtures("bell")
def test_a_new_event_needs_no_more_than_its_declaration_and_sentences_to_be_read_checked_listed_and_told() -> None:
    stored = {"at": "", "by": "seat:1", "data": {"seat": 1, "times": 3}, "prev": "", "hash": ""}
    event = EVENT_TYPES["BellRung"].from_stored(UUID(int=1), 7, json.loads(json.dumps(stored)))

    assert event.to_stored() == stored
    assert event_problems(some_event(type="BellRung", data=event.data)) == []
    [problem] = event_problems(some_event(type="BellRung", data={"seat": 1, "times": 3, "tune": 4}))
    assert (problem.pointer, problem.sentence) == ("/data/tune", "must be a string")
    assert "## `BellRung`" in render(EVENT_TYPES.values())
    assert tell_event("BellRung", event.data, Voice("en"), ruleset=None) == "Seat 2 rings 3 times."
    assert tell_event("BellRung", event.data, Voice("ru"), ruleset=None) == "Место 2 звонит: 3."
