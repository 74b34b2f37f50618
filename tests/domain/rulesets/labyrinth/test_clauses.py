"""Every clause has a test and a text."""

from __future__ import annotations

import ast
from pathlib import Path

from delvebook.domain.rulesets.labyrinth.words import refusals
from tests.domain.rulesets.labyrinth.tables import RULES


def marked_clauses() -> set[str]:
    """The clause ids that stand in the marks of this folder."""
    found: set[str] = set()
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
                found |= {argument.value for argument in node.args if isinstance(argument, ast.Constant)}
    return found


def test_the_marks_of_this_folder_cover_exactly_the_clauses() -> None:
    assert marked_clauses() == set(RULES.clauses)
    assert len(RULES.clauses) == 61


def test_every_action_cites_a_clause_that_exists() -> None:
    assert set(refusals.CLAUSES) == set(RULES.action_schemas)
    for type_, clause in refusals.CLAUSES.items():
        assert clause in RULES.clauses, type_


def test_every_sentence_in_the_source_cites_clauses_that_exist() -> None:
    folder = Path(refusals.__file__).parents[1]
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("LB-"):
                assert node.value in RULES.clauses, (path.name, node.value)
