"""The actions that a seat may take, and the refusals of the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import IllegalActionError
from delvebook.domain.rulesets.runebound.flow import DECISIONS
from delvebook.domain.rulesets.runebound.heroes.figures import payable
from delvebook.domain.rulesets.runebound.state import top
from tests.domain.rulesets.runebound.named import require_named
from tests.domain.rulesets.runebound.tables import CONTENT, RULESET, Desk, random_states, rich_states, table
from tests.domain.rulesets.runebound.words.test_sentences import DESKS

Action = dict[str, Any]


@pytest.mark.clause("RB-020")
def test_another_seat_is_refused_and_told_whose_decision_it_is() -> None:
    desk = table("H01", "H02")
    sentence = desk.refused("stay", "RB-020", by=1)

    assert "Now Seat 1 decides how to spend the movement phase" in sentence


ITEMS = [*CONTENT.items]
HEXES = CONTENT.map.names
ALLIES = [card for card, item in CONTENT.items.items() if item["type"] == "ally"]
SOURCES = [(source, index) for source in ("hero", *CONTENT.items) for index in (0, 1)]
PARAMETERS: dict[str, tuple[str, list[Any]]] = {
    "step_one": ("to", HEXES),
    "attack_hero": ("seat", list(range(6))),
    "retreat": ("to", [*HEXES, None]),
    "attack": ("character", ["hero", *ALLIES]),
    "choose_town": ("town", CONTENT.map.towns),
    "choose_discard": ("card", ITEMS),
    "choose_loot": ("card", [*CONTENT.decks["market"], None]),
    "take_spoils": ("card", [*ITEMS, None]),
    "buy": ("card", CONTENT.decks["market"]),
    "hire": ("card", CONTENT.decks["market"]),
    "sell": ("card", ITEMS),
    "heal": ("character", ["hero", *ALLIES]),
    "raise_stat": ("stat", CONTENT.decided["stats"]),
}
"""By type of action, its one parameter apart from boosts, and every value of it."""

BOOSTED = ("attack", "defend", "roll_defence", "try_escape", "roll_test")


def space(state: dict[str, Any], legal: list[Action]) -> Iterator[Action]:
    """Every action of the decision's types; of paths, rests and boosts those near the legal ones."""
    types = {action["type"] for action in legal}
    for type_ in RULESET.action_schemas:
        if type_ in PARAMETERS:
            name, values = PARAMETERS[type_]
            more: dict[str, Any] = {"boosts": []} if type_ in BOOSTED else {}
            yield from ({"type": type_, name: value, **more} for value in values)
        elif type_ in BOOSTED:
            yield {"type": type_, "boosts": [], **({"skill_uses": 0} if type_ == "roll_test" else {})}
        elif type_ == "move":
            yield from paths(state)
        elif type_ == "rest":
            yield from rests(state)
        elif type_ == "use_ability":
            yield from uses(state)
        elif type_ == "choose_exhaust":
            hero = state["heroes"][top(state)["seat"]]
            yield from ({"type": type_, "cards": [*cards]} for n in range(3) for cards in combinations(ITEMS[:20], n))
            yield from ({"type": type_, "cards": [card]} for card in (*hero["artifacts"], *ITEMS))
        else:
            yield {"type": type_}
    for type_ in sorted(types & {*BOOSTED}):
        yield from boosted(type_, legal)
    yield from legal


def paths(state: dict[str, Any]) -> Iterator[Action]:
    here = state["heroes"][top(state)["seat"]]["hex"]
    yield {"type": "move", "path": []}
    for first in CONTENT.map.neighbours[here]:
        yield {"type": "move", "path": [first]}
        yield from ({"type": "move", "path": [first, second]} for second in CONTENT.map.neighbours[first])


def rests(state: dict[str, Any]) -> Iterator[Action]:
    own = [ally["id"] for ally in state["heroes"][top(state)["seat"]]["allies"]]
    for hero in range(7):
        yield {"type": "rest", "hero": hero, "allies": {}}
        yield from ({"type": "rest", "hero": hero, "allies": {ally: n}} for ally in (*own, "M61") for n in range(1, 5))
        if len(own) == 2:
            yield from ({"type": "rest", "hero": hero, "allies": {own[0]: n, own[1]: 1}} for n in range(1, 5))


def uses(state: dict[str, Any]) -> Iterator[Action]:
    hero = state["heroes"][top(state)["seat"]]
    for source, index in SOURCES:
        base = {"type": "use_ability", "source": source, "index": index}
        yield base
        if source != "hero" and source not in hero["artifacts"] and all(a["id"] != source for a in hero["allies"]):
            continue
        yield from ({**base, "target": one} for one in ("hero", *ALLIES))
        yield from ({**base, "town": town} for town in CONTENT.map.towns)
        yield from ({**base, "dice": [*dice]} for n in (1, 2, 3) for dice in combinations(range(7), n))
        yield {**base, "dice": [1, 0]}


def boosted(type_: str, legal: list[Action]) -> Iterator[Action]:
    """Legal actions of that type with every single boost, once to seven times, and one more use of a skill."""
    plain = [action for action in legal if action["type"] == type_]
    for action in plain:
        if type_ == "roll_test":
            yield {**action, "skill_uses": action["skill_uses"] + 1}
        yield {**action, "boosts": [{**boost, "times": boost["times"] + 1} for boost in action["boosts"]]}
        yield {**action, "boosts": action["boosts"] * 2}
        if not action["boosts"]:
            for source, index in SOURCES:
                for times in (1, 2, 7) if source == "hero" else (1, 2):
                    yield {**action, "boosts": [{"source": source, "index": index, "times": times}]}


def plainly(action: Action) -> bytes:
    """The action in the way it is listed: boosts and cards in their order, of a path only where it ends."""
    plain = dict(action)
    if "boosts" in plain:
        plain["boosts"] = sorted(plain["boosts"], key=jcs)
    if plain["type"] == "move":
        plain["path"] = plain["path"][-1:]
    if plain["type"] == "choose_exhaust":
        plain["cards"] = sorted(plain["cards"])
    return jcs(plain)


def is_accepted(state: dict[str, Any], action: Action) -> bool:
    try:
        RULESET.require_legal(state, top(state)["seat"], action)
    except IllegalActionError:
        return False
    return True


def ends_where_it_began(state: dict[str, Any], action: Action) -> bool:
    """A path back to its start is listed as the empty one."""
    return action["type"] == "move" and action["path"][-1:] == [state["heroes"][top(state)["seat"]]["hex"]]


@pytest.mark.long
def test_an_action_is_listed_exactly_if_it_is_accepted() -> None:
    """Of the paths to one hex one is listed; `test_movement.py` compares them with every order of the dice."""
    asked: Counter[str] = Counter()
    games = [rich_states(seats, seed=f"space/{seats}", steps=900) for seats in (1, 2, 4)]
    games.append(iter(random_states(3, seed="space", steps=600)))
    for game in games:
        for state in game:
            do = top(state)["do"]
            asked[do] += 1
            if asked[do] > 12:
                continue
            legal = RULESET.legal(state, top(state)["seat"])
            listed = {plainly(action) for action in legal}
            assert len(listed) == len(legal)
            for action in space(state, legal):
                accepted = is_accepted(state, action)
                if action["type"] != "move":
                    assert accepted == (plainly(action) in listed), (do, action)
                elif not ends_where_it_began(state, action):
                    assert accepted <= (plainly(action) in listed), (do, action)
            assert all(is_accepted(state, action) for action in legal)

    seldom = {"choose_exhaust", "window_knockout", "choose_discard", "choose_loot", "take_spoils", "choose_town"}
    every = {"move_choice", "choose_path", "adventure_choice", "before_combat", "round_start", "combat_step", "market"}
    assert every | {"commit_test", "window_fail", "window_hit", "window_wounds", "experience"} <= {*asked}
    assert {*asked} & seldom


@pytest.mark.parametrize("seats", [1, 2, 3, 5])
def test_whatever_is_refused_is_refused_by_what_stands_on_the_table(seats: int) -> None:
    """Card, price, space, number: a refusal names them as the table, the action and the printed cards have them."""
    asked: Counter[str] = Counter()
    said: Counter[str] = Counter()
    for state in rich_states(seats, seed=f"refused/{seats}", steps=600):
        do = top(state)["do"]
        asked[do] += 1
        if asked[do] > 8:
            continue
        answers = DECISIONS[do].answers
        for action in RULESET.action_space(state):
            if action["type"] not in (*answers, "use_ability"):
                continue
            refusal = RULESET.refusal(state, top(state)["seat"], action)
            if refusal is not None:
                said[refusal.key] += 1
                if said[refusal.key] <= 100:
                    require_named(CONTENT, state, action, refusal)
    assert len(said) > 20


def test_no_other_seat_may_do_anything_and_nobody_when_the_game_is_over() -> None:
    for state in random_states(3, seed="others", steps=120)[::7]:
        seat = top(state)["seat"]
        for action in RULESET.legal(state, seat):
            for other in range(3):
                if other != seat:
                    with pytest.raises(IllegalActionError) as refused:
                        RULESET.require_legal(state, other, action)
                    assert refused.value.clause == "RB-020"
                    assert RULESET.legal(state, other) == []
    over = table("H01", hexes=["a1"], round_limit=1).play("stay")
    assert over.state["result"] is not None
    assert RULESET.legal(over.state, 0) == []
    for type_ in ("stay", "end_turn"):
        with pytest.raises(IllegalActionError) as refused:
            RULESET.require_legal(over.state, 0, {"type": type_})
        assert refused.value.clause == "RB-213"


PLAIN = ("roll_movement", "stay", "attempt_adventure", "decline_adventure", "begin_combat", "fight_on", "pass")
"""Types of action that have no parameter, with `end_market` and `end_turn`."""


def meant(desk: Desk) -> list[Action]:
    """Every action that could be meant at the table, except paths and boosted rolls."""
    hero = desk.hero(desk.decision["seat"])
    allies = [ally["id"] for ally in hero["allies"]]
    found: list[Action] = [{"type": type_} for type_ in (*PLAIN, "end_market", "end_turn")]
    for type_, (name, values) in PARAMETERS.items():
        if type_ not in BOOSTED:
            found += [{"type": type_, name: value} for value in values]
    markers = [hero["fatigue"], *(ally["fatigue"] for ally in hero["allies"])]
    for rested in product(*(range(n + 2) for n in markers)):
        chosen = {ally: n for ally, n in zip(allies, rested[1:], strict=True) if n}
        found.append({"type": "rest", "hero": rested[0], "allies": chosen})
    own = sorted(hero["artifacts"])
    turned = [[*cards] for n in range(4) for cards in combinations(own, n)]
    turned += [[card] for card in ITEMS if card not in own]
    found += [{"type": "choose_exhaust", "cards": cards} for cards in turned]
    dice = len(desk.decision.get("dice", ()))
    choices: list[Action] = [{}, *({"target": one} for one in ("hero", *ALLIES))]
    choices += [{"town": town} for town in CONTENT.map.towns]
    choices += [{"dice": [*chosen]} for n in (1, 2, 3) for chosen in combinations(range(dice + 1), n)]
    for source in ("hero", *ITEMS):
        mine = source in ("hero", *hero["artifacts"], *allies)
        for index in range(len(CONTENT.abilities[hero["id"] if source == "hero" else source]) + 1):
            use = {"type": "use_ability", "source": source, "index": index}
            found += [{**use, **choice} for choice in (choices if mine else [{}])]
    return found


def rolls_meant(desk: Desk) -> list[Action]:
    """Every roll with every number of own boosts that can be paid and one more, and with each boost of others."""
    hero = desk.hero(desk.decision["seat"])
    allies = {ally["id"] for ally in hero["allies"]}
    own = []
    for source in ("hero", *sorted(hero["artifacts"]), *sorted(allies)):
        for index, text in enumerate(CONTENT.abilities[hero["id"] if source == "hero" else source]):
            if text["trigger"] == "on_roll":
                most = payable(CONTENT, hero, source if source in allies else "hero") + 1
                own.append([{"source": source, "index": index, "times": n} for n in range(most + 1)])
    boosts = [[boost for boost in named if boost["times"]] for named in product(*own)]
    boosts += [
        [{"source": card, "index": index, "times": 1}]
        for card, index in CONTENT.boosts
        if card in ITEMS and card not in (*hero["artifacts"], *allies)
    ]
    uses = payable(CONTENT, hero, "hero") + 1
    parameters: dict[str, list[Action]] = {type_: [{}] for type_ in BOOSTED}
    parameters["attack"] = [{"character": one} for one in ("hero", *ALLIES)]
    parameters["roll_test"] = [{"skill_uses": n} for n in range(uses + 1)]
    return [
        {"type": type_, **named, "boosts": chosen}
        for type_ in BOOSTED
        for named in parameters[type_]
        for chosen in boosts
    ]


@pytest.mark.parametrize("name", DESKS)
def test_the_space_of_actions_is_all_that_can_be_said_with_what_is_in_the_box(name: str) -> None:
    desk = DESKS[name]()
    space = list(RULESET.action_space(desk.state))

    assert Counter(jcs(action) for action in space if action["type"] != "move") == Counter(
        jcs(action) for action in (*meant(desk), *rolls_meant(desk))
    )
    paths = [action["path"] for action in space if action["type"] == "move"]
    if desk.asks != "choose_path":
        assert paths == [[]]
        return
    here = desk.hero()["hex"]
    listed = {action["path"][-1] if action["path"] else here: action["path"] for action in desk.legal("move")}
    ends = {path[-1] if path else here: path for path in paths}
    near = {there for there in HEXES if CONTENT.map.steps[here][there] <= 7}
    assert set(ends) == near | set(listed)
    assert len(paths) == len(ends)
    for there, path in ends.items():
        assert path == listed[there] if there in listed else len(path) == CONTENT.map.steps[here][there]
        assert all(b in CONTENT.map.neighbours[a] for a, b in zip([here, *path], path, strict=False))


def test_nothing_but_the_end_of_a_turn_can_be_meant_once_the_game_is_over() -> None:
    over = table("H01", hexes=["a1"], round_limit=1).play("stay")

    assert list(RULESET.action_space(over.state)) == [{"type": "end_turn"}]


def test_whatever_may_be_done_is_meant_in_the_very_words_in_which_it_is_listed() -> None:
    """Ysolde's own boost is named before that of her scroll."""
    desk = table("H01").give("M59").fight("G02").play("fight_on")
    meant_in = {jcs(action) for action in RULESET.action_space(desk.state)}

    assert {"hero", "M59"} <= {boost["source"] for action in desk.legal() for boost in action["boosts"]}
    assert [action for action in desk.legal() if jcs(action) not in meant_in] == []


def test_no_more_than_three_artifacts_are_ever_meant_to_be_turned_down_at_once() -> None:
    desk = table().give("M29", "M30", "M31", "M32")
    turned = [action["cards"] for action in RULESET.action_space(desk.state) if action["type"] == "choose_exhaust"]

    assert max(map(len, turned)) == 3


@pytest.mark.clause("RB-085")
def test_no_ability_is_used_instead_of_attacking_or_defending() -> None:
    table("H03").fight("G02").play("fight_on").refused("use_ability", "RB-085", source="hero", index=0, target="hero")
