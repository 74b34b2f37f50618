"""
Makes `.venv` from the lock, with nothing but Python and pip; does nothing if it is up to date.

    python .ci/venv.py [FOLDER LOCK]     another environment, from another lock

Called by `make`. Wheels only, every one by its hash, and no build tool is fetched on the way: the one
that installs Delvebook itself is in the lock like everything else.
Two calls at once wait for each other.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / (sys.argv[1] if len(sys.argv) > 1 else ".venv")
STAMP = VENV / ".installed"
LOCK = ROOT / (sys.argv[2] if len(sys.argv) > 2 else "locks/dev.lock")
PROJECT = (ROOT / "pyproject.toml", ROOT / "client" / "VERSION")
PYTHON = VENV / "bin" / "python"


def wanted(*paths: Path) -> str:
    """What an installation depends on: this Python, and the bytes of these files."""
    found = hashlib.sha256(sys.version.encode())
    for path in paths:
        found.update(path.read_bytes())
    return found.hexdigest()


def run(*command: str) -> None:
    """Runs a command here, apart from whatever the caller's environment says about Python and pip's targets."""
    unwanted = ("PYTHONPATH", "PYTHONHOME", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_REQUIRE_VIRTUALENV")
    environment = {key: value for key, value in os.environ.items() if key not in unwanted} | {
        "PYTHONWARNINGS": "ignore"
    }
    subprocess.run(command, check=True, cwd=ROOT, env=environment)


def pip(*arguments: str) -> None:
    """`pip install` into the environment, quietly, without questions."""
    options = ("--quiet", "--no-input", "--disable-pip-version-check", "--no-deps")
    run(str(PYTHON), "-m", "pip", "install", *options, *arguments)


def make_venv(*, clear: bool) -> None:
    """A fresh environment, or the one that is there."""
    if importlib.util.find_spec("ensurepip") is None:
        sys.exit("this Python cannot make virtual environments; on Debian and Ubuntu: apt install python3-venv")
    if VENV.exists() and any(VENV.iterdir()) and not (VENV / "pyvenv.cfg").exists():
        sys.exit(f"{VENV.name} is there and is no virtual environment; move it away")
    run(sys.executable, "-m", "venv", *(["--clear"] if clear else []), str(VENV))


def main() -> None:
    """Brings the environment up to date."""
    locked, project = wanted(LOCK), wanted(*PROJECT)
    recorded = STAMP.read_text().split() if STAMP.exists() else []
    if recorded != [locked, project]:
        if recorded[:1] != [locked]:
            print(f"installing the locked packages into {VENV.name} (once; a minute or two)", flush=True)
            make_venv(clear=bool(recorded))
            pip("--require-hashes", "--only-binary", ":all:", "-r", str(LOCK))
        pip("--no-build-isolation", "--no-index", "--editable", ".")
    STAMP.write_text(f"{locked}\n{project}\n")


if __name__ == "__main__":
    with (ROOT / ".venv.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            main()
        except subprocess.CalledProcessError as error:
            sys.exit(f"installing failed with status {error.returncode}; the lines above say why")
