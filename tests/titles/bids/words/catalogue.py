"""The contents of the box, for clients that draw the table. The texts are in `catalogue.json`."""

from __future__ import annotations

from delvebook.domain.catalogue import NOTHING, Catalogue, Component
from delvebook.domain.ruleset import load_data
from tests.titles.bids.content import PACKAGE, Content


def catalogue_of(content: Content) -> Catalogue:
    """Returns this title's part of the catalogue."""
    texts = load_data(PACKAGE, "catalogue.json")
    names = load_data(PACKAGE, "texts.json")["names"]
    prizes: list[Component] = [
        {
            "id": prize,
            "kind": "prize",
            "name": names[prize],
            "text": {"en": "", "ru": ""},
            "figures": {"worth": content.worth[prize]},
            "count": 1,
        }
        for prize in content.prizes
    ]
    return {
        **NOTHING,
        "summary": texts["summary"],
        "kinds": texts["kinds"],
        "components": prizes,
        "figures": texts["figures"],
        "terms": texts["terms"],
    }
