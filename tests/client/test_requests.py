"""Tests of the client's retries, waits and streams, on a service with scripted answers."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from delvebook_client import (
    AsyncClient,
    Client,
    ConflictError,
    Keep,
    NoAnswerError,
    ReceiptError,
    Retries,
    ServiceError,
    StreamEndedError,
    TooManyError,
    nonce_commitment,
)
from delvebook_client.retries import Attempts
from tests.house.files import ROOT

GAME = "0e0a2c9e-6c58-5b0b-9f0a-6f7f4a3f8d11"
Answer = httpx.Response | Exception


def shape_of(operation: str, with_status: int, /, **changed: object) -> dict[str, Any]:
    """The recorded answer of an operation, without a receipt, with these members instead."""
    answers = json.loads((ROOT / "service" / "api" / "assets" / "examples.json").read_text(encoding="utf-8"))
    found = answers[operation]["responses"][str(with_status)]["application/json"]
    return {**found, **({"receipt": None} if "receipt" in found else {}), **changed}


def problem(status: int, code: str, *, retryable: bool = False, **headers: str) -> httpx.Response:
    return httpx.Response(
        status, json={"code": code, "retryable": retryable, "title": "t", "detail": "d"}, headers=headers
    )


def lines(*told: dict[str, Any], cut: str = "") -> httpx.Response:
    return httpx.Response(200, content="".join(json.dumps(one) + "\n" for one in told).encode() + cut.encode())


class Service:
    """Answers one request after another, and remembers the requests."""

    def __init__(self, *answers: Answer) -> None:
        self._answers = list(answers)
        self.asked: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The times that it would have waited, instead of waiting."""
    waited: list[float] = []
    monkeypatch.setattr("delvebook_client.sync.connection.time.sleep", waited.append)
    return waited


def client(
    service: Callable[[httpx.Request], httpx.Response],
    *,
    seconds: float = 120,
    token: str | None = "dvb_1",  # noqa: S107
) -> Client:
    return Client("http://there", token=token, transport=httpx.MockTransport(service), retries=Retries(seconds=seconds))


LOST = httpx.ReadTimeout("no answer")
BUSY = problem(503, "service/unavailable", retryable=True)


@pytest.mark.parametrize("wrong", [LOST, httpx.RemoteProtocolError("cut"), BUSY, httpx.Response(502, text="proxy")])
def test_a_read_is_asked_again(waits: list[float], wrong: Answer) -> None:
    service = Service(wrong, wrong, httpx.Response(200, json={"ok": True}))

    assert client(service).get("/v1/rulesets") == {"ok": True}
    assert len(service.asked) == 3
    assert len(waits) == 2


@pytest.mark.parametrize("wrong", [LOST, httpx.RemoteProtocolError("cut"), BUSY, httpx.Response(502, text="proxy")])
def test_a_command_is_sent_again_with_the_same_key_and_body(waits: list[float], wrong: Answer) -> None:
    done = httpx.Response(201, json={"n": 5, "hash": "00", "receipt": None})
    service = Service(wrong, done)

    client(service).game(GAME).act({"type": "pass"}, decision=4)

    first, second = service.asked
    assert first.headers["Idempotency-Key"] == second.headers["Idempotency-Key"]
    assert len(first.headers["Idempotency-Key"]) >= 16
    assert first.content == second.content
    assert first.url == second.url


def test_when_ones_own_action_ends_the_game_nothing_is_waited_for(waits: list[float]) -> None:
    asked = shape_of("games_legal", 200, n=4, seat=0, decision=4, owed=True)
    nothing = {**asked, "n": 7, "decision": None, "owed": False, "actions": []}
    service = Service(
        httpx.Response(200, json=shape_of("games_get", 200, n=4, status="running")),
        httpx.Response(200, json=asked),
        httpx.Response(201, json={"n": 7, "hash": "00", "receipt": None, "actions": nothing}),
        httpx.Response(200, json=shape_of("games_get", 200, n=7, status="finished")),
    )
    game = client(service).game(GAME)

    for offer in game.decisions():
        assert offer.decision == 4
        game.act({"type": "pass"}, decision=4)
    assert "wait" not in "".join(str(one.url) for one in service.asked)
    assert len(service.asked) == 4


def test_two_commands_have_two_keys(waits: list[float]) -> None:
    done = {"n": 5, "hash": "00", "receipt": None}
    service = Service(httpx.Response(201, json=done), httpx.Response(201, json=done))
    game = client(service).game(GAME)

    game.act({"type": "pass"}, decision=4)
    game.act({"type": "pass"}, decision=4)

    assert len({asked.headers["Idempotency-Key"] for asked in service.asked}) == 2


def test_a_post_without_a_key_is_not_sent_again_if_it_may_have_arrived(waits: list[float]) -> None:
    for wrong, kind in ((LOST, NoAnswerError), (BUSY, ServiceError), (httpx.Response(502), ServiceError)):
        service = Service(wrong)
        with pytest.raises(kind):
            client(service).post("/v1/webhooks/1/pings")
        assert len(service.asked) == 1
    assert waits == []


@pytest.mark.parametrize(
    "wrong",
    [
        httpx.ConnectError("refused"),
        problem(429, "service/rate_limited", retryable=True),
        problem(503, "service/busy", retryable=True),
        problem(408, "input/too_slow", retryable=True),
    ],
)
def test_a_post_without_a_key_is_sent_again_if_nothing_was_done(waits: list[float], wrong: Answer) -> None:
    service = Service(wrong, httpx.Response(200, json={}))

    assert client(service).post("/v1/webhooks/1/pings") == {}


@pytest.mark.parametrize(
    "wrong",
    [
        problem(409, "game/nonces_missing", retryable=True),
        problem(429, "service/quota", retryable=True),
        problem(500, "service/internal"),
        problem(503, "service/too_slow"),
    ],
)
def test_what_waiting_alone_does_not_mend_is_raised_at_once(waits: list[float], wrong: httpx.Response) -> None:
    service = Service(wrong)

    with pytest.raises((ConflictError, TooManyError, ServiceError)) as refused:
        client(service).game(GAME).take_back()

    assert refused.value.status == wrong.status_code
    assert waits == []


def test_it_waits_as_long_as_the_service_says(waits: list[float]) -> None:
    limited = problem(429, "service/rate_limited", retryable=True, **{"Retry-After": "37"})

    client(Service(limited, httpx.Response(200, json={}))).get("/v1/rulesets")

    assert waits == [37.0]


def test_it_gives_up_rather_than_wait_longer_than_it_may(waits: list[float]) -> None:
    limited = problem(429, "service/rate_limited", retryable=True, **{"Retry-After": "37"})

    with pytest.raises(TooManyError) as refused:
        client(Service(limited), seconds=36).get("/v1/rulesets")

    assert refused.value.retry_after == 37.0
    assert waits == []


def test_pauses_grow_to_a_bound_and_begin_anew_after_news() -> None:
    attempts = Attempts(Retries(seconds=1000, pause=1, pause_max=10))
    pauses = [attempts.pause() for _ in range(8)]
    attempts.renew()
    again = attempts.pause()

    for pause, longest in zip(pauses, (1, 2, 4, 8, 10, 10, 10, 10), strict=True):
        assert pause is not None
        assert longest / 2 <= pause <= longest
    assert again is not None
    assert again <= 1


def event(n: int) -> dict[str, Any]:
    return {"kind": "event", "n": n, "event": shape_of("games_event", 200, n=n)}


def followed(*answers: Answer, after: int | None = None) -> tuple[list[Any], Service]:
    service = Service(*answers)
    return list(client(service).game(GAME).stream(after=after)), service


def asked_after(asked: Sequence[httpx.Request]) -> list[str | None]:
    return [request.url.params.get("after") for request in asked]


def test_a_stream_of_nobody_has_no_name(waits: list[float]) -> None:
    service = Service(lines(END), lines(END))

    list(client(service, token=None).game(GAME).stream())
    list(client(service).game(GAME).stream(line="desk"))

    assert [asked.url.params.get("line") for asked in service.asked] == [None, "desk"]


END = {"kind": "end", "reason": "finished", "n": 4, "status": "finished"}


def test_a_stream_goes_on_after_the_last_whole_line(waits: list[float]) -> None:
    snapshot = {"kind": "snapshot", "n": 2, "game": shape_of("games_get", 200, n=2)}
    half = json.dumps(event(4))[:-3]

    told, service = followed(lines(snapshot, event(3), cut=half), LOST, lines(event(4), END))

    assert [line.kind for line in told] == ["snapshot", "event", "event", "end"]
    assert asked_after(service.asked) == [None, "3", "3"]
    assert len({request.url.params["line"] for request in service.asked}) == 1


@pytest.mark.parametrize("reason", ["closing", "unavailable", "revoked"])
def test_a_stream_comes_back_after_an_end_that_is_none(waits: list[float], reason: str) -> None:
    told, service = followed(lines(event(3), {"kind": "end", "reason": reason}), lines(event(4), END), after=2)

    assert [line.n for line in told] == [3, 4, 4]
    assert asked_after(service.asked) == ["2", "3"]


@pytest.mark.parametrize("reason", ["superseded", "a word of a later version"])
def test_a_stream_that_is_ended_for_good_says_why(waits: list[float], reason: str) -> None:
    with pytest.raises(StreamEndedError) as ended:
        followed(lines({"kind": "end", "reason": reason}))

    assert ended.value.reason == reason


def test_what_is_told_twice_is_dropped_and_what_is_missing_is_asked_for(waits: list[float]) -> None:
    told, service = followed(lines(event(1), event(1), event(3)), lines(event(2), event(3), event(4), END), after=0)

    assert [line.n for line in told if line.kind == "event"] == [1, 2, 3, 4]
    assert asked_after(service.asked) == ["0", "1"]


def test_lines_of_kinds_that_it_does_not_know_are_passed_over(waits: list[float]) -> None:
    told, _ = followed(lines({"kind": "weather", "sun": True}, {"kind": "heartbeat", "n": 0}, event(1), END), after=0)

    assert [line.kind for line in told] == ["event", "end"]


def test_a_stream_that_is_refused_says_so(waits: list[float]) -> None:
    with pytest.raises(ConflictError):
        followed(problem(409, "game/not_started", retryable=True))
    told, _ = followed(problem(503, "service/too_many_streams", retryable=True), lines(END))

    assert [line.kind for line in told] == ["end"]


def test_a_stream_gives_up_when_nothing_comes_for_too_long(waits: list[float]) -> None:
    with pytest.raises(NoAnswerError):
        list(client(Service(LOST), seconds=0).game(GAME).stream())


def test_a_stream_that_breaks_again_and_again_goes_on_while_it_tells_something(
    waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    hours = iter(range(0, 3_600_000, 3600))
    monkeypatch.setattr("delvebook_client.retries.time.monotonic", lambda: float(next(hours)))
    end = {**END, "n": 20}

    told, _ = followed(*(lines(event(n)) for n in range(1, 21)), lines(end), after=0)

    assert [line.n for line in told] == [*range(1, 21), 20]


def receipt(**said: Any) -> str:
    parts = [json.dumps(part).encode() for part in ({"alg": "EdDSA", "kid": "k"}, said)]
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in (*parts, b"signature"))


@pytest.mark.parametrize(
    "said", [{"n": 6, "hash": "ab"}, {"n": 5, "hash": "cd"}, {"n": 5, "hash": "ab", "game": "other"}]
)
def test_a_receipt_for_something_else_than_the_answer_is_kept_and_told(
    waits: list[float], said: dict[str, Any]
) -> None:
    signed = receipt(**{"game": GAME, **said})
    mine = client(Service(httpx.Response(201, json={"n": 5, "hash": "ab", "receipt": signed})))

    with pytest.raises(ReceiptError) as wrong:
        mine.game(GAME).act({"type": "pass"}, decision=4)

    assert wrong.value.code == "receipts/hash"
    assert mine.keep.receipts(GAME) == [signed]


def test_a_nonce_is_on_the_disk_before_it_is_promised(waits: list[float], tmp_path: Path) -> None:
    file = tmp_path / "k"
    there: list[str | None] = []

    def service(request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            return httpx.Response(200, json={"id": "a-1"})
        nonce = Keep(file).nonce(GAME, "a-1")
        there.append(nonce)
        promised = json.loads(request.content)["nonce_commitment"]
        assert promised == nonce_commitment(game=GAME, account="a-1", nonce=str(nonce))
        return httpx.Response(201, json={"n": 2, "hash": "ab", "receipt": None})

    with Client("http://there", token="t", keep=Keep(file), transport=httpx.MockTransport(service)) as mine:
        mine.game(GAME).sit()

    assert there != [None]
    assert there == [Keep(file).nonce(GAME, "a-1")]


def test_an_account_whose_answer_was_lost_is_asked_for_with_the_same_secret_key(tmp_path: Path) -> None:
    service = Service(LOST, httpx.Response(201, json=shape_of("accounts_create", 201, token="dvb_1")))
    for wrong in (True, False):
        transport = httpx.MockTransport(service)
        never = Retries(seconds=0)
        with Client("http://there", keep=Keep(tmp_path / "k"), transport=transport, retries=never) as mine:
            if wrong:
                with pytest.raises(NoAnswerError):
                    mine.sign_in("Ada")
            else:
                mine.sign_in("Ada")

    keys = [asked.headers["Idempotency-Key"] for asked in service.asked]
    assert keys[0] == keys[1]
    assert len(keys[0]) >= 16


def test_the_async_client_sends_again_and_comes_back_as_the_other_does(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("delvebook_client.aio.connection.asyncio.sleep", wait)
    done = httpx.Response(201, json={"n": 5, "hash": "ab", "receipt": None})
    limited = problem(429, "service/rate_limited", retryable=True, **{"Retry-After": "37"})
    service = Service(LOST, limited, done, lines(event(3), cut="{"), lines(event(4), END))

    async def main() -> list[Any]:
        transport = httpx.MockTransport(service)
        async with AsyncClient("http://there", token="t", transport=transport) as mine:
            await mine.game(GAME).act({"type": "pass"}, decision=4)
            return [line.n async for line in mine.game(GAME).stream(after=2)]

    assert asyncio.run(main()) == [3, 4, 4]
    assert waited[1] == 37.0
    assert len({asked.headers["Idempotency-Key"] for asked in service.asked[:3]}) == 1
    assert asked_after(service.asked[3:]) == ["2", "3"]
