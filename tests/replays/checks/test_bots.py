"""Level `bots`: every move of a bot is what its program plays with that view and that chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from delvebook.domain.bots import Action, Bot, View, find_program, random_bot
from delvebook.domain.tape import Chance
from delvebook.domain.viewers import SPECTATOR
from delvebook.replays.report import Level
from delvebook.replays.verify import verify
from tests.replays.games import forged, lines_of, played_game, record_of
from tests.titles.bids import Bids

pytestmark = pytest.mark.usefixtures("bids_registered")


def bots_level(record: bytes) -> Level:
    return verify(record, levels=["bots"]).level("bots")


def test_the_moves_of_a_bot_that_played_by_its_program_hold() -> None:
    level = bots_level(record_of(*played_game()))

    assert level.status == "holds"
    assert level.counts["moves"] > 3


def test_a_program_that_would_have_played_otherwise_is_named_at_its_first_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Forges a move, as if a person or another program had played in the bot's name."""
    record = record_of(*played_game())
    monkeypatch.setattr(Bids, "bots", {**Bids.bots, "greedy": lambda view, legal, *, chance: legal[-1]})
    first = next(line for line in lines_of(record) if line.get("type") == "ActionTaken" and line["data"]["seat"] == 2)

    level = bots_level(record)

    finding = level.findings[0]
    assert (level.status, finding.code) == ("failed", "bots/choice")
    assert finding.n is not None
    assert finding.n >= first["n"]
    assert finding.expected != finding.found
    assert "seat 2 was played by the bot greedy@1" in finding.sentence


def test_another_program_in_the_record_s_place_of_the_bot_is_found() -> None:
    def as_random(lines: list[dict[str, Any]]) -> None:
        next(line for line in lines if line.get("type") == "SeatTaken" and line["data"]["bot"])["data"]["bot"] = (
            "random@1"
        )

    record = forged(record_of(*played_game()), as_random)

    assert verify(record).holds
    assert bots_level(record).status == "failed"


@pytest.mark.parametrize("name", ["genius@1", "greedy@7"])
def test_a_program_that_is_not_known_here_is_said_to_be_uncheckable(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, _, version = name.partition("@")
    key = kind if version == "1" else name
    monkeypatch.setattr(Bids, "bots", {**Bids.bots, key: random_bot})
    record = record_of(*played_game_with(name))
    monkeypatch.setattr(Bids, "bots", {key_: bot for key_, bot in Bids.bots.items() if key_ != key})

    assert verify(record, levels=["chain"]).holds
    assert bots_level(record).status == "not applicable"


def played_game_with(bot: str) -> Any:
    from tests.replays import games  # noqa: PLC0415 - the bot is put on the seat by its name

    made, events = games.played_game(bot=bot)
    return made, events


def test_while_the_seed_is_secret_no_bot_can_be_asked() -> None:
    level = bots_level(record_of(*played_game(stop_after=6), SPECTATOR))

    assert level.status == "not applicable"
    assert level.is_early


def test_a_bot_that_fails_on_a_record_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
        raise KeyError("no such card")

    record = record_of(*played_game())
    monkeypatch.setattr(Bids, "bots", {**Bids.bots, "greedy": failing})

    assert bots_level(record).findings[0].code == "bots/broken"


def test_a_kind_means_its_newest_version_and_a_program_itself() -> None:
    def newer(view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
        return legal[0]

    bots: Mapping[str, Bot] = {"greedy": random_bot, "greedy@2": newer}

    found = {
        name: find_program(bots, name) for name in ("greedy", "greedy@1", "greedy@2", "greedy@3", "x", "greedy@0", "")
    }
    assert {name: None if one is None else one.name for name, one in found.items()} == {
        "greedy": "greedy@2",
        "greedy@1": "greedy@1",
        "greedy@2": "greedy@2",
        "greedy@3": None,
        "x": None,
        "greedy@0": None,
        "": None,
    }
