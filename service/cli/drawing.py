"""
A table drawn for a terminal: a title's own picture of it, or else one from its view and catalogue alone.

What follows is about the latter, which knows no title.

Members that the view's schema calls "by seat" are drawn in one table with a column for each seat. So are the sheets in
`seats`. Members too wide for a column follow the table, seat by seat. Maps are drawn as grids of places. All other
members are listed under their names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from delvebook.domain.pictures import Picture
from delvebook.service.cli.legend import Legend
from delvebook.service.cli.maps import Maps

BY_SEAT: Final = "by seat"
LONG: Final = 30
"""Longer lists of objects are only counted, unless the whole table is asked for."""


def drawn(picture: Picture) -> RenderableType:
    """A title's picture of its table. Rows of several cells stand in columns; a line that is too long is folded."""
    parts: list[RenderableType] = []
    for block in picture:
        if block.heading:
            parts.append(Text(block.heading, style="bold"))
        for is_line, rows in groupby(block.rows, key=lambda row: len(row) == 1):
            if is_line:
                parts += [Padding(Text(row[0]), (0, 0, 0, 2)) for row in rows]
            else:
                parts.append(Padding(_aligned([*rows]), (0, 0, 0, 2)))
    return Group(*parts)


def _aligned(rows: Sequence[Sequence[str]]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for row in rows:
        table.add_row(*map(Text, row))
    return table


class Drawing:
    """
    Draws tables of one game.

    Args:
        legend: The title's catalogue, in the reader's language.
        seats: The names of the seats, by number.
        you: The reader's own seat; None for a spectator.
        width: Characters of a line. Instead of a wider table of objects, each object is drawn as a list.
    """

    def __init__(self, legend: Legend, seats: Sequence[str], *, you: int | None, width: int = 100) -> None:
        self._legend = legend
        self._seats = seats
        self._you = you
        self._width = width
        self._is_whole = True
        self._members = _members(legend.catalogue["schemas"], "seat" if you is not None else "spectator")

    def draw(self, view: Mapping[str, Any], *, whole: bool = True) -> RenderableType:
        """The drawn table. Unless `whole` is set, long lists are only counted."""
        self._is_whole = whole
        by_seat = {key: value for key, value in view.items() if self._is_by_seat(key, value)}
        rest = {key: value for key, value in view.items() if key not in by_seat}
        return Group(self._listed(rest), *self._sheets(by_seat), *Maps(self._legend).drawn(view, by_seat))

    def _is_by_seat(self, key: str, value: object) -> bool:
        if not isinstance(value, list) or len(value) != len(self._seats):
            return False
        return key == "seats" or self._members.get(key, "").lower().startswith(BY_SEAT)

    def _sheets(self, by_seat: Mapping[str, list[Any]]) -> Iterator[RenderableType]:
        """The members by seat: a table of those that fit into a column, then the others, seat by seat."""
        sheets: dict[str, list[object]] = {}
        for key, values in by_seat.items():
            if all(isinstance(value, Mapping) for value in values):
                for inner in dict.fromkeys(name for value in values for name in value):
                    sheets[inner] = [value.get(inner) for value in values]
            else:
                sheets[key] = values
        sheets = {key: values for key, values in sheets.items() if not all(_is_nothing(value) for value in values)}
        wide = 2 * self._width // (len(self._seats) + 1)
        deep = {
            key: values
            for key, values in sheets.items()
            if any(_is_deep(value) or len(self._said(key, value)) > wide for value in values)
        }
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        table.add_column("")
        for number, name in enumerate(self._seats):
            table.add_column(Text(name, style="bold cyan" if number == self._you else "bold"))
        for key, values in sheets.items():
            if key not in deep:
                table.add_row(Text(self._label(key), style="dim"), *(Text(self._said(key, value)) for value in values))
        if table.row_count:
            yield table
        for key, values in deep.items():
            for name, value in zip(self._seats, values, strict=True):
                if not _is_nothing(value):
                    yield Text(f"{self._label(key)}: {name}", style="dim")
                    yield Padding(self._block(value) or Text(self._line(key, value)), (0, 0, 0, 2))

    def _listed(self, members: Mapping[str, Any]) -> RenderableType:
        """
        The members under their names: short values in a table, then objects and lists of objects as blocks.

        A block is never a cell of a table, because rich would measure nested tables again and again.
        """
        table = Table.grid(padding=(0, 2, 0, 0))
        blocks: list[RenderableType] = []
        for key, value in members.items():
            if _is_nothing(value):
                continue
            block = self._block(value)
            if not self._is_whole and self._is_long(value):
                block = Text(f"({len(value)})")
            if block is None:
                table.add_row(Text(self._label(key), style="dim"), Text(self._line(key, value)))
            else:
                blocks += [Text(self._label(key), style="dim"), Padding(block, (0, 0, 0, 2))]
        return Group(*([table] if table.row_count else []), *blocks)

    def _is_long(self, value: object) -> bool:
        if not isinstance(value, list) or any(isinstance(one, str) for one in value):
            return False
        return sum(len(one) if isinstance(one, list) else 1 for one in value) > LONG

    def _line(self, key: str, value: object) -> str:
        if isinstance(value, Mapping):
            return ", ".join(f"{self._label(one)}: {self._said(one, member)}" for one, member in value.items())
        return self._said(key, value)

    def _block(self, value: object) -> RenderableType | None:
        """The value as a block; None if it fits into a line."""
        if isinstance(value, Mapping):
            is_flat = not any(isinstance(one, (Mapping, list)) for one in value.values())
            return None if is_flat else self._listed(value)
        if not isinstance(value, list):
            return None
        if all(isinstance(one, str) for one in value):
            return Text("\n".join(value), style="cyan") if self._is_picture(value) else None
        if all(isinstance(one, Mapping) for one in value):
            return self._rows(value)
        if all(isinstance(one, list) and one and isinstance(one[0], Mapping) for one in value):
            return Group(*(self._rows(one) for one in value))
        return None

    def _rows(self, rows: Sequence[Mapping[str, object]]) -> RenderableType:
        """The objects as rows of one table, or each as a list if the table would be wider than the terminal."""
        keys = [
            key
            for key in dict.fromkeys(key for row in rows for key in row)
            if not all(_is_nothing(row.get(key)) for row in rows)
        ]
        said = [[self._said(key, row.get(key)) for key in keys] for row in rows]
        labels = [self._label(key) for key in keys]
        columns = zip(labels, *said, strict=True)
        if sum(max(map(len, column)) + 2 for column in columns) > self._width:
            return Group(
                *(Padding(self._listed(row), (0, 0, number < len(rows), 0)) for number, row in enumerate(rows, 1))
            )
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        for label in labels:
            table.add_column(label)
        for row in said:
            table.add_row(*map(Text, row))
        return table

    def _is_picture(self, rows: Sequence[str]) -> bool:
        """Whether the strings are the rows of a picture made of symbols."""
        symbols = {symbol["symbol"] for symbol in self._legend.catalogue["symbols"]}
        is_even = len(rows) > 1 and len({len(row) for row in rows}) == 1
        return is_even and {one for row in rows for one in row} <= symbols

    def _label(self, key: str) -> str:
        known = self._legend.key(key)
        return known if known != key else key.replace("_", " ")

    def _said(self, key: str, value: object) -> str:
        """The value in words, with seats by their names."""
        if isinstance(value, int) and not isinstance(value, bool) and (key in ("seat", "you") or key.endswith("_seat")):
            return self._seats[value] if 0 <= value < len(self._seats) else str(value)
        if isinstance(value, list) and (key == "seats" or key.endswith("_seats")):
            return ", ".join(self._said("seat", one) for one in value) or "–"
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return self._counted(value)
        return self._legend.value(value)

    def _counted(self, ids: Sequence[str]) -> str:
        """The names of the ids. A name that occurs several times is given once, with its number."""
        names = [self._legend.name(id_) for id_ in ids]
        if len(set(names)) == len(names):
            return ", ".join(names) or "–"
        return ", ".join(f"{names.count(name)} × {name}" for name in dict.fromkeys(names))


def _is_nothing(value: object) -> bool:
    """Whether there is nothing to show, at any depth."""
    if isinstance(value, Mapping):
        return all(_is_nothing(member) for member in value.values())
    if isinstance(value, list):
        return all(_is_nothing(item) for item in value)
    return value is None or value == ""


def _is_deep(value: object) -> bool:
    """Whether a value holds too much for a column."""
    if isinstance(value, list):
        return any(isinstance(item, Mapping) for item in value)
    return isinstance(value, Mapping) and any(isinstance(one, (Mapping, list)) for one in value.values())


def _members(schemas: Mapping[str, Any], kind: str) -> dict[str, str]:
    """The schema's description of each member of the table, by the member's name."""
    schema = schemas["table"].get(kind, {})
    if "$ref" in schema:
        schema = schemas["$defs"].get(str(schema["$ref"]).rpartition("/")[2], {})
    return {name: str(member.get("description", "")) for name, member in schema.get("properties", {}).items()}
