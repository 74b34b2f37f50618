"""
The shapes of passkeys.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from ..shapes import Json, Shape


class PasskeyOptions(Shape, frozen=True, kw_only=True):
    """Passkey options."""

    options: dict[str, Json]
    """For `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of `PublicKeyCredential`."""
