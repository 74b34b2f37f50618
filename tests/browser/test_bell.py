"""People are told: by the bell on every page, a sound, notifications, and through push services, each by choice."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import Newcomer
from tests.browser.people import Visitor, two_at_a_table

AN_ENDPOINT: Final = "https://push.example/send/of-this-test"
A_PUSH_SERVICE: Final = """
    // The browser's side of a push service: a subscription with real keys, kept as long as the page's storage.
    const kept = () => JSON.parse(localStorage.getItem("test.push") ?? "null");
    const coded = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    const made = (body) => body === null ? null : {
        endpoint: body.endpoint,
        toJSON: () => body,
        unsubscribe: async () => (localStorage.removeItem("test.push"), true),
    };
    PushManager.prototype.getSubscription = async () => made(kept());
    PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
        if (!userVisibleOnly || applicationServerKey.length !== 87) throw new Error("not as browsers ask for it");
        const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
        const p256dh = coded(await crypto.subtle.exportKey("raw", pair.publicKey));
        const auth = coded(crypto.getRandomValues(new Uint8Array(16)));
        localStorage.setItem("test.push", JSON.stringify({ endpoint: "%s", keys: { p256dh, auth } }));
        return made(kept());
    };
""".replace("%s", AN_ENDPOINT)
SUMMONED: Final = """
    window.summoned = [];
    window.Notification = class extends EventTarget {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(title, options) { super(); window.summoned.push([title, options.body, options.tag]); }
    };
    Object.defineProperty(document, "hidden", { get: () => true });
"""
HEARD: Final = """
    window.heard = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) { window.heard += 1; start.call(this, when); };
"""


def bell(page: Page, name: str = "Notices") -> Page:
    page.locator(".bell summary").wait_for()
    expect(page.locator(".bell summary")).to_have_accessible_name(name)
    return page


def opened(page: Page) -> Page:
    page.locator(".bell summary").click()
    return page


def test_the_bell_counts_what_is_new_and_leads_there(newcomer: Newcomer) -> None:
    ann, bob = newcomer(), newcomer()
    ann.sign_up()
    bob.sign_up()
    page = bell(ann.go("/leagues"))
    game = ann.new_game("dungeon-raiders", seats=2, bots={}, is_started=False)
    bob.post(f"/v1/games/{game}/nonces", {"nonce": bob.sit(game)})
    expect(page.locator(".bell-count")).to_be_visible()
    listed = opened(page).locator(".bell-list")
    expect(listed.get_by_role("link", name="A game waits for your browser")).to_have_attribute("href", f"/games/{game}")
    expect(listed).to_contain_text("Dungeon Raiders")
    expect(page.locator(".bell-count")).to_have_count(0)
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".bell")).not_to_have_attribute("open", "")

    page = bell(ann.go("/leagues"))
    expect(opened(page).get_by_role("link", name="A game waits for you", exact=True)).to_be_visible()


def test_what_comes_while_its_table_is_in_sight_is_not_counted_as_new(newcomer: Newcomer) -> None:
    ann = newcomer()
    ann.sign_up()
    game = ann.new_game("dungeon-raiders", seats=2)
    other = ann.new_game("labyrinth")
    page = ann.go(f"/games/{game}")
    page.locator(".bell summary").wait_for()
    with page.expect_response(f"**/v1/games/{game}/actions*"):
        page.locator(".action").first.click()
    page.locator(".action:enabled").first.wait_for()
    page.wait_for_timeout(1_000)
    expect(page.locator(".bell-count")).to_have_count(0)

    page = ann.go("/leagues")
    page.locator(".bell summary").wait_for()
    page.wait_for_timeout(1_000)
    expect(page.locator(".bell-count")).to_have_count(0)
    ann.play_out(other)
    expect(page.locator(".bell-count")).to_be_visible()


def test_after_the_first_finished_game_a_recovery_code_is_offered_until_there_is_one(newcomer: Newcomer) -> None:
    ann = newcomer()
    ann.sign_up()
    page = bell(ann.go("/leagues"))
    offer = opened(page).get_by_role("link", name="Keep this account")
    expect(offer).to_have_count(0)
    ann.play_out(ann.new_game("dungeon-raiders", seats=2))
    expect(offer).to_be_visible()
    offer.click()
    page.get_by_role("button", name="Make a recovery code").click()
    expect(page.locator("code.code")).to_be_visible()

    page = ann.go("/leagues")
    page.locator(".bell summary").click()
    expect(page.locator(".bell-list").get_by_text("A game is over")).to_have_count(1)
    expect(page.locator(".bell-list").get_by_text("It is your turn")).to_have_count(1)
    page.wait_for_timeout(500)
    expect(offer).to_have_count(0)


def test_of_two_tabs_one_follows_and_both_know(newcomer: Newcomer) -> None:
    ann = newcomer()
    ann.sign_up()
    first = bell(ann.go("/leagues"))
    second = ann.another_page()
    asked: list[str] = []
    second.on("request", lambda request: asked.append(request.url))
    second.goto(f"{ann.url}/leagues")
    bell(second)
    ann.new_game("dungeon-raiders", seats=2)

    for page in (first, second):
        expect(page.locator(".bell-count")).to_be_visible()
    assert [url for url in asked if "/v1/notices" in url] == []
    first.close()
    expect(opened(second).locator(".bell-list li").first).to_be_visible()


def test_a_sound_and_a_notification_come_only_to_who_has_chosen_them(notified: Newcomer) -> None:
    ann = notified()
    ann.sign_up()
    ann.context.add_init_script(SUMMONED + HEARD)
    page = bell(ann.go("/leagues"))
    ann.new_game("dungeon-raiders", seats=2)
    expect(page.locator(".bell-count")).to_be_visible()
    assert page.evaluate("[window.summoned, window.heard]") == [[], 0]

    opened(page).get_by_label("a sound").check()
    page.get_by_label("a notification, while Delvebook is open").check()
    heard = page.evaluate("window.heard")
    game = ann.new_game("dungeon-raiders", seats=2)
    page.wait_for_function("() => window.summoned.some(([, what]) => what === 'It is your turn')")

    assert ["Delvebook", "It is your turn", game] in page.evaluate("window.summoned")
    assert page.evaluate("window.heard") > heard


@pytest.mark.parametrize(("locale", "why"), [("en-GB", "does not allow"), ("ru-RU", "не разрешает")])
def test_a_notification_that_the_browser_forbids_is_not_shown_as_chosen(
    notified: Newcomer, locale: str, why: str
) -> None:
    ann = notified(locale=locale, service_workers="allow")
    ann.sign_up()
    ann.context.add_init_script("""
        Object.defineProperty(Notification, "permission", { get: () => window.answer ?? "default" });
        Notification.requestPermission = async () => (window.answer = "denied");
    """)
    page = ann.go("/leagues")
    page.locator(".bell summary").click()
    for name in ("bell-notify", "bell-push"):
        choice = page.locator(f"input[name={name}]")
        choice.click()
        expect(page.locator(".bell")).to_contain_text(why)
        expect(choice).to_be_enabled()
        expect(choice).not_to_be_checked()


def test_a_browser_that_cannot_be_subscribed_says_so_and_is_not_shown_as_chosen(notified: Newcomer) -> None:
    ann = notified(service_workers="allow")
    ann.sign_up()
    ann.context.grant_permissions(["notifications"], origin=ann.url)
    ann.context.add_init_script("PushManager.prototype.subscribe = async () => { throw new Error('no service'); };")
    page = opened(bell(ann.go("/leagues")))
    choice = page.get_by_label("a notification, even when it is closed")
    choice.click()

    expect(page.locator(".bell").get_by_role("alert")).to_contain_text("could not be told")
    expect(choice).to_be_enabled()
    expect(choice).not_to_be_checked()
    assert violations(page) == []


@pytest.mark.parametrize("width", [390, 360, 320])
def test_on_a_phone_the_list_of_the_bell_is_whole_on_the_screen(newcomer: Newcomer, width: int) -> None:
    ann = newcomer(locale="ru-RU", viewport={"width": width, "height": 700}, has_touch=True, is_mobile=True)
    ann.sign_up()
    ann.new_game("dungeon-raiders", seats=2)
    page = ann.go("/leagues")
    page.locator(".bell summary").tap()
    page.locator(".bell-list a").first.wait_for()

    box = page.locator(".bell > .menu-body").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width


def test_a_browser_subscribes_by_choice_and_is_forgotten_when_it_signs_out(notified: Newcomer) -> None:
    ann = notified(service_workers="allow")
    ann.sign_up()
    ann.context.grant_permissions(["notifications"], origin=ann.url)
    ann.context.add_init_script(A_PUSH_SERVICE)
    page = opened(bell(ann.go("/leagues")))
    choice = page.get_by_label("a notification, even when it is closed")
    expect(choice).not_to_be_checked()
    assert ann.get("/v1/push-subscriptions")["subscriptions"] == []
    choice.check()
    expect(choice).to_be_enabled()
    [made] = ann.get("/v1/push-subscriptions")["subscriptions"]
    assert made["endpoint"] == AN_ENDPOINT

    # The service has forgotten it, as after a restore: the next page subscribes again.
    ann.context.request.delete(f"{ann.url}/v1/push-subscriptions/{made['id']}", headers={"Delvebook-Page": "1"})
    page = opened(bell(ann.go("/leagues")))
    expect(page.get_by_label("a notification, even when it is closed")).to_be_checked()
    assert len(ann.get("/v1/push-subscriptions")["subscriptions"]) == 1

    page.keyboard.press("Escape")
    page.get_by_label("Settings").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator(".bell")).to_have_count(0)
    assert page.evaluate("localStorage.getItem('test.push')") is None


@pytest.mark.parametrize(
    ("locale", "message", "word"),
    [
        ("en-GB", '{"type":"turn","number":7,"game":"0f0f"}', "It is your turn"),
        ("ru-RU", '{"type":"finished","number":8,"game":"0f0f"}', "Партия окончена"),
    ],
)
def test_what_a_push_service_brings_is_shown_while_nobody_looks(
    notified: Newcomer, locale: str, message: str, word: str
) -> None:
    visitor = notified(locale=locale, service_workers="allow")
    visitor.context.grant_permissions(["notifications"], origin=visitor.url)
    page = visitor.go("/leagues")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    session = visitor.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.wait_for_timeout(200)
    push = {"origin": visitor.url, "registrationId": found[0], "data": message}
    shown = (
        "navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) => all.map((one) => one.body))"
    )
    session.send("ServiceWorker.deliverPushMessage", push)
    page.wait_for_timeout(300)
    assert page.evaluate(shown) == []  # the page is being looked at

    watcher = visitor.another_page()
    watcher.goto(f"{visitor.url}/openapi.json")
    page.goto("about:blank")
    watcher.goto("about:blank")
    session.send("ServiceWorker.deliverPushMessage", push)
    page.goto(f"{visitor.url}/leagues")
    page.wait_for_function(f"() => {shown}.then((all) => all.length > 0)")
    assert page.evaluate(shown) == [word]


def test_two_people_hear_of_each_others_moves(newcomer: Newcomer) -> None:
    ann, bob, game = two_at_a_table(newcomer)
    pages = {person: bell(person.go("/leagues")) for person in (ann, bob)}

    def move(person: Visitor) -> bool:
        owed = person.get(f"/v1/games/{game}/actions")
        if owed["decision"] is None:
            return False
        person.post(f"/v1/games/{game}/actions", {"decision": owed["decision"], "action": owed["actions"][0]["action"]})
        return True

    for _ in range(4):
        for person in (ann, bob):
            move(person)
    for page in pages.values():
        expect(page.locator(".bell-count")).to_be_visible()
