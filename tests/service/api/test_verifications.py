"""Checks of long records: asked for, followed, worked off by a real RQ worker over a real Redis."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from rq import Queue
from structlog.testing import capture_logs
from werkzeug.test import TestResponse

from delvebook.service.base.errors import BusyError
from delvebook.service.base.settings import Settings
from delvebook.service.checks import sandbox
from delvebook.service.checks.jobs import Verifications
from delvebook.service.checks.sandbox import Checker
from delvebook.service.jobs.queues import QueueName, open_queue
from delvebook.workers import checks
from tests import servers
from tests.house.files import ROOT
from tests.replays.test_kept import KEPT
from tests.servers import RedisServer
from tests.service.api.house import Person, body_of, build, play_bots, play_to_the_end, quiet, running_game
from tests.waiting import until

pytestmark = pytest.mark.servers
NDJSON = "application/x-ndjson"
ASYNC = {"Prefer": "respond-async"}
GOLDEN = (ROOT / "replays" / "golden_games" / "runebound" / "two-dice.jsonl").read_bytes()
SLOW = GOLDEN.splitlines(keepends=True)[0] + b"{}\n" * 60_000
"""Seconds of work, each line of it wrong."""


@pytest.fixture
def settings(tmp_path: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    made = quiet(Settings(home=tmp_path, redis_url=redis_server.url, secret="ab" * 32))
    for name in ("home", "redis_url", "secret"):
        monkeypatch.setenv(f"DELVEBOOK_{name.upper()}", str(getattr(made, name)))
    checks._context.cache_clear()
    yield made
    checks._context.cache_clear()


@contextmanager
def service(settings: Settings, **changes: Any) -> Iterator[Flask]:
    """An application with other settings."""
    made = build(replace(settings, **changes))
    yield made
    made.extensions["delvebook"].close()


def upload(person: Person, record: bytes, **headers: str) -> TestResponse:
    return person.post("/v1/verifications", data=record, content_type=NDJSON, headers=headers)


def accepted(answer: TestResponse) -> str:
    """Where the job is, if the answer says that there is one."""
    assert answer.status_code == 202, answer.text
    body = body_of(answer)
    assert answer.headers["Location"] == f"/v1/verifications/{body['id']}"
    assert re.fullmatch("[0-9a-f]{32}", body["id"])
    return str(answer.headers["Location"])


def work_off(redis_server: RedisServer) -> None:
    """Carries out the jobs on the queue in this process."""
    with queue_of(redis_server) as queue:
        servers.work_off(queue.connection, QueueName.CHECKS)


@contextmanager
def queue_of(redis_server: RedisServer) -> Iterator[Queue]:
    """The queue of checks."""
    connection = redis_server.client()
    yield open_queue(QueueName.CHECKS, connection)
    connection.close()


def waiting(redis_server: RedisServer) -> int:
    with queue_of(redis_server) as queue:
        return int(queue.count)


def take(redis_server: RedisServer) -> None:
    """A worker takes the job on the queue and starts it, but never gets anywhere."""
    with queue_of(redis_server) as queue:
        servers.take_and_die(queue.connection, QueueName.CHECKS)


def fall_silent(redis_server: RedisServer, job: str) -> None:
    """Lets so much time pass that the job's worker counts as dead."""
    with queue_of(redis_server) as queue:
        servers.fall_silent(queue.connection, f"check-{job.rpartition('/')[2]}")


def jobs_of(app: Flask) -> Verifications:
    found: Verifications = app.extensions["delvebook"].verifications
    return found


# -- uploads ----------------------------------------------------------------------------------------


def test_a_long_record_is_checked_by_a_worker_and_the_report_is_the_same(
    settings: Settings, redis_server: RedisServer
) -> None:
    with service(settings, check_inline_bytes=len(GOLDEN) - 1) as app:
        nobody = Person(app)
        asked = upload(nobody, GOLDEN)
        job = accepted(asked)
        before = nobody.get(job)
        work_off(redis_server)
        after = nobody.get(job)

    lines = len(GOLDEN.splitlines())
    assert body_of(asked) == body_of(before)
    assert body_of(before)["status"] == "queued"
    assert body_of(before)["progress"] == {"lines": 0, "of": lines}
    assert body_of(before)["report"] is body_of(before)["problem"] is body_of(before)["finished_at"] is None
    assert before.headers["Retry-After"] == asked.headers["Retry-After"] == "1"
    assert "Preference-Applied" not in asked.headers
    assert body_of(after)["status"] == "finished"
    assert body_of(after)["progress"] == {"lines": lines, "of": lines}
    assert body_of(after)["finished_at"] > body_of(after)["created_at"]
    assert "Retry-After" not in after.headers
    with service(settings) as app:
        at_once = upload(Person(app), GOLDEN)
    assert at_once.status_code == 200
    assert body_of(after)["report"] == body_of(at_once)
    assert body_of(at_once)["holds"] is True


def test_a_record_of_the_very_limit_is_checked_at_once(settings: Settings, redis_server: RedisServer) -> None:
    with service(settings, check_inline_bytes=len(GOLDEN)) as app:
        assert upload(Person(app), GOLDEN).status_code == 200
    assert waiting(redis_server) == 0


def test_a_client_may_prefer_not_to_wait(nobody: Person, redis_server: RedisServer) -> None:
    asked = upload(nobody, GOLDEN, **ASYNC)
    work_off(redis_server)

    assert asked.headers["Preference-Applied"] == "respond-async"
    assert body_of(nobody.get(accepted(asked)))["report"]["holds"] is True


def test_an_operator_may_have_every_record_checked_by_a_worker(settings: Settings) -> None:
    with service(settings, check_inline_bytes=0) as app:
        ann, bob = Person(app, "Ann"), Person(app, "Bob")
        accepted(upload(ann, b"\n"))
        accepted(ann.get(f"/v1/games/{running_game(ann, bob)}/verification"))


def test_the_same_record_sent_twice_is_two_jobs(nobody: Person) -> None:
    first, second = (accepted(upload(nobody, GOLDEN, **ASYNC)) for _ in range(2))

    assert first != second


def test_a_forged_records_report_names_the_event(nobody: Person, redis_server: RedisServer) -> None:
    lines = GOLDEN.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if number > 500 and b'"draws":[{' in line)
    event = json.loads(lines[at])
    lines[at] = lines[at].replace(b'"by":"', b'"by":"x', 1)

    job = accepted(upload(nobody, b"".join(lines), **ASYNC))
    work_off(redis_server)

    report = body_of(nobody.get(job))["report"]
    assert report["holds"] is False
    assert (report["first"]["n"], report["first"]["line"]) == (event["n"], at + 1)
    assert report["first"]["code"].startswith("chain/")


def test_receipts_travel_with_the_record(ann: Person, bob: Person, redis_server: RedisServer) -> None:
    game = running_game(ann, bob)
    receipt = body_of(ann.acts(game))["receipt"]
    record = ann.get(f"/v1/games/{game}/record").data
    forged = f"{receipt[:-6]}AAAAAA"
    jobs = [
        accepted(ann.post("/v1/verifications", {"record": record.decode(), "receipts": [one]}, headers=ASYNC))
        for one in (receipt, forged)
    ]
    work_off(redis_server)

    true, false = (body_of(ann.get(job))["report"]["levels"][1] for job in jobs)
    assert (true["level"], true["status"]) == ("receipts", "holds")
    assert [finding["code"] for finding in false["findings"]] == ["receipts/signature"]


def test_the_records_of_parents_travel_with_a_forks(nobody: Person, redis_server: RedisServer) -> None:
    game, fork = ((KEPT / f"{name}.jsonl").read_bytes() for name in ("resumed", "fork"))
    sent = {"record": (BytesIO(fork), "fork.jsonl"), "parents": (BytesIO(game), "game.jsonl")}
    beside = accepted(nobody.post("/v1/verifications", data=sent, headers=ASYNC))
    alone = accepted(upload(nobody, fork, **ASYNC))
    work_off(redis_server)

    for job, status in ((beside, "holds"), (alone, "not applicable")):
        levels = {one["level"]: one["status"] for one in body_of(nobody.get(job))["report"]["levels"]}
        assert (levels["chain"], levels["replay"]) == ("holds", status)


def test_a_finished_forks_own_check_takes_its_parents_along_as_a_job_too(
    ann: Person, bob: Person, redis_server: RedisServer
) -> None:
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    fork = body_of(ann.post(f"/v1/games/{game}/forks", {"event": 6}))["game"]["id"]
    for person in (ann, bob):
        person.sits(fork)
    ann.starts(fork)
    play_to_the_end(fork, ann, bob)
    accepted(ann.get(f"/v1/games/{fork}/verification", headers=ASYNC))
    work_off(redis_server)

    levels = body_of(ann.get(f"/v1/games/{fork}/verification", headers=ASYNC))["levels"]
    assert {one["level"]: one["status"] for one in levels}["replay"] == "holds"


def test_a_job_asks_the_bots_again_if_that_is_wanted_and_is_another_job_than_one_that_does_not(
    app: Flask, ann: Person, redis_server: RedisServer
) -> None:
    game = ann.opens_game(bots=[{"seat": 0, "bot": "random"}, {"seat": 1, "bot": "random"}])
    ann.starts(game)
    play_bots(app, game)
    path = f"/v1/games/{game}/verification"
    record = ann.get(f"/v1/games/{game}/record").data
    usual = accepted(ann.get(path, headers=ASYNC))
    asked = accepted(ann.get(f"{path}?level=bots&level=chain", headers=ASYNC))
    same = accepted(ann.get(f"{path}?level=chain&level=bots", headers=ASYNC))
    sent = accepted(ann.post("/v1/verifications?level=bots", data=record, content_type=NDJSON, headers=ASYNC))
    work_off(redis_server)
    found = [
        {level["level"]: level["status"] for level in body_of(ann.get(job))["report"]["levels"]}
        for job in (usual, asked, sent)
    ]

    assert usual != asked == same
    assert "bots" not in found[0]
    assert found[1:] == [{"chain": "holds", "bots": "holds"}, {"bots": "holds"}]


def test_receipts_that_grow_when_they_are_packed_are_unpacked_all_the_same(
    settings: Settings, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = 400_000
    monkeypatch.setenv("DELVEBOOK_RECORD_BYTES_MAX", str(limit))
    with service(settings, record_bytes_max=limit) as app:
        nobody = Person(app)
        parts = {"record": GOLDEN.splitlines()[0].decode(), "receipts": "\x01" * 390_000}
        job = accepted(nobody.post("/v1/verifications", data=parts, content_type="multipart/form-data", headers=ASYNC))
        work_off(redis_server)

        report = body_of(nobody.get(job))["report"]
    assert [finding["code"] for finding in report["levels"][1]["findings"]] == ["receipts/not_a_jws"]


def test_an_upload_that_is_no_record_ends_with_the_problem_it_would_have_had_at_once(
    nobody: Person, redis_server: RedisServer
) -> None:
    at_once = body_of(upload(nobody, b"hello\n"))
    job = accepted(upload(nobody, b"hello\n", **ASYNC))
    work_off(redis_server)

    body = body_of(nobody.get(job))
    assert (body["status"], body["report"]) == ("failed", None)
    assert body["problem"] == at_once
    assert body["problem"]["code"] == "record/malformed"


def test_a_report_made_to_be_long_is_not_kept(nobody: Person, redis_server: RedisServer) -> None:
    header = json.loads(GOLDEN.splitlines()[0])
    header["ruleset"] = "x" * 300_000 + "@1"

    job = accepted(upload(nobody, json.dumps(header).encode() + b"\n", **ASYNC))
    work_off(redis_server)

    assert body_of(nobody.get(job))["problem"]["code"] == "record/malformed"


@pytest.mark.parametrize("id_", ["0" * 32, "0", "A" * 32, "..", "0" * 31 + "g", "0" * 32 + ":record"])
def test_an_unknown_id_is_not_found(nobody: Person, id_: str) -> None:
    answer = nobody.get(f"/v1/verifications/{id_}")

    assert answer.status_code == 404
    assert body_of(answer)["code"] in ("verification/unknown", "route/unknown")


def test_an_id_is_told_to_the_client_that_asked_and_to_no_log(nobody: Person, redis_server: RedisServer) -> None:
    nobody.get("/v1/rulesets")  # The judge of answers fetches the document at the first.
    with capture_logs() as logs:
        job = accepted(upload(nobody, GOLDEN, **ASYNC))
        nobody.get(job)
        work_off(redis_server)
        nobody.get(job)

    assert [line["event"] for line in logs] == ["request", "request", "check", "request"]
    assert job.rpartition("/")[2] not in json.dumps(logs)


def test_a_result_is_forgotten_after_its_time(
    settings: Settings, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DELVEBOOK_CHECKS_KEPT_SECONDS", "2")
    with service(settings, checks_kept_seconds=2) as app:
        nobody = Person(app)
        job = accepted(upload(nobody, GOLDEN, **ASYNC))
        work_off(redis_server)
        assert body_of(nobody.get(job))["status"] == "finished"

        until(lambda: nobody.get(job).status_code == 404, "the result is forgotten")
        assert body_of(nobody.get(job))["code"] == "verification/unknown"
    connection = redis_server.client()
    assert list(connection.keys("delvebook:check:*")) == []
    assert list(connection.keys("rq:job:*")) == []
    connection.close()


def test_a_result_is_kept_for_a_day_and_the_record_no_longer_than_it_takes(
    nobody: Person, redis_server: RedisServer
) -> None:
    id_ = accepted(upload(nobody, GOLDEN, **ASYNC)).rpartition("/")[2]
    connection = redis_server.client()
    assert connection.keys("delvebook:check:*") == [f"delvebook:check:{id_}:record".encode()]
    work_off(redis_server)

    assert connection.keys("delvebook:check:*") == []
    (key,) = connection.keys("rq:job:*")
    assert 86_000 < connection.ttl(key) <= 86_400
    connection.close()


def test_only_so_many_results_are_kept(
    nobody: Person, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("delvebook.service.checks.jobs.ENDED_MAX", 2)
    jobs = [accepted(upload(nobody, b"hello\n", **ASYNC)) for _ in range(4)]
    work_off(redis_server)

    assert [nobody.get(job).status_code for job in jobs] == [404, 404, 200, 200]


def test_only_so_many_jobs_may_wait(settings: Settings, redis_server: RedisServer) -> None:
    with service(settings, checks_waiting_max=2) as app:
        nobody = Person(app)
        jobs = [accepted(upload(nobody, GOLDEN, **ASYNC)) for _ in range(2)]
        refused = upload(nobody, GOLDEN, **ASYNC)
        assert (refused.status_code, body_of(refused)["code"]) == (503, "service/busy")
        assert upload(nobody, GOLDEN).status_code == 200

        work_off(redis_server)
        jobs.append(accepted(upload(nobody, GOLDEN, **ASYNC)))
        work_off(redis_server)
        assert [body_of(nobody.get(job))["status"] for job in jobs] == ["finished"] * 3


def test_with_redis_away_short_records_are_checked_and_long_ones_are_refused_clearly(
    settings: Settings, redis_server: RedisServer
) -> None:
    with service(settings, check_inline_bytes=len(GOLDEN)) as app:
        ann, bob = Person(app, "Ann"), Person(app, "Bob")
        game = running_game(ann, bob)
        job = accepted(upload(ann, GOLDEN, **ASYNC))
        redis_server.kill()

        assert body_of(upload(ann, GOLDEN))["holds"] is True
        assert body_of(ann.get(f"/v1/games/{game}/verification"))["holds"] is True
        refused = [
            upload(ann, GOLDEN + b"\n"),
            upload(ann, GOLDEN, **ASYNC),
            ann.get(f"/v1/games/{game}/verification", headers=ASYNC),
            ann.get(job),
        ]
        for answer in refused:
            assert (answer.status_code, body_of(answer)["code"]) == (503, "service/unavailable")
            assert "Redis" in body_of(answer)["detail"]
            assert body_of(answer)["retryable"] is True

        redis_server.start()
        assert ann.get(job).status_code == 404
        accepted(upload(ann, GOLDEN, **ASYNC))


# -- games ------------------------------------------------------------------------------------------


def test_asking_again_for_a_games_check_finds_the_same_job_and_then_the_report(
    ann: Person, bob: Person, redis_server: RedisServer
) -> None:
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    path = f"/v1/games/{game}/verification"
    at_once = ann.get(path)

    first, again = (accepted(ann.get(path, headers=ASYNC)) for _ in range(2))
    assert first == again
    assert waiting(redis_server) == 1
    work_off(redis_server)

    finished = ann.get(path, headers=ASYNC)
    assert (finished.status_code, body_of(finished)) == (200, body_of(at_once))
    report = body_of(ann.get(first))["report"]
    assert report.pop("header")["game"] == game
    assert body_of(at_once) == {**body_of(at_once), **report}
    assert body_of(at_once).keys() - report.keys() == {"game", "n", "head", "viewer"}
    assert waiting(redis_server) == 0


def test_a_long_games_record_is_checked_by_a_worker_without_being_asked_to(
    settings: Settings, redis_server: RedisServer
) -> None:
    with service(settings, check_inline_bytes=4000) as app:
        ann, bob = Person(app, "Ann"), Person(app, "Bob")
        game = running_game(ann, bob)
        path = f"/v1/games/{game}/verification"
        assert len(ann.get(f"/v1/games/{game}/record").data) > 4000
        job = accepted(ann.get(path))
        assert body_of(ann.get(job))["progress"]["of"] == len(ann.get(f"/v1/games/{game}/record").data.splitlines())
        work_off(redis_server)

        assert body_of(ann.get(path))["holds"] is True


def test_another_viewer_another_receipt_or_another_event_is_another_job(
    ann: Person, bob: Person, nobody: Person
) -> None:
    game = running_game(ann, bob)
    receipt = body_of(ann.acts(game))["receipt"]
    path = f"/v1/games/{game}/verification"

    def job(person: Person, query: str = "") -> str:
        return accepted(person.get(path + query, headers=ASYNC))

    jobs = [job(ann), job(bob), job(nobody), job(ann, f"?receipt={receipt}"), job(ann, "?receipt=a&receipt=b")]
    assert len(set(jobs)) == len(jobs)
    assert job(Person(nobody.client.application, "Cid")) == jobs[2]
    bob.acts(game)
    assert job(ann) not in jobs


def test_another_service_gives_the_same_question_another_id(settings: Settings) -> None:
    with service(settings) as app, service(settings, secret="cd" * 32) as other:
        decision_scope = ("game", 7, "seat:0", [])
        assert jobs_of(app).id_for(*decision_scope) == jobs_of(app).id_for(*decision_scope)
        assert jobs_of(app).id_for(*decision_scope) != jobs_of(other).id_for(*decision_scope)


def test_a_games_record_beyond_any_limit_is_not_put_on_the_queue(settings: Settings, redis_server: RedisServer) -> None:
    with service(settings, check_inline_bytes=100, record_bytes_max=1000) as app:
        ann, bob = Person(app, "Ann"), Person(app, "Bob")
        refused = ann.get(f"/v1/games/{running_game(ann, bob)}/verification")

    assert (refused.status_code, body_of(refused)["code"]) == (503, "service/too_slow")
    assert body_of(refused)["bytes_max"] == 1000
    assert waiting(redis_server) == 0


# -- what goes wrong --------------------------------------------------------------------------------


def test_a_check_that_takes_too_long_has_failed(
    ann: Person, bob: Person, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DELVEBOOK_CHECK_JOB_SECONDS_MAX", "0")
    monkeypatch.setattr(sandbox, "GRACE_SECONDS", 0)  # Its time is up before it has begun.
    path = f"/v1/games/{running_game(ann, bob)}/verification"
    jobs = [accepted(upload(ann, GOLDEN, **ASYNC)), accepted(ann.get(path, headers=ASYNC))]
    work_off(redis_server)

    for job in jobs:
        body = body_of(ann.get(job))
        assert (body["status"], body["report"]) == ("failed", None)
        assert body["problem"]["code"] == "service/too_slow"
    refused = ann.get(path, headers=ASYNC)
    assert (refused.status_code, body_of(refused)["code"]) == (503, "service/too_slow")


def test_a_defect_of_ours_is_told_by_its_number_alone(
    ann: Person, bob: Person, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(*_: Any, **__: Any) -> Any:
        raise RuntimeError("the hidden card is a dragon")

    monkeypatch.setattr(Checker, "check", break_down)
    path = f"/v1/games/{running_game(ann, bob)}/verification"
    with capture_logs() as logs:
        job = accepted(ann.get(path, headers=ASYNC))
        work_off(redis_server)
        told, refused = ann.get(job), ann.get(path, headers=ASYNC)

    problem = body_of(told)["problem"]
    (incident,) = [line for line in logs if line["event"] == "incident" and "break_down" in line["where"][-1]]
    assert (problem["code"], problem["incident"]) == ("service/internal", incident["incident"])
    assert (refused.status_code, body_of(refused)["code"]) == (500, "service/internal")
    assert "dragon" not in told.text + refused.text + str(logs)


def test_a_record_that_came_out_of_redis_another_is_not_believed(nobody: Person, redis_server: RedisServer) -> None:
    jobs = [accepted(upload(nobody, GOLDEN, **ASYNC)) for _ in range(2)]
    ids = [job.rpartition("/")[2] for job in jobs]
    connection = redis_server.client()
    connection.hset(f"delvebook:check:{ids[0]}:record", "record", b"no zlib")
    connection.delete(f"delvebook:check:{ids[1]}:record")
    connection.close()
    work_off(redis_server)

    assert [body_of(nobody.get(job))["problem"]["code"] for job in jobs] == ["service/internal", "service/interrupted"]


def test_a_check_whose_worker_dies_is_started_again_and_the_second_time_given_up(
    ann: Person, bob: Person, redis_server: RedisServer
) -> None:
    path = f"/v1/games/{running_game(ann, bob)}/verification"
    job = accepted(ann.get(path, headers=ASYNC))

    take(redis_server)
    assert body_of(ann.get(job))["status"] == "running"
    fall_silent(redis_server, job)
    assert body_of(ann.get(job))["status"] == "queued"
    assert waiting(redis_server) == 1

    take(redis_server)
    assert body_of(ann.get(job))["status"] == "running"
    assert waiting(redis_server) == 0
    fall_silent(redis_server, job)
    body = body_of(ann.get(job))
    assert (body["status"], body["problem"]["code"]) == ("failed", "service/interrupted")
    assert body["problem"]["retryable"] is True
    assert body["finished_at"] > body["created_at"]
    with queue_of(redis_server) as queue:
        assert 0 < queue.connection.ttl(f"rq:job:check-{job.rpartition('/')[2]}") <= 600
    assert body_of(ann.get(path, headers=ASYNC))["code"] == "service/interrupted"


def test_a_check_that_was_taken_by_a_worker_that_died_at_once_is_started_again(
    nobody: Person, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = accepted(upload(nobody, GOLDEN, **ASYNC))
    with queue_of(redis_server) as queue:
        queue.connection.lmove(queue.key, queue.intermediate_queue_key)  # All that the worker lived to do.

    assert body_of(nobody.get(job))["status"] == "queued"
    assert waiting(redis_server) == 0
    monkeypatch.setattr("delvebook.service.jobs.queues.SILENCE_SECONDS", 0)
    nobody.get(job)
    assert waiting(redis_server) == 1


def test_a_job_that_is_delivered_twice_is_carried_out_once(
    nobody: Person, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = accepted(upload(nobody, GOLDEN, **ASYNC))
    with queue_of(redis_server) as queue:
        queue.push_job_id(queue.job_ids[0])
    counted: list[Path] = []
    check = Checker.check

    def count(self: Checker, path: Path, **given: Any) -> dict[str, Any]:
        counted.append(path)
        return check(self, path, **given)

    monkeypatch.setattr(Checker, "check", count)
    work_off(redis_server)

    assert len(counted) == 1
    assert body_of(nobody.get(job))["status"] == "finished"


@contextmanager
def worker() -> Iterator[subprocess.Popen[bytes]]:
    """A worker for checks, as a process."""
    started = subprocess.Popen(
        [sys.executable, "-m", "delvebook.service.cli", "worker", "--queue", "checks"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield started
    finally:
        started.kill()
        started.wait()


@pytest.mark.long
def test_progress_is_seen_to_move_and_a_killed_workers_check_is_finished_by_the_next(nobody: Person) -> None:
    """Real processes; the first is killed as a power cut would."""
    job = accepted(upload(nobody, SLOW, **ASYNC))
    seen: list[tuple[str, int]] = []

    def look() -> str:
        body = body_of(nobody.get(job))
        now = (body["status"], body["progress"]["lines"])
        if now not in seen[-1:]:
            seen.append(now)
        return str(body["status"])

    def has_moved() -> bool:
        look()
        return len({lines for status, lines in seen if status == "running" and lines > 0}) >= 3

    with worker():
        until(has_moved, "progress is seen to move")
    lines = [count for status, count in seen if status == "running"]
    assert lines == sorted(lines)
    assert lines[-1] < 60_001

    until(lambda: look() == "queued", "the silence of the dead worker is noticed")
    with worker():
        until(lambda: look() == "finished", "another worker finishes the check", seconds=240)
    body = body_of(nobody.get(job))
    assert body["progress"] == {"lines": 60_001, "of": 60_001}
    assert body["report"]["holds"] is False
    assert body["report"]["first"]["line"] == 2


def test_where_there_is_no_place_for_a_check_no_record_is_made_for_it(
    app: Flask, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = running_game(ann, bob)
    services = app.extensions["delvebook"]

    def busy(_: str) -> None:
        raise BusyError("other records are being checked; try again")

    def made(*_: Any) -> None:
        raise AssertionError("a record was made for nothing")

    monkeypatch.setattr(services.checker, "require_place", busy)
    monkeypatch.setattr(services.use.exports, "export", made)

    refused = ann.get(f"/v1/games/{game}/verification")

    assert (refused.status_code, body_of(refused)["code"]) == (503, "service/busy")
