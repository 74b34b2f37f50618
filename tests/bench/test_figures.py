"""The output and the history of benchmarks."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from tests.bench.figures import Figures, show_history
from tests.bench.load import Load
from tests.bench.node import store_of


@pytest.fixture
def figures() -> Figures:
    made = Figures("try")
    for value in (100.0, 90.0, 400.0):
        made.note("floor", value, "/s")
    for value in (50.0, 20.0, 60.0):
        made.note("ours", value, "/s", of="floor")
    made.note("alone", 1.5, "ms", of="not measured")
    return made


def test_a_ratio_is_that_of_the_medians(figures: Figures) -> None:
    assert figures.ratio("ours", "floor") == 0.5
    assert figures.ratio("alone", "not measured") is None


def test_ratios_are_those_of_values_measured_together(figures: Figures) -> None:
    assert figures.ratios("ours", "floor") == [0.5, 20 / 90, 0.15]
    assert figures.ratios("ours", "alone") == []
    assert figures.ratios("alone", "not measured") == []


def test_a_figure_is_told_with_its_spread_and_its_ratio(figures: Figures, capsys: pytest.CaptureFixture[str]) -> None:
    figures.tell()

    floor, ours, alone = capsys.readouterr().out.splitlines()
    assert floor.split() == ["floor", "100", "/s", "(90", "to", "400)"]
    assert ours.endswith("×0.50 of floor")
    assert alone.split() == ["alone", "1.5", "ms"]


def test_the_history_keeps_every_run(figures: Figures, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    history = tmp_path / "build" / "bench.jsonl"
    figures.keep(history)
    figures.keep(history)

    assert [orjson.loads(line)["figures"]["ours"] for line in history.read_bytes().splitlines()] == [
        [50.0, 20.0, 60.0]
    ] * 2
    show_history(history)
    assert capsys.readouterr().out.count("ours: 50") == 2


def test_a_load_tells_its_rate_its_cost_and_its_waits() -> None:
    load = Load(actions=200, seconds=4.0, cpu=0.3, waits=[number / 1000 for number in range(1, 101)])

    assert (load.rate, load.cpu_us) == (50.0, 1500.0)
    assert (load.wait_ms(0.5), load.wait_ms(0.99)) == (51.0, 100.0)


def test_a_database_is_named_to_the_peer_by_its_parts() -> None:
    assert store_of("postgresql://postgres:@/games?host=/run/pg")["host"] == "/run/pg"
    assert store_of("postgresql://me:a%40b@127.0.0.1:5433/games") == {
        "host": "127.0.0.1",
        "port": 5433,
        "username": "me",
        "password": "a@b",
        "database": "games",
        "dialect": "postgres",
    }
