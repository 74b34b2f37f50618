"""
The greedy bot: it weighs the table that each action leaves, one decision at a time.

It sees only its seat's view. Like every viewer, it knows the tally of the cards in the deck.
All weights are integers; a Character is worth 1,000.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from delvebook.domain.bots import Weighed
from delvebook.domain.kit.nearly import nearly_best
from delvebook.domain.rulesets.labyrinth.box.grid import Cell, distances, joined, openings, placements, turned
from delvebook.domain.rulesets.labyrinth.cards.contests import is_suitable
from delvebook.domain.rulesets.labyrinth.content import CONTENT
from delvebook.domain.rulesets.labyrinth.state import Action, cells_of
from delvebook.domain.rulesets.labyrinth.words.seen import location_in_hand, offered_trophies, resolving_in
from delvebook.domain.rulesets.labyrinth.words.shapes.table import View
from delvebook.domain.tape import Chance

Team = list[tuple[str, str | None]]
"""Each Character with the Trophy under it."""

CHARACTER: Final = 1000
KNIGHT_BONUS: Final = 20
"""The extra worth of a Knight: Knights decide between equal wins, the Mage does not."""
LAST_CHARACTER: Final = 4000
"""The extra worth of the last Character: without it the game is lost."""
UNREACHED: Final = 50
"""Used as the number of moves to a Chest that fits nowhere."""


class GreedyBot:
    """Takes the action that leaves the best table; of equals it draws one."""

    def __call__(self, view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
        """One of `legal`."""
        if len(legal) == 1:
            return legal[0]
        weighed = self.weigh(view, legal, chance=chance)
        return nearly_best([one.action for one in weighed], [one.score for one in weighed], near=1, chance=chance)

    def weigh(self, view: View, legal: Sequence[Action], *, chance: Chance) -> list[Weighed[Action]]:
        """Returns, by action, the worth of the table that it leaves; empty if there is no choice."""
        weigh = _WEIGHERS[view["phase"]]
        return [Weighed(action, weigh(view, action)) for action in legal] if len(legal) > 1 else []


greedy_bot: Final = GreedyBot()


def _team(view: View) -> Team:
    return [(member["character"], member["trophy"]) for member in view["team"]]


def _with(team: Team, character: str, trophy: str | None) -> Team:
    """The team with that Trophy, or none, under the Character."""
    return [(card, trophy if card == character else held) for card, held in team]


def _without(team: Team, character: str) -> Team:
    return [(card, held) for card, held in team if card != character]


def team_worth(team: Team, view: View) -> int:
    """The worth of the team against the Steambots still to come."""
    if not team:
        return -LAST_CHARACTER
    characters = [card for card, _ in team]
    mage = CONTENT.mage in characters
    knights = len(team) - mage
    return CHARACTER * len(team) + KNIGHT_BONUS * knights + _inventory_worth(team, view, mage=mage)


def _inventory_worth(team: Team, view: View, *, mage: bool) -> int:
    """The worth of the Trophies by what they will probably stop. Each further one of a kind is worth less."""
    held: dict[str, int] = dict.fromkeys(CONTENT.beats, 0)
    for _, trophy in team:
        if trophy is not None:
            held[CONTENT.kinds[trophy]] += 1
    coming = _coming(view)
    every = sum(coming.values())
    worth = 0
    for kind, count in held.items():
        without_mage = sum(
            threat // len(CONTENT.suitable[model])
            for model, threat in coming.items()
            if kind in CONTENT.suitable[model]
        )
        with_mage = every if kind in CONTENT.suitable_with_mage else 0
        likely, other = (with_mage, without_mage) if mage else (without_mage, with_mage)
        other_counts = mage or view["unseen"]["mage"] > 0
        for index in range(count):
            worth += CHARACTER * likely // (likely + 100 + 100 * index)
            if other_counts:
                worth += CHARACTER * other // (8 * (other + 100 + 100 * index))
            worth += 10 // (1 + index)
    return worth


def _coming(view: View) -> dict[str, int]:
    """By model, the expected number of Steambots met before the end, in hundredths."""
    unseen = view["unseen"]
    missing = max(1, CONTENT.location_limit - view["laid_count"])
    locations = max(1, unseen["location"])
    return {model: 100 * unseen[model] * min(missing, locations + 1) // (locations + 1) for model in CONTENT.suitable}


def _weigh_loss(view: View, action: Action) -> int:
    """The worth of the team after a fight without the Trophy, after a loss without the Character and its Trophy."""
    team, character = _team(view), action["character"]
    after = _with(team, character, None) if action["type"] == "fight_steambot" else _without(team, character)
    return team_worth(after, view)


def _weigh_trophy(view: View, action: Action) -> int:
    team = _team(view)
    if action["type"] == "leave_trophy":
        return team_worth(team, view)
    card = next(card for card in offered_trophies(view) if CONTENT.kinds[card] == action["kind"])
    return team_worth(_with(team, action["character"], card), view)


def _indifferent(view: View, action: Action) -> int:
    """Returns 0, because Knights without a Trophy are alike, and so are rivals."""
    return 0


def _weigh_deal(view: View, action: Action) -> int:
    """The worth of the team after Thief or Market, with the rival's Trophy under the Character."""
    team = _team(view)
    if action["type"] == "decline":
        return team_worth(team, view)
    trophy = next(rival["trophy"] for rival in view["rivals"] if rival["colour"] == action["rival"])
    return team_worth(_with(team, action["character"], trophy), view)


def _weigh_draw(view: View, action: Action) -> int:
    """The worth of the team after the draw. To change it costs a Trophy and gives the best of three."""
    team = _team(view)
    if action["type"] == "accept_draw":
        return team_worth(team, view)
    played = next(held for card, held in team if card == action["character"])
    emptied = _with(team, action["character"], None)
    won = [*resolving_in(view)["open"], played]
    return max(team_worth(_with(emptied, card, trophy), view) for card, _ in team for trophy in won)


def _weigh_cage(view: View, action: Action) -> int:
    """Prefers to release the Steambot, which costs the player nothing."""
    return int(action["type"] == "release_steambot")


def _weigh_location(view: View, action: Action) -> int:
    """Prefers many open exits, and near the end a place for the Chest beside the player."""
    card = location_in_hand(view)
    cells = cells_of(CONTENT, view["labyrinth"])
    cells[action["x"], action["y"]] = turned(CONTENT.exits[card], action["rotation"])
    at: Cell = (view["cell"][0], view["cell"][1])
    missing: int = CONTENT.location_limit - view["laid_count"] - 1
    ways = chest_ways(cells)
    if missing == 0:
        return -100 * ways.get(at, UNREACHED)
    near = min(ways.get(cell, UNREACHED) for cell in joined(cells, at))
    spots = sum(count == 1 for count in ways.values())
    stranded = sum(count != 1 for count in ways.values())
    return -40 * near + 12 * spots - 6 * stranded + 2 * len(openings(cells)) - (20 * ways.get(at, UNREACHED)) // missing


def chest_ways(cells: Mapping[Cell, int]) -> dict[Cell, int]:
    """By cell, the moves to the Chest if it were laid at its nearest place now; empty if it fits nowhere."""
    chest = CONTENT.exits[CONTENT.chest]
    found: dict[Cell, int] = {}
    for x, y, rotation in placements(cells, chest, CONTENT.rotations[CONTENT.chest]):
        for cell, moves in distances({**cells, (x, y): turned(chest, rotation)}, (x, y)).items():
            if moves and moves < found.get(cell, UNREACHED):
                found[cell] = moves
    return found


def _weigh_chest(view: View, action: Action) -> int:
    cells = cells_of(CONTENT, view["labyrinth"])
    cell = (action["x"], action["y"])
    cells[cell] = turned(CONTENT.exits[CONTENT.chest], action["rotation"])
    return -distances(cells, (view["cell"][0], view["cell"][1]))[cell]


def _weigh_move(view: View, action: Action) -> int:
    """The prospect of the cards to be drawn, and the distance of the Chest if this were the last turn."""
    to: Cell = (action["x"], action["y"])
    ways = chest_ways(cells_of(CONTENT, view["labyrinth"]))
    missing = CONTENT.location_limit - view["laid_count"]
    met = [rival for rival in view["rivals"] if (rival["cell"][0], rival["cell"][1]) == to]
    drawn = 2 if met else 1
    weight = {1: 200, 2: 60 * drawn, 3: 20}.get(missing, 6)
    return _prospect(view, duel=bool(met)) - weight * ways.get(to, UNREACHED)


def _prospect(view: View, *, duel: bool) -> int:
    """The expected change of the team's worth, per card drawn: a Duel draws two and faces half of the Steambots."""
    unseen, team = view["unseen"], _team(view)
    worth = team_worth(team, view)
    count: int = max(1, view["deck_count"])
    mage = CONTENT.mage in [card for card, _ in team]
    cost: int = 0
    for model in CONTENT.suitable:
        sample = next(card for card, name in CONTENT.models.items() if name == model)
        able = [_with(team, card, None) for card, held in team if is_suitable(CONTENT, held, sample, mage=mage)]
        after = max(team_worth(left, view) for left in able or [_without(team, card) for card, _ in team])
        cost += unseen[model] * (worth - after)
    gain: int = 0
    for kind in CONTENT.beats:
        sample = next(card for card, name in CONTENT.kinds.items() if name == kind)
        best = max(team_worth(_with(team, card, sample), view) for card, _ in team)
        gain += unseen[kind] * max(0, best - worth)
    if duel:
        trophies: int = sum(unseen[kind] for kind in CONTENT.beats)
        return (gain * trophies // (len(CONTENT.beats) * count) - cost // 2) // count
    return (gain - cost) // count


_WEIGHERS: Final[Mapping[str, Callable[[View, Action], int]]] = MappingProxyType(
    {
        "setup_trophy": _indifferent,
        "choose_move": _weigh_move,
        "choose_rival": _indifferent,
        "trophy": _weigh_trophy,
        "place_location": _weigh_location,
        "steambot": _weigh_loss,
        "dragon": _weigh_loss,
        "thief": _weigh_deal,
        "market": _weigh_deal,
        "duel_draw": _weigh_draw,
        "duel_cage": _weigh_cage,
        "defend": _weigh_loss,
        "place_chest": _weigh_chest,
    }
)
