"""The table of a match as a text or an SVG picture, as the terminal draws it."""

from __future__ import annotations

import io
from typing import Final

from rich.console import Console

from delvebook.domain.canonical import decode, jcs
from delvebook.domain.phrases import Voice
from delvebook.domain.viewers import SPECTATOR
from delvebook.research.match import Match
from delvebook.service.cli.drawing import Drawing, drawn
from delvebook.service.cli.legend import Legend

WIDTH: Final = 110
FRAME: Final = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>.{unique_id}-matrix {{ font-family: monospace; font-size: {char_height}px; line-height: {line_height}px }}
{styles}</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>{lines}</defs>{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g></svg>
"""
"""Rich's frame for SVG, without the font that it would fetch."""


def ansi(match: Match) -> str:
    """Returns the table as spectators see it, as plain text."""
    return _recorded(match).export_text()


def svg(match: Match) -> str:
    """Returns the table as spectators see it, as an SVG picture that loads nothing."""
    return _recorded(match).export_svg(title=match.ruleset.title["en"], code_format=FRAME, unique_id="table")


def _recorded(match: Match) -> Console:
    console = Console(record=True, file=io.StringIO(), width=WIDTH)
    view = decode(jcs(match.see(SPECTATOR)))
    names = [f"seat {seat}" for seat in range(match.seats)]
    picture = match.ruleset.picture(view, Voice("en", tuple(names)))
    drawing = Drawing(Legend(match.ruleset.catalogue, "en"), names, you=None, width=WIDTH)
    console.print(drawn(picture) if picture else drawing.draw(view))
    return console
