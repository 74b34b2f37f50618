"""Every title's table is drawn for every viewer, at any moment, and players can act on the picture."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import pytest

from delvebook.domain.phrases import LANGUAGES
from delvebook.domain.playout import seed_of
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import SPECTATOR, seat_viewer
from delvebook.replays.golden_plans import GoldenPlan, read_plans, record_path
from tests.browser.conftest import Newcomer
from tests.browser.drawing import NAMES, TITLES, Drawing, Moment, moments, plain, started
from tests.browser.people import Visitor

NONSENSE: Final = r"\bundefined\b|\bNaN\b|\[object|\bnull\b|\bInfinity\b"
WORD: Final = re.compile(r"[A-Za-z][A-Za-z_]{2,}")
SHOWN: Final = 6
"""The number of moments of a golden game at which its table is drawn."""
GOLDEN: Final[Mapping[str, tuple[str, ...]]] = {
    "dungeon-raiders": ("boss-hoard", "boss-twintail", "five-tactical-heroes", "petrified", "torches", "two-heroes"),
    "labyrinth": ("a-duel-with-the-mage", "team-of-six", "the-team-is-lost", "the-chest-is-found", "yellow-team"),
    "dice-and-danger": ("animals-four", "cultists-two", "pyramid-three", "dinosaurs-solo-died"),
    "the-descent": ("insured-and-lured", "the-spider-beaten", "the-dragon-beaten", "anchored-four"),
    "runebound": ("a-duel", "margath-killed", "six-heroes", "one-round"),
}
PLAYED: Final[Mapping[str, tuple[int, Mapping[str, Any]]]] = {
    "dungeon-raiders": (3, {}),
    "labyrinth": (1, {"team_size": 4}),
    "dice-and-danger": (2, {"adventure": "pyramid"}),
    "the-descent": (2, {"round_limit": 20}),
    "runebound": (3, {"round_limit": 40}),
}
"""The number of seats and the options of the game that is played by clicks, by title."""


def is_drawn(plan: GoldenPlan, number: int, moment: Moment) -> bool:
    """Whether the table is drawn after this event of a golden game: at its start, at its end, and between."""
    apart = max(1, record_path(plan).read_bytes().count(b"\n") // (SHOWN - 1))
    return number % apart == 0 or moment.table.outcome is not None


@pytest.mark.parametrize("title", TITLES)
def test_golden_games_are_drawn_for_everybody_who_may_look(newcomer: Newcomer, title: str) -> None:
    english, russian = (Drawing(newcomer(), title, language) for language in LANGUAGES)
    latin = words_of(title)
    for plan in read_plans(title):
        if plan.name not in GOLDEN[title]:
            continue
        for number, moment in enumerate(moments(plan)):
            if not is_drawn(plan, number, moment):
                continue
            for viewer in moment.viewers():
                where = f"{plan.name}, event {number}, {viewer}"
                for drawing in (english, russian):
                    drawing.draw(moment, viewer)
                    assert (found := drawing.finds(NONSENSE)) is None, f"{where}: {found}"
                assert_all_have_a_place(english, moment.legal(viewer), where)
                assert not (odd := set(WORD.findall(russian.text())) - latin), f"{where}: {odd}"


def words_of(title: str) -> set[str]:
    """The words in Latin letters that the catalogue has in its Russian texts, and the names of the seats."""
    words: set[str] = set(WORD.findall(" ".join(NAMES)))

    def look(value: Any) -> None:
        if isinstance(value, Mapping):
            for key, member in value.items():
                if key == "ru":
                    words.update(WORD.findall(str(member)))
                look(member)
        elif isinstance(value, (list, tuple)):
            for member in value:
                look(member)

    look(get_ruleset(title).catalogue)
    return words


def assert_all_have_a_place(drawing: Drawing, legal: list[Any], where: str) -> None:
    """The picture offers exactly the legal actions."""
    placed, listed = ({plain(action) for action in actions} for actions in drawing.offered_apart())
    assert placed | listed == {plain(action) for action in legal}, where
    # An action with a place on the picture is not listed below it again.
    assert not placed & listed, where


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_is_played_by_clicks_on_the_picture(newcomer: Newcomer, title: str) -> None:
    seats, options = PLAYED[title]
    moment = started(get_ruleset(title), options, seats=seats, seed=f"clicks/{title}")
    chance = Tape(seed_of(f"clicks/{title}/chance"))
    drawing = Drawing(newcomer(), title)
    for n in range(2, 5000):
        if moment.table.outcome is not None:
            break
        seat = chance.choose(moment.table.to_act(), "who")
        take_any(drawing, moment, seat, chance, n)
    assert moment.table.outcome is not None
    drawing.draw(moment, SPECTATOR)
    assert drawing.offered() == []


def take_any(drawing: Drawing, moment: Moment, seat: int, chance: Tape, n: int) -> None:
    """One action of the seat, chosen by chance and taken at one of its places."""
    viewer = seat_viewer(seat)
    drawing.draw(moment, viewer)
    legal = moment.legal(viewer)
    where = f"event {n}, seat {seat}"
    assert_all_have_a_place(drawing, legal, where)
    action = chance.choose(legal, "what")
    places = [number for number, there in enumerate(drawing.offered()) if action in there]
    place = chance.choose(places, "where")
    assert drawing.take(action, place, by="Enter" if n % 5 == 0 else "click") == action, f"{where}: {action}"
    moment.table.take_action(seat, moment.ruleset.parse_action(action), n=n)


@pytest.mark.parametrize(("width", "theme"), [(320, "dark"), (1280, "light")])
@pytest.mark.parametrize("title", TITLES)
def test_nobody_is_shut_out_from_the_picture(newcomer: Newcomer, title: str, width: int, theme: str) -> None:
    plan = next(plan for plan in read_plans(title) if plan.name == GOLDEN[title][0])
    drawing = Drawing(newcomer(viewport={"width": width, "height": 800}, color_scheme=theme), title, "ru")
    drawn = [number for number, moment in enumerate(moments(plan)) if is_drawn(plan, number, moment)]
    for number, moment in enumerate(moments(plan)):
        if number not in (drawn[2], drawn[-2]):
            continue
        drawing.draw(moment, seat_viewer(moment.table.to_act()[0]))
        assert drawing.violations() == [], f"event {number}"
        assert drawing.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_name_is_never_more_than_a_name(visitor: Visitor) -> None:
    drawing = Drawing(visitor, "dungeon-raiders")
    moment = started(get_ruleset("dungeon-raiders"), {}, seats=3, seed="names")
    drawing.draw(moment, SPECTATOR)
    assert NAMES[1] in drawing.text()
    assert drawing.page.locator("#drawn img").count() == 0


def test_what_the_viewer_may_not_know_lies_face_down(visitor: Visitor) -> None:
    drawing = Drawing(visitor, "dungeon-raiders")
    moment = started(get_ruleset("dungeon-raiders"), {}, seats=3, seed="face down")
    drawing.draw(moment, SPECTATOR)
    row = moment.given(SPECTATOR, "en")["table"]["row"]
    assert drawing.page.locator(".dr-room.back").count() == sum(room["card"] is None for room in row) > 0
    assert drawing.page.locator(".dr-hand").count() == 0
