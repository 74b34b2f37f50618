"""A running service, and its OpenAPI document as generators of clients read it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest

from tests.house.files import ROOT
from tests.servers import busy_delvebook

HERE: Final = Path(__file__).parent
BIN: Final = ROOT / ".venv-clients" / "bin"
MODULES: Final = HERE / "typescript" / "node_modules"
NEEDED: Final = (BIN / "openapi-python-client", MODULES / ".bin" / "openapi-typescript")


def pytest_configure() -> None:
    """Without its generators the suite prints a warning. In `CI` it fails."""
    missing = [file.name for file in NEEDED if not file.exists()]
    missing += [] if shutil.which("node") else ["node"]
    if missing:
        pytest.exit(
            f"the suite needs {', '.join(missing)}: install node and npm, and run `make test-clients`",
            returncode=1 if os.environ.get("CI") else 0,
        )


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a whole running service, its bots included."""
    with busy_delvebook(tmp_path_factory.mktemp("service")) as (url, _):
        yield url


@pytest.fixture(scope="session")
def document(service: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The document of the running service, as a file."""
    file = tmp_path_factory.mktemp("document") / "openapi.json"
    answer = httpx.get(f"{service}/openapi.json", timeout=60).raise_for_status()
    file.write_bytes(answer.content)
    return file
