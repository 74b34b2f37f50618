"""
The clause that decides in each circumstance: `make clauses` writes it to `docs/clauses/<title>-facts.md`.

The rows are those of each title's `tests/domain/rulesets/<title>/test_deciding_clauses.py`, which plays them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module

from delvebook.domain.ruleset import Ruleset
from tests.domain.rulesets.deciding import Case
from tests.house.files import ROOT


def cases_of(ruleset: Ruleset) -> Sequence[Case] | None:
    """Returns the rows of a title, or None if it has none yet."""
    path = _path(ruleset)
    if not (ROOT / path).exists():
        return None
    cases: Sequence[Case] = import_module(path.removesuffix(".py").replace("/", ".")).CASES
    return cases


def _path(ruleset: Ruleset) -> str:
    """Returns the file with the rows of a title. That of a title for tests is beside it."""
    rooms, _, title = ruleset.package.rpartition(".")
    return f"{'tests/titles' if rooms == 'tests.titles' else f'tests/domain/rulesets/{title}'}/test_deciding_clauses.py"


def facts_page(ruleset: Ruleset, cases: Sequence[Case], *, note: str) -> str:
    """Returns the page of one title: every fact and every refusal, in each circumstance, with its clauses."""
    lines = [note, "", f"# {ruleset.title['en']}: which clause decides", ""]
    lines.append(f"Each row is played by `{_path(ruleset)}`.")
    for kind, heading in (("fact", "Facts"), ("refusal", "Refusals")):
        rows = sorted((case.type, at, case) for at, case in enumerate(cases) if case.kind == kind)
        lines += ["", f"## {heading}", "", f"| {kind} | circumstance | clauses |", "|---|---|---|"]
        for type_, _, case in rows:
            lines.append(f"| `{type_}` | {case.circumstance} | {', '.join(case.clauses)} |")
    return "\n".join(lines) + "\n"


def facts_pages(rulesets: Sequence[Ruleset], *, note: str) -> Mapping[str, str]:
    """Returns every page by its file name."""
    found = {}
    for ruleset in rulesets:
        cases = cases_of(ruleset)
        if cases is not None:
            found[f"{ruleset.id}-facts.md"] = facts_page(ruleset, cases, note=note)
    return found
