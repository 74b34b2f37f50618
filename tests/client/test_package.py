"""The client is one package that needs nothing of the server, and its sync half is made from its async one."""

from __future__ import annotations

import ast
import runpy
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import delvebook_client
import make_sync
from tests.house.files import ROOMS, ROOT, parsed, relative, walk

FOLDER = ROOT / "client"
PACKAGE = FOLDER / "delvebook_client"


def imported(path: Path) -> set[str]:
    nodes = list(ast.walk(parsed(path)))
    names = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    names |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 0}
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize("path", list(walk(".py", under=PACKAGE)), ids=relative)
def test_it_imports_nothing_of_the_server(path: Path) -> None:
    levels = {node.level for node in ast.walk(parsed(path)) if isinstance(node, ast.ImportFrom)}

    assert imported(path) - sys.stdlib_module_names <= {"httpx", "msgspec", "cryptography"}
    # By its own name or as `delvebook.client`, its modules find each other.
    assert max(levels, default=0) <= len(path.relative_to(PACKAGE).parts)


def test_of_the_server_only_the_programs_that_ask_a_service_over_http_know_the_client() -> None:
    rooms = [path for room in ROOMS for path in walk(".py", under=ROOT / room)]
    knowing = {relative(path) for path in rooms if "from delvebook.client" in path.read_text(encoding="utf-8")}

    assert [relative(path) for path in rooms if "delvebook_client" in path.read_text(encoding="utf-8")] == []
    assert knowing == {
        "service/cli/demo.py",
        "service/cli/play.py",
        "service/cli/player.py",
        "service/demo/dispute.py",
        "service/demo/games.py",
        "service/process/tabletop.py",
    }


def test_the_servers_package_has_the_same_client_by_another_name() -> None:
    from delvebook import client  # noqa: PLC0415

    assert (ROOT / "delvebook" / "client").resolve() == PACKAGE
    assert client.__all__ == delvebook_client.__all__
    assert client.Client is not delvebook_client.Client


def test_the_sync_half_is_made_from_the_async_one() -> None:
    made = make_sync.modules()

    assert made.keys() == set((PACKAGE / "sync").rglob("*.py"))
    assert len(made) > 20
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, "call make client"


def test_its_verifier_is_made_from_the_one_in_the_examples() -> None:
    made_from = runpy.run_path(str(FOLDER / "make_chain.py"))

    for module, name in made_from["MODULES"].items():
        made = made_from["module_of"](name, (ROOT / "examples" / name).read_text(encoding="utf-8"))
        command = [sys.executable, "-m", "ruff", "format", "-", "--stdin-filename", str(PACKAGE / module)]
        laid_out = subprocess.run(command, input=made, capture_output=True, text=True, check=True).stdout
        assert (PACKAGE / module).read_text(encoding="utf-8") == laid_out, "call make client"


def test_both_halves_have_the_same_methods() -> None:
    for ours, theirs in (
        (delvebook_client.Client, delvebook_client.AsyncClient),
        (delvebook_client.Game, delvebook_client.AsyncGame),
    ):
        names = [{name for name in dir(one) if not name.startswith("_")} for one in (ours, theirs)]
        assert names[0] - {"close"} == names[1] - {"aclose"}
        assert len(names[0]) > 10


def test_its_version_and_what_it_needs_are_declared() -> None:
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text())["project"]
    server = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    assert project["dynamic"] == server["dynamic"] == ["version"]  # `VERSION` in this folder, for both
    assert version("delvebook") == (FOLDER / "VERSION").read_text().strip()
    assert project["requires-python"] == server["requires-python"]
    assert project["dependencies"] == ["httpx>=0.28", "msgspec>=0.19"]
    assert set(project["optional-dependencies"]) == {"verify"}
    packages = {relative(path.parent).removeprefix("client/").replace("/", ".") for path in walk(".py", under=PACKAGE)}
    setuptools = tomllib.loads((FOLDER / "pyproject.toml").read_text())["tool"]["setuptools"]
    assert set(setuptools["packages"]) == packages
    assert (PACKAGE / "py.typed").exists()
    assert (FOLDER / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert sorted(delvebook_client.__all__) == delvebook_client.__all__
    assert [name for name in delvebook_client.__all__ if not hasattr(delvebook_client, name)] == []


def test_every_error_is_in_the_tree_that_is_drawn() -> None:
    errors = parsed(PACKAGE / "errors.py")
    drawn = ast.get_docstring(errors) or ""

    for node in errors.body:
        if isinstance(node, ast.ClassDef):
            assert f" {node.name} " in f" {drawn} ".replace("\n", " "), node.name
            assert node.name in delvebook_client.__all__
