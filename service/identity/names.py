"""
Rules that make names trustworthy: no two look the same, none mixes alphabets, and none sounds like the service itself.

Two forms of a name are unique among all accounts. The folded form ignores case. The skeleton is the appearance of a
name: all characters that are drawn alike have the same one (Unicode Technical Standard 39; the data and the scripts of
characters come from `confusable-homoglyphs`).
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from functools import cache
from itertools import groupby
from typing import Final

from confusable_homoglyphs import categories, confusables

from delvebook.domain.rulesets import registry
from delvebook.service.base.errors import InvalidInputError, NameReservedError

NAME_MAX: Final = 40
"""The largest number of characters in a name."""
ID_LENGTH: Final = 16
"""The number of hexadecimal digits in the id of an account."""
MARKS_MAX: Final = 2
"""The largest number of combining marks on one letter."""
FORM_MAX: Final = 200
"""The largest number of characters in a folded name or a skeleton, which can be longer than the name."""
TITLES: Final = frozenset(
    [
        *("admin", "administrator", "arbiter", "delvebook", "mod", "moderator", "official", "operator", "owner"),
        *("root", "service", "staff", "support", "sysadmin", "system", "team"),
        *("админ", "администратор", "администрация", "арбитр", "модератор", "оператор", "поддержка", "сервис"),
        *("служба", "система"),
    ]
)
"""Words with which an account would seem to speak for the service. No name contains one of them as a word."""
SEATS: Final = frozenset(("seat", "player", "spectator", "clock", "me", "место", "игрок", "зритель", "часы"))
"""The service's own words for seats and others in sentences. No name is one of them, with or without a number."""
TOGETHER: Final = tuple(
    frozenset({"LATIN", "HAN", *more}) for more in (("HIRAGANA", "KATAKANA"), ("BOPOMOFO",), ("HANGUL",))
)
"""Scripts that may be mixed (UTS 39, highly restrictive). Any other name has one script."""
ANY_SCRIPT: Final = frozenset({"COMMON", "INHERITED", "UNKNOWN"})


def clean_name(name: str) -> str:
    """
    Returns the name in its normal form.

    Raises:
        InvalidInputError: It is empty or too long, is not printable, mixes scripts, or looks like an account's id.
    """
    clean = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 1 <= len(clean) <= NAME_MAX or not clean.isprintable():
        raise _refused(f"a name must have 1 to {NAME_MAX} printable characters")
    kinds = [unicodedata.category(character) for character in clean]
    if not any(kind[0] in "LN" for kind in kinds):
        raise _refused("a name must have a letter or a digit")
    if _has_too_many_marks(kinds):
        raise _refused(f"a letter may have at most {MARKS_MAX} marks")
    scripts = categories.unique_aliases(clean) - ANY_SCRIPT
    if len(scripts) > 1 and not any(scripts <= allowed for allowed in TOGETHER):
        raise _refused(f"a name must have letters of one script only, not of {', '.join(sorted(scripts))}")
    if len({ord(one) - unicodedata.decimal(one) for one in clean if one.isdecimal()}) > 1:
        raise _refused("a name must have digits of one kind only")
    if _looks_like_an_id(clean):
        raise _refused(f"a name must not look like an id, which has {ID_LENGTH} digits and letters from a to f")
    return clean


def require_free_words(name: str) -> None:
    """
    Returns if the name does not sound like the service, its bots or its seats.

    Raises:
        NameReservedError
    """
    reserved, alone = _reserved(), _reserved_alone()
    for form in (fold(name), skeleton(name)):
        words = [word for word in re.split(r"[\W\d_]+", form) if word]
        joined = "".join(words)
        for word in (*words, joined):
            if word in reserved:
                raise NameReservedError("this name, or a word in it, is kept for the service", word=reserved[word])
        if joined in alone:
            raise NameReservedError("this name is kept for the service", word=alone[joined])


def fold(name: str) -> str:
    """Returns the name without differences of case, spaces, or forms of the same character."""
    return unicodedata.normalize("NFKC", " ".join(name.split()).casefold())[:FORM_MAX]


def skeleton(name: str) -> str:
    """Returns the appearance of the name. Names with the same skeleton can be mistaken for each other."""
    # A capital may look like other letters than its small letter (I like l, i not), so both forms are mapped.
    return _drawn(_drawn(unicodedata.normalize("NFKC", " ".join(name.split()))).casefold())[:FORM_MAX]


def _drawn(text: str) -> str:
    prototypes = _prototypes()
    parts = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(prototypes.get(one, one) for one in parts))


@cache
def _prototypes() -> dict[str, str]:
    """
    Maps every character that is drawn like others to the one that represents them all.

    The data lists pairs without naming the prototype. It is the one with the most pairs, and of two the longer (`m` is
    drawn like `rn`, and no other choice makes the two alike).
    """
    pairs: dict[str, set[str]] = defaultdict(set)
    for one, others in confusables.confusables_data.items():
        for other in others:
            first, second = one.strip("\u200e"), str(other["c"]).strip("\u200e")
            pairs[first].add(second)
            pairs[second].add(first)
    found: dict[str, str] = {}
    seen: set[str] = set()
    for one in sorted(pairs):
        if one in seen:
            continue
        alike, waiting = {one}, [one]
        while waiting:
            fresh = pairs[waiting.pop()] - alike
            alike |= fresh
            waiting.extend(fresh)
        seen |= alike
        prototype = min(alike, key=lambda text: (-len(pairs[text]), -len(text), text))
        found.update((text, prototype) for text in alike if len(text) == 1 and text != prototype)
    return found


def _looks_like_an_id(name: str) -> bool:
    """Whether the name could be taken for the id of an account. Wherever an account is named, its id may stand, too."""
    digits = {skeleton(one) for one in "0123456789abcdef"}
    looks = [one for one in skeleton(name) if one.isalnum()]
    return len(looks) == ID_LENGTH and digits.issuperset(looks)


@cache
def _reserved() -> dict[str, str]:
    return {form: word for word in sorted(TITLES) for form in (fold(word), skeleton(word))}


def _reserved_alone() -> dict[str, str]:
    """Returns the forms of words that may not be a whole name: seats, and the bots of every title."""
    bots = {bot.partition("@")[0] for ruleset in registry.all_rulesets().values() for bot in ruleset.bots}
    return {form: word for word in sorted(SEATS | bots) for form in (fold(word), skeleton(word))}


def _has_too_many_marks(kinds: list[str]) -> bool:
    return kinds[0][0] == "M" or any(
        is_mark and len(list(run)) > MARKS_MAX for is_mark, run in groupby(kind[0] == "M" for kind in kinds)
    )


def _refused(sentence: str) -> InvalidInputError:
    return InvalidInputError(sentence, fields={"name": [sentence]})
