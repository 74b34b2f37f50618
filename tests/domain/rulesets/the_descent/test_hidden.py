"""What is hidden, from whom, how it is sealed, and when it is opened."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.canonical import jcs
from delvebook.domain.playout import seed_of, steps
from delvebook.domain.table import Table
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import ARBITER, SPECTATOR, seat_viewer
from tests.domain.rulesets.the_descent.caves import RULESET, Cave, told, types

GAME = "00000000-0000-4000-8000-000000000001"


def table_of(seats: int, seed: str, **options: Any) -> tuple[Table, dict[str, Any]]:
    table = Table(RULESET, seed=seed_of(seed), game=GAME, nonces=[""] * seats)
    return table, RULESET.parse_options(options, seats=seats)


def adventurous(view: dict[str, Any], legal: Any, *, chance: Any) -> dict[str, Any]:
    """Moves and uses cards wherever it can."""
    bold = [action for action in legal if action["type"] not in ("end_turn", "surrender")]
    return random_bot(view, bold or legal, chance=chance)


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


def test_others_see_how_many_cards_were_drawn_but_not_which() -> None:
    cave = Cave((5, 8), (4, 2)).token("backpack", (4, 8)).deck("dynamite", "map")
    facts = cave.do(0, "step", dir="left")

    assert told(facts, "cards_drawn")[0]["cards"] == 2
    for viewer in (seat_viewer(1), SPECTATOR):
        seen = RULESET.view(cave.state, viewer)["seats"][0]
        assert (seen["drawn"], seen["cards"]) == (None, 2)
    assert RULESET.view(cave.state, seat_viewer(0))["seats"][0]["drawn"] == ["dynamite", "map"]
    assert RULESET.view(cave.state, ARBITER)["seats"][0]["drawn"] == ["dynamite", "map"]


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
    assert seen["seats"][1]["drawn"] == ["map", "key"]
    assert seen["places"][0]["tile"] is None
    assert seen["deck"]["cards"] is None
    assert seen["token_stack"] is None


def test_the_public_parts_of_the_view_are_there_for_everybody() -> None:
    cave = Cave((5, 8), (4, 2), closed=("r1c1", "low2")).stack("chest").token("coin", (4, 8)).discard("map")
    for viewer in (seat_viewer(0), seat_viewer(1), SPECTATOR):
        seen = RULESET.view(cave.state, viewer)
        assert seen["tokens_left"]["coin"] == 5
        assert seen["deck"]["size"] == len(cave.state["deck"])
        assert seen["discard"] == ["map"]
        assert [place["place"] for place in seen["places"] if place["tile"] is None] == ["r1c1", "low2"]
        assert [place["turns"] for place in seen["places"] if not place["open"]] == [None, None]
        assert seen["field"][0].startswith("????")


def test_the_arbiter_sees_everything() -> None:
    cave = Cave((5, 8), (4, 2), closed=("r1c1",)).drawn(1, "map")
    seen = RULESET.view(cave.state, ARBITER)

    assert seen["places"][0]["tile"] == "T02"
    assert seen["token_stack"] == cave.state["stack"]
    assert seen["deck"]["cards"] == [kind for kind, _ in cave.state["deck"]]


@pytest.mark.clause("TD-085", "TD-111")
def test_an_open_card_question_shows_its_type_and_owner_but_no_options() -> None:
    """Two worlds that differ in one hidden card look the same to everybody else, and tell the same."""
    worlds = []
    for card in ("shield", "key"):
        cave = Cave((4, 8), (4, 2)).drawn(0, card).creature("dragon", (8, 8), hunts=0).turn(1)
        facts = cave.do(1, "end_turn")
        assert cave.pending() == ("answer_loss", 0)
        worlds.append(
            (jcs(cave.view(1)), jcs(RULESET.view(cave.state, SPECTATOR)), jcs(facts.public), cave.choices("card"))
        )

    assert worlds[0][:3] == worlds[1][:3]
    assert worlds[0][3] != worlds[1][3]


@pytest.mark.parametrize("seed", ["a", "b"])
def test_public_facts_do_not_depend_on_the_deck_or_on_hands(seed: str) -> None:
    """The same choices in a world with other cards tell the same, until a drawn card is used."""
    table, options = table_of(2, f"twin/{seed}", round_limit=20)
    body = table.start(options, n=1)
    assert body.data["facts"]
    chance = Tape(b"choices")
    for n in range(2, 120):
        seat = table.to_act()[0]
        legal = [
            action for action in table.legal(seat) if action["type"] in ("step", "jump", "end_turn")
        ] or table.legal(seat)[-1:]
        action = legal[chance.below(len(legal), "action")]
        other = RULESET.determinize(RULESET.view(table.state, SPECTATOR), chance=Tape(b"other%d" % n))
        for place, entry in enumerate(table.state["places"]):
            other["places"][place] = dict(entry)
        other["stack"] = list(table.state["stack"])
        twin_tape = Tape(table.tape.key, position=table.tape.position)
        twin = RULESET.play(other, seat, action, tape=twin_tape)
        facts = table.act(seat, action, n=n).data["facts"]
        kits = any(fact["type"] in ("deck_shuffled", "hand_discarded") for fact in facts)
        assert kits or twin.public == facts
        if table.outcome is not None:
            break
