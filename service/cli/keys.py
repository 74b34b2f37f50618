"""`delvebook keys`: the keys of receipts, those that stored events are encrypted under, and those for push services."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from delvebook.service.base.clock import utc_now
from delvebook.service.base.settings import Settings
from delvebook.service.cli.options import KID
from delvebook.service.identity.push_keys import PushKeys, open_push_keys
from delvebook.service.identity.signing import LEAD_SECONDS, KeyRing, open_ring
from delvebook.service.process.supervisor import AlreadyRunningError, only_one
from delvebook.service.store.cipher import key_id
from delvebook.service.store.keys import new_cipher_key, read_cipher_keys, rotate_cipher_key

app = typer.Typer(
    help="The keys that receipts are signed with: list, rotate, public. And those that stored events are encrypted "
    "under: cipher; and those for push services: push.",
    no_args_is_help=True,
    add_completion=False,
)
cipher = typer.Typer(
    help="The keys that stored events are encrypted under: list, new, rotate.",
    no_args_is_help=True,
    add_completion=False,
)
app.add_typer(cipher, name="cipher")
push = typer.Typer(
    help="The keys by which push services know this service: list, rotate, retire.",
    no_args_is_help=True,
    add_completion=False,
)
app.add_typer(push, name="push")

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


@push.command("list")
def list_push(*, as_json: JsonOption = False) -> None:
    """List the keys for push services, the oldest first. New subscriptions are made with the last one in use."""
    rows = [{"kid": one.kid, "in_use": one.is_signing, "key": one.public} for one in _push_keys().listed()]
    if as_json:
        typer.echo(json.dumps(rows))
        return
    for row in rows:
        typer.echo(f"{row['kid']}  {'in use' if row['in_use'] else 'retired'}  {row['key']}")


@push.command("rotate")
def rotate_push() -> None:
    """
    Make a new key for push services. Subscriptions are made with it from now on.

    A browser subscribes anew when its owner next opens a page. Until then the old key serves it; `retire` ends that.
    """
    made = _push_keys().rotate(now=utc_now())
    typer.echo(f"{made.kid} is the key of new subscriptions from now on")


@push.command("retire", context_settings=KID)
def retire_push(kid: Annotated[str, typer.Argument(help="The key's id; see `delvebook keys push list`")]) -> None:
    """End a key for push services, as after a theft: its private half is deleted, and its subscriptions end."""
    _push_keys().retire(kid)
    typer.echo(f"{kid} is no longer used")


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


def _push_keys() -> PushKeys:
    return open_push_keys(Settings.from_environment())


def _ring() -> KeyRing:
    return open_ring(Settings.from_environment())
