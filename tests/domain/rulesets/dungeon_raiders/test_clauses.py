"""Checks that each clause of the title is held by a test of this folder."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.domain.rulesets.dungeon_raiders.tables import RAIDERS


def marked_clauses() -> set[str]:
    """Every id in a `pytest.mark.clause` of this folder."""
    found: set[str] = set()
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
                        found |= {ast.literal_eval(argument) for argument in mark.args}
    return found


def test_every_clause_is_named_by_a_test_and_no_test_names_another() -> None:
    assert marked_clauses() == set(RAIDERS.clauses)
