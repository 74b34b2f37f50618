"""`delvebook accounts`: look at accounts, rename, ban and delete them, on the service's own machine."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from delvebook.domain.errors import DelvebookError
from delvebook.service.base.settings import Settings
from delvebook.service.cli.audit import given_time
from delvebook.service.identity.account_admin import AccountAdmin
from delvebook.service.identity.accounts import Account, Accounts
from delvebook.service.identity.caller import ON_THE_MACHINE
from delvebook.service.notices.store import Notices
from delvebook.service.webhooks.store import Webhooks
from delvebook.service.wiring import build_accounts, open_wakeups, require_schema

PAGE = 500
Given = Annotated[str, typer.Argument(metavar="ACCOUNT", help="The account: its id or its name.")]
AsJson = Annotated[bool, typer.Option("--json", help="One account a line, for programs.")]

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Look at accounts, rename, ban and delete them.")


@app.command("list")
def list_(
    *,
    banned: Annotated[bool, typer.Option("--banned", help="Banned accounts alone.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the accounts."""
    with opened() as (accounts, _):
        show(list(every(accounts, is_banned=banned)), as_json=as_json)


@app.command("show")
def show_(account: Given, *, as_json: AsJson = False) -> None:
    """Show an account."""
    with opened() as (accounts, _):
        show([accounts.account_meant(account)], as_json=as_json)


@app.command()
def rename(account: Given, name: Annotated[str, typer.Argument(help="The new name.")]) -> None:
    """Give an account another name. Nobody else gets the old one for 90 days."""
    with opened() as (accounts, admin):
        done = admin.rename(ON_THE_MACHINE, accounts.account_meant(account).id, name)
        typer.echo(f"{done.id} is called {done.name} now")


@app.command()
def ban(
    account: Given,
    reason: Annotated[str, typer.Argument(help="Why; the owner is told.")],
    *,
    until: Annotated[str | None, typer.Option(help="Until that date, or time with its zone; for good without.")] = None,
) -> None:
    """Ban an account: its tokens are no longer accepted. In running games its clock runs on."""
    with opened() as (accounts, admin):
        end = given_time("--until", until)
        done = admin.ban(ON_THE_MACHINE, accounts.account_meant(account).id, reason=reason, until=end)
        typer.echo(f"{done.name} is banned {'for good' if end is None else f'until {end}'}")


@app.command()
def unban(account: Given) -> None:
    """End the ban of an account."""
    with opened() as (accounts, admin):
        typer.echo(f"{admin.unban(ON_THE_MACHINE, accounts.account_meant(account).id).name} is not banned")


@app.command()
def delete(account: Given, *, yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False) -> None:
    """
    Delete an account with its tokens. Nobody can undo this.

    Records are kept, and name their players by the account's id. In running games its clock runs on.
    """
    with opened() as (accounts, admin):
        known = accounts.account_meant(account)
        if not yes:
            typer.confirm(f"Delete {known.name} ({known.id}) for ever?", abort=True)
        admin.delete(ON_THE_MACHINE, known.id)
        typer.echo(f"{known.id} is deleted")


@contextlib.contextmanager
def opened() -> Iterator[tuple[Accounts, AccountAdmin]]:
    """
    Yields the accounts, and the administration of accounts.

    Raises:
        BadParameter: The service refused; with the reason.
    """
    settings = Settings.from_environment()
    require_schema(settings)
    wakeups = open_wakeups(settings)
    accounts, _, roles = build_accounts(settings, on_change=wakeups.wake_account)
    with contextlib.closing(wakeups), contextlib.closing(accounts):
        try:
            notices = Notices(accounts.engine, now=accounts.now)
            yield (
                accounts,
                AccountAdmin(
                    accounts, has_played=roles.has_played, tell=notices.add, erasers=(notices.erase, Webhooks.erase)
                ),
            )
        except DelvebookError as error:
            raise typer.BadParameter(str(error)) from None


def every(accounts: Accounts, *, is_banned: bool) -> Iterator[Account]:
    """All accounts, or all banned ones."""
    after = ""
    while page := accounts.accounts(after=after, limit=PAGE, is_banned=is_banned):
        yield from page
        after = page[-1].id


def show(accounts: list[Account], *, as_json: bool) -> None:
    """Prints the accounts."""
    if as_json:
        for account in accounts:
            typer.echo(json.dumps(body(account), ensure_ascii=False))
        return
    table = Table("id", "name", "kind", "created", "banned", box=None, pad_edge=False)
    for account in accounts:
        ban = "" if account.ban is None else f"until {account.ban.until or 'for good'}: {account.ban.reason}"
        cells = (account.id, account.name or "", account.kind, account.created_at[:10], ban)
        table.add_row(*(Text(cell, overflow="fold") for cell in cells))
    Console().print(table if accounts else "no account matches")


def body(account: Account) -> dict[str, object]:
    """The account as data for programs."""
    return {
        "id": account.id,
        "name": account.name,
        "kind": account.kind,
        "created_at": account.created_at,
        "ban": None if account.ban is None else account.ban._asdict(),
    }
