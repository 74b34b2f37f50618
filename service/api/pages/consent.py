"""
The page on which a person lets a program act for them (RFC 6749, section 4.1.1): plain HTML from the server.

It is the only page that works without scripts, and its policy allows none. People come here from a program's page, but
a browser sends the session's cookie (`SameSite=Strict`) only on a way that began on our own pages. So the first answer
sends the browser once more to the same address, from here. A word that no other page can know binds the form's answer
to the session and to exactly this question.
"""

from __future__ import annotations

import hmac
from typing import Final
from urllib.parse import urlsplit

from authlib.oauth2.rfc6749 import InvalidScopeError, OAuth2Error
from flask import Blueprint, Response, render_template, request

from delvebook.domain.phrases import Language
from delvebook.service.api import languages
from delvebook.service.api.authorization import refusal, require_readable, server
from delvebook.service.api.context import caller_with, services
from delvebook.service.api.cookie import kept_token
from delvebook.service.api.pages.browser import static_files
from delvebook.service.api.scopes import SCOPES_IN_WORDS
from delvebook.service.base.errors import AuthenticationError, BannedError, UnknownAccountError
from delvebook.service.identity.caller import Caller

POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
AGAIN: Final = "from_here"
"""The parameter that marks an address to which this page has sent the browser."""
WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "title": "Let a program act for you?",
        "asks": "{client} asks to act for your account {account}. It was registered by {owner}.",
        "may": "It would be allowed to:",
        "not": "It can neither change your name nor delete your account. You can take this back at any time.",
        "goes": "Your answer goes to {place}.",
        "allow": "Allow",
        "deny": "Do not allow",
        "no_session": "This browser does not know you yet.",
        "sign_in": "Open Delvebook, choose a name or enter your recovery code, and then come back to this page.",
        "open": "Open Delvebook",
        "again": "Try again",
        "wait": "One moment…",
        "go_on": "Go on",
        "wrong": "This cannot be asked",
        "tell": "The program that sent you here has made a mistake. Tell those who made it: {error}",
        "stale": "This page is too old, or was not opened from here. Open it once more.",
        "nobody": "a deleted account",
    },
    "ru": {
        "title": "Разрешить программе действовать за вас?",
        "asks": "{client} просит разрешения действовать от имени учётной записи {account}. Программу зарегистрировал "
        "{owner}.",
        "may": "Ей будет можно:",
        "not": "Сменить ваше имя или удалить учётную запись она не сможет. Разрешение можно отозвать в любое время.",
        "goes": "Ваш ответ получит {place}.",
        "allow": "Разрешить",
        "deny": "Не разрешать",
        "no_session": "Этот браузер вас ещё не знает.",
        "sign_in": "Откройте Delvebook, выберите имя или введите код восстановления и вернитесь на эту страницу.",
        "open": "Открыть Delvebook",
        "again": "Попробовать ещё раз",
        "wait": "Минуту…",
        "go_on": "Дальше",
        "wrong": "Об этом спросить нельзя",
        "tell": "Программа, которая вас сюда прислала, ошиблась. Передайте её авторам: {error}",
        "stale": "Страница устарела или открыта не отсюда. Откройте её ещё раз.",
        "nobody": "удалённая учётная запись",
    },
}

consent = Blueprint("consent", "delvebook.service.web", template_folder="templates")


@consent.get("/oauth/authorize")
def ask() -> Response:
    """Asks the person whether the program may act for them."""
    try:
        require_readable()
        grant = server().get_consent_grant()
    except OAuth2Error as error:
        return _tell(error)
    who = _session()
    if who is None and AGAIN not in request.args:
        return _page("again", 200, address=_address_from_here())
    if who is None:
        return _page("nobody", 200, address=_address_from_here())
    if not _may_give(who, grant.request.scope):
        return _tell(InvalidScopeError(redirect_uri=grant.redirect_uri, state=grant.request.payload.state))
    client = grant.request.client.known
    said = languages.language()
    place = _place(grant.redirect_uri)
    return _page(
        "ask",
        200,
        answers_at=grant.redirect_uri,
        asks=WORDS[said]["asks"].format(
            client=f"«{client.name}»" if said == "ru" else f"“{client.name}”",
            account=_name(str(who.account)),
            owner=_name(client.account),
        ),
        goes=WORDS[said]["goes"].format(place=place),
        scopes=[SCOPES_IN_WORDS[said][scope] for scope in grant.request.scope.split()],
        address=request.full_path,
        word=_word(who),
    )


@consent.post("/oauth/authorize")
def answer() -> Response:
    """Sends the browser back to the program with the person's answer."""
    try:
        require_readable()
        grant = server().get_consent_grant()
    except OAuth2Error as error:
        return _tell(error)
    who = _session()
    is_foreign = request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin"
    if who is None or is_foreign or not hmac.compare_digest(request.form.get("word", ""), _word(who)):
        return _page("stale", 403, address=_address_from_here())
    if not _may_give(who, grant.request.scope):
        return _tell(InvalidScopeError(redirect_uri=grant.redirect_uri, state=grant.request.payload.state))
    allowed = request.form.get("answer") == "allow"
    grant.request.user = who if allowed else None
    made: Response = server().create_authorization_response(
        request=grant.request, grant_user=who if allowed else None, grant=grant
    )
    return _private(made)


def _session() -> Caller | None:
    """The caller of the browser's session; None without a session, or if it may not look after its account."""
    secret = kept_token()
    if secret is None:
        return None
    try:
        who = caller_with(services().accounts.tokens.authenticate(secret))
    except (AuthenticationError, BannedError):
        return None
    return who if who.manages else None


def _may_give(who: Caller, scope: str) -> bool:
    """Whether the person's own token allows all that the program asks for."""
    return all(who.may(one) for one in scope.split())


def _word(who: Caller) -> str:
    """The word that proves that a form was made for this session and this question."""
    asked = f"consent/1\n{who.token}\n{request.query_string.decode('ascii', 'replace')}"
    return hmac.digest(services().settings.secret_key, asked.encode(), "sha256").hex()


def _tell(error: OAuth2Error) -> Response:
    """Reports an error to the program at its address, or to the person if the program's address is not certain."""
    if error.redirect_uri:
        return _private(refusal(error))
    said = languages.language()
    told = error.description or error.error
    return _page("wrong", 400, told=WORDS[said]["tell"].format(error=told))


def _name(account: str) -> str:
    try:
        return str(services().accounts.account(account).name)
    except UnknownAccountError:
        return WORDS[languages.language()]["nobody"]


def _place(redirect_uri: str) -> str:
    """The answer's destination, as people are shown it."""
    parts = urlsplit(redirect_uri)
    return parts.netloc or f"{parts.scheme}:"


def _address_from_here() -> str:
    """The present address, marked as one to which this page has sent the browser."""
    asked = request.query_string.decode("ascii", "replace")
    return f"{request.path}?{asked}" if AGAIN in request.args else f"{request.path}?{asked}&{AGAIN}=1"


def _page(what: str, status: int, *, answers_at: str | None = None, **more: object) -> Response:
    said = languages.language()
    text = render_template(
        "consent.html",
        what=what,
        words=WORDS[said],
        language=said,
        base=f"/static/{static_files().digest}",
        **more,
    )
    response = languages.mark(Response(text, status=status, mimetype="text/html"))
    # Browsers also apply `form-action` to redirects after a form.
    allowed = "" if answers_at is None else f" {_source(answers_at)}"
    response.headers["Content-Security-Policy"] = POLICY + allowed
    return _private(response)


def _source(redirect_uri: str) -> str:
    """The address as a source in a content security policy."""
    parts = urlsplit(redirect_uri)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else f"{parts.scheme}:"


def _private(response: Response) -> Response:
    """Returns the answer, marked so that no cache keeps it and no other page is told its address."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
