"""What a machine may lack."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def missing(what: str) -> NoReturn:
    """Skips the test, which needs what is missing here; in continuous integration it fails."""
    (pytest.fail if "CI" in os.environ else pytest.skip)(what)


def forbidden(what: str) -> NoReturn:
    """Skips the test everywhere, because the machine's kernel forbids what it needs, and no package mends that."""
    pytest.skip(what)
