"""
Pages with the same content every time. Answers of the API are made from golden games and fixed names and times.

The pages and their modules are the service's own; only answers that hold ids, times or chance are replaced.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route

from delvebook.domain.viewers import SPECTATOR, Viewer, seat_viewer
from delvebook.replays.golden_plans import GoldenPlan, read_plans, record_path
from tests.browser.blocks import block_style
from tests.browser.drawing import Moment, moments
from tests.browser.people import Visitor

GAME: Final = "00000000-0000-4000-8000-000000000001"
ACCOUNT: Final = {"id": "a000000000000001", "name": "Ada", "kind": "person"}
PEOPLE: Final = ("Ada", "Boris", "Carla", "Dmitri", "Edith", "Foma")
AT: Final = "2026-01-02T03:04:05.000000Z"
GOLDEN: Final[Mapping[str, tuple[str, int]]] = {
    "dungeon-raiders": ("torches", 30),
    "labyrinth": ("team-of-six", 30),
    "dice-and-danger": ("pyramid-three", 40),
    "the-descent": ("anchored-four", 60),
    "runebound": ("six-heroes", 40),
}
"""By title, the golden game whose table is shown, and the first event after which it may be shown."""
TOLD: Final = (
    ["The game begins.", "Ada, Boris and Carla sit down."],
    ["Ada takes a step into the dark, and listens."],
    ["Boris finds a chest. It is empty.", "Carla does not believe it."],
)
HURRIED: Final = """
const wait = globalThis.setTimeout;
globalThis.setTimeout = (act, delay, ...given) => wait(act, delay === 2500 ? 0 : delay, ...given);
"""
"""Has come at once what pages begin a few seconds after their load, so that it is there on every machine."""
BELL: Final = ".bell summary"
Made = Callable[[Visitor], Page]


class Stage:
    """Answers for one visitor. The service answers every other request."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.answers: dict[str, Any] = {"/v1/session": {"account": ACCOUNT, "scopes": ["games:play"]}}
        visitor.page.add_init_script(HURRIED)
        visitor.page.route("**/v1/**", self._answer)

    def _answer(self, route: Route) -> None:
        address = urlsplit(route.request.url)
        for path in (f"{address.path}?{address.query}", address.path):
            if path in self.answers:
                route.fulfill(status=200, content_type="application/json", body=json.dumps(self.answers[path]) + "\n")
                return
        if address.path == "/v1/games":
            route.fulfill(status=200, content_type="application/json", body='{"games": [], "next": null}')
        elif address.path.startswith("/v1/rulesets"):
            route.continue_()
        else:
            route.fulfill(status=200, content_type="application/json", body="{}")

    def show(self, path: str, *ready: str) -> Page:
        """Opens the page, and writes it in blocks."""
        self.visitor.go(path)
        return self.in_blocks(*ready)

    def in_blocks(self, *ready: str) -> Page:
        """Shows the page in blocks, once these elements and the bell are there and everything is at rest."""
        page = self.visitor.page
        for element in (*ready, BELL):
            page.locator(element).first.wait_for()
        page.add_style_tag(content=block_style())
        page.evaluate("document.fonts.load('16px Blocks')")
        page.wait_for_function("() => document.fonts.check('16px Blocks') && [...document.styleSheets].length > 1")
        page.wait_for_timeout(150)
        page.evaluate("window.scrollTo(0, 0)")
        return page


def seats(count: int, *, free: int = 0, bots: int = 0) -> list[dict[str, Any]]:
    """Seats of a game: people first, then bots, then free ones."""
    made = []
    for seat in range(count):
        is_free = seat >= count - free
        is_bot = not is_free and seat >= count - free - bots
        person = None if is_free or is_bot else {**ACCOUNT, "id": f"a00000000000000{seat + 1}", "name": PEOPLE[seat]}
        made.append(
            {
                "seat": seat,
                "player": person,
                "bot": "greedy@1" if is_bot else None,
                "name": None if is_free else f"greedy {seat + 1}" if is_bot else PEOPLE[seat],
                "free": is_free,
                "to_act": False,
                "since": None,
                "deadline": None,
                "time_left_ms": None,
                "owes_nonce": False,
                "resigned": False,
            }
        )
    return made


def a_game(ruleset: str, who: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A game as the API shows it."""
    return {
        "id": GAME,
        "ruleset": ruleset,
        "n": len(TOLD),
        "status": "running",
        "visibility": "public",
        "options": {},
        "clock": None,
        "clock_stopped": False,
        "creator": ACCOUNT,
        "created_at": AT,
        "updated_at": AT,
        "action_count": 1,
        "seats": who,
        "to_act": [],
        "round": 3,
        "outcome": None,
        "remedy": None,
        "parent": None,
        "rematch_of": None,
        "head": "0" * 64,
        "nonces": None,
        "you": None,
        "table": None,
        "commitment": "0" * 64,
        "seed": None,
        "disputes": [],
        "take_back": None,
        "end_proposal": None,
        "resumed_by": None,
        "reserved": None,
        "invite": None,
        **more,
    }


def plan_of(title: str) -> GoldenPlan:
    """The golden game of a title that is shown."""
    return next(plan for plan in read_plans(title) if plan.name == GOLDEN[title][0])


def moment_of(title: str) -> tuple[Moment, Viewer]:
    """The moment of the game that is shown, and the seat that acts then."""
    first = GOLDEN[title][1]
    for number, moment in enumerate(moments(plan_of(title))):
        acting = moment.table.to_act()
        if number >= first and acting:
            return moment, seat_viewer(acting[0])
    raise AssertionError(f"{title}: the game is over before event {first}")


def events(count: int = len(TOLD)) -> dict[str, Any]:
    """The events so far, as sentences."""
    made = [
        {"n": n, "type": "ActionTaken", "by": "seat:0", "at": AT, "told": told, "told_short": told, "data": {}}
        for n, told in enumerate(TOLD[:count], start=1)
    ]
    return {"events": made, "next": None}


def lobby(visitor: Visitor) -> Page:
    """A lobby with games of every kind, five minutes after they changed."""
    stage = Stage(visitor)
    visitor.page.clock.set_fixed_time(datetime.fromisoformat(AT) + timedelta(minutes=5))
    mine = a_game("dungeon-raiders@1", seats(3, bots=2))
    lists = {
        "waiting_for=me": [mine],
        "player=me": [mine, a_game("labyrinth@1", seats(1), id="2", status="running")],
        "free=true": [a_game("runebound@1", seats(4, free=2), id="3", status="open")],
        "status=running": [a_game("the-descent@1", seats(4), id="4")],
        "status=finished": [
            a_game("dice-and-danger@1", seats(2), id="5", status="finished", outcome={"winners": [1]}),
            a_game("dungeon-raiders@1", seats(5, bots=3), id="6", status="finished", outcome={"winners": [0]}),
        ],
    }
    for query, games in lists.items():
        stage.answers[f"/v1/games?limit=12&{query}"] = {"games": games, "next": None}
    invitation = {
        "id": GAME,
        "game": GAME,
        "ruleset": "dungeon-raiders@1",
        "seat": None,
        "from": {**ACCOUNT, "name": "Boris"},
        "to": ACCOUNT,
        "status": "open",
        "created_at": AT,
        "expires_at": AT,
    }
    stage.answers["/v1/invitations"] = {"invitations": [invitation], "next": None}
    return stage.show("/", ".games")


def new_game(visitor: Visitor) -> Page:
    """The page of a new game, with a title chosen."""
    return Stage(visitor).show("/new?ruleset=dungeon-raiders", "#seats")


def table(title: str) -> Made:
    """The table of a title, in the middle of a golden game."""

    def show(visitor: Visitor) -> Page:
        moment, viewer = moment_of(title)
        given = moment.given(viewer, "en")
        who = seats(moment.seats)
        who[viewer.seat or 0]["player"] = ACCOUNT
        you = {
            "seat": viewer.seat,
            "decision": 7,
            "owed": True,
            "deadline": None,
            "nonce_commitment": None,
            "nonce": "",
        }
        game = a_game(
            moment.ruleset.key, who, status="running", to_act=moment.table.to_act(), you=you, table=given["table"]
        )
        stage = Stage(visitor)
        stage.answers[f"/v1/games/{GAME}"] = game
        stage.answers[f"/v1/games/{GAME}/events"] = events()
        stage.answers[f"/v1/games/{GAME}/stream"] = {"kind": "end", "reason": "finished"}
        stage.answers[f"/v1/games/{GAME}/actions"] = {"n": game["n"], "decision": 7, "actions": given["actions"]}
        return stage.show(f"/games/{GAME}", ".tt .spot, .tt [data-spot]", ".pace select")

    return show


def theatre(visitor: Visitor) -> Page:
    """A finished game in the theatre, at its second event."""
    moment, viewer = moment_of("dungeon-raiders")
    view = moment.given(SPECTATOR, "en")["table"]
    game = a_game(
        moment.ruleset.key, seats(moment.seats), status="finished", seed="0" * 64, table=view, outcome={"winners": [0]}
    )
    stage = Stage(visitor)
    stage.answers[f"/v1/games/{GAME}"] = game
    stage.answers[f"/v1/games/{GAME}/events"] = events()
    stage.answers[f"/v1/games/{GAME}/analyses"] = {"analyses": []}
    return stage.show(f"/games/{GAME}#n=2&eyes={viewer}", ".told .now")


def verifier(visitor: Visitor) -> Page:
    """The verdict on a golden record."""
    stage = Stage(visitor)
    page = visitor.go("/verify")
    page.set_input_files("input[type=file]", record_path(plan_of("dungeon-raiders")))
    return stage.in_blocks(".verdict")


def desk(visitor: Visitor) -> Page:
    """A dispute with its finding."""
    number = f"{GAME}.9"
    dispute = {
        "id": number,
        "game": GAME,
        "n": 9,
        "event": 2,
        "seat": 0,
        "claim": "The trap took two hearts from me, although I played the highest card.",
        "claimant": ACCOUNT,
        "status": "open",
        "opened_at": AT,
        "has_finding": True,
        "finding": {"first": None, "holds": True, "n": 10, "receipts": [], "ruleset": "", "upto": 9, "versions": []},
        "rulings": [],
        "receipts": [],
        "record": None,
        "appeal": None,
        "last_event": None,
        "clock_resumed_at": None,
    }
    stage = Stage(visitor)
    stage.answers[f"/v1/disputes/{number}"] = dispute
    stage.answers["/v1/disputes"] = {"disputes": [], "next": None}
    stage.answers[f"/v1/games/{GAME}"] = a_game("dungeon-raiders@1", seats(3), disputes=[number])
    stage.answers[f"/v1/games/{GAME}/events/2"] = events()["events"][1]
    return stage.show(f"/disputes/{number}", "main .panel")


SCENES: Final[Mapping[str, Made]] = {
    "lobby": lobby,
    "new-game": new_game,
    **{f"table-{title}": table(title) for title in GOLDEN},
    "theatre": theatre,
    "verifier": verifier,
    "dispute": desk,
}
"""By name, the pages that have reference pictures."""
