"""
Rules that make names trustworthy: no two look the same, none mixes alphabets, and none sounds like the service itself.

Which characters a name may have is decided by the PRECIS class for free text (RFC 8264, `precis-i18n`), less those
that are drawn as nothing. Two forms of a name are unique among all accounts. The folded form ignores case. The skeleton
is the appearance of a name: all characters that are drawn alike have the same one (Unicode Technical Standard 39; the
data and the scripts of characters come from `confusable-homoglyphs`).
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import Final

from confusable_homoglyphs import categories, confusables
from precis_i18n import get_profile
from precis_i18n.unicode import UnicodeData

from delvebook.domain.rulesets import registry
from delvebook.service.base.errors import InvalidInputError, NameReservedError

NAME_MAX: Final = 40
"""The largest number of characters in a name."""
ID_LENGTH: Final = 16
"""The number of hexadecimal digits in the id of an account."""
MARKS_MAX: Final = 5
"""The largest number of combining marks on one letter, vowel signs included. Burmese needs them."""
ACCENTS_MAX: Final = 2
"""The largest number of marks on one letter that are drawn above or below each other."""
IN_LINE: Final = frozenset({0, 7, 9})
"""Combining classes of marks that belong to the letters of a script: vowel signs, nuktas, viramas. None comes twice."""
BLANK: Final = frozenset("\u2800\ufffc\ufffd\U00013441\U00013442\U00016fe4\U0001d159")
"""Assigned characters that are drawn as nothing, or as whatever a font likes, and that PRECIS allows in free text."""
FORM_MAX: Final = 200
"""The largest number of characters in a folded name or a skeleton, which can be longer than the name."""
TITLES: Final = frozenset(
    [
        *("admin", "administrator", "arbiter", "delvebook", "mod", "moderator", "official", "operator", "owner"),
        *("support", "sysadmin", "system", "team"),
        *("админ", "администратор", "администрация", "арбитр", "модератор", "оператор", "поддержка", "сервис"),
        *("служба", "система"),
    ]
)
"""Words with which an account would seem to speak for the service. No name contains one of them as a word."""
SURNAMES: Final = frozenset(("root", "service", "staff"))
"""Such words that are also surnames. A name may end with one, after another word that is not in `NO_NAMES`."""
NO_NAMES: Final = frozenset(
    ("club", "customer", "desk", "dungeon", "game", "games", "help", "new", "official", "our", "site", "the", "your")
)
"""Words that are no given names, so that a surname after them would be read as the word."""
SEATS: Final = frozenset(("seat", "player", "spectator", "clock", "me", "место", "игрок", "зритель", "часы"))
"""The service's own words for seats and others in sentences. No name is one of them, with or without a number."""
TOGETHER: Final = tuple(
    frozenset({"LATIN", "HAN", *more}) for more in (("HIRAGANA", "KATAKANA"), ("BOPOMOFO",), ("HANGUL",))
)
"""Scripts that may be mixed (UTS 39, highly restrictive). Any other name has one script."""
ANY_SCRIPT: Final = frozenset({"COMMON", "INHERITED", "UNKNOWN"})
_UNICODE: Final = UnicodeData()
_FREE_TEXT: Final = get_profile("FreeformClass")


def clean_name(name: str) -> str:
    """
    Returns the name in its normal form.

    Raises:
        InvalidInputError: It is empty or too long, is not printable, mixes scripts, or looks like an account's id.
    """
    _require_seen(" ".join(unicodedata.normalize("NFC", name).split()))
    clean = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 1 <= len(clean) <= NAME_MAX:
        raise _refused(f"a name must have 1 to {NAME_MAX} printable characters")
    _require_seen(clean)
    kinds = [unicodedata.category(character) for character in clean]
    if not any(kind[0] in "LN" for kind in kinds):
        raise _refused("a name must have a letter or a digit")
    _require_few_marks(clean)
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
    reserved, alone, surnames = _reserved(), _reserved_alone(), _forms(SURNAMES)
    for form in (fold(name), skeleton(name)):
        words = [word for word in re.split(r"[\W\d_]+", form) if word]
        joined = "".join(words)
        is_surname = len(words) > 1 and words[-2] not in NO_NAMES and words[-1] in surnames
        for word in (*words[: -1 if is_surname else None], joined):
            if word in reserved:
                raise NameReservedError("this name, or a word in it, is kept for the service", word=reserved[word])
        if joined in alone:
            raise NameReservedError("this name is kept for the service", word=alone[joined])


def fold(name: str) -> str:
    """Returns the name without differences of case, spaces, forms of the same character, or what is not drawn."""
    return unicodedata.normalize("NFKC", " ".join(_drawable(name).split()).casefold())[:FORM_MAX]


def skeleton(name: str) -> str:
    """Returns the appearance of the name. Names with the same skeleton can be mistaken for each other."""
    # A capital may look like other letters than its small letter (I like l, i not), so both forms are mapped.
    return _drawn(_drawn(unicodedata.normalize("NFKC", " ".join(_drawable(name).split()))).casefold())[:FORM_MAX]


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
    return _forms(TITLES | SURNAMES)


def _reserved_alone() -> dict[str, str]:
    """Returns the forms of words that may not be a whole name: seats, and the bots of every title."""
    bots = {bot.partition("@")[0] for ruleset in registry.all_rulesets().values() for bot in ruleset.bots}
    return _forms(SEATS | bots)


def _forms(words: Iterable[str]) -> dict[str, str]:
    """Returns the words by each of their forms."""
    return {form: word for word in sorted(words) for form in (fold(word), skeleton(word))}


def _drawable(text: str) -> str:
    """Returns the text without default-ignorable characters, such as the joiners that some scripts need in names."""
    return "".join(one for one in text if not _UNICODE.default_ignorable(ord(one)))


def _require_seen(text: str) -> None:
    """Returns if every character of the text is drawn. Raises InvalidInputError, which names the first that is not."""
    try:
        # PRECIS allows the middle dot in Catalan only. Chinese has it between the parts of foreign names.
        _FREE_TEXT.enforce(text.replace("\u00b7", "-"))
        unseen = next((one for one in text if one in BLANK), None)
    except UnicodeEncodeError as error:
        unseen = text[error.start]
    if unseen is not None:
        called = f"U+{ord(unseen):04X} {unicodedata.name(unseen, '')}".strip()
        raise _refused(f"a name must have printable characters only, not {called}")


def _require_few_marks(text: str) -> None:
    """Returns if no letter has more marks than letters have. Raises InvalidInputError."""
    marks = ""
    for one in text:
        marks = marks + one if unicodedata.category(one)[0] == "M" else ""
        accents = [mark for mark in marks if unicodedata.combining(mark) not in IN_LINE]
        others = [mark for mark in marks if unicodedata.combining(mark) in IN_LINE]
        if len(accents) > ACCENTS_MAX or len(marks) > MARKS_MAX or len(others) > len(set(others)):
            raise _refused(
                f"a letter may have at most {ACCENTS_MAX} marks above or below, {MARKS_MAX} in all, and none twice"
            )
    if unicodedata.category(text[0])[0] == "M":
        raise _refused("a name must not begin with a mark")


def _refused(sentence: str) -> InvalidInputError:
    return InvalidInputError(sentence, fields={"name": [sentence]})
