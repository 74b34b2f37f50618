"""A stored event is a promise: a sample of each class, as it was first stored, is read for ever."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from delvebook.domain.canonical import decode, event_hash, jcs
from delvebook.domain.events import EVENT_TYPES
from delvebook.domain.game_event import GameEvent, Origin
from delvebook.domain.viewers import ARBITER, SPECTATOR

SAMPLES: list[tuple[str, str, int, dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "stored_events.json").read_text(encoding="utf-8")
)
SEED = b"not the seed of any of these".ljust(32)


def read(sample: tuple[str, str, int, dict[str, Any]]) -> GameEvent:
    type_, game, n, stored = sample
    return EVENT_TYPES[type_].from_stored(UUID(game), n, decode(jcs(stored)))


def test_every_class_of_event_has_a_sample() -> None:
    assert {type_ for type_, *_ in SAMPLES} == set(EVENT_TYPES)


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample[0] for sample in SAMPLES])
def test_a_sample_holds_what_its_class_declares(sample: tuple[str, str, int, dict[str, Any]]) -> None:
    event = read(sample)
    declared = EVENT_TYPES[event.type]
    audiences = {viewer.partition(":")[0] for envelope in event.sealed for viewer in envelope.audience}

    assert declared.required.keys() <= event.data.keys() <= {*declared.required, *declared.optional}
    assert all({**declared.required, **declared.optional}[key].fits(value) for key, value in event.data.items())
    assert event.by.partition(":")[0] in declared.made_by
    assert audiences <= {sealed.audience for sealed in declared.seals}


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample[0] for sample in SAMPLES])
def test_a_stored_event_is_read_as_what_it_was(sample: tuple[str, str, int, dict[str, Any]]) -> None:
    type_, game, n, stored = sample
    event = read(sample)

    assert (event.type, str(event.originator_id), event.n) == (type_, game, n)
    assert decode(jcs(event.to_stored())) == stored
    for viewer in (SPECTATOR, ARBITER):
        assert event_hash(event.to_record(viewer, seed=SEED)) == stored["hash"]


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample[0] for sample in SAMPLES])
def test_what_is_kept_aside_never_gets_into_the_record(sample: tuple[str, str, int, dict[str, Any]]) -> None:
    event = read(sample)

    assert set(event.to_record(ARBITER, seed=SEED)) == {
        "game", "n", "type", "at", "by", "data", "sealed", "opens", "prev", "hash",
    }  # fmt: skip
    line = jcs(event.to_record(ARBITER, seed=SEED)).decode()
    for kept in (*event.metadata.values(), *event.origin):
        if isinstance(kept, str):
            assert kept not in line


def test_who_sent_a_command_is_read_back_and_may_be_unknown() -> None:
    nobody, person, bot = (read(sample) for sample in SAMPLES if sample[0] == "ActionTaken")

    assert nobody.origin == Origin(None, None, None, None)
    assert person.origin == Origin("8f14e45fceea167a", "45c48cce2e2d7fbd", "v4:0123456789abcdef", None)
    assert bot.origin == Origin("8f14e45fceea167a", None, None, "greedy")
    assert [event.origin.to_plain() for event in (person, bot)] == [event.metadata["origin"] for event in (person, bot)]


def test_an_older_version_is_brought_up_step_by_step() -> None:
    class Renamed(GameEvent):
        class_version = 3

        @staticmethod
        def upcast_v1_v2(stored: dict[str, Any]) -> None:
            stored["data"] = {"who": stored["data"]["player"]}

        @staticmethod
        def upcast_v2_v3(stored: dict[str, Any]) -> None:
            stored["data"]["who"] = stored["data"]["who"].upper()

    old = {"at": "2026-01-02T03:04:05.000006Z", "by": "service", "data": {"player": "ann"}, "prev": "0", "hash": "1"}
    event = Renamed.from_stored(UUID(int=1), 1, old)

    assert event.data == {"who": "ANN"}
    assert event.to_stored()["class_version"] == 3
