"""Small plots as SVG: bars over named places, with intervals. They need no library and look the same everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

WIDTH: Final = 640
HEIGHT: Final = 260
LEFT: Final = 56
RIGHT: Final = 12
TOP: Final = 34
BOTTOM: Final = 44
BAR: Final = "#4c72b0"
INK: Final = "#333"
LINES: Final = 4


class Bar(NamedTuple):
    """One bar: the label below it, its height, and the interval of its value, if that is known."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None


def bars(title: str, given: Sequence[Bar], *, across: str, up: str) -> str:
    """
    A bar chart as an SVG document.

    Args:
        title: The title above the chart.
        given: The bars from left to right.
        across: The label of the horizontal axis.
        up: The label of the vertical axis.
    """
    highest = max((max(bar.value, bar.high or 0.0) for bar in given), default=0.0) or 1.0
    inner = HEIGHT - TOP - BOTTOM
    step = (WIDTH - LEFT - RIGHT) / max(1, len(given))

    def y(value: float) -> float:
        return TOP + inner * (1 - value / highest)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f'<g font-family="sans-serif" font-size="11" fill="{INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="18" font-size="14">{escape(title)}</text>',
    ]
    for line in range(LINES + 1):
        value = highest * line / LINES
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#ddd"/>'
            f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{_number(value)}</text>'
        )
    every = max(1, -(-len(given) // 16))
    for at, bar in enumerate(given):
        x, middle = LEFT + step * at, LEFT + step * (at + 0.5)
        parts.append(
            f'<rect x="{x + step * 0.1:.1f}" y="{y(bar.value):.1f}" width="{step * 0.8:.1f}" '
            f'height="{max(0.0, TOP + inner - y(bar.value)):.1f}" fill="{BAR}">'
            f"<title>{escape(bar.label)}: {_number(bar.value)}</title></rect>"
        )
        if bar.low is not None and bar.high is not None:
            parts.append(
                f'<line x1="{middle:.1f}" x2="{middle:.1f}" y1="{y(bar.low):.1f}" y2="{y(bar.high):.1f}" '
                f'stroke="{INK}" stroke-width="1.5"/>'
            )
        if at % every == 0:
            parts.append(
                f'<text x="{middle:.1f}" y="{HEIGHT - BOTTOM + 15}" text-anchor="middle">{escape(bar.label)}</text>'
            )
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 10}" text-anchor="end">{escape(across)}</text>')
    parts.append(f'<text x="{WIDTH - RIGHT}" y="18" text-anchor="end">{escape(up)}</text>')
    return "\n".join([*parts, "</g>", "</svg>", ""])


def _number(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.2f}".rstrip("0").rstrip(".")


def histogram(counts: dict[int, int], *, most: int = 24) -> list[Bar]:
    """Counts of whole numbers as at most `most` bars of one width."""
    if not counts:
        return []
    low, high = min(counts), max(counts)
    width = max(1, -(-(high - low + 1) // most))
    found = []
    for start in range(low, high + 1, width):
        total = sum(count for value, count in counts.items() if start <= value < start + width)
        found.append(Bar(str(start) if width == 1 else f"{start}+", total))
    return found
