"""Cards played in the own turn, but for rope and pick, which are movements."""

from __future__ import annotations

from delvebook.domain.rulesets.the_descent.box.cells import DIGGABLE, PLACES, Cell
from delvebook.domain.rulesets.the_descent.creatures import combat
from delvebook.domain.rulesets.the_descent.exploring import tiles
from delvebook.domain.rulesets.the_descent.exploring.cards import spend
from delvebook.domain.rulesets.the_descent.exploring.markers import is_borne_by
from delvebook.domain.rulesets.the_descent.exploring.tokens import remove_token
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.rulesets.the_descent.state import Action


def use_dynamite(play: Play, seat: int, cell: Cell) -> None:
    """Destroys what is in the cell: no points, and what stood on its rock falls. Clauses: TD-093, TD-072, TD-136."""
    spend(play, seat, "dynamite", "TD-093")
    tokens = [token for token in play.state["tokens"] if token["cell"] == cell]
    creatures = play.creatures_at(cell)
    play.tell(
        "dynamite_exploded", "TD-093", seat=seat, cell=cell, tokens=[token["id"] for token in tokens],
        creatures=[creature["kind"] for creature in creatures], things=[one["kind"] for one in (*tokens, *creatures)],
    )  # fmt: skip
    for token in tokens:
        remove_token(play, token)
    for creature in creatures:
        combat.remove_creature(play, creature, "TD-093")
    play.push({"do": "settle"})
    if play.field.cells[cell] in DIGGABLE:
        play.push({"do": "break_rock", "cell": cell, "cause": "dynamite"})


def open_chest(play: Play, seat: int, action: Action) -> None:
    """Action: unlocks or breaks the first chest placed in the own cell. Clauses: TD-094."""
    card = action["card"]
    spend(play, seat, card, "TD-094")
    cell = play.cell_of(seat)
    chest = play.tokens_at(cell, "chest")[0]
    remove_token(play, chest)
    play.tell("chest_opened", "TD-094", seat=seat, card=card, id=chest["id"], cell=cell)
    points = play.content.points["chest_unlocked" if card == "key" else "chest_broken"]
    play.gain(seat, points, "chest", "TD-094")


def use_crossbow(play: Play, seat: int, action: Action) -> None:
    """Action: shoots a creature. Clauses: TD-096."""
    spend(play, seat, "crossbow", "TD-096")
    combat.shoot(play, seat, play.present(action["creature"]))


def use_sword(play: Play, seat: int, action: Action) -> None:
    """Action: attacks the worm in the own cell. Clauses: TD-095, TD-161."""
    spend(play, seat, "sword", "TD-095")
    combat.strike(play, seat, play.present(action["creature"]), fell=False, harmless=True)


def use_lure(play: Play, seat: int, cell: Cell) -> None:
    """Moves the markers on the own character onto a cell. Clauses: TD-098."""
    spend(play, seat, "lure", "TD-098")
    for creature in play.state["creatures"]:
        if is_borne_by(creature, seat):
            creature["marker"] = {"on": "lure", "cell": cell, "seat": seat, "returns": True}
            play.tell("marker_put_on_lure", "TD-098", creature=creature["kind"], seat=seat, cell=cell)


def use_lamp(play: Play, seat: int, action: Action) -> None:
    """Action: opens a neighbouring tile with the helmet-lamp. Clauses: TD-101, TD-069."""
    spend(play, seat, "lamp", "TD-101")
    place = PLACES.index(action["tile"])
    play.push({"do": "open_tile", "seat": seat, "place": place, "by": "lamp", "clauses": ["TD-101"]})


def use_map(play: Play, seat: int, action: Action) -> None:
    """Action: shows any face-down tile, to be laid by choice. Clauses: TD-102."""
    spend(play, seat, "map", "TD-102")
    tiles.show_tile(play, seat, PLACES.index(action["tile"]))
