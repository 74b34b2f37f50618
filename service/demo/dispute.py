"""The demo's dispute over HTTP: a claim, a finding, a ruling, and a fork in which the game goes on."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from delvebook.client import Client
from delvebook.client.models import Remedy
from delvebook.domain.tape import Tape
from delvebook.replays.forks import Parents
from delvebook.replays.receipts import PublicKeys
from delvebook.replays.verify import verify
from delvebook.service.demo.games import ASK_SECONDS, GAME_SECONDS_MAX, play_together, wait_for_end

TITLE: Final = "dungeon-raiders"
ACTIONS: Final = 7
ABOUT: Final = ("DisputeOpened", "DisputeFindingAttached", "DisputeRuled", "GameAborted", "SeedRevealed")


@dataclass(frozen=True, slots=True)
class DisputeStory:
    """
    The outcome of the story.

    Attributes:
        told: The events of the dispute, as sentences.
        game, fork: The files of the two records.
        is_verified: Whether both records verify, the fork with its parent, and the receipts hold.
    """

    told: list[str]
    game: Path
    fork: Path
    is_verified: bool


def take_office(url: str, code: str) -> str:
    """Takes over the account that was prepared with that code, and accepts the office of arbiter. Returns its token."""
    with Client(url) as judge:
        token = judge.accounts.take_over(code=code).token
        judge.use(token)
        judge.offices.accept("me", "arbiter")
        return token


def play_dispute(url: str, *, arbiter: str, output: Path) -> DisputeStory:
    """
    Plays the story.

    Args:
        url: The service's address.
        arbiter: A token that may arbitrate.
        output: The directory for the records.
    """
    with ExitStack() as stack:
        judge = stack.enter_context(Client(url, token=arbiter))
        people = [stack.enter_context(Client(url)) for _ in range(2)]
        for number, person in enumerate(people):
            person.register(f"demo-{time.time_ns()}-{number}")
        ann, bob = people
        game = ann.create_game(TITLE, seats=2).id
        _sit_down(game, people)
        receipts = [_act(people, game, number) for number in range(ACTIONS)]
        n = ann.game(game).look().n

        claim = ann.game(game).dispute(event=n, claim="I pressed the wrong button", receipts=receipts[-1:])
        dispute = f"{game}.{claim.n}"
        _until(lambda: bob.disputes.get(dispute).has_finding)
        judge.disputes.rule(
            dispute,
            verdict="upheld",
            remedy=Remedy(type="resume", event=n - 2),
            reason="By the record all was right. As both players ask for it, two events are played again.",
        )
        fork = str(ann.game(game).look().resumed_by)
        _sit_down(fork, people)
        play_together(people, fork)
        wait_for_end(ann.game(fork))
        _until(lambda: ann.game(game).look().seed)

        files = {name: output / f"dispute-{name}.jsonl" for name in ("game", "fork")}
        for name, one in (("game", game), ("fork", fork)):
            files[name].write_bytes(ann.game(one).record().read())
        keys = PublicKeys(ann.public_keys())
        reports = [
            verify(files["game"], receipts=receipts, keys=keys),
            verify(files["fork"], keys=keys, parents=Parents([files["game"]])),
        ]
        events = list(ann.game(game).events(lang="en"))
    told = [sentence for event in events if event.type in ABOUT for sentence in (event.told or ())[:1]]
    is_verified = all(report.holds and report.level("replay").status == "holds" for report in reports)
    return DisputeStory(told, files["game"], files["fork"], is_verified)


def _sit_down(game: str, people: list[Client]) -> None:
    for seat, person in enumerate(people):
        person.game(game).sit(seat)
    for person in people:
        person.game(game).show_nonce()
    people[0].game(game).start()


def _act(people: list[Client], game: str, number: int) -> str:
    """Takes one action for a seat that has a pending decision. Returns its receipt."""
    seat = people[0].game(game).look().to_act[0]
    own = people[seat].game(game)
    asked = next(own.decisions())
    action = Tape(f"{game}/{number}".encode()).choose(asked.actions, "action")
    return str(own.act(action, decision=asked.decision).receipt)


def _until(found: Callable[[], object]) -> None:
    deadline = time.monotonic() + GAME_SECONDS_MAX
    while not found():
        if time.monotonic() > deadline:
            raise TimeoutError(f"the service did not finish within {GAME_SECONDS_MAX} s")
        time.sleep(ASK_SECONDS * 3)
