"""This code makes the vectors of docs/log.md, with which other implementations can be compared."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from delvebook.replays.log.checkpoints import Checkpoint
from delvebook.replays.log.entries import LogEntry, hidden_id
from delvebook.replays.log.merkle import EMPTY_ROOT, inclusion_path, leaf_hash
from delvebook.replays.log.notes import ED25519, Note, Verifier, sign
from delvebook.replays.log.tiles import write_bundle
from tests.house.files import ROOT
from tests.replays.log.consistency import consistency_path
from tests.replays.log.trees import ORIGIN, nodes, root_of

PAGE = ROOT / "docs" / "log.md"
GAME = "00000000-0000-4000-8000-000000000001"
SECRET = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
"""The key of RFC 8032, section 7.1, test 1."""
ENTRIES = [
    LogEntry(hidden_id(GAME), n, character * 64, what)
    for n, character, what in ((1, "a", "created"), (5, "b", "started"), (9, "c", "finished"))
]


def vectors() -> list[str]:
    """The lines that the page must have."""
    found = [one.to_bytes() for one in ENTRIES]
    leaves = [leaf_hash(one) for one in found]
    node = nodes(leaves)
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(SECRET))
    verifier = Verifier(ORIGIN, ED25519, key.public_key().public_bytes_raw())
    text = Checkpoint(ORIGIN, 3, root_of(leaves)).to_text()
    note = Note(text, (sign(text, verifier, key.sign),)).to_text()
    bundle = write_bundle(found)
    return [
        f"- game `{GAME}`: named `{hidden_id(GAME)}`",
        f"- entry 0: `{found[0].decode()}`",
        *(f"- hash of entry {index}: `{leaf.hex()}`" for index, leaf in enumerate(leaves)),
        f"- root of 0 entries: `{EMPTY_ROOT.hex()}`",
        *(f"- root of {size} entries: `{root_of(leaves[:size]).hex()}`" for size in (1, 2, 3)),
        *(
            f"- proof of entry {index} in 3: `{' '.join(one.hex() for one in inclusion_path(index, 3, node))}`"
            for index in range(3)
        ),
        f"- proof from 2 to 3: `{' '.join(one.hex() for one in consistency_path(2, 3, node))}`",
        f"- `tile/entries/000.p/3`: {len(bundle)} bytes, SHA-256 `{sha256(bundle).hexdigest()}`",
        f"- `tile/0/000.p/3`: 96 bytes, SHA-256 `{sha256(b''.join(leaves)).hexdigest()}`",
        f"- secret key `{SECRET}`: verifier key `{verifier.to_vkey()}`",
        *(f"    {line}".rstrip() for line in note.splitlines()),
    ]


def test_the_vectors_of_the_page_are_what_this_code_makes() -> None:
    page = PAGE.read_text(encoding="utf-8").splitlines()
    place = page.index(vectors()[0])

    assert page[place : place + len(vectors())] == vectors()


def test_the_root_in_a_checkpoint_is_base64() -> None:
    assert b64encode(EMPTY_ROOT).decode() == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="


if __name__ == "__main__":
    print("\n".join(vectors()))
