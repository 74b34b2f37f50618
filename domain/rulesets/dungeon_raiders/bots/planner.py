"""
The greedy bot's plan of the level: which cards to keep for which of the rooms ahead.

It guesses in which order the others play the cards they have left, and what lies in the dark. For every room ahead and
every value it estimates how the odds of winning would change. The worth of a play is the odds after the current room,
plus the gain from the best use of the other cards in the rooms ahead. It counts in millionths of a game won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from delvebook.domain.bots import seat_of
from delvebook.domain.kit.search import Dice
from delvebook.domain.rulesets.dungeon_raiders.bots.odds import CERTAIN, odds
from delvebook.domain.rulesets.dungeon_raiders.bots.thought import ITEM_TICKETS, POWER_TICKETS, Cards, Forecast, Thought
from delvebook.domain.rulesets.dungeon_raiders.box.components import POWER_VALUE, Boss, Content, Room
from delvebook.domain.rulesets.dungeon_raiders.rooms.boss import forecast_fight
from delvebook.domain.rulesets.dungeon_raiders.rooms.forecast import Change, Table
from delvebook.domain.rulesets.dungeon_raiders.rooms.ordinary import forecast_room
from delvebook.domain.rulesets.dungeon_raiders.state import card_value
from delvebook.domain.rulesets.dungeon_raiders.words.shapes.table import View
from delvebook.domain.tape import Chance

PRICES: Final = {"sword": 15, "key": 12, "ball": 8, "torch": 6}
"""The worth of an item, in tenths of a treasure, with `MANY_ROOMS` left."""
MANY_ROOMS: Final = 10
TREASURE_MIN: Final = CERTAIN // 100
"""The minimum worth of a treasure when items are priced, so that they are worth something to a seat far behind."""
LIFE: Final = 2000
TREASURE: Final = 1000
"""Life and treasure count a little besides the odds, so that a seat that has almost won or lost plays sensibly."""


def hand_of(view: View) -> list[str]:
    """The cards that the seat of the view holds."""
    return view["seats"][seat_of(view)]["hand"]["cards"] or []


class LevelThought(Thought):
    """One decision being weighed, with the rest of the level in mind."""

    def __init__(self, content: Content, view: View, chance: Chance, samples: int) -> None:
        super().__init__(content, view, chance, samples)
        self.dice = Dice(chance.below(1 << 32, "guesses") << 32 | chance.below(1 << 32, "guesses"))
        counts = content.counts
        self.is_last_level = view["level"] == counts.levels
        self.left: int = counts.levels * counts.rooms - (view["level"] - 1) * counts.rooms - view["room"]
        self.life, self.treasure = self.table.life, self.table.treasure
        self.hand = hand_of(view)
        self.odds_before = self._odds(self.life, self.treasure)
        self._by_life: dict[tuple[int, int], int] = {}
        self._tables: dict[str, Table] = {}
        self._gains: dict[tuple[str, tuple[int, ...]], int] = {}
        self._rests: dict[tuple[int, Cards], int] = {}
        self._bosses: dict[Cards, int] = {}
        self._worths: dict[tuple[Cards, ...], int] = {}

    # -- what a change is worth -----------------------------------------------------------------------

    def _odds(self, life: Mapping[int, int], treasure: Mapping[int, int]) -> int:
        found = odds(self.me, life, treasure, rooms=self.left, seats=len(self.view["seats"]))
        return found + LIFE * life[self.me] + TREASURE * treasure[self.me]

    def _odds_after(self, change: Change) -> int:
        """The odds after the change from the current room."""
        life = {seat: 0 if seat in change.petrified else self._life_after(change, seat) for seat in self.life}
        treasure = {seat: max(0, had + change.treasure.get(seat, 0)) for seat, had in self.treasure.items()}
        return self._odds(life, treasure) + self._worth_of_items(change)

    def _gain(self, change: Change) -> int:
        """The approximate worth of the change: the sum of its parts, each judged alone."""
        found = self._worth_of_items(change)
        for seat in change.life:
            found += self._gain_by_life(seat, self._life_after(change, seat))
        for seat, more in change.treasure.items():
            found += self._by_treasure[seat] * max(more, -self.treasure[seat])
        return found

    def _gain_by_life(self, seat: int, life: int) -> int:
        """The change in the odds if the seat had that much life."""
        if (seat, life) not in self._by_life:
            self._by_life[seat, life] = self._odds({**self.life, seat: life}, self.treasure) - self.odds_before
        return self._by_life[seat, life]

    @cached_property
    def _by_treasure(self) -> dict[int, int]:
        """By seat, the change in the odds per further treasure, measured with two."""
        return {
            seat: (self._odds(self.life, {**self.treasure, seat: had + 2}) - self.odds_before) // 2
            for seat, had in self.treasure.items()
        }

    def _worth_of_items(self, change: Change) -> int:
        """The worth of the items handed out: the seat's own, less the average of the others'."""
        return sum(
            self.price(item) if seat == self.me else -(self.price(item) // len(self.others))
            for seat, item in change.items.items()
        )

    def price(self, item: str) -> int:
        """The worth of keeping the item; 0 when the game is over. Clauses: DR-145."""
        treasure = max(TREASURE_MIN, self._by_treasure[self.me])
        return PRICES[item] * treasure * min(self.left, MANY_ROOMS) // (10 * MANY_ROOMS)

    # -- what the others may do -----------------------------------------------------------------------

    @cached_property
    def _orders(self) -> list[dict[int, list[str]]]:
        """For each guess, by seat, an order of its power cards. Each card comes about equally often in every room."""
        found: list[dict[int, list[str]]] = [{} for _ in range(self.samples)]
        for seat in self.others:
            cards, _ = self._holds(seat)
            for at, guess in enumerate(found):
                turn = at % max(1, len(cards))
                if turn == 0:
                    cards = self.dice.shuffle(cards, "an order")
                guess[seat] = cards[turn:] + cards[:turn]
        return found

    @cached_property
    def _fitting(self) -> dict[int, dict[str | None, list[str]]]:
        """By seat and kind of room, the items it has that count there like a power card."""
        found: dict[int, dict[str | None, list[str]]] = {seat: {} for seat in self.others}
        for seat, by_kind in found.items():
            for item in self._holds(seat)[1]:
                by_kind.setdefault(self.content.items[item].counts_in, []).append(item)
        return found

    def deal(self) -> list[dict[int, Cards]]:
        """Returns one guess per sample at the cards the others lay now."""
        if self.boss is not None:
            return super().deal()
        kind = "treasure" if self.view["phase"] == "bonus_play" else self.content.kind(self.view["card"])
        return [{seat: self._deal_card(seat, order[seat], 0, kind) for seat in self.others} for order in self._orders]

    def _deal_card(self, seat: int, order: Sequence[str], room: int, kind: str) -> Cards:
        """The card the seat lays in that room: the one laid already, an item that fits, or the next in its order."""
        laid = self.view["seats"][seat]["laid"]
        if laid and room == 0:
            return tuple(laid)
        fitting = self._fitting[seat].get(kind, ())
        tickets = ITEM_TICKETS * len(fitting)
        if fitting and self.dice.below(tickets + POWER_TICKETS * len(order), "an item") < tickets:
            return (fitting[0],)
        return (order[room % len(order)],) if order else ()

    # -- the rest of the level ------------------------------------------------------------------------

    @cached_property
    def _ahead(self) -> list[tuple[str | None, dict[int, int]]]:
        """For each room ahead except the boss's: its kind (None in the dark), and the worth of each value there."""
        row = self.view["row"][self.view["room"] :]
        rooms = row[:-1] if self.is_last_level else row
        known = [room["card"] for level in self.view["earlier"] for room in level]
        known += [room["card"] for room in self.view["row"] if room["card"] is not None]
        unseen = list((Counter(self.content.deck) - Counter(known)).elements())
        return [
            (room["card"] and self.content.kind(room["card"]), self._values_in(number, room["card"], unseen))
            for number, room in enumerate(rooms, start=1)
        ]

    def _values_in(self, number: int, card: str | None, unseen: Sequence[str]) -> dict[int, int]:
        """The worth of each value in that room ahead, averaged over the guesses; a dark room is dealt for each."""
        totals = {value: 0 for card in self.hand if (value := card_value(self.content, card))}
        for order in self._orders:
            room = self.content.rooms[card or self.dice.choose(unseen, "a room")]
            laid = {seat: self._deal_card(seat, order[seat], number, room.kind) for seat in self.others}
            values = {seat: card_value(self.content, cards[0]) for seat, cards in laid.items() if cards}
            for value in totals:
                totals[value] += self._gain_in(room, value, values)
        return {value: total // self.samples for value, total in totals.items()}

    def _gain_in(self, room: Room, value: int, values: Mapping[int, int]) -> int:
        """The gain in the room if the seat plays this value and the others play those."""
        key = (room.id, (value, *values.values()))
        if key not in self._gains:
            if room.id not in self._tables:
                alive = len(self.life)
                strength = room.strength[alive] if room.kind == "monster" and alive > 2 else None
                self._tables[room.id] = replace(self.table, strength=strength)
            change = forecast_room(room, self._tables[room.id], {**values, self.me: value})
            self._gains[key] = self._gain(change)
        return self._gains[key]

    def _rest(self, at: int, kept: Cards) -> int:
        """The gain from the best use of the kept cards, from that room on."""
        if (at, kept) not in self._rests:
            if at == len(self._ahead):
                found = self._rest_of_level(kept)
            else:
                kind, room = self._ahead[at]
                found = max(
                    (
                        room[card_value(self.content, card)] + self._rest(at + 1, _without(kept, card))
                        for card in dict.fromkeys(kept)
                        if card in POWER_VALUE or (kind is not None and self.content.items[card].counts_in == kind)
                    ),
                    default=0,
                )
            self._rests[at, kept] = found
        return self._rests[at, kept]

    def _rest_of_level(self, kept: Cards) -> int:
        """The worth of cards that no room ahead uses: items, and on the last level power cards for the boss."""
        found = sum(self.price(card) for card in kept if card not in POWER_VALUE)
        power = tuple(card for card in kept if card in POWER_VALUE)
        if self.is_last_level and self.view["phase"] == "play" and power:
            found += max(self._gain_at_boss(power[-self.content.counts.boss_places :]), self._gain_at_boss(power[:1]))
        return found

    def _gain_at_boss(self, cards: Cards) -> int:
        """The gain from these cards against the boss, averaged over the guesses; a dark boss is dealt for each."""
        if cards not in self._bosses:
            self._bosses[cards] = sum(self._gain_in_fight(at, cards) for at in range(self.samples)) // self.samples
        return self._bosses[cards]

    def _gain_in_fight(self, guess: int, cards: Cards) -> int:
        """The gain from these cards in one guess, in which every other seat lays the next card in its order."""
        boss, room = self._guessed_bosses[guess], len(self._ahead) + 1
        laid = {seat: self._deal_card(seat, order, room, "boss") for seat, order in self._orders[guess].items()}
        alive = len(self.life)
        table = replace(self.table, strength=boss.strength[alive] if alive > 2 else None)
        change = forecast_fight(self.content, boss, table, {**laid, self.me: cards})
        if self.me in change.petrified:
            return self._gain_by_life(self.me, 0)
        return self._gain(change) + sum(self._gain_by_life(seat, 0) for seat in change.petrified)

    @cached_property
    def _guessed_bosses(self) -> list[Boss]:
        """The boss in each guess."""
        known = self.view["row"][-1]["card"]
        bosses = list(self.content.bosses)
        return [self.content.bosses[known or self.dice.choose(bosses, "a boss")] for _ in range(self.samples)]

    def _worth(self, forecast: Forecast, others: dict[int, Cards], cards: Cards) -> int:
        """The odds after the current room, plus the gain from the kept cards in the rooms ahead."""
        key = (cards, *others.values())
        if key not in self._worths:
            before = tuple(self.view["seats"][self.me]["laid"])
            change = forecast({**others, self.me: before + cards})
            self._worths[key] = self._odds_after(change) + self._rest(0, _without(tuple(self.hand), *cards))
        return self._worths[key]


def _without(hand: Cards, *cards: str) -> Cards:
    """The hand less one copy of each of the cards."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)
