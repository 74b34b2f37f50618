"""Packages of the service have tests that judge them, and a mutant is put into its function and nowhere else."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

from tests.house.files import ROOT
from tests.mutation.casts import differ_only_in_casts
from tests.mutation.installing import install
from tests.mutation.scope import PACKAGES, judges_a_package, subject_of

SOURCE = '''from __future__ import annotations

from contextlib import contextmanager

LOADED.append(1)
LIMIT = 3


class Box:
    """A box."""

    size = 2

    def room(self, more: int = LIMIT) -> int:
        return self.size + more

    @staticmethod
    def word() -> str:
        return "box"


class Chest(Box):
    """A chest."""

    def room(self, more: int = 1) -> int:
        return super().room(more) + 1


@contextmanager
def opened(box: Box):
    yield box.room() + 1


async def later() -> int:
    return LIMIT
'''
LOADED: list[int] = []


@pytest.fixture
def boxes(tmp_path: Path) -> Iterator[Any]:
    """The module of boxes, loaded, which notes how often it was."""
    LOADED.clear()
    file = tmp_path / "boxes.py"
    file.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("packed.boxes", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module)["LOADED"] = LOADED
    sys.modules["packed.boxes"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["packed.boxes"]


def put(function: str, before: str, after: str) -> None:
    """Puts a mutant with that change into the function of the module of boxes."""
    lines = SOURCE.splitlines()
    name = function.rpartition(".")[2]
    inside = lines.index(f"class {function.rpartition('.')[0]}:") if function.startswith("Box.") else 0
    inside = lines.index("class Chest(Box):") if function.startswith("Chest.") else inside
    first = next(n for n, line in enumerate(lines) if n >= inside and f"def {name}(" in line)
    text = "\n".join(lines[first : first + 2])
    assert before in text
    mutant = SimpleNamespace(
        module="boxes", function=function, lines=(first + 1, first + 2), text=text.replace(before, after)
    )
    install("packed", SOURCE, cast("Any", mutant))


def test_a_mutant_is_put_into_a_method_and_its_module_is_not_loaded_again(boxes: ModuleType) -> None:
    box = boxes.Box()
    put("Box.room", "self.size + more", "self.size - more")
    assert box.room(1) == 1
    assert boxes.Chest().room() == 2
    assert LOADED == [1]


def test_a_mutant_may_change_a_default_and_call_the_method_that_it_overrides(boxes: ModuleType) -> None:
    put("Chest.room", "more: int = 1", "more: int = 5")
    assert boxes.Chest().room() == 8
    assert boxes.Box().room() == 5


def test_a_mutant_is_put_into_what_a_decorator_wraps(boxes: ModuleType) -> None:
    put("Box.word", '"box"', '"XXboxXX"')
    put("opened", "+ 1", "- 1")
    assert boxes.Box.word() == "XXboxXX"
    with boxes.opened(boxes.Box()) as room:
        assert room == 4


def test_a_mutant_is_put_into_a_coroutine_that_others_have_imported(boxes: ModuleType) -> None:
    later = boxes.later
    put("later", "LIMIT", "None")
    coroutine = later()
    with pytest.raises(StopIteration) as end:
        coroutine.send(None)
    assert end.value.value is None


@pytest.mark.parametrize(
    ("after", "same"),
    [
        ('return cast(None, {"type": name, **rest})', True),
        ('return cast("XXActionXX", {"type": name, **rest})', True),
        ('return cast("Action", None)', False),
        ('return cast("Action", {"XXtypeXX": name, **rest})', False),
        ('return cast({"type": name, **rest})', False),
        ("return None", False),
    ],
)
def test_the_type_that_a_value_is_cast_to_makes_no_mutant(after: str, same: bool) -> None:
    head = "    def made(self, name: str) -> Action:\n        "
    assert differ_only_in_casts(f'{head}return cast("Action", {{"type": name, **rest}})', f"{head}{after}") == same


def test_a_function_without_a_cast_differs_from_every_other() -> None:
    assert not differ_only_in_casts("def made() -> int:\n    return 1", "def made() -> int:\n    return 2")


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_of_the_service_has_modules_and_tests_that_judge_it(name: str) -> None:
    subject = subject_of(name)
    assert subject is not None
    assert importlib.util.find_spec(subject.package) is not None
    assert len(subject.modules) >= 10
    assert [
        module
        for module in subject.modules
        if not (subject.folder / module.replace(".", "/")).with_suffix(".py").exists()
    ] == []
    assert [test for test in subject.tests if not (ROOT / test).exists()] == []
    assert ROOT / "tests" / "service" / "tables.py" in subject.files  # survivors are tried again when it changes
    alone = subject_of(name, own=True)
    assert alone is not None
    assert alone.tests == subject.tests[:1]


def test_a_title_is_judged_by_its_own_tests_and_by_the_contract_for_it() -> None:
    subject = subject_of("dungeon-raiders")
    assert subject is not None
    assert subject.is_title
    assert "bots.strong" not in subject.modules
    chosen = {
        test: subject.chosen(SimpleNamespace(nodeid=test))
        for test in (
            "tests/domain/rulesets/dungeon_raiders/test_trap.py::test_it",
            "tests/contract/test_views.py::test_it[dungeon-raiders@1]",
            "tests/contract/test_views.py::test_it[labyrinth@1]",
        )
    }
    assert list(chosen.values()) == [True, True, False]


def test_what_is_neither_a_title_nor_a_package_is_no_subject() -> None:
    assert subject_of("service/nothing") is None
    assert subject_of("chess") is None


@pytest.mark.parametrize(
    ("name", "fixtures", "is_long", "judges"),
    [
        ("test_a[sqlite]", ["store", "tmp_path"], False, True),
        ("test_a[postgres]", ["store", "tmp_path"], False, False),
        ("test_b", ["postgres_url"], False, False),
        ("test_c", ["redis_server"], False, True),
        ("test_d", [], True, False),
    ],
)
def test_tests_that_need_postgresql_or_are_long_judge_no_package(
    name: str, fixtures: list[str], is_long: bool, judges: bool
) -> None:
    item = SimpleNamespace(
        nodeid=f"tests/service/store/test_it.py::{name}",
        fixturenames=fixtures,
        get_closest_marker=lambda mark: mark if is_long and mark == "long" else None,
    )
    assert judges_a_package(item) == judges
