"""`delvebook demo`: twenty games and more over HTTP, exported, verified, and one byte of each forged."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final

import httpx
import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from delvebook.client import Client
from delvebook.service.base.temporary import temporary_folder
from delvebook.service.demo.dispute import DisputeStory, play_dispute, take_office
from delvebook.service.demo.games import DemoGame, plan, play_all
from delvebook.service.process.supervisor import delvebook_command

START_SECONDS_MAX: Final = 90
STOP_SECONDS_MAX: Final = 30
REPORT_WIDTH: Final = 120
HEADINGS: Final = ("title", "seats", "people", "options", "events", "end", "won by", "s", "record", "forged byte")


def register(app: typer.Typer) -> None:
    """Adds the command to `delvebook`."""
    app.command()(demo)


def demo(
    *,
    url: Annotated[str, typer.Option(help="a service that runs already; by default one is started for the demo")] = "",
    games: Annotated[int, typer.Option(help="how many games at least")] = 20,
    title: Annotated[str, typer.Option(help="one title only")] = "",
    together: Annotated[int, typer.Option(help="games played at the same time")] = 6,
    output: Annotated[Path, typer.Option(help="where the records go")] = Path("demo-output"),
) -> None:
    """Play whole games over HTTP with bots and scripted people; export, verify, forge one byte and find it."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = REPORT_WIDTH
    with _service(url, console) as (base, arbiter), Client(base) as client:
        known = client.get("/v1/rulesets")["rulesets"]
        chosen = [one["id"] for one in known if not title or one["id"] == title]
        if not chosen:
            raise typer.BadParameter(f"there is no title {title!r}; there are {', '.join(one['id'] for one in known)}")
        planned = plan([client.get(f"/v1/rulesets/{one}") for one in chosen], games=games)
        started = time.monotonic()
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        with Progress(*columns, console=console) as progress:
            task = progress.add_task(f"playing {len(planned)} games over HTTP at {base}", total=len(planned))
            play_all(base, planned, output=output, together=together, on_done=lambda _: progress.advance(task))
        seconds = time.monotonic() - started
        _tell(console, planned, seconds, output)
        story = None if arbiter is None else _play_dispute(console, base, arbiter, output)
    if not all(game.is_verified and game.is_flip_found for game in planned):
        raise typer.Exit(1)
    if story is not None and not story.is_verified:
        raise typer.Exit(1)


def _play_dispute(console: Console, base: str, arbiter: str, output: Path) -> DisputeStory:
    with console.status("playing a dispute, from the claim to the fork"):
        story = play_dispute(base, arbiter=arbiter, output=output)
    console.print("\n[bold]A dispute, and how it was settled[/]")
    for sentence in story.told:
        console.print(f"  · {sentence}", soft_wrap=True, markup=False)
    console.print("[green]both records verify[/]" if story.is_verified else "[red]THE RECORDS DO NOT VERIFY[/]")
    console.print(f"See for yourself:  delvebook verify {story.fork} --parent {story.game}", soft_wrap=True)
    return story


def _tell(console: Console, games: Sequence[DemoGame], seconds: float, output: Path) -> None:
    table = Table(*HEADINGS, box=SIMPLE_HEAD)
    for game in games:
        table.add_row(
            game.ruleset.partition("@")[0],
            str(game.seats),
            str(game.people),
            " ".join(str(value) for value in game.options.values()) or "–",
            str(game.n),
            game.reason.replace("_", " "),
            ", ".join(f"{seat + 1}" for seat in game.winners) or "nobody",
            f"{game.seconds:.1f}",
            "[green]verified[/]" if game.is_verified else "[red]NOT VERIFIED[/]",
            f"[green]line {game.flip_line}[/]" if game.is_flip_found else "[red]NOT FOUND[/]",
        )
    console.print(table)
    events = sum(game.n for game in games)
    console.print(
        f"{len(games)} games, {events} events in {seconds:.0f} s. Bots' turns were played by RQ workers, people's over "
        "HTTP; each record was verified (chain and replay), then forged in one byte.\n"
        f"What the verifier says of such a byte: line {games[0].flip_line}: {games[0].flip}",
        soft_wrap=True,
    )
    console.print(f"See for yourself:  delvebook replay {games[0].record} --lang ru", soft_wrap=True)


@contextlib.contextmanager
def _service(url: str, console: Console) -> Iterator[tuple[str, str | None]]:
    """
    A running service: the one at `url`, or a temporary one.

    Yields its address and the token of an arbiter, or None where the demo cannot make one.
    """
    if url:
        yield url.rstrip("/"), None
        return
    with temporary_folder("demo") as home:
        port = _free_port()
        environment = {**os.environ, "DELVEBOOK_HOME": str(home), "DELVEBOOK_BIND": f"127.0.0.1:{port}"}
        environment["DELVEBOOK_METRICS_BIND"] = ""
        environment["DELVEBOOK_RATE_LIMIT"] = environment["DELVEBOOK_ACCOUNTS_LIMIT"] = ""
        base = f"http://127.0.0.1:{port}"
        with console.status("starting a service for the demo"):
            service = subprocess.Popen(  # noqa: S603
                delvebook_command("run"), env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            _wait_until_ready(base, service)
        try:
            grant = [*delvebook_command("grant"), "Judge", "arbiter", "--new"]
            granted = subprocess.run(grant, env=environment, check=True, capture_output=True, text=True)  # noqa: S603
            yield base, take_office(base, granted.stdout.strip())
        finally:
            with console.status("stopping it"):
                service.terminate()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    service.wait(STOP_SECONDS_MAX)
                service.kill()


def _wait_until_ready(base: str, service: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS_MAX
    while time.monotonic() < deadline and service.poll() is None:
        with contextlib.suppress(httpx.HTTPError, ValueError):
            if httpx.get(f"{base}/readyz", timeout=2).json()["status"] == "ready":
                return
        time.sleep(0.1)
    service.kill()
    raise TimeoutError("the service for the demo did not start; try `delvebook run` to see why")


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
