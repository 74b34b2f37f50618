"""
A table drawn from a title's view and catalogue alone, for a terminal. It knows no title.

What the view's schema calls "by seat" stands in one table with a column for each seat, and so do the sheets in
`seats`. Maps are drawn as grids of places. The rest is listed under its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from delvebook.service.cli.legend import Legend

BY_SEAT: Final = "by seat"
LONG: Final = 30
"""Lists of more objects than this are counted, unless the whole table is asked for."""


class Drawing:
    """
    Draws tables of one game.

    Args:
        legend: The title's catalogue, in the reader's language.
        seats: What the seats are called, by number.
        you: The reader's own seat; None for a spectator.
    """

    def __init__(self, legend: Legend, seats: Sequence[str], *, you: int | None) -> None:
        self._legend = legend
        self._seats = seats
        self._you = you
        self._is_whole = True
        self._members = _members(legend.catalogue["schemas"], "seat" if you is not None else "spectator")

    def draw(self, view: Mapping[str, Any], *, whole: bool = True) -> RenderableType:
        """The table; if not `whole`, long lists are only counted."""
        self._is_whole = whole
        by_seat = {key: value for key, value in view.items() if self._is_by_seat(key, value)}
        rest = {key: value for key, value in view.items() if key not in by_seat}
        parts = [self._listed(rest), self._sheets(by_seat), *self._maps(view)]
        return Group(*parts)

    def _is_by_seat(self, key: str, value: Any) -> bool:
        if not isinstance(value, list) or len(value) != len(self._seats):
            return False
        return key == "seats" or self._members.get(key, "").lower().startswith(BY_SEAT)

    def _sheets(self, by_seat: Mapping[str, list[Any]]) -> RenderableType:
        """What there is of each seat, seat by seat."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        table.add_column("")
        for number, name in enumerate(self._seats):
            table.add_column(Text(name, style="bold cyan" if number == self._you else "bold"))
        sheets: dict[str, list[Any]] = {}
        for key, values in by_seat.items():
            if all(isinstance(value, Mapping) for value in values):
                for inner in dict.fromkeys(name for value in values for name in value):
                    sheets[inner] = [value.get(inner) for value in values]
            else:
                sheets[key] = values
        for key, values in sheets.items():
            if all(_is_nothing(value) for value in values):
                continue
            table.add_row(Text(self._label(key), style="dim"), *(Text(self._said(key, value)) for value in values))
        return table

    def _listed(self, members: Mapping[str, Any]) -> RenderableType:
        """
        Members under their names: short ones side by side with them, then objects and lists of objects as blocks.

        A block is never a cell of a table: rich measures nested tables again and again.
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
        return Group(table, *blocks)

    def _is_long(self, value: Any) -> bool:
        if not isinstance(value, list) or any(isinstance(one, str) for one in value):
            return False
        return sum(len(one) if isinstance(one, list) else 1 for one in value) > LONG

    def _line(self, key: str, value: Any) -> str:
        if isinstance(value, Mapping):
            return ", ".join(f"{self._label(one)}: {self._said(one, member)}" for one, member in value.items())
        return self._said(key, value)

    def _block(self, value: Any) -> RenderableType | None:
        """What takes more than a line; None for the rest."""
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

    def _rows(self, rows: Sequence[Mapping[str, Any]]) -> RenderableType:
        keys = list(dict.fromkeys(key for row in rows for key in row))
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        for key in keys:
            table.add_column(self._label(key))
        for row in rows:
            table.add_row(*(Text(self._said(key, row.get(key))) for key in keys))
        return table

    def _is_picture(self, rows: Sequence[str]) -> bool:
        """Whether the strings are rows of symbols."""
        symbols = {symbol["symbol"] for symbol in self._legend.catalogue["symbols"]}
        is_even = len(rows) > 1 and len({len(row) for row in rows}) == 1
        return is_even and {one for row in rows for one in row} <= symbols

    def _label(self, key: str) -> str:
        known = self._legend.key(key)
        return known if known != key else key.replace("_", " ")

    def _said(self, key: str, value: Any) -> str:
        """A value in words; seats by their names."""
        if isinstance(value, int) and not isinstance(value, bool) and (key in ("seat", "you") or key.endswith("_seat")):
            return self._seats[value] if 0 <= value < len(self._seats) else str(value)
        if isinstance(value, list) and (key == "seats" or key.endswith("_seats")):
            return ", ".join(self._said("seat", one) for one in value) or "–"
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return self._counted(value)
        return self._legend.value(value)

    def _counted(self, ids: Sequence[str]) -> str:
        """A list of ids; those that occur several times are counted."""
        names = [self._legend.name(id_) for id_ in ids]
        if len(set(names)) == len(names):
            return ", ".join(names) or "–"
        return ", ".join(f"{names.count(name)} × {name}" for name in dict.fromkeys(names))

    def _maps(self, view: Mapping[str, Any]) -> Iterator[RenderableType]:
        """The maps on which something of this view lies."""
        where = dict(self._marks(view, ""))
        for map_ in self._legend.catalogue["maps"]:
            places = {(place["x"], place["y"]): place for place in map_["places"]}
            if any(place["id"] in where for place in places.values()):
                yield Padding(Text(self._legend.said(map_["name"]), style="bold"), (1, 0, 0, 0))
                yield self._grid(places, where)

    def _grid(self, places: Mapping[tuple[int, int], Mapping[str, Any]], where: Mapping[str, str]) -> RenderableType:
        table = Table.grid(padding=(0, 1, 0, 0))
        columns = range(min(x for x, _ in places), max(x for x, _ in places) + 1)
        for y in range(min(y for _, y in places), max(y for _, y in places) + 1):
            row = []
            for x in columns:
                place = places.get((x, y))
                cell = Text("")
                if place is not None:
                    mark = where.get(place["id"])
                    cell = Text(place["id"], style="dim" if mark is None else "bold cyan")
                    cell.append(mark or "", "bold yellow")
                row.append(cell)
            table.add_row(*row)
        return table

    def _marks(self, value: Any, mark: str) -> Iterator[tuple[str, str]]:
        """Every id in the view, with the number of the seat whose it is."""
        if isinstance(value, str):
            yield value, mark
        elif isinstance(value, Mapping):
            for key, member in value.items():
                if key == "seats" and isinstance(member, list):
                    for number, sheet in enumerate(member):
                        yield from self._marks(sheet, f"·{number + 1}")
                else:
                    yield from self._marks(member, mark)
        elif isinstance(value, list):
            for item in value:
                yield from self._marks(item, mark)


def _is_nothing(value: Any) -> bool:
    """Whether there is nothing to show."""
    return value is None or value in ([], {}, "")


def _members(schemas: Mapping[str, Any], kind: str) -> dict[str, str]:
    """What the schema says of each member of the table, by name."""
    schema = schemas["table"].get(kind, {})
    if "$ref" in schema:
        schema = schemas["$defs"].get(str(schema["$ref"]).rpartition("/")[2], {})
    return {name: str(member.get("description", "")) for name, member in schema.get("properties", {}).items()}
