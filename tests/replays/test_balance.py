"""The balance report counts what happened, for any order and any number of processes."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import Result
from typer.testing import CliRunner

from delvebook.domain.errors import DelvebookError
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.replays.balance import WHOLE, StudyCounts, play_some, quantiles, report_of, study
from delvebook.replays.plots import Bar, bars, histogram
from delvebook.service.cli import balance as command
from tests.titles.bids import Bids

pytestmark = pytest.mark.usefixtures("bids_registered")


def of_bids(count: int, **changes: object) -> tuple[dict[str, object], StudyCounts]:
    """A report of some games of Bids."""
    asked = study(**{"seed": "s", "title": "bids", "options": {}, "seats": None, **changes})  # type: ignore[arg-type]
    tally = play_some(asked, range(count))
    return report_of(asked, tally), tally


def test_every_game_decision_and_action_is_counted_once() -> None:
    report, tally = of_bids(30)

    assert tally.games == Counter({2: 10, 3: 10, 4: 10})
    assert sum(tally.choices.values()) == sum(tally.actions.values())
    assert sum(length * count for counts in tally.lengths.values() for length, count in counts.items()) == sum(
        tally.choices.values()
    )
    assert sum(count for count, _ in tally.by_tenth) == sum(tally.choices.values())
    for seats, firsts in tally.firsts.items():
        assert sum(firsts.values()) == WHOLE * (tally.games[seats] - tally.without_winner[seats])
    assert report["games"] == 30


def test_the_parts_add_up_to_the_whole() -> None:
    asked = study(seed="s", title="bids", options={}, seats=None)
    parts = StudyCounts()
    for numbers in (range(20, 30), range(20)):
        parts.add(play_some(asked, numbers))

    assert report_of(asked, parts) == report_of(asked, play_some(asked, range(30)))


def test_a_component_that_no_game_names_is_told_and_one_that_a_game_names_is_not() -> None:
    report, tally = of_bids(30)
    ids = {one["id"] for one in Bids().catalogue["components"]}

    unused = {one["id"] for one in report["never_used"]}  # type: ignore[index, union-attr]

    assert tally.used
    assert unused == ids - set(tally.used)


def test_quantiles_are_values_that_occur() -> None:
    assert quantiles({1: 5, 2: 90, 9: 5}) == [1, 2, 2, 2, 2]
    assert quantiles({3: 1}) == [3, 3, 3, 3, 3]


def test_what_cannot_be_studied_is_refused() -> None:
    for changes in ({"bot": "clever"}, {"options": {"rounds": 4}}, {"seats": 9}, {"title": "chess"}):
        with pytest.raises(DelvebookError):
            of_bids(1, **changes)


def test_a_plot_is_svg_with_a_bar_for_each_value_and_no_foreign_markup() -> None:
    svg = bars("<Wins> & losses", [Bar("a", 1.0, 0.5, 1.5), Bar("b", 0.0)], across="x", up="y")

    root = ElementTree.fromstring(svg)  # noqa: S314 - our own text
    space = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{space}g/{space}title") == "<Wins> & losses"
    assert len(root.findall(f"{space}g/{space}rect")) == 1 + 2


def test_a_histogram_holds_every_game_in_few_bars() -> None:
    found = histogram(dict.fromkeys(range(100), 2), most=24)

    assert len(found) <= 24
    assert sum(bar.value for bar in found) == 200


def test_the_command_writes_a_page_its_figures_and_its_plots(tmp_path: Path) -> None:
    told = CliRunner().invoke(command.app, ["bids", "--games", "12", "--jobs", "1", "--out", str(tmp_path)])

    assert told.exit_code == 0, told.output
    page = (tmp_path / "bids.md").read_text()
    assert "--games 12" in page
    for plot in ("length", "seats", "choices"):
        assert f"bids-{plot}.svg" in page
        ElementTree.fromstring((tmp_path / f"bids-{plot}.svg").read_text())  # noqa: S314 - our own text
    assert json.loads((tmp_path / "bids.json").read_text())["games"] == 12
    assert not (tmp_path / "bids.part.jsonl").exists()


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_the_command_on_a_page_writes_the_same_page_again(tmp_path: Path, bot: str) -> None:
    """It names the program, so it means the same games when the title has got a newer one."""
    given = ["bids", "--bot", bot, "--games", "5", "--seed", "again", "--seats", "3", "--jobs", "1"]
    assert CliRunner().invoke(command.app, [*given, "--out", str(tmp_path)]).exit_code == 0
    pages = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    line = next(line for line in pages["bids.md"].decode().splitlines() if line.startswith("delvebook balance"))
    _, _, *repeated = shlex.split(line)

    told = CliRunner().invoke(command.app, [*repeated[:-1], str(tmp_path / "again"), "--jobs", "1"])

    assert told.exit_code == 0, told.output
    assert f"--bot {bot}@1" in line
    assert {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()} == pages


def interrupted(monkeypatch: pytest.MonkeyPatch, given: list[str], *, after: int) -> Result:
    """The command, which the player interrupts after some batches of games."""
    played: list[range] = []

    def play(asked: object, numbers: range) -> object:
        if len(played) == after:
            raise KeyboardInterrupt
        played.append(numbers)
        return numbers, play_some(asked, numbers)  # type: ignore[arg-type]

    with monkeypatch.context() as changed:
        changed.setattr(command, "_play", play)
        return CliRunner().invoke(command.app, given)


def test_an_interrupted_study_goes_on_and_counts_every_game_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = ["bids", "--games", "70", "--jobs", "1", "--out"]
    assert CliRunner().invoke(command.app, [*given, str(tmp_path / "whole")]).exit_code == 0
    here = [*given, str(tmp_path / "parts")]

    first = interrupted(monkeypatch, here, after=2)
    assert (first.exit_code, list((tmp_path / "parts").iterdir())) == (130, [tmp_path / "parts" / "bids.part.jsonl"])
    assert "after 40 of 70 games; the same command goes on" in first.output
    with (tmp_path / "parts" / "bids.part.jsonl").open("a") as file:
        file.write('{"games": [40, 60], "cou')  # the line that was being written when the machine stopped
    assert "after 60 of 70 games" in interrupted(monkeypatch, here, after=1).output
    assert CliRunner().invoke(command.app, here).exit_code == 0

    pages = [{path.name: path.read_bytes() for path in (tmp_path / one).iterdir()} for one in ("whole", "parts")]
    assert pages[0] == pages[1]


@pytest.mark.parametrize("other", [["--seed", "2"], ["--seats", "3"], ["--bot", "random"]])
def test_the_parts_of_another_study_are_refused_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: list[str]
) -> None:
    given = ["bids", "--games", "70", "--jobs", "1", "--out", str(tmp_path)]
    interrupted(monkeypatch, given, after=2)
    kept = (tmp_path / "bids.part.jsonl").read_bytes()

    told = CliRunner().invoke(command.app, [*given, *other])

    assert told.exit_code == 2
    assert "is not of this study" in " ".join(told.output.split())
    assert (tmp_path / "bids.part.jsonl").read_bytes() == kept


@pytest.mark.parametrize("line", [b"{}", b"[1]", b"no JSON", b'{"first":0,"end":20,"counts":{"games":{"two":1}}}'])
def test_parts_that_cannot_be_read_are_refused_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: bytes
) -> None:
    given = ["bids", "--games", "70", "--jobs", "1", "--out", str(tmp_path)]
    interrupted(monkeypatch, given, after=2)
    with (tmp_path / "bids.part.jsonl").open("ab") as file:
        file.write(line + b"\n")

    assert CliRunner().invoke(command.app, given).exit_code == 2
    assert (tmp_path / "bids.part.jsonl").read_bytes().endswith(line + b"\n")


def test_more_games_of_an_interrupted_study_may_be_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = ["bids", "--jobs", "1", "--out", str(tmp_path), "--games"]
    interrupted(monkeypatch, [*given, "70"], after=3)

    assert CliRunner().invoke(command.app, [*given, "90"]).exit_code == 0
    assert json.loads((tmp_path / "bids.json").read_text())["games"] == 90


def test_an_interrupted_study_without_a_folder_says_what_it_would_take(monkeypatch: pytest.MonkeyPatch) -> None:
    told = interrupted(monkeypatch, ["bids", "--games", "70", "--jobs", "1"], after=2)

    assert told.exit_code == 130
    assert "after 40 of 70 games; with --out, the same command would go on" in " ".join(told.output.split())


def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    told = CliRunner().invoke(command.app, ["bids", "--games", "5", "--out", str(tmp_path / "file")])

    assert told.exit_code == 2


@pytest.mark.parametrize("wrong", [["chess"], ["bids", "--bot", "clever"], ["bids", "--option", "rounds"]])
def test_the_command_refuses_what_it_cannot_play(wrong: list[str]) -> None:
    assert CliRunner().invoke(command.app, wrong).exit_code == 2


def test_what_the_end_of_a_game_turns_up_does_not_count_as_used() -> None:
    """The rooms of Dungeon Raiders that went back into the box unseen are shown when the game is over."""
    asked = study(seed="s", title="dungeon-raiders", options={}, seats=2)
    components = get_ruleset("dungeon-raiders").catalogue["components"]
    rooms = {one["id"] for one in components if one["kind"] in ("monster", "trap", "treasure_room", "vault")}

    used = [set(play_some(asked, [number]).used) & rooms for number in range(4)]

    assert all(len(one) > 8 for one in used)
    assert any(one < rooms for one in used)
