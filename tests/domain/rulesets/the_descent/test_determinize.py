"""States dealt from a view."""

from __future__ import annotations

import pytest

from delvebook.domain.tape import Tape
from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.the_descent.tables import (
    RULESET,
    table_of,
)


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
