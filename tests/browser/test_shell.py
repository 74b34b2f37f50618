"""The frame around every page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.people import Visitor


@pytest.mark.parametrize("path", ["/", "/new", "/verify", "/disputes"])
def test_every_page_has_a_head_with_the_way_to_the_others(visitor: Visitor, path: str) -> None:
    page = visitor.go(path)

    expect(page.get_by_role("navigation").get_by_role("link")).to_have_count(5)


def test_a_browser_that_speaks_russian_is_answered_in_russian(newcomer: Newcomer) -> None:
    page = newcomer(locale="ru-RU").go("/")

    expect(page.get_by_role("link", name="Новая партия").first).to_be_visible()


@pytest.mark.parametrize("width", [390, 320])
def test_on_a_phone_the_head_is_one_line_above_the_ways_and_does_not_grow_when_the_bell_comes(
    newcomer: Newcomer, width: int
) -> None:
    person = newcomer(locale="ru-RU", viewport={"width": width, "height": 700}, has_touch=True, is_mobile=True)
    person.sign_up("Константин Константинопольский" + str(width))
    page = person.go("/leagues")
    page.locator(".who").wait_for()
    before = page.locator(".head").bounding_box()
    page.locator(".bell summary").wait_for()
    assert page.locator(".head").bounding_box() == before
    boxes = [
        page.locator(one).bounding_box() for one in (".brand", ".who", ".bell summary", ".menu:not(.bell) summary")
    ]
    middles = [box["y"] + box["height"] / 2 for box in boxes if box is not None]
    assert max(middles) - min(middles) < 4, boxes
    expect(page.get_by_role("link", name="Delvebook")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_account_of_the_session_is_named_in_the_head(player: Visitor) -> None:
    name = player.get("/v1/session")["account"]["name"]

    expect(player.go("/").get_by_text(name)).to_be_visible()


def test_another_language_that_cannot_be_had_is_not_chosen_and_can_be_afterwards(player: Visitor) -> None:
    page = player.go("/")
    page.get_by_label("Settings").click()
    player.may_lose_connection = True
    page.route("**/js/words/ru.js", lambda route: route.abort("internetdisconnected"))
    page.get_by_label("Русский").click()
    expect(page.locator(".menu .problem")).to_contain_text("The service does not respond")
    expect(page.get_by_label("English")).to_be_checked()

    page.unroute("**/js/words/ru.js")
    page.get_by_label("Русский").click()
    expect(page.get_by_role("button", name="Выйти")).to_be_visible()
    expect(page.locator(".menu .problem")).to_have_count(0)


def test_who_signs_out_without_a_connection_is_told_and_can_do_so_afterwards(player: Visitor) -> None:
    page = player.go("/")
    page.get_by_label("Settings").click()
    player.may_lose_connection = True
    player.context.set_offline(offline=True)
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator(".menu .problem")).to_contain_text("The service does not respond")
    expect(page.locator(".who")).to_have_count(1)

    player.context.set_offline(offline=False)
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator(".who")).to_have_count(0)
    assert player.get("/v1/session")["account"] is None
