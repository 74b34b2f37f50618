"""The results of success and failure, one at a time, and the choice among loot."""

from __future__ import annotations

from collections.abc import Sequence

from delvebook.domain.refusals import Refusal
from delvebook.domain.ruleset import Printed
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.heroes.effects import work_automatic
from delvebook.domain.rulesets.runebound.heroes.markers import apply_relief
from delvebook.domain.rulesets.runebound.heroes.possessions import gain, lose_gold
from delvebook.domain.rulesets.runebound.state import (
    Action,
    Frame,
    Play,
    State,
    action_of,
    clause_named,
    current_adventure,
    current_card,
)
from delvebook.domain.rulesets.runebound.table.decision import Answer, Decision, Step, clause_of_frame, refuse
from delvebook.domain.rulesets.runebound.table.decks import MARKET, draw, put_on_top, put_under


def push_results(play: Play, effects: Sequence[Printed], clause: str) -> None:
    """Puts these results for the active hero on the agenda, in printed order, each with the clause that brings it."""
    for effect in reversed(effects):
        play.push("result", effect=effect, clause=clause)


def _result(play: Play, frame: Frame) -> None:
    """Works one result of success or failure for the active hero."""
    state, effect, clause = play.state, frame["effect"], clause_named(frame)
    seat = state["active"]
    hero = play.hero(seat)
    match effect["type"]:
        case "gold" if effect["n"] > 0:
            hero["gold"] += effect["n"]
            play.tell("gold_gained", clause, seat=seat, n=effect["n"])
        case "gold":
            lose_gold(play, seat, -effect["n"], clause)
        case "xp":
            hero["paper"] += effect["n"]
            play.tell("experience_noted", clause, seat=seat, n=effect["n"])
        case "suffer":
            play.push("suffer", seat=seat, wounds=effect["wounds"], fatigue=effect["fatigue"], clause=clause)
        case "heal" | "rest":
            apply_relief(play, seat, effect, None, clause)
        case "loot":
            deck = state["decks"][MARKET]["cards"]
            cards = [draw(play, MARKET) for _ in range(min(effect["n"], len(deck)))]
            if cards:
                play.tell("loot_revealed", clause, seat=seat, cards=list(cards))
                play.push("choose_loot", seat=seat, cards=cards, clause=clause)
        case "take_artifact" | "take_ally" | "take_rune":
            current_adventure(state)["kept"] = True
            card = current_card(state)
            play.tell("card_gained", clause, seat=seat, card=card)
            gain(play, seat, card)
        case "topdeck":
            colour = play.content.adventures[effect["card"]]["colour"]
            if put_on_top(play, colour, effect["card"]):
                play.tell("card_put_on_deck", clause, card=effect["card"], colour=colour)
        case other:
            raise AssertionError(other)  # `win` ends the game before any result is worked (RB-210)


def _after_win(play: Play, frame: Frame) -> None:
    work_automatic(play, frame["seat"], "after_win", clause_named(frame))


# -- loot -----------------------------------------------------------------------------------------


def _loot(content: Content, state: State, frame: Frame) -> list[Action]:
    return [action_of("choose_loot", card=card) for card in (*frame["cards"], None)]


def _loot_refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    if action["card"] is None or action["card"] in frame["cards"]:
        return None
    return refuse("not_turned_up", clause_named(frame), card=action["card"])


def _choose_loot(play: Play, frame: Frame, action: Action) -> None:
    """Keeps one revealed card free, or none; the others go under the deck in the order they were turned up."""
    card = action["card"]
    play.state["agenda"].pop()
    for other in frame["cards"]:
        if other != card:
            put_under(play, MARKET, other)
            play.tell("card_put_under_deck", clause_named(frame), card=other, deck=MARKET)
    if card is None:
        play.tell("loot_left", clause_named(frame), seat=frame["seat"])
    else:
        play.tell("card_gained", clause_named(frame), seat=frame["seat"], card=card)
        gain(play, frame["seat"], card)


DECISIONS = {
    "choose_loot": Decision(
        clause_of_frame,
        _loot,
        {"choose_loot": Answer(_choose_loot, _loot_refusal)},
    ),
}

STEPS = {"result": Step(_result, scope="turn"), "after_win": Step(_after_win)}
