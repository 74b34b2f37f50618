"""Options that several commands have in common, and the way they refuse."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, NoReturn

import typer
from rich.console import Console
from rich.markup import escape

from delvebook.domain.phrases import LANGUAGES, Language
from delvebook.replays.log.notes import Verifier, parse_vkeys

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
LangOption = Annotated[str, typer.Option("--lang", help="Language: en or ru.")]
KID: Final = {"ignore_unknown_options": True}
"""The settings of a command that takes a key's id, which may begin with a dash."""


def language_of(lang: str) -> Language:
    """
    The language of that name.

    Raises:
        typer.BadParameter: There is no such language.
    """
    for language in LANGUAGES:
        if lang == language:
            return language
    raise typer.BadParameter(f"must be {' or '.join(LANGUAGES)}", param_hint="--lang")


def read_vkeys(given: list[str]) -> list[Verifier]:
    """
    The keys given in options. Each option is a key, or a file with keys.

    Raises:
        NoteError, OSError
    """
    texts = [one if "+" in one and not Path(one).exists() else Path(one).read_text(encoding="utf-8") for one in given]
    return parse_vkeys("\n".join(texts))


def refuse(sentence: str, *, status: int = 2) -> NoReturn:
    """Ends the command with that exit status: what was asked cannot be done."""
    Console(stderr=True, soft_wrap=True).print(f"[bold red]{escape(sentence)}[/]")
    raise typer.Exit(status)
