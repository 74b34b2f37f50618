"""Imports point one way: domain ← replays ← projections ← service ← workers."""

from __future__ import annotations

import ast
from functools import cache

import pytest

from tests.house.files import ROOMS, ROOT, modules
from tests.house.imports import (
    CLIENT_USERS,
    FLOORS,
    OWNERS,
    Fault,
    floors_below,
    folder_graph,
    import_circles,
    import_faults,
    import_graph,
    imported,
    libraries,
    may_import,
)

_QUEUED = "the queue takes the name of a function, which a worker imports"
EXCUSED: dict[tuple[str, str], str] = {
    ("service/checks/jobs.py", '"delvebook.workers.checks.check_record"'): _QUEUED,
    ("service/wiring.py", '"delvebook.workers.studies.write_export"'): _QUEUED,
    ("service/wiring.py", '"delvebook.workers.studies.analyse_game"'): _QUEUED,
    ("service/cli/__init__.py", '"delvebook.workers.commands"'): "a command is imported when it is used",
    ("service/cli/lazy.py", "<self.module>"): "the modules of the commands are read in service/cli/__init__.py",
    ("service/process/supervisor.py", '"delvebook.service.cli"'): "a child process has a command line of its own",
}
"""By file and import: the reason for the exception. What only a string names is in quotes."""
EXCUSED_CIRCLES: dict[str, list[list[str]]] = {}
"""The modules that import each other, by room."""


def faults_of(path: str, source: str) -> list[str]:
    return [str(fault) for fault in import_faults(path, ast.parse(source))]


@cache
def faults_in(room: str) -> list[Fault]:
    return [fault for path, tree in modules(room) for fault in import_faults(path, tree)]


@pytest.mark.parametrize("room", ROOMS)
def test_every_import_of_a_room_keeps_the_rules(room: str) -> None:
    faults = [str(fault) for fault in faults_in(room) if (fault.path, fault.what) not in EXCUSED]

    assert faults == []


def test_no_excuse_outlives_its_reason() -> None:
    broken = {(fault.path, fault.what) for room in ROOMS for fault in faults_in(room)}

    assert set(EXCUSED) <= broken


@pytest.mark.parametrize("room", ROOMS)
def test_no_modules_of_a_room_import_each_other(room: str) -> None:
    assert import_circles(import_graph(dict(modules(room)))) == EXCUSED_CIRCLES.get(room, [])


def folders_of(room: str) -> list[str]:
    """Every folder of a room that is held one way. What is inside a title has a test of its own."""
    found = {"/".join(path.split("/")[:depth]) for path, _ in modules(room) for depth in range(1, path.count("/") + 1)}
    return sorted(folder for folder in found if not (folder.startswith("domain/rulesets/") and folder.count("/") > 1))


@pytest.mark.parametrize("room", ROOMS)
def test_no_folders_of_a_room_import_each_other(room: str) -> None:
    graph = import_graph(dict(modules(room)))
    circles = {folder: import_circles(folder_graph(graph, folder)) for folder in folders_of(room)}

    assert {folder: circle for folder, circle in circles.items() if circle} == {}


def test_every_folder_of_the_service_has_its_floor() -> None:
    found = {path.split("/")[1].removesuffix(".py") for path, _ in modules("service")} - {"__init__"}

    assert found == set(FLOORS)
    assert floors_below("webhooks") == ["base", "store", "identity", "usecases", "live", "notices"]


@pytest.mark.parametrize("floor", sorted(set(FLOORS) - {"wiring"}))
def test_a_folder_of_the_service_says_what_it_may_import(floor: str) -> None:
    said = ast.get_docstring(dict(modules("service"))[f"service/{floor}/__init__.py"]) or ""

    assert may_import(floor) in said.splitlines()


def test_the_picture_of_the_floors_names_every_folder() -> None:
    picture = (ROOT / "service" / "README.md").read_text(encoding="utf-8").split("```")[1]

    assert [floor for floor in FLOORS if floor not in picture.split()] == []


def test_a_circle_of_folders_is_found_where_no_modules_import_each_other() -> None:
    sources = {
        "replays/log/notes.py": "from delvebook.replays.receipts import sign",
        "replays/receipts.py": "from delvebook.replays.log import tiles",
        "replays/log/tiles.py": "",
    }
    graph = import_graph({path: ast.parse(source) for path, source in sources.items()})

    assert import_circles(graph) == []
    assert import_circles(folder_graph(graph, "replays")) == [["log", "receipts.py"]]
    assert import_circles(folder_graph(graph, "replays/log")) == []


def test_a_circle_is_found_through_other_modules_and_inside_functions() -> None:
    sources = {
        "replays/verify.py": "from delvebook.replays.checks import replay",
        "replays/checks/replay.py": "from delvebook.replays.forks import Parents",
        "replays/forks.py": "def f():\n    from ..replays.verify import verify",
        "replays/lines.py": "import delvebook.domain.canonical",
        "replays/record.py": "from delvebook.replays import lines\nfrom delvebook.replays.verify import verify",
    }
    graph = import_graph({path: ast.parse(source) for path, source in sources.items()})

    assert graph["replays/record.py"] == ["replays/lines.py", "replays/verify.py"]
    assert import_circles(graph) == [["replays/checks/replay.py", "replays/forks.py", "replays/verify.py"]]


def test_no_library_has_an_owner_that_does_not_use_it() -> None:
    used = {
        (library, owner)
        for room in ROOMS
        for path, tree in modules(room)
        for _, name in imported(tree, path)
        for library, owners in OWNERS.items()
        if name.split(".")[0] == library
        for owner in owners
        if path.startswith(owner)
    }

    assert used == {(library, owner) for library, owners in OWNERS.items() for owner in owners}


@pytest.mark.parametrize(
    ("path", "source", "said"),
    [
        (
            "domain/tape.py",
            "import delvebook.service.usecases.games",
            "domain/tape.py:1: delvebook.service.usecases.games: domain may import from domain alone",
        ),
        (
            "replays/verify.py",
            "x = 1\nfrom delvebook.projections import lobby",
            "replays/verify.py:2: delvebook.projections.lobby: replays may import from domain, replays alone",
        ),
        (
            "service/usecases/games.py",
            "def f():\n    from delvebook.workers import bots",
            (
                "service/usecases/games.py:2: delvebook.workers.bots: "
                "service may import from domain, replays, projections, service alone"
            ),
        ),
        (
            "service/store/games.py",
            "import delvebook.service.base.clock\nfrom delvebook.service.usecases.games import Games",
            "service/store/games.py:2: delvebook.service.usecases: May import: base.",
        ),
        (
            "service/base/clock.py",
            "from delvebook.service import wiring",
            "service/base/clock.py:1: delvebook.service.wiring: May import: no other folder of the service.",
        ),
        (
            "domain/rulesets/labyrinth/rules.py",
            "from delvebook.domain.rulesets.runebound.rules import roll",
            (
                "domain/rulesets/labyrinth/rules.py:1: delvebook.domain.rulesets.runebound.rules.roll: "
                "no title knows another"
            ),
        ),
        (
            "domain/rulesets/labyrinth/rules.py",
            "from ..runebound import rules",
            "domain/rulesets/labyrinth/rules.py:1: delvebook.domain.rulesets.runebound.rules: no title knows another",
        ),
        (
            "service/usecases/games.py",
            "import delvebook.domain.rulesets.labyrinth",
            "service/usecases/games.py:1: delvebook.domain.rulesets.labyrinth: a title is reached through the registry",
        ),
        (
            "service/usecases/games.py",
            "from delvebook.domain.rulesets import labyrinth",
            "service/usecases/games.py:1: delvebook.domain.rulesets.labyrinth: a title is reached through the registry",
        ),
        (
            "service/usecases/games.py",
            "from delvebook.domain import rulesets",
            "service/usecases/games.py:1: delvebook.domain.rulesets: a title is reached through the registry",
        ),
        (
            "domain/rulesets/labyrinth/rules.py",
            "from .. import registry_of_mine",
            "domain/rulesets/labyrinth/rules.py:1: delvebook.domain.rulesets.registry_of_mine: no title knows another",
        ),
        (
            "domain/tape.py",
            "from domain import canonical",
            "domain/tape.py:1: domain.canonical: rooms are imported as delvebook.domain",
        ),
        (
            "workers/bots.py",
            "import flask",
            "workers/bots.py:1: flask: flask is used in service/api/ alone",
        ),
        (
            "service/process/supervisor.py",
            "from importlib import import_module\nimport_module('delvebook.workers.commands')",
            (
                "service/process/supervisor.py:2: delvebook.workers.commands: "
                "service may import from domain, replays, projections, service alone"
            ),
        ),
        (
            "domain/tape.py",
            "import tests.house",
            "domain/tape.py:1: tests.house: nothing of the house knows its tests",
        ),
        (
            "service/usecases/games.py",
            "x = 1\nrun = 'delvebook.workers.bots.run'",
            (
                'service/usecases/games.py:2: "delvebook.workers.bots.run": '
                "service may import from domain, replays, projections, service alone"
            ),
        ),
        (
            "service/base/clock.py",
            "code = f'import delvebook.service.wiring; {name}'",
            'service/base/clock.py:1: "delvebook.service.wiring": May import: no other folder of the service.',
        ),
        (
            "domain/tape.py",
            "import delvebook",
            "domain/tape.py:1: delvebook: a module is imported by its whole name",
        ),
        (
            "service/base/clock.py",
            "from delvebook import service",
            "service/base/clock.py:1: delvebook.service: a module is imported by its whole name",
        ),
        (
            "workers/bots.py",
            "from delvebook.research.gym import Environment",
            "workers/bots.py:1: delvebook.research.gym.Environment: research is outside the house",
        ),
        (
            "service/usecases/games.py",
            "from delvebook.client import Client",
            (
                "service/usecases/games.py:1: delvebook.client.Client: "
                "the client is used in service/process/, service/demo/, service/cli/ alone"
            ),
        ),
        (
            "service/cli/play.py",
            "import delvebook_client",
            "service/cli/play.py:1: delvebook_client: the client is imported as delvebook.client",
        ),
    ],
)
def test_a_wrong_import_is_named_with_its_line_and_its_rule(path: str, source: str, said: str) -> None:
    assert faults_of(path, source) == [said]


def test_an_import_by_a_name_nobody_can_read_is_refused() -> None:
    (fault,) = faults_of("service/process/supervisor.py", "import importlib\nimportlib.import_module('wor' + 'kers')")

    assert "cannot be read" in fault


@pytest.mark.parametrize(
    "call",
    [
        "importlib.import_module('delvebook.workers.bots')",
        "__import__('delvebook.workers.bots')",
        "pkgutil.resolve_name('delvebook.workers.bots')",
        "EntryPoint('bots', 'delvebook.workers.bots', GROUP)",
    ],
)
def test_an_import_by_a_call_is_read_whatever_the_call_is_named(call: str) -> None:
    (fault,) = faults_of("projections/games.py", call)

    assert "delvebook.workers.bots: projections may import" in fault


@pytest.mark.parametrize(
    "call", ["__import__(name)", "load.import_module('.bots', 'delvebook')", "metadata.EntryPoint(*parts)"]
)
def test_an_import_by_a_call_that_cannot_be_read_is_refused(call: str) -> None:
    (fault,) = faults_of("projections/games.py", call)

    assert "cannot be read" in fault


def test_the_domain_stands_on_four_libraries() -> None:
    used = {library for path, tree in modules("domain") for library in libraries(tree, path)}

    assert used == {"apispec", "marshmallow", "msgspec", "orjson"}


def test_what_comes_with_python_and_what_is_of_the_house_is_no_library() -> None:
    source = "import ast, numpy.random\nfrom orjson import dumps\nfrom . import tape\nimport delvebook.domain.game"

    assert libraries(ast.parse(source), "domain/game.py") == {"numpy", "orjson"}


def test_the_client_has_no_user_that_does_not_use_it() -> None:
    users = {
        user
        for path, tree in modules("service")
        for _, name in imported(tree, path)
        for user in CLIENT_USERS
        if name.startswith("delvebook.client.") and path.startswith(user)
    }

    assert users == set(CLIENT_USERS)


@pytest.mark.parametrize("library", OWNERS)
def test_a_library_is_refused_outside_its_room_and_welcome_inside(library: str) -> None:
    inside = OWNERS[library][0] + ("" if OWNERS[library][0].endswith(".py") else "module.py")

    assert faults_of(inside, f"import {library}") == []
    assert faults_of("replays/module.py", f"from {library}.deep import thing")


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (
            "service/usecases/games.py",
            "from delvebook.projections.lobby import LobbyReader\nfrom delvebook.domain.game import Game",
        ),
        (
            "domain/rulesets/labyrinth/rules.py",
            "from delvebook.domain.rulesets.labyrinth.state import State\nfrom . import view",
        ),
        ("domain/tape.py", '"""See delvebook.workers.bots."""\nlog = "delvebook.projections"'),
        ("domain/game.py", "from delvebook.domain.rulesets.registry import get_ruleset\nimport flaskless"),
    ],
)
def test_what_is_allowed_is_not_named(path: str, source: str) -> None:
    assert faults_of(path, source) == []
