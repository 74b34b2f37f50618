"""From the box to the first decision: map, decks, heroes, first seat."""

from __future__ import annotations

from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.runebound.box.vocabulary import COLOURS
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.flow import run
from delvebook.domain.rulesets.runebound.heroes.dice import throw
from delvebook.domain.rulesets.runebound.state import Options, Play, State, new_hero
from delvebook.domain.rulesets.runebound.table.decks import HEROES, MARKET, seal_fresh, shuffle, undealt
from delvebook.domain.rulesets.runebound.turn.market import restock
from delvebook.domain.tape import Tape


def set_up(content: Content, options: Options, *, seats: int, tape: Tape) -> tuple[State, Facts]:
    """The table at the first decision of the first turn, in the order of section 3 of the specification."""
    play = Play(content, _empty(content, options), Facts(), tape)
    state = play.state
    play.tell("counters_placed", "RB-027", counters=copy_state(state["counters"]), bank=dict(state["bank"]))
    shuffle(play, MARKET, content.decks[MARKET])
    for town in content.map.towns:
        if town != content.rules["start"]:
            restock(play, town, "RB-027")
    for colour in COLOURS:
        shuffle(play, colour, content.decks[colour])
    _deal_heroes(play, seats)
    _choose_first(play, seats)
    state["agenda"] = [{"do": "turn"}]
    run(play)
    seal_fresh(play)
    return state, play.facts


def _empty(content: Content, options: Options) -> State:
    return {
        "options": options.copy(),
        "round": 1,
        "turn": 1,
        "first": 0,
        "active": 0,
        "phase": "refresh",
        "cut_short": False,
        "used_before_combat": [],
        "traded": [],
        "heroes": [],
        "undealt": [],
        "decks": {},
        "out": {colour: [] for colour in COLOURS},
        "boxes": {town: [] for town in content.map.towns},
        "counters": {colour: list(content.sites[colour]) for colour in COLOURS},
        "bank": {colour: content.counter_counts[colour] - len(content.sites[colour]) for colour in COLOURS},
        "track": [None] * content.track_spaces,
        "drawn": 0,
        "events": [],
        "facing": None,
        "combat": None,
        "agenda": [],
        "result": None,
    }


def _deal_heroes(play: Play, seats: int) -> None:
    """Shuffles the hero cards; each seat takes one from the top; the order of the rest stays sealed."""
    content = play.content
    order = play.tape.shuffle(sorted(content.heroes), "hero cards")
    for seat, hero in enumerate(order[:seats]):
        play.state["heroes"].append(
            new_hero(hero, gold=content.rules["starting_gold"], stats=content.decided["stats"], colours=COLOURS)
        )
        play.tell("hero_dealt", "RB-028", seat=seat, hero=hero, gold=content.rules["starting_gold"])
    play.state["undealt"] = order[seats:]
    HEROES.seal(play.facts, undealt(order[seats:]), whole=True)


def _choose_first(play: Play, seats: int) -> None:
    """Every seat throws, the highest starts; tied highest seats throw again among themselves."""
    throwing = list(range(seats))
    while len(throwing) > 1:
        thrown = {seat: sum(throw(play, "first seat")) for seat in throwing}
        best = max(thrown.values())
        play.tell("first_seat_thrown", "RB-029", seats=throwing, dice=[thrown[seat] for seat in throwing])
        throwing = [seat for seat in throwing if thrown[seat] == best]
    play.state["first"] = play.state["active"] = throwing[0]
    play.tell("first_seat_chosen", "RB-029", seat=throwing[0])
