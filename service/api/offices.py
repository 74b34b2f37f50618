"""Offices of arbiters and operators: offered, accepted, given up, withdrawn."""

from __future__ import annotations

from delvebook.service.api.accounts import meant
from delvebook.service.api.blueprint import Blueprint
from delvebook.service.api.context import player, services
from delvebook.service.api.lean import OWNER
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.schemas.offices import NewOfficeSchema, OfficeSchema, OfficesSchema
from delvebook.service.base.errors import ForbiddenError
from delvebook.service.identity.caller import MACHINE, OFFICES, OPERATE
from delvebook.service.identity.offices import Office, named_office

offices = Blueprint("offices", __name__, url_prefix="/v1/accounts", description="Arbiters and operators")


@offices.route("/<account_id>/offices", methods=["GET"])
@offices.needs_token(OWNER, OPERATE)
@offices.response(200, OfficesSchema)
@offices.headers("ETag")
@offices.refuses("account/unknown")
def index(account_id: str) -> object:
    """List the offices that your account holds or is offered, or for an operator those of any account."""
    account, who = meant(account_id), player()
    if account != who.account:
        who.require(OPERATE)
    return {"offices": [_body(one) for one in services().offices.of(services().accounts.account(account).id)]}


@offices.route("/<account_id>/offices", methods=["POST"])
@offices.needs_token(OPERATE)
@offices.arguments(NewOfficeSchema, example={"office": "arbiter"})
@offices.response(201, OfficeSchema)
@offices.headers("Location")
@offices.refuses("account/unknown")
def offer(body: Given, account_id: str) -> object:
    """
    Offer an account an office. Its owner is told, and has no right of it before they accept.

    If it was offered, or is held, nothing happens. Both accounts' audit trails show the offer. Once it is accepted, the
    two accounts are connected for ever: neither judges where the other plays.
    """
    office = services().offices.offer(player(), meant(account_id), body["office"])
    return _body(office), {"Location": f"/v1/accounts/{office.account}/offices/{office.office}"}


@offices.route("/<account_id>/offices/<office>", methods=["PUT"])
@offices.needs_token(OWNER)
@offices.response(200, OfficeSchema)
@offices.refuses("office/unknown")
def accept(account_id: str, office: str) -> object:
    """
    Accept an office that your account is offered. The token you use gets the office's scope.

    Give other tokens the scope with `POST /v1/tokens`, or accept again with them: that changes nothing else.
    """
    who = player()
    if meant(account_id) != who.account:
        raise ForbiddenError("only the account itself accepts an office")
    return _body(services().offices.accept(who, named_office(office)))


@offices.route("/<account_id>/offices/<office>", methods=["DELETE"])
@offices.needs_token(OWNER, OPERATE)
@offices.response(204)
@offices.refuses("office/unknown")
def end(account_id: str, office: str) -> None:
    """
    Give up an office of yours, or decline it; for an operator, withdraw one from any account.

    All tokens of the account lose its scope at once.
    """
    services().offices.end(player(), meant(account_id), named_office(office))


def _body(office: Office) -> dict[str, object]:
    return {
        "office": office.office,
        "scope": OFFICES[office.office],
        "offered_by": None if office.offered_by == MACHINE else office.offered_by,
        "offered_at": office.offered_at,
        "accepted_at": office.accepted_at,
    }
