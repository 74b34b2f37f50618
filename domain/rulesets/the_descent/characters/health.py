"""Losses of health and what may save them; death, restart and surrender."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from delvebook.domain.rulesets.the_descent.box.cells import BOTTOM, PLACE_OF, Cell
from delvebook.domain.rulesets.the_descent.exploring import cards, markers
from delvebook.domain.rulesets.the_descent.exploring.tokens import take_tokens
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.rulesets.the_descent.state import SETUP, Action, Frame, Pending

# -- losses ---------------------------------------------------------------------------------------


LOSSES: Final[Mapping[str, str]] = {
    "fall": "TD-052",
    "collapse": "TD-124",
    "contact": "TD-131",
    "hit": "TD-134",
    "attack": "TD-152",
}
"""By cause of a loss of health, the clause that says how much is lost. An `attack` is the plant's."""
BY_CREATURES: Final = ("contact", "hit", "attack")
"""The causes that are a creature's doing."""


def loss_frame(seat: int, amount: int, cause: str, creature: str | None = None, *, then: Frame | None = None) -> Frame:
    """The frame of a loss of health; see `lose`."""
    return {"do": "lose", "seat": seat, "amount": amount, "cause": cause, "creature": creature, "then": then}


def lose(play: Play, frame: Frame) -> None:
    """
    Handler: asks the seat that is about to lose health for a card, if one could save it.

    Args:
        frame: `seat`, `amount`, `cause`; the `creature` that does it, or null; `then`, the frame to go on
            with, or null. It is told whether health was `lost`.

    Clauses: TD-111.
    """
    seat, cause = frame["seat"], frame["cause"]
    if cards.is_asked(play, seat, cards.answering_cards("answer_loss", cause)):
        about = {key: frame[key] for key in ("amount", "cause", "creature", "then")}
        play.ask(seat, "answer_loss", **about)
    else:
        _take_loss(play, seat, frame)


def answer_loss(play: Play, pending: Pending, action: Action) -> None:
    """Answer: saves the health with a card, or takes the loss. Clauses: TD-097, TD-126."""
    seat, cause, card = pending["seat"], pending["cause"], action["card"]
    if card == "none":
        _take_loss(play, seat, pending)
        return
    cards.spend(play, seat, card, "TD-126" if card == "lamp" else "TD-097")
    clause = {"collapse": "TD-126", "fall": "TD-055"}.get(cause, "TD-097")
    play.tell(
        "loss_averted",
        clause,
        seat=seat,
        card=card,
        cause=cause,
        creature=pending["creature"],
        amount=pending["amount"],
    )
    _go_on(play, pending["then"], lost=False)


def _take_loss(play: Play, seat: int, loss: Frame | Pending) -> None:
    """Takes the health of a frame or decision; goes on with its `then` if the character lives. TD-054, TD-152."""
    if suffer(play, seat, loss["amount"], loss["cause"], loss["creature"]):
        return
    if loss["cause"] == "attack":
        play.character(seat)["weakened"] = True
    elif loss["cause"] == "fall":
        play.exhaust(seat)
        play.finish_turn(seat)
    _go_on(play, loss["then"], lost=True)


def _go_on(play: Play, then: Frame | None, *, lost: bool) -> None:
    """Goes on with what follows a loss."""
    if then is not None:
        play.push({**then, "lost": lost})


def suffer(play: Play, seat: int, amount: int, cause: str, creature: str | None) -> bool:
    """
    Takes health for good. Returns whether the character died of it.

    Args:
        cause: One of `LOSSES`.
        creature: The kind of the creature that does it, if one does.

    Clauses: TD-112.
    """
    own = play.character(seat)
    loss = min(amount, own["health"])
    own["health"] -= loss
    play.tell(
        "health_lost", LOSSES[cause], seat=seat, health=loss, threatened=amount, left=own["health"], cause=cause,
        creature=creature,
    )  # fmt: skip
    if own["health"] > 0:
        return False
    die(play, seat, "TD-112", cause, creature)
    return True


# -- death ----------------------------------------------------------------------------------------


def die(play: Play, seat: int, clause: str, cause: str, creature: str | None = None) -> None:
    """
    Lets the character die at once and begin again. What it found, broke and opened stays as it is (TD-114).

    Args:
        clause: The clause by which it dies.
        cause: One of `LOSSES`, or `surrender`.
        creature: The kind of the creature that kills it, if one does.

    Clauses: TD-112, TD-113, TD-114, TD-034, TD-172.
    """
    own = play.character(seat)
    is_low = cause == "fall" and PLACE_OF[play.cell_of(seat)] in BOTTOM
    clauses = [clause, "TD-113", *(["TD-172"] if is_low else [])]
    play.tell("character_died", *clauses, seat=seat, cause=cause, creature=creature, points=own["points"])
    play.drop_movement(seat)
    play.exhaust(seat)
    play.finish_turn(seat)
    discarded = cards.discard_hand(play, seat)
    play.tell("hand_discarded", "TD-113", seat=seat, cards=discarded)
    markers.lose_bearer(play, seat, "TD-146")
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
    play.tell("kit_taken", "TD-113", seat=seat, cards=kit, missing=missing, health=own["health"])
    play.push({"do": "place", "seat": seat})


def surrender(play: Play, seat: int, action: Action) -> None:
    """Action: gives the character up. Clauses: TD-120."""
    play.window()["surrendered"].append(seat)
    play.tell("surrendered", "TD-120", seat=seat)
    die(play, seat, "TD-120", "surrender")


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
    markers.follow_character(play, seat, None, cell)
    take_tokens(play, seat, cell, "TD-025")
    play.push({"do": "settle"})
