"""
What a card promises, in rooms where much is at stake.

Each row was worked out from the rulebook. `tests/contract/test_promises.py` holds promises against whole games.
"""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.phrases import Voice
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.dungeon_raiders.tables import RAIDERS, game, lay_all, play, seat

VOICE = Voice("en", ("Anna", "Ben", "Clara"))


def announced(state: Any, action: dict[str, Any], number: int = 0) -> str:
    """How the seat announces the action, which is legal."""
    assert RAIDERS.parse_action(action) in RAIDERS.legal(state, number)
    return RAIDERS.tell_action(action, VOICE, view=RAIDERS.view(state, seat_viewer(number)))


def card(name: str) -> dict[str, Any]:
    return {"type": "play_card", "card": name}


DRAGON = "I play power 1 against the Dragon: together we need 14, otherwise whoever has the lowest value takes 3 wounds"


@pytest.mark.clause("DR-100")
@pytest.mark.parametrize(
    ("life", "more"),
    [(4, ""), (3, ". With 3 life left, I would die"), (1, ". With 1 life left, I would die")],
)
def test_wounds_that_would_kill_are_told_as_death(life: int, more: str) -> None:
    state = game("mon-dragon", seats=[seat(life=life), seat(), seat()])

    assert announced(state, card("p1")) == f"{DRAGON}{more}."


MAGNET = "into the Magnet trap. By the highest value, those with the most treasure"


@pytest.mark.clause("DR-070", "DR-071", "DR-073")
@pytest.mark.parametrize(
    ("played", "losses"),
    [
        ("p1", "on a 3: 1, on a 4: 2, on a 5: 3"),
        ("p3", "on a 3: 1, on a 4: 2, on a 5: 3"),
        ("p4", "on a 4: 2, on a 5: 3"),
        ("p5", "on a 5: 3"),
    ],
)
def test_a_trap_is_told_for_every_value_that_may_still_decide(played: str, losses: str) -> None:
    state = game("trap-magnet", seats=[seat(treasure=5), seat(treasure=5), seat(treasure=1)])

    told = f"I play power {played[1]} {MAGNET} (Anna, Ben) lose treasure: {losses}."
    assert announced(state, card(played)) == told


@pytest.mark.clause("DR-161", "DR-071")
@pytest.mark.parametrize(
    ("played", "more"),
    [
        ("p5", f"{MAGNET} (Anna) lose treasure: on a 5: 3. I play last and lose 3 treasure"),
        ("p4", f"{MAGNET} (Anna) lose treasure: on a 4: 2. I play last and lose 2 treasure"),
        ("p1", "into the Magnet trap. It stays shut. I play last, and nothing happens to me"),
    ],
)
def test_the_last_to_play_openly_is_told_what_is_sure(played: str, more: str) -> None:
    state = game("trap-magnet", first=1, seats=[seat(treasure=5), seat(treasure=1), seat(treasure=1)])
    play(state, 1, "p2")
    play(state, 2, "p1")

    assert announced(state, card(played)) == f"I play power {played[1]} {more}."


@pytest.mark.clause("DR-161", "DR-061", "DR-062")
@pytest.mark.parametrize(
    ("played", "life", "more"),
    [
        ("p5", 9, "I play last, and nothing happens to me"),
        ("p4", 9, "I play last and take 3 wounds"),
        ("p4", 2, "I play last, take 2 wounds and die"),
    ],
)
def test_the_last_to_play_against_a_monster_knows_whether_it_is_beaten(played: str, life: int, more: str) -> None:
    """14 are needed, and 5 + 4 lie on the table."""
    state = game("mon-dragon", first=1, seats=[seat(life=life), seat(), seat()])
    play(state, 1, "p5")
    play(state, 2, "p4")

    assert announced(state, card(played)).endswith(f"takes 3 wounds. {more}.")


@pytest.mark.clause("DR-022")
def test_nothing_is_sure_while_other_cards_lie_face_down() -> None:
    """The last to lay a card face down does not know the others'."""
    state = game("mon-dragon", seats=[seat(), seat(), seat()])
    play(state, 1, "p5")
    play(state, 2, "p4")

    assert "I play last" not in announced(state, card("p1"))


@pytest.mark.clause("DR-037")
def test_after_the_only_crystal_ball_all_is_sure() -> None:
    state = game("tre-4", seats=[seat("p1 p2 p3 p4 p5 ball"), seat(), seat()])
    play(state, 0, "ball")
    play(state, 1, "p4")
    play(state, 2, "p3")

    assert announced(state, card("p5")) == "I play power 5 for the chest of 4. I play last and gain 4 treasure."
    assert announced(state, card("p4")) == "I play power 4 for the chest of 4. I play last and gain 2 treasure."
    assert announced(state, card("p1")).endswith("I play last, and nothing happens to me.")


@pytest.mark.clause("DR-010", "DR-085")
@pytest.mark.parametrize(
    ("life", "told"), [(9, "for a potion from the vault (1 life)"), (10, "in vain: my life is full")]
)
def test_a_potion_in_vain_is_told_as_such(life: int, told: str) -> None:
    state = game("vau-items", seats=[seat(life=life), seat(), seat()])

    assert told in announced(state, card("p5"))


@pytest.mark.clause("DR-093", "DR-134", "DR-126")
@pytest.mark.parametrize(
    ("boss", "fight", "ends"),
    [
        ("boss-mazebull", 1, "Then the game ends."),
        ("boss-twintail", 1, "Then it is fought once more."),
        ("boss-twintail", 2, "Then the game ends."),
        ("boss-hoard", 1, "If it is beaten, its chest of 3 can be won, by one more card each. Then the game ends."),
    ],
)
def test_what_follows_a_fight_is_told(boss: str, fight: int, ends: str) -> None:
    state = game("boss", boss=boss, fight=fight, seats=[seat(), seat(), seat()])

    assert announced(state, {"type": "play_boss_cards", "cards": ["p1"]}).endswith(ends)


@pytest.mark.clause("DR-130", "DR-132")
@pytest.mark.parametrize(
    ("boss", "life", "told"),
    [
        ("boss-basalt", 5, "With 5 life left, I could die."),
        ("boss-basalt", 6, None),
        ("boss-mazebull", 4, "With 4 life left, I would die."),
        ("boss-mazebull", 5, None),
        ("boss-gazer", 1, None),
    ],
)
def test_a_boss_that_may_kill_is_told_as_death(boss: str, life: int, told: str | None) -> None:
    state = game("boss", boss=boss, seats=[seat(life=life), seat(), seat()])
    sentence = announced(state, {"type": "play_boss_cards", "cards": ["p1"]})

    assert (told in sentence) if told else ("life left" not in sentence)


@pytest.mark.clause("DR-126", "DR-128", "DR-093")
@pytest.mark.parametrize(("hand", "is_cancelled"), [("p5 p4", False), ("p5 p4 p1", True)])
def test_the_end_is_put_off_only_if_somebody_can_play_for_the_chest(hand: str, is_cancelled: bool) -> None:
    """17 are needed. Who has laid all cards has none left to play for the chest."""
    state = game("boss", boss="boss-hoard", seats=[seat(hand), seat("p5 p4"), seat("p5 p4")])
    action = {"type": "play_boss_cards", "cards": ["p4", "p5"]}
    promises = RAIDERS.stakes(action, RAIDERS.view(state, seat_viewer(0)))
    (ends,) = [promise for promise in promises if promise.kind == "ends"]

    facts = lay_all(state, "p4 p5", "p4 p5", "p4 p5").public

    assert any(one.fits(fact) for one in ends.unless for fact in facts) is is_cancelled
    assert any(ends.fact.fits(fact) for fact in facts) is not is_cancelled


@pytest.mark.clause("DR-060", "DR-061")
@pytest.mark.parametrize(
    ("others", "figures"),
    [((), {"strength": 14, "laid": 0, "value": 4}), (("p3", "p5"), {"strength": 14, "laid": 8, "value": 4})],
)
def test_a_fight_has_what_is_needed_what_is_laid_and_what_the_card_adds(
    others: tuple[str, ...], figures: dict[str, int]
) -> None:
    state = game("mon-dragon", first=1, seats=[seat(), seat(), seat()])
    for number, played in enumerate(others, start=1):
        play(state, number, played)
    promises = RAIDERS.stakes(RAIDERS.parse_action(card("p4")), RAIDERS.view(state, seat_viewer(0)))

    said = next(one.said for one in promises if one.kind.startswith("monster"))
    assert {name: said[name] for name in figures} == figures
