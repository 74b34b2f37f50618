"""What is called by a name is called by it alone: no two things on one table have one name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from delvebook.domain.phrases import LANGUAGES, Language, Phrasebook, Voice, Worded
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.rulesets.registry import all_rulesets

TITLES = pytest.mark.parametrize("title", list(all_rulesets().values()), ids=lambda one: one.key)
SEATS = 8


def things_on(title: Ruleset[Any, Any], language: Language) -> Iterator[tuple[str, object]]:
    """Yields the name of everything that may lie on the title's table, and what it is. Copies are one thing."""
    for component in title.catalogue["components"]:
        yield component["name"][language], [component[key] for key in ("kind", "text", "figures")]
    for map_ in title.catalogue["maps"]:
        for place in map_["places"]:
            name = place.get("name", {}).get(language) or place.get("label")
            if name is not None:
                yield name, place["id"]
    for seat in range(SEATS):
        yield Voice(language).seat(seat), seat


def names_of_several(title: Ruleset[Any, Any], language: Language) -> dict[str, list[object]]:
    """By name, the different things that are called so, where there is more than one."""
    found: defaultdict[str, list[object]] = defaultdict(list)
    for name, thing in things_on(title, language):
        if thing not in found[name.casefold()]:
            found[name.casefold()].append(thing)
    return {name: things for name, things in found.items() if len(things) > 1}


@TITLES
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_things_on_a_table_have_one_name(title: Ruleset[Any, Any], language: Language) -> None:
    assert names_of_several(title, language) == {}


def test_a_second_thing_of_a_name_is_noticed() -> None:
    title = all_rulesets()["runebound@1"]
    hexes, cards = title.catalogue["maps"][0]["places"], title.catalogue["components"]
    twin = SimpleNamespace(catalogue={"components": [{**cards[0], "name": {"en": "B10"}}], "maps": [{"places": hexes}]})

    assert [*names_of_several(twin, "en")] == ["b10"]  # type: ignore[arg-type]


def test_a_name_that_reads_like_an_id_stays_a_name() -> None:
    book = Phrasebook(
        {
            "facts": {"moved": {"en": "To {hex}.", "ru": "На {hex}."}},
            "names": {"b1": {"en": "B1", "ru": "B1"}, "B1": {"en": "Ogre", "ru": "Огр"}},
        }
    )
    for voice in map(Voice, LANGUAGES):
        assert "B1." in book.fact({"type": "moved", "hex": "b1"}, voice)
        assert "B1." in book.fact({"type": "moved", "hex": Worded(book.name("b1", voice))}, voice)
