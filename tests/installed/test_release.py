"""
What `make release` makes: the same bytes from any clone of a commit at any time, and everything that a release needs.

It is made twice, in clones of the commit that is checked out, by the tools that `locks/release.lock` names.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import runpy
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from delvebook.replays.schema import FORMAT
from tests.house.files import ROOT
from tests.installed.test_wheel import clean_environment

TOOLS: Final = ROOT / ".venv-release" / "bin" / "python"
VERSION: Final = (ROOT / "client" / "VERSION").read_text().strip()


def make(clone: Path, target: Path, *, umask: int = 0o022, **environment: str) -> subprocess.CompletedProcess[str]:
    """Makes a release in a clone, with the script of that clone."""
    return subprocess.run(
        [TOOLS, clone / ".ci" / "release.py", target],
        cwd=target.parent,
        env=clean_environment(**environment),
        umask=umask,
        capture_output=True,
        text=True,
        check=False,
    )


def clone_into(folder: Path) -> Path:
    subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a release, made in a fresh clone."""
    work = tmp_path_factory.mktemp("first")
    done = make(clone_into(work / "clone"), work / "made")
    assert done.returncode == 0, done.stderr
    return work / "made"


def digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def packed(path: Path) -> dict[str, bytes]:
    """Every file of a wheel or of a compressed tar, by its path in there."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}
    with tarfile.open(path) as tar:
        files = [(one.name, tar.extractfile(one)) for one in tar.getmembers() if one.isfile()]
        return {name: file.read() for name, file in files if file is not None}


def test_two_clones_in_other_places_at_other_times_give_the_same_bytes(released: Path, tmp_path: Path) -> None:
    clone = clone_into(tmp_path / "an other plàce" / "clone")
    for path in clone.rglob("*"):
        if ".git" not in path.parts:
            os.utime(path, (981173106, 981173106), follow_symlinks=False)
    (clone / "domain" / "left_here.py").write_text("# not committed, so of no release\n")
    done = make(clone, tmp_path / "made", umask=0o077, TZ="Asia/Tokyo", LANG="C", LC_ALL="C", SOURCE_DATE_EPOCH="1")

    assert done.returncode == 0, done.stderr
    assert digests(tmp_path / "made") == digests(released)


def test_everything_of_a_release_is_there_and_its_sums_hold(released: Path) -> None:
    packages = [f"{name}-{VERSION}{kind}" for name in ("delvebook", "delvebook_client") for kind in
                ("-py3-none-any.whl", ".tar.gz", ".cdx.json")]  # fmt: skip
    others = ["NOTES.md", f"delvebook-{VERSION}-image.tar.gz"]
    listed = dict(reversed(line.split("  ")) for line in (released / "SHA256SUMS").read_text().splitlines())

    assert sorted(listed) == sorted([*packages, *others])
    assert {**digests(released), "SHA256SUMS": ""} == {**listed, "SHA256SUMS": ""}


def test_the_wheel_has_every_module_and_file_of_the_commit(released: Path) -> None:
    clone = released.parent / "clone"
    names = subprocess.check_output(["git", "ls-files"], cwd=clone, text=True).splitlines()
    rooms = ("domain/", "replays/", "projections/", "research/", "service/", "workers/", "client/delvebook_client/")
    kinds = (".py", ".json", ".jsonl", ".html", ".css", ".js", ".svg", ".txt", "py.typed")
    wanted = {
        "delvebook/" + name.replace("client/delvebook_client/", "client/"): name
        for name in names
        if name.startswith(rooms)
        and name.endswith(kinds)
        and "/web/package" not in name
        and "/web/tsconfig" not in name
    }
    files = packed(released / f"delvebook-{VERSION}-py3-none-any.whl")
    changed = [name for name, place in wanted.items() if files.get(name, b"") != (clone / place).read_bytes()]

    assert changed == []
    assert len(wanted) > 800


def test_what_is_released_says_its_version_its_commit_and_its_format(released: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(released / f"delvebook-{VERSION}-py3-none-any.whl") as wheel:
        wheel.extractall(tmp_path)  # noqa: S202 - our own
    commit = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()
    said = subprocess.check_output(
        [sys.executable, "-m", "delvebook.service.cli", "--version"],
        cwd=tmp_path,
        env=clean_environment(PYTHONPATH=str(tmp_path)),
        text=True,
    )

    assert said.splitlines() == [f"delvebook {VERSION}", f"commit {commit}", f"records {FORMAT}"]


def test_the_context_of_the_image_has_what_the_dockerfile_copies(released: Path) -> None:
    files = packed(released / f"delvebook-{VERSION}-image.tar.gz")
    copied = [
        name
        for line in re.findall(r"^COPY (.+)$", files["Dockerfile"].decode(), re.MULTILINE)
        for name in line.split()[:-1]
    ]

    assert [name for name in copied if not any(f"{file}/".startswith(f"{name}/") for file in files)
            and name != "delvebook"] == []  # fmt: skip
    assert {"docker-compose.yml", ".env.example", "delvebook/commit.txt", "docs/operating/haproxy.cfg"} <= set(files)


@pytest.mark.parametrize(
    ("name", "lock"), [("delvebook", "locks/run.lock"), ("delvebook_client", "client/requirements.lock")]
)
def test_the_list_of_parts_is_the_lock(name: str, lock: str, released: Path) -> None:
    parts = json.loads((released / f"{name}-{VERSION}.cdx.json").read_text())
    locked = re.findall(r"^([\w.-]+)==([\w.]+)", (ROOT / lock).read_text(), re.MULTILINE)

    assert parts["bomFormat"] == "CycloneDX"
    assert parts["metadata"]["component"]["version"] == VERSION
    assert sorted((one["name"], one["version"]) for one in parts["components"]) == sorted(locked)
    assert all(one["externalReferences"][0]["hashes"] for one in parts["components"])


def test_what_is_not_committed_is_refused(tmp_path: Path) -> None:
    clone = clone_into(tmp_path / "clone")
    (clone / "README.md").write_text("something else\n")
    done = make(clone, tmp_path / "made")

    assert done.returncode == 1
    assert "README.md" in done.stderr
    assert not (tmp_path / "made").exists()


@pytest.fixture
def notes() -> Callable[[str, str], str]:
    made: Callable[[str, str], str] = runpy.run_path(str(ROOT / ".ci" / "release.py"))["notes"]
    return made


def test_the_notes_are_what_the_changelog_says_about_the_version(notes: Callable[[str, str], str]) -> None:
    changelog = "## Unreleased\n\n## [1.1.0] - 2030-01-02\n\n### Added\n\n- Two.\n\n## 1.0.0 - 2030-01-01\n\nOne.\n"

    assert notes(changelog, "1.1.0") == "# Delvebook 1.1.0\n\n### Added\n\n- Two.\n"
    assert notes(changelog, "1.0.0") == "# Delvebook 1.0.0\n\nOne.\n"
    assert notes("## 1.3.0\n\nSee [bots](docs/bots.md) and [x](https://x.example).\n", "1.3.0").splitlines()[2:] == [
        "See bots (docs/bots.md) and [x](https://x.example)."
    ]
    assert notes("## Unreleased\n\nNew.\n\n## 1.0.0\n\nOne.\n", "1.2.0") == "# Delvebook 1.2.0\n\nNew.\n"
    with pytest.raises(SystemExit, match=re.escape("## 3.0.0 - YYYY-MM-DD")):
        notes(changelog, "3.0.0")


def test_the_version_stands_in_one_place() -> None:
    for folder in (ROOT, ROOT / "client"):
        declared = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
        assert declared["dynamic"] == ["version"]
