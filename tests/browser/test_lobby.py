"""The lobby: the visitor's account and the list of games."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.people import Visitor

HOSTILE = ['<img src=x onerror="alert(1)">', "<script>alert(1)</script>", '"><svg onload=alert(1)>', "{{7*7}}${7*7}"]


def test_a_visitor_becomes_somebody_by_choosing_a_name(visitor: Visitor) -> None:
    page = visitor.go("/")
    page.get_by_label("Your name").fill("Ada of the lobby")
    page.get_by_role("button", name="Play under this name").click()

    expect(page.get_by_role("banner").get_by_text("Ada of the lobby")).to_be_visible()
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    page.reload()
    expect(page.get_by_role("banner").get_by_text("Ada of the lobby")).to_be_visible()


def test_the_token_is_out_of_reach_of_every_script(player: Visitor) -> None:
    page = player.go("/")
    kept = page.evaluate("JSON.stringify([document.cookie, {...localStorage}, {...sessionStorage}])")
    (cookie,) = player.context.cookies()

    assert "dvb_" not in kept + page.content()
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")


def test_a_name_that_is_taken_is_refused_in_words_and_another_can_be_tried(newcomer: Newcomer) -> None:
    newcomer().sign_up("Bela the First")
    page = newcomer().go("/")
    page.get_by_label("Your name").fill("bela the first")
    page.get_by_role("button", name="Play under this name").click()

    expect(page.get_by_role("alert").filter(has_text="taken")).to_be_visible()
    page.get_by_label("Your name").fill("Bela the Second")
    page.keyboard.press("Enter")
    expect(page.get_by_role("banner").get_by_text("Bela the Second")).to_be_visible()


def test_a_recovery_code_leads_back_from_another_browser(newcomer: Newcomer) -> None:
    ann = newcomer()
    name = ann.sign_up()
    page = ann.go("/")
    page.get_by_role("link", name="Keep this account").click()
    page.get_by_role("button", name="Make a recovery code").click()
    code = page.locator("code").inner_text()
    elsewhere = newcomer().go("/")
    elsewhere.get_by_role("button", name="I have a recovery code").click()
    elsewhere.get_by_label("Recovery code").fill(code)
    elsewhere.get_by_role("button", name="Go on with this account").click()

    expect(elsewhere.get_by_role("banner").get_by_text(name)).to_be_visible()


def test_signing_out_ends_the_session_for_good(player: Visitor) -> None:
    page = player.go("/")
    page.get_by_label("Settings").click()
    page.get_by_role("button", name="Sign out").click()

    expect(page.get_by_label("Your name")).to_be_visible()
    assert player.get("/v1/session")["account"] is None


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_a_name_and_nothing_more(newcomer: Newcomer, name: str) -> None:
    mallory, bob = newcomer(), newcomer()
    mallory.sign_up(name)
    bob.sign_up()
    game = mallory.new_game("dungeon-raiders", seats=2, bots={}, is_started=False)
    page = bob.go("/")

    expect(page.get_by_role("link").filter(has_text=name)).to_be_visible()
    page = bob.go(f"/games/{game}")
    expect(page.get_by_role("main").get_by_text(name).first).to_be_visible()
    expect(mallory.go("/").get_by_role("banner").get_by_text(name)).to_be_visible()
    assert page.evaluate("document.querySelectorAll('main img, main script').length") == 0


def test_a_game_that_waits_for_me_is_under_my_turn_and_leads_to_its_table(player: Visitor) -> None:
    game = player.new_game("labyrinth")
    page = player.go("/")
    turn = page.get_by_role("region", name="Your turn")

    expect(turn.get_by_role("link")).to_have_attribute("href", f"/games/{game}")
    turn.get_by_role("link").click()
    expect(page).to_have_url(re.compile(game))
    expect(page.get_by_role("heading", name="Labyrinth", level=1)).to_be_visible()


def test_the_language_is_changed_in_place_and_remembered(player: Visitor) -> None:
    page = player.go("/")
    page.get_by_label("Settings").click()
    page.get_by_label("Русский").check()

    expect(page.get_by_role("heading", name="Ваш ход")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Ваш ход")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "ru"


def test_the_colours_follow_the_system_until_one_chooses(newcomer: Newcomer) -> None:
    page = newcomer(color_scheme="dark").go("/")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.get_by_label("Settings").click()
    page.get_by_label("Light").check()

    assert page.evaluate(ground) != dark
    page.reload()
    assert page.evaluate(ground) != dark
