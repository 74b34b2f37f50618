"""The bots that come with the title."""

from __future__ import annotations

from copy import copy

import pytest

from delvebook.domain.kit.search import SearchBot
from delvebook.domain.rulesets.labyrinth import Labyrinth
from delvebook.domain.tape import Tape
from tests.domain.rulesets.labyrinth.tables import RULES, SEAT, explored


@pytest.mark.parametrize("name", ["random", "easy", "greedy", "strong"])
def test_a_title_is_made_with_the_box_that_is_given_and_bots_that_answer_alike(name: str) -> None:
    box = copy(RULES.box)
    made = Labyrinth(box)
    state, _ = explored("BS1")
    view, legal = RULES.view(state, SEAT), RULES.legal(state, 0)

    assert made.box is box
    choices = []
    for title in (made, RULES):
        bot = title.bot(name)
        if isinstance(bot, SearchBot):
            bot = bot.with_effort(plies=20, worlds=1)
        choices.append(bot(view, legal, chance=Tape(b"alike")))
    assert choices[0] == choices[1]
