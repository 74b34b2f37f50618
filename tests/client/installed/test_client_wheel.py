"""
The client's wheel in an environment without the server: it plays the game of its README against a real service.

It installs what `client/requirements.lock` names, from the package index. `make test-client` runs it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.house.files import ROOT
from tests.installed.test_wheel import clean_environment
from tests.servers import running_delvebook

QUIET = ("--quiet", "--no-input", "--disable-pip-version-check", "--no-deps")
SECONDS_MAX = 180


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of `client/`."""
    work = tmp_path_factory.mktemp("wheel")
    ignored = shutil.ignore_patterns("__pycache__", "build", "*.egg-info")
    shutil.copytree(ROOT / "client", work / "client", ignore=ignored)
    pip = (sys.executable, "-m", "pip", "wheel", *QUIET, "--no-build-isolation", "--no-index", "--wheel-dir", work)
    subprocess.run([*pip, work / "client"], check=True)
    (made,) = work.glob("delvebook_client-*.whl")
    return made


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has the wheel and its locked dependencies, and nothing else."""
    environment = tmp_path_factory.mktemp("environment")
    venv.create(environment, with_pip=True)
    python = environment / "bin" / "python"
    pip = (python, "-m", "pip", "install", *QUIET)
    lock = ROOT / "client" / "requirements.lock"
    subprocess.run([*pip, "--require-hashes", "--only-binary", ":all:", "-r", lock], check=True)
    subprocess.run([*pip, "--no-index", wheel], check=True)
    subprocess.run([python, "-m", "pip", "check"], check=True, capture_output=True)
    return python


def run(python: Path, folder: Path, program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [python, "-c", program],
        cwd=folder,
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )


def test_the_wheel_holds_the_package_its_types_and_its_licence(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()

    assert "delvebook_client/py.typed" in names
    assert "delvebook_client/sync/client.py" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"delvebook_client"}


def test_the_server_is_not_there(python: Path, tmp_path: Path) -> None:
    assert run(python, tmp_path, "import delvebook_client").returncode == 0
    assert "No module named 'delvebook'" in run(python, tmp_path, "import delvebook").stderr
    assert "No module named 'flask'" in run(python, tmp_path, "import flask").stderr


def test_it_plays_the_game_of_its_readme(python: Path, tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", (ROOT / "client" / "README.md").read_text(), re.DOTALL)
    assert found is not None
    with running_delvebook(tmp_path / "up.log", DELVEBOOK_HOME=str(tmp_path / "home")) as (url, _):
        done = run(python, tmp_path, found[1].replace("http://127.0.0.1:8080", url))

    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "holds holds holds"


def test_without_cryptography_it_plays_and_says_that_it_cannot_check_signatures(python: Path, tmp_path: Path) -> None:
    program = """
import sys
sys.modules["cryptography"] = None
from delvebook_client import ExtraMissingError, check_record, open_receipt
from delvebook_client.receipts import can_check_signatures
import base64, json
part = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")
receipt = ".".join((part({"alg": "EdDSA", "kid": "k"}), part({"game": "g", "n": 1}), part("x")))
try:
    open_receipt(receipt, {"keys": [{"kid": "k", "kty": "OKP", "crv": "Ed25519", "x": "AA"}]})
except ExtraMissingError as missing:
    print(can_check_signatures(), missing)
"""
    done = run(python, tmp_path, program)

    assert done.stdout == "False checking signatures needs cryptography: pip install 'delvebook-client[verify]'\n", (
        done.stderr
    )
