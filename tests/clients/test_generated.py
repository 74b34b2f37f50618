"""
Bots made with the clients of two well-known generators, in Python and in node, each play every title to its end.

`make test-clients` runs it, and sets up the generators: openapi-python-client in `.venv-clients`, openapi-typescript
with openapi-fetch in `tests/clients/typescript/node_modules`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from tests.clients.conftest import BIN, HERE, MODULES

GAMES: Final = [
    ("labyrinth", 1),
    ("dungeon-raiders", 3),
    ("the-descent", 2),
    ("dice-and-danger", 2),
    ("runebound", 2),
]
SECONDS_MAX: Final = 240


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    """Returns the output of a program. Fails with its error output."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def python_client(document: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the generated package, and the program that plays with it."""
    folder = tmp_path_factory.mktemp("python")
    said = run(
        *(BIN / "openapi-python-client", "generate", "--path", document, "--meta", "none"),
        *("--config", HERE / "python" / "config.yml", "--output-path", folder / "generated", "--fail-on-warning"),
        folder=folder,
        PATH=f"{BIN}:{os.environ['PATH']}",
    )
    assert "WARNING" not in said
    shutil.copy(HERE / "python" / "play.py", folder)
    return folder


@pytest.fixture(scope="module")
def typescript_client(document: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled program; it compiles only if it goes with the generated types, in strict mode."""
    folder = tmp_path_factory.mktemp("typescript")
    for name in ("play.ts", "tsconfig.json", "package.json"):
        shutil.copy(HERE / "typescript" / name, folder)
    (folder / "node_modules").symlink_to(MODULES)
    generator = MODULES / ".bin" / "openapi-typescript"
    run("node", generator, document, "--output", "generated.d.ts", "--default-non-nullable", "false", folder=folder)
    run("node", MODULES / ".bin" / "tsc", "--project", "tsconfig.json", folder=folder)
    return folder


def assert_finished(told: str, seats: int) -> None:
    """Checks that a program printed the end of a whole game."""
    found: dict[str, Any] = json.loads(told.splitlines()[-1])
    assert sorted(seat for place in found["outcome"]["ranking"] for seat in place) == list(range(seats))
    assert found["outcome"]["clauses"]
    assert found["events"] == found["n"] > 10
    assert found["facts"] > found["n"] / 2


def test_these_games_are_of_every_title(service: str) -> None:
    titles = httpx.get(f"{service}/v1/rulesets", timeout=60).raise_for_status().json()["rulesets"]

    assert sorted(one["id"] for one in titles) == sorted(title for title, _ in GAMES)


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
def test_a_generated_python_client_plays_a_game_to_the_end(
    service: str, python_client: Path, ruleset: str, seats: int
) -> None:
    python = BIN / "python"
    told = run(python, "play.py", service, f"py {ruleset}", ruleset, str(seats), folder=python_client)

    assert_finished(told, seats)


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
def test_a_generated_typescript_client_plays_a_game_to_the_end(
    service: str, typescript_client: Path, ruleset: str, seats: int
) -> None:
    script = typescript_client / "built" / "play.js"
    told = run("node", script, service, f"ts {ruleset}", ruleset, str(seats), folder=typescript_client)

    assert_finished(told, seats)
