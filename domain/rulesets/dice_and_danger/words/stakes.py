"""
What a step promises, as far as the acting seat's view tells: its effects on the sheet, and what the settlement brings.

The rules themselves make the promises. The step is tried out on a copy of the sheet, the settlement of the seat's own
marks is foreseen before and after it, and what is new is promised.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

from delvebook.domain.bots import seat_of
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT, Cell, Content
from delvebook.domain.rulesets.dice_and_danger.rounds.settlement import foresee
from delvebook.domain.rulesets.dice_and_danger.rounds.steps import carry_out
from delvebook.domain.rulesets.dice_and_danger.rounds.targets import has_use
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import Desk
from delvebook.domain.rulesets.dice_and_danger.state import (
    BLACK,
    EXTRA_LIFE,
    SKIPPED,
    Action,
    Race,
    Step,
    Turn,
    copy_sheet,
    fresh_turn,
    has_finished,
)
from delvebook.domain.rulesets.dice_and_danger.words.seen import marking_of, sheet_of
from delvebook.domain.rulesets.dice_and_danger.words.shapes.table import View
from delvebook.domain.stakes import AtLeast, Expected, Foreseen, Promise, Untold, Weighed, expect

_SETTLED: Final = ("marks_revealed",)
"""The event in which a round is settled."""
_TOLD_EACH_TIME: Final = ("no_damage", "seat_died", "game_ended")
"""What the settlement brings is told by the step that leads to it, but for these, which every step tells again."""

WEIGHED: Final = Weighed(
    types=("gem_found", "gold_found", "monster_defeated", "life_lost", "bonus_scored", "seat_died", "game_ended"),
    settled=_SETTLED,
    untold=(
        Untold(expect("monster_defeated", gems=0), "A coil brings nothing of its own. That it falls is told."),
        Untold(expect("monster_defeated", by="splash"), "Whether others are the first to defeat it is up to them."),
        Untold(expect("monster_defeated", by="worm"), "A coil fell by the first victory of others."),
        Untold(
            expect("life_lost", reason="hearts"),
            "The boss fell by the first victory of others over a coil.",
            beside=(expect("monster_defeated", by="worm", first=True),),
        ),
        Untold(
            expect("seat_died"),
            "The boss fell by the first victory of others over a coil.",
            beside=(expect("monster_defeated", by="worm", first=True),),
        ),
        Untold(
            expect("bonus_scored"),
            "The last monster of the bonus fell by the first victory of others.",
            beside=(expect("monster_defeated", by="splash"),),
        ),
        Untold(expect("game_ended", reason="last_monster"), "Others may defeat the last monsters in the same round."),
        Untold(expect("game_ended", reason="all_dead"), "Others may die in the same round."),
    ),
)


class Stakes:
    """
    The acting seat's sheet, dice and turn, as its view shows them.

    Args:
        content: The components.
        view: What the acting seat sees at its decision.
    """

    def __init__(self, content: Content, view: View) -> None:
        self.desk = _desk_of(content, view)
        self.dungeon = self.desk.dungeon
        self._race: Race = {
            "round": view["round"],
            "first_defeats": view["first_defeats"],
            "first_bonuses": view["first_bonuses"],
        }
        self._is_last_alive = sum(sheet["alive"] for sheet in view["sheets"]) == 1

    @property
    def pairs(self) -> Sequence[Sequence[int]]:
        """The two pairs of this round."""
        return self.desk.pairs

    @property
    def dice(self) -> Sequence[int]:
        """The dice of this round."""
        return self.desk.dice

    @property
    def is_striking(self) -> bool:
        """Whether a strike on an armoured dinosaur is half made."""
        return self.desk.turn["strike"] is not None

    @property
    def torches(self) -> int:
        """The torches left."""
        return self.desk.sheet["torches"]

    @property
    def symbols(self) -> int:
        """The black-die symbols left."""
        return self.desk.sheet["symbols"]

    def number_on(self, cell: Cell) -> int | None:
        """The number on the cell: printed, or written by the seat."""
        return self.desk.number_on(cell)

    def promises_of(self, action: Action) -> list[Promise]:
        """What follows from the step, in the order in which it happens."""
        facts: list[Foreseen] = []

        def say(type_: str, *clauses: str, **fields: object) -> None:
            facts.append({"type": type_, "clauses": list(clauses), **fields})

        after = self.desk.copied()
        carry_out(after, action, say=say)
        target: str | None = action.get("room")  # what the sentence calls "it"
        if target is not None and after.turn["strike"] is not None:  # DD-146: the second half is sure to follow
            second = after.copied()
            carry_out(second, action, say=say)
            return [*self._at_once(facts, target, by=("damage_dealt",)), *self._at_settlement(second, target)]
        return [*self._at_once(facts, target), *self._free(after, action), *self._at_settlement(after, target)]

    def is_given_up(self) -> bool:
        """Whether a pair that is skipped now has a use. Clauses: DD-105."""
        return self.desk.solo and has_use(self.desk)

    def _free(self, after: Desk, action: Action) -> Iterator[Promise]:
        """That the first skipped pair costs nothing after damage, in solo. Clauses: DD-104."""
        if action["step"] != "skip" or not after.solo or not after.turn["dealt"]:
            return
        if after.turn["status"].count(SKIPPED) == 1:
            again = [expect("pair_skipped", seat=after.seat, sum=after.sum_of(pair)) for pair in after.open_pairs()]
            lost = expect("life_lost", seat=after.seat, reason="skipped_pairs")
            yield Promise("free", lost, never=True, unless=again, by=_SETTLED)

    # -- what the step does at once -----------------------------------------------------------

    def _at_once(self, facts: Sequence[Foreseen], target: str | None, *, by: Sequence[str] = ()) -> Iterator[Promise]:
        seat, figures = self.desk.seat, self.dungeon.figures
        for fact in facts:
            match fact:
                case {"type": "pairs_chosen", "pairs": pairs} if any(BLACK in pair["dice"] for pair in pairs):
                    if self.desk.active:
                        yield Promise("black_free", expect("black_symbol_crossed", seat=seat), never=True)
                case {"type": "black_symbol_crossed"}:
                    yield Promise("symbol", _same(fact))
                case {"type": "rubble_crossed"}:
                    yield Promise("rubble", _same(fact))
                case {"type": "cell_visited", "kind": "rubble"}:
                    yield Promise("rubble.last", _same(fact))
                case {"type": "cell_visited", "by": "gate"}:
                    yield Promise("gate", _same(fact))
                case {"type": "gold_found"}:
                    yield Promise("gold", _same(fact), said={"points": figures.gold_points})
                case {"type": "gem_found"}:
                    yield Promise("gem", _same(fact), said={"points": figures.gem_points})
                case {"type": "chest_opened", "abilities": abilities}:
                    yield Promise("chest" if abilities else "chest.empty", _same(fact))
                case {"type": "number_unlocked"}:
                    yield Promise("unlock", _same(fact))
                case {"type": "room_reached"}:
                    yield Promise("reach", _same(fact))
                case {"type": "room_opened"}:
                    yield Promise("open", _same(fact))
                case {"type": "damage_dealt"}:
                    yield from self._damage(fact, by)
                case {"type": "monster_fell", "room": room, "open": is_open}:
                    case = "it" if room == target else "open" if is_open else "afar"
                    yield Promise(f"falls.{case}", _same(fact), by=by)

    def _damage(self, fact: Foreseen, by: Sequence[str]) -> Iterator[Promise]:
        """Damage to a monster. What an undefeated boss has suffered is worth gems at the end (DD-092)."""
        seat, boss, each = self.desk.seat, self.dungeon.boss, self.dungeon.figures.boss_damage_per_gem
        if fact["source"] in ("fist", "worm"):
            yield Promise(fact["source"], _same(fact), by=by)
        elif fact["left"]:
            yield Promise("left", _same(fact), by=by)
        gems = (boss.hp - fact["left"]) // each
        if fact["room"] == boss.id and fact["left"] and gems > (boss.hp - fact["left"] - fact["amount"]) // each:
            falls, dies = expect("monster_fell", seat=seat, room=boss.id), expect("seat_died", seat=seat)
            yield Promise(
                "boss_gems",
                expect("sheet_scored", seat=seat, boss_gems=AtLeast(gems)),
                unless=[falls] if self.desk.solo else [falls, dies],
                by=("game_ended",),
                said={"gems": gems, "room": boss.id},
            )

    # -- what the settlement brings -----------------------------------------------------------

    def _at_settlement(self, after: Desk, target: str | None) -> Iterator[Promise]:
        """What the settlement brings anew. A loss of life without damage, death and the end are told each time."""
        told = [_key(fact) for fact in self._certain(self.desk)]
        certain = self._certain(after)
        for fact in certain:
            if _key(fact) not in told or fact["type"] in _TOLD_EACH_TIME or fact.get("reason") in _TOLD_EACH_TIME:
                yield from self._settled(fact, after, target)
        if not self._may_idle(after):
            return
        sure = [_key(fact) for fact in certain]
        told = [_key(fact) for fact in self._foreseen(self.desk)]
        for fact in self._foreseen(after):
            is_new = _key(fact) not in told or fact["type"] in _TOLD_EACH_TIME or fact.get("reason") in _TOLD_EACH_TIME
            if is_new and _key(fact) not in sure:
                yield from self._settled(fact, after, target, unless=[expect("damage_dealt", seat=after.seat)])

    def _may_idle(self, desk: Desk) -> bool:
        """Whether the solo player has dealt no damage yet and may still deal some. Clauses: DD-104."""
        return desk.solo and not desk.turn["dealt"] and not has_finished(desk.sheet, desk.turn)

    def _certain(self, desk: Desk) -> list[Foreseen]:
        """The facts of the settlement that nothing in this round can undo."""
        if not self._may_idle(desk):
            return self._foreseen(desk)
        eager = desk.copied()
        eager.turn["dealt"] = 1
        return self._foreseen(eager)

    def _foreseen(self, desk: Desk) -> list[Foreseen]:
        return cast("list[Foreseen]", foresee(desk, self._race))

    def _settled(
        self, fact: Foreseen, after: Desk, target: str | None, *, unless: Sequence[Expected] = ()
    ) -> Iterator[Promise]:
        case = ".unless" if unless else ""
        seat = after.seat
        match fact:
            case {"type": "monster_defeated", "room": room, "first": first, "gems": gems} if gems:
                order = "solo" if after.solo else "first" if first else "later"
                which = "it" if room == target else "named"
                yield Promise(f"reward.{order}.{which}", _same(fact), by=_SETTLED)
            case {"type": "life_lost", "reason": reason, "room": room, "threatened": amount}:
                lost = expect("life_lost", seat=seat, reason=reason, room=room, threatened=AtLeast(amount))
                said = {"lost": amount, "room": room}
                kind = reason if reason != "hearts" else "hearts.it" if room == target else "hearts.named"
                yield Promise(f"{kind}{case}", lost, unless=unless, by=_SETTLED, said=said)
            case {"type": "bonus_scored", "first": first}:
                order = "solo" if after.solo else "first" if first else "later"
                yield Promise(f"bonus.{order}", _same(fact), by=_SETTLED)
            case {"type": "seat_died"}:
                yield from self._death(after, case, unless)
            case {"type": "game_ended"}:
                yield Promise("ends", _same(fact), by=_SETTLED)

    def _death(self, after: Desk, case: str, unless: Sequence[Expected]) -> Iterator[Promise]:
        """The seat's own death, which Extra Life may still prevent, and the end of a game that it ends."""
        seat = after.seat
        if EXTRA_LIFE not in after.sheet["abilities"] and not has_finished(after.sheet, after.turn):
            unless = [*unless, expect("ability_taken", seat=seat, ability=EXTRA_LIFE)]
            case += ".extra" if case else ".unless_extra"
        kind = "dies.last" if self._is_last_alive else "dies"
        yield Promise(f"{kind}{case}", expect("seat_died", seat=seat), unless=unless, by=_SETTLED)
        if self._is_last_alive:
            yield Promise(f"{kind}{case}", expect("game_ended"), unless=unless, by=_SETTLED)


def stakes_of(action: Action, view: View) -> list[Promise]:
    """What the action promises. Only steps of a round promise anything."""
    if action["type"] != "mark" or "step" not in action:
        return []
    return Stakes(CONTENT, view).promises_of(action)


def _desk_of(content: Content, view: View) -> Desk:
    """The desk of the seat that looks."""
    seat, question, marking = seat_of(view), view["question"], marking_of(view)
    asked = None if question is None else question["asked"]
    sheet = copy_sheet(sheet_of(marking["sheet"]))
    turn: Turn = {
        **fresh_turn(sheet),
        "pairs": [list(pair["dice"]) for pair in marking["pairs"]] or None,
        "status": [pair["status"] for pair in marking["pairs"]],
        "chest": asked == "choose_ability",
        "strike": question["room"] if question is not None and asked == "finish_strike" else None,
        "dealt": marking["dealt"],
        "steps": [cast("Step", step) for step in marking["steps"]],
    }
    solo = view["solo"]
    return Desk(
        content.dungeons[view["adventure"]],
        sheet,
        seat=seat,
        turn=turn,
        dice=list(view["dice"]),
        active=view["active_seat"] == seat and not solo,
        solo=solo,
    )


def _same(fact: Foreseen) -> Expected:
    """The same fact, whatever clauses it cites."""
    return Expected(fact["type"], {name: value for name, value in fact.items() if name not in ("type", "clauses")})


def _key(fact: Foreseen) -> Foreseen:
    """What tells two foreseen facts apart: a loss of life by what is threatened, not by what is left to lose."""
    return {name: value for name, value in fact.items() if name not in ("clauses", "amount", "extra", "track", "left")}
