"""
What every bot of this title thinks with: guesses at the cards of the others, and the forecasts of the rules.

A play is worth its average over the guesses. There are no fractions in the domain, so sums are compared.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Final

from delvebook.domain.bots import seat_of
from delvebook.domain.rulesets.dungeon_raiders.box.components import ITEMS, POWER_VALUE, Boss, Content
from delvebook.domain.rulesets.dungeon_raiders.cards.boss import can_be_laid, is_sight, is_strength_card
from delvebook.domain.rulesets.dungeon_raiders.rooms.boss import forecast_fight
from delvebook.domain.rulesets.dungeon_raiders.rooms.forecast import Change, Table
from delvebook.domain.rulesets.dungeon_raiders.rooms.ordinary import forecast_room
from delvebook.domain.rulesets.dungeon_raiders.rooms.treasure import forecast_chests
from delvebook.domain.rulesets.dungeon_raiders.state import Action, card_value
from delvebook.domain.rulesets.dungeon_raiders.words.shapes.table import View, counts_of
from delvebook.domain.tape import Chance

NOTHING_KEPT: Final = -50_000
"""The worth of looking into a crystal ball and then having nothing to play: less than anything else."""
ITEM_TICKETS: Final = 2
POWER_TICKETS: Final = 3
"""Weights by which an opponent's card is drawn: each fitting item against each power card."""

Cards = tuple[str, ...]
Forecast = Callable[[dict[int, Cards]], Change]


class Thought(ABC):
    """One decision being weighed: what the others may lay, and what each play is worth against it on average."""

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

    @abstractmethod
    def price(self, item: str) -> int:
        """The worth of keeping the item."""

    @abstractmethod
    def _worth(self, forecast: Forecast, others: dict[int, Cards], cards: Cards) -> int:
        """The worth of the play if the others lay those cards."""

    def deal(self) -> list[dict[int, Cards]]:
        """Returns one random guess at the others' cards per sample."""
        return [self._deal() for _ in range(self.samples)]

    def totals(self, plays: Sequence[Action], samples: list[dict[int, Cards]]) -> list[int]:
        """The worth of each play, summed over the samples."""
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
            return [NOTHING_KEPT] * len(samples)
        return [max(worth[play][at] for play in plays) - self.price(self.content.sight) for at in range(len(samples))]

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

    def _life_after(self, change: Change, seat: int) -> int:
        """The seat's life after the change. Clauses: DR-010, DR-011."""
        return max(0, min(self.content.counts.life_max, self.table.life[seat] + change.life.get(seat, 0)))

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
