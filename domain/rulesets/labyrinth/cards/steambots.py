"""The player against a Steambot, explored or in a Duel, and the loss of a Character (LB-040 to LB-043, LB-071)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from delvebook.domain.rulesets.labyrinth.cards.contests import fighters, suitability_clause, suitable_kinds
from delvebook.domain.rulesets.labyrinth.cards.rivals import fend_off
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.ending import end_turn
from delvebook.domain.rulesets.labyrinth.play import Play
from delvebook.domain.rulesets.labyrinth.state import (
    Action,
    State,
    attacker,
    get_member,
    get_rival,
    in_duel,
    resolving_of,
)

LOSS_CLAUSES: Final[Mapping[str, str]] = MappingProxyType(
    {"steambot": "LB-043", "defend": "LB-071", "dragon": "LB-050"}
)
"""By phase, the clause by which a Character is lost."""


def face(play: Play, *, phase: str, clause: str) -> None:
    """Asks the player to meet the Steambot: explored (`steambot`) or attacking in a Duel (`defend`)."""
    play.state["phase"] = phase
    steambot = attacker(play.content, play.state)
    beaten_by = suitable_kinds(play.content, play.state, steambot)
    play.tell("steambot_attacked", clause, seat=0, steambot=steambot, beaten_by=beaten_by)


def steambot_actions(content: Content, state: State) -> list[Action]:
    """Each suitable Trophy, and each Character to lose instead (LB-042)."""
    return [*_fights(content, state), *loss_actions(content, state)]


def defend_actions(content: Content, state: State) -> list[Action]:
    """Each suitable Trophy; only if there is none, each Character to lose (LB-071)."""
    return _fights(content, state) or loss_actions(content, state)


def loss_actions(content: Content, state: State) -> list[Action]:
    """Each Character to lose."""
    return [{"type": "lose_character", "character": member["character"]} for member in state["team"]]


def _fights(content: Content, state: State) -> list[Action]:
    able = fighters(content, state, attacker(content, state))
    return [{"type": "fight_steambot", "character": character} for character in able]


def fight(play: Play, action: Action) -> None:
    """
    The Trophy and the Steambot go to the discard; the Character stays.

    Clauses: LB-043 (explored), LB-071 (in a Duel), LB-040 and LB-041 (what beats it).
    """
    state = play.state
    clause = LOSS_CLAUSES[state["phase"]]
    member = get_member(state, action["character"])
    steambot = attacker(play.content, state)
    trophy, member["trophy"] = member["trophy"], None
    play.take_up(steambot)
    beats = suitability_clause(play.content, state)
    play.tell("steambot_beaten", clause, beats, seat=0, character=member["character"], steambot=steambot, card=trophy)
    play.discard(steambot, trophy, clause=clause)
    _go_on(play)


def lose(play: Play, action: Action) -> None:
    """
    The Character and the Trophy under it go to the discard, and the Steambot if there was one.

    Clauses: LB-043, LB-050, LB-063, LB-071.
    """
    state = play.state
    clause = "LB-063" if state["phase"] == "dragon" and in_duel(state) else LOSS_CLAUSES[state["phase"]]
    play.lose_member(get_member(state, action["character"]), clause=clause)
    if state["phase"] != "dragon":
        steambot = attacker(play.content, state)
        play.take_up(steambot)
        play.discard(steambot, clause=clause)
    _go_on(play)


def _go_on(play: Play) -> None:
    """
    After the player's part: the rival meets the player's own Steambot if there is one, and the turn is over.

    Clauses: LB-072 (not if the game has ended with the player's part), LB-114.
    """
    state = play.state
    if not state["team"]:
        end_turn(play)
        return
    resolving = resolving_of(state)
    mine = resolving["card"]
    if state["phase"] == "defend" and mine in play.content.models and mine in resolving["open"]:
        fend_off(play, get_rival(state, resolving["rival"]), mine, drawn=None, clause="LB-072")
    end_turn(play, clause=_closing_clause(play.content, state))


def _closing_clause(content: Content, state: State) -> str:
    """
    The clause by which the cards that still lie open go to the discard.

    Clauses: LB-050, LB-062 (the Dragon), LB-076 (a rival's Cage), LB-070, LB-079 (a drawn card that did not help).
    """
    resolving = resolving_of(state)
    if state["phase"] == "dragon":
        return "LB-062" if in_duel(state) else "LB-050"
    if content.types.get(str(resolving["rival_card"])) == "cage":
        return "LB-076"
    return "LB-070" if resolving["card"] in content.kinds else "LB-079"
