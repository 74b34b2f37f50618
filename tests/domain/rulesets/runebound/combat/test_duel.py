"""Clauses RB-150 to RB-161 and RB-212: hero against hero."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.runebound.heroes.figures import damage, roll_bonus
from tests.domain.rulesets.runebound.tables import CONTENT, Desk, table


def duel(attacker: str = "H02", attacked: str = "H05", hex_: str = "h6") -> Desk:
    """Two heroes on one hex, nothing else there; seat 0 is about to attack."""
    return table(attacker, attacked, hexes=[hex_, hex_]).phase("adventure")


def begun(desk: Desk) -> Desk:
    return desk.play("attack_hero", seat=1)


@pytest.mark.clause("RB-150")
def test_a_hero_may_attack_one_hero_on_its_hex_towns_included() -> None:
    desk = table("H02", "H05", "H01", "H09", hexes=["g7", "g7", "h6", "g7"]).phase("adventure")
    assert [action["seat"] for action in desk.legal("attack_hero")] == [1, 3]
    desk.refused("attack_hero", "RB-150", seat=2)
    desk.refused("attack_hero", "RB-150", seat=0)
    desk.refused("attack_hero", "RB-150", seat=4)
    desk.refused("attack_hero", "RB-150", seat=5)
    desk.play("attack_hero", seat=3)

    assert desk.state["combat"]["seats"] == [0, 3]


@pytest.mark.clause("RB-150", "RB-050")
def test_on_a_site_the_hero_may_be_attacked_instead_of_the_adventure() -> None:
    desk = table("H02", "H05", hexes=["h8", "h8"]).phase("adventure")
    assert {action["type"] for action in desk.legal()} == {"attempt_adventure", "attack_hero", "decline_adventure"}
    begun(desk)
    assert desk.state["facing"] is None


@pytest.mark.clause("RB-151", "RB-080")
def test_the_attacker_fights_the_first_round_and_then_they_swap_after_every_round() -> None:
    """Everything is defended; each round the other hero is asked."""
    desk = begun(duel())
    desk.steady = True
    fighters = []
    for round_ in range(1, 5):
        assert desk.state["combat"]["round"] == round_
        fighters.append(desk.decision["seat"])
        desk.play("fight_on")
        for _ in range(3):
            desk.play("defend", boosts=[])

    assert fighters == [0, 1, 0, 1]


@pytest.mark.clause("RB-152", "RB-156")
def test_before_the_combat_the_attacked_seat_acts_first_without_its_allies_then_the_attacker_with_them() -> None:
    desk = duel("H02", "H04").give("M68", seat=0).give("M83", "M45", seat=1)
    begun(desk)
    assert (desk.asks, desk.decision["seat"]) == ("before_combat", 1)
    assert {action["source"] for action in desk.legal("use_ability")} == {"hero", "M45"}
    desk.refused("use_ability", "RB-156", source="M83", index=0)
    desk.play("begin_combat")

    assert (desk.asks, desk.decision["seat"]) == ("before_combat", 0)
    assert [action["source"] for action in desk.legal("use_ability")] == ["M68"]


@pytest.mark.clause("RB-152", "RB-160")
def test_a_knockout_before_the_combat_ends_it_and_the_striker_takes_spoils() -> None:
    desk = duel("H02", "H04").give("M24", seat=0)
    desk.hero(0)["wounds"] = 5
    begun(desk).play("use_ability", source="hero", index=0)

    assert desk.told("hero_knocked_out")[0]["seat"] == 0
    assert (desk.asks, desk.decision["seat"]) == ("take_spoils", 1)
    assert not desk.told("combat_round_began")


@pytest.mark.clause("RB-153")
def test_only_the_fighter_of_the_round_may_try_to_escape() -> None:
    desk = begun(duel())
    assert desk.decision["seat"] == 0
    desk.refused("try_escape", "RB-020", by=1, boosts=[])
    desk.play("fight_on", 1).play("defend", 20, 1, boosts=[]).play("defend", 20, 1, boosts=[])
    desk.play("defend", 20, boosts=[])
    assert (desk.asks, desk.decision["seat"]) == ("round_start", 1)
    assert desk.legal("try_escape")


@pytest.mark.clause("RB-154")
def test_the_target_throws_first_and_its_sum_is_the_number_to_beat() -> None:
    desk = begun(duel()).play("fight_on", 6)

    assert desk.asks == "combat_step"
    assert desk.state["combat"]["number"] == 7  # Orsolya's mind 1
    assert desk.told("target_thrown")[0]["number"] == 7
    assert desk.tape.asked == [("ranged:defend target", 20)]


@pytest.mark.clause("RB-154", "RB-158")
def test_a_target_so_weakened_that_it_throws_nothing_is_hit_by_anything() -> None:
    """Orsolya's mind 1 is lowered by two, and her die shows a 1."""
    desk = duel().give("M46", seat=0)
    begun(desk).play("use_ability", source="M46", index=0).play("fight_on", 1)
    assert desk.state["combat"]["number"] == 0
    desk.play("attack", 1, 20, character="hero", boosts=[])

    assert [fact["target"] for fact in desk.told("roll_succeeded")] == [0]


@pytest.mark.clause("RB-154", "RB-026")
def test_the_targets_throw_waits_only_for_one_who_can_boost_it_or_use_an_ability() -> None:
    desk = duel().give("M59", seat=1)
    begun(desk).play("fight_on")
    assert (desk.asks, desk.decision["seat"]) == ("defence_roll", 1)
    desk.play("roll_defence", 6, boosts=[{"source": "M59", "index": 0, "times": 1}])

    assert desk.state["combat"]["number"] == 15
    assert desk.hero(1)["artifacts"] == []


@pytest.mark.clause("RB-154")
def test_free_abilities_can_be_used_before_the_targets_throw() -> None:
    desk = duel("H02", "H03")
    desk.hero(1)["wounds"] = 1
    begun(desk)
    assert (desk.asks, desk.decision["seat"]) == ("before_combat", 1)
    desk.play("begin_combat").play("fight_on")
    assert (desk.asks, desk.decision["seat"]) == ("defence_roll", 1)
    desk.play("use_ability", 9, source="hero", index=0, target="hero")

    assert desk.hero(1)["wounds"] == 0
    assert desk.asks == "combat_step"  # nothing is left to use, so the throw was made


@pytest.mark.clause("RB-155", "RB-159", "RB-154")
def test_the_example_of_torvald_against_orsolya() -> None:
    """Her die 6 + 4 + 2 makes 12; his 7 + 4 fails and costs him her melee damage 2; 8 + 4 would hit."""
    desk = duel().give("M24", seat=1)
    begun(desk).play("fight_on", 6).play("defend", 20, 6, boosts=[])
    assert desk.state["combat"]["number"] == 12
    desk.play("attack", 7, 10, character="hero", boosts=[])
    assert desk.hero(0)["wounds"] == 2
    assert desk.hero(1)["wounds"] == 0

    hit = duel().give("M24", seat=1)
    begun(hit).play("fight_on", 6).play("defend", 20, 6, boosts=[]).play("attack", 8, character="hero", boosts=[])
    assert hit.asks == "window_hit"
    hit.play("pass")
    assert (hit.asks, hit.decision["seat"]) == ("window_wounds", 1)
    hit.play("pass", 10)
    assert hit.hero(1)["wounds"] == 2


@pytest.mark.clause("RB-155", "RB-088")
def test_an_ally_that_misses_suffers_the_target_heros_damage_itself() -> None:
    desk = duel().give("M79", seat=0)
    begun(desk).play("fight_on", 1).play("defend", 20, 20, boosts=[])
    desk.play("attack", 1, 1, character="M79", boosts=[])

    assert desk.ally("M79")["wounds"] == 2
    assert desk.hero(0)["wounds"] == 0
    assert [fact["clauses"] for fact in desk.told("wounds_suffered")] == [["RB-155"]]


@pytest.mark.clause("RB-155", "RB-089")
def test_a_failed_defence_of_the_fighter_costs_it_the_targets_damage() -> None:
    desk = begun(duel()).play("fight_on", 1).play("defend", 20, 20, boosts=[])
    desk.play("defend", 1, 1, boosts=[])

    assert desk.hero(0)["wounds"] == 2


@pytest.mark.clause("RB-017")
def test_within_a_round_abilities_are_used_as_in_any_other_combat() -> None:
    desk = begun(duel()).play("fight_on", 1).play("defend", 20, 1, boosts=[])
    desk.play("attack", 20, character="hero", boosts=[]).play("use_ability", source="hero", index=0)

    assert [fact["clauses"] for fact in desk.told("ability_used")] == [["RB-017"]]


@pytest.mark.clause("RB-156")
def test_the_targets_allies_neither_fight_nor_soak_nor_add_anything() -> None:
    desk = duel().give("M69", "M79", seat=1)
    begun(desk).play("fight_on", 1).play("defend", 20, 1, boosts=[])
    desk.play("attack", 20, character="hero", boosts=[]).play("pass")
    assert (desk.asks, desk.decision["seat"]) == ("window_wounds", 1)
    assert [action["source"] for action in desk.legal("use_ability")] == ["hero"]
    desk.refused("use_ability", "RB-156", source="M69", index=0)


@pytest.mark.clause("RB-156")
def test_the_fighters_own_allies_soak_and_attack() -> None:
    desk = duel().give("M69", seat=0)
    begun(desk).play("fight_on", 20)
    assert [action["character"] for action in desk.legal("attack")] == ["hero"]
    desk.play("defend", 1, boosts=[])
    assert (desk.asks, desk.decision["seat"]) == ("window_wounds", 0)
    desk.play("use_ability", 20, source="M69", index=0)
    assert [action["character"] for action in desk.legal("attack")] == ["hero", "M69"]
    assert desk.ally("M69")["wounds"] == 1


@pytest.mark.clause("RB-156")
def test_the_target_has_no_window_for_hits_and_failures() -> None:
    """Anselm, the target, throws badly and is not asked whether he throws again."""
    desk = begun(duel("H05", "H12")).play("fight_on", 1)

    assert (desk.asks, desk.decision["seat"]) == ("combat_step", 0)


@pytest.mark.clause("RB-157")
def test_for_each_try_to_escape_the_target_throws_with_its_mind_and_nothing_but_it() -> None:
    """Orsolya's mind 1 and the lens +1 count, the scroll and her hauberk do not; Torvald has mind 1."""
    desk = duel().give("M41", "M59", "M24", seat=1)
    begun(desk).play("try_escape", 10, 10, boosts=[])
    assert desk.told("target_thrown")[0]["number"] == 12
    assert (desk.hero(0)["wounds"], desk.asks) == (1, "round_start")
    desk.play("try_escape", 9, 10, boosts=[])
    assert desk.asks == "retreat_choice"
    assert desk.tape.asked[0] == ("escape target", 20)
    desk.play("retreat", to="h5")

    assert desk.hero(0)["hex"] == "h5"
    assert desk.state["combat"] is None
    assert desk.state["track"] == [None] * 6
    assert desk.decision["seat"] == 1


@pytest.mark.clause("RB-157", "RB-161")
def test_if_the_attacked_hero_escapes_as_fighter_the_attackers_turn_ends_all_the_same() -> None:
    desk = table("H02", "H05", hexes=["g7", "g7"]).phase("adventure")
    begun(desk).play("fight_on", 1)
    desk.play("defend", 20, 1, boosts=[]).play("defend", 20, 1, boosts=[]).play("defend", 20, boosts=[])
    desk.play("try_escape", 1, 20, boosts=[])
    assert (desk.asks, desk.decision["seat"]) == ("retreat_choice", 1)
    desk.play("retreat", to="h6")

    assert desk.hero(1)["hex"] == "h6"
    assert not desk.told("market_opened")
    assert (desk.asks, desk.decision["seat"]) == ("move_choice", 1)


@pytest.mark.clause("RB-158", "RB-140")
def test_a_feather_saves_the_hero_whom_a_strike_would_fell() -> None:
    desk = duel("H02", "H05").give("M48", seat=0).give("M60", seat=1)
    desk.hero(1)["wounds"] = CONTENT.heroes["H05"]["life"] - 1
    begun(desk).play("use_ability", source="M48", index=0)
    assert (desk.asks, desk.decision["seat"], desk.decision["used_up"]) == ("window_knockout", 1, [])
    desk.play("use_ability", source="M60", index=0)

    assert desk.hero(1)["wounds"] == CONTENT.heroes["H05"]["life"] - 1
    assert (desk.asks, desk.decision["seat"]) == ("round_start", 0)


@pytest.mark.clause("RB-158")
def test_weakening_blunting_and_striking_a_hero() -> None:
    desk = duel("H02", "H05").give("M45", "M57", "M48", seat=0)
    begun(desk)
    assert (desk.asks, desk.decision["seat"]) == ("before_combat", 0)
    for card in ("M45", "M57", "M48"):
        desk.play("use_ability", source=card, index=0)

    assert desk.hero(1)["wounds"] == 1
    assert damage(desk.content, desk.state, 1, "hero", "melee") == 1
    assert damage(desk.content, desk.state, 1, "hero", "ranged") == 0
    desk.play("fight_on", 1).play("defend", 5, boosts=[])
    assert desk.state["combat"]["number"] == 7  # die 5, body 4, weakened by 2


@pytest.mark.clause("RB-158")
def test_weakening_lowers_the_other_heros_own_attacks_but_not_its_allies() -> None:
    for who, bonus in (("hero", -2), ("M79", 0)):
        desk = duel("H02", "H05").give("M45", seat=0).give("M79", seat=1)
        desk.steady = True
        begun(desk).play("use_ability", source="M45", index=0).play("fight_on")
        for _ in range(3):
            desk.play("defend", boosts=[])
        desk.play("fight_on").play("defend", boosts=[]).play("attack", character=who, boosts=[])

        assert (desk.told("roll_succeeded")[0]["seat"], desk.told("roll_succeeded")[0]["bonus"]) == (1, bonus)


@pytest.mark.clause("RB-158")
def test_blunting_lowers_the_other_heros_own_damage_but_not_that_of_its_allies() -> None:
    desk = duel("H02", "H05").give("M57", seat=0).give("M82", seat=1)
    before = {kind: damage(desk.content, desk.state, 1, "hero", kind) for kind in ("ranged", "melee", "magic")}
    begun(desk).play("use_ability", source="M57", index=0)

    for kind, n in (("ranged", 1), ("melee", 2), ("magic", 1)):
        assert damage(desk.content, desk.state, 1, "hero", kind) == max(0, before[kind] - 1)
        assert damage(desk.content, desk.state, 1, "M82", kind) == n


@pytest.mark.clause("RB-160", "RB-142", "RB-143")
def test_the_winner_takes_one_card_as_it_lies_and_the_loser_wakes_in_a_town() -> None:
    desk = duel().give("M82", seat=1, wounds=2, fatigue=1).give("M08", "M24", "R01", seat=1)
    desk.hero(1).update(wounds=5, gold=7)
    desk.hero(1)["down"] = ["M08"]
    begun(desk).play("fight_on", 1).play("attack", 20, character="hero", boosts=[])
    assert desk.asks == "take_spoils"
    assert [action["card"] for action in desk.legal()] == ["M08", "M24", "M82", "R01", None]
    desk.refused("take_spoils", "RB-160", card="M40")
    desk.play("take_spoils", card="M82")

    assert desk.hero(0)["allies"] == [{"id": "M82", "wounds": 2, "fatigue": 1}]
    assert desk.hero(1)["allies"] == []
    assert (desk.hero(1)["hex"], desk.hero(1)["gold"], desk.hero(1)["wounds"]) == ("g7", 4, 0)
    order = ["spoils_taken", "hero_placed", "losses_paid", "turn_ended"]
    assert [type_ for type_ in desk.types() if type_ in order][:4] == order


@pytest.mark.clause("RB-160", "RB-009")
def test_a_card_taken_face_down_stays_face_down() -> None:
    desk = duel().give("M08", seat=1)
    desk.hero(1)["wounds"] = 5
    desk.hero(1)["down"] = ["M08"]
    begun(desk).play("fight_on", 1).play("attack", 20, character="hero", boosts=[]).play("take_spoils", card="M08")

    assert desk.hero(0)["down"] == ["M08"]
    assert desk.hero(1)["down"] == []


@pytest.mark.clause("RB-160")
def test_the_winner_may_take_nothing_and_a_loser_without_cards_leaves_no_decision() -> None:
    desk = duel().give("M08", seat=1)
    desk.hero(1)["wounds"] = 5
    begun(desk).play("fight_on", 1).play("attack", 20, character="hero", boosts=[]).play("take_spoils", card=None)
    assert desk.hero(1)["artifacts"] == ["M08"]

    bare = duel()
    bare.hero(1)["wounds"] = 5
    begun(bare).play("fight_on", 1).play("attack", 20, character="hero", boosts=[])
    assert (bare.asks, bare.decision["seat"]) == ("move_choice", 1)


@pytest.mark.clause("RB-160", "RB-186", "RB-187")
def test_the_winner_keeps_to_its_limits_after_the_loser_is_placed_and_then_its_abilities_after_a_win_work() -> None:
    desk = duel("H11", "H05").give("M61", "M62", seat=0).give("M79", seat=1)
    desk.hero(0)["wounds"] = 2
    desk.hero(1)["wounds"] = 5
    desk.steady = True
    begun(desk).play("fight_on").play("defend", boosts=[]).play("attack", character="hero", boosts=[]).play("pass")
    desk.play("take_spoils", card="M79")
    assert desk.asks == "choose_discard"
    assert desk.hero(1)["hex"] == "g7"
    assert desk.hero(0)["wounds"] == 2
    desk.play("choose_discard", card="M61")

    assert desk.hero(0)["wounds"] == 1
    assert [ally["id"] for ally in desk.hero(0)["allies"]] == ["M62", "M79"]


@pytest.mark.clause("RB-160", "RB-151")
def test_the_attacked_hero_can_win_and_takes_the_spoils() -> None:
    desk = duel().give("M08", seat=0)
    desk.hero(0)["wounds"] = 4
    begun(desk).play("fight_on", 20).play("defend", 20, 20, boosts=[]).play("defend", 1, boosts=[])
    assert (desk.asks, desk.decision["seat"]) == ("take_spoils", 1)
    desk.play("take_spoils", card="M08")

    assert desk.hero(1)["artifacts"] == ["M08"]
    assert desk.hero(0)["hex"] == "g7"


@pytest.mark.clause("RB-161")
def test_after_the_combat_the_active_seats_turn_ends_without_a_market() -> None:
    desk = table("H02", "H05", hexes=["g7", "g7"]).counters(green=6).phase("adventure")
    desk.hero(1)["wounds"] = 5
    begun(desk).play("fight_on", 1).play("attack", 20, character="hero", boosts=[])

    assert not desk.told("market_opened")
    assert desk.asks == "experience"


@pytest.mark.clause("RB-161", "RB-093")
def test_after_thirty_rounds_the_heroes_part_without_a_result() -> None:
    desk = duel(hex_="g7")
    desk.steady = True
    begun(desk)
    for _ in range(30):
        desk.play("fight_on")
        for _ in range(3):
            desk.play("defend", boosts=[])

    assert desk.told("duel_undecided")
    assert not desk.told("market_opened")
    assert desk.state["turn"] == 2
    assert desk.state["combat"] is None
    assert (desk.hero(0)["wounds"], desk.hero(1)["wounds"]) == (0, 0)


@pytest.mark.clause("RB-212", "RB-210", "RB-211")
def test_a_third_rune_taken_as_spoils_wins_even_in_the_other_seats_turn() -> None:
    desk = duel().give("R01", seat=0).give("R02", "R03", seat=1)
    desk.hero(0)["wounds"] = 4
    begun(desk).play("fight_on", 20).play("defend", 20, 20, boosts=[]).play("defend", 1, boosts=[])
    desk.play("take_spoils", card="R01")
    outcome = desk.ruleset.outcome(desk.state)

    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.ranking) == ("three_runes", [1], [[1], [0]])
    assert desk.state["active"] == 0
    assert desk.told("losses_paid") == []  # the game is over at once


@pytest.mark.clause("RB-157", "RB-158")
def test_a_weakened_mind_counts_in_the_targets_throw_against_an_escape() -> None:
    """Orsolya's mind 1, weakened by 2: her die 10 makes 9, which Torvald's 8 + 1 reaches."""
    desk = duel().give("M46", seat=0)
    begun(desk).play("use_ability", source="M46", index=0)
    desk.play("try_escape", 10, 8, boosts=[])

    assert desk.told("target_thrown")[0]["number"] == 10 + 1 - 2
    assert desk.told("escaped")


@pytest.mark.clause("RB-157", "RB-158")
def test_a_weakened_mind_counts_in_the_own_throw_of_the_hero_that_escapes() -> None:
    desk = duel().give("M46", seat=1)
    begun(desk).play("use_ability", source="M46", index=0)
    if desk.asks == "before_combat":
        desk.play("begin_combat")
    desk.play("try_escape", 1, 20, boosts=[])

    assert desk.told("roll_succeeded")[0]["bonus"] == -2


@pytest.mark.clause("RB-158", "RB-152")
@pytest.mark.parametrize("card", ["M45", "M57"])
def test_what_the_attacked_seat_lowers_before_the_combat_is_the_attackers(card: str) -> None:
    """Dread Mask: body -2 in rolls. Vial of Rime: every damage -1. Neither touches the hero that used it."""
    desk = duel().give(card, seat=1)
    kinds = ("ranged", "melee", "magic")

    def strength(seat: int) -> list[int]:
        content, state = desk.content, desk.state
        rolls = [roll_bonus(content, state, seat, "hero", f"{kind}:attack") for kind in kinds]
        return [*rolls, *(damage(content, state, seat, "hero", kind) for kind in kinds)]

    before = [strength(seat) for seat in (0, 1)]
    begun(desk).play("use_ability", source=card, index=0)

    lowered = [0, -2, 0, 0, 0, 0] if card == "M45" else [0, 0, 0, -1, -1, -1]
    assert strength(0) == [one + change for one, change in zip(before[0], lowered, strict=True)]
    assert strength(1) == before[1]
