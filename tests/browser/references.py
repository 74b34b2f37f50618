"""
Pictures of key pages that are kept, and how far a page may be from its own: `make pictures` takes them anew.

Text is written in blocks (`blocks.py`), and content is the same every time (`staged.py`), so a picture shows layout and
colours. Pictures are compared cell by cell at half their size, in the browser: another version of it may draw an edge a
little differently, and still every cell is nearly the same colour.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page

from tests.browser.people import Visitor
from tests.browser.staged import SCENES
from tests.house.files import ROOT

REFERENCES: Final = ROOT / "tests" / "browser" / "references"
LOOKS: Final[Mapping[str, Mapping[str, Any]]] = {
    "light": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
}
CELL: Final = 8
"""The side of a cell, in points of the picture at half its size."""
COLOUR_STEPS: Final = 24
"""How far the mean of a cell's red, green or blue (0 to 255) may be from the picture's."""
CELLS_MAX: Final = 0.02
"""The share of cells that may be further away."""
HALVED: Final = """async (shot) => {
    const image = new Image();
    image.src = `data:image/png;base64,${shot}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width >> 1, image.height >> 1);
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.imageSmoothingQuality = "high";
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return pen.getImageData(0, 0, canvas.width, canvas.height);
}"""
PIXELS: Final = f"""async (shot) => {{
    const {{ width, height, data }} = await ({HALVED})(shot);
    let text = "";
    for (let at = 0; at < data.length; at += 4) {{
        text += String.fromCharCode(data[at] & 0xfc, data[at + 1] & 0xfc, data[at + 2] & 0xfc);
    }}
    return [width, height, btoa(text)];
}}"""
COMPARED: Final = f"""async ([shot, kept, cell, steps]) => {{
    const now = await ({HALVED})(shot);
    const image = new Image();
    image.src = `data:image/png;base64,${{kept}}`;
    await image.decode();
    if (image.width !== now.width || image.height !== now.height) return 1;
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext("2d", {{ willReadFrequently: true }});
    pen.drawImage(image, 0, 0);
    const then = pen.getImageData(0, 0, image.width, image.height);
    let cells = 0;
    let far = 0;
    for (let top = 0; top < now.height; top += cell) for (let left = 0; left < now.width; left += cell) {{
        const sums = [0, 0, 0];
        let points = 0;
        for (let y = top; y < Math.min(now.height, top + cell); y += 1) {{
            for (let x = left; x < Math.min(now.width, left + cell); x += 1) {{
                const at = 4 * (y * now.width + x);
                for (const colour of [0, 1, 2]) sums[colour] += now.data[at + colour] - then.data[at + colour];
                points += 1;
            }}
        }}
        cells += 1;
        if (sums.some((sum) => Math.abs(sum) > steps * points)) far += 1;
    }}
    return far / cells;
}}"""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture of a page as it stands."""

    png: bytes

    @property
    def text(self) -> str:
        """The picture in base64."""
        return base64.b64encode(self.png).decode()


def reference_path(scene: str, look: str) -> Path:
    """Where the picture of a scene is kept."""
    return REFERENCES / f"{scene}-{look}.png"


def taken(visitor: Visitor, scene: str) -> Shot:
    """A picture of the scene as it looks now."""
    return shot(SCENES[scene](visitor))


def shot(page: Page) -> Shot:
    """The visible part of the page, one point for each of its pixels."""
    return Shot(page.screenshot(animations="disabled", caret="hide", scale="css"))


def distance(easel: Page, now: Shot, kept: bytes) -> float:
    """The share of cells that differ from the kept picture; 1 if its size differs."""
    return float(easel.evaluate(COMPARED, [now.text, base64.b64encode(kept).decode(), CELL, COLOUR_STEPS]))


def halved(easel: Page, now: Shot) -> bytes:
    """The picture at half its size, as a small PNG."""
    width, height, points = easel.evaluate(PIXELS, now.text)
    return png(int(width), int(height), base64.b64decode(points))


def png(width: int, height: int, points: bytes) -> bytes:
    """A PNG of red, green and blue points, row by row; each row is told by its difference from the one above."""
    side = 3 * width
    rows = [points[at : at + side] for at in range(0, side * height, side)]
    lines = [
        b"\2" + bytes((a - b) & 0xFF for a, b in zip(row, above, strict=True))
        for above, row in zip([bytes(side), *rows], rows, strict=False)
    ]

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(b"".join(lines), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def visitor_of(browser: Browser, url: str, look: str, **more: Any) -> Visitor:
    """A person whose browser shows pages in that look, at a fixed place and time."""
    options: dict[str, Any] = {
        "bypass_csp": True,
        "device_scale_factor": 1,
        "locale": "en-GB",
        "reduced_motion": "reduce",
        "timezone_id": "UTC",
        **LOOKS[look],
        **more,
    }
    return Visitor(browser.new_context(**options), url)


def take_all(browser: Browser, url: str) -> int:
    """Takes every picture anew. Returns their size in bytes."""
    REFERENCES.mkdir(exist_ok=True)
    for old in REFERENCES.glob("*.png"):
        old.unlink()
    easel = browser.new_page()
    total = 0
    for look in LOOKS:
        for scene in SCENES:
            visitor = visitor_of(browser, url, look)
            kept = halved(easel, taken(visitor, scene))
            reference_path(scene, look).write_bytes(kept)
            total += len(kept)
            visitor.context.close()
    easel.close()
    return total
