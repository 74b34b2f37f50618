"""
The adventure phase up to the fight: the choice, the draw, events, encounters, the track, rewards.

An attempt is plain data while it lasts: `{"hex", "colour", "card", "slot", "age", "kept"}`; `card` is
None between two draws, `slot` None unless the card comes from the track.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.runebound.abilities import work_automatic
from delvebook.domain.rulesets.runebound.combat import begin_combat, begin_duel
from delvebook.domain.rulesets.runebound.content import Book
from delvebook.domain.rulesets.runebound.decision import Decision, Step, always, nothing
from delvebook.domain.rulesets.runebound.decks import MARKET, can_draw, draw, put_on_top, put_under, recycle
from delvebook.domain.rulesets.runebound.ending import finish
from delvebook.domain.rulesets.runebound.figures import crowded, lasting, of_kind
from delvebook.domain.rulesets.runebound.markers import apply_relief
from delvebook.domain.rulesets.runebound.possessions import gain, lose
from delvebook.domain.rulesets.runebound.state import Frame, Play, action, require_that

# -- the choice -----------------------------------------------------------------------------------


def begin(play: Play, frame: Frame) -> None:
    """Opens the adventure phase, if there is anything on the hex for it (RB-023)."""
    play.state["phase"] = "adventure"
    play.push("adventure_choice", seat=play.state["active"], used=[])


def marker_on(state: Mapping[str, Any], hex_: str) -> int | None:
    """The track space whose marker lies on the hex; None if there is none."""
    for slot, entry in enumerate(state["track"]):
        if entry is not None and entry["hex"] == hex_:
            return slot
    return None


def colour_of_counter(book: Book, state: Mapping[str, Any], hex_: str) -> str | None:
    """The colour of the counter on the hex; None if there is none."""
    colour = book.site_colour.get(hex_)
    return colour if colour is not None and hex_ in state["counters"][colour] else None


def opponents(state: Mapping[str, Any], seat: int) -> list[int]:
    """The other seats whose heroes stand on the same hex."""
    here = state["heroes"][seat]["hex"]
    return [other for other, hero in enumerate(state["heroes"]) if other != seat and hero["hex"] == here]


def can_attempt(book: Book, state: Mapping[str, Any], seat: int) -> bool:
    """Whether there is an adventure on the seat's hex and a card for it (RB-050, RB-052, RB-131)."""
    here = state["heroes"][seat]["hex"]
    if marker_on(state, here) is not None:
        return True
    colour = colour_of_counter(book, state, here)
    return colour is not None and can_draw(book, state, colour)


def _choice_waits(book: Book, state: Mapping[str, Any], frame: Frame) -> bool:
    return can_attempt(book, state, frame["seat"]) or bool(opponents(state, frame["seat"]))


def _legal_choice(book: Book, state: Mapping[str, Any], frame: Frame) -> list[Action]:
    seat = frame["seat"]
    found = [action("attempt_adventure")] if can_attempt(book, state, seat) else []
    found += [action("attack_hero", seat=other) for other in opponents(state, seat)]
    return [*found, action("decline_adventure")]


def _decline(play: Play, frame: Frame, action_: Action) -> None:
    play.state["agenda"].pop()
    play.tell("adventure_declined", "RB-050", seat=frame["seat"])


def _attempt(play: Play, frame: Frame, action_: Action) -> None:
    """
    Begins the adventure of the hex: the card of its marker, or a draw for its counter.

    Clauses: RB-050, RB-051, RB-052, RB-131, RB-132.
    """
    state, seat = play.state, frame["seat"]
    here = play.hero(seat)["hex"]
    slot, colour = marker_on(state, here), colour_of_counter(play.book, state, here)
    require_that(slot is not None or colour is not None, "there is no adventure on this hex", "RB-050")
    require_that(
        slot is not None or (colour is not None and can_draw(play.book, state, colour)),
        f"the {colour} deck is empty and can't be renewed",
        "RB-052",
    )
    state["agenda"].pop()
    state["attempt"] = {"hex": here, "colour": colour, "card": None, "slot": slot, "age": 0, "kept": False}
    if slot is None:
        play.tell("adventure_attempted", "RB-051", seat=seat, hex=here, colour=colour)
        play.push("draw", colour=colour)
        return
    entry = state["track"][slot]
    card = entry["card"]
    state["attempt"].update(card=card, age=entry["age"], colour=play.book.adventures[card]["colour"])
    play.tell("unfinished_attempted", "RB-131", "RB-132", seat=seat, hex=here, space=slot + 1, card=card)
    _face(play, card)


def _attack_hero(play: Play, frame: Frame, action_: Action) -> None:
    """Attacks another hero on the hex (RB-150)."""
    seat, other = frame["seat"], action_["seat"]
    heroes = play.state["heroes"]
    require_that(other < len(heroes) and other != seat, "that is no other hero", "RB-150")
    require_that(heroes[other]["hex"] is not None, "that hero is not on the map yet", "RB-025")
    require_that(other in opponents(play.state, seat), "that hero is on another hex", "RB-150")
    play.state["agenda"].pop()
    begin_duel(play, seat, other)


# -- drawing --------------------------------------------------------------------------------------


def _draw(play: Play, frame: Frame) -> None:
    """
    Draws the next card of the attempt, in sight of all, and faces it.

    Clauses: RB-051, RB-052, RB-113, RB-124.
    """
    state, colour = play.state, frame["colour"]
    attempt = state["attempt"]
    if not state["decks"][colour]["cards"]:
        if not can_draw(play.book, state, colour):
            state["attempt"] = None
            play.tell("adventure_ended", "RB-052", seat=state["active"], hex=attempt["hex"], colour=colour)
            return
        recycle(play, colour)
    card = draw(play, colour)
    state["drawn"] += 1
    attempt.update(card=card, age=state["drawn"], kept=False)
    play.tell("card_drawn", "RB-051", seat=state["active"], card=card, colour=colour)
    category = play.book.adventures[card]["category"]
    if category != "challenge":
        play.push("draw", colour=colour)
    if category == "event":
        _event(play, card)
    else:
        _face(play, card)


def _face(play: Play, card: str) -> None:
    """Starts what the challenge or encounter asks for."""
    text = play.book.adventures[card]
    seat = play.state["active"]
    if text["kind"] == "combat":
        begin_combat(play, seat, card)
    elif text["kind"] == "test":
        play.push("commit_test", seat=seat, purpose="card", fail=[], **text["test"])
    else:
        play.push("succeeded")


# -- events ---------------------------------------------------------------------------------------


def _event(play: Play, card: str) -> None:
    """
    The event goes on top of the event box and works, or is refused.

    Clauses: RB-110, RB-111, RB-112, RB-113, RB-114.
    """
    state, adventures = play.state, play.book.adventures
    text = adventures[card]
    state["attempt"]["card"] = None
    covered = state["events"][-1] if state["events"] else None
    if covered is not None and text["value"] <= adventures[covered]["value"]:
        state["out"][text["colour"]].append(card)
        play.tell("event_refused", "RB-111", card=card, over=covered)
        return
    state["events"].append(card)
    play.tell("event_placed", "RB-110", "RB-112", card=card, covered=covered)
    for effect in reversed(text["immediate"]):
        play.push("world", effect=effect)


def _world(play: Play, frame: Frame) -> None:
    """
    One immediate effect of an event.

    Clauses: RB-112, RB-114, RB-115.
    """
    state, effect = play.state, frame["effect"]
    match effect["type"]:
        case "replenish":
            replenish(play, effect["colour"], effect["n"], "RB-115")
        case "restock":
            for town in play.book.map.towns:
                for _ in range(effect["n"]):
                    restock(play, town, "RB-112")
        case "everyone":
            seats = len(state["heroes"])
            order = [(state["active"] + step) % seats for step in range(seats)]
            for seat in reversed([one for one in order if state["heroes"][one]["hex"] is not None]):
                for one in reversed(effect["effects"]):
                    play.push("suffer", seat=seat, wounds=one["wounds"], fatigue=one["fatigue"])
        case other:
            raise AssertionError(other)  # the loader refuses every other word (§11.1)


def replenish(play: Play, colour: str, n: int | str, clause: str) -> None:
    """Puts up to n counters from the bank on the colour's empty sites, in site order."""
    state = play.state
    laid: list[str] = []
    for site in play.book.sites[colour]:
        if site not in state["counters"][colour] and state["bank"][colour] and (n == "all" or len(laid) < int(n)):
            laid.append(site)
            state["bank"][colour] -= 1
    if laid:
        there = [*state["counters"][colour], *laid]
        state["counters"][colour] = [site for site in play.book.sites[colour] if site in there]
        play.tell("counters_laid", clause, colour=colour, hexes=laid)


def restock(play: Play, town: str, clause: str) -> None:
    """Puts the top Market card face up into the town's box; nothing if there is none left."""
    if play.state["decks"][MARKET]["cards"]:
        card = draw(play, MARKET)
        play.state["boxes"][town].append(card)
        play.tell("card_put_on_market", clause, town=town, card=card)


# -- success and failure --------------------------------------------------------------------------


def _succeeded(play: Play, frame: Frame) -> None:
    """
    The card of the attempt is overcome; for Margath that is the end of the game.

    Clauses: RB-064, RB-096, RB-120, RB-121, RB-210.
    """
    state = play.state
    attempt, seat = state["attempt"], state["active"]
    text = play.book.adventures[attempt["card"]]
    fought = state["combat"] is not None
    state["combat"] = None
    if any(effect["type"] == "win" for effect in text["reward"]):
        finish(play, "margath_killed", seat, "RB-210")
        return
    if fought:
        play.push("after_win", seat=seat)
    play.push("close_card")
    if text["category"] == "challenge":
        play.tell("challenge_completed", "RB-096", seat=seat, card=attempt["card"], hex=attempt["hex"])
        _collect(play, seat, attempt)
        bounty = sum(
            effect["n"]
            for effect in lasting(play.book, state)
            if effect["type"] == "bounty" and effect["colour"] == text["colour"]
        )
        if bounty:
            play.push("result", effect={"type": "gold", "n": bounty})
    else:
        play.tell("encounter_mastered", "RB-121", seat=seat, card=attempt["card"])
    _push_results(play, text["reward"])


def _push_results(play: Play, effects: Sequence[Mapping[str, Any]]) -> None:
    for effect in reversed(effects):
        play.push("result", effect=effect)


def _collect(play: Play, seat: int, attempt: Mapping[str, Any]) -> None:
    """The counter of the hex goes to the hero, its marker back to the track (RB-096)."""
    state, hex_ = play.state, attempt["hex"]
    colour = colour_of_counter(play.book, state, hex_)
    if colour is not None:
        state["counters"][colour].remove(hex_)
        play.hero(seat)["counters"][colour] += 1
        play.tell("counter_taken", "RB-096", seat=seat, colour=colour, hex=hex_)
    if attempt["slot"] is not None:
        state["track"][attempt["slot"]] = None
        play.tell("marker_returned", "RB-096", space=attempt["slot"] + 1, hex=hex_)


def _failed(play: Play, frame: Frame) -> None:
    """
    The test of the card is failed: its failure results, and the card is not completed.

    Clauses: RB-064, RB-122.
    """
    text = play.book.adventures[play.state["attempt"]["card"]]
    play.push("set_back", how="failed")
    _push_results(play, text["failure"])


def _set_back(play: Play, frame: Frame) -> None:
    """
    The attempt is over without success: a challenge goes to the track, an encounter out of the game.

    Clauses: RB-122, RB-123, RB-130, RB-132, RB-133, RB-134, RB-144.
    """
    state = play.state
    attempt, state["combat"] = state["attempt"], None
    if attempt is None:
        return
    card, slot = attempt["card"], attempt["slot"]
    state["attempt"] = None
    if card is None:
        return
    text = play.book.adventures[card]
    if text["category"] == "encounter":
        state["out"][text["colour"]].append(card)
        play.tell("card_left_the_game", "RB-123", card=card, colour=text["colour"])
        if not state["over"]:  # the next card of the same attempt follows (RB-124)
            state["attempt"] = {**attempt, "card": None}
    elif slot is None:
        _to_track(play, attempt)
    else:
        play.tell("challenge_unfinished", "RB-132", card=card, space=slot + 1, hex=attempt["hex"])


def _to_track(play: Play, attempt: Mapping[str, Any]) -> None:
    """
    A challenge not completed takes the free space with the lowest number, or the oldest card's.

    Clauses: RB-130, RB-134, RB-135.
    """
    track = play.state["track"]
    if None in track:
        slot = track.index(None)
    else:
        slot = min(range(len(track)), key=lambda one: track[one]["age"])
        oldest = track[slot]["card"]
        put_under(play, play.book.adventures[oldest]["colour"], oldest)
        play.tell("oldest_challenge_removed", "RB-134", card=oldest, space=slot + 1, hex=track[slot]["hex"])
    track[slot] = {"card": attempt["card"], "hex": attempt["hex"], "age": attempt["age"]}
    play.tell("challenge_unfinished", "RB-130", card=attempt["card"], space=slot + 1, hex=attempt["hex"])


def _close_card(play: Play, frame: Frame) -> None:
    """The card overcome, unless kept, goes to its colour's out pile; the attempt goes on after an encounter."""
    state = play.state
    attempt = state["attempt"]
    if attempt is None:
        return
    text = play.book.adventures[attempt["card"]]
    if not attempt["kept"]:
        state["out"][text["colour"]].append(attempt["card"])
        play.tell("card_left_the_game", "RB-053", card=attempt["card"], colour=text["colour"])
    state["attempt"] = {**attempt, "card": None, "kept": False} if text["category"] == "encounter" else None


def _result(play: Play, frame: Frame) -> None:
    """One result of success or failure, for the active hero."""
    state, effect = play.state, frame["effect"]
    seat = state["active"]
    hero = play.hero(seat)
    match effect["type"]:
        case "gold":
            _change_gold(play, seat, effect["n"])
        case "xp":
            hero["paper"] += effect["n"]
            play.tell("experience_noted", "RB-196", seat=seat, n=effect["n"])
        case "suffer":
            play.push("suffer", seat=seat, wounds=effect["wounds"], fatigue=effect["fatigue"])
        case "heal" | "rest":
            apply_relief(play, seat, effect, None)
        case "loot":
            deck = state["decks"][MARKET]["cards"]
            cards = [draw(play, MARKET) for _ in range(min(effect["n"], len(deck)))]
            if cards:
                play.tell("loot_revealed", "RB-096", seat=seat, cards=list(cards))
                play.push("choose_loot", seat=seat, cards=cards)
        case "take_artifact" | "take_ally" | "take_rune":
            state["attempt"]["kept"] = True
            gain(play, seat, state["attempt"]["card"])
        case "topdeck":
            colour = play.book.adventures[effect["card"]]["colour"]
            if put_on_top(play, colour, effect["card"]):
                play.tell("card_put_on_deck", "RB-096", card=effect["card"], colour=colour)
        case other:
            raise AssertionError(other)  # `win` is seen before any result is worked (RB-210)


def _change_gold(play: Play, seat: int, n: int) -> None:
    """Gold from the bank, or a forced loss, which takes at most what is there (RB-012)."""
    hero = play.hero(seat)
    if n > 0:
        hero["gold"] += n
        play.tell("gold_gained", "RB-096", seat=seat, n=n)
    else:
        lost = min(-n, hero["gold"])
        hero["gold"] -= lost
        play.tell("gold_lost", "RB-012", seat=seat, n=lost)


# -- decisions about cards ------------------------------------------------------------------------


def _legal_loot(book: Book, state: Mapping[str, Any], frame: Frame) -> list[Action]:
    return [*({"type": "choose_loot", "card": card} for card in frame["cards"]), {"type": "choose_loot", "card": None}]


def _choose_loot(play: Play, frame: Frame, action_: Action) -> None:
    """Keeps one revealed card free, or none; the others go under the deck in the order they were turned up."""
    card = action_["card"]
    require_that(card is None or card in frame["cards"], "that card was not turned up", "RB-096")
    play.state["agenda"].pop()
    for other in frame["cards"]:
        if other != card:
            put_under(play, MARKET, other)
            play.tell("card_put_under_deck", "RB-096", card=other, deck=MARKET)
    if card is None:
        play.tell("loot_left", "RB-096", seat=frame["seat"])
    else:
        gain(play, frame["seat"], card)


def _discard_waits(book: Book, state: Mapping[str, Any], frame: Frame) -> bool:
    return crowded(book, state["heroes"][frame["seat"]]) is not None


def _crowd(book: Book, state: Mapping[str, Any], frame: Frame) -> list[str]:
    hero = state["heroes"][frame["seat"]]
    kind = crowded(book, hero)
    return [] if kind is None else of_kind(book, hero, kind)


def _legal_discards(book: Book, state: Mapping[str, Any], frame: Frame) -> list[Action]:
    return [action("choose_discard", card=card) for card in _crowd(book, state, frame)]


def _choose_discard(play: Play, frame: Frame, action_: Action) -> None:
    """Gives up the new card or an old one of the crowded kind, until the limits are kept (RB-186, RB-187)."""
    crowd = _crowd(play.book, play.state, frame)
    clause = "RB-187" if crowded(play.book, play.hero(frame["seat"])) == "ally" else "RB-186"
    require_that(action_["card"] in crowd, f"one of {', '.join(crowd)} must go", clause)
    lose(play, frame["seat"], action_["card"])


def _after_win(play: Play, frame: Frame) -> None:
    work_automatic(play, frame["seat"], "after_win", "RB-096")


DECISIONS = {
    "adventure_choice": Decision(
        "whether to attempt the adventure, to attack a hero, or neither",
        "RB-050",
        _choice_waits,
        _legal_choice,
        {"attempt_adventure": _attempt, "attack_hero": _attack_hero, "decline_adventure": _decline},
        nothing,
        abilities=True,
    ),
    "choose_loot": Decision(
        "which of the cards turned up to keep", "RB-096", always, _legal_loot, {"choose_loot": _choose_loot}, nothing
    ),
    "choose_discard": Decision(
        "which card to give up",
        "RB-186",
        _discard_waits,
        _legal_discards,
        {"choose_discard": _choose_discard},
        nothing,
    ),
}

STEPS = {
    "adventure": Step(begin),
    "draw": Step(_draw),
    "world": Step(_world),
    "succeeded": Step(_succeeded),
    "failed": Step(_failed),
    "set_back": Step(_set_back),
    "close_card": Step(_close_card),
    "result": Step(_result),
    "after_win": Step(_after_win),
}
