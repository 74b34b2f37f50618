"""Fixtures every suite may use."""

from __future__ import annotations

from tests.servers import postgres_server, postgres_url, redis_server, store

__all__ = ["postgres_server", "postgres_url", "redis_server", "store"]
