"""A whole story: a faulty version wrongs a player, who disputes it; it is found, upheld, and played on as a fork."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest
from flask import Flask
from typer.testing import CliRunner

from replays.divergence import first_divergence
from service.cli import app as cli
from tests.replays.games import lines_of
from tests.service.api.house import Person, as_official, body_of, play_to_the_end
from tests.titles import registered_titles
from tests.titles.skewed import MendedBids, SkewedBids


@pytest.fixture(autouse=True)
def titles() -> Iterator[None]:
    with registered_titles(SkewedBids, MendedBids):
        yield


def bids(person: Person, game: str, card: int) -> int:
    body = {"decision": person.may(game)["decision"], "action": {"type": "bid", "card": card}}
    answer = person.post(f"/v1/games/{game}/actions", body)
    assert answer.status_code == 201, answer.text
    return int(body_of(answer)["events"][0]["n"])


@pytest.mark.parametrize("is_running", [True, False])
def test_a_player_wronged_by_a_faulty_version_gets_a_finding_a_ruling_and_a_fork(
    app: Flask, ann: Person, bob: Person, tmp_path: Path, *, is_running: bool
) -> None:
    judge = as_official(app, "Judy", "play", "arbitrate")
    game = ann.opens_game(ruleset="skewed-bids@1")
    ann.sits(game)
    bob.sits(game)
    ann.starts(game)
    bids(ann, game, 1)
    wrong = bids(bob, game, 6)
    if not is_running:
        play_to_the_end(game, ann, bob)

    filed = bob.post(f"/v1/games/{game}/disputes", {"event": wrong, "claim": "I bid more, and the prize went to Ann"})
    n = body_of(filed)["n"]
    app.extensions["delvebook"].games.examine_dispute(UUID(game), n)
    finding = body_of(judge.get(f"/v1/disputes/{game}.{n}"))["finding"]
    under = finding["versions"][0]
    assert finding["holds"] is True
    assert (under["ruleset"], under["first"]["n"]) == ("skewed-bids@2", wrong)
    assert under["first"]["clauses"] == ["BID-006"]
    assert ("expected" in under["first"]) is not is_running

    ruling = {"verdict": "upheld", "remedy": {"type": "resume", "at": wrong - 1}, "reason": "BID-006"}
    assert judge.post(f"/v1/disputes/{game}.{n}/ruling", ruling).status_code == 201
    made = bob.post(f"/v1/games/{game}/forks", {"at": wrong - 1})
    fork = str(body_of(made)["game"]["id"])
    ann.sits(fork)
    bob.sits(fork)
    ann.starts(fork)
    assert bob.sees(fork)["to_act"] == [1]
    play_to_the_end(fork, ann, bob)

    files = {}
    for name, one in (("game", game), ("fork", fork)):
        files[name] = tmp_path / f"{name}.jsonl"
        files[name].write_bytes(ann.get(f"/v1/games/{one}/record").data)
    command = ["verify", str(files["fork"]), "--parent", str(files["game"]), "--json"]
    for arguments in (["verify", str(files["game"]), "--json"], command):
        result = CliRunner().invoke(cli, arguments)
        assert result.exit_code == 0, result.output
        levels = {level["level"]: level["status"] for level in json.loads(result.stdout)["levels"]}
        assert (levels["chain"], levels["replay"]) == ("holds", "holds")


def test_a_game_does_not_diverge_under_its_own_version(ann: Person, bob: Person) -> None:
    game = ann.opens_game(ruleset="skewed-bids@1")
    ann.sits(game)
    bob.sits(game)
    ann.starts(game)
    bids(ann, game, 6)
    bids(bob, game, 1)
    play_to_the_end(game, ann, bob)
    _, *events = lines_of(ann.get(f"/v1/games/{game}/record").data)
    seed = bytes.fromhex(events[-1]["data"]["seed"])

    assert first_divergence(events, seed=seed, ruleset="skewed-bids@1") is None
    assert first_divergence(events, seed=seed, ruleset="skewed-bids@2") is not None
