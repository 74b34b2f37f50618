"""The command `catalogue`: the contents of a title's box, for people."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Final

import typer
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from delvebook.domain.catalogue import Component, LookUp, Named, Symbol
from delvebook.domain.errors import UnknownRulesetError
from delvebook.domain.phrases import Language
from delvebook.domain.ruleset import Printed
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.service.cli.legend import Legend
from delvebook.service.cli.options import JsonOption, LangOption, language_of

HEADINGS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        "symbols": "Symbols",
        "terms": "Terms",
        "options": "Options",
        "seats": "{min} to {max} players",
        "one": "{min} player",
        "places": "places",
        "at": "column, row",
        "neighbours": "next to",
        "empty": "This title has no catalogue yet.",
    },
    "ru": {
        "symbols": "Обозначения",
        "terms": "Термины",
        "options": "Настройки партии",
        "seats": "игроков: от {min} до {max}",
        "one": "игроков: {min}",
        "places": "места",
        "at": "столбец, ряд",
        "neighbours": "соседи",
        "empty": "У этой игры пока нет описания.",
    },
}
OF_EVERY_PLACE: Final = ("id", "x", "y", "kind", "neighbours")


def register(app: typer.Typer) -> None:
    """Adds the command to `delvebook`."""
    app.command()(catalogue)


def catalogue(
    title: Annotated[str, typer.Argument(help="A title, such as dungeon-raiders.")],
    *,
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    """Print what is in a title's box: rules in short, components, maps, tables, symbols, terms."""
    try:
        ruleset = get_ruleset(title)
    except UnknownRulesetError as error:
        raise typer.BadParameter(str(error), param_hint="TITLE") from None
    if as_json:
        typer.echo(json.dumps(dict(ruleset.catalogue), ensure_ascii=False))
        return
    console = Console()
    for part in printed(Legend(ruleset.catalogue, language_of(lang))):
        console.print(part)


def printed(legend: Legend) -> Iterator[RenderableType]:
    """The parts of the catalogue, as they are printed."""
    words, catalogue = HEADINGS[legend.language], legend.catalogue
    seats = catalogue["seats"]
    count = words["one" if seats["min"] == seats["max"] else "seats"].format(**seats)
    yield Text(legend.said(catalogue["title"]), style="bold").append(f"  {catalogue['ruleset']}, {count}", "dim")
    yield Padding(Text(legend.said(catalogue["summary"]) or words["empty"]), (1, 0))
    for kind, named in catalogue["kinds"].items():
        components = [one for one in catalogue["components"] if one["kind"] == kind]
        if components:
            yield _heading(legend.said(named["name"]), legend.said(named["text"]))
            yield _components(legend, components)
    for map_ in catalogue["maps"]:
        yield _heading(f"{legend.said(map_['name'])}: {words['places']}")
        yield _places(legend, map_["places"])
    for table in catalogue["tables"]:
        yield _heading(legend.said(table["name"]), legend.said(table["text"]))
        yield _look_up(legend, table)
    if catalogue["symbols"]:
        yield _heading(words["symbols"])
        yield _glossary((one["symbol"], one) for one in catalogue["symbols"])(legend)
    yield _heading(words["options"])
    yield _options(legend)
    if catalogue["terms"]:
        yield _heading(words["terms"])
        yield _glossary(catalogue["terms"].items())(legend)


def _heading(name: str, text: str = "") -> RenderableType:
    heading = Table.grid()
    heading.add_row(Rule(Text(name, style="bold"), align="left", style="cyan"))
    if text:
        heading.add_row(Text(text, style="italic"))
    return Padding(heading, (1, 0, 0, 0))


def _grid(*columns: str) -> Table:
    table = Table(box=None, show_header=any(columns), pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in columns:
        table.add_column(column)
    return table


def _components(legend: Legend, components: list[Component]) -> Table:
    table = _grid("", "", "")
    for one in components:
        name = Text(legend.said(one["name"]), style="bold").append(f"  {one['id']}", "dim")
        figures = "; ".join(f"{legend.figure(key)}: {legend.value(value)}" for key, value in one["figures"].items())
        told = Text(legend.said(one["text"]))
        if figures:
            told.append(("\n" if told else "") + figures, "cyan")
        table.add_row(name, f"×{one['count']}", told)
    return table


def _places(legend: Legend, places: list[Printed]) -> Table:
    table = _grid("", HEADINGS[legend.language]["at"], "", HEADINGS[legend.language]["neighbours"], "")
    for place in places:
        further = {key: value for key, value in place.items() if key not in OF_EVERY_PLACE}
        figures = "; ".join(f"{legend.figure(key)}: {legend.value(value)}" for key, value in further.items())
        beside = ", ".join(place["neighbours"])
        kind = legend.name(place["kind"])
        table.add_row(Text(place["id"], style="bold"), f"{place['x'] + 1}, {place['y'] + 1}", kind, beside, figures)
    return table


def _look_up(legend: Legend, looked_up: LookUp) -> Table:
    table = _grid(*(legend.said(column["name"]) for column in looked_up["columns"]))
    for row in looked_up["rows"]:
        table.add_row(*(Text(legend.value(value)) for value in row))
    return table


def _glossary(entries: Iterable[tuple[str, Named | Symbol]]) -> Callable[[Legend], Table]:
    def table_in(legend: Legend) -> Table:
        table = _grid("", "", "")
        for key, named in entries:
            table.add_row(
                Text(key, style="dim"), Text(legend.said(named["name"]), style="bold"), legend.said(named["text"])
            )
        return table

    return table_in


def _options(legend: Legend) -> Table:
    table = _grid("", "", "")
    for name, schema in legend.catalogue["options"].get("properties", {}).items():
        values = schema.get("enum", [False, True] if schema.get("type") == "boolean" else [])
        bounds = [str(schema[bound]) for bound in ("minimum", "maximum") if bound in schema]
        told = ", ".join(legend.value(value) for value in values) or " … ".join(bounds)
        table.add_row(Text(name, style="bold"), told, f"({legend.value(schema.get('default'))})")
    return table
