"""
A table drawn as plain text, for terminals and for people who read with their ears.

A title draws its own table (`Ruleset.picture`), because only the title knows what belongs together and what a sentence
speaks of. It names things as its sentences do, and draws only what the view holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from delvebook.domain.phrases import Phrasebook, Voice


class Block(NamedTuple):
    """
    A part of a picture.

    Attributes:
        heading: What the part is; empty if it needs no heading.
        rows: The cells of each row. The columns of rows with several cells are aligned. A row with one cell is a line.
    """

    heading: str
    rows: Sequence[Sequence[str]]


Picture: TypeAlias = Sequence[Block]


class Labels:
    """
    The words of a title's picture in one voice.

    Args:
        texts: `picture.json` of the title: by key, a text in each language. `{field}` and `{number:noun}` are filled in
            as in sentences.
        book: The title's sentences, whose names and counted nouns the picture uses.
        voice: The language, and the names of the seats.
    """

    def __init__(self, texts: Mapping[str, Mapping[str, str]], book: Phrasebook, voice: Voice) -> None:
        self._book = book.with_fragments(texts)
        self.voice = voice

    def __call__(self, key: str, **fields: object) -> str:
        """The text of that key."""
        return self._book.fragment(key, self.voice, **fields)

    def name(self, id_: str) -> str:
        """The name of an id, with a capital letter at its beginning."""
        titled = self._book.name(id_, self.voice, "title")
        return titled[:1].upper() + titled[1:]

    def count(self, number: int, noun: str) -> str:
        """The number with its noun."""
        return self._book.count(number, noun, self.voice)

    def seat(self, seat: int) -> str:
        """Who sits there."""
        return self.voice.seat(seat)

    def several(self, ids: Iterable[str]) -> str:
        """The names, each once, with its number if it is there more than once; a dash if there are none."""
        names = [self.name(id_) for id_ in ids]
        return (
            ", ".join(f"{names.count(one)} × {one}" if names.count(one) > 1 else one for one in dict.fromkeys(names))
            or "–"
        )


def columns(title: Sequence[str], rows: Iterable[Sequence[str]]) -> list[Sequence[str]]:
    """The rows below their titles, without the columns in which nothing stands."""
    kept = [list(title), *map(list, rows)]
    wanted = [at for at in range(len(title)) if at == 0 or any(row[at] not in ("", "–") for row in kept[1:])]
    return [[row[at] for at in wanted] for row in kept]


def grid(
    xs: Sequence[int],
    ys: Sequence[int],
    cell: Callable[[int, int], str],
    *,
    across: Callable[[int], str] = str,
    width: int,
) -> list[Sequence[str]]:
    """A map with its coordinates on two sides, line by line. Every cell is `width` characters wide."""
    margin = max(len(str(y)) for y in ys) + 1
    lines = [" " * margin + "".join(across(x).ljust(width) for x in xs)]
    lines += [str(y).rjust(margin - 1) + " " + "".join(cell(x, y).ljust(width) for x in xs) for y in ys]
    return [(line.rstrip(),) for line in lines]


def written(picture: Picture) -> str:
    """The picture as plain text."""
    lines: list[str] = []
    for block in picture:
        lines += [block.heading] if block.heading else []
        widths = _widths(row for row in block.rows if len(row) > 1)
        for row in block.rows:
            cells = row if len(row) == 1 else [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
            lines.append(f"  {'  '.join(cells)}".rstrip())
    return "\n".join(lines)


def _widths(rows: Iterable[Sequence[str]]) -> list[int]:
    """The width of every column."""
    widths: list[int] = []
    for row in rows:
        widths += [0] * (len(row) - len(widths))
        widths = [max(width, len(cell)) for width, cell in zip(widths, [*row, *[""] * len(widths)], strict=False)]
    return widths
