"""
Packs answers with gzip, if the client takes it and the size cannot reveal anything.

Only answers that are the same for everybody are packed: those to requests without a token and a session, and those that
everybody may keep. Their packed size reveals nothing that a stranger could not simply ask for. An answer for one person
may hold a secret beside a text that somebody else chose. Its packed size would reveal how alike the two are (BREACH),
so it is never packed. Streams are not packed either, so that each line leaves at once.
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
"""Minimum size of a packed answer. A shorter one fits into one packet anyway."""
GZIP: Final = 16 + zlib.MAX_WBITS


def pack(response: Response) -> None:
    """Packs the answer to a GET or HEAD if that is allowed and worth it. Runs before its bytes get a validator."""
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
    """The pieces packed as one."""
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
    """Whether the answer may be packed: it is the same for everybody, and of a type that is worth it."""
    headers = response.headers
    if response.status_code != 200 or response.mimetype not in TYPES or "Content-Encoding" in headers:
        return False
    if "X-Accel-Buffering" in headers:
        return False
    is_for_one = "Authorization" in request.headers or session_token() is not None
    return not is_for_one or bool(response.cache_control.public)
