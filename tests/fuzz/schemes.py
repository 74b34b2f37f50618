"""Requests that schemathesis draws from the OpenAPI document: valid ones, invalid ones, and sequences of its links."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.fuzz.wild import Ask
from tests.fuzz.world import World

QUIET = tuple(HealthCheck)
UNSENT = ("host", "content-length", "connection", "user-agent", "accept-encoding", "authorization")
"""Headers of a drawn request that are replaced or left out."""
EXAMPLES = 40
"""The number of requests drawn for one operation in each turn."""


def is_there() -> bool:
    """Returns whether schemathesis is installed; `make fuzz` installs it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import schemathesis  # noqa: F401, PLC0415
        except ImportError:
            return False
    return True


def asks(world: World, chance: random.Random) -> Iterator[Ask]:
    """Requests without end: every operation in turn, as the document allows and as it forbids, with every token."""
    import schemathesis  # noqa: PLC0415 (it is not in the lock of `make install`)
    from schemathesis.generation import GenerationMode  # noqa: PLC0415

    schema = schemathesis.openapi.from_dict(world.document)
    operations = [found.ok() for found in schema.get_all_operations()]
    while True:
        for operation in chance.sample(operations, len(operations)):
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                for ask in _drawn(operation, mode, world, chance):
                    yield from _by_everybody(ask, world)


def _drawn(operation: Any, mode: Any, world: World, chance: random.Random) -> Iterator[Ask]:
    """Draws some requests of one operation."""
    made: list[Ask] = []
    try:
        strategy = operation.as_strategy(generation_mode=mode)
    except Exception:  # noqa: BLE001 - an operation without parameters cannot be asked wrongly
        return

    @seed(chance.getrandbits(32))
    @settings(max_examples=EXAMPLES, database=None, deadline=None, suppress_health_check=QUIET, phases=[Phase.generate])
    @given(case=strategy)
    def draw(case: Any) -> None:
        made.append(_ask_of(case, world, chance))

    try:
        draw()
    except Exception:  # noqa: BLE001 - hypothesis found nothing that is wrong enough
        return
    finally:
        yield from made


def _by_everybody(ask: Ask, world: World) -> Iterator[Ask]:
    """The same request with each token: drawing one costs ten times as much as sending it."""
    for who, token in world.tokens.items():
        headers = {**ask.headers, "Authorization": f"Bearer {token}"} if token else ask.headers
        yield ask._replace(headers=headers, who=who)


def _ask_of(case: Any, world: World, chance: random.Random) -> Ask:
    for name in case.path_parameters or {}:
        if name in world.values and chance.random() < 0.7:
            case.path_parameters[name] = chance.choice(world.values[name])
    prepared = _prepared(case)
    headers = {str(name): str(value) for name, value in prepared.headers.items() if str(name).lower() not in UNSENT}
    body = prepared.body
    data = body.encode() if isinstance(body, str) else body
    return Ask(str(prepared.method), prepared.path_url, data, headers, "nobody")


def _prepared(case: Any) -> Any:
    import requests  # noqa: PLC0415

    return requests.Request(**case.as_transport_kwargs(base_url="http://here")).prepare()
