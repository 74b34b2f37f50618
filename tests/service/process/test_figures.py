"""Every figure that the dashboard and the alerts name is one of the service's metrics."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from delvebook.service.base.settings import Settings
from tests.house.files import ROOT
from tests.service.process.test_gateway import running_game
from tests.service.process.test_web import Web

OPERATING = ROOT / "docs" / "operating"
A_FIGURE = re.compile(r"\bdelvebook_[a-z_]+")


def expressions() -> list[str]:
    board: Any = json.loads((OPERATING / "dashboard.json").read_text())
    rules: Any = yaml.safe_load((OPERATING / "alerts.yml").read_text())
    shown = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    return shown + [rule["expr"] for group in rules["groups"] for rule in group["rules"]]


@pytest.mark.long
def test_every_figure_of_dashboard_and_alerts_is_told(tmp_path: Path) -> None:
    assert Settings.metrics_bind.startswith("127.0.0.1:")
    named = {name for text in expressions() for name in A_FIGURE.findall(text)}
    web = Web(tmp_path, web_processes=1)
    try:
        running_game(web, "Ann")
        with pytest.raises(OSError, match="401"):
            web.ask("GET", "/v1/tokens")
        told = set(re.findall(r"^# TYPE (\S+)", web.figures(), re.MULTILINE))
    finally:
        web.stop()
    told |= {f"{name}_{part}" for name in told for part in ("bucket", "sum", "count", "total")}

    # No Redis runs in this test, so nothing is told of its queues.
    assert named - told == {"delvebook_queue_jobs"}
    assert len(named) > 10
