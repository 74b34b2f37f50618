"""Losses of health and what may save them; death, restart and surrender."""

from __future__ import annotations

from typing import Any

from delvebook.domain.rulesets.the_descent import cards, markers
from delvebook.domain.rulesets.the_descent.geometry import Cell
from delvebook.domain.rulesets.the_descent.state import CREATURES, SETUP, Frame, Game
from delvebook.domain.rulesets.the_descent.things import take_tokens


def saving_cards(cause: str) -> list[str]:
    """The cards that save a loss of that cause. Clauses: TD-097, TD-126."""
    return ["shield", "lamp"] if cause == "collapse" else ["shield"]


def lose(game: Game, frame: Frame) -> None:
    """
    Handler: the seat is about to lose health, and is asked for a card if one could save it.

    Args:
        frame: `seat`, `amount`, `cause`; `then`, a frame to go on with (told whether health was `lost`), or null.

    Clauses: TD-111.
    """
    seat = frame["seat"]
    about = {key: frame[key] for key in ("amount", "cause", "then")}
    if cards.is_asked(game, seat, saving_cards(frame["cause"])):
        game.ask(seat, "answer_loss", **about)
    else:
        _go_on(game, seat, about, lost=True)


def answer_loss(game: Game, pending: dict[str, Any], action: dict[str, Any]) -> None:
    """Carries out the answer. Clauses: TD-097, TD-126."""
    seat, card = pending["seat"], action["card"]
    if card != "none":
        cards.spend(game, seat, card, "TD-126" if card == "lamp" else "TD-097")
        game.tell("loss_averted", "TD-111", seat=seat, card=card, cause=pending["cause"], amount=pending["amount"])
    _go_on(game, seat, pending, lost=card == "none")


def _go_on(game: Game, seat: int, about: dict[str, Any], *, lost: bool) -> None:
    """Takes the health, unless it was saved, and continues with `then` if the character lives."""
    cause, then = about["cause"], about["then"]
    if lost:
        died = suffer(game, seat, about["amount"], cause)
        if died:
            return
        if cause == "plant":
            game.seat(seat)["weakened"] = True  # TD-152
        elif cause == "fall":
            fall_hurt(game, seat)
    if then is not None:
        game.push({**then, "lost": lost})


def fall_hurt(game: Game, seat: int) -> None:
    """Ends the endurance and the turn of who lost health by a fall. Clauses: TD-054."""
    game.exhaust(seat)
    game.finish_turn(seat)


def suffer(game: Game, seat: int, amount: int, cause: str) -> bool:
    """Takes health away for good; returns whether the character died of it. Clauses: TD-112."""
    own = game.seat(seat)
    loss = min(amount, own["health"])
    own["health"] -= loss
    game.tell("health_lost", "TD-111", seat=seat, health=loss, left=own["health"], cause=cause)
    if own["health"] > 0:
        return False
    die(game, seat, cause)
    return True


def die(game: Game, seat: int, cause: str) -> None:
    """
    Lets the character die at once and begin again.

    What it found, broke and opened stays as it is (TD-114).

    Clauses: TD-112, TD-113, TD-114, TD-034.
    """
    own = game.seat(seat)
    game.tell("character_died", "TD-112", "TD-113", seat=seat, cause=cause, points=own["points"])
    game.drop_movement(seat)
    game.exhaust(seat)
    game.finish_turn(seat)
    discarded = cards.discard_hand(game, seat)
    game.tell("hand_discarded", "TD-113", seat=seat, cards=discarded)
    markers.lose_bearer(game, seat, "TD-113", "TD-146")
    own.update(points=0, health=game.content.health, backpack=False, cell=None, rests=[], moving=False, weakened=False)
    kit = cards.take_kit(game, seat)
    missing = [card for card in game.content.kit if card not in kit]
    game.tell("kit_taken", "TD-113", "TD-085", seat=seat, cards=kit, missing=missing, health=own["health"])
    game.push({"do": "place", "seat": seat})


def surrender(game: Game, seat: int) -> None:
    """Gives the character up. Clauses: TD-120."""
    game.state["window"]["surrendered"].append(seat)
    game.tell("surrendered", "TD-120", seat=seat)
    die(game, seat, "surrender")


# -- coming (back) to the Start tile --------------------------------------------------------------


def place(game: Game, frame: Frame) -> None:
    """Handler: the seat is asked where its character starts, if there is a choice. Clauses: TD-024."""
    cells = game.start_cells()
    if len(cells) == 1:
        put_character(game, frame["seat"], cells[0])
    else:
        game.ask(frame["seat"], "place_character")


def put_character(game: Game, seat: int, cell: Cell) -> None:
    """Puts the character onto a cell of the Start tile. Clauses: TD-024, TD-025, TD-058."""
    own = game.seat(seat)
    own["cell"] = cell
    own["rests"] = [cell]
    clauses = ["TD-024"] if game.state["phase"] == SETUP else ["TD-024", "TD-113"]
    game.tell("character_placed", *clauses, seat=seat, cell=cell)
    markers.follow(game, seat, None, cell)
    take_tokens(game, seat, cell)
    game.push({"do": "settle"})


# -- creatures ------------------------------------------------------------------------------------


def hit(game: Game, frame: Frame) -> None:
    """
    Handler: a creature has come onto a character.

    Args:
        frame: `kind`, `seat`; `direction` in which the monster pushes, or null.

    Clauses: TD-134, TD-077, TD-167.
    """
    creature, seat = game.creature(frame["kind"]), frame["seat"]
    if creature is None or not game.is_in_play(seat) or game.seat(seat)["cell"] is None:
        return
    if game.state["phase"] == CREATURES:
        if seat in creature["hits"]:
            return
        creature["hits"].append(seat)
    game.tell("character_hit", "TD-134", seat=seat, creature=frame["kind"])
    then = None
    if frame["direction"] is not None:
        then = {"do": "shove", "mover": seat, "seat": seat, "direction": frame["direction"]}
    game.push({"do": "lose", "seat": seat, "amount": game.content.hit_loss, "cause": frame["kind"], "then": then})
