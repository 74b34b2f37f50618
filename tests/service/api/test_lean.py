"""The parts of the framework that the application leaves out, and those that it must keep."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Response, request
from werkzeug.test import Client, EnvironBuilder, run_wsgi_app

from delvebook.service.api.lean import BODY, FinishedResponse, LeanFlask


@pytest.fixture
def app() -> LeanFlask:
    made = LeanFlask("lean", static_folder=None)
    made.config["MAX_CONTENT_LENGTH"] = 10

    @made.post("/read")
    def read() -> Any:
        return FinishedResponse(request.get_data(), status=201, headers={"Location": "/made/1"})

    @made.get("/far")
    def far() -> Any:
        return FinishedResponse(b"there", status=201, headers={"Location": "/подземелье"})

    @made.get("/gone")
    def gone() -> Any:
        return FinishedResponse(status=304, headers={"ETag": '"x"'})

    return made


def asked(app: LeanFlask, body: bytes, *, read: bytes | None = None) -> Any:
    """Returns the answer to a body. `read` is the part that the server has already read."""
    environ = EnvironBuilder("/read", method="POST", data=body).get_environ()
    if read is not None:
        environ[BODY] = read
    pieces, status, headers = run_wsgi_app(app, environ)
    return Response(pieces, status, headers)


def test_a_body_that_the_server_has_read_is_not_read_again(app: LeanFlask) -> None:
    answer = asked(app, b"from wsgi", read=b"from it")

    assert (answer.status_code, answer.data) == (201, b"from it")


def test_a_body_that_the_server_has_not_read_is_read(app: LeanFlask) -> None:
    assert asked(app, b"from wsgi").data == b"from wsgi"


def test_a_body_over_the_limit_is_refused_also_if_the_server_has_read_it(app: LeanFlask) -> None:
    assert asked(app, b"x" * 10, read=b"x" * 10).status_code == 201
    assert asked(app, b"x" * 11, read=b"x" * 11).status_code == 413


def test_a_whole_answer_has_its_length_and_its_headers(app: LeanFlask) -> None:
    answer = asked(app, b"four")

    assert answer.headers["Content-Length"] == "4"
    assert answer.headers["Location"] == "/made/1"


def test_an_address_in_another_alphabet_is_written_in_ascii(app: LeanFlask) -> None:
    location = Client(app).get("/far").headers["Location"]

    assert location.startswith("/%D0%BF")


def test_an_answer_to_head_has_a_length_and_no_body(app: LeanFlask) -> None:
    answer = Client(app).head("/far")

    assert (answer.headers["Content-Length"], answer.data) == ("5", b"")


def test_an_answer_that_says_nothing_is_new_has_no_body_and_no_length(app: LeanFlask) -> None:
    answer = Client(app).get("/gone")

    assert answer.data == b""
    assert "Content-Length" not in answer.headers
    assert answer.headers["ETag"] == '"x"'


def test_nothing_can_be_kept_in_a_session_of_the_framework(app: LeanFlask) -> None:
    with app.test_request_context("/read"):
        session = app.session_interface.open_session(app, request)

        with pytest.raises(RuntimeError):
            session["seat"] = 1  # type: ignore[index]
