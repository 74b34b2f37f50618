"""The keys that sign receipts, and the signed contents."""

from __future__ import annotations

import json
import multiprocessing
import stat
import warnings
from base64 import urlsafe_b64decode
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from delvebook.domain.canonical import jcs
from delvebook.replays.receipts import open_receipt
from delvebook.service.base.settings import Settings
from delvebook.service.cli import app
from delvebook.service.identity.signing import KeyRing, KeysError, Receipts, open_ring

GAME = "00000000-0000-4000-8000-000000000001"
HASH = "ab" * 32
EARLY, MIDDLE, LATE = (f"2026-01-0{day}T00:00:00.000000Z" for day in (1, 2, 3))


def signed(receipts: Receipts, *, at: str = MIDDLE) -> str:
    return receipts.accept(game=GAME, n=7, hash_=HASH, at=at, sub="ann")


def parts_of(receipt: str) -> list[Any]:
    return [json.loads(urlsafe_b64decode(part + "==")) for part in receipt.split(".")[:2]]


@pytest.fixture
def ring(tmp_path: Path) -> KeyRing:
    return KeyRing(tmp_path / "keys", is_made=True)


def test_a_receipt_says_five_things_in_canonical_form_and_names_its_key(ring: KeyRing) -> None:
    receipt = signed(Receipts(ring))
    header, payload = parts_of(receipt)

    assert header == {"alg": "EdDSA", "kid": ring.keys[0].kid}
    assert payload == {"game": GAME, "n": 7, "hash": HASH, "at": MIDDLE, "sub": "ann"}
    assert urlsafe_b64decode(receipt.split(".")[1] + "==") == jcs(payload)


def test_the_same_receipt_is_signed_the_same_way_byte_for_byte(ring: KeyRing) -> None:
    assert signed(Receipts(ring)) == signed(Receipts(KeyRing(ring._path or "")))


def test_a_refusal_names_its_code_and_clause(ring: KeyRing) -> None:
    receipt = Receipts(ring).refuse(game=GAME, n=7, code="action/illegal", clause="DR-021", at=MIDDLE, sub="ann")

    assert parts_of(receipt)[1] == {
        "game": GAME,
        "n": 7,
        "code": "action/illegal",
        "clause": "DR-021",
        "at": MIDDLE,
        "sub": "ann",
    }


def test_signing_warns_of_nothing_and_leaves_the_filters_of_the_process_alone(ring: KeyRing) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        before = list(warnings.filters)
        receipts = Receipts(ring)
        open_receipt(signed(receipts), receipts.public_keys())

        assert caught == []
        assert warnings.filters == before


def test_keys_are_for_their_owner_alone(ring: KeyRing, tmp_path: Path) -> None:
    assert ring.keys
    (file,) = (tmp_path / "keys").iterdir()

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def kid_in(path: str, gate: Any, answers: Any) -> None:
    gate.wait()
    answers.put(KeyRing(path, is_made=True).keys[0].kid)


def test_processes_that_start_together_agree_on_one_key(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    gate, answers = context.Barrier(6), context.SimpleQueue()
    started = [context.Process(target=kid_in, args=(str(tmp_path / "keys"), gate, answers)) for _ in range(6)]
    for process in started:
        process.start()
    kids = {answers.get() for _ in started}
    for process in started:
        process.join()

    assert len(kids) == 1
    assert [path.name for path in (tmp_path / "keys").iterdir()] == ["0001.json"]


def test_after_a_rotation_the_new_key_signs_what_is_new_and_the_old_one_what_is_old(ring: KeyRing) -> None:
    receipts = Receipts(ring)
    before = signed(receipts, at=EARLY)
    made = ring.rotate(now=MIDDLE, lead_seconds=0)

    assert signed(receipts, at=EARLY) == before
    assert parts_of(signed(receipts, at=LATE))[0]["kid"] == made.kid
    for receipt in (before, signed(receipts, at=LATE)):
        assert open_receipt(receipt, receipts.public_keys()).hash == HASH


def test_a_new_key_is_published_before_it_signs(ring: KeyRing) -> None:
    old = ring.keys[0].kid
    made = ring.rotate(now=MIDDLE)

    assert [key["kid"] for key in ring.to_public()["keys"]] == [old, made.kid]
    assert ring.active(MIDDLE).kid == old
    assert ring.active(LATE).kid == made.kid


def test_another_process_learns_of_a_rotation_without_a_restart(ring: KeyRing, tmp_path: Path) -> None:
    other = KeyRing(tmp_path / "keys")
    assert len(ring.keys) == len(other.keys) == 1
    ring.rotate(now=EARLY)

    assert len(other.keys) == 2


def test_what_is_published_holds_no_private_half(ring: KeyRing) -> None:
    ring.rotate(now=EARLY)

    for key in ring.to_public()["keys"]:
        assert sorted(key) == ["alg", "crv", "kid", "kty", "use", "x"]


def private_jwk(ring: KeyRing) -> dict[str, Any]:
    return dict(ring.keys[0].key.as_dict(private=True))


@pytest.mark.parametrize("form", ["text", "set", "file", "directory"])
def test_keys_can_be_given_by_a_setting(ring: KeyRing, tmp_path: Path, form: str) -> None:
    jwk = private_jwk(ring)
    source = {
        "text": json.dumps(jwk),
        "set": json.dumps({"keys": [jwk]}),
        "file": str(tmp_path / "key.json"),
        "directory": str(tmp_path / "keys"),
    }[form]
    (tmp_path / "key.json").write_text(json.dumps(jwk))
    given = open_ring(Settings(home=tmp_path / "elsewhere", signing_keys=source))

    assert signed(Receipts(given)) == signed(Receipts(ring))
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("text", ["{", "{}", '{"keys":[]}', '{"kty":"oct","crv":"Ed25519","k":"c2VjcmV0"}', "[1]"])
def test_keys_that_cannot_be_used_are_refused_without_telling_what_they_are(text: str, tmp_path: Path) -> None:
    path = tmp_path / "key.json"
    path.write_text(text)
    with pytest.raises(KeysError) as refused:
        KeyRing(path).active(MIDDLE)

    assert "c2VjcmV0" not in str(refused.value)


def test_a_ring_of_public_halves_signs_nothing(ring: KeyRing) -> None:
    with pytest.raises(KeysError, match="private half"):
        KeyRing(json.dumps(ring.to_public())).active(MIDDLE)


def test_given_keys_are_rotated_where_they_are_kept(ring: KeyRing) -> None:
    with pytest.raises(KeysError, match="DELVEBOOK_SIGNING_KEYS"):
        KeyRing(json.dumps(private_jwk(ring))).rotate(now=MIDDLE)


def test_the_command_lists_rotates_and_publishes(tmp_path: Path) -> None:
    def keys(*arguments: str) -> str:
        done = CliRunner().invoke(app, ["keys", *arguments], env={"DELVEBOOK_HOME": str(tmp_path), "COLUMNS": "160"})
        assert done.exit_code == 0, done.output
        return done.output

    (first,) = json.loads(keys("list", "--json"))
    keys("rotate")
    keys("rotate", "--now")
    listed = json.loads(keys("list", "--json"))
    published = json.loads(keys("public"))["keys"]

    assert first["state"] == "signs"
    assert sorted(row["state"] for row in listed) == ["old", "signs", "waits"]
    assert {row["kid"] for row in listed} == {key["kid"] for key in published}
    secrets = [json.loads(path.read_text())["d"] for path in (tmp_path / "keys").iterdir()]
    assert not any(secret in keys("list") + keys("public") for secret in secrets)
