"""The log of games over HTTP: its files, its keys, and the proofs for a game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from delvebook.replays.log.checkpoints import open_checkpoint
from delvebook.replays.log.entries import hidden_id, parse_entry
from delvebook.replays.log.growth import grow
from delvebook.replays.log.notes import parse_vkeys
from delvebook.replays.log.tiles import read_bundle
from delvebook.replays.verify import verify
from delvebook.service.base.database import open_engine
from delvebook.service.wiring import log_writer
from tests.service.api.house import Person, as_official, body_of, play_to_the_end, running_game
from tests.service.tables import Ticking


@pytest.fixture
def bring_log_up(app: Flask) -> Iterator[Callable[[], None]]:
    """Writes and publishes the log, as the follower does."""
    services = app.extensions["delvebook"]
    engine = open_engine(services.settings.projections_url)
    writer = log_writer(services.settings, engine, services.use.application, now=Ticking())

    def bring() -> None:
        while writer.step().has_more:
            pass

    yield bring
    engine.dispose()


def record_of(person: Person, game: str) -> bytes:
    return person.get(f"/v1/games/{game}/record").data


def test_a_games_beginning_and_end_are_in_the_log_and_its_record_proves_it(
    ann: Person, bob: Person, nobody: Person, bring_log_up: Callable[[], None]
) -> None:
    game = running_game(ann, bob)
    bring_log_up()
    running = record_of(ann, game)
    play_to_the_end(game, ann, bob)
    bring_log_up()
    keys = parse_vkeys(nobody.get("/log/keys").text)

    for record, count in ((running, 2), (record_of(nobody, game), 3)):
        level = verify(record, levels=["log"], log_keys=keys).level("log")
        assert (level.status, level.counts["entries"]) == ("holds", count)


def test_the_services_own_checks_say_that_a_game_is_in_the_log(
    ann: Person, bob: Person, nobody: Person, bring_log_up: Callable[[], None]
) -> None:
    game = running_game(ann, bob)
    bring_log_up()
    uploaded = ann.post("/v1/verifications", data=record_of(ann, game), content_type="application/x-ndjson")
    for answer in (ann.get(f"/v1/games/{game}/verification"), uploaded):
        assert {level["level"]: level["status"] for level in body_of(answer)["levels"]}["log"] == "holds"


def test_a_log_that_is_ahead_of_what_was_read_of_the_game_proves_no_event_that_the_reader_has_not(
    app: Flask, ann: Person, bob: Person, bring_log_up: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = running_game(ann, bob)
    bring_log_up()
    before = body_of(ann.get(f"/v1/games/{game}/inclusion"))["entries"]
    log = app.extensions["delvebook"].use.exports._log
    honest = log.inclusion

    def ahead(*asked: Any, **more: Any) -> Any:
        published, inclusion = honest(*asked, **more)
        last = inclusion.proved[-1]
        later = replace(last, index=last.index + 1, entry=last.entry._replace(n=ann.sees(game)["n"] + 1))
        return published, inclusion._replace(proved=(*inclusion.proved, later))

    monkeypatch.setattr(type(log), "inclusion", lambda _, *asked, **more: ahead(*asked, **more))

    assert body_of(ann.get(f"/v1/games/{game}/inclusion"))["entries"] == before


def test_proofs_lead_to_the_checkpoint_that_everybody_sees(
    ann: Person, bob: Person, nobody: Person, bring_log_up: Callable[[], None]
) -> None:
    game = running_game(ann, bob)
    bring_log_up()
    proofs = body_of(nobody.get(f"/v1/games/{game}/inclusion"))

    assert proofs["checkpoint"] == nobody.get("/log/checkpoint").text
    assert proofs["game"] == hidden_id(game)
    assert [entry["what"] for entry in proofs["entries"]] == ["created", "started"]
    assert proofs["entries"][0]["hash"] == json.loads(record_of(ann, game).splitlines()[1])["hash"]
    bare = [json.loads(line) for line in record_of(ann, game).splitlines()]
    assert bare[0]["log"] == {key: proofs[key] for key in ("checkpoint", "entries")}


def test_proofs_to_a_checkpoint_that_was_kept_are_given_by_its_size(
    ann: Person, bob: Person, bring_log_up: Callable[[], None]
) -> None:
    game = running_game(ann, bob)
    bring_log_up()
    kept = ann.get("/log/checkpoint").text
    running_game(ann, bob)
    bring_log_up()
    assert ann.get("/log/checkpoint").text != kept

    proofs = body_of(ann.get(f"/v1/games/{game}/inclusion", query_string={"size": 2}))
    assert proofs["checkpoint"] == kept
    for size in (1, 5000):
        refused = ann.get(f"/v1/games/{game}/inclusion", query_string={"size": size})
        assert (refused.status_code, body_of(refused)["code"]) == (409, "log/not_yet")


def test_before_the_log_shows_a_game_nothing_is_proved_and_records_say_nothing_of_it(
    ann: Person, bob: Person, bring_log_up: Callable[[], None]
) -> None:
    bring_log_up()
    game = running_game(ann, bob)
    refused = ann.get(f"/v1/games/{game}/inclusion")

    assert (refused.status_code, body_of(refused)["code"], body_of(refused)["retryable"]) == (409, "log/not_yet", True)
    assert "log" not in json.loads(record_of(ann, game).splitlines()[0])


def test_who_may_not_see_a_game_learns_nothing_of_it_from_its_proofs(
    app: Flask, ann: Person, bob: Person, nobody: Person, bring_log_up: Callable[[], None]
) -> None:
    game = ann.opens_game(visibility="private")
    bring_log_up()

    assert ann.get(f"/v1/games/{game}/inclusion").status_code == 200
    assert as_official(app, "Judy", "disputes:rule").get(f"/v1/games/{game}/inclusion").status_code == 200
    for stranger in (bob, nobody):
        known = stranger.get(f"/v1/games/{game}/inclusion")
        unknown = stranger.get("/v1/games/00000000-0000-4000-8000-000000000009/inclusion")
        assert known.status_code == unknown.status_code == 404
        assert body_of(known) == {**body_of(unknown), "detail": body_of(known)["detail"]}


def test_the_log_names_no_game_and_nobody(
    ann: Person, bob: Person, nobody: Person, bring_log_up: Callable[[], None]
) -> None:
    game = running_game(ann, bob, visibility="unlisted")
    bring_log_up()
    bundle = nobody.get("/log/tile/entries/000.p/2").data

    found = [parse_entry(entry) for entry in read_bundle(bundle, width=2)]
    assert [entry and entry.game for entry in found] == [hidden_id(game)] * 2
    for secret in (game, ann.id, bob.id, "Ann", "Bob"):
        assert secret.encode() not in bundle


def test_files_may_be_kept_for_ever_and_the_checkpoint_must_be_asked_for_anew(
    ann: Person, bob: Person, nobody: Person, bring_log_up: Callable[[], None]
) -> None:
    running_game(ann, bob)
    bring_log_up()
    for address in ("tile/0/000.p/2", "tile/entries/000.p/1"):
        tile = nobody.get(f"/log/{address}")
        assert tile.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert tile.headers["Content-Type"] == "application/octet-stream"
        assert "Vary" not in tile.headers
    checkpoint = nobody.get("/log/checkpoint")
    assert checkpoint.headers["Cache-Control"] == "no-cache"
    assert checkpoint.headers["Content-Type"] == "text/plain; charset=utf-8"
    again = nobody.get("/log/checkpoint", headers={"If-None-Match": checkpoint.headers["ETag"]})
    assert again.status_code == 304


def test_the_name_and_the_keys_are_where_the_docs_say(
    ann: Person, bob: Person, nobody: Person, bring_log_up: Callable[[], None]
) -> None:
    running_game(ann, bob)
    bring_log_up()
    about: dict[str, Any] = body_of(nobody.get("/.well-known/delvebook-log.json"))
    keys = parse_vkeys(nobody.get("/log/keys").text)

    assert about == {"origin": keys[0].name, "prefix": "/log/", "keys": [key.to_vkey() for key in keys]}
    assert open_checkpoint(nobody.get("/log/checkpoint").data, keys)[1].origin == about["origin"]


@pytest.mark.parametrize("address", ["checkpoint", "tile/0/000", "tile/0/000.p/1", "tile/../checkpoint", "x"])
def test_a_log_that_was_never_written_has_no_files(address: str, nobody: Person) -> None:
    refused = nobody.get(f"/log/{address}")

    assert (refused.status_code, body_of(refused)["code"]) == (404, "route/unknown")
    assert nobody.get("/log/keys").data == b""


@pytest.mark.parametrize("address", ["tile/0/000", "tile/0/000.p/3", "tile/1/000.p/1", "tile/9/000", "tile/0/1"])
def test_what_the_log_does_not_have_is_not_found_and_not_cached(
    address: str, ann: Person, bob: Person, nobody: Person, bring_log_up: Callable[[], None]
) -> None:
    running_game(ann, bob)
    bring_log_up()
    refused = nobody.get(f"/log/{address}")

    assert refused.status_code == 404
    assert "immutable" not in refused.headers["Cache-Control"]


def test_a_monitor_that_follows_the_log_over_http_finds_nothing_wrong(
    ann: Person, bob: Person, nobody: Person, bring_log_up: Callable[[], None]
) -> None:
    def fetch(address: str) -> bytes | None:
        answer = nobody.get(f"/log/{address}")
        return answer.data if answer.status_code == 200 else None

    kept = None
    for _ in range(3):
        running_game(ann, bob)
        bring_log_up()
        keys = parse_vkeys(nobody.get("/log/keys").text)
        kept = grow(kept, nobody.get("/log/checkpoint").data, keys=keys, fetch=fetch)

    assert kept is not None
    assert kept.checkpoint.size == 6
