"""
The lines by which the Dockerfile installs Delvebook, in an empty environment: what they make exports tables.

There is no container here, so of the image's other parts only the text is read (`tests/house/test_compose.py`).
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import venv
from pathlib import Path

import pytest

from tests.house.files import ROOT
from tests.installed.test_wheel import clean_environment


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of an environment made by the Dockerfile's lines with `pip`, from what it copies."""
    work = tmp_path_factory.mktemp("image")
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    for line in re.findall(r"^COPY (.+)$", text, flags=re.MULTILINE):
        *names, place = line.split()
        for name in names:
            target = work / place / (Path(name).name if place.endswith("/") else "")
            target.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, target, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / name, target)
    environment = work / "environment"
    venv.create(environment, with_pip=True)
    lines = re.findall(r"^RUN pip (.+)$", text, flags=re.MULTILINE)
    assert len(lines) == 2
    for line in lines:
        pip = [environment / "bin" / "python", "-m", "pip", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *shlex.split(line)], cwd=work, env=clean_environment(PIP_NO_INPUT="1"), check=True)
    return environment / "bin"


def test_the_image_has_the_program_and_what_tables_need(image: Path, tmp_path: Path) -> None:
    program = "import pyarrow.parquet, delvebook.service.exporting; print(delvebook.service.exporting.__file__)"
    done = subprocess.run(
        [image / "python", "-c", program], cwd=tmp_path, env=clean_environment(), capture_output=True, check=False
    )
    titles = subprocess.run(
        [image / "delvebook", "rulesets"], cwd=tmp_path, env=clean_environment(), capture_output=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert str(image.parent) in done.stdout.decode()
    assert b"dungeon-raiders@1" in titles.stdout


def test_nothing_that_the_image_lacks_is_asked_for(image: Path) -> None:
    done = subprocess.run([image / "python", "-m", "pip", "check"], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout
