"""At the table: playing, being refused, going away and coming back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Newcomer
from tests.browser.people import OWN_HEADER, PHONE, Visitor, two_at_a_table


def sentences(page: Page) -> list[str]:
    """The sentences of the list of actions, also what is heard only."""
    return page.locator(".actions .action").all_text_contents()


def my_turn(page: Page) -> None:
    """Waits until it is the player's turn."""
    expect(page.locator(".headline")).to_contain_text("It is your turn")
    page.locator(".actions .action").first.wait_for()


def play_to_the_end(page: Page, *, clicks_max: int = 500) -> int:
    """Clicks the first sentence until the game is over. Returns the number of clicks."""
    either = page.locator(".action:enabled, .outcome").first
    for click in range(clicks_max):
        either.wait_for(timeout=30_000)
        if page.locator(".outcome").count():
            return click
        before = page.locator(".log li").count()
        page.locator(".action:enabled").first.click()
        page.wait_for_function(
            "before => document.querySelectorAll('.log li').length > before || document.querySelector('.outcome')",
            arg=before,
        )
    raise AssertionError(f"the game is not over after {clicks_max} clicks")


def test_dungeon_raiders_is_played_to_the_end_by_its_sentences(player: Visitor) -> None:
    game = player.new_game("dungeon-raiders", seats=3, bots={1: "greedy", 2: "random"})
    page = player.go(f"/games/{game}")

    assert play_to_the_end(page) > 5
    expect(page.get_by_role("link", name="Watch the replay").first).to_be_visible()
    assert player.get(f"/v1/games/{game}")["status"] == "finished"


def test_the_list_has_every_action_the_service_offers_in_its_own_words(player: Visitor) -> None:
    game = player.new_game("dungeon-raiders", seats=2)
    page = player.go(f"/games/{game}")
    my_turn(page)
    offered = player.get(f"/v1/games/{game}/actions?lang=en")["actions"]

    assert sentences(page) == [one["text_short"]["en"] for one in offered]
    page.get_by_role("button", name="Full sentences").click()
    assert sentences(page) == [one["text"]["en"] for one in offered]


def test_what_happened_is_told_and_the_last_of_it_is_marked(player: Visitor) -> None:
    game = player.new_game("dungeon-raiders", seats=2)
    page = player.go(f"/games/{game}")
    my_turn(page)
    page.locator(".action").first.click()
    expect(page.locator(".log li.is-last")).to_contain_text(re.compile("lays|plays|room|wins|turn", re.IGNORECASE))
    events = player.get(f"/v1/games/{game}/events?lang=en")["events"]

    for told in events[-1]["told"]:
        expect(page.locator(".log")).to_contain_text(told)
    expect(page.locator(".log li.is-last")).to_have_count(1)


def test_screen_readers_are_told_each_move(player: Visitor) -> None:
    game = player.new_game("dungeon-raiders", seats=2)
    page = player.go(f"/games/{game}")
    my_turn(page)
    page.locator(".action").first.click()
    told = player.get(f"/v1/games/{game}/events?lang=en&after=7")["events"]
    while not told:
        told = player.get(f"/v1/games/{game}/events?lang=en&after=7")["events"]

    expect(page.locator("[data-live=polite]")).to_contain_text(told[0]["told_short"][0])


def test_a_refusal_is_shown_in_place_with_its_clause_and_the_table_stays(player: Visitor) -> None:
    game = player.new_game("labyrinth")
    page = player.go(f"/games/{game}")
    my_turn(page)
    offered = sentences(page)
    # The page offers only legal actions, so the request is changed on its way to get a refusal.
    page.route(
        "**/actions",
        lambda route: (
            route.continue_(post_data=route.request.post_data.replace('"K', '"S'))
            if route.request.method == "POST" and route.request.post_data
            else route.continue_()
        ),
    )
    page.locator(".action").first.click()
    alert = page.get_by_role("main").get_by_role("alert")

    expect(alert).to_be_visible()
    page.unroute("**/actions")
    assert sentences(page) == offered
    alert.get_by_role("button", name="Close").click()
    expect(alert).to_have_count(0)
    page.locator(".action").first.click()
    expect(page.locator(".log li").first).not_to_contain_text("The game begins")


def test_a_refusal_by_the_rules_names_the_clause(player: Visitor) -> None:
    game = player.new_game("dungeon-raiders", seats=2)
    page = player.go(f"/games/{game}")
    my_turn(page)
    hand = player.get(f"/v1/games/{game}")["table"]["seats"][0]["hand"]["cards"]
    missing = next(card for card in ("ball", "key", "sword") if card not in hand)
    page.route(
        "**/actions",
        lambda route: (
            route.continue_(post_data=re.sub(r'"card":"[^"]+"', f'"card":"{missing}"', route.request.post_data or ""))
            if route.request.method == "POST"
            else route.continue_()
        ),
    )
    page.locator(".action").first.click()

    expect(page.get_by_role("main").get_by_role("alert")).to_contain_text(re.compile(r"DR-\d{3}"))


def test_the_last_action_is_taken_back_while_nobody_has_learned_from_it(newcomer: Newcomer) -> None:
    ann, _, game = two_at_a_table(newcomer)
    page = ann.go(f"/games/{game}")
    my_turn(page)
    offered = sentences(page)
    page.locator(".action").first.click()
    expect(page.locator(".headline")).to_contain_text("Waiting for")
    page.get_by_role("button", name="Take back my last action").click()

    my_turn(page)
    assert sentences(page) == offered


def test_a_game_that_ended_elsewhere_says_so_and_shows_its_end(player: Visitor) -> None:
    game = player.new_game("dungeon-raiders", seats=2)
    page = player.go(f"/games/{game}")
    my_turn(page)
    player.play_out(game)

    expect(page.locator(".outcome")).to_be_visible()
    expect(page.locator(".headline")).to_have_count(0)
    expect(page.locator(".action")).to_have_count(0)
    expect(page.locator(".log li").first).to_contain_text("The game is over")
    expect(page.locator(".log")).not_to_contain_text("nonce")


@pytest.mark.parametrize(
    "is_stage_late", [False, True], ids=["what-happens-is-played", "the-stage-comes-after-the-end"]
)
def test_a_player_who_looks_elsewhere_on_the_page_is_shown_how_the_game_ended(
    newcomer: Newcomer, is_stage_late: bool
) -> None:
    person = newcomer(**PHONE)
    person.sign_up()
    game = person.new_game("dungeon-raiders", seats=2)
    asked: list[Route] = []
    person.page.route("**/stage.js", lambda route: asked.append(route) if is_stage_late else route.continue_())
    with person.page.expect_request("**/stage.js"):
        page = person.go(f"/games/{game}")
    my_turn(page)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    person.play_out(game)
    if is_stage_late:
        expect(page.locator("#outcome")).to_be_attached()
        expect(page.locator("#outcome")).not_to_be_in_viewport()
        for route in asked:
            route.continue_()

    expect(page.locator("#outcome")).to_be_in_viewport()


def test_an_expired_session_is_said_and_the_game_goes_on_after_signing_in(newcomer: Newcomer) -> None:
    ann = newcomer()
    ann.sign_up()
    game = ann.new_game("dungeon-raiders", seats=2)
    code = ann.post("/v1/session/recovery")["recovery_code"]
    page = ann.go(f"/games/{game}")
    my_turn(page)
    ann.context.request.delete(f"{ann.url}/v1/session", headers=OWN_HEADER)
    page.locator(".action").first.click()
    expect(page.get_by_text("Your session has ended")).to_be_visible()
    page.get_by_role("button", name="I have a recovery code").click()
    page.get_by_label("Recovery code").fill(code)
    page.get_by_role("button", name="Go on with this account").click()

    my_turn(page)
    page.locator(".action").first.click()
    expect(page.locator(".log li").first).not_to_contain_text("The game begins")


def test_a_whole_turn_is_played_by_keyboard_alone(player: Visitor) -> None:
    game = player.new_game("dungeon-raiders", seats=2)
    page = player.go(f"/games/{game}")
    my_turn(page)
    before = player.get(f"/v1/games/{game}")["n"]
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('action')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".log li").first).not_to_contain_text("The game begins")

    assert player.get(f"/v1/games/{game}")["n"] > before


def test_who_has_to_leave_lets_a_bot_play_and_takes_the_seat_back(player: Visitor) -> None:
    game = player.new_game("dungeon-raiders", seats=2, bots={1: "greedy"}, options={"mode": "tactical"})
    page = player.go(f"/games/{game}")
    page.get_by_text("I have to leave").click()
    page.locator(".away").get_by_role("button", name="Random bot (takes any move)").click()

    expect(page.get_by_role("button", name="Take my seat back").or_(page.locator(".outcome")).first).to_be_visible()


def test_a_title_without_a_renderer_is_drawn_from_its_catalogue(player: Visitor) -> None:
    game = player.new_game("the-descent", seats=2)
    page = player.go(f"/games/{game}")
    page.locator(".table-drawn").wait_for()
    drawn = page.evaluate(
        """async () => {
            const base = document.querySelector('script[type=module]').src.replace(/js\\/pages.*/, '');
            const { draw } = await import(base + 'js/titles/generic.js');
            const { render } = await import(base + 'js/html.js');
            const game = await (await fetch(location.pathname.replace('/games', '/v1/games'),
                { headers: { 'Delvebook-Page': '1' } })).json();
            const catalogue = await (await fetch(`/v1/rulesets/${game.ruleset}/catalogue`)).json();
            const root = document.createElement('div');
            render(draw({ table: game.table, catalogue, viewer: 0, seats: game.seats, actions: [], lang: 'en',
                changed: new Set(), choose() {} }), root);
            return root.innerText;
        }"""
    )

    assert "The cave" in drawn
    assert "rope" in drawn.lower()
