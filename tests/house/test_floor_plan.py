"""Every title is built on one floor plan: the same role in the same module, under the same name."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest

from tests.house.files import ROOT, parsed

PLAN: Final[dict[str, dict[str, str | None]]] = {
    "ruleset": {},
    "actions": {"OptionsSchema": None, "ACTION_SCHEMAS": None, "action_space": "content, state"},
    "content": {"PACKAGE": None, "CONTENT": None, "parse_content": "raw"},
    "state": {"State": None},
    "setup": {"set_up": "content, options, *, seats, tape"},
    "legality": {
        "legal_actions": "content, state, seat",
        "refusal_of": "content, state, seat, action",
    },
    "flow": {
        "to_act": "state",
        "play": "content, state, seat, action, *, tape",
        "decision_scope": "state, seat",
    },
    "view": {"view_of": "content, state, viewer"},
    "determinize": {"determinize": "content, view, *, chance"},
    "sealed": {"face_down": "content, state"},
    "invariants": {"broken_invariants": "content, state"},
    "ending": {"END_REASONS": None, "outcome_of": "content, state"},
    "words/sentences": {
        "tell_fact": "book, fact, voice",
        "tell_action": "book, action, voice, *, view",
        "tell_refusal": "book, refusal, voice",
        "ECHOES": None,
    },
    "words/shapes": {"TABLE": None, "FACTS": None, "DETAILS": None},
    "words/catalogue": {"catalogue_of": "content"},
    "bots/greedy": {"greedy_bot": None},
}
"""By module, what it defines; of a function its parameters, of anything else None. `docs/titles.md` says what for."""

TITLES: Final = sorted(
    path.parent for path in [*ROOT.glob("domain/rulesets/*/__init__.py"), ROOT / "tests/titles/bids/__init__.py"]
)


def signature(function: ast.FunctionDef) -> str:
    """The parameters' names, as one writes them."""
    arguments = [argument.arg for argument in function.args.args]
    keywords = [argument.arg for argument in function.args.kwonlyargs]
    return ", ".join([*arguments, *(["*", *keywords] if keywords else [])])


def defined(path: Path) -> dict[str, str | None]:
    """
    What a module defines at its top: functions with their parameters, classes and assigned names with None.

    What it hands on from a module beside it (`__all__`) counts as its own.
    """
    found: dict[str, str | None] = {}
    tree = parsed(path)
    handed_on = exported(tree)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = signature(node)
        elif isinstance(node, ast.ClassDef):
            found[node.name] = None
        elif isinstance(node, ast.Assign):
            found |= {target.id: None for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = None
        elif isinstance(node, ast.ImportFrom):
            names = {alias.name for alias in node.names} & handed_on
            last = (node.module or "").rpartition(".")[2]
            beside = next((file for file in places(path.parent, last) if file.exists()), None)
            if names and beside is not None:
                found |= {name: parameters for name, parameters in defined(beside).items() if name in names}
    return found


def exported(tree: ast.Module) -> set[str]:
    """The names in a module's `__all__`."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["__all__"]:
            return set(ast.literal_eval(node.value))
    return set()


def places(folder: Path, module: str) -> tuple[Path, Path]:
    """Where a module may lie: a file, or a folder that hands on what its files define."""
    return folder / f"{module}.py", folder / module / "__init__.py"


def departures(title: Path) -> list[str]:
    """Where a title departs from the plan."""
    found = []
    for module, names in PLAN.items():
        path = next((file for file in places(title, module) if file.exists()), None)
        if path is None:
            found.append(f"{module}.py is missing")
            continue
        there = defined(path)
        for name, parameters in names.items():
            if name not in there:
                found.append(f"{module}.py does not define {name}")
            elif parameters is not None and there[name] != parameters:
                found.append(f"{module}.{name} takes ({there[name]}), not ({parameters})")
    return found


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_a_title_follows_the_plan(title: Path) -> None:
    assert departures(title) == []


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_the_state_is_typed_where_it_is_declared(title: Path) -> None:
    state = next(
        (node for node in parsed(title / "state.py").body if isinstance(node, ast.ClassDef) and node.name == "State"),
        None,
    )

    assert state is not None
    assert [ast.unparse(base) for base in state.bases] == ["TypedDict"]


def test_a_title_that_departs_from_the_plan_is_told_where(tmp_path: Path) -> None:
    (tmp_path / "view.py").write_text("def view_of(state, viewer): ...\n")
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "greedy.py").write_text("def clever_bot(): ...\n")

    found = departures(tmp_path)

    assert "view.view_of takes (state, viewer), not (content, state, viewer)" in found
    assert "bots/greedy.py does not define greedy_bot" in found
    assert "setup.py is missing" in found
