"""The floor of a request: a Flask application that reads a small body and answers a small one."""

from __future__ import annotations

from typing import Any

import flask

app = flask.Flask("floor")


@app.post("/actions")
def act() -> Any:
    """Answers with a member of the body."""
    return flask.jsonify({"n": flask.request.get_json()["decision"]})
