"""The catalogue of every title (domain/catalogue.py) is enough to draw any table with every name and figure."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import pytest

from delvebook.domain.canonical import digest
from delvebook.domain.errors import InvalidOptionsError
from delvebook.domain.phrases import LANGUAGES
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.domain.shapes import properties_of
from delvebook.domain.viewers import ARBITER, PUBLIC, SPECTATOR, Viewer, seat_viewer
from tests.contract.judges import Judge, keys_in, strings_in
from tests.contract.tables import option_sets, random_game, seat_counts

LATIN = re.compile(r"[A-Za-z]+")
CYRILLIC = re.compile(r"[А-Яа-яЁё]")


GAMES_VARIABLE = "CATALOGUE_GAMES"
"""The number of random games of each title; by default one for each seat count. See `make catalogues`."""


def ids_of(catalogue: Mapping[str, Any]) -> Iterator[str]:
    """Every id that a catalogue explains, and so every id that a view, action, fact or outcome may hold."""
    yield from (component["id"] for component in catalogue["components"])
    for map_ in catalogue["maps"]:
        yield map_["id"]
        yield from (place["id"] for place in map_["places"])
    for symbol in catalogue["symbols"]:
        yield symbol["id"]
        yield symbol["symbol"]
    for section in ("kinds", "terms", "actions", "clauses"):
        yield from catalogue[section]
    yield from catalogue["schemas"]["facts"]
    yield from (table["id"] for table in catalogue["tables"])


def games_of(ruleset: Ruleset) -> Iterator[tuple[int, dict[str, Any], str]]:
    """Yields seats, options and seed of each game: one for each seat count, then every seat count with any options."""
    counts, sets = seat_counts(ruleset), option_sets(ruleset)
    for number in range(int(os.environ.get(GAMES_VARIABLE, len(counts)))):
        turn, at = divmod(number, len(counts))
        seats = counts[at]
        options = sets[turn % len(sets)]
        try:
            ruleset.parse_options({**ruleset.brief_options, **options}, seats=seats)
        except InvalidOptionsError:
            options = {}
        yield seats, options, f"catalogue/{seats}/{turn}" if turn else f"catalogue/{seats}"


def shown_in_random_games(ruleset: Ruleset, *, every: int = 7) -> Iterator[tuple[str, Any]]:
    """
    Yields everything that random games show: its kind, and the value.

    Every fact and every action taken; tables and lists of legal actions at every so many events, and at the end.
    """
    for seats, options, seed in games_of(ruleset):
        for index, (table, step) in enumerate(random_game(ruleset, seats=seats, options=options, seed=seed)):
            yield from facts_of(step)
            if step.action is not None:
                yield "action", step.action
            if index % every and table.outcome is None:
                continue
            for viewer in viewers(table):
                yield f"table of {viewer.kind}", ruleset.view(table.state, viewer)
            for seat in range(seats):
                for action in table.legal(seat):
                    yield "action", action
            if table.outcome is not None:
                yield "outcome", table.outcome.to_plain()


def facts_of(step: Any) -> Iterator[tuple[str, Any]]:
    for fact in step.body.data["facts"]:
        yield "fact", fact
    for envelope in step.body.sealed:
        for fact in envelope.content.get("facts", ()):
            yield "fact", fact


def viewers(table: Any) -> list[Viewer]:
    if table.outcome is not None:
        return [PUBLIC]
    return [*(seat_viewer(seat) for seat in range(table.seats)), SPECTATOR, ARBITER]


class Seen(NamedTuple):
    """
    The findings in random games.

    Attributes:
        faults: The values that do not fit their schema.
        strings: By string that was shown, what it was first shown in.
        keys: The same by key.
    """

    faults: set[str]
    strings: dict[str, str]
    keys: dict[str, str]


@cache
def seen_in_random_games(ruleset: Ruleset) -> Seen:
    """One look through the random games of the title, for all the tests that ask what they show."""
    judge, seen = Judge(ruleset), Seen(set(), {}, {})
    for what, shown in shown_in_random_games(ruleset):
        seen.faults.update(faults_of(judge, what, shown))
        for said in strings_in(shown):
            seen.strings.setdefault(said, what)
        for key in keys_in(shown):
            seen.keys.setdefault(key, what)
    return seen


def faults_of(judge: Judge, what: str, shown: Any) -> list[str]:
    if what == "fact":
        return judge.fact(shown)
    if what == "action":
        return judge.action(shown)
    if what == "outcome":
        return judge.details(shown["details"])
    return judge.table(what.removeprefix("table of "), shown)


@pytest.mark.long_for("runebound")
def test_everything_shown_has_the_shape_that_is_published(ruleset: Ruleset) -> None:
    assert sorted(seen_in_random_games(ruleset).faults)[:20] == []


def test_every_kind_of_viewer_has_a_shape_of_the_table(ruleset: Ruleset) -> None:
    assert set(ruleset.catalogue["schemas"]["table"]) == {"seat", "spectator", "arbiter", "public"}


def test_every_member_is_described(ruleset: Ruleset) -> None:
    definitions = ruleset.catalogue["schemas"]["$defs"]
    members = [
        f"{path}: {name}"
        for path, name, member in properties_of(definitions)
        if not has_description(member, definitions)
    ]

    assert members == []


@pytest.mark.parametrize("title", all_rulesets().values(), ids=all_rulesets())
def test_every_parameter_of_an_action_and_every_option_is_described(title: Ruleset) -> None:
    schemas = {**title.catalogue["actions"], "options": title.catalogue["options"]}
    members = [
        f"{name}: {parameter}"
        for name, schema in schemas.items()
        for parameter, member in schema["properties"].items()
        if parameter != "type" and not member.get("description")
    ]

    assert members == []


def has_description(member: Mapping[str, Any], definitions: Mapping[str, Any]) -> bool:
    if member.get("description"):
        return True
    referred = definitions.get(str(member.get("$ref", "")).rpartition("/")[2], {})
    return bool(referred.get("description"))


def test_every_fact_that_has_a_sentence_has_a_shape_and_the_other_way_round(ruleset: Ruleset) -> None:
    told = {key.partition(".")[0] for key in ruleset.phrasebook.section("facts")}

    assert told == set(ruleset.catalogue["schemas"]["facts"])


def test_every_id_that_is_shown_is_explained(ruleset: Ruleset) -> None:
    known = set(ids_of(ruleset.catalogue))
    symbols = {symbol["symbol"] for symbol in ruleset.catalogue["symbols"]}
    unknown = {
        said: what
        for said, what in seen_in_random_games(ruleset).strings.items()
        if said not in known and not (said and set(said) <= symbols)
    }
    assert unknown == {}


def test_every_key_that_no_schema_declares_is_an_id(ruleset: Ruleset) -> None:
    catalogue = ruleset.catalogue
    declared = {
        name for _, name, _ in properties_of([catalogue["schemas"], catalogue["actions"], catalogue["options"]])
    }
    declared |= {"reason", "winners", "ranking", "scores", "details", "clauses"}
    known = {*ids_of(catalogue), *declared}
    unknown = {
        key: what
        for key, what in seen_in_random_games(ruleset).keys.items()
        if key not in known and not key.isdecimal()
    }
    assert unknown == {}


def test_every_option_value_and_reason_is_explained(ruleset: Ruleset) -> None:
    terms = ruleset.catalogue["terms"]
    values = {said for values in ruleset.option_values().values() for said in strings_in(values)}

    assert sorted((values | set(ruleset.end_reasons)) - set(terms)) == []


def test_every_figure_and_every_further_key_of_a_place_is_explained(ruleset: Ruleset) -> None:
    catalogue = ruleset.catalogue
    used = {key for component in catalogue["components"] for key in component["figures"]}
    for map_ in catalogue["maps"]:
        used |= {key for place in map_["places"] for key in place} - {"id", "x", "y", "kind", "neighbours"}

    assert used == set(catalogue["figures"])


def test_components_and_places_are_of_known_kinds_and_have_ids_of_their_own(ruleset: Ruleset) -> None:
    catalogue = ruleset.catalogue
    places = [place for map_ in catalogue["maps"] for place in map_["places"]]

    assert {one["kind"] for one in [*catalogue["components"], *places]} == set(catalogue["kinds"])
    for listed in (catalogue["components"], catalogue["maps"], catalogue["symbols"], catalogue["tables"]):
        ids = [one["id"] for one in listed]
        assert len(set(ids)) == len(ids)
    assert all(component["count"] > 0 for component in catalogue["components"])


def test_neighbours_are_places_of_the_same_map_and_neighbours_both_ways(ruleset: Ruleset) -> None:
    for map_ in ruleset.catalogue["maps"]:
        neighbours = {place["id"]: place["neighbours"] for place in map_["places"]}
        assert len(neighbours) == len(map_["places"])
        for place, beside in neighbours.items():
            assert len(set(beside)) == len(beside)
            for other in beside:
                assert place in neighbours[other], (map_["id"], place, other)


def test_the_rows_of_a_table_have_a_value_for_each_column(ruleset: Ruleset) -> None:
    for table in ruleset.catalogue["tables"]:
        assert table["rows"]
        assert {len(row) for row in table["rows"]} == {len(table["columns"])}


def test_every_name_and_text_is_there_in_both_languages(ruleset: Ruleset) -> None:
    for path, text in texts_in(dict(ruleset.catalogue)):
        assert set(text) == set(LANGUAGES), path
        if path.endswith("/text"):
            assert bool(text["en"].strip()) == bool(text["ru"].strip()), path
        else:
            assert text["en"].strip(), path
            assert text["ru"].strip(), path


def test_each_language_is_written_in_its_own_letters(ruleset: Ruleset) -> None:
    """Latin words in a Russian text are also in the English one, because they are printed so."""
    for path, text in texts_in(dict(ruleset.catalogue)):
        assert not CYRILLIC.search(text["en"]), path
        assert set(LATIN.findall(text["ru"])) <= set(LATIN.findall(text["en"])), path


def test_the_summary_is_short_and_long_enough_to_start_playing(ruleset: Ruleset) -> None:
    for language in LANGUAGES:
        assert 80 <= len(ruleset.catalogue["summary"][language].split()) <= 600


def texts_in(value: Any, path: str = "") -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yields every text in both languages: its place, and the text."""
    if isinstance(value, Mapping):
        if set(value) and set(value) <= {"en", "ru"}:
            yield path, value
            return
        for key, member in value.items():
            yield from texts_in(member, f"{path}/{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from texts_in(item, f"{path}/{index}")


def test_the_digest_is_of_all_the_rest(ruleset: Ruleset) -> None:
    rest = {key: value for key, value in ruleset.catalogue.items() if key != "digest"}

    assert ruleset.catalogue["digest"] == digest(rest)


def test_the_catalogue_is_the_same_every_time(ruleset: Ruleset) -> None:
    assert type(ruleset)().catalogue == ruleset.catalogue
