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


def test_an_account_of_the_session_is_named_in_the_head(player: Visitor) -> None:
    name = player.get("/v1/session")["account"]["name"]

    expect(player.go("/").get_by_text(name)).to_be_visible()
