"""The repository works elsewhere: no paths of one machine, nothing left half done, one way to run the tests."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.house.files import ROOMS, ROOT, relative, walk

MACHINE_PATH = re.compile(r"(?<![\w.~$}>:/-])/(?:work|root|home|tmp|Users)/[\w.]")
REGISTRY = re.compile(r"pypi\.org|pythonhosted\.org|registry\.npmjs|--(?:extra-)?index-url|--find-links")
UNFINISHED = re.compile(
    r"\b(?:TODO|FIXME|XXX)\b|NotImplementedError|\bpytest\.(?:skip|importorskip)\b|\bmark\.skip|xfail"
)

EXCUSED = {
    ("pyproject.toml", "xfail"): "the setting by which an expected failure that passes is a failure",
    (
        "tests/missing.py",
        "pytest.skip",
    ): "haproxy is no Python package, and not every user may mount a disk: a machine says so, and fails in CI, but "
    "for what its kernel forbids even to root",
    ("tests/house/test_systemd.py", "pytest.skip"): "systemd is no Python package: a machine without it says so",
}
"""By file and text: the reason why it stays."""

ABOUT_ITSELF = "tests/house/test_repository.py"


def lines_with(pattern: re.Pattern[str], paths: Iterator[Path]) -> list[str]:
    """Returns the matches of the pattern, as `path:line: text`, without excused ones."""
    found = []
    for path in paths:
        name = relative(path)
        if name == ABOUT_ITSELF:
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), start=1):
            found += [
                f"{name}:{number}: {match[0]}" for match in pattern.finditer(line) if (name, match[0]) not in EXCUSED
            ]
    return found


def test_nothing_names_a_path_of_one_machine() -> None:
    assert lines_with(MACHINE_PATH, walk()) == []


def test_nothing_names_a_package_registry() -> None:
    assert lines_with(REGISTRY, walk()) == []


def test_nothing_is_left_half_done() -> None:
    assert lines_with(UNFINISHED, walk(".py", ".html", ".css", ".js", ".toml", ".yml", ".md")) == []


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        (MACHINE_PATH, "see /work/notes.md"),
        (MACHINE_PATH, 'open("/tmp/x")'),
        (MACHINE_PATH, "cd /home/ann"),
        (REGISTRY, "--index-url https://example.org"),
        (REGISTRY, "https://pypi.org/simple"),
        (UNFINISHED, "# TODO: ties"),
        (UNFINISHED, "raise NotImplementedError"),
        (UNFINISHED, "@pytest.mark.skipif(True, reason='')"),
    ],
)
def test_what_must_not_stand_there_would_be_found(pattern: re.Pattern[str], line: str) -> None:
    assert pattern.search(line)


@pytest.mark.parametrize(
    "line", ["/var/lib/delvebook", "GET /v1/home/x", "- home:/var/lib", "https://example.org/tmp/x"]
)
def test_other_paths_are_not_taken_for_one(line: str) -> None:
    assert not MACHINE_PATH.search(line)


MAKE = """#!/usr/bin/env bash
echo "$*" >>"$LOG"
case " $FAILING " in *" $1 "*) [[ "$*" == *AGAIN=1* && -z "$FOREVER" ]] || exit 2 ;; esac
"""
"""Says what it was asked for, and fails for some targets: the first time, or for ever."""


def integration(home: Path, *stages: str, failing: str = "", forever: bool = False) -> tuple[int, list[str]]:
    """Returns the targets that `.ci/run` asks `make` for where everything is installed, and its exit status."""
    script, tools = home / ".ci" / "run", home / "tools"
    script.parent.mkdir()
    for name in ("run", "tools"):
        shutil.copy(ROOT / ".ci" / name, script.parent)
    tools.mkdir()
    asked_for = re.findall(r"\.ci/tools (.+?)(?: &&| #|$)", script.read_text(), flags=re.MULTILINE)
    for name in {"make", *" ".join(asked_for).split()}:
        (tools / name).write_text(MAKE if name == "make" else "#!/bin/sh\n")
        (tools / name).chmod(0o755)
    environment = {
        "PATH": f"{tools}:{os.environ['PATH']}",
        "LOG": str(home / "log"),
        "FAILING": failing,
        "FOREVER": "yes" if forever else "",
    }
    done = subprocess.run([str(script), *stages], env=environment, capture_output=True, check=False)
    log = home / "log"
    return done.returncode, log.read_text().splitlines() if log.exists() else []


def test_continuous_integration_runs_what_the_readme_says_and_every_target_that_tests(tmp_path: Path) -> None:
    section = (ROOT / "README.md").read_text().split("## Test it")[1]
    command = re.search(r"```sh\nmake (.+)\n```", section)
    targets = re.findall(r"^(test-[a-z]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)

    status, asked = integration(tmp_path)

    assert status == 0
    assert command is not None
    assert asked[0] == command[1]
    assert "lint format-check types" in asked
    assert sorted(asked) == sorted(set(asked))  # two run at a time, and none of them runs twice
    assert {*targets, "fuzz"} - {"test-fast", "test-leaks"} <= {one.split()[0] for one in asked}  # parts of `test`


def test_stages_of_continuous_integration_run_by_name_and_in_the_order_given(tmp_path: Path) -> None:
    assert integration(tmp_path, "style", "wheel", "fuzz") == (
        0,
        ["lint format-check types", "test-wheel", "fuzz REQUESTS=1000 SEED=ci"],
    )


def test_the_workflow_runs_everything_and_names_no_stage_that_there_is_not(tmp_path: Path) -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())["jobs"].values()
    runs = [step["run"].split()[1:] for job in jobs for step in job["steps"] if step.get("run", "").startswith(".ci/")]

    assert [] in runs
    assert integration(tmp_path, *[stage for stages in runs for stage in stages])[0] == 0


def test_the_workflow_tries_every_python_that_the_readme_names() -> None:
    named = re.findall(r"3\.\d+", (ROOT / "README.md").read_text().split("You need")[1].split("\n")[0])
    jobs = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())["jobs"]
    newer = jobs["newer-pythons"]

    assert jobs["all"]["container"]["image"] == "debian:12"  # its Python is 3.11
    assert named == ["3.11", *newer["strategy"]["matrix"]["python"]]
    assert newer["steps"][-1] == {"run": ".ci/run newest", "env": {"NEWEST": "${{ matrix.python }}"}}


def test_a_stage_that_there_is_not_is_refused_before_anything_runs(tmp_path: Path) -> None:
    assert integration(tmp_path, "style", "tests") == (2, [])


@pytest.mark.parametrize(
    "target", ["test-browser", "test-firefox", "test-wheel", "test-long", "test-machines", "test-clients"]
)
def test_what_a_busy_machine_was_too_slow_for_is_tried_once_more_at_the_end(tmp_path: Path, target: str) -> None:
    status, asked = integration(tmp_path, failing=target)

    assert status == 0
    assert asked[-1] == f"{target} AGAIN=1"


@pytest.mark.parametrize(
    "target", ["test", "lint", "test-browser", "test-long", "test-newest", "test-research", "fuzz"]
)
def test_continuous_integration_fails_where_a_target_does(tmp_path: Path, target: str) -> None:
    assert integration(tmp_path, failing=target, forever=True)[0] != 0


@pytest.mark.parametrize(
    "target", ["test", "test-long", "test-leaks", "test-research", "test-exports", "test-wheel", "test-clients"]
)
def test_once_more_means_only_what_failed_before_for_every_target(target: str) -> None:
    again, first = (in_folder(ROOT, "make", "--dry-run", target, *more).stdout for more in (["AGAIN=1"], []))

    assert f"-o cache_dir=.pytest_cache/{target} --last-failed" in again
    assert "--last-failed" not in first


@pytest.mark.parametrize(("missing", "status"), [("", 0), ("b.js", 2), ("a.js", 2), ("LICENSE", 2)])
def test_a_vendored_file_that_cannot_be_copied_is_an_error(tmp_path: Path, missing: str, status: int) -> None:
    files = {name: tmp_path / "service/web" / name for name in ("package-lock.json", "node_modules/.installed")}
    files |= {name: tmp_path / "service/web/node_modules/lit-html" / name for name in ("a.js", "b.js", "LICENSE")}
    vendored = [tmp_path / "service/web/static/vendor/lit-html" / name for name in ("a.js", "b.js")]
    for file in (*files.values(), *vendored, tmp_path / "delvebook/domain/__init__.py"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    if missing:
        files[missing].unlink()
    shutil.copy(ROOT / "Makefile", tmp_path)

    assert in_folder(tmp_path, "make", "vendor").returncode == status


def newest(tools: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs `.ci/newest` where there are only these tools."""
    command = [str(shutil.which("bash")), str(ROOT / ".ci/newest")]
    environment["PATH"] = str(tools)
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_without_the_newest_python_nothing_is_tried_and_it_is_said_how_to_install_it(tmp_path: Path) -> None:
    (tmp_path / "dirname").symlink_to(str(shutil.which("dirname")))
    (tmp_path / "cat").symlink_to(str(shutil.which("cat")))

    done = newest(tmp_path)

    assert done.returncode == 0
    assert re.search(r"python3\.\d+ is not installed", done.stderr)
    assert "apt install" in done.stderr
    assert "python3.12 is not installed" in newest(tmp_path, NEWEST="3.12").stderr


def test_a_newest_python_that_does_not_start_is_an_error(tmp_path: Path) -> None:
    version = re.findall(r"3\.\d+", (ROOT / "README.md").read_text().split("You need")[1].split("\n")[0])[-1]
    python = tmp_path / f"python{version}"
    python.write_text("#!/bin/sh\nexit 1\n")
    python.chmod(0o755)
    for tool in ("dirname", "cat", "bash", "sh"):
        (tmp_path / tool).symlink_to(str(shutil.which(tool)))

    done = newest(tmp_path)

    assert done.returncode != 0


def in_folder(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_checkout_without_symbolic_links_says_so_and_what_to_do(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    (ours / "domain").mkdir(parents=True)
    (ours / "domain" / "__init__.py").touch()
    shutil.copy(ROOT / "Makefile", ours)
    shutil.copytree(ROOT / "delvebook", ours / "delvebook", symlinks=True)
    in_folder(ours, "git", "init", "--quiet")
    in_folder(ours, "git", "add", ".")
    in_folder(ours, "git", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "--message=a")
    in_folder(tmp_path, "git", "clone", "--quiet", "--config", "core.symlinks=false", str(ours), str(theirs))

    told = in_folder(theirs, "make", "test")
    imported = in_folder(theirs, sys.executable, "-c", "import delvebook.domain")
    remedy = told.stderr.partition("say: ")[2].partition(".  Stop.")[0]
    in_folder(theirs, "sh", "-c", remedy)

    assert told.returncode != 0
    assert "This checkout has no symbolic links" in told.stderr
    assert "ImportError: this checkout has no symbolic links" in imported.stderr
    assert in_folder(theirs, "make").returncode == 0
    assert in_folder(theirs, sys.executable, "-c", "import delvebook.domain").returncode == 0


def test_every_target_of_the_makefile_says_what_it_does() -> None:
    text = (ROOT / "Makefile").read_text().replace("\\\n", " ")
    phony = next(line for line in text.splitlines() if line.startswith(".PHONY:")).split()[1:]
    documented = re.findall(r"^([a-z-]+):.*## \S", text, flags=re.MULTILINE)
    targets = re.findall(r"^([a-z-]+):(?!=)", text, flags=re.MULTILINE)
    shown = subprocess.run(["make", "-s"], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert sorted(targets) == sorted(phony) == sorted(documented)
    assert [line.split()[0] for line in shown.splitlines()] == documented


def test_both_locks_name_every_package_with_its_hash_and_agree() -> None:
    pinned = {}
    for name in ("run.lock", "dev.lock", "image.lock", "export.lock"):
        text = (ROOT / "locks" / name).read_text().replace("\\\n", " ")
        lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
        assert all(re.match(r"[a-z0-9][a-z0-9.-]*==\S+", line) for line in lines), name
        assert all("--hash=sha256:" in line for line in lines), name
        pinned[name] = {line.split()[0] for line in lines}

    assert pinned["run.lock"] <= pinned["dev.lock"]
    assert pinned["run.lock"] < pinned["image.lock"] <= pinned["export.lock"]


TOP = (
    ".ci .dockerignore .editorconfig .env.example .github .gitignore .pre-commit-config.yaml "
    "CHANGELOG.md CONTRIBUTING.md Dockerfile LICENSE Makefile README.md SECURITY.md client delvebook "
    "docker-compose.yml docs domain examples locks projections pyproject.toml replays research service tests workers"
)


def test_the_top_of_the_tree_holds_what_a_visitor_looks_for() -> None:
    answers = set(re.findall(r"> (\w+\.jsonl?)", (ROOT / "README.md").read_text()))  # of who pastes its first game here
    found = {relative(path).partition("/")[0] for path in walk()} - answers
    kept = {path.partition("/")[0] for path in in_folder(ROOT, "git", "ls-files", "-z").stdout.split("\0")} - {""}

    assert sorted({name for name in found if not name.startswith(".")} | kept) == TOP.split()


def test_the_folder_of_the_web_pages_holds_no_python() -> None:
    assert [relative(path) for path in walk(".py", under=ROOT / "service" / "web")] == ["service/web/__init__.py"]


def test_every_room_says_its_rule_in_a_few_lines_a_table_and_at_most_a_picture() -> None:
    for room in (*ROOMS, "tests"):
        words, *picture = (ROOT / room / "README.md").read_text().split("```\n")
        lines = (words.rstrip("\n") + "".join(picture[1:])).splitlines()
        assert len(picture) in (0, 2), room
        assert lines[0].startswith(f"# {room}: "), room
        assert len([line for line in lines if not line.startswith("|")]) <= 9, room
