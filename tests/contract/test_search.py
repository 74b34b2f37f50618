"""The promises of every bot that searches: legal, pure, repeatable, and by its seat's view alone."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any, NamedTuple

import pytest

from delvebook.domain.bots import Action, View, levels_of
from delvebook.domain.canonical import jcs, parse
from delvebook.domain.kit.search import SearchBot
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import seat_viewer

ASKED = 6
"""The number of decisions that the bot takes in a game; the greedy bot takes the others."""


class Asked(NamedTuple):
    """A decision of a game that the greedy bot plays."""

    view: View
    legal: list[Action]


SEARCHING = [one for one in all_rulesets().values() if isinstance(one.bots.get("strong"), SearchBot)]
each_title = pytest.mark.parametrize("title", SEARCHING, ids=lambda title: title.key)


def hurried(title: Ruleset) -> SearchBot[Any, Any]:
    """Returns the title's strong bot with a small budget."""
    bot = title.bot("strong")
    assert isinstance(bot, SearchBot)
    return bot.with_effort(plies=1, worlds=1)


def test_every_title_of_ours_has_one() -> None:
    assert [one.key for one in SEARCHING] == list(all_rulesets())


def decisions(ruleset: Ruleset, *, seats: int) -> Iterator[Asked]:
    """Yields some decisions of a game between greedy bots."""
    found: list[Asked] = []

    def watch(view: View, legal: list[Action], *, chance: Chance) -> Action:
        if len(legal) > 1:
            found.append(Asked(parse(jcs(view)), parse(jcs(legal))))
        return ruleset.bot("greedy@1")(view, legal, chance=chance)

    play_through(ruleset, ruleset.brief_options, bots=[watch] * seats, seed=seed_of(f"search/{seats}"))
    yield from found[:: max(1, len(found) // ASKED)]


@each_title
@pytest.mark.long_for("runebound")
def test_it_chooses_what_is_legal_and_the_same_again(title: Ruleset) -> None:
    bot = hurried(title)
    for seats in (title.seats_min, title.seats_max):
        for asked in decisions(title, seats=seats):
            before = jcs([asked.view, asked.legal])

            choices = [bot(asked.view, asked.legal, chance=Tape(b"the same")) for _ in range(2)]

            assert choices[0] in asked.legal
            assert choices[0] == choices[1]
            assert jcs([asked.view, asked.legal]) == before


@each_title
@pytest.mark.long_for("runebound")
def test_it_chooses_what_it_tells_to_be_best(title: Ruleset) -> None:
    bot = hurried(title)
    weighed_once = False
    for asked in decisions(title, seats=title.seats_max):
        weighed = bot.weigh(asked.view, asked.legal, chance=Tape(b"the same"))
        chosen = bot(asked.view, asked.legal, chance=Tape(b"the same"))
        if weighed:
            weighed_once = True
            best = max(weighed, key=lambda one: one.score)
            assert chosen == best.action
            assert len({jcs(one.action) for one in weighed}) == len(weighed)
    assert weighed_once


@each_title
def test_it_chooses_the_same_in_worlds_its_seat_cannot_tell_apart(title: Ruleset) -> None:
    """It is asked in a world dealt anew from the view: other hidden cards, the same view, the same choice."""
    bot = hurried(title)
    for asked in decisions(title, seats=title.seats_max):
        seat = bot.method.seat_of(asked.view)
        world = title.determinize(asked.view, chance=Tape(b"another world"))
        again = parse(jcs(title.view(world, seat_viewer(seat))))

        choices = [bot(view, asked.legal, chance=Tape(b"the same")) for view in (asked.view, again)]

        assert choices[0] == choices[1]


@each_title
def test_players_are_offered_levels_by_name(title: Ruleset) -> None:
    levels = levels_of(title.bots)

    assert levels == {"easy": "easy@1", "medium": "greedy@1", "strong": "strong@1"}
    for level, program in levels.items():
        assert title.program(level).name == program


@each_title
def test_a_title_that_is_made_again_has_the_box_that_it_is_given_and_bots_that_answer_alike(title: Ruleset) -> None:
    box = copy(title.box)
    made = type(title)(box)

    assert made.box is box
    assert made.bots.keys() == title.bots.keys()
    for view, legal in decisions(title, seats=title.seats_min):
        for name in made.bots:
            bots = [one.bot(name) for one in (made, title)]
            bots = [bot.with_effort(plies=20, worlds=1) if isinstance(bot, SearchBot) else bot for bot in bots]
            first, second = (bot(view, legal, chance=Tape(b"alike")) for bot in bots)
            assert first == second
