"""
The greedy bot: it weighs plays in the current room alone, against random guesses at the cards of the others.

It counts in thousandths of a treasure, because the domain has no fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from delvebook.domain.bots import Weighed, seat_of
from delvebook.domain.rulesets.dungeon_raiders.box.components import ITEMS, POWER_VALUE, Boss, Content
from delvebook.domain.rulesets.dungeon_raiders.cards.boss import can_be_laid, is_sight, is_strength_card
from delvebook.domain.rulesets.dungeon_raiders.content import CONTENT
from delvebook.domain.rulesets.dungeon_raiders.rooms.boss import forecast_fight
from delvebook.domain.rulesets.dungeon_raiders.rooms.forecast import Change, Table
from delvebook.domain.rulesets.dungeon_raiders.rooms.ordinary import forecast_room
from delvebook.domain.rulesets.dungeon_raiders.rooms.treasure import forecast_chests
from delvebook.domain.rulesets.dungeon_raiders.state import Action, card_value
from delvebook.domain.rulesets.dungeon_raiders.words.shapes.table import View, counts_of
from delvebook.domain.tape import Chance

SAMPLES: Final = 24
TREASURE: Final = 1000
LIFE: Final = 800
LIFE_OF_TWO: Final = 1600
"""Two-seat games mostly end by death, so life weighs more there."""
DEATH: Final = -50_000
FEAR: Final = {1: -1500, 2: -800}
"""By life left, the cost of being close to death beyond the life lost."""
MARGIN: Final = 60
"""Plays within this of the best count as equal, because a predictable seat does worse when all lay cards at once."""
WEAKEST_PER_LEVEL: Final = -1600
ITEM_WORTH: Final = {"sword": 1500, "key": 1200, "ball": 800, "torch": 600}
ITEM_TICKETS: Final = 2
POWER_TICKETS: Final = 3
"""Weights by which an opponent's card is drawn: each fitting item against each power card."""
DEMAND_UNKNOWN: Final = 65
DEMAND_BOSS: Final = 200

Cards = tuple[str, ...]
Forecast = Callable[[dict[int, Cards]], Change]


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """
    Plays for the best average result in the current room.

    Attributes:
        samples: The number of guesses at the others' cards in a room. A fight has half of it, rounded up.
    """

    content: Content
    samples: int = SAMPLES

    def __call__(self, view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
        """One of `legal`."""
        plays = self._plays(view, legal)
        return plays[0] if len(plays) == 1 else self._think(view, chance).best(plays)

    def weigh(self, view: View, legal: Sequence[Action], *, chance: Chance) -> list[Weighed[Action]]:
        """
        Returns the average worth of each play, in thousandths of a treasure; empty if there is nothing to weigh.

        It decides about a torch before it weighs plays. It then draws one of the plays within `MARGIN` of the best.
        """
        plays = self._plays(view, legal)
        if len(plays) == 1:
            return []
        thought = self._think(view, chance)
        samples = thought.deal()
        totals = thought.totals(plays, samples)
        return [Weighed(play, total // len(samples)) for play, total in zip(plays, totals, strict=True)]

    def _think(self, view: View, chance: Chance) -> Thought:
        """The decision to be weighed."""
        return Thought(self.content, view, chance, self.samples)

    def _plays(self, view: View, legal: Sequence[Action]) -> list[Action]:
        """The plays that remain once the bot has decided whether to light a torch."""
        torch: Action = {"type": "light_torch"}
        if torch in legal and _wants_light(self.content, view):
            return [torch]
        return [action for action in legal if action != torch] or [torch]


def hand_of(view: View) -> list[str]:
    """The cards that the seat of the view holds."""
    return view["seats"][seat_of(view)]["hand"]["cards"] or []


def _wants_light(content: Content, view: View) -> bool:
    """Whether a torch is worth lighting now: two rooms in the dark, and one torch kept for the last level."""
    dark = sum(room["card"] is None for room in view["row"])
    torches = hand_of(view).count(content.light)
    return dark >= 2 and (view["level"] == content.counts.levels or torches > 1)


class Thought:
    """One decision being weighed."""

    margin: int = MARGIN

    def __init__(self, content: Content, view: View, chance: Chance, samples: int) -> None:
        self.content = content
        self.view = view
        self.chance = chance
        self.me = seat_of(view)
        self.boss: Boss | None = content.bosses.get(view["card"]) if view["phase"] == "boss_play" else None
        alive = [number for number, seat in enumerate(view["seats"]) if seat["status"] == "alive"]
        self.others = [seat for seat in alive if seat != self.me]
        self.table = Table(
            life={seat: view["seats"][seat]["life"] for seat in alive},
            treasure={seat: view["seats"][seat]["treasure"] for seat in alive},
            supply=counts_of(view["supply"]),
            strength=view["strength"],
        )
        self.samples = samples if self.boss is None else (samples + 1) // 2
        self.pip = self._worth_of_a_pip()

    def best(self, plays: Sequence[Action]) -> Action:
        """One of the plays whose average is best or nearly so."""
        samples = self.deal()
        totals = self.totals(plays, samples)
        margin = self.margin * len(samples)
        return self.chance.choose(
            [play for at, play in enumerate(plays) if totals[at] + margin >= max(totals)], "a play"
        )

    def deal(self) -> list[dict[int, Cards]]:
        """Returns one random guess at the others' cards per sample."""
        return [self._deal() for _ in range(self.samples)]

    def totals(self, plays: Sequence[Action], samples: list[dict[int, Cards]]) -> list[int]:
        """The worth of each play, summed over the samples, in thousandths of a treasure."""
        forecast = self._forecast()
        mine = {number: tuple(_cards_of(action)) for number, action in enumerate(plays)}
        worth: dict[Cards, list[int]] = {}
        for cards in mine.values():
            if not self._looks(cards):
                worth[cards] = [self._worth(forecast, others, cards) for others in samples]
        for cards in mine.values():
            if self._looks(cards):
                worth[cards] = self._worth_of_sight(forecast, samples, cards, worth)
        return [sum(worth[mine[number]]) for number in range(len(plays))]

    def _looks(self, cards: Cards) -> bool:
        """Whether the cards include a crystal ball used for sight."""
        return self.content.sight in cards and (
            self.boss is None or is_sight(self.content, self.boss, self.content.sight)
        )

    def _worth_of_sight(
        self, forecast: Forecast, samples: list[dict[int, Cards]], cards: Cards, worth: dict[Cards, list[int]]
    ) -> list[int]:
        """By sample, the worth of the cards if the rest are chosen after the others' cards are face up."""
        kept = tuple(card for card in cards if card != self.content.sight)
        plays = [play for play in worth if self._completes(kept, play)]
        if not plays:
            return [DEATH] * len(samples)
        return [max(worth[play][at] for play in plays) - self.price(self.content.sight) for at in range(len(samples))]

    def price(self, item: str) -> int:
        """The worth of keeping the item."""
        return ITEM_WORTH[item]

    @staticmethod
    def _completes(kept: Cards, play: Cards) -> bool:
        """Whether the play contains all of the kept cards."""
        rest = list(play)
        for card in kept:
            if card not in rest:
                return False
            rest.remove(card)
        return True

    def _forecast(self) -> Forecast:
        """Returns the function that forecasts, for the open decision, the change from the cards of all seats."""
        content, table, view = self.content, self.table, self.view
        if self.boss is not None:
            boss = self.boss
            return lambda laid: forecast_fight(content, boss, table, laid)
        if view["phase"] == "bonus_play":
            chest = content.bosses[view["card"]].chest or 0
            return lambda laid: forecast_chests(
                [chest], {seat: card_value(content, laid[seat][0]) for seat in laid if laid[seat]}
            )
        room = content.rooms[view["card"]]
        return lambda laid: forecast_room(
            room, table, {seat: card_value(content, cards[0]) for seat, cards in laid.items()}
        )

    def _worth(self, forecast: Forecast, others: dict[int, Cards], cards: Cards) -> int:
        """The worth of the play if the others lay those cards. Clauses: DR-140, DR-100."""
        me = self.me
        before = tuple(self.view["seats"][me]["laid"])
        change = forecast({**others, me: before + cards})
        spent = sum(self.pip * POWER_VALUE[card] if card in POWER_VALUE else ITEM_WORTH[card] for card in cards)
        life = {seat: self._life_after(change, seat) for seat in self.table.life}
        if life[me] == 0 or me in change.petrified:
            return DEATH - spent
        two_seats = len(self.view["seats"]) == 2
        worth = max(-self.table.treasure[me], change.treasure.get(me, 0)) * TREASURE
        worth += life[me] * (LIFE_OF_TWO if two_seats else LIFE) + FEAR.get(life[me], 0) - spent
        if me in change.items:
            worth += ITEM_WORTH[change.items[me]]
        alive = [life[seat] for seat in life if life[seat] > 0 and seat not in change.petrified]
        if not two_seats and life[me] == min(alive) < max(alive):
            worth += WEAKEST_PER_LEVEL * int(self.view["level"])
        return worth

    def _life_after(self, change: Change, seat: int) -> int:
        """The seat's life after the change. Clauses: DR-010, DR-011."""
        return max(0, min(self.content.counts.life_max, self.table.life[seat] + change.life.get(seat, 0)))

    def _worth_of_a_pip(self) -> int:
        """The worth per point of keeping a power card for the rooms ahead on the level."""
        ahead = [room["card"] for room in self.view["row"][self.view["room"] :]]
        if self.view["level"] == self.content.counts.levels and ahead:
            ahead[-1] = "boss"
        return sum(self._demand(card) for card in ahead) * 6 // 10

    def _demand(self, card: str | None) -> int:
        """How useful a high card will be in that room."""
        if card is None:
            return DEMAND_UNKNOWN
        room = self.content.rooms.get(card)
        if room is None:
            return DEMAND_BOSS
        by_kind = {"treasure": 30 * max(room.chests, default=0), "monster": 35 * room.wounds, "vault": 60}
        return by_kind.get(room.kind, 20)

    def _deal(self) -> dict[int, Cards]:
        """A guess at the cards that every other living seat will have laid."""
        return {seat: self._deal_boss(self.boss, seat) if self.boss else self._deal_room(seat) for seat in self.others}

    def _holds(self, seat: int) -> tuple[list[str], list[str]]:
        """The power cards and the items that the seat has in hand or face down. Every player can count them."""
        seen = self.view["seats"][seat]
        taken, spent = counts_of(seen["items_taken"]), counts_of(seen["items_spent"])
        power = [card for card in POWER_VALUE if card not in seen["played"]]
        items = [item for item in ITEMS for _ in range(taken[item] - spent[item])]
        return power, items

    def _deal_room(self, seat: int) -> Cards:
        laid = self.view["seats"][seat]["laid"]
        if laid:
            return tuple(laid)
        power, items = self._holds(seat)
        bonus = self.view["phase"] == "bonus_play"
        kind = "treasure" if bonus else self.content.kind(self.view["card"])
        fitting = [item for item in items if self.content.items[item].counts_in == kind]
        tickets = [card for card in power for _ in range(POWER_TICKETS)] + fitting * ITEM_TICKETS
        if not tickets:
            return ()
        return (self.chance.choose(tickets, "a guess"),)

    def _deal_boss(self, boss: Boss, seat: int) -> Cards:
        """The cards laid already, and guesses up to two cards. The first is one of strength if the fight demands it."""
        laid = list(self.view["seats"][seat]["laid"])
        places = self.content.counts.boss_places - len(laid)
        if places < 1 or not self._may_still_lay(seat):
            return tuple(laid)
        power, items = self._holds(seat)
        hand = power + [item for item in items if can_be_laid(self.content, boss, item)]
        strong = [card for card in hand if is_strength_card(self.content, boss, card)]
        for _ in range(places):
            pool = strong if not laid and self.view["fight"] == 1 else [*strong, *strong, "none"]
            if not pool:
                break
            card = self.chance.choose(pool, "a guess")
            if card == "none":
                break
            laid.append(card)
            strong.remove(card)
        return tuple(laid)

    def _may_still_lay(self, seat: int) -> bool:
        seen = self.view["seats"][seat]
        return seen["turn"] != "done" or seen["face_down"] is not None


def _cards_of(action: Action) -> list[str]:
    cards: list[str] = action["cards"] if action["type"] == "play_boss_cards" else [action["card"]]
    return cards


greedy_bot: Final = GreedyBot(CONTENT)
