"""README and docs are right: links lead somewhere, commands exist, decisions are listed."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from delvebook.replays.verify import LEVELS
from tests.house.commands import command_names, fault_of
from tests.house.files import ROOT, relative, walk
from tests.house.pages import PAGES

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


def slug(heading: str) -> str:
    """Returns the anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(path: Path) -> set[str]:
    return {slug(line.lstrip("#")) for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")}


def dead_links(path: Path) -> list[str]:
    """Returns the links of a page that lead nowhere in this repository. Links to other sites are not followed."""
    dead = []
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        there = (path.parent / name).resolve() if name else path
        if not there.exists() or (anchor and there.suffix == ".md" and anchor not in anchors(there)):
            dead.append(f"{path.name}: {target}")
    return dead


@pytest.mark.parametrize("path", PAGES, ids=relative)
def test_every_link_leads_somewhere(path: Path) -> None:
    assert dead_links(path) == []


def test_every_link_of_the_clause_pages_leads_somewhere() -> None:
    assert [dead for path in walk(".md", under=ROOT / "docs" / "clauses") for dead in dead_links(path)] == []


def test_a_dead_link_would_be_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One two\n[a](gone.md) [b](#one-two) [c](#three) [d](page.md#one-two) [e](https://example.org)\n")

    assert dead_links(page) == ["page.md: gone.md", "page.md: #three"]


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):(?!=)", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    named = {
        (relative(path), target)
        for path in PAGES
        for block in re.findall(r"```sh\n(.*?)```|`([^`\n]+)`", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"^make ([a-z-]+)", "\n".join(block), flags=re.MULTILINE)
    }

    assert {(path, target) for path, target in named if target not in targets} == set()
    assert ("README.md", "test") in named


COMMAND = re.compile(r"^(?:\.venv/bin/)?delvebook +([a-z][^#|&>()\n]*)", re.MULTILINE)


def commands_of(text: str) -> list[str]:
    """Returns what a page has people type after `delvebook`, in its blocks and in its sentences."""
    blocks = re.findall(r"```sh\n(.*?)```|`([^`\n]+)`", text, flags=re.DOTALL)
    return COMMAND.findall("\n".join(line for block in blocks for line in block))


@pytest.mark.parametrize("path", PAGES, ids=relative)
def test_every_command_of_a_page_exists_with_its_options(path: Path) -> None:
    faults = {line: fault_of(line) for line in commands_of(path.read_text(encoding="utf-8"))}

    assert {line: fault for line, fault in faults.items() if fault} == {}


def test_a_command_or_an_option_that_is_gone_would_be_found() -> None:
    page = (
        "`delvebook verify a.jsonl --level chain` `delvebook log watch`\n```sh\ndelvebook replay a --eyes  # so\n```\n"
    )
    found = [fault_of(line) for line in [*commands_of(page), "rating rebuild"]]

    assert found == [None, "log has no command watch", "replay has no option --eyes", "there is no command rating"]


def test_every_module_and_command_that_the_makefile_calls_exists() -> None:
    text = (ROOT / "Makefile").read_text()
    ours = [name for name in re.findall(r"-m ([\w.]+)", text) if (ROOT / name.split(".")[0]).is_dir()]
    commands = set(re.findall(r"\.venv/bin/delvebook ([a-z]+)", text))

    assert [name for name in ours if find_spec(name) is None] == []
    assert commands - command_names() == set()


def test_every_path_of_tests_that_the_makefile_names_exists() -> None:
    named = re.findall(r"\btests/[\w/.]+", (ROOT / "Makefile").read_text())

    assert [name for name in named if not (ROOT / name).exists()] == []


PLACE = re.compile(
    r"`((?:\.ci|client|docs|domain|examples|locks|projections|replays|research|service|tests|workers)/[\w./-]*[\w/])`"
)
TO_COME = {"service/store/migrations/steps/mNNNN_what.py"}


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/titles.md"])
def test_every_place_that_a_recipe_names_exists(page: str) -> None:
    named = set(PLACE.findall((ROOT / page).read_text(encoding="utf-8")))

    assert [name for name in sorted(named - TO_COME) if not (ROOT / name).exists()] == []


def test_the_tour_says_where_to_begin_for_ten_changes_and_the_recipes_name_what_asks_for_more() -> None:
    tour = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## Where to begin")[2]
    recipes = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")

    assert len(re.findall(r"^\| (?!you want|---).+\|$", tour, re.MULTILINE)) == 10
    for heading, place in (("An endpoint", "tests/rights/table.py"), ("A table, or a column", "test_schema.py")):
        assert place in recipes.partition(f"### {heading}\n")[2].partition("\n### ")[0]


def test_the_readme_is_one_page() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120


PROVED = [ROOT / "docs" / name for name in ("fairness.md", "record-format.md", "log.md")]
"""The pages with promises, which name the tests that hold them."""


def missing_tests(text: str) -> list[str]:
    """Returns the tests that a text names (`tests/…/test_x.py`, or `…::test_it`) and that do not exist."""
    missing = []
    for name in re.findall(r"\btests/[\w/.]*\w(?:::\w+)*", text):
        file, *parts = name.split("::")
        path = ROOT / file
        defined = re.findall(r"^ *(?:def|class) (\w+)", path.read_text(), flags=re.MULTILINE) if path.is_file() else []
        if not path.exists() or set(parts) - set(defined):
            missing.append(name)
    return missing


@pytest.mark.parametrize("path", PROVED, ids=relative)
def test_every_test_that_a_page_of_promises_names_exists(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert "tests/" in text
    assert missing_tests(text) == []


def test_a_test_that_is_gone_would_be_missed() -> None:
    here = "tests/house/test_docs.py"

    assert missing_tests(f"`{here}`, `{here}::test_a_test_that_is_gone_would_be_missed`, see {here}.") == []
    assert missing_tests(f"`{here}::test_gone` `tests/gone.py`") == [f"{here}::test_gone", "tests/gone.py"]


def test_every_level_of_verification_has_its_row_with_a_test_that_holds_it() -> None:
    text = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
    head, _, *rows = re.findall(
        r"^\|.*\|$", text.partition("## What each level proves")[2].partition("\n## ")[0], re.MULTILINE
    )

    assert "an arbiter cannot" in head
    assert [row.split(" | ")[0].strip("| ") for row in rows] == list(LEVELS)
    assert [row for row in rows if not re.search(r"`tests/[\w/.]+::test_\w+` \|$", row)] == []


def test_every_decision_is_listed_and_is_one_page_in_three_parts() -> None:
    folder = ROOT / "docs" / "adr"
    pages = sorted(path.name for path in folder.glob("[0-9]*.md"))
    rows = re.findall(
        r"^\| \[?(\d{4})\]?(?:\(([^)]+)\))? \| .+ \| (.+) \|$", (folder / "README.md").read_text(), re.MULTILINE
    )

    assert [number for number, _, _ in rows] == [f"{number:04}" for number in range(1, len(rows) + 1)]
    assert [page for _, page, _ in rows if page] == pages
    assert [number for number, page, status in rows if not page and not status.startswith("retired: [")] == []
    for number, page, listed in rows:
        if not page:
            continue
        text = (folder / page).read_text()
        status = re.search(r"^Status: (accepted|superseded by \d{4}), \d{4}-\d\d-\d\d$", text, flags=re.MULTILINE)
        assert page.startswith(number), page
        assert re.match(rf"# {int(number)}\. \S", text), page
        assert re.findall(r"^## (.+)$", text, flags=re.MULTILINE) == ["Context", "Decision", "Consequences"], page
        assert status, page
        assert status[1] == listed, page
        assert len(text.splitlines()) <= 45, page
        assert len(text.split()) <= 500, page


def test_the_changelog_is_short_and_keeps_its_order() -> None:
    order = ["Security", "Removed", "Deprecated", "Added", "Changed", "Fixed"]
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.split(r"^## ", text, flags=re.MULTILINE)[1:]

    assert len(text.splitlines()) <= 150
    assert max(len(line) for line in text.splitlines()) <= 300

    assert versions[0].startswith("Unreleased\n")
    for version in versions:
        headings = [heading for heading in re.findall(r"^### (.+)$", version, flags=re.MULTILINE) if heading in order]
        assert headings == sorted(headings, key=order.index)
