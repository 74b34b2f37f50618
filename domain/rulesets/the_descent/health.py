"""Losses of health and what may save them; death, restart and surrender."""

from __future__ import annotations

from delvebook.domain.kit.agenda import Frame
from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.the_descent import cards, markers
from delvebook.domain.rulesets.the_descent.geometry import Cell
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.rulesets.the_descent.state import SETUP, Pending
from delvebook.domain.rulesets.the_descent.tokens import take_tokens

# -- losses ---------------------------------------------------------------------------------------


def lose(play: Play, frame: Frame) -> None:
    """
    Handler: the seat is about to lose health, and is asked for a card if one could save it.

    Args:
        frame: `seat`, `amount`, `cause`; `then`, the frame to go on with, or null. It is told whether health was
            `lost`.

    Clauses: TD-111.
    """
    seat, amount, cause, then = frame["seat"], frame["amount"], frame["cause"], frame["then"]
    if cards.is_asked(play, seat, cards.answering_cards("answer_loss", cause)):
        play.ask(seat, "answer_loss", amount=amount, cause=cause, then=then)
    else:
        _take_loss(play, seat, amount, cause, then)


def answer_loss(play: Play, pending: Pending, action: Action) -> None:
    """Answer: saves the health with a card, or takes the loss. Clauses: TD-097, TD-126."""
    seat, amount, cause, card = pending["seat"], pending["amount"], pending["cause"], action["card"]
    if card == "none":
        _take_loss(play, seat, amount, cause, pending["then"])
        return
    cards.spend(play, seat, card, "TD-126" if card == "lamp" else "TD-097")
    play.tell("loss_averted", "TD-111", seat=seat, card=card, cause=cause, amount=amount)
    _go_on(play, pending["then"], lost=False)


def _take_loss(play: Play, seat: int, amount: int, cause: str, then: Frame | None) -> None:
    """Takes the health; goes on with `then` if the character lives. Clauses: TD-054, TD-152."""
    if suffer(play, seat, amount, cause):
        return
    if cause == "plant":
        play.character(seat)["weakened"] = True
    elif cause == "fall":
        play.exhaust(seat)
        play.finish_turn(seat)
    _go_on(play, then, lost=True)


def _go_on(play: Play, then: Frame | None, *, lost: bool) -> None:
    """Goes on with what follows a loss."""
    if then is not None:
        play.push({**then, "lost": lost})


def suffer(play: Play, seat: int, amount: int, cause: str) -> bool:
    """Takes health for good; returns whether the character died of it. Clauses: TD-112."""
    own = play.character(seat)
    loss = min(amount, own["health"])
    own["health"] -= loss
    play.tell("health_lost", "TD-111", seat=seat, health=loss, left=own["health"], cause=cause)
    if own["health"] > 0:
        return False
    die(play, seat, cause)
    return True


# -- death ----------------------------------------------------------------------------------------


def die(play: Play, seat: int, cause: str) -> None:
    """
    Lets the character die at once and begin again. What it found, broke and opened stays as it is (TD-114).

    Clauses: TD-112, TD-113, TD-114, TD-034.
    """
    own = play.character(seat)
    play.tell("character_died", "TD-112", "TD-113", seat=seat, cause=cause, points=own["points"])
    play.drop_movement(seat)
    play.exhaust(seat)
    play.finish_turn(seat)
    discarded = cards.discard_hand(play, seat)
    play.tell("hand_discarded", "TD-113", seat=seat, cards=discarded)
    markers.lose_bearer(play, seat, "TD-113", "TD-146")
    own.update(
        {
            "points": 0,
            "health": play.content.health,
            "backpack": False,
            "cell": None,
            "rests": [],
            "moving": False,
            "weakened": False,
        }
    )
    kit = cards.take_kit(play, seat)
    missing = [card for card in play.content.kit if card not in kit]
    play.tell("kit_taken", "TD-113", "TD-085", seat=seat, cards=kit, missing=missing, health=own["health"])
    play.push({"do": "place", "seat": seat})


def surrender(play: Play, seat: int, action: Action) -> None:
    """Action: gives the character up. Clauses: TD-120."""
    play.window()["surrendered"].append(seat)
    play.tell("surrendered", "TD-120", seat=seat)
    die(play, seat, "surrender")


# -- coming (back) to the Start tile --------------------------------------------------------------


def place(play: Play, frame: Frame) -> None:
    """
    Handler: asks the seat where its character starts, if there is a choice.

    Args:
        frame: `seat`.

    Clauses: TD-024.
    """
    cells = play.start_cells()
    if len(cells) == 1:
        put_character(play, frame["seat"], cells[0])
    else:
        play.ask(frame["seat"], "place_character")


def put_character(play: Play, seat: int, cell: Cell) -> None:
    """Puts the character onto a cell of the Start tile. Clauses: TD-024, TD-025, TD-058."""
    play.character(seat).update({"cell": cell, "rests": [cell]})
    clauses = ["TD-024"] if play.state["phase"] == SETUP else ["TD-024", "TD-113"]
    play.tell("character_placed", *clauses, seat=seat, cell=cell)
    markers.follow(play, seat, None, cell)
    take_tokens(play, seat, cell)
    play.push({"do": "settle"})
