"""Tables drawn in a page of the running service by the titles' own renderers, without a game of the service."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from playwright.sync_api import Locator

from delvebook.domain.bots import Action
from delvebook.domain.canonical import decode, jcs
from delvebook.domain.phrases import Language, Voice
from delvebook.domain.playout import seed_of
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.table import Table
from delvebook.domain.viewers import ARBITER, PUBLIC, SPECTATOR, Viewer, seat_viewer
from delvebook.replays.golden_plans import GoldenPlan
from tests.browser.accessibility import axe_source
from tests.browser.people import Visitor
from tests.replays.played import tables

TITLES: Final = ("dungeon-raiders", "labyrinth", "dice-and-danger", "the-descent", "runebound")
NAMES: Final = ("Ada", "<img src=x onerror=alert(1)>", "Чарли Длинноимённый-Третий", "Dora", "Eve", "Foma")
"""The names of the seats. One of them tries to be markup."""
WCAG: Final = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
SCRIPT: Final = """async ([title, language]) => {
    const module = document.querySelector('script[type="module"]').src;
    const at = (path) => new URL(path, module.replace(/js\\/pages\\/.*/, "")).href;
    const { render, html } = await import(at("js/html.js"));
    const { renderer } = await import(at("js/titles/index.js"));
    const { changes } = await import(at("js/changes.js"));
    const { draw } = await renderer(title);
    const rules = await (await fetch(`/v1/rulesets/${title}`)).json();
    const catalogue = await (await fetch(rules.catalogue.href)).json();
    document.documentElement.lang = language;
    const main = document.querySelector("main");
    main.innerHTML = "<h1>Table</h1><h2>Drawing</h2><div id='drawn'></div>";
    const root = document.querySelector("#drawn");
    let before = null;
    window.drawTable = (given) => {
        window.chosen = null;
        window.listed = given.actions;
        const changed = changes(before, given.table);
        before = given.table;
        const choose = (action) => { window.chosen = action; };
        render(draw({ ...given, catalogue, lang: language, changed, choose }), root);
    };
    const places = () => [...root.querySelectorAll("[data-spot]")];
    const actions = (place) => place.offers.map((offer) => offer.action);
    window.offered = () => places().map(actions);
    window.offeredApart = () => ({
        placed: places().filter((one) => !one.closest(".tt-rest")).flatMap(actions),
        listed: places().filter((one) => one.closest(".tt-rest")).flatMap(actions),
    });
    window.shown = () => {
        const texts = [root.textContent];
        for (const one of root.querySelectorAll("*")) for (const { value } of one.attributes) texts.push(value);
        return texts.join("\\n");
    };
}"""


class Drawing:
    """
    A page that shows one title's table, whatever table it is given.

    Args:
        visitor: The person whose browser shows it.
        title: The title's id.
        language: The language of the page.
    """

    def __init__(self, visitor: Visitor, title: str, language: Language = "en") -> None:
        self.page = visitor.page
        self.language = language
        visitor.go("/verify")
        self.page.evaluate(SCRIPT, [title, language])
        self.page.wait_for_load_state("networkidle")

    def draw(self, moment: Moment, viewer: Viewer) -> None:
        """Draws the table as the viewer sees it, with the viewer's legal actions."""
        # As text, because what Playwright does with structures takes longer than the drawing.
        self.page.evaluate(
            "(given) => window.drawTable(JSON.parse(given))", json.dumps(moment.given(viewer, self.language))
        )

    def finds(self, pattern: str) -> str | None:
        """What the pattern finds in the texts and attributes of the picture; None if it finds nothing."""
        found: str | None = self.page.evaluate("(pattern) => window.shown().match(pattern)?.[0] ?? null", pattern)
        return found

    def text(self) -> str:
        """The text of the picture that people read."""
        return str(self.page.inner_text("#drawn"))

    def offered(self) -> list[list[Action]]:
        """The actions at each place of the picture that offers any, in order."""
        return list(json.loads(self.page.evaluate("() => JSON.stringify(window.offered())")))

    def offered_apart(self) -> tuple[list[Action], list[Action]]:
        """The actions that the picture offers at its own places, and those that are listed below it."""
        apart = json.loads(self.page.evaluate("() => JSON.stringify(window.offeredApart())"))
        return apart["placed"], apart["listed"]

    def take(self, action: Action, place: int, *, by: str = "click") -> Action | None:
        """
        Takes an action at a place of the picture, by mouse or by keyboard; what the picture says was chosen.

        Args:
            action: One of those at that place; where there are several, it is picked from the menu.
            place: The index of the place in `offered()`.
            by: `click`, or the key that is pressed.
        """
        offers = self.offered()[place]
        self._use(self.page.locator("#drawn [data-spot]").nth(place), by)
        if len(offers) > 1:
            self._use(self.page.locator("spot-menu button").nth(offers.index(action)), by)
        chosen: Action | None = self.page.evaluate("() => window.chosen")
        return chosen

    @staticmethod
    def _use(target: Locator, by: str) -> None:
        if by == "click":
            target.click()
        else:
            target.focus()
            target.press(by)

    def violations(self) -> list[str]:
        """The violations of WCAG 2.2 AA that axe finds in the picture."""
        self.page.evaluate(axe_source())
        options = {"runOnly": list(WCAG)}
        found = self.page.evaluate("(options) => axe.run('#drawn', options)", options)
        return [
            f"{one['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
            for one in found["violations"]
            for node in one["nodes"][:3]
        ]


class Moment:
    """A table at one moment of a game."""

    def __init__(self, table: Table, seats: int) -> None:
        self.table = table
        self.seats = seats

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        return self.table.ruleset

    def given(self, viewer: Viewer, language: Language) -> dict[str, Any]:
        """The arguments of a renderer, without the catalogue."""
        view = decode(jcs(self.ruleset.view(self.table.state, viewer)))
        voice = Voice(language, NAMES[: self.seats])
        return {
            "table": view,
            "viewer": viewer.seat,
            "seats": [{"seat": seat, "name": NAMES[seat]} for seat in range(self.seats)],
            "actions": [
                {"action": action, "text": text, "text_short": text, "stakes": stakes}
                for action in self.legal(viewer)
                for text in [self.ruleset.tell_action(action, voice, view=view)]
                for stakes in [[one.to_plain() for one in self.ruleset.stakes(action, view)]]
            ],
        }

    def legal(self, viewer: Viewer) -> list[Action]:
        """The legal actions of the viewer."""
        if viewer.seat is None or self.table.outcome is not None:
            return []
        return list(decode(jcs(self.table.legal(viewer.seat))))

    def viewers(self) -> list[Viewer]:
        """Every viewer that may look."""
        everybody = [*map(seat_viewer, range(self.seats)), SPECTATOR, ARBITER]
        return everybody if self.table.outcome is None else [*everybody, PUBLIC]


def started(ruleset: Ruleset, options: Mapping[str, Any], *, seats: int, seed: str) -> Moment:
    """A new game that nobody has acted in."""
    game = "00000000-0000-4000-8000-000000000001"
    table = Table(ruleset, seed=seed_of(seed), game=game, nonces=[""] * seats)
    table.start(ruleset.parse_options(options, seats=seats), n=1)
    return Moment(table, seats)


def moments(plan: GoldenPlan) -> Iterator[Moment]:
    """The moments of a golden game from its start to its end, each of the same table."""
    return (Moment(table, plan.seats) for table in tables(plan))


def plain(action: Action) -> str:
    """The action as text, for comparison."""
    return json.dumps(action, sort_keys=True)
