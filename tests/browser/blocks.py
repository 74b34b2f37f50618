"""
A font in which every letter is the same block, so that pages have the same shape on every machine, whatever its fonts.

The font is made here, byte by byte, as OpenType says: one square glyph, an empty one for spaces, and a table that maps
every letter the pages use to the one or the other.
"""

from __future__ import annotations

import base64
import struct
from functools import cache
from typing import Final

EM: Final = 1000
ASCENT: Final = 800
DESCENT: Final = 200
ADVANCE: Final = 560
BOX: Final = (60, 0, 500, 520)
"""Left, bottom, right, top of a letter."""
SPACES: Final = frozenset({0x20, 0xA0, 0x2009, 0x202F})
RANGES: Final = (
    (0x20, 0x2FF),
    (0x400, 0x4FF),
    (0x2000, 0x206F),
    (0x20A0, 0x20BF),
    (0x2100, 0x23FF),
    (0x2500, 0x27BF),
    (0x2B00, 0x2BFF),
)
"""The letters and signs that the pages use."""
STYLE: Final = """
@font-face { font-family: Blocks; src: url(data:font/ttf;base64,%s); }
*, *::before, *::after { font-family: Blocks !important; font-weight: 400 !important; font-style: normal !important; }
*, *::before, *::after { caret-color: transparent !important; animation: none !important; transition: none !important; }
"""


def block_style() -> str:
    """A style sheet that shows all text in blocks and stops all motion."""
    return STYLE % base64.b64encode(block_font()).decode()


@cache
def block_font() -> bytes:
    """The font, as a TrueType file."""
    left, bottom, right, top = BOX
    outline = struct.pack(">hhhhh", 1, left, bottom, right, top)
    outline += struct.pack(">HH", 3, 0) + b"\1\1\1\1"
    outline += struct.pack(">hhhh", left, 0, right - left, 0) + struct.pack(
        ">hhhh", bottom, top - bottom, 0, bottom - top
    )
    outline += bytes(-len(outline) % 4)
    tables = {
        b"OS/2": _os2(),
        b"cmap": _cmap(),
        b"glyf": outline * 2,
        b"head": struct.pack(
            ">IIIIHHQQhhhhHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 3, EM, 0, 0, left, bottom, right, top, 0, 6, 2, 0, 0
        ),
        b"hhea": struct.pack(">IhhhHhhhhhhhhhhhH", 0x10000, ASCENT, -DESCENT, 0, ADVANCE, left, 60, right, *[0] * 8, 3),
        b"hmtx": struct.pack(">HhHhHh", ADVANCE, left, ADVANCE, left, ADVANCE // 2, 0),
        b"loca": struct.pack(">HHHH", 0, len(outline) // 2, len(outline), len(outline)),
        b"maxp": struct.pack(">IHHHHHHHHHHHHHH", 0x10000, 3, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
        b"name": _name("Blocks"),
        b"post": struct.pack(">IIhhIIIII", 0x30000, 0, -100, 50, 0, 0, 0, 0, 0),
    }
    return _file(tables)


def _cmap() -> bytes:
    """Format 4: for every letter the glyph, range by range."""
    segments = [*RANGES, (0xFFFF, 0xFFFF)]
    glyphs = [[2 if code in SPACES else 1 for code in range(first, last + 1)] for first, last in RANGES]
    count = len(segments)
    offsets = []
    before = 0
    for number in range(count):
        is_last = number == count - 1
        offsets.append(0 if is_last else 2 * (count - number + before))
        before += 0 if is_last else len(glyphs[number])
    flat = [glyph for some in glyphs for glyph in some]
    power = 1 << (count.bit_length() - 1)
    body = struct.pack(">HHHH", 2 * count, 2 * power, power.bit_length() - 1, 2 * (count - power))
    body += struct.pack(f">{count}H", *(last for _, last in segments)) + struct.pack(">H", 0)
    body += struct.pack(f">{count}H", *(first for first, _ in segments))
    body += struct.pack(f">{count}H", *([0] * (count - 1)), 1) + struct.pack(f">{count}H", *offsets)
    body += struct.pack(f">{len(flat)}H", *flat)
    return struct.pack(">HHHHI", 0, 1, 3, 1, 12) + struct.pack(">HHH", 4, len(body) + 6, 0) + body


def _os2() -> bytes:
    return struct.pack(
        ">HhHHHhhhhhhhhhhh10sIIII4sHHHhhhHHIIhhHHH",
        4, ADVANCE, 400, 5, 0, 600, 600, 0, 75, 600, 600, 0, 350, 50, 250, 0, bytes(10), 0, 0, 0, 0, b"none", 0x40,
        RANGES[0][0], RANGES[-1][1], ASCENT, -DESCENT, 0, ASCENT, DESCENT, 1, 0, 520, 520, 0, 0x20, 0,
    )  # fmt: skip


def _name(family: str) -> bytes:
    text = family.encode("utf-16-be")
    records = [struct.pack(">HHHHHH", 3, 1, 0x409, which, len(text), 0) for which in (1, 4, 6)]
    return struct.pack(">HHH", 0, len(records), 6 + 12 * len(records)) + b"".join(records) + text


def _file(tables: dict[bytes, bytes]) -> bytes:
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    head = struct.pack(">IHHHH", 0x10000, count, 16 * power, power.bit_length() - 1, 16 * (count - power))
    at = len(head) + 16 * count
    body = b""
    for tag, data in sorted(tables.items()):
        padded = data + bytes(-len(data) % 4)
        head += tag + struct.pack(">III", sum(struct.unpack(f">{len(padded) // 4}I", padded)) % 2**32, at, len(data))
        body += padded
        at += len(padded)
    return head + body
