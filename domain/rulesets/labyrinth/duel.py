"""The Duel: two cards are drawn, and the first rule that matches the pair resolves it (LB-060 to LB-081)."""

from __future__ import annotations

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.ruleset import Action, State
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.course import Course
from delvebook.domain.rulesets.labyrinth.ending import end_turn
from delvebook.domain.rulesets.labyrinth.judging import armed_member
from delvebook.domain.rulesets.labyrinth.locations import lay_next
from delvebook.domain.rulesets.labyrinth.rivals import fend_off, win_trophies
from delvebook.domain.rulesets.labyrinth.specials import meet_dragon
from delvebook.domain.rulesets.labyrinth.state import (
    duel_changers,
    get_member,
    get_rival,
    has_mage,
    is_suitable,
    new_pending,
)
from delvebook.domain.rulesets.labyrinth.steambots import face
from delvebook.domain.rulesets.labyrinth.trophies import offer


def begin_duel(course: Course, colour: str) -> None:
    """
    Draws for both sides, the player first, reveals both cards at once and resolves the pair.

    Clauses: LB-060, LB-080 (the last card of the deck is the player's; the rival has none).
    """
    state = course.state
    course.tell("duel_begun", "LB-022", seat=0, rival=colour)
    state["pending"] = new_pending(rival=colour)
    mine = course.draw()
    theirs = course.draw() if state["deck"] else None
    state["pending"]["drawn"] = [mine, theirs]
    left = len(state["deck"])
    if theirs is None:
        course.tell("last_card_revealed", "LB-080", seat=0, card=mine, rival=colour, left=left)
    else:
        course.tell("duel_cards_revealed", "LB-060", seat=0, card=mine, rival=colour, rival_card=theirs, left=left)
    _resolve(course, mine, theirs)


def _resolve(course: Course, mine: str, theirs: str | None) -> None:
    """The first rule of LB-060 that matches the pair; `theirs` is None for the blank of LB-080."""
    content = course.content
    pair = [mine] if theirs is None else [mine, theirs]
    types = [content.types[card] for card in pair]
    if "location" in types:
        _locations(course, pair)
    elif "special" in types:
        _specials(course, pair)
    elif theirs is not None and content.tally_key(mine) == content.tally_key(theirs):
        _equal(course)
    elif types == ["trophy", "trophy"]:
        _trophies(course)
    elif types == ["cage", "steambot"]:
        course.state["phase"] = "duel_cage"
        course.tell("steambot_caught", "LB-075", seat=0, card=mine, steambot=theirs)
    elif "steambot" in types:
        _steambots(course, mine, theirs)
    else:
        course.tell("duel_without_effect", "LB-078" if theirs is not None else "LB-080", cards=pair)
        _close(course, clause="LB-078" if theirs is not None else "LB-080")


def _locations(course: Course, pair: list[str]) -> None:
    """Locations are laid; a card that is none goes to the discard without effect (LB-061)."""
    for card in pair:
        if card not in course.content.exits:
            course.take_drawn(card)
            course.discard(card, clause="LB-061")
    lay_next(course)


def _specials(course: Course, pair: list[str]) -> None:
    """Only the Dragon works (LB-062)."""
    rival = get_rival(course.state, course.state["pending"]["rival"])
    dragon = next((card for card in pair if course.content.effects.get(card) == "dragon"), None)
    if dragon is not None:
        meet_dragon(course, rival, dragon)
        return
    course.tell("duel_without_effect", "LB-062", cards=pair)
    _close(course, clause="LB-062")


def _equal(course: Course) -> None:
    """
    A draw, unless both cards are Trophies and the player holds one that beats them.

    Clauses: LB-064, LB-065.
    """
    mine, theirs = course.state["pending"]["drawn"]
    course.tell("duel_drawn", "LB-064", cards=[mine, theirs])
    if mine in course.content.kinds and duel_changers(course.content, course.state):
        course.state["phase"] = "duel_draw"
    else:
        _close(course, clause="LB-064")


def _trophies(course: Course) -> None:
    """
    The Trophy that beats the other wins; the Mage makes no difference.

    Clauses: LB-067, LB-068, LB-103 (the rival's choice).
    """
    content = course.content
    mine, theirs = course.state["pending"]["drawn"]
    if content.beats[content.kinds[mine]] == content.kinds[theirs]:
        course.tell("duel_won", "LB-067", seat=0, card=mine, beaten=theirs)
        offer(course, mine, theirs, clause="LB-067")
    else:
        win_trophies(course, get_rival(course.state, course.state["pending"]["rival"]))
        end_turn(course)


def _steambots(course: Course, mine: str, theirs: str | None) -> None:
    """
    Steambots attack the other side; one that a Cage of the rival caught attacks the player.

    Clauses: LB-070 to LB-072, LB-076, LB-079 (no Trophy drawn), LB-080 (no card drawn).
    """
    content, state = course.content, course.state
    if theirs in content.models and theirs is not None:
        if mine in content.kinds and is_suitable(content, mine, theirs, mage=has_mage(content, state)):
            course.tell("steambot_stopped", "LB-070", seat=0, steambot=theirs, card=mine)
            _close(course, clause="LB-070")
        else:
            face(course, phase="defend", clause="LB-072" if mine in content.models else "LB-070")
    elif theirs is not None and content.types[theirs] == "cage":
        course.tell("steambot_caught_by_rival", "LB-076", rival=state["pending"]["rival"], card=theirs, steambot=mine)
        face(course, phase="defend", clause="LB-076")
    else:
        rival = get_rival(state, state["pending"]["rival"])
        fend_off(course, rival, mine, drawn=theirs if theirs in content.kinds else None, clause="LB-070")
        _close(course, clause="LB-070")


def draw_actions(content: Content, state: State) -> list[Action]:
    """Each Trophy that would turn the draw, and accepting it."""
    changes = [{"type": "change_duel", "character": character} for character in duel_changers(content, state)]
    return [*changes, {"type": "accept_draw"}]


def judge_change(content: Content, state: State, action: Action) -> None:
    """Returns if the Character's Trophy beats what both drew (LB-065)."""
    member = armed_member(state, action["character"], clause="LB-065")
    if action["character"] not in duel_changers(content, state):
        drawn = content.kinds[state["pending"]["drawn"][1]]
        raise IllegalActionError(f"{member['trophy']} does not beat {drawn}", clause="LB-065")


def change(course: Course, action: Action) -> None:
    """The Trophy is played from the Inventory and wins the duel for the player, three Trophies lying on the table."""
    mine, theirs = course.state["pending"]["drawn"]
    member = get_member(course.state, action["character"])
    played, member["trophy"] = member["trophy"], None
    course.tell("draw_changed", "LB-066", seat=0, character=member["card"], card=played, beaten=theirs)
    offer(course, mine, theirs, played, clause="LB-066")


def accept(course: Course, action: Action) -> None:
    """Both drawn cards go to the discard."""
    course.tell("draw_accepted", "LB-064", seat=0)
    _close(course, clause="LB-064")


def cage_actions(content: Content, state: State) -> list[Action]:
    """What to do with the Steambot in the Cage (LB-075)."""
    return [{"type": "release_steambot"}, {"type": "discard_steambot"}]


def release(course: Course, action: Action) -> None:
    """The rival must fend off the Steambot with the Trophy it holds (LB-075)."""
    pending = course.state["pending"]
    steambot = pending["drawn"][1]
    course.tell("steambot_released", "LB-075", seat=0, steambot=steambot, rival=pending["rival"])
    fend_off(course, get_rival(course.state, pending["rival"]), steambot, drawn=None, clause="LB-075")
    _close(course, clause="LB-075")


def discard_steambot(course: Course, action: Action) -> None:
    """Cage and Steambot go to the discard."""
    course.tell("steambot_put_away", "LB-075", seat=0, steambot=course.state["pending"]["drawn"][1])
    _close(course, clause="LB-075")


def _close(course: Course, *, clause: str) -> None:
    """The pair is resolved: what is left of it goes to the discard, token and rival stay (LB-081)."""
    course.discard_pending(clause=clause)
    end_turn(course)
