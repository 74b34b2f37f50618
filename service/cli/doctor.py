"""`delvebook doctor`: looks at everything the service depends on, and says what to do."""

from __future__ import annotations

import contextlib
import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple

import redis
import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from delvebook.projections import parked
from delvebook.service.base.clock import utc_now
from delvebook.service.base.database import ask, tables
from delvebook.service.base.errors import UnavailableError
from delvebook.service.base.private_files import disk_free, too_open
from delvebook.service.base.release import version
from delvebook.service.base.settings import Settings
from delvebook.service.base.shared_probe import SharedProbe
from delvebook.service.identity.log_keys import open_log_keys
from delvebook.service.identity.push_keys import open_push_keys
from delvebook.service.identity.signing import open_ring
from delvebook.service.live.signals import connect
from delvebook.service.process.restoring import why_no_base_backup
from delvebook.service.store.keys import read_cipher_keys
from delvebook.service.store.log import open_log
from delvebook.service.store.schema import SchemaError, newest
from delvebook.service.store.soundness import (
    all_parked,
    database_troubles,
    log_signed_as,
    sampled_troubles,
    why_log_stopped,
)
from delvebook.service.wiring import READ_MODELS, require_schema

Grade = Literal["good", "warning", "bad"]

ANSWER_SECONDS_MAX: Final = 5.0
PATIENCE: Final = {"pages": 600.0, "chains": 60.0}
"""The seconds of looks that read much."""
SKEW_SECONDS_MAX: Final = 5.0
"""Maximum difference between the clocks of machines that share a Redis."""
TROUBLES_TOLD: Final = 3
WITHOUT_STORE: Final = {
    **dict.fromkeys(("store", "schema"), "there are no tables yet"),
    **dict.fromkeys(("pages", "chains", "games", "log of games"), "there is no store yet"),
}
"""The looks that need a store, and what they see if there is none."""
REDIS_OLDEST: Final = (5, 0)
POSTGRES_OLDEST: Final = 140_000


class Diagnosis(NamedTuple):
    """The result of one look: its subject, its grade, what was seen, and what to do (empty if nothing)."""

    what: str
    grade: Grade
    seen: str
    advice: str = ""


def register(app: typer.Typer) -> None:
    """Adds this command to `delvebook`."""
    app.command()(doctor)


def doctor(*, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """
    Look at rights, keys, clock, disk, versions, schema, damage, Redis and PostgreSQL, and say what to do.

    It changes nothing, and may run beside the service. Ends with status 1 if anything is bad.
    """
    found = examine(Settings.from_environment())
    if as_json:
        sys.stdout.write(json.dumps([one._asdict() for one in found]) + "\n")
    else:
        table = Table("what", "", "seen", "what to do", box=None)
        colours = {"good": "green", "warning": "yellow", "bad": "red"}
        for one in found:
            table.add_row(one.what, Text(one.grade, colours[one.grade]), escape(one.seen), escape(one.advice))
        Console().print(table)
    if any(one.grade == "bad" for one in found):
        raise typer.Exit(1)


def examine(settings: Settings) -> list[Diagnosis]:
    """The findings of all looks, in the order in which faults should be mended."""
    looks: dict[str, Callable[[Settings], Diagnosis]] = {
        "home": _home,
        "secret": _secret,
        "receipts' keys": _signing,
        "log's keys": _log_keys,
        "push keys": _push_keys,
        "log's name": _log_name,
        "encryption": _cipher,
        "disk": _disk,
        "versions": _versions,
        "store": _store,
        "schema": _schema,
        "pages": _pages,
        "chains": _chains,
        "games": _games,
        "log of games": _log_of_games,
        "backup": _backup,
        "redis": _redis,
        "clock": _clock,
    }
    return [_look(name, look, settings) for name, look in looks.items()]


def _look(name: str, look: Callable[[Settings], Diagnosis], settings: Settings) -> Diagnosis:
    """The finding of a look, even if the look fails or hangs."""
    try:
        seconds = PATIENCE.get(name, ANSWER_SECONDS_MAX)
        return SharedProbe(lambda: _without_store(name, settings) or look(settings)).begin().result(seconds)
    except TimeoutError:
        seen = f"no answer within {seconds:.0f} seconds"
        return Diagnosis(
            name, "bad", seen, "It hangs or cannot be reached: check its process, its host and the network."
        )
    except Exception as error:  # noqa: BLE001 - any error is a finding
        said = str(getattr(error, "orig", error)).partition("\n")[0]
        return Diagnosis(name, "bad", f"{type(error).__name__}: {said}", "See docs/operating.md.")


def _without_store(name: str, settings: Settings) -> Diagnosis | None:
    """The finding of a look that needs a store, if there is none."""
    if name not in WITHOUT_STORE or _has_tables(settings):
        return None
    return Diagnosis(name, "warning", WITHOUT_STORE[name], "`delvebook migrate` makes the tables.")


def _has_tables(settings: Settings) -> bool:
    """Returns whether the database is more than an empty one, or none."""
    if settings.is_sqlite and not Path(settings.sqlite_path).exists():
        return False
    return bool(tables(settings.sqlalchemy_url))


def _home(settings: Settings) -> Diagnosis:
    if not settings.home.is_dir():
        return Diagnosis("home", "warning", f"{settings.home} is missing", "`delvebook migrate` makes it.")
    found = too_open(settings.home)
    if found:
        seen = f"others may read {len(found)} of its files, such as {found[0]}"
        return Diagnosis(
            "home", "bad", seen, f"chmod -R go= {settings.home}; a start of the service does this as well."
        )
    return Diagnosis("home", "good", f"{settings.home} can be read only by its owner")


def _secret(settings: Settings) -> Diagnosis:
    if not settings.secret and not (settings.home / "secret.key").exists():
        return Diagnosis("secret", "warning", "there is none yet", "`delvebook migrate` makes it; then back it up.")
    size = len(settings.secret_key)
    return Diagnosis("secret", "good", f"{size} bytes")


def _signing(settings: Settings) -> Diagnosis:
    if not settings.signing_keys and not (settings.home / "keys").exists():
        return Diagnosis("receipts' keys", "warning", "there are none yet", "`delvebook migrate` makes the first.")
    ring = open_ring(settings)
    return Diagnosis("receipts' keys", "good", f"{len(ring.keys)}; {ring.active(utc_now()).kid} signs")


def _log_keys(settings: Settings) -> Diagnosis:
    if not settings.log_keys and not (settings.home / "log-keys").exists():
        return Diagnosis("log's keys", "warning", "there are none yet", "`delvebook migrate` makes the first.")
    keys = open_log_keys(settings, now=utc_now)
    keys.signer()
    return Diagnosis("log's keys", "good", f"{len(keys.listed())} of {keys.origin}")


def _push_keys(settings: Settings) -> Diagnosis:
    if not settings.push_keys and not (settings.home / "push-keys").exists():
        return Diagnosis("push keys", "warning", "there are none yet", "`delvebook migrate` makes the first.")
    keys = open_push_keys(settings)
    return Diagnosis(
        "push keys", "good", f"{len(keys.listed())}; new subscriptions are made with {keys.current()[:8]}…"
    )


def _log_name(settings: Settings) -> Diagnosis:
    """Everybody who follows the log knows it by its name, so the name can be chosen only before the first game."""
    name, signed = settings.log_origin, log_signed_as(settings) if _has_tables(settings) else None
    if signed is None and not name:
        advice = (
            "Set DELVEBOOK_LOG_ORIGIN before the first game, such as games.example/log: it cannot be changed later."
        )
        return Diagnosis("log's name", "warning", "it has none yet", advice)
    if signed is None or not name or re.fullmatch(rf"{re.escape(name)}(-\d+)?", signed):
        return Diagnosis("log's name", "good", signed or name)
    seen = f"it was signed as {signed}, and its name is set to {name}: to everybody who follows it that is another log"
    return Diagnosis("log's name", "bad", seen, f"Set DELVEBOOK_LOG_ORIGIN={signed} again.")


def _cipher(settings: Settings) -> Diagnosis:
    keys = read_cipher_keys(settings)
    if not keys:
        advice = "`delvebook keys cipher new` prints a key for DELVEBOOK_CIPHER_KEY."
        return Diagnosis("encryption", "warning", "seeds and hidden cards are stored in plain", advice)
    return Diagnosis("encryption", "good", f"{len(keys)} keys; the first encrypts")


def _disk(settings: Settings) -> Diagnosis:
    where = next(path for path in (settings.home.resolve(), *settings.home.resolve().parents) if path.exists())
    free = disk_free(where)
    seen = f"{free // 2**20} MiB free"
    if free < settings.disk_bytes_min:
        return Diagnosis("disk", "bad", seen, "Make room: nothing can be stored when it is full.")
    if free < 10 * settings.disk_bytes_min:
        return Diagnosis("disk", "warning", seen, "Make room soon.")
    return Diagnosis("disk", "good", seen)


def _versions(settings: Settings) -> Diagnosis:
    seen = [f"Delvebook {version()}", f"Python {sys.version.split()[0]}"]
    old = []
    with contextlib.suppress(redis.RedisError), connect(settings.queue_url, seconds=1.0) as client:
        server: Any = client.info("server")
        seen.append(f"Redis {server['redis_version']}")
        if tuple(int(part) for part in server["redis_version"].split(".")[:2]) < REDIS_OLDEST:
            old.append("Redis")
    if not settings.is_sqlite:
        with contextlib.suppress(UnavailableError):
            number = int(ask(settings.sqlalchemy_url, "SHOW server_version_num"))
            seen.append(f"PostgreSQL {number // 10_000}")
            if number < POSTGRES_OLDEST:
                old.append("PostgreSQL")
    if old:
        return Diagnosis("versions", "bad", ", ".join(seen), f"Update {' and '.join(old)}.")
    return Diagnosis("versions", "good", ", ".join(seen))


def _backup(settings: Settings) -> Diagnosis:
    if settings.is_sqlite:
        return Diagnosis("backup", "good", "`delvebook backup` copies the files")
    why = why_no_base_backup(settings)
    if why is None:
        return Diagnosis("backup", "good", "this role may copy the database")
    advice = (
        "For backups give it the right (ALTER ROLE … REPLICATION) and a line in pg_hba.conf (host replication …), "
        "or back up under another role."
    )
    return Diagnosis("backup", "warning", f"this role may not copy the database: {why}", advice)


def _store(settings: Settings) -> Diagnosis:
    with contextlib.closing(open_log(settings)) as log:
        position = log.log_position()
        log.require_readable()
    return Diagnosis("store", "good", f"the last event is at position {position}")


def _schema(settings: Settings) -> Diagnosis:
    try:
        require_schema(settings)
    except SchemaError as error:
        return Diagnosis("schema", "bad", str(error), "Do what it says; docs/operating.md has more about updates.")
    wanted = {table for projection in READ_MODELS for table in projection.metadata.tables} | {"log_entries"}
    missing = sorted((wanted | {parked.TABLE}) - tables(settings.projections_url))
    wanted = {"stored_events" if settings.is_sqlite else "games_events", "accounts", "tokens", "audit", "family_roles"}
    missing += sorted((wanted | {parked.TABLE}) - tables(settings.sqlalchemy_url))
    if missing:
        advice = "They were dropped. Restore the backup; read models: `delvebook projections rebuild`."
        return Diagnosis("schema", "bad", f"missing: {', '.join(missing)}", advice)
    shapes = ", ".join(f"{projection.name} {projection.shape}" for projection in READ_MODELS)
    return Diagnosis("schema", "good", f"version {newest()}; read models: {shapes}")


def _pages(settings: Settings) -> Diagnosis:
    troubles, looked = database_troubles(settings)
    if troubles:
        return Diagnosis("pages", "bad", "; ".join(troubles), "Stop the service, keep the files, restore a backup.")
    return Diagnosis("pages", "good", f"no damage by {looked}")


def _chains(settings: Settings) -> Diagnosis:
    with contextlib.closing(open_log(settings)) as log:
        troubles = sampled_troubles(log)
    if troubles:
        advice = "`delvebook restore-drill` reads every event; restore those games from a backup."
        return Diagnosis("chains", "bad", "; ".join(troubles[:TROUBLES_TOLD]), advice)
    return Diagnosis("chains", "good", "samples of the events follow each other, with the hashes that they state")


def _games(settings: Settings) -> Diagnosis:
    games = {row.game for row in all_parked(settings)}
    if games:
        return Diagnosis("games", "bad", f"{len(games)} are parked", "`delvebook parked` names them, and says why.")
    return Diagnosis("games", "good", "none is parked")


def _log_of_games(settings: Settings) -> Diagnosis:
    why = why_log_stopped(settings)
    if why is not None:
        return Diagnosis("log of games", "bad", f"it is not signed: {why}", "`delvebook log continue`; docs/log.md")
    return Diagnosis("log of games", "good", "it may be signed")


def _redis(settings: Settings) -> Diagnosis:
    advice = "Start it, or correct DELVEBOOK_REDIS_URL. Meanwhile people can play on; bots and long checks wait."
    try:
        with connect(settings.queue_url, seconds=2.0) as client:
            began = time.monotonic()
            client.ping()
            took = time.monotonic() - began
    except (redis.RedisError, OSError) as error:
        return Diagnosis("redis", "bad", f"it does not answer ({type(error).__name__})", advice)
    return Diagnosis("redis", "good", f"it answers in {took * 1000:.1f} ms")


def _clock(settings: Settings) -> Diagnosis:
    apart = {}
    with contextlib.suppress(redis.RedisError, OSError), connect(settings.queue_url, seconds=2.0) as client:
        seconds, micros = client.time()
        apart["Redis"] = abs(time.time() - seconds - micros / 1e6)
    if not settings.is_sqlite:
        with contextlib.suppress(UnavailableError):
            there = ask(settings.sqlalchemy_url, "SELECT extract(epoch FROM clock_timestamp())")
            apart["PostgreSQL"] = abs(time.time() - float(there))
    seen = ", ".join(f"{seconds:.1f} s apart from {name}'s" for name, seconds in apart.items())
    if any(seconds > SKEW_SECONDS_MAX for seconds in apart.values()):
        return Diagnosis("clock", "bad", seen, "Synchronise the clocks of all machines, with chrony or ntpd.")
    if not apart:
        return Diagnosis("clock", "warning", "nothing to compare it with", "Start Redis, and look again.")
    return Diagnosis("clock", "good", seen)
