"""How facts are drawn is data about facts that the titles have."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import Any, Final

import pytest

from delvebook.domain.rulesets.registry import get_ruleset
from tests.house.files import ROOT

TITLES: Final = ROOT / "service" / "web" / "static" / "js" / "titles"
READ: Final = """
const { LOOKS } = await import(process.argv[1]);
console.log(JSON.stringify(LOOKS));
"""


@pytest.fixture(scope="module")
def looks() -> dict[str, Any]:
    """The looks of facts, by title and by type."""
    node = shutil.which("node")
    assert node, "install node 20 or newer: the page's modules are run in it"
    command = [node, "--input-type=module", "--eval", READ, (TITLES / "looks.js").as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_every_look_is_of_a_fact_and_of_its_members(looks: dict[str, Any]) -> None:
    wrong = []
    for title, by_type in looks.items():
        schemas = get_ruleset(title).catalogue["schemas"]
        facts = {name: schemas["$defs"][one["$ref"].split("/")[-1]] for name, one in schemas["facts"].items()}
        for name, look in by_type.items():
            asked = [look.get("less"), look.get("more"), look.get("now"), *look.get("compared", [])]
            members = facts[name]["properties"] if name in facts else {}
            wrong += [(title, name, member) for member in asked if isinstance(member, str) and member not in members]
            wrong += [] if name in facts else [(title, name, None)]

    assert len(looks) == 5
    assert wrong == []


def test_every_sign_is_drawn(looks: dict[str, Any]) -> None:
    drawn = set(re.findall(r"^  (\w+): \{ (?:line|fill):", (TITLES / "icons.js").read_text("utf-8"), re.MULTILINE))
    signs = {look.get("sign", "dot") for by_type in looks.values() for look in by_type.values()}

    assert signs - drawn == set()
