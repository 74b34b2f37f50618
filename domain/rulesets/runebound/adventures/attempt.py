"""The adventure phase up to the fight: the choice, the draw, success and failure, and the track."""

from __future__ import annotations

from typing import Final

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.runebound.adventures.events import draw_event
from delvebook.domain.rulesets.runebound.adventures.rewards import push_results
from delvebook.domain.rulesets.runebound.combat.duel import begin_duel
from delvebook.domain.rulesets.runebound.combat.fight import begin_combat
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.ending import finish
from delvebook.domain.rulesets.runebound.heroes.figures import lasting
from delvebook.domain.rulesets.runebound.state import (
    Action,
    Adventure,
    Frame,
    Play,
    State,
    TrackEntry,
    action_of,
    clause_named,
    current_adventure,
    current_card,
    hex_of,
)
from delvebook.domain.rulesets.runebound.table.counters import colour_of_counter, unfinished, unfinished_on
from delvebook.domain.rulesets.runebound.table.decision import Answer, Decision, Step, refuse
from delvebook.domain.rulesets.runebound.table.decks import can_draw, draw, put_out, put_under, recycle

# -- the choice -----------------------------------------------------------------------------------


def begin(play: Play, frame: Frame) -> None:
    """Opens the adventure phase, if there is anything on the hex for it. Clauses: RB-023."""
    play.state["phase"] = "adventure"
    play.push("adventure_choice", seat=play.state["active"], used_up=[])


def _choices(content: Content, state: State, frame: Frame) -> list[Action]:
    attacks = [action_of("attack_hero", seat=other) for other in range(len(state["heroes"]))]
    return [action_of("attempt_adventure"), *attacks, action_of("decline_adventure")]


def _choice_waits(content: Content, state: State, frame: Frame) -> bool:
    *activities, _ = _choices(content, state, frame)
    return any(CHOICE.answers[action["type"]].refusal(content, state, frame, action) is None for action in activities)


def _attempt_refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    """Why there is no adventure to attempt. Clauses: RB-050, RB-052, RB-131."""
    here = hex_of(state["heroes"][frame["seat"]])
    if unfinished_on(state, here) is not None:
        return None
    colour = colour_of_counter(content, state, here)
    if colour is None:
        return refuse("no_adventure_here", "RB-050", hex=here)
    if not can_draw(content, state, colour):
        return refuse("deck_run_out", "RB-052", colour=colour)
    return None


def _attack_refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    """Why that hero can't be attacked. Clauses: RB-025, RB-150."""
    heroes, seat, other = state["heroes"], frame["seat"], action["seat"]
    if other >= len(heroes) or other == seat:
        return refuse("not_another_hero", "RB-150")
    if heroes[other]["hex"] is None:
        return refuse("not_on_the_map", "RB-025", seat=other)
    if heroes[other]["hex"] != heroes[seat]["hex"]:
        return refuse("on_another_hex", "RB-150", seat=other, hex=heroes[other]["hex"])
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
        colour = play.content.site_colour[here]
        state["facing"] = {"hex": here, "colour": colour, "card": None, "space": None, "age": 0, "kept": False}
        play.tell("adventure_attempted", "RB-050", seat=seat, hex=here, colour=colour)
        play.push("draw", colour=colour, clause="RB-051")
        return
    space, entry = found
    card, age = entry["card"], entry["age"]
    colour = play.content.site_colour[here]
    state["facing"] = {"hex": here, "colour": colour, "card": card, "space": space, "age": age, "kept": False}
    play.tell("unfinished_attempted", "RB-131", "RB-132", seat=seat, hex=here, space=space, card=card)
    _face(play, card)


def _attack_hero(play: Play, frame: Frame, action: Action) -> None:
    """Attacks another hero on the hex. Clauses: RB-150."""
    play.state["agenda"].pop()
    begin_duel(play, frame["seat"], action["seat"])


# -- drawing --------------------------------------------------------------------------------------


def _draw(play: Play, frame: Frame) -> None:
    """Draws the next card of the attempt, in sight of all, and faces it. Clauses: RB-051, RB-052, RB-113, RB-124."""
    state, colour = play.state, frame["colour"]
    facing = current_adventure(state)
    if not state["decks"][colour]["cards"]:
        if not can_draw(play.content, state, colour):
            state["facing"] = None
            play.tell("adventure_ended", "RB-052", seat=state["active"], hex=facing["hex"], colour=colour)
            return
        recycle(play, colour)
    card = draw(play, colour)
    state["drawn"] += 1
    facing["card"], facing["age"], facing["kept"] = card, state["drawn"], False
    play.tell("card_drawn", clause_named(frame), seat=state["active"], card=card, colour=colour)
    category = play.content.adventures[card]["category"]
    if category != "challenge":
        play.push("draw", colour=colour, clause="RB-113" if category == "event" else "RB-124")
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
        test = text["test"]
        play.push(
            "commit_test",
            seat=seat,
            purpose="card",
            attribute=test["attribute"],
            skill=test["skill"],
            target=test["n"],
            fail=[],
            clause=None,
        )
    else:
        play.push("succeeded")


# -- success and failure --------------------------------------------------------------------------


def _succeeded(play: Play, frame: Frame) -> None:
    """
    Overcomes the card of the attempt, which ends the game if the card is Margath.

    Clauses: RB-064, RB-096, RB-120, RB-121, RB-210.
    """
    state = play.state
    facing, seat = current_adventure(state), state["active"]
    text = play.content.adventures[current_card(state)]
    fought = state["combat"] is not None
    state["combat"] = None
    if any(effect["type"] == "win" for effect in text["reward"]):
        finish(play, "margath_killed", seat, "RB-210")
        return
    clause = "RB-096" if text["category"] == "challenge" else "RB-121"
    if fought:
        play.push("after_win", seat=seat, clause=clause)
    play.push("close_card")
    if text["category"] == "challenge":
        play.tell(
            "challenge_completed", "RB-096" if fought else "RB-064", seat=seat, card=facing["card"], hex=facing["hex"]
        )
        _collect(play, seat, facing)
        bounty = sum(
            effect["n"]
            for effect in lasting(play.content, state)
            if effect["type"] == "bounty" and effect["colour"] == text["colour"]
        )
        if bounty:
            play.push("result", effect={"type": "gold", "n": bounty}, clause="RB-112")
    else:
        play.tell("encounter_mastered", "RB-121", seat=seat, card=facing["card"])
    push_results(play, text["reward"], clause)


def _collect(play: Play, seat: int, facing: Adventure) -> None:
    """Gives the hero the counter of the hex, and takes the challenge off the track. Clauses: RB-096."""
    state, hex_ = play.state, facing["hex"]
    colour = colour_of_counter(play.content, state, hex_)
    if colour is not None:
        state["counters"][colour].remove(hex_)
        play.hero(seat)["counters"][colour] += 1
        play.tell("counter_taken", "RB-096", seat=seat, colour=colour, hex=hex_)
    if facing["space"] is not None:
        state["track"][facing["space"] - 1] = None
        play.tell("marker_returned", "RB-096", space=facing["space"], hex=hex_)


def _failed(play: Play, frame: Frame) -> None:
    """Works the failure results of the card, which is then set back. Clauses: RB-064, RB-122."""
    text = play.content.adventures[current_card(play.state)]
    clause = "RB-064" if text["category"] == "challenge" else "RB-122"
    play.push("set_back", clause=clause)
    push_results(play, text["failure"], clause)


def _set_back(play: Play, frame: Frame) -> None:
    """
    Ends the attempt without success: puts a challenge on the track, and an encounter out of the game.

    Clauses: RB-122, RB-123, RB-130, RB-132, RB-133, RB-134, RB-144.
    """
    state = play.state
    facing, state["combat"] = state["facing"], None
    if facing is None:
        return
    card, space, clause = facing["card"], facing["space"], clause_named(frame)
    state["facing"] = None
    if card is None:
        return
    text = play.content.adventures[card]
    if text["category"] == "encounter":
        put_out(play, text["colour"], card, "RB-122" if clause == "RB-122" else "RB-123")
        if not state["cut_short"]:  # the next card of the same attempt follows (RB-124)
            state["facing"] = {**facing, "card": None}
    elif space is None:
        _to_track(play, {"card": card, "hex": facing["hex"], "age": facing["age"]}, clause)
    else:
        play.tell("challenge_unfinished", clause, "RB-132", card=card, space=space, hex=facing["hex"])


def _to_track(play: Play, entry: TrackEntry, clause: str) -> None:
    """
    Puts a challenge not completed on the free space with the lowest number, else on the oldest card's.

    Args:
        clause: The clause by which it is not completed.

    Clauses: RB-130, RB-134, RB-135.
    """
    rule = "RB-130" if None in play.state["track"] else "RB-134"
    track = play.state["track"]
    if None in track:
        space = track.index(None) + 1
    else:
        space, oldest = min(unfinished(play.state), key=lambda one: one[1]["age"])
        put_under(play, play.content.adventures[oldest["card"]]["colour"], oldest["card"])
        play.tell("oldest_challenge_removed", "RB-134", card=oldest["card"], space=space, hex=oldest["hex"])
    track[space - 1] = entry
    play.tell("challenge_unfinished", clause, rule, card=entry["card"], space=space, hex=entry["hex"])


def _close_card(play: Play, frame: Frame) -> None:
    """Puts the card overcome on its colour's out pile, unless it is kept. After an encounter the attempt goes on."""
    state = play.state
    facing = state["facing"]
    if facing is None:
        return
    card = current_card(state)
    text = play.content.adventures[card]
    encounter = text["category"] == "encounter"
    if not facing["kept"]:
        put_out(play, text["colour"], card, "RB-121" if encounter else "RB-096")
    state["facing"] = {**facing, "card": None, "kept": False} if encounter else None


CHOICE: Final = Decision(
    "RB-050",
    _choices,
    {
        "attempt_adventure": Answer(_begin_attempt, _attempt_refusal),
        "attack_hero": Answer(_attack_hero, _attack_refusal),
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
