"""
Damage to a monster on one sheet, and what falls with it.

Clauses: DD-065 to DD-067, DD-133.
"""

from __future__ import annotations

from delvebook.domain.rulesets.dice_and_danger.content import BOOK, Dungeon, Room
from delvebook.domain.rulesets.dice_and_danger.desk import Say
from delvebook.domain.rulesets.dice_and_danger.state import Sheet


def deal_damage(
    dungeon: Dungeon, sheet: Sheet, room: Room, amount: int, *, seat: int, source: str, clause: str, say: Say
) -> tuple[int, list[str]]:
    """
    Crosses health boxes; returns how many in all, and the rooms whose monsters fell by it.

    Not checked: that the monster may be damaged this way. Damage beyond the last box is lost (DD-065).

    Args:
        source: What deals it: pair, pairs, torch, fist, worm or splash.
        clause: The clause that lets it.
    """
    before = sheet["damage"].get(room.id, 0)
    dealt = min(amount, room.hp - before)
    if dealt <= 0:
        return 0, []
    sheet["damage"][room.id] = before + dealt
    say("damage_dealt", clause, seat=seat, room=room.id, amount=dealt, source=source, left=room.hp - before - dealt)
    if before + dealt < room.hp:
        return dealt, []
    is_open = any(cell in sheet["visited"] for cell in room.cells)
    say("monster_fell", "DD-066", *(("DD-067",) if is_open else ("DD-033",)), seat=seat, room=room.id, open=is_open)
    fallen = [room.id]
    if room.worm:  # DD-133: the boss bleeds with each coil
        more, also = deal_damage(
            dungeon,
            sheet,
            dungeon.boss,
            BOOK.figures.worm_damage,
            seat=seat,
            source="worm",
            clause="DD-133",
            say=say,
        )
        dealt += more
        fallen += also
    return dealt, fallen
