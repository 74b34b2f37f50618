"""`delvebook play`: a person who knows no rules plays every title to its end in the terminal."""

from __future__ import annotations

import io
import json
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from rich.console import Console
from typer.testing import CliRunner, Result
from werkzeug.serving import make_server

from delvebook.client.models import Game
from delvebook.domain.phrases import Language
from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.service.api.app import create_app
from delvebook.service.base.settings import Settings
from delvebook.service.cli import app
from delvebook.service.cli.legend import Legend
from delvebook.service.cli.play import set_out
from delvebook.service.cli.player import TerminalPlayer
from delvebook.service.process.tabletop import NoSignal, tabletop
from delvebook.service.wiring import build_services
from tests.stores import prepare
from tests.titles import registered_titles
from tests.titles.bids import Bids

BRIEF: dict[str, dict[str, Any]] = {"runebound": {"round_limit": 2}}
"""Options with which a game of random choices is over soon."""
CHOICES_MAX = 4000
TITLES = sorted({ruleset.id for ruleset in all_rulesets().values()})
END: dict[Language, tuple[str, str]] = {
    "en": ("You do not win.", "You win."),
    "ru": ("Вы не победили.", "Вы победили."),
}


@pytest.fixture(autouse=True)
def _bids() -> Iterator[None]:
    with registered_titles(Bids):
        yield
    structlog.reset_defaults()


class Picker:
    """Chooses among what is offered, the same every time."""

    def __init__(self, seed: str) -> None:
        self._chance = random.Random(seed)
        self.asked = 0

    def __call__(self, prompt: str, count: int) -> str:
        self.asked += 1
        assert self.asked < CHOICES_MAX, "this game does not end"
        return str(self._chance.randint(1, count))


def played(title: str, language: Language, *, seats: int, ask: Any) -> tuple[Game, str]:
    """A game played to its end: its body, and everything that was printed."""
    printed = io.StringIO()
    console = Console(file=printed, width=150, highlight=False)
    with tabletop() as table, table.client as client:
        client.register("Анна")
        rules = client.get(f"/v1/rulesets/{title}")
        options = BRIEF.get(title, {})
        game = set_out(client, rules, seats=seats, bot="random", options=options)
        legend = Legend(client.get(rules["catalogue"]["href"]), language)

        def wait() -> None:
            assert table.play_bots(game)

        player = TerminalPlayer(client, game, legend, console=console, ask=ask, wait=wait)
        return player.play(), printed.getvalue()


GAMES = [("bids", "en"), ("dungeon-raiders", "en"), *((title, "ru") for title in TITLES)]


@pytest.mark.long_for("the-descent")
@pytest.mark.parametrize(("title", "language"), GAMES)
def test_every_title_is_played_to_its_end_by_sentences_alone(title: str, language: Language) -> None:
    game, printed = played(title, language, seats=0, ask=Picker(f"{title}/{language}"))

    assert game.status == "finished"
    assert "Анна" in printed
    assert game.you is not None
    assert game.outcome is not None
    won = game.you.seat in game.outcome.winners
    assert END[language][won] in printed


def test_the_others_moves_and_the_table_are_told_by_name() -> None:
    _, printed = played("bids", "ru", seats=2, ask=Picker("told"))

    assert "Случайный бот 2 кладёт ставку лицом вниз." in printed
    assert "Анна" in printed
    assert "Seat 1" not in printed
    assert "Место 1" not in printed


def test_what_only_a_check_of_the_record_needs_is_no_part_of_the_story() -> None:
    _, printed = played("bids", "en", seats=2, ask=Picker("told"))

    assert "The game begins." in printed
    assert "nonce" not in printed
    assert "seed" not in printed


def delvebook(*arguments: object, stdin: str = "") -> Result:
    done = CliRunner().invoke(app, ["play", *map(str, arguments)], input=stdin, env={"COLUMNS": "120"})
    structlog.reset_defaults()
    return done


def test_a_game_is_played_with_choices_from_a_pipe_and_leaves_its_record(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    options = ("--option", "rounds=2", "--option", "look=false", "--bot", "random", "--name", "Ada")
    done = delvebook("bids", *options, "--record", record, stdin="1\n" * 20)

    assert done.exit_code == 0, done.output
    assert "Ada lays a bid face down." in done.output or "Ada: Bid 1." in done.output
    lines = [json.loads(line) for line in record.read_bytes().splitlines()]
    assert [line["data"]["action"] for line in lines[1:] if line["by"] == "seat:0" and "action" in line["data"]] != []
    assert lines[-1]["type"] == "SeedRevealed"


def test_one_may_ask_what_things_are_and_look_again_and_what_is_no_choice_is_said() -> None:
    done = delvebook("bids", "--lang", "ru", stdin="77\nхм\n? камешек\n? нечто\n?\n? приз\nr\nt\nu\nq\n")

    assert done.exit_code == 0, done.output
    assert done.output.count("Введите число от 1 до 7.") == 2
    assert "Ничего с названием «нечто» нет." in done.output
    assert "То, что разыгрывают." in done.output
    assert "Призы разыгрывают по одному" in done.output
    assert done.output.count("Стол ─") == 2
    assert "Ваше место ещё не сделало хода, который можно вернуть." in done.output
    assert "Вы выходите из игры." in done.output


def test_a_player_whose_input_ends_leaves() -> None:
    assert "You leave the game." in delvebook("bids").output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("chess",), "chess"),
        (("bids", "--seats", 9), "2 to 4 seats, not 9"),
        (("bids", "--bot", "clever"), "it has greedy, random"),
        (("bids", "--option", "rounds=4"), "rounds"),
        (("bids", "--option", "rounds"), "is not NAME=VALUE"),
        (("bids", "--lang", "de"), "en or ru"),
        (("bids", "--server", "http://127.0.0.1:1"), "does not answer"),
    ],
    ids=str,
)
def test_what_cannot_be_played_is_refused_with_what_would_be_right(arguments: tuple[object, ...], told: str) -> None:
    refused = delvebook(*arguments)

    assert refused.exit_code == 2
    assert told in " ".join(refused.output.replace("│", " ").split())


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """A service that runs elsewhere: reached over the network alone."""
    settings = Settings(home=tmp_path, secret="ab" * 32, rate_limit="", accounts_limit="")
    services = build_services(prepare(settings), signal=NoSignal())
    web = make_server("127.0.0.1", 0, create_app(services), threaded=True)
    thread = threading.Thread(target=web.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{web.server_port}"
    web.shutdown()
    thread.join()
    web.server_close()
    services.close()


def test_a_game_is_played_on_another_service(server: str) -> None:
    done = delvebook("labyrinth", "--server", f"{server}/", "--lang", "ru", stdin="1\n" * 400)

    assert done.exit_code == 0, done.output
    assert any(end in done.output for end in END["ru"])


def test_a_narrow_terminal_is_told_the_short_forms() -> None:
    printed = io.StringIO()
    console = Console(file=printed, width=60, highlight=False)
    with tabletop() as table, table.client as client:
        client.register("Ada")
        rules = client.get("/v1/rulesets/bids")
        game = set_out(client, rules, seats=2, bot="greedy", options={"rounds": 2, "look": False})
        legend = Legend(client.get(rules["catalogue"]["href"]), "en")
        player = TerminalPlayer(
            client, game, legend, console=console, ask=Picker("narrow"), wait=lambda: table.play_bots(game) and None
        )
        player.play()

    assert "Greedy bot 2 bids." in printed.getvalue()
