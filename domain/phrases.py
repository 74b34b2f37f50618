"""
Facts, actions and refusals as sentences, in English and in Russian.

A title writes its sentences as data (`texts.json`). Code only chooses among them, so that a translator never
reads code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any, Final, Literal, NamedTuple, Protocol

from delvebook.domain.refusals import PLAIN, Refusal

Language = Literal["en", "ru"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "ru")
Section = Literal["facts", "actions", "refusals", "fragments"]
SECTIONS: Final[tuple[Section, ...]] = ("facts", "actions", "refusals", "fragments")

_SEAT_WORD: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": dict.fromkeys(("nom", "gen", "dat", "acc", "ins", "prep"), "Seat"),
    "ru": {"nom": "Место", "gen": "места", "dat": "месту", "acc": "место", "ins": "местом", "prep": "месте"},
}
_PLAYER_WORD: Final[Mapping[str, str]] = {
    "gen": "игрока",
    "dat": "игроку",
    "acc": "игрока",
    "ins": "игроком",
    "prep": "игроке",
}
_NOBODY: Final[dict[Language, str]] = {"en": "nobody", "ru": "никто"}
_YES_NO: Final[dict[Language, tuple[str, str]]] = {"en": ("yes", "no"), "ru": ("да", "нет")}
_MISSING: Final = "–"
_FORMS: Final = re.compile(r":\w+(?=\})")
"""The form of a field in a template, with its colon."""


class Declined(Protocol):
    """A name that every language has its own form of, by case."""

    def told(self, language: Language, case: str = "nom") -> str:
        """The name in that language and case."""
        ...


@dataclass(frozen=True, slots=True)
class Voice:
    """
    How a sentence is told.

    Attributes:
        language: The language of the sentence.
        seats: By seat, the name of its player or bot (`bot_names.py`); None, or no entry, where it is not known.
        brief: Whether to tell the short form of a sentence, if it has one, for narrow screens.
    """

    language: Language
    seats: tuple[str | Declined | None, ...] = ()
    brief: bool = False

    def seat(self, seat: int, case: str = "nom") -> str:
        """
        The seat as people call it: its player's name, else "Seat 1" (counted from 1).

        A player's name is never declined. In Russian it follows the declined noun in quotes: `игрока «Анна»`. A bot's
        name declines by itself: `Жадного бота 2`.
        """
        name = self.seats[seat] if seat < len(self.seats) else None
        if name is None:
            return f"{_SEAT_WORD[self.language].get(case, _SEAT_WORD[self.language]['nom'])} {seat + 1}"
        if not isinstance(name, str):
            return name.told(self.language, case)
        noun = _PLAYER_WORD.get(case) if self.language == "ru" else None
        return name if noun is None else f"{noun} «{name}»"


class _Field(NamedTuple):
    """
    A field of a template.

    Attributes:
        name: The name of the field.
        form: Its format specification: a noun of `counted`, or a form of a name.
        is_seat: Whether its number is a seat.
    """

    name: str
    form: str
    is_seat: bool


_Template = tuple[str | _Field, ...]
"""Text and fields, in order."""
_ABSENT: Final = object()
TEMPLATES_KEPT: Final = 20_000
"""Maximum number of cached templates: far more than any title has, unless it makes its cases from figures."""

ENGLISH: Final = Voice("en")
"""Plain English, without players' names."""


def counted(number: int, forms: Sequence[str], language: Language) -> str:
    """
    The number with its noun: "2 wounds", «2 ранения».

    Args:
        number: How many.
        forms: English: for 1, and for any other number. Russian: as for 1, as for 2, as for 5.
        language: The language of `forms`.
    """
    return f"{number} {forms[_plural_form(number, language)]}"


@dataclass(frozen=True, slots=True)
class Part:
    """The value of a field that is itself a fragment with fields of its own, chosen before the language is known."""

    key: str
    cases: tuple[str, ...]
    fields: Mapping[str, object]


class Worded(str):
    """Text in words, as the value of a field. It is told as it is, even if it reads like an id."""

    __slots__ = ()


class Phrasebook:
    """
    The sentences of one title.

    A template's `{field}` is replaced by the field's value: a seat (fields `seat`, `seats`, and those ending in
    `_seat` or `_seats`) by its player's name, an id by its name in `names`, a list by its items with commas, null by
    "nobody". A field missing from the fact reads "–".

    - `{seat:gen}` is the seat in that Russian case (`gen`, `dat`, `acc`, `ins`, `prep`); English has none.
    - `{card:gen}` is the name `<id>.gen` of `names` if there is one, else the name of the id.
    - `{wounds:wound}` is the number with that noun of `counted`.

    A type may have variants: `trap_sprung.lowest` is told instead of `trap_sprung` where the title says so
    (`cases`). The longest variant that has a sentence is taken. Its `short` form is told to a brief voice.

    Args:
        texts: `{"facts", "actions", "refusals", "fragments": {key: {"en", "ru", "short": {"en", "ru"}}},
            "names": {id: {"en", "ru"}}, "counted": {noun: {"en": [one, many], "ru": [one, two, five]}}}`; a key is a
            type, or a type and its cases with dots between them. `short` may be left out. `fragments` are parts of
            sentences, never told alone.
    """

    __slots__ = ("_found", "_names", "_nouns", "_templates")

    def __init__(self, texts: Mapping[str, Any]) -> None:
        self._templates: dict[Section, Mapping[str, Any]] = {kind: texts.get(kind, {}) for kind in SECTIONS}
        self._found: dict[tuple[Section, str, tuple[str, ...], Language, bool], _Template | None] = {}
        self._names: Mapping[str, Mapping[str, str]] = texts.get("names", {})
        self._nouns: Mapping[str, Mapping[Language, Sequence[str]]] = texts.get("counted", {})

    def with_fragments(self, fragments: Mapping[str, Mapping[str, str]]) -> Phrasebook:
        """A book of other fragments, with the names and nouns of this one."""
        return Phrasebook({"fragments": fragments, "names": self._names, "counted": self._nouns})

    def fact(self, fact: Mapping[str, object], voice: Voice, *cases: str) -> str:
        """
        The fact as one sentence.

        Args:
            fact: With its `type`; further fields may be added for the templates.
            voice: The language, the names, and whether to be brief.
            cases: The variant of the type's sentence that fits, the most general case first.
        """
        return self._tell("facts", fact, voice, cases)

    def action(self, action: Mapping[str, object], voice: Voice, *cases: str) -> str:
        """The action as one sentence, as a player would announce it. Arguments as in `fact`."""
        return self._tell("actions", action, voice, cases)

    def refusal(self, refusal: Refusal, voice: Voice, *cases: str, **words: object) -> str:
        """Why an action is refused, as one sentence. `words` are further fields for the template."""
        if refusal.key == PLAIN:
            return str(refusal.fields["sentence"])
        return self._tell("refusals", {**refusal.fields, **words, "type": refusal.key}, voice, cases)

    def fragment(self, key: str, voice: Voice, *cases: str, **fields: object) -> str:
        """A part of a sentence, to be put into another."""
        return self.part({**fields, "type": key}, voice, *cases)

    def part(self, said: Mapping[str, object], voice: Voice, *cases: str) -> str:
        """A part of a sentence, whose key is the `type` among its fields. Arguments as in `fact`."""
        return self._tell("fragments", said, voice, cases)

    def name(self, identifier: str, voice: Voice, form: str = "") -> str:
        """The name of an id, in that `form` if the name has it; the id itself if it has no name."""
        named = self._names.get(f"{identifier}.{form}") if form else None
        if named is None:
            named = self._names.get(identifier)
        return identifier if named is None else named[voice.language]

    def count(self, number: int, noun: str, voice: Voice) -> str:
        """The number with a noun of `counted`."""
        return counted(number, self._nouns[noun][voice.language], voice.language)

    def nouns(self) -> Mapping[str, Mapping[Language, Sequence[str]]]:
        """The counted nouns with their forms, as `texts.json` has them."""
        return self._nouns

    def knows(self, section: Section, key: str) -> bool:
        """Whether there is a sentence for that type or variant in every language."""
        return all(language in self._templates[section].get(key, {}) for language in LANGUAGES)

    def section(self, section: Section) -> Mapping[str, object]:
        """The sentences of a section as `texts.json` has them."""
        return self._templates[section]

    def pattern(self, section: Section, type_: str) -> str:
        """
        The English sentence of that type with its fields in braces, as in `{seat} is the first player.`

        Of a type that is always told with a case, the sentence of its first case.
        """
        texts = self._templates[section]
        first = next((key for key in texts if key == type_ or key.startswith(f"{type_}.")), "")
        told = texts.get(type_, texts.get(first, {}))
        return _FORMS.sub("", str(told.get("en", type_)))

    def value(self, field: str, value: Any, voice: Voice, form: str = "") -> str:
        """One field's value in words; a seat or a name in the `form` asked for."""
        if value is None:
            return _NOBODY[voice.language]
        if isinstance(value, bool):
            return _YES_NO[voice.language][not value]
        if isinstance(value, int):
            return voice.seat(value, form) if _is_seat(field) else str(value)
        if isinstance(value, Worded):
            return value
        if isinstance(value, str):
            return self.name(value, voice, form)
        if isinstance(value, Part):
            return self.fragment(value.key, voice, *value.cases, **value.fields)
        if isinstance(value, (list, tuple)):
            single = field[:-1] if field == "seats" or field.endswith("_seats") else field
            return ", ".join(self.value(single, item, voice, form) for item in value) or _MISSING
        return ", ".join(
            f"{self.name(str(key), voice)}: {self.value(str(key), item, voice)}" for key, item in sorted(value.items())
        )

    def _tell(self, section: Section, said: Mapping[str, object], voice: Voice, cases: Sequence[str]) -> str:
        template = self._template(section, str(said["type"]), cases, voice)
        if template is None:
            fields = {key: value for key, value in said.items() if key not in ("type", "clauses")}
            return f"{said['type']}: {self.value('', fields, voice)}"
        return "".join([piece if isinstance(piece, str) else self._fill(piece, said, voice) for piece in template])

    def _template(self, section: Section, type_: str, cases: Sequence[str], voice: Voice) -> _Template | None:
        """The template of the longest variant that has one, in pieces; None if there is none. Results are cached."""
        sought = (section, type_, tuple(cases), voice.language, voice.brief)
        found = self._found.get(sought)
        if found is not None or sought in self._found:
            return found
        templates = self._templates[section]
        texts = (_form(templates.get(key, {}), voice) for key in _variants(type_, cases))
        text = next((text for text in texts if text is not None), None)
        cut = None if text is None else _cut(text)
        if len(self._found) < TEMPLATES_KEPT:
            self._found[sought] = cut
        return cut

    def _fill(self, field: _Field, said: Mapping[str, object], voice: Voice) -> str:
        """A field of a template in words."""
        name, form, is_seat = field
        value = said.get(name, _ABSENT)
        if type(value) is str:  # the usual values first
            return self.name(value, voice, form)
        if type(value) is int and not (form or is_seat):
            return str(value)
        if value is _ABSENT:
            return _MISSING
        if form and isinstance(value, int) and not is_seat:
            return self.count(value, form, voice)
        return self.value(name, value, voice, form)


def _form(texts: Mapping[str, Any], voice: Voice) -> str | None:
    """The template in the voice's language: the short one for a brief voice, if there is one."""
    short = texts.get("short", {}).get(voice.language) if voice.brief else None
    text = texts.get(voice.language) if short is None else short
    return None if text is None else str(text)


def _variants(type_: str, cases: Sequence[str]) -> Iterator[str]:
    """The keys to look up, the most special first: `type.a.b`, `type.a`, `type`."""
    for length in range(len(cases), -1, -1):
        yield ".".join((type_, *cases[:length]))


def _plural_form(number: int, language: Language) -> int:
    """The index of the noun's form that goes with the number."""
    if language == "en":
        return int(number != 1)
    if number % 10 == 1 and number % 100 != 11:
        return 0
    return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2


def _cut(text: str) -> _Template:
    """A template's pieces."""
    pieces: list[str | _Field] = []
    for literal, name, form, _ in Formatter().parse(text):
        if literal:
            pieces.append(literal)
        if name is not None:
            pieces.append(_Field(name, form or "", _is_seat(name)))
    return tuple(pieces)


def _is_seat(field: str) -> bool:
    """Whether a field's number is a seat."""
    return field == "seat" or field.endswith("_seat")
