"""
A second, independent check that a game is in the log of games (format delvebook-record/1, C2SP tlog-checkpoint).

Written from the format alone and with only the standard library. Run verify_chain.py on the record first.
Usage: python verify_log.py RECORD CHECKPOINT. Exit status: 0 if every event of the record that belongs in the log
is in the log of which CHECKPOINT is the head; 1, with the reason, if not.

The signature of the checkpoint is not checked here: the standard library has no Ed25519. Take a CHECKPOINT that you
trust, such as one that a monitor kept, or check it with any tool for signed notes.
"""

import base64
import hashlib
import json
import sys
from pathlib import Path

WHAT = {
    "GameCreated": "created",
    "GameStarted": "started",
    "GameFinished": "finished",
    "GameAborted": "aborted",
    "DisputeRuled": "ruled",
}


def need(is_so, why):
    if not is_so:
        raise ValueError(why)


def sha256(data):
    return hashlib.sha256(data).digest()


def read_checkpoint(text):
    lines = text.split("\n")
    need(text.endswith("\n"), "the last line of a checkpoint ends with a line feed, too")
    need(len(lines) > 4 and "" in lines[3:], "this is not a checkpoint")
    signatures = lines[lines.index("", 3) + 1 : -1]
    need(signatures and all(signatures), "a checkpoint has no empty line but the one before its signatures")
    return int(lines[1]), base64.b64decode(lines[2], validate=True)


def root_of(leaf, index, size, path):
    """The root that the proof leads to from the leaf: RFC 6962, section 2.1.1, read backwards."""
    if size == 1:
        need(not path, "the proof is too long")
        return leaf
    need(path, "the proof is too short")
    split = 1 << (size - 1).bit_length() - 1
    if index < split:
        return sha256(b"\1" + root_of(leaf, index, split, path[:-1]) + path[-1])
    return sha256(b"\1" + path[-1] + root_of(leaf, index - split, size - split, path[:-1]))


def check(record, checkpoint):
    header, *events = (json.loads(line) for line in record.splitlines())
    size, root = read_checkpoint(checkpoint)
    need("log" in header, "the record has no proofs of the log")
    need(read_checkpoint(header["log"]["checkpoint"]) == (size, root), "its proofs lead to another checkpoint")
    proved = {}
    for one in header["log"]["entries"]:
        entry = {"game": sha256(header["game"].encode()).hex()} | {key: one[key] for key in ("n", "hash", "what")}
        leaf = sha256(b"\0" + json.dumps(entry, sort_keys=True, separators=(",", ":")).encode())
        path = [bytes.fromhex(node) for node in one["path"]]
        need(0 <= one["index"] < size and all(len(node) == 32 for node in path), "a proof is not in shape")
        is_led = root_of(leaf, one["index"], size, path) == root
        need(is_led and one["n"] not in proved, f"the entry of event {one['n']} is not proved")
        proved[one["n"]] = (one["what"], one["hash"])
    made = {one["n"]: (WHAT[one["type"]], one["hash"]) for one in events if one["type"] in WHAT}
    need(proved == made, f"the log has {sorted(proved.items())}, and the record has {sorted(made.items())}")
    return f"{len(proved)} events are in the log of {size} entries"


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python verify_log.py RECORD CHECKPOINT")
    try:
        print(check(*(Path(name).read_text(encoding="utf-8") for name in sys.argv[1:])))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        print(f"not proved: {error}")
        sys.exit(1)
