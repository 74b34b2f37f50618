"""The commands for titles: `rulesets`, `clauses`."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from delvebook.domain.bots import levels_of
from delvebook.domain.errors import UnknownRulesetError
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets.registry import all_rulesets, get_ruleset
from delvebook.service.cli.options import JsonOption, LangOption, language_of

VALUES_SHOWN = 8


def register(app: typer.Typer) -> None:
    """Adds these commands to `delvebook`."""
    app.command()(rulesets)
    app.command()(clauses)


def rulesets(*, as_json: JsonOption = False) -> None:
    """List the titles, their versions, seats and options."""
    known = list(all_rulesets().values())
    if as_json:
        typer.echo(json.dumps([_plain(ruleset) for ruleset in known], ensure_ascii=False))
        return
    console = Console()
    for ruleset in known:
        console.print(f"[bold]{ruleset.key}[/]  {escape(ruleset.title['en'])}")
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 2))
        table.add_row("seats", _range(ruleset.seats_min, ruleset.seats_max))
        for name in ruleset.option_defaults():
            table.add_row("option", escape(f"{name}: {_choices(ruleset, name)}"))
        table.add_row("ends by", ", ".join(ruleset.end_reasons))
        table.add_row("bots", ", ".join(sorted(ruleset.bots)))
        table.add_row("levels", ", ".join(f"{level} ({program})" for level, program in levels_of(ruleset.bots).items()))
        table.add_row("clauses", str(len(ruleset.clauses)))
        table.add_row("content", ruleset.content_digest)
        console.print(table)


def clauses(
    title: Annotated[str, typer.Argument(help="A title, such as dungeon-raiders.")],
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID…]", help="Clauses, such as DR-031.")] = None,
    *,
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    """Print a title's rules, clause by clause."""
    try:
        ruleset = get_ruleset(title)
    except UnknownRulesetError as error:
        raise typer.BadParameter(str(error), param_hint="TITLE") from None
    language = language_of(lang)
    wanted = [one.upper() for one in ids or ruleset.clauses]
    unknown = [one for one in wanted if one not in ruleset.clauses]
    if unknown:
        known = list(ruleset.clauses)
        sentence = f"{ruleset.key} has no clause {', '.join(unknown)}; it has {known[0]} to {known[-1]}"
        raise typer.BadParameter(sentence, param_hint="ID")
    if as_json:
        typer.echo(json.dumps({one: ruleset.clauses[one][language] for one in wanted}, ensure_ascii=False))
        return
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for one in wanted:
        table.add_row(f"[bold cyan]{one}[/]", escape(ruleset.clauses[one][language]))
    Console().print(table)


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _choices(ruleset: AnyRuleset, name: str) -> str:
    default = json.dumps(ruleset.option_defaults()[name], ensure_ascii=False)
    others = [json.dumps(one, ensure_ascii=False) for one in ruleset.option_values().get(name, ())]
    if len(others) > VALUES_SHOWN:
        others = [others[0], "…", others[-1]]
    return ", ".join([f"{default} (default)", *(one for one in others if one != default)])


def _plain(ruleset: AnyRuleset) -> dict[str, object]:
    return {
        "ruleset": ruleset.key,
        "title": dict(ruleset.title),
        "seats_min": ruleset.seats_min,
        "seats_max": ruleset.seats_max,
        "options": {
            name: {"default": default, "values": ruleset.option_values().get(name, [])}
            for name, default in ruleset.option_defaults().items()
        },
        "end_reasons": list(ruleset.end_reasons),
        "bots": sorted(ruleset.bots),
        "levels": levels_of(ruleset.bots),
        "clauses": len(ruleset.clauses),
        "content": ruleset.content_digest,
    }
