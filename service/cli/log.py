"""`delvebook log`: watch a log of games from outside, and keep one's own: rebuild, continue, export, keys."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from delvebook.projections.games_log.reader import LogReader
from delvebook.projections.games_log.tables import ContradictionError
from delvebook.projections.games_log.writer import LogWriter
from delvebook.replays.log.growth import LogError
from delvebook.replays.log.notes import NoteError, Verifier
from delvebook.service.base.clock import utc_now
from delvebook.service.base.database import opened
from delvebook.service.base.settings import Settings
from delvebook.service.cli.log_continue import go_on
from delvebook.service.cli.log_monitor import Look, UnreachableError, Watch, fetch_keys, over_http
from delvebook.service.cli.options import KID, JsonOption, read_vkeys, refuse
from delvebook.service.identity.log_keys import LogKeys, open_log_keys
from delvebook.service.store.log import open_log
from delvebook.service.store.records import store_exists
from delvebook.service.wiring import log_writer, require_schema

app = typer.Typer(
    help="The log of games: monitor one from outside; rebuild, continue or export one's own, and keep its keys.",
    no_args_is_help=True,
    add_completion=False,
)
app.command("continue")(go_on)

FAILS = 1
"""The exit status if a log is faulty, or a rebuilt one contradicts what was signed."""


@app.command()
def monitor(
    url: Annotated[str, typer.Argument(help="The log's address, such as https://games.example/log")],
    *,
    directory: Annotated[Path, typer.Option("--dir", help="Where to keep what was seen.")] = Path("log-monitor"),
    key: Annotated[
        list[str] | None,
        typer.Option(help="The log's public key, name+id+key, or a file with keys; repeat it for witnesses."),
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="Look once and end, as for cron.")] = False,
    every: Annotated[int, typer.Option(help="How long to wait between two looks, in seconds.", min=1)] = 10,
    as_json: JsonOption = False,
) -> None:
    """
    Follow a log of games, and report loudly when it contradicts itself or shrinks.

    Every new checkpoint's signature is checked, every new entry and tile is read, and every hash is computed again. The
    checkpoints are kept. Without --key, the key that the service publishes is trusted at the first look, and no other
    after it.

    Exit status: 0 if all is well (with --once); 1 if the log is not as it must be; 2 if nothing can be said.
    """
    watch, fetch = Watch(directory), over_http(url)
    while True:
        try:
            keys = _keys(watch, key) or _trust(watch, fetch_keys(fetch))
            look = watch.look(fetch, keys)
        except UnreachableError as error:
            if once:
                refuse(str(error))
            typer.secho(str(error), fg="yellow", err=True)
        except (LogError, NoteError, OSError) as error:
            refuse(str(error))
        else:
            _tell(look, as_json=as_json)
            if look.fault is not None:
                raise typer.Exit(FAILS)
            if once:
                return
        time.sleep(every)


@app.command()
def rebuild() -> None:
    """
    Rebuild the log from the event log. It comes out the same, byte for byte, or nothing is changed.

    Exit status: 1 if it would contradict what has been signed.
    """
    with _writer() as writer:
        try:
            count = writer.rebuild()
        except ContradictionError as error:
            typer.secho(f"nothing was changed: {error}", fg="red", err=True)
            raise typer.Exit(FAILS) from None
    typer.echo(f"the log of games was rebuilt: {count} entries")


@app.command()
def export(directory: Annotated[Path, typer.Argument(help="Where the files go; made if it is missing.")]) -> None:
    """Write the published log as files, as a mirror or a web server of static files has them."""
    settings = Settings.from_environment()
    require_schema(settings)
    count = 0
    with opened(settings.projections_url) as engine:
        for address, data in LogReader(engine).files():
            file = directory / address
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            count += 1
    typer.echo(f"{count} files are in {directory}")


@app.command("keys")
def list_keys(*, as_json: JsonOption = False) -> None:
    """List the keys of the log, the oldest first: their ids, whether they sign, and their public halves."""
    keys = _own_keys().listed(_epoch(Settings.from_environment()))
    rows = [{"kid": one.kid, "signs": one.is_signing, "key": one.verifier.to_vkey()} for one in keys]
    if as_json:
        typer.echo(json.dumps(rows))
        return
    for row in rows:
        typer.echo(f"{row['kid']}  {'signs' if row['signs'] else 'no longer signs'}  {row['key']}")


@app.command()
def rotate() -> None:
    """
    Make a new key. From now on checkpoints have a signature of it and of each key before it.

    So a reader who knows only the old key can go on; `delvebook log retire` ends that.
    """
    typer.echo(f"{_own_keys().rotate().verifier.to_vkey()} now signs as well")


@app.command(context_settings=KID)
def retire(kid: Annotated[str, typer.Argument(help="The key's id; see `delvebook log keys`")]) -> None:
    """Stop signing with a key, as after a theft: its private half is deleted."""
    _own_keys().retire(kid)
    typer.echo(f"{kid} no longer signs")


# -- monitoring ---------------------------------------------------------------------------------


def _keys(watch: Watch, given: list[str] | None) -> list[Verifier] | None:
    return watch.keys() if given is None else read_vkeys(given)


def _trust(watch: Watch, keys: list[Verifier]) -> list[Verifier]:
    watch.trust(keys)
    named = ", ".join(key.to_vkey() for key in keys)
    typer.secho(f"from now on only the key that this log publishes today is trusted: {named}", fg="yellow", err=True)
    return keys


def _tell(look: Look, *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps({"at": utc_now(), **look.to_plain()}))
    elif look.fault is not None:
        typer.secho(f"{look.fault.code}: {look.fault}", fg="red", bold=True, err=True)
        typer.secho(f"Keep this file, it is the evidence: {look.evidence}", fg="red", err=True)
    elif look.kept is not None:
        checkpoint = look.kept.checkpoint
        typer.echo(
            f"{utc_now()}  {checkpoint.origin}  {checkpoint.size} entries  +{look.grown}  {checkpoint.root.hex()}"
        )


# -- one's own log ------------------------------------------------------------------------------


def _own_keys() -> LogKeys:
    return open_log_keys(Settings.from_environment(), now=utc_now)


def _epoch(settings: Settings) -> int:
    """Returns the number of the present log; 1 where there is no store, as on a machine with the keys alone."""
    if not store_exists(settings):
        return 1
    with opened(settings.projections_url) as engine:
        return LogReader(engine).epoch()


@contextlib.contextmanager
def _writer() -> Iterator[LogWriter]:
    settings = Settings.from_environment()
    require_schema(settings)
    with opened(settings.projections_url) as engine, contextlib.closing(open_log(settings)) as events:
        yield log_writer(settings, engine, events)
