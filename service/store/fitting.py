"""Do the parts of a store fit each other? Read models that do not fit the events are built anew from them."""

from __future__ import annotations

from collections.abc import Iterable

from delvebook.projections.projector import Projector
from delvebook.service.store.schema import SchemaError


def refit(projectors: Iterable[Projector]) -> list[str]:
    """
    Builds every read model anew that is not one of these events. Returns a sentence for each.

    Raises:
        SchemaError: A part that cannot be rebuilt does not fit.
    """
    done = []
    for projector in projectors:
        why = projector.misfit()
        if why is None:
            continue
        if not projector.is_disposable:
            raise SchemaError(
                f"the {projector.name} is not one of these events: {why}. It cannot be rebuilt; "
                "restore the whole store from one backup"
            )
        count = projector.rebuild()
        done.append(f"read model {projector.name}: {why}; built anew from {count} events")
    return done
