"""What axe finds on a page: violations of WCAG 2.2 AA."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest
from playwright.sync_api import Page

from tests.house.files import ROOT

SCRIPT: Final = ROOT / "service" / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN: Final = """
async () => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const { violations } = await axe.run(document, { runOnly: { type: "tag", values: tags } });
  return violations.map((one) => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html).join(" | ")}`);
}
"""


@cache
def _script() -> str:
    if not SCRIPT.exists():
        pytest.skip("axe-core is not installed: make web-types installs it (it needs npm)")
    return SCRIPT.read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """What axe finds wrong now, each with the first elements it is about."""
    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(_script())
    found: list[str] = page.evaluate(RUN)
    return found
