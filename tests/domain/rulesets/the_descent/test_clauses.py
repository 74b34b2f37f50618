"""Every clause of the title is named by a test in this folder, and no test names an unknown one."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.domain.rulesets.the_descent.tables import RULESET


def marked_clauses() -> dict[str, list[str]]:
    """By clause, the tests whose `clause` mark names it."""
    found: dict[str, list[str]] = {}
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
                    for argument in mark.args:
                        assert isinstance(argument, ast.Constant)
                        found.setdefault(str(argument.value), []).append(node.name)
    return found


def test_every_clause_is_held_by_a_test() -> None:
    assert sorted(set(RULESET.clauses) - set(marked_clauses())) == []


def test_no_test_names_an_unknown_clause() -> None:
    assert sorted(set(marked_clauses()) - set(RULESET.clauses)) == []


def test_there_are_142_clauses() -> None:
    assert len(RULESET.clauses) == 142
