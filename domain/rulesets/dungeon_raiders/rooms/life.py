"""Life and treasure gained and lost, and what happens to seats that have no life left."""

from __future__ import annotations

from typing import Literal

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.dungeon_raiders.box.components import ITEMS, Content
from delvebook.domain.rulesets.dungeon_raiders.state import State, living


def wound(state: State, facts: Facts, seat: int, wounds: int, *clauses: str) -> None:
    """Takes life, not below 0. Clauses: DR-011, and those of what wounds."""
    sheet = state["seats"][seat]
    suffered = min(wounds, sheet["life"])
    if suffered:
        sheet["life"] -= suffered
        capped = ["DR-011"] if suffered < wounds else []
        facts.tell("wounded", *clauses, *capped, seat=seat, wounds=suffered, threatened=wounds, life=sheet["life"])


def heal(content: Content, state: State, facts: Facts, seat: int, life: int, *clauses: str) -> None:
    """Gives life, up to the maximum. Clauses: DR-010, DR-011, and those of what heals."""
    sheet = state["seats"][seat]
    gained = min(life, content.counts.life_max - sheet["life"])
    sheet["life"] += gained
    capped = ["DR-010"] if gained < life else []
    facts.tell("healed", *clauses, *capped, seat=seat, gained=gained, potion=life, life=sheet["life"])


def enrich(state: State, facts: Facts, seat: int, amount: int, *clauses: str) -> None:
    """Gives treasure, without a limit. Clauses: DR-012, DR-014."""
    sheet = state["seats"][seat]
    sheet["treasure"] += amount
    facts.tell("treasure_gained", *clauses, seat=seat, amount=amount, treasure=sheet["treasure"])


def rob(state: State, facts: Facts, seat: int, amount: int, *clauses: str) -> None:
    """Takes treasure, not below 0. Clauses: DR-012, and those of what takes it."""
    sheet = state["seats"][seat]
    lost = min(amount, sheet["treasure"])
    if lost:
        sheet["treasure"] -= lost
        capped = ["DR-012"] if lost < amount else []
        left = sheet["treasure"]
        facts.tell("treasure_lost", *clauses, *capped, seat=seat, amount=lost, threatened=amount, treasure=left)


def bury_dead(state: State, facts: Facts) -> None:
    """
    Takes every living seat without life out of the game, all of them at once.

    Clauses: DR-100, DR-101, DR-102, DR-105.
    """
    dying = [seat for seat in living(state) if state["seats"][seat]["life"] == 0]
    together = ["DR-105"] if len(dying) > 1 else []
    for seat in dying:
        _leave(state, facts, seat, "dead", "DR-100", *together)


def petrify(state: State, facts: Facts, seat: int) -> None:
    """Turns the seat to stone; its life stays as it was. Clauses: DR-132, DR-101, DR-102."""
    _leave(state, facts, seat, "petrified", "DR-132")


def _leave(state: State, facts: Facts, seat: int, status: Literal["dead", "petrified"], *clauses: str) -> None:
    """Takes the seat out of the game and returns its items to the supply. Clauses: DR-100, DR-101, DR-132."""
    fact = "character_died" if status == "dead" else "character_petrified"
    sheet = state["seats"][seat]
    sheet["status"] = status
    items = [item for item in ITEMS for _ in range(sheet["items"][item])]
    for item in items:
        state["supply"][item] += 1
    sheet["items"] = dict.fromkeys(ITEMS, 0)
    returned = ["DR-101"] if items else []
    facts.tell(fact, *clauses, *returned, seat=seat, treasure=sheet["treasure"], items=items)
