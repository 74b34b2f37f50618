"""The command `play`: a whole game in the terminal, against bots."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console

from delvebook.client import Client, NoAnswerError, ProblemError, Retries
from delvebook.service.cli.legend import Legend
from delvebook.service.cli.options import LangOption, language_of
from delvebook.service.cli.player import Left, TerminalPlayer
from delvebook.service.process.tabletop import tabletop

NAMES: Final[Mapping[str, str]] = {"en": "Guest", "ru": "Гость"}
PATIENCE_SECONDS: Final = 10.0
"""Seconds for which a service that does not answer is tried again."""
POLL_SECONDS: Final = 0.5
"""Seconds between two questions to another service whether it is our turn."""

Wait = Callable[[str], None]
"""Lets the other players of that game move, or lets time pass."""


def register(app: typer.Typer) -> None:
    """Adds the command to `delvebook`."""
    app.command()(play)


def play(
    title: Annotated[str, typer.Argument(help="A title, such as dungeon-raiders.")],
    *,
    lang: LangOption = "en",
    seats: Annotated[int, typer.Option(help="How many play; by default as few as can, but two if two can.")] = 0,
    bot: Annotated[str, typer.Option(help="The kind of bot on the other seats.")] = "greedy",
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game; may be repeated.")
    ] = None,
    name: Annotated[str, typer.Option(help="What you are called.")] = "",
    server: Annotated[str, typer.Option(help="The address of a service; by default one in this process.")] = "",
    record: Annotated[Path | None, typer.Option(help="Where the game's record is written at the end.")] = None,
) -> None:
    """Play a whole game in the terminal, against bots."""
    language = language_of(lang)
    console = Console(highlight=False)
    with _service(server) as (client, wait):
        try:
            rules = client.get(f"/v1/rulesets/{title}")
            client.register(name or _some_name(lang, is_alone=not server))
            game = set_out(client, rules, seats=seats, bot=bot, options=_options(option or []))
            legend = Legend(client.get(rules["catalogue"]["href"]), language)
            ask = partial(_ask, console)
            player = TerminalPlayer(client, game, legend, console=console, ask=ask, wait=lambda: wait(game))
            player.play()
            if record is not None:
                record.write_bytes(client.game(game).record().read())
        except ProblemError as refused:
            raise typer.BadParameter(_told(refused.body)) from None
        except Left:
            return
        except NoAnswerError as error:
            raise typer.BadParameter(f"{server} does not answer: {error}", param_hint="--server") from None


def _told(problem: Mapping[str, object]) -> str:
    """The refusal in one line, with the fields that are wrong."""
    fields = problem.get("fields")
    return str(problem.get("detail")) + (f" {json.dumps(fields, ensure_ascii=False)}" if fields else "")


def _some_name(lang: str, *, is_alone: bool) -> str:
    """A name for a player who gave none, probably free at another service. Its letters are of one script."""
    return NAMES[lang] if is_alone else f"{NAMES[lang]} {secrets.randbelow(10**8):08}"


def _ask(console: Console, prompt: str, count: int) -> str:
    console.print(prompt, style="bold")
    return input("> ")


def _options(named: list[str]) -> dict[str, object]:
    """The options by name. A value is JSON, or else text."""
    options: dict[str, object] = {}
    for one in named:
        name, equals, value = one.partition("=")
        if not equals:
            raise typer.BadParameter(f"{one!r} is not NAME=VALUE", param_hint="--option")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


def set_out(client: Client, rules: Mapping[str, Any], *, seats: int, bot: str, options: Mapping[str, object]) -> str:
    """Starts a game with us on its first seat. Returns the game's id."""
    count = seats or min(max(2, rules["seats"]["min"]), rules["seats"]["max"])
    game = client.create_game(rules["ruleset"], seats=count, options=options, bots=dict.fromkeys(range(1, count), bot))
    game.sit(0)
    game.start()
    return game.id


@contextmanager
def _service(server: str) -> Iterator[tuple[Client, Wait]]:
    """A client of the service, and a function to call while others move."""
    if server:
        with Client(server, retries=Retries(seconds=PATIENCE_SECONDS)) as client:
            yield client, lambda _: time.sleep(POLL_SECONDS)
        return
    with tabletop() as table, table.client as client:
        yield client, lambda game: _move(table.play_bots, game)


def _move(play_bots: Callable[[str], bool], game: str) -> None:
    """Lets the bots of a service in this process move."""
    if not play_bots(game):
        raise RuntimeError(f"no bot has a move to make in {game}")
