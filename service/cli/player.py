"""A player at a terminal who chooses from the legal actions, through the public API alone. No rule is here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from delvebook.client import Client, ProblemError
from delvebook.client.models import Game, LegalAction, Seat
from delvebook.domain.bot_names import bot_name
from delvebook.domain.phrases import Language, Voice
from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.service.cli.drawing import Drawing, drawn
from delvebook.service.cli.legend import Legend

NARROW: Final = 80
"""A terminal with fewer columns is shown the short forms."""
WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        "choose": "Your choice, 1 to {count} (t: table, r: rules, ? name: what it is, u: take back, q: quit)",
        "no choice": "Type a number from 1 to {count}.",
        "unknown": "Nothing here is called {name}.",
        "what": "Type ? and a name, or a part of one.",
        "table": "The table",
        "won": "You win.",
        "lost": "You do not win.",
        "place": "{place}.",
        "left": "You leave the game.",
        "waiting": "The others think …",
    },
    "ru": {
        "choose": "Ваш выбор, 1–{count} (t: стол, r: правила, ? название: что это, u: вернуть ход, q: выйти)",
        "no choice": "Введите число от 1 до {count}.",
        "unknown": "Ничего с названием «{name}» нет.",
        "what": "Введите ? и название или его часть.",
        "table": "Стол",
        "won": "Вы победили.",
        "lost": "Вы не победили.",
        "place": "{place}.",
        "left": "Вы выходите из игры.",
        "waiting": "Остальные думают…",
    },
}

Ask = Callable[[str, int], str]
"""Asks for a choice, given the prompt and the number of choices. Raises EOFError if nobody answers any more."""


PROOFS: Final = frozenset({"SeatsClosed", "NonceRevealed", "SeedRevealed"})
"""Events for those who check the record: the story is told without them."""
GROUPED: Final = 10
"""Longer lists of choices are cut into groups by the type of action."""


class Left(Exception):  # noqa: N818  it is no error
    """The player has quit."""


class TerminalPlayer:
    """
    A player of one game.

    Args:
        client: A client with the player's token.
        game: The id of a game in which the player has a seat.
        legend: The title's catalogue, in the player's language.
        console: The console that everything is printed on.
        ask: Asks the player.
        wait: Called while it is others' turn; lets them move, or lets time pass.
    """

    def __init__(
        self, client: Client, game: str, legend: Legend, *, console: Console, ask: Ask, wait: Callable[[], None]
    ) -> None:
        self._client = client
        self._game = client.game(game)
        self._legend = legend
        self._console = console
        self._ask = ask
        self._wait = wait
        self._seen = 0
        self._words = WORDS[legend.language]
        self._is_narrow = console.width < NARROW

    def play(self) -> Game:
        """
        Plays until the game is over. Returns the game.

        Raises:
            Left: The player quit before.
            ProblemError: The service refused a request that is not a choice.
        """
        while True:
            game = self._game.look()
            self._tell_news(game.n)
            if game.status not in ("open", "running"):
                self._show_end(game)
                return game
            if game.you is not None and game.you.owed:
                self._decide(game)
            else:
                self._wait()

    def _tell_news(self, n: int) -> None:
        """Prints what has happened since the last call."""
        if self._seen == n:
            return
        for event in self._game.events(after=self._seen, lang=self._legend.language):
            self._seen = event.n
            if event.type in PROOFS:
                continue
            for sentence in (event.told_short if self._is_narrow else event.told) or ():
                self._console.print(Text(f"  {sentence}"), soft_wrap=False)

    def _decide(self, game: Game) -> None:
        """Asks the player until the service accepts a choice."""
        self._show_table(game, whole=False)
        offer = self._game.actions(lang=self._legend.language)
        choices = offer.actions
        told = [choice.text_short if self._is_narrow else choice.text for choice in choices]
        self._console.print(_listed(choices, [getattr(one, self._legend.language) for one in told]))
        while True:
            said = self._hear(len(choices))
            if said == "t":
                self._show_table(game)
            elif said == "r":
                self._console.print(Padding(Text(self._legend.said(self._legend.catalogue["summary"])), (1, 2)))
            elif said.startswith("?"):
                self._explain(said.removeprefix("?").strip())
            elif said == "u":
                if self._do("/take-backs"):
                    return
            elif said.isdecimal() and 1 <= int(said) <= len(choices):
                chosen = choices[int(said) - 1].action
                if self._do("/actions", decision=offer.decision, action=chosen):
                    return
            else:
                self._console.print(self._words["no choice"].format(count=len(choices)))

    def _hear(self, count: int) -> str:
        try:
            said = self._ask(self._words["choose"].format(count=count), count).strip()
        except EOFError:
            said = "q"
        if said == "q":
            self._console.print(self._words["left"])
            raise Left
        return said

    def _do(self, path: str, **body: object) -> bool:
        """Sends a command. Returns whether it was accepted, and prints a refusal."""
        try:
            self._client.command(f"/v1/games/{self._game.id}{path}", body, query={"lang": self._legend.language})
        except ProblemError as refused:
            self._console.print(Text(refused.detail or str(refused), style="red"))
            return False
        return True

    def _explain(self, asked: str) -> None:
        """Prints the catalogue's text for everything with that name."""
        found = list(self._legend.find(asked)) if asked else []
        if not found:
            said = self._words["unknown"].format(name=asked) if asked else self._words["what"]
            self._console.print(Text(said))
        for name, text in found:
            self._console.print(Text(name, style="bold").append(f"  {text}", "default"))

    def _show_table(self, game: Game, *, whole: bool = True) -> None:
        self._console.print(Rule(Text(self._words["table"], style="bold"), align="left", style="cyan"))
        self._console.print(self._drawn(game, whole=whole))

    def _drawn(self, game: Game, *, whole: bool) -> RenderableType:
        """The title's own picture of the table; that of a title that is not installed here, from its catalogue."""
        names = [self._name(seat) for seat in game.seats]
        view = game.table or {}
        ruleset = all_rulesets().get(game.ruleset)
        if ruleset is not None and (picture := ruleset.picture(view, Voice(self._legend.language, tuple(names)))):
            return drawn(picture)
        you = None if game.you is None else game.you.seat
        return Drawing(self._legend, names, you=you, width=self._console.width).draw(view, whole=whole)

    def _name(self, seat: Seat) -> str:
        if seat.player is None and seat.bot is not None:
            return bot_name(seat.bot, seat.seat + 1).told(self._legend.language)
        return seat.name if seat.name is not None else Voice(self._legend.language).seat(seat.seat)

    def _show_end(self, game: Game) -> None:
        self._show_table(game)
        outcome = game.outcome
        if outcome is None:
            return
        names = [self._name(seat) for seat in game.seats]
        if len(names) > 1:
            for place, seats in enumerate(outcome.ranking, 1):
                for seat in seats:
                    self._console.print(Text(f"{self._words['place'].format(place=place)} {names[seat]}"))
        won = game.you is not None and game.you.seat in outcome.winners
        self._console.print(Text(self._words["won" if won else "lost"], style="bold green" if won else "bold"))


def _listed(choices: Sequence[LegalAction], said: Sequence[str]) -> Table:
    """The choices with their numbers. A gap parts the types of action in a long list."""
    listed = Table.grid(padding=(0, 2, 0, 0))
    before = ""
    for number, (choice, sentence) in enumerate(zip(choices, said, strict=True), 1):
        type_ = str(choice.action["type"])
        if len(choices) > GROUPED and before not in ("", type_):
            listed.add_row("", "")
        before = type_
        listed.add_row(Text(f"{number:>4}", style="bold cyan"), Text(sentence))
    return listed
