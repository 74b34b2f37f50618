"""The names and texts of a catalogue's ids, and its values in words, for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from delvebook.domain.catalogue import Text
from delvebook.domain.phrases import LANGUAGES, Language

YES_NO: Final[Mapping[Language, tuple[str, str]]] = {"en": ("yes", "no"), "ru": ("да", "нет")}


class Legend:
    """
    A catalogue in one language.

    Args:
        catalogue: As `GET /v1/rulesets/{id}/catalogue` returns it.
        language: The language of names and texts.
    """

    def __init__(self, catalogue: Mapping[str, Any], language: Language) -> None:
        self.catalogue = catalogue
        self.language = language
        self._named = dict(_named_in(catalogue))

    def name(self, id_: str) -> str:
        """The name of the id; the id itself if the catalogue does not know it."""
        named = self._named.get(id_)
        return id_ if named is None else self.said(named["name"])

    def text(self, id_: str) -> str:
        """The text that says what the id means or does; empty if there is none."""
        named = self._named.get(id_)
        return "" if named is None else self.said(named.get("text", {}))

    def said(self, text: Mapping[str, str] | Text) -> str:
        """The text in the legend's language."""
        return text.get(self.language, "")

    def figure(self, key: str) -> str:
        """The name of a key of figures or places."""
        named = self.catalogue["figures"].get(key)
        return key if named is None else self.said(named["name"])

    def value(self, value: object) -> str:
        """A plain value in words."""
        if value is None:
            return "–"
        if isinstance(value, bool):
            return YES_NO[self.language][not value]
        if isinstance(value, str):
            return self.name(value)
        if isinstance(value, Mapping) and set(value) == set(LANGUAGES):
            return self.said(value)
        if isinstance(value, Mapping):
            return ", ".join(f"{self.key(key)} {self.value(one)}" for key, one in value.items()) or "–"
        if isinstance(value, list):
            return (
                ", ".join(f"[{self.value(one)}]" if isinstance(one, list) else self.value(one) for one in value) or "–"
            )
        return str(value)

    def find(self, text: str) -> Iterator[tuple[str, str]]:
        """Name and text of everything whose name contains `wanted`, or whose id it is, in any case. Each name once."""
        folded, seen = text.casefold(), set()
        for id_ in self._named:
            name, text = self.name(id_), self._explained(id_)
            if text and name not in seen and (folded in name.casefold() or folded == id_.casefold()):
                seen.add(name)
                yield name, text

    def _explained(self, id_: str) -> str:
        """What the id means or does, then its figures."""
        figures = self._named[id_].get("figures", {})
        told = "; ".join(f"{self.figure(key)}: {self.value(value)}" for key, value in figures.items())
        return "  ".join(part for part in (self.text(id_), told) if part)

    def key(self, key: str) -> str:
        """The name of a mapping's key, which is an id or a figure."""
        return self.name(key) if key in self._named else self.figure(key)


def _named_in(catalogue: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Everything that has an id and a name. If an id recurs, its last entry counts."""
    if len(catalogue["maps"]) == 1:  # ids of places may recur from map to map
        for place in catalogue["maps"][0]["places"]:
            if "label" in place:
                yield place["id"], {"name": dict.fromkeys(LANGUAGES, place["label"])}
            elif "name" in place:
                yield place["id"], {"name": place["name"]}
    for section in ("kinds", "terms"):
        yield from catalogue[section].items()
    for section in ("tables", "symbols", "maps", "components"):
        for one in catalogue[section]:
            yield one["id"], one
    for symbol in catalogue["symbols"]:
        yield symbol["symbol"], symbol
