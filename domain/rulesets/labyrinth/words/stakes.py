"""What an action promises: the facts that are sure to follow (`words.foresight`), and the end of the deck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from delvebook.domain.rulesets.labyrinth.content import CONTENT
from delvebook.domain.rulesets.labyrinth.state import Action
from delvebook.domain.rulesets.labyrinth.words.foresight import foresee
from delvebook.domain.rulesets.labyrinth.words.seen import by_sort
from delvebook.domain.rulesets.labyrinth.words.shapes.table import View
from delvebook.domain.stakes import Expected, Foreseen, Promise, Untold, Weighed, expect

_TURN_OVER: Final = ("turn_began", "end_reached")
"""The facts with whose event a turn is over."""
_TYPES: Final = (
    *("trophy_taken", "trophy_swapped", "trophy_stolen", "trophies_traded", "trophies_offered", "paper_burnt"),
    *("steambot_beaten", "steambot_stopped", "character_lost", "mage_joined", "location_laid", "draw_changed"),
    *("rival_out", "rival_beat_steambot", "rival_took_trophy", "end_reached", "game_won", "game_lost"),
)
_DRAWN: Final = "What the cards bring is not known before they are drawn."
WEIGHED: Final = Weighed(
    types=_TYPES,
    untold=[
        Untold(expect(type_), _DRAWN, beside=(expect(drawn),))
        for type_ in _TYPES
        for drawn in ("card_explored", "duel_cards_revealed", "last_card_revealed")
    ],
)


def stakes_of(action: Action, view: View) -> list[Promise]:
    """What the action promises, in the order in which it happens."""
    facts, draws = foresee(action, view)
    found = [
        Promise(kind, _same(fact), said=by_sort({**_plain(fact), **said}))
        for fact in facts
        for kind, said in _told(fact, action, facts)
    ]
    return [*found, *_drawing(action, view)] if draws else found


def _told(fact: Foreseen, action: Action, facts: list[Foreseen]) -> Iterator[tuple[str, dict[str, object]]]:
    """How the fact is told, as kind and figures; not at all if it goes without saying."""
    is_release = action["type"] == "release_steambot"
    match fact:
        case {"type": "trophy_taken", "card": card}:
            yield "takes", {"kind": CONTENT.kinds[card]}
        case {"type": "trophy_swapped", "card": card, "old": old}:
            same = ".same" if CONTENT.kinds[card] == CONTENT.kinds[old] else ""
            yield f"swaps{same}", {"kind": CONTENT.kinds[card]}
        case {"type": "cards_discarded", "cards": cards} if _is_told(action, facts, cards):
            yield "discard", {}
        case {"type": "trophy_stolen"}:
            yield "steals", {}
        case {"type": "trophies_traded"}:
            yield "trades", {}
        case {"type": "steambot_beaten"}:
            yield "spends", {}
        case {"type": "character_lost", "card": card}:
            yield ("lost.armed" if card is not None else "lost"), {}
        case {"type": "rival_beat_steambot"}:
            yield ("rival_spends" if is_release else "rival_spends_too"), {}
        case {"type": "rival_out"}:
            yield ("rival_out" if is_release else "rival_out_too"), {}
        case {"type": "rivals_met"}:
            yield "meets", {}
        case {"type": "duel_begun"}:
            yield "duel", {}
        case {"type": "location_laid"}:
            yield "laid", {"limit": CONTENT.location_limit}
        case {"type": "draw_changed"}:
            yield "beats", {}
        case {"type": "trophies_offered"}:
            yield "offered", {}
        case {"type": "end_reached", "reason": reason} if reason != "team_lost":
            is_lost = any(one["type"] == "game_lost" for one in facts)
            yield f"end.{reason}{'.lost' if is_lost else ''}", {}
        case {"type": "end_reached"}:
            yield "loses", {}
        case {"type": "game_lost", "reason": "team_lost"}:
            yield "loses", {}
        case {"type": "game_lost", "reason": reason}:
            yield f"end.{reason}.lost", {}
        case {"type": "game_won"}:
            yield "wins", {}


def _is_told(action: Action, facts: list[Foreseen], cards: list[str]) -> bool:
    """Whether a discard is news: cards that the action itself does not name."""
    swapped = [one["old"] for one in facts if one["type"] == "trophy_swapped"]
    return action["type"] in ("take_trophy", "swap_trophy", "leave_trophy", "accept_draw") and cards != swapped


def _drawing(action: Action, view: View) -> Iterator[Promise]:
    """That a card is explored, and that the game ends with a turn that takes the last one. Clauses: LB-110."""
    is_duel = action["type"] == "choose_rival" or _meets_rival(action, view)
    if not is_duel:
        yield Promise("explores", expect("card_explored", seat=0))
    if view["deck_count"] <= (2 if is_duel else 1):
        yield Promise("last_card", expect("end_reached"), by=_TURN_OVER)


def _meets_rival(action: Action, view: View) -> bool:
    """Whether the move leads to a rival."""
    return action["type"] == "move" and any(one["cell"] == [action["x"], action["y"]] for one in view["rivals"])


def _plain(fact: Foreseen) -> dict[str, object]:
    return {name: value for name, value in fact.items() if name not in ("type", "clauses")}


def _same(fact: Foreseen) -> Expected:
    """The same fact, whatever clauses it cites."""
    return Expected(fact["type"], _plain(fact))
