"""The table of tried breaks in docs/mutation.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tests.house.files import ROOT
from tests.sabotage.breaks import AREAS, Break, declared

PAGE: Final = ROOT / "docs" / "mutation.md"
BEGIN: Final = "<!-- sabotage -->\n"
END: Final = "<!-- /sabotage -->\n"


def table_of(rows: Sequence[tuple[Break, dict[str, Any]]]) -> str:
    """Returns the table: for each area how many breaks were tried and noticed, and each break with its test."""
    lines = ["| area | declared | tried | noticed |", "|---|---|---|---|"]
    for area in AREAS:
        tried = [row for one, row in rows if one.area == area]
        noticed = sum(row["outcome"] == "noticed" for row in tried)
        lines.append(f"| {area} | {sum(one.area == area for one in declared())} | {len(tried)} | {noticed} |")
    lines += ["", "| the break | noticed by | seconds |", "|---|---|---|"]
    for one, row in rows:
        by = f"`{row['by'].rpartition('/')[2]}`" if row["outcome"] == "noticed" else f"**{row['outcome']}**"
        lines.append(f"| {one.what} | {by.replace('|', '/')} | {row['seconds']:.0f} |")
    return "\n".join(lines) + "\n"


def write_table(rows: Sequence[tuple[Break, dict[str, Any]]]) -> None:
    """Puts the table into the page."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}{table_of(rows)}{END}{after}", encoding="utf-8")
