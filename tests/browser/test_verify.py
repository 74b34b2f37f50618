"""
Records verified in the browser, by a verifier of its own, without asking anybody.

The modules of `static/js/verify/` run in a page of the service, on every golden record, every kept one, and every
forgery of the catalogue. They were written from docs/record-format.md, not from our Python.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from delvebook.domain.canonical import event_hash, jcs
from tests.browser.accessibility import violations
from tests.browser.conftest import LAN, Newcomer
from tests.browser.people import Visitor
from tests.house.files import ROOT
from tests.replays.forgeries import CASES, FORGERIES, KEYS, TITLES, forge, good
from tests.replays.test_forgeries import beside

GOLDEN = sorted((ROOT / "replays" / "golden_games").glob("*/*.jsonl"))
KEPT = sorted((ROOT / "tests" / "replays" / "kept").glob("*.jsonl"))
OWN = ("chain", "receipts", "log")
"""The levels that it shares with our Python. `chance` is its own part of level `replay`."""
EARLIER = {"seed exchanged after it was logged"}
"""Forgeries of a later level that level `chance` finds as well, before it."""
VERIFY = """
async ([modules, files]) => {
  const { verify } = await import(modules + "/verify.js");
  const { sentence } = await import(modules + "/messages.js");
  const reports = [];
  for (const { text, given } of files) {
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    const report = await verify(bytes, given ?? {});
    for (const level of report.levels) {
      for (const said of [...level.findings.map((one) => one.said), ...(level.reason ? [level.reason] : [])]) {
        said.told = ["en", "ru"].map((lang) => sentence(said, lang));
      }
    }
    report.told = report.stated.flatMap((one) => ["en", "ru"].map((lang) => sentence(one.said, lang)));
    reports.push(report);
  }
  return reports;
}
"""
VECTORS = """
async (modules) => {
  const { hex, sha256, unhex } = await import(modules + "/bytes.js");
  const chance = await import(modules + "/chance.js");
  const { digestOf, hashOf } = await import(modules + "/chain.js");
  const { jcs } = await import(modules + "/json.js");
  const { entryOf } = await import(modules + "/log.js");
  const { leafHash, rootFrom, rootOf } = await import(modules + "/merkle.js");
  const { checkpointOf, logKeysIn, signedBy } = await import(modules + "/notes.js");
  const { hmac } = await import(modules + "/bytes.js");
  const seed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
  const game = "00000000-0000-4000-8000-000000000001";
  const key = await chance.tapeKey(seed, game, ["alpha", "", "gamma"]);
  const tape = await chance.Tape.of(key);
  const numbers = async (tape, count, below) => {
    const drawn = [];
    for (let k = 0; k < count; k += 1) drawn.push((await tape.draw(k, below)).drawn);
    return drawn.join(" ");
  };
  const salt = await chance.saltOf(await hmac(unhex(seed)), 7, 0);
  const digest = await digestOf(salt, { action: { card: "power-4", type: "play_card" } });
  const event = {
    at: "2026-01-02T03:04:05.000006Z", by: "seat:2", data: { seat: 2 }, game, n: 7, prev: "0".repeat(64), opens: [],
    sealed: [{ digest, for: ["seat:2"] }], type: "ActionTaken",
  };
  const entry = await entryOf(game, 1, "a".repeat(64), "created");
  return {
    commitment: hex(await sha256(unhex(seed))),
    tape_key: hex(key),
    dice: await numbers(tape, 10, 6),
    cards: await numbers(tape, 10, 52),
    shuffle: (await tape.shuffle([..."ABCDEFGHIJ"], 0)).join(""),
    salt,
    digest,
    hash: await hashOf(event),
    state: await chance.stateDigest(seed, { hands: [[1, 2], [3]], phase: "play" }),
    nonce: hex(await sha256(jcs([game, "p-1", "0123456789abcdef"]))),
    bot: await numbers(await chance.Tape.of(await chance.botKey(key, 1, 9)), 5, 6),
    entry: new TextDecoder().decode(entry),
    leaf: await leafHash(entry),
    roots: await Promise.all([0, 1, 2, 3].map((n) => rootOf(LEAVES.slice(0, n)))),
    proofs: [
      await rootFrom(LEAVES[0], 0, 3, [LEAVES[1], LEAVES[2]]),
      await rootFrom(LEAVES[1], 1, 3, [LEAVES[0], LEAVES[2]]),
      await rootFrom(LEAVES[2], 2, 3, [ROOT_OF_TWO]),
    ],
    signed: await signedBy(checkpointOf(NOTE), await logKeysIn(VKEY)),
    changed: await signedBy(checkpointOf(NOTE.replace("\\n3\\n", "\\n4\\n")), await logKeysIn(VKEY)),
  };
}
"""


@pytest.fixture
def page(visitor: Visitor) -> Page:
    """The page that verifies."""
    page = visitor.go("/verify")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    return page


def modules(page: Page) -> str:
    """The address of the verifier's modules."""
    base = re.match(r"(.*/static/[^/]+)/", page.locator("script[type=module]").get_attribute("src") or "")
    assert base is not None
    return f"{base[1]}/js/verify"


def verify(page: Page, *files: tuple[bytes, dict[str, str]]) -> list[dict[str, Any]]:
    """The report of the browser's verifier on each record."""
    given = [{"text": b64encode(record).decode(), "given": beside} for record, beside in files]
    reports: list[dict[str, Any]] = page.evaluate(VERIFY, [modules(page), given])
    return reports


def level(report: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in report["levels"] if one["name"] == name)
    return found


def vectors_of(page: str) -> list[str]:
    return re.findall(r"`([^`]+)`", page[page.index("Vectors\n") :])


def test_the_vectors_of_the_pages_come_out(page: Page) -> None:
    """Every value below is looked up on the pages, so neither can change alone."""
    format_ = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8")
    log = (ROOT / "docs" / "log.md").read_text(encoding="utf-8")
    leaves = [re.search(rf"hash of entry {n}: `(\w+)`", log) for n in range(3)]
    roots = [re.search(rf"root of {n} entr\w+: `(\w+)`", log) for n in range(4)]
    assert all(leaves)
    assert all(roots)
    note = re.search(r"(?:^    .*\n|^\n)+", log[log.index("verifier key `") :].partition("\n")[2], re.MULTILINE)
    assert note is not None
    text = re.sub(r"^    ", "", note[0], flags=re.MULTILINE).strip("\n") + "\n"
    vkey = re.search(r"verifier key `([^`]+)`", log)
    assert vkey is not None
    constants = {
        "LEAVES": [one[1] for one in leaves if one],
        "ROOT_OF_TWO": roots[2] and roots[2][1],
        "NOTE": text,
        "VKEY": vkey[1],
    }
    script = VECTORS
    for name, value in constants.items():
        script = script.replace(name, json.dumps(value))

    made = page.evaluate(script, modules(page))

    on_the_pages = set(vectors_of(format_)) | set(vectors_of(log))
    assert made["signed"] == "signed"
    assert made["changed"] == "wrong"
    assert made["roots"] == [one[1] for one in roots if one]
    assert made["proofs"] == [made["roots"][3]] * 3
    for name in (
        "commitment",
        "tape_key",
        "dice",
        "cards",
        "shuffle",
        "salt",
        "digest",
        "hash",
        "state",
        "nonce",
        "bot",
    ):
        assert made[name] in on_the_pages, name
    assert {made["entry"], made["leaf"]} <= on_the_pages


def test_every_golden_and_every_kept_record_holds(page: Page) -> None:
    for path in (*GOLDEN, *KEPT):
        [report] = verify(page, (path.read_bytes(), {}))

        assert [one["status"] for one in report["levels"]][:2] == ["holds", "holds"], (path.name, report["levels"])
        assert report["events"] == len(path.read_bytes().splitlines()) - 1
        assert report["tape"] or not any(b"GameStarted" in line for line in path.read_bytes().splitlines())
    assert len(GOLDEN) >= 80
    assert len(KEPT) >= 4


def test_every_forgery_that_needs_no_rules_is_found_at_its_level_on_its_line(page: Page) -> None:
    """A forgery against the rules passes, or level `chance` finds it on the line where a replay finds it."""
    found = 0
    for name, record in CASES:
        one = forge(name, record)
        [report] = verify(page, (one.record, beside(one)))
        forgery = FORGERIES[name]
        failed = [one for one in report["levels"] if one["status"] == "failed"]
        findings = [finding for one in failed for finding in one["findings"]]
        if forgery.level in OWN:
            finding = level(report, forgery.level)["findings"][0]
            assert finding["code"] in forgery.codes, (name, finding)
            assert finding["line"] == one.line, (name, finding)
            if name not in EARLIER:
                assert failed[0]["name"] == forgery.level, (name, failed)
            found += 1
        else:
            assert [one["name"] for one in failed] in ([], ["chance"]), (name, failed)
            assert [finding["line"] for finding in findings] in ([], [one.line]), (name, findings)
        for said in [finding["said"] for finding in findings] + [one["reason"] for one in report["levels"]]:
            for sentence in said["told"] if said else ():
                assert not re.search(r"\{\w+\}|undefined", sentence), sentence
                assert " " in sentence
    assert found >= 700


@pytest.mark.parametrize("title", TITLES)
def test_the_seed_finds_forgeries_that_keep_the_chain(page: Page, title: str) -> None:
    names = ("draw forged", "envelope resalted in the chain", "seed and commitment swapped")
    reports = verify(page, *((forge(name, title).record, {}) for name in names))

    assert [level(one, "chain")["status"] for one in reports] == ["holds"] * 3
    assert [level(one, "chance")["findings"][0]["code"] for one in reports] == [
        "chance/draws",
        "chance/salt",
        "chance/salt",
    ]


@pytest.mark.parametrize("title", TITLES)
def test_good_records_hold_with_their_receipts_in_the_middle_of_a_game_and_at_its_end(page: Page, title: str) -> None:
    one = good(title)
    keys = json.dumps(KEYS["service"].to_public())
    whole, running = verify(
        page,
        (one.record, {"receipts": "\n".join(one.receipts), "keys": keys}),
        (one.running, {"receipts": one.receipts[0], "keys": keys}),
    )

    statuses = [[one["status"] for one in report["levels"]] for report in (whole, running)]
    assert statuses == [["holds", "holds", "holds", "not_checked"], ["holds", "not_checked", "holds", "not_checked"]]


def test_what_only_the_service_says_is_listed_and_told_in_both_languages(page: Page) -> None:
    [report] = verify(page, ((ROOT / "tests" / "replays" / "kept" / "withdrawn.jsonl").read_bytes(), {}))

    assert {"times", "accounts", "claim"} <= {one["what"] for one in report["stated"]}
    assert not [one for one in report["told"] if re.search(r"\{\w+\}|undefined", one)]


def drop(page: Page, *files: tuple[str, bytes]) -> None:
    """Chooses files, as by the dialogue."""
    given = [{"name": name, "mimeType": "application/octet-stream", "buffer": data} for name, data in files]
    page.set_input_files("input[type=file]", given)  # type: ignore[arg-type]


def test_a_record_that_is_chosen_is_verified_with_everything_beside_it(page: Page) -> None:
    one = good("dungeon-raiders@1")
    keys = json.dumps(KEYS["service"].to_public())
    drop(
        page,
        ("mine.jsonl", one.record),
        ("receipts.txt", "\n".join(one.receipts).encode()),
        ("keys.json", keys.encode()),
    )

    verdict = page.get_by_role("region", name="holds")
    expect(verdict).to_be_visible()
    expect(verdict.locator("[data-level=chain]")).to_contain_text("holds")
    expect(verdict.locator("[data-level=receipts]")).to_contain_text("The service signed exactly this history.")
    expect(verdict.locator("[data-level=log]")).to_contain_text("not checked")


def test_a_forged_record_is_told_by_its_line_in_both_languages(newcomer: Newcomer) -> None:
    forged = forge("fact changed", "dungeon-raiders@1")
    for locale, line, wrong in (
        ("en-GB", f"Line {forged.line}.", "the event or its hash was changed"),
        ("ru-RU", f"Строка {forged.line}.", "изменили событие или сам хеш"),
    ):
        page = newcomer(locale=locale).go("/verify")
        drop(page, ("forged.jsonl", forged.record))

        verdict = page.locator(".verdict.bad")
        expect(verdict).to_contain_text(line)
        expect(verdict).to_contain_text(wrong)


def test_nothing_is_sent_while_a_record_is_verified_and_no_connection_is_needed(visitor: Visitor) -> None:
    page = visitor.go("/verify")
    drop(page, ("a.jsonl", good("labyrinth@1").record))
    expect(page.locator(".verdict.good")).to_be_visible()
    visitor.context.set_offline(True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.startswith("http") else None)

    drop(page, ("b.jsonl", forge("opening of something else", "labyrinth@1").record))

    expect(page.locator(".verdict.bad")).to_contain_text("chain/opening")
    assert [url for url in asked if "/static/" not in url] == []


@pytest.mark.parametrize(
    "data", [b"", b"<html>", b"{}", b"PK\x03\x04\x00\xff", b'{"a": 1}\n' * 3, b"\xef\xbb\xbfhello"], ids=repr
)
def test_a_file_that_is_no_record_is_told_in_words(page: Page, data: bytes) -> None:
    drop(page, ("holiday.txt", data))

    expect(page.locator(".verdict.bad")).to_contain_text("This file is not a record of a game.")


def test_the_replay_is_the_services_word_and_told_apart(page: Page) -> None:
    forged = forge("fact forged", "dungeon-raiders@1")
    drop(page, ("forged.jsonl", forged.record))
    expect(page.locator(".verdict.good")).to_be_visible()  # No rules here, so nothing is found,

    page.get_by_role("button", name="Let the service replay it").click()

    service = page.get_by_role("region", name="Ask the service")
    expect(service).to_contain_text("The service found that the record does not hold.")  # and the service finds it.
    expect(service.locator("[data-asked=replay]")).to_contain_text(f"Line {forged.line}.")


def test_the_service_follows_the_check_of_a_long_record(page: Page) -> None:
    drop(page, ("long.jsonl", (ROOT / "replays/golden_games/runebound/two-dice.jsonl").read_bytes()))
    expect(page.locator(".verdict.good")).to_be_visible()

    page.get_by_role("button", name="Let the service replay it").click()

    found = page.get_by_role("region", name="Ask the service").locator("[data-asked=replay]")
    expect(found).to_contain_text("holds", timeout=60_000)


def test_ones_own_game_is_fetched_with_the_services_keys_and_every_level_holds(player: Visitor) -> None:
    game = player.new_game("labyrinth")
    player.play_out(game)
    page = player.go("/verify")
    page.get_by_text("Get a game's record from this service").click()
    page.get_by_label("Game (its address or id)").fill(f"{player.url}/games/{game}")
    page.get_by_role("button", name="Get", exact=True).click()
    expect(page.locator(".verdict.good")).to_be_visible()

    page.locator(".verdict").get_by_role("button", name="Get this service's keys").click()

    for name in ("chain", "chance", "receipts"):
        expect(page.locator(f"[data-level={name}].holds")).to_be_visible()


def test_a_records_texts_are_never_markup(page: Page) -> None:
    script = "<img src=x onerror=\"document.body.dataset.hit='1'\">"
    lines = good("dungeon-raiders@1").record.splitlines(keepends=True)
    header = json.loads(lines[0])
    header["format"] = "delvebook-record/" + script
    drop(page, (f"{script}.jsonl", json.dumps(header).encode() + b"\n" + b"".join(lines[1:])))

    expect(page.locator(".verdict.bad")).to_contain_text(script[:30])
    assert page.locator("body[data-hit], main img").count() == 0


def test_the_page_can_be_used_by_everybody(newcomer: Newcomer) -> None:
    """No violation of WCAG 2.2 AA that axe finds: empty, with a good verdict, with a bad one; dark; 320 pixels wide."""
    for options in ({}, {"color_scheme": "dark"}, {"viewport": {"width": 320, "height": 700}}):
        page = newcomer(**options).go("/verify")
        assert violations(page) == []
        drop(page, ("good.jsonl", good("labyrinth@1").record))
        expect(page.locator(".verdict.good")).to_be_visible()
        assert violations(page) == []
        drop(page, ("bad.jsonl", forge("hash changed", "labyrinth@1").record))
        expect(page.locator(".verdict.bad")).to_be_visible()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_files_are_chosen_and_removed_by_the_keyboard_alone(page: Page) -> None:
    drop(page, ("a.jsonl", good("labyrinth@1").record))
    expect(page.locator(".verdict.good")).to_be_visible()
    page.keyboard.press("Escape")
    remove = page.get_by_role("button", name="Remove a.jsonl")
    for _ in range(20):
        page.keyboard.press("Tab")
        if remove.evaluate("(one) => one === document.activeElement"):
            break
    page.keyboard.press("Enter")

    expect(page.locator(".verdict")).to_have_count(0)


FORK = (KEPT[0].parent / "fork.jsonl").read_bytes()
PARENT = (KEPT[0].parent / "resumed.jsonl").read_bytes()


def test_a_fork_asks_for_its_parents_record_and_is_checked_beside_it(page: Page) -> None:
    drop(page, ("fork.jsonl", FORK))
    parent = page.locator("[data-level=parent]")
    expect(parent).to_contain_text("That game's record is needed, too.")
    drop(page, ("parent.jsonl", PARENT))

    expect(parent).to_contain_text("has the very event that this game was forked from")
    expect(page.locator(".files li").filter(has_text="parent.jsonl")).to_contain_text("record of the parent")
    expect(page.locator(".verdict")).to_contain_text(f"{len(FORK.splitlines()) - 1} events")
    expect(page.locator("[data-level]")).to_have_count(5)


def test_the_order_in_which_a_fork_and_its_parent_are_given_makes_no_difference(page: Page) -> None:
    drop(page, ("parent.jsonl", PARENT))
    expect(page.locator(".verdict")).to_contain_text("21 events")
    expect(page.locator("[data-level=parent]")).to_have_count(0)
    drop(page, ("fork.jsonl", FORK))

    expect(page.locator("[data-level=parent]")).to_contain_text("holds")
    drop(page, ("other.jsonl", good("labyrinth@1").record))
    expect(page.locator(".files li")).to_have_count(1)


def changed(record: bytes, n: int) -> bytes:
    """The record with another time in its event `n`."""
    lines = record.splitlines(keepends=True)
    lines[n] = lines[n].replace(b'"at":"2026', b'"at":"2025', 1)
    return b"".join(lines)


def another_fork(**said: Any) -> bytes:
    """The fork with another statement about its parent, sealed anew: a chain that holds by itself."""
    header, *events = [json.loads(line) for line in FORK.splitlines()]
    events[0]["data"]["parent"] |= said
    before = events[0]["prev"]
    for event in events:
        event["prev"] = before
        before = event["hash"] = event_hash(event)
    header["head"]["hash"] = before
    return b"".join(jcs(line) + b"\n" for line in (header, *events))


def test_a_parent_that_was_changed_or_cut_does_not_hold_for_its_fork(page: Page) -> None:
    short = b"".join(PARENT.splitlines(keepends=True)[:10])
    for parent in (changed(PARENT, 9), short):
        drop(page, ("fork.jsonl", FORK), ("parent.jsonl", parent))
        finding = page.locator("[data-level=parent].failed")
        expect(finding).to_contain_text("parent/broken")
        page.reload()


@pytest.mark.parametrize(
    ("said", "code"), [({"n": 12}, "hash"), ({"hash": "0" * 64}, "hash"), ({"n": 99, "ruling": 103}, "short")]
)
def test_a_fork_that_names_another_event_of_its_parent_is_found_out(
    page: Page, said: dict[str, Any], code: str
) -> None:
    drop(page, ("fork.jsonl", another_fork(**said)), ("parent.jsonl", PARENT))

    expect(page.locator("[data-level=chain]")).to_contain_text("holds")
    expect(page.locator("[data-level=parent].failed")).to_contain_text(f"parent/{code}")


def test_a_fork_that_goes_on_after_the_ruling_that_made_it_is_found_out_without_its_parent(page: Page) -> None:
    drop(page, ("fork.jsonl", another_fork(n=999)))

    expect(page.locator("[data-level=chain].failed")).to_contain_text("names a ruling that comes before the event")


def test_without_the_browsers_cryptography_the_page_says_so_and_the_service_still_answers(
    chromium: Browser, service: str
) -> None:
    lan = Visitor(chromium.new_context(locale="en-GB"), service.replace("127.0.0.1", LAN))
    page = lan.go("/verify")
    assert page.evaluate("[isSecureContext, crypto.subtle === undefined]") == [False, True]
    drop(page, ("mine.jsonl", next(path for path in GOLDEN if path.parent.name == "labyrinth").read_bytes()))
    expect(page.locator("[data-level=chain]")).to_contain_text("not checked")
    expect(page.locator("[data-level=chain]")).to_contain_text("The browser offers no cryptography here")
    expect(page.locator(".verdict.good, .verdict.bad")).to_have_count(0)
    expect(page.locator(".verdict h2")).to_contain_text("Nothing could be checked here")
    page.get_by_role("button", name="Let the service replay it").click()
    expect(page.locator(".service")).to_contain_text("The service found that the record holds.", timeout=30_000)
    assert lan.faults == []
    lan.context.close()


def test_on_a_home_network_over_plain_http_a_game_can_be_played(chromium: Browser, service: str) -> None:
    lan = Visitor(chromium.new_context(locale="en-GB"), service.replace("127.0.0.1", LAN))
    page = lan.go("/")
    page.get_by_label("Your name").fill("Lan Player")
    page.get_by_role("button", name="Play under this name").click()
    page.get_by_role("link", name="Keep this account").wait_for()
    page = lan.go("/new?ruleset=labyrinth")
    page.get_by_role("button", name="Play", exact=True).click()

    expect(page.locator(".headline")).to_contain_text("It is your turn")
    assert lan.faults == []
    lan.context.close()
