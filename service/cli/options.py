"""Options that several commands have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from delvebook.domain.phrases import LANGUAGES, Language
from delvebook.replays.log.notes import Verifier, parse_vkeys

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
LangOption = Annotated[str, typer.Option("--lang", help="Language: en or ru.")]


def language_of(lang: str) -> Language:
    """
    The language of that name.

    Raises:
        typer.BadParameter: There is no such language.
    """
    for language in LANGUAGES:
        if lang == language:
            return language
    raise typer.BadParameter(" or ".join(LANGUAGES), param_hint="--lang")


def read_vkeys(given: list[str]) -> list[Verifier]:
    """
    The keys given in options. Each option is a key, or a file with keys.

    Raises:
        NoteError, OSError
    """
    texts = [one if "+" in one and not Path(one).exists() else Path(one).read_text(encoding="utf-8") for one in given]
    return parse_vkeys("\n".join(texts))
