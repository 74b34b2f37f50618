"""Checks that what is being resolved fits the phase: the revealed and the open cards, and the rival of a Duel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from delvebook.domain.rulesets.labyrinth.cards.contests import duel_changers, is_suitable
from delvebook.domain.rulesets.labyrinth.cards.specials import thefts, trades
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.state import Resolving, State, find_rival, has_mage, position, rivals_at

_NOTHING_TO_RESOLVE: Final = ("choose_move", "choose_rival", "place_chest", "over")
_ONLY_IN_DUEL: Final = ("duel_draw", "duel_cage", "defend")
_ONLY_EXPLORING: Final = ("steambot", "thief", "market")


def resolving_invariants(content: Content, state: State) -> Iterator[str]:
    """Yields each broken invariant of what is being resolved, in a state whose other parts are sound."""
    phase, resolving = state["phase"], state["resolving"]
    if phase == "choose_rival" and (len(rivals_at(state, position(state))) < 2 or len(state["labyrinth"]) == 1):
        yield "the player has moved to two or more rivals"
    elif phase in _NOTHING_TO_RESOLVE:
        if resolving is not None:
            yield f"nothing is being resolved in the phase {phase}"
    elif resolving is None:
        yield f"something is being resolved in the phase {phase}"
    elif phase != "setup_trophy":
        yield from _cards(content, state, resolving)


def _cards(content: Content, state: State, resolving: Resolving) -> Iterator[str]:
    """Clauses: LB-022, LB-060 (who has drawn), LB-080 (the last card of the deck is the player's)."""
    mine, theirs = resolving["card"], resolving["rival_card"]
    drawn = [card for card in (mine, theirs) if card is not None]
    if mine is None or any(card not in (*content.knights, *content.deck_rest) for card in drawn):
        yield "the player has drawn a card of the deck, and the rival another or none"
    elif theirs is not None and resolving["rival"] is None:
        yield "only a rival in a Duel has a card"
    elif theirs is None and resolving["rival"] is not None and state["deck"]:
        yield "in a Duel the rival has a card unless the deck has run out"
    elif not _lie_where_they_must(state, resolving, drawn):
        yield "a drawn card that does not lie open is in the discard or was the last to be laid"
    elif not _fits(content, state, resolving, drawn):
        yield f"the drawn cards lead to the phase {state['phase']}"
    else:
        yield from _opponent(content, state, resolving)


def _lie_where_they_must(state: State, resolving: Resolving, drawn: list[str]) -> bool:
    """Whether the open cards were drawn (or one was played to change a draw), and the other drawn ones are settled."""
    settled = [*state["discard"], state["labyrinth"][-1]["card"]]
    is_changed = state["phase"] == "trophy" and len(resolving["open"]) == 3
    opened = resolving["open"][:2] if is_changed else resolving["open"]
    return opened == [card for card in drawn if card in opened] and all(
        card in opened or card in settled for card in drawn
    )


def _fits(content: Content, state: State, resolving: Resolving, drawn: list[str]) -> bool:
    """Whether the drawn and the open cards lead to the phase."""
    phase = state["phase"]
    if phase == "place_location":
        return _is_laid_next(content, resolving)
    if phase == "trophy":
        return _is_offered(content, state, resolving)
    if resolving["open"] != drawn:
        return False
    types = [content.types[card] for card in drawn]
    if phase == "dragon":
        return _has_struck(content, state, resolving)
    if phase in ("thief", "market"):
        deals = thefts(state) if phase == "thief" else trades(state)
        return bool(deals) and [content.sorts[card] for card in drawn] == [phase]
    if phase == "duel_draw":
        sorts = {content.sorts[card] for card in drawn}
        return types == ["trophy", "trophy"] and len(sorts) == 1 and bool(duel_changers(content, state))
    if phase == "duel_cage":
        return types == ["cage", "steambot"]
    if phase == "steambot":
        return types == ["steambot"]
    return types == ["steambot", "cage"] or _is_attacked(content, state, resolving)


def _is_laid_next(content: Content, resolving: Resolving) -> bool:
    """Whether Locations lie open, the player's before the rival's, or the rival's alone once it is next (LB-061)."""
    locations = [card for card in (resolving["card"], resolving["rival_card"]) if card in content.exits]
    return bool(locations) and resolving["open"] in (locations, locations[-1:])


def _is_offered(content: Content, state: State, resolving: Resolving) -> bool:
    """Whether the offer is one explored Trophy (LB-036), or the choice of a Duel's winner (LB-066, LB-067)."""
    opened = resolving["open"]
    if any(card not in content.kinds for card in opened):
        return False
    kinds = [content.kinds[card] for card in opened]
    if resolving["rival"] is None:
        return len(kinds) == 1
    if len(kinds) == 2:
        return content.beats[kinds[0]] == kinds[1]
    has_played = any(member["trophy"] is None for member in state["team"])
    return has_played and len(kinds) == 3 and kinds[0] == kinds[1] == content.beats[kinds[2]]


def _has_struck(content: Content, state: State, resolving: Resolving) -> bool:
    """Whether the Dragon was drawn, no Location with it, and has burnt what it burns (LB-050, LB-061, LB-063)."""
    sorts = [content.sorts[card] for card in resolving["open"]]
    if "dragon" not in sorts or "location" in sorts:
        return False
    holders = [*state["team"], *(state["rivals"] if resolving["rival"] is None else [])]
    return all(holder["trophy"] is None or content.kinds[holder["trophy"]] != content.burns for holder in holders)


def _is_attacked(content: Content, state: State, resolving: Resolving) -> bool:
    """Whether the rival's Steambot attacks and the player's own card does not help (LB-070, LB-072, LB-079)."""
    mine, theirs = resolving["card"], resolving["rival_card"]
    if mine is None or theirs is None or theirs not in content.models:
        return False
    if mine in content.models:
        return content.models[mine] != content.models[theirs]
    if content.types[mine] not in ("trophy", "knight", "mage"):
        return False
    return not is_suitable(content, mine, theirs, mage=has_mage(content, state))


def _opponent(content: Content, state: State, resolving: Resolving) -> Iterator[str]:
    """
    A Duel has a rival on the player's cell, who has moved there; the Dragon has put that rival out. Exploring has none.

    Clauses: LB-022, LB-024, LB-063.
    """
    phase, colour = state["phase"], resolving["rival"]
    here = rivals_at(state, position(state))
    has_moved = len(state["labyrinth"]) > 1
    if colour is None:
        if phase in _ONLY_IN_DUEL:
            yield f"a Duel in the phase {phase} has a rival"
        elif here and has_moved:
            yield "a move to a rival leads to a Duel, not to exploring"
    elif phase in _ONLY_EXPLORING:
        yield f"there is no Duel in the phase {phase}"
    elif not has_moved:
        yield "a Duel needs a move"
    elif phase == "dragon":
        if find_rival(state, colour) is not None or colour not in content.colours:
            yield "the Dragon has put the opponent out"
        elif colour == state["options"]["colour"]:
            yield "the opponent had another colour than the player"
    elif find_rival(state, colour) not in here:
        yield f"the {colour} rival is on the player's cell"
