"""Exports of many records: asked for, followed, worked off by a real RQ worker, taken, called off, forgotten."""

from __future__ import annotations

import hashlib
import io
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import zstandard
from flask import Flask
from werkzeug.test import TestResponse

from delvebook.replays.record import read_record
from delvebook.replays.verify import verify
from delvebook.service.base.settings import Settings
from delvebook.service.exporting import formats
from delvebook.service.jobs.queues import QueueName
from delvebook.workers import studies
from tests import servers
from tests.servers import RedisServer
from tests.service.api.collected import catch_up, over
from tests.service.api.house import Person, body_of, build, quiet
from tests.workers.opened import fresh_contexts

pytestmark = pytest.mark.servers
LINES = {"format": "ndjson.zst"}


@pytest.fixture
def settings(tmp_path: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    made = quiet(Settings(home=tmp_path, redis_url=redis_server.url, secret="ab" * 32))
    for name in ("home", "redis_url", "secret"):
        monkeypatch.setenv(f"DELVEBOOK_{name.upper()}", str(getattr(made, name)))
    with fresh_contexts(studies):
        yield made


def work_off(redis_server: RedisServer) -> None:
    """Carries out the jobs on the queue in this process."""
    connection = redis_server.client()
    servers.work_off(connection, QueueName.STUDIES)
    connection.close()


def ordered(person: Person, **terms: Any) -> str:
    """Where an export is that is asked for."""
    answer = person.post("/v1/exports", {**LINES, **terms})
    assert answer.status_code == 202, answer.text
    assert body_of(answer)["status"] == "queued"
    return str(answer.headers["Location"])


def taken_from(person: Person, place: str, **headers: str) -> TestResponse:
    """The file of an export."""
    with person.get(
        f"{place}/file", headers={name.replace("_", "-"): text for name, text in headers.items()}
    ) as answer:
        assert answer.data is not None
        return answer


def unpacked(data: bytes) -> list[dict[str, Any]]:
    """The lines of a packed export."""
    with zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data)) as stream:
        return [json.loads(line) for line in stream.read().splitlines()]


def test_an_export_is_made_by_a_worker_and_holds_the_records_that_were_asked_for(
    app: Flask, ann: Person, redis_server: RedisServer
) -> None:
    games = [over(app, ann) for _ in range(2)]
    over(app, ann, "random", ruleset="labyrinth")
    catch_up(app)

    place = ordered(ann, ruleset="dungeon-raiders")
    early = ann.get(f"{place}/file")
    work_off(redis_server)
    done = body_of(ann.get(place))
    taken = taken_from(ann, place)

    assert body_of(early)["code"] == "job/not_finished"
    assert (done["status"], done["progress"], done["problem"]) == ("finished", {"done": 2, "of": 2}, None)
    assert done["expires_at"] > done["finished_at"] > done["created_at"]
    assert done["file"]["records"] == 2
    assert (done["file"]["bytes"], done["file"]["sha256"]) == (
        len(taken.data),
        hashlib.sha256(taken.data).hexdigest(),
    )
    assert taken.mimetype == done["file"]["media_type"] == "application/zstd"
    *lines, end = unpacked(taken.data)
    headers = [line for line in lines if line.get("format") == "delvebook-record/1"]
    assert [header["game"] for header in headers] == games
    assert (end["records"], end["complete"], end["after"]) == (2, True, games[-1])
    first = lines[: headers[0]["head"]["n"] + 1]
    record = b"".join(json.dumps(line).encode() + b"\n" for line in first)
    assert verify(record).level("replay").status == "holds"


def test_a_part_of_the_file_can_be_taken_after_the_line_dropped(
    app: Flask, ann: Person, redis_server: RedisServer
) -> None:
    over(app, ann)
    catch_up(app)
    place = ordered(ann)
    work_off(redis_server)

    whole = taken_from(ann, place)
    rest = taken_from(ann, place, Range="bytes=100-", If_Range=whole.headers["ETag"])

    assert rest.status_code == 206
    assert rest.data == whole.data[100:]
    assert taken_from(ann, place, If_None_Match=whole.headers["ETag"]).status_code == 304


def test_an_export_is_for_the_account_that_asked_alone(
    app: Flask, ann: Person, bob: Person, nobody: Person, redis_server: RedisServer
) -> None:
    private = over(app, ann, visibility="private")
    catch_up(app)
    mine, his = ordered(ann), ordered(bob)
    work_off(redis_server)

    for path in (mine, f"{mine}/file"):
        assert body_of(bob.get(path))["code"] == "job/unknown"
        assert body_of(nobody.get(path))["code"] == "auth/required"
    assert body_of(bob.delete(mine))["code"] == "job/unknown"
    assert [export["id"] for export in body_of(ann.get("/v1/exports"))["exports"]] == [mine.rpartition("/")[2]]
    assert unpacked(taken_from(ann, mine).data)[0]["game"] == private
    assert body_of(bob.get(his))["file"]["records"] == 0


def test_a_waiting_export_can_be_called_off_and_a_finished_one_forgotten(
    app: Flask, ann: Person, settings: Settings, redis_server: RedisServer
) -> None:
    over(app, ann)
    catch_up(app)
    waiting = ordered(ann)
    assert ann.delete(waiting).status_code == 204
    assert body_of(ann.get(waiting))["status"] == "cancelled"
    finished = ordered(ann)
    work_off(redis_server)
    assert len(list(settings.exports_path.iterdir())) == 1

    assert ann.delete(finished).status_code == 204

    assert body_of(ann.get(finished))["code"] == "job/unknown"
    assert list(settings.exports_path.iterdir()) == []


def test_a_running_export_ends_when_it_is_called_off_and_leaves_nothing(
    app: Flask, ann: Person, settings: Settings, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for visibility in ("public", "private", "private"):
        over(app, ann, visibility=visibility)
    catch_up(app)
    place = ordered(ann)
    monkeypatch.setattr(studies, "REPORT_SECONDS", 0)
    add = formats.LinesWriter.add

    def called_off(self: formats.LinesWriter, header: Any, events: Any) -> None:
        assert body_of(ann.get(place))["status"] == "running"
        ann.delete(place)
        add(self, header, events)

    monkeypatch.setattr(formats.LinesWriter, "add", called_off)
    work_off(redis_server)

    after = body_of(ann.get(place))
    assert (after["status"], after["problem"]["code"], after["file"]) == ("cancelled", "job/cancelled", None)
    assert after["progress"] == {"done": 1, "of": 3}
    assert list(settings.exports_path.iterdir()) == []


def test_an_export_is_started_again_when_its_worker_dies(app: Flask, ann: Person, redis_server: RedisServer) -> None:
    over(app, ann)
    catch_up(app)
    place = ordered(ann)
    connection = redis_server.client()
    servers.take_and_die(connection, QueueName.STUDIES)
    assert body_of(ann.get(place))["status"] == "running"

    servers.fall_silent(connection, f"export-{place.rpartition('/')[2]}")
    assert body_of(ann.get(place))["status"] == "queued"
    work_off(redis_server)

    assert body_of(ann.get(place))["status"] == "finished"
    connection.close()


def test_a_file_is_forgotten_after_its_time(
    app: Flask, ann: Person, settings: Settings, redis_server: RedisServer
) -> None:
    over(app, ann)
    catch_up(app)
    first = ordered(ann)
    work_off(redis_server)
    [file] = settings.exports_path.iterdir()
    old = time.time() - settings.studies_kept_seconds - 1
    os.utime(file, (old, old))

    assert body_of(ann.get(f"{first}/file"))["code"] == "job/unknown"
    ordered(ann)
    work_off(redis_server)

    assert file not in list(settings.exports_path.iterdir())


def test_too_many_exports_of_one_account_are_refused_and_too_large_ones_end(
    app: Flask, ann: Person, bob: Person, settings: Settings, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    over(app, ann)
    catch_up(app)
    monkeypatch.setenv("DELVEBOOK_EXPORT_BYTES_MAX", "10")
    monkeypatch.setattr(formats, "ZSTD_LEVEL", 1)
    flush = formats.LinesWriter.add

    def flushed(self: formats.LinesWriter, header: Any, events: Any) -> None:
        flush(self, header, events)
        self._stream.flush()
        self._file.flush()

    monkeypatch.setattr(formats.LinesWriter, "add", flushed)
    places = [ordered(ann) for _ in range(settings.studies_owned_max)]

    assert body_of(ann.post("/v1/exports", LINES))["code"] == "service/busy"
    ordered(bob)
    work_off(redis_server)

    failed = body_of(ann.get(places[0]))
    assert (failed["status"], failed["problem"]["code"], failed["problem"]["bytes_max"]) == (
        "failed",
        "export/too_large",
        10,
    )
    assert list(settings.exports_path.iterdir()) == []


def test_tables_are_refused_with_what_to_install_where_they_cannot_be_written(
    ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formats, "find_spec", lambda _: None)

    refused = ann.post("/v1/exports", {"format": "parquet"})
    told = ann.post("/v1/exports?lang=ru", {"format": "parquet"})

    assert refused.status_code == 422
    assert (body_of(refused)["code"], body_of(refused)["install"]) == ("export/format_unavailable", "delvebook[export]")
    assert "delvebook[export]" in body_of(refused)["detail"]
    assert "delvebook[export]" in body_of(told)["detail"]


def test_without_redis_an_export_is_refused_and_records_still_stream(tmp_path: Path) -> None:
    app = build(quiet(Settings(home=tmp_path, secret="ab" * 32)))
    ann = Person(app, "Ann")

    assert body_of(ann.post("/v1/exports", LINES))["code"] == "service/unavailable"
    assert ann.get("/v1/records").status_code == 200
    app.extensions["delvebook"].close()


# -- pseudonyms --------------------------------------------------------------------------------------


def test_under_pseudonyms_nothing_can_be_looked_up(
    app: Flask, ann: Person, bob: Person, redis_server: RedisServer
) -> None:
    from tests.service.api.house import play_to_the_end, running_game  # noqa: PLC0415

    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    over(app, ann)
    catch_up(app)
    record = read_record(ann.get(f"/v1/games/{game}/record").data)
    places = [ordered(ann, pseudonymous=True), ordered(ann, pseudonymous=True)]
    work_off(redis_server)
    exports = [unpacked(taken_from(ann, place).data) for place in places]

    text = json.dumps(exports[0])
    strings = set(strings_of(record.header)) | {text for event in record.events() for text in strings_of(event)}
    telling = {one for one in strings if len(one) >= 32 or one in (ann.id, bob.id) or one.startswith(("player:", "20"))}
    assert len(telling) > 100
    content = record.header["content"]
    assert {one for one in telling if one in text} == {content}
    assert len({json.dumps(export[0]["game"]) for export in exports}) == 2
    assert exports[0][-1]["after"] is None


def test_an_account_has_one_pseudonym_in_an_export_and_another_one_in_the_next(
    app: Flask, ann: Person, redis_server: RedisServer
) -> None:
    for _ in range(2):
        over(app, ann)
    catch_up(app)
    places = [ordered(ann, pseudonymous=True), ordered(ann, pseudonymous=True)]
    work_off(redis_server)

    creators = [
        [line["data"]["creator"] for line in unpacked(taken_from(ann, place).data) if line.get("type") == "GameCreated"]
        for place in places
    ]

    assert [len(found) for found in creators] == [2, 2]
    assert len(set(creators[0])) == len(set(creators[1])) == 1
    assert creators[0] != creators[1]


def strings_of(value: Any) -> Iterator[str]:
    """Every string in plain data."""
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from strings_of(one)
