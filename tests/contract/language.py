"""
A linter of the sentences that a game tells, in English and in Russian.

It knows no title: it reads what is told of random games (facts, choices, refusals, pictures of the table, at length
and in short) and looks for what no native speaker would write. Long run: `make language SENTENCES=1000000 TITLE=…`.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from delvebook.domain.bot_names import BotName, bot_name
from delvebook.domain.bots import Bot
from delvebook.domain.phrases import LANGUAGES, Language, Voice
from delvebook.domain.pictures import written
from delvebook.domain.playout import next_choice, turn_chance
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.viewers import SPECTATOR, seat_viewer
from tests.contract.named import add_titles
from tests.contract.promises import games_of
from tests.contract.tables import open_table

NAMES: Final[Mapping[Language, tuple[str, ...]]] = {
    "en": ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fritz"),
    "ru": ("Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор"),
}
FAULTS_SHOWN: Final = 40
CHOICES_LINTED: Final = 12
"""How many of the choices of a decision are read; others follow at other decisions."""


class Told(NamedTuple):
    """A sentence with its kind: `fact`, `action`, `refusal`, `picture`."""

    kind: str
    language: Language
    text: str
    is_brief: bool = False


# -- rules ----------------------------------------------------------------------------------------

COMMON: Final[Mapping[str, str]] = {
    "two blanks": r"\S  +\S",
    "a blank at an end": r"^\s|\s$",
    "a blank before a mark": r"\s[,;:!?](?:\s|$)|\s\.(?:\s|$)",
    "two marks": r"[,;:]\s*[,;:.]|\.\.(?!\.)|[!?]\.",
    "a doubled word": r"\b([^\W\d_]{2,})\s+\1\b",
    "an id or a placeholder": r"\b[a-z]+_[a-z_]+\b|[{}]|\bNone\b|\bnull\b|\bTrue\b|\bFalse\b",
    "empty brackets": r"\(\s*\)|«\s*»|“\s*”",
    "a figure that is missing": r"(?<!\d)–(?!\d)",
}
PLURALS: Final = (
    "wounds|cards|points|lives|rooms|turns|rounds|pairs|steps|seats|players|tokens|counters|symbols|torches|gems|boxes|moves|"
    "knights|trophies|keys|swords|balls|cells|levels|hits|fights|monsters|allies|runes|fields|tiles|actions|items|dice"
)
OF_LANGUAGE: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        "a plural after 1": rf"(?<![\w./:+−=-])1 (?:{PLURALS})\b",
        "Cyrillic in English": r"[А-Яа-яЁё]",
        "an article before another": r"\b(?:a|an|the) (?:a|an|the)\b",
        "a before a vowel": r"\ba (?!u[ns]|one\b|eu)[aeiou]\w+",
        "an before a consonant": r"\ban (?!ho|[aeiou8]|11|18)\w+",
    },
    "ru": {
        "Latin in Russian": r"[A-Za-z]",
        "е for ё": r"\b(?:ее|еще|(?:зелен|желт|черн|темн|тепл|тверд|тяжел|жестк|клепан)"
        r"(?:ый|ая|ое|ые|ого|ому|ым|ой|ую|ых|ыми)"
        r"|веревк\w*|счет|счета|отчет|полет|полета|расчет|побежден|побеждена|пораженн\w*|костер|щелк)\b",
        "a hyphen for a dash": r"\s-\s",
    },
}
STOP: Final = re.compile(r"[.!?…][»”)]?$")
START: Final = re.compile(r"^[«“(]?[\dA-ZА-ЯЁ@]")
LATIN_ALLOWED: Final = re.compile(r"\b[A-N](?:1[0-3]|[1-9])\b|\bSandy\b|\bPastry Mancer\b|\bNecro Mancer\b")
"""Hexes of a map, and the three names that the Russian rulebook does not translate."""
LIST: Final = re.compile(r": 1\) .*$")
"""A list whose items are numbered, to its end."""
GENITIVE: Final = re.compile(r"\b(?:до|из|от|без|для|около|более|менее|против|после) $", re.IGNORECASE)
"""Prepositions after which a Russian noun has the forms of another case."""
PAIRS: Final = (("(", ")"), ("«", "»"), ("“", "”"))


class Linter:
    """
    Reads sentences.

    Args:
        ruleset: The title, for its counted nouns.
    """

    def __init__(self, ruleset: AnyRuleset) -> None:
        self._rules = {
            language: {name: re.compile(rule) for name, rule in {**COMMON, **OF_LANGUAGE[language]}.items()}
            for language in LANGUAGES
        }
        self._nouns = {language: _nouns(ruleset, language) for language in LANGUAGES}

    def faults(self, told: Told) -> Iterator[str]:
        """What is wrong with the sentence, each in a few words."""
        text = LATIN_ALLOWED.sub("№", told.text) if told.language == "ru" else told.text
        for name, rule in self._rules[told.language].items():
            if found := rule.search(text):
                yield f"{name}: “{found[0]}”"
        bare = LIST.sub("", text)
        yield from (f"unbalanced {left}{right}" for left, right in PAIRS if bare.count(left) != bare.count(right))
        yield from self._counted(told.language, text)
        if told.kind != "picture" and not told.is_brief:
            if not STOP.search(text):
                yield "no full stop"
            if not START.search(text):
                yield "no capital at the beginning"

    def _counted(self, language: Language, text: str) -> Iterator[str]:
        """Numbers whose noun has a form that no case of it has with that number."""
        pattern, nouns = self._nouns[language]
        for found in pattern.finditer(text):
            form = _form(int(found[1]), language)
            if GENITIVE.search(text[: found.start()]):
                continue
            if not any(forms[form] == found[2] for forms in nouns if found[2] in forms):
                yield f"a noun in the wrong number: “{found[0]}”"


def _nouns(ruleset: AnyRuleset, language: Language) -> tuple[re.Pattern[str], list[Sequence[str]]]:
    """A pattern that finds a counted noun behind a number, and the forms of every noun."""
    nouns = [noun[language] for noun in ruleset.phrasebook.nouns().values()]
    words = "|".join(sorted({re.escape(form) for forms in nouns for form in forms}, key=len, reverse=True))
    return re.compile(rf"(?<![\w.,/:+−=№-])(\d+) ({words or '(?!)'})(?!\w)"), nouns


def _form(number: int, language: Language) -> int:
    """Which form of a counted noun goes with the number, by the grammar books."""
    if language == "en":
        return 0 if number == 1 else 1
    if number % 100 in (11, 12, 13, 14) or number % 10 in (0, 5, 6, 7, 8, 9):
        return 2
    return 0 if number % 10 == 1 else 1


# -- what is told ---------------------------------------------------------------------------------


def sentences(ruleset: AnyRuleset, options: dict[str, Any], bots: Sequence[Bot], seed: str) -> Iterator[Told]:
    """Everything that a game tells: facts, some of the choices at each decision, refusals, pictures."""
    table, parsed = open_table(ruleset, seats=len(bots), options=options, seed=seed)
    voices = [Voice(language, _seats(language, len(bots)), brief) for language in LANGUAGES for brief in (False, True)]
    chance = turn_chance(table.seed)
    body, n = table.start(parsed, n=1), 1
    while True:
        contents = [envelope.content for envelope in body.sealed]
        facts = [
            *body.data["facts"],
            *(fact for one in contents if isinstance(one, dict) for fact in one.get("facts", ())),
        ]
        for fact in facts:
            yield from (Told("fact", one.language, ruleset.tell_fact(fact, one), one.brief) for one in voices)
        if table.outcome is not None:
            return
        n += 1
        seat, action = next_choice(table, bots=bots, chance=chance)
        view = ruleset.view(table.state, seat_viewer(seat))
        for choice in islice(table.legal(seat)[n % 5 :], CHOICES_LINTED):
            yield from (
                Told("action", one.language, ruleset.tell_action(choice, one, view=view), one.brief) for one in voices
            )
        for asked in islice(ruleset.action_space(table.state), n % 11, None, 37):
            if refused := ruleset.refusal(table.state, seat, ruleset.parse_action(asked)):
                yield from (
                    Told("refusal", one.language, ruleset.tell_refusal(refused, one), one.brief) for one in voices
                )
        if n % 20 == 0:
            for viewer in (seat_viewer(seat), SPECTATOR):
                seen = ruleset.view(table.state, viewer)
                for one in voices[::2]:
                    yield from _lines(written(ruleset.picture(seen, one)), one.language)
        body = table.take_action(seat, ruleset.parse_action(action), n=n)


def _seats(language: Language, count: int) -> tuple[str | BotName, ...]:
    """Who sits at the table: people, and a bot on every second seat."""
    named = enumerate(NAMES[language][:count])
    return tuple(bot_name("greedy@1", seat + 1) if seat % 2 else name for seat, name in named)


def _lines(picture: str, language: Language) -> Iterator[Told]:
    """The cells of a picture that hold words. A map is no sentence."""
    for line in picture.splitlines():
        cells = [
            re.sub(r"^\S (?=\w)", "", cell) for cell in re.split(r"  +", line.strip())
        ]  # without the sign of a key
        yield from (Told("picture", language, cell) for cell in cells if re.search(r"[^\W\d_]{3}", cell))


# -- the long run ---------------------------------------------------------------------------------


def run(ruleset: AnyRuleset, *, count: int) -> Iterator[tuple[int, Counter[str]]]:
    """Reads that many sentences. Yields after every game how many were read, and each fault with its number."""
    linter, faults, read, known = Linter(ruleset), Counter[str](), 0, set[Told]()
    for options, bots, seed in games_of(ruleset):
        for told in sentences(ruleset, options, bots, seed):
            read += 1
            if told not in known:
                known.add(told)
                for fault in linter.faults(told):
                    faults[
                        f"{told.language} {told.kind}{' (short)' if told.is_brief else ''}: {fault}: {told.text}"
                    ] += 1
            if read >= count:
                break
        yield read, faults
        if read >= count:
            return


def main(arguments: Sequence[str]) -> int:
    """Runs it for the titles named, or all. Returns 1 if there is a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_titles(parser)
    parser.add_argument("--sentences", type=int, default=100_000, help="how many sentences of each title")
    asked = parser.parse_args(arguments)
    failed = 0
    for key, ruleset in asked.titles.items():
        shown, read, faults = time.monotonic(), 0, Counter[str]()
        for read, faults in run(ruleset, count=asked.sentences):
            if time.monotonic() - shown > 10:
                shown = time.monotonic()
                print(f"{key}: {read} sentences, {len(faults)} faults", flush=True)
        print(f"{key}: {read} sentences, {len(faults)} faults", *[*faults][:FAULTS_SHOWN], sep="\n  ", flush=True)
        failed |= bool(faults)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
