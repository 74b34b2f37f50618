"""Agreements of players: taking back, breaking off, giving up, inviting, playing again; and time."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.viewers import seat_viewer
from tests.browser.accessibility import violations
from tests.browser.conftest import Newcomer
from tests.browser.drawing import Drawing, started
from tests.browser.people import Visitor, two_at_a_table
from tests.browser.test_table import my_turn

FOR_EACH: Final = {"kind": "per_decision", "seconds": 300, "on_expiry": {"kind": "bot", "bot": "greedy"}}
SHORT: Final = {"kind": "per_decision", "seconds": 1, "on_expiry": {"kind": "bot", "bot": "greedy"}}
BUDGET: Final = {"kind": "budget", "seconds": 900, "increment": 10, "on_expiry": {"kind": "forfeit", "bot": "greedy"}}
A_TIME: Final = re.compile(r"^\d+:\d\d$")


def seconds_shown(page: Page) -> int:
    """The text of the clock in the headline."""
    minutes, seconds = page.locator(".headline .clock").inner_text().split(":")
    return int(minutes) * 60 + int(seconds)


def act_first(who: Visitor, game: str) -> None:
    """The player takes the first action that is offered."""
    owed = who.get(f"/v1/games/{game}/actions")
    who.post(f"/v1/games/{game}/actions", {"decision": owed["decision"], "action": owed["actions"][0]["action"]})


def asked_to_take_back(newcomer: Newcomer) -> tuple[Page, Page, Visitor, str]:
    """Two at The Descent: Ann has acted in the open, and asks Bob whether she may take it back."""
    ann, bob, game = two_at_a_table(newcomer, "the-descent")
    body = ann.get(f"/v1/games/{game}")
    first, second = (ann, bob) if body["to_act"] == [0] else (bob, ann)
    page, other = first.go(f"/games/{game}"), second.go(f"/games/{game}")
    my_turn(page)
    other.locator(".headline").wait_for()
    before = len(page.locator(".log li").all())
    page.locator(".action").first.click()
    expect(page.locator(".log li")).not_to_have_count(before)
    page.get_by_role("button", name="Take back my last action").click()
    return page, other, first, game


def test_the_clock_of_a_decision_runs_down_before_the_players_eyes(player: Visitor) -> None:
    game = player.new_game("dungeon-raiders", seats=2, clock=FOR_EACH)
    page = player.go(f"/games/{game}")
    my_turn(page)
    expect(page.locator(".headline .clock")).to_have_text(A_TIME)
    first = seconds_shown(page)
    page.wait_for_function(
        "first => { const [m, s] = document.querySelector('.headline .clock').textContent.split(':');"
        " return Number(m) * 60 + Number(s) < first; }",
        arg=first,
    )

    assert 280 < seconds_shown(page) < first <= 300


def test_a_player_whose_time_is_over_sees_the_bot_play_and_takes_the_seat_back(player: Visitor) -> None:
    game = player.new_game("labyrinth", clock=SHORT)
    page = player.go(f"/games/{game}")

    back = page.get_by_role("button", name="Take my seat back")
    expect(back.or_(page.locator(".outcome")).first).to_be_visible(timeout=30_000)
    assert any(event["type"] == "SeatReplaced" for event in player.get(f"/v1/games/{game}/events")["events"])


def test_a_stock_of_time_is_shown_for_each_seat(newcomer: Newcomer) -> None:
    ann, _, game = two_at_a_table(newcomer, clock=BUDGET)
    page = ann.go(f"/games/{game}")
    my_turn(page)

    assert 800 < seconds_shown(page) <= 900
    clocks = page.get_by_role("region", name="Players").locator(".clock")
    expect(clocks).to_have_count(2)
    act_first(ann, game)
    expect(clocks).to_have_count(1)


@pytest.mark.parametrize("agrees", [True, False])
def test_an_action_that_others_saw_is_taken_back_if_they_agree(newcomer: Newcomer, agrees: bool) -> None:
    page, other, asker, game = asked_to_take_back(newcomer)
    question = other.get_by_role("alert").filter(has_text="take the last action back")
    where = page.locator(".table-drawn").bounding_box(), other.locator(".table-drawn").bounding_box()

    expect(question).to_be_visible()
    expect(page.locator(".ask")).to_contain_text("The others are asked")
    assert violations(other) == []
    question.get_by_role("button", name="Agree" if agrees else "Decline").click()
    expect(question).to_have_count(0)
    expect(page.locator(".ask")).to_have_count(0)
    events = [event["type"] for event in asker.get(f"/v1/games/{game}/events")["events"]]
    assert ("ActionTakenBack" in events) is agrees
    assert where == (page.locator(".table-drawn").bounding_box(), other.locator(".table-drawn").bounding_box())


def test_a_game_is_broken_off_when_everybody_agrees(newcomer: Newcomer) -> None:
    ann, bob, game = two_at_a_table(newcomer)
    page, other = ann.go(f"/games/{game}"), bob.go(f"/games/{game}")
    my_turn(page)
    my_turn(other)
    page.get_by_text("I have to leave").click()
    page.get_by_role("button", name="Propose to break the game off").click()
    other.get_by_role("alert").filter(has_text="break the game off").get_by_role("button", name="Agree").click()

    for one in (page, other):
        expect(one.locator(".headline")).to_contain_text("The game was aborted")
    assert ann.get(f"/v1/games/{game}")["status"] == "aborted"


def test_who_resigns_is_asked_once_more_and_the_other_wins(newcomer: Newcomer) -> None:
    ann, bob, game = two_at_a_table(newcomer)
    page, other = ann.go(f"/games/{game}"), bob.go(f"/games/{game}")
    my_turn(page)
    page.get_by_text("I have to leave").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Play on").click()
    assert ann.get(f"/v1/games/{game}")["status"] == "running"
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()

    expect(other.locator(".outcome")).to_contain_text("You won")
    expect(other.locator(".outcome")).to_contain_text("The others gave up")


def test_a_player_is_invited_by_name_and_sits_down_from_the_lobby(newcomer: Newcomer) -> None:
    ann, bob = newcomer(), newcomer()
    ann.sign_up()
    name = bob.sign_up()
    game = ann.new_game("dungeon-raiders", seats=2, bots={}, is_started=False, visibility="private")
    page = ann.go(f"/games/{game}")
    page.get_by_label("Invite a player by name").fill("Nobody Of That Name")
    page.get_by_role("button", name="Invite", exact=True).click()
    expect(page.get_by_role("main").get_by_role("alert")).to_be_visible()
    page.get_by_label("Invite a player by name").fill(name)
    page.get_by_role("button", name="Invite", exact=True).click()
    expect(page.locator(".sent")).to_contain_text(f"{name}: invited")

    lobby = bob.go("/")
    expect(lobby.get_by_role("region", name="Invitations")).to_contain_text("invites you")
    assert violations(lobby) == []
    lobby.get_by_role("button", name="Take the seat").click()
    expect(lobby).to_have_url(re.compile(game))
    assert bob.get(f"/v1/games/{game}")["you"]["nonce_commitment"] is not None


def test_an_invitation_is_declined_and_withdrawn(newcomer: Newcomer) -> None:
    ann, bob, carl = newcomer(), newcomer(), newcomer()
    ann.sign_up()
    names = [bob.sign_up(), carl.sign_up()]
    game = ann.new_game("dungeon-raiders", seats=3, bots={}, is_started=False)
    for name in names:
        ann.post(f"/v1/games/{game}/invitations", {"name": name})
    lobby = bob.go("/")
    lobby.get_by_role("button", name="Decline").click()
    expect(lobby.get_by_role("region", name="Invitations")).to_have_count(0)
    page = ann.go(f"/games/{game}")
    expect(page.locator(".sent")).to_contain_text(f"{names[0]}: declined")
    page.get_by_role("button", name=f"Withdraw the invitation of {names[1]}").click()

    expect(page.locator(".sent")).to_contain_text(f"{names[1]}: withdrawn")
    assert carl.get("/v1/invitations?status=open")["invitations"] == []


def test_a_rematch_seats_both_again_and_is_offered_only_once(newcomer: Newcomer) -> None:
    ann, bob, game = two_at_a_table(newcomer)
    ann.post(f"/v1/games/{game}/resignations", {})
    page, other = ann.go(f"/games/{game}"), bob.go(f"/games/{game}")
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url.rsplit("/", 1)[1] != game)
    again = page.url.rsplit("/", 1)[1]
    page.locator(".headline").wait_for()
    other.get_by_role("button", name="Rematch").click()
    expect(other).to_have_url(re.compile(again))
    other.get_by_role("button", name="Sit here").click()
    page.get_by_role("button", name="Start the game").click()

    my_turn(page)
    body: Any = ann.get(f"/v1/games/{again}")
    assert body["rematch_of"] == game
    assert body["you"]["seat"] == 1


def test_bots_are_marked_beside_their_names_and_people_are_not(newcomer: Newcomer) -> None:
    ann = newcomer()
    name = ann.sign_up()
    page = ann.go(f"/games/{ann.new_game('dungeon-raiders', seats=2, bots={1: 'greedy'})}")
    seats = page.get_by_role("region", name="Players").locator("li")

    expect(seats.filter(has_text=name).locator(".is-bot")).to_have_count(0)
    expect(seats.filter(has_text="Greedy bot 2")).to_have_count(1)


def test_the_hand_keeps_its_place_while_others_lay_their_cards(visitor: Visitor) -> None:
    drawing = Drawing(visitor, "dungeon-raiders")
    moment = started(get_ruleset("dungeon-raiders"), {"mode": "tactical"}, seats=3, seed="still")
    drawing.draw(moment, seat_viewer(0))
    hand = drawing.page.locator(".dr-hand")
    before = hand.bounding_box()
    given = moment.given(seat_viewer(0), "en")
    given["table"]["seats"][1]["laid"] = ["p3"]
    given["table"]["in_play"] = [{"item": "torch", "seat": 1}]
    drawing.page.evaluate("(given) => window.drawTable(given)", given)

    assert drawing.page.locator(".dr-current .tt-stat b").first.inner_text() == "3"
    assert hand.bounding_box() == before


def test_the_room_being_played_is_in_sight_on_a_phone(newcomer: Newcomer) -> None:
    drawing = Drawing(newcomer(viewport={"width": 390, "height": 844}), "dungeon-raiders")
    given = started(get_ruleset("dungeon-raiders"), {}, seats=3, seed="still").given(seat_viewer(0), "en")
    for room in (5, 1, 3):
        given["table"]["room"] = room
        drawing.page.evaluate("(given) => window.drawTable(given)", given)
        drawing.page.wait_for_function(
            "() => { const box = document.querySelector('.dr-room.now').getBoundingClientRect();"
            " return box.left >= 0 && box.right <= innerWidth; }"
        )


STALE: Final = """(game) => {
    const fetched = window.fetch;
    const wait = (name) => new Promise((resolve) => { window[name] = resolve; });
    const gate = wait("openGate");
    window.fetch = async (path, init) => {
        if (path === `/v1/games/${game}`) await gate;
        const answer = await fetched(path, init);
        if (String(path).endsWith("/actions") && init?.method === "POST") await wait("letPost");
        if (String(path).endsWith("/actions") && init?.method === "GET") await wait("letGet");
        return answer;
    };
}"""


def test_what_was_offered_for_the_last_decision_is_not_offered_for_the_next(player: Visitor) -> None:
    game = player.new_game("dungeon-raiders", seats=2)
    page = player.go(f"/games/{game}")
    my_turn(page)
    first = player.get(f"/v1/games/{game}")["you"]["decision"]
    page.evaluate(STALE, game)
    page.locator(".action").first.click()
    while player.get(f"/v1/games/{game}")["you"]["decision"] in (None, first):
        page.wait_for_timeout(50)
    # The page looks only now: the next decision is there, its offer is on the way, and the answer comes last.
    page.evaluate("() => window.openGate()")
    page.wait_for_function("() => window.letGet && window.letPost")
    page.evaluate("() => window.letPost()")
    expect(page.locator(".headline")).to_contain_text("It is your turn")
    page.wait_for_timeout(100)
    assert page.locator(".action:enabled").count() == 0
    page.evaluate("() => window.letGet()")

    my_turn(page)
    offered = player.get(f"/v1/games/{game}/actions?lang=en")["actions"]
    assert page.locator(".actions .action").all_text_contents() == [one["text_short"]["en"] for one in offered]
