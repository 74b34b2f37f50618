"""Parts of a store that were restored without each other are noticed at start, told, and built anew if they can be."""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text

from delvebook.domain.stream import IdempotentRequest
from delvebook.projections.games_log.tables import ContradictionError
from delvebook.projections.lobby.reader import LobbyReader
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from delvebook.service.store.requests import KeptRequests
from delvebook.service.store.schema import SchemaError
from delvebook.service.wiring import migrate
from delvebook.workers.wiring import build_follower, open_projectors
from tests.service.tables import follow, open_service, play_on, player, seated_game
from tests.stores import put

pytestmark = pytest.mark.servers


def files_of(settings: Settings) -> tuple[Path, Path]:
    events = Path(settings.sqlite_path)
    return events, events.with_name("projections.db")


def listed(settings: Settings) -> set[str]:
    engine = open_engine(settings.projections_url)
    games = LobbyReader(engine).games(viewer="ann", limit=200)
    engine.dispose()
    return {game["id"] for game in games}


def played(settings: Settings, games: int) -> list[str]:
    service = open_service(settings, create_tables=False, random_bytes=os.urandom)
    made = [seated_game(service, ["ann", "bob"]) for _ in range(games)]
    play_on(service, made[0], actions=3)
    service.application.close()
    follow(settings)
    return [str(game) for game in made]


def with_older_events(settings: Settings, folder: Path) -> list[str]:
    """Puts the events of an earlier time under the read models. Returns the games that were played by then."""
    kept = played(settings, 1)
    events, _ = files_of(settings)
    shutil.copy(events, folder / "events.copy")
    played(settings, 2)
    put(events, folder / "events.copy")
    return kept


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    made = Settings(home=tmp_path / "home", secret="ab" * 32)
    migrate(made)
    return made


@pytest.mark.parametrize("is_played_on", [False, True], ids=["at once", "after more games were played"])
def test_older_events_under_newer_read_models_are_noticed_and_the_read_models_built_anew(
    settings: Settings, tmp_path: Path, is_played_on: bool
) -> None:
    kept = with_older_events(settings, tmp_path)
    if is_played_on:
        service = open_service(settings, create_tables=False, random_bytes=os.urandom)
        kept += [str(seated_game(service, ["ann", "bob"])) for _ in range(4)]
        service.application.close()

    told = migrate(settings)
    assert {line.split(":")[0] for line in told} == {
        f"read model {name}" for name in ("lobby", "disputes", "profiles", "collection", "leagues")
    }
    assert all("built anew" in line for line in told)
    assert listed(settings) == set(kept)
    assert migrate(settings) == []
    with open_projectors(settings) as (_, log), pytest.raises(ContradictionError, match="older, or of another service"):
        log.step()


def test_the_follower_builds_anew_what_does_not_fit_also_where_nobody_has_migrated(
    settings: Settings, tmp_path: Path
) -> None:
    kept = with_older_events(settings, tmp_path)
    with closing(build_follower(replace(settings, redis_url="redis://127.0.0.1:1/0"))):
        assert listed(settings) == set(kept)


def test_read_models_of_another_service_are_noticed(settings: Settings, tmp_path: Path) -> None:
    other = Settings(home=tmp_path / "other", secret="cd" * 32)
    migrate(other)
    played(other, 1)
    own = played(settings, 3)
    put(files_of(settings)[1], files_of(other)[1])

    assert any("is another one" in line for line in migrate(settings))
    assert listed(settings) == set(own)


def test_an_audit_trail_that_does_not_fit_is_refused_in_a_sentence(settings: Settings) -> None:
    played(settings, 1)
    engine = open_engine(settings.sqlalchemy_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE projection_positions SET position = 4000 WHERE name = 'audit'"))
    engine.dispose()
    with pytest.raises(SchemaError, match="restore the whole store from one backup"):
        build_follower(replace(settings, redis_url="redis://127.0.0.1:1/0"))


def test_a_snapshot_of_other_events_is_not_used(settings: Settings) -> None:
    service = open_service(replace(settings, snapshot_every=5), create_tables=False)
    games = [seated_game(service, ["ann", "bob"]) for _ in range(2)]
    for game in games:
        play_on(service, game, actions=12)
    before = [service.games.look(player("ann"), game) for game in games]
    service.application.close()
    engine = open_engine(settings.sqlalchemy_url)
    with engine.begin() as connection:
        # The first game loses its last events, the second gets the snapshots of the first.
        connection.execute(
            text("DELETE FROM stored_events WHERE originator_id = :game AND originator_version > 8"),
            {"game": games[0].hex},
        )
        connection.execute(text("DELETE FROM stored_snapshots WHERE originator_id = :game"), {"game": games[1].hex})
        connection.execute(
            text(
                "INSERT INTO stored_snapshots SELECT :other, originator_version, topic, state FROM stored_snapshots "
                "WHERE originator_id = :game"
            ),
            {"game": games[0].hex, "other": games[1].hex},
        )
    engine.dispose()

    again = open_service(replace(settings, snapshot_every=5), create_tables=False)
    assert again.games.look(player("ann"), games[0])["n"] == 8
    assert again.games.look(player("ann"), games[1]) == before[1]
    play_on(again, games[0], actions=2)
    assert [event.n for event in again.application.all_events_of(games[0])] == list(range(1, 11))
    again.application.close()


def test_a_kept_request_whose_events_are_gone_counts_as_new(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = open_service(settings, create_tables=False)
    game: UUID = seated_game(service, ["ann", "bob"])
    found: Any = (4000, "b" * 64)
    monkeypatch.setattr(KeptRequests, "find", lambda *_: found)
    offer = service.playing.actions(player("ann"), game)
    done = service.playing.act(
        player("ann"),
        game,
        decision=offer["decision"],
        action=offer["actions"][0]["action"],
        request=IdempotentRequest("k" * 64, "b" * 64),
    )
    assert done.events
    service.application.close()
