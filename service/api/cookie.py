"""
The cookie that holds a browser's session: a token that no script can read.

It counts only for requests from our own pages. Browsers mark these in `Sec-Fetch-Site`, which no page can write. A
browser without it has to send `Delvebook-Page`, which a page of another origin cannot send without permission. So
another site's page can neither act for a person nor read what that person sees, however a browser treats `SameSite`.
"""

from __future__ import annotations

from typing import Final, Protocol

from flask import Response, request

from delvebook.service.base.errors import ForeignPageError

OWN_HEADER: Final = "Delvebook-Page"
COOKIE: Final = "delvebook"
SECURE_COOKIE: Final = "__Host-delvebook"
"""The name over HTTPS. Its prefix makes browsers keep the cookie to this host, its root and HTTPS (RFC 6265bis)."""
SESSION_SECONDS: Final = 180 * 86_400
"""Time for which a browser keeps an unused session."""


class Headers(Protocol):
    """The headers of a request, which are found by their names in lower case."""

    def __contains__(self, name: str, /) -> bool: ...

    def get(self, name: str, /) -> str | None:
        """The header of that name; None if there is none."""


def is_from_own_page(headers: Headers) -> bool:
    """Whether the request with these headers comes from one of our own pages."""
    site = headers.get("sec-fetch-site")
    return site == "same-origin" if site is not None else OWN_HEADER.lower() in headers


def name_of_cookie(*, is_secure: bool) -> str:
    """The cookie's name, over HTTPS or not."""
    return SECURE_COOKIE if is_secure else COOKIE


def require_own_page() -> None:
    """
    Refuses requests from pages of other origins.

    Raises:
        ForeignPageError
    """
    if not is_from_own_page(request.headers):
        raise ForeignPageError("sessions are for the service's own pages; programs send a token")


def session_token() -> str | None:
    """The token of the session; None if there is none, or if the request does not come from one of our pages."""
    return kept_token() if is_from_own_page(request.headers) else None


def kept_token() -> str | None:
    """The token of the session, wherever the request comes from. For a page that asks before it does anything."""
    return request.cookies.get(_name())


def keep(response: Response, token: str) -> None:
    """Stores the token in the browser's cookie."""
    response.set_cookie(
        _name(), token, max_age=SESSION_SECONDS, path="/", secure=request.is_secure, httponly=True, samesite="Strict"
    )


def forget(response: Response) -> None:
    """Deletes the session's cookie from the browser."""
    response.delete_cookie(_name(), path="/", secure=request.is_secure, httponly=True, samesite="Strict")


def _name() -> str:
    return name_of_cookie(is_secure=request.is_secure)
