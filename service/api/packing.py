"""
Packs answers with gzip, where a client takes it and nobody can learn anything from the size.

Only what is the same for everybody is packed: answers to requests without a token and without a session, and answers
that everybody may keep. How well such an answer packs tells nothing that a stranger could not simply ask for. An answer
for one person may hold a secret beside a text that somebody else chose, and its packed size would tell how alike the
two are (BREACH); so it is never packed. Streams are not packed either, so that each line leaves at once.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator
from typing import Final

from flask import Response, request

from delvebook.service.api.cookie import session_token

TYPES: Final = ("application/json", "application/x-ndjson", "text/html", "text/plain")
BYTES_MIN: Final = 1024
"""A shorter answer fits into one packet anyway."""
GZIP: Final = 16 + zlib.MAX_WBITS


def pack(response: Response) -> None:
    """Packs the answer to a GET or HEAD if it may be, and is worth it; before a validator is made of its bytes."""
    if not _may_be_packed(response):
        return
    response.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"] <= 0:
        return
    if response.is_streamed:
        response.response = packed(response.response)
        response.headers.pop("Content-Length", None)
    else:
        data = response.get_data()
        if len(data) < BYTES_MIN:
            return
        response.set_data(gzip.compress(data, mtime=0))
    etag, is_weak = response.get_etag()
    if etag is not None:
        response.set_etag(f"{etag}-gzip", weak=bool(is_weak))
    response.headers["Content-Encoding"] = "gzip"


def packed(pieces: Iterable[bytes | str]) -> Iterator[bytes]:
    """The pieces, packed as one."""
    packer = zlib.compressobj(wbits=GZIP)
    try:
        for piece in pieces:
            if some := packer.compress(piece.encode() if isinstance(piece, str) else piece):
                yield some
        yield packer.flush()
    finally:
        close = getattr(pieces, "close", None)
        if close is not None:
            close()


def _may_be_packed(response: Response) -> bool:
    """Whether the answer is the same for everybody, and worth it."""
    headers = response.headers
    if response.status_code != 200 or response.mimetype not in TYPES or "Content-Encoding" in headers:
        return False
    if "X-Accel-Buffering" in headers:
        return False
    is_for_one = "Authorization" in request.headers or session_token() is not None
    return not is_for_one or bool(response.cache_control.public)
