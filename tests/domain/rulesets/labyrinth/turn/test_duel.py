"""The Duel: which rule a pair of cards falls under, and what each rule does."""

from __future__ import annotations

from itertools import permutations

import pytest

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.labyrinth.state import State
from tests.domain.rulesets.labyrinth.tables import (
    EAST_ROOM,
    ONLY_SOUTH_OPEN,
    SEVEN,
    a_state,
    before_duel,
    discarded,
    duel,
    legal,
    play,
    refused,
    resolving,
    rivals_of,
    team_of,
    told,
    told_types,
)

SAMPLES = {
    "trophy": ["P1", "P2"],
    "steambot": ["BS1", "BL1"],
    "cage": ["C1", "C2"],
    "knight": ["K7", "K8"],
    "mage": ["MAGE"],
    "dragon": ["DRAGON"],
    "thief": ["THIEF"],
    "market": ["MARKET"],
    "location": ["L08", "L09"],
}
"""Two cards of each sort; the Trophies beat no Steambot, and the Steambots are of different types."""

PAIRS = """
player    trophy   steambot      cage           knight        mage          dragon  thief   market  location
trophy    draw     player        nothing        nothing       nothing       dragon  nothing nothing lay
steambot  rival    both          rival_catches  rival         rival         dragon  nothing nothing lay
cage      nothing  player_catches draw          nothing       nothing       dragon  nothing nothing lay
knight    nothing  player        nothing        draw          nothing       dragon  nothing nothing lay
mage      nothing  player        nothing        nothing       -             dragon  nothing nothing lay
dragon    dragon   dragon        dragon         dragon        dragon        -       dragon  dragon  lay
thief     nothing  nothing       nothing        nothing       nothing       dragon  -       nothing lay
market    nothing  nothing       nothing        nothing       nothing       dragon  nothing -       lay
location  lay      lay           lay            lay           lay           lay     lay     lay     lay
"""
"""The pair summary: the player's card by row, the rival's by column."""


def pair_table() -> list[tuple[str, str, str]]:
    header, *rows = [line.split() for line in PAIRS.strip().splitlines()]
    return [
        (row[0], sort, expected)
        for row in rows
        for sort, expected in zip(header[1:], row[1:], strict=True)
        if expected != "-"
    ]


def happened(state: State, facts: Facts) -> str:
    """The result of a pair, read from the table."""
    told_of = told_types(facts)
    if state["phase"] == "place_location":
        return "lay"
    if state["phase"] == "dragon":
        return "dragon"
    if state["phase"] == "duel_cage":
        return "player_catches"
    if state["phase"] == "defend":
        mine, theirs = state["resolving"]["card"], state["resolving"]["rival_card"]
        if "steambot_caught_by_rival" in told_of:
            return "rival_catches"
        return "both" if mine[:2] in ("BS", "BL", "BA") and theirs[:2] in ("BS", "BL", "BA") else "player"
    assert state["phase"] == "choose_move"
    if "steambot_attacked_rival" in told_of:
        return "rival"
    return "draw" if "duel_tied" in told_of else "nothing"


@pytest.mark.clause("LB-060")
@pytest.mark.parametrize(("mine", "theirs", "expected"), pair_table())
def test_the_first_matching_rule_resolves_the_pair(mine: str, theirs: str, expected: str) -> None:
    first, second = SAMPLES[mine][0], SAMPLES[theirs][-1]
    state, facts = duel(first, second, team={"K1": None, "K2": None})

    assert happened(state, facts) == expected
    if expected in ("draw", "nothing"):
        assert sorted(discarded(facts)) == sorted([first, second])
        assert rivals_of(state) == {"blue": ("K9", None)}
        assert (state["turn"], state["resolving"]) == (2, None)
    if expected == "rival":
        assert sorted(discarded(facts)) == sorted([first, second, "K9"])
        assert rivals_of(state) == {}


@pytest.mark.clause("LB-060")
def test_the_first_card_is_the_players_and_both_are_shown_at_once() -> None:
    state, facts = duel("P1", "R1", "C1")

    left = len(state["deck"])
    assert told(facts, "duel_cards_revealed") == [
        {"seat": 0, "card": "P1", "rival": "blue", "rival_card": "R1", "deck_count": left}
    ]
    assert facts.opened == [f"deck/{49 - left - 2}", f"deck/{49 - left - 1}"]
    assert state["deck"][0] == "C1"
    assert told(facts, "duel_won") == [{"seat": 0, "card": "P1", "beaten": "R1"}]


@pytest.mark.clause("LB-061")
@pytest.mark.parametrize("other", ["R1", "BS1", "C1", "K8", "MAGE", "DRAGON", "THIEF"])
@pytest.mark.parametrize("mine_first", [True, False])
def test_a_location_is_laid_and_the_other_card_has_no_effect(other: str, mine_first: bool) -> None:
    team, held = {"K1": "S1", "K2": "P1"}, "P2"
    pair = ("L08", other) if mine_first else (other, "L08")
    state, facts = duel(*pair, team=team, rival_trophy=held)

    assert discarded(facts) == [other]
    assert state["resolving"] == resolving(*pair, rival="blue", still_open=["L08"])
    play(state, "place_location", x=0, y=1, rotation=0)
    assert (team_of(state), rivals_of(state)) == (team, {"blue": ("K9", held)})
    assert (state["phase"], state["turn"], state["laid_count"], state["cell"]) == ("choose_move", 2, 2, [1, 0])


@pytest.mark.clause("LB-061")
def test_two_locations_are_both_laid_the_players_first() -> None:
    state, _ = duel("L12", "L08")
    assert legal(state) == ["place_location 0 -1 180", "place_location 0 1 0"]

    play(state, "place_location", x=0, y=1, rotation=0)

    assert (state["phase"], state["laid_count"], state["resolving"]["open"]) == ("place_location", 2, ["L08"])
    assert legal(state) == ["place_location 0 -1 0"], "the dead end is not open to the south"
    play(state, "place_location", x=0, y=-1, rotation=0)
    assert (state["phase"], state["laid_count"], state["turn"]) == ("choose_move", 3, 2)


@pytest.mark.clause("LB-061", "LB-034")
def test_of_two_locations_the_first_may_shut_the_second_out_or_fit_nowhere_itself() -> None:
    ring = {"table": ONLY_SOUTH_OPEN, "at": (0, 0), "rivals": [("blue", "K9", None, (1, 0))]}
    state = a_state(top=["L12", "L08"], **ring)
    play(state, "move", x=1, y=0)
    facts = play(state, "place_location", x=0, y=1, rotation=0)
    assert discarded(facts) == ["L08"]
    assert (state["phase"], state["laid_count"]) == ("choose_move", 6)

    state = a_state(top=["L10", "L08"], **ring)
    facts = play(state, "move", x=1, y=0)
    assert discarded(facts) == ["L10"]
    assert (state["phase"], state["resolving"]["open"], state["laid_count"]) == ("place_location", ["L08"], 5)


@pytest.mark.clause("LB-061", "LB-110", "LB-114")
def test_when_the_first_of_two_is_the_eighth_the_second_goes_to_the_discard() -> None:
    state = a_state(table=SEVEN, top=["L12", "L04"], rivals=[("blue", "K9", None, (0, 1))])
    play(state, "move", x=0, y=1)

    facts = play(state, "place_location", x=0, y=3, rotation=0)

    assert (state["laid_count"], state["phase"]) == (8, "place_chest")
    assert discarded(facts) == ["L04"]


@pytest.mark.clause("LB-061")
def test_when_the_first_of_two_is_the_seventh_the_second_is_laid_as_the_eighth() -> None:
    state = a_state(table=SEVEN[:6], top=["L12", "L04"], rivals=[("blue", "K9", None, (0, 1))])
    play(state, "move", x=0, y=1)
    play(state, "place_location", x=0, y=3, rotation=0)
    assert (state["laid_count"], state["phase"]) == (7, "place_location")

    play(state, "place_location", x=1, y=0, rotation=180)

    assert (state["laid_count"], state["phase"]) == (8, "place_chest")


@pytest.mark.clause("LB-062")
@pytest.mark.parametrize("special", ["THIEF", "MARKET"])
@pytest.mark.parametrize("other", ["R1", "BS1", "C1", "K8", "MAGE"])
@pytest.mark.parametrize("mine_first", [True, False])
def test_thief_and_market_do_nothing_in_a_duel_and_neither_does_the_other_card(
    special: str, other: str, mine_first: bool
) -> None:
    team = {"K1": "S1", "K2": None}
    pair = (special, other) if mine_first else (other, special)
    state, facts = duel(*pair, team=team, rival_trophy="P2")

    assert (team_of(state), rivals_of(state)) == (team, {"blue": ("K9", "P2")})
    assert discarded(facts) == list(pair)
    assert (state["phase"], state["turn"]) == ("choose_move", 2)


@pytest.mark.clause("LB-062", "LB-063")
@pytest.mark.parametrize("other", ["R1", "BS1", "C1", "K8", "MAGE", "THIEF"])
@pytest.mark.parametrize("mine_first", [True, False])
def test_the_dragon_strikes_both_duellists_whoever_drew_it(other: str, mine_first: bool) -> None:
    pair = ("DRAGON", other) if mine_first else (other, "DRAGON")
    state, facts = duel(
        *pair,
        team={"K1": "S1", "K2": "P1"},
        rival_trophy="P2",
        rivals=[("green", "K6", "P3", (0, 0))],
    )
    assert discarded(facts) == ["P1", "P2", "K9"], "Paper first, then the rival's Knight"
    assert rivals_of(state) == {"green": ("K6", "P3")}, "who does not duel keeps Paper and Knight"
    assert team_of(state) == {"K1": "S1", "K2": None}
    assert legal(state) == ["lose_character K1", "lose_character K2"]

    facts = play(state, "lose_character", character="K1")

    assert discarded(facts) == ["K1", "S1", *pair]
    assert (team_of(state), state["phase"], state["turn"]) == ({"K2": None}, "choose_move", 2)


@pytest.mark.clause("LB-063")
def test_the_dragon_takes_a_rivals_rock_along_with_its_knight() -> None:
    state, facts = duel("DRAGON", "C1", rival_trophy="R1")

    assert discarded(facts) == ["K9", "R1"]
    assert rivals_of(state) == {}


@pytest.mark.clause("LB-063", "LB-110", "LB-114")
def test_the_dragon_in_a_duel_may_scare_the_last_character_away() -> None:
    state, _ = duel("C1", "DRAGON", team={"K1": "S1"})

    facts = play(state, "lose_character", character="K1")

    assert (state["phase"], state["result"]["ended_by"]) == ("over", "team_lost")
    assert discarded(facts) == ["K1", "S1", "C1", "DRAGON"]


@pytest.mark.clause("LB-064")
@pytest.mark.parametrize(
    "pair", [("R1", "R2"), ("C1", "C2"), ("K7", "K8"), ("BS1", "BS2"), ("BL1", "BL2"), ("BA2", "BA1")]
)
def test_equal_cards_are_a_draw_and_go_to_the_discard(pair: tuple[str, str]) -> None:
    team = {"K1": "R3", "K2": "S1"}
    state, facts = duel(*pair, team=team, rival_trophy="S2")

    assert told(facts, "duel_tied") == [{"cards": list(pair)}]
    assert discarded(facts) == list(pair)
    assert (team_of(state), rivals_of(state)) == (team, {"blue": ("K9", "S2")})
    assert (state["phase"], state["turn"]) == ("choose_move", 2)


@pytest.mark.clause("LB-065")
@pytest.mark.parametrize(
    ("drawn", "held", "changes"),
    [
        ("R", "P1", True),
        ("R", "S1", False),
        ("R", "R3", False),
        ("P", "S1", True),
        ("P", "R3", False),
        ("S", "R1", True),
        ("S", "P1", False),
    ],
)
def test_a_draw_of_trophies_can_be_changed_only_by_the_trophy_that_beats_them(
    drawn: str, held: str, changes: bool
) -> None:
    pair = {"R": ("R1", "R2"), "P": ("P2", "P3"), "S": ("S2", "S3")}[drawn]
    state, facts = duel(*pair, team={"K1": None, "K2": held})

    if changes:
        assert legal(state) == ["change_duel K2", "accept_draw"]
        assert refused(state, "change_duel", character="K1").clause == "LB-065"
        assert refused(state, "change_duel", character="K3").clause == "LB-065"
    else:
        assert state["phase"] == "choose_move"
        assert discarded(facts) == list(pair)


@pytest.mark.clause("LB-065")
def test_a_trophy_that_does_not_beat_the_draw_is_refused() -> None:
    state, _ = duel("R1", "R2", team={"K1": "P1", "K2": "S1"})

    error = refused(state, "change_duel", character="K2")

    assert error.clause == "LB-065"
    assert "Scissors, which does not beat Rock" in str(error)


@pytest.mark.clause("LB-065")
@pytest.mark.parametrize("pair", [("C1", "C2"), ("K7", "K8"), ("BS1", "BS2")])
def test_no_other_draw_can_be_changed(pair: tuple[str, str]) -> None:
    state, _ = duel(*pair, team={"K1": "S1", "K2": "R1", "K3": "P1"})

    assert state["phase"] == "choose_move"
    assert refused(state, "change_duel", character="K1").clause == "LB-065"


@pytest.mark.clause("LB-064", "LB-065")
def test_a_draw_may_be_accepted() -> None:
    state, _ = duel("R1", "R2", team={"K1": "P1"})

    facts = play(state, "accept_draw")

    assert discarded(facts) == ["R1", "R2"]
    assert (team_of(state), state["phase"], state["turn"]) == ({"K1": "P1"}, "choose_move", 2)


@pytest.mark.clause("LB-066", "LB-067")
def test_a_changed_draw_is_won_with_three_trophies_on_the_table() -> None:
    """The example of the clause: Rock against Rock, K6 holds Paper."""
    state, _ = duel("R1", "R2", team={"K6": "P1", "K2": "S1"})

    facts = play(state, "change_duel", character="K6")

    assert told(facts, "draw_changed") == [{"seat": 0, "character": "K6", "card": "P1", "beaten": "R2"}]
    assert team_of(state) == {"K6": None, "K2": "S1"}
    assert state["resolving"]["open"] == ["R1", "R2", "P1"]
    assert legal(state) == [
        "take_trophy rock K6",
        "swap_trophy rock K2",
        "take_trophy paper K6",
        "swap_trophy paper K2",
        "leave_trophy",
    ]

    facts = play(state, "take_trophy", kind="rock", character="K6")

    assert team_of(state) == {"K6": "R1", "K2": "S1"}, "of two Rocks it is the player's own drawn one"
    assert discarded(facts) == ["R2", "P1"]
    assert [fact["clauses"] for fact in facts.public if fact["type"] == "cards_discarded"] == [["LB-067"]]
    assert (state["phase"], state["turn"]) == ("choose_move", 2)


@pytest.mark.clause("LB-066")
def test_after_the_change_the_played_trophy_may_be_taken_back_and_nothing_changes_again() -> None:
    state, _ = duel("S2", "S3", team={"K1": "R1"}, rival_trophy="P2")
    play(state, "change_duel", character="K1")
    assert refused(state, "change_duel", character="K1").clause == "LB-065"

    facts = play(state, "take_trophy", kind="rock", character="K1")

    assert team_of(state) == {"K1": "R1"}
    assert discarded(facts) == ["S2", "S3"]
    assert rivals_of(state) == {"blue": ("K9", "P2")}


@pytest.mark.clause("LB-067", "LB-068")
@pytest.mark.parametrize("team", [{"K1": None}, {"K1": None, "MAGE": None}])
@pytest.mark.parametrize(("mine", "theirs"), list(permutations(["R1", "P1", "S2"], 2)))
def test_rock_scissors_paper_with_and_without_the_mage(mine: str, theirs: str, team: dict[str, str | None]) -> None:
    wins = (mine[0], theirs[0]) in {("R", "S"), ("S", "P"), ("P", "R")}
    state, facts = duel(mine, theirs, team=team)

    if wins:
        assert (state["phase"], state["resolving"]["open"]) == ("trophy", [mine, theirs])
        assert rivals_of(state) == {"blue": ("K9", None)}
    else:
        assert (state["phase"], team_of(state)) == ("choose_move", team)
        assert told(facts, "rival_won_duel") == [{"rival": "blue", "card": theirs, "beaten": mine}]
        assert rivals_of(state)["blue"][1] is not None


@pytest.mark.clause("LB-067")
def test_the_winner_takes_one_of_the_two_swaps_or_leaves_them() -> None:
    """The example of the clause: Paper against Rock, K4 has a free slot."""
    state, _ = duel("P1", "R1", team={"K4": None, "K2": "S1"})
    assert legal(state) == [
        "take_trophy paper K4",
        "swap_trophy paper K2",
        "take_trophy rock K4",
        "swap_trophy rock K2",
        "leave_trophy",
    ]
    assert refused(state, "take_trophy", kind="scissors", character="K4").clause == "LB-067"

    facts = play(state, "swap_trophy", kind="rock", character="K2")

    assert team_of(state) == {"K4": None, "K2": "R1"}
    assert discarded(facts) == ["S1", "P1"]
    assert rivals_of(state) == {"blue": ("K9", None)}


@pytest.mark.clause("LB-067")
def test_the_winner_may_leave_both() -> None:
    state, _ = duel("P1", "R1")

    facts = play(state, "leave_trophy")

    assert discarded(facts) == ["P1", "R1"]
    assert team_of(state) == {"K1": "S1", "K2": None}


@pytest.mark.clause("LB-070")
@pytest.mark.parametrize(("steambot", "mine"), [("BS1", "R1"), ("BS1", "S2"), ("BL1", "S2"), ("BA1", "R1")])
def test_a_drawn_trophy_that_beats_the_steambot_ends_the_fight(steambot: str, mine: str) -> None:
    team = {"K1": "S1", "K2": None}
    state, facts = duel(mine, steambot, team=team, rival_trophy="P2")

    assert discarded(facts) == [mine, steambot]
    assert (team_of(state), rivals_of(state)) == (team, {"blue": ("K9", "P2")})
    assert told(facts, "steambot_stopped") == [{"seat": 0, "steambot": steambot, "card": mine}]
    assert (state["phase"], state["turn"]) == ("choose_move", 2)


@pytest.mark.clause("LB-070", "LB-041")
def test_with_the_mage_only_drawn_paper_helps_the_player() -> None:
    team = {"K1": None, "MAGE": None}
    state, facts = duel("P1", "BL1", team=team)
    assert (state["phase"], discarded(facts)) == ("choose_move", ["P1", "BL1"])

    state, _ = duel("S2", "BL1", team=team)
    assert (state["phase"], legal(state)) == ("defend", ["lose_character K1", "lose_character MAGE"])


@pytest.mark.clause("LB-071")
def test_who_can_fight_must_and_chooses_with_which_trophy() -> None:
    state, facts = duel("R1", "BL1", team={"K1": "S1", "K2": "S2", "K3": "R2"})
    assert told(facts, "steambot_attacked") == [{"seat": 0, "steambot": "BL1", "beaten_by": ["scissors"]}]
    assert legal(state) == ["fight_steambot K1", "fight_steambot K2"]
    error = refused(state, "lose_character", character="K3")
    assert error.clause == "LB-071"
    assert "Who can: Bram of the Boiler Gate, Maren Halfhelm" in str(error)
    assert refused(state, "fight_steambot", character="K3").clause == "LB-040"
    assert refused(state, "fight_steambot", character="K5").clause == "LB-071"

    facts = play(state, "fight_steambot", character="K2")

    assert discarded(facts) == ["BL1", "S2", "R1"], "the drawn Rock was of no use and is not kept"
    assert team_of(state) == {"K1": "S1", "K2": None, "K3": "R2"}
    assert (state["phase"], state["turn"], state["resolving"]) == ("choose_move", 2, None)


@pytest.mark.clause("LB-071")
def test_who_cannot_fight_loses_anybody_with_the_trophy() -> None:
    state, _ = duel("R1", "BL1", team={"K1": "R2", "K2": "P1"})
    assert legal(state) == ["lose_character K1", "lose_character K2"]

    facts = play(state, "lose_character", character="K2")

    assert discarded(facts) == ["K2", "P1", "BL1", "R1"]
    assert team_of(state) == {"K1": "R2"}
    assert rivals_of(state) == {"blue": ("K9", None)}


@pytest.mark.clause("LB-071", "LB-041")
def test_with_the_mage_the_inventory_must_hold_paper() -> None:
    state, _ = duel("K8", "BS1", team={"K1": "S1", "MAGE": "P1"})
    assert legal(state) == ["fight_steambot MAGE"]

    state, _ = duel("K8", "BS1", team={"K1": "S1", "MAGE": "R1"})
    assert legal(state) == ["lose_character K1", "lose_character MAGE"]
    assert refused(state, "fight_steambot", character="K1").clause == "LB-041"


@pytest.mark.clause("LB-072")
def test_two_different_steambots_attack_the_other_side_the_player_resolving_first() -> None:
    state, facts = duel("BL1", "BA1", team={"K1": "R1", "K2": None}, rival_trophy="S2")
    assert told(facts, "steambot_attacked") == [{"seat": 0, "steambot": "BA1", "beaten_by": ["rock"]}]
    assert told(facts, "steambot_attacked_rival") == []
    assert legal(state) == ["fight_steambot K1"]

    facts = play(state, "fight_steambot", character="K1")

    assert told(facts, "steambot_attacked_rival") == [{"rival": "blue", "steambot": "BL1"}]
    assert discarded(facts) == ["BA1", "R1", "BL1", "S2"]
    assert rivals_of(state) == {"blue": ("K9", None)}
    assert (state["phase"], state["turn"]) == ("choose_move", 2)


@pytest.mark.clause("LB-072", "LB-105")
def test_after_the_players_loss_the_rival_still_meets_the_players_steambot() -> None:
    state, _ = duel("BL1", "BA1", team={"K1": "S1", "K2": None}, rival_trophy="R2")

    facts = play(state, "lose_character", character="K2")

    assert discarded(facts) == ["K2", "BA1", "BL1", "K9", "R2"]
    assert (team_of(state), rivals_of(state)) == ({"K1": "S1"}, {})


@pytest.mark.clause("LB-072", "LB-110", "LB-114")
def test_if_the_players_fight_ends_the_game_the_rivals_is_not_resolved() -> None:
    state, _ = duel("BL1", "BA1", team={"K1": "S1"})

    facts = play(state, "lose_character", character="K1")

    assert (state["phase"], state["result"]["ended_by"]) == ("over", "team_lost")
    assert told(facts, "steambot_attacked_rival") == []
    assert rivals_of(state) == {"blue": ("K9", None)}, "the rival keeps its Knight"
    assert discarded(facts) == ["K1", "S1", "BA1", "BL1"]


@pytest.mark.clause("LB-075", "LB-102")
def test_a_caught_steambot_let_loose_meets_the_trophy_the_rival_holds() -> None:
    state, facts = duel("C1", "BS1", rival_trophy="S2")
    assert told(facts, "steambot_attacked") == []
    assert legal(state) == ["release_steambot", "discard_steambot"]

    facts = play(state, "release_steambot")

    assert rivals_of(state) == {"blue": ("K9", None)}
    assert sorted(discarded(facts)) == ["BS1", "C1", "S2"]
    assert (state["phase"], state["turn"]) == ("choose_move", 2)


@pytest.mark.clause("LB-075", "LB-105")
def test_a_caught_steambot_let_loose_on_an_unarmed_rival_puts_it_out() -> None:
    state, _ = duel("C1", "BS1", rival_trophy="P2")

    facts = play(state, "release_steambot")

    assert rivals_of(state) == {}
    assert sorted(discarded(facts)) == ["BS1", "C1", "K9", "P2"]


@pytest.mark.clause("LB-075")
def test_a_caught_steambot_may_be_put_away() -> None:
    state, _ = duel("C1", "BS1")

    facts = play(state, "discard_steambot")

    assert discarded(facts) == ["C1", "BS1"]
    assert (team_of(state), rivals_of(state)) == ({"K1": "S1", "K2": None}, {"blue": ("K9", None)})
    assert refused(state, "release_steambot").clause == "LB-075"


@pytest.mark.clause("LB-076", "LB-104")
def test_a_rivals_cage_turns_the_players_steambot_against_him() -> None:
    state, facts = duel("BL1", "C1", team={"K1": "S1", "K2": "R1"}, rival_trophy="S2")
    assert told(facts, "steambot_caught_by_rival") == [{"seat": 0, "rival": "blue", "card": "C1", "steambot": "BL1"}]
    assert legal(state) == ["fight_steambot K1"]
    assert refused(state, "lose_character", character="K2").clause == "LB-071"

    facts = play(state, "fight_steambot", character="K1")

    assert sorted(discarded(facts)) == ["BL1", "C1", "S1"]
    assert rivals_of(state) == {"blue": ("K9", "S2")}, "the rival has nothing to fend off"
    assert told(facts, "steambot_attacked_rival") == []


@pytest.mark.clause("LB-076")
def test_without_a_suitable_trophy_the_caught_steambot_costs_the_player_a_character() -> None:
    state, _ = duel("BL1", "C1", team={"K1": "R1", "MAGE": None})
    assert legal(state) == ["lose_character K1", "lose_character MAGE"]

    facts = play(state, "lose_character", character="MAGE")

    assert (team_of(state), rivals_of(state)) == ({"K1": "R1"}, {"blue": ("K9", None)})
    assert sorted(discarded(facts)) == ["BL1", "C1", "MAGE"]


@pytest.mark.clause("LB-078")
@pytest.mark.parametrize(
    "pair", [("R1", "C1"), ("C1", "R1"), ("K8", "R1"), ("MAGE", "R1"), ("R1", "MAGE"), ("K8", "MAGE"), ("C1", "K8")]
)
def test_any_other_pair_has_no_effect(pair: tuple[str, str]) -> None:
    state, facts = duel(*pair)

    assert told(facts, "duel_without_effect") == [{"cards": list(pair)}]
    assert discarded(facts) == list(pair)
    assert team_of(state) == {"K1": "S1", "K2": None}, "the Mage does not join"
    assert rivals_of(state) == {"blue": ("K9", None)}, "the Knight is no new rival"


@pytest.mark.clause("LB-079", "LB-070")
@pytest.mark.parametrize("card", ["K8", "MAGE"])
def test_knight_and_mage_are_of_no_help_against_a_steambot(card: str) -> None:
    state, _ = duel(card, "BS1", team={"K1": None, "K2": None})
    assert legal(state) == ["lose_character K1", "lose_character K2"]
    facts = play(state, "lose_character", character="K1")
    assert discarded(facts) == ["K1", "BS1", card]

    state, facts = duel("BS1", card)
    assert rivals_of(state) == {}
    assert sorted(discarded(facts)) == sorted(["BS1", card, "K9"])


@pytest.mark.clause("LB-079")
def test_a_mage_just_drawn_does_not_make_paper_a_weapon() -> None:
    state, _ = duel("MAGE", "BS1", team={"K1": "P1", "K2": "S1"})

    assert legal(state) == ["fight_steambot K2"]


def last_card(card: str, **arguments: object) -> tuple[State, Facts]:
    """A duel for which the deck has but that card."""
    state = before_duel(card, whole_deck=True, **arguments)  # type: ignore[arg-type]
    return state, play(state, "move", x=1, y=0)


@pytest.mark.clause("LB-080", "LB-078")
@pytest.mark.parametrize("card", ["R1", "C1", "K8", "MAGE", "THIEF", "MARKET"])
def test_the_last_card_is_the_players_and_mostly_comes_to_nothing(card: str) -> None:
    state, facts = last_card(card, rival_trophy="P2")

    assert told(facts, "last_card_revealed") == [{"seat": 0, "card": card, "rival": "blue", "deck_count": 0}]
    assert told(facts, "duel_cards_revealed") == []
    assert discarded(facts) == [card]
    assert (team_of(state), rivals_of(state)) == ({"K1": "S1", "K2": None}, {"blue": ("K9", "P2")})
    assert state["phase"] == "place_chest"


@pytest.mark.clause("LB-080")
def test_a_location_as_the_last_card_is_laid() -> None:
    state, _ = last_card("L08")
    assert state["phase"] == "place_location"

    play(state, "place_location", x=0, y=1, rotation=0)

    assert (state["laid_count"], state["phase"]) == (2, "place_chest")


@pytest.mark.clause("LB-080", "LB-063")
def test_the_dragon_as_the_last_card_strikes_both() -> None:
    state, facts = last_card("DRAGON", team={"K1": "P1", "K2": None}, rival_trophy="P2")
    assert discarded(facts) == ["P1", "P2", "K9"]

    play(state, "lose_character", character="K2")

    assert (team_of(state), rivals_of(state), state["phase"]) == ({"K1": None}, {}, "place_chest")


@pytest.mark.clause("LB-080", "LB-102")
@pytest.mark.parametrize(("held", "left"), [("S2", {"blue": ("K9", None)}), ("P2", {})])
def test_a_steambot_as_the_last_card_attacks_the_rival(held: str, left: dict[str, object]) -> None:
    state, facts = last_card("BS1", rival_trophy=held)

    assert told(facts, "steambot_attacked_rival") == [{"rival": "blue", "steambot": "BS1"}]
    assert rivals_of(state) == left
    assert (team_of(state), state["phase"]) == ({"K1": "S1", "K2": None}, "place_chest")


@pytest.mark.clause("LB-080")
def test_with_two_cards_left_both_sides_have_one() -> None:
    state = before_duel("C1", "K8", whole_deck=True)
    facts = play(state, "move", x=1, y=0)

    assert told(facts, "last_card_revealed") == []
    assert discarded(facts) == ["C1", "K8"]
    assert state["phase"] == "place_chest"


@pytest.mark.clause("LB-081")
def test_after_a_duel_token_and_rival_stay_and_the_next_turn_leads_away() -> None:
    state, _ = duel("C1", "K8", "R1")

    assert (state["cell"], state["rivals"][0]["cell"]) == ([1, 0], [1, 0])
    assert legal(state) == ["move 0 0"], "not another duel on the spot"
    facts = play(state, "move", x=0, y=0)
    assert told(facts, "card_explored")[0]["card"] == "R1"
    play(state, "leave_trophy")
    assert told(play(state, "move", x=1, y=0), "duel_begun") == [{"seat": 0, "rival": "blue"}]


@pytest.mark.clause("LB-071", "LB-008")
def test_play_goes_on_from_the_state_the_specification_shows() -> None:
    """A Rock of no use lies beside the Lancer, and K4's Scissors must be used."""
    state = a_state(team={"K4": "S1", "K2": None}, rivals=[("blue", "K7", None, (1, 0))], table=[EAST_ROOM], at=(1, 0))
    for card in ("R4", "BL2"):
        state["deck"].remove(card)
    state["phase"], state["turn"] = "defend", 2
    state["resolving"] = resolving("R4", "BL2", rival="blue")
    assert legal(state) == ["fight_steambot K4"]

    facts = play(state, "fight_steambot", character="K4")

    assert discarded(facts) == ["BL2", "S1", "R4"]
