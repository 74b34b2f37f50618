"""Which clause decides in which circumstance: every fact and every refusal, played."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from delvebook.domain.facts import Fact, Facts
from delvebook.domain.refusals import Refusal
from delvebook.domain.tape import Tape
from tests.domain.rulesets.deciding import Case, require_complete, require_decided
from tests.domain.rulesets.runebound.named import NAMED, require_named
from tests.domain.rulesets.runebound.tables import CONTENT, RULESET, Desk, reprinted, table
from tests.domain.rulesets.runebound.tables import ability as text

# -- tables ---------------------------------------------------------------------------------------


def set_up(seats: int = 2) -> Facts:
    return RULESET.setup(RULESET.parse_options({}, seats=seats), seats=seats, tape=Tape(b"clauses"))[1]


def wounded(desk: Desk, n: int = 1, *, seat: int = 0) -> Desk:
    desk.hero(seat)["wounds"] = n
    return desk


def tired(desk: Desk, n: int = 1) -> Desk:
    desk.hero()["fatigue"] = n
    return desk


def weakened(desk: Desk) -> Desk:
    """The enemy at hand has one life left."""
    combat = desk.state["combat"]
    combat["wounds"] = CONTENT.adventures[combat["card"]]["enemy"]["life"] - 1
    return desk


def on_site(*heroes: str, **options: Any) -> Desk:
    return table(*(heroes or ("H02",)), hexes=["h8"] * max(1, len(heroes)), **options).phase("adventure")


def rivals(first: str = "H02", second: str = "H05") -> Desk:
    return table(first, second, hexes=["h6", "h6"]).phase("adventure")


def duel(first: str = "H02", second: str = "H05") -> Desk:
    return rivals(first, second).play("attack_hero", seat=1)


def fight(card: str = "G02", hero: str = "H02", *cards: str) -> Desk:
    """In the round's first step, or before the combat if the cards can be used there."""
    return table(hero).give(*cards).fight(card)


def step(card: str = "G02", hero: str = "H02", *cards: str) -> Desk:
    desk = fight(card, hero, *cards)
    return desk if desk.asks == "combat_step" else desk.play("fight_on")


def beaten(card: str = "G02", hero: str = "H11", *, wounds: int = 0) -> Desk:
    """The card is beaten by a ranged attack."""
    return weakened(wounded(step(card, hero), wounds)).play("attack", 20, character="hero", boosts=[])


def trial(card: str, die: int, hero: str = "H03", **options: Any) -> Desk:
    return table(hero, **options).fight(card).play("roll_test", die, skill_uses=0, boosts=[])


def crowded() -> Desk:
    return table().give("M61", "M62").in_box("g7", "M63").phase("market").play("hire", card="M63")


def looting(*cards: str) -> Desk:
    desk = table("H03").give(*cards).on_top("M05", "M24", "M76").fight("Y14")
    return desk.play("roll_test", 20, skill_uses=0, boosts=[])


def shop(*box: str, gold: int = 20) -> Desk:
    desk = table().in_box("g7", *box)
    desk.hero()["gold"] = gold
    return desk.phase("market")


def won_duel(*cards: str) -> Desk:
    desk = rivals("H02", "H05").give(*cards, seat=1)
    desk = wounded(desk.play("attack_hero", seat=1), 5, seat=1).play("fight_on", 1)
    desk.play("defend", 20, 1, boosts=[]).play("attack", 20, character="hero", boosts=[])
    while desk.asks in ("window_hit", "window_wounds"):
        desk.play("pass")
    return desk


def out_of_reach(*, recycle: bool) -> Desk:
    """No green card is left in the deck but an event, which draws on."""
    desk = table(hexes=["h8"], recycle_adventure_decks=recycle)
    return desk.out(*(card for card in CONTENT.decks["green"] if card != "G15")).phase("adventure")


def full_track(card: str = "G12") -> Desk:
    desk = table()
    sites = [site for site in CONTENT.sites["green"] if site != "h8"]
    for space, one in enumerate(("G01", "G03", "G04", "G05", "G06", "G07"), 1):
        desk.unfinished(one, sites[space], space=space)
    return desk.fight(card).play("roll_test", 1, skill_uses=0, boosts=[])


def stopped_duel() -> Desk:
    """The last round of a fight between heroes in which nobody is hurt."""
    desk = duel()
    desk.state["combat"]["round"] = 29
    for _ in range(2):
        desk.play("fight_on", 1).play("defend", 20, 1, boosts=[]).play("defend", 20, 1, boosts=[])
        desk.play("defend", 20, boosts=[])
    return desk


def stopped() -> Desk:
    desk = step()
    desk.state["combat"]["round"] = 30
    return desk.play("defend", boosts=[]).play("defend", 20, boosts=[]).play("defend", boosts=[])


def knocked_out(hex_: str = "h8") -> Desk:
    return wounded(step(), 5).play("defend", boosts=[]).play("defend", 1, boosts=[])


def second_round(card: str) -> Desk:
    desk = step(card, "H02")
    desk.state["combat"]["wounds"] = 1
    for kind in ("ranged", "melee", "magic"):
        desk.play("defend", *([20] if CONTENT.adventures[card]["enemy"]["damage"][kind] else []), boosts=[])
    return desk


def journey() -> Desk:
    return table().give("M58").phase("movement").play("use_ability", source="M58", index=0, town="f13")


def scroll(times: int = 1) -> dict[str, Any]:
    return {"source": "M59", "index": 0, "times": times}


def entered(hex_: str, terrain_event: str, start: str) -> Desk:
    return table(hexes=[start]).event(terrain_event).play("step_one", to=hex_)


def third_rune() -> Desk:
    return weakened(table("H11").give("R02", "R03").fight("R01").play("fight_on")).play(
        "attack", 20, character="hero", boosts=[]
    )


def stolen_rune() -> Desk:
    desk = won_duel("R01").give("R02", "R03")
    return desk.play("take_spoils", card="R01")


# -- the facts ------------------------------------------------------------------------------------


def fact(type_: str, circumstance: str, clauses: str, desk: Callable[[], Desk | Facts], *, at: int = 0) -> Case:
    """A row about the fact of that type that comes at that place among those of its type."""

    def played() -> list[Fact]:
        facts = desk()
        public = facts.public if isinstance(facts, Facts) else facts.facts.public
        return [one for one in public if one["type"] == type_][at:]

    return Case(type_, circumstance, tuple(clauses.split()), played)


def use(desk: Desk, source: str, *dice: int, **choices: Any) -> Desk:
    return desk.play("use_ability", *dice, source=source, index=0, **choices)


def thrown(*cards: str, hero: str = "H02") -> Desk:
    return table(hero, hexes=["g7"]).give(*cards).phase("movement").play("roll_movement", 1, 1, 1, 1, 1)


def boosted() -> Desk:
    return step("G02", "H02", "M59").play("attack", 4, character="hero", boosts=[scroll()])


def missed(hero: str) -> Desk:
    return step("G02", hero).play("attack", 1, character="hero", boosts=[])


def missed_melee() -> Desk:
    return step().play("defend", boosts=[]).play("attack", 1, character="hero", boosts=[])


def hit() -> Desk:
    return step().play("defend", boosts=[]).play("attack", 20, character="hero", boosts=[])


def falling() -> Desk:
    return wounded(step("G02", "H02", "M60"), 5).play("defend", boosts=[]).play("defend", 1, boosts=[])


def dead_ally(card: str = "M62") -> Desk:
    desk = table().give(card, wounds=1).fight("G04").play("fight_on")
    if card == "G20":
        desk.play("defend", 20, boosts=[])
    return desk.play("attack", 1, character=card, boosts=[])


def sent_away(card: str) -> Desk:
    desk = table().give(card, "M62").in_box("g7", "M63").phase("market").play("hire", card="M63")
    return desk.play("choose_discard", card=card)


def encounter(card: str, die: int) -> Desk:
    """The encounter, then a challenge that waits."""
    following = next(one for one in CONTENT.decks[CONTENT.adventures[card]["colour"]] if one.endswith("01"))
    desk = table("H03").on_top(card, following)
    return desk.on_top(following).fight(card).play("roll_test", die, skill_uses=0, boosts=[])


def second_armour() -> Desk:
    return looting("M19").play("choose_loot", card="M24").play("choose_discard", card="M19")


def fled(card: str, to: str | None = "") -> Desk:
    desk = fight(card).play("try_escape", 20, boosts=[])
    return desk.play("retreat", to=desk.legal("retreat")[0]["to"] if to == "" else to)


def herald() -> Desk:
    desk = table("H03").on_top("R11").fight("R11").play("roll_test", 20, skill_uses=0, boosts=[])
    return weakened(desk.play("fight_on")).play("attack", 20, character="hero", boosts=[])


def margath() -> Desk:
    return weakened(table("H01").fight("R10")).play("attack", 20, character="hero", boosts=[])


def shop_with(*cards: str) -> Desk:
    return table().give(*cards).phase("market")


def robbed() -> Desk:
    desk = table().give("M21", "M38").fight("B04").play("fight_on").play("defend", 1, boosts=[])
    return desk.play("pass")


def robbed_of_gold(gold: int) -> Desk:
    desk = step("G01").play("defend", boosts=[])
    desk.hero()["gold"] = gold
    return desk.play("defend", 1, boosts=[])


def turned() -> Desk:
    desk = table().give("M38")
    desk.hero()["down"] = ["M38"]
    return desk


def again_failed() -> Desk:
    return taken_up("G12").play("roll_test", 1, skill_uses=0, boosts=[])


def taken_up(card: str = "G13") -> Desk:
    return table(hexes=["h8"]).unfinished(card, "h8").phase("adventure").play("attempt_adventure")


def finished() -> Desk:
    return taken_up("G12").play("roll_test", 20, skill_uses=0, boosts=[])


def cleared() -> Desk:
    desk = table()
    return desk.clear_site("d3")


def exhausted_colour() -> Desk:
    desk = table(hexes=["a1"])
    for site in CONTENT.sites["green"]:
        desk.clear_site(site)
    return desk.phase("turn_end")


def covering(below: str, above: str) -> Desk:
    return table().event(below).on_top(above, "G02").fight(above)


def raised() -> Desk:
    return table().counters(red=2).phase("experience").play("raise_stat", stat="mind")


def skilled() -> Desk:
    return table("H03").fight("G13").play("roll_test", 20, skill_uses=1, boosts=[])


def bounty() -> Desk:
    return weakened(table("H11").event("G18").fight("G02").play("fight_on")).play(
        "attack", 20, character="hero", boosts=[]
    )


def into_town() -> Desk:
    return table(hexes=["h7"]).play("roll_movement", 1, 1, 1, 1).play("move", path=["g7"])


def all_rested() -> Desk:
    desk = table(hexes=["h6"]).give("M83", fatigue=2)
    desk.hero()["fatigue"] = 3
    return desk.play("rest", hero=3, allies={"M83": 1})


def duel_hit() -> Desk:
    return duel("H01", "H02").play("fight_on", 1).play("attack", 20, 1, character="hero", boosts=[])


def one_wound() -> Desk:
    return wounded(table().give("M53"))


def about_to_suffer(card: str) -> Desk:
    return step("G04", "H02", card).play("defend", 1, boosts=[])


def entered_tired() -> Desk:
    return tired(table(hexes=["g1"]).event("Y17"), 3).play("step_one", to="h1")


def worn_out_ally() -> Desk:
    return use(table().give("M68", fatigue=2).fight("G02"), "M68")


FACTS = [
    fact("ability_used", "between other actions", "RB-015", lambda: use(wounded(table("H03")), "hero", target="hero")),
    fact("ability_used", "after the throw of movement dice", "RB-045", lambda: use(thrown("M34"), "M34", dice=[0])),
    fact("ability_used", "before a combat with a card", "RB-070", lambda: use(fight("G02", "H04"), "hero")),
    fact("ability_used", "before a combat of heroes", "RB-152", lambda: use(duel("H04"), "hero")),
    fact("ability_used", "with a roll", "RB-002", boosted),
    fact("ability_used", "after a failed roll", "RB-017", lambda: use(missed("H12"), "hero", 20)),
    fact("ability_used", "about to be knocked out", "RB-140", lambda: use(falling(), "M60")),
    fact("ability_worked", "in the refresh phase", "RB-022", lambda: tired(table("H09")).phase("refresh")),
    fact("ability_worked", "after a challenge", "RB-096", lambda: beaten(wounds=1)),
    fact("ability_worked", "after an encounter", "RB-121", lambda: beaten("Y18", wounds=1)),
    fact("adventure_attempted", "a counter on the hex", "RB-050", lambda: on_site().play("attempt_adventure")),
    fact("adventure_declined", "neither", "RB-050", lambda: on_site().play("decline_adventure")),
    fact("adventure_ended", "no card left", "RB-052", lambda: out_of_reach(recycle=False).play("attempt_adventure")),
    fact("ally_died", "wounds have reached its life", "RB-094", dead_ally),
    fact("ally_hired", "on the market", "RB-173", lambda: shop("M61").play("hire", card="M61")),
    fact("attack_granted", "one more attack", "RB-086", lambda: use(fight("G02", "H02", "M15"), "M15")),
    fact("card_bought", "on the market", "RB-172", lambda: shop("M12").play("buy", card="M12")),
    fact("card_drawn", "the first of the attempt", "RB-051", fight),
    fact("card_drawn", "after an event", "RB-113", lambda: table().on_top("G15", "G02").fight("G15"), at=1),
    fact("card_drawn", "after an encounter", "RB-124", lambda: encounter("G21", 20)),
    fact("card_gained", "a challenge kept", "RB-096", lambda: trial("G13", 20)),
    fact("card_gained", "an encounter kept", "RB-121", lambda: encounter("G20", 20)),
    fact("card_gained", "loot", "RB-096", lambda: looting().play("choose_loot", card="M24")),
    fact("card_given_up", "a third ally", "RB-187", lambda: crowded().play("choose_discard", card="M61")),
    fact("card_given_up", "a second armour", "RB-186", second_armour),
    fact("card_left_the_game", "a challenge completed", "RB-096", beaten),
    fact("card_left_the_game", "an encounter mastered", "RB-121", lambda: encounter("G21", 20)),
    fact("card_left_the_game", "an encounter failed", "RB-122", lambda: encounter("G21", 1)),
    fact("card_left_the_game", "an encounter fled from", "RB-123", lambda: fled("Y18")),
    fact("card_left_the_game", "a kept ally dies", "RB-094 RB-053", lambda: dead_ally("G20")),
    fact("card_left_the_game", "a kept ally is sent away", "RB-187 RB-053", lambda: sent_away("G20")),
    fact("card_put_on_deck", "a reward", "RB-096", herald),
    fact("card_put_on_market", "at the setup", "RB-027", set_up),
    fact("card_put_on_market", "a visit to the market", "RB-171", shop),
    fact("card_put_on_market", "an event", "RB-112", lambda: table().on_top("G17", "G02").fight("G17")),
    fact("card_put_under_deck", "an ally dies", "RB-094", dead_ally),
    fact("card_put_under_deck", "an ally is sent away", "RB-187", lambda: sent_away("M61")),
    fact("card_put_under_deck", "an armour too many", "RB-186", second_armour),
    fact("card_put_under_deck", "a card given up to use it", "RB-019", boosted),
    fact("card_put_under_deck", "loot not taken", "RB-096", lambda: looting().play("choose_loot", card=None)),
    fact("card_sold", "on the market", "RB-174", lambda: shop_with("M24").play("sell", card="M24")),
    fact("card_turned_down", "to use it", "RB-008", lambda: use(fight("G02", "H02", "M45"), "M45")),
    fact("card_turned_down", "by the enemy", "RB-091", lambda: robbed().play("choose_exhaust", cards=["M38"])),
    fact("cards_refreshed", "in the refresh phase", "RB-022", lambda: turned().phase("refresh")),
    fact("challenge_completed", "a combat won", "RB-096", beaten),
    fact("challenge_completed", "a test passed", "RB-064", lambda: trial("G12", 20)),
    fact("challenge_unfinished", "a failed test", "RB-064 RB-130", lambda: trial("G12", 1)),
    fact("challenge_unfinished", "an escape", "RB-083 RB-130", lambda: fled("G02")),
    fact("challenge_unfinished", "a knockout", "RB-144 RB-130", knocked_out),
    fact("challenge_unfinished", "a combat without end", "RB-093 RB-130", stopped),
    fact("challenge_unfinished", "the track is full", "RB-064 RB-134", full_track),
    fact("challenge_unfinished", "failed once more", "RB-064 RB-132", again_failed),
    fact("combat_began", "with a card", "RB-070", fight),
    fact("combat_round_began", "with a card", "RB-080", fight),
    fact("combat_round_began", "between heroes", "RB-151", duel),
    fact("combat_stopped", "after thirty rounds", "RB-093", stopped),
    fact("counter_taken", "a challenge completed", "RB-096", beaten),
    fact("counters_laid", "an event", "RB-115", lambda: cleared().on_top("G15", "G02").fight("G15")),
    fact("counters_laid", "a colour exhausted", "RB-054", exhausted_colour),
    fact("counters_placed", "at the setup", "RB-027", set_up),
    fact("damage_raised", "after a hit", "RB-017", lambda: use(hit(), "hero")),
    fact("deck_renewed", "the deck is empty", "RB-052", lambda: out_of_reach(recycle=True).play("attempt_adventure")),
    fact("dice_freed", "by a card", "RB-045", lambda: use(thrown("M34"), "M34", dice=[0])),
    fact("dice_rested", "before the throw", "RB-037", lambda: tired(table()).play("rest", hero=1, allies={})),
    fact("duel_began", "on the same hex", "RB-150", duel),
    fact("duel_ended", "a knockout", "RB-160 RB-161", won_duel),
    fact("duel_undecided", "after thirty rounds", "RB-161", stopped_duel),
    fact("encounter_mastered", "a test passed", "RB-121", lambda: encounter("G21", 20)),
    fact("enemy_beaten", "wounds have reached its life", "RB-092", beaten),
    fact("enemy_hampered", "a card", "RB-095", lambda: use(fight("G02", "H02", "M45"), "M45")),
    fact("enemy_hampered", "a hero", "RB-158", lambda: use(duel("H10"), "hero")),
    fact("enemy_healed", "in a further round", "RB-081", lambda: second_round("Y02")),
    fact("enemy_healed", "when it wounds", "RB-091", lambda: step("B07").play("defend", 1, boosts=[])),
    fact("enemy_wounded", "a hit", "RB-087", beaten),
    fact("enemy_wounded", "a strike", "RB-070", lambda: use(fight("G02", "H04"), "hero")),
    fact("escaped", "from a card", "RB-083", lambda: fight().play("try_escape", 20, boosts=[])),
    fact("escaped", "from a hero", "RB-157", lambda: duel().play("try_escape", 1, 20, boosts=[])),
    fact("event_placed", "an empty event box", "RB-110 RB-112", lambda: table().on_top("G15", "G02").fight("G15")),
    fact("event_placed", "a higher value", "RB-111 RB-112", lambda: covering("G15", "G17")),
    fact("event_refused", "no higher value", "RB-111", lambda: covering("G17", "G15")),
    fact("experience_noted", "an encounter", "RB-121", lambda: encounter("Y19", 20)),
    fact("experience_paid", "a raise", "RB-199", raised),
    fact("fatigue_rested", "dice rested", "RB-037", lambda: tired(table()).play("rest", hero=1, allies={})),
    fact("fatigue_rested", "in the refresh phase", "RB-022", lambda: tired(table("H09")).phase("refresh")),
    fact("fatigue_rested", "by an ability", "RB-015", lambda: use(tired(table().give("M55")), "M55", target="hero")),
    fact("fatigue_rested", "a boon", "RB-121", lambda: tired(table()).on_top("B21", "B01").fight("B21")),
    fact("fatigue_suffered", "for a skill", "RB-061", skilled),
    fact("fatigue_suffered", "for an ability", "RB-013", lambda: use(fight("G02", "H04"), "hero")),
    fact("fatigue_suffered", "a toll", "RB-044", lambda: entered("h1", "Y17", "g1")),
    fact("fatigue_suffered", "an event that hits all", "RB-114", lambda: table().on_top("Y17", "Y01").fight("Y17")),
    fact("fatigue_suffered", "an enemy, before the combat", "RB-070", lambda: fight("R02")),
    fact("fatigue_suffered", "an enemy that wounds", "RB-091", lambda: step("G09").play("defend", 1, boosts=[])),
    fact("fatigue_suffered", "a failed challenge", "RB-064", lambda: trial("G13", 1)),
    fact("fatigue_suffered", "a failed encounter", "RB-122", lambda: encounter("Y20", 1)),
    fact("first_seat_chosen", "at the setup", "RB-029", set_up),
    fact("first_seat_thrown", "at the setup", "RB-029", set_up),
    fact("game_ended", "the round limit", "RB-213", lambda: table(hexes=["a1"], round_limit=1).play("stay")),
    fact("game_won", "three runes", "RB-210", third_rune),
    fact("game_won", "a rune taken from a hero", "RB-212", stolen_rune),
    fact("game_won", "Margath beaten", "RB-210", margath),
    fact("gold_gained", "a challenge", "RB-096", beaten),
    fact("gold_gained", "an encounter", "RB-121", lambda: encounter("G21", 20)),
    fact("gold_gained", "a bounty", "RB-112", bounty, at=1),
    fact("gold_lost", "a failed encounter", "RB-122", lambda: encounter("G21", 1)),
    fact("gold_lost", "an enemy that wounds", "RB-091", lambda: robbed_of_gold(3)),
    fact("gold_lost", "less than is asked", "RB-091 RB-012", lambda: robbed_of_gold(0)),
    fact("healing_paid", "on the market", "RB-175", lambda: wounded(shop()).play("heal", character="hero")),
    fact("hero_clung_on", "saved by a card", "RB-140", lambda: use(falling(), "M60")),
    fact("hero_dealt", "at the setup", "RB-028", set_up),
    fact("hero_knocked_out", "wounds have reached its life", "RB-140", knocked_out),
    fact("hero_moved", "paid with dice", "RB-033", lambda: thrown().play("move", path=["h6"])),
    fact("hero_moved", "into a town, paid with dice", "RB-034", into_town),
    fact("hero_moved", "one hex without dice", "RB-040", lambda: table().play("step_one", to="h6")),
    fact("hero_placed", "the first turn", "RB-025", set_up),
    fact("hero_placed", "a journey", "RB-046", journey),
    fact("hero_placed", "after a knockout", "RB-141", knocked_out),
    fact("hero_recovered", "after a knockout", "RB-143", knocked_out),
    fact("hero_retreated", "after an escape", "RB-083", lambda: fled("G02")),
    fact("hero_scored", "three runes", "RB-210", third_rune),
    fact("hero_scored", "a rune taken from a hero", "RB-212", stolen_rune),
    fact("hero_scored", "the round limit", "RB-213", lambda: table(hexes=["a1"], round_limit=1).play("stay")),
    fact("hero_stayed", "no dice thrown", "RB-041", lambda: table().play("stay")),
    fact("hero_stayed", "no dice used", "RB-035", lambda: thrown().play("move", path=[])),
    fact("hero_stayed", "after an escape", "RB-083", lambda: fled("G02", to=None)),
    fact("loot_left", "nothing taken", "RB-096", lambda: looting().play("choose_loot", card=None)),
    fact("loot_revealed", "a reward", "RB-096", looting),
    fact("losses_paid", "after a knockout", "RB-142", knocked_out),
    fact("marker_returned", "an unfinished challenge done", "RB-096", finished),
    fact("market_left", "no more deals", "RB-172", lambda: shop().play("end_market")),
    fact("market_opened", "in a town", "RB-170", shop),
    fact("movement_dice_rerolled", "by an ability", "RB-045", lambda: use(thrown(hero="H07"), "hero", 2, dice=[0])),
    fact("movement_dice_thrown", "the throw", "RB-030", thrown),
    fact("movement_over", "all dice rested", "RB-038", all_rested),
    fact("nothing_to_defend", "damage 0", "RB-089", lambda: step().play("defend", boosts=[])),
    fact("oldest_challenge_removed", "the track is full", "RB-134", full_track),
    fact("roll_failed", "an attack", "RB-001 RB-088", lambda: missed("H02")),
    fact("roll_failed", "a defence", "RB-001 RB-089", lambda: step("G04").play("defend", 1, boosts=[])),
    fact("roll_failed", "a test", "RB-001 RB-060", lambda: trial("G12", 1)),
    fact("roll_failed", "an escape", "RB-001 RB-082", lambda: fight().play("try_escape", 1, boosts=[])),
    fact("roll_failed", "an escape from a hero", "RB-001 RB-157", lambda: duel().play("try_escape", 9, 1, boosts=[])),
    fact("roll_failed", "thrown again", "RB-001 RB-017", lambda: use(missed("H12"), "hero", 1)),
    fact("roll_succeeded", "an attack", "RB-001 RB-087", beaten),
    fact("roll_succeeded", "an attack on a hero", "RB-001 RB-155", duel_hit),
    fact("roll_succeeded", "a defence", "RB-001 RB-089", lambda: step("G04").play("defend", 20, boosts=[])),
    fact("skill_used", "before a test", "RB-061", skilled),
    fact("spoils_left", "nothing taken", "RB-160", lambda: won_duel("M24").play("take_spoils", card=None)),
    fact("spoils_taken", "a card taken", "RB-160", lambda: won_duel("M24").play("take_spoils", card="M24")),
    fact("stat_raised", "paid", "RB-197", raised),
    fact("step_skipped", "the enemy says so", "RB-010", lambda: step("B10")),
    fact("target_thrown", "a step of a duel", "RB-154", lambda: duel().play("fight_on", 1)),
    fact("target_thrown", "an escape from a hero", "RB-157", lambda: duel().play("try_escape", 9, 1, boosts=[])),
    fact("toll_taken", "a terrain entered", "RB-044", lambda: entered("h1", "Y17", "g1")),
    fact("turn_began", "the next seat", "RB-020", lambda: table(hexes=["a1"]).play("stay")),
    fact("turn_ended", "the turn is over", "RB-020", lambda: table(hexes=["a1"]).play("stay")),
    fact("unfinished_attempted", "a marker on the hex", "RB-131 RB-132", taken_up),
    fact("wounds_healed", "on the market", "RB-175", lambda: wounded(shop()).play("heal", character="hero")),
    fact("wounds_healed", "by an ability", "RB-015", lambda: use(wounded(table("H03")), "hero", target="hero")),
    fact("wounds_healed", "fewer than it could", "RB-015 RB-007", lambda: use(one_wound(), "M53", target="hero")),
    fact("wounds_prevented", "by a card", "RB-091", lambda: use(about_to_suffer("M27"), "M27")),
    fact("wounds_suffered", "a miss", "RB-088", missed_melee),
    fact("wounds_suffered", "a miss of an ally", "RB-088", dead_ally),
    fact("wounds_suffered", "a failed defence", "RB-089", lambda: step("G04").play("defend", 1, boosts=[])),
    fact("wounds_suffered", "a hit by a hero", "RB-155", duel_hit),
    fact("wounds_suffered", "a strike by a hero", "RB-158", lambda: use(duel("H04"), "hero"), at=0),
    fact("wounds_suffered", "a failed escape", "RB-082", lambda: fight().play("try_escape", 1, boosts=[])),
    fact(
        "wounds_suffered", "a failed escape from a hero", "RB-157", lambda: duel().play("try_escape", 9, 1, boosts=[])
    ),
    fact("wounds_suffered", "instead of the hero", "RB-091", lambda: use(about_to_suffer("M69"), "M69")),
    fact("wounds_suffered", "a toll", "RB-044", lambda: entered("a1", "B15", "b1")),
    fact("wounds_suffered", "a failed challenge", "RB-064", lambda: trial("G12", 1)),
    fact("wounds_suffered", "a failed test before the combat", "RB-070", lambda: trial("Y06", 1)),
    fact("wounds_suffered", "fatigue beyond stamina", "RB-005", entered_tired),
    fact("wounds_suffered", "fatigue beyond an ally's stamina", "RB-006", worn_out_ally),
]


# -- the refusals ---------------------------------------------------------------------------------


def denied(desk: Desk, type_: str, by: int | None = None, **parameters: Any) -> Refusal:
    """The refusal of the action. Checks that what it names stands on the table."""
    action = RULESET.parse_action({"type": type_, **parameters})
    found = desk.ruleset.refusal(desk.state, desk.decision["seat"] if by is None else by, action)
    assert found is not None
    require_named(desk.content, desk.state, action, found)
    return found


def refusal(key: str, circumstance: str, clause: str, builder: Callable[[], Refusal]) -> Case:
    return Case(key, circumstance, (clause,), builder, "refusal")


def ability(desk: Desk, source: str, index: int = 0, **choices: Any) -> Refusal:
    return denied(desk, "use_ability", source=source, index=index, **choices)


def over() -> Refusal:
    desk = table(hexes=["a1"], round_limit=1).play("stay")
    found = RULESET.refusal(desk.state, 0, {"type": "stay"})
    assert found is not None
    return found


def won() -> Refusal:
    found = RULESET.refusal(third_rune().state, 0, {"type": "stay"})
    assert found is not None
    return found


def far_rival() -> Desk:
    return table("H02", "H05", hexes=["h8", "h6"]).phase("adventure")


def resting() -> Desk:
    return tired(table().give("M58")).play("rest", hero=1, allies={})


def waiting_shop(*cards: str, **options: Any) -> Desk:
    return table(**options).give(*cards).phase("market")


def attack(desk: Desk, character: str = "hero", *boosts: dict[str, Any]) -> Refusal:
    return denied(desk, "attack", character=character, boosts=[*boosts])


def target_decides() -> Refusal:
    desk = rivals().give("M59", seat=1).play("attack_hero", seat=1).play("fight_on")
    return denied(desk, "defend", by=0, boosts=[])


def over_armoured() -> Desk:
    return looting("M19").play("choose_loot", card="M24")


def lying_ally() -> Desk:
    desk = table().give("M66")
    desk.hero()["down"] = ["M66"]
    return desk.fight("G02").play("fight_on")


def target_with_ally() -> Desk:
    desk = rivals().give("M73", "M53", seat=1)
    wounded(desk, 1, seat=1)
    return desk.play("attack_hero", seat=1)


def without_allies() -> Desk:
    return table().give("M66").fight("Y05").play("fight_on")


def hit_with(card: str) -> Desk:
    return (
        table()
        .give(card)
        .fight("G02")
        .play("fight_on")
        .play("defend", boosts=[])
        .play("attack", 20, character="hero", boosts=[])
    )


def champion() -> Desk:
    desk = wounded(table().give("M45", "M53")).fight("R13")
    assert desk.asks == "before_combat"
    return desk


def free_again() -> Refusal:
    desk = table("H03").give("M53")
    wounded(desk, 2)
    desk.ruleset = free_ruleset()
    desk.play("use_ability", source="M53", index=0, target="hero")
    return ability(desk, "M53", target="hero")


def free_ruleset() -> Any:
    return reprinted("M53", abilities=[text("free", {"type": "heal", "target": "any", "n": 1})])


def other_roll() -> Refusal:
    picky = reprinted("M52", abilities=[text("on_fail", {"type": "reroll"}, cost="exhaust", kinds="test")])
    desk = table("H12", ruleset=picky).give("M52").fight("G02").play("fight_on")
    return ability(desk.play("attack", 1, character="hero", boosts=[]), "M52")


def lancer() -> Desk:
    """A hero with a Scroll of Certainty in the ranged step."""
    return step("G02", "H02", "M59")


def other_boost() -> Refusal:
    return denied(fight("G02", "H02", "M59"), "try_escape", boosts=[scroll()])


def squire() -> Desk:
    return step("G02", "H02", "M72").play("defend", boosts=[])


def boost_of(card: str) -> dict[str, Any]:
    return {"source": card, "index": 0, "times": 1}


def other_kind() -> Refusal:
    return ability(hit_with("M06"), "M06")


def blunt_weapon() -> Refusal:
    desk = table().give("M08", "M49").fight("B06").play("fight_on").play("defend", 20, boosts=[])
    return ability(desk.play("attack", 20, character="hero", boosts=[]), "M08")


def blunt_boost() -> Refusal:
    """A weapon that would add to the roll against an enemy that weapons do not hurt."""
    sharp = reprinted("M08", abilities=[text("on_roll", roll_of("melee"), cost="fatigue", n=1, kinds="melee")])
    desk = table("H11", ruleset=sharp).give("M08").fight("B06").play("fight_on").play("defend", 20, boosts=[])
    return attack(desk, "hero", boost_of("M08"))


def roll_of(kind: str) -> dict[str, Any]:
    return {"type": "roll", "kind": kind, "n": 2}


def helpless(trigger: str) -> Refusal:
    """The ability of an ally, after its hero has hit or failed."""
    effect = {"type": "reroll"} if trigger == "on_fail" else {"type": "damage", "kind": "melee", "n": 1}
    printed = text(trigger, effect, cost="fatigue", n=1, kinds="combat" if trigger == "on_fail" else "melee")
    desk = table("H12" if trigger == "on_fail" else "H02", ruleset=reprinted("M72", abilities=[printed]))
    desk.give("M72").fight("G02").play("fight_on")
    if trigger == "on_hit":
        desk.play("defend", boosts=[])
    return ability(desk.play("attack", 20 if trigger == "on_hit" else 1, character="hero", boosts=[]), "M72")


def worn_out() -> Desk:
    desk = wounded(table("H03"), 3)
    return tired(desk, 4)


def too_skilled() -> Refusal:
    return denied(table("H03").fight("G13"), "roll_test", skill_uses=99, boosts=[])


def vain() -> Refusal:
    desk = table().give("M81", wounds=1, fatigue=3)
    return ability(desk, "M81", target="M81")


def run_out() -> Refusal:
    desk = table("H02", "H05", hexes=["h8", "h8"], recycle_adventure_decks=False).out(*CONTENT.decks["green"])
    return denied(desk.phase("adventure"), "attempt_adventure")


def not_begun() -> Refusal:
    desk = table("H02", "H05", hexes=["h8", None])
    return denied(desk.phase("adventure"), "attack_hero", seat=1)


def unskilled() -> Refusal:
    return denied(table("H02").fight("G13"), "roll_test", skill_uses=1, boosts=[])


def escapeless() -> Desk:
    return table().give("M15").fight("G06")


def escaping() -> Desk:
    return fight().play("try_escape", 20, boosts=[])


def hit_twice() -> Desk:
    return step("G02", "H02").play("attack", 1, character="hero", boosts=[])


def two_towns() -> Desk:
    desk = table(hexes=["g1"]).event("Y17")
    desk.hero().update(wounds=5, fatigue=3)
    return desk.play("step_one", to="h1")


def rested_twice() -> Desk:
    return tired(table(), 2).play("rest", hero=1, allies={})


def flooded() -> Refusal:
    desk = table(hexes=["g7"]).event("G16").phase("movement").play("roll_movement", 4, 1, 1, 1, 1)
    return denied(desk, "move", path=["f6"])


def sold(card: str) -> Desk:
    return waiting_shop(card).play("sell", card=card)


def bought(card: str) -> Desk:
    return shop(card).play("buy", card=card)


def armoured() -> Desk:
    desk = table().give("M19").in_box("g7", "M24")
    desk.hero()["gold"] = 20
    return desk.phase("market")


def plague() -> Refusal:
    return denied(wounded(table().event("B16")).phase("market"), "heal", character="hero")


def unraised() -> Refusal:
    desk = table(raise_life_stamina=False).counters(red=2).phase("experience")
    return denied(desk, "raise_stat", stat="life")


def spent() -> Refusal:
    desk = table().counters(red=2).phase("experience")
    desk.state["options"]["xp_cost"] = 9
    return denied(desk, "raise_stat", stat="mind")


REFUSALS = [
    refusal("game_is_over", "the round limit", "RB-213", over),
    refusal("game_is_over", "a hero has won", "RB-210", won),
    refusal("another_seat_decides", "the active seat", "RB-020", lambda: denied(table("H01", "H02"), "stay", by=1)),
    refusal("another_seat_decides", "the target of a fight", "RB-154", target_decides),
    refusal("another_question", "the movement phase", "RB-021", lambda: denied(table(), "end_market")),
    refusal("another_question", "too many allies", "RB-187", lambda: denied(crowded(), "end_market")),
    refusal("another_question", "too many weapons or armours", "RB-186", lambda: denied(over_armoured(), "end_market")),
    refusal("another_question", "before a combat", "RB-070", lambda: denied(fight("G02", "H04"), "end_market")),
    refusal("another_question", "before a combat of heroes", "RB-152", lambda: denied(duel("H04"), "end_market")),
    refusal("another_question", "the start of a round", "RB-082", lambda: denied(fight(), "end_market")),
    refusal("another_question", "a step of a round", "RB-085", lambda: denied(step(), "end_market")),
    refusal("another_question", "about to be knocked out", "RB-140", lambda: denied(falling(), "end_market")),
    refusal("face_down", "its ability", "RB-009", lambda: ability(turned(), "M38", target="hero")),
    refusal("face_down", "an ally's attack", "RB-009", lambda: attack(lying_ally(), "M66")),
    refusal("not_yours", "another's ability", "RB-015", lambda: ability(table(), "M38", target="hero")),
    refusal("not_yours", "to sell it", "RB-174", lambda: denied(shop(), "sell", card="M12")),
    refusal("no_such_ability", "the card has none", "RB-015", lambda: ability(table().give("M66"), "M66")),
    refusal("ally_out_of_play", "target of a hero", "RB-156", lambda: ability(target_with_ally(), "M73")),
    refusal("ally_out_of_play", "the enemy says so", "RB-010", lambda: attack(without_allies(), "M66")),
    refusal("another_moment", "for a failed roll", "RB-017", lambda: ability(table("H12"), "hero")),
    refusal("another_moment", "for the market and the like", "RB-010", lambda: ability(hit_with("M38"), "M38")),
    refusal("after_resting", "a journey", "RB-038", lambda: ability(resting(), "M58", town="f13")),
    refusal("no_abilities_before", "the enemy says so", "RB-010", lambda: ability(champion(), "M45")),
    refusal("once_a_turn", "used before", "RB-071", lambda: ability(use(fight("G02", "H04", "M45"), "hero"), "hero")),
    refusal("once_in_a_window", "no cost", "RB-014", free_again),
    refusal("for_other_rolls", "after a failed roll", "RB-017", other_roll),
    refusal("for_other_rolls", "with a roll", "RB-010", other_boost),
    refusal("for_its_bearer", "an ally's boost", "RB-015", lambda: attack(squire(), "hero", boost_of("M72"))),
    refusal(
        "for_other_rolls",
        "with a roll, what is for a failed one",
        "RB-010",
        lambda: attack(step("G02", "H12"), "hero", boost_of("hero")),
    ),
    refusal("for_its_bearer", "after another's failed roll", "RB-015", lambda: helpless("on_fail")),
    refusal("for_its_bearer", "after another's hit", "RB-015", lambda: helpless("on_hit")),
    refusal("for_another_kind", "a hit of another kind", "RB-017", other_kind),
    refusal("weapons_are_off", "the enemy says so", "RB-010", blunt_weapon),
    refusal("weapons_are_off", "with a roll", "RB-010", blunt_boost),
    refusal("too_much_fatigue", "for an ability", "RB-013", lambda: ability(worn_out(), "hero", target="hero")),
    refusal("too_much_fatigue", "for a skill", "RB-013", too_skilled),
    refusal("asks_for_no_choice", "a target", "RB-015", lambda: ability(fight("G02", "H04"), "hero", target="hero")),
    refusal("asks_for_a_choice", "a target", "RB-015", lambda: ability(wounded(table("H03")), "hero")),
    refusal("asks_for_a_choice", "dice", "RB-045", lambda: ability(thrown("M34"), "M34")),
    refusal("asks_for_a_choice", "a town", "RB-046", lambda: ability(table().give("M58"), "M58")),
    refusal(
        "no_such_target", "not an own ally", "RB-015", lambda: ability(wounded(table("H03")), "hero", target="M61")
    ),
    refusal("wrong_dice", "too many", "RB-045", lambda: ability(thrown("M34"), "M34", dice=[0, 1])),
    refusal("nothing_to_remove", "no marker", "RB-018", lambda: ability(table("H03"), "hero", target="hero")),
    refusal("costs_what_it_removes", "the same marker", "RB-018", vain),
    refusal("boost_named_twice", "the same ability", "RB-014", lambda: attack(lancer(), "hero", scroll(), scroll())),
    refusal("boost_once", "a card given up", "RB-019", lambda: attack(lancer(), "hero", scroll(5))),
    refusal("no_adventure_here", "an empty hex", "RB-050", lambda: denied(rivals(), "attempt_adventure")),
    refusal("deck_run_out", "no challenge left", "RB-052", run_out),
    refusal("not_another_hero", "the own hero", "RB-150", lambda: denied(rivals(), "attack_hero", seat=0)),
    refusal("not_on_the_map", "before its first turn", "RB-025", not_begun),
    refusal("on_another_hex", "far away", "RB-150", lambda: denied(far_rival(), "attack_hero", seat=1)),
    refusal("no_such_skill", "a test", "RB-062", unskilled),
    refusal("no_escape", "the enemy says so", "RB-084", lambda: denied(escapeless(), "try_escape", boosts=[])),
    refusal("no_way_back", "a hex far away", "RB-083", lambda: denied(escaping(), "retreat", to="a1")),
    refusal("attacked_already", "once a round", "RB-086", lambda: attack(hit_twice())),
    refusal("no_such_attack", "damage 0", "RB-086", lambda: attack(step("G02", "H02", "M66"), "M66")),
    refusal("not_in_your_party", "an attack", "RB-086", lambda: attack(step(), "M66")),
    refusal(
        "not_in_your_party", "resting", "RB-037", lambda: denied(tired(table()), "rest", hero=0, allies={"M61": 1})
    ),
    refusal("not_in_your_party", "healing", "RB-175", lambda: denied(wounded(shop()), "heal", character="M61")),
    refusal("nothing_to_defend", "a boost", "RB-089", lambda: denied(lancer(), "defend", boosts=[scroll()])),
    refusal("turn_these_down", "others", "RB-091", lambda: denied(robbed(), "choose_exhaust", cards=["M12"])),
    refusal("one_of_these_must_go", "allies", "RB-187", lambda: denied(crowded(), "choose_discard", card="M12")),
    refusal("one_of_these_must_go", "armours", "RB-186", lambda: denied(over_armoured(), "choose_discard", card="M05")),
    refusal("not_turned_up", "another card", "RB-096", lambda: denied(looting(), "choose_loot", card="M01")),
    refusal("not_theirs", "another card", "RB-160", lambda: denied(won_duel("M24"), "take_spoils", card="M01")),
    refusal("not_the_nearest_town", "one far away", "RB-141", lambda: denied(two_towns(), "choose_town", town="f13")),
    refusal("rested_already", "once a turn", "RB-038", lambda: denied(rested_twice(), "rest", hero=1, allies={})),
    refusal("wrong_number_of_dice", "too many", "RB-037", lambda: denied(tired(table(), 3), "rest", hero=9, allies={})),
    refusal("less_fatigue", "more than there is", "RB-037", lambda: denied(tired(table()), "rest", hero=2, allies={})),
    refusal("no_step_after_resting", "one hex", "RB-040", lambda: denied(resting(), "step_one", to="h6")),
    refusal("not_adjacent", "one hex", "RB-040", lambda: denied(table(), "step_one", to="a1")),
    refusal("not_adjacent", "a path", "RB-033", lambda: denied(thrown(), "move", path=["a1"])),
    refusal("path_too_long", "a die a hex", "RB-032", lambda: denied(thrown(), "move", path=["g8", "g7"] * 3)),
    refusal("takes_two_dice", "an event", "RB-044", flooded),
    refusal("dice_do_not_pay", "another terrain", "RB-033", lambda: denied(thrown(), "move", path=["f7"])),
    refusal("not_on_this_market", "to buy", "RB-172", lambda: denied(shop(), "buy", card="M12")),
    refusal("not_on_this_market", "to hire", "RB-173", lambda: denied(shop(), "hire", card="M84")),
    refusal("hired_not_bought", "an ally", "RB-172", lambda: denied(shop("M61"), "buy", card="M61")),
    refusal("bought_not_hired", "an artifact", "RB-173", lambda: denied(shop("M12"), "hire", card="M12")),
    refusal("sold_this_turn", "to buy back", "RB-176", lambda: denied(sold("M24"), "buy", card="M24")),
    refusal("bought_this_turn", "to sell again", "RB-176", lambda: denied(bought("M24"), "sell", card="M24")),
    refusal("too_dear", "not enough gold", "RB-012", lambda: denied(shop("M16", gold=1), "buy", card="M16")),
    refusal("too_many_of_a_kind", "a second armour", "RB-185", lambda: denied(armoured(), "buy", card="M24")),
    refusal("runes_not_sold", "a dragon rune", "RB-211", lambda: denied(waiting_shop("R01"), "sell", card="R01")),
    refusal("allies_not_sold", "an ally", "RB-174", lambda: denied(waiting_shop("M61"), "sell", card="M61")),
    refusal("priceless", "a kept card", "RB-174", lambda: denied(waiting_shop("G13"), "sell", card="G13")),
    refusal("no_healing", "an event", "RB-112", plague),
    refusal("unwounded", "no wound", "RB-175", lambda: denied(shop(), "heal", character="hero")),
    refusal("healing_too_dear", "no gold", "RB-012", lambda: denied(wounded(shop(gold=0)), "heal", character="hero")),
    refusal("not_raised_in_this_game", "the option", "RB-197", unraised),
    refusal("raise_too_dear", "too little experience", "RB-195", spent),
]

CASES = [*FACTS, *REFUSALS]


GOLDEN = [
    one["said"] for one in json.loads((Path(__file__).parent / "words/sentences.json").read_text("utf-8"))["refusals"]
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_deciding_clause_is_cited_and_every_member_is_right(case: Case) -> None:
    require_decided(case, "runebound")


@pytest.mark.parametrize("case", REFUSALS, ids=str)
def test_a_refusal_is_among_the_golden_sentences(case: Case) -> None:
    played = case.builder()
    assert isinstance(played, Refusal)

    assert {"key": played.key, "clause": played.clause, "fields": dict(played.fields)} in GOLDEN


def test_it_is_known_of_every_refusal_what_it_must_name() -> None:
    assert set(NAMED) == {case.type for case in REFUSALS}


@pytest.mark.clause("RB-028")
def test_every_fact_and_every_refusal_has_a_row() -> None:
    require_complete(RULESET, CASES)
