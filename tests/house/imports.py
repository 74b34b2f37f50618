"""Finds imports that break a rule of the house. `test_imports.py` applies it to the project."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from tests.house.files import ROOMS

OWNERS: Final[dict[str, tuple[str, ...]]] = {
    "flask": ("service/api/",),
    "flask_smorest": ("service/api/",),
    "marshmallow": ("service/api/", "domain/ruleset.py", "domain/schemas.py", "domain/rulesets/"),
    "markdown_it": ("service/api/pages/guide.py",),
    "apispec": ("domain/schemas.py",),
    "msgspec": (
        "domain/aggregate.py",
        "domain/lifecycle.py",
        "domain/shapes.py",
        "domain/stream.py",
        "projections/lobby/projection.py",
        "projections/lobby/tables.py",
        "service/cli/unfinished.py",
    ),
    "rq": ("workers/", "service/jobs/", "service/checks/jobs.py"),
    "werkzeug": ("service/api/",),
    "authlib": ("service/api/",),
    "limits": ("service/api/",),
    "markupsafe": ("service/api/",),
    "granian": ("service/process/",),
    "httpx": ("service/cli/", "service/process/tabletop.py"),
    "httpcore": ("service/webhooks/posting.py",),
    "redis": (
        "workers/",
        "service/jobs/",
        "service/live/",
        "service/checks/jobs.py",
        "service/process/embedded.py",
        "service/cli/doctor.py",
        "service/wiring.py",
    ),
    "prometheus_client": ("service/api/meta.py", "service/api/observing.py"),
    "psycopg": (
        "service/store/looped.py",
        "service/store/recorder.py",
        "service/store/succession.py",
        "service/process/restoring.py",
        "service/base/left_behind.py",
        "service/base/unconfirmed.py",
    ),
    "structlog": (
        "workers/",
        "service/base/json_logging.py",
        "service/base/left_behind.py",
        "service/store/keys.py",
        "service/usecases/disputes.py",
        "service/usecases/forks.py",
        "service/api/observing.py",
        "service/webhooks/rounds.py",
        "service/wiring.py",
    ),
    "zstandard": ("service/exporting/", "service/store/packing.py"),
    "pyarrow": ("service/exporting/parquet.py",),
    "alembic": ("service/store/schema.py", "service/store/migrations/"),
    "sqlalchemy": (
        "projections/",
        "service/identity/",
        "service/notices/",
        "service/webhooks/browsers.py",
        "service/webhooks/opened.py",
        "service/webhooks/store.py",
        "service/store/requests.py",
        "service/store/imports.py",
        "service/store/leading.py",
        "service/store/schema.py",
        "service/store/migrations/",
        "service/base/database.py",
        "service/wiring.py",
        "service/api/observing.py",
        "workers/parking.py",
    ),
    "cryptography": ("replays/log/notes.py", "service/identity/log_keys.py", "service/webhooks/sealing.py"),
    "segno": ("service/api/handovers.py",),
    "webauthn": ("service/identity/passkeys.py",),
    "webpush": ("service/webhooks/sealing.py",),
    "pydantic": ("service/webhooks/addresses.py", "service/webhooks/sealing.py"),
    "joserfc": ("replays/receipts.py", "service/identity/signing.py"),
    "eventsourcing": ("service/store/",),
    "typer": ("service/cli/", "workers/commands.py"),
    "rich": ("service/cli/", "workers/commands.py"),
}
"""The only rooms or modules that may use a library."""
FLOORS: Final[dict[str, tuple[str, ...]]] = {
    "base": (),
    "store": ("base",),
    "identity": ("store",),
    "usecases": ("identity",),
    "live": ("usecases",),
    "notices": ("live",),
    "webhooks": ("notices",),
    "jobs": ("usecases",),
    "checks": ("jobs",),
    "exporting": ("jobs",),
    "web": (),
    "api": ("webhooks", "checks", "exporting", "web"),
    "wiring": ("api",),
    "process": ("wiring",),
    "demo": ("process",),
    "cli": ("demo",),
}
"""Every folder of the service, and the folders it stands on: it may import these, and what they may import."""
PACKAGE: Final = "delvebook"
"""The import package that the rooms are installed in."""
CLIENT_USERS: Final = ("service/process/", "service/demo/", "service/cli/")
"""Where the service asks another one over HTTP. Nothing else may import the client."""
NAMING_CALLS: Final = {"import_module": 0, "__import__": 0, "resolve_name": 0, "EntryPoint": 1}
"""By the last part of its name, a call that imports what it is told, and which argument names that."""
NAMED: Final = re.compile(rf"(?<![\w./-]){PACKAGE}\.(?:{'|'.join(ROOMS)}|client|research)\.[\w.]*")
"""A module or a function of the house, as a string names it."""


class Fault(NamedTuple):
    """A broken rule: its place, the import, and the rule."""

    path: str
    line: int
    what: str
    rule: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}: {self.rule}"


def imported(tree: ast.Module, path: str) -> Iterator[tuple[int, str]]:
    """Yields every imported module: line and full name, `from a import b` as `a.b`; also by a call."""
    package = f"{PACKAGE}/{path}".removesuffix(".py").removesuffix("/__init__").split("/")
    if not path.endswith("/__init__.py"):
        package = package[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                yield node.lineno, f"{module}.{alias.name}"
        elif isinstance(node, ast.Call) and (call := ast.unparse(node.func).rpartition(".")[2]) in NAMING_CALLS:
            name = next(iter(node.args[NAMING_CALLS[call] :]), None)
            readable = isinstance(name, ast.Constant) and isinstance(name.value, str) and name.value[:1] != "."
            yield node.lineno, name.value if readable else f"<{ast.unparse(name or node)}>"


def named(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yields what strings of the code name in the house: line and full name. Docstrings may name anything."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            for match in NAMED.finditer(node.value):
                yield node.lineno, match[0].rstrip(".")


def libraries(tree: ast.Module, path: str) -> set[str]:
    """The libraries that a module imports, without those that come with Python."""
    return {name.split(".")[0] for _, name in imported(tree, path)} - {PACKAGE, *sys.stdlib_module_names}


def import_faults(path: str, tree: ast.Module) -> Iterator[Fault]:
    """Yields every import of a module that breaks a rule of the house; in quotes, what only a string names."""
    found = list(imported(tree, path))
    for line, name in found:
        for what, rule in _broken_rules(path, name):
            yield Fault(path, line, what, rule)
    for line, name in named(tree):
        if (line, name) not in found:
            for what, rule in _broken_rules(path, name):
                yield Fault(path, line, f'"{what}"', rule)


def _broken_rules(path: str, name: str) -> Iterator[tuple[str, str]]:
    """Yields what a module may not import of a name, and the rule that forbids it."""
    room = path.partition("/")[0]
    inside = name.removeprefix(f"{PACKAGE}.")
    parts = inside.split(".")
    top = parts[0]
    if top == "tests":
        yield name, "nothing of the house knows its tests"
    if top in (*ROOMS, "client", "research") and inside == name:
        yield name, f"rooms are imported as {PACKAGE}.{top}"
    if top == f"{PACKAGE}_client":
        yield name, f"the client is imported as {PACKAGE}.client"
    if name == PACKAGE or (inside != name and len(parts) == 1):
        yield name, "a module is imported by its whole name"
    elif inside != name and top not in (*ROOMS, "client"):
        yield name, f"{top} is outside the house"
    if inside != name and top == "client" and not path.startswith(CLIENT_USERS):
        yield name, f"the client is used in {', '.join(CLIENT_USERS)} alone"
    if top in ROOMS and ROOMS.index(top) > ROOMS.index(room):
        may = ", ".join(ROOMS[: ROOMS.index(room) + 1])
        yield name, f"{room} may import from {may} alone"
    if room == top == "service" and len(parts) > 1:
        own, floor = _floor(path), parts[1]
        if floor not in (own, *floors_below(own)):
            yield f"{PACKAGE}.service.{floor}", may_import(own)
    owners = OWNERS.get(top)
    if owners is not None and not path.startswith(owners):
        yield name, f"{top} is used in {', '.join(owners)} alone"
    if parts[:2] == ["domain", "rulesets"] and parts[2:3] != ["registry"]:
        title = "".join(parts[2:3])
        if not path.startswith(f"domain/rulesets/{title}/"):
            yield name, "no title knows another" if path.count("/") > 2 else "a title is reached through the registry"
    if name.startswith("<"):
        yield name, "an import by a name made at run time cannot be read; use entry points"


def floors_below(floor: str) -> list[str]:
    """The folders of the service that a folder of it may import, the lowest first."""
    below = {other for direct in FLOORS.get(floor, ()) for other in (direct, *floors_below(direct))}
    return [other for other in FLOORS if other in below]


def may_import(floor: str) -> str:
    """The line by which a folder of the service says what it may import."""
    below = floors_below(floor)
    others = [other for other in FLOORS if other not in (floor, *below)]
    if len(below) <= len(others):
        return f"May import: {', '.join(below) or 'no other folder of the service'}."
    return f"May import: every folder of the service{' but ' * bool(others)}{', '.join(others)}."


def folder_graph(graph: Mapping[str, Sequence[str]], folder: str) -> dict[str, list[str]]:
    """
    Which folder or module right below a folder imports which other one of it, by any of its modules.

    Args:
        graph: What the modules of the room import.
        folder: The path of a folder of the room.
    """
    within = f"{folder}/"
    found: dict[str, set[str]] = {}
    for path, others in graph.items():
        if path.startswith(within):
            child = path.removeprefix(within).split("/")[0]
            theirs = {other.removeprefix(within).split("/")[0] for other in others if other.startswith(within)}
            found.setdefault(child, set()).update(theirs - {child})
    return {child: sorted(others) for child, others in found.items()}


def import_graph(trees: Mapping[str, ast.Module]) -> dict[str, list[str]]:
    """
    Returns the direct imports between the modules of a room.

    Args:
        trees: By path, the modules of a room.
    """
    paths = {_dotted(path): path for path in trees}
    graph: dict[str, list[str]] = {}
    for path, tree in trees.items():
        found = (_longest_known(name, paths) for _, name in imported(tree, path))
        graph[path] = sorted({other for other in found if other is not None and other != path})
    return graph


def import_circles(graph: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Returns the groups of modules that import each other, directly or through others (Tarjan 1972)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_: list[str] = []
    circles: list[list[str]] = []

    def visit(path: str) -> None:
        order[path] = lowest[path] = len(order)
        open_.append(path)
        for other in graph[path]:
            if other not in order:
                visit(other)
                lowest[path] = min(lowest[path], lowest[other])
            elif other in open_:
                lowest[path] = min(lowest[path], order[other])
        if lowest[path] == order[path]:
            circle = open_[open_.index(path) :]
            del open_[open_.index(path) :]
            if len(circle) > 1:
                circles.append(sorted(circle))

    for path in graph:
        if path not in order:
            visit(path)
    return sorted(circles)


def _floor(path: str) -> str:
    """The folder of the service that a module is in; the name of `wiring.py`, which is in none."""
    return path.split("/")[1].removesuffix(".py")


def _dotted(path: str) -> str:
    """Returns the name under which the module is imported."""
    return f"{PACKAGE}/{path}".removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _longest_known(name: str, paths: Mapping[str, str]) -> str | None:
    """Returns the path of the module that an imported name is, or is in."""
    while name:
        if name in paths:
            return paths[name]
        name = name.rpartition(".")[0]
    return None
