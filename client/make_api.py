"""
Makes a typed method for every operation of the API, and the shapes of its answers, from the OpenAPI document.

Usage: make client. The document is that of this checkout, so a change of the API reaches the client by this alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from contract import REPEATABLE, WIDTH, Argument, Contract, Operation, sentence, wrapped
from make_models import LINES_MAX, MADE, modules_of_models
from make_sync import PACKAGE, laid_out, write

LAST: Final = ("prefer", "key", "lang")
"""Arguments that many methods have, and that come last."""
TIMEOUT: Final = Argument(
    "timeout", "", "float", "call", is_required=False, about="The seconds to wait, if not those of the client"
)
LIMITED: Final = "Yield at most so many; all by default"


def modules_of_operations(contract: Contract) -> dict[str, str]:
    """Returns the modules of `aio/operations/`, by their names."""
    groups: dict[str, list[Operation]] = defaultdict(list)
    for operation in contract.operations:
        where = operation.group
        if operation.is_in_a_game:
            where = "game_looks" if operation.method == "GET" else "game_commands"
        groups[where].append(operation)
    made: dict[str, str] = {}
    classes: dict[str, list[str]] = {}
    for where, operations in sorted(groups.items()):
        texts = [text for one in operations for text in methods(contract, one)]
        for number, packed in enumerate(_packed(texts), 1):
            name = where if number == 1 else f"{where}_{number}"
            class_ = f"Async{''.join(word.capitalize() for word in name.split('_'))}Api"
            is_game = where.startswith("game_")
            base = "AsyncGameGroup" if is_game else "AsyncGroup"
            about = contract.about_groups.get(where) or ("Of one game" if is_game else f"Operations of {where}")
            made[f"{name}.py"] = _module(class_, base, about, packed)
            classes.setdefault(where, []).append(f"{name}.{class_}")
    made["__init__.py"] = _index(contract, classes)
    return made


def methods(contract: Contract, operation: Operation) -> Iterator[str]:
    """Yields the method of an operation; two of one that only judges with `dry_run`."""
    dry_run = operation.argument("dry_run")
    if dry_run is None:
        yield _method(contract, operation, operation.answers)
        return
    rest = tuple(one for one in operation.arguments if one is not dry_run)
    done = {status: one for status, one in operation.answers.items() if status != 200}
    yield _method(contract, replace(operation, arguments=rest), done)
    judged = tuple(one for one in rest if one.where in ("path", "body") or one.name == "lang")
    about = f"{sentence(dry_run.about)}\n\nA refusal is raised, as of the operation itself."
    verdict = {200: operation.answers[200]}
    judge = replace(operation, name="judge", about=about, arguments=judged)
    yield _method(contract, judge, verdict, extra={"dry_run": "True"}, is_repeatable=True)


def _method(
    contract: Contract,
    operation: Operation,
    answers: Mapping[int, Any],
    *,
    extra: Mapping[str, str] | None = None,
    is_repeatable: bool = False,
) -> str:
    kind = _kind(operation)
    given = list(operation.arguments)
    if operation.is_in_a_game:
        given = [one for one in given if one.sent_as != "game_id"]
    if kind == "pages":
        given = [replace(one, about=LIMITED) if one.name == "limit" else one for one in given]
    in_path = [one for one in given if one.where == "path"]
    named = sorted((one for one in given if one.where != "path"), key=_place)
    path = re.sub(r"\{(\w+)\}", lambda found: f"{{part({found[1]})}}", operation.path)
    if operation.is_in_a_game:
        path = path.replace("{part(game_id)}", "{part(self.id)}")
    quoted = f'f"{path}"' if "{" in path else f'"{path}"'
    query = _dictionary([one for one in named if one.where == "query"], extra or {}, skip=_SKIPPED[kind])
    if kind == "answer":
        returned, call = _answer(contract, operation, answers, quoted, named, query, is_repeatable=is_repeatable)
        head, body = "async def", f"return await {call}" if returned != "None" else f"await {call}"
    else:
        returned, call = _reader(contract, operation, kind, quoted, query)
        head, body = "def", f"return {call}"
    signature = ["self", *(f"{one.name}: {one.type}" for one in in_path), "*", *(_declared(one) for one in named)]
    signature.append(_declared(TIMEOUT))
    told = [wrapped(operation.about, 8)]
    args = [
        wrapped(f"{one.name}: {sentence(one.about)}", 12, hanging=4) for one in (*in_path, *named, TIMEOUT) if one.about
    ]
    told.append("        Args:\n" + "\n".join(args))
    doc = '        """\n' + "\n\n".join(told) + '\n        """'
    return (
        f"    {head} {operation.name}(\n        {', '.join(signature)},\n    ) -> {returned}:\n{doc}\n        {body}\n"
    )


def _kind(operation: Operation) -> str:
    """How the answer is read: `answer`, `pages`, `stream`, `records` or `file`."""
    media = operation.media.get(200, ())
    if operation.method == "GET" and "text/event-stream" in media:
        return "stream"
    if operation.method == "GET" and media == ("application/x-ndjson",):
        return "records"
    if operation.method == "GET" and ((media and "application/json" not in media) or operation.argument("format")):
        return "file"
    if (operation.method == "GET" and operation.name == "list") or operation.argument("limit"):
        return "pages"
    return "answer"


_SKIPPED: Final[Mapping[str, tuple[str, ...]]] = {
    "answer": (),
    "pages": ("limit",),
    "stream": ("after", "line"),
    "records": ("after", "limit"),
    "file": (),
}
"""Parameters of a query that whatever reads the answer sends by itself."""


def _place(argument: Argument) -> tuple[int, int]:
    last = LAST.index(argument.name) + 1 if argument.name in LAST else 0
    return (0 if argument.is_required else 1 + last, 0 if argument.where == "body" else 1)


def _declared(argument: Argument) -> str:
    if argument.is_required:
        return f"{argument.name}: {argument.type}"
    null = "" if argument.type.endswith("| None") or argument.type == "Json" else " | None"
    return f"{argument.name}: {argument.type}{null} = None"


def _dictionary(arguments: Sequence[Argument], extra: Mapping[str, str], *, skip: Sequence[str] = ()) -> str:
    items = [f'"{one.sent_as}": {one.name}' for one in arguments if one.sent_as not in skip]
    return "{" + ", ".join([*items, *(f'"{name}": {value}' for name, value in extra.items())]) + "}"


def _answer(
    contract: Contract,
    operation: Operation,
    answers: Mapping[int, Any],
    path: str,
    named: Sequence[Argument],
    query: str,
    *,
    is_repeatable: bool,
) -> tuple[str, str]:
    """The type of what comes back, and the call that brings it."""
    shapes = list(dict.fromkeys(contract.type_of(one, prefix="models.") for one in answers.values()))
    shapes = ["None" if one == "dict[str, Json]" and not _has_members(contract, answers) else one for one in shapes]
    shapes = shapes or ["None"]
    options = [] if query == "{}" else [f"query={query}"]
    body = [one for one in named if one.where == "body"]
    if body:
        options.append(f"{'form' if operation.is_form else 'body'}={_dictionary(body, {})}")
    headers = [one for one in named if one.where == "header" and one.name != "key"]
    if headers:
        options.append(f"headers={_dictionary(headers, {})}")
    if operation.argument("Idempotency-Key") and not is_repeatable:
        options.append("key=key or new_key()")
    options.append("timeout=timeout")
    if len(shapes) > 1:
        return " | ".join(shapes), f"self._api.ask_job({', '.join([*shapes, _text(operation.method), path, *options])})"
    if is_repeatable or operation.method == "PUT" or operation.id in REPEATABLE:
        options.insert(-1, "is_repeatable=True")
    shape = shapes[0] if shapes[0] != "None" else "object"
    return shapes[0], f"self._api.ask({', '.join([shape, _text(operation.method), path, *options])})"


def _has_members(contract: Contract, answers: Mapping[int, Any]) -> bool:
    names = [contract.named(one) for one in answers.values()]
    return any(name is None or contract.schemas[name].get("properties") for name in names)


def _reader(contract: Contract, operation: Operation, kind: str, path: str, query: str) -> tuple[str, str]:
    """The type of what reads the answer, and the call that makes it."""
    if kind == "pages":
        page = contract.schemas[str(contract.named(operation.answers[200]))]
        member, items = next(
            (name, one["items"]) for name, one in page["properties"].items() if one.get("type") == "array"
        )
        shape = contract.type_of(items, prefix="models.")
        options = ["timeout=timeout"]
        if operation.argument("limit"):
            options = ["limit=limit", f"page_max={operation.page_max}", *options]
        if "next" in page["properties"] and not operation.argument("cursor"):
            options.insert(0, 'cursor="after"')
        return (
            f"AsyncPages[{shape}]",
            f'AsyncPages(self._api, {shape}, "{member}", {path}, {query}, {", ".join(options)})',
        )
    if kind == "stream":
        if operation.lines is None:
            raise ValueError(f"{operation.id} is a stream of which no lines are described")
        shape = contract.type_of(operation.lines, prefix="models.")
        members = contract.schemas[str(contract.named(operation.lines))]["properties"]
        number = "number" if "number" in members else "n"
        options = f'"{number}", {path}, {query}, after=after, line=line, timeout=timeout'
        return f"AsyncIterator[{shape}]", f"follow(self._api, {shape}, {options})"
    if kind == "records":
        return "AsyncRecords", f"AsyncRecords(self._api, {path}, {query}, after=after, limit=limit, timeout=timeout)"
    accept = 'accept=NDJSON if format is None else "*/*", ' if operation.argument("format") else ""
    return "AsyncDownload", f"AsyncDownload(self._api, {path}, {query}, {accept}timeout=timeout)"


def _text(value: str) -> str:
    return f'"{value}"'


def _packed(texts: Sequence[str]) -> Iterator[list[str]]:
    """Yields the methods in their order, as many at a time as a module holds once it is laid out."""
    now: list[str] = []
    lines = 0
    for text in texts:
        count = laid_out_lines(text)
        if now and lines + count > LINES_MAX:
            yield now
            now, lines = [], 0
        now.append(text)
        lines += count
    yield now


def laid_out_lines(method: str) -> int:
    """Returns at most how many lines a method has once it is laid out: one for each argument, and each of a call."""
    return len(method.splitlines()) + method.count(": ") // 2 + method.count("=") // 2 + 6


def _module(class_: str, base: str, about: str, texts: Sequence[str]) -> str:
    body = "\n".join(texts)
    told = wrapped(sentence(about), 0)
    imports = {
        "collections.abc": [one for one in ("AsyncIterator", "Mapping", "Sequence") if f"{one}[" in body],
        "datetime": [one for one in ("datetime",) if re.search(rf"\b{one}\b", body)],
        "typing": [one for one in ("Literal",) if f"{one}[" in body],
        "...": ["models"] if "models." in body else [],
        "...requests": ["part"] if "part(" in body else [],
        "...shapes": ["Json"] if re.search(r"\bJson\b", body) else [],
        "..downloads": [one for one in ("AsyncDownload", "AsyncRecords") if f"{one}(" in body],
        "..pages": ["AsyncPages"] if "AsyncPages(" in body else [],
        "..streams": [name for name, use in (("NDJSON", "=NDJSON "), ("follow", "follow(self")) if use in body],
        "..group": [base, *(["new_key"] if "new_key()" in body else [])],
    }
    lines = [f"from {where} import {', '.join(names)}" for where, names in imports.items() if names]
    head = f'"""\n{told}\n\n{MADE}\n"""\n\nfrom __future__ import annotations\n\n' + "\n".join(lines)
    short = told if len(told) < WIDTH - 12 else told.split(". ")[0] + "."
    return f'{head}\n\n\nclass {class_}({base}):\n    """{short}"""\n\n{body}'


def _index(contract: Contract, classes: Mapping[str, Sequence[str]]) -> str:
    """The module that puts the groups together: those of the service, and those of a game."""
    imports = [
        f"from .{one.partition('.')[0]} import {one.partition('.')[2]}" for found in classes.values() for one in found
    ]
    of_game = [one.partition(".")[2] for where, found in classes.items() if where.startswith("game_") for one in found]
    groups = {
        where: [one.partition(".")[2] for one in found]
        for where, found in classes.items()
        if not where.startswith("game_")
    }
    lines = [
        f'"""\nA typed method for every operation of the API.\n\n{MADE}\n"""\n',
        "from __future__ import annotations\n",
        "from ..connection import AsyncConnection",
        *imports,
        "\n",
        f"class AsyncGameOperations({', '.join(of_game)}):",
        '    """The operations of one game."""\n\n',
        "class AsyncOperations(AsyncConnection):",
        '    """The operations of the service, in groups."""\n',
    ]
    together = []
    for where, found in groups.items():
        kind, about = found[0], sentence(contract.about_groups.get(where) or f"The group `{where}`")
        if len(found) > 1:
            kind = kind.removesuffix("Api")
            together += [f"class {kind}({', '.join(found)}):", f'    """{about}"""\n\n']
        lines += [
            "    @property",
            f"    def {where}(self) -> {kind}:",
            f'        """{about}"""',
            f"        return {kind}(self)\n",
        ]
    at = lines.index("class AsyncOperations(AsyncConnection):")
    return "\n".join([*lines[:at], *together, *lines[at:]])


def document() -> Any:
    """Returns the OpenAPI document of this checkout, with every answer and parameter where it is used."""
    from delvebook.service.api.app import create_app  # noqa: PLC0415 - only those who make the client need the server
    from delvebook.service.api.sharing import spelled_out  # noqa: PLC0415
    from delvebook.service.base.json_logging import configure_logging  # noqa: PLC0415
    from delvebook.service.base.settings import Settings  # noqa: PLC0415
    from delvebook.service.base.temporary import temporary_folder  # noqa: PLC0415
    from delvebook.service.wiring import build_services, migrate  # noqa: PLC0415

    with temporary_folder("document") as home:
        settings = Settings(home=Path(home), secret="00" * 32, log_level="error")
        configure_logging(settings)
        migrate(settings)
        services = build_services(settings, signal=_NoSignal())
        try:
            return spelled_out(create_app(services).test_client().get("/openapi.json").get_json())
        finally:
            services.close()


class _NoSignal:
    """A signal without receivers."""

    def notify(self, position: int = 0) -> None:
        """Does nothing."""

    def wait(self, timeout: float, *, seen: int | None = None) -> int:
        """Returns at once."""
        return 0


def made_from(document: Any) -> dict[Path, str]:
    """Returns every module that is made from a document, as it is laid out."""
    contract = Contract(document)
    made = {PACKAGE / "models" / name: text for name, text in modules_of_models(contract).items()}
    made |= {PACKAGE / "aio" / "operations" / name: text for name, text in modules_of_operations(contract).items()}
    return {path: laid_out(text, path) for path, text in made.items()}


if __name__ == "__main__":
    write(made_from(document()), PACKAGE / "models", PACKAGE / "aio" / "operations")
