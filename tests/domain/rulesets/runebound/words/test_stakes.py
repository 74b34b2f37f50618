"""
What choices promise, in positions where much is at stake.

Each row was worked out from the rulebook and the printed cards. `tests/contract/test_promises.py` holds promises
against whole games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from delvebook.domain.phrases import LANGUAGES, Voice, Worded
from delvebook.domain.stakes import tell_promise
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.runebound.tables import RULESET, Desk, table

ROLLS = ("roll_failed", "roll_succeeded")


def promises_of(desk: Desk, type_: str, **parameters: Any) -> Sequence[Any]:
    action = {"type": type_, **parameters}
    assert action in desk.legal()
    return RULESET.stakes(RULESET.parse_action(action), RULESET.view(desk.state, seat_viewer(desk.decision["seat"])))


def promised(desk: Desk, type_: str, *, on: str | None = None, **parameters: Any) -> list[str]:
    """What the choice promises by its words: in any case, or `on` the success or failure of its roll."""
    told = []
    for promise in promises_of(desk, type_, **parameters):
        outcome = next((one.type for one in promise.when if one.type in ROLLS), None)
        if outcome == (None if on is None else f"roll_{on}") and not promise.kind.startswith("needs"):
            told.append(tell_promise(RULESET.phrasebook, promise, Voice("en", ("Anna", "Boris"))))
    return told


def needed(desk: Desk, type_: str, **parameters: Any) -> object:
    """The number that the die has to show."""
    return next(one.said["needed"] for one in promises_of(desk, type_, **parameters) if one.kind.startswith("needs"))


def melee(card: str, hero: str = "H02", *, cards: Sequence[str] = (), wounds: int = 0, **own: Any) -> Desk:
    """The hero stands in the melee step, with own figures, against the card with these wounds."""
    desk = table(hero).give(*cards).fight(card)
    if desk.asks == "round_start":
        desk.play("fight_on")
    desk.play("defend", 20, boosts=[])
    desk.state["combat"]["wounds"] = wounds
    desk.hero().update(own)
    return desk


ATTACK: dict[str, Any] = {"character": "hero", "boosts": []}
BOAR = ["Dire Boar is beaten", "Dire Boar is completed", "I take the green counter (1 experience)"]


def boar(**own: Any) -> Desk:
    """Its damage in the ranged step is 0: no die. Its life is 3, its body 13, its melee damage 1."""
    desk = table("H05").fight("G02").play("fight_on").play("defend", boosts=[])
    desk.state["combat"]["wounds"] = own.pop("its_wounds", 0)
    desk.hero().update(own)
    return desk


@pytest.mark.clause("RB-087", "RB-088", "RB-089")
def test_an_attack_promises_damage_for_damage() -> None:
    assert needed(boar(), "attack", **ATTACK) == 13 - 4
    assert promised(boar(), "attack", on="succeeded", **ATTACK) == ["the enemy suffers 2 wounds"]
    assert promised(boar(), "attack", on="failed", **ATTACK) == ["Dame Orsolya Crane suffers 1 wound"]
    assert promised(boar(), "defend", on="succeeded", boosts=[]) == []
    assert promised(boar(), "defend", on="failed", boosts=[]) == ["Dame Orsolya Crane suffers 1 wound"]


@pytest.mark.clause("RB-092", "RB-096", "RB-112")
def test_the_last_hit_promises_all_that_the_challenge_gives() -> None:
    said = promised(boar(its_wounds=1), "attack", on="succeeded", **ATTACK)
    assert said == ["the enemy suffers 2 wounds", *BOAR, "I gain 2 gold"]

    bounty = boar(its_wounds=2)
    bounty.event("G18")  # Wolf Winter: one more gold for each green challenge, and their bodies are 1 higher
    said = promised(bounty, "attack", on="succeeded", **ATTACK)
    assert said == ["the enemy suffers 2 wounds", *BOAR, "I gain 2 gold", "I gain 1 gold"]
    assert needed(bounty, "attack", **ATTACK) == 13 + 1 - 4


@pytest.mark.clause("RB-140", "RB-141", "RB-142", "RB-144")
@pytest.mark.parametrize(
    ("own", "lost"),
    [
        ({"gold": 7, "paper": 0}, ["I pay 3 gold to the bank"]),
        ({"gold": 1, "paper": 0}, []),
        ({"gold": 0, "paper": 4}, ["I lose 4 unspent experience"]),
        ({"gold": 8, "paper": 1}, ["I pay 4 gold to the bank and lose 1 unspent experience"]),
    ],
)
def test_a_miss_that_takes_the_last_life_promises_the_knockout_and_its_price(
    own: dict[str, int], lost: list[str]
) -> None:
    said = promised(boar(wounds=5, **own), "attack", on="failed", **ATTACK)
    fall = ["Dame Orsolya Crane suffers 1 wound", "Dame Orsolya Crane is knocked out", "the hero comes to Tamalir"]

    assert said == [*fall, *lost, "Dire Boar stays unfinished"]


@pytest.mark.clause("RB-013", "RB-005", "RB-018")
@pytest.mark.parametrize(
    ("fatigue", "wounds", "said"),
    [
        (0, 1, ["Sister Ameline takes 2 fatigue", "1 wound removed from Sister Ameline"]),
        (3, 2, ["takes 1 fatigue", "suffers 1 wound", "1 wound removed"]),
        (4, 1, ["suffers 2 wounds", "1 wound removed"]),
    ],
)
def test_fatigue_beyond_stamina_is_promised_as_wounds(fatigue: int, wounds: int, said: list[str]) -> None:
    desk = table("H03")  # stamina 4; her ability: 2 fatigue to heal 1
    desk.hero().update(fatigue=fatigue, wounds=wounds)

    told = promised(desk, "use_ability", source="hero", index=0, target="hero")
    assert len(told) == len(said)
    assert all(part in one for part, one in zip(said, told, strict=True))


@pytest.mark.clause("RB-012", "RB-091")
@pytest.mark.parametrize(("gold", "lost"), [(5, ["I lose 2 gold"]), (1, ["I lose 1 gold"]), (0, [])])
def test_a_thief_is_promised_to_take_no_more_than_there_is(gold: int, lost: list[str]) -> None:
    desk = melee("G07", "H05", gold=gold)  # Cutpurse in the Mist: whoever is wounded loses 2 gold
    assert promised(desk, "attack", on="failed", **ATTACK) == ["Dame Orsolya Crane suffers 1 wound", *lost]


@pytest.mark.clause("RB-210", "RB-096")
def test_a_third_rune_promises_victory_before_any_gold() -> None:
    desk = melee("R01", "H05", cards=("R02", "R03"), wounds=4)  # the Cinder Dragon's life is 6
    said = promised(desk, "attack", on="succeeded", **ATTACK)

    assert said == [
        *(
            "the enemy suffers 2 wounds",
            "Ashmaw, the Cinder Dragon is beaten",
            "Ashmaw, the Cinder Dragon is completed",
        ),
        *("I take the red counter (4 experience)", "I keep Ashmaw", "I win the game with three dragon runes"),
    ]


@pytest.mark.clause("RB-210")
def test_the_death_of_margath_promises_victory_and_no_counter() -> None:
    said = promised(melee("R10", "H05", wounds=8), "attack", on="succeeded", **ATTACK)

    assert said == [
        *("the enemy suffers 2 wounds", "High Lord Margath is beaten"),
        "I win the game, as High Lord Margath is dead",
    ]


@pytest.mark.clause("RB-082", "RB-083")
def test_a_failed_escape_costs_a_wound_which_may_be_the_last() -> None:
    desk = table("H05").fight("G02")
    assert needed(desk, "try_escape", boosts=[]) == 11 - 1
    assert promised(desk, "try_escape", on="failed", boosts=[]) == ["Dame Orsolya Crane suffers 1 wound"]
    assert "the combat ends" in promised(desk, "try_escape", on="succeeded", boosts=[])[0]
    desk.hero()["wounds"] = 5
    assert "Dame Orsolya Crane is knocked out" in promised(desk, "try_escape", on="failed", boosts=[])


@pytest.mark.clause("RB-044", "RB-140")
def test_a_toll_that_fells_the_hero_is_promised_with_its_price() -> None:
    desk = table("H02", hexes=["h6"]).event("Y17")  # Creeping Blight: a fatigue for entering a forest
    desk.hero().update(wounds=5, fatigue=3, gold=4)

    said = promised(desk, "step_one", to="h5")
    assert said == [
        *("H5", "Torvald Ironquay suffers 1 wound", "Torvald Ironquay is knocked out"),
        *("the hero comes to Tamalir", "I pay 2 gold to the bank"),
    ]


@pytest.mark.clause("RB-173", "RB-187", "RB-174")
def test_the_market_promises_the_price_and_that_a_third_ally_drives_one_away() -> None:
    desk = table("H02").give("M61", "M62", "M12")
    desk.hero()["gold"] = 9
    desk = desk.in_box("g7", "M63").phase("market")

    said = promised(desk, "hire", card="M63")
    assert said == ["for 3 of my 9 gold", "I must then give up one card of its kind"]
    assert promised(desk, "sell", card="M12") == ["gain 5 gold"]  # half of 10


@pytest.mark.clause("RB-142", "RB-161")
def test_an_attack_on_a_hero_promises_the_price_of_a_defeat_and_in_a_town_the_market_lost() -> None:
    price = "a defeat also costs half of my gold and all my unspent experience"
    abroad, town = (table("H02", "H05", hexes=[hex_, hex_]).phase("adventure") for hex_ in ("h6", "g7"))

    assert [one.kind for one in promises_of(abroad, "attack_hero", seat=1)] == ["duel.losses"]
    sentence = RULESET.tell_action(
        {"type": "attack_hero", "seat": 1}, Voice("en"), view=RULESET.view(town.state, seat_viewer(0))
    )
    assert sentence.endswith(f"{price}; the fight ends my turn, without a market.")


@pytest.mark.clause("RB-213")
def test_the_last_turn_of_the_last_round_promises_the_end() -> None:
    desk = table(hexes=["a1"], round_limit=1)
    assert promised(desk, "stay") == ["the game ends without a winner after 1 round"]
    assert promised(table(hexes=["a1"], round_limit=2), "stay") == []


@pytest.mark.clause("RB-017")
def test_what_an_ability_may_still_change_is_said_to_come_without_it() -> None:
    """Torvald may raise a hit by 1 for 2 fatigue, Anselm may throw a failed roll again."""
    hit = table("H02").fight("G02").play("fight_on").play("defend", boosts=[])
    view = RULESET.view(hit.state, seat_viewer(0))
    sentence = RULESET.tell_action({"type": "attack", **ATTACK}, Voice("en"), view=view)
    assert sentence.endswith(
        "9 or more on the die; success, without further abilities: the enemy suffers 2 wounds; "
        "failure: Torvald Ironquay suffers 1 wound."
    )
    miss = table("H12").fight("G02").play("fight_on")
    assert all(one.by for one in promises_of(miss, "attack", **ATTACK) if "roll_failed" in {x.type for x in one.when})


@pytest.mark.clause("RB-081", "RB-092")
def test_what_comes_after_a_hit_and_after_a_miss_depends_on_the_abilities_of_both() -> None:
    """The hydra heals at the start of the next round, unless the Ember Rod beats it or Sir Aldren takes the wound."""
    desk = table("H03").give("M07", "Y11").fight("B08").play("fight_on")
    desk.state["combat"]["wounds"] = 3
    for _ in range(2):
        desk.play("defend", *([20] if desk.decision["kind"] == "melee" else []), boosts=[])
    healed = next(one for one in promises_of(desk, "attack", **ATTACK) if one.kind == "enemy_healed")

    assert {one.fields.get("card") for one in healed.unless} == {"M07", "Y11", None}


@pytest.mark.clause("RB-141")
def test_of_several_nearest_towns_none_is_promised() -> None:
    desk = table("H02", hexes=["g1"]).event("Y17")
    desk.hero().update(wounds=5, fatigue=3, gold=4)

    said = promised(desk, "step_one", to="h1")
    assert said == [
        "H1",
        "Torvald Ironquay suffers 1 wound",
        "Torvald Ironquay is knocked out",
        "I pay 2 gold to the bank",
    ]


def test_a_word_of_a_field_is_not_looked_up_again() -> None:
    for voice in map(Voice, LANGUAGES):
        assert RULESET.phrasebook.value("hex", Worded("B10"), voice) == "B10"
        assert RULESET.phrasebook.value("hex", "b10", voice) == "B10"


@pytest.mark.clause("RB-033")
def test_a_move_says_which_die_pays_for_each_hex() -> None:
    """Faces 1 to 5 on the table from G7: the choice names the hexes in order, and a die of its own for each."""
    desk = table().play("roll_movement", 1, 2, 3, 4, 5)
    path = max((action["path"] for action in desk.legal("move")), key=len)
    moved = [one for one in promises_of(desk, "move", path=path) if one.fact.type == "hero_moved"]

    assert [one.fact.fields["hex"] for one in moved] == path
    assert all(len(one.said["dice"]) == 1 for one in moved)
    assert len({one.said["dice"][0] for one in moved}) == len(path)
