"""A new game: titles, seats, options, invitations."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import Newcomer
from tests.browser.people import Visitor

NAMES = {"Labyrinth": "Лабиринт", "The Descent": "Спуск"}
TITLES = ["Dungeon Raiders", "Dungeons, Dice & Danger", "Labyrinth", "Runebound", "The Descent"]


def choose_title(page: Page, title: str) -> None:
    page.get_by_role("radio", name=title).check()
    page.get_by_role("heading", name=re.compile("New game")).wait_for()
    page.get_by_role("button", name=re.compile("Play|Create the game")).wait_for()


@pytest.mark.parametrize("title", TITLES)
def test_a_game_against_bots_begins_at_once(player: Visitor, title: str) -> None:
    page = player.go("/new")
    choose_title(page, title)
    page.get_by_role("button", name="Play").click()

    expect(page).to_have_url(re.compile(r"/games/[0-9a-f-]{36}$"))
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
    game = page.url.rsplit("/", 1)[1]
    body = player.get(f"/v1/games/{game}")
    assert body["status"] == "running"
    assert body["you"]["nonce"] is not None


@pytest.mark.parametrize(("locale", "title"), [(locale, title) for locale in ("en-GB", "ru-RU") for title in TITLES])
def test_every_option_has_a_name_and_is_explained(newcomer: Newcomer, locale: str, title: str) -> None:
    player = newcomer(locale=locale)
    player.sign_up()
    page = player.go("/new")
    page.locator(".title-choice").filter(has_text=NAMES.get(title, title) if locale == "ru-RU" else title).click()
    options = page.locator("[id^=option-]")
    options.first.wait_for()
    ruleset = player.page.url.split("ruleset=")[1]
    schemas = player.get(f"/v1/rulesets/{ruleset}")["options"]["properties"]
    offered = [name for name, schema in schemas.items() if len(schema.get("enum", [1, 2])) > 1]

    assert options.count() == len(offered)
    for name in offered:
        assert len(page.locator(f"label[for=option-{name}]").inner_text()) > 2
        assert len(page.locator(f"#about-{name}").inner_text()) > 10, name


@pytest.mark.parametrize(
    ("locale", "mode", "difficulty"),
    [
        ("en-GB", "Cards are laid face down and turned up together.", "The dungeon is random."),
        ("ru-RU", "Карты выкладывают рубашкой вверх и открывают одновременно.", "Подземелье случайное."),
    ],
)
def test_a_value_that_two_options_share_is_explained_for_each_by_itself(
    newcomer: Newcomer, locale: str, mode: str, difficulty: str
) -> None:
    player = newcomer(locale=locale)
    player.sign_up()
    page = player.go("/new?ruleset=dungeon-raiders")
    for name, told in (("mode", mode), ("difficulty", difficulty)):
        expect(page.locator(f"#about-{name} .hint").last).to_have_text(told)


def test_the_options_that_were_chosen_are_those_of_the_game(player: Visitor) -> None:
    page = player.go("/new?ruleset=dungeon-raiders")
    page.get_by_label("Mode").select_option(label="tactical")
    page.get_by_label("Players", exact=True).select_option("4")
    page.get_by_label("Seat 3").select_option(label="Random bot (takes any move)")
    page.get_by_role("button", name="Play").click()
    page.wait_for_url(re.compile("/games/"))
    body = player.get(f"/v1/games/{page.url.rsplit('/', 1)[1]}")

    assert body["options"]["mode"] == "tactical"
    assert [seat["bot"] for seat in body["seats"]] == [None, "greedy@1", "random@1", "greedy@1"]


def test_the_rules_in_short_are_there_to_read(player: Visitor) -> None:
    page = player.go("/new?ruleset=dungeon-raiders")
    page.get_by_text("Rules in short").click()

    expect(page.get_by_text("You explore a dungeon of five levels")).to_be_visible()


def test_a_friend_takes_a_seat_of_a_private_game_by_its_link_and_it_begins(newcomer: Newcomer) -> None:
    ann, bob = newcomer(), newcomer()
    ann.sign_up()
    bob.sign_up()
    page = ann.go("/new?ruleset=dungeon-raiders")
    page.get_by_label("Players", exact=True).select_option("2")
    page.get_by_label("Seat 2").select_option(label="a person, by invitation or from the lobby")
    page.get_by_text("Who may watch, and the clock").click()
    page.get_by_label("Who may watch", exact=True).select_option("private")
    page.get_by_role("button", name="Create the game").click()
    link = page.get_by_label("Link for those you invite").input_value()
    other = bob.go(link.removeprefix(bob.url))
    other.get_by_role("button", name="Take a seat").click()

    page.get_by_role("button", name="Start the game").click()
    for side in (page, other):
        expect(side.get_by_role("heading", name="What you may do")).to_be_visible()
        expect(side.locator(".headline")).to_contain_text("It is your turn")


def test_a_stranger_learns_nothing_of_a_private_game(newcomer: Newcomer) -> None:
    ann, eve = newcomer(), newcomer()
    ann.sign_up()
    eve.sign_up()
    game = ann.new_game("dungeon-raiders", seats=2, visibility="private")
    page = eve.go(f"/games/{game}")

    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_text("Dungeon Raiders")).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "told", "seen"),
    [
        ("en-GB", "spectators do not see its last 3 actions", "its last 3 actions are shown to the players alone"),
        ("ru-RU", "зрители отстают от игроков на 3 хода", "последние ходы (3) пока видны только игрокам"),
    ],
)
def test_spectators_are_behind_by_as_many_actions_as_was_chosen_and_everybody_is_told(
    newcomer: Newcomer, locale: str, told: str, seen: str
) -> None:
    ann, eve = newcomer(locale=locale), newcomer(locale=locale)
    ann.sign_up()
    page = ann.go("/new?ruleset=labyrinth")
    page.locator("details.more summary").click()
    about = page.locator("#about-spectatorDelay")
    at_once = about.inner_text()
    delay = page.locator("[name=spectatorDelay]")
    delay.fill("3")
    delay.press("Tab")
    expect(about).to_contain_text(told)
    assert told not in at_once
    assert violations(page) == []
    page.locator("button.primary.big").click()
    page.wait_for_url(re.compile("/games/"))
    game = page.url.rsplit("/", 1)[1]

    expect(page.locator("main")).to_contain_text(told)
    expect(eve.go(f"/games/{game}").locator("main")).to_contain_text(seen)
    assert ann.get(f"/v1/games/{game}")["spectator_delay"] == {"actions": 3}


CLOCKS = {
    "budget": (
        {"clock": "budget", "budgetMinutes": "15", "incrementSeconds": "5", "expiry": "forfeit"},
        {"kind": "budget", "seconds": 900, "increment": 5, "on_expiry": {"kind": "forfeit", "bot": "greedy@1"}},
    ),
    "days": (
        {"clock": "days", "days": "3", "expiry": "default_action"},
        {"kind": "days", "days": 3, "on_expiry": {"kind": "default_action"}},
    ),
    "per_decision": (
        {"clock": "per_decision", "turn": "3600", "expiry": "bot"},
        {"kind": "per_decision", "seconds": 3600, "on_expiry": {"kind": "bot", "bot": "greedy@1"}},
    ),
}


@pytest.mark.parametrize("kind", CLOCKS)
def test_the_clock_that_was_chosen_is_that_of_the_game(player: Visitor, kind: str) -> None:
    chosen, clock = CLOCKS[kind]
    page = player.go("/new?ruleset=dungeon-raiders")
    page.get_by_text("Who may watch, and the clock").click()
    for name, value in chosen.items():
        control = page.locator(f"[name={name}]")
        if control.evaluate("one => one.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)
            control.press("Tab")
    assert violations(page) == []
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/games/"))

    assert player.get(f"/v1/games/{page.url.rsplit('/', 1)[1]}")["clock"] == clock
