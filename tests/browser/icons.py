"""Draws the icons for home screens from the one drawing, `icon.svg`."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Browser

from tests.house.files import ROOT

STATIC: Final = ROOT / "service" / "web" / "static"
GROUND: Final = "#2f5d62"
SIZES: Final = {"192": (192, 100, "transparent"), "512": (512, 100, "transparent"), "maskable": (512, 78, GROUND)}
"""By the name of the file: its pixels, the part of its width that the drawing takes, and the colour around it."""


def draw_icons(browser: Browser) -> None:
    """Writes the icons. Systems cut a maskable one to their own form, so it has room around it."""
    drawing = (STATIC / "icon.svg").read_text()
    (STATIC / "icons").mkdir(exist_ok=True)
    for name, (size, part, ground) in SIZES.items():
        page = browser.new_page(viewport={"width": size, "height": size})
        style = (
            f"html,body{{margin:0;height:100%;background:{ground};display:grid;place-items:center}}svg{{width:{part}%}}"
        )
        page.set_content(f"<style>{style}</style>{drawing}")
        page.screenshot(path=STATIC / "icons" / f"{name}.png", omit_background=True)
        page.close()
