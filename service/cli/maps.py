"""The maps of a catalogue drawn for a terminal, with what a view says of their places. No title is known here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_uppercase
from typing import Any, Final

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from delvebook.service.cli.legend import Legend

Place = Mapping[str, Any]
LETTERS: Final = [*ascii_uppercase, *(f"{first}{second}" for first in ascii_uppercase for second in ascii_uppercase)]
"""The letters for places that are known by names: A to Z, then AA to ZZ."""


class Maps:
    """
    Draws maps. A place is shown as its kind's symbol with its label or number, or as a letter for its name.

    A key below the map explains symbols and letters. Places that the view names are bold, with the numbers of the seats
    for which it names them.

    Args:
        legend: The title's catalogue, in the reader's language.
    """

    def __init__(self, legend: Legend) -> None:
        self._legend = legend
        self._symbols = {
            kind: symbol
            for kind in legend.catalogue["kinds"]
            for symbol in legend.catalogue["symbols"]
            if symbol["id"] == kind or symbol["id"].endswith(f"_{kind}")
        }

    def drawn(self, view: Mapping[str, object], by_seat: Mapping[str, list[object]]) -> Iterator[RenderableType]:
        """
        The maps that are in play.

        They are the maps whose ids the view holds, because ids of places may recur from map to map. If it holds none,
        they are the maps of which the view names a place.

        Args:
            view: The table.
            by_seat: The members of the view that are lists with an item for each seat.
        """
        where: dict[str, set[int]] = {}
        for id_ in _ids({key: value for key, value in view.items() if key not in by_seat}):
            where.setdefault(id_, set())
        for sheets in by_seat.values():
            for seat, sheet in enumerate(sheets):
                for id_ in _ids(sheet):
                    where.setdefault(id_, set()).add(seat)
        maps = self._legend.catalogue["maps"]
        in_play = [one for one in maps if one["id"] in where]
        for one in in_play or [one for one in maps if any(place["id"] in where for place in one["places"])]:
            yield Padding(Text(self._legend.said(one["name"]), style="bold"), (1, 0, 0, 0))
            yield from self._map(one["places"], where)

    def _map(self, places: list[Place], where: Mapping[str, set[int]]) -> Iterator[RenderableType]:
        by_name = [place for place in places if self._is_known_by_name(place)]
        letters = {place["id"]: letter for place, letter in zip(by_name, LETTERS, strict=False)}
        at = {(place["x"], place["y"]): place for place in places}
        columns = sorted({x for x, _ in at})
        table = Table.grid(padding=(0, 1, 0, 0))
        for y in sorted({y for _, y in at}):
            table.add_row(*(self._cell(at.get((x, y)), letters, where) for x in columns))
        yield table
        symbols = {
            symbol["symbol"]: self._legend.said(symbol["name"])
            for place in places
            if (symbol := self._symbols.get(place["kind"])) is not None and place["id"] not in letters
        }
        if symbols:
            yield Text("   ".join(f"{symbol} {name}" for symbol, name in symbols.items()), style="dim")
        if letters:
            named = (f"{letters[place['id']]} {self._name(place)}" for place in by_name if place["id"] in letters)
            yield Text("   ".join(named), style="dim")

    def _cell(self, place: Place | None, letters: Mapping[str, str], where: Mapping[str, set[int]]) -> Text:
        if place is None:
            return Text("")
        said = letters.get(place["id"])
        if said is None:
            symbol = self._symbols.get(place["kind"], {"symbol": ""})["symbol"]
            known = place.get("label", place.get("number"))
            known = "" if known is None else str(known)
            said = (f"{known} {symbol}".strip() if symbol.isalpha() else symbol + known) or place["id"]
        cell = Text(said, style="bold cyan" if place["id"] in where else "dim")
        seats = where.get(place["id"])
        if seats:
            cell.append("·" + ",".join(str(seat + 1) for seat in sorted(seats)), "bold yellow")
        return cell

    def _is_known_by_name(self, place: Place) -> bool:
        return "label" not in place and "number" not in place and self._name(place) != place["id"]

    def _name(self, place: Place) -> str:
        named = place.get("name")
        return self._legend.name(place["id"]) if named is None else self._legend.said(named)


def _ids(value: object) -> Iterator[str]:
    """Every string in a part of the view."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for member in value.values():
            yield from _ids(member)
    elif isinstance(value, list):
        for item in value:
            yield from _ids(item)
