"""What must hold in every state between two events."""

from __future__ import annotations

from collections.abc import Iterator

from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.figures import crowded, life, limits_of
from delvebook.domain.rulesets.runebound.flow import DECISIONS
from delvebook.domain.rulesets.runebound.markers import characters
from delvebook.domain.rulesets.runebound.state import State, open_cards
from delvebook.domain.rulesets.runebound.vocabulary import COLOURS


def broken_invariants(content: Content, state: State) -> Iterator[str]:
    """Every invariant that does not hold, as a sentence that says what should be."""
    for check in (_turn, _cards, _counters):
        yield from (invariant for holds, invariant in check(content, state) if not holds)
    for seat in range(len(state["heroes"])):
        yield from (invariant for holds, invariant in _hero(content, state, seat) if not holds)


Checks = Iterator[tuple[object, str]]
"""Whether it holds, and the invariant."""


def _turn(content: Content, state: State) -> Checks:
    over = state["result"] is not None
    yield over != bool(state["agenda"]), "either the game is over or something is to be done"
    yield 1 <= len(state["heroes"]) <= 6, "there are 1 to 6 heroes"
    yield 0 <= state["active"] < len(state["heroes"]), "the active seat is at the table"
    yield state["round"] >= 1 and state["turn"] >= state["round"], "rounds and turns count up"
    if not over:
        frame = state["agenda"][-1]
        yield frame["do"] in DECISIONS, f"a decision is pending, not {frame['do']}"
        yield 0 <= frame["seat"] < len(state["heroes"]), "the seat that decides is at the table"
        yield DECISIONS[frame["do"]].waits(content, state, frame), f"{frame['do']} leaves something to decide"
    combat = state["combat"]
    if combat is not None and combat["card"] is not None:
        enemy = content.adventures[combat["card"]]["enemy"]
        yield over or 0 <= combat["wounds"] < enemy["life"], "the enemy still stands"
        yield state["attempt"] is not None and state["attempt"]["card"] == combat["card"], "the card fought is at hand"
    if combat is not None:
        yield combat["round"] <= content.decided["combat_rounds_max"], "no combat goes on for ever"


def _cards(content: Content, state: State) -> Checks:
    found = open_cards(state)
    for zone, deck in state["decks"].items():
        yield deck["top"] >= 0 and deck["bottom"] >= 0, f"what is known of the {zone} deck is a number"
        yield deck["top"] + deck["bottom"] <= len(deck["cards"]), f"no more of the {zone} deck is known than there is"
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
    values = [content.adventures[card]["value"] for card in state["events"]]
    yield values == sorted(set(values)), "each event covers one of a lower value"


def _counters(content: Content, state: State) -> Checks:
    for colour in COLOURS:
        laid = state["counters"][colour]
        yield laid == [site for site in content.sites[colour] if site in laid], f"{colour} counters lie on their sites"
        held = sum(hero["counters"][colour] for hero in state["heroes"])
        total = len(laid) + state["bank"][colour] + held
        yield total == content.counter_counts[colour], f"no {colour} counter comes or goes"
        yield state["bank"][colour] >= 0, f"the bank owes no {colour} counter"
    entries = [entry for entry in state["track"] if entry is not None]
    yield len(state["track"]) == content.track_spaces, "the track has its spaces"
    yield len({entry["hex"] for entry in entries}) == len(entries), "no hex has two unfinished markers"
    yield len({entry["age"] for entry in entries}) == len(entries), "no two cards on the track are of one age"
    for entry in entries:
        site = content.site_colour.get(entry["hex"])
        on_site = site is not None and entry["hex"] in state["counters"][site]
        yield state["result"] is not None or on_site, "a marker lies beside a counter"
        yield content.adventures[entry["card"]]["category"] == "challenge", "the track holds challenges"


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
    yield all(n >= 0 for n in hero["counters"].values()), f"{name} owes no counter"
    yield all(n >= 0 for n in hero["raises"].values()), f"{name} has been raised, never lowered"
    owned = [*hero["artifacts"], *(ally["id"] for ally in hero["allies"])]
    yield all(card in owned for card in hero["down"]), f"{name} has turned down only own cards"
    yield len(set(hero["down"])) == len(hero["down"]), f"{name} has turned no card down twice"
    choosing = any(frame["do"] == "choose_discard" and frame["seat"] == seat for frame in state["agenda"])
    yield over or choosing or crowded(content, hero) is None, f"{name} keeps to its limits"
    yield over or len(hero["runes"]) < content.rules["runes_to_win"], f"{name} has not won yet"
    yield hero["hex"] is None or hero["hex"] in content.map.terrain, f"{name} is on the map or not yet"
    if hero["from"] is not None:
        near = content.map.neighbours.get(hero["hex"] or "", ())
        yield hero["from"] in near, f"{name} came from a neighbour"
    if hero["hex"] is None:
        yield seat != state["active"] or over, f"{name} is on the map in its turn"
