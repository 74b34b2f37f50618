"""
Every card is played once, and does what it says.

The plays are generated from the data: what a card says it does is read there, and what it did is read
from the facts and the table. For each ability of each hero, artifact, ally and kept card there is one
play per effect; each adventure card is drawn, won and lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from delvebook.domain.rulesets.runebound.box.vocabulary import ATTRIBUTE_OF, ATTRIBUTES, KINDS, rolls_of
from delvebook.domain.rulesets.runebound.heroes.figures import HERO, enemy_damage, target_number
from tests.domain.rulesets.runebound.tables import CONTENT, Desk, reprinted, table

STEPS = {kind: at for at, kind in enumerate(KINDS)}


def plays() -> Iterator[Any]:
    """Every ability of every card, effect by effect."""
    for card, abilities in CONTENT.abilities.items():
        for index, text in enumerate(abilities):
            for at, effect in enumerate(text["effects"]):
                yield pytest.param(card, index, at, id=f"{card}-{index}-{text['trigger']}-{effect['type']}-{at}")


def owner(card: str, *, ruleset: Any = None) -> Desk:
    """A table at which seat 0 has the card and nothing else: its own hero, or Torvald, whose ability is for hits."""
    settings = {"ruleset": ruleset} if ruleset else {}
    if card in CONTENT.heroes:
        return table(card, **settings)
    return table("H02", **settings).give(card)


def bearer(card: str) -> str:
    return card if card in CONTENT.items and CONTENT.items[card]["type"] == "ally" else HERO


def source(card: str) -> str:
    return HERO if card in CONTENT.heroes else card


def foe(**changes: Any) -> Any:
    """The ruleset with a plain enemy for the gargoyle: life 9, target numbers 15, damage 3 of each kind, no rules."""
    figures = {
        "life": 9,
        "attributes": dict.fromkeys(ATTRIBUTES, 15),
        "damage": dict.fromkeys(KINDS, 3),
        **changes,
    }
    return reprinted("Y08", enemy=figures)


FOE = foe()


def at_step(card: str, kind: str) -> Desk:
    """The owner of the card stands in that step of the first round against the plain enemy."""
    desk = owner(card, ruleset=FOE).fight("Y08")
    if desk.asks == "before_combat":
        desk.play("begin_combat")
    desk.play("fight_on")
    for _ in range(STEPS[kind]):
        desk.play("defend", 20, boosts=[])
    return desk


def close(desk: Desk) -> Desk:
    while desk.asks in ("window_fail", "window_hit", "window_wounds"):
        desk.play("pass")
    return desk


def bonus_of(card: str, roll: str) -> int:
    """What the card says it adds to a roll while it lies face up."""
    return sum(
        effect["n"]
        for text in CONTENT.abilities[card]
        if text["trigger"] == "passive"
        for effect in text["effects"]
        if effect["type"] == "roll" and roll in rolls_of(effect["kind"])
    )


def rolled(desk: Desk) -> dict[str, Any]:
    return (desk.told("roll_succeeded") + desk.told("roll_failed"))[0]


def make_roll(card: str, roll: str, die: int, boosts: list[dict[str, Any]] | None = None) -> Desk:
    """The bearer of the card makes that roll."""
    kind, _, mode = roll.partition(":")
    boosts = boosts or []
    if roll == "escape":
        desk = owner(card, ruleset=FOE).fight("Y08")
        return desk.play("try_escape", die, boosts=boosts)
    if kind == "test":
        test = {"attribute": "mind", "skill": mode, "n": 40}
        desk = owner(card, ruleset=reprinted("G12", test=test)).fight("G12")
        return desk.play("roll_test", die, skill_uses=0, boosts=boosts)
    desk = at_step(card, kind)
    if mode == "attack":
        return desk.play("attack", die, character=bearer(card), boosts=boosts)
    return desk.play("defend", die, boosts=boosts)


@pytest.mark.parametrize(("card", "index", "at"), list(plays()))
def test_each_effect_of_each_ability_works(card: str, index: int, at: int) -> None:
    text = CONTENT.abilities[card][index]
    effect = text["effects"][at]
    _PLAYS[text["trigger"]](card, index, text, effect)


def paid(desk: Desk, card: str, text: dict[str, Any]) -> None:
    """Asserts that the ability's cost was paid in the last action, and no other cost for it."""
    kind, n = text["cost"]["type"], text["cost"].get("n", 0)
    assert [fact["card"] for fact in desk.told("card_turned_down")] == ([card] if kind == "exhaust" else [])
    given_up = [fact for fact in desk.told("card_put_under_deck") if "RB-019" in fact["clauses"]]
    assert [fact["card"] for fact in given_up] == ([card] if kind == "discard" else [])
    if kind == "discard":
        assert desk.state["decks"]["market"]["cards"][-1] == card
    tired = [fact for fact in desk.told("fatigue_suffered") if "RB-013" in fact["clauses"]]
    tired += [fact for fact in desk.told("wounds_suffered") if {"RB-005", "RB-006"} & {*fact["clauses"]}]
    assert sum(fact["n"] for fact in tired) == n
    assert all(fact["character"] == bearer(card) for fact in tired)


def _passive(card: str, index: int, text: dict[str, Any], effect: dict[str, Any]) -> None:
    match effect["type"]:
        case "roll":
            for roll in rolls_of(effect["kind"]):
                assert rolled(make_roll(card, roll, 1))["bonus"] == bonus_of(card, roll)
        case "damage":
            desk = close(make_roll(card, f"{effect['kind']}:attack", 20))
            base = CONTENT.heroes["H02"]["damage"][effect["kind"]]
            assert desk.state["combat"]["wounds"] == base + effect["n"]
        case "attr":
            kind = next(kind for kind in KINDS if ATTRIBUTE_OF[kind] == effect["attribute"])
            base = CONTENT.heroes["H02"]["attributes"][effect["attribute"]]
            assert rolled(make_roll(card, f"{kind}:attack", 1))["attribute"] == base + effect["n"]
        case "dice":
            owner(card).play("roll_movement", *[1] * (5 + effect["n"]))
        case "ease":
            start = next(
                name
                for name in CONTENT.map.names
                if any(CONTENT.map.terrain[there] == effect["terrain"] for there in CONTENT.map.neighbours[name])
                and CONTENT.map.terrain[name] != "town"
            )
            there = next(one for one in CONTENT.map.neighbours[start] if CONTENT.map.terrain[one] == effect["terrain"])
            unfit = next(face for face, shown in enumerate(CONTENT.faces, 1) if effect["terrain"] not in shown)
            desk = owner(card)
            desk.hero()["hex"] = start
            desk.phase("movement").play("roll_movement", *[unfit] * 4).play("move", path=[there])
            assert desk.hero()["hex"] == there
        case "skill":
            test = {"attribute": "mind", "skill": effect["skill"], "n": 40}
            desk = owner(card, ruleset=reprinted("G12", test=test)).fight("G12")
            desk.play("roll_test", 1, skill_uses=1, boosts=[])
            assert rolled(desk)["bonus"] == effect["n"]
        case "price":
            offer = {"buy": "M26", "hire": "M82"}[effect["what"]]
            desk = owner(card).in_box("g7", offer)
            desk.hero()["gold"] = 20
            desk.phase("market").play(effect["what"], card=offer)
            assert desk.hero()["gold"] == 20 - CONTENT.items[offer]["price"] - effect["n"]
        case other:
            raise AssertionError(f"no play for passive {other}")


def _automatic(card: str, index: int, text: dict[str, Any], effect: dict[str, Any]) -> None:
    desk = owner(card)
    desk.hero().update(wounds=3, fatigue=2)
    if text["trigger"] == "refresh":
        desk.phase("turn")
    else:
        desk.fight("G01")
        desk.state["combat"]["wounds"] = 1
        desk.play("fight_on").play("attack", 20, character="hero", boosts=[]) if desk.legal("fight_on") else None
        if desk.state["combat"] is not None:
            desk.play("defend", boosts=[])
            desk.play("attack", 20, character="hero", boosts=[])
    removed = 3 - desk.hero()["wounds"] if effect["type"] == "heal" else 2 - desk.hero()["fatigue"]
    assert removed == effect["n"]
    assert [fact["card"] for fact in desk.told("ability_worked")] == [card]


def _before_move(card: str, index: int, text: dict[str, Any], effect: dict[str, Any]) -> None:
    assert effect["type"] == "travel"
    for town in CONTENT.map.towns:
        desk = owner(card)
        desk.hero()["hex"] = "h6"
        desk.phase("movement").play("use_ability", source=source(card), index=index, town=town)
        assert desk.hero()["hex"] == town
        paid(desk, card, text)


def _after_roll(card: str, index: int, text: dict[str, Any], effect: dict[str, Any]) -> None:
    dice = list(range(effect["n"]))
    desk = owner(card).play("roll_movement", 1, 1, 1, 1, 1)
    again = [6] * effect["n"] if effect["type"] == "reroll_move" else []
    desk.play("use_ability", *again, source=source(card), index=index, dice=dice)
    assert desk.decision["dice"] == ([6] * effect["n"] + [1] * (5 - effect["n"]) if again else [1] * 5)
    assert desk.decision["wild"] == ([] if again else dice)
    paid(desk, card, text)


def _free(card: str, index: int, text: dict[str, Any], effect: dict[str, Any]) -> None:
    """In the market phase, to keep the hands of others out of it: on the hero, and on each ally there may be."""
    targets = [HERO] if effect["target"] == "hero" else [HERO, "M82"]
    for target in targets:
        desk = owner(card).give("M82", wounds=3, fatigue=2)
        desk.hero().update(wounds=3, fatigue=2)
        desk.phase("market")
        choice = {"target": target} if effect["target"] == "any" else {}
        markers = desk.hero() if target == HERO else desk.ally("M82")
        payer = desk.hero() if bearer(card) == HERO else desk.ally(card)
        before = dict(markers)
        sums = payer["wounds"] + payer["fatigue"]
        desk.play("use_ability", source=source(card), index=index, **choice)
        kind = "wounds" if effect["type"] == "heal" else "fatigue"
        n = before[kind] if effect["n"] == "all" else min(effect["n"], before[kind])
        markers = desk.hero() if target == HERO else desk.ally("M82")
        payer = desk.hero() if bearer(card) == HERO else desk.ally(card)
        cost = text["cost"].get("n", 0)
        if payer is not markers:
            assert markers[kind] == before[kind] - n
            assert payer["wounds"] + payer["fatigue"] == sums + cost
        else:
            assert payer["wounds"] + payer["fatigue"] == sums + cost - n
        paid(desk, card, text)


def _before_combat(card: str, index: int, text: dict[str, Any], effect: dict[str, Any]) -> None:
    desk = owner(card, ruleset=FOE).fight("Y08")
    assert desk.asks == "before_combat"
    desk.play("use_ability", source=source(card), index=index)
    expected = {"targets": dict.fromkeys(ATTRIBUTES, 15), "damage": dict.fromkeys(KINDS, 3), "wounds": 0}
    match effect["type"]:
        case "strike":
            expected["wounds"] = effect["n"]
        case "weaken":
            expected["targets"][effect["attribute"]] -= effect["n"]
        case "blunt":
            for kind in KINDS if effect["kind"] == "all" else [effect["kind"]]:
                expected["damage"][kind] -= effect["n"]
        case other:
            raise AssertionError(f"no play before the combat for {other}")
    assert {name: target_number(desk.content, desk.state, name) for name in ATTRIBUTES} == expected["targets"]
    assert {kind: enemy_damage(desk.content, desk.state, kind) for kind in KINDS} == expected["damage"]
    assert desk.state["combat"]["wounds"] == expected["wounds"]
    paid(desk, card, text)


def _round_start(card: str, index: int, text: dict[str, Any], effect: dict[str, Any]) -> None:
    assert effect["type"] == "again"
    desk = owner(card, ruleset=FOE).fight("Y08").play("use_ability", source=source(card), index=index)
    paid(desk, card, text)
    desk.play("fight_on")
    for left in (1, 0):
        desk.play("attack", 15, character="hero", boosts=[])
        close(desk)
        assert bool(desk.legal("attack")) == bool(left)


def _on_roll(card: str, index: int, text: dict[str, Any], effect: dict[str, Any]) -> None:
    """For each roll the ability is meant for and the effect raises; and for no other roll of a fight."""
    boost = {"source": source(card), "index": index, "times": 1}
    meant = [roll for kind in text["kinds"] for roll in rolls_of(kind)]
    if bearer(card) != HERO:
        meant = [roll for roll in meant if roll.endswith(":attack")]  # allies never defend
    for roll in meant:
        if roll in rolls_of(effect["kind"]):
            desk = make_roll(card, roll, 20, [boost])
            assert rolled(desk)["bonus"] == effect["n"]
            paid(desk, card, text)
    if "escape" not in meant:
        desk = owner(card, ruleset=FOE).fight("Y08")
        desk.refused("try_escape", "RB-010", boosts=[boost])


def _on_fail(card: str, index: int, text: dict[str, Any], effect: dict[str, Any]) -> None:
    assert effect["type"] == "reroll"
    for roll in [roll for kind in text["kinds"] for roll in rolls_of(kind)]:
        desk = make_roll(card, roll, 1)
        assert desk.asks == "window_fail"
        desk.play("use_ability", 2, source=source(card), index=index)
        again = [fact for fact in desk.facts.public if fact["type"].startswith("roll_")]
        assert [fact["dice"] for fact in again] == [[2]]
        paid(desk, card, text)


def _on_hit(card: str, index: int, text: dict[str, Any], effect: dict[str, Any]) -> None:
    for kind in KINDS:
        desk = make_roll(card, f"{kind}:attack", 20)
        base = desk.told("enemy_wounded")[0]["n"] if desk.told("enemy_wounded") else desk.decision["wounds"]
        if kind not in text["kinds"]:
            offered = desk.legal("use_ability") if desk.asks == "window_hit" else []
            assert source(card) not in [action["source"] for action in offered] or source(card) == HERO
            continue
        desk.play("use_ability", source=source(card), index=index)
        assert desk.told("damage_raised")[0]["n"] == effect["n"]
        close(desk)
        assert desk.state["combat"]["wounds"] == base + effect["n"]


def _on_wounds(card: str, index: int, text: dict[str, Any], effect: dict[str, Any]) -> None:
    for kind in KINDS:
        desk = make_roll(card, f"{kind}:defend", 1)
        if kind not in text["kinds"] and "combat" not in text["kinds"]:
            assert desk.asks != "window_wounds"
            assert desk.hero()["wounds"] == 3
            continue
        desk.play("use_ability", source=source(card), index=index)
        fatigue = text["cost"].get("n", 0)
        close(desk)
        if effect["type"] == "soak":
            assert desk.hero()["wounds"] == 0
            assert desk.told("ally_died") or desk.ally(card)["wounds"] == 3
        else:
            kept_off = 3 if effect["n"] == "all" else effect["n"]
            assert desk.hero()["wounds"] == 3 - kept_off
            assert desk.hero()["fatigue"] == fatigue


def _on_knockout(card: str, index: int, text: dict[str, Any], effect: dict[str, Any]) -> None:
    desk = owner(card, ruleset=FOE)
    desk.hero()["wounds"] = 4
    desk.fight("Y08").play("fight_on").play("defend", 1, boosts=[])
    assert desk.asks == "window_knockout"
    desk.play("use_ability", source=source(card), index=index)
    assert desk.hero()["wounds"] == 6 - effect["n"]
    paid(desk, card, text)


_PLAYS = {
    "passive": _passive,
    "refresh": _automatic,
    "after_win": _automatic,
    "before_move": _before_move,
    "after_move_roll": _after_roll,
    "free": _free,
    "before_combat": _before_combat,
    "round_start": _round_start,
    "on_roll": _on_roll,
    "on_fail": _on_fail,
    "on_hit": _on_hit,
    "on_wounds": _on_wounds,
    "on_knockout": _on_knockout,
}

ALLIES = [id_ for id_, item in CONTENT.items.items() if item["type"] == "ally"]


@pytest.mark.parametrize("card", ALLIES)
def test_each_ally_attacks_with_its_own_figures_and_dies_at_its_own_life(card: str) -> None:
    item = CONTENT.items[card]
    for kind in KINDS:
        desk = at_step(card, kind)
        mine = [action for action in desk.legal("attack") if action["character"] == card]
        assert bool(mine) == (item["damage"][kind] > 0)
        if mine:
            desk.play("attack", 15, character=card, boosts=[])
            assert rolled(desk)["attribute"] == item["attributes"][ATTRIBUTE_OF[kind]]
            close(desk)
            assert desk.state["combat"]["wounds"] == item["damage"][kind]
    kind = next(kind for kind in KINDS if item["damage"][kind])
    for wounds, dies in ((item["life"] - 4, False), (item["life"] - 3, True)):
        if wounds < 0:
            continue
        desk = at_step(card, kind)
        desk.ally(card)["wounds"] = wounds
        desk.play("attack", 1, character=card, boosts=[])
        assert bool(desk.told("ally_died")) == dies


@pytest.mark.parametrize("card", list(CONTENT.heroes))
def test_each_hero_fights_with_its_own_figures(card: str) -> None:
    hero = CONTENT.heroes[card]
    for kind in KINDS:
        desk = at_step(card, kind).play("attack", 15, character="hero", boosts=[])
        assert rolled(desk)["attribute"] == hero["attributes"][ATTRIBUTE_OF[kind]]
        close(desk)
        assert desk.state["combat"]["wounds"] == hero["damage"][kind]
    for skill, n in hero["skills"].items():
        test = {"attribute": "mind", "skill": skill, "n": 40}
        desk = table(card, ruleset=reprinted("G12", test=test)).fight("G12")
        desk.play("roll_test", 1, skill_uses=2, boosts=[])
        assert rolled(desk)["bonus"] == 2 * n


@pytest.mark.parametrize("card", CONTENT.decks["market"])
def test_each_market_card_is_bought_or_hired_for_its_price(card: str) -> None:
    item = CONTENT.items[card]
    desk = table().in_box("g7", card)
    desk.hero()["gold"] = item["price"]
    desk.phase("market").play("hire" if item["type"] == "ally" else "buy", card=card)

    assert desk.hero()["gold"] == 0
    assert card in [*desk.hero()["artifacts"], *(ally["id"] for ally in desk.hero()["allies"])]


# -- adventure cards ------------------------------------------------------------------------------

COMBATS = [id_ for id_, card in CONTENT.adventures.items() if card["kind"] == "combat"]
TESTS = [id_ for id_, card in CONTENT.adventures.items() if card["kind"] == "test"]
EVENTS = [id_ for id_, card in CONTENT.adventures.items() if card["kind"] == "event"]
BOONS = [id_ for id_, card in CONTENT.adventures.items() if card["kind"] == "boon"]


def follower(card: str) -> str:
    """A test challenge of the same colour, to come after what is no challenge."""
    return next(
        one
        for one in TESTS
        if one != card
        and CONTENT.adventures[one]["colour"] == CONTENT.adventures[card]["colour"]
        and CONTENT.adventures[one]["category"] == "challenge"
    )


def mighty() -> Desk:
    """A hero nothing can stop: every roll succeeds with a 20, and nothing it suffers knocks it out."""
    desk = table()
    desk.hero()["raises"].update(mind=20, body=20, spirit=20, life=40, stamina=20)
    return desk


def met(desk: Desk, card: str) -> Desk:
    colour = CONTENT.adventures[card]["colour"]
    desk.hero()["hex"] = CONTENT.sites[colour][0]
    if CONTENT.adventures[card]["category"] != "challenge":
        desk.on_top(card, follower(card))
    else:
        desk.on_top(card)
    return desk.phase("adventure").play("attempt_adventure")


def rewarded(desk: Desk, card: str, before: dict[str, Any]) -> None:
    """Asserts that every reward the card names has been given."""
    hero, revealed = desk.hero(), desk.told("loot_revealed")
    if desk.asks == "choose_loot":
        desk.play("choose_loot", card=None)
    for effect in CONTENT.adventures[card]["reward"]:
        match effect["type"]:
            case "gold":
                assert hero["gold"] == before["gold"] + effect["n"]
            case "xp":
                assert hero["paper"] == effect["n"]
            case "heal" | "rest":
                kind = "wounds" if effect["type"] == "heal" else "fatigue"
                assert effect["n"] == "all"
                assert hero[kind] == 0
            case "loot":
                assert len(revealed[0]["cards"]) == effect["n"]
            case "take_artifact":
                assert hero["artifacts"] == [card]
            case "take_ally":
                assert [ally["id"] for ally in hero["allies"]] == [card]
            case "take_rune":
                assert hero["runes"] == [card]
            case "topdeck":
                assert desk.state["decks"]["red"]["cards"][0] == effect["card"]
            case "win":
                assert desk.told("game_won")
            case other:
                raise AssertionError(f"no check for {other}")


@pytest.mark.parametrize("card", COMBATS)
def test_each_enemy_has_its_figures_works_its_rules_and_gives_its_reward(card: str) -> None:
    text = CONTENT.adventures[card]
    desk = mighty()
    before = {"gold": 3}
    desk = met(desk, card)
    rules = [rule["effect"] | {"when": rule["when"]} for rule in text["rules"]]
    for rule in rules:
        if rule["when"] == "before" and rule["type"] == "test":
            assert desk.asks == "commit_test"
            assert (desk.decision["skill"], desk.decision["target"]) == (rule["skill"], rule["n"])
            desk.play("roll_test", 20, skill_uses=0, boosts=[])
        elif rule["when"] == "before":
            assert (desk.hero()["wounds"], desk.hero()["fatigue"]) == (rule["wounds"], rule["fatigue"])
    enemy = text["enemy"]
    assert {name: target_number(CONTENT, desk.state, name) for name in ATTRIBUTES} == enemy["attributes"]
    assert {kind: enemy_damage(CONTENT, desk.state, kind) for kind in KINDS} == enemy["damage"]
    assert (desk.asks == "round_start") == ("no_escape" not in [rule["type"] for rule in rules])
    desk.state["combat"]["wounds"] = enemy["life"] - 1
    if desk.asks == "round_start":
        desk.play("fight_on")
    close(desk.play("attack", 20, character="hero", boosts=[]))

    assert desk.told("enemy_beaten")
    rewarded(desk, card, before)


@pytest.mark.parametrize("card", [card for card in COMBATS if CONTENT.adventures[card]["rules"]])
def test_each_rule_of_each_enemy_does_what_it_says_when_the_hero_fares_badly(card: str) -> None:
    """Round 1: the hero is wounded in a step the enemy does damage in; then round 2 begins."""
    text = CONTENT.adventures[card]
    desk = table().give("M15", "M38", "M61")
    desk.hero()["raises"].update(life=60, stamina=0)
    desk.hero()["gold"] = 9
    met(desk, card)
    rules = {rule["effect"]["type"]: rule for rule in text["rules"]}
    if "test" in rules:
        wounds = desk.hero()["wounds"]
        desk.play("roll_test", 1, skill_uses=0, boosts=[])
        failed = rules["test"]["effect"]["fail"][0]
        assert desk.hero()["wounds"] - wounds == failed["wounds"]
        assert desk.hero()["fatigue"] == failed["fatigue"]
    if "scale" in rules and rules["scale"]["effect"]["per"] == "ally":
        assert target_number(CONTENT, desk.state, "mind") == text["enemy"]["attributes"]["mind"] + 1
    if desk.asks == "before_combat":
        desk.play("begin_combat")
    if desk.asks == "round_start":
        desk.play("fight_on")
    desk.state["combat"]["wounds"] = half = (text["enemy"]["life"] + 1) // 2
    gold, fatigue = desk.hero()["gold"], desk.hero()["fatigue"]
    kinds = []
    while desk.state["combat"]["round"] == 1:
        kind = desk.decision["kind"]
        kinds.append(kind)
        assert ("M61" in [action.get("character") for action in desk.legal("attack")]) == (
            kind == "melee" and "no_allies" not in rules
        )
        wounds = desk.hero()["wounds"]
        harm = text["enemy"]["damage"][kind]
        if harm:
            desk.play("defend", 1, boosts=[])
            if desk.asks == "choose_exhaust":
                desk.play("choose_exhaust", cards=["M15"])
            raised = rules["fury"]["effect"]["n"] if "fury" in rules else 0
            assert desk.hero()["wounds"] - wounds == harm + raised + (_tired(desk, fatigue) if "suffer" in rules else 0)
            break
        desk.play("defend", boosts=[])
    assert kinds
    if "skip" in rules:
        assert rules["skip"]["effect"]["kind"] not in kinds
    if "drain_gold" in rules:
        assert desk.hero()["gold"] == gold - rules["drain_gold"]["effect"]["n"]
    if "force_exhaust" in rules:
        assert len(desk.hero()["down"]) == rules["force_exhaust"]["effect"]["n"]
    if "regen" in rules and rules["regen"]["when"] == "on_wound":
        assert desk.state["combat"]["wounds"] == half - rules["regen"]["effect"]["n"]
    if "suffer" in rules and rules["suffer"]["when"] == "on_wound":
        assert desk.hero()["fatigue"] == fatigue + rules["suffer"]["effect"]["fatigue"]


def _tired(desk: Desk, fatigue: int) -> int:
    """Wounds out of fatigue that found no room; none with Torvald's stamina 3."""
    return 0 if desk.hero()["fatigue"] <= 3 else fatigue


@pytest.mark.parametrize(
    "card", [card for card in COMBATS if any(r["when"] == "round" for r in CONTENT.adventures[card]["rules"])]
)
def test_each_round_rule_works_at_the_start_of_the_second_round(card: str) -> None:
    desk = met(mighty(), card)
    desk.steady = True
    desk.state["combat"]["wounds"] = 2
    desk.play("fight_on")
    for _ in range(3):
        desk.play("defend", boosts=[])

    assert desk.state["combat"]["round"] == 2
    healed = sum(rule["effect"]["n"] for rule in CONTENT.adventures[card]["rules"] if rule["when"] == "round")
    assert desk.state["combat"]["wounds"] == 2 - healed


@pytest.mark.parametrize("card", [card for card in COMBATS if "weapons_off" in CONTENT.always[card]])
def test_each_enemy_no_weapon_works_against_takes_weapons_of_its_kind_out(card: str) -> None:
    kind = CONTENT.always[card]["weapons_off"]["kind"]
    weapon = {"melee": "M16", "ranged": "M17", "magic": "M18"}[kind]
    desk = met(mighty().give(weapon), card)
    desk.steady = True
    desk.play("fight_on")
    for _ in range(STEPS[kind]):
        desk.play("defend", boosts=[])
    close(desk.play("attack", character="hero", boosts=[]))

    assert rolled_last(desk) == 0


def rolled_last(desk: Desk) -> int:
    """The bonus of the roll that was just settled, found in the facts or, a window having been passed, in none."""
    facts = [fact for fact in desk.facts.public if fact["type"].startswith("roll_")]
    return facts[0]["bonus"] if facts else 0


@pytest.mark.parametrize("card", TESTS)
def test_each_test_card_has_its_test_its_reward_and_its_failure(card: str) -> None:
    text = CONTENT.adventures[card]
    test = text["test"]
    need = test["n"]
    for passes in (True, False):
        desk = table()
        desk.hero()["raises"].update(life=40)
        desk.hero()["wounds"] = 3
        base = CONTENT.heroes["H02"]["attributes"][test["attribute"]]
        desk.hero()["raises"][test["attribute"]] = raised = max(0, need - 10 - base)
        die = need - base - raised
        met(desk, card)
        assert (desk.decision["attribute"], desk.decision["skill"]) == (test["attribute"], test["skill"])
        desk.play("roll_test", die if passes else die - 1, skill_uses=0, boosts=[])
        if passes:
            assert desk.told("roll_succeeded")
            rewarded(desk, card, {"gold": 3})
            continue
        gold = sum(effect["n"] for effect in text["failure"] if effect["type"] == "gold")
        wounds = sum(effect["wounds"] for effect in text["failure"] if effect["type"] == "suffer")
        fatigue = sum(effect["fatigue"] for effect in text["failure"] if effect["type"] == "suffer")
        assert {effect["type"] for effect in text["failure"]} <= {"gold", "suffer"}
        hero = desk.hero()
        assert (hero["gold"], hero["wounds"], hero["fatigue"]) == (3 + gold, 3 + wounds, fatigue)
        kept = desk.state["track"][0]
        assert (kept is not None and kept["card"] == card) == (text["category"] == "challenge")


@pytest.mark.parametrize("card", BOONS)
def test_each_boon_gives_what_it_says(card: str) -> None:
    desk = table().give("M79", wounds=2, fatigue=1)
    desk.hero().update(wounds=2, fatigue=1)
    met(desk, card)

    for effect in CONTENT.adventures[card]["reward"]:
        kind = "wounds" if effect["type"] == "heal" else "fatigue"
        assert desk.hero()[kind] == 0
        assert (desk.ally("M79")[kind] == 0) == (effect["target"] == "party")


@pytest.mark.parametrize("card", EVENTS)
def test_each_event_works_at_once_and_lasts(card: str) -> None:
    """All sites of all colours but the one stood on are emptied before; what the event lays out is counted."""
    text = CONTENT.adventures[card]
    desk = table("H02", "H05", hexes=["h8", "a1"])
    here = CONTENT.sites[text["colour"]][0]
    for sites in CONTENT.sites.values():
        for site in sites:
            if site != here:
                desk.clear_site(site)
    met(desk, card)
    for effect in text["immediate"]:
        match effect["type"]:
            case "replenish":
                left = [site for site in CONTENT.sites[effect["colour"]] if site != here]
                laid = left if effect["n"] == "all" else left[: effect["n"]]
                there = [site for site in desk.state["counters"][effect["colour"]] if site != here]
                assert there == laid
            case "restock":
                assert len(desk.told("card_put_on_market")) == effect["n"] * 8
            case "everyone":
                for hero in desk.state["heroes"]:
                    assert hero["fatigue"] == effect["effects"][0]["fatigue"]
                    assert hero["wounds"] == effect["effects"][0]["wounds"]
            case other:
                raise AssertionError(f"no check for {other}")
    for effect in text["lasting"]:
        _LASTING[effect["type"]](card, effect)


def _lasting_price(card: str, effect: dict[str, Any]) -> None:
    desk = table("H02", "H05").event(card).in_box("g7", "M26", "M82")
    desk.state.update(active=1, turn=2)  # all seats, not only the one that drew it
    desk.hero(1).update(gold=20, wounds=1)
    desk.phase("market")
    offer = {"buy": "M26", "hire": "M82"}.get(effect["what"])
    desk.play(effect["what"], card=offer) if offer else desk.play("heal", character="hero")
    assert desk.hero(1)["gold"] == 20 - (CONTENT.items[offer]["price"] if offer else 1) - effect["n"]


def _lasting_toll(card: str, effect: dict[str, Any]) -> None:
    there = next(name for name in CONTENT.map.names if CONTENT.map.terrain[name] == effect["terrain"])
    desk = table().event(card)
    desk.hero()["hex"] = CONTENT.map.neighbours[there][0]
    desk.phase("movement").play("step_one", to=there)
    assert (desk.hero()["wounds"], desk.hero()["fatigue"]) == (effect["wounds"], effect["fatigue"])


def _lasting_double(card: str, effect: dict[str, Any]) -> None:
    there = next(name for name in CONTENT.map.names if CONTENT.map.terrain[name] == effect["terrain"])
    face = next(number for number, shown in enumerate(CONTENT.faces, 1) if effect["terrain"] in shown)
    other = next(number for number, shown in enumerate(CONTENT.faces, 1) if effect["terrain"] not in shown)
    start = next(name for name in CONTENT.map.neighbours[there] if CONTENT.map.terrain[name] != "town")
    for dice, legal in (([face, face, other, other], True), ([face, other, other, other], False)):
        desk = table().event(card)
        desk.hero()["hex"] = start
        desk.phase("movement").play("roll_movement", *dice)
        assert ([there] in [action["path"] for action in desk.legal("move")]) == legal


def _lasting_movedice(card: str, effect: dict[str, Any]) -> None:
    for hex_, dice in (("g7", 5), ("h6", 4)):
        change = effect["n"] if effect["when"] == "any" or hex_ != "g7" else 0
        table(hexes=[hex_]).event(card).play("roll_movement", *[1] * (dice + change))


def _lasting_foe(card: str, effect: dict[str, Any]) -> None:
    enemy = next(
        id_
        for id_ in COMBATS
        if CONTENT.adventures[id_]["colour"] == effect["colour"] and not CONTENT.adventures[id_]["rules"]
    )
    desk = met(table().event(card), enemy)
    for name in ATTRIBUTES:
        change = effect["n"] if effect["attribute"] in (name, "all") else 0
        assert (
            target_number(CONTENT, desk.state, name) == CONTENT.adventures[enemy]["enemy"]["attributes"][name] + change
        )


def _lasting_bounty(card: str, effect: dict[str, Any]) -> None:
    challenge = next(id_ for id_ in TESTS if CONTENT.adventures[id_]["colour"] == effect["colour"])
    desk = met(mighty().event(card), challenge).play("roll_test", 20, skill_uses=0, boosts=[])
    assert effect["n"] in [fact["n"] for fact in desk.told("gold_gained")]


def _lasting_rollmod(card: str, effect: dict[str, Any]) -> None:
    desk = table(ruleset=FOE).event(card).fight("Y08")
    if effect["kind"] == "escape":
        desk.play("try_escape", 1, boosts=[])
    else:
        desk.play("fight_on").play("defend", 1, boosts=[])
    assert rolled(desk)["bonus"] == effect["n"]


def _lasting_no_heal(card: str, effect: dict[str, Any]) -> None:
    desk = table().event(card)
    desk.hero()["wounds"] = 1
    assert desk.phase("market").legal("heal") == []


_LASTING = {
    "price": _lasting_price,
    "toll": _lasting_toll,
    "double": _lasting_double,
    "movedice": _lasting_movedice,
    "foe": _lasting_foe,
    "bounty": _lasting_bounty,
    "rollmod": _lasting_rollmod,
    "no_heal": _lasting_no_heal,
}


def test_no_card_is_left_out() -> None:
    """Every id of the content is one of the parameters above, by its kind."""
    played = {*COMBATS, *TESTS, *EVENTS, *BOONS, *CONTENT.heroes, *CONTENT.decks["market"], *ALLIES}
    kept = [id_ for id_, item in CONTENT.items.items() if item["price"] is None]

    assert played == {*CONTENT.adventures, *CONTENT.heroes, *CONTENT.items}
    assert all(CONTENT.abilities[id_] or CONTENT.items[id_]["type"] in ("ally", "rune") for id_ in kept)
