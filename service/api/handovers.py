"""A person's account on another device, by a code that it reads from a screen."""

from __future__ import annotations

from flask import request

from delvebook.projections.views import Body
from delvebook.service.api.accounts import account_body
from delvebook.service.api.blueprint import Blueprint
from delvebook.service.api.context import player, services
from delvebook.service.api.cookie import require_own_page
from delvebook.service.api.lean import OWNER
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.schemas.handovers import (
    GivenCodeSchema,
    HandoversSchema,
    InspectedCodeSchema,
    NewHandoverSchema,
)
from delvebook.service.identity.handovers import Handover, Handovers, code_in

handovers = Blueprint(
    "handovers", __name__, url_prefix="/v1/session/handovers", description="An account on another device, by a code"
)


@handovers.route("", methods=["POST"])
@handovers.needs_token(OWNER)
@handovers.response(201, NewHandoverSchema)
@handovers.headers("Location")
@handovers.refuses("session/foreign")
def create() -> object:
    """
    Make a code that opens your account on another device: `POST /v1/session` takes it as `recovery_code`.

    It is good once, for five minutes, and only while your token is valid. It ends the code before it. Your token must
    have all the rights of its owner, and no program makes such a code.
    """
    require_own_page()
    made, code = Handovers(services().accounts).make(player())
    address = f"{services().settings.origin or request.host_url.rstrip('/')}/device#{code}"
    return {"code": code, "address": address, "qr": _picture(address), **_body(made)}, {
        "Location": "/v1/session/handovers"
    }


@handovers.route("", methods=["GET"])
@handovers.needs_token(OWNER)
@handovers.response(200, HandoversSchema)
@handovers.headers("ETag")
def index() -> object:
    """List your open code, and the codes that were used in the last day, the newest first."""
    return {"handovers": [_body(one) for one in Handovers(services().accounts).of(player())]}


@handovers.route("", methods=["DELETE"])
@handovers.needs_token(OWNER)
@handovers.response(204)
@handovers.refuses("session/foreign")
def cancel() -> None:
    """End your open code. Without one nothing happens. Codes that were used stay listed."""
    require_own_page()
    Handovers(services().accounts).cancel(player())


@handovers.route("/inspection", methods=["POST"])
@handovers.open_to_all
@handovers.arguments(GivenCodeSchema, example={"code": "7K3F-Q2XA-90ZT"})
@handovers.response(200, InspectedCodeSchema)
@handovers.refuses("session/foreign", "auth/invalid")
def inspect(body: Given) -> object:
    """Look whose account a code opens, so that a person can be asked before it does. The code is not used."""
    require_own_page()
    there = Handovers(services().accounts)
    found = there.inspect(code_in(body["code"]) or "")
    return {"account": account_body(services().accounts.account(found.account)), "expires_at": found.expires_at}


def _body(one: Handover) -> Body:
    return {"id": one.id, "created_at": one.created_at, "expires_at": one.expires_at, "used_at": one.used_at}


def _picture(address: str) -> str:
    """The address as a QR code: dark on light with its quiet zone, whatever is around it."""
    import segno  # noqa: PLC0415 - few processes ever draw one

    return segno.make_qr(address, error="m").svg_data_uri(border=4, dark="#000", light="#fff", omitsize=True)
