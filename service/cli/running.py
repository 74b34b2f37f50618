"""Commands that make the service run: `migrate`, `run`, `web`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.service.base.settings import Settings
from delvebook.service.process.orphans import end_with_parent
from delvebook.service.process.supervisor import AlreadyRunningError, Copies, Supervisor, base_url
from delvebook.service.store.soundness import log_signed_as

WELCOME = """\
[bold green]Play at [bold]{url}[/][/]   (stop the service with Ctrl-C; its state is in {home})

  the API, for programs   {url}/docs

[bold]A first game by the API[/], in another terminal (needs curl and python3):

  TOKEN=$(curl -s {url}/v1/accounts -d '{{"name":"'$USER'-'$RANDOM'"}}' -H 'Content-Type: application/json' \\
    | python3 -c 'import json,sys; print(json.load(sys.stdin)["token"])')
  GAME=$(curl -s {url}/v1/games -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
    -d '{{"ruleset":"dungeon-raiders","seats":3,"bots":[{{"seat":1,"bot":"greedy"}},{{"seat":2,"bot":"random"}}]}}' \\
    | python3 -c 'import json,sys; print(json.load(sys.stdin)["id"])')
  ME=$(curl -s {url}/v1/accounts/me -H "Authorization: Bearer $TOKEN" \\
    | python3 -c 'import json,sys; print(json.load(sys.stdin)["id"])')
  NONCE=$(python3 -c 'import secrets; print(secrets.token_hex(16))')
  PROMISE=$(printf '["%s","%s","%s"]' $GAME $ME $NONCE \\
    | python3 -c 'import hashlib,sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())')
  curl -s -X POST {url}/v1/games/$GAME/seats -H "Authorization: Bearer $TOKEN" \\
    -H 'Content-Type: application/json' -d '{{"nonce_commitment":"'$PROMISE'"}}' >/dev/null
  curl -s -X POST {url}/v1/games/$GAME/start -H "Authorization: Bearer $TOKEN" \\
    -H 'Content-Type: application/json' -d '{{"nonce":"'$NONCE'"}}' >/dev/null
  curl -s {url}/v1/games/$GAME/actions -H "Authorization: Bearer $TOKEN"
"""
UNNAMED = """\
[bold yellow]The log of games has no name yet.[/] Stop the service before the first game and set DELVEBOOK_LOG_ORIGIN,
such as games.example/log, the address that the log is served under: the name cannot be changed later.
"""


def register(app: typer.Typer) -> None:
    """Adds these commands to `delvebook`."""
    for command in (migrate, run, web):
        app.command()(command)


def run(
    *,
    port: Annotated[int | None, typer.Option(help="listen on this port instead")] = None,
    workers: Annotated[int | None, typer.Option(help="how many bot workers")] = None,
) -> None:
    """Run everything on this machine: web, follower, workers, Redis. Stop with Ctrl-C."""
    settings = Settings.from_environment()
    if port is not None:
        settings = replace(settings, bind=f"127.0.0.1:{port}")
        os.environ["DELVEBOOK_BIND"] = settings.bind
    if workers is not None:
        settings = replace(settings, workers=workers)
    console = Console(stderr=True, highlight=False)
    url = base_url(settings)
    try:
        with console.status("starting Delvebook") as status:

            def on_ready() -> None:
                status.stop()
                console.print(WELCOME.format(url=url, home=escape(str(settings.home.resolve()))), soft_wrap=True)
                if settings.is_public and not settings.log_origin and log_signed_as(settings) is None:
                    console.print(UNNAMED, soft_wrap=True)

            def say(line: str) -> None:
                console.print(line, markup=False, soft_wrap=True)

            Supervisor(settings, say, Copies(_load, _become)).run(on_ready)
    except (AlreadyRunningError, TimeoutError) as error:
        console.print(f"delvebook: {error}", style="red", markup=False)
        raise typer.Exit(1) from None
    except subprocess.CalledProcessError:  # `delvebook migrate` has said why.
        raise typer.Exit(1) from None
    console.print("Delvebook has stopped; nothing is lost.")


def _load() -> None:
    """Imports what the children of `delvebook run` import, and builds the rules that they all need."""
    # The command line imports this module, and `delvebook --help` needs none of the others.
    import delvebook.service.process.web  # noqa: PLC0415
    import delvebook.service.wiring  # noqa: F401, PLC0415
    from delvebook.service.cli import COMMANDS  # noqa: PLC0415

    for name in ("follow", "worker"):
        COMMANDS[name].load(name)
    all_rulesets()


def _become(arguments: Sequence[str]) -> None:
    """Runs `delvebook` with these arguments in place of the present command."""
    from delvebook.service.cli import main  # noqa: PLC0415 (it imports this module)

    sys.argv = ["delvebook", *arguments]
    main()


def migrate() -> None:
    """Make the tables, or bring them to the newest version. It goes forwards only, and may be repeated."""
    from delvebook.service.wiring import migrate as migrate_store  # noqa: PLC0415 (`--help` needs no database)

    console = Console(stderr=True, highlight=False)
    done = migrate_store(Settings.from_environment())
    for line in done or ["every table is up to date"]:
        console.print(line, markup=False, soft_wrap=True)


def web(
    *,
    listening: Annotated[str, typer.Option(hidden=True, help="descriptors of open sockets, from `delvebook run`")] = "",
) -> None:
    """Serve the API."""
    from delvebook.service.process.web import serve  # noqa: PLC0415 (the other commands need no web server)

    end_with_parent()
    serve(Settings.from_environment(), listening=[int(one) for one in listening.split(",") if one])
