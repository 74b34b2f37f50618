"""Pieces can be dragged in every title, by mouse and by finger, and never to a place that the rules forbid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest
from playwright.sync_api import CDPSession, Locator, Page

from delvebook.domain.playout import seed_of
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import seat_viewer
from tests.browser.conftest import Newcomer
from tests.browser.drawing import Drawing, Moment, started

HERS: Final = seat_viewer(0)
LARGE: Final = {"width": 1400, "height": 2600}
HOLD_MS: Final = 400
"""Longer than a finger has to rest on a piece before it is lifted."""
EVENTS_MAX: Final = 700
GAMES_MAX: Final = 5
OPTIONS: Final[Mapping[str, tuple[int, Mapping[str, Any]]]] = {
    "dungeon-raiders": (3, {}),
    "labyrinth": (1, {"team_size": 4}),
    "dice-and-danger": (2, {"adventure": "pyramid"}),
    "the-descent": (2, {"round_limit": 20}),
    "runebound": (2, {"round_limit": 40}),
}
"""The number of seats and the options of the game that is played, by title."""
DRAGGED: Final[Mapping[str, frozenset[tuple[str, str]]]] = {
    "dungeon-raiders": frozenset({("play_card", "room"), ("light_torch", "row")}),
    "labyrinth": frozenset(
        {("move", "cell"), ("place_location", "lay"), ("take_trophy", "character"), ("fight_steambot", "duel")}
    ),
    "dice-and-danger": frozenset({("mark", "cell"), ("mark", "room")}),
    "the-descent": frozenset({("step", "cell"), ("jump", "cell"), ("use_rope", "cell")}),
    "runebound": frozenset({("move", "hex"), ("buy", "hero"), ("attack", "enemy")}),
}
"""By title, the type of action that the test drags, and the kind of place it is dragged to."""
DRAGS: Final = """() => [...document.querySelector("spot-menu")._spots.drags].flatMap(([from, ways]) =>
    [...ways].map(([to, offers]) => ({ from, to, actions: offers.map((offer) => offer.action) })))"""


def place(page: Page, key: str) -> Locator:
    """A place of the picture, by its key."""
    return page.locator(f'#drawn [data-place="{key}"]').first


def middle(there: Locator) -> tuple[float, float]:
    """The middle of a place, on the screen."""
    box = there.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def carry(page: Page, from_: tuple[float, float], to: tuple[float, float]) -> None:
    """Presses, moves and lets go."""
    page.mouse.move(*from_)
    page.mouse.down()
    page.mouse.move((from_[0] + to[0]) / 2, (from_[1] + to[1]) / 2)
    page.mouse.move(*to)
    page.mouse.up()


def chosen(page: Page) -> Any:
    """The action that the picture reports as chosen."""
    return page.evaluate("() => window.chosen")


def played(title: str) -> Iterator[tuple[Moment, int]]:
    """Every moment of games played at random, with the seat that acts."""
    seats, options = OPTIONS[title]
    for game in range(GAMES_MAX):
        moment = started(get_ruleset(title), options, seats=seats, seed=f"dragging/{title}/{game}")
        chance = Tape(seed_of(f"dragging/{title}/{game}/chance"))
        for n in range(2, EVENTS_MAX):
            if moment.table.outcome is not None:
                break
            seat = chance.choose(moment.table.to_act(), "who")
            yield moment, seat
            legal = moment.legal(seat_viewer(seat))
            moment.table.take_action(seat, moment.ruleset.parse_action(chance.choose(legal, "what")), n=n)


@pytest.fixture
def raiders(newcomer: Newcomer) -> Drawing:
    """A table of Dungeon Raiders at which every seat has to play a card."""
    drawing = Drawing(newcomer(viewport=LARGE), "dungeon-raiders")
    drawing.draw(started(get_ruleset("dungeon-raiders"), {}, seats=3, seed="pointer"), HERS)
    place(drawing.page, "hand:p3").wait_for()
    return drawing


@pytest.mark.parametrize("title", OPTIONS)
def test_what_one_would_drag_is_taken_by_dragging(newcomer: Newcomer, title: str) -> None:
    drawing = Drawing(newcomer(viewport=LARGE), title)
    page = drawing.page
    missing = set(DRAGGED[title])
    for moment, seat in played(title):
        wanted = {kind for kind, _ in missing}
        if not wanted & {str(action["type"]) for action in moment.legal(seat_viewer(seat))}:
            continue
        drawing.draw(moment, seat_viewer(seat))
        for drag in page.evaluate(DRAGS):
            types = {(action["type"], drag["to"].split(":")[0]) for action in drag["actions"]} & missing
            if not types:
                continue
            carry(page, middle(place(page, drag["from"])), middle(place(page, drag["to"])))
            if len(drag["actions"]) > 1:
                page.locator("spot-menu button").first.click()
            assert chosen(page) == drag["actions"][0], f"{title}: {drag}"
            missing -= types
            drawing.draw(moment, seat_viewer(seat))
        if not missing:
            return
    assert not missing


def test_a_card_that_is_let_go_elsewhere_stays_in_the_hand(raiders: Drawing) -> None:
    page = raiders.page
    at = middle(place(page, "hand:p3"))
    carry(page, at, (5, 5))
    carry(page, at, (at[0] + 30, at[1]))

    assert chosen(page) is None
    assert page.locator(".tt-ghost, [data-lifted], [data-target]").count() == 0
    carry(page, at, middle(place(page, "room")))
    assert chosen(page) == {"type": "play_card", "card": "p3"}


def test_escape_puts_the_card_back(raiders: Drawing) -> None:
    page = raiders.page
    page.mouse.move(*middle(place(page, "hand:p3")))
    page.mouse.down()
    page.mouse.move(*middle(place(page, "room")))
    assert page.locator(".tt-ghost").is_visible()
    page.keyboard.press("Escape")
    page.mouse.up()

    assert page.locator(".tt-ghost").count() == 0
    assert chosen(page) is None


def test_where_the_card_can_go_is_marked_while_it_is_carried(raiders: Drawing) -> None:
    page = raiders.page
    page.mouse.move(*middle(place(page, "hand:p3")))
    page.mouse.down()
    page.mouse.move(300, 5)
    targets = page.locator("[data-target]").evaluate_all("(all) => all.map((one) => one.dataset.place)")
    page.mouse.move(*middle(place(page, "room")))

    assert set(targets) == {"room"}
    assert page.locator("[data-over]").get_attribute("data-place") == "room"
    page.mouse.up()
    assert page.locator("[data-over], [data-target]").count() == 0


def test_a_card_that_has_left_the_hand_meanwhile_is_not_played(raiders: Drawing) -> None:
    page = raiders.page
    moment = started(get_ruleset("dungeon-raiders"), {}, seats=3, seed="pointer")
    page.mouse.move(*middle(place(page, "hand:p3")))
    page.mouse.down()
    page.mouse.move(*middle(place(page, "room")))
    given = moment.given(HERS, "en")
    given["actions"] = [one for one in given["actions"] if one["action"].get("card") != "p3"]
    page.evaluate("(given) => window.drawTable(given)", given)
    page.mouse.up()

    assert chosen(page) is None


class Finger:
    """One finger on the screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)

    def _send(self, kind: str, at: tuple[float, float] | None) -> None:
        points = [] if at is None else [{"x": at[0], "y": at[1]}]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def carry(self, from_: tuple[float, float], to: tuple[float, float], *, hold_ms: int) -> None:
        """Touches, rests, moves and lifts."""
        self._send("touchStart", from_)
        self.page.wait_for_timeout(hold_ms)
        for step in (1, 2, 3, 4):
            self._send("touchMove", tuple(a + (b - a) * step / 4 for a, b in zip(from_, to, strict=True)))  # type: ignore[arg-type]
        self._send("touchEnd", None)


@pytest.mark.parametrize(("hold_ms", "plays"), [(HOLD_MS, True), (0, False)])
def test_a_finger_that_rests_lifts_a_card_and_one_that_swipes_scrolls(
    newcomer: Newcomer, hold_ms: int, plays: bool
) -> None:
    drawing = Drawing(newcomer(viewport={"width": 800, "height": 900}, has_touch=True), "dungeon-raiders")
    drawing.draw(started(get_ruleset("dungeon-raiders"), {}, seats=3, seed="pointer"), HERS)
    page = drawing.page
    hand = place(page, "hand:p3")
    hand.scroll_into_view_if_needed()
    Finger(page).carry(middle(hand), middle(page.locator('section[data-place="room"]')), hold_ms=hold_ms)
    page.wait_for_timeout(100)

    assert chosen(page) == ({"type": "play_card", "card": "p3"} if plays else None)
