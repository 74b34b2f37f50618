"""The worker gives signs of life while it works, and only by them its job counts as alive."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from rq import Queue
from rq.job import JobStatus

from delvebook.service.jobs.queues import CLAIM_SECONDS, QueueName, is_alive, open_queue, revive, take_from_worker
from delvebook.workers import worker
from delvebook.workers.offers import offer
from tests.servers import RedisServer, fall_silent, take_and_die, work_off

pytestmark = pytest.mark.servers


@pytest.fixture
def connection(redis_server: RedisServer) -> Iterator[redis.Redis]:
    with redis_server.client() as made:
        yield made


@pytest.fixture
def queue(connection: redis.Redis) -> Queue:
    return open_queue(QueueName.FINDINGS, connection)


def enqueue(queue: Queue, *, seconds: float = 0.0) -> None:
    queue.enqueue_call("time.sleep", args=(seconds,), job_id="nap", result_ttl=60)


def test_it_beats_while_it_works_and_its_job_stays_alive(
    connection: redis.Redis, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "BEAT_SECONDS", 0.05)
    enqueue(queue, seconds=1.5)
    beats: set[object] = set()
    alive: set[bool] = set()
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.wait(0.02):
            job = queue.fetch_job("nap")
            if job is not None and job.get_status() == JobStatus.STARTED:
                beats.add(job.last_heartbeat)
                alive.add(is_alive(queue, job))

    watcher = threading.Thread(target=watch)
    watcher.start()
    work_off(connection, QueueName.FINDINGS)
    is_over.set()
    watcher.join()

    assert len(beats) >= 3
    assert True in alive
    assert queue.fetch_job("nap").get_status() == JobStatus.FINISHED  # type: ignore[union-attr]
    assert not [thread for thread in threading.enumerate() if thread.name == "beat"]


def test_a_job_is_alive_while_it_waits_and_while_its_worker_beats(connection: redis.Redis, queue: Queue) -> None:
    enqueue(queue)
    job = queue.fetch_job("nap")
    assert job is not None
    assert is_alive(queue, job)

    taker = take_and_die(connection, QueueName.FINDINGS)
    assert is_alive(queue, job)
    fall_silent(connection, "nap")
    assert not is_alive(queue, job)

    [execution] = taker.executions.values()
    taker.maintain_heartbeats(job, execution)
    assert is_alive(queue, job)


def test_a_dead_workers_job_is_taken_from_it_once(connection: redis.Redis, queue: Queue) -> None:
    enqueue(queue)
    take_and_die(connection, QueueName.FINDINGS)
    job = queue.fetch_job("nap")
    assert job is not None

    def put_back(pipeline: Any) -> None:
        job.set_status(JobStatus.QUEUED, pipeline=pipeline)
        queue.push_job_id(job.id, pipeline=pipeline)

    assert not take_from_worker(queue, job, put_back)
    fall_silent(connection, "nap")
    assert take_from_worker(queue, job, put_back)
    assert not take_from_worker(queue, job, put_back)
    assert queue.job_ids == ["nap"]


def test_a_process_that_died_while_it_took_a_job_does_not_keep_it_from_others(
    connection: redis.Redis, queue: Queue
) -> None:
    enqueue(queue)
    take_and_die(connection, QueueName.FINDINGS)
    fall_silent(connection, "nap")
    job = queue.fetch_job("nap")
    assert job is not None

    def die(_: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        take_from_worker(queue, job, die)
    assert not revive(queue, job)
    [claim] = connection.keys("*:claim:nap")
    assert 0 < connection.ttl(claim) <= CLAIM_SECONDS
    connection.delete(claim)
    assert revive(queue, job)


def test_a_job_without_retries_has_failed_with_its_worker(connection: redis.Redis, queue: Queue) -> None:
    enqueue(queue)
    take_and_die(connection, QueueName.FINDINGS)
    fall_silent(connection, "nap")
    job = queue.fetch_job("nap")
    assert job is not None

    assert revive(queue, job)
    assert job.get_status() == JobStatus.FAILED
    assert queue.job_ids == []


def test_a_worker_goes_on_beating_when_redis_is_back(
    connection: redis.Redis, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "BEAT_SECONDS", 0.02)
    beats: list[float] = []

    def beat() -> None:
        beats.append(time.monotonic())
        if len(beats) == 1:
            raise redis.ConnectionError("away")

    with worker._beating(beat):
        deadline = time.monotonic() + 10
        while len(beats) < 3:
            assert time.monotonic() < deadline
            time.sleep(0.01)


def offer_nap(queue: Queue) -> bool:
    return offer(queue, time.sleep, (0,), job_id="nap", seconds_max=5)


def test_work_is_offered_again_once_its_worker_is_dead_and_not_before(connection: redis.Redis, queue: Queue) -> None:
    assert offer_nap(queue)
    assert not offer_nap(queue)
    take_and_die(connection, QueueName.FINDINGS)
    assert not offer_nap(queue)

    fall_silent(connection, "nap")
    assert offer_nap(queue)
    assert queue.job_ids == ["nap"]


def test_work_that_failed_is_offered_again(connection: redis.Redis, queue: Queue) -> None:
    assert offer_nap(queue)
    take_and_die(connection, QueueName.FINDINGS)
    fall_silent(connection, "nap")
    job = queue.fetch_job("nap")
    assert job is not None
    assert revive(queue, job)
    assert job.get_status() == JobStatus.FAILED

    assert offer_nap(queue)
    assert queue.job_ids == ["nap"]
