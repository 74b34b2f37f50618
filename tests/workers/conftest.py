"""A store and a Redis for workers, also for workers in processes of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from delvebook.service.base.settings import Settings
from delvebook.service.wiring import migrate
from delvebook.workers import bots, disputes
from tests.servers import RedisServer
from tests.workers.opened import fresh_contexts


@pytest.fixture
def settings(tmp_path: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    made = Settings(home=tmp_path, redis_url=redis_server.url, secret="cd" * 32)
    for name in ("home", "redis_url", "secret"):
        monkeypatch.setenv(f"DELVEBOOK_{name.upper()}", str(getattr(made, name)))
    migrate(made)
    with fresh_contexts(bots, disputes):
        yield made
