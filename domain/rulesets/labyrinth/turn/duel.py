"""The Duel: two cards are drawn, and the first rule that matches the pair resolves it (LB-060 to LB-081)."""

from __future__ import annotations

from delvebook.domain.rulesets.labyrinth.cards.contests import (
    duel_changers,
    is_suitable,
    suitability_clause,
    winning_clauses,
)
from delvebook.domain.rulesets.labyrinth.cards.locations import lay_next
from delvebook.domain.rulesets.labyrinth.cards.rivals import fend_off, win_trophies
from delvebook.domain.rulesets.labyrinth.cards.specials import meet_dragon
from delvebook.domain.rulesets.labyrinth.cards.steambots import face
from delvebook.domain.rulesets.labyrinth.cards.trophies import offer
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.ending import end_turn
from delvebook.domain.rulesets.labyrinth.play import Play
from delvebook.domain.rulesets.labyrinth.state import (
    Action,
    Rival,
    State,
    get_member,
    get_rival,
    has_mage,
    resolving_of,
)


def begin_duel(play: Play, colour: str, *, clause: str) -> None:
    """
    Draws for both sides, the player first, reveals both cards at once and resolves the pair.

    Clauses: LB-060, LB-080 (the last card of the deck is the player's; the rival has none).

    Args:
        clause: The clause by which the player duels with that rival.
    """
    play.tell("duel_begun", clause, seat=0, rival=colour)
    deck = play.state["deck"]
    mine = play.draw()
    theirs = play.draw() if deck else None
    play.begin_resolving(mine, theirs, rival=colour)
    if theirs is None:
        play.tell("last_card_revealed", "LB-080", seat=0, card=mine, rival=colour, deck_count=len(deck))
    else:
        play.tell(
            "duel_cards_revealed",
            "LB-060",
            seat=0,
            card=mine,
            rival=colour,
            rival_card=theirs,
            deck_count=len(deck),
        )
    _resolve(play, mine, theirs)


def _resolve(play: Play, mine: str, theirs: str | None) -> None:
    """Applies the first rule of LB-060 that matches the pair. `theirs` is None for the blank of LB-080."""
    content = play.content
    pair = [mine] if theirs is None else [mine, theirs]
    types = [content.types[card] for card in pair]
    if "location" in types:
        _locations(play, pair)
    elif "special" in types:
        _specials(play, pair)
    elif theirs is not None and content.sorts[mine] == content.sorts[theirs]:
        _equal(play, mine, theirs)
    elif theirs is not None and types == ["trophy", "trophy"]:
        _trophies(play, mine, theirs)
    elif types == ["cage", "steambot"]:
        play.state["phase"] = "duel_cage"
        play.tell("steambot_caught", "LB-075", seat=0, card=mine, steambot=theirs)
    elif "steambot" in types:
        _steambots(play, mine, theirs)
    else:
        clause = "LB-080" if theirs is None else "LB-078"
        play.tell("duel_without_effect", clause, cards=pair)
        end_turn(play, clause=clause)


def _opponent(play: Play) -> Rival:
    return get_rival(play.state, resolving_of(play.state)["rival"])


def _locations(play: Play, pair: list[str]) -> None:
    """Discards any other card without effect, then asks the player to lay the Locations (LB-061)."""
    for card in pair:
        if card not in play.content.exits:
            play.take_up(card)
            play.discard(card, clause="LB-061")
    lay_next(play)


def _specials(play: Play, pair: list[str]) -> None:
    """Only the Dragon works (LB-062); neither Thief nor Market does as the last card of the deck (LB-080)."""
    dragon = next((card for card in pair if play.content.effects.get(card) == "dragon"), None)
    if dragon is not None:
        meet_dragon(play, _opponent(play), dragon)
        return
    clause = "LB-062" if len(pair) == 2 else "LB-080"
    play.tell("duel_without_effect", clause, cards=pair)
    end_turn(play, clause=clause)


def _equal(play: Play, mine: str, theirs: str) -> None:
    """
    Ends the Duel as a draw, unless both cards are Trophies and the player holds one that beats them.

    Clauses: LB-064, LB-065.
    """
    play.tell("duel_tied", "LB-064", cards=[mine, theirs])
    if duel_changers(play.content, play.state):
        play.state["phase"] = "duel_draw"
    else:
        end_turn(play, clause="LB-064")


def _trophies(play: Play, mine: str, theirs: str) -> None:
    """
    The Trophy that beats the other wins; the Mage makes no difference.

    Clauses: LB-067, LB-068, LB-103 (the rival's choice).
    """
    content = play.content
    if content.beats[content.kinds[mine]] == content.kinds[theirs]:
        play.tell("duel_won", *winning_clauses(content, play.state), seat=0, card=mine, beaten=theirs)
        offer(play, clause="LB-067")
    else:
        win_trophies(play, _opponent(play), mine, theirs)
        end_turn(play)


def _steambots(play: Play, mine: str, theirs: str | None) -> None:
    """
    A Steambot attacks the other side; one that the rival's Cage caught attacks the player.

    Clauses: LB-070 to LB-072, LB-040 and LB-041 (what beats it), LB-076 and LB-104 (a rival's Cage),
    LB-079 (a Knight or the Mage drawn), LB-080 (no card drawn).
    """
    content, state = play.content, play.state
    if theirs is not None and theirs in content.models:
        if is_suitable(content, mine, theirs, mage=has_mage(content, state)):
            clause = suitability_clause(content, state)
            play.tell("steambot_stopped", "LB-070", clause, seat=0, steambot=theirs, card=mine)
            end_turn(play, clause="LB-070")
        else:
            face(play, phase="defend", clause=_attack_clause(content, mine))
    elif theirs is not None and content.types[theirs] == "cage":
        play.tell(
            "steambot_caught_by_rival",
            "LB-076",
            "LB-104",
            seat=0,
            rival=resolving_of(state)["rival"],
            card=theirs,
            steambot=mine,
        )
        face(play, phase="defend", clause="LB-076")
    else:
        clause = _attack_clause(content, theirs)
        fend_off(play, _opponent(play), mine, drawn=theirs, clause=clause)
        end_turn(play, clause=clause)


def _attack_clause(content: Content, drawn: str | None) -> str:
    """The clause by which a Steambot attacks the side that has drawn this card, or none."""
    if drawn is None:
        return "LB-080"
    if drawn in content.models:
        return "LB-072"
    return "LB-070" if drawn in content.kinds else "LB-079"


def draw_actions(content: Content, state: State) -> list[Action]:
    """Each Trophy that would win the draw, and accepting it (LB-064, LB-065)."""
    changes: list[Action] = [
        {"type": "change_duel", "character": character} for character in duel_changers(content, state)
    ]
    return [*changes, {"type": "accept_draw"}]


def change(play: Play, action: Action) -> None:
    """The Trophy is played from the Inventory and wins the Duel; three Trophies lie on the table (LB-066)."""
    resolving = resolving_of(play.state)
    member = get_member(play.state, action["character"])
    played = str(member["trophy"])
    member["trophy"] = None
    resolving["open"].append(played)
    play.tell(
        "draw_changed",
        "LB-066",
        seat=0,
        character=member["character"],
        card=played,
        beaten=resolving["rival_card"],
    )
    offer(play, clause="LB-066")


def accept(play: Play, action: Action) -> None:
    """Discards both drawn cards (LB-064)."""
    play.tell("draw_accepted", "LB-064", seat=0)
    end_turn(play, clause="LB-064")


def cage_actions(content: Content, state: State) -> list[Action]:
    """The ways to treat the Steambot in the Cage (LB-075)."""
    return [{"type": "release_steambot"}, {"type": "discard_steambot"}]


def release(play: Play, action: Action) -> None:
    """The rival must fend off the Steambot with the Trophy it holds (LB-075)."""
    rival, steambot = _opponent(play), _caught(play)
    play.tell("steambot_released", "LB-075", seat=0, steambot=steambot, rival=rival["colour"])
    fend_off(play, rival, steambot, drawn=None, clause="LB-075")
    end_turn(play, clause="LB-075")


def discard_steambot(play: Play, action: Action) -> None:
    """Discards the Cage and the Steambot (LB-075)."""
    play.tell("steambot_put_away", "LB-075", seat=0, steambot=_caught(play))
    end_turn(play, clause="LB-075")


def _caught(play: Play) -> str:
    """The rival's Steambot, which the player's Cage caught."""
    return str(resolving_of(play.state)["rival_card"])
