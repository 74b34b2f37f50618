"""
Facts and actions as sentences, in English and in Russian.

A title brings its sentences as data: templates with `{field}` for a field of the fact, and names for
the ids that stand in those fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

Language = Literal["en", "ru"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "ru")

_SEAT_WORD: Final[dict[Language, str]] = {"en": "Seat", "ru": "Место"}
_NOBODY: Final[dict[Language, str]] = {"en": "nobody", "ru": "никто"}
_YES_NO: Final[dict[Language, tuple[str, str]]] = {"en": ("yes", "no"), "ru": ("да", "нет")}


def seat_name(seat: int, language: Language) -> str:
    """The seat as people call it, counted from 1: "Seat 1", «Место 1»."""
    return f"{_SEAT_WORD[language]} {seat + 1}"


class Phrasebook:
    """
    The sentences of one title.

    Args:
        texts: `{"facts": {type: {"en", "ru"}}, "actions": {type: {"en", "ru"}}, "names": {id: {"en", "ru"}}}`.
            A template's `{field}` is replaced by the field's value: a seat (fields `seat`, `seats`, and
            those ending in `_seat` or `_seats`) by its name, an id by its name in `names`, a list by
            its items with commas, null by "nobody". Fields missing from the fact read "–".
    """

    __slots__ = ("_names", "_templates")

    def __init__(self, texts: Mapping[str, Any]) -> None:
        self._templates = {kind: texts.get(kind, {}) for kind in ("facts", "actions")}
        self._names: Mapping[str, Mapping[str, str]] = texts.get("names", {})

    def fact(self, fact: Mapping[str, Any], language: Language) -> str:
        """The fact as one sentence."""
        return self._fill("facts", fact, language)

    def action(self, action: Mapping[str, Any], language: Language) -> str:
        """The action as one sentence, as one would announce it."""
        return self._fill("actions", action, language)

    def name(self, identifier: str, language: Language) -> str:
        """What an id is called at the table; the id itself if it has no name."""
        named = self._names.get(identifier)
        return identifier if named is None else named[language]

    def knows(self, kind: Literal["facts", "actions"], type_: str) -> bool:
        """Whether there is a sentence for that type in every language."""
        return all(language in self._templates[kind].get(type_, {}) for language in LANGUAGES)

    def value(self, field: str, value: Any, language: Language) -> str:
        """One field's value in words."""
        if value is None:
            return _NOBODY[language]
        if isinstance(value, bool):
            return _YES_NO[language][not value]
        if isinstance(value, int):
            return seat_name(value, language) if field == "seat" or field.endswith("_seat") else str(value)
        if isinstance(value, str):
            return self.name(value, language)
        if isinstance(value, (list, tuple)):
            single = field[:-1] if field == "seats" or field.endswith("_seats") else field
            return ", ".join(self.value(single, item, language) for item in value) or "–"
        return ", ".join(
            f"{self.name(str(key), language)}: {self.value(str(key), item, language)}"
            for key, item in sorted(value.items())
        )

    def _fill(self, kind: str, said: Mapping[str, Any], language: Language) -> str:
        template = self._templates[kind].get(said["type"], {}).get(language)
        if template is None:
            fields = {key: value for key, value in said.items() if key not in ("type", "clauses")}
            return f"{said['type']}: {self.value('', fields, language)}"
        words = _Words(self, said, language)
        return str(template).format_map(words)


class _Words(dict[str, str]):
    """The words for a template's fields, made when asked for."""

    def __init__(self, book: Phrasebook, said: Mapping[str, Any], language: Language) -> None:
        super().__init__()
        self._book, self._said, self._language = book, said, language

    def __missing__(self, field: str) -> str:
        if field not in self._said:
            return "–"
        return self._book.value(field, self._said[field], self._language)
