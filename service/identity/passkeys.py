"""
Passkeys (WebAuthn): keys in a person's device that lead back to their account.

A passkey is a credential like a recovery code: behind each is a token whose secret nobody has. So it gives no more than
the token that it was made with, is listed and revoked like any other, and ends when that token would have ended.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from ipaddress import ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import Connection, delete, insert, select, update

from delvebook.domain.stream import IdempotentRequest
from delvebook.replays.times import later
from delvebook.service.base.database import transaction
from delvebook.service.base.errors import ForbiddenError, PasskeyRefusedError, UnknownTokenError
from delvebook.service.identity.accounts import Accounts
from delvebook.service.identity.caller import Caller
from delvebook.service.identity.tables import CHALLENGES, PASSKEYS, TOKENS, refuse_banned
from delvebook.service.identity.tokens import NewToken, Token, hash_of

PASSKEY: Final = "passkey"
"""The label of a passkey's token."""
CHALLENGE_BYTES: Final = 32
CHALLENGE_SECONDS: Final = 300
"""How long a person may take over a challenge. It is good once."""
CREDENTIAL_MAX: Final = 1364
"""The longest id of a credential: 1,023 bytes, in base64url."""
UNREADABLE: Final = "it cannot be read: it must be what `PublicKeyCredential.toJSON` writes"
LOCALHOST: Final = "localhost"

Credential = Mapping[str, object]
"""What `PublicKeyCredential.toJSON` gives in a browser."""


class RelyingParty(NamedTuple):
    """The service as devices know it: its host, which a passkey is bound to for ever, and the origin of its pages."""

    id: str
    origin: str


def passkeys_origin(configured: str, asked: str) -> str | None:
    """
    Returns the origin at which people can use passkeys; None if there is none.

    Args:
        configured: The origin that the operator names. Empty: `localhost` alone, which browsers trust by itself.
        asked: The origin of a request. No passkey is bound to an IP address, but this machine's has a name.
    """
    if configured:
        return configured
    parts = urlsplit(asked)
    host = parts.hostname or ""
    if host == LOCALHOST:
        return asked
    try:
        is_own = ip_address(host).is_loopback
    except ValueError:
        is_own = False
    return parts._replace(netloc=LOCALHOST + (f":{parts.port}" if parts.port else "")).geturl() if is_own else None


class Passkeys:
    """
    The passkeys of all accounts.

    Args:
        accounts: The accounts, in whose database it works.
    """

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._engine = accounts.engine
        self._audit = accounts.audit
        self._now = accounts.now

    def offer(self, caller: Caller, party: RelyingParty) -> dict[str, object]:
        """
        Returns what a browser needs to make a passkey for the caller's account. Only this token can register it.

        Raises:
            ForbiddenError: The token may not manage the account.
        """
        from webauthn import generate_registration_options  # noqa: PLC0415 - loads much
        from webauthn.helpers import base64url_to_bytes, options_to_json_dict, structs  # noqa: PLC0415

        owner = self._accounts.account(_owner(caller))
        challenge = self._accounts.random_bytes(CHALLENGE_BYTES)
        with transaction(self._engine) as connection:
            revoked = select(TOKENS.c.id).where(TOKENS.c.account == owner.id, TOKENS.c.revoked_at.is_not(None))
            connection.execute(delete(PASSKEYS).where(PASSKEYS.c.token.in_(revoked)))
            known = connection.scalars(select(PASSKEYS.c.id).where(PASSKEYS.c.account == owner.id)).all()
            self._keep(connection, challenge, token=caller.token)
        options = generate_registration_options(
            rp_id=party.id,
            rp_name="Delvebook",
            user_id=owner.id.encode(),
            user_name=str(owner.name),
            challenge=challenge,
            timeout=CHALLENGE_SECONDS * 1000,
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in known],
        )
        return options_to_json_dict(options)

    def add(self, caller: Caller, party: RelyingParty, credential: Credential) -> Token:
        """
        Registers a passkey for the caller's account. Returns its token, with the rights of the caller's own.

        Raises:
            ForbiddenError: The token may not manage the account.
            PasskeyRefusedError
            InvalidInputError: The account has too many tokens.
        """
        from webauthn import verify_registration_response  # noqa: PLC0415 - loads much
        from webauthn.helpers import bytes_to_base64url  # noqa: PLC0415

        owner = self._accounts.account(_owner(caller))
        challenge = self._spend(credential, party, token=caller.token)
        with _judging(credential, party, is_new=True):
            verified = verify_registration_response(
                credential=dict(credential),
                expected_challenge=challenge,
                expected_rp_id=party.id,
                expected_origin=party.origin,
            )
        id_ = bytes_to_base64url(verified.credential_id)
        with transaction(self._engine) as connection:
            if len(id_) > CREDENTIAL_MAX or connection.scalar(select(PASSKEYS.c.id).where(PASSKEYS.c.id == id_)):
                raise PasskeyRefusedError("this passkey is registered already; make another one")
            issued = self._accounts.tokens.issue(
                connection,
                owner.id,
                owner.kind,
                scopes=caller.scopes,
                label=PASSKEY,
                expires_at=self._accounts.tokens.no_later(connection, caller, None),
                manages=True,
                maker=caller,
            )
            connection.execute(
                insert(PASSKEYS).values(
                    id=id_,
                    account=owner.id,
                    token=issued.token.id,
                    public_key=bytes_to_base64url(verified.credential_public_key),
                    sign_count=verified.sign_count,
                )
            )
            self._audit.note(
                caller, "passkey/add", connection=connection, token=issued.token.id, owner=owner.id,
                scopes=sorted(caller.scopes),
            )  # fmt: skip
        return issued.token

    def ask(self, party: RelyingParty) -> dict[str, object]:
        """Returns what a browser needs to sign in with a passkey, whosever it is."""
        from webauthn import generate_authentication_options  # noqa: PLC0415 - loads much
        from webauthn.helpers import options_to_json_dict  # noqa: PLC0415

        challenge = self._accounts.random_bytes(CHALLENGE_BYTES)
        with transaction(self._engine) as connection:
            self._keep(connection, challenge, token=None)
        options = generate_authentication_options(rp_id=party.id, challenge=challenge, timeout=CHALLENGE_SECONDS * 1000)
        return options_to_json_dict(options)

    def sign_in(
        self,
        party: RelyingParty,
        credential: Credential,
        *,
        by: Caller,
        label: str,
        request: IdempotentRequest | None = None,
    ) -> NewToken:
        """
        Issues a token to the owner of a passkey, with its rights. A repeated request of 24 hours gets the same token.

        If the caller has an account, the two are connected.

        Raises:
            PasskeyRefusedError, BannedError, RequestReusedError
        """
        if (known := self._accounts.tokens.issued_for(request)) is not None:
            return known
        me = self._verified(party, credential)
        return self._accounts.issue_token(me, scopes=me.scopes, label=label, manages=True, maker=by, request=request)

    def _verified(self, party: RelyingParty, credential: Credential) -> Caller:
        """
        Returns the owner of the passkey that answered a challenge, with the rights of its token.

        Raises:
            PasskeyRefusedError, BannedError
        """
        from webauthn import verify_authentication_response  # noqa: PLC0415 - loads much
        from webauthn.helpers import base64url_to_bytes  # noqa: PLC0415

        challenge = self._spend(credential, party, token=None)
        with transaction(self._engine) as connection:
            row = connection.execute(select(PASSKEYS).where(PASSKEYS.c.id == str(credential.get("id")))).first()
        token = None
        if row is not None:
            with suppress(UnknownTokenError):
                token = self._accounts.tokens.find(Caller(row.account), row.token)
        if row is None or token is None:
            raise PasskeyRefusedError("this passkey is unknown here, or was removed; use another one")
        with _judging(credential, party, count=row.sign_count):
            verified = verify_authentication_response(
                credential=dict(credential),
                expected_challenge=challenge,
                expected_rp_id=party.id,
                expected_origin=party.origin,
                credential_public_key=base64url_to_bytes(row.public_key),
                credential_current_sign_count=row.sign_count,
            )
        refuse_banned(self._accounts.account(row.account).ban)
        mine = PASSKEYS.c.id == row.id, PASSKEYS.c.sign_count == row.sign_count
        with transaction(self._engine) as connection:
            counted = update(PASSKEYS).where(*mine).values(sign_count=verified.new_sign_count)
            if connection.execute(counted).rowcount == 0:
                raise PasskeyRefusedError("this passkey has just been used elsewhere; try again")
            connection.execute(update(TOKENS).where(TOKENS.c.id == token.id).values(last_used_at=self._now()))
        return Caller(token.account, frozenset(token.scopes), token.id, manages=token.manages)

    def _keep(self, connection: Connection, challenge: bytes, *, token: str | None) -> None:
        """Stores a challenge, of which only a hash is kept, and forgets those that have expired."""
        now = self._now()
        connection.execute(delete(CHALLENGES).where(CHALLENGES.c.expires_at <= now))
        row = {"hash": hash_of(challenge.hex()), "token": token, "expires_at": later(now, CHALLENGE_SECONDS)}
        connection.execute(insert(CHALLENGES).values(row))

    def _spend(self, credential: Credential, party: RelyingParty, *, token: str | None) -> bytes:
        """
        Returns the challenge that the credential answers, which is used now, whatever comes of it.

        Raises:
            PasskeyRefusedError: The answer was made for another origin, or the challenge is unknown, was used, has
                expired, or belongs to another session.
        """
        from webauthn.helpers import base64url_to_bytes, parse_client_data_json  # noqa: PLC0415 - loads much

        try:
            response = credential["response"]
            given = response["clientDataJSON"] if isinstance(response, Mapping) else ""
            told = parse_client_data_json(base64url_to_bytes(given))
        except Exception as error:
            raise PasskeyRefusedError(f"{UNREADABLE}; try again") from error
        kept = CHALLENGES.c.token.is_(None) if token is None else CHALLENGES.c.token == token
        mine = kept, CHALLENGES.c.hash == hash_of(told.challenge.hex()), CHALLENGES.c.expires_at > self._now()
        with transaction(self._engine) as connection:
            is_known = connection.execute(delete(CHALLENGES).where(*mine)).rowcount == 1
        if not is_known:
            raise PasskeyRefusedError("its challenge is unknown here, was used, or has expired; ask for another one")
        if told.origin != party.origin:
            raise PasskeyRefusedError(f"it answers to {told.origin[:80]!r}, and this is {party.origin!r}")
        return told.challenge


def _owner(caller: Caller) -> str:
    """
    Returns the caller's account, which their token may manage.

    Raises:
        ForbiddenError
    """
    if caller.account is None or not caller.manages:
        raise ForbiddenError("only a token that may manage the account makes a passkey for it")
    return caller.account


@contextmanager
def _judging(credential: Credential, party: RelyingParty, *, is_new: bool = False, count: int = 0) -> Iterator[None]:
    """
    Refuses a credential that the library cannot read or verify, and says what is wrong with it.

    Args:
        credential: The credential.
        party: The service as devices know it.
        is_new: Whether it is to be registered.
        count: The counter that its answers must exceed.

    Raises:
        PasskeyRefusedError
    """
    try:
        yield
    except Exception as error:
        raise PasskeyRefusedError(f"{_fault(credential, party, is_new=is_new, count=count)}; try again") from error


def _fault(credential: Credential, party: RelyingParty, *, is_new: bool, count: int) -> str:
    """Returns what is wrong with a credential that does not verify. Its challenge and its origin were right."""
    from webauthn import helpers  # noqa: PLC0415 - loads much

    read = helpers.parse_registration_credential_json if is_new else helpers.parse_authentication_credential_json
    try:
        parsed = read(dict(credential))
        response = parsed.response
        told = helpers.parse_client_data_json(response.client_data_json)
        if isinstance(response, helpers.structs.AuthenticatorAttestationResponse):
            data = helpers.parse_attestation_object(response.attestation_object).auth_data
        else:
            data = helpers.parse_authenticator_data(response.authenticator_data)
    except Exception:  # noqa: BLE001 - the library raises whatever its parts do
        return UNREADABLE
    if helpers.bytes_to_base64url(parsed.raw_id) != parsed.id:
        return "its `id` and its `rawId` are not the same"
    if told.type != ("webauthn.create" if is_new else "webauthn.get"):
        return (
            "it was made to sign in, not to be registered" if is_new else "it was made to be registered, not to sign in"
        )
    if data.rp_id_hash != sha256(party.id.encode()).digest():
        return f"it was made for another host than {party.id!r}"
    if not data.flags.up:
        return "nobody confirmed it at the device"
    if is_new:
        return "its key or its attestation is of a kind that is unknown here"
    if (data.sign_count or count) and data.sign_count <= count:
        return "its counter has not gone up, as if its key had been copied"
    return "its signature was not made with the key that was registered"
