"""
Damage to a monster on one sheet, and what falls with it.

Clauses: DD-065 to DD-067, DD-133.
"""

from __future__ import annotations

from delvebook.domain.rulesets.dice_and_danger.content import Room
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import Say
from delvebook.domain.rulesets.dice_and_danger.sheet.marked_map import MarkedMap


def deal_damage(
    marked: MarkedMap, room: Room, amount: int, *, seat: int, source: str, clause: str, say: Say
) -> tuple[int, list[str]]:
    """
    Crosses health boxes. Returns their total number, and the rooms whose monsters fell by it.

    Does not check that the monster may be damaged this way. Damage beyond the last box is lost (DD-065).

    Args:
        marked: The map of the sheet it happens on, which is changed.
        room: The monster's room.
        amount: The damage dealt.
        seat: Whose sheet it is.
        source: What deals the damage: pair, both_pairs, torch, fist, worm or splash.
        clause: The clause that lets it do so.
        say: Tells the facts.
    """
    damage = marked.sheet["damage"]
    before = damage.get(room.id, 0)
    dealt = min(amount, room.hp - before)
    if dealt <= 0:
        return 0, []
    damage[room.id] = before + dealt
    lost = ["DD-065"] if dealt < amount else []
    say(
        "damage_dealt",
        clause,
        *lost,
        seat=seat,
        room=room.id,
        amount=dealt,
        threatened=amount,
        source=source,
        left=room.hp - before - dealt,
    )
    if not marked.is_defeated(room):
        return dealt, []
    is_open = marked.is_open(room)
    say("monster_fell", "DD-066", "DD-067" if is_open else "DD-033", seat=seat, room=room.id, open=is_open)
    fallen = [room.id]
    if room.worm:  # DD-133: each coil that falls wounds the boss
        dungeon = marked.dungeon
        more, also = deal_damage(
            marked, dungeon.boss, dungeon.figures.worm_damage, seat=seat, source="worm", clause="DD-133", say=say
        )
        dealt += more
        fallen += also
    return dealt, fallen
