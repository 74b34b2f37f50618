"""With motion on: what a person points at stays under the pointer, and a press never takes anything else."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.viewers import seat_viewer
from tests.browser.conftest import Newcomer
from tests.browser.drawing import Drawing, Moment, started

HERS = seat_viewer(0)


@pytest.fixture
def moment() -> Moment:
    """A table of Dungeon Raiders at which every seat has to play a card."""
    return started(get_ruleset("dungeon-raiders"), {}, seats=3, seed="pointer")


@pytest.fixture
def drawing(newcomer: Newcomer, moment: Moment) -> Drawing:
    """The table in a browser with motion on."""
    made = Drawing(newcomer(reduced_motion="no-preference"), "dungeon-raiders")
    made.draw(moment, HERS)
    made.page.wait_for_function(
        "() => getComputedStyle(document.querySelector('.dr-card.spot')).borderTopWidth === '3px'"
    )
    return made


def card(drawing: Drawing, name: str) -> Locator:
    """A card of the hand that can be played."""
    return drawing.page.locator(f"[data-spot='hand:{name}']")


def box(place: Locator) -> dict[str, float]:
    """The box of the place when nothing points at it."""
    place.scroll_into_view_if_needed()
    place.page.mouse.move(1, 1)
    found: Any = place.bounding_box()
    assert found is not None
    return dict(found)


def chosen(page: Page) -> Any:
    """The action that the picture reports as chosen."""
    return page.evaluate("() => window.chosen")


@pytest.mark.parametrize("above", [0.5, 1.5, 3])
def test_a_card_is_played_from_its_lowest_edge(drawing: Drawing, above: float) -> None:
    place = card(drawing, "p3")
    at = box(place)
    mouse = drawing.page.mouse
    mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] - above)
    drawing.page.wait_for_timeout(100)

    assert place.evaluate("(one) => one.matches(':hover')")
    mouse.down()
    drawing.page.wait_for_timeout(50)
    mouse.up()
    assert chosen(drawing.page) == {"type": "play_card", "card": "p3"}


def test_the_card_under_the_pointer_does_rise(drawing: Drawing) -> None:
    place = card(drawing, "p3")
    still = box(place)["y"]
    place.hover()
    lifted: Any = place.bounding_box()

    assert lifted["y"] < still


def test_a_card_is_played_although_others_move_between_press_and_release(drawing: Drawing, moment: Moment) -> None:
    at = box(card(drawing, "p3"))
    mouse = drawing.page.mouse
    mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    mouse.down()
    play(moment, 1, n=2)
    drawing.draw(moment, HERS)
    mouse.up()

    assert chosen(drawing.page) == {"type": "play_card", "card": "p3"}


@pytest.mark.parametrize("gone", ["p1", "p2"])
def test_a_press_on_a_card_never_plays_the_one_that_takes_its_place(
    drawing: Drawing, moment: Moment, gone: str
) -> None:
    at = box(card(drawing, "p3"))
    mouse = drawing.page.mouse
    mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    mouse.down()
    without(drawing, moment, gone)
    mouse.up()

    assert chosen(drawing.page) in (None, {"type": "play_card", "card": "p3"})


def test_a_press_on_a_sentence_never_takes_the_one_that_takes_its_place(newcomer: Newcomer) -> None:
    drawing = Drawing(newcomer(reduced_motion="no-preference"), "dungeon-raiders")
    moment = started(get_ruleset("dungeon-raiders"), {}, seats=3, seed="pointer")
    given = moment.given(HERS, "en")
    told = [{"action": {"type": name}, "text": name, "text_short": name} for name in ("wait", "pass", "yield")]
    draw = "(given) => window.drawTable(given)"
    drawing.page.evaluate(draw, {**given, "actions": told})
    at = box(drawing.page.locator(".tt-bar button").nth(1))
    mouse = drawing.page.mouse
    mouse.move(at["x"] + 5, at["y"] + at["height"] / 2)
    mouse.down()
    drawing.page.evaluate(draw, {**given, "actions": told[1:]})
    mouse.up()

    assert chosen(drawing.page) in (None, {"type": "pass"})


def play(moment: Moment, seat: int, *, n: int) -> None:
    """Plays the seat's first legal card."""
    action = moment.legal(seat_viewer(seat))[0]
    moment.table.take_action(seat, moment.ruleset.parse_action(action), n=n)


def without(drawing: Drawing, moment: Moment, gone: str) -> None:
    """Draws the table as it is once that card has left the hand."""
    given = moment.given(HERS, "en")
    given["table"]["seats"][0]["hand"]["cards"].remove(gone)
    given["actions"] = [one for one in given["actions"] if one["action"].get("card") != gone]
    drawing.page.evaluate("(given) => window.drawTable(given)", given)
