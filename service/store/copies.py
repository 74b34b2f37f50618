"""Marks of copied stores, over all databases of a service: a mark in one of them counts for the whole store."""

from __future__ import annotations

from delvebook.projections import copies
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from delvebook.service.store.schema import databases


def carry_marks(settings: Settings) -> list[str]:
    """Brings the marks of every database into the others. Returns those that nobody has released."""
    engines = [open_engine(url, holds_truth=True, connections=1) for url in databases(settings)]
    try:
        return copies.carry_marks(engines)
    finally:
        for engine in engines:
            engine.dispose()


def told_marks(settings: Settings) -> list[str]:
    """Returns a sentence for each mark that nobody has released."""
    return [
        f"this is the copy of {copies.copied_at(mark)}: its log of games waits for `delvebook log continue`"
        for mark in carry_marks(settings)
    ]


def release_marks(settings: Settings, *, now: str) -> None:
    """Notes in every database that the store may be used like any other."""
    engines = [open_engine(url, holds_truth=True, connections=1) for url in databases(settings)]
    try:
        copies.release_marks(engines, now=now)
    finally:
        for engine in engines:
            engine.dispose()
