"""
The guide: the pages of `docs/`, rendered for reading beside the reference, offline and without a script.

The Markdown files of `docs/`, `docs/bots/` and `docs/clauses/` are served. A link from one page to another leads to the
page as it is served. A link to anything else in the repository keeps its words and loses its address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from posixpath import normpath
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

GUIDE: Final = "/docs/guide"
FOLDERS: Final = ("", "bots/", "clauses/")
FIRST: Final = "README"
"""The page that lists the others."""
SUFFIX: Final = ".md"
ELSEWHERE: Final = re.compile(r"[a-z][a-z0-9+.-]*:|/")
"""The beginning of an address that is not relative to its page."""


@dataclass(frozen=True, slots=True)
class Page:
    """
    A page of the guide.

    Attributes:
        title: Its first heading.
        html: Its body.
    """

    title: str
    html: str


@cache
def page_names() -> frozenset[str]:
    """The names of all pages, such as `api` and `clauses/labyrinth`."""
    return frozenset(
        folder + file.name.removesuffix(SUFFIX)
        for folder in FOLDERS
        for file in _root().joinpath(folder).iterdir()
        if file.name.endswith(SUFFIX)
    )


@cache
def page(name: str) -> Page:
    """The page of that name, rendered on first use. Raises KeyError if there is none."""
    if name not in page_names():
        raise KeyError(name)
    return render(_root().joinpath(name + SUFFIX).read_text(encoding="utf-8"), name)


def render(text: str, name: str) -> Page:
    """The page of that name, made from its Markdown. HTML in the Markdown is shown as text."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    tokens = markdown.parse(text)
    slugs: dict[str, int] = {}
    title = ""
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            words = _words(tokens[at + 1])
            title = title or words
            token.attrSet("id", _slug(words, slugs))
        style = str(token.attrs.pop("style", ""))
        if style:  # the alignment of a column; pages have no styles of their own
            token.attrSet("class", style.replace("text-align:", "align-"))
        token.children = list(_linked(token.children, name)) if token.children is not None else None
    return Page(title or name, str(markdown.renderer.render(tokens, markdown.options, {})))


def _root() -> Traversable:
    return resources.files("delvebook").joinpath("docs")


def _words(inline: Token) -> str:
    return "".join(child.content for child in inline.children or () if child.type in ("text", "code_inline"))


def _slug(words: str, taken: dict[str, int]) -> str:
    """The heading's id, made as code hosts make it, so that links to it work both there and here."""
    slug = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
    count = taken.get(slug, 0)
    taken[slug] = count + 1
    return f"{slug}-{count}" if count else slug


def _linked(tokens: list[Token], name: str) -> Iterator[Token]:
    """The tokens with every link turned to its address here. Links to what is not served are removed."""
    kept: list[bool] = []
    for token in tokens:
        if token.type == "link_open":
            address = _address(str(token.attrs.get("href", "")), name)
            kept.append(address is not None)
            if address is None:
                continue
            token.attrSet("href", address)
        elif token.type == "link_close" and not kept.pop():
            continue
        elif token.type == "image":
            token = Token("text", "", 0, content=_words(token))  # noqa: PLW2901  pictures are not served
        yield token


def _address(href: str, name: str) -> str | None:
    """The address here of a page's link; None if its target is not served."""
    if ELSEWHERE.match(href) or href.startswith("#"):
        return href
    path, mark, part = href.partition("#")
    folder = name.rpartition("/")[0]
    target = normpath(f"{folder}/{path}" if folder else path)
    if not target.endswith(SUFFIX) or target.removesuffix(SUFFIX) not in page_names():
        return None
    return f"{GUIDE}/{target.removesuffix(SUFFIX)}{mark}{part}"


def contents() -> list[dict[str, object]]:
    """The pages of `docs/` itself, for the list beside each page: name, address and title, in alphabetical order."""
    names = sorted(name for name in page_names() if "/" not in name and name != FIRST)
    return [{"name": name, "href": f"{GUIDE}/{name}", "title": page(name).title} for name in names]
