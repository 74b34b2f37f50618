"""Marks of copied stores, over all databases of a service: a mark in one of them counts for the whole store."""

from __future__ import annotations

from contextlib import ExitStack

from delvebook.projections import copies
from delvebook.service.base.database import opened
from delvebook.service.base.settings import Settings
from delvebook.service.store.schema import databases


def carry_marks(settings: Settings) -> list[str]:
    """Brings the marks of every database into the others. Returns those that nobody has released."""
    with ExitStack() as stack:
        engines = [stack.enter_context(opened(url, holds_truth=True, connections=1)) for url in databases(settings)]
        return copies.carry_marks(engines)


def told_marks(settings: Settings) -> list[str]:
    """Returns a sentence for each mark that nobody has released."""
    return [
        f"this is the copy of {copies.copied_at(mark)}: its log of games waits for `delvebook log continue`"
        for mark in carry_marks(settings)
    ]


def release_marks(settings: Settings, *, now: str) -> None:
    """Notes in every database that the store may be used like any other."""
    with ExitStack() as stack:
        engines = [stack.enter_context(opened(url, holds_truth=True, connections=1)) for url in databases(settings)]
        copies.release_marks(engines, now=now)
