"""Each title is known at a glance: by its colours, its picture, and the drawing of each of its pieces."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Newcomer
from tests.browser.drawing import TITLES
from tests.browser.people import Visitor
from tests.house.files import ROOT

EMBLEMS: Final = ROOT / "service" / "web" / "static" / "emblems"
Colour = tuple[float, float, float]

CONTRAST_MIN: Final = 4.5
"""WCAG 2.2 AA, for text of any size."""
TEXTS: Final[Mapping[str, tuple[str, ...]]] = {
    "--ink": ("--ground", "--raised", "--sunk", "--accent-soft", "--last", "--bad-soft", "--warn-soft"),
    "--ink-soft": ("--ground", "--raised", "--sunk", "--accent-soft"),
    "--accent": ("--ground", "--raised", "--sunk", "--accent-soft"),
    "--on-accent": ("--accent",),
    "--on-felt": ("--felt", "--felt-line"),
    "--good": ("--ground", "--raised", "--sunk"),
    "--bad": ("--ground", "--raised", "--sunk", "--bad-soft"),
    "--warn": ("--ground", "--raised", "--sunk", "--warn-soft"),
}
"""The surfaces that each colour of text may stand on."""
APART: Final[Mapping[str, float]] = {"--accent": 20, "--felt": 15, "--ground": 4}
"""How far these colours of two titles are apart at least, in CIE Lab, where 2.3 can just be told apart."""
READ: Final = """([title, names]) => {
    const one = document.createElement("div");
    if (title) one.dataset.title = title;
    document.body.append(one);
    const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const read = names.map((name) => {
        one.style.color = `var(${name})`;
        pen.fillStyle = getComputedStyle(one).color;
        pen.fillRect(0, 0, 1, 1);
        return [name, [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255)];
    });
    one.remove();
    return Object.fromEntries(read);
}"""
DRAWN: Final = """async ([title, pieces]) => {
    const base = document.querySelector('script[type="module"]').src.replace(/js\\/pages\\/.*/, "");
    const { renderer } = await import(base + "js/titles/index.js");
    const { hasIcon } = await import(base + "js/titles/icons.js");
    const { drawingOf } = await renderer(title);
    return pieces.filter((piece) => !hasIcon(drawingOf(piece) ?? "")).map((piece) => piece.id);
}"""


def palette(page: Page, title: str | None) -> dict[str, Colour]:
    """The colours of a title, or of the pages that are about none."""
    names = sorted({*TEXTS, *(ground for grounds in TEXTS.values() for ground in grounds)})
    return {name: tuple(rgb) for name, rgb in page.evaluate(READ, [title, names]).items()}


def linear(part: float) -> float:
    """A part of an sRGB colour as an amount of light."""
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours, as WCAG defines it."""
    dark, light = sorted(sum(map(float.__mul__, (0.2126, 0.7152, 0.0722), map(linear, rgb))) for rgb in (one, other))
    return (light + 0.05) / (dark + 0.05)


def lab(rgb: Colour) -> Colour:
    """The colour in CIE Lab, in daylight."""
    red, green, blue = map(linear, rgb)
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (
            (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
            0.2126 * red + 0.7152 * green + 0.0722 * blue,
            (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
        )
    )
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def apart(one: Colour, other: Colour) -> float:
    """How far two colours are apart in CIE Lab."""
    return float(sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5)


def too_faint(colours: Mapping[str, Colour]) -> list[str]:
    """The texts that cannot be read well on a surface that they may stand on."""
    return [
        f"{text} on {ground}: {ratio:.2f}"
        for text, grounds in TEXTS.items()
        for ground in grounds
        if (ratio := contrast(colours[text], colours[ground])) < CONTRAST_MIN
    ]


def too_near(palettes: Mapping[str, Mapping[str, Colour]]) -> list[str]:
    """The colours of two titles that can be taken for each other."""
    return [
        f"{name} of {one} and {other}: {far:.1f}"
        for one, other in itertools.combinations(palettes, 2)
        for name, least in APART.items()
        if (far := apart(palettes[one][name], palettes[other][name])) < least
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_titles_differ_in_colour_and_all_texts_can_be_read(newcomer: Newcomer, scheme: str) -> None:
    page = newcomer(color_scheme=scheme).go("/verify")
    palettes = {title: palette(page, title) for title in TITLES}

    assert {title: faint for title, colours in palettes.items() if (faint := too_faint(colours))} == {}
    assert too_faint(palette(page, None)) == []
    assert too_near(palettes) == []


def test_a_faint_text_and_a_borrowed_colour_are_noticed(visitor: Visitor) -> None:
    page = visitor.go("/verify")
    palettes = {title: palette(page, title) for title in TITLES}
    own = palettes["labyrinth"]
    own["--accent"], own["--ink-soft"] = palettes["runebound"]["--accent"], own["--sunk"]

    assert too_near(palettes) == ["--accent of labyrinth and runebound: 0.0"]
    assert {text.split()[0] for text in too_faint(own)} == {"--ink-soft"}


def test_the_choice_of_a_scheme_reaches_the_colours_of_titles(visitor: Visitor) -> None:
    page = visitor.go("/verify")
    grounds = []
    for theme in ("light", "dark"):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        grounds.append(palette(page, "the-descent")["--ground"])

    assert contrast(*grounds) > 10


@pytest.mark.parametrize("title", TITLES)
def test_every_piece_of_a_title_has_a_drawing(visitor: Visitor, title: str) -> None:
    catalogue = visitor.get(f"/v1/rulesets/{title}")["catalogue"]["href"]
    pieces: list[dict[str, Any]] = visitor.get(catalogue)["components"]
    page = visitor.go("/verify")

    assert len(pieces) > 20
    assert page.evaluate(DRAWN, [title, pieces]) == []
    stranger = {"id": "X99", "kind": "stranger", "figures": {}}
    assert page.evaluate(DRAWN, [title, [stranger]]) == ["X99"]


def test_each_hero_of_runebound_has_a_drawing_of_its_own(visitor: Visitor) -> None:
    catalogue = visitor.get("/v1/rulesets/runebound")["catalogue"]["href"]
    heroes = [one for one in visitor.get(catalogue)["components"] if one["kind"] == "hero"]
    drawn = visitor.go("/verify").evaluate(
        """async (heroes) => {
            const base = document.querySelector('script[type="module"]').src.replace(/js\\/pages\\/.*/, "");
            const { drawingOf } = await import(base + "js/titles/runebound.js");
            const { sign } = await import(base + "js/titles/icons.js");
            const { render } = await import(base + "js/html.js");
            return heroes.map((hero) => {
                const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
                render(sign(drawingOf(hero)), picture);
                return [...picture.querySelectorAll("path")].map((one) => one.getAttribute("d")).join();
            });
        }""",
        heroes,
    )

    assert len(heroes) == 12
    assert len(set(drawn)) == len(heroes)


@pytest.mark.parametrize("title", TITLES)
def test_the_page_of_a_game_has_the_picture_and_the_colours_of_its_title(player: Visitor, title: str) -> None:
    game = player.new_game(title, seats=1 if title == "labyrinth" else 2)
    page = player.go(f"/games/{game}")
    page.locator(".tt").first.wait_for()

    picture = page.locator(".table-head img.emblem").get_attribute("src") or ""
    assert picture.endswith(f"/emblems/{title}.svg")
    felt = page.evaluate("() => getComputedStyle(document.querySelector('.tt')).backgroundColor")
    own = tuple(round(part * 255) for part in palette(page, title)["--felt"])
    assert felt == f"rgb{own}"


def test_pictures_of_titles_are_of_one_size_and_need_nothing_else() -> None:
    for title in TITLES:
        text = (EMBLEMS / f"{title}.svg").read_text("utf-8")
        assert 'viewBox="0 0 96 64"' in text
        assert "href" not in text
        assert "url(" not in text
