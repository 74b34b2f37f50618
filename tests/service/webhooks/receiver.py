"""A receiver of webhooks on this machine, with a certificate of its own and scripted answers."""

from __future__ import annotations

import datetime
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

NAME = "hook.test"


class Receiver:
    """The received messages, and the next answers."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.answers: list[tuple[int, dict[str, str]]] = []
        """The next answers; 204 if there are none."""
        self.seconds = 0.0
        """How long it waits before it answers, at most until `stop`."""
        self.stop = threading.Event()
        self.drips = False
        """Whether it answers a byte at a time, without end."""
        self.named: list[str | None] = []
        """The name that each client asked for when it began TLS; None if it asked for none."""

    @property
    def url(self) -> str:
        return f"http://{NAME}:{self.port}/in"


@contextmanager
def receiving(directory: Path | None = None, *, name: str = NAME) -> Iterator[Receiver]:
    """A receiver; with a directory over TLS, with a certificate for that name, whose authority is `ca.pem` there."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.got.append(({key.lower(): value for key, value in self.headers.items()}, body))
            receiver.stop.wait(receiver.seconds)
            if receiver.drips:
                self._drip()
                return
            status, headers = receiver.answers.pop(0) if receiver.answers else (204, {})
            self.send_response(status)
            for key, value in {**headers, "Content-Length": "0"}.items():
                self.send_header(key, value)
            self.end_headers()

        do_GET = do_POST  # noqa: N815  the library's name

        def _drip(self) -> None:
            self.wfile.write(b"HTTP/1.1 200 OK\r\n")
            stopped = threading.Event()
            try:
                for number in range(10_000):
                    self.wfile.write(b"X-Drip: %d\r\n" % number)
                    self.wfile.flush()
                    stopped.wait(0.02)
            except OSError:
                return

        def log_message(self, *_: Any) -> None:
            """Logs nothing."""

    def note_name(_: ssl.SSLObject, asked: str | None, __: ssl.SSLContext) -> None:
        receiver.named.append(asked)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if directory is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(_certificate(directory, name))
        context.sni_callback = note_name
        server.socket = context.wrap_socket(server.socket, server_side=True)
    receiver = Receiver(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.stop.set()
        server.shutdown()
        server.server_close()
        thread.join()


def _certificate(directory: Path, name: str) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = certificate.public_bytes(serialization.Encoding.PEM)
    (directory / "ca.pem").write_bytes(pem)
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path = directory / "server.pem"
    path.write_bytes(secret + pem)
    return path
