"""
The pages: one small HTML document for each address, and the static files that it loads.

Every static file is served under one digest of all files (`/static/<digest>/js/api.js`). So a browser may keep it for
ever, files of two versions are never mixed, and files are served unchanged.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.exceptions import NotFound

from delvebook.domain.phrases import Language
from delvebook.service.api import languages

FOR_EVER: Final = "public, max-age=31536000, immutable"
TYPES: Final = {
    "css": "text/css",
    "js": "text/javascript",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain",
}
"""The media types of static files, by file ending. No other files are served."""
OWN_ALONE: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'; "
)
POLICY: Final = OWN_ALONE + "frame-ancestors 'none'"
EMBEDDABLE_POLICY: Final = OWN_ALONE + "frame-ancestors *"
"""For the page that others may show in a frame. Browsers send no session there: the cookie is `SameSite=Strict`."""
MODULE_POLICY: Final = "default-src 'none'; script-src 'self'; frame-ancestors 'none'"
"""For a module that runs as a worker. It lives by its own policy, and imports others; Firefox insists on that."""
A_COMMENT: Final = re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)$", re.MULTILINE)
PAGES: Final = {
    "/": "lobby",
    "/new": "new",
    "/games/<game_id>": "table",
    "/embed/games/<game_id>": "embed",
    "/verify": "verify",
    "/disputes": "disputes",
    "/disputes/<dispute_id>": "disputes",
    "/leagues": "leagues",
    "/players/<player_id>": "players",
    "/account": "account",
    "/device": "device",
    "/offline": "offline",
}
"""The modules in `static/js/pages/` that make the pages, by address."""
SOON: Final[Mapping[str, str]] = {"table": "js/titles/parts.js"}
"""Modules that pages ask for once they know the title, by the page's module. They are sent with the first files."""
KEPT_PAGES: Final = ("/verify", "/offline")
"""The pages that work without a network."""
KEPT_MODULES: Final = ("js/verify/worker.js", "js/words/en.js", "js/words/ru.js")
KEPT_FILES: Final = ("css/base.css", "css/bell.css", "css/verify.css", "js/choices.js", "icon.svg", "icons/192.png")
"""What these pages need beside the modules that they import."""
ABOUT: Final[Mapping[Language, str]] = {
    "en": "Dungeon games where nothing is lost and everything can be checked",
    "ru": "Игры о подземельях, где ничего не теряется и всё можно проверить",
}
AN_IMPORT: Final = re.compile(r"""^\s*(?:import|export)\b(?:[^'";]*?\bfrom\b)?\s*['"](\.[^'"]+)['"]""", re.MULTILINE)

web = Blueprint("web", "delvebook.service.web", template_folder="templates")


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A static file: plain, packed, and with the modules that it imports on loading."""

    media_type: str
    plain: bytes
    packed: bytes
    imports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StaticFiles:
    """All static files by path, and the digest of them all."""

    digest: str
    files: Mapping[str, StaticFile]

    def needed_by(self, path: str) -> list[str]:
        """The module at that path and every module that is loaded with it, each once, in order of discovery."""
        found: dict[str, None] = {path: None}
        waiting = [path]
        while waiting:
            for other in self.files[waiting.pop(0)].imports:
                if other not in found:
                    found[other] = None
                    waiting.append(other)
        return list(found)


@cache
def static_files() -> StaticFiles:
    """The static files of this process, read once."""
    files = {
        path: _read(path, data) for path, data in _walk(resources.files("delvebook.service.web").joinpath("static"))
    }
    digest = sha256()
    for path, file in sorted(files.items()):
        digest.update(f"{path}\n{sha256(file.plain).hexdigest()}\n".encode())
    return StaticFiles(digest.hexdigest()[:16], files)


def _serve(module: str) -> Response:
    files, language = static_files(), languages.language()
    page = render_template(
        "page.html",
        base=f"/static/{files.digest}",
        module=f"js/pages/{module}.js",
        needed=_needed(files, module, language),
        language=language,
    )
    response = Response(page, mimetype="text/html")
    response.headers["Content-Security-Policy"] = EMBEDDABLE_POLICY if module == "embed" else POLICY
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    return languages.mark(response)


def _needed(files: StaticFiles, module: str, language: str) -> list[str]:
    """The modules that are loaded with a page in that language, each once."""
    soon = files.needed_by(SOON[module]) if module in SOON else []
    words = files.needed_by(f"js/words/{language}.js")
    return list(dict.fromkeys([*files.needed_by(f"js/pages/{module}.js"), *words, *soon]))


for _address, _module in PAGES.items():
    web.add_url_rule(
        _address, f"{_module}:{_address}", lambda module=_module, **_: _serve(module), strict_slashes=False
    )


@web.get("/static/<digest>/<path:path>")
def static_file(digest: str, path: str) -> Response:
    """
    A static file.

    Raises:
        NotFound: There is no such file, or it belongs to another version of Delvebook.
    """
    files = static_files()
    file = files.files.get(path)
    if digest != files.digest or file is None:
        raise NotFound
    is_packed = request.accept_encodings["gzip"] > 0
    response = Response(file.packed if is_packed else file.plain, mimetype=file.media_type)
    response.set_etag(f"{files.digest}{'-gzip' if is_packed else ''}")
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    response.headers["Cache-Control"] = FOR_EVER
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    if file.media_type == TYPES["js"]:
        response.headers["Content-Security-Policy"] = MODULE_POLICY
    return response


@web.get("/sw.js")
def service_worker() -> Response:
    """The service worker, after a line that says which pages and files it keeps."""
    files = static_files()
    modules = [f"js/pages/{PAGES[page]}.js" for page in KEPT_PAGES] + [
        "js/words/en.js",
        "js/words/ru.js",
        *KEPT_MODULES,
    ]
    needed = dict.fromkeys(path for module in modules for path in files.needed_by(module))
    base = f"/static/{files.digest}"
    shell = {
        "digest": files.digest,
        "base": base,
        "pages": list(KEPT_PAGES),
        "files": [f"{base}/{path}" for path in (*needed, *KEPT_FILES)],
    }
    script = f"self.SHELL = {json.dumps(shell)};\n".encode() + files.files["js/sw.js"].plain
    response = Response(script, mimetype=TYPES["js"])
    response.headers["Content-Security-Policy"] = "default-src 'none'; connect-src 'self'"
    response.headers["Cache-Control"] = "no-cache"
    return response


@web.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a device needs to know to install the pages as an application."""
    base = f"/static/{static_files().digest}"
    language = languages.language()
    told = {
        "name": "Delvebook",
        "short_name": "Delvebook",
        "description": ABOUT[language],
        "lang": language,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#faf7f2",
        "theme_color": "#2f5d62",
        "icons": [
            {"src": f"{base}/icon.svg", "sizes": "any", "type": TYPES["svg"]},
            {"src": f"{base}/icons/192.png", "sizes": "192x192", "type": TYPES["png"]},
            {"src": f"{base}/icons/512.png", "sizes": "512x512", "type": TYPES["png"]},
            {"src": f"{base}/icons/maskable.png", "sizes": "512x512", "type": TYPES["png"], "purpose": "maskable"},
        ],
    }
    response = Response(json.dumps(told, ensure_ascii=False), mimetype="application/manifest+json")
    response.headers["Cache-Control"] = "no-cache"
    return languages.mark(response)


@web.get("/favicon.ico")
def favicon() -> Response:
    """Redirects to the icon. Browsers ask for this address without being told."""
    address = url_for("web.static_file", digest=static_files().digest, path="icon.svg")
    return Response(status=302, headers={"Location": address})


def without_comments(source: str) -> str:
    """
    The module without the comments that have lines of their own: a fifth of what a browser would load.

    Its lines keep their numbers. No line of a template may begin as a comment does.
    """
    return A_COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), source)


def _read(path: str, data: bytes) -> StaticFile:
    ending = path.rpartition(".")[2]
    if ending == "js" and not path.startswith("vendor/"):
        data = without_comments(data.decode()).encode()
    folder = path.split("/")[:-1]
    imports: tuple[str, ...] = ()
    if ending == "js":
        found = AN_IMPORT.findall(data.decode()) + re.findall(r'\bfrom"(\.[^"]+)"', data.decode())
        imports = tuple(dict.fromkeys(_resolve(folder, one) for one in found))
    return StaticFile(TYPES[ending], data, gzip.compress(data, 9, mtime=0), imports)


def _resolve(folder: list[str], name: str) -> str:
    """The path of the module that a file in that folder imports by this relative name."""
    parts = list(folder)
    for part in name.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _walk(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    """Path and content of every file below the folder that has a known ending."""
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        path = f"{prefix}{entry.name}"
        if entry.is_dir():
            yield from _walk(entry, f"{path}/")
        elif entry.name.rpartition(".")[2] in TYPES:
            yield path, entry.read_bytes()
