"""
The edits of the conformance kit: how a forged record is made from an honest one. README.md describes each of them.

Only the standard library is needed.
"""

from __future__ import annotations

import copy
import hashlib
import json
import re
from collections.abc import Callable, Sequence
from typing import Any

Line = dict[str, Any]
Edit = dict[str, Any]


def jcs(value: object) -> str:
    """The canonical JSON of a value whose keys are ASCII."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def digest(value: object) -> str:
    """The SHA-256 of the canonical JSON, in hex."""
    return hashlib.sha256(jcs(value).encode()).hexdigest()


def event_hash(event: Line) -> str:
    """The hash of an event, in which each envelope is reduced to its audience and its digest."""
    sealed = [_closed(one) for one in event.get("sealed") or ()]
    return digest({key: value for key, value in event.items() if key != "hash"} | {"sealed": sealed})


def _closed(envelope: object) -> object:
    if not isinstance(envelope, dict):
        return envelope
    return {key: envelope[key] for key in ("for", "digest") if key in envelope}


def forge(record: bytes, edits: Sequence[Edit], chain: str | None = None) -> bytes:
    """
    The record after the edits, in order.

    Args:
        record: An honest record.
        edits: The edits. Those of text come last.
        chain: `hashes` if every hash is computed anew, `all` if the events are numbered anew, too.
    """
    lines = edited(record, edits, chain)
    raw = [jcs(line).encode("utf-8", "surrogatepass") + b"\n" for line in lines]
    for edit in edits:
        if name := next((name for name in TEXTS if name in edit), None):
            TEXTS[name](raw, lines, edit)
    return b"".join(raw)


def edited(record: bytes, edits: Sequence[Edit], chain: str | None = None) -> list[Line]:
    """The lines of the record after the edits, but for those of its text."""
    lines: list[Line] = [json.loads(line) for line in record.splitlines()]
    for edit in edits:
        if name := next((name for name in EDITS if name in edit), None):
            EDITS[name](lines, edit)
    if chain is not None:
        _link(lines, is_renumbered=chain == "all")
    return lines


def find(lines: Sequence[Line], place: str | int) -> int:
    """
    The index of the line at a place.

    Raises:
        LookupError: There is no such line.
    """
    if isinstance(place, int):
        return range(len(lines))[place - 1 if place > 0 else place]
    if place in ("header", "last"):
        return 0 if place == "header" else len(lines) - 1
    what, _, number = place.partition("/")
    found = [index for index, line in enumerate(lines) if index and _is_at(line, what)]
    return found[int(number or 0)]


def _is_at(line: Line, what: str) -> bool:
    if what in ("sealed", "opens"):
        return bool(line.get(what))
    if what in ("facts", "draws"):
        return bool(line["data"].get(what))
    return bool(line.get("type") == what)


def line_of(lines: Sequence[Line], where: str | int) -> int:
    """The number of the line at a place; `end` is the line after the last."""
    return len(lines) + 1 if where == "end" else find(lines, where) + 1


def _link(lines: Sequence[Line], *, is_renumbered: bool) -> None:
    header, *events = lines
    prev = "0" * 64
    for n, event in enumerate(events, 1):
        if is_renumbered:
            event["n"] = n
        event["prev"] = prev
        event["hash"] = prev = event_hash(event)
    header["receipt"] = None
    header["head"] = {"n": events[-1]["n"] if events else 1, "hash": prev}


# -- edits of values -----------------------------------------------------------------------------------


def _inside(line: Line, pointer: str) -> tuple[Any, Any]:
    """The object or array that a JSON pointer leads into, and the last key."""
    holder: Any = line
    *way, last = pointer.split("/")[1:]
    for key in way:
        holder = holder[int(key) if isinstance(holder, list) else key]
    return holder, (last if not isinstance(holder, list) else int(last))


def _set(lines: list[Line], edit: Edit) -> None:
    holder, key = _inside(lines[find(lines, edit["in"])], edit["set"])
    value = copy.deepcopy(edit["to"])
    if isinstance(holder, list) and key == len(holder):
        holder.append(value)
    else:
        holder[key] = value


def _unset(lines: list[Line], edit: Edit) -> None:
    holder, key = _inside(lines[find(lines, edit["in"])], edit["unset"])
    del holder[key]


def _copy(lines: list[Line], edit: Edit) -> None:
    holder, key = _inside(lines[find(lines, edit["of"])], edit["copy"])
    _set(lines, {"set": edit["to"], "in": edit["in"], "to": holder[key]})


def _seal(lines: list[Line], edit: Edit) -> None:
    """Makes an envelope's digest fit its content, and what opens it later show that content."""
    index, i = find(lines, edit["seal"]), edit.get("i", 0)
    event = lines[index]
    envelope = event["sealed"][i]
    envelope["digest"] = digest([envelope["salt"], envelope["content"]])

    def follow(value: Any) -> None:
        if isinstance(value, dict):
            if {"n", "i", "salt", "content"} == value.keys() and (value["n"], value["i"]) == (event["n"], i):
                value["salt"], value["content"] = envelope["salt"], copy.deepcopy(envelope["content"])
            value = list(value.values())
        if isinstance(value, list):
            for item in value:
                follow(item)

    for later, line in enumerate(lines[index + 1 :], index + 2):
        before = copy.deepcopy(line["sealed"])
        follow(line)
        for j, one in enumerate(line["sealed"]):
            if one != before[j]:
                _seal(lines, {"seal": later, "i": j})


def _close(lines: list[Line], edit: Edit) -> None:
    for event in lines[1:]:
        for envelope in event["sealed"]:
            if edit["close"] not in envelope["for"]:
                envelope.pop("salt", None)
                envelope.pop("content", None)


# -- edits of lines ------------------------------------------------------------------------------------


def _put(lines: list[Line], line: Line, edit: Edit) -> None:
    at = find(lines, edit["before"]) if "before" in edit else find(lines, edit.get("after", "last")) + 1
    lines.insert(at, line)


def _insert(lines: list[Line], edit: Edit) -> None:
    at = find(lines, edit["before"]) if "before" in edit else find(lines, edit.get("after", "last")) + 1
    before = lines[at - 1] if at > 1 else lines[1]
    event = {"game": before["game"], "n": before["n"] + 1, "at": before["at"], "prev": before["hash"]}
    _put(lines, event | {"sealed": [], "opens": [], "hash": "0" * 64} | copy.deepcopy(edit["insert"]), edit)


def _rehash(lines: list[Line], edit: Edit) -> None:
    event = lines[find(lines, edit["rehash"])]
    event["hash"] = event_hash(event)


def _remove(lines: list[Line], edit: Edit) -> None:
    del lines[find(lines, edit["remove"])]


def _repeat(lines: list[Line], edit: Edit) -> None:
    at = find(lines, edit["repeat"])
    _put(lines, copy.deepcopy(lines[at]), {"after": at + 1} | edit)


def _move(lines: list[Line], edit: Edit) -> None:
    _put(lines, lines.pop(find(lines, edit["move"])), edit)


def _swap(lines: list[Line], edit: Edit) -> None:
    one, other = find(lines, edit["swap"]), find(lines, edit["with"])
    lines[one], lines[other] = lines[other], lines[one]


def _cut(lines: list[Line], edit: Edit) -> None:
    del lines[find(lines, edit["cut"]) : find(lines, edit["to"]) if "to" in edit else len(lines)]


def _date(lines: list[Line], edit: Edit) -> None:
    for line in lines[1:]:
        line["at"] = line["at"].replace(edit["date"], edit["to"])
        if line["data"].get("deadline"):
            line["data"]["deadline"] = line["data"]["deadline"].replace(edit["date"], edit["to"])


def _skip(lines: list[Line], edit: Edit) -> None:
    for line in lines[find(lines, edit["skip"]) :]:
        line["n"] += 1


# -- edits of the text ---------------------------------------------------------------------------------


def _text(raw: list[bytes], lines: Sequence[Line], edit: Edit) -> None:
    at = find(lines, edit["text"])
    put = edit["put"].encode() if "put" in edit else bytes.fromhex(edit["bytes"])
    raw[at] = raw[at].replace(edit["find"].encode(), put * edit.get("times", 1), 1)


def _pattern(raw: list[bytes], lines: Sequence[Line], edit: Edit) -> None:
    at = find(lines, edit["match"])
    raw[at] = re.sub(edit["find"].encode(), edit["put"].encode(), raw[at], count=1)


def _whole(raw: list[bytes], lines: Sequence[Line], edit: Edit) -> None:
    raw[:] = [b"".join(raw).replace(edit["everywhere"].encode(), edit["put"].encode())]


def _tail(raw: list[bytes], lines: Sequence[Line], edit: Edit) -> None:
    raw.append(edit["tail"].encode())


def _clip(raw: list[bytes], lines: Sequence[Line], edit: Edit) -> None:
    raw[:] = [b"".join(raw)[: -edit["clip"]]]


EDITS: dict[str, Callable[[list[Line], Edit], None]] = {
    "set": _set,
    "unset": _unset,
    "copy": _copy,
    "seal": _seal,
    "close": _close,
    "rehash": _rehash,
    "insert": _insert,
    "remove": _remove,
    "repeat": _repeat,
    "move": _move,
    "swap": _swap,
    "cut": _cut,
    "skip": _skip,
    "date": _date,
}
TEXTS: dict[str, Callable[[list[bytes], Sequence[Line], Edit], None]] = {
    "text": _text,
    "match": _pattern,
    "everywhere": _whole,
    "tail": _tail,
    "clip": _clip,
}
