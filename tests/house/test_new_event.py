"""A new type of event costs the five places that CONTRIBUTING names; everything else follows from its declaration."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from delvebook.domain.events import EVENT_TYPES
from tests.house import new_event
from tests.house.events import BROWSERS_TABLE, CLIENTS_TABLE, PAGE, WRITTEN, WRITTEN_BY
from tests.house.files import ROOT, relative

COPIED = ("delvebook", "domain", "replays", "projections", "service", "workers", "client", "docs", "tests", "examples")
LEFT_OUT = ("golden_games", "node_modules", "vendor", "references", "__pycache__")
PLACES = {*new_event.PLACES, new_event.SAMPLES}


def run(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with a new event in the five places."""
    made = tmp_path_factory.mktemp("project")
    for name in COPIED:
        shutil.copytree(ROOT / name, made / name, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
    shutil.copy(ROOT / "pyproject.toml", made)
    new_event.add_to(made)
    return made


def test_contributing_names_the_places() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    steps = re.findall(r"^\d\. .*$", page.split("### An event\n")[1].split("###")[0], flags=re.MULTILINE)

    assert {re.findall(r"`([\w/]+\.(?:py|json))`", step)[0] for step in steps} == PLACES
    assert len(steps) == len(PLACES) == 5


def test_everything_else_follows(copy: Path) -> None:
    written = run(copy, "-m", "tests.house.events")
    assert written.returncode == 0, written.stderr
    for path in WRITTEN:
        assert new_event.NAME in (copy / relative(path)).read_text(encoding="utf-8")

    done = run(copy, "-m", "tests.house.new_event")
    assert (done.returncode, done.stdout) == (0, "everything follows\n"), done.stderr


def test_the_tests_of_events_hold_for_it(copy: Path) -> None:
    run(copy, "-m", "tests.house.events")
    done = run(copy, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "tests/domain/test_events.py")

    assert done.returncode == 0, done.stdout


# -- what is written from the declarations ------------------------------------------------------------


@pytest.mark.parametrize("path", WRITTEN, ids=relative)
def test_what_is_written_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == WRITTEN[path](EVENT_TYPES.values()), "make events"


@pytest.mark.parametrize("path", [path for path in WRITTEN if path != PAGE], ids=relative)
def test_the_first_line_of_a_written_module_says_so(path: Path) -> None:
    assert WRITTEN_BY in path.read_text(encoding="utf-8").splitlines()[0]


def test_the_browser_knows_every_kind_that_its_table_names() -> None:
    by_hand = BROWSERS_TABLE.with_name("declarations.js").read_text(encoding="utf-8")
    known = set(re.findall(r"^  ([A-Z0-9_]+):", by_hand.split("const KINDS = {")[1].split("};")[0], flags=re.MULTILINE))
    named = set(re.findall(r'^      \w+: "([A-Z0-9_]+)",$', BROWSERS_TABLE.read_text(encoding="utf-8"), re.MULTILINE))

    assert named == known


def test_the_clients_table_says_what_the_independent_verifier_says_by_hand() -> None:
    text = (ROOT / "examples" / "verify_course.py").read_text(encoding="utf-8")
    by_hand = text.split('DECLARED = """')[1].split('"""')[0]
    table = CLIENTS_TABLE.read_text(encoding="utf-8").split('DECLARED = """')[1].split('"""')[0]

    assert table.replace("\\\n", "").splitlines() == by_hand.replace("\\\n", "").splitlines()


@pytest.mark.parametrize("kind", EVENT_TYPES.values(), ids=EVENT_TYPES)
def test_the_command_of_an_event_is_one_of_the_game(kind: type) -> None:
    from delvebook.domain.game import Game  # noqa: PLC0415

    assert kind.command is None or callable(getattr(Game, kind.command))  # type: ignore[attr-defined]
