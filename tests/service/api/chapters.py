"""
Chapters of the story that the examples are recorded from: programs and accounts, games agreed on and left, records in
bulk, and what accounts are told.

Each takes people who have accounts already. What a worker does is done by `work_off`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from authlib.oauth2.rfc7636 import create_s256_code_challenge
from cryptography.hazmat.primitives.asymmetric import ec
from flask import Flask

from delvebook.replays.times import later
from delvebook.service.api.cookie import OWN_HEADER
from delvebook.service.api.schemas.push import A_SUBSCRIPTION_BODY
from delvebook.service.identity.takeovers import Takeovers
from delvebook.service.jobs.queues import QueueName
from delvebook.service.webhooks.delivery import Deliveries
from delvebook.service.webhooks.opened import build_sealer
from delvebook.service.webhooks.posting import Delivery, Poster
from tests.house.files import ROOT
from tests.service.api.authenticator import Authenticator
from tests.service.api.house import TITLE, Person, as_official, body_of, running_game, tell_notices
from tests.service.tables import Ticking, pass_time
from tests.service.webhooks.receiver import Receiver, receiving

WorkOff = Callable[[QueueName], None]

NDJSON = "application/x-ndjson"
RAID = ROOT / "replays" / "golden_games" / "dungeon-raiders" / "two-heroes.jsonl"
BACK = "https://clock.example/back"
HOOK = "https://clock.example/hook"
VERIFIER = "v" * 64


# -- programs and accounts --------------------------------------------------------------------------


def programs(app: Flask, ann: Person) -> None:
    """Ann registers a program, and Cleo allows it to play for her."""
    nobody = Person(app)
    nobody.get("/.well-known/delvebook")
    nobody.get("/.well-known/oauth-authorization-server")
    client = body_of(ann.post("/v1/oauth/clients", {"name": "Dungeon Clock", "redirect_uris": [BACK]}))["id"]
    ann.get("/v1/oauth/clients")
    ann.get(f"/v1/oauth/clients/{client}")
    form = {
        "grant_type": "authorization_code",
        "code": _allowed(app, client),
        "client_id": client,
        "redirect_uri": BACK,
        "code_verifier": VERIFIER,
    }
    token = body_of(nobody.post("/oauth/token", data=form))["access_token"]
    Person(app, token=token).get("/v1/tokens/self")
    nobody.post("/oauth/introspect", data={"token": token, "client_id": client})
    nobody.post("/oauth/revoke", data={"token": token, "client_id": client})
    ann.delete(f"/v1/oauth/clients/{client}")


def _allowed(app: Flask, client: str) -> str:
    """The code that the program gets when a person allows it on the page."""
    browser = app.test_client()
    browser.open("/v1/session", method="POST", json={"name": "Cleo"}, headers={OWN_HEADER: "1"})
    query = {
        "response_type": "code",
        "client_id": client,
        "redirect_uri": BACK,
        "scope": "games:read games:play",
        "state": "xyz",
        "code_challenge": create_s256_code_challenge(VERIFIER),
        "code_challenge_method": "S256",
    }
    address = f"/oauth/authorize?{urlencode(query)}&from_here=1"
    word = re.search(r'name="word" value="([0-9a-f]+)"', browser.get(address).text)
    assert word is not None
    answer = browser.post(address, data={"word": word[1], "answer": "allow"})
    return parse_qs(urlsplit(answer.headers["Location"]).query)["code"][0]


def account_care(app: Flask) -> None:
    """An account is renamed, banned for a while, and deleted; another becomes a bot's."""
    dora, deep, olga = Person(app, "Dora"), Person(app, "Deep Thought"), as_official(app, "Olga", "service:operate")
    dora.send("PATCH", "/v1/accounts/me", json={"name": "Dora the Delver"})
    dora.get(f"/v1/tokens/{dora.token_id}")
    ban = {"reason": "insulted the other players", "until": "2027-01-01"}
    olga.send("PUT", f"/v1/accounts/{dora.id}/ban", json=ban)
    olga.delete(f"/v1/accounts/{dora.id}/ban")
    dora.delete("/v1/accounts/me")
    deep.post("/v1/accounts/me/bot")
    deep.delete("/v1/tokens/self")


def players(app: Flask, ann: Person, bob: Person, game: str) -> None:
    """Ann looks at Bob's profile and chooses what hers shows; Bob blocks Cleo and reports her, and an operator acts."""
    ann.get(f"/v1/players/{bob.id}")
    ann.send("PUT", "/v1/accounts/me/profile", json={"shows": ["ratings", "games"]})
    bob.send("PUT", "/v1/blocks/Cleo")
    bob.get("/v1/blocks")
    bob.delete(f"/v1/blocks/{body_of(bob.get('/v1/players/Cleo'))['player']['id']}")
    told = {"player": "Cleo", "reason": "name", "words": "She calls herself after a queen", "game": game}
    report = body_of(bob.post("/v1/reports", told))["id"]
    olive = as_official(app, "Olive", "service:operate")
    olive.get("/v1/reports?open=true")
    olive.post(f"/v1/reports/{report}/settlement", {"outcome": "dismissed", "answer": "Anybody may be a queen here"})
    bob.get(f"/v1/reports/{report}")


def offices(app: Flask) -> None:
    """Otto is prepared an account, takes it over, and becomes an arbiter for a while."""
    olga = as_official(app, "Olivia", "service:operate")
    account, code, _ = Takeovers(app.extensions["delvebook"].accounts).prepare("Otto")
    taken = body_of(Person(app).post("/v1/accounts/takeover", {"code": code}))
    otto, place = Person(app, token=taken["token"]), f"/v1/accounts/{account.id}/offices"
    olga.post(place, {"office": "arbiter"})
    otto.send("PUT", "/v1/accounts/me/offices/arbiter")
    otto.get("/v1/accounts/me/offices")
    otto.delete("/v1/accounts/me/offices/arbiter")


# -- games ------------------------------------------------------------------------------------------


def invitations(ann: Person, bob: Person) -> None:
    """Bob declines a game, misses another, plays a third and resigns; then they are to play again."""
    games = body_of(ann.post("/v1/games/batch", {"games": [{"ruleset": TITLE, "seats": 2}] * 3}))["games"]
    declined, withdrawn, accepted = (str(game["id"]) for game in games)
    place = _invited(ann, declined)
    bob.post(f"{place}/refusal")
    place = _invited(ann, withdrawn)
    ann.post(f"{place}/withdrawal")
    place = _invited(ann, accepted)
    bob.get(place)
    bob.get("/v1/invitations")
    ann.sits(accepted)
    bob.post(f"{place}/acceptance")
    ann.starts(accepted)
    bob.post(f"/v1/games/{accepted}/resignations")
    bob.post(f"/v1/games/{accepted}/rematches")


def _invited(ann: Person, game: str) -> str:
    """Where the invitation is by which Ann invites Bob."""
    return ann.post(f"/v1/games/{game}/invitations", {"name": "Bob", "seat": 1}).headers["Location"]


def an_absence(app: Flask, ann: Person) -> None:
    """Faye says that she is away; after a week Ann has a bot play for her, and she is back."""
    faye = Person(app, "Faye")
    game = running_game(ann, faye, spectator_delay={"actions": 10})
    faye.send("PUT", "/v1/accounts/me/absence", json={"until": "2026-02-01"})
    pass_time(app.extensions["delvebook"].use, 8 * 86_400)
    ann.post(f"/v1/games/{game}/seats/1/absence-claims", {"bot": "greedy"})
    faye.delete("/v1/accounts/me/absence")


def an_agreed_end(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    proposed = body_of(ann.post(f"/v1/games/{game}/end-proposals"))["n"]
    bob.post(f"/v1/games/{game}/end-proposals/{proposed}/answers", {"agrees": True})


def leagues(ann: Person) -> None:
    """The read models have to be up to date."""
    league = body_of(ann.get("/v1/leagues"))["leagues"][0]
    ann.get(f"/v1/leagues/{league['id']}/seasons/{league['season']}/ratings")


def a_hint(ann: Person) -> None:
    """Ann plays alone, and asks what the strong bot would do."""
    game = running_game(ann, ruleset="labyrinth")
    ann.get(f"/v1/games/{game}/hint")


# -- records ----------------------------------------------------------------------------------------


def studies(ann: Person, game: str, work_off: WorkOff) -> None:
    """An export of many records, and the analysis of a game. The read models have to be up to date."""
    ann.get("/v1/records")
    export = ann.post("/v1/exports", {"format": "ndjson.zst", "ruleset": TITLE}).headers["Location"]
    question = {"plies": 30}
    analysis = ann.post(f"/v1/games/{game}/analyses", question).headers["Location"]
    work_off(QueueName.STUDIES)
    ann.get(export)
    ann.get("/v1/exports")
    with ann.get(f"{export}/file") as file:
        assert file.data
    ann.delete(export)
    ann.get(analysis)
    ann.post(f"/v1/games/{game}/analyses", question)
    ann.post(f"/v1/games/{game}/analyses")
    ann.get(f"/v1/games/{game}/analyses")


def imports(ann: Person) -> None:
    """The record of a game that was played elsewhere."""
    record = RAID.read_bytes()
    place = ann.post("/v1/imports", data=record, content_type=NDJSON).headers["Location"]
    ann.post("/v1/imports", data=record, content_type=NDJSON)
    ann.get("/v1/imports")
    ann.get(place)
    ann.get(f"{place}/record")
    ann.get(f"{place}/record?format=json")
    ann.get(f"{place}/record?format=text")
    ann.get(f"{place}/events?limit=3")
    ann.get(f"{place}/events/6?viewer=seat:1")
    ann.post(f"{place}/forks", {"event": 20, "bots": [{"seat": 1, "bot": "greedy"}]})


# -- what accounts are told -------------------------------------------------------------------------


def notices(app: Flask, bob: Person) -> None:
    tell_notices(app)
    bob.get("/v1/notices?limit=3")


def webhooks(app: Flask, bob: Person) -> None:
    """Bob's notices are posted to a receiver on this machine, whatever address he names."""
    hook = body_of(bob.post("/v1/webhooks", {"url": HOOK, "types": ["turn", "finished"], "label": "the clock"}))["id"]
    place = f"/v1/webhooks/{hook}"
    bob.get("/v1/webhooks")
    bob.post(f"{place}/pings")
    services = app.extensions["delvebook"]
    with receiving() as receiver:
        poster = HerePoster(receiver)
        sealer = build_sealer(services.settings)
        made = Deliveries(services.webhooks, services.notices, poster, sealer=sealer, now=Ticking())
        assert made.deliver(hook) == 1
        assert len(receiver.got) == 1
    bob.get(place)
    bob.get(f"{place}/deliveries")
    bob.post(f"{place}/secrets", {"number": 1})
    bob.post(f"{place}/enabling")
    bob.delete(place)


def passkeys(app: Flask) -> None:
    """A browser registers the passkey of a device, and is asked for one."""
    browser, own, place = app.test_client(), {OWN_HEADER: "1"}, "/v1/session/passkeys"
    browser.open("/v1/session", method="POST", json={"name": "Pat"}, headers=own)
    options = body_of(browser.open(f"{place}/registrations", method="POST", json={}, headers=own))["options"]
    device = Authenticator("http://localhost", id=bytes(16), key=ec.derive_private_key(7, ec.SECP256R1()))
    browser.open(place, method="POST", json={"credential": device.makes(options)}, headers=own)
    browser.open(f"{place}/challenges", method="POST", json={}, headers=own)


def handovers(app: Flask) -> None:
    """A browser shows a code for another device, which is asked whether it wants to open the account."""
    browser, own, place = app.test_client(), {OWN_HEADER: "1"}, "/v1/session/handovers"
    browser.open("/v1/session", method="POST", json={"name": "Nora"}, headers=own)
    code = body_of(browser.open(place, method="POST", json={}, headers=own))["code"]
    app.test_client().open(f"{place}/inspection", method="POST", json={"code": code}, headers=own)
    browser.open(place, headers=own)
    browser.open(place, method="DELETE", headers=own)


def push(bob: Person) -> None:
    """Bob's browser is told of his turns, with the keys of RFC 8291's example."""
    key = body_of(bob.get("/v1/push-subscriptions"))["key"]
    made = body_of(bob.post("/v1/push-subscriptions", {**A_SUBSCRIPTION_BODY, "key": key}))
    place = f"/v1/push-subscriptions/{made['id']}"
    bob.get("/v1/push-subscriptions")
    bob.get(place)
    bob.delete(place)


class HerePoster(Poster):
    """Posts in earnest, but everything to one receiver."""

    def __init__(self, receiver: Receiver) -> None:
        super().__init__(is_anywhere=True, resolve=lambda *_: ["127.0.0.1"])
        self._receiver = receiver

    def post(self, url: str, body: bytes, *, id_: str, secrets: Iterable[str], now: datetime) -> Delivery:
        assert url == HOOK
        return super().post(self._receiver.url, body, id_=id_, secrets=secrets, now=now)


def of_this_machine(recorded: dict[str, Any]) -> None:
    """Gives what a worker took from the clock of its machine a value that is the same in every run."""
    check = answer(recorded, "verifications_look", "200")
    check["finished_at"] = check["created_at"]
    looked = [answer(recorded, "exports_look", "200"), *answer(recorded, "exports_index", "200")["exports"]]
    looked += [answer(recorded, "games_analysis", "200"), answer(recorded, "games_analyse", "200")]
    for job in looked:
        job["finished_at"], job["expires_at"] = (later(job["created_at"], seconds) for seconds in (2, 86_402))
        if "file" in job:  # its records say when they were exported
            job["file"] |= {"bytes": 24_000, "sha256": hashlib.sha256(b"an export").hexdigest()}
    for attempt in answer(recorded, "webhooks_deliveries", "200")["deliveries"]:
        attempt["duration_ms"] = 41


def answer(recorded: dict[str, Any], operation: str, status: str) -> Any:
    """The JSON that was recorded of an operation."""
    return recorded[operation]["responses"][status]["application/json"]
