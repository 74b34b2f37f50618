"""Level `log` holds with proofs and a key, and names what is missing. Forgeries are in `forgeries/log.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from delvebook.domain.canonical import jcs
from delvebook.replays.log.inclusion import InclusionError, parse_inclusion
from delvebook.replays.log.notes import COSIGNATURE
from delvebook.replays.report import Level
from delvebook.replays.verify import verify
from tests.replays.forgeries import good, log_of
from tests.replays.games import lines_of, to_record
from tests.replays.log.trees import Key, checkpoint_over, entries

TITLE = "dungeon-raiders@1"


def logged(record: bytes, **terms: Any) -> list[dict[str, Any]]:
    lines = lines_of(record)
    lines[0]["log"] = log_of(lines, **terms)
    return lines


def level_of(lines: list[dict[str, Any]], **given: Any) -> Level:
    report = verify(to_record(lines), levels=["chain", "log"], **({"log_keys": [Key().verifier]} | given))
    assert report.level("chain").status == "holds"
    return report.level("log")


@pytest.mark.parametrize("which", ["record", "running", "botted"])
def test_a_game_that_was_logged_holds(which: str) -> None:
    level = level_of(logged(getattr(good(TITLE), which)))

    assert level.status == "holds"
    assert level.counts["entries"] == (2 if which == "running" else 3)


@pytest.mark.parametrize(
    ("name", "what"),
    [("nobody-came", "aborted"), ("not-resumed", "aborted"), ("withheld", "broken_off"), ("agreed", "broken_off")],
)
def test_the_log_says_whether_a_game_was_broken_off_when_its_chance_may_have_been_known(name: str, what: str) -> None:
    kept = (Path(__file__).parents[1] / "kept" / f"{name}.jsonl").read_bytes()
    other = {"aborted": "broken_off", "broken_off": "aborted"}[what]

    assert level_of(logged(kept, aborted=what)).status == "holds"
    [finding] = level_of(logged(kept, aborted=other)).findings
    assert (finding.code, finding.expected, finding.found) == ("log/what", other, what)


def test_a_key_that_was_replaced_still_opens_what_both_keys_signed() -> None:
    lines = lines_of(good(TITLE).record)
    lines[0]["log"] = log_of(lines)
    note = lines[0]["log"]["checkpoint"]
    text = note.rpartition("\n\n")[0] + "\n"
    lines[0]["log"]["checkpoint"] = note + Key(number=2).signs(text).line + "\n"

    assert level_of(lines, log_keys=[Key(number=2).verifier]).status == "holds"


def test_a_witness_may_be_named_beside_the_log_and_its_cosignature_is_then_checked() -> None:
    witness = Key("witness.example/w", number=2, algorithm=COSIGNATURE)
    lines = logged(good(TITLE).record)
    note = lines[0]["log"]["checkpoint"]
    text = note.rpartition("\n\n")[0] + "\n"
    keys = [Key().verifier, witness.verifier]

    lines[0]["log"]["checkpoint"] = note + witness.signs(text).line + "\n"
    assert level_of(lines, log_keys=keys).status == "holds"
    lines[0]["log"]["checkpoint"] = note + witness.signs("another text\n").line + "\n"
    assert [finding.code for finding in level_of(lines, log_keys=keys).findings] == ["log/signature"]


def test_without_a_key_nothing_is_proved() -> None:
    level = level_of(logged(good(TITLE).record), log_keys=[], checkpoint=checkpoint_over(entries(9), Key()))

    assert level.status == "not applicable"


def test_without_a_key_but_with_the_same_checkpoint_nothing_is_proved_either() -> None:
    lines = logged(good(TITLE).record)
    level = level_of(lines, log_keys=[], checkpoint=lines[0]["log"]["checkpoint"])

    assert level.status == "not applicable"
    assert "public key" in level.why_not


def test_without_proofs_nothing_is_proved() -> None:
    level = level_of(lines_of(good(TITLE).record))

    assert level.status == "not applicable"
    assert "GET …/inclusion" in level.why_not


def test_proofs_may_be_given_beside_the_record() -> None:
    lines = lines_of(good(TITLE).record)

    assert level_of(lines, inclusion=log_of(lines)).status == "holds"


def test_a_checkpoint_that_was_kept_may_be_the_one_of_the_proofs() -> None:
    lines = logged(good(TITLE).record)

    assert level_of(lines, checkpoint=lines[0]["log"]["checkpoint"]).status == "holds"


def test_of_a_checkpoint_of_another_size_it_is_said_which_proofs_are_needed() -> None:
    level = level_of(logged(good(TITLE).record), checkpoint=checkpoint_over(entries(4), Key()))

    assert level.status == "not applicable"
    assert "inclusion?size=4" in level.why_not


def test_a_checkpoint_of_another_log_is_no_checkpoint_of_this_one() -> None:
    other = Key("elsewhere.example/log")
    given = checkpoint_over(entries(9), other, origin="elsewhere.example/log")
    level = level_of(logged(good(TITLE).record), checkpoint=given, log_keys=[Key().verifier, other.verifier])

    assert [finding.code for finding in level.findings] == ["log/origin"]


@pytest.mark.parametrize("n", ["created", "started", "finished"])
def test_an_event_that_the_proofs_do_not_cover_is_named_and_the_level_does_not_hold(n: str) -> None:
    lines = logged(good(TITLE).record)
    proofs = lines[0]["log"]
    proofs["entries"] = [entry for entry in proofs["entries"] if entry["what"] != n]
    level = level_of(lines)

    assert level.status == "not applicable"
    assert f"({n})" in level.why_not


def test_the_level_is_not_asked_for_where_nothing_of_the_log_is_given() -> None:
    report = verify(to_record(logged(good(TITLE).record)), levels=["chain", "log"])

    assert [level.name for level in report.levels] == ["chain"]
    assert "log" in report.not_asked
    assert "log not checked" in report.summary


def test_an_answer_of_the_service_is_read_and_its_other_members_are_ignored() -> None:
    proofs = log_of(lines_of(good(TITLE).record))

    assert parse_inclusion(jcs({**proofs, "size": 9, "pending": []})) == proofs


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b'{"checkpoint":1,"entries":[]}', b'{"checkpoint":"","entries":[1]}']
)
def test_what_is_no_answer_of_the_service_is_refused(data: bytes) -> None:
    with pytest.raises(InclusionError):
        parse_inclusion(data)
