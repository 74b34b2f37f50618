"""The catalogue over HTTP, and titles' schemas in the OpenAPI document."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.service.base.settings import Settings
from tests.contract.judges import judge_of
from tests.service.api.conformance import faults_of_title
from tests.service.api.house import Person, body_of, build, play_to_the_end, quiet, running_game
from tests.titles import registered_titles
from tests.titles.bids import Bids

KEY = "dungeon-raiders@1"


def kept(person: Person) -> str:
    """The address under which the catalogue is found for ever."""
    return str(body_of(person.get(f"/v1/rulesets/{KEY}"))["catalogue"]["href"])


def test_a_ruleset_leads_to_its_catalogue_which_may_be_kept_for_ever(nobody: Person) -> None:
    answer = nobody.get(kept(nobody))
    catalogue = body_of(answer)

    assert catalogue == json.loads(json.dumps(dict(get_ruleset(KEY).catalogue)))
    assert kept(nobody).endswith(catalogue["digest"])
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["ETag"] == f'"{catalogue["digest"]}"'
    assert answer.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize("named", [KEY, "dungeon-raiders"])
def test_under_its_name_it_says_where_it_is_for_ever(nobody: Person, named: str) -> None:
    answer = nobody.get(f"/v1/rulesets/{named}/catalogue")

    assert answer.headers["Content-Location"] == kept(nobody)
    assert answer.headers["Cache-Control"] == "public, max-age=300"
    assert answer.data == nobody.get(kept(nobody)).data


def test_what_one_has_is_not_sent_again(nobody: Person) -> None:
    digest = body_of(nobody.get(kept(nobody)))["digest"]

    assert nobody.get(kept(nobody), headers={"If-None-Match": f'"{digest}"'}).status_code == 304
    assert nobody.get(kept(nobody), headers={"If-None-Match": '"another"'}).status_code == 200


def test_it_is_packed_for_those_who_take_it_so(nobody: Person) -> None:
    packed = nobody.client.get(kept(nobody), headers={"Accept-Encoding": "br, gzip;q=0.5"}, buffered=True)

    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == nobody.get(kept(nobody)).data
    assert packed.headers["ETag"].endswith('-gzip"')
    again = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]}
    assert nobody.client.get(kept(nobody), headers=again).status_code == 304


@pytest.mark.parametrize("refused", ["", "gzip;q=0", "identity"])
def test_it_is_plain_for_those_who_do_not(nobody: Person, refused: str) -> None:
    assert "Content-Encoding" not in nobody.get(kept(nobody), headers={"Accept-Encoding": refused}).headers


def test_another_digest_is_refused_with_the_right_one(nobody: Person) -> None:
    refused = nobody.get(f"/v1/rulesets/{KEY}/catalogue/{'0' * 64}")

    assert (refused.status_code, body_of(refused)["code"]) == (404, "catalogue/unknown")
    assert kept(nobody).endswith(body_of(refused)["digest"])


def test_an_unknown_title_has_no_catalogue(nobody: Person) -> None:
    assert body_of(nobody.get("/v1/rulesets/chess/catalogue"))["code"] == "ruleset/unknown"


@pytest.fixture
def bids_app(tmp_path: Path) -> Iterator[Flask]:
    with registered_titles(Bids):
        made = build(quiet(Settings(home=tmp_path, secret="ab" * 32)))
        yield made
        made.extensions["delvebook"].close()


def test_the_document_has_the_shapes_of_every_title(bids_app: Flask) -> None:
    schemas = body_of(Person(bids_app).get("/openapi.json"))["components"]["schemas"]

    assert schemas["bids.v1.Table"]["properties"]["lookout"]["description"] == "The seat that is the lookout"
    assert {"$ref": "#/components/schemas/bids.v1.Table"} in schemas["Table"]["anyOf"]
    assert "bids.v1.AnyTable" not in schemas  # it would stand for the table alone


def test_whole_games_are_answered_in_the_shapes_that_are_published(bids_app: Flask) -> None:
    ann, bob = Person(bids_app, "Ann"), Person(bids_app, "Bob")
    game = running_game(ann, bob, ruleset="bids")
    play_to_the_end(game, ann, bob)

    assert ann.sees(game)["outcome"]["reason"] == "rounds_played"
    assert ann.get(f"/v1/games/{game}/record", headers={"Accept": "application/x-ndjson"}).status_code == 200


def test_the_judge_of_the_tests_refuses_what_is_not_declared() -> None:
    judge = judge_of("bids@1")
    right = {"type": "looked", "clauses": ["BID-002"], "seat": 0}

    assert list(faults_of_title(judge, {"events": [{"data": {"facts": [right]}}]})) == []
    assert list(faults_of_title(judge, {"events": [{"data": {"facts": [{**right, "mood": 1}]}}]})) != []
    assert list(faults_of_title(judge, {"actions": [{"action": {"type": "bid", "card": 7}}]})) != []
    assert list(faults_of_title(judge, {"game": {"table": {"rounds": 3}}})) != []
    assert list(faults_of_title(judge, {"outcome": {"details": {"mood": 1}}})) != []
    assert list(faults_of_title(judge, {"actions": [{"action": {"type": "sing", "song": 7}}]})) != []
