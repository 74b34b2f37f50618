"""Rivals, who follow fixed rules and decide nothing: LB-100 to LB-106."""

from __future__ import annotations

from delvebook.domain.rulesets.labyrinth.cards.contests import is_suitable, winning_clauses
from delvebook.domain.rulesets.labyrinth.play import Play
from delvebook.domain.rulesets.labyrinth.state import Rival, next_colour


def appear(play: Play, knight: str) -> None:
    """
    Puts the next rival on the player's cell, with the Knight found and no Trophy.

    Clauses: LB-037, LB-101.
    """
    state = play.state
    play.take_up(knight)
    colour = next_colour(play.content, state)
    x, y = state["cell"]
    state["rivals"].append({"colour": colour, "knight": knight, "trophy": None, "cell": [x, y]})
    play.tell("rival_appeared", "LB-037", rival=colour, knight=knight, x=x, y=y)


def fend_off(play: Play, rival: Rival, steambot: str, *, drawn: str | None, clause: str) -> None:
    """
    The rival beats a Steambot with its drawn Trophy if that is suitable, else with its held one; else it is out.

    The Steambot and the Trophy used against it go to the discard.

    Clauses: LB-102, LB-040 (what beats it), LB-101 (never a Mage), LB-105 (out).

    Args:
        drawn: The card the rival has drawn, which need not be a Trophy; None if it has none, or may not use it.
        clause: The clause of the Duel that led here.
    """
    colour = rival["colour"]
    play.tell("steambot_attacked_rival", clause, rival=colour, steambot=steambot)
    play.take_up(steambot)
    for trophy in (drawn, rival["trophy"]):
        if trophy is not None and is_suitable(play.content, trophy, steambot, mage=False):
            if trophy == drawn:
                play.take_up(trophy)
            else:
                rival["trophy"] = None
            play.tell("rival_beat_steambot", "LB-102", "LB-040", rival=colour, steambot=steambot, card=trophy)
            play.discard(steambot, trophy, clause="LB-102")
            return
    play.discard(steambot, clause="LB-102")
    play.lose_rival(rival, clause="LB-102")


def win_trophies(play: Play, rival: Rival, mine: str, theirs: str) -> None:
    """
    Gives the rival the best of both drawn Trophies and its held one, which it keeps if equal.

    Clauses: LB-103.
    """
    content = play.content
    play.take_up(mine, theirs)
    held = rival["trophy"]
    choice = [card for card in (held, theirs, mine) if card is not None]
    best = min(choice, key=lambda card: content.trophy_preference.index(content.kinds[card]))
    rival["trophy"] = best
    play.tell("rival_won_duel", *winning_clauses(content, play.state), rival=rival["colour"], card=theirs, beaten=mine)
    if best == held:
        play.tell("rival_kept_trophy", "LB-103", rival=rival["colour"], card=best)
    else:
        play.tell("rival_took_trophy", "LB-103", rival=rival["colour"], card=best)
    play.discard(*(card for card in choice if card != best), clause="LB-103")
