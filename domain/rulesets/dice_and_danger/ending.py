"""
The end of the game: the tally of each sheet, the places, and the solo rating.

Clauses: DD-048, DD-050, DD-092 to DD-097, DD-106 to DD-108.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from delvebook.domain.facts import Facts
from delvebook.domain.outcome import Outcome
from delvebook.domain.rulesets.dice_and_danger.content import Content, Dungeon, Figures
from delvebook.domain.rulesets.dice_and_danger.state import (
    EXTRA_LIFE,
    FIRST,
    Sheet,
    State,
    dungeon_of,
    is_defeated,
    is_solo,
    life_lost,
    living,
)

_CLAUSES: Final = {"last_monster": "DD-090", "all_dead": "DD-091", "all_monsters": "DD-106", "died": "DD-106"}
"""By reason, the clause by which the game ends."""
END_REASONS: Final = tuple(_CLAUSES)


def reason_to_end(dungeon: Dungeon, state: State) -> str | None:
    """The reason why the settled game is over; None if it goes on. Clauses: DD-090, DD-091, DD-106."""
    if len(state["first_defeats"]) == len(dungeon.rooms):
        return reason_of_last_monster(solo=is_solo(state))
    if not living(state):
        return "died" if is_solo(state) else "all_dead"
    return None


def reason_of_last_monster(*, solo: bool) -> str:
    """The reason of the end once every monster has been defeated by some seat. Clauses: DD-090, DD-106."""
    return "all_monsters" if solo else "last_monster"


def clause_of_end(reason: str) -> str:
    """The clause by which the game ends for that reason."""
    return _CLAUSES[reason]


class Tally(NamedTuple):
    """
    The score of a sheet, and its parts.

    Attributes:
        gems: By source: cells, first, later, extra_life, each bonus, boss_damage.
        gold: Gold marks.
        lost: Marks crossed on the life track.
        life_value: The points subtracted for them; 0 in solo.
        points: The score.
    """

    gems: dict[str, int]
    gold: int
    lost: int
    life_value: int
    points: int


def tally(dungeon: Dungeon, sheet: Sheet, *, solo: bool, final: bool) -> Tally:
    """
    The sheet's tally.

    Args:
        dungeon: The adventure's map.
        sheet: The sheet.
        solo: Whether the solo rules hold.
        final: Whether gems for damage to an undefeated boss count, as they do at the end (DD-092).
    """
    figures, rooms = dungeon.figures, dungeon.rooms
    kinds = [dungeon.cells[cell].kind for cell in sheet["visited"]]
    gems = {"cells": kinds.count("gem"), "first": 0, "later": 0}
    for room, rank in sheet["trophies"].items():
        gems[rank] += rooms[room].first if rank == FIRST else rooms[room].later
    gems["extra_life"] = figures.extra_gems if EXTRA_LIFE in sheet["abilities"] else 0
    for bonus in dungeon.bonuses:
        gems[bonus] = _bonus_gems(sheet, bonus, figures)
    gems["boss_damage"] = boss_damage_gems(dungeon, sheet) if final else 0
    gold, lost = kinds.count("gold"), life_lost(sheet, figures)
    life_value = 0 if solo else figures.life_values[min(lost, len(figures.life_values) - 1)]
    points = figures.gem_points * sum(gems.values()) + figures.gold_points * gold - life_value
    return Tally(gems, gold, lost, life_value, points)


def _bonus_gems(sheet: Sheet, bonus: str, figures: Figures) -> int:
    """The gems that the bonus has brought. Clauses: DD-081."""
    if bonus not in sheet["bonuses"]:
        return 0
    return figures.bonus_first if sheet["bonuses"][bonus] == FIRST else figures.bonus_later


def boss_damage_gems(dungeon: Dungeon, sheet: Sheet) -> int:
    """The gems for damage to a boss that is not defeated. Clauses: DD-092."""
    if is_defeated(sheet, dungeon.boss):
        return 0
    return sheet["damage"].get(dungeon.boss.id, 0) // dungeon.figures.boss_damage_per_gem


def rating(figures: Figures, score: int) -> int:
    """The solo rating from 1 to 8. Clauses: DD-108."""
    return max(1, sum(score >= lowest for lowest in figures.rating_scores))


def outcome_of(content: Content, state: State) -> Outcome | None:
    """How the game ended; None while it goes on."""
    reason = state["end"]
    if reason is None:
        return None
    solo = is_solo(state)
    tallies = [tally(dungeon_of(content, state), sheet, solo=solo, final=True) for sheet in state["sheets"]]
    alive = [sheet["alive"] for sheet in state["sheets"]]
    scores = [one.points if solo or lives else None for one, lives in zip(tallies, alive, strict=True)]
    ranking = _ranking(tallies, scores)
    is_anybody_left = any(score is not None for score in scores)
    is_won = is_anybody_left and reason != "died"
    ranks = _ranks(ranking, len(scores)) if is_anybody_left else [None] * len(scores)
    details: dict[str, object] = {
        "seats": [
            {
                "alive": lives,
                "gems": one.gems,
                "gold": one.gold,
                "lost_life": one.lost,
                "life_value": one.life_value,
                "points": score,
                "rank": rank,
            }
            for one, lives, score, rank in zip(tallies, alive, scores, ranks, strict=True)
        ]
    }
    if solo:
        details["rating"] = rating(content.figures, tallies[0].points)
    return Outcome(
        reason=reason,
        winners=list(ranking[0]) if is_won else [],
        ranking=ranking,
        scores=scores,
        details=details,
        clauses=_clauses(state, reason, is_anybody_left=is_anybody_left),
    )


def tell_scores(content: Content, state: State, facts: Facts) -> None:
    """
    Tells the score of each sheet that counts, and then the winners or the solo rating.

    Clauses: DD-048, DD-092 to DD-095, DD-107, DD-108.
    """
    outcome, solo = outcome_of(content, state), is_solo(state)
    if outcome is None:
        return
    for seat, (details, score) in enumerate(zip(outcome.details["seats"], outcome.scores, strict=True)):
        if score is None:
            continue
        gems, boss_gems = sum(details["gems"].values()), details["gems"]["boss_damage"]
        clauses = ["DD-107"] if solo else ["DD-093", "DD-048"]
        if boss_gems:
            clauses.append("DD-092")
        values = {"gems": gems, "boss_gems": boss_gems, "gold": details["gold"]}
        values |= {"life_value": details["life_value"], "points": score}
        facts.tell("sheet_scored", *clauses, seat=seat, **values)
    if solo:
        facts.tell("solo_rated", "DD-108", seat=0, points=outcome.scores[0], rating=outcome.details["rating"])
    elif outcome.winners:
        best = max(score for score in outcome.scores if score is not None)
        is_tied = outcome.scores.count(best) > len(outcome.winners)
        fields = {"points": best, "by": "lost_life" if is_tied else "points"}
        facts.tell("winners_found", "DD-094", winning_seats=outcome.winners, **fields)
    else:
        facts.tell("nobody_won", "DD-095")


def _ranking(tallies: list[Tally], scores: list[int | None]) -> list[list[int]]:
    """
    Groups of seats, best first: by points, then by marks crossed. The dead share the last group.

    Clauses: DD-094, DD-095.
    """
    groups: dict[tuple[int, int], list[int]] = {}
    dead: list[int] = []
    for seat, score in enumerate(scores):
        if score is None:
            dead.append(seat)
        else:
            groups.setdefault((score, tallies[seat].lost), []).append(seat)
    ranked = [groups[key] for key in sorted(groups, reverse=True)]
    return [*ranked, dead] if dead else ranked


def _ranks(ranking: list[list[int]], seats: int) -> list[int | None]:
    """Places by seat: 1, 1, 3 where two share the first."""
    ranks: list[int | None] = [None] * seats
    place = 1
    for group in ranking:
        for seat in group:
            ranks[seat] = place
        place += len(group)
    return ranks


def _clauses(state: State, reason: str, *, is_anybody_left: bool) -> list[str]:
    ended = clause_of_end(reason)
    if is_solo(state):
        return [ended, "DD-107", "DD-108"]
    if not is_anybody_left:
        return [ended, "DD-095"]
    return [ended, "DD-093", "DD-094", *([] if len(living(state)) == len(state["sheets"]) else ["DD-095"])]
