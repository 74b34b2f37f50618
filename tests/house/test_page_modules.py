"""The modules of the pages are short, and none of them imports itself through others."""

from __future__ import annotations

import re

import pytest

from delvebook.service.api.pages.browser import A_COMMENT, without_comments
from tests.house.files import long_sources
from tests.house.imports import import_circles
from tests.house.page_modules import page_imports, page_modules


def test_no_modules_of_the_pages_import_each_other() -> None:
    assert import_circles(page_imports(page_modules())) == []


def test_no_module_of_the_pages_is_long() -> None:
    assert long_sources(page_modules()) == []


def test_every_module_of_the_pages_is_imported_by_another_or_is_a_page() -> None:
    graph = page_imports(page_modules())
    imported = {other for others in graph.values() for other in others}

    # `choices.js` is a script of the document itself, and `sw.js` of the browser.
    alone = {"choices.js", "sw.js"}
    assert {path for path in graph if path not in imported and not path.startswith("pages/")} == alone


def test_imports_are_found_in_every_form_and_not_in_comments() -> None:
    sources = {
        "page.js": 'import { a,\n  b } from "./parts.js";\nimport "./side.js";\nexport { c } from "./titles/one.js";',
        "parts.js": '/** @type {import("./page.js").Page} */\n// import "./page.js"\nconst x = import("./side.js");',
        "side.js": 'new Worker(new URL("./worker.js", import.meta.url));',
        "worker.js": "",
        "titles/one.js": "import(`./${name}.js`);",
        "titles/two.js": 'import { page } from "../page.js";',
    }
    graph = page_imports(sources)

    assert graph == {
        "page.js": ["parts.js", "side.js", "titles/one.js"],
        "parts.js": ["side.js"],
        "side.js": ["worker.js"],
        "worker.js": [],
        "titles/one.js": ["titles/two.js"],
        "titles/two.js": ["page.js"],
    }
    assert import_circles(graph) == [["page.js", "titles/one.js", "titles/two.js"]]


def in_templates(source: str) -> list[str]:
    """Returns the lines of a module's templates that begin as a comment does, so that they would not be served."""
    code = A_COMMENT.sub("", source)
    served = re.sub(r"'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"", "", code)
    kept = re.sub(r"'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"", "", source)
    inside, found = False, []
    for line in kept.splitlines():
        if inside and re.match(r"[ \t]*(//|/\*)", line):
            found.append(line.strip())
        if inside or not re.match(r"[ \t]*(//|/\*|\*)", line):
            inside ^= line.count("`") % 2 == 1
    assert served.count("`") % 2 == 0
    return found


@pytest.mark.parametrize("path", [path for path in page_modules() if not path.startswith("vendor/")])
def test_only_comments_are_left_out_of_what_is_served(path: str) -> None:
    source = page_modules()[path]
    served = without_comments(source)

    assert in_templates(source) == []
    assert served.count("\n") == source.count("\n")
    assert {line for line in served.splitlines() if line.strip()} <= set(source.splitlines())


def test_a_line_of_a_template_that_would_not_be_served_is_found() -> None:
    assert in_templates("const a = `\n  // not a comment\n`;\n// a comment with a ` in it\n") == ["// not a comment"]
