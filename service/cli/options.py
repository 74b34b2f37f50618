"""Options that several commands take."""

from __future__ import annotations

from typing import Annotated

import typer

from delvebook.domain.kit.phrases import LANGUAGES, Language

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
