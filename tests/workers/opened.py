"""What tests open over a store as workers do, closed when they are over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import ModuleType
from typing import Any, Final
from unittest import mock

from sqlalchemy import Engine

from delvebook.service import wiring
from delvebook.service.base import database
from delvebook.service.base.settings import Settings
from delvebook.service.usecases.use_cases import UseCases
from delvebook.workers import parking
from delvebook.workers import wiring as workers_wiring
from delvebook.workers.follower import Follower
from delvebook.workers.parking import Parking

CLOSERS: Final = ExitStack()
"""Closed by `fresh_contexts`."""


def build_use_cases(settings: Settings, **named: Any) -> UseCases:
    made = wiring.build_use_cases(settings, **named)
    CLOSERS.callback(made.application.close)
    return made


def build_follower(settings: Settings) -> Follower:
    made = workers_wiring.build_follower(settings)
    CLOSERS.callback(made.close)
    return made


def open_parking(settings: Settings) -> Parking:
    made = parking.open_parking(settings)
    CLOSERS.callback(made.close)
    return made


def open_engine(url: str) -> Engine:
    made = database.open_engine(url)
    CLOSERS.callback(made.dispose)
    return made


@contextmanager
def fresh_contexts(*jobs: ModuleType) -> Iterator[None]:
    """Gives modules of jobs a context for the settings of this test, and closes what it opened."""
    openers = (build_use_cases, open_parking, open_engine)
    with CLOSERS, ExitStack() as patches:
        for module in jobs:
            module._context.cache_clear()
            patches.callback(module._context.cache_clear)
            for opener in openers:
                if hasattr(module, opener.__name__):
                    patches.enter_context(mock.patch.object(module, opener.__name__, opener))
        yield
