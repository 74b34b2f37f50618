"""What a choice would do is shown on the table while it has focus, is pointed at, or is held with a finger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from playwright.sync_api import Page, expect

from delvebook.domain.viewers import seat_viewer
from delvebook.replays.golden_plans import read_plans
from tests.browser.accessibility import violations
from tests.browser.conftest import Newcomer
from tests.browser.drawing import Drawing, moments
from tests.browser.people import PHONE, Visitor
from tests.browser.test_table import my_turn

PLANS: Final = {
    "dungeon-raiders": ("two-heroes", "boss-hoard"),
    "labyrinth": ("team-of-six", "the-deck-runs-out"),
    "dice-and-danger": ("cultists-two",),
    "the-descent": ("the-monster-beaten", "anchored-four"),
    "runebound": ("no-life-or-stamina",),
}
LOOK: Final = """async (title) => {
    const base = document.querySelector('script[type="module"]').src.replace(/js\\/pages.*/, "");
    await import(`${base}js/titles/sight.js`);
    await import(`${base}js/titles/sights/${title.replaceAll("-", "_")}.js`);
    const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
    const rest = () => new Promise((done) => setTimeout(done, 0));
    const seen = () => [...document.querySelectorAll("[data-sight][data-shown]")].map((layer) => {
        const all = (selector) => [...layer.querySelectorAll(selector)];
        return {
            name: layer.dataset.sight,
            text: layer.textContent.replaceAll(/\\s+/g, " ").trim(),
            far: all(".is-far").map((one) => one.dataset.at),
            rings: all("circle.tt-goal").map((one) => [Number(one.getAttribute("cx")), Number(one.getAttribute("cy"))]),
            opens: all(".td-opens").length,
            falls: all(".is-fall").length,
            data: all("*").flatMap((one) => Object.entries(one.dataset)).filter(([name]) => name !== "sight"),
        };
    });
    const found = [];
    const list = document.createElement("div");
    const lines = window.listed.map((offer) => Object.assign(document.createElement("button"), { offers: [offer] }));
    document.querySelector("main").append(list);
    list.append(...lines);
    lines[0]?.focus();
    await pause(50);
    const onBoard = [...document.querySelectorAll("#drawn [data-spot]")].filter((one) => one.offers.length === 1);
    for (const place of [...onBoard.slice(0, 2), ...lines]) {
        place.focus();
        await rest();
        await rest();
        const shown = seen();
        place.blur();
        await rest();
        found.push([place.offers[0], shown, seen()]);
    }
    list.remove();
    return found;
}"""


def looks(newcomer: Newcomer, title: str) -> Iterator[tuple[dict[str, Any], Any, dict[str, Any], dict[str, Any]]]:
    """Yields the view, the stakes, the choice and what it shows, at golden decisions with new kinds of stakes."""
    drawing = Drawing(newcomer(), title)
    drawing.page.keyboard.press("Tab")
    known: set[tuple[str, str]] = set()
    for plan in read_plans(title):
        if plan.name not in PLANS[title]:
            continue
        for number, moment in enumerate(moments(plan)):
            seat = next((one for one in range(moment.seats) if moment.legal(seat_viewer(one))), None)
            if seat is None:
                continue
            viewer = seat_viewer(seat)
            given = moment.given(viewer, "en")
            kinds = {(one["action"]["type"], stake["kind"]) for one in given["actions"] for stake in one["stakes"]}
            if kinds <= known:
                continue
            known |= kinds
            drawing.draw(moment, viewer)
            for offer, shown, after in drawing.page.evaluate(LOOK, title):
                assert after == [], f"{plan.name}, event {number}: {offer['action']} is still shown"
                yield given["table"], offer["stakes"], offer["action"], {one["name"]: one for one in shown}


def certain(stakes: list[dict[str, Any]], type_: str) -> list[dict[str, Any]]:
    return [
        one["fact"]
        for one in stakes
        if one["fact"]["type"] == type_ and not (one["never"] or one["when"] or one["unless"])
    ]


def data_of(shown: dict[str, Any], layer: str, name: str) -> list[str]:
    return [value for key, value in shown.get(layer, {"data": []})["data"] if key == name]


def test_in_the_descent_a_move_shows_where_it_ends_its_falls_and_what_they_cost(newcomer: Newcomer) -> None:
    ends = falls = costs = opened = safe = 0
    for table, stakes, action, shown in looks(newcomer, "the-descent"):
        seat = table["you"]
        facts = [one["fact"] for one in stakes]
        way: list[list[int]] = []
        for fact in facts:
            if fact["type"] == "objects_fell":
                way += fact["cells"] if seat in fact["seats"] else []
            elif fact.get("seat") == seat and fact["type"] == "contact_made":
                way.append(fact["cell"])
            elif fact.get("seat") == seat and "to_cell" in fact:
                way.append(fact["to_cell"])
        if way:
            rings = [[(x - 12) / 24, (y - 12) / 24] for x, y in shown["board"]["rings"]]
            assert way[-1] in rings, (action, rings)
            ends += 1
        if any(fact["type"] == "objects_fell" and seat in fact["seats"] for fact in facts):
            assert shown["board"]["falls"] >= 1, action
            falls += 1
        for lost in certain(stakes, "health_lost"):
            if lost["seat"] == seat:
                assert f"−{lost['health']}" in shown["board"]["text"], action
                costs += 1
        tiles = {fact["place"] for fact in facts if fact["type"] == "tile_opened"}
        assert shown.get("board", {"opens": 0})["opens"] == len(tiles), action
        opened += len(tiles)
        for one in stakes:
            if one["fact"]["type"] == "collapse_began":
                is_safe = one["said"]["level"] == 1  # No die is below it.
                assert (f"<{one['said']['level']}" in shown["board"]["text"]) != is_safe, action
                safe += is_safe
        unsure = [one for one in stakes if (one["when"] or one["unless"]) and not one["never"]]
        if all(one["kind"].startswith("collapse") and one["kind"].endswith(".safe") for one in unsure):
            assert "?" not in shown.get("board", {"text": ""})["text"], action

    assert min(ends, falls, costs, opened, safe) > 0, (ends, falls, costs, opened, safe)


def test_in_dungeon_raiders_a_card_shows_what_is_needed_and_still_missing(newcomer: Newcomer) -> None:
    fights = enough = losses = 0
    for _, stakes, action, shown in looks(newcomer, "dungeon-raiders"):
        fight = next((one["said"] for one in stakes if isinstance(one["said"].get("strength"), int)), None)
        if fight is not None and "value" in fight:
            missing = fight["strength"] - fight["laid"] - fight["value"]
            text = shown["room"]["text"]
            assert f"{fight['value']} / {fight['strength']}" in text, action
            assert (f"{missing} missing" if missing > 0 else "enough") in text, action
            fights, enough = fights + 1, enough + (missing <= 0)
        for one in stakes:
            if [when["type"] for when in one["when"]] == ["trap_sprung"] and not one["never"]:
                loss = f"{one['when'][0]['value']}:−{one['fact']['threatened']}"
                assert loss in shown["room"]["text"].replace(" ", ""), action
                losses += 1

    assert min(fights, losses) > 0, (fights, enough, losses)


def test_in_runebound_a_move_shows_its_hexes_and_dice_and_a_roll_what_it_needs(newcomer: Newcomer) -> None:
    moves = rolls = chances = 0
    for table, stakes, action, shown in looks(newcomer, "runebound"):
        maybe = {
            one["fact"]["hex"]
            for one in stakes
            if one["fact"]["type"] in ("hero_placed", "hero_retreated")
            and one["fact"]["seat"] == table["question"]["seat"]
            and (one["when"] or one["unless"])
            and not one["never"]
        }
        assert maybe == set(data_of(shown, "board", "maybe")), action
        assert not maybe or not data_of(shown, "board", "hex"), action
        chances += len(maybe)
        steps = [one for one in stakes if one["fact"]["type"] == "hero_moved"]
        if steps and action["type"] == "move":
            assert data_of(shown, "board", "hex") == [steps[-1]["fact"]["hex"]]
            paid = [f"{one['fact']['hex']}:{'+'.join(map(str, one['said']['dice']))}" for one in steps]
            assert data_of(shown, "board", "paid") == paid
            moves += 1
        needs = [one["said"]["needed"] for one in stakes if one["kind"] in ("needs", "needs.two", "needs.never")]
        layer = "fight" if table["combat"] else "facing" if table["facing"] else "roll"
        assert {str(one) for one in needs} <= set(data_of(shown, layer, "needs")), action
        rolls += len(needs)

    assert min(moves, rolls, chances) > 0, (moves, rolls, chances)


def test_in_labyrinth_a_choice_shows_where_the_team_goes_and_what_beats_what(newcomer: Newcomer) -> None:
    moves = beaten = 0
    for _, stakes, action, shown in looks(newcomer, "labyrinth"):
        if action["type"] == "move":
            assert data_of(shown, "board", "cell") == [f"{action['x']},{action['y']}"]
            assert shown["board"]["rings"] == [[action["x"] * 64 + 32, action["y"] * 88 + 44]]
            moves += 1
        for fact in certain(stakes, "steambot_beaten"):
            if fact.get("card"):
                assert f"{fact['card']}>{fact['steambot']}" in data_of(shown, "turned", "beats"), action
                beaten += 1

    assert min(moves, beaten) > 0, (moves, beaten)


def test_in_dice_and_danger_a_step_shows_what_it_hits(newcomer: Newcomer) -> None:
    catalogue = newcomer().get("/v1/rulesets/dice-and-danger/catalogue")
    maps = {one["id"]: one["places"] for one in catalogue["maps"]}
    pairings = steps = far = 0
    for table, stakes, action, shown in looks(newcomer, "dice-and-danger"):
        places = maps[table["adventure"]]
        where = data_of(shown, "board", "at")
        if action.get("step") == "pairs":
            sums = [table["dice"][one] + table["dice"][other] for one, other in action["pairs"]]
            sheet = table["turns"][table["you"]]["marking"]["sheet"]
            doubles = any(table["dice"][one] == table["dice"][other] for one, other in action["pairs"])
            cells = [one for one in places if one["kind"] not in ("room", "cloud")]
            fitting = [one for one in cells if (doubles if one["kind"] == "doubles" else one["number"] in sums)]
            others = {one["id"] for one in places if one["kind"] in ("room", "cloud")}
            assert set(where) - others == {one["id"] for one in fitting} - set(sheet["visited"]), action
            ways = {*sheet["visited"], *(set(sheet["defeated"]) & set(sheet["reached"]))}
            near = {one["id"] for one in fitting if one["kind"] == "start" or ways & set(one["neighbours"])}
            assert set(where) - others - set(shown["board"]["far"]) == near - set(sheet["visited"]), action
            pairings, far = pairings + 1, far + len(shown["board"]["far"])
        target = action.get("room") or action.get("cell")
        if target is not None and action.get("step") in ("visit", "attack"):
            assert where == [target], action
            for fact in certain(stakes, "damage_dealt"):
                assert f"−{fact['amount']}" in shown["board"]["text"], action
            steps += 1

    assert min(pairings, steps, far) > 0, (pairings, steps, far)


SHOWN: Final = "[data-sight][data-shown]"
RING: Final = f"{SHOWN} circle.tt-goal"


def cell_of(page: Page) -> list[float]:
    """The cell of The Descent that is ringed."""
    ring = page.locator(RING).first
    return [(float(str(ring.get_attribute(name))) - 12) / 24 for name in ("cx", "cy")]


def test_a_line_of_the_list_shows_it_by_keyboard_and_by_pointer_and_nothing_stays(player: Visitor) -> None:
    game = player.new_game("the-descent", seats=2)
    page = player.go(f"/games/{game}")
    my_turn(page)
    offered = player.get(f"/v1/games/{game}/actions?lang=en")["actions"]
    page.keyboard.press("Tab")
    for offer in offered:
        line = page.locator(".action", has_text="({}, {})".format(*offer["action"]["cell"]))
        line.focus()
        expect(page.locator(RING).first).to_be_visible()
        assert cell_of(page) == offer["action"]["cell"]
        line.blur()
        expect(page.locator(SHOWN)).to_have_count(0)
        line.hover()
        expect(page.locator(RING).first).to_be_visible()
        assert cell_of(page) == offer["action"]["cell"]
        page.keyboard.press("Escape")
        expect(page.locator(SHOWN)).to_have_count(0)
        page.mouse.move(2, 2)
    assert violations(page) == []


def test_what_is_first_looked_at_without_a_connection_is_shown_at_the_next_look(player: Visitor) -> None:
    game = player.new_game("the-descent", seats=2)
    page = player.go(f"/games/{game}")
    my_turn(page)
    line = page.locator(".action", has_text="(").first
    player.may_lose_connection = True
    page.route("**/titles/sights/*.js", lambda route: route.abort("internetdisconnected"))
    with page.expect_event("requestfailed", lambda request: "/titles/sights/" in request.url):
        line.hover()
    page.unroute("**/titles/sights/*.js")
    page.locator("h1").hover()

    line.hover()
    expect(page.locator(RING).first).to_be_visible()


def test_the_list_of_a_game_shows_what_the_api_says_is_at_stake(player: Visitor) -> None:
    """The page hands the stakes on: the dice that pay for the hexes of a move are in them alone."""
    game = player.new_game("runebound", seats=1, bots={})
    while True:
        owed = player.get(f"/v1/games/{game}/actions?lang=en")
        moves = [one for one in owed["actions"] if one["action"]["type"] == "move" and one["action"]["path"]]
        if moves:
            break
        wanted = [one for one in owed["actions"] if one["action"]["type"] == "roll_movement"] or owed["actions"]
        player.post(f"/v1/games/{game}/actions", {"decision": owed["decision"], "action": wanted[0]["action"]})
    page = player.go(f"/games/{game}")
    my_turn(page)
    page.keyboard.press("Tab")
    page.locator(".action", has_text=moves[-1]["text_short"]["en"].rstrip(".")).first.focus()
    steps = [one for one in moves[-1]["stakes"] if one["fact"]["type"] == "hero_moved"]

    paid = page.locator(f"{SHOWN} [data-paid]")
    expect(paid).to_have_count(len(steps))
    assert [one.get_attribute("data-paid") for one in paid.all()] == [
        f"{one['fact']['hex']}:{'+'.join(map(str, one['said']['dice']))}" for one in steps
    ]
    expect(page.locator(".tt-foreseen:empty")).to_have_count(0)


def test_a_finger_that_holds_a_choice_sees_it_and_takes_nothing_and_a_tap_takes_it(newcomer: Newcomer) -> None:
    player = newcomer(**PHONE)
    player.sign_up()
    game = player.new_game("the-descent", seats=2)
    page = player.go(f"/games/{game}")
    my_turn(page)
    offer = player.get(f"/v1/games/{game}/actions?lang=en")["actions"][0]
    page.wait_for_function("() => customElements.get('table-sight')")
    line = page.locator(".action").first
    box = line.bounding_box()
    assert box is not None
    session = page.context.new_cdp_session(page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(page.locator("table-sight p")).to_have_text(offer["text"]["en"])
    assert cell_of(page) == offer["action"]["cell"]
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(300)
    assert player.get(f"/v1/games/{game}/actions?lang=en")["actions"][0] == offer
    expect(page.locator("table-sight p")).to_be_visible()
    page.locator("h1").first.tap()
    expect(page.locator(SHOWN)).to_have_count(0)

    with page.expect_response(f"**/v1/games/{game}/actions*"):
        line.tap()
