"""The adventure phase up to the fight: the choice, the draw, success and failure, and the track."""

from __future__ import annotations

from typing import Final

from delvebook.domain.kit.agenda import Frame
from delvebook.domain.kit.refusals import Refusal
from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.runebound.combat import begin_combat
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.counters import colour_of_counter, unfinished, unfinished_on
from delvebook.domain.rulesets.runebound.decision import Answer, Decision, Step
from delvebook.domain.rulesets.runebound.decks import can_draw, draw, put_out, put_under, recycle
from delvebook.domain.rulesets.runebound.duel import begin_duel
from delvebook.domain.rulesets.runebound.ending import finish
from delvebook.domain.rulesets.runebound.events import draw_event
from delvebook.domain.rulesets.runebound.figures import lasting
from delvebook.domain.rulesets.runebound.rewards import push_results
from delvebook.domain.rulesets.runebound.state import (
    Attempt,
    Play,
    State,
    TrackEntry,
    act,
    current_attempt,
    current_card,
    hex_of,
)

# -- the choice -----------------------------------------------------------------------------------


def begin(play: Play, frame: Frame) -> None:
    """Opens the adventure phase, if there is anything on the hex for it. Clauses: RB-023."""
    play.state["phase"] = "adventure"
    play.push("adventure_choice", seat=play.state["active"], used=[])


def _choices(content: Content, state: State, frame: Frame) -> list[Action]:
    attacks = [act("attack_hero", seat=other) for other in range(len(state["heroes"]))]
    return [act("attempt_adventure"), *attacks, act("decline_adventure")]


def _choice_waits(content: Content, state: State, frame: Frame) -> bool:
    *activities, _ = _choices(content, state, frame)
    return any(CHOICE.answers[action["type"]].objection(content, state, frame, action) is None for action in activities)


def _attempt_objection(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    """Why there is no adventure to attempt. Clauses: RB-050, RB-052, RB-131."""
    here = hex_of(state["heroes"][frame["seat"]])
    if unfinished_on(state, here) is not None:
        return None
    colour = colour_of_counter(content, state, here)
    if colour is None:
        return Refusal.plain("there is no adventure on this hex", "RB-050")
    if not can_draw(content, state, colour):
        return Refusal.plain(f"the {colour} deck is empty and can't be renewed", "RB-052")
    return None


def _attack_objection(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    """Why that hero can't be attacked. Clauses: RB-025, RB-150."""
    heroes, seat, other = state["heroes"], frame["seat"], action["seat"]
    if other >= len(heroes) or other == seat:
        return Refusal.plain("that is not another hero", "RB-150")
    if heroes[other]["hex"] is None:
        return Refusal.plain("that hero is not on the map yet", "RB-025")
    if heroes[other]["hex"] != heroes[seat]["hex"]:
        return Refusal.plain("that hero is on another hex", "RB-150")
    return None


def _decline(play: Play, frame: Frame, action: Action) -> None:
    play.state["agenda"].pop()
    play.tell("adventure_declined", "RB-050", seat=frame["seat"])


def _begin_attempt(play: Play, frame: Frame, action: Action) -> None:
    """
    Begins the adventure of the hex: the card of its marker, or a draw for its counter.

    Clauses: RB-050, RB-051, RB-131, RB-132.
    """
    state, seat = play.state, frame["seat"]
    here = hex_of(play.hero(seat))
    state["agenda"].pop()
    found = unfinished_on(state, here)
    if found is None:
        colour = colour_of_counter(play.content, state, here)
        state["attempt"] = {"hex": here, "colour": colour, "card": None, "slot": None, "age": 0, "kept": False}
        play.tell("adventure_attempted", "RB-051", seat=seat, hex=here, colour=colour)
        play.push("draw", colour=colour)
        return
    slot, entry = found
    card, age = entry["card"], entry["age"]
    colour = play.content.adventures[card]["colour"]
    state["attempt"] = {"hex": here, "colour": colour, "card": card, "slot": slot, "age": age, "kept": False}
    play.tell("unfinished_attempted", "RB-131", "RB-132", seat=seat, hex=here, space=slot + 1, card=card)
    _face(play, card)


def _attack_hero(play: Play, frame: Frame, action: Action) -> None:
    """Attacks another hero on the hex. Clauses: RB-150."""
    play.state["agenda"].pop()
    begin_duel(play, frame["seat"], action["seat"])


# -- drawing --------------------------------------------------------------------------------------


def _draw(play: Play, frame: Frame) -> None:
    """
    Draws the next card of the attempt, in sight of all, and faces it.

    Clauses: RB-051, RB-052, RB-113, RB-124.
    """
    state, colour = play.state, frame["colour"]
    attempt = current_attempt(state)
    if not state["decks"][colour]["cards"]:
        if not can_draw(play.content, state, colour):
            state["attempt"] = None
            play.tell("adventure_ended", "RB-052", seat=state["active"], hex=attempt["hex"], colour=colour)
            return
        recycle(play, colour)
    card = draw(play, colour)
    state["drawn"] += 1
    attempt["card"], attempt["age"], attempt["kept"] = card, state["drawn"], False
    play.tell("card_drawn", "RB-051", seat=state["active"], card=card, colour=colour)
    category = play.content.adventures[card]["category"]
    if category != "challenge":
        play.push("draw", colour=colour)
    if category == "event":
        draw_event(play, card)
    else:
        _face(play, card)


def _face(play: Play, card: str) -> None:
    """Starts what the challenge or encounter asks for."""
    text = play.content.adventures[card]
    seat = play.state["active"]
    if text["kind"] == "combat":
        begin_combat(play, seat, card)
    elif text["kind"] == "test":
        play.push("commit_test", seat=seat, purpose="card", fail=[], **text["test"])
    else:
        play.push("succeeded")


# -- success and failure --------------------------------------------------------------------------


def _succeeded(play: Play, frame: Frame) -> None:
    """
    The card of the attempt is overcome; for Margath that is the end of the game.

    Clauses: RB-064, RB-096, RB-120, RB-121, RB-210.
    """
    state = play.state
    attempt, seat = current_attempt(state), state["active"]
    text = play.content.adventures[current_card(state)]
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
            for effect in lasting(play.content, state)
            if effect["type"] == "bounty" and effect["colour"] == text["colour"]
        )
        if bounty:
            play.push("result", effect={"type": "gold", "n": bounty})
    else:
        play.tell("encounter_mastered", "RB-121", seat=seat, card=attempt["card"])
    push_results(play, text["reward"])


def _collect(play: Play, seat: int, attempt: Attempt) -> None:
    """The counter of the hex goes to the hero, its marker back to the track. Clauses: RB-096."""
    state, hex_ = play.state, attempt["hex"]
    colour = colour_of_counter(play.content, state, hex_)
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
    text = play.content.adventures[current_card(play.state)]
    play.push("set_back", how="failed")
    push_results(play, text["failure"])


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
    text = play.content.adventures[card]
    if text["category"] == "encounter":
        put_out(play, text["colour"], card, "RB-123")
        if not state["over"]:  # the next card of the same attempt follows (RB-124)
            state["attempt"] = {**attempt, "card": None}
    elif slot is None:
        _to_track(play, {"card": card, "hex": attempt["hex"], "age": attempt["age"]})
    else:
        play.tell("challenge_unfinished", "RB-132", card=card, space=slot + 1, hex=attempt["hex"])


def _to_track(play: Play, entry: TrackEntry) -> None:
    """
    A challenge not completed takes the free space with the lowest number, or the oldest card's.

    Clauses: RB-130, RB-134, RB-135.
    """
    track = play.state["track"]
    if None in track:
        slot = track.index(None)
    else:
        slot, oldest = min(unfinished(play.state), key=lambda one: one[1]["age"])
        put_under(play, play.content.adventures[oldest["card"]]["colour"], oldest["card"])
        play.tell("oldest_challenge_removed", "RB-134", card=oldest["card"], space=slot + 1, hex=oldest["hex"])
    track[slot] = entry
    play.tell("challenge_unfinished", "RB-130", card=entry["card"], space=slot + 1, hex=entry["hex"])


def _close_card(play: Play, frame: Frame) -> None:
    """The card overcome, unless kept, goes to its colour's out pile; the attempt goes on after an encounter."""
    state = play.state
    attempt = state["attempt"]
    if attempt is None:
        return
    card = current_card(state)
    text = play.content.adventures[card]
    if not attempt["kept"]:
        put_out(play, text["colour"], card, "RB-053")
    state["attempt"] = {**attempt, "card": None, "kept": False} if text["category"] == "encounter" else None


CHOICE: Final = Decision(
    "whether to attempt the adventure, to attack a hero, or neither",
    "RB-050",
    _choices,
    {
        "attempt_adventure": Answer(_begin_attempt, _attempt_objection),
        "attack_hero": Answer(_attack_hero, _attack_objection),
        "decline_adventure": Answer(_decline),
    },
    waits=_choice_waits,
    abilities=True,
)

DECISIONS = {"adventure_choice": CHOICE}

STEPS = {
    "adventure": Step(begin, scope="turn"),
    "draw": Step(_draw, scope="turn"),
    "succeeded": Step(_succeeded),
    "failed": Step(_failed),
    "set_back": Step(_set_back),
    "close_card": Step(_close_card),
}
