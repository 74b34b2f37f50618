"""The documents and static files of the pages."""

from __future__ import annotations

import gzip
import json
import re
import struct

import pytest

from delvebook.service.api.pages.browser import PAGES, static_files
from tests.house.files import ROOT
from tests.service.api.house import Person

ADDRESSES = [re.sub(r"<[^>]+>", "x", address) for address in PAGES]
VENDORED = ROOT / "service" / "web" / "static" / "vendor"


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_loads_nothing_from_elsewhere_and_runs_nothing_of_its_own(nobody: Person, address: str) -> None:
    page = nobody.get(address)
    policy = dict(part.strip().split(" ", 1) for part in page.headers["Content-Security-Policy"].split(";"))

    assert page.status_code == 200
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == ("*" if address.startswith("/embed") else "'none'")
    assert re.findall(r'(?:src|href)="(?!/)', page.text) == []
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=", page.text) == []


@pytest.mark.parametrize(("path", "allowed"), [("js/verify/worker.js", "'self'"), ("css/base.css", None)])
def test_a_module_may_import_others_where_it_runs_as_a_worker(nobody: Person, path: str, allowed: str | None) -> None:
    """A worker lives by the policy of its own file, not of the page."""
    file = nobody.get(f"/static/{static_files().digest}/{path}")
    policy = dict(part.strip().split(" ", 1) for part in file.headers["Content-Security-Policy"].split(";"))

    assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
    assert policy.get("script-src") == allowed


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_file_that_a_page_names_is_there(nobody: Person, address: str) -> None:
    named = re.findall(r'(?:src|href)="(/static/[^"]+)"', nobody.get(address).text)

    assert len(named) > 8
    for path in named:
        assert nobody.get(path).status_code == 200, path


def test_a_page_speaks_the_language_of_the_browser(nobody: Person) -> None:
    page = nobody.get("/", headers={"Accept-Language": "ru, en;q=0.5"})

    assert '<html lang="ru">' in page.text
    assert "Accept-Language" in page.headers["Vary"]


def test_a_page_is_asked_for_again_and_answered_with_nothing_new(nobody: Person) -> None:
    first = nobody.get("/")
    again = nobody.get("/", headers={"If-None-Match": first.headers["ETag"]})

    assert first.headers["Cache-Control"] == "no-cache"
    assert again.status_code == 304


def test_a_static_file_is_kept_for_ever_and_comes_packed(nobody: Person) -> None:
    path = f"/static/{static_files().digest}/js/api.js"
    plain = nobody.get(path)
    packed = nobody.get(path, headers={"Accept-Encoding": "gzip"})

    assert "immutable" in plain.headers["Cache-Control"]
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert plain.headers["ETag"] != packed.headers["ETag"]
    assert plain.mimetype == "text/javascript"


def test_a_library_is_served_as_it_came_with_its_licence(nobody: Person) -> None:
    came = {path.relative_to(VENDORED): path for path in VENDORED.rglob("*.js")}
    served = {name: nobody.get(f"/static/{static_files().digest}/vendor/{name.as_posix()}").data for name in came}

    assert any(b"@license" in data for data in served.values())
    assert served == {name: path.read_bytes() for name, path in came.items()}


@pytest.mark.parametrize("path", ["js/nothing.js", "../pages.py", "js/../../pages.py", "js", ""])
def test_nothing_else_is_served(nobody: Person, path: str) -> None:
    assert nobody.get(f"/static/{static_files().digest}/{path}").status_code == 404


def test_files_of_another_version_are_not_there(nobody: Person) -> None:
    assert nobody.get("/static/0123456789abcdef/js/api.js").status_code == 404


def test_every_module_that_a_page_needs_is_fetched_at_once(nobody: Person) -> None:
    page = nobody.get("/games/x").text
    files = static_files().files
    needed = set(re.findall(r'modulepreload" href="/static/[^/]+/([^"]+)"', page))

    assert "js/table.js" in needed
    assert {path for path in needed if path.startswith("js/words/")} == {"js/words/en.js"}
    for path in needed:
        assert set(files[path].imports) <= needed, path


def test_no_module_imports_by_a_bare_name_or_from_elsewhere() -> None:
    for path, file in static_files().files.items():
        if not path.endswith(".js"):
            continue
        named = re.findall(
            r"""^\s*(?:import|export)\b[^'";]*\bfrom\s*['"]([^'"]+)""", file.plain.decode(), re.MULTILINE
        )
        assert [name for name in named if not name.startswith(".")] == [], path
        assert [name for name in file.imports if name not in static_files().files] == [], path


def test_the_vendored_library_has_its_licence() -> None:
    assert "BSD 3-Clause" in (VENDORED / "lit-html" / "LICENSE.txt").read_text()
    for path in VENDORED.rglob("*.js"):
        assert b"SPDX-License-Identifier: BSD-3-Clause" in path.read_bytes(), path


def test_the_service_worker_keeps_the_verifier_whole_and_no_page_of_a_game(nobody: Person) -> None:
    script = nobody.get("/sw.js")
    shell = json.loads(script.text.partition("\n")[0].removeprefix("self.SHELL = ").removesuffix(";"))
    files = static_files().files
    kept = {path.removeprefix(f"{shell['base']}/") for path in shell["files"]}

    assert script.headers["Cache-Control"] == "no-cache"
    assert shell["pages"] == ["/verify", "/offline"]
    assert {"js/verify/course.js", "js/words/en.js", "js/words/ru.js", "css/base.css"} <= kept
    for path in kept:
        assert path in files, path
        assert set(files[path].imports) <= kept, path
    for page in shell["pages"]:
        named = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', nobody.get(page).text))
        assert named <= set(shell["files"]), page
    assert not any("titles/" in path or "table" in path for path in kept)


@pytest.mark.parametrize(("language", "word"), [("en", "Dungeon games"), ("ru", "Игры о подземельях")])
def test_the_pages_can_be_installed(nobody: Person, language: str, word: str) -> None:
    told = nobody.get("/manifest.webmanifest", headers={"Accept-Language": language})
    manifest = json.loads(told.text)

    assert told.mimetype == "application/manifest+json"
    assert manifest["lang"] == language
    assert word in manifest["description"]
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    for icon in manifest["icons"]:
        drawn = nobody.get(icon["src"])
        assert (drawn.status_code, drawn.mimetype) == (200, icon["type"])
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", drawn.data[16:24])
            assert f"{width}x{height}" == icon["sizes"]
