"""
Facts and actions as sentences, in English and in Russian.

A title writes its sentences as data (`texts.json`). Code only chooses among them, so that a translator never
reads code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal

Language = Literal["en", "ru"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "ru")

_SEAT_WORD: Final[dict[Language, str]] = {"en": "Seat", "ru": "Место"}
_NOBODY: Final[dict[Language, str]] = {"en": "nobody", "ru": "никто"}
_YES_NO: Final[dict[Language, tuple[str, str]]] = {"en": ("yes", "no"), "ru": ("да", "нет")}
_MISSING: Final = "–"


def seat_name(seat: int, language: Language) -> str:
    """The seat as people call it, counted from 1: "Seat 1", «Место 1»."""
    return f"{_SEAT_WORD[language]} {seat + 1}"


def counted(number: int, forms: Sequence[str], language: Language) -> str:
    """
    The number with its noun: "2 wounds", «2 ранения».

    Args:
        number: How many.
        forms: English: for 1, and for any other number. Russian: as for 1, as for 2, as for 5.
        language: In which language `forms` are.
    """
    return f"{number} {forms[_plural_form(number, language)]}"


class Phrasebook:
    """
    The sentences of one title.

    A template's `{field}` is replaced by the field's value: a seat (fields `seat`, `seats`, and those ending in
    `_seat` or `_seats`) by its name, an id by its name in `names`, a list by its items with commas, null by
    "nobody". A field missing from the fact reads "–". `{field:noun}` is the number with that noun of `counted`.

    A type may have variants: `trap_sprung.lowest` is told instead of `trap_sprung` where the title says so
    (`cases`). The longest variant that has a sentence is taken.

    Args:
        texts: `{"facts": {key: {"en", "ru"}}, "actions": {key: {"en", "ru"}}, "names": {id: {"en", "ru"}},
            "counted": {noun: {"en": [one, many], "ru": [one, two, five]}}}`; a key is a type, or a type and its
            cases with dots between them.
    """

    __slots__ = ("_names", "_nouns", "_templates")

    def __init__(self, texts: Mapping[str, Any]) -> None:
        self._templates = {kind: texts.get(kind, {}) for kind in ("facts", "actions")}
        self._names: Mapping[str, Mapping[str, str]] = texts.get("names", {})
        self._nouns: Mapping[str, Mapping[Language, Sequence[str]]] = texts.get("counted", {})

    def fact(self, fact: Mapping[str, Any], language: Language, *cases: str) -> str:
        """
        The fact as one sentence.

        Args:
            fact: With its `type`; further fields may be added for the templates.
            language: In which language.
            cases: Which variant of the type's sentence fits, the most general case first.
        """
        return self._fill("facts", fact, language, cases)

    def action(self, action: Mapping[str, Any], language: Language, *cases: str) -> str:
        """The action as one sentence, as a player would announce it. Arguments as in `fact`."""
        return self._fill("actions", action, language, cases)

    def name(self, identifier: str, language: Language) -> str:
        """What an id is called at the table; the id itself if it has no name."""
        named = self._names.get(identifier)
        return identifier if named is None else named[language]

    def count(self, number: int, noun: str, language: Language) -> str:
        """The number with a noun of `counted`."""
        return counted(number, self._nouns[noun][language], language)

    def knows(self, kind: Literal["facts", "actions"], key: str) -> bool:
        """Whether there is a sentence for that type or variant in every language."""
        return all(language in self._templates[kind].get(key, {}) for language in LANGUAGES)

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
            return ", ".join(self.value(single, item, language) for item in value) or _MISSING
        return ", ".join(
            f"{self.name(str(key), language)}: {self.value(str(key), item, language)}"
            for key, item in sorted(value.items())
        )

    def _fill(
        self, kind: Literal["facts", "actions"], said: Mapping[str, Any], language: Language, cases: Sequence[str]
    ) -> str:
        templates = self._templates[kind]
        for key in _variants(str(said["type"]), cases):
            template = templates.get(key, {}).get(language)
            if template is not None:
                return str(template).format_map(_Fields(self, said, language))
        fields = {key: value for key, value in said.items() if key not in ("type", "clauses")}
        return f"{said['type']}: {self.value('', fields, language)}"


def _variants(type_: str, cases: Sequence[str]) -> Iterator[str]:
    """The keys to look up, the most special first: `type.a.b`, `type.a`, `type`."""
    for length in range(len(cases), -1, -1):
        yield ".".join((type_, *cases[:length]))


def _plural_form(number: int, language: Language) -> int:
    """Which of a noun's forms goes with the number."""
    if language == "en":
        return int(number != 1)
    if number % 10 == 1 and number % 100 != 11:
        return 0
    return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2


class _Fields(dict[str, "_Field"]):
    """The fields of a template, put into words only when the template asks for them."""

    def __init__(self, book: Phrasebook, said: Mapping[str, Any], language: Language) -> None:
        super().__init__()
        self._book, self._said, self._language = book, said, language

    def __missing__(self, name: str) -> _Field:
        return _Field(self._book, name, self._said, self._language)


class _Field:
    """One field of a template; its format specification is a noun of `counted`."""

    __slots__ = ("_book", "_language", "_name", "_said")

    def __init__(self, book: Phrasebook, name: str, said: Mapping[str, Any], language: Language) -> None:
        self._book, self._name, self._said, self._language = book, name, said, language

    def __format__(self, noun: str) -> str:
        if self._name not in self._said:
            return _MISSING
        value = self._said[self._name]
        if noun and isinstance(value, int):
            return self._book.count(value, noun, self._language)
        return self._book.value(self._name, value, self._language)
