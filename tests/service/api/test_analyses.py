"""Analyses of finished games, by a real RQ worker; a running game is never analysed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from delvebook.domain.phrases import Voice
from delvebook.replays.analysis import Analyst
from delvebook.replays.record import read_record
from delvebook.service.base.settings import Settings
from delvebook.service.jobs.queues import QueueName
from delvebook.workers import studies
from tests import servers
from tests.house.files import ROOT
from tests.servers import RedisServer
from tests.service.api.collected import over
from tests.service.api.house import Person, body_of, play_bots, quiet, running_game
from tests.workers.opened import fresh_contexts

pytestmark = pytest.mark.servers
RAID = ROOT / "replays" / "golden_games" / "dungeon-raiders" / "two-heroes.jsonl"
BRIEFLY = {"plies": 30}


@pytest.fixture
def settings(tmp_path: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    made = quiet(Settings(home=tmp_path, redis_url=redis_server.url, secret="ab" * 32))
    for name in ("home", "redis_url", "secret"):
        monkeypatch.setenv(f"DELVEBOOK_{name.upper()}", str(getattr(made, name)))
    with fresh_contexts(studies):
        yield made


def work_off(redis_server: RedisServer) -> None:
    connection = redis_server.client()
    servers.work_off(connection, QueueName.STUDIES)
    connection.close()


def test_an_analysis_is_what_the_command_says_of_the_same_record(
    app: Flask, ann: Person, nobody: Person, redis_server: RedisServer
) -> None:
    game = over(app, ann)

    asked = ann.post(f"/v1/games/{game}/analyses?lang=ru", BRIEFLY)
    place = asked.headers["Location"]
    work_off(redis_server)
    found = body_of(nobody.get(place))

    assert (asked.status_code, body_of(asked)["status"], body_of(asked)["analysis"]) == (202, "queued", None)
    assert (found["status"], found["lang"], found["plies"]) == ("finished", "ru", 30)
    assert found["progress"]["done"] == found["progress"]["of"] > 10
    analyst = Analyst(
        read_record(nobody.get(f"/v1/games/{game}/record").data), voice=Voice("ru"), plies=BRIEFLY["plies"]
    )
    list(analyst.decisions())
    assert found["analysis"] == analyst.analysis.to_plain()
    assert found["analysis"]["swings"]


def test_everybody_finds_the_analyses_that_somebody_asked_for_and_that_did_not_fail(
    app: Flask, ann: Person, nobody: Person
) -> None:
    game = over(app, ann)
    assert body_of(nobody.get(f"/v1/games/{game}/analyses")) == {"analyses": []}
    asked = {lang: body_of(ann.post(f"/v1/games/{game}/analyses?lang={lang}")) for lang in ("ru", "en")}
    ann.post(f"/v1/games/{game}/analyses", BRIEFLY)

    found = body_of(nobody.get(f"/v1/games/{game}/analyses"))["analyses"]

    assert {one["lang"]: one["id"] for one in found} == {lang: one["id"] for lang, one in asked.items()}
    assert all(one["plies"] is None and "analysis" not in one for one in found)


def test_a_fork_of_an_imported_game_is_analysed_with_that_games_record(
    app: Flask, ann: Person, redis_server: RedisServer
) -> None:
    place = ann.post("/v1/imports", data=RAID.read_bytes(), content_type="application/x-ndjson").headers["Location"]
    bots = [{"seat": seat, "bot": "random"} for seat in (0, 1)]
    fork = body_of(ann.post(f"{place}/forks", {"event": 50, "bots": bots}))["id"]
    ann.starts(fork)
    play_bots(app, fork)

    asked = ann.post(f"/v1/games/{fork}/analyses", BRIEFLY)
    work_off(redis_server)

    found = body_of(ann.get(asked.headers["Location"]))
    assert found["status"] == "finished", found["problem"]
    assert found["progress"]["done"] > 0


def test_the_same_request_of_any_account_finds_the_same_analysis(
    app: Flask, ann: Person, bob: Person, redis_server: RedisServer
) -> None:
    game = over(app, ann)
    first = ann.post(f"/v1/games/{game}/analyses", BRIEFLY)
    work_off(redis_server)

    again = bob.post(f"/v1/games/{game}/analyses", BRIEFLY)
    other = bob.post(f"/v1/games/{game}/analyses", {"plies": 31})

    assert again.status_code == 200
    assert again.headers["Location"] == first.headers["Location"] != other.headers["Location"]
    assert body_of(again)["analysis"]["game"] == game


def test_a_running_game_is_not_analysed_and_a_private_one_not_known(
    app: Flask, ann: Person, bob: Person, nobody: Person
) -> None:
    running = running_game(ann, bob)
    private = ann.opens_game(visibility="private")
    path = f"/v1/games/{running}/analyses"

    assert body_of(ann.post(path))["code"] == "record/not_public_yet"
    assert body_of(ann.get(f"{path}/{'0' * 32}"))["code"] == "record/not_public_yet"
    assert body_of(bob.post(f"/v1/games/{private}/analyses"))["code"] == "game/unknown"
    assert body_of(nobody.post(path))["code"] == "auth/required"


def test_an_analysis_is_found_under_its_own_game_alone(app: Flask, ann: Person, redis_server: RedisServer) -> None:
    first, second = over(app, ann), over(app, ann)
    place = ann.post(f"/v1/games/{first}/analyses", BRIEFLY).headers["Location"]

    assert body_of(ann.get(place.replace(first, second)))["code"] == "job/unknown"
    assert body_of(ann.get(f"/v1/games/{first}/analyses/x"))["code"] == "job/unknown"
    assert body_of(ann.post(f"/v1/games/{first}/analyses", {"plies": 0}))["code"] == "input/invalid"


def test_a_game_that_was_broken_off_ends_in_a_reason(
    app: Flask, ann: Person, bob: Person, redis_server: RedisServer
) -> None:
    from tests.service.api.house import as_official  # noqa: PLC0415

    game = running_game(ann, bob)
    as_official(app, "Olga", "service:operate").post(f"/v1/games/{game}/abort")
    place = ann.post(f"/v1/games/{game}/analyses").headers["Location"]
    work_off(redis_server)

    found = body_of(ann.get(place))
    assert (found["status"], found["problem"]["code"]) == ("failed", "analysis/impossible")
