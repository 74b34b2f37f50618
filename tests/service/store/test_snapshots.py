"""Snapshots save time and decide nothing: one that cannot be trusted is not read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from eventsourcing.persistence import OperationalError

from delvebook.domain.aggregate import GameSnapshot
from delvebook.domain.canonical import jcs
from delvebook.domain.game import Game
from delvebook.service.base.settings import Settings
from delvebook.service.usecases.use_cases import UseCases
from tests.service.tables import open_service, play_on, player, seated_game


def played(settings: Settings, *, actions: int) -> UUID:
    """A stored game, by a service that has ended."""
    service = open_service(settings)
    game = seated_game(service, ["ann", "bob"])
    play_on(service, game, actions=actions)
    service.application.close()
    return game


def snapshots_of(service: UseCases, game: UUID) -> list[tuple[int, int]]:
    """Of every snapshot of the game: its event, and the version of its form."""
    store: Any = service.application._snapshots._store
    rows = store.recorder.select_events(game)
    decoded = [(row.originator_version, store.mapper._decode(row.state)) for row in rows]
    return [(n, stored["form"]) for n, stored in decoded]


def whole(service: UseCases, game: UUID) -> bytes:
    with service.application.reading(game) as found:
        return jcs(found.to_snapshot())


@pytest.fixture
def loaded_from(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The events whose snapshots games were loaded from."""
    loaded: list[int] = []
    load = Game.from_snapshot

    def from_snapshot(game: UUID, snapshot: Any) -> Game:
        loaded.append(snapshot["stream"]["version"])
        return load(game, snapshot)

    monkeypatch.setattr(Game, "from_snapshot", from_snapshot)
    return loaded


def test_a_game_is_loaded_from_its_last_snapshot(store: Settings, loaded_from: list[int]) -> None:
    settings = replace(store, snapshot_every=10)
    game = played(settings, actions=25)
    service = open_service(settings)
    whole(service, game)
    taken = snapshots_of(service, game)
    service.application.close()

    assert len(taken) >= 2
    assert {version for _, version in taken} == {GameSnapshot.version}
    assert loaded_from == [taken[-1][0]]


def test_without_snapshots_none_is_taken_or_read(store: Settings, loaded_from: list[int]) -> None:
    game = played(replace(store, snapshot_every=10), actions=25)
    service = open_service(replace(store, snapshot_every=0))
    before = snapshots_of(service, game)
    play_on(service, game, actions=12)

    assert snapshots_of(service, game) == before
    assert loaded_from == []
    service.application.close()


@pytest.mark.parametrize("version", [GameSnapshot.version - 1, GameSnapshot.version + 1, 99])
def test_a_snapshot_of_another_version_is_not_read_and_a_new_one_is_taken(
    store: Settings, monkeypatch: pytest.MonkeyPatch, loaded_from: list[int], version: int
) -> None:
    settings = replace(store, snapshot_every=10)
    rubbish = {"version": 13, "what": "another version of Delvebook laid this out"}
    stored = {"form": version, "state": rubbish}
    with monkeypatch.context() as then:
        then.setattr(GameSnapshot, "to_stored", lambda _: stored)
        game = played(settings, actions=25)
    service = open_service(replace(store, snapshot_every=0))
    from_the_events = whole(service, game)
    old = snapshots_of(service, game)
    service.application.close()

    service = open_service(settings)
    assert whole(service, game) == from_the_events
    taken = [one for one in snapshots_of(service, game) if one not in old]
    service.application.close()
    assert {row_version for _, row_version in old} == {version}
    assert [row_version for _, row_version in taken] == [GameSnapshot.version]
    assert loaded_from == []

    service = open_service(settings)
    assert whole(service, game) == from_the_events
    assert snapshots_of(service, game) == sorted([*old, *taken])
    service.application.close()
    assert loaded_from == [taken[0][0]]


def test_a_game_is_acknowledged_although_its_snapshot_cannot_be_stored(
    store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = open_service(replace(store, snapshot_every=1))

    def gone(*_: object) -> None:
        raise OperationalError

    monkeypatch.setattr(service.application._snapshots._store, "put", gone)
    game = seated_game(service, ["ann", "bob"])
    play_on(service, game, actions=5)

    assert snapshots_of(service, game) == []
    assert service.games.look(player("ann"), game)["n"] >= 8
    service.application.close()
