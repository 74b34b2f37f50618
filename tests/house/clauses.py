"""
The tests of each clause of a title's rules: `python -m tests.house.clauses` writes them to `docs/clauses/`.

A test names its clauses by `@pytest.mark.clause("DR-031", …)`: on a function, a class, a parameter set, or
as `pytestmark` of a whole module. The marks are read, not run.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from delvebook.domain.ruleset import Ruleset
from delvebook.domain.rulesets.registry import all_rulesets
from tests.house.deciding import facts_pages
from tests.house.files import ROOT, parse, relative, walk

PAGES: Final = ROOT / "docs" / "clauses"
COMMAND: Final = "make clauses"
_NOTE: Final = f"<!-- Written by `{COMMAND}`; do not edit. -->"


class Mark(NamedTuple):
    """A test that names a clause. `test` is empty if the whole module names it."""

    clause: str
    path: str
    test: str
    line: int

    @property
    def name(self) -> str:
        """The test, as a name for pytest."""
        return f"{self.path}::{self.test}" if self.test else self.path


def marks_in(path: str, tree: ast.Module) -> Iterator[Mark]:
    """Yields every clause named in a module of tests, test by test, in order."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(ast.unparse(target) == "pytestmark" for target in node.targets):
            yield from _named(node.value, path, "")
        elif isinstance(node, ast.ClassDef):
            yield from (mark for one in node.decorator_list for mark in _named(one, path, node.name))
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    name = f"{node.name}::{inner.name}"
                    yield from (mark for one in inner.decorator_list for mark in _named(one, path, name))
        elif isinstance(node, ast.FunctionDef):
            yield from (mark for one in node.decorator_list for mark in _named(one, path, node.name))


def _named(node: ast.AST, path: str, test: str) -> Iterator[Mark]:
    seen = set()
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("pytest.mark.clause", "mark.clause", "clause"):
            for argument in call.args:
                if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                    raise TypeError(f"{path}:{call.lineno}: name the clause itself, not {ast.unparse(argument)}")
                if argument.value not in seen:
                    seen.add(argument.value)
                    yield Mark(argument.value, path, test, call.lineno)


@cache
def all_marks() -> tuple[Mark, ...]:
    """Returns every mention of a clause in the tests, which are read once."""
    paths = walk(".py", under=ROOT / "tests")
    return tuple(mark for path in paths for mark in marks_in(relative(path), parse(path)))


def our_rulesets() -> list[Ruleset]:
    """Returns the registered titles of this project, by id and version."""
    return [ruleset for ruleset in all_rulesets().values() if ruleset.package.startswith("delvebook.domain.rulesets.")]


def by_clause(marks: Sequence[Mark]) -> Mapping[str, list[str]]:
    """Returns the tests that name a clause, each once, sorted."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for mark in marks:
        found[mark.clause].add(mark.name)
    return {clause: sorted(names) for clause, names in found.items()}


def title_page(versions: Sequence[Ruleset], tests: Mapping[str, list[str]]) -> str:
    """Returns the page of one title: every clause of each version, its statement, its tests."""
    lines = [_NOTE, "", f"# {versions[-1].title['en']}: clauses and their tests"]
    for ruleset in versions:
        lines += ["", f"## {ruleset.key}", "", "| clause | statement | tests |", "|---|---|---|"]
        for clause, statement in ruleset.clauses.items():
            links = "<br>".join(_link(name) for name in tests.get(clause, ()))
            lines.append(f"| {clause} | {_cell(statement['en'])} | {links} |")
    return "\n".join(lines) + "\n"


def summary_page(titles: Mapping[str, Sequence[Ruleset]], tests: Mapping[str, list[str]]) -> str:
    """Returns the index page: the numbers of clauses and of tests that name one, by title."""
    lines = [
        _NOTE,
        "",
        "# Clauses and their tests",
        "",
        "Every statement of a title's rules has an id, and a test that names it; these pages say which.",
        f"They are written by `{COMMAND}` from the titles' `clauses.json` and the tests' marks.",
        "",
        "`<title>-facts.md` says which clause each fact and refusal cites in which circumstance, row by row as a test",
        "plays them.",
        "",
        "| title | ruleset | clauses | held by a test | tests |",
        "|---|---|---|---|---|",
    ]
    for id_, versions in titles.items():
        for ruleset in versions:
            held = [clause for clause in ruleset.clauses if tests.get(clause)]
            names = {name for clause in held for name in tests[clause]}
            lines.append(
                f"| [{ruleset.title['en']}]({id_}.md) | {ruleset.key} | {len(ruleset.clauses)} "
                f"| {len(held)} | {len(names)} |"
            )
    return "\n".join(lines) + "\n"


def pages(rulesets: Sequence[Ruleset], marks: Sequence[Mark]) -> dict[str, str]:
    """Returns every page by its file name."""
    titles: dict[str, list[Ruleset]] = {}
    for ruleset in sorted(rulesets, key=lambda ruleset: (ruleset.id, ruleset.version)):
        titles.setdefault(ruleset.id, []).append(ruleset)
    tests = by_clause(marks)
    written = {f"{id_}.md": title_page(versions, tests) for id_, versions in titles.items()}
    facts = facts_pages([versions[-1] for versions in titles.values()], note=_NOTE)
    return {"README.md": summary_page(titles, tests), **written, **facts}


def write(folder: Path, wanted: Mapping[str, str]) -> list[str]:
    """Makes the folder hold these pages and no others. Returns the names of the pages that changed."""
    folder.mkdir(parents=True, exist_ok=True)
    changed = []
    for name in sorted({path.name for path in folder.glob("*.md")} | set(wanted)):
        path = folder / name
        if name not in wanted:
            path.unlink()
        elif not path.exists() or path.read_text(encoding="utf-8") != wanted[name]:
            path.write_text(wanted[name], encoding="utf-8")
        else:
            continue
        changed.append(name)
    return changed


def _link(name: str) -> str:
    path = name.partition("::")[0]
    return f"[{name.removeprefix('tests/')}](../../{path})"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def main() -> int:
    """Writes the pages. Returns the exit status."""
    changed = write(PAGES, pages(our_rulesets(), all_marks()))
    print(f"docs/clauses: {', '.join(changed) if changed else 'up to date'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
