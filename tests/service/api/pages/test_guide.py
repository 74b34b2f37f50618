"""The guide under /docs/guide: every page of `docs/`, with links that lead somewhere, and no script or style in it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from delvebook.service.api.pages.guide import GUIDE, page_names, render
from tests.service.api.house import Person

DOCS = Path(__file__).parents[4] / "docs"


class Seen(HTMLParser):
    """The contents of a page: addresses, ids, tags and attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name in ("href", "src"):
                self.addresses.append(value or "")
            if name == "id":
                self.ids.append(value or "")


def seen(person: Person, address: str) -> Seen:
    answer = person.get(address)
    assert answer.status_code == 200, address
    assert answer.mimetype == "text/html"
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    return Seen(answer.text)


def test_every_page_of_the_docs_is_served(nobody: Person) -> None:
    served = [*DOCS.glob("*.md"), *DOCS.glob("bots/*.md"), *DOCS.glob("clauses/*.md")]
    files = {str(file.relative_to(DOCS)).removesuffix(".md") for file in served}

    assert page_names() == files
    assert {"api", "fairness", "operating", "titles", "clauses/runebound"} <= files
    listed = seen(nobody, GUIDE).addresses
    for name in files:
        assert "<h1" in nobody.get(f"{GUIDE}/{name}").text
        if "/" not in name and name != "README":
            assert f"{GUIDE}/{name}" in listed


@pytest.mark.long
def test_every_link_of_the_guide_leads_to_a_page_and_a_heading(nobody: Person) -> None:
    pages = {f"{GUIDE}/{name}": seen(nobody, f"{GUIDE}/{name}") for name in page_names()}
    dead = []
    for address, found in pages.items():
        for link in found.addresses:
            if re.match(r"https?://", link):
                continue
            path, _, part = link.partition("#")
            there = pages.get(path or address)
            if there is None and nobody.get(path).status_code != 200:
                dead.append(f"{address}: {link}")
            if part and there is not None and part not in there.ids:
                dead.append(f"{address}: {link}")

    assert dead == []


def test_no_page_has_a_script_a_style_or_anything_from_elsewhere(nobody: Person) -> None:
    for name in page_names():
        found = seen(nobody, f"{GUIDE}/{name}")
        assert not found.tags & {"script", "style", "img", "iframe", "object"}, name
        assert "style" not in found.attributes, name
        assert not [one for one in found.attributes if one.startswith("on")], name
        assert len(found.ids) == len(set(found.ids)), name


def test_markup_in_a_page_is_shown_and_not_obeyed() -> None:
    assert render("# A\n\n<script>alert()</script>", "api").html == (
        '<h1 id="a">A</h1>\n<p>&lt;script&gt;alert()&lt;/script&gt;</p>\n'
    )


def test_links_lead_where_they_do_here() -> None:
    text = "[a](log.md#x) [b](clauses/README.md) [c](../examples/bot.py) [d](https://example.org/) ![e](p.png)"

    assert render(text, "api").html == (
        '<p><a href="/docs/guide/log#x">a</a> <a href="/docs/guide/clauses/README">b</a> c '
        '<a href="https://example.org/">d</a> e</p>\n'
    )


@pytest.mark.parametrize("name", ["nothing", "../README", "..%2FREADME", "adr/0001", "api.md", "clauses"])
def test_what_is_no_page_is_not_served(nobody: Person, name: str) -> None:
    assert nobody.get(f"{GUIDE}/{name}").status_code in (404, 308)


def test_the_reference_links_to_the_guide_and_back(nobody: Person) -> None:
    assert GUIDE in seen(nobody, "/docs").addresses
    assert {"/docs", "/docs/errors", "/openapi.json"} <= set(seen(nobody, f"{GUIDE}/api").addresses)
