"""A newcomer who knows nothing but the address: from the lobby to a dispute, by clicks alone."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.conftest import Newcomer

WORDS: Final = {
    "en-GB": {
        "name": "Your name",
        "enter": "Play under this name",
        "new": "New game",
        "play": "Play",
        "replay": "Watch the replay",
        "eyes": "Through whose eyes",
        "back": "Back to the table",
        "verify": "Verify this record",
        "record": "Download the record",
        "holds": "^(Everything that could be checked here holds|The chain holds)",
        "wrong": "Something is wrong",
        "event": "Event",
        "claim": "What is wrong?",
        "file": "File the claim",
        "dispute": "Open the dispute",
    },
    "ru-RU": {
        "name": "Ваше имя",
        "enter": "Играть под этим именем",
        "new": "Новая партия",
        "play": "Играть",
        "replay": "Смотреть повтор",
        "eyes": "Чьими глазами",
        "back": "Вернуться за стол",
        "verify": "Проверить эту запись",
        "record": "Скачать запись",
        "holds": "^(Всё, что можно проверить здесь, верно|Цепочка верна)",
        "wrong": "Что-то не так",
        "event": "Событие",
        "claim": "Что не так?",
        "file": "Подать жалобу",
        "dispute": "Открыть спор",
    },
}
STORIES: Final = (("en-GB", "Dungeon Raiders"), ("ru-RU", "Лабиринт"))
GAME_SECONDS_MAX: Final = 200


def take_whatever_the_picture_offers(page: Page) -> None:
    """Clicks on the table's picture and its menus until the game is over. Skips what is played."""
    skip, places, menu, over = (
        page.locator(".stage button"),
        page.locator(".table-drawn [data-spot]"),
        page.locator("spot-menu button"),
        page.locator(".outcome"),
    )
    deadline = time.monotonic() + GAME_SECONDS_MAX
    turn = 0
    while over.count() == 0:
        assert time.monotonic() < deadline, f"the game was not over after {turn} clicks"
        places.or_(over).or_(skip).first.wait_for()
        try:
            if skip.count() > 0:
                skip.first.click(timeout=1_000)
            if (there := places.count()) == 0:
                continue
            turn += 1
            places.nth(turn * 7 % there).click(timeout=3_000)
        except Error:  # It has gone meanwhile, because something else has happened.
            continue
        if menu.first.is_visible():
            menu.nth(turn % menu.count()).click()


@pytest.mark.parametrize(("locale", "title"), STORIES)
def test_a_newcomer_plays_looks_back_verifies_and_complains_by_clicks_alone(
    newcomer: Newcomer, tmp_path: Path, locale: str, title: str
) -> None:
    say = WORDS[locale]
    somebody = newcomer(locale=locale, reduced_motion="no-preference")
    page = somebody.go("/")
    page.get_by_label(say["name"], exact=True).fill(f"New to {title}" if title.isascii() else f"Новичок, {title}")
    page.get_by_role("button", name=say["enter"], exact=True).click()
    page.get_by_role("main").get_by_role("link", name=say["new"]).click()
    page.locator(".title-choice").filter(has_text=title).click()
    page.get_by_role("button", name=say["play"], exact=True).click()
    expect(page).to_have_url(re.compile(r"/games/[0-9a-f-]{36}$"))
    take_whatever_the_picture_offers(page)

    # What was hidden is open now: the same moment, with other eyes.
    page.locator(".outcome").get_by_role("link", name=say["replay"]).click()
    eyes = page.get_by_label(say["eyes"])
    expect(eyes).to_be_visible()
    own = eyes.input_value()
    other = next(value for one in eyes.locator("option").all() if (value := one.get_attribute("value")) != own)
    assert other is not None
    eyes.select_option(other)
    expect(page).to_have_url(re.compile(f"eyes={re.escape(other)}"))
    page.get_by_role("link", name=say["back"], exact=True).click()

    # The record is kept, and verified: first by the link, then as a file from the disk.
    outcome = page.locator(".outcome")
    with page.expect_download() as coming:
        outcome.get_by_role("link", name=say["record"]).click()
    kept = tmp_path / coming.value.suggested_filename
    coming.value.save_as(kept)
    table = page.url
    outcome.get_by_role("link", name=say["verify"], exact=True).click()
    verdict = page.get_by_text(re.compile(say["holds"])).first
    expect(verdict).to_be_visible(timeout=60_000)
    page.goto(somebody.url + "/verify")
    page.set_input_files("input[type=file]", kept)
    expect(verdict).to_be_visible(timeout=60_000)

    # Something seems to be wrong: the table says where to complain.
    page.goto(table)
    outcome.get_by_role("button", name=say["wrong"]).click()
    dialogue = page.get_by_role("dialog")
    dialogue.get_by_label(say["event"], exact=True).fill("3")
    dialogue.get_by_label(say["claim"]).fill("I do not understand this")
    dialogue.get_by_role("button", name=say["file"], exact=True).click()
    dialogue.get_by_role("link", name=say["dispute"]).click()
    expect(page).to_have_url(re.compile(r"/disputes/[0-9a-f-]{36}\.\d+$"))
    expect(page.get_by_role("main").get_by_text("I do not understand this").first).to_be_visible()
