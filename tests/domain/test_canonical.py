"""Canonical JSON: the same bytes for the same value, and only values of the record format."""

from __future__ import annotations

import hmac
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebook.domain.canonical import (
    DEPTH_MAX,
    INTEGER_MAX,
    KEYS_MAX,
    commitment,
    decode,
    digest,
    event_hash,
    hmac_bytes,
    jcs,
    parse,
    require_plain,
    sha256_hex,
    state_digest,
    state_key,
)
from delvebook.domain.errors import (
    DoubledKeyError,
    NotAnIntegerError,
    NotCanonicalError,
    NotJsonError,
    NotUtf8Error,
    TooDeepError,
)

texts = st.text(st.characters(exclude_categories=["Cs"]))
keys = st.text(st.characters(max_codepoint=127))
integers = st.integers(-INTEGER_MAX, INTEGER_MAX)
values = st.recursive(
    st.none() | st.booleans() | integers | texts,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=20,
)


def nested(levels: int) -> Any:
    """Returns a value within this many lists."""
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


@given(values)
def test_canonical_bytes_are_those_of_the_standard_library_sorted_and_tight(value: Any) -> None:
    tight = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    # RFC 8785 leaves DEL as it is, and so does the standard library.
    assert jcs(value) == tight.encode()


@given(values)
def test_what_is_written_reads_back_and_writes_the_same(value: Any) -> None:
    written = jcs(value)

    assert parse(written) == decode(written) == value
    assert jcs(parse(written)) == written
    assert parse(written.decode()) == value


@given(st.dictionaries(keys, integers, max_size=8))
def test_the_order_in_which_keys_came_makes_no_difference(value: dict[str, int]) -> None:
    assert jcs(dict(reversed(value.items()))) == jcs(value)


@given(values)
def test_what_is_plain_is_let_pass(value: Any) -> None:
    require_plain(value)


def test_strings_are_escaped_as_rfc_8785_says() -> None:
    short = {"\b": r"\b", "\t": r"\t", "\n": r"\n", "\f": r"\f", "\r": r"\r", '"': r"\"", "\\": r"\\"}
    for code in range(0x20):
        written = short.get(chr(code), f"\\u{code:04x}")
        assert jcs(chr(code)) == f'"{written}"'.encode()
    for character, written in short.items():
        assert jcs(character) == f'"{written}"'.encode()


@pytest.mark.parametrize("text", ["/", "\x7f", "\u2028", "é", "Ж", "€", "\ufffe", "🎲", "<script>"])
def test_everything_else_stands_as_it_is_in_utf_8(text: str) -> None:
    assert jcs(text) == b'"' + text.encode() + b'"'


def test_the_example_of_rfc_8785_within_our_values() -> None:
    value = {"literals": [None, True, False], "string": '€$\u000f\nA\'B"\\\\"/'}

    assert jcs(value) == b'{"literals":[null,true,false],"string":"\xe2\x82\xac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'


@pytest.mark.parametrize("value", [INTEGER_MAX, -INTEGER_MAX, 0])
def test_integers_up_to_2_to_the_53_less_one_are_plain(value: int) -> None:
    require_plain(value)
    assert parse(jcs(value)) == value


@pytest.mark.parametrize("value", [INTEGER_MAX + 1, -INTEGER_MAX - 1, 2**64, -(2**80)])
def test_larger_integers_are_refused_everywhere(value: int) -> None:
    with pytest.raises(NotCanonicalError):
        jcs(value)
    for refuse in (lambda: require_plain(value), lambda: parse(str(value))):
        with pytest.raises(NotAnIntegerError, match="is not an integer within"):
            refuse()


@pytest.mark.parametrize("text", ["1.0", "0.5", "1e3", "-2E-1", "1E400", "NaN", "Infinity", "9" * 5000, "-0"])
def test_what_is_no_such_integer_is_refused_by_name(text: str) -> None:
    with pytest.raises(NotAnIntegerError, match=f"the number {text[:40]} is not an integer"):
        parse(f'{{"gold":{text}}}')


@pytest.mark.parametrize(
    "text", ["", "{", "[1,]", "{'a':1}", "nul", '"a', "[1] 2", "01", "\ufeff1", '"\t"', "// x\n1", '{"a":1,}']
)
def test_what_is_no_json_is_called_so(text: str) -> None:
    with pytest.raises(NotJsonError, match="not JSON"):
        parse(text)


@pytest.mark.parametrize(
    "data", [b'"\xff"', b'"\xc0\xaf"', b'"\xed\xa0\x80"', '"é"'.encode("latin-1"), b"\xff\xfe1\x00"]
)
def test_what_is_no_utf_8_is_called_so(data: bytes) -> None:
    with pytest.raises(NotUtf8Error, match="not UTF-8"):
        parse(data)


@pytest.mark.parametrize("text", ['{"a":1,"a":1}', '{"a":1,"b":2,"\\u0061":3}', '[{"x":{"y":1,"y":2}}]'])
def test_a_key_named_twice_is_refused(text: str) -> None:
    with pytest.raises(DoubledKeyError, match="names the same key twice"):
        parse(text)


@pytest.mark.parametrize("text", ['"\\ud800"', '["\\udfff\\ud800"]', '{"a":"\\ud83c"}'])
def test_half_a_surrogate_pair_is_refused(text: str) -> None:
    with pytest.raises(NotCanonicalError, match="half a surrogate pair"):
        parse(text)
    with pytest.raises(NotCanonicalError):
        jcs(json.loads(text))


def test_a_whole_surrogate_pair_is_one_character() -> None:
    assert parse('"\\ud83c\\udfb2"') == "🎲"


@pytest.mark.parametrize("key", ["é", "ключ", "🎲", "\x80"])
def test_a_key_outside_ascii_is_refused_by_name(key: str) -> None:
    with pytest.raises(NotCanonicalError, match="is not an ASCII string") as refused:
        parse(json.dumps({"a": {key: 1}}))

    assert repr(key) in str(refused.value)


def test_a_key_that_is_half_a_surrogate_pair_is_refused_in_a_sentence_one_can_print() -> None:
    with pytest.raises(NotCanonicalError, match="is not an ASCII string") as refused:
        parse('{"\\ud800":1}')

    str(refused.value).encode()


def test_nesting_is_bounded_and_what_is_no_container_counts_for_nothing() -> None:
    require_plain({"a": nested(DEPTH_MAX)})
    for deep in ({"a": nested(DEPTH_MAX + 1)}, {"a": {"b": nested(DEPTH_MAX)}}):
        with pytest.raises(TooDeepError, match="nested deeper than 64 levels"):
            require_plain(deep)


@pytest.mark.parametrize("levels", [DEPTH_MAX + 2, 2_000, 100_000])
def test_nesting_without_end_is_refused_and_not_fallen_over(levels: int) -> None:
    for text in ("[" * levels + "1" + "]" * levels, '{"a":' * levels + "1" + "}" * levels, "[" * levels):
        with pytest.raises((TooDeepError, NotJsonError)):
            parse(text)


@pytest.mark.parametrize("value", [1.0, (1, 2), {1, 2}, b"x", object(), {"a": 1.5}, [float("nan")]])
def test_what_a_record_has_no_word_for_is_not_plain(value: Any) -> None:
    with pytest.raises(NotCanonicalError, match="is not allowed in a record"):
        require_plain(value)


def test_subclasses_are_not_plain() -> None:
    class Card(str):
        __slots__ = ()

    class Gold(int):
        pass

    for value in (Card("a"), Gold(3), {Card("a"): 1}):
        with pytest.raises(NotCanonicalError):
            require_plain(value)


@pytest.mark.parametrize("value", [{1: 2}, {None: 1}, {"a": {1, 2}}, b"x", object()])
def test_encoding_refuses_what_json_has_no_word_for(value: Any) -> None:
    with pytest.raises(NotCanonicalError, match="not a value of the record format"):
        jcs(value)


def test_digests_are_sha_256_and_hmac_sha_256() -> None:
    assert sha256_hex(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert digest([]) == sha256_hex(b"[]")
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    # RFC 4231, test case 2
    expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert hmac_bytes(b"Jefe", b"what do ya want for nothing?").hex() == expected


@given(st.binary(max_size=140), st.binary(max_size=140))
def test_every_hmac_is_that_of_the_standard_library_however_long_the_key(key: bytes, message: bytes) -> None:
    for _ in range(2):  # a key that was used before gives the same
        assert hmac_bytes(key, message) == hmac.digest(key, message, "sha256")


def test_keys_around_the_length_of_a_block_and_more_keys_than_are_kept_give_the_right_hmac() -> None:
    keys = [bytes([size % 256]) * size for size in (0, 63, 64, 65, *range(100, 100 + 2 * KEYS_MAX))]
    for key in keys + keys:
        assert hmac_bytes(key, b"message") == hmac.digest(key, b"message", "sha256")


def test_a_state_s_digest_says_nothing_without_the_seed() -> None:
    state = jcs({"hands": [[1]]})
    digests = {state_digest(state_key(bytes([k]) * 32), state) for k in range(4)}

    assert len(digests) == 4
    assert sha256_hex(state) not in digests


ENVELOPE = {"for": ["seat:1"], "digest": "ab" * 32}
EVENT = {"game": "g", "n": 2, "data": {"seat": 1}, "sealed": [ENVELOPE, ENVELOPE], "opens": [], "prev": "0" * 64}


@given(opened=st.lists(st.booleans(), min_size=2, max_size=2), salt=texts, content=values, own_hash=texts)
def test_every_viewer_s_rendering_of_an_event_has_the_same_hash(
    opened: list[bool], salt: str, content: Any, own_hash: str
) -> None:
    sealed = [{**ENVELOPE, "salt": salt, "content": content} if is_open else ENVELOPE for is_open in opened]

    assert event_hash({**EVENT, "sealed": sealed, "hash": own_hash}) == event_hash(EVENT)


@pytest.mark.parametrize(
    "change",
    [
        {"n": 3},
        {"data": {"seat": 2}},
        {"prev": "1" * 64},
        {"opens": [{"n": 1}]},
        {"sealed": [ENVELOPE]},
        {"sealed": [ENVELOPE, {**ENVELOPE, "for": ["seat:0"]}]},
        {"sealed": [ENVELOPE, {**ENVELOPE, "digest": "cd" * 32}]},
        {"added": None},
    ],
)
def test_whatever_else_changes_changes_the_hash(change: dict[str, Any]) -> None:
    assert event_hash({**EVENT, **change}) != event_hash(EVENT)


@pytest.mark.parametrize("text", ['{"a":1,"a":1}', '{"a":1,"\\u0061":1}', '{"b":{"a":[1],"a":[1]}}'])
def test_a_doubled_key_is_found_in_a_text_that_is_as_short_as_it_can_be(text: str) -> None:
    with pytest.raises(DoubledKeyError):
        parse(text)
