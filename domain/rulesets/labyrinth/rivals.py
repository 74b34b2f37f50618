"""Rivals, who decide nothing and follow fixed rules: LB-100 to LB-106."""

from __future__ import annotations

from delvebook.domain.rulesets.labyrinth.course import Course
from delvebook.domain.rulesets.labyrinth.state import Rival, is_suitable, next_colour


def appear(course: Course, knight: str) -> None:
    """
    The next rival stands on the player's cell, with the Knight found and no Trophy.

    Clauses: LB-037, LB-101.
    """
    state = course.state
    course.take_drawn(knight)
    colour = next_colour(course.content, state)
    state["rivals"].append({"colour": colour, "knight": knight, "trophy": None, "at": list(state["at"])})
    course.tell("rival_appeared", "LB-037", rival=colour, knight=knight, x=state["at"][0], y=state["at"][1])


def fend_off(course: Course, rival: Rival, steambot: str, *, drawn: str | None, clause: str) -> None:
    """
    The rival meets a Steambot: with its drawn Trophy if that is suitable, else its held one, else it is out.

    The Steambot and what is used against it go to the discard.

    Clauses: LB-102, LB-101 (never a Mage), LB-105 (out), and the clause of the duel that led here.
    """
    colour = rival["colour"]
    course.tell("steambot_attacked_rival", clause, rival=colour, steambot=steambot)
    course.take_drawn(steambot)
    for trophy in (drawn, rival["trophy"]):
        if trophy is not None and is_suitable(course.content, trophy, steambot, mage=False):
            if trophy == drawn:
                course.take_drawn(trophy)
            else:
                rival["trophy"] = None
            course.tell("rival_beat_steambot", "LB-102", rival=colour, steambot=steambot, card=trophy)
            course.discard(steambot, trophy, clause="LB-102")
            return
    course.discard(steambot, clause="LB-102")
    course.lose_rival(rival)


def win_trophies(course: Course, rival: Rival) -> None:
    """
    The rival won both drawn Trophies: it ends with the best of those and its held one; equal, it keeps that.

    Clauses: LB-103.
    """
    content = course.content
    mine, theirs = course.state["pending"]["drawn"]
    course.state["pending"]["drawn"] = [None, None]
    held = rival["trophy"]
    choice = [card for card in (held, theirs, mine) if card is not None]
    best = min(choice, key=lambda card: content.trophy_preference.index(content.kinds[card]))
    rival["trophy"] = best
    course.tell("rival_won_duel", "LB-067", rival=rival["colour"], card=theirs, beaten=mine)
    if best == held:
        course.tell("rival_kept_trophy", "LB-103", rival=rival["colour"], card=best)
    else:
        course.tell("rival_took_trophy", "LB-103", rival=rival["colour"], card=best)
    course.discard(*(card for card in choice if card != best), clause="LB-103")
