"""A running service, a browser, and people."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.chromium import MISSING, find_chromium, open_chromium
from tests.browser.people import Visitor
from tests.missing import missing
from tests.servers import busy_delvebook

Newcomer = Callable[..., Visitor]
TIMEOUT_MS = 15_000
LAN: Final = "delvebook.lan"
"""A name of this machine that browsers do not take for local, so that they offer no cryptography over http."""

PLAIN_FELT: Final = """{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".tt:not(.stage-pieces) { background-image: none !important; box-shadow: none !important }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
"""
Takes the weave and the shadow off the table's felt.

A browser without a graphics card draws them anew with every change, which is most of what a change costs. Nothing but
pictures sees them, and `visitor_of` takes pictures of whole tables.
"""


class Blank(BaseHTTPRequestHandler):
    """A site with one empty page."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>elsewhere</title>")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing."""


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
def playwright() -> Iterator[Playwright]:
    """What starts browsers."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """A browser without windows."""
    browser = open_chromium(playwright.chromium, f"--host-resolver-rules=MAP {LAN} 127.0.0.1")
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def notifying_chromium(playwright: Playwright) -> Iterator[Browser]:
    """A browser that can show notifications."""
    if find_chromium(notifies=True) is None:
        missing("notifications need more than Chromium's build without windows (Debian: apt install chromium)")
    browser = open_chromium(playwright.chromium, notifies=True)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def elsewhere() -> Iterator[str]:
    """The origin of another site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Blank)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def newcomer(chromium: Browser, service: str) -> Iterator[Newcomer]:
    """
    Makes people who visit for the first time: `newcomer(locale="ru-RU", viewport={"width": 320, "height": 640}, …)`.

    Any fault of their pages fails the test at its end.
    """
    with newcomers_in(chromium, service) as make:
        yield make


@pytest.fixture
def notified(notifying_chromium: Browser, service: str) -> Iterator[Newcomer]:
    """Makes people as `newcomer` does, whose browser can show notifications."""
    with newcomers_in(notifying_chromium, service) as make:
        yield make


@contextmanager
def newcomers_in(browser: Browser, service: str) -> Iterator[Newcomer]:
    """What makes people with that browser, and looks for faults of their pages at the end."""
    made: list[Visitor] = []

    def make(*, locale: str = "en-GB", **options: object) -> Visitor:
        # Requests that a service worker answers are not seen by `route`. Tests that are about it allow it.
        chosen: dict[str, object] = {
            "reduced_motion": "reduce",
            "viewport": {"width": 1280, "height": 900},
            "service_workers": "block",
            **options,
        }
        context = browser.new_context(locale=locale, **chosen)  # type: ignore[arg-type]
        context.set_default_timeout(TIMEOUT_MS)
        context.add_init_script(PLAIN_FELT)
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
