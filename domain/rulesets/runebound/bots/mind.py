"""One decision of a bot: the open part of the table, the legal actions, and the aims of the hero."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from delvebook.domain.ruleset import Printed
from delvebook.domain.rulesets.runebound.bots.appraisal import worth
from delvebook.domain.rulesets.runebound.content import CONTENT
from delvebook.domain.rulesets.runebound.heroes.figures import (
    HERO,
    heal_fee,
    is_weapon,
    life,
    limits_of,
    markers_of,
    price,
)
from delvebook.domain.rulesets.runebound.state import Action, Boost, State, top

Targets = Mapping[str, int]
"""By hex, the strength of its pull on the hero."""


class Aims(Protocol):
    """
    The aims of a hero.

    Attributes:
        thrift: The least worth of a card to buy for each gold it costs, as `Mind.worth` counts.
        trifle: The least worth of a card to buy.
        grain: The factor on each target; the larger, the more finely `Mind.draw` tells near from far.
    """

    thrift: int
    trifle: int
    grain: int

    def targets(self, mind: Mind) -> Targets:
        """The places to go to, at least one."""

    def venture(self, mind: Mind) -> Action:
        """The action for the adventure phase."""


class Mind:
    """
    One decision being weighed.

    Args:
        table: The open part of the table.
        legal: The legal actions.
        aims: The aims of the hero.
    """

    def __init__(self, table: State, legal: Sequence[Action], aims: Aims) -> None:
        self.content = CONTENT
        self.view = table
        self.legal = legal
        self.aims = aims
        self.frame: Printed = top(self.view)
        self.seat: int = self.frame["seat"]
        self.hero = self.view["heroes"][self.seat]

    def of_type(self, type_: str) -> list[Action]:
        """The legal actions of that type."""
        return [action for action in self.legal if action["type"] == type_]

    def hearts(self) -> int:
        """The number of wounds the hero can take until it falls."""
        return life(self.content, self.hero) - int(self.hero["wounds"])

    def can_heal(self) -> bool:
        """Whether the hero has wounds, and enough gold for a town to heal them."""
        fee = heal_fee(self.content, self.view, self.seat)
        return bool(self.hero["wounds"]) and fee is not None and int(self.hero["gold"]) >= fee

    def half_dead(self) -> bool:
        """Whether the hero has at least as many wounds as it can still take."""
        return int(2 * self.hero["wounds"]) >= life(self.content, self.hero)

    def room(self, character: str = HERO) -> int:
        """The fatigue that the character can take without a wound."""
        return limits_of(self.content, self.hero, character)[1] - int(markers_of(self.hero, character)["fatigue"])

    def cost(self, used: Action | Boost) -> tuple[str, int, Printed]:
        """Type and fatigue of the cost of the ability used, and the ability."""
        card = self.hero["id"] if used["source"] == HERO else used["source"]
        ability = self.content.abilities[card][used["index"]]
        return ability["cost"]["type"], ability["cost"].get("n", 0), ability

    def cheap(self, action: Action) -> bool:
        """Whether using the ability costs nothing lasting: a card turned down, or fatigue there is room for."""
        type_, fatigue, _ = self.cost(action)
        bearer = action["source"] if action["source"] in [ally["id"] for ally in self.hero["allies"]] else HERO
        return type_ in ("none", "exhaust") or (type_ == "fatigue" and fatigue <= self.room(bearer))

    def draw(self, targets: Targets, hex_: str) -> int:
        """The value of ending the movement there: high near strong targets, and highest on one."""
        steps, grain = self.content.map.steps[hex_], self.aims.grain
        best = max(pull * grain // (steps[target] + 4) for target, pull in targets.items())
        return int(best + targets.get(hex_, 0) * grain // 4)

    def worth(self, card: str) -> int:
        """The worth of the card to the hero, on the scale of about ten times its price."""
        return worth(self.content, self.hero, card)

    def rivals(self, card: str) -> list[str]:
        """The cards of which the hero would have to give one up for this card; `[]` if it can just add it."""
        rules, item = self.content.rules, self.content.items[card]
        if item["type"] == "ally":
            own = [ally["id"] for ally in self.hero["allies"]]
            return own if len(own) >= rules["allies_max"] else []
        if item.get("slot") == "weapon":
            own = [one for one in self.hero["artifacts"] if is_weapon(self.content, one)]
            return own if len(own) >= rules["weapons_max"] else []
        if item.get("slot") == "armour":
            own = [one for one in self.hero["artifacts"] if self.content.items[one]["slot"] == "armour"]
            return own if len(own) >= rules["armour_max"] else []
        return []

    def wants(self, card: str) -> bool:
        """Whether the hero should buy the card if it can."""
        due = price(self.content, self.view, self.seat, card)
        if due > self.hero["gold"] or card in self.view["traded"]:
            return False
        gain = self.worth(card)
        rivals = self.rivals(card)
        if rivals:
            gain -= min(self.worth(rival) for rival in rivals)
        return gain >= self.aims.thrift * due and gain >= self.aims.trifle

    def wanted_in(self, town: str) -> list[str]:
        """The cards in the town's box that the hero should buy."""
        return [card for card in self.view["boxes"][town] if self.wants(card)]
