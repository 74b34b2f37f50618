"""The study of the game alone, `docs/studies/the_descent_alone.py`, that docs/bots/the-descent.md quotes."""

from __future__ import annotations

from types import ModuleType

import pytest

from delvebook.domain.tape import Tape
from tests.domain.rulesets.the_descent.tables import Cave
from tests.scripts import script


@pytest.fixture(scope="module")
def study() -> ModuleType:
    return script("docs/studies/the_descent_alone.py")


def test_who_is_told_what_lies_face_down_searches_the_true_world(study: ModuleType) -> None:
    cave = Cave((5, 8), closed=("r3c1", "r4c2")).kit(0, "rope", "pick")

    dealt = [study.told(cave.state).determinize(cave.view(0), chance=Tape(f"{n}".encode())) for n in range(3)]

    assert dealt == [cave.state] * 3
    assert all(one is not cave.state for one in dealt)


@pytest.mark.parametrize(("knows", "rounds"), [(False, 0), (True, 0), (False, 1), (True, 1)])
def test_every_kind_of_player_ends_its_game_in_the_same_way_again(
    study: ModuleType, *, knows: bool, rounds: int
) -> None:
    played = [study.points(3, knows=knows, rounds=rounds, plies=1, worlds=1) for _ in range(2)]

    assert played[0] == played[1] >= 0


def test_the_mean_is_told_with_its_interval(study: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    class Here:
        """A pool that works where it is called."""

        def __init__(self, jobs: int) -> None:
            self.map = map

        def __enter__(self) -> Here:
            return self

        def __exit__(self, *stopped: object) -> None:
            pass

    monkeypatch.setattr(study, "ProcessPoolExecutor", Here)
    monkeypatch.setattr(study, "points", lambda game, **asked: (10, 14)[game % 2])

    assert study.main(["--games", "4"]) == "12.0 points (9.7-14.3) in 4 games"


@pytest.mark.parametrize("asked", [["--games", "0"], ["--plies", "many"], ["--rounds", "-1"]])
def test_numbers_that_make_no_sense_are_refused_with_what_would(
    study: ModuleType, asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        study.main(asked)

    assert "is not a whole number from" in capsys.readouterr().err
