"""Notes, keys and checkpoints are read by C2SP signed-note and tlog-checkpoint, and everything else is refused."""

from __future__ import annotations

from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebook.replays.log.checkpoints import Checkpoint, open_checkpoint, parse_checkpoint
from delvebook.replays.log.merkle import EMPTY_ROOT
from delvebook.replays.log.notes import COSIGNATURE, Note, NoteError, parse_note, parse_vkey, parse_vkeys, verify
from tests.replays.log.trees import ORIGIN, Key, checkpoint_over, entries

THEIR_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
THEIR_NOTE = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
    "\n"
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
"""The example of Go's package golang.org/x/mod/sumdb/note."""


def reason(*, of: str | bytes, keys: tuple[Key, ...] = (Key(),)) -> str:
    with pytest.raises(NoteError) as caught:
        open_checkpoint(of, [key.verifier for key in keys])
    return caught.value.reason


def test_a_note_and_a_key_of_another_implementation_are_understood() -> None:
    key = parse_vkey(THEIR_KEY)
    note = parse_note(THEIR_NOTE)

    assert verify(note, [key]) == [key]
    assert note.to_text() == THEIR_NOTE
    assert key.to_vkey() == THEIR_KEY


def test_the_example_of_the_specification_is_a_checkpoint() -> None:
    text = (
        "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
        "— example.com/behind-the-sofa "
        "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
        "— witness.example.com/w1 "
        "jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n"
    )
    note, checkpoint = parse_checkpoint(text)

    assert (checkpoint.origin, checkpoint.size) == ("example.com/behind-the-sofa", 20852163)
    assert [one.name for one in note.signatures] == ["example.com/behind-the-sofa", "witness.example.com/w1"]
    assert note.to_text() == text


def test_the_log_signs_and_its_key_opens() -> None:
    note, checkpoint = open_checkpoint(checkpoint_over(entries(5), Key()), [Key().verifier])

    assert (checkpoint.origin, checkpoint.size) == (ORIGIN, 5)
    assert note.text == checkpoint.to_text()


def test_a_witness_cosigns_and_is_carried_along_by_those_who_do_not_know_it() -> None:
    witness = Key("witness.example/w", number=2, algorithm=COSIGNATURE)
    text = checkpoint_over(entries(5), Key(), witness)

    note, _ = open_checkpoint(text, [Key().verifier])
    assert note.to_text() == text
    assert verify(note, [Key().verifier, witness.verifier]) == [Key().verifier, witness.verifier]


def test_a_cosignature_is_not_the_signature_of_a_log() -> None:
    impostor = Key(ORIGIN, number=2, algorithm=COSIGNATURE)

    assert reason(of=checkpoint_over(entries(5), impostor), keys=(impostor,)) == "unsigned"


def test_a_checkpoint_signed_under_another_name_is_not_the_logs() -> None:
    other = Key("elsewhere.example/log")

    assert reason(of=checkpoint_over(entries(5), other), keys=(other,)) == "unsigned"


def test_after_a_rotation_either_key_opens_what_both_signed() -> None:
    text = checkpoint_over(entries(5), Key(number=1), Key(number=2))

    for number in (1, 2):
        open_checkpoint(text, [Key(number=number).verifier])
    assert reason(of=text, keys=(Key(number=3),)) == "unsigned"


def test_one_wrong_signature_of_a_known_key_spoils_the_note() -> None:
    good, bad = checkpoint_over(entries(5), Key(), Key(number=2)), checkpoint_over(entries(6), Key(number=2))
    lines = good.splitlines(keepends=True)
    lines[-1] = bad.splitlines(keepends=True)[-1]

    assert reason(of="".join(lines), keys=(Key(), Key(number=2))) == "signature"
    open_checkpoint("".join(lines), [Key().verifier])


@given(st.integers(0, 10_000), st.integers(0, 7))
def test_a_flipped_bit_is_never_believed(place: int, bit: int) -> None:
    data = checkpoint_over(entries(5), Key()).encode()
    place %= len(data)
    bent = data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :]

    assert reason(of=bent) in ("malformed", "unsigned", "signature")


@given(st.integers(0, 300))
def test_a_truncated_checkpoint_is_never_believed(length: int) -> None:
    data = checkpoint_over(entries(5), Key()).encode()

    assert reason(of=data[: min(length, len(data) - 1)]) == "malformed"


@pytest.mark.parametrize(
    "body",
    [
        f"{ORIGIN}\n5\n",
        f"{ORIGIN}\n05\n{b64encode(EMPTY_ROOT).decode()}\n",
        f"{ORIGIN}\n-5\n{b64encode(EMPTY_ROOT).decode()}\n",
        f"{ORIGIN}\n{2**60}\n{b64encode(EMPTY_ROOT).decode()}\n",
        f"{ORIGIN}\n5\n{b64encode(EMPTY_ROOT[:31]).decode()}\n",
        f"{ORIGIN}\n5\nnot base64\n",
        f"two words\n5\n{b64encode(EMPTY_ROOT).decode()}\n",
        f"\n5\n{b64encode(EMPTY_ROOT).decode()}\n",
        f"{ORIGIN}\n5\n\n{b64encode(EMPTY_ROOT).decode()}\n",
    ],
)
def test_a_signed_text_that_is_no_checkpoint_is_refused(body: str) -> None:
    assert reason(of=Note(body, (Key().signs(body),)).to_text()) == "malformed"


def test_a_checkpoint_may_have_more_lines() -> None:
    body = Checkpoint(ORIGIN, 0, EMPTY_ROOT).to_text() + "more\n"

    assert open_checkpoint(Note(body, (Key().signs(body),)).to_text(), [Key().verifier])[1].size == 0


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"text",
        b"text\n",
        b"text\n\n",
        b"\n\n",
        b"text\n\nno dash\n",
        b"a\tb\n\n\xe2\x80\x94 n AAAAAAA=\n",
        b"\xff\n\n",
    ],
)
def test_what_is_no_note_is_refused(data: bytes) -> None:
    with pytest.raises(NoteError) as caught:
        parse_note(data)
    assert caught.value.reason == "malformed"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "name",
        "name+00000000+AAAA",
        THEIR_KEY.replace("c74f20a3", "c74f20a4"),
        THEIR_KEY.replace("Peter", "Petra"),
        THEIR_KEY[:-4],
        THEIR_KEY.replace("+AR", "+CR"),
        "two words" + THEIR_KEY[12:],
    ],
)
def test_a_key_that_was_changed_or_cut_is_refused(text: str) -> None:
    with pytest.raises(NoteError) as caught:
        parse_vkey(text)
    assert caught.value.reason == "key"


def test_keys_are_read_one_a_line() -> None:
    both = [Key(number=1).verifier, Key(number=2).verifier]

    assert parse_vkeys("\n\n".join(key.to_vkey() for key in both) + "\n") == both
    with pytest.raises(NoteError):
        parse_vkeys("\n")
