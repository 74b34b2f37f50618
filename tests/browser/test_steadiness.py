"""What comes to a page late moves nothing that is there already."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route

from tests.browser.conftest import Newcomer
from tests.browser.people import PHONE, Visitor
from tests.browser.staged import BELL

HELD: Final = """
const wait = globalThis.setTimeout;
const held = [];
globalThis.setTimeout = (act, delay, ...given) => (delay === 2500 ? held.push(act) : wait(act, delay, ...given));
globalThis.letGo = () => held.splice(0).forEach((act) => act());
"""
"""Holds what a page begins a few seconds after its load, until `letGo` is called."""
SHIFTS: Final = """(since) => new Promise((resolve) => {
    const place = ({ x, y, width, height }) => `${width} by ${height} at ${x}, ${y}`;
    new PerformanceObserver((list) => resolve(
        list.getEntries().filter(({ startTime }) => startTime >= since).flatMap(({ sources }) => sources).map(
            ({ node, previousRect, currentRect }) =>
                `${node?.outerHTML?.slice(0, 80)}: ${place(previousRect)}, then ${place(currentRect)}`,
        ),
    )).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve([]), 500);
})"""
"""What Chromium saw move by itself since that moment of the page, in milliseconds."""
TABLE: Final = "a table"


@pytest.fixture(params=[{}, PHONE], ids=["screen", "phone"])
def reader(request: pytest.FixtureRequest, newcomer: Newcomer) -> Visitor:
    """A person with an account at a screen, or with a phone."""
    person = newcomer(**request.param)
    person.sign_up()
    return person


def moved(page: Page, since: float) -> list[Any]:
    """What has moved by itself since that moment of the page."""
    return list(page.evaluate(SHIFTS, since))


@pytest.mark.parametrize(
    ("path", "late"),
    [("/", BELL), ("/new", BELL), ("/disputes", BELL), (TABLE, ".pace select")],
)
def test_what_a_page_begins_late_moves_nothing_also_on_a_slow_line(reader: Visitor, path: str, late: str) -> None:
    def delay(route: Route) -> None:
        page.wait_for_timeout(500)
        route.continue_()

    page = reader.page
    page.add_init_script(HELD)
    page.route("**/css/bell.css", delay)
    page.route("**/css/stage.css", delay)
    reader.go(f"/games/{reader.new_game('labyrinth')}" if path == TABLE else path)
    page.locator(".tt .spot, .tt [data-spot]" if path == TABLE else "main h1").first.wait_for()
    page.wait_for_timeout(1500)
    assert page.locator(late).count() == 0
    then = page.evaluate("performance.now()")

    page.evaluate("letGo()")
    page.locator(late).wait_for()
    page.wait_for_timeout(1000)

    assert moved(page, then) == []


def test_a_page_that_moves_is_noticed(reader: Visitor) -> None:
    page = reader.go("/disputes")
    page.locator("main h1").wait_for()
    page.wait_for_timeout(1000)
    then = page.evaluate("performance.now()")

    page.evaluate(
        "document.querySelector('main').prepend(Object.assign(document.createElement('p'), {textContent: 'late'}))"
    )
    page.wait_for_timeout(200)

    assert moved(page, then) != []
