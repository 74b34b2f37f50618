"""A whole service for the tests of its client."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.servers import running_delvebook


@pytest.fixture(scope="package")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a whole service."""
    folder = tmp_path_factory.mktemp("service")
    with running_delvebook(folder / "up.log", DELVEBOOK_HOME=str(folder / "home")) as (url, _):
        yield url
