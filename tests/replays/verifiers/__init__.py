"""
The verifiers of level `chain`, side by side: each is given a record, and says on which line it fails, or that it holds.

Two of them, the one in `examples/` and the browser's, know the format only from its page.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, Final

from delvebook.replays.verify import verify
from delvebook_client import check_record
from tests.house.files import ROOT

KIT: Final = ROOT / "docs" / "conformance"
NODE: Final = shutil.which("node")
BROWSERS: Final = ROOT / "tests" / "replays" / "verifiers" / "browser.mjs"

Verdict = int | None
"""The line on which a record fails; None if it holds."""


@cache
def load(path: Path) -> ModuleType:
    """A module that is in no package: a program of the examples, or a part of the conformance kit."""
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None  # noqa: PT018
    module = module_from_spec(spec)
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(path.parent))
    return module


def python(record: bytes) -> Verdict:
    """Our own."""
    report = verify(record, levels=["chain"])
    return None if report.first is None else report.first.line


def example(record: bytes) -> Verdict:
    """The one in `examples/`."""
    module = load(ROOT / "examples" / "verify_chain.py")
    try:
        module.walk(record)
    except module.Wrong as wrong:
        return int(wrong.line)
    return None


def client(record: bytes) -> Verdict:
    """The client's."""
    found = check_record(record).chain
    return None if found.status == "holds" else found.line


class Browser:
    """The browser's, in one process of node that stays."""

    def __init__(self) -> None:
        assert NODE is not None
        self._process = subprocess.Popen(
            [NODE, BROWSERS, "--lines"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def levels(self, record: bytes, given: Mapping[str, str] | None = None) -> dict[str, Any]:
        """What it says of each level: `status`, and the `line` and `code` of the first finding."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"record": b64encode(record).decode(), "given": given or {}}) + "\n")
        self._process.stdin.flush()
        found: dict[str, Any] = json.loads(self._process.stdout.readline())["levels"]
        return found

    def __call__(self, record: bytes) -> Verdict:
        chain = self.levels(record)["chain"]
        return None if chain["status"] == "holds" else int(chain["line"])

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate()

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


HERE: Final[Mapping[str, Callable[[bytes], Verdict]]] = {"python": python, "example": example, "client": client}
"""The verifiers that run in this process."""


def verdicts(record: bytes, browser: Callable[[bytes], Verdict] | None) -> dict[str, Verdict]:
    """What each verifier says; the browser's is left out where there is no node."""
    said = {name: check(record) for name, check in HERE.items()}
    return said if browser is None else {**said, "browser": browser(record)}
