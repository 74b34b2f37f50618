"""
What a card promises: what the room, the trap, the boss or the chest may do to the acting seat.

What others play is not known, so most promises hold under what is told when all cards are face up: the attack, the
value that decides, the shelf that runs out. If the seat plays last and every other card is face up, the rules of the
room say what is sure to follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from delvebook.domain.bots import seat_of
from delvebook.domain.phrases import Part
from delvebook.domain.rulesets.dungeon_raiders.box.components import Boss, Content, Room, Trap
from delvebook.domain.rulesets.dungeon_raiders.cards.boss import is_sight, value_against
from delvebook.domain.rulesets.dungeon_raiders.content import CONTENT
from delvebook.domain.rulesets.dungeon_raiders.rooms.boss import total_of
from delvebook.domain.rulesets.dungeon_raiders.rooms.forecast import Table
from delvebook.domain.rulesets.dungeon_raiders.rooms.ordinary import forecast_room
from delvebook.domain.rulesets.dungeon_raiders.rooms.trap import hit_by
from delvebook.domain.rulesets.dungeon_raiders.state import Action, card_value
from delvebook.domain.rulesets.dungeon_raiders.words.rooms import attack_of
from delvebook.domain.rulesets.dungeon_raiders.words.shapes.table import View, counts_of
from delvebook.domain.stakes import AtLeast, AtMost, Expected, Has, Promise, Untold, Weighed, expect

_RESOLVED: Final = ("room_reset", "second_fight_began", "chest_won", "game_finished")
"""The facts with whose event a room or a fight is resolved."""
_NOTHING_LAID: Final = expect("second_fight_began", seats=[])

WEIGHED: Final = Weighed(
    types=(
        *("treasure_gained", "treasure_lost", "wounded", "healed", "item_taken"),
        *("character_died", "character_petrified", "game_finished"),
    ),
    settled=_RESOLVED,
    untold=(
        Untold(expect("game_finished", reason="last_survivor"), "Who else dies depends on the cards of all."),
        Untold(expect("game_finished", reason="all_dead"), "Who else dies depends on the cards of all."),
        Untold(
            expect("game_finished", reason="dungeon_explored"),
            "A second fight in which nobody can lay a card is resolved at once; that it follows is told.",
            beside=(_NOTHING_LAID,),
        ),
        Untold(
            expect("character_died"),
            "A second fight in which nobody can lay a card kills those whom the first one weakened.",
            beside=(_NOTHING_LAID,),
        ),
    ),
)


class Stakes:
    """
    The table as the acting seat sees it.

    Args:
        content: The components.
        view: What the acting seat sees at its decision.
    """

    def __init__(self, content: Content, view: View) -> None:
        self._content = content
        self._view = view
        self._seat = seat_of(view)
        sheets = {seat: sheet for seat, sheet in enumerate(view["seats"]) if sheet["status"] == "alive"}
        self._sheets = sheets
        self._life: dict[int, int] = {seat: sheet["life"] for seat, sheet in sheets.items()}
        self._treasure: dict[int, int] = {seat: sheet["treasure"] for seat, sheet in sheets.items()}
        self._laid: dict[int, list[str]] = {seat: sheet["laid"] for seat, sheet in sheets.items()}

    def promises_of(self, action: Action) -> list[Promise]:
        """What follows from the action for the acting seat, in the order in which it is told."""
        phase, card = self._view["phase"], self._view["card"]
        if phase == "boss_play" and "cards" in action:
            return [*self._fight(self._content.bosses[card], action["cards"])]
        if "card" not in action or action["card"] == self._content.sight:
            return []
        if phase == "bonus_play":
            return [*self._chests([self._content.bosses[card].chest or 0]), self._end("ends.now")]
        room, value = self._content.rooms[card], card_value(self._content, action["card"])
        return [*self._room(room, value), *self._sure(room, value)]

    # -- ordinary rooms -----------------------------------------------------------------------

    def _room(self, room: Room, value: int) -> Iterator[Promise]:
        """What the room may do to a seat that plays that value."""
        if room.kind == "treasure":
            yield from self._chests(room.chests)
        elif room.kind == "monster":
            yield from self._monster(room, value)
        elif room.trap is not None:
            yield from self._trap(room, room.trap, value)
        else:
            yield self._vault(room, value)

    def _chests(self, chests: Sequence[int]) -> Iterator[Promise]:
        """A share of the chest for the highest value, or for the second highest. Clauses: DR-050 to DR-053."""
        two = len(chests) == 2
        for place, chest in enumerate(chests, start=1):
            yield Promise(
                "chests" if two else "chest",
                expect("treasure_gained", seat=self._seat, amount=AtMost(chest)),
                when=[expect("chest_opened", place=place, seats=Has(self._seat))],
                by=_RESOLVED,
                said={"first": chests[0], "second": chests[-1]},
            )

    def _monster(self, room: Room, value: int) -> Iterator[Promise]:
        """The wounds, if the monster attacks the seat. Clauses: DR-060 to DR-063, DR-151, DR-152."""
        strength = self._view["strength"]
        laid = sum(card_value(self._content, card) for cards in self._laid.values() for card in cards)
        case = ".unbeatable" if strength is None else ".so_far" if laid else ""
        yield Promise(
            f"monster{case}",
            expect("wounded", seat=self._seat, threatened=room.wounds),
            when=[expect("monster_attacked", seats=Has(self._seat))],
            by=_RESOLVED,
            said={"card": room.id, "strength": strength, "laid": laid, "wounds": room.wounds, "value": value},
        )
        yield from self._death(room.wounds)

    def _death(self, wounds: int, *, case: str = "") -> Iterator[Promise]:
        """The own death, if so many wounds are as much as the life left, and it is not sure yet. Clauses: DR-100."""
        life = self._life[self._seat]
        if wounds >= life and not (self._view["phase"] == "play" and self._plays_last):
            yield Promise(
                f"death{case}",
                expect("character_died", seat=self._seat),
                when=[expect("wounded", seat=self._seat, life=0)],
                by=_RESOLVED,
                said={"life": life},
            )

    def _trap(self, room: Room, trap: Trap, value: int) -> Iterator[Promise]:
        """The loss for each value that may still decide. Clauses: DR-070 to DR-076."""
        open_values = [card_value(self._content, card) for cards in self._laid.values() for card in cards]
        shown = max if trap.judged == "highest" else min
        so_far = shown([value, *open_values])
        is_last = self._plays_last
        losses = {
            one: lost
            for one, lost in sorted(trap.loss.items())
            if one == so_far or not (is_last or shown(one, so_far) == so_far)
        }
        said = {"card": room.id, "value": value}
        if not losses:
            yield Promise("trap.shut", expect("trap_stayed_shut"), by=_RESOLVED, said=said)
            return
        stock = self._life if trap.of == "life" else self._treasure
        hit = hit_by(trap, stock)
        said |= {
            "seats": hit,
            "losses": [
                Part("loss", ("half",) if lost is None else (), {"value": one, "lost": lost})
                for one, lost in losses.items()
            ],
        }
        kind = f"trap.{trap.judged}.{trap.of}"
        own = stock[self._seat]
        taken = {one: own // 2 if lost is None else lost for one, lost in losses.items()} if self._seat in hit else {}
        for one, lost in taken.items():
            if min(lost, own):
                type_ = "wounded" if trap.of == "life" else "treasure_lost"
                fact = expect(type_, seat=self._seat, threatened=lost)
                yield Promise(kind, fact, when=[expect("trap_sprung", value=one)], by=_RESOLVED, said=said)
        if not any(min(lost, own) for lost in taken.values()):
            type_ = "wounded" if trap.of == "life" else "treasure_lost"
            yield Promise(kind, expect(type_, seat=self._seat), never=True, by=_RESOLVED, said=said)
        if trap.of == "life" and taken:
            yield from self._death(max(taken.values()))

    def _vault(self, room: Room, value: int) -> Promise:
        """The shelf of the value. Clauses: DR-080 to DR-085."""
        reward, seat = room.rewards[value], self._seat
        if reward.kind == "coins":
            return Promise("vault.coins", expect("treasure_gained", seat=seat, amount=reward.amount), by=_RESOLVED)
        if reward.kind == "potion":
            gained = min(reward.amount, self._content.counts.life_max - self._life[seat])
            fact = expect("healed", seat=seat, gained=gained, potion=reward.amount)
            return Promise("vault.potion" if gained else "vault.potion.full", fact, by=_RESOLVED)
        item = reward.item or ""
        return Promise(
            "vault.item",
            expect("item_taken", seat=seat, item=item),
            unless=[expect("item_run_out", item=item)],
            by=_RESOLVED,
            said={"left": counts_of(self._view["supply"])[item]},
        )

    # -- sure, because every other card is face up ---------------------------------------------

    @property
    def _plays_last(self) -> bool:
        """Whether the seat plays last in the room, and knows every other card that counts."""
        others = [sheet for seat, sheet in self._sheets.items() if seat != self._seat]
        return all(sheet["laid"] and sheet["turn"] == "done" and sheet["face_down"] is None for sheet in others)

    def _sure(self, room: Room, value: int) -> Iterator[Promise]:
        """What the room does to the seat that plays last. What the value alone decides was told already."""
        if (room.kind == "vault" and room.rewards[value].item is None) or not self._plays_last:
            return
        values = {seat: card_value(self._content, cards[0]) for seat, cards in self._laid.items() if cards}
        values = dict(sorted({**values, self._seat: value}.items()))
        table = Table(self._life, self._treasure, counts_of(self._view["supply"]), self._view["strength"])
        change, seat = forecast_room(room, table, values), self._seat
        wounds = min(-change.life.get(seat, 0), self._life[seat])
        treasure = max(change.treasure.get(seat, 0), -self._treasure[seat])
        if wounds > 0:
            kind = "sure.wounds.fatal" if wounds == self._life[seat] else "sure.wounds"
            fact = expect("wounded", seat=seat, wounds=wounds, life=self._life[seat] - wounds)
            yield Promise(kind, fact, by=_RESOLVED)
            if wounds == self._life[seat]:
                yield Promise(kind, expect("character_died", seat=seat), by=_RESOLVED, said={"wounds": wounds})
        elif treasure > 0:
            yield Promise("sure.gain", expect("treasure_gained", seat=seat, amount=treasure), by=_RESOLVED)
        elif treasure < 0:
            yield Promise("sure.loss", expect("treasure_lost", seat=seat, amount=-treasure), by=_RESOLVED)
        elif seat in change.items:
            yield Promise("sure.item", expect("item_taken", seat=seat, item=change.items[seat]), by=_RESOLVED)
        else:
            for type_ in ("wounded", "treasure_gained", "treasure_lost", "item_taken"):
                yield Promise("sure.nothing", expect(type_, seat=seat), never=True, by=_RESOLVED)

    # -- the boss -----------------------------------------------------------------------------

    def _fight(self, boss: Boss, cards: Sequence[str]) -> Iterator[Promise]:
        """The attack, if it is not beaten. Clauses: DR-110 to DR-138, DR-153."""
        seat, is_last_fight = self._seat, not boss.double or self._view["fight"] == 2
        attacked = [expect("monster_attacked", seats=Has(seat))]
        protected = [expect("torch_protected", seat=seat)] if boss.torch_immunity else []
        laid = [*self._laid[seat], *(card for card in cards if not is_sight(self._content, boss, card))]
        highest = max((value_against(self._content, boss, card) for card in laid), default=0)
        if boss.petrify:
            fact = expect("character_petrified", seat=seat)
        else:
            fact = expect("wounded", seat=seat, threatened=AtLeast(highest) if boss.wounds is None else boss.wounds)
        said = {
            "wounds": boss.wounds,
            "strength": self._view["strength"],
            "laid": sum(total_of(self._content, boss, cards) for cards in self._laid.values()),
            "value": total_of(self._content, boss, cards),
        }
        yield Promise(f"attack.{attack_of(boss)}", fact, when=attacked, unless=protected, by=_RESOLVED, said=said)
        if boss.steal_highest_card:
            stolen = expect("treasure_lost", seat=seat, threatened=AtLeast(highest))
            poor = not self._treasure[seat]
            yield Promise("steal", stolen, never=poor, when=[] if poor else attacked, by=_RESOLVED)
        if not boss.petrify:
            most = max(self._content.power) if boss.wounds is None else boss.wounds
            yield from self._death(most, case=".boss" if boss.wounds is not None else ".highest_card")
        if boss.chest is not None and self._view["strength"] is not None:
            won, beaten = expect("chest_won", card=boss.id), [expect("monster_beaten", card=boss.id)]
            yield Promise("boss_chest", won, when=beaten, by=_RESOLVED, said={"value": boss.chest})
        if is_last_fight:
            yield self._end("ends", unless=[expect("chest_won", seats=Has(seat)) for seat in self._sheets])
        else:
            fact = expect("second_fight_began", card=boss.id)
            yield Promise("twice", fact, unless=[expect("game_finished", by=None)], by=_RESOLVED)

    def _end(self, kind: str, *, unless: Sequence[Expected] = ()) -> Promise:
        """The end of the game after the boss. Clauses: DR-093."""
        return Promise(kind, expect("game_finished"), unless=unless, by=_RESOLVED)


def stakes_of(action: Action, view: View) -> list[Promise]:
    """What the action promises. A ball that is looked into, and a torch, promise nothing."""
    return Stakes(CONTENT, view).promises_of(action)
