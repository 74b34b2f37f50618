"""The violations of WCAG 2.2 A and AA that axe-core finds in a page."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any, Final

from playwright.sync_api import Page

TAGS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
RUN: Final = "async (tags) => (await axe.run(document, { runOnly: { type: 'tag', values: tags } })).violations"


@cache
def axe_source() -> str:
    """axe-core, to be run in a page."""
    return resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """Every violation on the page as it stands: the rule, and the place."""
    page.evaluate(axe_source())
    found: list[dict[str, Any]] = page.evaluate(RUN, TAGS)
    return [
        f"{rule['id']}: {node['target']}: {node['failureSummary'][:300]}" for rule in found for node in rule["nodes"]
    ]
