"""A state that breaks any invariant is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.dungeon_raiders.box.components import ITEMS
from delvebook.domain.rulesets.dungeon_raiders.invariants import broken_invariants
from delvebook.domain.rulesets.dungeon_raiders.state import State, in_turn_order, living
from delvebook.domain.tape import Tape
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    BOX,
    RAIDERS,
    Fixed,
    act,
    game,
    lay_all,
    play,
    play_all,
    seat,
    set_up,
)


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda state: state["dungeon"][0].pop(), "five levels"),
        (lambda state: state["dungeon"][0].__setitem__(1, "mon-dragon"), "printed dungeon cards"),
        (lambda state: state["dungeon"][4].__setitem__(4, "tre-1"), "no boss"),
        (lambda state: state["lit"][4].__setitem__(4, True), "lit"),
        (lambda state: state["lit"][0].__setitem__(0, False), "lit"),
        (lambda state: state.update(level=6), "outside the dungeon"),
        (lambda state: state.update(phase="boss_play", fight=1), "phase boss_play"),
        (lambda state: state.update(phase="finished"), "finished game has a result"),
        (lambda state: state.update(fight=1), "has a fight number"),
        (lambda state: state.update(wave=0), "waves do not count"),
        (lambda state: state.update(first_seat=0), "first player marker"),
        (lambda state: state["supply"].update(key=7), "8 key cards"),
        (lambda state: state["in_play"].append({"item": "ball", "seat": 0}), "7 ball cards"),
        (lambda state: state["seats"][1].update(life=11), "out of range"),
        (lambda state: state["seats"][1].update(treasure=-1), "out of range"),
        (lambda state: state["seats"][1].update(life=0), "alive with 0 life"),
        (lambda state: state["seats"][1].update(status="dead"), "dead with 9 life"),
        (lambda state: state["seats"][1]["power"].pop(), "five power cards"),
        (lambda state: state["seats"][1]["power"].reverse(), "not in order"),
        (lambda state: state["seats"][1]["laid"].append("p3"), "not among the played"),
        (lambda state: state["seats"][0]["taken"].update(key=0), "more key cards than it ever took"),
        (lambda state: state["owing"].clear(), "no seat owes a card"),
        (lambda state: state["owing"].append(0), "asked twice"),
        (lambda state: state["again"].append(0), "asked twice"),
        (lambda state: [sheet.update(status="dead", life=0) for sheet in state["seats"][1:]], "fewer than two"),
        (lambda state: state["seats"][1].update(committed=[]), "still asked"),
        (lambda state: state["seats"][1].update(power=[], played=[1, 2, 3, 4, 5]), "has none it can lay"),
    ],
)
def test_a_state_that_breaks_an_invariant_is_refused(spoil: Callable[[dict[str, Any]], object], complaint: str) -> None:
    state = game("tre-1", seats=[seat(f"{ALL_FIVE} key"), seat(), seat()])
    RAIDERS.check(state)
    spoil(state)

    with pytest.raises(BrokenRuleError, match=complaint):
        RAIDERS.check(state)


def test_a_finished_game_that_asks_a_seat_is_refused() -> None:
    state = game("mon-dragon", seats=[seat(life=1), seat()])
    play(state, 0, "p1")
    play(state, 1, "p2")
    state["owing"].append(1)

    with pytest.raises(BrokenRuleError, match="finished game asks a seat"):
        RAIDERS.check(state)


@pytest.mark.clause("DR-015")
def test_a_missing_item_is_refused() -> None:
    state = game("tre-1")
    state["supply"]["key"] -= 1

    with pytest.raises(Exception, match="5 key cards"):
        RAIDERS.check(state)


@pytest.mark.clause("DR-181")
def test_an_introductory_dungeon_without_an_item_vault_is_refused() -> None:
    order = [*(["vau-items"] * 3), *(card for card in BOX.deck if card != "vau-items")]
    state = set_up(Fixed(orders=[order]))
    state["options"]["difficulty"] = "introductory"

    with pytest.raises(Exception, match="item vault"):
        RAIDERS.check(state)


def reachable() -> list[State]:
    """States of random games, of fights against every boss, and of its bonus play."""
    found: list[State] = []
    for number in range(16):
        options = {"mode": ("standard", "tactical")[number % 2]}
        seed = seed_of(f"reachable/{number}")
        bots = [random_bot] * (2 + number // 2 % 4)
        play_through(
            RAIDERS, options, bots=bots, seed=seed, on_step=lambda table, _: found.append(copy_state(table.state))
        )
    for first in (None, 1):
        chest = game("boss", boss="boss-hoard", first=first, seats=[seat(f"{ALL_FIVE} ball key"), seat(), seat()])
        lay_all(chest, "p5 p4", "p5 p4", "p1")
        found.append(copy_state(chest))
        play_all(chest, *(("p2", "p3", "ball") if first else ("ball", "p3", "p2")))
        found.append(copy_state(chest))
    for number, boss in enumerate([*BOX.bosses, "boss-twintail", "boss-twintail"]):
        for first in (None, 1):
            table = [seat(hand) for hand in (f"{ALL_FIVE} ball ball torch", "p2 p4 p5 ball key", "p1 p3 p4 p5 sword")]
            state = game("boss", boss=boss, first=first, seats=table)
            chance = Tape(seed_of(f"reachable/{boss}/{number}/{first}"))
            while state["result"] is None:
                found.append(copy_state(state))
                asked = RAIDERS.to_act(state)[0]
                act(state, asked, chance.choose(RAIDERS.legal(state, asked), "an action"))
            found.append(copy_state(state))
    return found


def here(state: State) -> str:
    """The card of the current room."""
    return state["dungeon"][state["level"] - 1][state["room"] - 1]


def is_open_room(state: State) -> bool:
    """Whether an ordinary room is being played."""
    return state["phase"] == "play"


def is_first_play(state: State) -> bool:
    """Whether no card was laid in this room before the current play."""
    return state["phase"] == "play" or (state["phase"] == "boss_play" and state["fight"] == 1)


def done(state: State) -> list[int]:
    """The seats whose card in this room is face up."""
    return [number for number, sheet in enumerate(state["seats"]) if sheet["laid"] and state["result"] is None]


def take_item(state: State, number: int, item: str) -> bool:
    """Puts an item from the supply in play, as if the seat had spent it."""
    if state["supply"][item] == 0:
        return False
    state["supply"][item] -= 1
    state["seats"][number]["taken"][item] += 1
    state["in_play"].append({"item": item, "seat": number})
    return True


def play_power(state: State, number: int, *, laid: bool) -> bool:
    """Moves a power card from the hand to the played ones, and perhaps to the laid ones."""
    sheet = state["seats"][number]
    if not sheet["power"]:
        return False
    power = sheet["power"].pop()
    sheet["played"].append(power)
    if laid:
        sheet["laid"].append(f"p{power}")
    return True


def a_later_wave(state: State) -> bool:
    state["wave"] += 1
    return is_first_play(state)


def an_earlier_wave(state: State) -> bool:
    state["wave"] -= 1
    return is_first_play(state)


def a_seat_that_is_no_longer_asked(state: State) -> bool:
    return is_open_room(state) and len(state["owing"]) > 1 and state["owing"].pop() >= 0


def a_seat_of_a_second_fight_that_is_not_asked(state: State) -> bool:
    asked = state["owing"]
    is_second = state["fight"] == 2 and state["phase"] == "boss_play" and state["first_seat"] is None
    able = is_second and state["wave"] == 1 and len(asked) > 1 and state["seats"][asked[-1]]["power"]
    return bool(able) and asked.pop() >= 0


def a_seat_of_the_bonus_play_that_is_not_asked(state: State) -> bool:
    asked = state["owing"]
    able = state["phase"] == "bonus_play" and len(asked) > 1 and state["seats"][asked[-1]]["power"]
    return bool(able) and asked.pop() >= 0


def seats_asked_in_another_order(state: State) -> bool:
    state["owing"].reverse()
    return len(state["owing"]) > 1


def a_seat_asked_after_it_has_played(state: State) -> bool:
    if not is_open_room(state) or not done(state):
        return False
    state["owing"] = in_turn_order(state, [*state["owing"], done(state)[0]])
    return True


def a_dead_seat_that_is_asked(state: State) -> bool:
    gone = [number for number, sheet in enumerate(state["seats"]) if sheet["status"] == "dead"]
    state["owing"] = in_turn_order(state, [*state["owing"], *gone])
    return bool(gone)


def a_seat_waiting_behind_no_ball(state: State) -> bool:
    if not is_first_play(state) or len(state["owing"]) < 2:
        return False
    state["again"] = in_turn_order(state, [*state["again"], state["owing"].pop(0)])
    return True


def two_cards_face_down_in_a_room(state: State) -> bool:
    for sheet in state["seats"]:
        if is_open_room(state) and sheet["committed"] is not None and sheet["power"]:
            sheet["committed"].append(f"p{sheet['power'].pop()}")
            return True
    return False


def a_card_face_down_in_the_tactical_mode(state: State) -> bool:
    if state["first_seat"] is None or not state["owing"] or not state["seats"][state["owing"][-1]]["power"]:
        return False
    sheet = state["seats"][state["owing"].pop()]
    sheet["committed"] = [f"p{sheet['power'].pop()}"]
    return bool(state["owing"])


def a_second_card_in_an_ordinary_room(state: State) -> bool:
    return is_open_room(state) and bool(done(state)) and play_power(state, done(state)[0], laid=True)


def a_card_face_up_before_its_seat_has_played(state: State) -> bool:
    return is_open_room(state) and play_power(state, state["owing"][0], laid=True)


def a_card_that_no_longer_counts(state: State) -> bool:
    return is_open_room(state) and bool(done(state)) and bool(state["seats"][done(state)[0]]["laid"].pop())


def a_laid_card_of_another_kind_of_room(state: State) -> bool:
    other = "sword" if BOX.kind(here(state)) == "treasure" else "key"
    if not is_open_room(state) or not done(state) or not take_item(state, done(state)[0], other):
        return False
    state["seats"][done(state)[0]]["laid"] = [other]
    return True


def a_ball_of_another_seat(state: State) -> bool:
    for entry in state["in_play"]:
        if is_open_room(state) and entry["item"] == "ball":
            entry["seat"] = (entry["seat"] + 1) % len(state["seats"])
            return True
    return False


def an_item_back_too_early(state: State) -> bool:
    for entry in state["in_play"]:
        if is_open_room(state) and entry["item"] in (
            ("key", "sword") if state["wave"] > 1 else ("key", "sword", "ball")
        ):
            state["in_play"].remove(entry)
            state["supply"][entry["item"]] += 1
            return True
    return False


def a_ball_no_seat_played(state: State) -> bool:
    return is_open_room(state) and state["wave"] == 1 and take_item(state, living(state)[0], "ball")


def a_key_no_seat_laid(state: State) -> bool:
    return is_first_play(state) and take_item(state, living(state)[0], "key")


def a_seat_that_could_not_finish_its_play(state: State) -> bool:
    """The seat is asked for strength, or for the chest, and holds only a ball and a key or torch."""
    asked = [number for number in state["owing"] if not state["seats"][number]["laid"]]
    if state["result"] is not None or state["fight"] == 2 or not asked or BOX.kind(here(state)) != "boss":
        return False
    sheet, other = state["seats"][asked[-1]], "torch" if state["phase"] == "bonus_play" else "key"
    if here(state) in ("boss-riddle", "boss-linen", "boss-palecount") or min(state["supply"].values()) == 0:
        return False
    sheet["played"], sheet["power"] = [*sheet["played"], *sheet["power"]], []
    for item in ITEMS:
        count = int(item in ("ball", other))
        state["supply"][item] += sheet["items"][item] - count
        sheet["taken"][item] += max(0, count - sheet["items"][item])
        sheet["items"][item] = count
    return True


def a_torch_lit_since_nothing_was_laid(state: State) -> bool:
    for sheet in state["seats"]:
        if sheet["committed"] is None:
            sheet["lit_since"] = 1
            return True
    return False


def a_torch_lit_since_by_a_seat_that_lit_none(state: State) -> bool:
    for sheet in state["seats"]:
        if sheet["committed"] is not None and not sheet["torch_lit"]:
            sheet["lit_since"] = 1
            return True
    return False


def more_torches_lit_since_than_are_in_play(state: State) -> bool:
    for sheet in state["seats"]:
        if sheet["committed"] is not None and sheet["torch_lit"]:
            sheet["lit_since"] += 6
            return True
    return False


def a_torch_neither_laid_nor_lit(state: State) -> bool:
    dark = [number for number in living(state) if not state["seats"][number]["torch_lit"]]
    return is_first_play(state) and bool(dark) and take_item(state, dark[0], "torch")


def an_item_in_play_that_is_still_in_the_hand(state: State) -> bool:
    for number, sheet in enumerate(state["seats"]):
        for item, count in sheet["items"].items():
            if state["result"] is None and count == sheet["taken"][item] and state["supply"][item]:
                state["supply"][item] -= 1
                state["in_play"].append({"item": item, "seat": number})
                return True
    return False


def a_look_without_a_torch(state: State) -> bool:
    for sheet in state["seats"]:
        if sheet["taken"]["torch"] == 0:
            sheet["torch_lit"] = True
            return True
    return False


def fewer_items_than_the_character_began_with(state: State) -> bool:
    for sheet in state["seats"]:
        for item in BOX.characters[sheet["character"]].items:
            sheet["taken"][item] = 0
            return True
    return False


def stone_where_nothing_petrifies(state: State) -> bool:
    for sheet in state["seats"]:
        if sheet["life"] and here(state) != "boss-gazer":
            sheet["status"] = "petrified"
            return True
    return False


def cards_of_the_dead_that_still_count(state: State) -> bool:
    for sheet in state["seats"]:
        if state["result"] is None and sheet["status"] == "dead" and sheet["played"]:
            sheet["laid"] = [f"p{sheet['played'][0]}"]
            return True
    return False


def another_first_player_in_the_middle_of_a_round(state: State) -> bool:
    if state["first_seat"] is None or not is_first_play(state) or state["wave"] > 1:
        return False
    state["first_seat"] = next(number for number in living(state) if number != state["first_seat"])
    return True


def a_dead_first_player(state: State) -> bool:
    gone = [number for number, sheet in enumerate(state["seats"]) if sheet["status"] == "dead"]
    if state["first_seat"] is None or not gone or not is_open_room(state):
        return False
    state["first_seat"] = gone[0]
    return True


def another_mode(state: State) -> bool:
    state["options"]["mode"] = "standard" if state["first_seat"] is not None else "tactical"
    return True


def a_fight_against_a_plain_boss_twice(state: State) -> bool:
    state["fight"] = 2
    return here(state) != "boss-twintail"


def a_bonus_play_without_a_chest(state: State) -> bool:
    state["phase"] = "bonus_play"
    return here(state) != "boss-hoard"


def another_room(state: State) -> bool:
    """A boss where an ordinary room is played, or the other way round."""
    is_boss = state["phase"] in ("boss_play", "bonus_play")
    state["level"], state["room"] = (1, 1) if is_boss else (5, 5)
    return state["result"] is None


def another_winner(state: State) -> bool:
    if state["result"] is None:
        return False
    state["result"]["winners"] = [0] if state["result"]["winners"] != [0] else [1]
    return True


def another_reason(state: State) -> bool:
    if state["result"] is None:
        return False
    state["result"]["reason"] = "all_dead" if state["result"]["reason"] != "all_dead" else "dungeon_explored"
    return True


def another_collapse(state: State) -> bool:
    if state["result"] is None:
        return False
    state["result"]["collapsed"] = [] if state["result"]["collapsed"] else [0]
    return True


def an_explored_dungeon_that_was_not_reset(state: State) -> bool:
    explored = state["result"] is not None and state["result"]["reason"] == "dungeon_explored"
    return explored and take_item(state, living(state)[0], "ball")


def a_survivor_without_its_power_cards(state: State) -> bool:
    explored = state["result"] is not None and state["result"]["reason"] == "dungeon_explored"
    return explored and play_power(state, living(state)[0], laid=False)


def an_end_before_the_boss(state: State) -> bool:
    if state["result"] is None or state["result"]["reason"] != "dungeon_explored":
        return False
    state["level"], state["fight"] = 4, 0
    return True


def a_card_face_down_at_the_end(state: State) -> bool:
    if state["result"] is None or not living(state):
        return False
    sheet = state["seats"][living(state)[0]]
    sheet["committed"] = [f"p{sheet['power'].pop()}"] if sheet["power"] else []
    return True


def an_end_that_did_not_come(state: State) -> bool:
    if state["result"] is None:
        return False
    state["result"], state["phase"] = None, "play"
    return True


REACHABLE: Final = reachable()
DISTORTIONS: Final[list[Callable[[State], bool]]] = [
    a_later_wave,
    an_earlier_wave,
    a_seat_that_is_no_longer_asked,
    a_seat_of_a_second_fight_that_is_not_asked,
    a_seat_of_the_bonus_play_that_is_not_asked,
    seats_asked_in_another_order,
    a_seat_asked_after_it_has_played,
    a_dead_seat_that_is_asked,
    a_seat_waiting_behind_no_ball,
    two_cards_face_down_in_a_room,
    a_card_face_down_in_the_tactical_mode,
    a_second_card_in_an_ordinary_room,
    a_card_face_up_before_its_seat_has_played,
    a_card_that_no_longer_counts,
    a_laid_card_of_another_kind_of_room,
    a_ball_of_another_seat,
    an_item_back_too_early,
    a_ball_no_seat_played,
    a_key_no_seat_laid,
    a_seat_that_could_not_finish_its_play,
    a_torch_lit_since_nothing_was_laid,
    a_torch_lit_since_by_a_seat_that_lit_none,
    more_torches_lit_since_than_are_in_play,
    a_torch_neither_laid_nor_lit,
    an_item_in_play_that_is_still_in_the_hand,
    a_look_without_a_torch,
    fewer_items_than_the_character_began_with,
    stone_where_nothing_petrifies,
    cards_of_the_dead_that_still_count,
    another_first_player_in_the_middle_of_a_round,
    a_dead_first_player,
    another_mode,
    a_fight_against_a_plain_boss_twice,
    a_bonus_play_without_a_chest,
    another_room,
    another_winner,
    another_reason,
    another_collapse,
    an_explored_dungeon_that_was_not_reset,
    a_survivor_without_its_power_cards,
    an_end_before_the_boss,
    a_card_face_down_at_the_end,
    an_end_that_did_not_come,
]
"""Changes of a reachable state into one that no game reaches. A change that does not apply returns False."""


@pytest.mark.parametrize("distort", DISTORTIONS, ids=lambda distort: distort.__name__)
def test_a_state_that_no_play_reaches_is_refused(distort: Callable[[State], bool]) -> None:
    """Every state is one change away from a state of a random game."""
    distorted = [state for state in map(copy_state, REACHABLE) if distort(state)]

    assert distorted
    assert [state for state in distorted if not list(broken_invariants(BOX, state))] == []


def test_every_state_that_play_reaches_is_accepted() -> None:
    assert [broken for state in REACHABLE for broken in broken_invariants(BOX, state)] == []
