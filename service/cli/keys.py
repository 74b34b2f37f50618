"""`delvebook keys`: the keys that receipts are signed with."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from delvebook.service.clock import utc_now
from delvebook.service.identity.signing import LEAD_SECONDS, KeyRing, open_ring
from delvebook.service.settings import Settings

app = typer.Typer(
    help="The keys that receipts are signed with: list, rotate, public.", no_args_is_help=True, add_completion=False
)

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("list")
def list_(*, as_json: JsonOption = False) -> None:
    """List the keys, the oldest first, and say which signs now. No private half is shown."""
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
    Create a key. It is published at once and signs in ten minutes, when every client can know it.

    Old keys stay published, so old receipts can be checked for ever.
    """
    made = _ring().rotate(now=utc_now(), lead_seconds=0 if now else LEAD_SECONDS)
    typer.echo(f"{made.kid} signs from {made.since} on")


@app.command()
def public() -> None:
    """Print the public halves of all keys, as /.well-known/jwks.json has them."""
    typer.echo(json.dumps(_ring().to_public(), indent=2))


def describe(ring: KeyRing, *, now: str) -> list[dict[str, Any]]:
    """Each key, without its private half: `kid`, `since`, and `state` (`old`, `signs`, `waits`, `public only`)."""
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
