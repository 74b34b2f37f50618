"""A port that anything else listens on is refused at once, in one sentence, by whatever starts."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from delvebook.service.base.settings import Settings
from delvebook.service.process.listening import ListeningError, listen
from delvebook.service.wiring import migrate
from tests.runs import free_port


def test_a_port_is_nobody_elses_even_if_that_one_would_share_it() -> None:
    with listen("127.0.0.1:0", "X", host="127.0.0.1") as mine:
        bind = f"127.0.0.1:{mine.getsockname()[1]}"
        with pytest.raises(
            ListeningError, match=f"{bind} \\(X\\) is taken by another program: stop that one, or choose"
        ):
            listen(bind, "X", host="127.0.0.1")
        with socket.socket() as other:
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            with pytest.raises(OSError, match="in use"):
                other.bind(mine.getsockname())


def test_a_port_that_somebody_shares_with_others_is_taken_too() -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(ListeningError, match="is taken"):
            listen(f"127.0.0.1:{other.getsockname()[1]}", "X", host="127.0.0.1")


@pytest.mark.parametrize(
    ("bind", "said"),
    [
        ("8080", "must be an address and a port, such as 127.0.0.1:8080, not '8080'"),
        ("127.0.0.1:eighty", "must be an address and a port"),
        ("127.0.0.1:65536", "must be an address and a port"),
        ("192.0.2.1:8080", "choose an address of this machine"),
        ("no.such.host.invalid:8080", "there is no address 'no.such.host.invalid'"),
    ],
)
def test_what_cannot_be_listened_on_is_told(bind: str, said: str) -> None:
    with pytest.raises(ListeningError) as refused:
        listen(bind, "X", host="127.0.0.1")

    assert said in str(refused.value)


@pytest.mark.parametrize("variable", ["DELVEBOOK_BIND", "DELVEBOOK_METRICS_BIND"])
@pytest.mark.parametrize("command", ["run", "web"])
def test_whatever_starts_refuses_a_taken_port_at_once(tmp_path: Path, command: str, variable: str) -> None:
    migrate(Settings(home=tmp_path / "home"))
    with socket.create_server(("127.0.0.1", 0)) as foreign:
        taken = f"127.0.0.1:{foreign.getsockname()[1]}"
        environment = {
            **os.environ,
            "DELVEBOOK_HOME": str(tmp_path / "home"),
            "DELVEBOOK_BIND": f"127.0.0.1:{free_port()}",
            "DELVEBOOK_METRICS_BIND": "",
            variable: taken,
        }
        done = subprocess.run(
            [sys.executable, "-m", "delvebook.service.cli", command],
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    assert done.returncode == 2
    (line,) = done.stderr.strip().splitlines()
    assert line == f"delvebook: {taken} ({variable}) is taken by another program: stop that one, or choose another port"
    assert not list((tmp_path / "home").glob("logs/*.log"))  # nothing was started
