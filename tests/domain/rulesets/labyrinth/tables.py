"""States with plain defaults, labyrinths that several tests use, and short ways to act on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import pytest

from delvebook.domain.bots import Action
from delvebook.domain.canonical import jcs
from delvebook.domain.errors import IllegalActionError
from delvebook.domain.facts import Facts
from delvebook.domain.playout import seed_of
from delvebook.domain.rulesets.labyrinth import Labyrinth
from delvebook.domain.rulesets.labyrinth.content import CONTENT, Content
from delvebook.domain.rulesets.labyrinth.state import State
from delvebook.domain.rulesets.labyrinth.state import State as Members
from delvebook.domain.table import Table
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.shown import require_answered, require_shown

RULES = Labyrinth()
SEAT = seat_viewer(0)
EAST_ROOM = ("L10", (1, 0), 0)
"""A second Location, joined to the start by its west exit: somewhere to go."""

Laid = list[tuple[str, tuple[int, int], int]]

ONLY_SOUTH_OPEN: Laid = [
    ("L04", (-1, 0), 0),
    ("L06", (-1, -1), 180),
    ("L03", (0, -1), 180),
    ("L05", (1, -1), 180),
    ("L07", (1, 0), 0),
]
"""A ring of five round the north of the start; the start's south exit is the only open one."""

CLOSED: Laid = [*ONLY_SOUTH_OPEN, ("L12", (0, 1), 0)]
"""Six Locations and no open exit at all."""

SEVEN: Laid = [
    ("L08", (0, 1), 0),
    ("L09", (0, 2), 0),
    ("L01", (0, -1), 0),
    ("L02", (0, -2), 0),
    ("L03", (1, -1), 0),
    ("L10", (-1, -1), 0),
    ("L11", (-1, 0), 0),
]
"""One less than the eight that end the game, with exits open on all sides."""


def a_state(
    *,
    team: Mapping[str, str | None] | None = None,
    rivals: Sequence[tuple[str, str, str | None, tuple[int, int]]] = (),
    table: Sequence[tuple[str, tuple[int, int], int]] = (),
    at: tuple[int, int] = (0, 0),
    top: Sequence[str] = (),
    whole_deck: bool = False,
    options: Mapping[str, Any] | None = None,
    content: Content = CONTENT,
) -> State:
    """
    A state in turn 1 in which the player is about to move or stay.

    Args:
        team: Trophies by Character; K1 with S1 and K2 with nothing if not given.
        rivals: Colour, Knight, Trophy and cell of each.
        table: Card, cell and rotation of each Location beside the start.
        top: The cards on top of the deck, in order; all cards named nowhere lie below them in base order.
        whole_deck: `top` is all there is in the deck; all other cards lie in the discard.
        options: What differs from a red team, of two or as many Knights as there are.
    """
    team = {"K1": "S1", "K2": None} if team is None else team
    used = [*team, *team.values(), *top, *(card for card, _, _ in table)]
    used += [card for _, knight, trophy, _ in rivals for card in (knight, trophy)]
    rest = [card for card in (*content.knights, *content.deck_rest, content.starting_trophy) if card not in used]
    from_deck = sum(card in content.knights for card in top) + len(rivals)
    spare = [card for card in rest if card in content.knights][max(0, content.deck_knights - from_deck) :]
    spare += [card for card in rest if card == content.starting_trophy]
    if whole_deck:
        spare = rest
    return {
        "game": "labyrinth",
        "content_version": content.version,
        "options": {
            "team_size": max(2, sum(card in content.knights for card in team)),
            "colour": "red",
            **(options or {}),
        },
        "phase": "choose_move",
        "turn": 1,
        "cell": list(at),
        "laid_count": len(table),
        "team": [{"character": card, "trophy": trophy} for card, trophy in team.items()],
        "rivals": [
            {"colour": colour, "knight": knight, "trophy": trophy, "cell": list(cell)}
            for colour, knight, trophy, cell in rivals
        ],
        "labyrinth": [
            {"card": content.start, "cell": [0, 0], "rotation": 0},
            *({"card": card, "cell": list(cell), "rotation": rotation} for card, cell, rotation in table),
        ],
        "deck": [*top, *(card for card in rest if card not in spare)],
        "discard": spare,
        "removed": list(content.removed),
        "resolving": None,
        "result": None,
    }


def play(state: State, type_: str, *, rules: Labyrinth = RULES, **parameters: Any) -> Facts:
    """Carries out a well-formed action on a sound state. Checks that the state is sound afterwards."""
    rules.check(state)
    action = rules.parse_action({"type": type_, **parameters})
    assert action in rules.legal(state, 0)
    facts = rules.play(state, 0, action, tape=Tape(b"never read"))
    rules.check(state)
    require_shown(rules, state, facts, members=Members)
    return facts


def refused(state: State, type_: str, **parameters: Any) -> IllegalActionError:
    """The refusal of a well-formed action. Checks that it has changed nothing."""
    RULES.check(state)
    action = RULES.parse_action({"type": type_, **parameters})
    before = jcs(state)
    with pytest.raises(IllegalActionError) as error:
        RULES.play(state, 0, action, tape=Tape(b"never read"))
    assert jcs(state) == before
    assert action not in RULES.legal(state, 0)
    require_answered(RULES, state, 0, action)
    return error.value


def explored(*cards: str, **arguments: Any) -> tuple[State, Facts]:
    """A state in which the player, alone with the start, has stayed and drawn the first of these cards."""
    state = a_state(top=cards, **arguments)
    return state, play(state, "stay")


def before_duel(*cards: str, rival_trophy: str | None = None, rivals: Sequence[Any] = (), **arguments: Any) -> State:
    """A state in which blue, with K9, waits east of the player, and these cards are drawn next."""
    met = [("blue", "K9", rival_trophy, (1, 0)), *rivals]
    arguments.setdefault("table", [EAST_ROOM])
    return a_state(rivals=met, top=cards, **arguments)


def duel(*cards: str, **arguments: Any) -> tuple[State, Facts]:
    """A state in which the player has entered blue's cell; the first card is the player's, the second blue's."""
    state = before_duel(*cards, **arguments)
    return state, play(state, "move", x=1, y=0)


def legal(state: State) -> list[str]:
    """The legal actions in short: `take_trophy rock K1`."""
    return [short(action) for action in RULES.legal(state, 0)]


def short(action: Action) -> str:
    """An action's type and parameters in their order."""
    return " ".join(str(value) for value in action.values())


def told(facts: Facts, type_: str) -> list[dict[str, Any]]:
    """The public facts of that type, without type and clauses."""
    found = [fact for fact in facts.public if fact["type"] == type_]
    return [{key: value for key, value in fact.items() if key not in ("type", "clauses")} for fact in found]


def told_types(facts: Facts) -> list[str]:
    """The types of the facts, in order."""
    return [fact["type"] for fact in facts.public]


def discarded(facts: Facts) -> list[str]:
    """The cards that went to the discard, in order."""
    return [card for fact in told(facts, "cards_discarded") for card in fact["cards"]]


def resolving(
    card: str | None,
    rival_card: str | None = None,
    *,
    rival: str | None = None,
    still_open: Sequence[str] | None = None,
) -> dict[str, Any]:
    """The table's `resolving` after these cards were revealed. All of them lie open unless `still_open` is given."""
    drawn = [one for one in (card, rival_card) if one is not None]
    return {
        "rival": rival,
        "card": card,
        "rival_card": rival_card,
        "open": drawn if still_open is None else list(still_open),
    }


def team_of(state: State) -> dict[str, str | None]:
    """Trophies by Character."""
    return {member["character"]: member["trophy"] for member in state["team"]}


def rivals_of(state: State) -> dict[str, tuple[str, str | None]]:
    """Knight and Trophy by colour."""
    return {rival["colour"]: (rival["knight"], rival["trophy"]) for rival in state["rivals"]}


def started(seed: str = "sealed", size: int = 2) -> tuple[Table, Any]:
    table = Table(RULES, seed=seed_of(seed), game="00000000-0000-4000-8000-000000000001", nonces=[""])
    return table, table.start(RULES.parse_options({"team_size": size}, seats=1), n=1)


def words(value: Any) -> set[str]:
    """Every string anywhere inside the value."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return {word for item in value.values() for word in words(item)}
    return {word for item in value for word in words(item)} if isinstance(value, list) else set()


CHARACTERS = [*CONTENT.knights, CONTENT.mage]
CELLS = list(product(range(-3, 4), repeat=2))


def every_action() -> list[Action]:
    """Every well-formed action, with cells near the start."""
    domains: dict[str, list[Any]] = {
        "character": CHARACTERS,
        "rival": list(CONTENT.colours),
        "kind": list(CONTENT.beats),
        "rotation": [0, 180],
    }
    actions: list[Action] = []
    for type_, schema in RULES.action_schemas.items():
        fields = list(schema().fields)
        if "x" in fields:
            rest = [field for field in fields if field not in ("x", "y")]
            spans = [
                [{"x": x, "y": y} for x, y in CELLS],
                *([{field: one} for one in domains[field]] for field in rest),
            ]
        else:
            spans = [[{field: one} for one in domains[field]] for field in fields]
        actions += [
            {"type": type_, **{key: value for part in parts for key, value in part.items()}}
            for parts in product(*spans)
        ]
    return actions


EVERY_ACTION = every_action()
