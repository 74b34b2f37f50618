"""The application and the people of the API's tests."""

from __future__ import annotations

from tests.service.api.conftest import app, nobody, settings

__all__ = ["app", "nobody", "settings"]
