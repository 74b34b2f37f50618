"""What must hold in every state between two events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from delvebook.domain.rulesets.runebound.box.vocabulary import COLOURS, KINDS
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.flow import DECISIONS
from delvebook.domain.rulesets.runebound.heroes.figures import HERO, crowded, life, limits_of
from delvebook.domain.rulesets.runebound.heroes.markers import characters
from delvebook.domain.rulesets.runebound.state import ENEMY, State, current_combat, new_hero, open_cards
from delvebook.domain.rulesets.runebound.turn.phases import LEFT_OF_TURN, left_of_turn


def broken_invariants(content: Content, state: State) -> Iterator[str]:
    """Every invariant that does not hold, as a sentence that says what should be."""
    for check in (_turn, _fight, _agenda, _cards, _counters):
        yield from (invariant for holds, invariant in check(content, state) if not holds)
    for seat in range(len(state["heroes"])):
        yield from (invariant for holds, invariant in _hero(content, state, seat) if not holds)


Checks = Iterator[tuple[object, str]]
"""Whether it holds, and the invariant."""


_BY_PHASE: Final = {
    "movement": ("move_choice", "choose_path", "window_knockout", "choose_town"),
    "market": ("market", "choose_discard"),
    "experience": ("experience",),
}
"""By phase, the decisions that can wait in it; in the adventure phase all others can."""

_OF_ACTIVE: Final = (
    *("move_choice", "choose_path", "adventure_choice", "commit_test"),
    *("choose_exhaust", "choose_loot", "market", "experience"),
)
"""Decisions that are always the active seat's."""


def _turn(content: Content, state: State) -> Checks:
    over, seats = state["result"] is not None, len(state["heroes"])
    yield 1 <= seats <= 6, "there are 1 to 6 heroes"
    yield 0 <= state["active"] < seats and 0 <= state["first"] < seats, "the active and the first seat are at the table"
    turns = (state["round"] - 1) * seats + (state["active"] - state["first"]) % seats + 1
    out_of_rounds = over and state["result"] is not None and state["result"]["reason"] == "round_limit"
    yield state["turn"] == turns + (seats if out_of_rounds else 0), "a round is one turn of every seat"
    limit = state["options"]["round_limit"]
    yield limit is None or state["round"] <= limit, "no round is beyond the limit"
    yield over == (state["phase"] == "finished"), "the phase is finished when the game is over"
    for seat, hero in enumerate(state["heroes"]):
        begun = (seat - state["first"]) % seats < state["turn"]
        yield not begun or hero["hex"] is not None, f"seat {seat}'s hero is on the map from its first turn on"
    traded = state["traded"]
    yield len({*traded}) == len(traded), "a card is traded once a turn"
    yield all(card in content.decks["market"] for card in traded), "only Market cards are traded"
    yield not traded or state["phase"] in ("market", "experience", "finished"), "cards are traded on the market"
    used = [tuple(use.values()) for use in state["used_before_combat"]]
    yield len({*used}) == len(used), "an ability before the combat works once a turn"
    yield not used or state["phase"] != "movement", "no combat has come before the adventure phase"


def _agenda(content: Content, state: State) -> Checks:
    agenda, phase = state["agenda"], state["phase"]
    yield (state["result"] is not None) != bool(agenda), "either the game is over or something is to be done"
    if not agenda or phase not in LEFT_OF_TURN:
        yield not agenda, "a seat decides in one of the phases"
        return
    frame, left = agenda[-1], left_of_turn(state)
    do = frame["do"]
    yield [one["do"] for one in agenda[: len(left)]] == left, f"in the {phase} phase the later phases are to come"
    rest = [one["do"] for one in agenda[len(left) :]]
    yield not any(one in LEFT_OF_TURN["movement"] for one in rest), "no phase comes twice"
    yield do in DECISIONS, f"a decision is pending, not {do}"
    if do not in DECISIONS:
        return
    yield 0 <= frame["seat"] < len(state["heroes"]), "the seat that decides is at the table"
    yield do not in _OF_ACTIVE or frame["seat"] == state["active"], f"{do} is the active seat's"
    if phase in _BY_PHASE:
        yield do in _BY_PHASE[phase], f"{do} is not decided in the {phase} phase"
    else:
        elsewhere = ("move_choice", "choose_path", "market", "experience")
        yield do not in elsewhere, f"{do} is not decided in the {phase} phase"
    cut_short = ("retreat_choice", "take_spoils")
    yield do not in cut_short or state["cut_short"], f"after {do} the turn is cut short"
    in_combat = DECISIONS[do].scope == "combat"
    yield not in_combat or state["combat"] is not None, f"{do} is decided in a combat"
    if not in_combat or state["combat"] is not None:
        yield DECISIONS[do].waits(content, state, frame), f"{do} leaves something to decide"


def _fight(content: Content, state: State) -> Checks:
    combat, facing, over = state["combat"], state["facing"], state["result"] is not None
    in_phase = over or state["phase"] == "adventure"
    yield in_phase or (combat is None and facing is None), "adventures and combats belong to the adventure phase"
    frames = [frame["do"] for frame in state["agenda"]]
    if facing is not None and not over:
        hero = state["heroes"][state["active"]]
        yield facing["hex"] == hero["hex"], "the active hero stands where its adventure is"
        yield facing["colour"] == content.site_colour.get(facing["hex"]), "an adventure is of its site's colour"
        yield facing["age"] <= state["drawn"], "a card is as old as its draw"
        card = facing["card"]
        if card is not None:
            yield content.adventures[card]["colour"] == facing["colour"], "the card is of the adventure's colour"
            yield content.adventures[card]["category"] != "event", "events are not faced"
    if combat is None:
        return
    yield not over, "no combat goes on after the end"
    yield 0 <= combat["round"] <= content.decided["combat_rounds_max"], "no combat goes on for ever"
    yield frames.count("combat_round") == 1, "one more round of the combat is to come"
    yield combat["seats"][0] == state["active"], "the active seat has begun the combat"
    yield combat["again"] >= 0 and not (combat["again"] and not combat["round"]), "attacks are granted in a round"
    yield len(combat["attacked"]) + frames.count("combat_step") <= len(KINDS), "one character attacks in each step"
    kinds = [frame["kind"] for frame in reversed(state["agenda"]) if frame["do"] == "combat_step"]
    later = [kind for kind in KINDS if kind in kinds]
    yield kinds == later, "the steps come in their order, each once"
    yield combat["attacked"].count(HERO) <= 1 + combat["again"], "a hero attacks once a round, or as often as granted"
    allies = [one for one in combat["attacked"] if one != HERO]
    yield len({*allies}) == len(allies), "an ally attacks once a round"
    if combat["card"] is None:
        yield from _duel(state)
        return
    card = combat["card"]
    yield combat["seats"] == [state["active"]] and combat["fighter"] == state["active"], "the active hero fights a card"
    yield facing is not None and facing["card"] == card, "the card fought is at hand"
    yield content.adventures[card]["kind"] == "combat", "the card fought asks for a combat"
    if content.adventures[card]["kind"] != "combat":
        return
    yield 0 <= combat["wounds"] < content.adventures[card]["enemy"]["life"], "the enemy still stands"
    yield combat["number"] is None, "a card's target numbers are printed, not thrown"
    yield {*combat["hampered"]} <= {ENEMY}, "only the enemy is hampered"


def _duel(state: State) -> Checks:
    """What holds in a combat between heroes."""
    combat = current_combat(state)
    seats = combat["seats"]
    yield len({*seats}) == len(seats) == 2, "a duel has two sides"
    yield combat["fighter"] == seats[max(combat["round"] - 1, 0) % 2], "the sides swap after every round"
    yield len({state["heroes"][seat]["hex"] for seat in seats}) == 1, "heroes fight on one hex"
    yield combat["wounds"] == 0 and state["facing"] is None, "in a duel no card is fought"
    yield {*combat["hampered"]} <= {str(seat) for seat in seats}, "only the sides of the duel are hampered"
    thrown = state["agenda"][-1]["do"] != "combat_step" or combat["number"] is not None
    yield thrown, "the target has thrown before its enemy acts"


def _cards(content: Content, state: State) -> Checks:
    found = open_cards(state)
    for zone, deck in state["decks"].items():
        yield deck["top"] >= 0 and deck["bottom"] >= 0, f"what is known of the {zone} deck is a number"
        known = deck["top"] + deck["bottom"]
        yield known <= len(deck["cards"]), f"the known cards of the {zone} deck are no more than the deck holds"
        yield all(card in content.decks[zone] for card in deck["cards"]), f"the {zone} deck holds cards of its own"
        found += deck["cards"]
    every = sorted(card for deck in content.decks.values() for card in deck)
    yield sorted(found) == every, "every card is in one place, and nowhere else"
    dealt = [hero["id"] for hero in state["heroes"]]
    yield sorted([*dealt, *state["undealt"]]) == sorted(content.heroes), "every hero card is in one place"
    for colour in COLOURS:
        yield (
            all(content.adventures[card]["colour"] == colour for card in state["out"][colour]),
            f"the {colour} out pile holds {colour} cards",
        )
        runes = [card for card in state["out"][colour] if content.items.get(card, {}).get("type") == "rune"]
        yield not runes, "a dragon rune never leaves the game"
    for town, box in state["boxes"].items():
        yield all(card in content.decks["market"] for card in box), f"the box of {town} holds Market cards"
    drawn = [card for cards in state["out"].values() for card in cards]
    yield (
        not any(effect["type"] == "win" for card in drawn for effect in content.adventures[card].get("reward", ())),
        ("whoever beats High Lord Margath has won"),
    )
    yield all(content.adventures[card]["category"] == "event" for card in state["events"]), "the event box holds events"
    values = [content.adventures[card]["value"] for card in state["events"]]
    yield values == sorted(set(values)), "each event covers one of a lower value"


def _counters(content: Content, state: State) -> Checks:
    for colour in COLOURS:
        laid = state["counters"][colour]
        yield laid == [site for site in content.sites[colour] if site in laid], f"{colour} counters lie on their sites"
        held = sum(hero["counters"][colour] for hero in state["heroes"])
        total = len(laid) + state["bank"][colour] + held
        yield total == content.counter_counts[colour], f"no {colour} counter comes or goes"
        yield state["bank"][colour] >= 0, f"the bank has no negative number of {colour} counters"
    entries = [entry for entry in state["track"] if entry is not None]
    yield len(state["track"]) == content.track_spaces, "the track has its spaces"
    yield len({entry["hex"] for entry in entries}) == len(entries), "no hex has two unfinished markers"
    yield len({entry["age"] for entry in entries}) == len(entries), "no two cards on the track are of one age"
    for entry in entries:
        site = content.site_colour.get(entry["hex"])
        on_site = site is not None and entry["hex"] in state["counters"][site]
        yield state["result"] is not None or on_site, "a marker lies beside a counter"
        yield content.adventures[entry["card"]]["category"] == "challenge", "the track holds challenges"
        yield content.adventures[entry["card"]]["colour"] == site, "an unfinished challenge is of its site's colour"
        yield 1 <= entry["age"] <= state["drawn"], "a card of the track is as old as its draw"


def _hero(content: Content, state: State, seat: int) -> Checks:
    hero = state["heroes"][seat]
    name = f"seat {seat}'s hero"
    over = state["result"] is not None
    falling = any(frame["do"] in ("window_knockout", "losses") and frame["seat"] == seat for frame in state["agenda"])
    yield over or falling or 0 <= hero["wounds"] < life(content, hero), f"{name} stands or is about to fall"
    for character in characters(hero):
        most_wounds, most_fatigue = limits_of(content, hero, character)
        markers = hero if character == "hero" else next(one for one in hero["allies"] if one["id"] == character)
        yield 0 <= markers["fatigue"] <= most_fatigue, f"{character} of {name} has no more fatigue than stamina"
        if character != "hero":
            dying = any(frame["do"] == "ally_check" and frame["ally"] == character for frame in state["agenda"])
            yield (
                over or dying or 0 <= markers["wounds"] < most_wounds,
                f"{character} of {name} lives or is about to die",
            )
    yield hero["gold"] >= 0 and hero["paper"] >= 0, f"{name} owes nothing"
    yield all(n >= 0 for n in hero["counters"].values()), f"{name} has no negative number of counters"
    yield all(n >= 0 for n in hero["raises"].values()), f"{name} has been raised, never lowered"
    owned = [*hero["artifacts"], *(ally["id"] for ally in hero["allies"])]
    yield all(card in owned for card in hero["down"]), f"{name} has turned down only own cards"
    yield sorted({*hero["down"]}) == hero["down"], f"{name} has turned no card down twice"
    choosing = any(frame["do"] == "choose_discard" and frame["seat"] == seat for frame in state["agenda"])
    yield over or choosing or crowded(content, hero) is None, f"{name} keeps to its limits"
    yield over or len(hero["runes"]) < content.rules["runes_to_win"], f"{name} has not won yet"
    yield hero["hex"] is None or hero["hex"] in content.map.terrain, f"{name} is on a hex of the map or not on it yet"
    cards = {"artifact": hero["artifacts"], "ally": [ally["id"] for ally in hero["allies"]], "rune": hero["runes"]}
    for kind, held in cards.items():
        yield all(content.items[id_]["type"] == kind for id_ in held), f"every {kind} of {name} is a card of that type"
    unraised = state["options"]["raise_life_stamina"] or not (hero["raises"]["life"] or hero["raises"]["stamina"])
    yield unraised, f"{name} can't have raised life or stamina"
    if hero["came_from"] is not None:
        near = content.map.neighbours.get(hero["hex"] or "", ())
        yield hero["came_from"] in near, f"{name} came from a neighbour"
    if hero["hex"] is None:
        gold, stats = content.rules["starting_gold"], content.decided["stats"]
        yield hero == new_hero(hero["id"], gold=gold, stats=stats, colours=COLOURS), f"{name} has not begun"
