"""The real web server: started, asked, and stopped while a client listens."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.runs import family_of

pytestmark = pytest.mark.long

START_SECONDS_MAX = 120


class Web:
    """A web process over a store of its own."""

    def __init__(self, home: Path, **settings: object) -> None:
        with socket.socket() as free, socket.socket() as other:
            free.bind(("127.0.0.1", 0))
            other.bind(("127.0.0.1", 0))
            port, metrics_port = free.getsockname()[1], other.getsockname()[1]
        self.operators = f"http://127.0.0.1:{metrics_port}"
        settings.setdefault("metrics_bind", f"127.0.0.1:{metrics_port}")
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        environment = {
            # Some machines ask every Python for unbuffered output, and a newcomer's does not.
            **{name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
            "DELVEBOOK_HOME": str(home),
            "DELVEBOOK_BIND": f"127.0.0.1:{port}",
            "DELVEBOOK_WEB_PROCESSES": "2",
            "DELVEBOOK_WEB_THREADS": "8",
            **{f"DELVEBOOK_{name.upper()}": str(value) for name, value in settings.items()},
        }
        command = [
            sys.executable,
            "-c",
            (
                "from delvebook.service.base.settings import Settings\n"
                "from delvebook.service.process.web import serve\n"
                "from delvebook.service.wiring import migrate\n"
                "migrate(Settings.from_environment())\n"
                "serve(Settings.from_environment())"
            ),
        ]
        self.log = (home / "web.log").open("wb")
        self.process = subprocess.Popen(command, env=environment, stdout=self.log, stderr=self.log)
        deadline = time.monotonic() + START_SECONDS_MAX
        while True:
            try:
                urllib.request.urlopen(f"{self.url}/readyz", timeout=5).close()  # noqa: S310
            except OSError:
                if time.monotonic() > deadline:
                    self.process.kill()
                    self.process.wait()
                    self.log.close()
                    raise AssertionError((home / "web.log").open().read(100_000)) from None  # /dev/full has no end
                time.sleep(0.05)
            else:
                return

    def open(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, method=method, headers=headers)  # noqa: S310
        if body is not None:
            request.add_header("Content-Type", "application/json")
        return urllib.request.urlopen(request, timeout=60)  # noqa: S310

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        with self.open(method, path, body, **headers) as answer:
            return answer.read()

    def figures(self, path: str = "/metrics") -> str:
        """Returns the answer of the operators' port."""
        with urllib.request.urlopen(self.operators + path, timeout=10) as answer:  # noqa: S310
            return str(answer.read().decode())

    def stop(self) -> None:
        """Asks it to stop."""
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(20) == 0
        self.log.close()


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    started = Web(tmp_path)
    yield started
    if started.process.poll() is None:
        started.stop()


def test_it_serves_from_several_processes_and_stops_at_once_while_a_client_listens(web: Web, tmp_path: Path) -> None:
    made = json.loads(web.ask("POST", "/v1/accounts", {"name": "Ann"}))
    mine = {"Authorization": f"Bearer {made['token']}"}
    wish = {"ruleset": "dungeon-raiders", "seats": 2, "bots": [{"seat": 1, "bot": "random"}]}
    game = json.loads(web.ask("POST", "/v1/games", wish, **mine))["game"]["id"]
    stream = web.open("GET", f"/v1/games/{game}/stream?after=0", Accept="text/event-stream", **mine)
    assert stream.readline() == b"retry: 2000\n"
    for _ in range(20):
        assert json.loads(web.ask("GET", f"/v1/games/{game}", **mine))["n"] == 2
    figures = web.figures()
    assert 'delvebook_http_requests_total{method="GET",route="/v1/games/<game_id>",status="200"} 20.0' in figures
    assert "delvebook_streams 1.0" in figures

    web.stop()

    log = (tmp_path / "web.log").read_text()
    assert "Shutting down" in log
    assert "refused to gracefully stop" not in log  # which is said of a process that waits for its listeners
    text = stream.read().decode()
    assert "id: 2\n" in text
    end = json.loads(text.rpartition("event: end\ndata: ")[2])
    assert (end["kind"], end["reason"], end["n"]) == ("end", "closing", 2)


def test_what_one_process_does_another_tells_those_who_listen(web: Web) -> None:
    made = json.loads(web.ask("POST", "/v1/accounts", {"name": "Ann"}))
    mine = {"Authorization": f"Bearer {made['token']}"}
    wish = {"ruleset": "dungeon-raiders", "seats": 2, "bots": [{"seat": 1, "bot": "random"}]}
    game = json.loads(web.ask("POST", "/v1/games", wish, **mine))["game"]["id"]
    streams = [
        web.open("GET", f"/v1/games/{game}/stream?after=0", Accept="text/event-stream", **mine) for _ in range(4)
    ]

    web.ask("POST", f"/v1/games/{game}/abort", {"reason": "rain"}, **mine)

    for stream in streams:
        text = stream.read().decode()
        assert [line for line in text.splitlines() if line.startswith("id: ")] == ["id: 1", "id: 2", "id: 3", "id: 4"]
        assert "event: end" in text


def test_operators_have_a_port_of_their_own_that_outlives_its_process(web: Web) -> None:
    with pytest.raises(OSError, match="404"):
        web.ask("GET", "/metrics")
    with pytest.raises(OSError, match="404"):
        web.figures("/v1/games")
    figures, ready = web.figures(), json.loads(web.figures("/readyz"))
    for name in ("delvebook_projection_lag_events", "delvebook_parked_games", "delvebook_disk_free_bytes"):
        assert f"# TYPE {name} gauge" in figures
    assert 'delvebook_up{name="store"} 1.0' in figures
    assert ready["parked_games"] == []
    assert set(ready["lags"]) == {"lobby", "disputes", "profiles", "collection", "leagues", "audit", "notices"}

    for victim in family_of(web.process.pid)[1:]:
        os.kill(victim, signal.SIGKILL)
        assert "delvebook_up" in web.figures()  # another one answers


def test_a_log_that_cannot_be_written_fails_no_request(tmp_path: Path) -> None:
    (tmp_path / "web.log").symlink_to("/dev/full")
    web = Web(tmp_path)
    try:
        made = json.loads(web.ask("POST", "/v1/accounts", {"name": "Ann"}))
        for _ in range(60):  # enough to fill every buffer on the way
            assert json.loads(web.ask("GET", "/v1/games?status=open"))["games"] == []
        assert json.loads(web.ask("GET", "/v1/accounts/me", Authorization=f"Bearer {made['token']}"))["name"] == "Ann"
    finally:
        web.process.terminate()
        web.process.wait(20)
        web.log.close()


def test_figures_of_processes_that_die_go_on_and_leave_no_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "tmp [x]"  # a path that is a pattern, too
    temporary.mkdir()
    with monkeypatch.context() as changed:
        changed.setenv("TMPDIR", str(temporary))
        web = Web(tmp_path)
        told: list[float] = []
        for _ in range(4):
            for _ in range(5):
                web.ask("GET", "/v1/rulesets")
            told.append(counted(web.figures()))
            os.kill(family_of(web.process.pid)[-1], signal.SIGKILL)
            deadline = time.monotonic() + 60
            while len(family_of(web.process.pid)) < 3:
                assert time.monotonic() < deadline
                time.sleep(0.1)
            time.sleep(6)  # the server ends if one dies again sooner
        [folder] = temporary.glob("delvebook-metrics-*")
        files = list(folder.glob("*.db"))
        for pid in family_of(web.process.pid):
            os.kill(pid, signal.SIGKILL)
        web.process.wait()
        web.log.close()
        left = list(temporary.iterdir())
        again = Web(tmp_path)
        now = list(temporary.iterdir())
        again.stop()

    assert told == [5, 10, 15, 20]
    assert len(files) <= 3 * 3  # counters, histograms, gauges of two processes, and of one that was not dead yet
    assert left == [folder]
    assert len(now) == 1
    assert now != left
    assert list(temporary.iterdir()) == []


def counted(figures: str) -> float:
    lines = [line for line in figures.splitlines() if line.startswith("delvebook_http_requests_total{")]
    [line] = [line for line in lines if "rulesets" in line]
    return float(line.rpartition(" ")[2])
