"""
The extra `export` and the client, installed as the pages say today: by the wheels that `make wheel` builds.

They take what the extras need from the package index. `make test-wheel` runs this.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import venv
from pathlib import Path

import pytest

from tests.house.files import ROOT
from tests.installed.test_wheel import clean_environment

PROGRAMS = {
    "docs/operating.md": (
        "from delvebook.service.exporting.formats import require_format; print(require_format('parquet').library)",
        "pyarrow",
    ),
    "client/README.md": (
        "from delvebook_client.receipts import can_check_signatures; print(can_check_signatures())",
        "True",
    ),
}
"""By page, what runs once its lines have been followed, and what it prints."""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which `make wheel` has been called."""
    folder = tmp_path_factory.mktemp("made")
    subprocess.run(["make", "wheel"], cwd=ROOT, check=True, capture_output=True)
    shutil.copytree(ROOT / "dist", folder / "dist")
    return folder


@pytest.mark.parametrize("page", PROGRAMS)
def test_the_lines_of_the_page_install_the_extra(page: str, wheels: Path, tmp_path: Path) -> None:
    text = (ROOT / page).read_text("utf-8")
    found = re.search(r"^pip install (\"\$\(ls dist/.*\)\[\w+\]\")", text, re.MULTILINE)
    assert found is not None
    venv.create(tmp_path / "environment", with_pip=True)
    python = tmp_path / "environment" / "bin" / "python"
    line = f"{python} -m pip install --quiet --no-input --disable-pip-version-check {found[1]}"

    subprocess.run(["bash", "-c", line], cwd=wheels, env=clean_environment(), check=True)
    program, said = PROGRAMS[page]
    done = subprocess.run(
        [python, "-c", program], cwd=tmp_path, env=clean_environment(), capture_output=True, text=True, check=False
    )

    assert done.stdout.strip() == said, done.stderr
