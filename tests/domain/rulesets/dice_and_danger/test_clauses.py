"""Checks that every clause of the rules has a test in this folder."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.domain.rulesets.dice_and_danger.tables import RULES


def marked_clauses() -> set[str]:
    """The clause ids in all `@pytest.mark.clause(...)` of this folder."""
    found: set[str] = set()
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
                found |= {str(argument.value) for argument in node.args if isinstance(argument, ast.Constant)}
    return found


def test_every_clause_is_held_by_a_test() -> None:
    assert sorted(set(RULES.clauses) - marked_clauses()) == []


def test_every_mark_names_a_clause() -> None:
    assert sorted(marked_clauses() - set(RULES.clauses)) == []


def test_there_are_the_hundred_and_ten_clauses_of_the_rules() -> None:
    assert len(RULES.clauses) == 110
