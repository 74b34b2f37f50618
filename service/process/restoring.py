"""
Backups, and stores restored from them beside the running one, for inspection only.

SQLite is copied by its own online backup. PostgreSQL uses its own programs: `pg_basebackup`, and a separate server over
the copy, which can read archived WAL up to a given moment.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shlex
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from urllib.parse import quote

import psycopg
from psycopg.conninfo import conninfo_to_dict

from delvebook.projections.copies import COPIES, SETTING
from delvebook.service.base.clock import utc_now
from delvebook.service.base.database import reading_file
from delvebook.service.base.settings import Settings, sqlite_url
from delvebook.service.base.temporary import temporary_folder
from delvebook.service.store.log import open_log
from delvebook.service.store.soundness import database_troubles, file_troubles, sampled_troubles

SQLITE_FILES: Final = ("projections.db", "events.db")
"""The order of copying: the log of games must not contain games that the events do not."""
START_SECONDS_MAX: Final = 600
TROUBLES_TOLD: Final = 5
PAGES: Final = 512
"""The number of SQLite pages copied at a time. Players write in between."""
OWN_HBA: Final = "local all all trust\n"


class RestoreError(ValueError):
    """The backup cannot be made or restored. The message says why, and what to do."""


class DamagedCopyError(RestoreError):
    """
    The copy is damaged, because the store is. It is no backup, and was set aside.

    Attributes:
        troubles: What is damaged.
    """

    def __init__(self, troubles: Sequence[str], where: str) -> None:
        super().__init__(f"this is no backup: {'; '.join(troubles[:TROUBLES_TOLD])}. {where}")
        self.troubles = list(troubles)


class MissingProgramError(RestoreError):
    """A program of PostgreSQL is not there."""


@dataclass(frozen=True, slots=True)
class Programs:
    """
    The place of PostgreSQL's programs.

    Attributes:
        directory: Their directory; None for those of the search path.
        user: The system user they run as; None for the current one. They refuse to run as root.
    """

    directory: Path | None = None
    user: str | None = None

    def find(self, name: str) -> str:
        """
        Returns the path of a program.

        Raises:
            RestoreError: It does not exist.
        """
        path = shutil.which(name, path=None if self.directory is None else str(self.directory))
        if path is None:
            raise MissingProgramError(f"{name} is missing; name the directory of PostgreSQL's programs with --programs")
        return path


def back_up(settings: Settings, directory: Path, programs: Programs) -> None:
    """
    Copies the store into an empty directory, while the service runs. Keys are not copied.

    The copy is marked: a service that is started from it signs nothing in the log of games until it has been released.
    A damaged copy is set aside.

    Raises:
        DamagedCopyError, RestoreError
    """
    if directory.exists() and any(directory.iterdir()):
        raise RestoreError(f"{directory} is not empty")
    mark = f"{utc_now()}/{secrets.token_hex(4)}"
    if settings.is_sqlite:
        _copy_files(settings, directory, mark)
        troubles = [one for name in SQLITE_FILES for one in file_troubles(directory / name, whole=True)]
    else:
        _base_backup(settings, directory, programs)
        with (directory / "postgresql.auto.conf").open("a", encoding="utf-8") as configuration:
            configuration.write(f"{SETTING} = '{mark}'\n")
        troubles, _ = database_troubles(settings)
    with contextlib.closing(open_log(settings)) as log:
        troubles += sampled_troubles(log)
    if troubles:
        raise DamagedCopyError(troubles, _set_aside(directory))


def _copy_files(settings: Settings, directory: Path, mark: str) -> None:
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    events = Path(settings.sqlite_path)
    for name in SQLITE_FILES:
        _copy_sqlite(events if name == "events.db" else events.with_name(name), directory / name, mark)


def _set_aside(directory: Path) -> str:
    """Renames a damaged copy, so that nobody takes it for a backup. Returns where it is."""
    number, aside = 1, directory.with_name(f"{directory.name}.damaged")
    while aside.exists():
        number += 1
        aside = directory.with_name(f"{directory.name}.damaged-{number}")
    try:
        directory.rename(aside)
    except OSError:
        for path in directory.iterdir():  # It cannot be renamed, as where a disk is mounted.
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        return "The copy was removed"
    return f"The damaged copy is in {aside}"


def _copy_sqlite(source: Path, copy: Path, mark: str) -> None:
    if not source.exists():
        raise RestoreError(f"there is no store at {source}")
    try:
        with reading_file(source) as live, contextlib.closing(sqlite3.connect(copy)) as made:
            live.backup(made, pages=PAGES, sleep=0.01)
            made.execute("PRAGMA journal_mode=DELETE")
            made.execute(f"INSERT INTO {COPIES.name} (mark) VALUES (?)", (mark,))  # noqa: S608 - a name of ours
            made.commit()
    except sqlite3.Error as error:
        raise DamagedCopyError([f"{source} cannot be copied: {error}"], _set_aside(copy.parent)) from error
    copy.chmod(0o600)


def _base_backup(settings: Settings, directory: Path, programs: Programs) -> None:
    given = conninfo_to_dict(settings.events_url)
    environment = {**os.environ, "PGPASSWORD": str(given.pop("password", "") or "")}
    place = psycopg.conninfo.make_conninfo("", **given)
    directory.parent.mkdir(parents=True, exist_ok=True)
    command = [programs.find("pg_basebackup"), "-D", str(directory), "-d", place, "-X", "stream", "-c", "fast"]
    _run(command, programs, environment)
    with contextlib.suppress(MissingProgramError):
        verified = _call([programs.find("pg_verifybackup"), "--no-parse-wal", str(directory)], programs, environment)
        if verified.returncode > 0:  # Some builds of it crash, which says nothing about the backup.
            raise DamagedCopyError(verified.stderr.splitlines(), _set_aside(directory))


def why_no_base_backup(settings: Settings) -> str | None:
    """Returns why the server would not let the role of the settings copy the database; None if it would."""
    try:
        with psycopg.connect(settings.events_url, replication="true", autocommit=True, connect_timeout=2):
            return None
    except psycopg.OperationalError as error:
        return str(error).strip().rpartition("FATAL:")[2].strip()


def _call(command: list[str], programs: Programs, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603
        command, env=environment, user=programs.user, cwd="/", capture_output=True, text=True, check=False
    )


def _run(command: list[str], programs: Programs, environment: dict[str, str]) -> None:
    done = _call(command, programs, environment)
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if "error" in line or "detail" in line]
        raise RestoreError(f"{Path(command[0]).name} failed: {' '.join(said) or 'no error message was given'}")


@contextlib.contextmanager
def restored(
    settings: Settings,
    backup: Path,
    programs: Programs,
    *,
    wal: Path | None = None,
    until: str | None = None,
) -> Iterator[Settings]:
    """
    Restores a backup beside the service. Yields the settings of the restored store, which is deleted afterwards.

    Args:
        settings: The service's settings, because its keys are needed.
        backup: A directory made by `back_up` or `pg_basebackup`. It is not changed.
        programs: The place of PostgreSQL's programs.
        wal: The directory of archived WAL; None if the backup is complete.
        until: The moment to restore, in PostgreSQL's form of times; None for the latest.

    Raises:
        RestoreError
    """
    with temporary_folder("drill") as name:
        place = Path(name)
        if settings.is_sqlite:
            if wal is not None or until is not None:
                raise RestoreError("SQLite has no archived WAL: a backup is restored as it is, without --wal and --at")
            for file in SQLITE_FILES:
                if not (backup / file).exists():
                    raise RestoreError(f"{backup} has no {file}")
                shutil.copy(backup / file, place / file)
            yield replace(settings, database_url=sqlite_url(place / "events.db"))
            return
        with _server(settings, backup, place, programs, wal=wal, until=until) as url:
            yield replace(settings, database_url=url)


@contextlib.contextmanager
def _server(
    settings: Settings, backup: Path, place: Path, programs: Programs, *, wal: Path | None, until: str | None
) -> Iterator[str]:
    """Runs a PostgreSQL over a copy of the backup, unreachable over the network. Yields its URL."""
    data, hba = place / "data", place / "hba.conf"
    try:
        shutil.copytree(backup, data, symlinks=True)
    except (OSError, shutil.Error) as error:
        raise RestoreError(f"{backup} cannot be copied: {error}") from error
    (data / "postmaster.pid").unlink(missing_ok=True)
    (data / "standby.signal").unlink(missing_ok=True)
    hba.write_text(OWN_HBA)
    options = {
        "listen_addresses": "",
        "unix_socket_directories": '"{}"'.format(str(place).replace('"', '""')),
        "unix_socket_permissions": "0777",
        "port": "5432",
        "hba_file": str(hba),
        "archive_mode": "off",
        "synchronous_standby_names": "",
        "primary_conninfo": "",
        "hot_standby": "off",
        "ssl": "off",
    }
    if wal is not None:
        (data / "recovery.signal").touch()
        options["restore_command"] = f"cp {shlex.quote(str(wal.resolve())).replace('%', '%%')}/%f %p"
        options["recovery_target_action"] = "promote"
        options |= {"recovery_target_time": until} if until is not None else {"recovery_target_timeline": "latest"}
    elif until is not None:
        raise RestoreError("restoring to a moment needs archived WAL: give its directory with --wal")
    if programs.user is not None:
        for path in (place, *place.rglob("*")):
            shutil.chown(path, programs.user)
    data.chmod(0o700)
    command = [programs.find("postgres"), "-D", str(data)]
    command += [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
    given = conninfo_to_dict(settings.events_url)
    user, name = str(given.get("user") or "postgres"), str(given.get("dbname") or "delvebook")
    url = f"postgresql://{quote(user, safe='')}@/{quote(name, safe='')}?host={quote(os.fsencode(place), safe='')}"
    log = place / "server.log"
    with log.open("wb") as output:
        server = subprocess.Popen(command, user=programs.user, cwd="/", stdout=output, stderr=output)  # noqa: S603
    try:
        _wait_until_restored(url, server, log)
        yield url
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _wait_until_restored(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS_MAX
    while True:
        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(url, connect_timeout=2):
            return
        if server.poll() is not None or time.monotonic() > deadline:
            said = [line for line in log.read_text(errors="replace").splitlines() if "FATAL" in line or "HINT" in line]
            why = " ".join(said[-2:]) or "no error message was given"
            raise RestoreError(f"PostgreSQL does not start over the backup: {why}")
        time.sleep(0.1)
