"""The envelopes: what is sealed, and when it is opened."""

from __future__ import annotations

import pytest

from delvebook.domain.playout import steps
from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.the_descent.tables import RULESET, Cave, adventurous, cards_seen, deciding, table_of, types


def test_every_hidden_component_is_sealed_on_its_own_at_setup() -> None:
    table, options = table_of(3, "seals")
    body = table.start(options, n=1)
    zones: dict[str, list[int]] = {}
    for envelope in body.sealed:
        assert envelope.audience == ("arbiter",)
        zones.setdefault(envelope.content["zone"], []).append(envelope.content["at"])

    assert zones["tiles"] == [place for place in range(20) if place != 1]
    assert zones["tokens"] == list(range(24))
    assert zones["deck"] == list(range(28))
    state = table.state
    items = {(one.content["zone"], one.content["at"]): one.content["item"] for one in body.sealed}
    assert all(items["tokens", at] == kind for at, kind in enumerate(state["stack"]))
    assert all(items["deck", at] == kind for at, (kind, _) in enumerate(state["deck"]))
    assert items["tiles", 0] == {key: state["places"][0][key] for key in ("tile", "turns")}


def test_tiles_and_tokens_are_opened_by_the_event_that_turns_them_up() -> None:
    table, options = table_of(2, "openings", round_limit=20)
    opened = drawn = 0
    for step in steps(table, options, bots=[adventurous] * 2):
        facts = step.body.data["facts"]
        contents = [opening["content"] for opening in step.body.opens]
        tiles = [one["item"]["tile"] for one in contents if one["zone"] == "tiles"]
        shown = [fact for fact in facts if fact["type"] == "tile_shown"]
        turned = [fact["tile"] for fact in facts if fact["type"] == "tile_opened" and fact["by"] != "map"]
        assert tiles == turned + [fact["tile"] for fact in shown] or sorted(tiles) == sorted(
            turned + [fact["tile"] for fact in shown]
        )
        tokens = [one["item"] for one in contents if one["zone"] == "tokens"]
        assert tokens == [fact["token"] for fact in facts if fact["type"] == "token_drawn"]
        opened += len(tiles)
        drawn += len(tokens)
    assert opened > 2
    assert drawn > 2


def test_drawn_cards_are_shown_to_their_owner_and_opened_to_all_when_used() -> None:
    """Followed over games: each draw is in its owner's envelope, each use of a drawn card opens the card sealed."""
    shown = used = 0
    for seed in range(12):
        table, options = table_of(2, f"draws/{seed}", round_limit=20)
        for step in steps(table, options, bots=[adventurous] * 2):
            for fact in step.body.data["facts"]:
                if fact["type"] == "cards_drawn" and fact["cards"]:
                    own = [one for one in step.body.sealed if one.audience == (f"seat:{fact['seat']}",)]
                    assert own
                    looked = [one for one in own[-1].content["facts"] if one["type"] == "cards_looked_at"]
                    opens = [opening["content"]["item"] for opening in own[-1].content.get("opens", [])]
                    assert [card for one in looked for card in one["cards"]][: len(opens)] == opens
                    shown += len(opens)
            used += sum(opening["content"]["zone"] == "deck" for opening in step.body.opens)
    assert shown > 4
    assert used > 2


@pytest.mark.clause("TD-103", "TD-105", "TD-085")
def test_a_card_drawn_from_a_deck_shuffled_in_the_same_event_is_sealed_for_its_owner() -> None:
    cave = Cave((5, 8), (4, 2)).token("backpack", (4, 8)).empty_deck("map")
    facts = cave.do(0, "step", dir="left")
    mine = [seal for seal in facts.seals if seal.seats == (0,)]

    assert [seal.content["item"] for seal in mine] == [cave.hand()[1]]
    assert facts.private[0].shown == ["card/0"]
    assert facts.private[0].facts[0]["cards"] == cave.hand()
    assert 1 not in facts.private
    assert not any("map" in str(fact) for fact in facts.public)


def test_a_card_drawn_and_lost_in_the_event_that_shuffled_it_needs_no_envelope() -> None:
    """With an empty deck the kit of the dead is taken from the discard pile, and the deck made anew for a backpack."""
    cave = Cave((7, 6), (6, 5)).have(0, health=1).token("backpack", (6, 12)).empty_deck()
    cave.have(1, health=9)
    facts = cave.do(0, "jump", dir="left")
    assert "character_died" in types(facts)
    keys = [seal.key for seal in facts.seals]
    assert len(set(keys)) == len(keys)
    assert not set(facts.opened) & set(keys)


def test_a_used_kit_card_opens_no_envelope_and_goes_before_a_drawn_one_of_its_kind() -> None:
    cave = Cave((5, 8), (4, 2)).kit(0, "rope").drawn(0, "rope")
    facts = cave.do(0, "use_rope", cell=(4, 8))

    assert facts.opened == []
    assert cave.seat(0)["kit"] == []
    assert [kind for kind, _ in cave.seat(0)["drawn"]] == ["rope"]


def test_a_dead_characters_cards_are_opened_to_all() -> None:
    cave = Cave((5, 8), (4, 2)).kit(0, "rope").drawn(0, "map", "key").discard("sword", "lamp", "pick")
    slots = [slot for _, slot in cave.seat(0)["drawn"]]
    facts = cave.do(0, "surrender")

    assert facts.opened == [f"card/{slot}" for slot in slots]


def test_at_the_end_all_hands_are_opened_and_shown_but_not_what_stayed_face_down() -> None:
    cave = Cave((8, 23), (4, 25), closed=("r1c1",)).have(1, arrived=True).drawn(1, "map", "key")
    facts = cave.do(0, "step", dir="left")

    assert len(facts.opened) == 2
    seen = RULESET.view(cave.state, SPECTATOR)
    assert cards_seen(seen, 1) == ["map", "key"]
    assert seen["places"][0]["tile"] is None
    assert seen["deck"]["cards"] is None
    assert seen["token_stack"] is None


def test_a_fork_seals_what_lies_face_down_and_not_the_tile_that_the_map_has_shown() -> None:
    cave = Cave((5, 8), (4, 2), closed=("r3c1", "r6c1")).drawn(0, "map", "rope").drawn(1, "shield")
    cave.token("coin", (4, 8))
    tiles = {place: cave.state["places"][place] for place in (6, 15)}

    def sealed(zone: str) -> list[tuple[int, object, tuple[int, ...]]]:
        found = [seal for seal in RULESET.face_down(cave.state) if seal.content["zone"] == zone]
        return [(seal.content["at"], seal.content["item"], seal.seats) for seal in found]

    assert sealed("tiles") == [
        (place, {"tile": tile["tile"], "turns": tile["turns"]}, ()) for place, tile in tiles.items()
    ]
    assert sealed("tokens") == [(at, kind, ()) for at, kind in enumerate(cave.state["stack"], start=1)]
    assert sealed("deck") == [(at, kind, ()) for at, (kind, _) in enumerate(cave.state["deck"])]
    others = [seal for seal in RULESET.face_down(cave.state) if seal.seats]
    assert [(seal.content["at"], seal.content["item"], seal.seats) for seal in others] == [
        (0, "map", (0,)),
        (1, "rope", (0,)),
        (0, "shield", (1,)),
    ]

    cave.do(0, "use_map", tile="r3c1")
    assert cave.pending() == ("rotate_tile", 0)
    assert [at for at, _, _ in sealed("tiles")] == [15]


@pytest.mark.parametrize("type_", ["place_character", "place_token", "rotate_tile", "answer_loss"])
def test_what_lies_face_down_is_found_by_its_place_number_or_slot(type_: str) -> None:
    """A tile that the map has shown is in no envelope any more."""
    cave = deciding(type_)
    state, shown = cave.state, 18 if type_ == "rotate_tile" else None
    closed = [place for place, entry in enumerate(state["places"]) if not entry["open"] and place != shown]
    seals = RULESET.face_down(state)

    assert [seal.key for seal in seals] == [
        *(f"tiles/{place}" for place in closed),
        *(f"tokens/{at}" for at in range(24 - len(state["stack"]), 24)),
        *(f"card/{slot}" for _, slot in state["deck"]),
        *(f"card/{slot}" for own in state["seats"] for _, slot in own["drawn"]),
    ]


def test_a_question_about_no_tile_opens_none() -> None:
    cave = Cave((5, 8), (4, 2), closed=("low1",)).losing(0, "hit", "dragon")

    assert next(seal.key for seal in RULESET.face_down(cave.state)) == "tiles/18"
