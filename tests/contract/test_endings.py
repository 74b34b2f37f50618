"""How a game ended is told once: by the title's own last fact, with whose the victory is and why."""

from __future__ import annotations

from functools import cache

import pytest

from delvebook.domain.events import ActionTaken, GameFinished
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.domain.phrases import LANGUAGES, Language
from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.domain.viewers import SPECTATOR
from delvebook.projections.views import told, voice_of
from tests.replays.games import played_game

ENDS = [
    pytest.param(id_, seats, seed, id=f"{id_.split('@')[0]}-{seats}-{seed}")
    for id_, title in all_rulesets().items()
    for seats in sorted({title.seats_min, 2, title.seats_max} & set(range(title.seats_min, title.seats_max + 1)))
    for seed in "ab"
]
"""A solo game, one of two, and a full one."""
OVER: dict[Language, str] = {"en": "The game is over.", "ru": "Игра окончена."}
GAMES = pytest.mark.parametrize(("id_", "seats", "seed"), ENDS)


@cache
def played(id_: str, seats: int, seed: str) -> tuple[Game, list[GameEvent]]:
    title = all_rulesets()[id_]
    return played_game(ruleset=id_, seats=seats, seed=seed, options=dict(title.brief_options), bot="random")


@GAMES
def test_the_last_action_tells_how_the_game_ended_and_no_earlier_one(id_: str, seats: int, seed: str) -> None:
    game, events = played(id_, seats, seed)
    ends = game.ruleset.end_facts
    tellers = [
        event.n
        for event in events
        if isinstance(event, ActionTaken) and any(fact["type"] in ends for fact in event.data["facts"])
    ]
    [end] = [event for event in events if isinstance(event, GameFinished)]

    assert tellers == [end.n - 1]


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_is_told_once_and_names_the_winners(id_: str, seats: int, seed: str, language: Language) -> None:
    game, events = played(id_, seats, seed)
    voice = voice_of(game, {}, language)
    [last, end] = [event for event in events if isinstance(event, ActionTaken | GameFinished)][-2:]
    facts = [one for one in told(game, last, SPECTATOR, voice) if one.fact is not None]
    sentences = [one.sentence for one in facts]
    how = [one.sentence for one in facts if one.fact is not None and one.fact["type"] in game.ruleset.end_facts]

    assert [one.sentence for one in told(game, end, SPECTATOR, voice)] == [OVER[language]]
    assert [sentences.count(one) for one in how] == [1] * len(how)
    if seats > 1:
        assert all(voice.seat(seat) in " ".join(how) for seat in end.data["outcome"]["winners"])


@pytest.mark.parametrize("id_", list(all_rulesets()))
def test_an_end_that_is_told_alone_says_why_and_for_whom(id_: str) -> None:
    game, events = played(id_, all_rulesets()[id_].seats_max, "a")
    [end] = [event for event in events if isinstance(event, GameFinished)]
    [sentence] = [one.sentence for one in told(game, end, SPECTATOR, voice_of(game, {}, "en"), alone=True)]

    assert sentence.startswith("The game is over: ")
