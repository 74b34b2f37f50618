"""What tests of workers open over a store. The fixture `settings` closes it when the test is over."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any, Final

from delvebook.service import wiring
from delvebook.service.base.settings import Settings
from delvebook.service.usecases.use_cases import UseCases
from delvebook.workers import parking
from delvebook.workers import wiring as workers_wiring
from delvebook.workers.follower import Follower
from delvebook.workers.parking import Parking

CLOSERS: Final = ExitStack()


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
