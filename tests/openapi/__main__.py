"""Writes the OpenAPI document of this code to the file that is named."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import structlog

from delvebook.service.base.settings import Settings
from tests.service.api.house import build, quiet


def main(path: Path) -> None:
    """Writes the document."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with TemporaryDirectory() as home:
        app = build(quiet(Settings(home=Path(home), secret="ab" * 32)))
        document = app.test_client().get("/openapi.json").get_data()
        app.extensions["delvebook"].close()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(document)


main(Path(sys.argv[1]))
