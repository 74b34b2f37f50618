"""`delvebook grant`: offices of arbiters and operators, offered or withdrawn on the service's own machine."""

from __future__ import annotations

import contextlib
import json
from typing import Annotated

import typer
from rich.console import Console

from delvebook.domain.errors import DelvebookError
from delvebook.service.base.errors import UnknownAccountError, UnknownOfficeError
from delvebook.service.base.settings import Settings
from delvebook.service.identity.caller import OFFICES, ON_THE_MACHINE, OfficeName
from delvebook.service.identity.offices import Offices, named_office
from delvebook.service.identity.takeovers import Takeovers
from delvebook.service.notices.store import Notices
from delvebook.service.wiring import build_accounts, open_wakeups, require_schema

ACCEPT = "PUT /v1/accounts/me/offices/{office}, with a token of that account"


def register(app: typer.Typer) -> None:
    """Adds the command to `delvebook`."""
    app.command()(grant)


def grant(
    account: Annotated[str, typer.Argument(help="The account: its id or its name.")],
    offices: Annotated[list[str] | None, typer.Argument(help=f"The offices: {', '.join(OFFICES)}.")] = None,
    *,
    new: Annotated[bool, typer.Option("--new", help="Prepare the account; print its code.")] = False,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Withdraw the offices.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """
    Offer an account an office. This is how arbiters and operators are made.

    Nobody gets a token here. The owner accepts the office with a token of their own. With --new the account is prepared
    for a person: whoever uses the code first has it. A code is good for a week; after that --new prints another one.
    The audit trail of the account records all of it.
    """
    wanted = [_office(one) for one in offices or ()]
    if not wanted and (withdraw or not new):
        raise typer.BadParameter(f"name an office: {', '.join(OFFICES)}", param_hint="OFFICES")
    if new and withdraw:
        raise typer.BadParameter("a new account has no office to withdraw", param_hint="--withdraw")
    settings = Settings.from_environment()
    require_schema(settings)
    wakeups = open_wakeups(settings)
    accounts, *_ = build_accounts(settings, on_change=wakeups.wake_account)
    with contextlib.closing(wakeups), contextlib.closing(accounts):
        there = Offices(accounts, tell=Notices(accounts.engine, now=accounts.now).add)
        code = ends_at = None
        try:
            if new:
                meant, code, ends_at = Takeovers(accounts).prepare(account)
            else:
                meant = accounts.account_meant(account)
            for office in wanted:
                if withdraw:
                    there.end(ON_THE_MACHINE, meant.id, office)
                else:
                    there.offer(ON_THE_MACHINE, meant.id, office)
        except UnknownAccountError as error:
            raise typer.BadParameter(f"{error}; --new creates it", param_hint="ACCOUNT") from None
        except DelvebookError as error:
            raise typer.BadParameter(str(error)) from None
    if as_json:
        typer.echo(json.dumps({"account": meant.id, "offices": wanted, "code": code, "code_ends_at": ends_at}))
        return
    console = Console(stderr=True, highlight=False)
    for office in wanted:
        done = "no longer" if withdraw else f"is offered; accept it with {ACCEPT.format(office=office)}:"
        console.print(f"{meant.name!r}: {office} {done}", soft_wrap=True)
    if code is not None:
        until = str(ends_at).partition("T")[0]
        console.print(f"the code by which {meant.name!r} takes the account over, once, until {until}:", soft_wrap=True)
        typer.echo(code)


def _office(name: str) -> OfficeName:
    try:
        return named_office(name)
    except UnknownOfficeError as error:
        raise typer.BadParameter(str(error), param_hint="OFFICES") from None
