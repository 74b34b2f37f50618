"""Key pages look as in the pictures that are kept, in light and dark and on a phone; a broken page does not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.references import CELLS_MAX, LOOKS, REFERENCES, distance, reference_path, shot, taken, visitor_of
from tests.browser.staged import SCENES

BYTES_MAX: Final = 2_000_000
BREAKS: Final = {
    "the table's columns are gone": ".table-page { display: block !important; }",
    "the level's rooms lie one below the other": ".dr-row { display: block !important; }",
    "panels have lost their ground": ".tt-panel, .panel { background: none !important; border: 0 !important; }",
    "one colour is another": ":root { --accent: #b00020 !important; }",
    "the hand is not there": ".dr-hand { display: none !important; }",
}


@pytest.fixture(scope="module")
def easel(chromium: Browser) -> Iterator[Page]:
    """A page without an account, in which pictures are compared."""
    page = chromium.new_page()
    yield page
    page.close()


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("scene", SCENES)
def test_a_page_looks_as_in_its_picture(
    chromium: Browser, service: str, easel: Page, tmp_path: Path, scene: str, look: str
) -> None:
    visitor = visitor_of(chromium, service, look)
    now = taken(visitor, scene)
    faults = visitor.faults
    visitor.context.close()
    far = distance(easel, now, reference_path(scene, look).read_bytes())
    (tmp_path / "now.png").write_bytes(now.png)

    assert faults == []
    assert far <= CELLS_MAX, f"{far:.1%} of the page differ; it is in {tmp_path}/now.png. Meant? `make pictures`"


@pytest.mark.parametrize("broken", BREAKS)
def test_a_broken_page_is_far_from_its_picture(chromium: Browser, service: str, easel: Page, broken: str) -> None:
    visitor = visitor_of(chromium, service, "light")
    page = SCENES["table-dungeon-raiders"](visitor)
    page.add_style_tag(content=BREAKS[broken])
    far = distance(easel, shot(page), reference_path("table-dungeon-raiders", "light").read_bytes())
    visitor.context.close()

    assert far > CELLS_MAX


def test_a_stylesheet_that_does_not_come_is_noticed(chromium: Browser, service: str, easel: Page) -> None:
    visitor = visitor_of(chromium, service, "light")
    visitor.page.route(
        "**/css/titles/dungeon_raiders.css", lambda route: route.fulfill(status=200, content_type="text/css", body="")
    )
    now = taken(visitor, "table-dungeon-raiders")
    visitor.context.close()

    assert distance(easel, now, reference_path("table-dungeon-raiders", "light").read_bytes()) > CELLS_MAX


def test_the_fonts_of_a_machine_make_no_difference(chromium: Browser, service: str, easel: Page) -> None:
    visitor = visitor_of(chromium, service, "light")
    page = SCENES["lobby"](visitor)
    before = shot(page)
    page.add_style_tag(content="body, button, input { font-family: monospace; letter-spacing: normal; }")
    after = shot(page)
    visitor.context.close()

    assert distance(easel, after, reference_path("lobby", "light").read_bytes()) <= CELLS_MAX
    assert before.png == after.png


def test_the_pictures_are_those_of_the_scenes_and_small() -> None:
    kept = {path.name: path.stat().st_size for path in REFERENCES.glob("*.png")}

    assert set(kept) == {reference_path(scene, look).name for scene in SCENES for look in LOOKS}
    assert sum(kept.values()) < BYTES_MAX
