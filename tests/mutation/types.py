"""Finds survivors that the type checker refuses: `make types` keeps them out, as a test would."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.mutation.mutants import Mutant
from tests.mutation.scope import ROOT, path_of


def refused_by_types(folder: Path, mutants: Sequence[Mutant]) -> list[Mutant]:
    """
    Returns the mutants that `make types` would refuse.

    Every module is checked once, with a copy of the function for each mutant at its end. Methods are not tried.
    """
    owners: dict[tuple[str, int], Mutant] = {}
    shadows: dict[str, str] = {}
    for module in sorted({mutant.module for mutant in mutants}):
        lines = path_of(folder, module).read_text(encoding="utf-8").splitlines()
        for number, mutant in enumerate(one for one in mutants if one.module == module):
            if "." in mutant.function:
                continue
            text = re.sub(rf"\bdef {mutant.function}\b", f"def {mutant.function}__{number}", mutant.text, count=1)
            for line in ["", "", *text.splitlines()]:
                lines.append(line)
                owners[module, len(lines)] = mutant
        shadows[module] = "\n".join(lines) + "\n"
    if not owners:
        return []
    with tempfile.TemporaryDirectory() as scratch:
        options = []
        for module, text in shadows.items():
            shadow = Path(scratch) / f"{module}.py"
            shadow.write_text(text, encoding="utf-8")
            for at in (ROOT / "delvebook" / folder.relative_to(ROOT), folder):
                options += ["--shadow-file", str(path_of(at, module).relative_to(ROOT)), str(shadow)]
        done = subprocess.run(
            [sys.executable, "-m", "mypy", "--no-pretty", "--cache-dir", ".mypy_cache/mutation", *options],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    refused = {}
    for path, line in re.findall(r"^(\S+?\.py):(\d+): error:", done.stdout, flags=re.MULTILINE):
        module = path.partition(f"/{folder.name}/")[2].removesuffix(".py").replace("/", ".")
        mutant = owners.get((module, int(line)))
        if mutant is not None:
            refused[mutant.name] = mutant
    return list(refused.values())
