"""
Every title is built on one floor plan: the same role in the same module, under the same name.

At its top stand the modules of the plan and its data alone. Everything else is in a folder: `box`, `words`, `bots`, and
one for each subject of the rulebook. Folders import one way.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest

from tests.house.files import ROOT, parsed, relative
from tests.house.imports import PACKAGE, import_circles, imported

PLAN: Final[dict[str, dict[str, str | None]]] = {
    "ruleset": {},
    "actions": {"OptionsSchema": None, "ACTION_SCHEMAS": None, "action_space": "content, state"},
    "content": {"PACKAGE": None, "CONTENT": None, "parse_content": "raw"},
    "state": {"Options": None, "State": None, "Action": None},
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
        "tell_action": "book, action, voice, *, view, promises",
        "tell_refusal": "book, refusal, voice",
        "ECHOES": None,
    },
    "words/shapes": {"TABLE": None, "FACTS": None, "DETAILS": None, "View": None},
    "words/catalogue": {"catalogue_of": "content"},
    "bots/greedy": {"greedy_bot": None},
}
"""By module, what it defines; of a function its parameters, of anything else None. `docs/titles.md` says what for."""

OPTIONAL: Final = {"play"}
"""Modules that may stand at a title's top without being in the plan: `play` is an action under way."""
SUBJECT: Final = "a subject"
STAGES: Final = ("box", "content", "state", SUBJECT, "words", "bots", "ruleset")
"""Each may import those before it. The other modules of the plan stand where they are needed, in no circle."""
FOLDERS: Final = ("box", "words", "bots")
"""Names of folders at a title's top. No folder further inside is called so."""
IMPORTERS: Final[dict[str, set[str]]] = {"bots": set(), "words": {"view", "legality", "determinize"}}
"""Which of the modules outside `STAGES` may import a folder."""
DATA: Final = {
    "README.md",
    "catalogue.json",
    "clauses.json",
    "content.json",
    "guide.json",
    "picture.json",
    "texts.json",
}
"""Files that are no Python, at a title's top."""

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


def at_the_top() -> set[str]:
    """The modules of the plan that stand at a title's top."""
    return {module for module in PLAN if "/" not in module} | OPTIONAL


def strangers(title: Path) -> list[str]:
    """What stands at a title's top but is neither of the plan nor a folder of some modules; folders too deep."""
    deep = sorted(path.relative_to(title).as_posix() for name in FOLDERS for path in title.glob(f"*/**/{name}/"))
    found = [f"{folder}/ is not at the top" for folder in deep]
    for path in sorted(title.iterdir()):
        if path.is_file() and path.suffix != ".py" and path.name not in DATA:
            found.append(f"{path.name} is not data of a title")
        if path.suffix == ".py" and path.stem not in {*at_the_top(), "__init__"}:
            found.append(f"{path.name} is not of the plan")
        if path.is_dir() and path.name != "__pycache__":
            count = sum(one.name != "__init__.py" for one in path.rglob("*.py"))
            if path.name not in ("words", "bots") and count < 2:
                found.append(f"{path.name}/ holds {count} modules, and a folder at least two")
    return found


def part_graph(title: Path, package: str, root: Path = ROOT) -> dict[str, set[str]]:
    """
    By module at a title's top, or folder there, which others of them it imports.

    Args:
        title: The folder of the title.
        package: The name under which the title is imported.
        root: The folder that holds the room of the title.
    """
    graph: dict[str, set[str]] = {path.stem: set() for path in title.iterdir() if path.suffix in (".py", "")}
    for path in sorted(title.rglob("*.py")):
        part = path.relative_to(title).parts[0].removesuffix(".py")
        for _, name in imported(parsed(path), path.relative_to(root).as_posix()):
            other = name.removeprefix(f"{PACKAGE}.").removeprefix(f"{package}.").split(".")[0]
            if name.removeprefix(f"{PACKAGE}.").startswith(f"{package}.") and other in graph and other != part:
                graph[part].add(other)
    return graph


def stage_of(part: str) -> int | None:
    """Where a part of a title stands among `STAGES`; None for the other modules of the plan."""
    if part in STAGES:
        return STAGES.index(part)
    return None if part in {*at_the_top(), "__init__"} else STAGES.index(SUBJECT)


def wrong_ways(graph: dict[str, set[str]]) -> list[str]:
    """Which parts of a title import what they may not."""
    found = [f"circle: {', '.join(circle)}" for circle in import_circles({k: sorted(graph[k]) for k in sorted(graph)})]
    for part, others in sorted(graph.items()):
        for other in sorted(others):
            stages = stage_of(part), stage_of(other)
            if stages[0] is None:
                wrong = other in IMPORTERS and part not in IMPORTERS[other]
            else:
                wrong = stages[1] is not None and stages[0] < stages[1]
            if wrong:
                found.append(f"{part} imports {other}")
    return found


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_a_title_follows_the_plan(title: Path) -> None:
    assert departures(title) == []


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_the_top_of_a_title_is_the_plan(title: Path) -> None:
    assert strangers(title) == []


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_folders_of_a_title_import_one_way(title: Path) -> None:
    assert wrong_ways(part_graph(title, relative(title).replace("/", "."))) == []


def misplaced_tests(title: Path, tests: Path) -> list[str]:
    """Tests in a folder that the title has not, and tests of a module that lie elsewhere than the module."""
    rooms = {path.stem: path.parent.relative_to(title) for path in title.rglob("*.py") if path.parent != title}
    at_the_top = {path.stem for path in title.glob("*.py")}
    found = []
    for path in sorted(tests.rglob("test_*.py")):
        room, module = path.parent.relative_to(tests), path.stem.removeprefix("test_")
        if not (title / room).is_dir() or (room == Path() and module in rooms and module not in at_the_top):
            found.append(path.relative_to(tests).as_posix())
    return found


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_tests_lie_in_the_rooms_of_their_title(title: Path) -> None:
    assert misplaced_tests(title, ROOT / "tests" / "domain" / "rulesets" / title.name) == []


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


def test_a_stranger_at_the_top_of_a_title_is_found(tmp_path: Path) -> None:
    for name in (
        "ruleset.py",
        "content.json",
        "play.py",
        "market.py",
        "rules.txt",
        "combat/fight.py",
        "words/sentences.py",
        "words/bots/greedy.py",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()

    assert strangers(tmp_path) == [
        "words/bots/ is not at the top",
        "combat/ holds 1 modules, and a folder at least two",
        "market.py is not of the plan",
        "rules.txt is not data of a title",
    ]


@pytest.mark.parametrize("above", ["delvebook.domain.rulesets.", "domain.rulesets.", "relative"])
def test_an_import_the_wrong_way_is_found(tmp_path: Path, above: str) -> None:
    title = tmp_path / "domain" / "rulesets" / "title"
    texts = {
        "state.py": "from title.combat.fight import fight",
        "view.py": "from title.words import sentences",
        "flow.py": "from title.bots.greedy import greedy_bot\nfrom title.words.sentences import tell_fact",
        "ruleset.py": "from title.bots.greedy import greedy_bot\nfrom title.words.sentences import tell_fact",
        "combat/fight.py": "from title import state\nfrom title.bots.greedy import greedy_bot",
        "words/sentences.py": "from title.view import view_of",
        "bots/greedy.py": "from title.state import State",
    }
    for name, text in texts.items():
        (title / name).parent.mkdir(parents=True, exist_ok=True)
        up = "." * (name.count("/") + 1)
        written = text.replace("title.", up).replace("title ", f"{up} ") if above == "relative" else None
        (title / name).write_text(written or text.replace("title", f"{above}title"))

    assert wrong_ways(part_graph(title, "domain.rulesets.title", tmp_path)) == [
        "circle: bots, combat, state",
        "circle: view, words",
        "combat imports bots",
        "flow imports bots",
        "flow imports words",
        "state imports combat",
    ]


def test_a_test_that_lies_elsewhere_than_its_module_is_found(tmp_path: Path) -> None:
    title, tests = tmp_path / "title", tmp_path / "tests"
    for name in (
        "title/combat/fight.py",
        "tests/test_fight.py",
        "tests/combat/test_rounds.py",
        "tests/shop/test_sales.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()

    assert misplaced_tests(title, tests) == ["shop/test_sales.py", "test_fight.py"]
