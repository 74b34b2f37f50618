"""Games that bots play through the follower, the queue and a worker."""

from __future__ import annotations

from uuid import UUID

from delvebook.service.jobs.queues import QueueName
from delvebook.service.usecases.use_cases import UseCases
from delvebook.workers.follower import Follower
from tests import servers
from tests.service.tables import player


def bot_game(service: UseCases, *, seats: int = 3, **terms: object) -> UUID:
    """Returns a running game of bots only."""
    kinds = {seat: ("greedy", "random")[seat % 2] for seat in range(seats)}
    body = service.games.create(
        player("ann"), ruleset="dungeon-raiders", seats=seats, options={}, bots=kinds, **terms
    ).game
    game_id = UUID(body["id"])
    service.games.start(player("ann"), game_id)
    return game_id


def status_of(service: UseCases, game_id: UUID) -> str:
    return str(service.games.look(player("ann"), game_id)["status"])


def numbers_of(service: UseCases, game_id: UUID) -> list[int]:
    return [event.n for event in service.application.all_events_of(game_id)]


def work_off(follower: Follower) -> None:
    """Carries out the jobs on the queue in this process."""
    connection = follower._connection
    servers.work_off(connection, QueueName.BOT_TURNS)


def play_to_the_end(service: UseCases, follower: Follower, game_id: UUID) -> None:
    for _ in range(2000):
        follower.step()
        if status_of(service, game_id) == "finished":
            return
        work_off(follower)
    raise AssertionError("the bots did not finish the game")
