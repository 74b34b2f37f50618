"""
What may be mutated, and which tests judge it: the titles, and packages of the service.

Of a title those modules are mutated that are rules. Here are the reasons why others are left out, and why some tests
are no judges of a package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]

TOLD: Final = "says things to people or describes data to clients; the golden sentences and the schemas judge it"
BOT: Final = "a bot may choose what it likes: with another weight it is a weaker player, not a wrong game"
NET: Final = "refuses states that no play reaches: a weaker check is a weaker net, not a wrong game; measured apart"
LOADED: Final = "runs while the module is imported, before a mutant is there; tests count and check the components"

LEFT_OUT: Final[dict[str, str]] = {
    "bots": BOT,
    "box.checks": LOADED,
    "box.components": LOADED,
    "box.vocabulary": LOADED,
    "cave.ways": BOT,
    "content": LOADED,
    "invariants": NET,
    "words.actions": TOLD,
    "words.cards": TOLD,
    "words.catalogue": TOLD,
    "words.cover": TOLD,
    "words.facts": TOLD,
    "words.foresight": TOLD,
    "words.picture": TOLD,
    "words.rooms": TOLD,
    "words.sentences": TOLD,
    "words.shapes": TOLD,
    "words.stakes": TOLD,
}
"""The reason, by module or folder of a title, why it is mutated only on request."""
COMMANDS: Final = "the command line, which its tests run in processes of their own, where there is no mutant"
NOT_JUDGED: Final[dict[str, str]] = {"workers.commands": COMMANDS}
"""The reason, by module of a package as from the project's folder, why it is mutated only on request."""


API: Final = "tests/service/api/test_"
PACKAGES: Final[dict[str, tuple[str, ...]]] = {
    "service/store": (
        "tests/service/store",
        "tests/service/usecases",
        "tests/projections/test_projector.py",
        "tests/workers/test_leading.py",
        *(f"{API}{of}.py" for of in ("batches", "imports", "repeating")),
    ),
    "service/identity": (
        "tests/service/identity",
        *(f"{API}{of}.py" for of in ("account_admin", "accounts", "handovers", "invitations", "names", "oauth")),
        *(f"{API}{of}.py" for of in ("offices", "passkeys", "push", "relations", "scopes", "sessions", "sharing")),
    ),
    "service/usecases": (
        "tests/service/usecases",
        "tests/service/store/test_games.py",
        *(f"{API}{of}.py" for of in ("absence", "batches", "collection", "delay", "disputes", "exports", "forks")),
        *(f"{API}{of}.py" for of in ("hints", "imported_forks", "imports", "invitations", "nonces", "parties")),
        *(f"{API}{of}.py" for of in ("playing", "reasoning", "take_backs", "withholding")),
    ),
    "projections": (
        "tests/projections",
        *(f"{API}{of}.py" for of in ("collection", "delay", "disputes", "leagues", "log", "players", "withholding")),
    ),
    "workers": ("tests/workers", *(f"{API}{of}.py" for of in ("analyses", "verifications"))),
}
"""
The packages of the service, and the tests that judge each: its own, and those of the API that hold its promises.

Each test runs in a process that was forked for one mutant, many times over. So some of them are no judges:

- those that need PostgreSQL, because every mutant would start a server of its own, which takes longer than its tests.
  The same tests run on SQLite, and what PostgreSQL alone does is left to `make sabotage`. A Redis is started by each
  test that needs one, in less than a tenth of a second, and ends with the process;
- those of the event loop beside the framework (`test_roads.py`): they compare whole games, and take minutes;
- those marked `long`, which start and kill whole services. A mutant would not be in their processes.
"""

SERVERS: Final = frozenset({"postgres_server", "postgres_url"})
"""The fixtures of tests that are no judges of a package."""


class Subject(NamedTuple):
    """
    What is mutated.

    Attributes:
        name: A title such as `dungeon-raiders`, or a package such as `service/store`.
        package: What it is imported as, such as `delvebook.service.store`.
        folder: Where its modules lie.
        modules: Those that are mutated unless others are named, as from the folder, such as `rooms.trap`.
        tests: The files and folders of the tests that judge it.
        files: All files by which these tests may change.
        chosen: Tells of a collected test whether it is a judge.
        is_title: Whether it is a title.
    """

    name: str
    package: str
    folder: Path
    modules: list[str]
    tests: list[str]
    files: list[Path]
    chosen: Callable[[Any], bool]
    is_title: bool

    @property
    def key(self) -> str:
        """The name as that of a file."""
        return self.name.replace("/", "-")


def subject_of(name: str, *, own: bool = False) -> Subject | None:
    """
    Returns the title or package of that name, if there is one.

    Args:
        name: Such as `dungeon-raiders` or `service/store`.
        own: Whether only the tests in the title's or package's own folder judge.
    """
    if name in PACKAGES:
        folder = ROOT / name
        tests = [*PACKAGES[name][: 1 if own else None]]
        files = [*(ROOT / "tests" / "service").glob("*.py"), *(ROOT / "tests").glob("*.py"), *_files(tests)]
        return Subject(
            name,
            f"delvebook.{name.replace('/', '.')}",
            folder,
            modules_of(folder),
            tests,
            files,
            judges_a_package,
            False,
        )
    package = name.replace("-", "_")
    rulesets = ROOT / "domain" / "rulesets"
    if not (rulesets / package / "ruleset.py").exists():
        return None
    tests = [f"tests/domain/rulesets/{package}", *([] if own else ["tests/contract"])]
    files = [*(ROOT / "tests" / "domain" / "rulesets").glob("*.py"), *_files(tests)]

    def chosen(item: Any) -> bool:
        test = str(item.nodeid)
        return not test.startswith("tests/contract/") or (f"[{name}@" in test and "process" not in test)

    folder = rulesets / package
    return Subject(name, f"delvebook.domain.rulesets.{package}", folder, modules_of(folder), tests, files, chosen, True)


def judges_a_package(item: Any) -> bool:
    """Returns whether a collected test may judge a package: it needs no PostgreSQL and is not long."""
    needs_server = "postgres" in item.nodeid or not SERVERS.isdisjoint(getattr(item, "fixturenames", ()))
    return not needs_server and item.get_closest_marker("long") is None


def _files(tests: Iterable[str]) -> list[Path]:
    """Returns the files of Python and JSON at these places."""
    places = [ROOT / test for test in tests]
    return [
        path
        for place in places
        for path in ([place] if place.is_file() else [*place.rglob("*.py"), *place.rglob("*.json")])
    ]


def modules_of(folder: Path) -> list[str]:
    """The modules in a folder that are mutated, as from there. Of a title these are its rules and what they need."""
    found = (module_name(folder, path) for path in folder.rglob("*.py") if path.name != "__init__.py")
    if folder.parent.name != "rulesets":
        place = ".".join(folder.relative_to(ROOT).parts)
        return sorted(name for name in found if f"{place}.{name}" not in NOT_JUDGED)
    return sorted(name for name in found if not any(f"{name}.".startswith(f"{out}.") for out in LEFT_OUT))


def module_name(folder: Path, path: Path) -> str:
    """The name of a module as from the folder."""
    return ".".join(path.relative_to(folder).with_suffix("").parts)


def path_of(folder: Path, module: str) -> Path:
    """The file of a module in that folder."""
    return folder.joinpath(*module.split(".")).with_suffix(".py")
