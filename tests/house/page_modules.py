"""Which module of the pages imports which; used by `test_page_modules.py`, which is about the pages as they are."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Final

from tests.house.files import ROOT, walk

FOLDER: Final = ROOT / "service/web/static/js"
_COMMENT: Final = re.compile(r"/\*\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
_IMPORT: Final = re.compile(
    r"""
    ^\s*(?:import|export)\b(?:[^'";]*?\bfrom\b)?\s*["'](\.[^"']+)["']  # import … from "./x.js", import "./x.js"
    | \bimport\(\s*["'`](\.[^"'`]+)["'`]                             # import("./x.js"), import(`./${name}.js`)
    | \bnew\ URL\(\s*["'](\.[^"']+\.js)["']                          # new Worker(new URL("./x.js", …))
    """,
    re.MULTILINE | re.VERBOSE,
)


def page_modules() -> dict[str, str]:
    """The source of each module of the pages, by its path from `static/js/`."""
    return {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in walk(".js", under=FOLDER)}


def page_imports(sources: Mapping[str, str]) -> dict[str, list[str]]:
    """
    The modules that each module imports: at once, later, or as a worker.

    A name that is put together at run time stands for every module that it can name.
    """
    return {path: sorted(set(_imported(path, source, sources)) - {path}) for path, source in sources.items()}


def _imported(path: str, source: str, sources: Mapping[str, str]) -> Iterator[str]:
    for match in _IMPORT.finditer(_COMMENT.sub("", source)):
        name = next(group for group in match.groups() if group is not None)
        full = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
        pattern = r"[^/]+".join(re.escape(part) for part in re.split(r"\$\{[^}]*\}", full))
        yield from (other for other in sources if re.fullmatch(pattern, other))
