"""Exploration tokens that are taken, and creatures that are beaten."""

from __future__ import annotations

from typing import Any

from delvebook.domain.rulesets.the_descent import cards, markers
from delvebook.domain.rulesets.the_descent.geometry import PLACES, Cell
from delvebook.domain.rulesets.the_descent.state import Game


def take_tokens(game: Game, seat: int, cell: Cell) -> None:
    """
    Gives the character in that cell what lies there, as placed; chests stay.

    Clauses: TD-105, TD-025, TD-083.
    """
    for token in game.tokens_at(cell, "health", "coin", "backpack"):
        if token["moving"]:
            continue
        remove_token(game, token)
        own = game.seat(seat)
        game.tell("token_taken", "TD-105", seat=seat, token=token["kind"], id=token["id"], cell=cell)
        if token["kind"] == "health":
            own["health"] += 1  # TD-023: there is no upper limit
            game.tell("health_gained", "TD-105", "TD-023", seat=seat, health=1, left=own["health"])
        elif token["kind"] == "coin":
            game.gain(seat, game.content.points["coin"], "coin", "TD-105", "TD-175")
        else:
            own["backpack"] = True  # TD-085: from now on the seat holds unknown cards
            drawn = cards.draw_cards(game, seat, game.content.backpack_cards)
            game.tell(
                "cards_drawn", "TD-105", "TD-083", seat=seat, cards=drawn, hand=game.hand_size(seat),
                deck=len(game.state["deck"]),
            )  # fmt: skip


def first_takes_tokens(game: Game, cell: Cell) -> None:
    """Gives what lies in a cell to the first of the characters in it. Clauses: TD-106."""
    seats = [seat for seat in game.seats_at(cell) if not game.seat(seat)["moving"]]
    if seats:
        take_tokens(game, seats[0], cell)


def remove_token(game: Game, token: dict[str, Any]) -> None:
    """Takes a token out of the game; it never returns (TD-107)."""
    game.state["tokens"].remove(token)
    _count_gone(game, token["kind"])


def remove_creature(game: Game, creature: dict[str, Any]) -> None:
    """Takes a creature out of the game, with its marker and, the spider's, the web. Clauses: TD-136, TD-154."""
    markers.take_off(game, creature, "TD-136")
    game.state["creatures"].remove(creature)
    _count_gone(game, creature["kind"])
    if creature["kind"] == "spider" and game.state["web"] is not None:
        game.tell("web_removed", "TD-154", place=PLACES[game.state["web"]])
        game.state["web"] = None


def _count_gone(game: Game, kind: str) -> None:
    gone = game.state["gone"]
    gone[kind] = gone.get(kind, 0) + 1


def defeat(game: Game, creature: dict[str, Any], seat: int, clause: str) -> None:
    """Ends a creature and rewards the seat that did it. Clauses: TD-136."""
    game.tell("creature_defeated", "TD-136", clause, seat=seat, creature=creature["kind"], cell=creature["cell"])
    remove_creature(game, creature)
    game.gain(seat, game.content.points["creature"], "creature", "TD-136", "TD-175")


def wound_monster(game: Game, monster: dict[str, Any], seat: int) -> None:
    """Takes one of the monster's health; with the last one it is defeated. Clauses: TD-166."""
    monster["health"] -= 1
    game.tell("monster_wounded", "TD-166", seat=seat, left=monster["health"])
    if monster["health"] == 0:
        defeat(game, monster, seat, "TD-166")
