"""Golden games verify forever, and every title has enough of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from typer.testing import CliRunner

from delvebook.domain.ruleset import Ruleset
from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.replays import golden, golden_plans, golden_search
from delvebook.replays.golden_plans import GOLDEN, GoldenPlan, PlanError, nonce_of
from delvebook.replays.verify import verify
from delvebook.service.cli.golden import app
from tests.titles.bids import Bids

FILES = sorted(GOLDEN.glob("*/*.jsonl"))
PLANS = [plan for title in golden_plans.titles() for plan in golden_plans.read_plans(title)]

EXCUSED: dict[tuple[str, str, object], str] = {}
"""The reasons, by title and by what is missing (`reason`, `seats` or an option), why there is no golden game."""

ENDINGS = {
    "dice-and-danger/*-two": "last_monster",
    "dice-and-danger/*-three": "last_monster",
    "dice-and-danger/*-four": "last_monster",
    "dice-and-danger/*-solo-died": "died",
    "dice-and-danger/*-solo-all-monsters": "all_monsters",
    "dice-and-danger/*-nobody-lives": "all_dead",
    "dungeon-raiders/the-explored-dungeon-with-a-collapse": "dungeon_explored",
    "dungeon-raiders/the-last-survivor": "last_survivor",
    "dungeon-raiders/nobody-survives": "all_dead",
    "labyrinth/the-team-is-lost": "team_lost",
    "labyrinth/the-chest-is-found": "eight_locations",
    "labyrinth/no-place-for-the-chest": "eight_locations",
    "labyrinth/the-deck-runs-out": "deck_empty",
    "runebound/three-runes": "three_runes",
    "runebound/two-seats-three-runes": "three_runes",
    "runebound/margath-killed": "margath_killed",
    "runebound/two-dice": "margath_killed",
    "runebound/alone-out-of-rounds": "round_limit",
    "the-descent/*-to-the-bottom": "all_arrived",
    "the-descent/nobody-arrives-in-sixty-rounds": "round_limit",
    "the-descent/some-arrive-in-time": "round_limit",
}
"""The endings that the sentences of plans tell, by title and name. Other bots might end a game otherwise."""

DETAILS = {
    "labyrinth/no-place-for-the-chest": {"outcome": "lost", "chest_placed": False},
    "labyrinth/the-chest-is-found": {"outcome": "won", "chest_placed": True, "team_size": 2},
    "labyrinth/team-of-*": {"outcome": "won", "chest_placed": True},
}
"""What such sentences tell beyond the ending: details of the outcome, by title and name."""

MANY = 20
"""An option with more values than this does not need a golden game for each."""


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}/{path.stem}" for path in FILES])
def test_a_golden_record_holds_at_both_levels(path: Path) -> None:
    report = verify(path)

    assert report.first is None
    assert [level.status for level in report.levels] == ["holds", "holds"]


@pytest.mark.parametrize("plan", PLANS, ids=[f"{plan.title}/{plan.name}" for plan in PLANS])
def test_a_golden_game_is_the_one_its_plan_names(plan: GoldenPlan) -> None:
    assert golden.check(plan)[1] == ""


@pytest.mark.parametrize("pattern", ENDINGS)
def test_a_golden_game_ends_as_its_plan_tells(pattern: str) -> None:
    ends = {
        plan.name: golden.outcome_in(golden_plans.record_path(plan)).get("reason")
        for plan in PLANS
        if fnmatchcase(f"{plan.title}/{plan.name}", pattern)
    }

    assert ends
    assert set(ends.values()) == {ENDINGS[pattern]}, ends


@pytest.mark.parametrize("pattern", DETAILS)
def test_a_golden_game_has_the_outcome_its_plan_tells(pattern: str) -> None:
    told = [
        golden.outcome_in(golden_plans.record_path(plan))["details"]
        for plan in PLANS
        if fnmatchcase(f"{plan.title}/{plan.name}", pattern)
    ]

    assert told
    assert [{name: details[name] for name in DETAILS[pattern]} for details in told] == [DETAILS[pattern]] * len(told)


def test_every_golden_record_has_a_plan() -> None:
    assert [
        path for title in golden_plans.titles() for path in golden.orphans(title, golden_plans.read_plans(title))
    ] == []


def to_be_shown(values: Sequence[object]) -> set[object]:
    """All of an option's values; of a long range of numbers the first and the last, and None if that is one, too."""
    numbers = [value for value in values if type(value) is int]
    return {*values} - {*sorted(numbers)[1:-1]} if len(numbers) > MANY else {*values}


@pytest.mark.parametrize("ruleset", all_rulesets().values(), ids=all_rulesets().keys())
def test_a_title_has_a_golden_game_of_every_ending_seat_count_and_option(ruleset: Ruleset) -> None:
    """To add one: `delvebook golden find TITLE --name … --reason … --options … --add`."""
    shown: set[tuple[str, object]] = set()
    for plan in golden_plans.read_plans(ruleset.id):
        options = ruleset.parse_options(plan.options, seats=plan.seats)
        shown.add(("seats", plan.seats))
        shown.add(("reason", golden.outcome_in(golden_plans.record_path(plan)).get("reason")))
        shown |= set(options.items())
    wanted: set[tuple[str, object]] = {("reason", reason) for reason in ruleset.end_reasons}
    wanted |= {("seats", seats) for seats in range(ruleset.seats_min, ruleset.seats_max + 1)}
    wanted |= {(name, value) for name, values in ruleset.option_values().items() for value in to_be_shown(values)}
    excused = {(what, which) for title, what, which in EXCUSED if title == ruleset.id}

    assert wanted - shown - excused == set()
    assert excused & shown == set(), "an excuse outlives its reason"


# -- making them --------------------------------------------------------------------------------


@pytest.fixture
def root(tmp_path: Path, bids_registered: None) -> Path:
    return tmp_path / "golden"


@pytest.fixture
def run(root: Path) -> Callable[..., tuple[int, str]]:
    def run_golden(command: str, *arguments: str) -> tuple[int, str]:
        done = CliRunner().invoke(app, [command, *arguments, "--root", str(root)], env={"COLUMNS": "200"})
        return done.exit_code, done.output

    return run_golden


def plan_of(**changed: object) -> GoldenPlan:
    made = {
        "title": "bids",
        "name": "a-game",
        "shows": "A game.",
        "options": {},
        "seats": 2,
        "seed": "golden/1",
        "bots": ["greedy", "random"],
        **changed,
    }
    return GoldenPlan(**made)  # type: ignore[arg-type]


@pytest.mark.usefixtures("bids_registered")
def test_a_plan_gives_the_same_bytes_every_time() -> None:
    assert golden.make_record(plan_of()) == golden.make_record(plan_of())


@pytest.mark.usefixtures("bids_registered")
@pytest.mark.parametrize(
    "changed",
    [{"name": "another"}, {"seed": "golden/2"}, {"bots": ["random", "random"]}, {"nonces": ["x", None]}],
)
def test_each_part_of_a_plan_makes_another_game(changed: dict[str, object]) -> None:
    assert golden.make_record(plan_of(**changed)) != golden.make_record(plan_of())


@pytest.mark.usefixtures("bids_registered")
def test_a_script_comes_first_and_then_the_bots(root: Path) -> None:
    plan = plan_of(script=[{"type": "look"}, {"type": "bid", "card": 5}, {"type": "bid", "card": 2}])
    golden_plans.write_plans("bids", [plan], root)
    golden_plans.record_path(plan, root).write_bytes(golden.make_record(plan))

    (read,) = golden_plans.read_plans("bids", root)
    acts = [event for event in golden.play(read)[1] if event.type == "ActionTaken"]

    assert [event.data["seat"] for event in acts[:3]] == [0, 0, 1]
    assert acts[1].sealed[0].content["action"] == plan.script[1], "face down when it was made"
    assert acts[2].data["action"] == plan.script[2]
    assert len(acts) > 3
    assert golden.check(read, root)[1] == ""
    other = plan_of(script=[{"type": "look"}, {"type": "bid", "card": 6}])
    assert "another script" in golden.check(other, root)[1]


@pytest.mark.usefixtures("bids_registered")
def test_a_script_that_cannot_be_followed_is_refused_with_its_place() -> None:
    look = {"type": "look"}
    bids = [{"type": "bid", "card": card} for card in (1, 1, 2, 2, 3, 3)]

    with pytest.raises(PlanError, match=r"script, action 1: .*look"):
        golden.make_record(plan_of(script=[look, look]))
    with pytest.raises(PlanError, match="script, action 6: the game is over before it"):
        golden.make_record(plan_of(options={"look": False}, script=[*bids, look]))


@pytest.mark.usefixtures("bids_registered")
def test_players_with_nonces_sit_where_the_plan_has_them() -> None:
    _, events = golden.play(plan_of(nonces=["luck", None]))

    assert [event.data["nonce"] for event in events if event.type == "NonceRevealed"] == [nonce_of("luck")]
    assert [event.data["bot"] for event in events[1:3]] == [None, "random@1"]


def test_a_found_game_shows_what_was_asked_for_and_is_recorded(run: Callable[..., tuple[int, str]], root: Path) -> None:
    code, output = run(
        "find", "bids", "--name", "lots", "--seats", "3", "--bots", "random",
        "--fact", '{"type":"lots_drawn","tied_seats":[0,1]}', "--add",
    )  # fmt: skip

    assert code == 0, output
    (plan,) = golden_plans.read_plans("bids", root)
    facts = [fact for event in golden.play(plan)[1] for fact in event.data.get("facts", [])]
    assert any(fact["type"] == "lots_drawn" and {0, 1} <= set(fact["tied_seats"]) for fact in facts)
    assert run("check")[0] == 0


def test_nothing_found_says_so(run: Callable[..., tuple[int, str]]) -> None:
    code, output = run("find", "bids", "--name", "x", "--fact", '{"type":"no_such"}', "--tries", "3")

    assert code == 1
    assert "golden/0 to golden/2" in output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("chess", "--name", "x"), "there is no ruleset 'chess'"),
        (("bids", "--name", "x", "--reason", "boredom"), "games of this title end by: rounds_played"),
        (("bids", "--name", "x", "--options", "[]"), "must be a JSON object"),
        (("bids", "--name", "x", "--options", '{"rounds":4}'), "not options of Bids"),
        (("bids", "--name", "x", "--bots", "random,greedy", "--seats", "3"), "2 bots for 3 seats"),
        (("bids", "--name", "x", "--bots", "oracle"), "no bot 'oracle'"),
        (("bids", "--name", "x", "--seats", "9"), "2 to 4 seats"),
        (("bids", "--name", "x", "--nonces", '["a"]'), "an array of 2"),
    ],
)
def test_a_search_for_what_cannot_be_is_refused_with_a_reason(
    run: Callable[..., tuple[int, str]], arguments: tuple[str, ...], words: str
) -> None:
    code, output = run("find", *arguments)

    assert code == 2
    assert words in output


def write_plan(root: Path, *entries: object) -> None:
    (root / "bids").mkdir(parents=True, exist_ok=True)
    (root / "bids" / "plan.json").write_text(json.dumps(entries))


def test_update_records_what_is_planned_and_then_nothing_changes(
    run: Callable[..., tuple[int, str]], root: Path
) -> None:
    golden_plans.write_plans("bids", [plan_of(), plan_of(name="b-game")], root)

    assert "2 records written" in run("update")[1]
    assert "Nothing has changed" in run("update")[1]
    assert run("check")[0] == 0
    assert "a-game" in run("list")[1]


def test_update_leaves_a_sound_record_alone_even_if_a_bot_would_play_otherwise_today(
    run: Callable[..., tuple[int, str]], root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    golden_plans.write_plans("bids", [plan_of(bots=["greedy", "greedy"])], root)
    run("update")
    monkeypatch.setattr(Bids, "bots", {**Bids.bots, "greedy": lambda view, legal, *, chance: legal[len(legal) // 2]})

    assert run("check")[0] == 0
    assert "Nothing has changed" in run("update")[1]
    assert "1 records written" in run("update", "--again")[1]


def test_a_plan_that_seats_others_is_another_game(run: Callable[..., tuple[int, str]], root: Path) -> None:
    golden_plans.write_plans("bids", [plan_of()], root)
    run("update")
    for changed in ({"nonces": ["x", None]}, {"bots": ["random", "greedy"]}):
        golden_plans.write_plans("bids", [plan_of(**changed)], root)
        assert "another seating" in run("check")[1]


def test_a_changed_plan_a_missing_and_a_forgotten_file_are_found(
    run: Callable[..., tuple[int, str]], root: Path
) -> None:
    golden_plans.write_plans("bids", [plan_of(), plan_of(name="b-game")], root)
    run("update")
    golden_plans.write_plans("bids", [plan_of(seed="golden/7"), plan_of(name="c-game")], root)

    code, output = run("check")

    assert code == 1
    assert "another seed" in output
    assert "c-game: the plan names it" in output
    assert "b-game.jsonl: no entry" in output


def test_a_golden_record_that_no_longer_verifies_is_told_with_its_place(
    run: Callable[..., tuple[int, str]], root: Path
) -> None:
    golden_plans.write_plans("bids", [plan_of()], root)
    run("update")
    path = golden_plans.record_path(plan_of(), root)
    path.write_bytes(path.read_bytes().replace(b'"rounds":3,"type"', b'"rounds":5,"type"'))

    code, output = run("check")

    assert code == 1
    assert "/data/facts/0/rounds" in output


def test_update_says_where_a_record_changes(run: Callable[..., tuple[int, str]], root: Path) -> None:
    golden_plans.write_plans("bids", [plan_of()], root)
    run("update")
    golden_plans.write_plans("bids", [plan_of(options={"rounds": 2})], root)

    assert "event 1 (GameCreated), /data/options/rounds: 3 / 2" in run("update")[1]


def test_a_record_of_an_old_version_is_not_overwritten_by_a_new_one(
    run: Callable[..., tuple[int, str]], root: Path
) -> None:
    golden_plans.write_plans("bids", [plan_of()], root)
    run("update")
    path = golden_plans.record_path(plan_of(), root)
    old = path.read_bytes().replace(b"bids@1", b"bids@9")
    path.write_bytes(old)

    code, output = run("update")

    assert code == 1
    assert '"ruleset": "bids@9"' in output
    assert path.read_bytes() == old


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ([], "an entry must be an object"),
        ({}, "name is missing"),
        ({"name": "A Game", "shows": "x", "seats": 1, "seed": "x", "bots": ["random"]}, "lower-case words"),
        ({"name": "a", "shows": "x", "seats": "1", "seed": "x", "bots": ["random"]}, "seats must be"),
        ({"name": "a", "shows": "x", "seats": 2, "seed": "x", "bots": ["random"]}, "one item per seat"),
        ({"name": "a", "shows": "x", "seats": 1, "seed": "x", "bots": ["random"], "colour": 1}, "colour is not a key"),
    ],
)
def test_a_wrong_plan_is_refused_by_entry_and_key(tmp_path: Path, entry: object, words: str) -> None:
    write_plan(tmp_path, entry)

    with pytest.raises(PlanError, match=words):
        golden_plans.read_plans("bids", tmp_path)


def test_a_part_is_found_in_objects_and_arrays() -> None:
    assert golden_search.is_part({"a": 1, "b": [2]}, {"a": 1, "b": [1, 2], "c": 3})
    assert not golden_search.is_part({"a": 1}, {"a": True})
    assert not golden_search.is_part({"b": []}, {"b": [1]})
    assert not golden_search.is_part({"a": None}, {})
