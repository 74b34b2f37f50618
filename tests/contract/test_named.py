"""Tools that take titles on their command line."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.registry import all_rulesets
from tests.contract import language, promises, twins
from tests.research import sizes

TOOLS = (language, promises, sizes, twins)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.__name__.rpartition(".")[2])
def test_a_tool_refuses_a_title_that_there_is_not_and_names_those_that_there_are(
    tool: object, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        tool.main(["labyrinth", "labirynth"])  # type: ignore[attr-defined]
    said = capsys.readouterr().err
    assert end.value.code == 2
    assert "there is no title labirynth;" in said
    assert all(ruleset.id in said for ruleset in all_rulesets().values())


@pytest.mark.parametrize("asked", [[], ["labyrinth"], ["runebound", "labyrinth"]])
def test_a_tool_takes_the_titles_it_is_given_or_all(asked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert sizes.main(["--games", "1", "--actions", "3", *asked]) == 0
    said = [line.partition("@")[0] for line in capsys.readouterr().out.splitlines()]
    assert said == (sorted(asked) or sorted(ruleset.id for ruleset in all_rulesets().values()))
