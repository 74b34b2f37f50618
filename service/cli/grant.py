"""`delvebook grant`: a token with more than a player's rights, made on the service's own machine."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console

from delvebook.service.base.errors import InvalidInputError, NameTakenError, UnknownAccountError, WrongKindError
from delvebook.service.base.settings import Settings
from delvebook.service.identity.audit import ON_THE_MACHINE
from delvebook.service.identity.caller import SCOPES
from delvebook.service.wiring import build_accounts, require_schema


def register(app: typer.Typer) -> None:
    """Adds the command to `delvebook`."""
    app.command()(grant)


def grant(
    account: Annotated[str, typer.Argument(help="The name of the account.")],
    scopes: Annotated[list[str], typer.Argument(help=f"What the token may do: {', '.join(SCOPES)}.")],
    *,
    new: Annotated[bool, typer.Option("--new", help="Create the account.")] = False,
    label: Annotated[str, typer.Option(help="What the token is called in lists.")] = "granted",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """
    Give an account a token with these rights. This is how arbiters and operators are made.

    The token is shown once; only a hash of it is stored. The audit trail records the grant.
    """
    settings = Settings.from_environment()
    require_schema(settings)
    accounts, *_ = build_accounts(settings)
    try:
        if new:
            made = accounts.create_account(account, by=ON_THE_MACHINE, scopes=scopes, label=label)[1]
        else:
            made = accounts.grant(account, scopes=scopes, label=label)
    except (InvalidInputError, NameTakenError, WrongKindError) as error:
        raise typer.BadParameter(str(error)) from None
    except UnknownAccountError as error:
        raise typer.BadParameter(f"{error}; --new creates it", param_hint="ACCOUNT") from None
    finally:
        accounts.close()
    if as_json:
        told = {"token": made.secret, "token_id": made.token.id, "account": made.token.account}
        typer.echo(json.dumps({**told, "scopes": list(made.token.scopes)}))
        return
    Console(stderr=True).print(f"a token for {account!r} that may {', '.join(made.token.scopes)}; it is shown once:")
    typer.echo(made.secret)
