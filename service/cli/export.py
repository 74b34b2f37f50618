"""`delvebook export`: one record as lines, as a bundle, or as a ledger for people."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import DelvebookError
from delvebook.replays.forms import from_bundle, to_bundle, to_ledger
from delvebook.replays.lines import Material
from delvebook.replays.pseudonyms import Pseudonyms, pseudonymise
from delvebook.replays.record import Record, read_header
from delvebook.service.cli.fetching import SERVER, fetched
from delvebook.service.cli.options import LangOption, language_of, refuse

KEY_BYTES: Final = 32

app = typer.Typer(add_completion=False)


@app.command()
def export(
    game: Annotated[
        str, typer.Argument(metavar="GAME|FILE", help="A game's id, a record or a bundle; - for standard input.")
    ],
    *,
    form: Annotated[
        Literal["ndjson", "json", "text"],
        typer.Option("--format", help="ndjson: lines; json: a bundle; text: a ledger."),
    ] = "ndjson",
    server: Annotated[str, typer.Option(help="Where a game's record is fetched from.")] = SERVER,
    token: Annotated[
        str | None, typer.Option(envvar="DELVEBOOK_TOKEN", help="A token, for what only you may see.")
    ] = None,
    pseudonyms: Annotated[
        bool, typer.Option("--pseudonymous", help="Leave out who played and all that could be looked up.")
    ] = False,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="A file; standard output by default.")] = None,
    lang: LangOption = "en",
) -> None:
    """
    Export one record, from a service or a file, in another form.

    A bundle and its record can be turned into each other without loss. Exit status 2 if it cannot be read.
    """
    try:
        material = Material(_lines(game, server, token))
        record = Record(read_header(material), material)
        if form == "text":
            if pseudonyms:
                raise typer.BadParameter(
                    "a ledger cannot be pseudonymous; use ndjson or json", param_hint="--pseudonymous"
                )
            made = b"".join(piece.encode() for piece in to_ledger(record, language_of(lang)))
        else:
            lines = [jcs(record.header) + b"\n", *(jcs(event) + b"\n" for event in record.events())]
            if pseudonyms:
                names = Pseudonyms(secrets.token_bytes(KEY_BYTES))
                lines = [jcs(line) + b"\n" for line in pseudonymise(record.header, record.events(), names)]
            made = b"".join(to_bundle(lines) if form == "json" else lines)
    except OSError as error:
        refuse(f"{game}: {error.strerror or error}")
    except DelvebookError as error:
        refuse(f"{game}: {error}")
    if output is None:
        sys.stdout.buffer.write(made)
    else:
        output.write_bytes(made)


def _lines(game: str, server: str, token: str | None) -> bytes:
    """The lines of the named record."""
    found = sys.stdin.buffer.read() if game == "-" else fetched(game, server, token)
    data = found.read_bytes() if isinstance(found, Path) else found
    return b"".join(from_bundle(data)) if data.startswith(b'{"format":"delvebook-bundle/') else data
