"""Waiting for a condition, with a limit: the emulated board is slow, and never the same twice."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

LIMIT = 120.0
"""Seconds that anything may take on an emulated machine that others share."""


class TooLate(Exception):
    """A condition did not come true in time."""


def wait_for(what: str, condition: Callable[[], Found | None], limit: float = LIMIT, period: float = 0.02) -> Found:
    """The first true value of `condition`; raises `TooLate`, which says what was awaited."""
    deadline = time.monotonic() + limit
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > deadline:
            raise TooLate(f"waited {limit:g} s for {what}")
        time.sleep(period)
