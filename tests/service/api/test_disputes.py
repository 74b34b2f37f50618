"""Disputes over HTTP: claim, finding, ruling, appeal, and their refusals."""

from __future__ import annotations

from hashlib import sha256
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from delvebook.projections.disputes import DisputesProjection
from delvebook.projections.lobby.projection import LobbyProjection
from delvebook.projections.projector import Projector
from delvebook.replays.forks import Parents
from delvebook.replays.verify import verify
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from delvebook.service.identity.audit_log import AuditQuery
from delvebook.service.usecases.forks import ForkService
from tests.replays.games import forged, lines_of
from tests.service.api.house import TITLE, Person, as_official, body_of, play_to_the_end, running_game
from tests.service.tables import pass_time


@pytest.fixture
def judge(app: Flask) -> Person:
    return as_official(app, "Judy", "games:play", "disputes:rule")


@pytest.fixture
def other_judge(app: Flask) -> Person:
    return as_official(app, "Jude", "games:play", "disputes:rule")


def files(person: Person, game: str, event: int = 4, **terms: Any) -> str:
    answer = person.post(f"/v1/games/{game}/disputes", {"event": event, "claim": "this is wrong", **terms})
    assert answer.status_code == 201, answer.text
    return f"{game}.{body_of(answer)['n']}"


def rules(person: Person, dispute: str, verdict: str = "dismissed", remedy: Any = None) -> Any:
    return person.post(
        f"/v1/disputes/{dispute}/ruling", {"verdict": verdict, "remedy": remedy, "reason": "I looked at it"}
    )


def examined(app: Flask, dispute: str) -> None:
    game, _, n = dispute.partition(".")
    disputes = app.extensions["delvebook"].use.disputes
    assert disputes.examine(UUID(game), int(n)) is not None
    assert disputes.examine(UUID(game), int(n)) is None


def signed(app: Flask, game: str, n: int, *, hash_: str | None = None) -> str:
    """Returns the service's signature under event `n`, or under another hash there."""
    services = app.extensions["delvebook"]
    event = services.use.application.events_of(UUID(game), after=n - 1, limit=1)[0]
    receipt: str = services.use.receipts.accept(game=game, n=n, hash_=hash_ or event.hash, at=event.at, sub="ann")
    return receipt


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, body_of(answer)["code"]


def test_a_dispute_about_a_finished_game_is_filed_examined_ruled_appealed_and_ruled_again(
    app: Flask, ann: Person, bob: Person, judge: Person, other_judge: Person
) -> None:
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    record = ann.get(f"/v1/games/{game}/record").text
    dispute = files(ann, game, receipts=[signed(app, game, ann.sees(game)["n"])], record=record)
    examined(app, dispute)

    assert rules(judge, dispute).status_code == 201
    assert bob.post(f"/v1/disputes/{dispute}/appeal", {"reason": "no"}).status_code == 201
    assert refused(rules(judge, dispute)) == (403, "dispute/party")
    last = rules(other_judge, dispute, "upheld", {"type": "adjudicate", "ranking": [[1], [0]]})
    assert last.status_code == 201

    body = body_of(ann.get(f"/v1/disputes/{dispute}"))
    assert (body["status"], body["seat"], body["event"]) == ("closed", 0, 4)
    assert body["finding"]["holds"] is True
    assert body["finding"]["first"] is None
    assert body["finding"]["receipts"][0]["honoured"] is True
    assert body["record"]["event"] is None
    assert body["record"]["sha256"] == sha256(record.encode()).hexdigest()
    assert [ruling["verdict"] for ruling in body["rulings"]] == ["dismissed", "upheld"]
    assert ann.sees(game)["disputes"] == [dispute]
    report = verify(ann.get(f"/v1/games/{game}/record").data)
    assert [level.status for level in report.levels] == ["holds", "holds"]


def test_the_clock_of_a_running_game_stops_until_the_ruling(
    app: Flask, ann: Person, bob: Person, judge: Person
) -> None:
    game = running_game(
        ann, bob, clock={"kind": "per_decision", "seconds": 60, "on_expiry": {"kind": "bot", "bot": "random"}}
    )
    seen = ann.sees(game)
    seat = seen["to_act"][0]
    dispute = files(bob, game, event=seen["n"])
    games = app.extensions["delvebook"].use.playing

    assert ann.sees(game)["clock_stopped"] is True
    pass_time(app.extensions["delvebook"].use, 61)
    assert games.expire(UUID(game), seat=seat, decision=(ann, bob)[seat].may(game)["decision"]) is None
    examined(app, dispute)
    assert rules(judge, dispute).status_code == 201
    assert ann.sees(game)["clock_stopped"] is False
    assert games.expire(UUID(game), seat=seat, decision=(ann, bob)[seat].may(game)["decision"]) is None
    pass_time(app.extensions["delvebook"].use, 61)
    assert games.expire(UUID(game), seat=seat, decision=(ann, bob)[seat].may(game)["decision"]) is not None


def test_bots_wait_while_the_clock_stands_still(app: Flask, ann: Person, judge: Person) -> None:
    game = ann.opens_game(seats=2, bots=[{"seat": 1, "bot": "random"}])
    ann.sits(game, seat=0)
    ann.starts(game)
    decision = ann.sees(game)["n"]
    dispute = files(ann, game)
    games = app.extensions["delvebook"].use.playing

    assert games.play_bot(UUID(game), seat=1, decision=decision) is None
    assert rules(judge, dispute).status_code == 201
    assert games.play_bot(UUID(game), seat=1, decision=decision) is not None


def test_a_resumed_game_keeps_its_secrets_until_the_fork_is_over_and_both_records_hold(
    app: Flask, ann: Person, bob: Person, judge: Person
) -> None:
    game = running_game(ann, bob)
    ann.acts(game)
    bob.acts(game)
    at = ann.sees(game)["n"]
    table = ann.sees(game)["table"]
    dispute = files(ann, game)

    answer = rules(judge, dispute, "upheld", {"type": "resume", "event": at})

    assert [event["type"] for event in body_of(answer)["events"]] == ["DisputeRuled", "GameAborted"]
    fork = body_of(answer)["game"]["resumed_by"]
    left = ann.sees(game)
    assert (left["status"], left["seed"], left["resumed_by"]) == ("aborted", None, fork)
    made = ann.sees(fork)
    assert made["parent"] == {"game": game, "n": at, "hash": made["parent"]["hash"], "ruling": left["n"] - 1}
    kept = [{"id": one.id, "name": name, "kind": "person"} for one, name in ((ann, "Ann"), (bob, "Bob"))]
    assert made["reserved"] == kept
    stranger = Person(app, "Sue")
    assert refused(stranger.post(f"/v1/games/{fork}/seats", {"seat": 0})) == (409, "seat/reserved")
    assert refused(stranger.post(f"/v1/games/{fork}/abort", {"reason": "!"})) == (403, "auth/forbidden")
    bob.sits(fork)
    ann.sits(fork)
    ann.starts(fork)
    assert ann.sees(fork)["table"] == table
    forks = app.extensions["delvebook"].use.forks
    assert forks.reveal(UUID(game)) is None
    assert ann.sees(game)["seed"] is None

    play_to_the_end(fork, ann, bob)
    assert forks.reveal(UUID(game)) is not None
    assert forks.reveal(UUID(game)) is None
    records = [ann.get(f"/v1/games/{one}/record").data for one in (game, fork)]
    assert [level.status for level in verify(records[0]).levels] == ["holds", "holds"]
    assert [level.status for level in verify(records[1], parents=Parents(records[:1])).levels] == ["holds", "holds"]
    assert refused(bob.post(f"/v1/disputes/{dispute}/appeal", {"reason": "!"})) == (409, "dispute/settled")


def test_who_dismisses_on_appeal_ends_the_fork_and_resumes_the_game_where_it_stood(
    app: Flask, ann: Person, bob: Person, judge: Person, other_judge: Person
) -> None:
    game = running_game(ann, bob)
    start = ann.sees(game)["n"]
    ann.acts(game)
    table = ann.sees(game)["table"]
    dispute = files(bob, game)
    first = body_of(rules(judge, dispute, "upheld", {"type": "resume", "event": start}))["game"]["resumed_by"]
    assert ann.post(f"/v1/disputes/{dispute}/appeal", {"reason": "it was right"}).status_code == 201
    assert rules(other_judge, dispute).status_code == 201

    remedy = body_of(ann.get(f"/v1/disputes/{dispute}"))["rulings"][-1]["remedy"]
    second = remedy["game"]
    assert ann.sees(first)["status"] == "aborted"
    assert ann.sees(first)["resumed_by"] == second
    bob.sits(second)
    ann.sits(second)
    ann.starts(second)
    assert ann.sees(second)["table"] == table
    play_to_the_end(second, ann, bob)
    forks = app.extensions["delvebook"].use.forks
    for one in (game, first, game):
        forks.reveal(UUID(one))
    records = [ann.get(f"/v1/games/{one}/record").data for one in (game, second, first)]
    assert [verify(one, parents=Parents(records)).first for one in records] == [None, None, None]
    assert ann.sees(game)["seed"] is not None


def test_a_ruling_may_resume_a_game_by_a_corrected_version_only(ann: Person, bob: Person, judge: Person) -> None:
    game = running_game(ann, bob)
    at = ann.sees(game)["n"]
    dispute = files(ann, game)
    for ruleset, refusal in (
        ("labyrinth@1", (409, "fork/refused")),
        ("dungeon-raiders@9", (422, "ruleset/unknown")),
    ):
        remedy = {"type": "resume", "event": at, "ruleset": ruleset}
        assert refused(rules(judge, dispute, "upheld", remedy))[1] == refusal[1]
    assert refused(rules(judge, dispute, "upheld", {"type": "resume", "event": 1})) == (409, "fork/refused")
    assert ann.sees(game)["status"] == "running"


def test_false_proof_is_refused_and_changes_nothing(app: Flask, ann: Person, bob: Person) -> None:
    game, other = running_game(ann, bob), running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    n = ann.sees(game)["n"]
    record = ann.get(f"/v1/games/{game}/record").text
    good = signed(app, game, 4)
    for proof, reason in (
        ({"receipts": ["a.b.c"]}, "receipts/not_a_jws"),
        ({"receipts": [good, good[:-8] + "AAAAAAAA"]}, "receipts/signature"),
        ({"receipts": [signed(app, other, 4)]}, "receipts/game"),
        ({"record": "nonsense"}, "chain/header"),
        ({"record": ann.get(f"/v1/games/{other}/record").text}, "record/game"),
        ({"record": record.replace('"seat":1', '"seat":0', 1)}, "chain/hash"),
    ):
        answer = ann.post(f"/v1/games/{game}/disputes", {"event": 4, "claim": "wrong", **proof})
        assert (answer.status_code, body_of(answer)["code"], body_of(answer)["reason"]) == (
            422, "dispute/false_proof", reason,
        )  # fmt: skip
    assert ann.sees(game)["n"] == n


def test_a_record_of_another_history_and_a_receipt_for_it_are_proof_against_the_service(
    app: Flask, ann: Person, bob: Person
) -> None:
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)

    def change(lines: list[dict[str, Any]]) -> None:
        lines[5]["at"] = lines[4]["at"]

    record = forged(ann.get(f"/v1/games/{game}/record").data, change)
    event = lines_of(record)[5]
    receipt = signed(app, game, event["n"], hash_=event["hash"])
    dispute = files(ann, game, receipts=[receipt], record=record.decode())
    examined(app, dispute)

    body = body_of(bob.get(f"/v1/disputes/{dispute}"))
    assert body["record"]["event"] == event["n"]
    assert body["finding"]["receipts"] == [{"n": event["n"], "honoured": False}]


def test_a_finding_in_a_running_game_tells_its_details_to_arbiters_alone_and_notes_that(
    app: Flask, ann: Person, bob: Person, judge: Person
) -> None:
    game = running_game(ann, bob)
    dispute = files(ann, game)
    examined(app, dispute)

    for person in (ann, bob):
        finding = body_of(person.get(f"/v1/disputes/{dispute}"))["finding"]
        assert finding["holds"] is True
        assert not finding.keys() & {"first", "versions"}
    assert app.extensions["delvebook"].audit.entries(AuditQuery(game=game)) == []
    assert body_of(judge.get(f"/v1/disputes/{dispute}"))["finding"]["versions"] == []
    assert [note["action"] for note in app.extensions["delvebook"].audit.entries(AuditQuery(game=game))] == [
        "game/look"
    ]


def test_wrong_claims_rulings_and_appeals_are_refused_and_change_nothing(
    app: Flask, ann: Person, bob: Person, judge: Person
) -> None:
    game = running_game(ann, bob)
    stranger = Person(app, "Sue")
    path = f"/v1/games/{game}/disputes"
    claim = {"event": 4, "claim": "wrong"}
    n = ann.sees(game)["n"]

    assert refused(stranger.post(path, claim)) == (403, "dispute/party")
    assert refused(ann.post(path, {**claim, "event": 999})) == (404, "event/unknown")
    assert refused(ann.post(path, {**claim, "event": 0})) == (422, "input/invalid")
    assert refused(ann.get("/v1/disputes/nonsense")) == (404, "dispute/unknown")
    assert refused(ann.get(f"/v1/disputes/{game}.3")) == (404, "dispute/unknown")
    assert ann.sees(game)["n"] == n

    dispute = files(ann, game)
    n += 1
    assert refused(ann.post(path, claim)) == (409, "dispute/open")
    assert refused(rules(ann, dispute)) == (403, "auth/forbidden")
    assert refused(rules(judge, dispute, "upheld")) == (422, "dispute/remedy")
    assert refused(rules(judge, dispute, "dismissed", {"type": "annul"})) == (422, "dispute/remedy")
    assert refused(rules(judge, dispute, "upheld", {"type": "adjudicate", "ranking": [[0]]})) == (
        422,
        "dispute/remedy",
    )
    assert refused(rules(judge, dispute, "upheld", {"type": "resume", "event": 999})) == (404, "event/unknown")
    assert refused(ann.post(f"/v1/disputes/{dispute}/appeal", {"reason": "!"})) == (409, "dispute/not_ruled")
    assert ann.sees(game)["n"] == n

    assert rules(judge, dispute).status_code == 201
    assert refused(rules(judge, dispute)) == (409, "dispute/ruled")
    assert refused(stranger.post(f"/v1/disputes/{dispute}/appeal", {"reason": "!"})) == (403, "dispute/party")
    assert ann.post(f"/v1/disputes/{dispute}/appeal", {"reason": "!"}).status_code == 201
    assert refused(bob.post(f"/v1/disputes/{dispute}/appeal", {"reason": "!"})) == (409, "dispute/appealed")


def test_an_arbiter_who_plays_does_not_rule(app: Flask, ann: Person, judge: Person) -> None:
    game = running_game(ann, judge)
    dispute = files(ann, game)

    assert refused(rules(judge, dispute)) == (403, "dispute/party")


def test_disputes_are_listed_by_page_and_private_ones_for_those_concerned(
    app: Flask, settings: Settings, ann: Person, bob: Person, judge: Person, nobody: Person
) -> None:
    shown = [files(ann, running_game(ann, bob)) for _ in range(3)]
    hidden = files(bob, running_game(ann, bob, visibility="unlisted"))
    services = app.extensions["delvebook"]
    engine = open_engine(settings.projections_url)
    Projector(engine, DisputesProjection(), services.use.application.page_reader()).catch_up()

    def ids(person: Person, **query: Any) -> list[str]:
        return [one["id"] for one in body_of(person.get("/v1/disputes", query_string=query))["disputes"]]

    rulesets = [one.get("ruleset") for one in body_of(ann.get("/v1/disputes"))["disputes"]]
    assert rulesets == [None] * 4  # for as long as the list of games is behind
    Projector(engine, LobbyProjection(), services.use.application.page_reader()).catch_up()
    rulesets = [one["ruleset"] for one in body_of(ann.get("/v1/disputes"))["disputes"]]
    assert rulesets == [body_of(ann.get(f"/v1/disputes/{shown[0]}"))["ruleset"]] * 4 == [f"{TITLE}@1"] * 4
    assert ids(nobody) == shown[::-1]
    assert ids(ann) == ids(judge) == [hidden, *shown[::-1]]
    page = body_of(ann.get("/v1/disputes", query_string={"limit": 2}))
    assert ids(ann, cursor=page["next"]) == shown[1::-1]
    assert ids(ann, status="closed") == []
    assert ids(ann, game=shown[0].partition(".")[0]) == shown[:1]
    assert ids(ann, claimant="me") == ids(nobody, claimant=ann.id) == shown[::-1]
    assert ids(bob, claimant="me") == [hidden]
    assert refused(nobody.get("/v1/disputes", query_string={"claimant": "me"})) == (401, "auth/required")
    engine.dispose()


def test_an_examination_shows_what_a_seat_knew_and_is_noted_before(
    app: Flask, ann: Person, bob: Person, judge: Person
) -> None:
    game = running_game(ann, bob)
    ann.acts(game)
    start = next(
        event["n"] for event in body_of(ann.get(f"/v1/games/{game}/events"))["events"] if event["type"] == "GameStarted"
    )

    path = f"/v1/games/{game}/examination"
    body = body_of(judge.get(path, query_string={"event": start + 1}))

    assert (body["seat"], body["knew"]["n"], body["knows"]["n"]) == (0, start, start + 1)
    assert body["chose"] in [one["action"] for one in body["might"]]
    assert all("content" in envelope for envelope in body["happened"]["sealed"])
    assert body["told"]
    notes = app.extensions["delvebook"].audit.entries(AuditQuery(game=game))
    assert [(note["action"], note["details"]["event"]) for note in notes] == [("game/look", start + 1)]
    assert refused(ann.get(path, query_string={"event": start}))[0] == 403
    assert refused(judge.get(path, query_string={"event": 99})) == (404, "event/unknown")
    assert refused(judge.get(path, query_string={"event": 1, "seat": 7})) == (404, "seat/unknown")
    assert body_of(judge.get(path, query_string={"event": 1, "seat": 0}))["knew"] is None


def test_an_examination_proves_every_draw(ann: Person, bob: Person, judge: Person) -> None:
    game = running_game(ann, bob)
    start = ann.sees(game)["n"]

    body = body_of(judge.get(f"/v1/games/{game}/examination", query_string={"event": start}))

    counted = sum(draw["count"] for draw in body["happened"]["data"]["draws"])
    assert len(body["draws"]) == counted > 0
    for number, draw in enumerate(body["draws"]):
        assert draw["number"] == number
        assert int(draw["block"][:16], 16) % draw["below"] == draw["drawn"]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ("", "chain/header"),
        ("\n" * 10_000, "chain/header"),
        ("[" * 100_000, "chain/header"),
        ('{"format":' * 50_000, "chain/header"),
        ("x" * 3_000_000, "chain/header"),
        ('{"format":"delvebook-record/1"}', "chain/header"),
    ],
    ids=["empty", "empty lines", "deep arrays", "deep objects", "an endless line", "half a header"],
)
def test_hostile_records_are_refused_and_change_nothing(ann: Person, bob: Person, record: str, reason: str) -> None:
    game = running_game(ann, bob)
    n = ann.sees(game)["n"]

    answer = ann.post(f"/v1/games/{game}/disputes", {"event": 4, "claim": "wrong", "record": record})

    assert refused(answer) == (422, "dispute/false_proof")
    assert body_of(answer)["reason"] == reason
    assert ann.sees(game)["n"] == n


def test_a_claim_larger_than_any_record_is_refused(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    most = app.extensions["delvebook"].settings.record_bytes_max

    answer = ann.post(
        f"/v1/games/{game}/disputes", data=b"x" * (most + 1), headers={"Content-Type": "application/json"}
    )

    assert refused(answer) == (413, "input/too_large")


def test_a_game_that_cannot_be_played_again_has_a_finding_that_says_so(
    app: Flask, ann: Person, bob: Person, judge: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = running_game(ann, bob)
    dispute = files(ann, game)

    def fall_over(*_: Any, **__: Any) -> None:
        raise RuntimeError("this title has a defect")

    monkeypatch.setattr("delvebook.service.usecases.disputes.examine", fall_over)
    examined(app, dispute)
    finding = body_of(judge.get(f"/v1/disputes/{dispute}"))["finding"]
    assert (finding["holds"], finding["why_not"]) == (None, "the service could not play the game again: RuntimeError")


def test_a_ruling_stands_though_what_follows_from_it_has_to_wait(
    app: Flask, ann: Person, bob: Person, judge: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = running_game(ann, bob)
    dispute = files(ann, game)
    with monkeypatch.context() as broken:
        broken.setattr(ForkService, "carry_out", lambda *_: 1 / 0)
        ruled = rules(judge, dispute, "upheld", {"type": "resume", "event": 5})
    assert ruled.status_code == 201
    fork = body_of(ruled)["game"]["resumed_by"]
    assert ann.get(f"/v1/games/{fork}").status_code == 404

    app.extensions["delvebook"].use.forks.carry_out(UUID(game), int(dispute.partition(".")[2]))
    assert ann.sees(fork)["status"] == "open"


def test_a_claim_is_withdrawn_by_its_claimant_and_the_clock_runs_again(
    app: Flask, ann: Person, bob: Person, judge: Person
) -> None:
    game = running_game(ann, bob)
    dispute = files(ann, game)
    path = f"/v1/disputes/{dispute}/withdrawal"

    assert refused(bob.post(path)) == (403, "dispute/party")
    assert refused(ann.post(f"/v1/disputes/{game}.3/withdrawal")) == (404, "dispute/unknown")
    answer = ann.post(path, key="again")
    assert answer.status_code == 201, answer.text
    assert ann.post(path, key="again").data == answer.data
    assert [event["type"] for event in body_of(answer)["events"]] == ["DisputeWithdrawn"]
    assert ann.sees(game)["clock_stopped"] is False
    assert body_of(ann.get(f"/v1/disputes/{dispute}"))["status"] == "withdrawn"
    assert refused(ann.post(path)) == (409, "dispute/ruled")
    assert refused(rules(judge, dispute)) == (409, "dispute/ruled")
    play_to_the_end(game, ann, bob)
    report = verify(ann.get(f"/v1/games/{game}/record").data)
    assert [level.status for level in report.levels] == ["holds", "holds"]
