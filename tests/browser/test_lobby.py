"""The lobby: the visitor's account and the list of games."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
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
    # The only picture is the title's own.
    assert page.evaluate("document.querySelectorAll('main img:not([src^=\"/static/\"]), main script').length") == 0


def test_a_game_that_waits_for_me_is_under_my_turn_and_leads_to_its_table(player: Visitor) -> None:
    game = player.new_game("labyrinth")
    page = player.go("/")
    turn = page.get_by_role("region", name="Your turn")

    card = turn.get_by_role("link", name="Labyrinth")
    expect(card).to_have_attribute("href", f"/games/{game}")
    card.click()
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


def test_who_has_not_played_yet_is_offered_a_guided_first_game_and_nobody_else_is(newcomer: Newcomer) -> None:
    person = newcomer(locale="ru-RU", viewport={"width": 390, "height": 844})
    expect(person.go("/").locator(".shelf-title").first).to_be_visible()
    expect(person.page.get_by_role("button", name="Первая партия")).to_have_count(0)
    person.sign_up()
    page = person.go("/")
    titles = {one["title"]["ru"]: one["id"] for one in person.get("/v1/rulesets")["rulesets"]}
    expect(page.get_by_role("button", name=re.compile("^Первая партия: "))).to_have_count(len(titles))
    assert violations(page) == []
    page.get_by_role("button", name="Первая партия: Лабиринт").click()
    expect(page.get_by_role("region", name="Ваша первая партия")).to_be_visible()
    assert person.get(f"/v1/games/{page.url.rsplit('/', 1)[1]}")["ruleset"].startswith("labyrinth@")

    expect(person.go("/").get_by_role("region", name="Ваш ход").get_by_role("link", name="Лабиринт")).to_be_visible()
    expect(page.get_by_role("button", name="Первая партия")).to_have_count(0)
    expect(page.get_by_role("button", name="Сыграть первую партию")).to_have_count(0)


def test_the_card_of_the_first_game_begins_the_title_that_is_learnt_soonest(player: Visitor) -> None:
    page = player.go("/")
    page.get_by_role("button", name="Play your first game").click()
    expect(page.get_by_role("region", name="Your first game")).to_be_visible()

    weight = {one["ruleset"]: one["cover"]["weight"] for one in player.get("/v1/rulesets")["rulesets"]}
    assert weight[player.get(f"/v1/games/{page.url.rsplit('/', 1)[1]}")["ruleset"]] == min(weight.values())


@pytest.mark.parametrize(("title", "bots"), [("Dungeon Raiders", 2), ("Labyrinth", 0)])
def test_one_press_begins_a_game_against_bots_of_the_chosen_level(player: Visitor, title: str, bots: int) -> None:
    page = player.go("/")
    page.get_by_label("Bots:").select_option(label="strong")
    page.get_by_role("button", name=f"Play {title}").click()
    page.wait_for_url(re.compile("/games/"))
    body = player.get(f"/v1/games/{page.url.rsplit('/', 1)[1]}")

    assert body["status"] == "running"
    assert [seat["bot"] for seat in body["seats"]] == [None, *[body["seats"][-1]["bot"]] * bots]
    assert bots == 0 or body["seats"][-1]["bot"].startswith("strong@")
    assert body["you"]["nonce"] is not None


def test_every_title_has_a_picture_and_says_whom_it_is_for(player: Visitor) -> None:
    page = player.go("/")
    titles = {one["id"]: one for one in player.get("/v1/rulesets")["rulesets"]}
    page.locator(".shelf-title").nth(len(titles) - 1).wait_for()
    shown = page.locator(".shelf-title").all_inner_texts()
    page.wait_for_function("[...document.querySelectorAll('.shelf .emblem')].every(one => one.naturalWidth > 0)")
    pictures = page.evaluate("[...document.querySelectorAll('.shelf .emblem')].map(one => one.src.split('/').pop())")

    assert sorted(pictures) == sorted(f"{title}.svg" for title in titles)
    for text, one in zip(shown, titles.values(), strict=True):
        cover = one["cover"]
        for said in (
            one["title"]["en"],
            cover["lead"]["en"],
            f"{cover['minutes']['min']}–{cover['minutes']['max']} min",
        ):
            assert said in text


def test_a_card_says_what_is_played_by_which_clock_and_how_far_it_has_come(player: Visitor) -> None:
    clock = {"kind": "per_decision", "seconds": 300, "on_expiry": {"kind": "default_action"}}
    game = player.new_game("dungeon-raiders", seats=2, options={"mode": "tactical"}, clock=clock)
    page = player.go("/")
    card = page.locator(".game", has=page.locator(f"a[href='/games/{game}']"))

    expect(card).to_contain_text("room 1 · tactical · 5 min a decision")
    expect(card.locator("time")).to_have_text("just now")
    expect(card.locator("img")).to_have_attribute("src", re.compile("dungeon-raiders.svg"))


def test_filters_find_games_and_are_kept_in_the_address(newcomer: Newcomer) -> None:
    ann, bob = newcomer(), newcomer()
    ann.sign_up()
    bob.sign_up()
    running = ann.new_game("labyrinth")
    waiting = ann.new_game("dungeon-raiders", seats=2, bots={}, is_started=False)
    other = bob.new_game("labyrinth")
    page = ann.go("/")
    found = page.get_by_role("region", name="Games found")
    cards = found.locator("a.game-title")
    search = page.get_by_role("search")
    page.get_by_text("Find games").click()

    search.get_by_label("my games").check()
    expect(cards).to_have_count(2)
    search.get_by_label("Title").select_option(label="Labyrinth")
    expect(cards).to_have_attribute("href", f"/games/{running}")
    page.reload()
    expect(cards).to_have_attribute("href", f"/games/{running}")
    search.get_by_label("my games").uncheck()
    expect(found.locator(f"a[href='/games/{other}']")).to_be_visible()
    search.get_by_label("with a seat for me").check()
    search.get_by_label("Title").select_option(label="Dungeon Raiders")
    expect(found.locator(f"a[href='/games/{waiting}']")).to_be_visible()
    expect(found.locator(f"a[href='/games/{running}']")).to_have_count(0)
    assert violations(page) == []
    search.get_by_role("button", name="Show all").click()
    expect(page.get_by_role("heading", name="Play now")).to_be_visible()
    assert page.url.endswith("/")


def test_a_table_that_is_filled_with_bots_begins_by_itself(player: Visitor) -> None:
    game = player.new_game("dungeon-raiders", seats=2, bots={}, is_started=False)
    page = player.go(f"/games/{game}")
    page.get_by_role("button", name=re.compile("Seat: Greedy bot")).first.click()

    expect(page.get_by_role("heading", name="What you may do")).to_be_visible()
    assert player.get(f"/v1/games/{game}")["status"] == "running"
