"""Fixtures for every suite."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar, Final
from zlib import crc32

import pytest
import structlog
from hypothesis import HealthCheck, settings
from werkzeug.routing import Rule

from delvebook.service import wiring
from delvebook.service.base.garbage import look_seldom, pass_over_what_exists
from delvebook.service.checks.sandbox import Checker, _Sandbox
from tests.memory import folder, peak
from tests.servers import postgres_server, postgres_url, redis_server, store
from tests.titles import registered_titles
from tests.titles.bids import Bids

__all__ = ["postgres_server", "postgres_url", "redis_server", "store"]

MEBIBYTES_MAX: Final = 1024
"""For one process of the suite, of which `make test` has two."""

# Whoever sets TMPDIR has chosen another place. It is set for all processes that tests start, too.
if "TMPDIR" not in os.environ and (in_memory := folder()) is not None:
    os.environ["TMPDIR"] = tempfile.tempdir = str(in_memory)

look_seldom()  # as all processes of the service

# No test judges by the wall clock.
# In CI the examples are the same every time; elsewhere a failure prints how to repeat it.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("house-ci", settings.get_profile("house"), derandomize=True)
settings.load_profile("house-ci" if "CI" in os.environ else "house")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--one-in", type=int, default=1, help="run one test in so many, the same ones every time")


def pytest_configure(config: pytest.Config) -> None:
    # Hypothesis needs 200 MiB to build its table of characters, once for a checkout. A process that ends at once
    # builds it, so that no process of the suite keeps that peak.
    if not hasattr(config, "workerinput"):
        build = "from hypothesis import strategies; strategies.text().validate()"
        subprocess.run([sys.executable, "-c", build], check=True)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    # To read all test files takes each process of the suite long; few have tests that are marked so.
    if config.getoption("markexpr") == "long" and collection_path.match("test_*.py"):
        return True if "mark.long" not in collection_path.read_text() else None
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if any(word in item.name for mark in item.iter_markers("long_for") for word in mark.args):
            item.add_marker(pytest.mark.long)
    one_in = config.getoption("--one-in")
    items[:] = [item for item in items if crc32(item.nodeid.encode()) % one_in == 0]


def pytest_collection_finish() -> None:
    # Thousands of collected tests live to the end. While the collector counts them, it seldom looks for the
    # garbage of those that are over, and takes long when it does.
    pass_over_what_exists()


@pytest.fixture(scope="session", autouse=True)
def memory_is_bounded() -> Iterator[None]:
    """Fails the last test of a process that has taken more memory than it may. Linux alone tells how much it was."""
    yield
    taken = peak()
    assert taken is None or taken <= MEBIBYTES_MAX * 2**20, f"this process has taken {taken // 2**20} MiB"


@pytest.fixture(scope="session", autouse=True)
def loggers_are_not_kept() -> Iterator[None]:
    """A logger that was kept under one test's configuration would never hear of the next test's."""
    configure = structlog.configure
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(structlog, "configure", lambda **said: configure(**{**said, "cache_logger_on_first_use": False}))
        yield


@pytest.fixture(scope="session", autouse=True)
def routes_are_compiled_once() -> Iterator[None]:
    """
    Keeps what werkzeug compiles for a route, by all that it depends on.

    Most tests of the API make an application of their own, and compiling its routes takes longer than such a test.
    """
    compiled: dict[object, Callable[..., tuple[str, str]]] = {}
    compile_builder = Rule._compile_builder

    def kept(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = (rule.rule, tuple(rule._trace), repr(rule.defaults), append_unknown)
        if key not in compiled:
            compiled[key] = compile_builder(rule, append_unknown)
        return compiled[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", kept)
        yield


class HandedOn(Checker):
    """A checker of an application, which leaves its idle process to the next application."""

    left: ClassVar[list[_Sandbox]] = []

    def __init__(self, **limits: Any) -> None:
        super().__init__(**limits)
        if self.left:
            self._idle.append(self.left.pop())

    def close(self) -> None:
        with self._lock:
            self.left.extend(self._idle)
            self._idle.clear()
        super().close()


@pytest.fixture(scope="session", autouse=True)
def checking_processes_are_handed_on() -> Iterator[None]:
    """To start one takes most of a second. It keeps nothing of a record but the rules that it imported for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wiring, "Checker", HandedOn)
        yield
    for one in HandedOn.left:
        one.end()


@pytest.fixture(autouse=True)
def logging_is_as_before(loggers_are_not_kept: None) -> Iterator[None]:
    """Programs that a test or a fixture runs in this process may set up their logging. No other test sees it."""
    structlog.reset_defaults()
    yield
    structlog.reset_defaults()


@pytest.fixture
def bids_registered() -> Iterator[None]:
    """A registry with a title for tests beside the real ones."""
    with registered_titles(Bids):
        yield
