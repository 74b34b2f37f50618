"""Meeting creatures: entering their cells, contact, being thrown back, and being hit."""

from __future__ import annotations

from delvebook.domain.rulesets.the_descent.box.cells import Cell
from delvebook.domain.rulesets.the_descent.characters.health import loss_frame, suffer
from delvebook.domain.rulesets.the_descent.creatures import combat
from delvebook.domain.rulesets.the_descent.exploring import cards, markers
from delvebook.domain.rulesets.the_descent.exploring.tokens import take_tokens
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.rulesets.the_descent.state import CREATURE_PHASE, Action, Creature, Frame, Pending

# -- entering a cell ------------------------------------------------------------------------------


def enter(play: Play, frame: Frame) -> None:
    """
    Handler: a character has entered a cell.

    Args:
        frame: `seat`; `origin`, the cell before; `cell`; `how`: step, jump, rope, pick, push or fall;
            `harmless`: whether a fall cost no health.

    Clauses: TD-130, TD-131, TD-132, TD-048, TD-162.
    """
    seat, cell = frame["seat"], frame["cell"]
    markers.follow_character(play, seat, frame["origin"], cell)
    met = [creature["kind"] for creature in play.creatures_at(cell) if _is_met(creature, seat)]
    met.sort(key=lambda kind: kind == "monster")  # TD-131: the monster last
    contacts: list[Frame] = [{**frame, "do": "contact", "kind": kind} for kind in met]
    play.push(*contacts, {"do": "pick_up", "mover": seat, "seat": seat, "cell": cell})


def _is_met(creature: Creature, seat: int) -> bool:
    """Whether a creature in the cell is a contact: one that falls along is not, the worm is (TD-132, TD-162)."""
    if not creature["moving"]:
        return True
    return creature["kind"] == "worm" and seat not in creature["hits"]


def pick_up(play: Play, frame: Frame) -> None:
    """
    Handler: the character takes the tokens of a cell it has just entered.

    Args:
        frame: `seat`, `cell`.

    Clauses: TD-105, TD-076, TD-130.
    """
    take_tokens(play, frame["seat"], frame["cell"], "TD-105")


# -- contact --------------------------------------------------------------------------------------


def contact(play: Play, frame: Frame) -> None:
    """
    Handler: asks for a card against the creature, if one could be used.

    Args:
        frame: The frame of `enter` with the creature's `kind`.

    Clauses: TD-131.
    """
    seat, kind = frame["seat"], frame["kind"]
    if play.creature(kind) is None:
        return
    clause = "TD-131"
    if play.present(kind)["moving"]:  # the worm, out of the rock that gave way
        clause = "TD-092" if frame["how"] == "pick" else "TD-162"
    play.tell("contact_made", clause, seat=seat, creature=kind, cell=frame["cell"])
    cell, origin, how = frame["cell"], frame["origin"], frame["how"]
    if cards.is_asked(play, seat, cards.answering_cards("answer_contact")):
        play.ask(seat, "answer_contact", kind=kind, cell=cell, origin=origin, how=how, harmless=frame["harmless"])
    else:
        _yield(play, seat, kind=kind, cell=cell, origin=origin, how=how)


def answer_contact(play: Play, pending: Pending, action: Action) -> None:
    """Answer: strikes the creature, wards it off or yields to it. Clauses: TD-131, TD-153, TD-157, TD-161, TD-166."""
    seat, card, kind = pending["seat"], action["card"], pending["kind"]
    cell, origin, how = pending["cell"], pending["origin"], pending["how"]
    if card == "none":
        _yield(play, seat, kind=kind, cell=cell, origin=origin, how=how)
        return
    cards.spend(play, seat, card, "TD-131", "TD-095" if card == "sword" else "TD-097")
    if card == "sword":
        combat.strike(play, seat, play.present(kind), fell=how == "fall", harmless=pending["harmless"])
    else:
        play.tell(
            "loss_averted", "TD-131", seat=seat, card=card, cause="contact", creature=kind,
            amount=play.content.contact_loss,
        )  # fmt: skip
    _go_back(play, seat, kind=kind, cell=cell, origin=origin, how=how)


def _yield(play: Play, seat: int, *, kind: str, cell: Cell, origin: Cell, how: str) -> None:
    """Takes endurance and health for a contact without a card. Clauses: TD-131, TD-168."""
    play.exhaust(seat)
    if not suffer(play, seat, play.content.contact_loss, "contact", kind):
        _go_back(play, seat, kind=kind, cell=cell, origin=origin, how=how)


def _go_back(play: Play, seat: int, *, kind: str, cell: Cell, origin: Cell, how: str) -> None:
    """
    Sends a character back from a living monster's cell, unless it fell; what is left of its movement is dropped.

    Clauses: TD-168, TD-169, TD-137.
    """
    if kind != "monster" or play.creature(kind) is None or how == "fall":
        return
    goes_on = any(frame["do"] == "jump_over" for frame in play.state["agenda"])
    play.drop_movement(seat)
    play.exhaust(seat)
    play.character(seat)["cell"] = origin
    clauses = ["TD-168", *(["TD-169"] if goes_on or how == "rope" else [])]
    play.tell("character_went_back", *clauses, seat=seat, from_cell=cell, to_cell=origin)
    markers.follow_character(play, seat, cell, origin)


# -- being hit ------------------------------------------------------------------------------------


def hit_frame(kind: str, seat: int, clause: str, *, direction: int | None = None) -> Frame:
    """The frame of a hit; see `hit`."""
    return {"do": "hit", "kind": kind, "seat": seat, "clause": clause, "direction": direction}


def hit(play: Play, frame: Frame) -> None:
    """
    Handler: a creature has come onto a character.

    Args:
        frame: `kind`, `seat`; `clause`, why it is hit; `direction` in which the monster pushes, or null.

    Clauses: TD-134, TD-077, TD-167.
    """
    creature, seat = play.creature(frame["kind"]), frame["seat"]
    if creature is None or not play.is_in_play(seat) or not play.is_on_field(seat):
        return
    if play.state["phase"] == CREATURE_PHASE:
        if seat in creature["hits"]:
            return
        creature["hits"].append(seat)
    play.tell("character_hit", frame["clause"], seat=seat, creature=frame["kind"])
    then: Frame | None = None
    if frame["direction"] is not None:
        then = {"do": "shove", "mover": seat, "seat": seat, "direction": frame["direction"]}
    play.push(loss_frame(seat, play.content.hit_loss, "hit", frame["kind"], then=then))
