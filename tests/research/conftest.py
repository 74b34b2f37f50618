"""What studies games needs libraries that the service does not; `make test-research` installs them."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from delvebook.domain.rulesets import registry

collect_ignore_glob = [] if find_spec("pettingzoo") and find_spec("pyspiel") else ["test_*"]

TITLES = sorted(registry.all_rulesets())


@pytest.fixture(params=TITLES)
def title(request: pytest.FixtureRequest) -> str:
    return str(request.param)
