"""The bots that come with the title."""

from __future__ import annotations

from copy import copy

import pytest

from delvebook.domain.kit.search import SearchBot
from delvebook.domain.rulesets.the_descent import TheDescent
from delvebook.domain.tape import Tape
from tests.domain.rulesets.the_descent.tables import RULESET, Cave


@pytest.mark.parametrize("name", ["random", "easy", "greedy", "strong"])
def test_a_title_is_made_with_the_box_that_is_given_and_bots_that_answer_alike(name: str) -> None:
    box = copy(RULESET.box)
    made = TheDescent(box)
    cave = Cave((5, 8), (4, 2))
    view, legal = cave.view(0), RULESET.legal(cave.state, 0)

    assert made.box is box
    choices = []
    for title in (made, RULESET):
        bot = title.bot(name)
        if isinstance(bot, SearchBot):
            bot = bot.with_effort(plies=20, worlds=1)
        choices.append(bot(view, legal, chance=Tape(b"alike")))
    assert choices[0] == choices[1]
