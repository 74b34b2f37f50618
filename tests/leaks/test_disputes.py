"""Disputes, forks and take-backs tell no viewer more than they may know."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.events import ActionTaken
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.viewers import SPECTATOR, seat_viewer
from tests.leaks.questions import Ask, answer
from tests.leaks.worlds import World, differing, other_world, played, viewers_of
from tests.service.api.house import as_official, body_of


def dispute_of(world: World) -> str:
    """Files a dispute of the first player about the last event: the same request in every world."""
    n = world.whole().stream.version
    filed = world.people[0].post(f"/v1/games/{world.game}/disputes", {"event": n, "claim": "this is wrong"})
    assert filed.status_code == 201, filed.text
    return f"{world.game}.{n + 1}"


def questions(world: World, dispute: str) -> list[Ask]:
    """Returns every allowed request about a dispute, and every refused one."""
    game = f"/v1/games/{world.game}"
    ruling = {"verdict": "dismissed", "reason": "me"}
    return [
        ("GET", game, None, {}),
        ("GET", f"{game}/events?lang=en&limit=500", None, {}),
        ("GET", f"{game}/record", None, {}),
        ("GET", f"{game}/actions", None, {}),
        ("GET", f"{game}/examination?event=2", None, {}),
        ("POST", f"{game}/forks", {"event": 4}, {}),
        ("POST", f"{game}/forks", {"event": 4, "as": "seat:0"}, {}),
        ("GET", f"{game}/take-backs", None, {}),
        ("POST", f"{game}/take-backs/answers", {"agrees": True}, {}),
        ("POST", f"{game}/disputes", {"event": 10**6, "claim": "?"}, {}),
        ("POST", f"{game}/disputes", {"event": 2, "claim": "?", "receipts": ["a.b.c"]}, {}),
        ("GET", f"/v1/disputes/{dispute}", None, {}),
        ("POST", f"/v1/disputes/{dispute}/ruling", ruling, {}),
        ("POST", f"/v1/disputes/{dispute}/appeal", {"reason": "!"}, {}),
    ]


@pytest.mark.parametrize("eyes", ["first seat", "last seat", "spectator"])
def test_a_dispute_tells_no_more_than_its_viewer_may_know(title: str, eyes: str) -> None:
    ruleset = get_ruleset(title)
    with played(title, seats=ruleset.seats_max, options={}, actions=12, seed=f"dispute/{eyes}") as world:
        last = len(world.people) - 1
        viewer = {"first seat": seat_viewer(0), "last seat": seat_viewer(last), "spectator": SPECTATOR}[eyes]
        with other_world(world, viewer, seed=eyes) as other:
            dispute = dispute_of(world)
            assert dispute_of(other) == dispute
            for ask in questions(world, dispute):
                first, second = (answer(one, viewer, ask) for one in (world, other))
                assert first == second, f"{viewer} is told more by {ask[:3]}"


def test_a_finding_says_to_players_only_what_the_own_rules_make_of_the_record(title: str) -> None:
    with differing(title) as (world, _):
        dispute = dispute_of(world)
        game, _, n = dispute.partition(".")
        world.app.extensions["delvebook"].use.disputes.examine(UUID(game), int(n))
        for viewer in (seat_viewer(0), SPECTATOR):
            finding = body_of(world.person(viewer).get(f"/v1/disputes/{dispute}"))["finding"]
            assert finding.keys() == {"n", "upto", "ruleset", "holds", "receipts"}
            events = body_of(world.person(viewer).get(f"/v1/games/{game}/events?limit=500"))["events"]
            attached = next(event for event in events if event["type"] == "DisputeFindingAttached")
            assert [envelope.keys() for envelope in attached["sealed"]] == [{"for", "digest"}]


def test_a_resumed_game_shows_nobody_what_was_hidden_in_it(title: str) -> None:
    """No answer about the aborted game or the fork has a secret."""
    ruleset = get_ruleset(title)
    with played(title, seats=ruleset.seats_min, options={}, actions=8, seed="resumed") as world:
        judge = as_official(world.app, "Judge", "disputes:rule", "games:play")
        at = world.whole().stream.version
        before = world.whole()
        dispute = dispute_of(world)
        ruling = {"verdict": "upheld", "remedy": {"type": "resume", "event": at}, "reason": "so be it"}
        ruled = judge.post(f"/v1/disputes/{dispute}/ruling", ruling)
        assert ruled.status_code == 201, ruled.text
        fork = body_of(ruled)["game"]["resumed_by"]
        for seat, person in enumerate(world.people):
            person.sits(fork, seat=seat)
        world.people[0].starts(fork)

        for viewer in viewers_of(world):
            person = world.person(viewer)
            for game in (world.game, fork):
                seen = body_of(person.get(f"/v1/games/{game}"))
                expected = before.ruleset.view(before.get_table().state, viewer)
                assert seen["seed"] is None
                assert jcs(seen["table"]) == jcs(json.loads(jcs(expected)))
                told = [json.loads(line) for line in person.get(f"/v1/games/{game}/record").data.splitlines()]
                assert before.seed.hex() not in json.dumps(told)
                for event in told[1:]:
                    for envelope in event["sealed"]:
                        assert ("content" in envelope) == (str(viewer) in envelope["for"]), (event["type"], envelope)
                refused = person.get(f"/v1/games/{game}?viewer=arbiter")
                assert refused.status_code == 403


def test_whether_an_action_may_be_taken_back_is_judged_by_what_its_event_shows(title: str) -> None:
    """The verdict follows from draws, openings and the audiences of envelopes, and from nothing hidden."""
    ruleset = get_ruleset(title)
    verdicts: dict[tuple[Any, ...], set[str]] = {}
    for seed in ("one", "two", "three"):
        with played(title, seats=ruleset.seats_min, options={}, actions=10, seed=seed) as world:
            acted = [event for event in world.events() if isinstance(event, ActionTaken)]
            if not acted:
                continue
            last = acted[-1]
            seat = last.data["seat"]
            asked = world.people[seat].post(f"/v1/games/{world.game}/take-backs")
            told = body_of(asked).get("reason") or body_of(asked)["events"][0]["type"]
            mine = [f"seat:{seat}"]
            own = [one.content for one in last.sealed if one.audience == mine and "zone" not in one.content]
            shape = (
                bool(last.data.get("draws")),
                bool(last.opens),
                any(one.audience not in (mine, ["arbiter"]) for one in last.sealed),
                [sorted(key for key in content if content[key]) for content in own].__repr__(),
                len(world.people) == 1,
            )
            verdicts.setdefault(shape, set()).add(told)
    assert all(len(told) == 1 for told in verdicts.values()), verdicts
