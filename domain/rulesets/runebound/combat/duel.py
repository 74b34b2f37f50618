"""Combat between heroes: its beginning and its spoils. The rounds are those of every combat."""

from __future__ import annotations

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.heroes.possessions import receive, take_from
from delvebook.domain.rulesets.runebound.state import Action, Frame, Play, State, action_of, new_combat
from delvebook.domain.rulesets.runebound.table.decision import Answer, Decision, refuse


def begin_duel(play: Play, seat: int, other: int) -> None:
    """
    Starts the combat of two heroes: the attacked seat's abilities, the attacker's, then the rounds.

    Clauses: RB-150, RB-151, RB-152.
    """
    play.state["combat"] = new_combat(None, [seat, other])
    play.tell("duel_began", "RB-150", seat=seat, other_seat=other)
    play.push("combat_round")
    play.push("before_combat", seat=seat, used_up=[])
    play.push("before_combat", seat=other, used_up=[])


def spoils(state: State, frame: Frame) -> list[str]:
    """The loser's cards that can be taken."""
    loser = state["heroes"][frame["loser_seat"]]
    return [*loser["artifacts"], *(ally["id"] for ally in loser["allies"]), *loser["runes"]]


def _spoils_wait(content: Content, state: State, frame: Frame) -> bool:
    return bool(spoils(state, frame))


def _candidates(content: Content, state: State, frame: Frame) -> list[Action]:
    return [action_of("take_spoils", card=card) for card in (*spoils(state, frame), None)]


def _refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    if action["card"] is None or action["card"] in spoils(state, frame):
        return None
    return refuse("not_theirs", "RB-160", card=action["card"], seat=frame["loser_seat"])


def _take_spoils(play: Play, frame: Frame, action: Action) -> None:
    """
    Gives the winner one card of the loser as it lies, or none. A third rune wins the game.

    Clauses: RB-160, RB-211, RB-212.
    """
    card, loser = action["card"], frame["loser_seat"]
    play.state["agenda"].pop()
    if card is None:
        play.tell("spoils_left", "RB-160", seat=frame["seat"], loser_seat=loser)
        return
    taken = take_from(play, loser, card)
    play.tell("spoils_taken", "RB-160", seat=frame["seat"], loser_seat=loser, card=card)
    receive(play, frame["seat"], taken, "RB-212")


DECISIONS = {
    "take_spoils": Decision(
        "RB-160",
        _candidates,
        {"take_spoils": Answer(_take_spoils, _refusal)},
        waits=_spoils_wait,
    ),
}
