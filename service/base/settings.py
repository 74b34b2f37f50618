"""All settings: their environment variables, units and defaults. No other module reads the environment."""

from __future__ import annotations

import os
import re
import secrets
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from delvebook.service.base.private_files import make_once

PREFIX: Final = "DELVEBOOK_"
SECRET_BYTES_MIN: Final = 32
SQLITE_URL: Final = "sqlite:///"
A_PASSKEY_ORIGIN: Final = re.compile(
    r"|https://[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*(:\d{1,5})?|https?://localhost(:\d{1,5})?", re.ASCII
)
"""Nothing, or an origin whose host is a name, and that browsers trust. An IP address ends in a number."""
A_LIMIT: Final = re.compile(r"|0*[1-9]\d{0,8} (per|/) ([1-9]\d{0,3} )?(second|minute|hour|day|month|year)s?", re.ASCII)
AN_ADDRESS: Final = re.compile(r"[^\s/]*:\d{1,5}", re.ASCII)
FORMS: Final[Mapping[str, tuple[re.Pattern[str], str]]] = {
    "database_url": (
        re.compile(r"|(sqlite:///|postgresql://)\S+"),
        "sqlite:///path or postgresql://user:password@host/name",
    ),
    "redis_url": (re.compile(r"|(rediss?|unix)://\S+"), "redis://host:port/0 or unix:///path"),
    "bind": (AN_ADDRESS, "an address and a port, such as 127.0.0.1:8080"),
    "metrics_bind": (re.compile(f"|{AN_ADDRESS.pattern}", re.ASCII), "an address and a port, such as 127.0.0.1:9464"),
    "rate_limit": (A_LIMIT, "a number of requests in a span of time, such as 600 per minute, or empty for no limit"),
    "accounts_limit": (A_LIMIT, "a number of accounts in a span of time, such as 100 per day, or empty for no limit"),
    "webhooks": (re.compile("public|anywhere|off"), "one of public, anywhere, off"),
    "log_level": (re.compile("debug|info|warning|error"), "one of debug, info, warning, error"),
    "cors_origins": (
        re.compile(r"\s*|\*|\s*https?://[^\s/]+(\s+https?://[^\s/]+)*\s*"),
        "origins with spaces between them, such as https://games.example, or * for all",
    ),
    "push_contact": (re.compile(r"[^\s@]+@[^\s@]+"), "an e-mail address"),
    "origin": (
        A_PASSKEY_ORIGIN,
        "the origin of a name that browsers trust, such as https://games.example, without a path and in lower case",
    ),
}
"""The forms of settings that are not any text, by attribute, each with its words."""
AT_LEAST_ONE: Final = ("web_processes", "web_threads", "connections_max", "request_seconds", "body_bytes_max")
"""The numbers without which nothing could be answered. Others may be 0."""
SOCKET_PATH_MAX: Final = 100
"""The longest path of a Unix socket has 107 characters on Linux, and fewer elsewhere."""


@dataclass(frozen=True)
class Settings:
    """
    The configuration of this process. The variable of an attribute is `DELVEBOOK_` and its name in capitals.

    Attributes:
        home: The directory that holds all state of an embedded service.
        database_url: The events' database: `sqlite:///path/to/events.db`, with `%25` for `%`, or `postgresql://user:password@host/name`;
            `postgresql://user:password@one,other/name?target_session_attrs=read-write` for a primary and its standby.
            Empty: an SQLite file in `home`.
        redis_url: `redis://…` or `unix://…`. Empty: the socket of the embedded server in `home`.
        bind: Address and port the web process listens on.
        metrics_bind: Address and port of the operators' own pages: `/metrics`, and `/readyz` in full. Empty: none.
        disk_bytes_min: The free bytes for the state below which a web process reports that it is not ready.
        web_processes: The number of web processes.
        web_threads: Requests each web process works on at a time. Open streams and idle connections need no thread.
        requests_waiting_max: Requests that may wait for a thread of a web process; more are answered 503.
        requests_owned_max: Requests of one network that a web process reads, works on or answers at a time.
        connections_max: Connections each web process holds open.
        request_seconds: How long a request may take to be answered, in seconds; then the answer is 503. More than
            `check_seconds_max`.
        header_seconds: How long a client may take for the head of a request, or be idle, in seconds.
        body_seconds: How long a client may take for a request's body; 1 second more for each 16 KiB.
        workers: How many bot workers `delvebook run` starts.
        cipher_key: The key that encrypts stored events: the base64 of 32 bytes. Several keys have spaces between them:
            the first one encrypts, all of them decrypt. Empty: the keys in `cipher_key_file`.
        cipher_key_file: A file with such keys, such as a Docker secret. Empty: `cipher.key` in `home`. If that file is
            missing, too, events are stored in plain.
        snapshot_every: Events between two snapshots of a game; 0 for no snapshots.
        games_mib: The memory for games that each process keeps between requests, in MiB.
        body_bytes_max: The largest request body accepted, in bytes.
        record_bytes_max: The largest record that may be uploaded to be checked, in bytes.
        check_seconds_max: How long checking a record may take while a caller waits for the answer, in seconds.
        check_inline_bytes: A record larger than this, in bytes, is checked by a worker, as a job; 0 for every record.
        check_job_seconds_max: How long checking a record may take as a job, in seconds.
        checks_waiting_max: How many such jobs may wait for a worker, with their records in Redis.
        checks_owned_max: How many such jobs one account may have, or one network without a token.
        checks_kept_seconds: How long such a job and its report are kept.
        exports_dir: The directory for the files of exports and analyses, shared by web processes and workers. Empty:
            `exports` in `home`.
        export_bytes_max: The largest file of an export, in bytes.
        study_seconds_max: How long an export or an analysis may take, in seconds.
        studies_waiting_max: How many such jobs may wait for a worker.
        studies_owned_max: How many such jobs of one kind one account may have, waiting or running.
        studies_kept_seconds: How long such a job and its file are kept after it has ended.
        imports_owned_max: How many records one account may have imported.
        nonce_hours: How long players have for showing their nonces once every seat is taken, in hours.
        ruling_hours: How long a claim may stop a game's clock while it waits for its ruling, in hours.
        resume_days: How long a resumed game waits for its start before it is given up, in days from its ruling.
        rate_limit: Requests an account may make, as in "600 per minute"; empty for no limit.
        accounts_limit: Accounts that may be made from one network, as in "100 per day"; empty for no limit.
        games_owned_max: Games of one creator that may be open or running; 0 for no limit.
        seats_owned_max: Seats of one account in open and running games; 0 for no limit.
        streams_max: Streams each web process keeps open for clients.
        streams_owned_max: Streams of one account, or of one network without a token, in each web process.
        webhooks: Where webhooks may lead: `public` for public addresses by HTTPS; `anywhere` for internal ones and
            HTTP, too (for development alone, because every account can then post to this machine's own network); `off`.
        cors_origins: Origins whose pages may call the API, with spaces between them; `*` for all, empty for none.
        proxies: The number of reverse proxies in front of the service. Their `X-Forwarded-` headers are trusted.
        poll_seconds: How long a follower sleeps when nothing wakes it, in seconds.
        token_cache_seconds: How long a process may trust a token that another process revoked, in seconds.
        secret: The service's own secret, hex, at least 32 bytes; the bots' chance and more is derived from it.
            Empty: created at first start, in `home`.
        signing_keys: The keys that receipts are signed with: a directory, a file with a JWK or a JWK Set, or the JSON
            itself. Empty: created at first start, in `home`.
        log_keys: The keys that checkpoints of the log of games are signed with, in the same forms. Empty: created at
            first start, in `home`. Only `delvebook migrate` and `follow` need them.
        push_keys: The keys by which push services know this service, in the same forms, of the curve P-256. Empty:
            created at first start, in `home`.
        push_contact: The e-mail address by which the operators of push services reach this one's.
        origin: The origin under which browsers open the pages, such as `https://games.example`. Passkeys are bound to
            its host for ever. Empty: there are passkeys at `localhost` alone.
        log_origin: The name of the log of games, such as `games.example/log`: the address that it is served under,
            without the scheme. Empty: a name made from its first key.
        log_signed: The directory for what the log of games signed last. It must not be restored together with the
            database. Empty: `log-signed` in `home`.
        heartbeat_file: A file that `follow`, `worker` and the processes of `web` touch every few seconds, for health
            checks. Empty: none.
        heartbeat_pipe: The open pipe on which `delvebook run` listens for signs of life. It sets this for its children.
        silence_seconds: After how many seconds without a sign of life `delvebook run` kills a process, and starts it
            again.
        log_level: `debug`, `info`, `warning` or `error`.
    """

    home: Path = Path(".delvebook")
    database_url: str = ""
    redis_url: str = ""
    bind: str = "127.0.0.1:8080"
    metrics_bind: str = "127.0.0.1:9464"
    disk_bytes_min: int = 67_108_864
    web_processes: int = 2
    web_threads: int = 32
    requests_waiting_max: int = 512
    requests_owned_max: int = 128
    connections_max: int = 16_384
    request_seconds: int = 45
    header_seconds: int = 20
    body_seconds: int = 20
    workers: int = 2
    cipher_key: str = field(default="", repr=False)
    cipher_key_file: str = ""
    snapshot_every: int = 100
    games_mib: int = 64
    body_bytes_max: int = 65_536
    record_bytes_max: int = 33_554_432
    check_seconds_max: int = 30
    check_inline_bytes: int = 1_048_576
    check_job_seconds_max: int = 600
    checks_waiting_max: int = 32
    checks_owned_max: int = 4
    checks_kept_seconds: int = 86_400
    exports_dir: str = ""
    export_bytes_max: int = 4_294_967_296
    study_seconds_max: int = 3600
    studies_waiting_max: int = 64
    studies_owned_max: int = 2
    studies_kept_seconds: int = 86_400
    imports_owned_max: int = 1000
    ruling_hours: int = 72
    resume_days: int = 30
    nonce_hours: int = 72
    rate_limit: str = "6000 per minute"
    accounts_limit: str = "100 per day"
    games_owned_max: int = 200
    seats_owned_max: int = 1000
    streams_max: int = 8192
    streams_owned_max: int = 128
    webhooks: str = "public"
    cors_origins: str = "*"
    proxies: int = 0
    poll_seconds: int = 1
    token_cache_seconds: int = 2
    secret: str = ""
    signing_keys: str = ""
    log_keys: str = field(default="", repr=False)
    push_keys: str = field(default="", repr=False)
    origin: str = ""
    push_contact: str = "operator@delvebook.invalid"
    log_origin: str = ""
    log_signed: str = ""
    heartbeat_file: str = ""
    heartbeat_pipe: int = 0
    silence_seconds: int = 30
    log_level: str = "info"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """
        Returns the settings from the environment.

        Raises:
            ValueError: A variable has a value of the wrong kind, or a `DELVEBOOK_` variable is unknown.
        """
        environment = os.environ if environment is None else environment
        given: dict[str, Path | str | int] = {}
        for variable, text in environment.items():
            if not variable.startswith(PREFIX):
                continue
            name = variable.removeprefix(PREFIX).lower()
            if name not in cls.__dataclass_fields__:
                known = ", ".join(PREFIX + field.upper() for field in cls.__dataclass_fields__)
                raise ValueError(f"{variable} is not a setting; the settings are {known}")
            default = getattr(cls, name)
            if isinstance(default, int):
                given[name] = _number(text, variable, least=1 if name in AT_LEAST_ONE else 0)
            elif name in FORMS and not FORMS[name][0].fullmatch(text):
                # An address of a database or of Redis may hold a password.
                told = "" if name.endswith("_url") else f", not {text!r}"
                raise ValueError(f"{variable} must be {FORMS[name][1]}{told}")
            else:
                given[name] = text
        if given.get("secret"):
            _secret_of(str(given["secret"]), place=f"{PREFIX}SECRET")
        if "home" in given:
            given["home"] = Path(str(given["home"]))
        return cls(**given)  # type: ignore[arg-type]

    @cached_property
    def events_url(self) -> str:
        """The URL of the events' database."""
        return self.database_url or sqlite_url(self.home.resolve() / "events.db")

    @property
    def is_public(self) -> bool:
        """Whether other machines may reach the service: it listens to them, or a proxy does."""
        host = self.bind.rpartition(":")[0].strip("[]")
        return self.proxies > 0 or not (host == "localhost" or host == "::1" or host.startswith("127."))

    @property
    def is_sqlite(self) -> bool:
        """Whether events are kept in an SQLite file."""
        return self.events_url.startswith("sqlite:")

    @property
    def sqlite_path(self) -> str:
        """The SQLite file of the events; empty for another database."""
        return unquote(self.events_url.removeprefix(SQLITE_URL)) if self.is_sqlite else ""

    @property
    def sqlalchemy_url(self) -> str:
        """The SQLAlchemy URL of the same database, for accounts and the audit trail."""
        url = self.events_url.replace("postgresql://", "postgresql+psycopg://", 1)
        parts = urlsplit(url)
        who, at, hosts = parts.netloc.rpartition("@")
        if "," not in hosts:
            return url
        # Where libpq has several hosts with commas between them, SQLAlchemy has a parameter for each.
        query = "&".join([*(f"host={host}" for host in hosts.split(",")), *([parts.query] if parts.query else [])])
        return f"{parts.scheme}://{who}{at}{parts.path}?{query}"

    @property
    def projections_url(self) -> str:
        """The URL of the read models' database: a file beside the SQLite store, or the same PostgreSQL database."""
        if self.is_sqlite:
            return sqlite_url(Path(self.sqlite_path).with_name("projections.db"))
        return self.sqlalchemy_url

    @property
    def exports_path(self) -> Path:
        """The directory for the files of exports and analyses."""
        return Path(self.exports_dir) if self.exports_dir else self.home / "exports"

    @property
    def log_signed_path(self) -> Path:
        """The directory for what the log of games signed last."""
        return Path(self.log_signed) if self.log_signed else self.home / "log-signed"

    @property
    def queue_url(self) -> str:
        """The Redis that carries jobs and wake-ups."""
        return self.redis_url or f"unix://{quote(os.fsencode(socket_path(self.home)))}"

    @property
    def limits_url(self) -> str:
        """The Redis that counts requests, as a URL of the `limits` library."""
        return self.queue_url.replace("unix://", "redis+unix://", 1)

    @cached_property
    def secret_key(self) -> bytes:
        """Returns the service's secret, 32 bytes or more. If none is given, it is created in `home` (mode 600)."""
        if self.secret:
            return _secret_of(self.secret, place=f"{PREFIX}SECRET")
        path = self.home / "secret.key"
        if not path.exists():
            self.home.mkdir(parents=True, exist_ok=True)
            make_once(path, secrets.token_hex(32))
        return _secret_of(path.read_text(encoding="utf-8", errors="replace"), place=str(path))


def _number(text: str, variable: str, *, least: int) -> int:
    """
    Returns the number that a text is.

    Raises:
        ValueError
    """
    number = int(text) if text.isascii() and text.strip().isdigit() else -1
    if number < least:
        raise ValueError(f"{variable} must be a whole number, {least} or more, not {text!r}")
    return number


def sqlite_url(file: Path) -> str:
    """Returns the URL of an SQLite file. Whatever is special in a URL is quoted; `open_engine` takes it back."""
    return SQLITE_URL + quote(os.fsencode(file))


def socket_path(home: Path) -> Path:
    """
    Returns the embedded server's socket: in the state directory, or in one of its own if that path is too long.

    That one is in the directory for temporary files, and belongs to this user alone.
    """
    inside = home.resolve() / "redis.sock"
    if len(os.fsencode(inside)) <= SOCKET_PATH_MAX:
        return inside
    name = sha256(os.fsencode(inside)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"delvebook-{os.getuid()}-{name}" / inside.name


def _secret_of(text: str, *, place: str) -> bytes:
    """
    Returns the secret that a text encodes.

    Raises:
        ValueError: It is empty, too short or not hex. The message does not quote it.
    """
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) < SECRET_BYTES_MIN:
        raise ValueError(
            f"{place} must hold at least {2 * SECRET_BYTES_MIN} hex digits and does not; restore it from the backup. "
            "Another secret would change the bots' chance in running games"
        )
    return key
