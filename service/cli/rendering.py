"""Reports for people, rendered by `rich`; programs read `to_plain` instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from delvebook.domain.errors import UnknownRulesetError
from delvebook.domain.phrases import Language
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.replays.diff import RecordDifference
from delvebook.replays.divergence import Divergence
from delvebook.replays.lines import Header
from delvebook.replays.pointers import Absent, shorten
from delvebook.replays.report import Finding, Report

_STYLES: Final[Mapping[str, str]] = {"holds": "green", "fails": "bold red", "not checked": "yellow"}
_SHOWN_MAX: Final = 10


def render_report(report: Report, *, every: bool = False) -> RenderableType:
    """
    The report for a terminal.

    Args:
        report: What verification found.
        every: Whether to show every finding of a level, not only the first ten.
    """
    parts: list[RenderableType] = []
    if report.header is not None:
        parts.append(_headline(report.header))
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for level in report.levels:
        status = Text(level.words, style=_STYLES[level.words])
        counts = ", ".join(f"{count} {_noun(kind, count)}" for kind, count in level.counts.items())
        table.add_row(Text(level.name, style="bold"), status, Text(level.why_not or counts))
    for name, why_not in report.not_asked.items():
        table.add_row(Text(name, style="bold"), Text("not checked", style=_STYLES["not checked"]), Text(why_not))
    parts.append(table)
    for level in report.levels:
        shown = level.findings if every else level.findings[:_SHOWN_MAX]
        parts += [render_finding(finding, header=report.header) for finding in shown]
        hidden = len(level.findings) - len(shown) + level.more
        if hidden:
            parts.append(Text(f"{level.name}: {hidden} more findings", style="dim"))
    if report.stated:
        parts.append(Text("Stated by the service, and not proved by any level:"))
        shown_statements = report.stated if every else report.stated[:_SHOWN_MAX]
        parts += [Text(f"· {statement.sentence}", style="dim") for statement in shown_statements]
        hidden = len(report.stated) - len(shown_statements) + report.more_stated
        if hidden:
            parts.append(Text(f"· {hidden} more statements", style="dim"))
    parts += [Text(f"Note: {note}.", style="dim") for note in report.notes]
    return Group(*parts)


def render_finding(finding: Finding, *, header: Mapping[str, object] | None = None) -> RenderableType:
    """The finding: the place, the fault, the right value, and the rule clause."""
    where = "" if finding.line is None else f"line {finding.line}"
    if finding.pointer:
        where += f", {finding.pointer}"
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    right, there = finding.told
    rows = [("right", finding.expected, right), ("there", finding.found, there)]
    if not (isinstance(finding.expected, Absent) and isinstance(finding.found, Absent)):
        for label, value, sentence in rows:
            told = f"{shorten(value)}" + (f"   {sentence}" if sentence else "")
            table.add_row(Text(label, style="dim"), Text(told))
    for clause, text in clause_texts(finding.clauses, header):
        table.add_row(Text(clause, style="cyan"), Text(text))
    if finding.also:
        table.add_row(Text("also", style="dim"), Text(", ".join(finding.also)))
    headline = Text.from_markup(f"[bold red]✗[/] {escape(finding.sentence[:1].upper() + finding.sentence[1:])}")
    body = [Text(where, style="dim")] if where else []
    return Group(headline, Padding(Group(*body, *([table] if table.row_count else [])), (0, 0, 1, 2)))


def render_difference(difference: RecordDifference | None) -> RenderableType:
    """Where two records first differ, and how much differs after that."""
    if difference is None:
        return Text("The two records tell the same game.", style="green")
    where = "The headers differ" if difference.n is None else f"Event {difference.n}, {difference.type}, differs"
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_row(Text("at", style="dim"), Text(difference.pointer or "the whole event"))
    table.add_row(Text("left", style="dim"), Text(shorten(difference.left, length=2000)))
    table.add_row(Text("right", style="dim"), Text(shorten(difference.right, length=2000)))
    if difference.also:
        table.add_row(Text("also", style="dim"), Text(", ".join(difference.also)))
    counts = (
        (difference.events_differing, "later events differ in what they say"),
        (difference.events_rechained, "later events differ only in their links and hashes"),
        (difference.left_only, "events are in the left record only"),
        (difference.right_only, "events are in the right record only"),
    )
    lines = [Text(f"{count} {words}.") for count, words in counts if count]
    return Group(Text(where, style="bold"), Padding(table, (0, 0, 0, 2)), *lines)


def render_divergence(divergence: Divergence, *, rulesets: Sequence[str]) -> RenderableType:
    """
    Where two courses of a game first differ: values and sentences of both sides, and the clauses concerned.

    Args:
        divergence: The difference.
        rulesets: The ruleset versions of the two sides, `id@version`, whose clauses are quoted.
    """
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_row(Text("at", style="dim"), Text(divergence.pointer))
    values = (divergence.expected, divergence.found)
    if not all(isinstance(value, Absent) for value in values):
        for side, value, sentence in zip(divergence.sides, values, divergence.told, strict=True):
            told = shorten(value) + (f"   {sentence}" if sentence else "")
            table.add_row(Text(side, style="dim"), Text(told))
    for clause in divergence.clauses:
        texts: dict[str, str] = {}
        for ruleset in rulesets:
            (_, text), *_ = clause_texts([clause], {"ruleset": ruleset})
            texts.setdefault(text, ruleset)
        for text, ruleset in texts.items():
            label = clause if len(texts) == 1 else f"{clause} of {ruleset}"
            table.add_row(Text(label, style="cyan"), Text(text))
    headline = Text(divergence.sentence[:1].upper() + divergence.sentence[1:], style="bold")
    return Group(headline, Padding(table, (0, 0, 0, 2)))


def clause_texts(clauses: Iterable[str], header: Mapping[str, object] | None) -> list[tuple[str, str]]:
    """The clauses with their English texts in the record's ruleset; `""` where there is none."""
    texts: Mapping[str, Mapping[Language, str]] = {}
    if header is not None:
        try:
            texts = get_ruleset(str(header["ruleset"])).clauses
        except UnknownRulesetError:
            texts = {}
    return [(clause, texts.get(clause, {}).get("en", "")) for clause in clauses]


def _headline(header: Header) -> Text:
    head = header["head"]
    text = Text(f"Game {header['game']}", style="bold")
    text.append(f"  {header['ruleset']}, {head['n']} events, for {header['viewer']}, head {head['hash'][:16]}…", "")
    return text


def _noun(kind: str, count: int) -> str:
    return kind[:-1] if count == 1 and kind.endswith("s") else kind
