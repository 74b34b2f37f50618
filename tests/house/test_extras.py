"""A library of an extra is imported where its absence is told in one sentence, which says what to install."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib

import pytest

from tests.house.files import ROOMS, ROOT, parse, relative, walk

MODULES = {"open-spiel": "pyspiel", "scikit-learn": "sklearn"}
"""The names of modules, where packages have others."""


def libraries() -> dict[str, str]:
    """The extra of every library that is no requirement of the package itself, by the name of its module."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split(r"[\[>=<;]", one)[0] for one in project["dependencies"]}
    found = {}
    for extra in ("export", "research"):
        for one in project["optional-dependencies"][extra]:
            name = re.split(r"[\[>=<; ]", one)[0]
            if name not in needed:
                found[MODULES.get(name, name)] = extra
    return found


def guarded(tree: ast.Module) -> dict[ast.AST, str]:
    """Every import in a block of `needing(…)`, with the extra that it names."""
    found: dict[ast.AST, str] = {}
    for node in ast.walk(tree):
        call = node.items[0].context_expr if isinstance(node, ast.With) else None
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "needing" and isinstance(node, ast.With):
            found |= dict.fromkeys(node.body, ast.literal_eval(call.args[0]))
    return found


def bare(tree: ast.Module) -> list[str]:
    """Imports of a library of an extra that would fail without a word about it."""
    known, told = libraries(), guarded(tree)
    wrong = []
    for node in ast.walk(tree):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        names += [str(node.module)] if isinstance(node, ast.ImportFrom) and node.level == 0 else []
        roots = [name.partition(".")[0] for name in names]
        wrong += [name for name in roots if name in known and told.get(node) != known[name]]
    return wrong


def test_every_import_of_a_library_of_an_extra_names_its_extra() -> None:
    paths = [path for folder in (*ROOMS, "research") for path in walk(".py", under=ROOT / folder)]
    found = [(relative(path), bare(tree), guarded(tree)) for path in paths for tree in (parse(path),)]
    using = [path for path, _, is_guarded in found if is_guarded]

    assert {path: imports for path, imports, _ in found if imports} == {}
    assert {"research/openspiel_games.py", "research/pettingzoo_env.py", "service/exporting/parquet.py"} <= set(using)


@pytest.mark.parametrize(
    "source",
    [
        "import pyarrow.parquet as pq",
        "from numpy.typing import NDArray",
        "def load():\n    import pyspiel",
        'with needing("export"):\n    import pyspiel',
        "with suppress(ImportError):\n    import pyarrow",
    ],
)
def test_a_bare_import_would_be_found(source: str) -> None:
    assert bare(ast.parse(source)) != []


def said_without(library: str, program: str) -> str:
    """What a program says last, where that library is not installed."""
    code = f"import sys; sys.modules[{library!r}] = None\n{program}"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    return done.stderr.rstrip().splitlines()[-1]


@pytest.mark.parametrize("module", ["openspiel_games", "pettingzoo_env"])
def test_research_says_which_extra_is_missing(module: str) -> None:
    said = said_without("numpy", f"import delvebook.research.{module}")

    assert said == (
        "delvebook.service.base.extras.ExtraMissingError: this needs numpy, which is not installed; it comes with "
        "delvebook[research]: pip install 'delvebook[research]' (or from a wheel: docs/operating.md, Extras)"
    )


def test_tables_say_which_extra_is_missing() -> None:
    said = said_without("pyarrow", "from delvebook.service.exporting.parquet import _schema_of; _schema_of(())")

    assert "needs pyarrow" in said
    assert "pip install 'delvebook[export]'" in said


@pytest.mark.parametrize(("example", "library"), [("three_questions", "duckdb"), ("self_play", "numpy")])
def test_examples_say_what_they_need(example: str, library: str) -> None:
    said = said_without(library, f"import runpy; runpy.run_path('examples/{example}.py')")

    assert re.fullmatch(rf"this needs {library}: pip install \S+.*", said)


def test_every_page_that_advises_an_extra_leads_to_how_it_is_installed_today() -> None:
    pages = [path for path in walk(".md") if re.search(r"pip install .*delvebook.*\[\w+\]", path.read_text("utf-8"))]

    assert {"docs/research.md", "client/README.md"} <= {relative(path) for path in pages}
    for path in pages:
        assert "make wheel" in path.read_text("utf-8"), relative(path)
