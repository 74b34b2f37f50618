"""`delvebook keys`: the keys that receipts are signed with, and those that stored events are encrypted under."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from delvebook.service.base.clock import utc_now
from delvebook.service.base.settings import Settings
from delvebook.service.identity.signing import LEAD_SECONDS, KeyRing, open_ring
from delvebook.service.process.supervisor import AlreadyRunningError, only_one
from delvebook.service.store.cipher import key_id
from delvebook.service.store.keys import new_cipher_key, read_cipher_keys, rotate_cipher_key

app = typer.Typer(
    help="The keys that receipts are signed with: list, rotate, public. And those that stored events are encrypted "
    "under: cipher.",
    no_args_is_help=True,
    add_completion=False,
)
cipher = typer.Typer(
    help="The keys that stored events are encrypted under: list, new, rotate.",
    no_args_is_help=True,
    add_completion=False,
)
app.add_typer(cipher, name="cipher")

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("list")
def list_(*, as_json: JsonOption = False) -> None:
    """List the signing keys, the oldest first, and say which one signs now. Private keys are not shown."""
    rows = describe(_ring(), now=utc_now())
    if as_json:
        typer.echo(json.dumps(rows))
        return
    table = Table("kid", "signs since", "state", box=None)
    for row in rows:
        table.add_row(row["kid"], row["since"] or "the beginning", row["state"])
    Console().print(table)


@app.command()
def rotate(
    *,
    now: Annotated[bool, typer.Option("--now", help="Sign with it at once, as after a theft.")] = False,
) -> None:
    """
    Make a new signing key. It is published at once and signs in ten minutes, when every client can have seen it.

    Old keys stay published, so old receipts can always be checked.
    """
    made = _ring().rotate(now=utc_now(), lead_seconds=0 if now else LEAD_SECONDS)
    typer.echo(f"{made.kid} signs from {made.since} on")


@app.command()
def public() -> None:
    """Print the public signing keys, as /.well-known/jwks.json has them."""
    typer.echo(json.dumps(_ring().to_public(), indent=2))


@cipher.command("list")
def list_cipher() -> None:
    """List the ids of the cipher keys; the first one encrypts, all of them decrypt. The keys are not shown."""
    keys = read_cipher_keys(Settings.from_environment())
    for number, key in enumerate(keys):
        typer.echo(f"{key_id(key).hex()}  {'decrypts' if number else 'encrypts and decrypts'}")
    if not keys:
        typer.echo("there is no cipher key: events are stored in plain")


@cipher.command("new")
def new_cipher() -> None:
    """Print a new key for DELVEBOOK_CIPHER_KEY."""
    typer.echo(new_cipher_key())


@cipher.command("rotate")
def rotate_cipher() -> None:
    """
    Put a new key into the state directory, while the service is stopped. From then on it encrypts.

    Old keys are kept, so old events stay readable.
    """
    settings = Settings.from_environment()
    settings.home.mkdir(parents=True, exist_ok=True)
    try:
        with only_one(settings.home):
            made = rotate_cipher_key(settings)
    except AlreadyRunningError:
        typer.secho("delvebook: the service is running, and would not read the new key; stop it first", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"{key_id(made).hex()} encrypts from now on")


def describe(ring: KeyRing, *, now: str) -> list[dict[str, Any]]:
    """Each signing key without its private half: `kid`, `since`, `state` (`old`, `signs`, `waits`, `public only`)."""
    active = ring.active(now)
    rows = []
    for key in ring.keys:
        state = "old" if key.since <= now else "waits"
        if key.kid == active.kid:
            state = "signs"
        elif not key.can_sign:
            state = "public only"
        rows.append({"kid": key.kid, "since": key.since, "state": state})
    return rows


def _ring() -> KeyRing:
    return open_ring(Settings.from_environment())
