"""Libraries that come with an extra of the package, and are not there without it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

INSTALL: Final = "pip install 'delvebook[{extra}]'"


class ExtraMissingError(ModuleNotFoundError):
    """A library of an extra is not installed. The message says which extra it is, and how to install it."""


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """
    Imports libraries of an extra in its block.

    Raises:
        ExtraMissingError: One is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        raise ExtraMissingError(missing_sentence(str(missing.name), extra), name=missing.name) from None


def missing_sentence(library: str, extra: str) -> str:
    """Returns the sentence about a missing library: the extra that it comes with, and how to install it."""
    return (
        f"this needs {library}, which is not installed; it comes with delvebook[{extra}]: {INSTALL.format(extra=extra)}"
        " (or from a wheel: docs/operating.md, Extras)"
    )
