"""A store and a Redis for workers, also for those that run as processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from delvebook.service.base.settings import Settings
from delvebook.service.wiring import migrate
from delvebook.workers import bots, disputes
from tests.servers import RedisServer
from tests.workers.opened import CLOSERS, build_use_cases, open_parking


@pytest.fixture
def settings(tmp_path: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    made = Settings(home=tmp_path, redis_url=redis_server.url, secret="cd" * 32)
    for name in ("home", "redis_url", "secret"):
        monkeypatch.setenv(f"DELVEBOOK_{name.upper()}", str(getattr(made, name)))
    migrate(made)
    for jobs in (bots, disputes):
        jobs._context.cache_clear()
    monkeypatch.setattr(bots, "build_use_cases", build_use_cases)
    monkeypatch.setattr(bots, "open_parking", open_parking)
    monkeypatch.setattr(disputes, "build_use_cases", build_use_cases)
    yield made
    for jobs in (bots, disputes):
        jobs._context.cache_clear()
    CLOSERS.close()
