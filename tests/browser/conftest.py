"""A running service, a browser, and people."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import MISSING, find_chromium, open_chromium
from tests.browser.people import Visitor
from tests.servers import busy_delvebook

Newcomer = Callable[..., Visitor]
TIMEOUT_MS = 15_000
LAN: Final = "delvebook.lan"
"""A name of this machine that browsers do not take for local, so that they offer no cryptography over http."""


def pytest_configure() -> None:
    """Without a browser the suite prints a warning. In `CI` it fails."""
    if find_chromium() is None:
        pytest.exit(MISSING, returncode=1 if os.environ.get("CI") else 0)


@pytest.fixture(scope="session")
def whole_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """The address and the environment of a whole running service."""
    with busy_delvebook(tmp_path_factory.mktemp("service"), DELVEBOOK_ACCOUNTS_LIMIT="") as running:
        yield running


@pytest.fixture(scope="session")
def service(whole_service: tuple[str, dict[str, str]]) -> str:
    """The address of a whole running service."""
    return whole_service[0]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A browser without windows."""
    with sync_playwright() as playwright:
        browser = open_chromium(playwright.chromium, f"--host-resolver-rules=MAP {LAN} 127.0.0.1")
        yield browser
        browser.close()


@pytest.fixture
def newcomer(chromium: Browser, service: str) -> Iterator[Newcomer]:
    """
    Makes people who visit for the first time: `newcomer(locale="ru-RU", viewport={"width": 320, "height": 640}, …)`.

    Any fault of their pages fails the test at its end.
    """
    made: list[Visitor] = []

    def make(*, locale: str = "en-GB", **options: object) -> Visitor:
        # Requests that a service worker answers are not seen by `route`. Tests that are about it allow it.
        chosen: dict[str, object] = {
            "reduced_motion": "reduce",
            "viewport": {"width": 1280, "height": 900},
            "service_workers": "block",
            **options,
        }
        context = chromium.new_context(locale=locale, **chosen)  # type: ignore[arg-type]
        context.set_default_timeout(TIMEOUT_MS)
        made.append(Visitor(context, service))
        return made[-1]

    yield make
    faults = [fault for visitor in made for fault in visitor.faults]
    for visitor in made:
        visitor.context.close()
    assert faults == []


@pytest.fixture
def visitor(newcomer: Newcomer) -> Visitor:
    """A visitor without an account."""
    return newcomer()


@pytest.fixture
def player(newcomer: Newcomer) -> Visitor:
    """A visitor with an account and a session."""
    person = newcomer()
    person.sign_up()
    return person
