"""The differential fuzzer finds what verifiers disagree on, and makes it small; a little of it runs here."""

from __future__ import annotations

import pytest

from tests.replays.differ.__main__ import NOWHERE, RECORDS, TRACEBACK, Case, Differ, draw, run
from tests.replays.verifiers import HERE


def test_all_verifiers_agree_on_some_bent_records(capsys: pytest.CaptureFixture[str]) -> None:
    """`make differ CASES=100000` runs more of it."""
    assert run("a little", 300, progress=False) == 0
    assert "0 disagreements" in capsys.readouterr().out


def test_a_case_is_the_same_every_time() -> None:
    assert [draw("x", n, RECORDS) for n in range(20)] == [draw("x", n, RECORDS) for n in range(20)]


def test_a_verifier_that_overlooks_something_is_found_and_the_case_made_small() -> None:
    def careless(record: bytes) -> int | None:
        return None if b"a fire" in record else HERE["python"](record)

    differ = Differ(careless)
    fire = {"set": "/data/reason", "in": "GameAborted", "to": "a fire"}
    beside = {"set": "/exported_at", "in": "header", "to": "2026-01-01T00:00:00.000000Z"}
    agreed = next(path for path in RECORDS if path.stem == "agreed")

    assert differ.differs(Case(agreed, (beside, fire), "all"))
    assert differ.smaller(Case(agreed, (beside, fire), "all")).edits == (fire,)
    assert not differ.differs(Case(agreed, (beside,), "all"))


def test_a_traceback_is_a_disagreement() -> None:
    def broken(record: bytes) -> int | None:
        raise KeyError(record[:1])

    differ = Differ(broken)

    assert differ.ask(RECORDS[0].read_bytes())["browser"] == TRACEBACK
    assert differ.differs(Case(RECORDS[0], (), None))


@pytest.mark.parametrize("trouble", [TRACEBACK, NOWHERE])
def test_a_replay_that_ends_in_a_traceback_or_names_no_line_is_found(trouble: int) -> None:
    def broken(record: bytes) -> int | None:
        if trouble == TRACEBACK:
            raise KeyError(record[:1])
        return NOWHERE

    honest = next(path for path in RECORDS if path.stem == "agreed")
    said, is_found = Differ(None, replayed=broken).all(honest.read_bytes())

    assert (said["python"], said["replay"], is_found) == (None, trouble, True)


def test_the_replay_of_a_record_whose_actions_were_bent_names_a_line() -> None:
    honest = next(path for path in RECORDS if path.stem == "taken-back")
    bent = Case(honest, ({"set": "/data/state", "in": "ActionTaken", "to": "0" * 64},), "all")

    said, is_found = Differ(None).all(bent.record())

    assert said["python"] is None
    assert isinstance(said["replay"], int)
    assert said["replay"] > 0
    assert not is_found
