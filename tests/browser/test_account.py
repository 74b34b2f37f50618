"""Accounts and leagues: renaming, programs that act for an account, deletion, and ratings."""

from __future__ import annotations

import base64
import hashlib
import secrets
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import Newcomer
from tests.browser.people import Visitor
from tests.servers import official_at


def allow_a_program(person: Visitor, owner: Visitor, name: str, back: str) -> str:
    """Lets the person allow a program of the owner to read and play, which listens at `back`. Returns its token."""
    client = owner.post("/v1/oauth/clients", {"name": name, "redirect_uris": [back]})["id"]
    verifier = "v" * 64
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
    asked = {
        "response_type": "code",
        "client_id": client,
        "redirect_uri": back,
        "scope": "games:read games:play",
        "state": "s",
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
    page = person.page
    person.go("/")
    page.evaluate("(address) => location.assign(address)", f"/oauth/authorize?{urlencode(asked)}")
    page.get_by_role("button", name="Allow", exact=True).click()
    page.wait_for_url(f"{back}?*")
    person.faults[:] = [fault for fault in person.faults if urlsplit(back).netloc not in fault]
    form = {
        "grant_type": "authorization_code",
        "client_id": client,
        "redirect_uri": back,
        "code": parse_qs(urlsplit(page.url).query)["code"][0],
        "code_verifier": verifier,
    }
    answer = person.context.request.post(f"{person.url}/oauth/token", form=form)
    return str(answer.json()["access_token"])


def test_a_name_is_changed_and_shown_at_once_and_a_second_change_is_refused_in_words(player: Visitor) -> None:
    page = player.go("/account")
    page.get_by_role("textbox", name="Your name").fill("Renamed And Happy")
    page.get_by_role("button", name="Change the name").click()
    expect(page.get_by_role("banner").get_by_text("Renamed And Happy")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="The name is changed.")).to_be_visible()
    page.get_by_role("textbox", name="Your name").fill("Renamed Once More")
    page.get_by_role("button", name="Change the name").click()

    expect(page.get_by_role("region", name="Your name").get_by_role("alert")).to_be_visible()
    assert player.get("/v1/session")["account"]["name"] == "Renamed And Happy"


def test_a_program_with_access_is_listed_with_what_it_may_and_revoked(newcomer: Newcomer, elsewhere: str) -> None:
    ann, maker = newcomer(), newcomer()
    ann.sign_up()
    maker.sign_up()
    token = allow_a_program(ann, maker, "Dungeon Clock", f"{elsewhere}/back")
    page = ann.go("/account")
    program = page.get_by_role("region", name="Browsers and programs").get_by_role("listitem").filter(has_text="Clock")

    expect(program).to_contain_text("Play for you")
    assert violations(page) == []
    with_it = {"Authorization": f"Bearer {token}"}
    asked = maker.context.request.get(f"{ann.url}/v1/accounts/me", headers=with_it)
    assert asked.status == 200
    page.get_by_role("button", name="Revoke: Dungeon Clock").click()
    expect(page.get_by_role("status").filter(has_text="Revoked: Dungeon Clock.")).to_be_visible()
    expect(program).to_have_count(0)
    assert maker.context.request.get(f"{ann.url}/v1/accounts/me", headers=with_it).status == 401


def test_this_browser_cannot_revoke_itself_and_another_one_is_signed_out(newcomer: Newcomer) -> None:
    ann, elsewhere = newcomer(), newcomer()
    ann.sign_up()
    code = ann.post("/v1/session/recovery")["recovery_code"]
    elsewhere.post("/v1/session", {"recovery_code": code})
    page = ann.go("/account")
    tokens = page.locator(".tokens > li")

    expect(tokens.filter(has_text="This browser").get_by_role("button")).to_have_count(0)
    page.get_by_role("button", name="Revoke: Another browser").click()
    expect(tokens.filter(has_text="Another browser")).to_have_count(0)
    assert elsewhere.get("/v1/session")["account"] is None
    assert ann.get("/v1/session")["account"] is not None


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_an_office_that_is_offered_is_accepted_and_given_up_or_declined(
    newcomer: Newcomer, whole_service: tuple[str, dict[str, str]], locale: str
) -> None:
    words = {
        "en-GB": ("Offices", "Accept: Arbiter", "Give up: Arbiter", "Decline: Operator", "You hold the office now"),
        "ru-RU": (
            "Должности",
            "Принять: Арбитр",
            "Сложить полномочия: Арбитр",
            "Отказаться: Оператор",
            "Должность принята",
        ),
    }
    part, accept, give_up, decline, accepted = words[locale]
    person = newcomer(locale=locale)
    person.sign_up()
    account = person.get("/v1/session")["account"]["id"]
    operator = f"chief-{secrets.token_hex(3)}"
    with_it = {"Authorization": f"Bearer {official_at(*whole_service, operator, 'operator')}"}
    page = person.go("/account")
    expect(page.locator(".tokens > li").first).to_be_visible()
    expect(page.get_by_role("region", name=part)).to_have_count(0)
    for office in ("arbiter", "operator"):
        address = f"{person.url}/v1/accounts/{account}/offices"
        offered = person.context.request.post(address, headers=with_it, data={"office": office})
        assert offered.status == 201
    page = person.go("/account")
    offices = page.get_by_role("region", name=part)
    expect(offices).to_contain_text(operator)
    assert violations(page) == []
    assert "disputes:rule" not in person.get("/v1/session")["scopes"]

    offices.get_by_role("button", name=accept).click()
    expect(offices.get_by_role("status")).to_contain_text(accepted)
    assert "disputes:rule" in person.get("/v1/session")["scopes"]
    offices.get_by_role("button", name=decline).click()
    expect(offices.get_by_role("listitem")).to_have_count(1)
    offices.get_by_role("button", name=give_up).click()
    expect(offices.get_by_role("listitem")).to_have_count(0)

    assert "disputes:rule" not in person.get("/v1/session")["scopes"]
    assert person.get("/v1/accounts/me/offices") == {"offices": []}


def test_an_account_is_deleted_only_by_who_types_its_name(player: Visitor) -> None:
    name = player.get("/v1/session")["account"]["name"]
    game = player.new_game("dungeon-raiders", seats=2)
    page = player.go("/account")
    page.get_by_text("I want to delete my account").click()
    gone = page.get_by_role("button", name="Delete it for good")
    expect(gone).to_be_disabled()
    page.get_by_label("Type your name to confirm").fill(name)
    gone.click()

    expect(page.get_by_role("status").filter(has_text="Your account is deleted.")).to_be_visible()
    assert player.get("/v1/session")["account"] is None
    assert player.get(f"/v1/games/{game}")["seats"][0]["name"] != name


def test_the_account_page_says_in_russian_what_a_program_may_do(newcomer: Newcomer) -> None:
    player = newcomer(locale="ru-RU")
    player.sign_up()
    scopes = {"scopes": ["games:read", "games:play"], "label": "Мои часы"}
    player.post("/v1/tokens", scopes)
    page = player.go("/account")
    mine = page.locator(".tokens > li").filter(has_text="Мои часы")

    expect(mine).to_contain_text("Играть за вас: создавать партии")
    expect(page.get_by_role("button", name="Отозвать: Мои часы")).to_be_visible()


def test_a_league_shows_who_has_won_and_marks_oneself(newcomer: Newcomer) -> None:
    ann, bob = newcomer(), newcomer()
    names = [ann.sign_up(), bob.sign_up()]
    game = ann.new_game("dungeon-raiders", seats=2, bots={}, is_started=False, options={"mode": "tactical"})
    bob.post(f"/v1/games/{game}/nonces", {"nonce": bob.sit(game)})
    ann.post(f"/v1/games/{game}/start", {"nonce": ann.nonces[game]})
    bob.post(f"/v1/games/{game}/resignations", {})
    league = next(one for one in leagues_with_players(ann) if one["options"].get("mode") == "tactical")
    page = ann.go(f"/leagues?league={league['id']}")
    rows = page.locator(".ratings tbody tr")

    expect(rows.filter(has_text=names[0])).to_contain_text("(you)")
    expect(rows.filter(has_text=names[1])).to_have_count(1)
    assert rows.all_inner_texts()[0].split("\t")[1].startswith(names[0])
    assert violations(page) == []
    page.get_by_label("Who is rated").select_option("bots")
    expect(page.get_by_text("No bots are compared")).to_be_visible()


def leagues_with_players(visitor: Visitor) -> list[Any]:
    """The leagues that compare players, once the game's end has been followed."""
    for _ in range(100):
        found = [one for one in visitor.get("/v1/leagues")["leagues"] if one["players"] >= 2]
        if any(one["options"].get("mode") == "tactical" for one in found):
            return found
        visitor.page.wait_for_timeout(100)
    raise AssertionError("the game has not reached its league")


def with_a_device(person: Visitor, page: Page) -> None:
    """Gives the browser an authenticator that its person always agrees to (Chrome's WebAuthn domain)."""
    devtools = person.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options = {**device, "isUserVerified": True, "automaticPresenceSimulation": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_an_account_is_had_again_by_a_passkey(newcomer: Newcomer, locale: str) -> None:
    words = {
        "en-GB": ("Make a passkey", "The passkey is made", "Sign in with a passkey", "Passkey", "Revoke: Passkey"),
        "ru-RU": ("Создать ключ доступа", "Ключ доступа создан", "Войти с ключом", "Ключ доступа", "Отозвать: Ключ"),
    }  # fmt: skip
    make, made, enter, listed, revoke = words[locale]
    person = newcomer(locale=locale)
    person.url = person.url.replace("127.0.0.1", "localhost")
    name = person.sign_up()
    page = person.go("/account")
    with_a_device(person, page)

    page.get_by_role("button", name=make).click()
    expect(page.get_by_role("status").filter(has_text=made)).to_be_visible()
    expect(page.locator(".tokens strong", has_text=listed)).to_have_count(1)
    assert violations(page) == []

    person.context.clear_cookies()
    page.reload()
    page.get_by_role("button", name=enter).click()
    expect(page.locator("#new-name")).to_have_value(name)

    page.get_by_role("button", name=revoke).click()
    expect(page.locator(".tokens strong", has_text=listed)).to_have_count(0)
    person.context.clear_cookies()
    page.reload()
    page.get_by_role("button", name=enter).click()
    expect(page.locator(".account-form .problem")).to_be_visible()


def test_at_an_ip_address_the_page_says_where_passkeys_are_used(player: Visitor) -> None:
    page = player.go("/account")

    place = player.url.replace("127.0.0.1", "localhost")
    expect(page.get_by_role("link", name=place)).to_have_attribute("href", f"{place}/account")
    expect(page.get_by_role("button", name="Make a passkey")).to_have_count(0)
