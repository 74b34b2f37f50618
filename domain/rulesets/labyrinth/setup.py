"""The table before turn 1: LB-001 to LB-004, and the choice of who carries the first Trophy."""

from __future__ import annotations

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.ending import begin_turn
from delvebook.domain.rulesets.labyrinth.play import Play
from delvebook.domain.rulesets.labyrinth.sealed import DECK, deck_of
from delvebook.domain.rulesets.labyrinth.state import Action, Options, State, get_member
from delvebook.domain.tape import Tape


def set_up(content: Content, options: Options, *, seats: int, tape: Tape) -> tuple[State, Facts]:
    """
    Returns a new game's state and the facts of the setup. The deck is sealed card by card.

    Two shuffles: the Knights in id order, then the deck in base order.

    Clauses: LB-002 (who is in the team, the deck and the discard), LB-003, LB-004 (what is in no deck).
    """
    shuffled = tape.shuffle(content.knights, "knights")
    size = options["team_size"]
    team, rest = shuffled[:size], shuffled[size:]
    chosen, unused = rest[: content.deck_knights], rest[content.deck_knights :]
    base = [*(card for card in content.knights if card in chosen), *content.deck_rest]
    state: State = {
        "game": "labyrinth",
        "content_version": content.version,
        "options": {"team_size": size, "colour": options["colour"]},
        "phase": "setup_trophy",
        "turn": 0,
        "cell": [0, 0],
        "laid_count": 0,
        "team": [{"character": card, "trophy": None} for card in team],
        "rivals": [],
        "labyrinth": [{"card": content.start, "cell": [0, 0], "rotation": 0}],
        "deck": tape.shuffle(base, "deck"),
        "discard": [],
        "removed": list(content.removed),
        "resolving": {"rival": None, "card": None, "rival_card": None, "open": [content.starting_trophy]},
        "result": None,
    }
    play = Play(content, state)
    _tell_setup(play, unused)
    DECK.seal(play.facts, deck_of(content, state), whole=True)
    if size == 1:
        _give_starting_trophy(play, team[0])
    return state, play.facts


def _tell_setup(play: Play, unused: list[str]) -> None:
    """Tells everything but the order of the deck."""
    content, state = play.content, play.state
    colour = state["options"]["colour"]
    play.tell("hero_chosen", "LB-001", seat=0, hero=content.heroes[colour], colour=colour)
    play.tell("cards_removed", "LB-004", cards=list(content.removed))
    play.tell("labyrinth_begun", "LB-004", "LB-031", card=content.start, x=0, y=0, chest=content.chest)
    play.tell("team_gathered", "LB-002", seat=0, cards=[member["character"] for member in state["team"]])
    play.discard(*unused, clause="LB-002")
    play.tell("deck_shuffled", "LB-002", deck_count=len(state["deck"]), knights=content.deck_knights)


def starting_trophy_actions(content: Content, state: State) -> list[Action]:
    """Each Knight of the team (LB-003)."""
    return [{"type": "place_starting_trophy", "character": member["character"]} for member in state["team"]]


def place_starting_trophy(play: Play, action: Action) -> None:
    """Puts the first Trophy under the Knight and begins turn 1."""
    _give_starting_trophy(play, action["character"])


def _give_starting_trophy(play: Play, character: str) -> None:
    """Clauses: LB-003 (one Scissors under one Knight, whatever the team size)."""
    member = get_member(play.state, character)
    member["trophy"] = play.content.starting_trophy
    play.state["resolving"] = None
    play.tell("starting_trophy_placed", "LB-003", seat=0, character=character, card=member["trophy"])
    begin_turn(play)
