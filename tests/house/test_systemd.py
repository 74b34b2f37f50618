"""The units of systemd start existing commands, start everything that a service needs, and are what systemd reads."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from delvebook.service.base.settings import PREFIX, Settings
from delvebook.service.jobs.queues import QueueName
from tests.house.commands import command_names
from tests.house.files import ROOT
from tests.missing import missing

UNITS = ROOT / "docs" / "operating" / "systemd"
PLACE = "/opt/delvebook/.venv/bin/delvebook"


def text_of_all() -> str:
    return "".join(path.read_text() for path in UNITS.iterdir())


def test_each_unit_starts_a_command_that_delvebook_has() -> None:
    started = re.findall(rf"^ExecStart={PLACE} (\S+)(.*)$", text_of_all(), re.MULTILINE)

    assert {name for name, _ in started} == {"run", "migrate", "web", "follow", "worker"} <= command_names()
    assert ("worker", " --queue %i") in started


def test_the_target_wants_every_unit_and_a_worker_of_every_queue() -> None:
    wanted = set(" ".join(re.findall(r"^Wants=(.+)$", (UNITS / "delvebook.target").read_text(), re.MULTILINE)).split())
    units = {path.name for path in UNITS.glob("*.service")} - {"delvebook.service", "delvebook-worker@.service"}

    assert wanted == units | {f"delvebook-worker@{queue}.service" for queue in QueueName}


def test_every_variable_is_a_setting_and_what_is_started_comes_back() -> None:
    for name in re.findall(rf"{PREFIX}[A-Z_]+", text_of_all()):
        assert name.removeprefix(PREFIX).lower() in Settings.__dataclass_fields__
    for path in UNITS.glob("*.service"):
        assert ("Restart=always" in path.read_text()) == (path.name != "delvebook-migrate.service"), path.name


def test_what_is_written_goes_to_the_journal_which_is_rotated() -> None:
    assert re.findall(r"^(?:StandardOutput|StandardError|LogNamespace)=.*$", text_of_all(), re.MULTILINE) == []


def test_systemd_finds_nothing_wrong(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        missing("systemd-analyze is missing, so no unit was read by systemd; install it (Debian: apt install systemd)")
    for path in UNITS.iterdir():
        (tmp_path / path.name).write_text(path.read_text().replace(PLACE, "/bin/true"))
    for queue in QueueName:
        shutil.copy(tmp_path / "delvebook-worker@.service", tmp_path / f"delvebook-worker@{queue}.service")
    checked = [str(path) for path in tmp_path.iterdir() if "@." not in path.name]
    done = subprocess.run([analyze, "verify", "--man=no", *checked], capture_output=True, text=True, check=False)

    said = [line for line in done.stderr.splitlines() if "delvebook" in line]
    assert said == []
