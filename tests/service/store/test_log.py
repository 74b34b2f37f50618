"""The event log, read by position and by game, on real SQLite and real PostgreSQL alike."""

from __future__ import annotations

import threading
from uuid import UUID

from delvebook.service.settings import Settings
from tests.service.store.test_games import services, whole
from tests.service.tables import play_on, run_together, seated_game


def test_a_follower_by_position_never_misses_an_event_of_many_writers(store: Settings) -> None:
    """Eight writers in four services, a follower that reads as fast as it can: every event once, in order."""
    with services(store, 4) as writers:
        games = [seated_game(writers[index % 4], ["ann", "bob"]) for index in range(8)]
        reader = writers[0].application
        seen: list[tuple[UUID, int]] = []
        stop = threading.Event()

        def follow() -> None:
            position = 0
            while True:
                is_last_look = stop.is_set()
                for place, event in reader.log_after(position, limit=7):
                    position = place
                    seen.append((event.originator_id, event.n))
                if is_last_look and position >= reader.log_position():
                    return

        follower = threading.Thread(target=follow)
        follower.start()
        run_together([lambda index=index: play_on(writers[index % 4], games[index], actions=30) for index in range(8)])
        stop.set()
        follower.join()

        for game_id in games:
            numbers = [n for game, n in seen if game == game_id]
            assert numbers == list(range(1, whole(writers[0], game_id)["n"] + 1))
